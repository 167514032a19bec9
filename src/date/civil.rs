//! Converts calendar fields (year, month, … zone) to an instant.

use super::zone::{Zone, iana, is_filler};
use super::{DateParser, Moment, Timestamp};

/// A day of the proleptic Gregorian calendar, as written and unchecked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CivilDate {
    /// The full year; see [`full_year`] for years of two digits.
    pub(super) year: i32,
    /// From 1.
    pub(super) month: i32,
    /// From 1.
    pub(super) day: i32,
}

/// A time of day and its zone, as written and unchecked. The default is midnight, without a zone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ClockTime<'a> {
    pub(super) hour: i32,
    pub(super) minute: i32,
    pub(super) second: i32,
    pub(super) nanosecond: i32,
    pub(super) zone: Zone<'a>,
}

/// The fields that a date form has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateTimeFields<'a> {
    pub(super) date: CivilDate,
    pub(super) time: ClockTime<'a>,
}

impl DateTimeFields<'_> {
    /// Converts the fields to an instant. Impossible fields are carried over if both the parser and the date form
    /// allow it; otherwise the result is `None`.
    #[inline]
    pub(super) fn moment(self, parser: DateParser, form_rolls_over: bool) -> Option<Moment> {
        let carries = parser.roll_over && form_rolls_over;
        if !carries && !self.is_possible() {
            return None;
        }
        let local = self.local_seconds()?;
        let mut has_unknown_zone = false;
        let offset = match self.time.zone {
            Zone::Unspecified => None,
            Zone::Offset(seconds) => Some(seconds),
            Zone::Military(seconds) => parser.military_offsets.then_some(seconds),
            Zone::OutOfRange(seconds) => {
                if !parser.roll_over {
                    return None;
                }
                Some(seconds)
            }
            Zone::Name(name) => {
                let offset = iana::offset(name, local);
                has_unknown_zone = offset.is_none() && !is_filler(name);
                offset
            }
        };
        let instant = local - i64::from(offset.unwrap_or(0));
        Some(Moment {
            instant: Timestamp::new(instant, u32::try_from(self.time.nanosecond).ok()?)?,
            offset: offset.filter(|seconds| seconds.abs() <= GREATEST_OFFSET),
            has_unknown_zone,
        })
    }

    /// Returns whether every field is in its range: not 31 June, not 25:00. `24:00` is the next midnight (ISO 8601
    /// §4.2.3), and second 60, the leap second, is the first second of the next minute.
    fn is_possible(&self) -> bool {
        let Self { date, time } = self;
        let is_end_of_day = time.hour == 24 && time.minute == 0 && time.second == 0 && time.nanosecond == 0;
        date.is_possible() && (time.hour < 24 || is_end_of_day) && time.minute < 60 && time.second <= 60
    }

    /// Returns the seconds from 1970-01-01T00:00:00 to the fields, both in the same zone. Fields that are too large
    /// are carried over: 31 June is 1 July, month 13 the next January, 25:14 is 01:14 on the next day. Returns `None`
    /// before the year 0.
    fn local_seconds(&self) -> Option<i64> {
        let Self { date, time } = self;
        let days = date.days();
        let seconds = i64::from(time.hour) * 3600 + i64::from(time.minute) * 60 + i64::from(time.second);
        (days >= EARLIEST_DAY).then_some(days * 86_400 + seconds)
    }
}

impl CivilDate {
    /// Returns whether the calendar has this day.
    pub(super) fn is_possible(self) -> bool {
        (1..=12).contains(&self.month) && (1..=days_in_month(self.year, self.month)).contains(&self.day)
    }

    /// Returns the weekday, from 1 for Monday.
    pub(super) fn weekday(self) -> i32 {
        weekday(self.days())
    }

    /// Returns the days since 1970-01-01. Months and days that are too large are carried over.
    fn days(self) -> i64 {
        let months = self.month - 1;
        let year = self.year + months.div_euclid(12);
        days_before(year, months.rem_euclid(12) + 1) + i64::from(self.day) - 1
    }
}

/// No clock has a greater offset from UTC, in seconds.
const GREATEST_OFFSET: i32 = 26 * 60 * 60 - 1;

/// 0000-01-01 in days since 1970-01-01.
const EARLIEST_DAY: i64 = -719_528;

/// Returns the days from 1970-01-01 to the first of the month. Years are counted from March, so that the leap day is
/// the last of its year; a cycle of 400 years has 146,097 days.
fn days_before(year: i32, month: i32) -> i64 {
    let year = i64::from(if month <= 2 { year - 1 } else { year });
    let month = i64::from((month + 9) % 12);
    let cycle = year.div_euclid(400);
    let year = year.rem_euclid(400);
    let day = (153 * month + 2) / 5;
    cycle * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468
}

/// Returns the weekday of a day counted from 1970-01-01, a Thursday; Monday is 1.
fn weekday(days: i64) -> i32 {
    i32::try_from((days + 3).rem_euclid(7)).unwrap_or_default() + 1
}

/// Returns the number of days of a month from 1 to 12.
fn days_in_month(year: i32, month: i32) -> i32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Completes a year of one or two digits to one from 1990 to 2089. Other years are returned as they are.
pub(super) fn full_year(value: i32, digits: usize) -> i32 {
    match value {
        _ if digits > 2 => value,
        90.. => value + 1900,
        _ => value + 2000,
    }
}

/// Completes a year of one or two digits to one of this century (ISO 8601:1988 §5.2.1.3).
pub(super) fn full_year_of_this_century(value: i32, digits: usize) -> i32 {
    if digits > 2 { value } else { value + 2000 }
}

/// Returns the day of an ISO 8601 ordinal date (§4.1.3). A day that the year does not have becomes an impossible day
/// of January, which carries over to the right date.
pub(super) fn ordinal_date(year: i32, ordinal: i32) -> CivilDate {
    let mut day = ordinal;
    for month in 1..=12 {
        let length = days_in_month(year, month);
        if day <= length {
            return CivilDate { year, month, day };
        }
        day -= length;
    }
    CivilDate { year, month: 1, day: ordinal }
}

/// Returns the day of an ISO 8601 week date (§4.1.4): week 1 contains the year's first Thursday, day 1 is Monday. Week
/// 53 of a year of 52 weeks becomes an impossible day of January, which carries over to the right date.
pub(super) fn week_date(year: i32, week: i32, day: i32) -> CivilDate {
    let january_4 = days_before(year, 1) + 3;
    // From 1 January; negative if week 1 begins in the year before.
    let ordinal = 4 - weekday(january_4) + (week - 1) * 7 + day;
    let length = if days_in_month(year, 2) == 29 { 366 } else { 365 };
    let is_thursday_within = ordinal - day + 4 <= length;
    match ordinal {
        ..=0 => CivilDate { year: year - 1, month: 12, day: 31 + ordinal },
        _ if !is_thursday_within => CivilDate { year, month: 1, day: ordinal },
        _ if ordinal > length => CivilDate { year: year + 1, month: 1, day: ordinal - length },
        _ => ordinal_date(year, ordinal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_without_gaps() {
        let mut days = EARLIEST_DAY;
        for year in 0..4000 {
            for month in 1..=12 {
                assert_eq!(days_before(year, month), days, "{year}-{month}");
                days += i64::from(days_in_month(year, month));
            }
        }
        assert_eq!(days_before(1970, 1), 0);
    }

    #[test]
    fn years_of_two_digits_are_completed() {
        for (written, digits, year) in
            [(4, 2, 2004), (89, 2, 2089), (90, 2, 1990), (5, 1, 2005), (5, 4, 5), (104, 3, 104)]
        {
            assert_eq!(full_year(written, digits), year);
        }
    }

    #[test]
    fn weekdays_count_from_monday() {
        for (year, month, day, weekday) in
            [(1970, 1, 1, 4), (2006, 1, 2, 1), (2000, 2, 29, 2), (1969, 12, 28, 7)]
        {
            assert_eq!(CivilDate { year, month, day }.weekday(), weekday, "{year}-{month}-{day}");
        }
    }

    #[test]
    fn ordinal_dates_cover_the_year() {
        for year in [2003, 2004] {
            let length = if year == 2004 { 366 } else { 365 };
            for ordinal in 1..=366 {
                let date = ordinal_date(year, ordinal);
                assert_eq!(date.days(), days_before(year, 1) + i64::from(ordinal) - 1, "{year}-{ordinal}");
                assert_eq!(date.is_possible(), ordinal <= length, "{year}-{ordinal}");
            }
        }
    }

    #[test]
    fn week_dates_cover_the_year() {
        for year in 1990..2030 {
            let next = week_date(year + 1, 1, 1).days();
            for week in 1..=53 {
                for day in 1..=7 {
                    let date = week_date(year, week, day);
                    assert_eq!(date.weekday(), day, "{year}-W{week}-{day}");
                    assert_eq!(date.is_possible(), date.days() < next, "{year}-W{week}-{day}");
                }
            }
        }
    }

    #[test]
    fn impossible_fields_are_carried_over_only_on_request() {
        let fields = |year, month, day, hour| DateTimeFields {
            date: CivilDate { year, month, day },
            time: ClockTime { hour, ..ClockTime::default() },
        };
        let june_31 = fields(2004, 6, 31, 0);
        let hour_25 = fields(2004, 6, 30, 25);
        let july_1 = fields(2004, 7, 1, 0).moment(DateParser::STRICT, true);
        assert!(july_1.is_some());
        assert_eq!(june_31.moment(DateParser::STRICT, true), None);
        assert_eq!(june_31.moment(DateParser::LENIENT, false), None);
        assert_eq!(june_31.moment(DateParser::LENIENT, true), july_1);
        assert_eq!(hour_25.moment(DateParser::STRICT, true), None);
        assert_eq!(
            hour_25.moment(DateParser::LENIENT, true),
            fields(2004, 7, 1, 1).moment(DateParser::STRICT, true)
        );
        assert_eq!(fields(10_000, 1, 1, 0).moment(DateParser::LENIENT, true), None);
        assert_eq!(fields(0, 0, 0, 0).moment(DateParser::LENIENT, true), None);
    }
}

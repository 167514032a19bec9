//! Converts calendar fields (year, month, … zone) to an instant.

use jiff::civil::{Date, ISOWeekDate, Weekday};

use super::zone::{Zone, iana, is_filler};
use super::{DateParser, Moment, Timestamp};

/// A day of the proleptic Gregorian calendar, as written and unvalidated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CivilDate {
    /// The full year; see [`full_year`] for two-digit years.
    pub(super) year: i32,
    /// From 1.
    pub(super) month: i32,
    /// From 1.
    pub(super) day: i32,
}

/// A time of day and its zone, as written and unvalidated. The default is midnight, without a zone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ClockTime<'a> {
    pub(super) hour: i32,
    pub(super) minute: i32,
    pub(super) second: i32,
    pub(super) nanosecond: i32,
    pub(super) zone: Zone<'a>,
}

/// The fields read by a date form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateTimeFields<'a> {
    pub(super) date: CivilDate,
    pub(super) time: ClockTime<'a>,
}

impl DateTimeFields<'_> {
    /// Converts the fields to an instant. Impossible fields are carried over if both the parser and the date form allow it; otherwise the
    /// result is `None`.
    #[inline]
    pub(super) fn moment(self, parser: DateParser, form_rolls_over: bool) -> Option<Moment> {
        // Most dates are possible: the calendar is checked once, and only impossible dates are carried over. Universal Feed Parser, which
        // the lenient parser imitates, assumes that every year is of the common era.
        let date = if parser.roll_over { Some(self.date) } else { self.date.of_common_era() }?;
        let midnight = match date.on_calendar().filter(|_| self.time.is_possible()) {
            Some(date) => seconds_to(date),
            None if parser.roll_over && form_rolls_over => date.carried_over()?,
            None => return None,
        };
        let local = Some(midnight + self.time.seconds()).filter(|_| midnight >= EARLIEST)?;
        let mut has_unknown_zone = false;
        let offset = match self.time.zone {
            Zone::Unspecified => None,
            Zone::Offset(seconds) => Some(seconds),
            // Universal Feed Parser uses the winter offset all year.
            Zone::Seasonal(winter, _) if parser.roll_over => Some(winter),
            Zone::Seasonal(winter, place) => Some(iana::offset(place.as_bytes(), local).unwrap_or(winter)),
            Zone::Military(seconds) => parser.military_offsets.then_some(seconds),
            Zone::OutOfRange(seconds) => {
                if !parser.roll_over {
                    return None;
                }
                Some(seconds)
            }
            Zone::Name(name) => {
                let offset = iana::offset(name, local);
                // A word such as `Uhr` after the time is not a zone.
                has_unknown_zone = offset.is_none() && !is_filler(name);
                offset
            }
        };
        // Offsets are east of UTC (RFC 3339 §4.2), so they are subtracted from the local time.
        let instant = local - i64::from(offset.unwrap_or(0));
        let instant = Timestamp::new(instant, u32::try_from(self.time.nanosecond).ok()?)?;
        // An offset such as `+9999` moves the instant, but is too large to show.
        let offset = offset.filter(|seconds| seconds.abs() <= GREATEST_OFFSET);
        Some(Moment::new(instant, offset).with_unknown_zone(has_unknown_zone))
    }
}

impl ClockTime<'_> {
    /// Returns whether every field is in its range, unlike 25:00. `24:00` is the next midnight (ISO 8601 §4.2.3), and second 60, the leap
    /// second, is the first second of the next minute.
    fn is_possible(&self) -> bool {
        let is_end_of_day = self.hour == 24 && self.minute == 0 && self.second == 0 && self.nanosecond == 0;
        (self.hour < 24 || is_end_of_day) && self.minute < 60 && self.second <= 60
    }

    /// Returns the seconds since midnight. Excessive fields are carried over: 25:14 is 01:14 on the next day.
    fn seconds(&self) -> i64 {
        i64::from(self.hour) * 3600 + i64::from(self.minute) * 60 + i64::from(self.second)
    }
}

impl CivilDate {
    /// Returns whether the date is a program's placeholder for a missing date: in the year 1 (Go, .NET, in any zone), 0 (`MySQL`) or
    /// before (PHP).
    pub(super) fn was_never_set(self) -> bool {
        self.year <= 1
    }

    /// Converts a year of another calendar to the Gregorian calendar. Returns `None` if that calendar has different months, or the date
    /// was never set.
    ///
    /// Feeds have no dates of the late Middle Ages or of the far future. The Buddhist year 2568 is 2025; 1404 is a year of the Persian
    /// calendar, and 1447 of the Islamic one.
    fn of_common_era(self) -> Option<Self> {
        match self.year {
            _ if self.was_never_set() => None,
            1300..1500 => None,
            2500..2700 => Some(Self { year: self.year - 543, ..self }),
            _ => Some(self),
        }
    }

    /// Returns the day in the calendar; `None` if it does not exist.
    fn on_calendar(self) -> Option<Date> {
        let Self { year, month, day } = self;
        Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
    }

    /// Returns whether the day exists in the calendar.
    pub(super) fn is_possible(self) -> bool {
        self.on_calendar().is_some()
    }

    /// Returns the weekday, from 1 for Monday, if the day exists in the calendar.
    pub(super) fn weekday(self) -> Option<i32> {
        self.on_calendar().map(|date| date.weekday().to_monday_one_offset().into())
    }

    /// Returns the seconds from 1970-01-01 to the day. Excessive months and days are carried over: 31 June is 1 July, and month 13 is the
    /// next January.
    fn carried_over(self) -> Option<i64> {
        let months = self.month - 1;
        let first =
            Self { year: self.year + months.div_euclid(12), month: months.rem_euclid(12) + 1, day: 1 };
        Some(seconds_to(first.on_calendar()?) + i64::from(self.day - 1) * SECONDS_OF_DAY)
    }
}

/// Returns the seconds from 1970-01-01 to a day.
fn seconds_to(date: Date) -> i64 {
    date.duration_since(EPOCH).as_secs()
}

const SECONDS_OF_DAY: i64 = 86_400;
const EPOCH: Date = Date::constant(1970, 1, 1);

/// The year 0 in seconds since 1970-01-01. Dates that are carried over to an earlier year are rejected.
const EARLIEST: i64 = -719_528 * SECONDS_OF_DAY;

/// The maximum offset from UTC, in seconds.
const GREATEST_OFFSET: i32 = 26 * 60 * 60 - 1;

/// Completes a year of one or two digits to a year from 1990 to 2089. Other years are returned unchanged.
pub(super) fn full_year(value: i32, digits: usize) -> i32 {
    match value {
        _ if digits > 2 => value,
        90.. => value + 1900,
        _ => value + 2000,
    }
}

/// Completes a year of one or two digits to a year of this century (ISO 8601:1988 §5.2.1.3).
pub(super) fn full_year_of_this_century(value: i32, digits: usize) -> i32 {
    if digits > 2 { value } else { value + 2000 }
}

/// Returns the day of an ISO 8601 ordinal date (§4.1.3). A day that does not exist in the year becomes an impossible day of January,
/// which is carried over to the right date.
pub(super) fn ordinal_date(year: i32, ordinal: i32) -> CivilDate {
    let found =
        january_1(year).and_then(|first| first.with().day_of_year(ordinal.try_into().ok()?).build().ok());
    found.map_or(CivilDate { year, month: 1, day: ordinal }, CivilDate::from)
}

/// Returns the day of an ISO 8601 week date (§4.1.4): week 1 contains the year's first Thursday, day 1 is Monday. Week 53 of a year with
/// 52 weeks becomes an impossible day of January, which is carried over to the right date.
pub(super) fn week_date(year: i32, week: i32, day: i32) -> Option<CivilDate> {
    let weekday = Weekday::from_monday_one_offset(day.try_into().ok()?).ok()?;
    let date = |week: i32| {
        Some(ISOWeekDate::new(year.try_into().ok()?, week.try_into().ok()?, weekday).ok()?.date())
    };
    if let Some(date) = date(week) {
        return Some(date.into());
    }
    let days = (seconds_to(date(week - 1)?) - seconds_to(january_1(year)?)) / SECONDS_OF_DAY;
    Some(CivilDate { year, month: 1, day: i32::try_from(days).ok()? + 8 })
}

fn january_1(year: i32) -> Option<Date> {
    CivilDate { year, month: 1, day: 1 }.on_calendar()
}

impl From<Date> for CivilDate {
    fn from(date: Date) -> Self {
        Self { year: date.year().into(), month: date.month().into(), day: date.day().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_without_gaps() {
        let mut seconds = EARLIEST;
        for year in 0..4000 {
            for month in 1..=12 {
                let first = CivilDate { year, month, day: 1 };
                assert_eq!(first.carried_over(), Some(seconds), "{year}-{month}");
                let days = (28..=31)
                    .rev()
                    .find(|day| CivilDate { day: *day, ..first }.is_possible())
                    .map_or(0, i64::from);
                seconds += days * SECONDS_OF_DAY;
            }
        }
        assert_eq!(january_1(1970).map(seconds_to), Some(0));
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
    fn ordinal_dates_cover_the_year() {
        for year in [2003, 2004] {
            let length = if year == 2004 { 366 } else { 365 };
            for ordinal in 1..=366 {
                let date = ordinal_date(year, ordinal);
                let expected = CivilDate { year, month: 1, day: ordinal }.carried_over();
                assert_eq!(date.carried_over(), expected, "{year}-{ordinal}");
                assert_eq!(date.is_possible(), ordinal <= length, "{year}-{ordinal}");
            }
        }
    }

    #[test]
    fn week_dates_cover_the_year() {
        for year in 1990..2030 {
            let next = week_date(year + 1, 1, 1).and_then(CivilDate::carried_over);
            let first = week_date(year, 1, 1).and_then(CivilDate::carried_over).unwrap();
            for week in 1..=53 {
                for day in 1..=7 {
                    let date = week_date(year, week, day).unwrap();
                    let expected = Some(first + i64::from((week - 1) * 7 + day - 1) * SECONDS_OF_DAY);
                    assert_eq!(date.carried_over(), expected, "{year}-W{week}-{day}");
                    assert_eq!(date.is_possible(), expected < next, "{year}-W{week}-{day}");
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
    #[test]
    fn offsets_that_no_clock_has_count_but_are_not_kept() {
        let at = |zone| DateTimeFields {
            date: CivilDate { year: 2004, month: 6, day: 30 },
            time: ClockTime { zone, ..ClockTime::default() },
        };
        for (seconds, kept) in
            [(GREATEST_OFFSET, true), (-GREATEST_OFFSET, true), (GREATEST_OFFSET + 1, false)]
        {
            let moment = at(Zone::OutOfRange(seconds)).moment(DateParser::LENIENT, true).unwrap();
            let utc = at(Zone::Offset(0)).moment(DateParser::STRICT, true).unwrap();
            assert_eq!(utc.instant().seconds() - moment.instant().seconds(), i64::from(seconds));
            assert_eq!(moment.offset().is_some(), kept, "{seconds}");
        }
        assert_eq!(at(Zone::OutOfRange(90_000)).moment(DateParser::STRICT, true), None);
    }
}

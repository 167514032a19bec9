//! From what a date says (year, month, … offset) to the instant it means.

use jiff::Timestamp;

/// A day of the proleptic Gregorian calendar as it was written: nothing is checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    /// Four digits, as [`full_year`] completes it.
    pub(super) year: i32,
    /// From 1.
    pub(super) month: i32,
    /// From 1.
    pub(super) day: i32,
}

/// A time of day as it was written; the default is midnight in UTC, which is what a date without time means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) hour: i32,
    pub(super) minute: i32,
    pub(super) second: i32,
    pub(super) nanosecond: i32,
    /// Seconds east of UTC.
    pub(super) offset: i32,
}

/// The instant, if every field is possible: no 31 June, no 25:00. `24:00` is the next midnight (ISO 8601
/// §4.2.3) and second 60, the leap second, the next minute's first.
pub(super) fn strict(date: Date, clock: Clock) -> Option<Timestamp> {
    let midnight = clock.hour == 24 && clock.minute == 0 && clock.second == 0;
    let possible = (1..=12).contains(&date.month)
        && (1..=days_in_month(date.year, date.month)).contains(&date.day)
        && (clock.hour < 24 || midnight)
        && clock.minute < 60
        && clock.second <= 60;
    if possible { rolling(date, clock) } else { None }
}

/// The instant, with what is too large carried over: 31 June is 1 July, month 13 the next January, 25:14 the next
/// day's 01:14. What would leave the years from 0 to those that [`Timestamp`] holds is no date.
pub(super) fn rolling(date: Date, clock: Clock) -> Option<Timestamp> {
    let months = date.month - 1;
    let year = date.year + months.div_euclid(12);
    let days = days_before(year, months.rem_euclid(12) + 1) + i64::from(date.day) - 1;
    if days < EARLIEST_DAY {
        return None;
    }
    let seconds = i64::from(clock.hour) * 3600 + i64::from(clock.minute) * 60 + i64::from(clock.second);
    let instant = days * 86_400 + seconds - i64::from(clock.offset);
    Timestamp::new(instant, clock.nanosecond).ok()
}

/// 0000-01-01 in days since 1970-01-01.
const EARLIEST_DAY: i64 = -719_528;

/// Days from 1970-01-01 to the first of the month. Counted in years that begin in March, so that the leap day is
/// their last; a cycle of 400 of them has 146,097 days.
fn days_before(year: i32, month: i32) -> i64 {
    let year = i64::from(if month <= 2 { year - 1 } else { year });
    let month = i64::from((month + 9) % 12);
    let cycle = year.div_euclid(400);
    let year = year.rem_euclid(400);
    let day = (153 * month + 2) / 5;
    cycle * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468
}

/// The month is 1 to 12.
pub(super) fn days_in_month(year: i32, month: i32) -> i32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// A year of one or two digits is of 1990 to 2089; any other is what it says.
pub(super) fn full_year(value: i32, digits: usize) -> i32 {
    match value {
        _ if digits > 2 => value,
        90.. => value + 1900,
        _ => value + 2000,
    }
}

/// A year of one or two digits is of this century, as ISO 8601 of 1988 (§5.2.1.3) has it.
pub(super) fn full_year_of_this_century(value: i32, digits: usize) -> i32 {
    if digits > 2 { value } else { value + 2000 }
}

/// The day on which an ISO 8601 week date falls (§4.1.4): week 1 has the year's first Thursday, day 1 is Monday.
pub(super) fn week_date(year: i32, week: i32, weekday: i32) -> Date {
    let january_4 = days_before(year, 1) + 3;
    // 1970-01-01 was a Thursday.
    let weekday_of_january_4 = i32::try_from((january_4 + 3).rem_euclid(7)).unwrap_or_default();
    Date { year, month: 1, day: 4 - weekday_of_january_4 + (week - 1) * 7 + weekday - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_of_every_month_follow_each_other() {
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
    fn years_of_two_digits_are_those_of_feeds() {
        for (written, digits, year) in
            [(4, 2, 2004), (89, 2, 2089), (90, 2, 1990), (5, 1, 2005), (5, 4, 5), (104, 3, 104)]
        {
            assert_eq!(full_year(written, digits), year);
        }
    }

    #[test]
    fn what_is_too_large_is_carried_only_if_asked() {
        let june_31 = Date { year: 2004, month: 6, day: 31 };
        let july_1 = Date { year: 2004, month: 7, day: 1 };
        assert_eq!(strict(june_31, Clock::default()), None);
        assert_eq!(rolling(june_31, Clock::default()), strict(july_1, Clock::default()));
        let year_after_the_last = Date { year: 10_000, month: 1, day: 1 };
        assert_eq!(rolling(year_after_the_last, Clock::default()), None);
        let before_all = Date { year: 0, month: 0, day: 0 };
        assert_eq!(rolling(before_all, Clock::default()), None);
    }
}

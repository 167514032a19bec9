//! Dates of three numbers: `2003/12/31`, `12/31/2003`, `31.12.2003`, `31 12 2003`.

use super::civil::{CivilDate, full_year};
use super::scan::{ScanStep, number, spaces};

/// A date of three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumericDate {
    date: CivilDate,
    /// The date with day and month exchanged, if it is also possible.
    alternative: Option<CivilDate>,
    /// Whether the numbers are only separated by spaces, so that they may not be a date.
    pub(super) has_spaces_only: bool,
}

impl NumericDate {
    /// Returns the date, with the day and the month in the order that matches the weekday, if there is one.
    pub(super) fn date(self, weekday: Option<i32>) -> CivilDate {
        match (weekday, self.alternative) {
            (Some(_), Some(other)) if self.date.weekday() != weekday && other.weekday() == weekday => other,
            _ => self.date,
        }
    }
}

/// Parses three numbers separated by slashes, dots or hyphens, with optional spaces after them, or by spaces before a
/// year of four digits.
///
/// A number of four digits, or one that is too large for a day, is the year, which comes first or last. Of the other two, a number above
/// 12 is the day. If both orders are possible, the month comes first after slashes and hyphens, and the day after dots and spaces.
/// Hyphens after the year indicate ISO 8601, where the day comes last.
pub(super) fn parse(input: &[u8]) -> ScanStep<'_, NumericDate> {
    let (first, rest) = number(input, 4)?;
    let [separator @ (b'/' | b'.' | b'-' | b' '), rest @ ..] = rest else {
        return None;
    };
    let has_spaces_only = *separator == b' ';
    let (second, rest) = number(spaces(rest), 2)?;
    let rest = rest.strip_prefix(&[*separator])?;
    let (third, rest) = number(spaces(rest), 4)?;
    if has_spaces_only && third.1 != 4 {
        return None;
    }
    let is_year = |(value, digits)| digits > 2 || value > 31;
    // The last number of `06-1-2` is too short for a year.
    let is_short_iso = *separator == b'-' && first.1 == 2 && third.1 == 1;
    let has_year_first = is_year(first) || is_short_iso;
    let ((year, digits), (month, day)) = if has_year_first {
        (first, (second.0, third.0))
    } else if matches!(separator, b'/' | b'-') {
        (third, (first.0, second.0))
    } else {
        (third, (second.0, first.0))
    };
    // A year does not have three digits.
    if digits == 3 {
        return None;
    }
    let year = full_year(year, digits);
    let written = CivilDate { year, month, day };
    let exchanged = CivilDate { year, month: day, day: month };
    // `2004-13-01` is an invalid ISO 8601 date, not 13 January.
    let may_exchange = !(has_year_first && *separator == b'-') && exchanged.is_possible();
    let numeric = if written.is_possible() {
        // Only the weekday can select the alternative. After a leading year the order is certain, unless the date would be impossible.
        let alternative = (may_exchange && !has_year_first).then_some(exchanged);
        NumericDate { date: written, alternative, has_spaces_only }
    } else if may_exchange {
        NumericDate { date: exchanged, alternative: None, has_spaces_only }
    } else {
        return None;
    };
    Some((numeric, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str, weekday: Option<i32>) -> Option<(i32, i32, i32)> {
        let (numeric, _) = parse(text.as_bytes())?;
        let CivilDate { year, month, day } = numeric.date(weekday);
        Some((year, month, day))
    }

    #[test]
    fn only_possible_orders_are_read() {
        for (text, expected) in [
            ("2003/12/31", (2003, 12, 31)),
            ("2003.12.31", (2003, 12, 31)),
            ("2003. 12. 31.", (2003, 12, 31)),
            ("2003/31/12", (2003, 12, 31)),
            ("12/31/2003", (2003, 12, 31)),
            ("31/12/2003", (2003, 12, 31)),
            ("31.12.2003", (2003, 12, 31)),
            ("31. 12. 2003", (2003, 12, 31)),
            ("31-12-2003", (2003, 12, 31)),
            ("12-31-2003", (2003, 12, 31)),
            ("31 12 2003", (2003, 12, 31)),
            ("12 31 2003", (2003, 12, 31)),
            ("05/24/06", (2006, 5, 24)),
            ("24/05/06", (2006, 5, 24)),
            ("24.5.99", (1999, 5, 24)),
            ("99/12/31", (1999, 12, 31)),
            ("06-1-2", (2006, 1, 2)),
        ] {
            assert_eq!(date(text, None), Some(expected), "{text}");
        }
        for text in [
            "", "31/12", "31/12.2003", "32/13/2003", "31/13/2003", "31.2.2003", "1/2/20034", "0/0/0",
            "1/2/345", "2003-31-12", "2003-13-05", "2003 12 31", "31 12 03",
        ] {
            assert_eq!(date(text, None), None, "{text}");
        }
    }

    #[test]
    fn the_separator_decides_between_possible_orders() {
        for (text, expected) in [
            ("1/2/2006", (2006, 1, 2)),
            ("1-2-2006", (2006, 1, 2)),
            ("1.2.2006", (2006, 2, 1)),
            ("1 2 2006", (2006, 2, 1)),
            ("2006/1/2", (2006, 1, 2)),
            ("2006.1.2", (2006, 1, 2)),
        ] {
            assert_eq!(date(text, None), Some(expected), "{text}");
        }
    }

    /// 2 January 2006 was a Monday, 1 February a Wednesday.
    #[test]
    fn the_weekday_decides_before_the_separator() {
        const JANUARY_2: (i32, i32, i32) = (2006, 1, 2);
        const FEBRUARY_1: (i32, i32, i32) = (2006, 2, 1);
        for text in ["1/2/2006", "1-2-2006", "1.2.2006", "1 2 2006"] {
            assert_eq!(date(text, Some(1)), Some(JANUARY_2), "{text}");
            assert_eq!(date(text, Some(3)), Some(FEBRUARY_1), "{text}");
            assert_eq!(date(text, Some(5)), date(text, None), "{text}");
        }
        assert_eq!(date("2006/1/2", Some(3)), Some(JANUARY_2));
        assert_eq!(date("1/31/2006", Some(3)), Some((2006, 1, 31)));
    }
}

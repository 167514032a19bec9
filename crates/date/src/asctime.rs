//! The output of C's `asctime` (ISO C §7.29.3.1) and of Unix's `date`, with the year at the end.

use super::civil::{CivilDate, ClockTime, DateTimeFields, full_year};
use super::clock::time_of_day;
use super::rfc822::{after_weekday, month};
use super::scan::{number, spaces, word};
use super::zone;

/// Parses `Sun Jan  4 16:29:06 2004`, with an optional zone before the year.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let input = after_weekday(text.as_bytes());
    let (month, day, rest) = if let (name @ [_, ..], rest) = word(input) {
        let ((day, _), rest) = number(spaces(rest), 2)?;
        (month(name)?, day, rest)
    } else {
        let ((day, _), rest) = number(input, 2)?;
        let (name, rest) = word(spaces(rest));
        (month(name)?, day, rest)
    };
    let (time, rest) = time_of_day(spaces(rest))?;
    let rest = spaces(rest);
    // The last word is the year; the text before it is the zone.
    let start = rest.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1);
    let (zone, year) = rest.split_at_checked(start)?;
    let ((year, digits), []) = number(year, 4)? else {
        return None;
    };
    Some(DateTimeFields {
        date: CivilDate { year: full_year(year, digits), month, day },
        time: ClockTime { zone: zone::zone(zone)?.0, ..time },
    })
}

#[cfg(test)]
mod tests {
    use crate::tests::check_form;

    #[test]
    fn the_year_comes_last() {
        check_form(
            super::parse,
            &[
                ("Sun Jan  4 16:29:06 2004", "2004-01-04T16:29:06Z"),
                ("Sun Jan  4 16:29:06 PST 2004", "2004-01-05T00:29:06Z"),
                ("Sun Jan  4 16:29:06 +0100 2004", "2004-01-04T15:29:06Z"),
                ("Sun Jan  4 16:29:06 GMT+01:00 2004", "2004-01-04T15:29:06Z"),
                ("Sun, January 4 16:29 2004", "2004-01-04T16:29:00Z"),
                ("Sun 4 Jan 16:29:06 04", "2004-01-04T16:29:06Z"),
                ("Jan 4 16:29:06 2004", "2004-01-04T16:29:06Z"),
                ("Sun Jan 32 16:29:06 2004", ""),
                ("Sun Feb 30 16:29:06 2004", ""),
                ("Sun Jan 4 16:29:06", ""),
                ("Sun Jan 4 2004", ""),
                ("", ""),
            ],
        );
    }
}

//! The form of C's `asctime` (ISO C §7.29.3.1) and of Unix's `date`: the year comes last.

use jiff::Timestamp;

use super::civil::{Date, full_year, strict};
use super::rfc822::{behind_weekday, month};
use super::scan::{number, spaces, time_of_day, word};
use super::zone;

/// `Sun Jan  4 16:29:06 2004`, and with a zone before the year.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let input = behind_weekday(text.as_bytes());
    let (month, day, rest) = if let (name @ [_, ..], rest) = word(input) {
        let ((day, _), rest) = number(spaces(rest), 2)?;
        (month(name)?, day, rest)
    } else {
        let ((day, _), rest) = number(input, 2)?;
        let (name, rest) = word(spaces(rest));
        (month(name)?, day, rest)
    };
    let (mut clock, rest) = time_of_day(spaces(rest))?;
    let rest = spaces(rest);
    // The year is the last word; what is before it is the zone.
    let start = rest.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1);
    let (zone, year) = rest.split_at_checked(start)?;
    let ((year, digits), []) = number(year, 4)? else {
        return None;
    };
    clock.offset = zone::zone(zone)?.0;
    strict(Date { year: full_year(year, digits), month, day }, clock)
}

#[cfg(test)]
mod tests {
    use crate::date::tests::check;

    #[test]
    fn the_year_comes_last() {
        check(
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

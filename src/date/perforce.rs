//! Perforce's form, and that of other programs that put the numbers of the day where RFC 822 has a name.

use jiff::Timestamp;

use super::civil::{Date, full_year, rolling};
use super::rfc822::behind_weekday;
use super::scan::{number, spaces, time_and_zone};

/// `Fri, 2006/09/15 08:19:53 EDT`; a day that the month does not have is carried over.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let input = text.as_bytes();
    let rest = behind_weekday(input);
    if rest.len() == input.len() {
        return None;
    }
    let ((year, digits @ (2 | 4)), rest) = number(rest, 4)? else {
        return None;
    };
    let ((month @ 1..=12, _), rest) = number(rest.strip_prefix(b"/")?, 2)? else {
        return None;
    };
    let ((day @ 1..=31, _), rest) = number(rest.strip_prefix(b"/")?, 2)? else {
        return None;
    };
    let time = spaces(rest.strip_prefix(b" ")?);
    rolling(Date { year: full_year(year, digits), month, day }, time_and_zone(time)?)
}

#[cfg(test)]
mod tests {
    use crate::date::tests::check;

    #[test]
    fn the_day_is_three_numbers() {
        check(
            super::parse,
            &[
                ("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z"),
                ("Mon, 2006/09/15 08:19:53 +0100", "2006-09-15T07:19:53Z"),
                ("Fri 2006/9/5 8:19", "2006-09-05T08:19:00Z"),
                ("Fri, 06/09/15 08:19:53 PST", "2006-09-15T16:19:53Z"),
                ("Fri, 2006/09/31 08:19:53 GMT", "2006-10-01T08:19:53Z"),
                ("Fri, 2006/13/15 08:19:53 GMT", ""),
                ("2006/09/15 08:19:53 EDT", ""),
                ("Fri, 2006/09/15", ""),
                ("Fri, ", ""),
            ],
        );
    }
}

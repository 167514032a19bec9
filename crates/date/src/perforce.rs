//! Perforce's dates: a weekday, then a numeric date instead of RFC 822's month names.

use super::civil::{CivilDate, DateTimeFields, full_year};
use super::clock::time_and_zone;
use super::rfc822::after_weekday;
use super::scan::{number, spaces};

/// Parses `Fri, 2006/09/15 08:19:53 EDT`.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let input = text.as_bytes();
    let rest = after_weekday(input);
    // The weekday distinguishes this form from other numeric dates.
    if rest.len() == input.len() {
        return None;
    }
    let ((year, digits @ (2 | 4)), rest) = number(rest, 4)? else {
        return None;
    };
    // The ranges exclude other orders, although the form carries over: a day can only be too large for its month.
    let ((month @ 1..=12, _), rest) = number(rest.strip_prefix(b"/")?, 2)? else {
        return None;
    };
    let ((day @ 1..=31, _), rest) = number(rest.strip_prefix(b"/")?, 2)? else {
        return None;
    };
    let time = spaces(rest.strip_prefix(b" ")?);
    let date = CivilDate { year: full_year(year, digits), month, day };
    Some(DateTimeFields { date, time: time_and_zone(time)? })
}

#[cfg(test)]
mod tests {
    use crate::tests::{check_form, check_lenient_form};

    #[test]
    fn the_date_is_numeric() {
        check_form(
            super::parse,
            &[
                ("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z"),
                ("Mon, 2006/09/15 08:19:53 +0100", "2006-09-15T07:19:53Z"),
                ("Fri 2006/9/5 8:19", "2006-09-05T08:19:00Z"),
                ("Fri, 06/09/15 08:19:53 PST", "2006-09-15T16:19:53Z"),
                ("Fri, 2006/09/31 08:19:53 GMT", ""),
                ("Fri, 2006/13/15 08:19:53 GMT", ""),
                ("2006/09/15 08:19:53 EDT", ""),
                ("Fri, 2006/09/15", ""),
                ("Fri, ", ""),
            ],
        );
    }

    #[test]
    fn impossible_days_carry_over_on_request() {
        check_lenient_form(
            super::parse,
            true,
            &[("Fri, 2006/09/31 08:19:53 GMT", "2006-10-01T08:19:53Z"), ("Fri, 2006/13/15 08:19:53 GMT", "")],
        );
    }
}

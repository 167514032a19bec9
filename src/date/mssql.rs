//! The forms of Microsoft SQL Server's `CONVERT` that end in thousandths of a second behind a colon: styles 9 and
//! 109 (`mon dd yyyy hh:mi:ss:mmmAM`), 13 and 113 (`dd mon yyyy hh:mi:ss:mmm`). Its others are RFC 822's or W3C-DTF's.

use jiff::Timestamp;

use super::civil::{Clock, strict};
use super::rfc822;
use super::scan::{meridiem, number, spaces, time_of_day};

/// `Jul  8 2004 11:56:58:123PM`, `08 Jul 2004 23:56:58:123`; UTC, since the server does not say where it is.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let (date, rest) = rfc822::date(text.as_bytes())?;
    let (clock, rest) = time_of_day(spaces(rest))?;
    let ((thousandths, 3), rest) = number(rest.strip_prefix(b":")?, 3)? else {
        return None;
    };
    let rest = spaces(rest);
    let (hour, rest) = match meridiem(rest) {
        Some((meridiem, rest)) => (meridiem.hour(clock.hour), rest),
        None => (clock.hour, rest),
    };
    if !rest.is_empty() {
        return None;
    }
    strict(date, Clock { hour, nanosecond: thousandths * 1_000_000, ..clock })
}

#[cfg(test)]
mod tests {
    use crate::date::tests::check;

    #[test]
    fn thousandths_stand_behind_a_colon() {
        check(
            super::parse,
            &[
                ("Jul  8 2004 11:56:58:123PM", "2004-07-08T23:56:58.123Z"),
                ("08 Jul 2004 23:56:58:007", "2004-07-08T23:56:58.007Z"),
                ("08 Jul 2004 23:56:58:7", ""),
                ("08 Jul 2004 23:56:58", ""),
                ("08 Jul 2004 23:56:58:123 GMT", ""),
            ],
        );
    }

    #[test]
    fn the_other_styles_are_read_by_the_common_forms() {
        check(
            crate::date::parse,
            &[
                ("2004-07-08 23:56:58.0", "2004-07-08T23:56:58Z"),
                ("2004-07-08 23:56:58 -00:20", "2004-07-09T00:16:58Z"),
                ("Jul  8 2004 11:56PM", "2004-07-08T23:56:00Z"),
            ],
        );
    }
}

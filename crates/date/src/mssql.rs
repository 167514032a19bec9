//! The output of Microsoft SQL Server's `CONVERT` with thousandths of a second after a colon: styles 9 and 109
//! (`mon dd yyyy hh:mi:ss:mmmAM`), 13 and 113 (`dd mon yyyy hh:mi:ss:mmm`). The RFC 822 and W3C-DTF forms read its other styles.

use super::civil::{ClockTime, DateTimeFields};
use super::clock::{meridiem, time_of_day};
use super::rfc822;
use super::scan::{number, spaces};

/// Parses `Jul  8 2004 11:56:58:123PM` or `08 Jul 2004 23:56:58:123`, which never have a zone.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let (date, rest) = rfc822::date(text.as_bytes())?;
    let (time, rest) = time_of_day(spaces(rest))?;
    let ((thousandths, 3), rest) = number(rest.strip_prefix(b":")?, 3)? else {
        return None;
    };
    let rest = spaces(rest);
    let (hour, rest) = match meridiem(rest) {
        Some((meridiem, rest)) => (meridiem.hour(time.hour), rest),
        None => (time.hour, rest),
    };
    if !rest.is_empty() {
        return None;
    }
    Some(DateTimeFields { date, time: ClockTime { hour, nanosecond: thousandths * 1_000_000, ..time } })
}

#[cfg(test)]
mod tests {
    use crate::tests::{check, check_form};

    #[test]
    fn thousandths_come_after_a_colon() {
        check_form(
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
    fn other_styles_are_read_by_the_common_forms() {
        check(&[
            ("2004-07-08 23:56:58.0", "2004-07-08T23:56:58Z"),
            ("2004-07-08 23:56:58 -00:20", "2004-07-09T00:16:58Z"),
            ("Jul  8 2004 11:56PM", "2004-07-08T23:56:00Z"),
        ]);
    }
}

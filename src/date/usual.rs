//! The two forms of dates that nearly all feeds use, parsed by the positions of their characters.

use super::civil::{CivilDate, ClockTime, DateTimeFields};
use super::rfc822::month;
use super::scan::{fraction, with_zone};
use super::tidy;
use super::zone::Zone;

/// Parses `Thu, 01 Jan 2004 19:48:21 GMT` (RFC 5322 §3.3) and `2004-01-01T19:48:21Z` (RFC 3339 §5.6), in which only the
/// weekday, a fraction and the zone are optional. The result is the same as that of the other parsers.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    match text.as_bytes() {
        [y, y2, y3, y4, b'-', m, m2, b'-', d, d2, b'T', rest @ ..] => {
            let date = CivilDate {
                year: number([*y, *y2, *y3, *y4])?,
                month: number([*m, *m2])?,
                day: number([*d, *d2])?,
            };
            let time = time(rest)?;
            // A letter other than Z is not a zone of ISO 8601.
            (!matches!(time.zone, Zone::Military(_))).then_some(DateTimeFields { date, time })
        }
        input => {
            let (day, rest) = match after_weekday(input) {
                [d, d2, b' ', rest @ ..] => (number([*d, *d2])?, rest),
                [d, b' ', rest @ ..] => (number([*d])?, rest),
                _ => return None,
            };
            let (&[m, m2, m3, b' ', y, y2, y3, y4, b' '], rest) = rest.split_first_chunk()? else {
                return None;
            };
            let date = CivilDate { year: number([y, y2, y3, y4])?, month: month(&[m, m2, m3])?, day };
            // The year 0 does not exist in this form.
            (date.year > 0).then_some(DateTimeFields { date, time: time(rest)? })
        }
    }
}

/// Skips a weekday.
fn after_weekday(input: &[u8]) -> &[u8] {
    match input {
        [a, b, c, b',', b' ', rest @ ..]
            if matches!(&[*a, *b, *c], b"Mon" | b"Tue" | b"Wed" | b"Thu" | b"Fri" | b"Sat" | b"Sun") =>
        {
            rest
        }
        _ => input,
    }
}

/// Parses the time and the zone.
fn time(input: &[u8]) -> Option<ClockTime<'_>> {
    let (&[h, h2, b':', m, m2, b':', s, s2], rest) = input.split_first_chunk()? else {
        return None;
    };
    let (nanosecond, rest) = fraction(rest);
    // A comment, for example, is removed before the other forms read the text.
    if rest.iter().any(|byte| tidy::is_replaced(*byte)) {
        return None;
    }
    let (hour, minute, second) = (number([h, h2])?, number([m, m2])?, number([s, s2])?);
    with_zone(ClockTime { hour, minute, second, nanosecond, ..ClockTime::default() }, rest)
}

/// Parses digits.
fn number<const N: usize>(digits: [u8; N]) -> Option<i32> {
    digits
        .iter()
        .try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + i32::from(byte - b'0')))
}

#[cfg(test)]
mod tests {
    use crate::date::tests::check_form;

    #[test]
    fn the_usual_forms_are_read() {
        check_form(
            super::parse,
            &[
                ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("Thu, 1 Jan 2004 19:48:21 +0100", "2004-01-01T18:48:21Z"),
                ("01 Jan 2004 19:48:21 EST", "2004-01-02T00:48:21Z"),
                ("2004-01-01T19:48:21Z", "2004-01-01T19:48:21Z"),
                ("2004-01-01T19:48:21.25-05:00", "2004-01-02T00:48:21.25Z"),
                ("2004-01-01T19:48:21", "2004-01-01T19:48:21Z"),
            ],
        );
    }

    #[test]
    fn other_texts_are_left_to_the_other_forms() {
        check_form(
            super::parse,
            &[
                ("", ""),
                ("Mar, 01 Jan 2004 19:48:21 GMT", ""),
                ("Thu, 01 Jan 0000 19:48:21 GMT", ""),
                ("Thu, 01 Jan 2004 19:48 GMT", ""),
                ("Thu, 01 Jan 2004 19:48:21 (EST)", ""),
                ("Thu, 01 Jan 2004 19:48:21 GMT&#43;1", ""),
                ("2004-01-01 19:48:21Z", ""),
                ("2004-01-01T19:48:21A", ""),
            ],
        );
    }
}

//! W3C-DTF (Date and Time Formats, W3C note of 1997), which is RFC 3339's profile of ISO 8601, with the damage it
//! comes with: missing zeros, a space for the T, no zone, offsets without colon, zone names.

use jiff::Timestamp;

use super::civil::{Clock, Date, strict};
use super::scan::{Parsed, number, spaces, time_and_zone};

/// `2003`, `2003-12`, `2003-12-31`, `2003-12-31T10:14:55.123Z`. What is not given is the first of its kind.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let (date, rest) = date(text.as_bytes())?;
    strict(date, clock(rest)?)
}

/// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a space may only follow the last, since `2003 12` is no date and time.
fn date(input: &[u8]) -> Parsed<'_, Date> {
    let ((year, 4), rest) = number(input, 4)? else {
        return None;
    };
    let Some(rest) = rest.strip_prefix(b"-") else {
        return if matches!(rest, [] | [b'T' | b't', ..]) {
            Some((Date { year, month: 1, day: 1 }, rest))
        } else {
            None
        };
    };
    let ((month, _), rest) = number(rest, 2)?;
    let Some(rest) = rest.strip_prefix(b"-") else {
        return if matches!(rest, [] | [b'T' | b't', ..]) {
            Some((Date { year, month, day: 1 }, rest))
        } else {
            None
        };
    };
    let ((day, _), rest) = number(rest, 2)?;
    Some((Date { year, month, day }, rest))
}

/// The time behind the date, if there is one.
fn clock(input: &[u8]) -> Option<Clock> {
    let rest = spaces(input);
    let rest = match rest {
        [b'T' | b't', rest @ ..] => spaces(rest),
        [] => rest,
        _ if rest.len() == input.len() => return None,
        _ => rest,
    };
    if rest.is_empty() { Some(Clock::default()) } else { time_and_zone(rest) }
}

#[cfg(test)]
mod tests {
    use crate::date::tests::check;

    #[test]
    fn w3cdtf_has_six_precisions() {
        check(
            super::parse,
            &[
                ("2003", "2003-01-01T00:00:00Z"),
                ("0312", "0312-01-01T00:00:00Z"),
                ("2003-12", "2003-12-01T00:00:00Z"),
                ("2003-12-31", "2003-12-31T00:00:00Z"),
                ("2003-12-31T10:14Z", "2003-12-31T10:14:00Z"),
                ("2003-12-31T10:14:55Z", "2003-12-31T10:14:55Z"),
                ("2003-12-31T10:14:55.123Z", "2003-12-31T10:14:55.123Z"),
                ("2003-12-31T10:14:55-08:00", "2003-12-31T18:14:55Z"),
            ],
        );
    }

    #[test]
    fn damage_is_read_through() {
        check(
            super::parse,
            &[
                ("2003-12-31T10", "2003-12-31T10:00:00Z"),
                ("2003-12-31T10:14:55", "2003-12-31T10:14:55Z"),
                ("2003-12-31t10:14:55z", "2003-12-31T10:14:55Z"),
                ("2003-12-31 10:14:55", "2003-12-31T10:14:55Z"),
                ("2003-12-31  T 10:14:55", "2003-12-31T10:14:55Z"),
                ("2003-12-31T10:14:55+0100", "2003-12-31T09:14:55Z"),
                ("2003-12-31T10:14:55+01", "2003-12-31T09:14:55Z"),
                ("2003-12-31T10:14:55 +01:00", "2003-12-31T09:14:55Z"),
                ("2003-12-31T10:14:55,5Z", "2003-12-31T10:14:55.5Z"),
                ("2003-12-31T10:14:55.Z", "2003-12-31T10:14:55Z"),
                ("2003-12-31 10:14:55 EST", "2003-12-31T15:14:55Z"),
                ("2003-12-31 01:14:55 PM", "2003-12-31T13:14:55Z"),
                ("2003-1-1T1:1:1Z", "2003-01-01T01:01:01Z"),
                ("2003T10:14Z", "2003-01-01T10:14:00Z"),
                ("2003-12T10:14Z", "2003-12-01T10:14:00Z"),
                ("2003-12-31T", "2003-12-31T00:00:00Z"),
                ("2003-12-31T23:59:60Z", "2004-01-01T00:00:00Z"),
                ("2003-12-31T24:00Z", "2004-01-01T00:00:00Z"),
            ],
        );
    }

    #[test]
    fn what_is_not_w3cdtf_is_left_to_the_other_forms() {
        check(
            super::parse,
            &[
                ("", ""),
                ("203-12-31", ""),
                ("20031", ""),
                ("2003-335", ""),
                ("2003-12-31T10:14:55:00Z", ""),
                ("2003-12-31T25:00Z", ""),
                ("2003-02-30", ""),
                ("2003-12-31 foo", ""),
                ("2003 12 31", ""),
                ("9999-12-31T23:59:59-12:00", ""),
            ],
        );
    }
}

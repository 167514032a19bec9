//! W3C-DTF (Date and Time Formats, W3C note of 1997), the profile of ISO 8601 that RFC 3339 adopted, with common errors: missing zeros, a
//! space instead of the T, no zone, offsets without a colon, zone names.

use super::civil::{CivilDate, ClockTime, DateTimeFields};
use super::clock::time_and_zone;
use super::scan::{ScanStep, number, spaces};
use super::zone::Zone;

/// Parses `2003`, `2003-12`, `2003-12-31` or `2003-12-31T10:14:55.123Z`. Missing fields default to the first of their kind.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let (date, rest) = date(text.as_bytes())?;
    Some(DateTimeFields { date, time: time(rest)? })
}

/// Parses `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Only the last may be followed by a space, since `2003 12` is not a date and a time.
fn date(input: &[u8]) -> ScanStep<'_, CivilDate> {
    let ((year, 4), rest) = number(input, 4)? else {
        return None;
    };
    let Some(rest) = rest.strip_prefix(b"-") else {
        return if matches!(rest, [] | [b'T' | b't', ..]) {
            Some((CivilDate { year, month: 1, day: 1 }, rest))
        } else {
            None
        };
    };
    let ((month, _), rest) = number(rest, 2)?;
    let Some(rest) = rest.strip_prefix(b"-") else {
        return if matches!(rest, [] | [b'T' | b't', ..]) {
            Some((CivilDate { year, month, day: 1 }, rest))
        } else {
            None
        };
    };
    let ((day, _), rest) = number(rest, 2)?;
    Some((CivilDate { year, month, day }, rest))
}

/// Parses the optional time after the date.
fn time(input: &[u8]) -> Option<ClockTime<'_>> {
    let rest = spaces(input);
    let is_iso = matches!(rest, [b'T' | b't', ..]);
    let rest = match rest {
        [b'T' | b't', rest @ ..] => spaces(rest),
        [] => rest,
        _ if rest.len() == input.len() => return None,
        _ => rest,
    };
    if rest.is_empty() {
        return Some(ClockTime::default());
    }
    let mut time = time_and_zone(rest)?;
    // In ISO 8601, Z is the only zone letter, and Universal Feed Parser ignores others here.
    if is_iso && matches!(time.zone, Zone::Military(_)) {
        time.zone = Zone::Unspecified;
    }
    Some(time)
}

#[cfg(test)]
mod tests {
    use crate::tests::check_form;

    #[test]
    fn w3cdtf_has_six_precisions() {
        check_form(
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
    fn usual_damage_is_tolerated() {
        check_form(
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
                ("2003-12-31T10:14:55:-0700", "2003-12-31T17:14:55Z"),
                ("2003-12-31T10:14:55-00:00", "2003-12-31T10:14:55Z"),
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
    fn impossible_and_other_dates_are_rejected() {
        check_form(
            super::parse,
            &[
                ("", ""),
                ("203-12-31", ""),
                ("20031", ""),
                ("2003-335", ""),
                ("2003-12-31T10:14:55:00Z", ""),
                ("2003-12-31T25:00Z", ""),
                ("2003-02-30", ""),
                ("2003-13-01", ""),
                ("2003-12-31T01:61Z", ""),
                ("2003-12-31T24:00:00.5Z", ""),
                ("2003-12-31T10:14:55+24:00", ""),
                ("2003-12-31 foo", ""),
                ("2003 12 31", ""),
                ("9999-12-31T23:59:59-12:00", ""),
            ],
        );
    }
}

//! Zones: offsets, and the names that feeds use for them.

use super::scan::{Parsed, number, spaces, word};

/// The zone that the text begins with, in seconds east of UTC.
///
/// No zone is UTC, and so is a name that nobody knows (RFC 5322 §4.3: `-0000`). An offset that has no digits is no
/// zone at all, and so is text beyond ASCII, of which this step knows nothing.
pub(super) fn zone(input: &[u8]) -> Parsed<'_, i32> {
    let input = spaces(input);
    match input {
        [b'+' | b'-', ..] => offset(input),
        [b'(', rest @ ..] => {
            let (name, rest) = word(rest);
            Some((named(name).unwrap_or(0), rest))
        }
        [b'a'..=b'z' | b'A'..=b'Z', ..] => name_and_offset(input),
        [b'&' | 0x80.., ..] => None,
        _ => Some((0, input)),
    }
}

/// `+01:00`, `+0100`, `+100`, `+01`, `+1`, `+1:00`.
pub(super) fn offset(input: &[u8]) -> Parsed<'_, i32> {
    let (sign, rest) = match input {
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let ((value, digits), rest) = number(spaces(rest), 4)?;
    let (minutes, rest) = match (digits, rest) {
        (3 | 4, _) => (value / 100 * 60 + value % 100, rest),
        (_, [b':', rest @ ..]) => {
            let ((minutes, _), rest) = number(rest, 2)?;
            (value * 60 + minutes, rest)
        }
        _ => (value * 60, rest),
    };
    Some((sign * minutes * 60, rest))
}

/// `EST`, `Etc/GMT`, `GMT+2`, `GMT +0200`: an offset behind a name is the zone, and the name of what it counts from.
fn name_and_offset(input: &[u8]) -> Parsed<'_, i32> {
    let (etc, input) = match input {
        [b'E' | b'e', b'T' | b't', b'C' | b'c', b'/', rest @ ..] => (true, rest),
        _ => (false, input),
    };
    let (name, rest) = word(input);
    match spaces(rest) {
        // The names of the tz database count westwards: Etc/GMT+5 is five hours behind.
        [b'+' | b'-', hours @ ..] if etc && hours.len() <= 2 => {
            offset(rest).map(|(offset, rest)| (-offset, rest))
        }
        counted @ [b'+' | b'-', b'0'..=b'9', ..] => offset(counted),
        _ => Some((named(name).unwrap_or(0), rest)),
    }
}

/// The offset of a name, without regard to case.
pub(super) fn named(name: &[u8]) -> Option<i32> {
    let (_, minutes) = ZONES.iter().find(|(zone, _)| zone.as_bytes().eq_ignore_ascii_case(name))?;
    Some(i32::from(*minutes) * 60)
}

/// Names and their minutes east of UTC: RFC 822 §5.1 with its signs of the military letters (it gives four of them;
/// the others are unknown names), the short names of North America's, and those names of the rest of the world
/// that are used for one zone only, or for one far more than for any other.
const ZONES: &[(&str, i16)] = &[
    ("GMT", 0),
    ("UTC", 0),
    ("Z", 0),
    ("UT", 0),
    ("EST", -5 * 60),
    ("EDT", -4 * 60),
    ("PST", -8 * 60),
    ("PDT", -7 * 60),
    ("CST", -6 * 60),
    ("CDT", -5 * 60),
    ("MST", -7 * 60),
    ("MDT", -6 * 60),
    ("ET", -5 * 60),
    ("CT", -6 * 60),
    ("MT", -7 * 60),
    ("PT", -8 * 60),
    ("AT", -4 * 60),
    ("AST", -4 * 60),
    ("ADT", -3 * 60),
    ("A", -60),
    ("M", -12 * 60),
    ("N", 60),
    ("Y", 12 * 60),
    // Europe and Africa
    ("WET", 0),
    ("WEST", 60),
    ("BST", 60),
    ("CET", 60),
    ("CEST", 2 * 60),
    ("MET", 60),
    ("MEST", 2 * 60),
    ("MEZ", 60),
    ("MESZ", 2 * 60),
    ("EET", 2 * 60),
    ("EEST", 3 * 60),
    ("SAST", 2 * 60),
    ("EAT", 3 * 60),
    ("MSK", 3 * 60),
    ("MSD", 4 * 60),
    ("TRT", 3 * 60),
    // Asia
    ("IDT", 3 * 60),
    ("PKT", 5 * 60),
    ("IST", 5 * 60 + 30),
    ("NPT", 5 * 60 + 45),
    ("WIB", 7 * 60),
    ("ICT", 7 * 60),
    ("HKT", 8 * 60),
    ("SGT", 8 * 60),
    ("PHT", 8 * 60),
    ("JST", 9 * 60),
    ("KST", 9 * 60),
    // Oceania
    ("AWST", 8 * 60),
    ("ACST", 9 * 60 + 30),
    ("ACDT", 10 * 60 + 30),
    ("AEST", 10 * 60),
    ("AEDT", 11 * 60),
    ("NZST", 12 * 60),
    ("NZDT", 13 * 60),
    // The Americas
    ("NST", -3 * 60 - 30),
    ("NDT", -2 * 60 - 30),
    ("AKST", -9 * 60),
    ("AKDT", -8 * 60),
    ("HST", -10 * 60),
    ("BRT", -3 * 60),
    ("BRST", -2 * 60),
    ("ART", -3 * 60),
    ("CLT", -4 * 60),
    ("CLST", -3 * 60),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_minutes_east_of_utc() {
        for (text, minutes) in [
            ("", 0),
            ("Z", 0),
            ("GMT", 0),
            ("gmt", 0),
            ("EST", -300),
            ("edt extra", -240),
            ("A", -60),
            ("Y", 720),
            ("B", 0),
            ("Atlantis", 0),
            ("+0100", 60),
            ("-08:00", -480),
            ("-8:00", -480),
            ("-800", -480),
            ("+1", 60),
            ("+05", 300),
            ("+ 0530", 330),
            ("+0000 (UTC)", 0),
            ("(EST)", -300),
            ("GMT+2", 120),
            ("GMT+02:00", 120),
            ("UTC -3", -180),
            ("GMT+0100 (CET)", 60),
            ("Etc/GMT", 0),
            ("Etc/GMT+5", -300),
            ("+9999", 99 * 60 + 99),
        ] {
            let read = zone(text.as_bytes()).map(|(offset, _)| offset);
            assert_eq!(read, Some(minutes * 60), "{text}");
        }
        for text in ["+zz:00", "+00:zz", "+", "+00:", "+00000", "−05:00", "&#43;0000"] {
            assert_eq!(zone(text.as_bytes()), None, "{text}");
        }
    }
}

//! Zones: offsets, and the names that feeds use for them.

pub(super) use super::iana;
use super::names;
use super::scan::{ScanStep, number, spaces, word};

/// The zone of a date, as written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Zone<'a> {
    /// No zone, or `-0000`: the instant is in UTC, and the local offset is unknown (RFC 5322 §3.3).
    #[default]
    Unspecified,
    /// Seconds east of UTC.
    Offset(i32),
    /// An offset that no zone has, such as `+9999`, in seconds east of UTC.
    OutOfRange(i32),
    /// A zone without its season, such as `ET`: its winter offset, and its name in the IANA database.
    Seasonal(i32, &'static str),
    /// A military letter, with the seconds of RFC 822 §5.1. The RFC reversed the signs, so the letter has the same meaning as `-0000`
    /// (RFC 5322 §4.3).
    Military(i32),
    /// A name of the IANA time zone database, or an unknown name.
    Name(&'a [u8]),
}

/// Parses the zone at the start of the input. If the input starts with other text, there is no zone.
///
/// Returns `None` for an offset without digits, and for non-ASCII text, which only the form for words can read.
#[inline]
pub(super) fn zone(input: &[u8]) -> ScanStep<'_, Zone<'_>> {
    let input = spaces(input);
    match input {
        [] => Some((Zone::Unspecified, input)),
        // By far the most common names.
        b"Z" | b"GMT" => Some((Zone::Offset(0), &[])),
        [b'+' | b'-', ..] => offset(input),
        // A comment, or the suffix of RFC 9557 §4.1 without an offset before it.
        [b'(' | b'[', rest @ ..] => {
            let (name, rest) = zone_name(rest);
            let zone =
                if name.is_empty() { Zone::Unspecified } else { named(name).unwrap_or(Zone::Name(name)) };
            Some((zone, rest))
        }
        [b'a'..=b'z' | b'A'..=b'Z', ..] => name_and_offset(input),
        [b'&' | 0x80.., ..] => None,
        _ => Some((Zone::Unspecified, input)),
    }
}

/// Parses `+01:00`, `+0100`, `+100`, `+01`, `+1` or `+1:00`.
#[inline]
pub(super) fn offset(input: &[u8]) -> ScanStep<'_, Zone<'_>> {
    let (sign, rest) = match input {
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let ((value, digits), rest) = number(spaces(rest), 4)?;
    let (hours, minutes, rest) = match (digits, rest) {
        // Three or more digits include the minutes, so a colon after them belongs to other text.
        (3 | 4, _) => (value / 100, value % 100, rest),
        (_, [b':', rest @ ..]) => {
            let ((minutes, _), rest) = number(rest, 2)?;
            (value, minutes, rest)
        }
        _ => (value, 0, rest),
    };
    let seconds = sign * (hours * 60 + minutes) * 60;
    let zone = match (sign, seconds) {
        _ if hours > 23 || minutes > 59 => Zone::OutOfRange(seconds),
        (-1, 0) => Zone::Unspecified,
        _ => Zone::Offset(seconds),
    };
    Some((zone, rest))
}

/// Returns whether a sign after a date without a time begins an offset: `+` with a number, or `-` with four digits. Otherwise, it
/// separates a time from the date: `2 January 2026 - 10:00`.
pub(super) fn is_offset_without_time(input: &[u8]) -> bool {
    match input {
        [b'+', b'0'..=b'9', ..] => true,
        [b'-', rest @ ..] => matches!(number(rest, 4), Some(((_, 4), []))),
        _ => false,
    }
}

/// Parses `EST`, `Etc/GMT`, `GMT+2` or `GMT +0200`. An offset after a name is the zone; the name only states the reference.
fn name_and_offset(input: &[u8]) -> ScanStep<'_, Zone<'_>> {
    let (etc, input) = match input {
        [b'E' | b'e', b'T' | b't', b'C' | b'c', b'/', rest @ ..] => (true, rest),
        _ => (false, input),
    };
    let (name, rest) = zone_name(input);
    match spaces(rest) {
        // The IANA database counts westwards: Etc/GMT+5 is UTC-5.
        [b'+' | b'-', hours @ ..] if etc && hours.len() <= 2 => {
            let (zone, rest) = offset(rest)?;
            let zone = match zone {
                Zone::Offset(seconds) => Zone::Offset(-seconds),
                other => other,
            };
            Some((zone, rest))
        }
        counted @ [b'+' | b'-', b'0'..=b'9', ..] => offset(counted),
        _ => Some((named(name).unwrap_or(Zone::Name(name)), rest)),
    }
}

/// Splits off the name of a zone: a known IANA name with slashes (`America/Port-au-Prince`), else a word.
pub(super) fn zone_name(input: &[u8]) -> (&[u8], &[u8]) {
    let (word, rest) = word(input);
    if !matches!(rest, [b'/' | b'_', ..]) {
        return (word, rest);
    }
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'+');
    let end = input.iter().position(|byte| !is_of_name(byte)).unwrap_or(input.len());
    match input.split_at_checked(end) {
        Some((name, after_name)) if iana::is_known(name) => (name, after_name),
        _ => (word, rest),
    }
}

/// Returns whether a name has a known offset.
pub(super) fn is_known(name: &[u8]) -> bool {
    named(name).is_some() || iana::is_known(name)
}

/// Returns whether a word is a filler word in dates, such as `Uhr`.
pub(super) fn is_filler(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| names::is_filler(&names::fold(word)))
}

/// Returns the zone of an abbreviation, in any case.
pub(super) fn named(name: &[u8]) -> Option<Zone<'static>> {
    if let [letter] = name {
        return military(letter.to_ascii_uppercase());
    }
    let is_name = |(zone, ..): &&(&str, i16, &str)| zone.as_bytes().eq_ignore_ascii_case(name);
    if let Some((_, minutes, place)) = SEASONAL.iter().find(is_name) {
        return Some(Zone::Seasonal(i32::from(*minutes) * 60, place));
    }
    let (_, minutes) = ZONES.iter().find(|(zone, _)| zone.as_bytes().eq_ignore_ascii_case(name))?;
    Some(Zone::Offset(i32::from(*minutes) * 60))
}

/// Returns the zone of a military letter. RFC 822 §5.1 lists offsets for five of them; J is not a zone.
fn military(letter: u8) -> Option<Zone<'static>> {
    match letter {
        b'Z' => Some(Zone::Offset(0)),
        b'A' => Some(Zone::Military(-3600)),
        b'M' => Some(Zone::Military(-12 * 3600)),
        b'N' => Some(Zone::Military(3600)),
        b'Y' => Some(Zone::Military(12 * 3600)),
        b'B'..=b'I' | b'K' | b'L' | b'O'..=b'X' => Some(Zone::Unspecified),
        _ => None,
    }
}

/// North American abbreviations without a season, with their winter offset in minutes east of UTC and a place.
const SEASONAL: &[(&str, i16, &str)] = &[
    ("ET", -5 * 60, "America/New_York"),
    ("CT", -6 * 60, "America/Chicago"),
    ("MT", -7 * 60, "America/Denver"),
    ("PT", -8 * 60, "America/Los_Angeles"),
    ("AT", -4 * 60, "America/Halifax"),
];

/// Abbreviations and their minutes east of UTC: the ones in RFC 822 §5.1, and others that denote one zone only, or one zone far more
/// often than others.
const ZONES: &[(&str, i16)] = &[
    ("GMT", 0),
    ("UTC", 0),
    ("UT", 0),
    ("EST", -5 * 60),
    ("EDT", -4 * 60),
    ("PST", -8 * 60),
    ("PDT", -7 * 60),
    ("CST", -6 * 60),
    ("CDT", -5 * 60),
    ("MST", -7 * 60),
    ("MDT", -6 * 60),
    ("AST", -4 * 60),
    ("ADT", -3 * 60),
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
    fn offsets_are_minutes_east_of_utc() {
        for (text, minutes) in [
            ("Z", 0),
            ("GMT", 0),
            ("gmt", 0),
            ("EST", -300),
            ("edt extra", -240),
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
            ("+2359", 1439),
        ] {
            let read = zone(text.as_bytes()).map(|(zone, _)| zone);
            assert_eq!(read, Some(Zone::Offset(minutes * 60)), "{text}");
        }
    }

    #[test]
    fn other_zones_are_told_apart() {
        for (text, expected) in [
            ("", Zone::Unspecified),
            (", later", Zone::Unspecified),
            ("-0000", Zone::Unspecified),
            ("-00:00", Zone::Unspecified),
            ("B", Zone::Unspecified),
            ("A", Zone::Military(-3600)),
            ("y", Zone::Military(12 * 3600)),
            ("J", Zone::Name(b"J")),
            ("Atlantis", Zone::Name(b"Atlantis")),
            ("+9999", Zone::OutOfRange((99 * 60 + 99) * 60)),
            ("+0160", Zone::OutOfRange(2 * 3600)),
        ] {
            assert_eq!(zone(text.as_bytes()).map(|(zone, _)| zone), Some(expected), "{text}");
        }
    }

    #[test]
    fn malformed_offsets_are_rejected() {
        for text in ["+zz:00", "+00:zz", "+", "+00:", "+00000", "−05:00", "&#43;0000"] {
            assert_eq!(zone(text.as_bytes()), None, "{text}");
        }
    }

    #[cfg(feature = "iana-time-zones")]
    #[test]
    fn iana_names_have_slashes() {
        for (text, name, rest) in [
            ("America/Los_Angeles", "America/Los_Angeles", ""),
            ("America/Port-au-Prince, later", "America/Port-au-Prince", ", later"),
            ("(Europe/Paris)", "Europe/Paris", ")"),
            ("[Asia/Tokyo]", "Asia/Tokyo", "]"),
            ("America/Atlantis", "America", "/Atlantis"),
        ] {
            assert_eq!(zone(text.as_bytes()), Some((Zone::Name(name.as_bytes()), rest.as_bytes())), "{text}");
        }
    }
}

//! Times of day.

use super::civil::ClockTime;
use super::scan::{ScanStep, one_or_two, spaces};
use super::zone;

/// Parses `10:14:55.123`, `10:14:55`, `10:14` or `10`. Also accepts dots and `h` instead of colons, a comma as the decimal point, a
/// fraction after the minute (ISO 8601 §4.2.2.4), and a colon between the time and an offset (`10:14:55:-0700`). The ranges of the fields
/// are not checked.
#[inline]
pub(super) fn time_of_day(input: &[u8]) -> ScanStep<'_, ClockTime<'_>> {
    let (hour, rest) = one_or_two(input)?;
    let mut time = ClockTime { hour, ..ClockTime::default() };
    let separator = match rest {
        [b':', ..] => b':',
        // A dot or an `h` requires a digit after it, since a dot may end a sentence, and `h` may be the French word for o'clock.
        [separator @ (b'.' | b'h'), b'0'..=b'9', ..] => *separator,
        _ => return Some((time, rest)),
    };
    let (minute, rest) = one_or_two(rest.get(1..)?)?;
    time.minute = minute;
    let Some(seconds) = rest.strip_prefix(&[separator]).filter(|_| !is_colon_before_offset(rest)) else {
        // `10:14.5` is 10:14:30.
        let (billionths, rest) = fraction(rest);
        let nanoseconds = i64::from(billionths) * 60;
        time.second = i32::try_from(nanoseconds / 1_000_000_000).unwrap_or_default();
        time.nanosecond = i32::try_from(nanoseconds % 1_000_000_000).unwrap_or_default();
        return Some((time, after_colon_before_offset(rest)));
    };
    let (second, rest) = one_or_two(seconds)?;
    time.second = second;
    let (nanosecond, rest) = fraction(rest);
    time.nanosecond = nanosecond;
    Some((time, after_colon_before_offset(rest)))
}

fn is_colon_before_offset(input: &[u8]) -> bool {
    matches!(input, [b':', b'+' | b'-', b'0'..=b'9', ..])
}

fn after_colon_before_offset(input: &[u8]) -> &[u8] {
    match input {
        [b':', offset @ ..] if is_colon_before_offset(input) => offset,
        _ => input,
    }
}

/// Parses a decimal fraction, in billionths, and drops further digits. Without a fraction, the value is zero.
#[inline]
pub(super) fn fraction(input: &[u8]) -> (i32, &[u8]) {
    let [b'.' | b',', rest @ ..] = input else {
        return (0, input);
    };
    let mut value = 0;
    let mut unit = 100_000_000;
    let mut rest = rest;
    while let [byte @ b'0'..=b'9', tail @ ..] = rest {
        value += i32::from(byte - b'0') * unit;
        // After nine digits the unit is zero, so further digits change nothing and the sum stays below a second.
        unit /= 10;
        rest = tail;
    }
    (value, rest)
}

/// Parses a time of day, an optional `a.m.` or `p.m.` and an optional zone, and ignores any further text.
#[inline]
pub(super) fn time_and_zone(input: &[u8]) -> Option<ClockTime<'_>> {
    let (time, rest) = time_of_day(input)?;
    with_zone(time, rest)
}

/// Parses the part of [`time_and_zone`] after the time of day, which is `time`.
#[inline]
pub(super) fn with_zone<'a>(mut time: ClockTime<'a>, rest: &'a [u8]) -> Option<ClockTime<'a>> {
    // More digits than in a time: the text has another meaning.
    if matches!(rest, [b':' | b'0'..=b'9', ..]) {
        return None;
    }
    let rest = spaces(rest);
    let rest = match meridiem(rest) {
        Some((meridiem, rest)) => {
            time.hour = meridiem.hour(time.hour);
            rest
        }
        None => rest,
    };
    time.zone = zone::zone(rest)?.0;
    Some(time)
}

/// A half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meridiem {
    Ante,
    Post,
}

impl Meridiem {
    /// Returns the hour on the 24-hour clock. An hour above 12 is returned unchanged (`19:48 PM`).
    pub(super) fn hour(self, hour: i32) -> i32 {
        match self {
            _ if hour > 12 => hour,
            Meridiem::Ante => hour % 12,
            Meridiem::Post => hour % 12 + 12,
        }
    }
}

/// Parses `AM`, `am`, `a.m.`, `a. m.` and the same forms with `p`.
pub(super) fn meridiem(input: &[u8]) -> ScanStep<'_, Meridiem> {
    let (meridiem, rest) = match input {
        [b'a' | b'A', rest @ ..] => (Meridiem::Ante, rest),
        [b'p' | b'P', rest @ ..] => (Meridiem::Post, rest),
        _ => return None,
    };
    let rest = match rest {
        [b'.', rest @ ..] => spaces(rest),
        _ => rest,
    };
    let [b'm' | b'M', rest @ ..] = rest else {
        return None;
    };
    let rest = rest.strip_prefix(b".").unwrap_or(rest);
    if rest.first().is_some_and(u8::is_ascii_alphabetic) { None } else { Some((meridiem, rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zone::Zone;

    #[test]
    fn times_of_day_have_one_to_three_parts_and_a_fraction() {
        for (text, (hour, minute, second, nanosecond), rest) in [
            ("9", (9, 0, 0, 0), ""),
            ("9:05", (9, 5, 0, 0), ""),
            ("09:05:07Z", (9, 5, 7, 0), "Z"),
            ("09:05:07.25 x", (9, 5, 7, 250_000_000), " x"),
            ("09:05:07,0000000019", (9, 5, 7, 1), ""),
            ("09:05.5", (9, 5, 30, 0), ""),
            ("09.05.07", (9, 5, 7, 0), ""),
            ("9h05", (9, 5, 0, 0), ""),
            ("9.", (9, 0, 0, 0), "."),
            ("09:05:07:-0700", (9, 5, 7, 0), "-0700"),
            ("09:05:+0100", (9, 5, 0, 0), "+0100"),
            ("09:05:07:123", (9, 5, 7, 0), ":123"),
        ] {
            let time = ClockTime { hour, minute, second, nanosecond, zone: Zone::Unspecified };
            assert_eq!(time_of_day(text.as_bytes()), Some((time, rest.as_bytes())), "{text}");
        }
        for text in ["", "x", "9:", "9:x", "123:00", "9:05:", "9:05:-"] {
            assert_eq!(time_of_day(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn noon_and_midnight_are_twelve() {
        assert_eq!(Meridiem::Ante.hour(12), 0);
        assert_eq!(Meridiem::Post.hour(12), 12);
        assert_eq!(Meridiem::Post.hour(7), 19);
        assert_eq!(Meridiem::Post.hour(19), 19);
        assert_eq!(meridiem(b"p. m. x"), Some((Meridiem::Post, &b" x"[..])));
        assert_eq!(meridiem(b"amt"), None);
    }
}

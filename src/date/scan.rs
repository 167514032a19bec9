//! The steps that the forms share. Each takes what is left of the text and gives its value and what is left then.

use super::civil::Clock;
use super::zone;

/// A value and the rest behind it.
pub(super) type Parsed<'a, T> = Option<(T, &'a [u8])>;

/// Up to `most` digits, at most nine, and how many they were; a digit more makes it another number.
pub(super) fn number(input: &[u8], most: usize) -> Parsed<'_, (i32, usize)> {
    let mut value = 0;
    let mut rest = input;
    let mut digits = 0;
    while let [byte @ b'0'..=b'9', tail @ ..] = rest {
        if digits == most {
            return None;
        }
        value = value * 10 + i32::from(byte - b'0');
        digits += 1;
        rest = tail;
    }
    if digits == 0 { None } else { Some(((value, digits), rest)) }
}

/// One or two digits.
fn one_or_two(input: &[u8]) -> Parsed<'_, i32> {
    number(input, 2).map(|((value, _), rest)| (value, rest))
}

/// What is left behind white space.
pub(super) fn spaces(input: &[u8]) -> &[u8] {
    skip(input, |byte| byte.is_ascii_whitespace())
}

/// What is left behind all bytes of that class.
pub(super) fn skip(mut input: &[u8], class: impl Fn(u8) -> bool) -> &[u8] {
    while let [byte, rest @ ..] = input {
        if !class(*byte) {
            break;
        }
        input = rest;
    }
    input
}

/// A run of ASCII letters, perhaps empty.
pub(super) fn word(input: &[u8]) -> (&[u8], &[u8]) {
    let end = input.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(input.len());
    input.split_at_checked(end).unwrap_or((input, &[]))
}

/// `10:14:55.123`, `10:14:55`, `10:14`, `10`, and the same with dots or `h` for the colons. A decimal comma is one
/// too, and a decimal may stand behind the minute (ISO 8601 §4.2.2.4). The range of the fields is checked by whoever
/// makes an instant of them.
pub(super) fn time_of_day(input: &[u8]) -> Parsed<'_, Clock> {
    let (hour, rest) = one_or_two(input)?;
    let mut clock = Clock { hour, ..Clock::default() };
    let separator = match rest {
        [b':', ..] => b':',
        [separator @ (b'.' | b'h'), b'0'..=b'9', ..] => *separator,
        _ => return Some((clock, rest)),
    };
    let (minute, rest) = one_or_two(rest.get(1..)?)?;
    clock.minute = minute;
    let Some(behind) = rest.strip_prefix(&[separator]) else {
        let (billionths, rest) = fraction(rest);
        let nanoseconds = i64::from(billionths) * 60;
        clock.second = i32::try_from(nanoseconds / 1_000_000_000).unwrap_or_default();
        clock.nanosecond = i32::try_from(nanoseconds % 1_000_000_000).unwrap_or_default();
        return Some((clock, rest));
    };
    let (second, rest) = one_or_two(behind)?;
    clock.second = second;
    let (nanosecond, rest) = fraction(rest);
    clock.nanosecond = nanosecond;
    Some((clock, rest))
}

/// A decimal fraction in billionths; further digits are dropped. Without one: zero.
pub(super) fn fraction(input: &[u8]) -> (i32, &[u8]) {
    let [b'.' | b',', rest @ ..] = input else {
        return (0, input);
    };
    let mut value = 0;
    let mut unit = 100_000_000;
    let mut rest = rest;
    while let [byte @ b'0'..=b'9', tail @ ..] = rest {
        value += i32::from(byte - b'0') * unit;
        unit /= 10;
        rest = tail;
    }
    (value, rest)
}

/// A time of day, then `a.m.` or `p.m.` if they are there, then the zone. Text behind the zone is of no account.
pub(super) fn time_and_zone(input: &[u8]) -> Option<Clock> {
    let (mut clock, rest) = time_of_day(input)?;
    if matches!(rest, [b':' | b'0'..=b'9', ..]) {
        return None;
    }
    let rest = spaces(rest);
    let rest = match meridiem(rest) {
        Some((meridiem, rest)) => {
            clock.hour = meridiem.hour(clock.hour);
            rest
        }
        None => rest,
    };
    clock.offset = zone::zone(rest)?.0;
    Some(clock)
}

/// The half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meridiem {
    Ante,
    Post,
}

impl Meridiem {
    /// The hour in 24; an hour that already counts so is left alone (`19:48 PM`).
    pub(super) fn hour(self, hour: i32) -> i32 {
        match self {
            _ if hour > 12 => hour,
            Meridiem::Ante => hour % 12,
            Meridiem::Post => hour % 12 + 12,
        }
    }
}

/// `AM`, `am`, `a.m.`, `a. m.` and the same with p.
pub(super) fn meridiem(input: &[u8]) -> Parsed<'_, Meridiem> {
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
        ] {
            let clock = Clock { hour, minute, second, nanosecond, offset: 0 };
            assert_eq!(time_of_day(text.as_bytes()), Some((clock, rest.as_bytes())), "{text}");
        }
        for text in ["", "x", "9:", "9:x", "123:00", "9:05:"] {
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

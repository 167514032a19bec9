//! Reading typed values: one function for all vocabularies and formats, and the words and numbers that they share.

use std::time::Duration;

use crate::date::{self, DateHandler};
use crate::diagnostics::WarningKind;
use crate::model::{Date, Typed};

/// Reads a typed value. `warn` is called if there is text and it cannot be read.
pub(crate) fn read_typed<T>(
    raw: impl Into<String>,
    kind: WarningKind,
    parse: impl FnOnce(&str) -> Option<T>,
    warn: impl FnOnce(WarningKind, &str),
) -> Typed<T> {
    let raw = raw.into();
    let value = parse(raw.trim());
    if value.is_none() && !raw.is_empty() {
        warn(kind, &raw);
    }
    Typed { raw, value }
}

/// Reads a date. `warn` is called if there is text and it cannot be read, or if its zone is unknown.
pub(crate) fn read_date(
    handlers: &[DateHandler],
    raw: impl Into<String>,
    mut warn: impl FnMut(WarningKind, &str),
) -> Date {
    let read = |raw: &str| date::read_with(handlers, raw);
    let Typed { raw, value } = read_typed(raw, WarningKind::UnreadableDate, read, &mut warn);
    if value.is_some_and(|moment| moment.has_unknown_zone) {
        warn(WarningKind::UnknownZone, &raw);
    }
    let offset = value.and_then(|moment| moment.offset);
    Date { raw, value: value.map(|moment| moment.instant), offset }
}

/// Parses a whole number.
pub(crate) fn number<T: std::str::FromStr>(raw: &str) -> Option<T> {
    raw.parse().ok()
}

/// Parses a number that may have a fraction.
pub(crate) fn real(raw: &str) -> Option<f64> {
    raw.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Parses a number of bytes; people write it with separators.
pub(crate) fn size(raw: &str) -> Option<u64> {
    if let Ok(size) = raw.parse() {
        return Some(size);
    }
    let digits: String = raw.chars().filter(|c| !matches!(c, ',' | ' ' | '_')).collect();
    digits.parse().ok()
}

/// Parses `true`, `yes`, `1` and their opposites.
pub(crate) fn boolean(raw: &str) -> Option<bool> {
    const WORDS: [(&str, bool); 6] =
        [("true", true), ("yes", true), ("1", true), ("false", false), ("no", false), ("0", false)];
    word(&WORDS, raw)
}

/// Parses the words of iTunes for explicit language.
pub(crate) fn explicit(raw: &str) -> Option<bool> {
    const WORDS: [(&str, bool); 6] = [
        ("yes", true),
        ("true", true),
        ("explicit", true),
        ("no", false),
        ("false", false),
        ("clean", false),
    ];
    word(&WORDS, raw)
}

fn word(words: &[(&str, bool)], raw: &str) -> Option<bool> {
    words.iter().find(|(word, _)| word.eq_ignore_ascii_case(raw)).map(|(_, value)| *value)
}

/// Parses hours, minutes and seconds, or seconds alone: `1:02:03`, `62:03`, `3723`.
pub(crate) fn duration(raw: &str) -> Option<Duration> {
    let mut sum = Duration::ZERO;
    for (count, part) in raw.trim().split(':').enumerate() {
        if count == 3 {
            return None;
        }
        sum = sum.checked_mul(60)?.checked_add(seconds(part)?)?;
    }
    Some(sum)
}

/// Parses a decimal number of seconds, to the nanosecond; further digits are cut off.
fn seconds(text: &str) -> Option<Duration> {
    const NANOSECONDS: usize = 9;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let fraction = fraction.get(..NANOSECONDS).unwrap_or(fraction);
    Some(Duration::new(whole, format!("{fraction:0<NANOSECONDS$}").parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_hours_minutes_and_seconds_or_seconds_alone() {
        for (raw, seconds) in [
            ("1:02:03", Some(3723.0)),
            ("62:03", Some(3723.0)),
            ("3723", Some(3723.0)),
            ("00:00:01.5", Some(1.5)),
            ("", None),
            ("an hour", None),
            ("1:2:3:4", None),
            ("-5", None),
            ("+5", None),
            ("1.5.", None),
            (".", None),
            (":5", None),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
        ] {
            assert_eq!(duration(raw).map(|d| d.as_secs_f64()), seconds, "{raw}");
        }
    }

    #[test]
    fn durations_are_exact_to_the_nanosecond() {
        for (raw, exact) in [
            ("0.1", Duration::new(0, 100_000_000)),
            ("1:00:00.0000000019", Duration::new(3600, 1)),
            ("18446744073709551615.999999999", Duration::MAX),
            ("9007199254740993", Duration::from_secs(9_007_199_254_740_993)),
        ] {
            assert_eq!(duration(raw), Some(exact), "{raw}");
        }
        assert_eq!(duration("18446744073709551616"), None);
        assert_eq!(duration("307445734561825861:0"), None);
    }

    #[test]
    fn booleans_are_written_in_several_ways() {
        for (raw, value) in [
            ("yes", Some(true)),
            ("TRUE", Some(true)),
            ("1", Some(true)),
            ("No", Some(false)),
            ("maybe", None),
        ] {
            assert_eq!(boolean(raw), value, "{raw}");
        }
    }

    #[test]
    fn sizes_may_have_separators() {
        for (raw, value) in [("1,024", Some(1024)), ("1 024", Some(1024)), ("12", Some(12)), ("12 KB", None)]
        {
            assert_eq!(size(raw), value, "{raw}");
        }
    }

    #[test]
    fn an_unreadable_value_keeps_its_text_and_warns_unless_it_is_empty() {
        for (raw, value, warned) in [("7", Some(7), None), ("x", None, Some("x")), ("", None, None)] {
            let mut warning = None;
            let typed = read_typed(raw, WarningKind::UnreadableNumber, number::<u32>, |_, raw| {
                warning = Some(raw.to_owned());
            });
            assert_eq!((typed.raw.as_str(), typed.value, warning.as_deref()), (raw, value, warned));
        }
    }
}

//! Parses values, and warns if they cannot be read. Every typed value is created here.

use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;

use super::value_kind::ValueKind;
use crate::DateHandler;
use crate::date::Moment;
use crate::diagnostics::WarningKind;
use crate::model::{Date, Typed};
use crate::text_repair::repair_if;
use bozofeed_text::decimal;
use bozofeed_text::trim::{trim, trimmed};

/// Returns the text of an element, an attribute or a JSON member: trimmed, and with its encoding repaired. `is_undone` is called
/// with text that looks doubly encoded, and returns whether it was.
pub(crate) fn value_of(text: Cow<'_, str>, is_undone: impl FnOnce(&str) -> bool) -> Cow<'_, str> {
    repair_if(trimmed(text), is_undone)
}

/// A kind of typed value.
pub(crate) trait Read {
    type Value;

    /// The form that specifications allow.
    const KIND: ValueKind;

    /// The warning for text that cannot be read.
    const UNREADABLE: WarningKind;

    /// Parses a text without surrounding white space.
    fn read(text: &str) -> Option<Self::Value>;

    /// Parses a text in the form required by specifications. [`read`](Self::read) is more lenient.
    fn read_strictly(text: &str) -> Option<Self::Value> {
        Self::read(text)
    }

    /// Returns whether a text is valid although it has no value.
    fn is_word(text: &str) -> bool {
        let _ = text;
        false
    }
}

/// Parses a value of the kind `K`. `warn` is called if there is text that cannot be read.
pub(crate) fn read_typed<K: Read>(
    raw: impl Into<String>,
    warn: impl FnOnce(WarningKind, &str),
) -> Typed<K::Value> {
    read_with(raw, K::UNREADABLE, K::read, |kind, raw| {
        if !K::is_word(raw) {
            warn(kind, raw);
        }
    })
}

/// Parses a value with a function that depends on its context. `warn` is called if there is text that cannot be read.
pub(crate) fn read_with<T>(
    raw: impl Into<String>,
    kind: WarningKind,
    parse: impl FnOnce(&str) -> Option<T>,
    warn: impl FnOnce(WarningKind, &str),
) -> Typed<T> {
    let raw = raw.into();
    let value = parse_or_warn(&raw, kind, parse, warn);
    Typed::new(raw, |_| value)
}

fn parse_or_warn<T>(
    raw: &str,
    kind: WarningKind,
    parse: impl FnOnce(&str) -> Option<T>,
    warn: impl FnOnce(WarningKind, &str),
) -> Option<T> {
    let value = parse(trim(raw));
    if value.is_none() && !raw.is_empty() {
        warn(kind, raw);
    }
    value
}

/// Parses a date. `warn` is called if there is text that cannot be read, or if its zone is unknown.
pub(crate) fn read_date(
    handlers: &[DateHandler],
    raw: impl Into<String>,
    mut warn: impl FnMut(WarningKind, &str),
) -> Date {
    let read = |raw: &str| bozofeed_date::parse_with(handlers, raw);
    let raw = raw.into();
    let value = parse_or_warn(&raw, WarningKind::UnreadableDate, read, &mut warn);
    if value.is_some_and(Moment::has_unknown_zone) {
        warn(WarningKind::UnknownZone, &raw);
    }
    // This drops the mark of an unknown zone, which JSON does not keep.
    let value = value.map(|moment| Moment::new(moment.instant(), moment.offset()));
    Date::new(raw, |_| value)
}

/// Whole numbers.
macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(
            impl Read for $number {
                type Value = Self;
                const KIND: ValueKind = if <$number>::MIN == 0 { ValueKind::Number } else { ValueKind::Integer };
                const UNREADABLE: WarningKind = WarningKind::UnreadableNumber;

                fn read(text: &str) -> Option<Self> {
                    whole(text)
                }

                fn read_strictly(text: &str) -> Option<Self> {
                    let digits = if <$number>::MIN == 0 { text } else { text.strip_prefix(['+', '-']).unwrap_or(text) };
                    digits.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
                }
            }
        )+
    };
}

whole_numbers!(u16, u32, u64, i32, i64);

/// Parses a whole number in any notation: `1337`, `1,337`, `1337.0`, `1.337e3`.
fn whole<T: FromStr>(text: &str) -> Option<T> {
    // Floating-point numbers come last: the other notations keep every digit of a 64-bit number.
    text.parse().ok().or_else(|| grouped(text)?.parse().ok()).or_else(|| {
        let number = decimal::parse(text)?;
        // Beyond 2⁵³, a floating-point number may differ from the digits in the text.
        let is_whole = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0;
        #[allow(clippy::cast_possible_truncation, reason = "it is whole and not too large")]
        is_whole.then(|| (number as i64).to_string().parse().ok())?
    })
}

/// Returns the digits of a number with separated groups of thousands.
fn grouped(text: &str) -> Option<String> {
    // A full stop is not a separator: `1.337` is a number with a fraction.
    let is_separator = |c: char| matches!(c, ',' | ' ' | '_' | '\'' | '\u{A0}' | '\u{202F}');
    let mut groups = text.split(is_separator);
    let is_number = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    let mut digits = groups.next().filter(|group| is_number(group) && group.len() <= 3)?.to_owned();
    for group in groups {
        // `1,2` may be a list or a decimal fraction, and is not read as twelve.
        if group.len() != 3 || !is_number(group) {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

/// A number of bytes.
#[derive(Debug)]
pub(crate) struct Length;

impl Read for Length {
    type Value = u64;
    const KIND: ValueKind = ValueKind::Length;
    const UNREADABLE: WarningKind = WarningKind::UnreadableLength;

    fn read(text: &str) -> Option<u64> {
        whole(text)
    }
}

/// A number with an optional fraction.
impl Read for f64 {
    type Value = Self;
    const KIND: ValueKind = ValueKind::Decimal;
    const UNREADABLE: WarningKind = WarningKind::UnreadableNumber;

    fn read(text: &str) -> Option<Self> {
        decimal::parse(text).or_else(|| decimal::parse(&grouped(text)?))
    }

    /// Parses digits with an optional sign and fraction, without an exponent.
    fn read_strictly(text: &str) -> Option<Self> {
        let is_decimal = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'));
        is_decimal.then(|| decimal::parse(text)).flatten()
    }
}

/// A coordinate of a place.
#[derive(Debug)]
pub(crate) struct Coordinate;

impl Read for Coordinate {
    type Value = f64;
    const KIND: ValueKind = ValueKind::Decimal;
    const UNREADABLE: WarningKind = WarningKind::UnreadablePlace;

    fn read(text: &str) -> Option<f64> {
        decimal::parse(text)
    }
}

/// `true`, `yes`, `1` and their opposites.
impl Read for bool {
    type Value = Self;
    const KIND: ValueKind = ValueKind::Boolean;
    const UNREADABLE: WarningKind = WarningKind::UnreadableBoolean;

    fn read(text: &str) -> Option<Self> {
        const WORDS: [(&str, bool); 6] =
            [("true", true), ("yes", true), ("1", true), ("false", false), ("no", false), ("0", false)];
        word(&WORDS, text)
    }
}

/// The words of iTunes for explicit language.
#[derive(Debug)]
pub(crate) struct Explicit;

impl Read for Explicit {
    type Value = bool;
    const KIND: ValueKind = ValueKind::Words(&["yes", "no", "true", "false", "clean", "explicit"]);
    const UNREADABLE: WarningKind = WarningKind::UnknownWord;

    fn read(text: &str) -> Option<bool> {
        const WORDS: [(&str, bool); 6] = [
            ("yes", true),
            ("true", true),
            ("explicit", true),
            ("no", false),
            ("false", false),
            ("clean", false),
        ];
        word(&WORDS, text)
    }
}

fn word(words: &[(&str, bool)], text: &str) -> Option<bool> {
    words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|(_, value)| *value)
}

/// Hours, minutes and seconds, or seconds alone: `1:02:03`, `62:03`, `3723`, `npt:3723`; `now` is a time without a number (Normal
/// Play Time, RFC 2326 §3.6). Numbers with units, `1h 2m 3s` or `62 min`, and the ISO 8601 form, `PT1H2M3S`, are also accepted.
impl Read for Duration {
    type Value = Self;
    const KIND: ValueKind = ValueKind::PlayTime;
    const UNREADABLE: WarningKind = WarningKind::UnreadableDuration;

    fn read(text: &str) -> Option<Self> {
        let text = without_scheme(text);
        let parts = || {
            let mut sum = Self::ZERO;
            for (count, part) in text.split(':').enumerate() {
                if count == 3 {
                    return None;
                }
                // Minutes and seconds of 60 or more are carried over: feeds write `1:62:03` and `62:03`.
                sum = sum.checked_mul(60)?.checked_add(seconds(part)?)?;
            }
            Some(sum)
        };
        // A number may have an exponent, but no sign.
        let number = || Self::try_from_secs_f64(decimal::parse(text)?).ok();
        // The parts come first because they are exact to the nanosecond. A floating-point number would round long fractions, and is
        // only used for texts with an exponent.
        parts().or_else(|| if text.starts_with('+') { None } else { number() }).or_else(|| with_units(text))
    }

    /// Parses seconds, `MM:SS` or `HH:MM:SS`, with a fraction, and with any number of digits in the first part.
    fn read_strictly(text: &str) -> Option<Self> {
        let (clock, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_part = |(at, part): (usize, &str)| match u64::read_strictly(part) {
            Some(number) => at == 0 || number < 60 && part.len() <= 2,
            None => false,
        };
        let is_strict = clock.split(':').enumerate().all(is_part) && u64::read_strictly(fraction).is_some();
        is_strict.then(|| Self::read(text)).flatten()
    }

    fn is_word(text: &str) -> bool {
        without_scheme(text).eq_ignore_ascii_case("now")
    }
}

/// Parses numbers with units from the largest to the smallest, each at most once, in words or in ISO 8601 notation (§4.4.3.2).
fn with_units(text: &str) -> Option<Duration> {
    const UNITS: [(u32, &[&str]); 4] = [
        (86_400, &["d", "day", "days"]),
        (3600, &["h", "hr", "hrs", "hour", "hours", "std"]),
        (60, &["m", "min", "mins", "minute", "minutes"]),
        (1, &["s", "sec", "secs", "second", "seconds"]),
    ];
    let iso = text.strip_prefix(['P', 'p']);
    let mut rest = iso.unwrap_or(text);
    let (mut sum, mut smallest, mut is_time) = (Duration::ZERO, u32::MAX, iso.is_none());
    while !rest.is_empty() {
        if let Some(time) = rest.strip_prefix(['T', 't']).filter(|_| !is_time) {
            (is_time, rest) = (true, time);
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let (number, after) = rest.split_at_checked(digits)?;
        let after = after.trim_start();
        let letters = after.len() - after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        // An ISO 8601 designator is a single letter, and the `T` may follow it directly: `P1DT1H`.
        let letters = if iso.is_some() { letters.min(1) } else { letters };
        let (unit, after) = after.split_at_checked(letters)?;
        let is_unit = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(unit));
        let (size, _) = UNITS.iter().find(|(_, names)| is_unit(names))?;
        // In ISO 8601, an `M` before the `T` is a month.
        if *size >= smallest || iso.is_some() && is_time != (*size < 86_400) {
            return None;
        }
        sum = sum.checked_add(seconds(number)?.checked_mul(*size)?)?;
        smallest = *size;
        // A unit may be abbreviated with a full stop: `62 min.`
        rest = after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '.'));
        let and = rest.get(..3).filter(|and| and.eq_ignore_ascii_case("and")).map_or(0, str::len);
        rest = rest.get(and..)?.trim_start();
    }
    (smallest < u32::MAX).then_some(sum)
}

/// Parses a decimal number of seconds to the nanosecond. Further digits are dropped.
fn seconds(text: &str) -> Option<Duration> {
    /// The number of nanoseconds in a tenth of a second.
    const TENTH: u32 = 100_000_000;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let places = std::iter::successors(Some(TENTH), |place| Some(place / 10).filter(|place| *place > 0));
    let nanoseconds =
        fraction.bytes().zip(places).map(|(digit, place)| u32::from(digit - b'0') * place).sum();
    Some(Duration::new(whole, nanoseconds))
}

fn without_scheme(text: &str) -> &str {
    const SCHEME: &str = "npt:";
    let scheme = text.get(..SCHEME.len()).filter(|scheme| scheme.eq_ignore_ascii_case(SCHEME));
    scheme.and_then(|_| text.get(SCHEME.len()..)).unwrap_or(text)
}

/// Returns the address in a `mailto:` URI, without its header fields (RFC 6068).
pub(crate) fn without_mailto(text: &str) -> Option<&str> {
    const SCHEME: &str = "mailto:";
    let scheme = text.get(..SCHEME.len())?;
    let address = text.get(SCHEME.len()..)?;
    scheme.eq_ignore_ascii_case(SCHEME).then(|| address.split('?').next().unwrap_or_default())
}

/// Returns the start and the end of the first e-mail address in a text: a local part, `@`, and a host name with a dot, or an
/// address in brackets.
pub(crate) fn find_address(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_local = |b: &u8| b.is_ascii_alphanumeric() || b"_-.+'".contains(b);
    let is_host = |b: &u8| b.is_ascii_alphanumeric() || b"-.".contains(b);
    bozofeed_text::forward::memchr_iter(b'@', bytes).find_map(|at| {
        let start = at - bytes[..at].iter().rev().take_while(|b| is_local(b)).count();
        let host = &bytes[at + 1..];
        let length = host.iter().take_while(|b| is_host(b)).count();
        // A full stop after the address ends a sentence.
        let host = text.get(at + 1..at + 1 + length)?.trim_end_matches(['.', '-']);
        let (_, top) = host.rsplit_once('.')?;
        // Every top-level domain has at least two letters; a shorter last label belongs to an IP address.
        let plausible = start < at && (top.len() >= 2 || top.parse::<u8>().is_ok());
        let end = at + 1 + host.len();
        plausible.then_some((start, end))
    })
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
            ("npt:62:03", Some(3723.0)),
            ("NPT:5", Some(5.0)),
            ("3.6e3", Some(3600.0)),
            ("1h 2m", Some(3720.0)),
            ("1h2m3s", Some(3723.0)),
            ("1 hr, 2 mins and 3.5 sec", Some(3723.5)),
            ("62 min.", Some(3720.0)),
            ("1 Hour 2 Minutes", Some(3720.0)),
            ("45s", Some(45.0)),
            ("PT1H2M", Some(3720.0)),
            ("PT1H2M3.5S", Some(3723.5)),
            ("pt62m", Some(3720.0)),
            ("P1DT1H", Some(90_000.0)),
            ("P", None),
            ("PT", None),
            ("P1M", None),
            ("P1Y", None),
            ("PT1D", None),
            ("2m 1h", None),
            ("1h 1h", None),
            ("h", None),
            ("1 x", None),
            ("5 and", None),
            ("", None),
            ("an hour", None),
            ("1:2:3:4", None),
            ("-5", None),
            ("1:-5", None),
        ] {
            assert_eq!(Duration::read(raw).map(|d| d.as_secs_f64()), seconds, "{raw}");
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
            assert_eq!(Duration::read(raw), Some(exact), "{raw}");
        }
        assert_eq!(Duration::read("18446744073709551616"), None);
        assert_eq!(Duration::read("307445734561825861:0"), None);
    }

    #[test]
    fn an_address_is_found_without_the_text_around_it() {
        let wrong: Vec<_> = [
            ("anna@b.example", Some("anna@b.example")),
            ("Anna <anna@b.example>", Some("anna@b.example")),
            ("Write to anna.c+d@b.example.", Some("anna.c+d@b.example")),
            ("anna@b.example... or bert@b.example", Some("anna@b.example")),
            ("anna@b.example- (Anna)", Some("anna@b.example")),
            ("anna@192.0.2.1", Some("anna@192.0.2.1")),
            ("@b.example or anna@c.example", Some("anna@c.example")),
            ("anna@b.c", None),
            ("anna@b", None),
            ("anna@b.", None),
            ("@b.example", None),
            ("", None),
        ]
        .into_iter()
        .filter(|(text, expected)| {
            find_address(text).and_then(|(start, end)| text.get(start..end)) != *expected
        })
        .collect();
        assert_eq!(wrong, []);
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
            assert_eq!(bool::read(raw), value, "{raw}");
        }
    }

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        for (raw, value) in [
            ("1,024", Some(1024)),
            ("1 024 000", Some(1_024_000)),
            ("12", Some(12)),
            ("1337.0", Some(1337)),
            ("1.337e3", Some(1337)),
            ("18446744073709551615", Some(u64::MAX)),
            ("1,2", None),
            ("1.5", None),
            ("-1", None),
            ("12 KB", None),
            ("1234,567", None),
            ("9007199254740992.0", Some(1 << 53)),
            ("9007199254740994.0", None),
            ("", None),
        ] {
            assert_eq!(u64::read(raw), value, "{raw}");
        }
    }

    #[test]
    fn what_is_read_strictly_is_read_leniently_as_well() {
        fn outcome<K: Read>(text: &str) -> (bool, bool)
        where
            K::Value: PartialEq,
        {
            let (strict, lenient) = (K::read_strictly(text), K::read(text));
            assert!(strict.is_none() || strict == lenient, "{text}");
            (strict.is_some(), lenient.is_some())
        }
        let mut wrong = Vec::new();
        for (text, number, decimal, duration) in [
            ("12", (true, true), (true, true), (true, true)),
            ("-12", (false, false), (true, true), (false, false)),
            ("+12", (false, true), (true, true), (false, false)),
            ("1,024", (false, true), (false, true), (false, false)),
            ("1e3", (false, true), (false, true), (false, true)),
            ("1.5", (false, false), (true, true), (true, true)),
            ("62:03", (false, false), (false, false), (true, true)),
            ("1:62:03", (false, false), (false, false), (false, true)),
            ("npt:5", (false, false), (false, false), (false, true)),
            ("", (false, false), (false, false), (false, false)),
        ] {
            let found = (outcome::<u64>(text), outcome::<f64>(text), outcome::<Duration>(text));
            if found != (number, decimal, duration) {
                wrong.push((text, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn an_unreadable_value_keeps_its_text_and_warns_unless_it_is_empty() {
        for (raw, value, warned) in [("7", Some(7), None), ("x", None, Some("x")), ("", None, None)] {
            let mut warning = None;
            let typed = read_typed::<u32>(raw, |_, raw| warning = Some(raw.to_owned()));
            assert_eq!((typed.text(), typed.value, warning.as_deref()), (raw, value, warned));
        }
        let typed = read_typed::<Duration>("now", |_, _| panic!("`now` is a time"));
        assert_eq!((typed.text(), typed.value), ("now", None));
    }
}

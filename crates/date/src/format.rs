//! Strict parsing of the date formats in specifications. `written` writes them.

use jiff::civil::{Date, Weekday};

use super::{rfc822, weekday};

/// A date format of a specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateFormat {
    /// RFC 822 §5, with years of two or four digits (RSS 2.0).
    Rfc822,
    /// RFC 3339 with capital letters (RFC 4287 §3.3).
    Rfc3339,
    /// W3C-DTF (<https://www.w3.org/TR/NOTE-datetime>).
    W3c,
    /// W3C-DTF with an optional zone (`issued` of Atom 0.3, the times of events).
    W3cLocal,
    /// W3C-DTF for a reference time, which may be the Unix epoch.
    W3cBase,
}

/// A well-formed date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WellFormedDate {
    /// The day.
    pub day: Date,
    /// The weekday as written, if there is one.
    pub weekday: Option<Weekday>,
    /// Whether it has a two-digit year or a named zone (RFC 5322 §4.3).
    pub is_obsolete: bool,
    /// Whether its offset is in use in some country: a multiple of a quarter of an hour, up to 14 hours.
    pub has_usual_zone: bool,
}

impl DateFormat {
    /// Parses a date in this format; `None` if it has another format, or if the day does not exist.
    pub fn read(self, text: &str) -> Option<WellFormedDate> {
        match self {
            Self::Rfc822 => rfc822(text),
            Self::Rfc3339 | Self::W3c | Self::W3cLocal | Self::W3cBase => iso(text, self),
        }
    }
}

/// The zones of RFC 822 §5.1, in any case like all words (§3.4.7).
const ZONES: [&str; 11] = ["UT", "GMT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "Z"];

/// `[ day "," ] 1*2DIGIT month 2*4DIGIT hour zone`
fn rfc822(text: &str) -> Option<WellFormedDate> {
    let (weekday, rest) = match text.split_once(',') {
        Some((day, rest)) => (Some(three_letters(day.trim_ascii()).and_then(weekday)?), rest),
        None => (None, text),
    };
    let mut words = rest.split_ascii_whitespace();
    let (day, month, year) = (words.next()?, words.next()?, words.next()?);
    let (time, zone) = (words.next()?, words.next()?);
    let is_year = matches!(year.len(), 2 | 4);
    if words.next().is_some() || !(1..=2).contains(&day.len()) || !is_year || !is_clock(time, true) {
        return None;
    }
    // RFC 822 §5.1: J is not a zone.
    let is_military =
        matches!(zone.as_bytes(), [letter] if letter.is_ascii_alphabetic() && !matches!(letter, b'J' | b'j'));
    let is_zone =
        ZONES.iter().any(|known| known.eq_ignore_ascii_case(zone)) || is_military || is_offset(zone, "");
    // RFC 5322 §4.3 makes all zone names obsolete, but the examples of RSS 2.0 use `GMT`.
    let is_obsolete = year.len() == 2 || zone != "GMT" && !zone.starts_with(['+', '-']);
    // RFC 5322 §4.3 defines the century of a two-digit year.
    let year = match (number(year)?, year.len()) {
        (year @ 0..50, 2) => 2000 + year,
        (year, 2) => 1900 + year,
        (year, _) => year,
    };
    let month = i8::try_from(three_letters(month).and_then(|month| rfc822::month(month.as_bytes()))?).ok()?;
    let day = Date::new(year, month, i8::try_from(number(day)?).ok()?).ok()?;
    let weekday = weekday.and_then(|day| Weekday::from_monday_zero_offset(i8::try_from(day).ok()?).ok());
    is_zone.then_some(WellFormedDate { day, weekday, is_obsolete, has_usual_zone: is_usual(zone) })
}

/// Returns the word if it has the length of a day or month name in RFC 822.
fn three_letters(word: &str) -> Option<&str> {
    Some(word).filter(|word| word.len() == 3)
}

/// `date-time` of RFC 3339, or any precision of W3C-DTF.
fn iso(text: &str, format: DateFormat) -> Option<WellFormedDate> {
    let is_whole = format == DateFormat::Rfc3339;
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let year = parts.next().filter(|year| year.len() == 4)?;
    let mut two = || match parts.next() {
        None => Some(None),
        Some(part) => (part.len() == 2).then(|| number(part)).flatten().map(Some),
    };
    let (month, day) = (two()?, two()?);
    if parts.next().is_some() || (is_whole || time.is_some()) && (day.is_none() || time.is_none()) {
        return None;
    }
    let part = |part: Option<i16>| i8::try_from(part.unwrap_or(1)).ok();
    let day = Date::new(number(year)?, part(month)?, part(day)?).ok()?;
    let mut has_usual_zone = true;
    let is_time = time.is_none_or(|time| {
        let zone = time.find(['Z', '+', '-']).unwrap_or(time.len());
        let (clock, zone) = time.split_at(zone);
        has_usual_zone = is_usual(zone);
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
        let has_seconds = clock.len() == 8;
        is_clock(clock, !is_whole)
            && !fraction.is_empty()
            && fraction.bytes().all(|b| b.is_ascii_digit())
            && (has_seconds || fraction == "0")
            && (zone == "Z" || is_offset(zone, ":") || zone.is_empty() && format == DateFormat::W3cLocal)
    });
    is_time.then_some(WellFormedDate { day, weekday: None, is_obsolete: false, has_usual_zone })
}

/// Returns whether a text is `HH:MM:SS`, or `HH:MM` if the seconds are optional.
fn is_clock(text: &str, may_lack_seconds: bool) -> bool {
    let mut parts = text.split(':');
    let mut part = |limit: i16| {
        parts.next().map(|part| part.len() == 2 && number(part).is_some_and(|number| number < limit))
    };
    // Second 60 is a leap second (RFC 3339 §5.7).
    let (hour, minute, second) = (part(24), part(60), part(61));
    hour == Some(true)
        && minute == Some(true)
        && (second == Some(true) || second.is_none() && may_lack_seconds)
        && parts.next().is_none()
}

/// Returns whether a text is a sign, two digits, the separator, and two digits.
fn is_offset(text: &str, separator: &str) -> bool {
    let Some(digits) = text.strip_prefix(['+', '-']) else { return false };
    let Some((hours, rest)) = digits.split_at_checked(2) else { return false };
    let minutes = rest.strip_prefix(separator).unwrap_or("");
    minutes.len() == 2
        && number(hours).is_some_and(|hours| hours < 24)
        && number(minutes).is_some_and(|minutes| minutes < 60)
}

/// Returns whether an offset is in use in some country. Named zones always are.
fn is_usual(zone: &str) -> bool {
    let Some(digits) = zone.strip_prefix(['+', '-']) else { return true };
    let hours = digits.get(..2).and_then(number).unwrap_or_default();
    let minutes = digits.get(digits.len().saturating_sub(2)..).and_then(number).unwrap_or_default();
    hours <= 14 && minutes % 15 == 0
}

/// Parses a text that only consists of digits.
fn number(text: &str) -> Option<i16> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::DateFormat::{Rfc822, Rfc3339, W3c, W3cLocal};

    #[test]
    fn forms_are_those_of_the_specifications() {
        let wrong: Vec<_> = [
            (Rfc822, "Sat, 21 Nov 2026 09:30:00 +0300", true),
            (Rfc822, "21 Nov 2026 09:30 GMT", true),
            (Rfc822, "1 Nov 26 09:30:00 Z", true),
            (Rfc822, "Sat, 21 Nov 2026 09:30:00 A", true),
            (Rfc822, "Sat,21 Nov 2026 09:30:00 EST", true),
            (Rfc822, "sat, 21 nov 2026 09:30:00 gmt", true),
            (Rfc822, "Saturday, 21 Nov 2026 09:30:00 GMT", false),
            (Rfc822, "Sat, 21 November 2026 09:30:00 GMT", false),
            (Rfc822, "Sat, 21 Nov 2026 09:30:00", false),
            (Rfc822, "Sat, 21 Nov 2026", false),
            (Rfc822, "Sat 21 Nov 2026 09:30:00 GMT", false),
            (Rfc822, "Sat, 31 Nov 2026 09:30:00 GMT", false),
            (Rfc822, "Sat, 21 Nov 2026 24:30:00 GMT", false),
            (Rfc822, "Sat, 21 Nov 2026 9:30:00 GMT", false),
            (Rfc822, "Sat, 21 Nov 2026 09:30:00 +03:00", false),
            (Rfc822, "Sat, 21 Nov 2026 09:30:00 UTC", false),
            (Rfc822, "2026-11-21T09:30:00Z", false),
            (Rfc3339, "2026-11-21T09:30:00Z", true),
            (Rfc3339, "2026-11-21T09:30:00.25+03:00", true),
            (Rfc3339, "2026-11-21T09:30Z", false),
            (Rfc3339, "2026-11-21T09:30:00", false),
            (Rfc3339, "2026-11-21t09:30:00z", false),
            (Rfc3339, "2026-11-21 09:30:00Z", false),
            (Rfc3339, "2026-11-21", false),
            (Rfc3339, "2026-02-30T09:30:00Z", false),
            (Rfc3339, "2026-11-21T09:30:00.Z", false),
            (Rfc3339, "2026-11-21T09:30:00+0300", false),
            (W3c, "2026", true),
            (W3c, "2026-11", true),
            (W3c, "2026-11-21", true),
            (W3c, "2026-11-21T09:30Z", true),
            (W3c, "2026-11-21T09:30:00.5-05:00", true),
            (W3c, "2026-11-21T09:30", false),
            (W3cLocal, "2026-11-21T09:30:00", true),
            (W3cLocal, "2026-11-21T09:30:00Z", true),
            (W3cLocal, "21 November", false),
            (W3c, "2026-13", false),
            (W3c, "2026-11T09:30Z", false),
            (W3c, "26-11-21", false),
            (W3c, "2026-11-é1", false),
            (W3c, "", false),
        ]
        .into_iter()
        .filter(|(form, text, expected)| form.read(text).is_some() != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_day_of_the_week_is_kept_as_written() {
        let date = Rfc822.read("Fri, 21 Nov 2026 09:30:00 +0300").unwrap();
        assert_eq!(
            (date.weekday, date.day.weekday()),
            (Some(super::Weekday::Friday), super::Weekday::Saturday)
        );
    }
}

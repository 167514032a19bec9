//! RFC 822 §5, as amended by RFC 1123, 2822 and 5322, with common errors.

use super::civil::{CivilDate, ClockTime, DateTimeFields, full_year};
use super::clock::time_and_zone;
use super::scan::{ScanStep, number, skip, spaces, word};
use super::zone::{self, Zone};

/// Parses `Thu, 01 Jan 2004 19:48:21 GMT`. The weekday, the seconds, the time and the zone are optional, the weekday may be wrong, the
/// month may be a full name or come before the day, and the separators may differ.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let (date, rest) = date(after_weekday(text.as_bytes()))?;
    Some(DateTimeFields { date, time: time(rest)? })
}

/// Skips a weekday, or another word in its place.
pub(super) fn after_weekday(input: &[u8]) -> &[u8] {
    let (name, rest) = word(input);
    // A month in this position begins the date: `Jan 01, 2004`. Everything else is skipped, since weekdays occur in all languages and are
    // often wrong.
    if name.len() < 2 || month(name).is_some() {
        return input;
    }
    skip(rest, |byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b'.' | b':'))
}

/// Parses `01 Jan 2004` or `Jan 01, 2004`.
pub(super) fn date(input: &[u8]) -> ScanStep<'_, CivilDate> {
    let (month, day, rest) = if let Some((month, rest)) = month_name(input) {
        let (day, rest) = day(separator(rest))?;
        (month, day, separator(rest))
    } else {
        let (day, rest) = day(input)?;
        let (month, rest) = month_name(separator(rest))?;
        (month, day, separator(rest))
    };
    // A year before the common era, such as the zero date of PHP: `30 Nov -0001`.
    let is_before_era = || matches!(input.get(..input.len() - rest.len()), Some([.., b' ', b'-']));
    let ((year, digits), rest) = number(rest, 4).filter(|_| !is_before_era())?;
    // Before a colon, the number is the hour of an asctime date. The year 0 does not exist.
    if rest.first() == Some(&b':') || (year == 0 && digits > 2) {
        return None;
    }
    Some((CivilDate { year: full_year(year, digits), month, day }, rest))
}

fn month_name(input: &[u8]) -> ScanStep<'_, i32> {
    let (name, rest) = word(input);
    Some((month(name)?, rest))
}

/// Parses a day with an optional English ordinal ending.
fn day(input: &[u8]) -> ScanStep<'_, i32> {
    let ((day, _), rest) = number(input, 3)?;
    let (ending, after_ending) = word(rest);
    let is_ordinal = [b"st", b"nd", b"rd", b"th"].iter().any(|known| ending.eq_ignore_ascii_case(*known));
    Some((day, if is_ordinal { after_ending } else { rest }))
}

fn separator(input: &[u8]) -> &[u8] {
    skip(input, |byte| byte.is_ascii_whitespace() || matches!(byte, b'-' | b'/' | b'.' | b','))
}

/// Returns the number of an English month, which may be abbreviated to three or more letters.
pub fn month(name: &[u8]) -> Option<i32> {
    let (first, rest) = name.split_first_chunk()?;
    // The bit converts letters to lower case, and does not turn other characters into letters.
    let (month, ending): (_, &[u8]) = match first.map(|letter| letter | 0x20) {
        [b'j', b'a', b'n'] => (1, b"uary"),
        [b'f', b'e', b'b'] => (2, b"ruary"),
        [b'm', b'a', b'r'] => (3, b"ch"),
        [b'a', b'p', b'r'] => (4, b"il"),
        [b'm', b'a', b'y'] => (5, b""),
        [b'j', b'u', b'n'] => (6, b"e"),
        [b'j', b'u', b'l'] => (7, b"y"),
        [b'a', b'u', b'g'] => (8, b"ust"),
        [b's', b'e', b'p'] => (9, b"tember"),
        [b'o', b'c', b't'] => (10, b"ober"),
        [b'n', b'o', b'v'] => (11, b"ember"),
        [b'd', b'e', b'c'] => (12, b"ember"),
        _ => return None,
    };
    let (start, _) = ending.split_at_checked(rest.len())?;
    start.eq_ignore_ascii_case(rest).then_some(month)
}

/// Parses the time and the zone after the date. Without a time, the zone must be known.
fn time(input: &[u8]) -> Option<ClockTime<'_>> {
    let rest = skip(input, |byte| byte.is_ascii_whitespace() || byte == b',');
    match rest {
        [] => Some(ClockTime::default()),
        [b'T' | b't', time @ ..] if time.first().is_some_and(u8::is_ascii_digit) => time_and_zone(time),
        // The time must be separated from the year.
        [b'0'..=b'9', ..] if rest.len() < input.len() => {
            time_and_zone(rest).or_else(|| time_without_colon(rest))
        }
        // Before another number, the sign separates the time from the date.
        [b'+' | b'-', ..] if rest.len() < input.len() && zone::is_offset_without_time(rest) => {
            let (zone, rest) = zone::offset(rest)?;
            if spaces(rest).is_empty() { Some(ClockTime { zone, ..ClockTime::default() }) } else { None }
        }
        _ => {
            let (name, rest) = zone::zone_name(rest);
            let zone =
                zone::named(name).or_else(|| zone::iana::is_known(name).then_some(Zone::Name(name)))?;
            if spaces(rest).is_empty() { Some(ClockTime { zone, ..ClockTime::default() }) } else { None }
        }
    }
}

/// Parses `1500 GMT`. The zone distinguishes the time from a year, so it must be an offset or a known name.
fn time_without_colon(input: &[u8]) -> Option<ClockTime<'_>> {
    let ((value, 4), rest) = number(input, 4)? else {
        return None;
    };
    let input = spaces(rest);
    let (zone, _) = zone::zone(input)?;
    let is_zone = matches!(input, [b'+' | b'-', ..]) || zone::is_known(zone::zone_name(input).0);
    is_zone.then_some(ClockTime { hour: value / 100, minute: value % 100, zone, ..ClockTime::default() })
}

#[cfg(test)]
mod tests {
    use crate::tests::{check_form, check_lenient_form};

    #[test]
    fn rfc_822_and_its_successors_are_read() {
        check_form(
            super::parse,
            &[
                ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("Thu, 1 Jan 2004 19:48 GMT", "2004-01-01T19:48:00Z"),
                ("01 Jan 04 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("01 Jan 99 19:48:21 GMT", "1999-01-01T19:48:21Z"),
                ("Thu, 01 Jan 2004 19:48:21 +0100", "2004-01-01T18:48:21Z"),
                ("Thu, 01 Jan 2004 19:48:21 EST", "2004-01-02T00:48:21Z"),
                ("Thu, 01 Jan 2004 19:48:21 M", "2004-01-01T19:48:21Z"),
                ("Thu, 01 Jan 2004 19:48:21 -0000", "2004-01-01T19:48:21Z"),
                ("Thu, 01 Jan 0100 00:00:01 +0100", "0099-12-31T23:00:01Z"),
                ("Fri, 31 Dec 2004 23:59:60 GMT", "2005-01-01T00:00:00Z"),
            ],
        );
    }

    #[test]
    fn usual_damage_is_tolerated() {
        check_form(
            super::parse,
            &[
                ("01 Jan 2004", "2004-01-01T00:00:00Z"),
                ("Thu, 01 Jan 2004 19:48:21", "2004-01-01T19:48:21Z"),
                ("Thu, 01 Jan 2004 19 GMT", "2004-01-01T19:00:00Z"),
                ("Thu, 01 Jan 2004 EST", "2004-01-01T05:00:00Z"),
                ("Mon, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("Do, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("Thursday 01 January 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("Thu,01 Sept 2004 19:48:21 GMT", "2004-09-01T19:48:21Z"),
                ("Thu,  01  Jan  2004\t19:48:21  GMT", "2004-01-01T19:48:21Z"),
                ("thu, 01 jan 2004 19:48:21 gmt", "2004-01-01T19:48:21Z"),
                ("Thu, 01-Jan-2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("Thu Jan 01 2004 19:48:21 GMT+0100 (CET)", "2004-01-01T18:48:21Z"),
                ("January 1st, 2004, 7:48 p.m. EST", "2004-01-02T00:48:00Z"),
                ("April 25, 2006", "2006-04-25T00:00:00Z"),
                ("30. April 2015", "2015-04-30T00:00:00Z"),
                ("01 Jan 2004T19:48:21Z", "2004-01-01T19:48:21Z"),
                ("01 Jan 2004 -0500", "2004-01-01T05:00:00Z"),
                ("01 Jan 04 1948 GMT", "2004-01-01T19:48:00Z"),
                ("Thu, 01 Jan 2004 1948 -0500", "2004-01-02T00:48:00Z"),
                ("01 Jan 2004 19:48:21:+0100", "2004-01-01T18:48:21Z"),
                ("01 Jan 2004 24:00 GMT", "2004-01-02T00:00:00Z"),
                ("01 Jan 2004 19:48:21.5+0100", "2004-01-01T18:48:21.5Z"),
                ("01 Jan 2004 19:48:21 +0000 (UTC)", "2004-01-01T19:48:21Z"),
                ("01 Jan 2004 19:48:21 Atlantis time", "2004-01-01T19:48:21Z"),
            ],
        );
    }

    #[test]
    fn impossible_and_other_dates_are_rejected() {
        check_form(
            super::parse,
            &[
                ("", ""),
                ("Thu", ""),
                ("01 Jan", ""),
                ("Thu, 31 Jun 2004 19:48:21 GMT", ""),
                ("Thu, 01 Foo 2004 19:48:21 GMT", ""),
                ("01 marraskuuta 2004", ""),
                ("Thu, 01 Jan 2004 25:00:00 GMT", ""),
                ("Thu, 01 Jan 2004 19:60:00 GMT", ""),
                ("Thu, 01 Jan 2004 1:2:3:4 GMT", ""),
                ("Thu, 01 Jan 2004 19:48:21 +zz:00", ""),
                ("Thu, 01 Jan 2004 19:48:21 +00:zz", ""),
                ("Thu Jan 01 19:48:21 2004", ""),
                ("Thu, 01 Jan 20044", ""),
                ("01 Jan 2004 1948", ""),
                ("01 Jan 2004 1960 GMT", ""),
                ("01 Jan 2004 194821 GMT", ""),
                ("01 Jan 2004 1948 Atlantis", ""),
                ("01 Jan 2004 -9900", ""),
                ("Thu, 01 Jan 0000 19:48:21 GMT", ""),
            ],
        );
    }

    #[test]
    fn military_letters_have_offsets_on_request() {
        check_lenient_form(
            super::parse,
            false,
            &[
                ("Thu, 01 Jan 2004 19:48:21 A", "2004-01-01T20:48:21Z"),
                ("Thu, 01 Jan 2004 19:48:21 M", "2004-01-02T07:48:21Z"),
                ("Thu, 01 Jan 2004 19:48:21 B", "2004-01-01T19:48:21Z"),
                ("Thu, 31 Jun 2004 19:48:21 GMT", ""),
            ],
        );
    }
}

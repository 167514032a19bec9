//! Dates in the form of Universal Feed Parser, and date forms that it interprets differently from the model.

use bozofeed_date::{DateParser, month, zoned};

use crate::Timestamp;

/// The parser of dates: a 31st of June is the 1st of July.
pub(super) const DATES: DateParser = DateParser { roll_over: true, military_offsets: true };

/// Returns an instant as Python's `time.struct_time` in UTC: year, month, day, hour, minute, second, weekday from Monday = 0,
/// day of the year from 1, and 0.
///
/// ```
/// use bozofeed::{Timestamp, feedparser};
///
/// let high_tide: Timestamp = "2026-11-21T08:15:00Z".parse()?;
/// assert_eq!(feedparser::struct_time(high_tide), [2026, 11, 21, 8, 15, 0, 5, 325, 0]);
/// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
/// ```
pub fn struct_time(instant: Timestamp) -> [i16; 9] {
    let civil = zoned(instant, None);
    [
        civil.year(),
        civil.month().into(),
        civil.day().into(),
        civil.hour().into(),
        civil.minute().into(),
        civil.second().into(),
        civil.weekday().to_monday_zero_offset().into(),
        civil.day_of_year(),
        // `tm_isdst`: UTC has no daylight saving time.
        0,
    ]
}

/// Returns the instant that Universal Feed Parser reads from a date that denotes `instant`.
pub(super) fn adjusted(raw: &str, instant: Option<Timestamp>) -> Option<Timestamp> {
    if is_american(raw) {
        return None;
    }
    let instant = instant?;
    Timestamp::new(instant.seconds() + zone_error(raw).unwrap_or_default(), instant.nanoseconds())
}

/// Returns whether a date has a form such as `April 5, 2006`: the comma is read as part of the day, so the day is not a number.
fn is_american(raw: &str) -> bool {
    let mut words = raw.split_whitespace();
    let month = words.next().and_then(|word| month(word.as_bytes().get(..3)?));
    let day = words.next().and_then(|word| word.strip_suffix(','));
    month.is_some() && day.is_some_and(|day| !day.is_empty() && day.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns the error, in seconds, for a zone with three digits after the name of a month: `-800` is read as 80 hours.
fn zone_error(raw: &str) -> Option<i64> {
    let zone = raw.split_whitespace().next_back()?;
    let (sign, digits) = match zone.as_bytes() {
        [b'-', digits @ ..] => (1, digits),
        [b'+', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let &[first, second, third] = digits else { return None };
    let has_month = || raw.split_whitespace().any(|word| word.as_bytes().get(..3).and_then(month).is_some());
    if !digits.iter().all(u8::is_ascii_digit) || !has_month() {
        return None;
    }
    let [first, second, third] = [first, second, third].map(|digit| i64::from(digit - b'0'));
    let meant = first * 60 + second * 10 + third;
    let taken = (first * 10 + second) * 60 + third;
    Some(sign * (taken - meant) * 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_universal_feed_parser_does() {
        let instant = |text: &str| text.parse::<Timestamp>().ok();
        for (raw, meant, expected) in [
            ("Mon 01 Jul 2024 09:00:00 -800", "2024-07-01T17:00:00Z", Some("2024-07-04T17:00:00Z")),
            ("Mon 01 Jul 2024 09:00:00 +100", "2024-07-01T08:00:00Z", Some("2024-06-30T23:00:00Z")),
            ("Mon 01 Jul 2024 09:00:00 -0800", "2024-07-01T17:00:00Z", Some("2024-07-01T17:00:00Z")),
            ("July 1, 2024", "2024-07-01T00:00:00Z", None),
            ("1 July 2024", "2024-07-01T00:00:00Z", Some("2024-07-01T00:00:00Z")),
        ] {
            assert_eq!(adjusted(raw, instant(meant)), expected.and_then(instant), "{raw}");
        }
    }
}

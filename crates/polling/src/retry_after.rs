//! `Retry-After` (RFC 9110 §10.2.3).

use std::time::Duration;

use ::http::header::{HeaderMap, RETRY_AFTER};

use bozofeed::Timestamp;
use bozofeed::date::{self, Moment};

/// The longest wait. A longer one is a mistake, or means "never".
const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// Nobody asks to wait for thirty years: a number of this size is a time, in seconds since 1970.
const SECONDS_SINCE_1970: u64 = 1_000_000_000;

/// A number of this size is in milliseconds.
const MILLISECONDS_SINCE_1970: u64 = 100 * SECONDS_SINCE_1970;

/// Returns the time denoted by a number that is not a number of seconds from now.
pub(super) fn since_1970(number: u64) -> Option<Timestamp> {
    let seconds = match number {
        ..SECONDS_SINCE_1970 => return None,
        SECONDS_SINCE_1970..MILLISECONDS_SINCE_1970 => number,
        MILLISECONDS_SINCE_1970.. => number / 1000,
    };
    Timestamp::new(i64::try_from(seconds).ok()?, 0)
}

/// Returns the wait that the server asks for: a number of seconds, or the time from `now` until a date or a number of seconds
/// since 1970.
pub(super) fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // A number that overflows exceeds the longest wait anyway.
        let number = value.parse().unwrap_or(u64::MAX);
        let wait = since_1970(number).map_or(Duration::from_secs(number), |at| at.since(now));
        return Some(wait.min(LONGEST));
    }
    Some(http_date(value)?.since(now).min(LONGEST))
}

/// Parses an HTTP date in any of its three forms (RFC 9110 §5.6.7). They all begin with the day of the week.
pub(super) fn http_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let moment = text.starts_with(|c: char| c.is_ascii_alphabetic()).then(|| date::parse(text).ok())?;
    moment.map(Moment::instant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_seconds_or_dates() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        for (value, seconds) in [
            ("120", Some(120)),
            (" 7200 ", Some(7200)),
            ("0", Some(0)),
            // 2026-11-21T12:30:00Z, and a time in the past.
            ("1795264200", Some(1800)),
            ("1795264200000", Some(1800)),
            ("1295264200", Some(0)),
            ("99999999999999999999999", Some(LONGEST.as_secs())),
            ("Sat, 21 Nov 2026 12:30:00 GMT", Some(1800)),
            ("Saturday, 21-Nov-26 12:30:00 GMT", Some(1800)),
            ("Sat Nov 21 12:30:00 2026", Some(1800)),
            ("Sat, 21 Nov 2026 11:30:00 GMT", Some(0)),
            ("Thu, 31 Dec 9998 23:59:59 GMT", Some(LONGEST.as_secs())),
            ("-5", None),
            ("1.5", None),
            ("later", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, value.parse().unwrap());
            assert_eq!(retry_after(&headers, now), seconds.map(Duration::from_secs), "{value:?}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}

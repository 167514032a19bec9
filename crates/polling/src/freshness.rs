//! The freshness of a response: `Cache-Control`, `Expires`, `Age` and related fields (RFC 9111 §4.2).

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use ::http::header::{AGE, CACHE_CONTROL, DATE, EXPIRES, HeaderMap, HeaderName, HeaderValue, PRAGMA, VARY};
use ::http::{Request, Response};
use http_cache_semantics::{CacheOptions, CachePolicy};

use super::retry_after::http_date;
use bozofeed::Timestamp;

/// A private cache without heuristics: a response is only fresh if its publisher declares it.
const OPTIONS: CacheOptions = CacheOptions {
    shared: false,
    cache_heuristic: 0.0,
    immutable_min_time_to_live: Duration::ZERO,
    ignore_cargo_cult: false,
};

/// Returns the time from `now` for which a response is fresh. `None` if its headers do not specify it.
pub(super) fn freshness(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    if ![CACHE_CONTROL, EXPIRES, PRAGMA].iter().any(|name| headers.contains_key(name)) {
        return None;
    }
    let mut response = Response::new(());
    *response.headers_mut() = normalized(headers);
    let now = SystemTime::try_from(now).ok()?;
    let policy = CachePolicy::new_options(&Request::new(()), &response, now, OPTIONS);
    Some(policy.time_to_live(now))
}

/// Returns the relevant headers in the spelling that the cache policy expects: directive names are case-insensitive
/// (RFC 9111 §5.2), and dates have three forms (RFC 9110 §5.6.7).
fn normalized(headers: &HeaderMap) -> HeaderMap {
    let mut normalized = HeaderMap::new();
    let mut add = |name: &HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            normalized.append(name, value);
        }
    };
    for name in [CACHE_CONTROL, PRAGMA, VARY, AGE] {
        for value in headers.get_all(&name).iter().filter_map(|value| value.to_str().ok()) {
            add(&name, &with_small_numbers(&value.to_ascii_lowercase()));
        }
    }
    for name in [DATE, EXPIRES] {
        let Some(value) = headers.get(&name).and_then(|value| value.to_str().ok()) else { continue };
        match http_date(value).and_then(Timestamp::to_http_date) {
            Some(date) => add(&name, &date),
            // An invalid date means "already expired" (RFC 9111 §5.3).
            None => add(&name, "0"),
        }
    }
    normalized
}

/// Returns a list of directives in which each number of seconds that is too large for the policy is replaced by 2³¹
/// (RFC 9111 §1.2.2).
fn with_small_numbers(directives: &str) -> Cow<'_, str> {
    const LARGEST: &str = "2147483648";
    let is_large =
        |number: &str| number.len() > 9 && number.parse::<u64>().map_or(true, |seconds| seconds > 1 << 31);
    let numbers = || directives.split(|c: char| !c.is_ascii_digit()).filter(|number| is_large(number));
    let mut longest: Vec<&str> = numbers().collect();
    if longest.is_empty() {
        return Cow::Borrowed(directives);
    }
    // Longest first: a shorter number may be part of a longer one.
    longest.sort_by_key(|number| std::cmp::Reverse(number.len()));
    let replaced = longest.iter().fold(directives.to_owned(), |text, number| text.replace(number, LARGEST));
    Cow::Owned(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_fresh_for_as_long_as_they_say() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        for (fields, seconds) in [
            (&[][..], None),
            (&[("last-modified", "Sat, 01 Jan 2000 00:00:00 GMT")], None),
            (&[("cache-control", "max-age=7200")], Some(7200)),
            (&[("cache-control", "public, Max-Age=\"7200\"")], Some(7200)),
            (&[("cache-control", "private"), ("cache-control", "MAX-AGE=60")], Some(60)),
            (&[("cache-control", "max-age=7200"), ("age", "200")], Some(7000)),
            (&[("cache-control", "max-age=7200"), ("age", "9000")], Some(0)),
            (&[("cache-control", "max-age=7200"), ("age", "old")], Some(7200)),
            (&[("cache-control", "max-age=60, s-maxage=7200")], Some(60)),
            (&[("cache-control", "max-age=7200, no-cache")], Some(0)),
            (&[("cache-control", "max-age=7200, no-store")], Some(0)),
            (&[("cache-control", "max-age=2147483649")], Some(1 << 31)),
            (&[("cache-control", "max-age=9999999999, must-revalidate")], Some(1 << 31)),
            (&[("cache-control", "max-age=99999999999999999999999999")], Some(1 << 31)),
            (&[("cache-control", "max-age=-1")], Some(0)),
            (&[("cache-control", "max-age=often")], Some(0)),
            (&[("cache-control", "public")], Some(0)),
            (&[("pragma", "no-cache")], Some(0)),
            (&[("expires", "Sat, 21 Nov 2026 13:00:00 GMT")], Some(3600)),
            (&[("expires", "Saturday, 21-Nov-26 13:00:00 GMT")], Some(3600)),
            (&[("expires", "Sat Nov 21 13:00:00 2026")], Some(3600)),
            (&[("expires", "Sat, 21 Nov 2026 11:00:00 GMT")], Some(0)),
            (&[("expires", "0")], Some(0)),
            (&[("expires", "-1")], Some(0)),
            (&[("expires", "never")], Some(0)),
            (&[("expires", "Sat, 21 Nov 2026 13:00:00 GMT"), ("cache-control", "max-age=60")], Some(60)),
            (
                &[("expires", "Sat, 21 Nov 2026 13:00:00 GMT"), ("date", "Sat, 21 Nov 2026 12:30:00 GMT")],
                Some(1800),
            ),
            (&[("cache-control", "max-age=7200"), ("age", "18446744073709551615")], Some(0)),
        ] {
            let headers: HeaderMap = fields
                .iter()
                .map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)))
                .fold(HeaderMap::new(), |mut headers, (name, value): (HeaderName, _)| {
                    headers.append(name, value);
                    headers
                });
            assert_eq!(freshness(&headers, now), seconds.map(Duration::from_secs), "{fields:?}");
        }
    }
}

//! Rate limits announced by responses, in the spellings that servers use.

use std::time::Duration;

use ::http::HeaderMap;

use crate::retry_after::{http_date, since_1970};
use bozofeed::Timestamp;

/// The rate limit of a host, as far as it affects the next request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RateLimit {
    /// The time until an exhausted limit is reset. `None` if requests are left.
    pub(super) used_up: Option<Duration>,
    /// The time until the limit is reset, exhausted or not.
    pub(super) reset: Option<Duration>,
}

/// The meaning of a field of a rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LimitField {
    /// The number of remaining requests.
    Remaining,
    /// The time until the limit is reset.
    Reset,
    /// The number of remaining requests in a window of this many seconds, for limits without a reset field.
    RemainingOf(u64),
}

/// The suffixes of field names, after `RateLimit-`, `X-RateLimit-` or `X-Rate-Limit-`.
const FIELDS: [(&str, LimitField); 9] = [
    ("remaining", LimitField::Remaining),
    ("reset", LimitField::Reset),
    ("reset-after", LimitField::Reset),
    ("reset-time", LimitField::Reset),
    ("resettime", LimitField::Reset),
    ("remaining-second", LimitField::RemainingOf(1)),
    ("remaining-minute", LimitField::RemainingOf(60)),
    ("remaining-hour", LimitField::RemainingOf(60 * 60)),
    ("remaining-day", LimitField::RemainingOf(24 * 60 * 60)),
];

/// The assumed window of an exhausted limit, if its length is unknown.
const UNKNOWN_WINDOW: Duration = Duration::from_secs(60);

/// One of several limits.
#[derive(Debug, Clone, Copy, Default)]
struct AnnouncedLimit {
    has_none_left: bool,
    reset: Option<Duration>,
}

impl RateLimit {
    /// Returns the limit announced by the headers. Of several limits, the longest wait decides.
    pub(super) fn of(headers: &HeaderMap, now: Timestamp) -> Self {
        let mut limit = Self::default();
        // The fields of the older drafts and the `X-` fields all describe one limit.
        let mut common = AnnouncedLimit::default();
        for (name, value) in headers {
            let Some(end) = field_of(name.as_str()) else { continue };
            let Ok(value) = value.to_str() else { continue };
            if end.is_empty() {
                policies(value, now, |policy| limit.add(policy));
                continue;
            }
            let Some((_, kind)) = FIELDS.iter().find(|(known, _)| *known == end) else { continue };
            match kind {
                LimitField::Remaining => common.has_none_left |= is_none(value),
                LimitField::Reset => common.reset = common.reset.max(delay(value, now)),
                LimitField::RemainingOf(seconds) if is_none(value) => {
                    limit.add(AnnouncedLimit {
                        has_none_left: true,
                        reset: Some(Duration::from_secs(*seconds)),
                    });
                }
                LimitField::RemainingOf(_) => {}
            }
        }
        limit.add(common);
        limit
    }

    fn add(&mut self, policy: AnnouncedLimit) {
        self.reset = self.reset.max(policy.reset);
        if policy.has_none_left {
            self.used_up = self.used_up.max(Some(policy.reset.unwrap_or(UNKNOWN_WINDOW)));
        }
    }
}

/// Returns the suffix of a rate limit field's name. Empty for `RateLimit` itself.
fn field_of(name: &str) -> Option<&str> {
    let name = name.strip_prefix("x-").unwrap_or(name);
    let rest = name.strip_prefix("ratelimit").or_else(|| name.strip_prefix("rate-limit"))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('-') }
}

/// Parses `RateLimit`: `"minute";r=0;t=30, "day";r=900;t=40000` (draft-ietf-httpapi-ratelimit-headers-10 §4), and the form of an
/// older draft, `limit=100, remaining=0, reset=30`, whose members describe a single policy.
fn policies(value: &str, now: Timestamp, mut found: impl FnMut(AnnouncedLimit)) {
    let mut policy = AnnouncedLimit::default();
    for part in value.split([',', ';']) {
        let Some((name, value)) = part.split_once('=') else {
            // The name of the next policy.
            found(std::mem::take(&mut policy));
            continue;
        };
        match name.trim() {
            "r" | "remaining" => policy.has_none_left = is_none(value),
            "t" | "reset" => policy.reset = delay(value, now),
            _ => {}
        }
    }
    found(policy);
}

/// Returns whether no request is left. Some servers count in fractions: `0.0`.
fn is_none(value: &str) -> bool {
    number(value).is_some_and(|number| number < 1)
}

/// Parses the time until a reset: seconds from now, seconds or milliseconds since 1970, or a date.
fn delay(value: &str, now: Timestamp) -> Option<Duration> {
    let Some(number) = number(value) else {
        let at = value.trim().parse().ok().or_else(|| http_date(value))?;
        return Some(at.since(now));
    };
    if let Some(at) = since_1970(number) {
        return Some(at.since(now));
    }
    // Rounded up: half a second before the reset, the limit is still exhausted.
    let has_fraction = value.split_once('.').is_some_and(|(_, digits)| digits.trim() != "0");
    Some(Duration::from_secs(number.saturating_add(u64::from(has_fraction))))
}

/// Parses the first number of a list, without its fraction: `57.3`, `0, 0`.
fn number(value: &str) -> Option<u64> {
    let first = value.split([',', ';']).next()?.trim();
    let (whole, fraction) = first.split_once('.').unwrap_or((first, ""));
    let is_number = !whole.is_empty() && whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit());
    // A number that overflows is simply large.
    is_number.then(|| whole.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::http::{HeaderName, HeaderValue};
    use bozofeed_testing::{DIGITS, LETTERS, check, text};

    fn limit(fields: &[(&str, &str)]) -> RateLimit {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            headers.append(name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap());
        }
        RateLimit::of(&headers, "2026-11-21T12:00:00Z".parse().unwrap())
    }

    #[test]
    fn limits_are_read_in_all_spellings() {
        // The fields, the seconds until an exhausted limit is reset, and the seconds until any reset.
        let wrong: Vec<_> = [
            (&[][..], None, None),
            (&[("x-ratelimit-remaining", "5"), ("x-ratelimit-reset", "57")], None, Some(57)),
            (&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "57")], Some(57), Some(57)),
            (&[("X-RateLimit-Remaining", "0.0"), ("X-RateLimit-Reset", "57.2")], Some(58), Some(58)),
            (&[("x-rate-limit-remaining", "0"), ("x-rate-limit-reset", "1795262430")], Some(30), Some(30)),
            (&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1795262430123")], Some(30), Some(30)),
            (
                &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "2026-11-21T12:00:30Z")],
                Some(30),
                Some(30),
            ),
            (
                &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "Sat, 21 Nov 2026 12:00:30 GMT")],
                Some(30),
                Some(30),
            ),
            (&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset-after", "30")], Some(30), Some(30)),
            (&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1000")], Some(1000), Some(1000)),
            (&[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1600000000")], Some(0), Some(0)),
            (&[("x-ratelimit-remaining", "0")], Some(60), None),
            (&[("x-ratelimit-remaining", "0, 0"), ("x-ratelimit-reset", "9, 9")], Some(9), Some(9)),
            (&[("x-ratelimit-remaining", "none")], None, None),
            (
                &[("x-ratelimit-remaining-minute", "0"), ("x-ratelimit-remaining-hour", "9")],
                Some(60),
                Some(60),
            ),
            (&[("ratelimit-remaining", "0"), ("ratelimit-reset", "12")], Some(12), Some(12)),
            (&[("ratelimit", "limit=100, remaining=0, reset=12")], Some(12), Some(12)),
            (&[("ratelimit", "limit=100, remaining=50, reset=12")], None, Some(12)),
            (&[("ratelimit", "\"minute\";r=0;t=12")], Some(12), Some(12)),
            (&[("ratelimit", "\"minute\";r=3;t=12")], None, Some(12)),
            (&[("ratelimit", "\"minute\";r=0;t=12, \"day\";r=900;t=40000")], Some(12), Some(40_000)),
            (
                &[("ratelimit", "\"minute\"; r=7; t=12"), ("ratelimit", "\"day\"; r=0; t=90")],
                Some(90),
                Some(90),
            ),
            (&[("ratelimit", "default;r=0")], Some(60), None),
            (&[("ratelimit-policy", "\"minute\";q=100;w=60")], None, None),
            (&[("ratelimiter", "0"), ("x-ratelimits-remaining", "0")], None, None),
        ]
        .into_iter()
        .filter_map(|(fields, used_up, reset)| {
            let limit = limit(fields);
            let expected = RateLimit {
                used_up: used_up.map(Duration::from_secs),
                reset: reset.map(Duration::from_secs),
            };
            (limit != expected).then_some((fields, limit))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn no_limit_panics() {
        check(256, |u| {
            let name = u.choose(&["ratelimit", "x-ratelimit-reset", "x-ratelimit-remaining"])?;
            let value = text(u, 0..=30, &[DIGITS, LETTERS, ",;=.: -\""])?;
            limit(&[(name, &value), ("ratelimit-remaining", "0")]);
            Ok(())
        });
    }
}

//! The parts of responses that concern their hosts.

use std::time::Duration;

use ::http::{HeaderMap, StatusCode};

use super::rate_limit::RateLimit;
use crate::retry_after::retry_after;
use bozofeed::Timestamp;

/// The part of a response that concerns its host rather than the feed.
///
/// [`Step::host_reply`](crate::Step::host_reply) returns it for a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "the host's wishes are not respected yet"]
pub struct HostReply {
    pub(super) kind: ReplyKind,
    /// The time until which the announced rate limit is exhausted.
    pub(super) used_up_until: Option<Timestamp>,
}

/// Whether the host accepts more requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplyKind {
    /// It answered, whatever the result for the feed.
    Answer,
    /// It wants fewer requests (429, 503), or asks to wait.
    Refusal {
        /// The requested wait.
        after: Option<Duration>,
    },
    /// It did not answer.
    Silence,
}

impl HostReply {
    /// Returns the reply of a host from its response.
    ///
    /// A host [refuses](super::WaitReason::Refused) with the statuses 429 and 503, and with `Retry-After` and any other error status
    /// except 404 and 410, which only concern the feed. Rate limits are recognised in all spellings: `RateLimit`,
    /// `RateLimit-Remaining` and `RateLimit-Reset`, and the names with `X-RateLimit-` or `X-Rate-Limit-`.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostReply, HostState};
    /// use http::{HeaderMap, HeaderValue, StatusCode};
    /// use std::time::Duration;
    ///
    /// let (now, options) = ("2026-11-21T12:00:00Z".parse()?, HostOptions::new());
    /// let mut headers = HeaderMap::new();
    /// headers.insert("x-ratelimit-remaining", HeaderValue::from_static("0.0"));
    /// headers.insert("x-ratelimit-reset", HeaderValue::from_static("57"));
    /// let mut state = HostState::of("https://harbour.example/tides.rss", &options);
    /// state.observe(HostReply::new(StatusCode::OK, &headers, now), Duration::ZERO, now, &options);
    /// let wait = state.next_request(now, &options).map(|wait| wait.to_string());
    /// assert_eq!(wait.as_deref(), Some("2026-11-21T12:00:57Z (the rate limit of the host is used up)"));
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    pub fn new(status: StatusCode, headers: &HeaderMap, now: Timestamp) -> Self {
        let limit = RateLimit::of(headers, now);
        let after = retry_after(headers, now);
        let kind = match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                // Without `Retry-After`, wait for the reset of the rate limit.
                ReplyKind::Refusal { after: after.or(limit.reset) }
            }
            StatusCode::NOT_FOUND | StatusCode::GONE => ReplyKind::Answer,
            status if (status.is_client_error() || status.is_server_error()) && after.is_some() => {
                ReplyKind::Refusal { after }
            }
            _ => ReplyKind::Answer,
        };
        Self { kind, used_up_until: limit.used_up.map(|wait| now.saturating_add(wait)) }
    }

    /// Returns the reply of a host that did not answer: no connection, or no complete response.
    pub fn none() -> Self {
        Self { kind: ReplyKind::Silence, used_up_until: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::http::HeaderValue;

    #[test]
    fn a_host_refuses_by_status_or_by_asking_to_wait() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let refusal = |seconds: Option<u64>| ReplyKind::Refusal { after: seconds.map(Duration::from_secs) };
        let wrong: Vec<_> = [
            (200, &[][..], ReplyKind::Answer),
            (200, &[("retry-after", "90")], ReplyKind::Answer),
            (301, &[("retry-after", "90")], ReplyKind::Answer),
            (304, &[], ReplyKind::Answer),
            (403, &[], ReplyKind::Answer),
            (403, &[("retry-after", "90")], refusal(Some(90))),
            (404, &[("retry-after", "90")], ReplyKind::Answer),
            (410, &[("retry-after", "90")], ReplyKind::Answer),
            (429, &[], refusal(None)),
            (429, &[("retry-after", "90")], refusal(Some(90))),
            (429, &[("retry-after", "soon")], refusal(None)),
            (429, &[("x-ratelimit-reset", "40")], refusal(Some(40))),
            (429, &[("retry-after", "90"), ("x-ratelimit-reset", "40")], refusal(Some(90))),
            (500, &[], ReplyKind::Answer),
            (502, &[("retry-after", "90")], refusal(Some(90))),
            (503, &[("retry-after", "Sat, 21 Nov 2026 12:01:30 GMT")], refusal(Some(90))),
            (503, &[], refusal(None)),
        ]
        .into_iter()
        .filter_map(|(status, fields, expected)| {
            let fields = fields.iter().map(|(name, value)| {
                (name.parse::<::http::HeaderName>().unwrap(), HeaderValue::from_static(value))
            });
            let reply = HostReply::new(StatusCode::from_u16(status).unwrap(), &fields.collect(), now);
            (reply.kind != expected).then_some((status, reply, expected))
        })
        .collect();
        assert_eq!(wrong, []);
    }
}

//! The state of a host between two requests.

use std::fmt;
use std::time::Duration;

use super::reply::ReplyKind;
use super::{HostOptions, HostReply};
use bozofeed::Timestamp;

/// The first wait after a refusal without a duration. It doubles with each further refusal.
const FIRST_WAIT: Duration = Duration::from_secs(60);

/// The minimum wait after a refusal with a duration. It doubles with each further refusal, since a server that asks for one second
/// every time does not mean it.
const FIRST_STATED_WAIT: Duration = Duration::from_secs(1);

/// The longest wait. One response makes all feeds of a host wait, so longer durations are not believed.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a request must have taken for its failure to be the host's. A connection that is refused immediately costs nothing.
const LONG_SILENCE: Duration = Duration::from_secs(1);

/// After this time without a request, a host's earlier replies no longer matter.
const MEMORY: Duration = Duration::from_secs(7 * 24 * 60 * 60);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// The limits of a host, and the time at which it may be asked again. Store it between two runs; with the `serde` feature it can be
/// serialized.
///
/// A [`HostQueue`](super::HostQueue) manages the states of all hosts. Programs with a different queue call [`request`](Self::request)
/// with each request and [`observe`](Self::observe) with each reply, and wait until [`next_request`](Self::next_request).
///
/// ```
/// use bozofeed_polling::hosts::{HostOptions, HostReply, HostState};
/// use http::{HeaderMap, StatusCode};
/// use std::time::Duration;
///
/// let (now, options) = ("2026-11-21T12:00:00Z".parse()?, HostOptions::new());
/// let mut state = HostState::of("https://www.harbour.example/tides.rss", &options);
/// assert_eq!((state.host.as_str(), state.next_request(now, &options)), ("harbour.example", None));
/// let mut waits = Vec::new();
/// for _ in 0..3 {
///     let reply = HostReply::new(StatusCode::SERVICE_UNAVAILABLE, &HeaderMap::new(), now);
///     state.request(now, &options);
///     state.observe(reply, Duration::from_millis(80), now, &options);
///     waits.extend(state.next_request(now, &options).map(|wait| wait.until.since(now).as_secs()));
/// }
/// assert_eq!(waits, [60, 120, 240]);
///
/// let stored = serde_json::to_string(&state)?;
/// assert_eq!(serde_json::from_str::<HostState>(&stored)?, state);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HostState {
    /// The name of the host, in lower case and without `www`; or the domain whose hosts share a [budget](HostOptions::budget).
    pub host: String,
    /// The wait after the last request.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    wait: Option<HostWait>,
    /// The number of requests in a row that the host refused.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    refusals: u32,
    /// The number of requests in a row that the host did not answer.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    silences: u32,
    /// The time at which the requests so far are covered by the hourly budget.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    budget_used_until: Option<Timestamp>,
}

/// A time before which a host must not be asked, and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HostWait {
    /// The time of the next request.
    pub until: Timestamp,
    /// The reason for this time.
    pub reason: WaitReason,
}

/// The time and the reason: `2026-11-21T12:15:00Z (the host asked to wait)`.
impl fmt::Display for HostWait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.until, self.reason)
    }
}

/// The reason why a host must not be asked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum WaitReason {
    /// The pause after a request.
    Pause,
    /// The host asked to wait (`Retry-After`).
    RetryAfter,
    /// The host refused this number of requests in a row (429, 503), and did not state how long to wait.
    Refused(u32),
    /// The host did not answer this number of requests in a row.
    NoAnswer(u32),
    /// The rate limit that the host announced is used up.
    RateLimit,
    /// The [budget](HostOptions::hourly) of the host is used up.
    Budget,
}

impl fmt::Display for WaitReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pause => "the pause after a request to the host",
            Self::RetryAfter => "the host asked to wait",
            Self::Refused(1) => "the host is busy",
            Self::Refused(count) => return write!(f, "the host was busy {count} times in a row"),
            Self::NoAnswer(1) => "the host did not answer",
            Self::NoAnswer(count) => return write!(f, "the host did not answer {count} times in a row"),
            Self::RateLimit => "the rate limit of the host is used up",
            Self::Budget => "the hourly budget of the host is used up",
        })
    }
}

impl HostState {
    /// Returns the initial state of a URL's host.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostState};
    ///
    /// let options = HostOptions::new().budget("sea.example", 100);
    /// for (url, host) in [
    ///     ("https://www.harbour.example:8443/tides.rss", "harbour.example"),
    ///     ("https://blog.sea.example/feed", "sea.example"),
    ///     ("mailto:ada@sea.example", ""),
    /// ] {
    ///     assert_eq!(HostState::of(url, &options).host, host);
    /// }
    /// ```
    pub fn of(url: &str, options: &HostOptions) -> Self {
        Self::new(options.host_of(url))
    }

    pub(super) fn new(host: String) -> Self {
        Self { host, wait: None, refusals: 0, silences: 0, budget_used_until: None }
    }

    /// Returns how long the host must not be asked. `None` if it may be asked now.
    ///
    /// This is never longer than a day: a single response must not stop all feeds of a host for longer, and if the clock was set
    /// back, the state is from the future.
    pub fn next_request(&self, now: Timestamp, options: &HostOptions) -> Option<HostWait> {
        let wait = self.wait.filter(|wait| is_ahead(wait.until, now));
        let budget = self.budget(now, options);
        // The longer wait decides.
        [wait, budget].into_iter().flatten().max_by_key(|wait| wait.until)
    }

    /// Returns how long the host must not be asked because of its budget.
    fn budget(&self, now: Timestamp, options: &HostOptions) -> Option<HostWait> {
        let requests = options.requests_an_hour(&self.host)?;
        // A minute's share of requests may be made at once.
        let at_once = (requests / 60).max(1);
        let share = HOUR.checked_div(requests)?;
        let until = self.budget_used_until?.saturating_sub(share.saturating_mul(at_once - 1));
        is_ahead(until, now).then_some(HostWait { until, reason: WaitReason::Budget })
    }

    /// Records that a request is made.
    pub fn request(&mut self, now: Timestamp, options: &HostOptions) {
        let share = options.requests_an_hour(&self.host).and_then(|requests| HOUR.checked_div(requests));
        // A single time is kept instead of the times of all requests, as in the generic cell rate algorithm.
        self.budget_used_until = share.map(|share| {
            let used_until = self.budget_used_until.filter(|used_until| is_ahead(*used_until, now));
            used_until.unwrap_or(now).saturating_add(share)
        });
    }

    /// Records the reply to a request that took `elapsed`.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostReply, HostState};
    /// use std::time::Duration;
    ///
    /// let (now, options) = ("2026-11-21T12:00:00Z".parse()?, HostOptions::new());
    /// let mut state = HostState::of("https://harbour.example/tides.rss", &options);
    /// state.observe(HostReply::none(), Duration::from_secs(30), now, &options);
    /// let wait = state.next_request(now, &options).map(|wait| wait.to_string());
    /// assert_eq!(wait.as_deref(), Some("2026-11-21T12:01:00Z (the host did not answer)"));
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    pub fn observe(&mut self, reply: HostReply, elapsed: Duration, now: Timestamp, options: &HostOptions) {
        // The host was asked, so an earlier wait is over.
        self.wait = None;
        self.hold(elapsed.min(options.max_pause).max(options.min_pause), WaitReason::Pause, now);
        match reply.kind {
            ReplyKind::Answer => (self.refusals, self.silences) = (0, 0),
            ReplyKind::Refusal { after } => {
                (self.refusals, self.silences) = (self.refusals.saturating_add(1), 0);
                if let Some(after) = after {
                    let least = doubled(FIRST_STATED_WAIT, self.refusals - 1);
                    self.hold(after.max(least), WaitReason::RetryAfter, now);
                } else {
                    let wait = doubled(FIRST_WAIT, self.refusals - 1);
                    self.hold(wait, WaitReason::Refused(self.refusals), now);
                }
            }
            ReplyKind::Silence if elapsed >= LONG_SILENCE => {
                self.silences = self.silences.saturating_add(1);
                self.hold(doubled(elapsed, self.silences), WaitReason::NoAnswer(self.silences), now);
            }
            ReplyKind::Silence => {}
        }
        if let Some(until) = reply.used_up_until {
            self.hold(until.since(now), WaitReason::RateLimit, now);
        }
    }

    /// Leaves the host alone for a time, unless an existing wait is longer.
    fn hold(&mut self, time: Duration, reason: WaitReason, now: Timestamp) {
        let until = now.saturating_add(time.min(LONGEST_WAIT));
        if until > now && self.wait.is_none_or(|wait| wait.until < until) {
            self.wait = Some(HostWait { until, reason });
        }
    }

    /// Returns whether the state no longer matters after `now`, so that it need not be stored.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostReply, HostState};
    /// use http::{HeaderMap, StatusCode};
    /// use std::time::Duration;
    ///
    /// let (now, options) = ("2026-11-21T12:00:00Z".parse()?, HostOptions::new());
    /// let mut state = HostState::of("https://harbour.example/tides.rss", &options);
    /// for (status, is_over) in [(StatusCode::OK, true), (StatusCode::TOO_MANY_REQUESTS, false)] {
    ///     state.observe(HostReply::new(status, &HeaderMap::new(), now), Duration::ZERO, now, &options);
    ///     assert_eq!(state.is_over(now), is_over);
    /// }
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    pub fn is_over(&self, now: Timestamp) -> bool {
        let has_failed = self.refusals > 0 || self.silences > 0;
        let is_held = self.wait.is_some_and(|wait| match wait.reason {
            WaitReason::Pause => false,
            // The next failure doubles the wait.
            _ if has_failed && wait.until <= now => wait.until.saturating_add(MEMORY) > now,
            _ => is_ahead(wait.until, now),
        });
        !is_held && self.budget_used_until.is_none_or(|until| !is_ahead(until, now))
    }
}

/// Returns whether a time is later than `now`, but not so much later that the clock must have been set back.
fn is_ahead(time: Timestamp, now: Timestamp) -> bool {
    time > now && time.since(now) <= LONGEST_WAIT
}

/// Doubles a duration several times.
fn doubled(time: Duration, times: u32) -> Duration {
    // Twenty doublings of a second exceed the longest wait; many more would overflow the shift.
    time.saturating_mul(1 << times.min(20)).min(LONGEST_WAIT)
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
    use bozofeed_testing::check;

    fn now() -> Timestamp {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    fn after(seconds: u64) -> Timestamp {
        now().saturating_add(Duration::from_secs(seconds))
    }

    fn reply(status: u16, fields: &[(&str, &str)]) -> HostReply {
        let fields = fields.iter().map(|(name, value)| {
            (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
        });
        HostReply::new(StatusCode::from_u16(status).unwrap(), &fields.collect::<HeaderMap>(), now())
    }

    #[test]
    fn each_reply_has_its_wait() {
        let wait = |replies: &[(HostReply, u64)]| {
            let (options, mut state) = (HostOptions::new(), HostState::new("harbour.example".to_owned()));
            for (reply, milliseconds) in replies {
                state.observe(*reply, Duration::from_millis(*milliseconds), now(), &options);
            }
            state.next_request(now(), &options).map(|wait| (wait.until.since(now()).as_millis(), wait.reason))
        };
        let (ok, busy, none) = (reply(200, &[]), reply(429, &[]), HostReply::none());
        let stated = |seconds: &str| reply(503, &[("retry-after", seconds)]);
        let used_up = reply(200, &[("ratelimit-remaining", "0"), ("ratelimit-reset", "9")]);
        let wrong: Vec<_> = [
            (vec![(ok, 0)], None),
            (vec![(ok, 80)], Some((80, WaitReason::Pause))),
            (vec![(ok, 8000)], Some((1000, WaitReason::Pause))),
            (vec![(busy, 80)], Some((60_000, WaitReason::Refused(1)))),
            (vec![(busy, 80), (busy, 80)], Some((120_000, WaitReason::Refused(2)))),
            (vec![(busy, 80), (ok, 80)], Some((80, WaitReason::Pause))),
            (vec![(busy, 80), (ok, 80), (busy, 80)], Some((60_000, WaitReason::Refused(1)))),
            (vec![(busy, 80); 12], Some((86_400_000, WaitReason::Refused(12)))),
            (vec![(busy, 80); 60], Some((86_400_000, WaitReason::Refused(60)))),
            (vec![(stated("90"), 80)], Some((90_000, WaitReason::RetryAfter))),
            (vec![(stated("0"), 80)], Some((1000, WaitReason::RetryAfter))),
            (vec![(stated("0"), 80); 4], Some((8000, WaitReason::RetryAfter))),
            (vec![(stated("99999999"), 80)], Some((86_400_000, WaitReason::RetryAfter))),
            (vec![(none, 80)], Some((80, WaitReason::Pause))),
            (vec![(none, 30_000)], Some((60_000, WaitReason::NoAnswer(1)))),
            (vec![(none, 30_000), (none, 30_000)], Some((120_000, WaitReason::NoAnswer(2)))),
            (vec![(none, 30_000), (none, 80)], Some((80, WaitReason::Pause))),
            (vec![(none, 30_000), (ok, 80)], Some((80, WaitReason::Pause))),
            (vec![(used_up, 80)], Some((9000, WaitReason::RateLimit))),
            (vec![(used_up, 80), (ok, 80)], Some((80, WaitReason::Pause))),
        ]
        .into_iter()
        .filter_map(|(replies, expected)| {
            let found = wait(&replies);
            (found != expected).then_some((replies, found, expected))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_budget_is_spread_over_the_hour() {
        for (requests, at_once) in [(60, 1), (600, 10), (1, 1), (90, 1), (100_000, 1666)] {
            let options = HostOptions::new().hourly(requests);
            let mut state = HostState::new("harbour.example".to_owned());
            let (mut time, mut made) = (now(), 0);
            let mut at_first = 0;
            while time < after(7200) {
                if let Some(wait) = state.next_request(time, &options) {
                    time = wait.until;
                } else {
                    state.request(time, &options);
                    made += 1;
                    at_first += u32::from(time == now());
                }
            }
            assert_eq!(at_first, at_once, "{requests}");
            let most = 2 * requests + at_once;
            assert!((2 * requests..=most).contains(&made), "{made} of {requests} an hour");
        }
    }

    #[test]
    fn a_state_from_the_future_is_ignored() {
        let options = HostOptions::new().hourly(60);
        let mut state = HostState::new("harbour.example".to_owned());
        state.request(after(900_000), &options);
        state.observe(reply(429, &[]), Duration::ZERO, after(900_000), &options);
        assert!(state.next_request(after(900_000), &options).is_some());
        assert_eq!(state.next_request(now(), &options), None);
        assert!(state.is_over(now()));
        state.request(now(), &options);
        assert_eq!(state.next_request(now(), &options).map(|wait| wait.until), Some(after(60)));
    }

    #[test]
    fn what_no_longer_matters_is_over() {
        let over = |reply: HostReply, hourly: Option<u32>, seconds: u64| {
            let options = HostOptions { hourly, ..HostOptions::new() };
            let mut state = HostState::new("harbour.example".to_owned());
            state.request(now(), &options);
            state.observe(reply, Duration::from_secs(1), now(), &options);
            state.is_over(after(seconds))
        };
        let wrong: Vec<_> = [
            (reply(200, &[]), None, 0, true),
            (reply(200, &[]), Some(60), 0, false),
            (reply(200, &[]), Some(60), 60, true),
            (reply(429, &[]), None, 0, false),
            // The next refusal doubles the wait, so it is remembered.
            (reply(429, &[]), None, 3600, false),
            (reply(429, &[]), None, 8 * 24 * 3600, true),
            (reply(200, &[("ratelimit-remaining", "0"), ("ratelimit-reset", "9")]), None, 8, false),
            (reply(200, &[("ratelimit-remaining", "0"), ("ratelimit-reset", "9")]), None, 9, true),
        ]
        .into_iter()
        .filter(|(reply, hourly, seconds, expected)| over(*reply, *hourly, *seconds) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn no_wait_is_longer_than_a_day() {
        check(256, |u| {
            let options =
                HostOptions::new().hourly(u.arbitrary()?).min_pause(Duration::from_millis(u.arbitrary()?));
            let mut state = HostState::new("harbour.example".to_owned());
            let mut time = Timestamp::new(u.int_in_range(-9_000_000_000..=200_000_000_000)?, 0).unwrap();
            for _ in 0..u.int_in_range(1..=20)? {
                state.request(time, &options);
                let seconds: u64 = u.arbitrary()?;
                let value = HeaderValue::from(seconds);
                let name = u.choose(&["retry-after", "x-ratelimit-reset", "ratelimit-remaining"])?;
                let headers = HeaderMap::from_iter([(HeaderName::from_static(name), value)]);
                let status = StatusCode::from_u16(*u.choose(&[200, 301, 404, 429, 500, 503])?).unwrap();
                let reply =
                    if u.arbitrary()? { HostReply::new(status, &headers, time) } else { HostReply::none() };
                state.observe(reply, Duration::from_millis(u.arbitrary()?), time, &options);
                if let Some(wait) = state.next_request(time, &options) {
                    assert!(
                        wait.until > time && wait.until.since(time) <= LONGEST_WAIT,
                        "{state:?} at {time}"
                    );
                    time = wait.until;
                    assert_eq!(state.next_request(time, &options), None, "{state:?} at {time}");
                }
            }
            Ok(())
        });
    }
}

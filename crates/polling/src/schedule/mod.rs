//! The time of the next poll, and the reason for it.
//!
//! [`next_poll`] is a pure function of a [`FeedState`], the time and the [`ScheduleOptions`]; it makes no requests and has no clock.
//!
//! # Polling politely
//!
#![doc = include_str!("../polling.md")]

use std::fmt;
use std::time::Duration;

use super::FeedState;
use super::fingerprint::pick;
use super::target::RequestTarget;
use bozofeed::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// The bounds and defaults of the schedule.
///
/// ```
/// use bozofeed_polling::schedule::ScheduleOptions;
/// use std::time::Duration;
///
/// let options = ScheduleOptions::new().min(Duration::from_secs(30 * 60));
/// assert_eq!(options.max, Duration::from_secs(7 * 24 * 60 * 60));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScheduleOptions {
    /// The shortest interval between two polls. One hour by default.
    pub min: Duration,
    /// The longest interval between two polls. One week by default.
    pub max: Duration,
    /// The interval if nothing is known about the feed. Six hours by default.
    pub default: Duration,
    /// The interval of feeds that answer. It replaces hints and the frequency of entries. `None` by default.
    pub interval: Option<Duration>,
    /// The maximum random change of an interval, in percent: an increase after a failure, and a decrease if the interval exceeds the
    /// maximum. It spreads out feeds that were polled at the same time. 25 by default.
    pub jitter: u8,
    /// A number that varies the jitter, which otherwise only depends on the URL and the number of failures. 0 by default.
    pub seed: u64,
}

impl Default for ScheduleOptions {
    fn default() -> Self {
        Self { min: HOUR, max: HOUR * 24 * 7, default: HOUR * 6, interval: None, jitter: 25, seed: 0 }
    }
}

impl ScheduleOptions {
    /// Returns the options with their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the shortest interval between two polls. One hour by default.
    ///
    /// ```
    /// use bozofeed_polling::schedule::ScheduleOptions;
    /// use std::time::Duration;
    ///
    /// assert_eq!(ScheduleOptions::new().min, Duration::from_secs(60 * 60));
    /// assert_eq!(ScheduleOptions::new().min(Duration::from_secs(600)).min, Duration::from_secs(600));
    /// ```
    #[must_use]
    pub fn min(self, min: Duration) -> Self {
        Self { min, ..self }
    }

    /// Sets the longest interval between two polls. One week by default.
    ///
    /// ```
    /// use bozofeed_polling::schedule::ScheduleOptions;
    /// use std::time::Duration;
    ///
    /// let day = Duration::from_secs(24 * 60 * 60);
    /// assert_eq!(ScheduleOptions::new().max, 7 * day);
    /// assert_eq!(ScheduleOptions::new().max(day).max, day);
    /// ```
    #[must_use]
    pub fn max(self, max: Duration) -> Self {
        Self { max, ..self }
    }

    /// Sets the interval of feeds about which nothing is known. Six hours by default.
    ///
    /// ```
    /// use bozofeed_polling::FeedState;
    /// use bozofeed_polling::schedule::{ScheduleOptions, next_poll};
    /// use std::time::Duration;
    ///
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// state.polled = Some(now);
    /// let options = ScheduleOptions::new().default_interval(Duration::from_secs(2 * 60 * 60));
    /// assert_eq!(next_poll(&state, now, &options).at, Some("2026-11-21T14:00:00Z".parse()?));
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    #[must_use]
    pub fn default_interval(self, default: Duration) -> Self {
        Self { default, ..self }
    }

    /// Sets a fixed interval for feeds that answer. It overrides the feed's hints, including `skipHours` and `skipDays`, and the bounds.
    /// After failures and `Retry-After`, the feed waits like any other. Not set by default.
    ///
    /// ```
    /// use bozofeed_polling::FeedState;
    /// use bozofeed_polling::schedule::{Reason, ScheduleOptions, next_poll};
    /// use std::time::Duration;
    ///
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// state.polled = Some(now);
    /// let options = ScheduleOptions::new().interval(Duration::from_secs(10 * 60));
    /// let next = next_poll(&state, now, &options);
    /// assert_eq!((next.at, next.reason), (Some("2026-11-21T12:10:00Z".parse()?), Reason::Interval));
    ///
    /// state.failures = 1;
    /// assert_eq!(next_poll(&state, now, &options).reason, Reason::Failures(1));
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    #[must_use]
    pub fn interval(self, interval: Duration) -> Self {
        Self { interval: Some(interval), ..self }
    }

    /// Sets the jitter after failures and at the longest interval, in percent. 25 by default.
    ///
    /// ```
    /// use bozofeed_polling::FeedState;
    /// use bozofeed_polling::schedule::{ScheduleOptions, next_poll};
    ///
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// (state.polled, state.failures) = (Some(now), 2);
    /// let next = next_poll(&state, now, &ScheduleOptions::new().jitter(0));
    /// assert_eq!(next.at, Some("2026-11-21T14:00:00Z".parse()?), "twice the shortest interval");
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    #[must_use]
    pub fn jitter(self, jitter: u8) -> Self {
        Self { jitter, ..self }
    }

    /// Sets the number that varies the jitter, such as one per installation. 0 by default.
    ///
    /// ```
    /// use bozofeed_polling::schedule::ScheduleOptions;
    ///
    /// assert_eq!(ScheduleOptions::new().seed, 0);
    /// assert_eq!(ScheduleOptions::new().seed(42).seed, 42);
    /// ```
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    fn clamp(&self, interval: Duration) -> Duration {
        interval.min(self.max).max(self.min)
    }

    /// Returns a random part of an interval, at most the jitter.
    fn jitter_of(&self, interval: Duration, seed: u64, url: &str) -> Duration {
        let most = interval.as_secs().saturating_mul(u64::from(self.jitter)) / 100;
        Duration::from_secs(pick(seed, url, most.saturating_add(1)))
    }

    /// Returns an interval within the bounds. Many intervals would exceed the maximum: feeds that were added together must not be polled
    /// together again.
    fn spread(&self, interval: Duration, seed: u64, url: &str) -> Duration {
        if interval <= self.max {
            return self.clamp(interval);
        }
        self.clamp(self.max.saturating_sub(self.jitter_of(self.max, seed, url)))
    }
}

/// The time of the next poll, and the reason for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct NextPoll {
    /// The time, a whole second. `None` if the feed should not be polled again: it is [gone](Reason::Gone), or its URL is
    /// [unusable](Reason::UnusableUrl).
    pub at: Option<Timestamp>,
    /// The reason for this time.
    pub reason: Reason,
}

impl NextPoll {
    /// Returns whether the feed should be polled at `now`.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.at.is_some_and(|at| at <= now)
    }
}

/// The time and the reason: `2026-11-21T14:00:00Z (the feed's ttl)`.
impl fmt::Display for NextPoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "{at} ({})", self.reason),
            None => write!(f, "never ({})", self.reason),
        }
    }
}

/// The reason for the time of the next poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Reason {
    /// The feed was never polled.
    NeverPolled,
    /// The feed is gone for good (410).
    Gone,
    /// [`FeedState::url`] is not an http or https URL, so no poll can succeed until it is replaced. Check URLs with
    /// [`canonical_url`](crate::canonical_url) before storing them.
    UnusableUrl,
    /// The server asked to wait (`Retry-After`).
    RetryAfter,
    /// This number of consecutive polls failed.
    Failures(u32),
    /// The freshness of the response (`Cache-Control`, `Expires`).
    Freshness,
    /// The feed's `ttl`.
    Ttl,
    /// The feed's `sy:updatePeriod` and `sy:updateFrequency`.
    UpdatePeriod,
    /// The frequency of entries.
    Entries,
    /// The interval set in the options.
    Interval,
    /// Nothing is known about the feed.
    Default,
    /// The feed's `skipHours` delayed the time.
    SkipHours,
    /// The feed's `skipDays` delayed the time.
    SkipDays,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NeverPolled => "never polled before",
            Self::Gone => "gone for good",
            Self::UnusableUrl => "not an http or https URL",
            Self::RetryAfter => "the server asked to wait (Retry-After)",
            Self::Failures(1) => "the last poll failed",
            Self::Failures(count) => return write!(f, "the last {count} polls failed"),
            Self::Freshness => "the response is fresh until then (Cache-Control, Expires)",
            Self::Ttl => "the feed's ttl",
            Self::UpdatePeriod => "the feed's sy:updatePeriod",
            Self::Entries => "how often entries appeared",
            Self::Interval => "the interval that was set",
            Self::Default => "the default",
            Self::SkipHours => "put off by the feed's skipHours",
            Self::SkipDays => "put off by the feed's skipDays",
        })
    }
}

/// Returns the time of the next poll of a feed, and the reason for it.
///
/// ```
/// use bozofeed_polling::FeedState;
/// use bozofeed_polling::schedule::{Reason, ScheduleOptions, next_poll};
///
/// let mut state = FeedState::new("https://harbour.example/tides.rss");
/// let now = "2026-11-21T12:00:00Z".parse()?;
/// assert!(next_poll(&state, now, &ScheduleOptions::new()).is_due(now));
///
/// state.polled = Some(now);
/// let next = next_poll(&state, now, &ScheduleOptions::new());
/// assert_eq!(next.at, Some("2026-11-21T18:00:00Z".parse()?));
/// assert_eq!(next.reason, Reason::Default);
/// assert_eq!(next.to_string(), "2026-11-21T18:00:00Z (the default)");
/// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
/// ```
pub fn next_poll(state: &FeedState, now: Timestamp, options: &ScheduleOptions) -> NextPoll {
    if state.gone {
        return NextPoll { at: None, reason: Reason::Gone };
    }
    if RequestTarget::parse(&state.url).is_err() {
        return NextPoll { at: None, reason: Reason::UnusableUrl };
    }
    let (at, reason) = match state.polled {
        None => (now, Reason::NeverPolled),
        // If the clock was set back, the feed must not be delayed for long.
        Some(polled) => {
            let ahead = polled.since(now);
            let polled = polled.min(now);
            let (interval, reason) = interval(state, polled, options);
            let wait = if ahead > interval { Duration::ZERO } else { interval };
            (polled.saturating_add(wait), reason)
        }
    };
    let at = whole_second(at, now);
    if reason == Reason::Interval {
        return NextPoll { at: Some(at), reason };
    }
    let (at, put_off) = put_off(state, at);
    NextPoll { at: Some(at), reason: put_off.unwrap_or(reason) }
}

/// Returns the first whole second at or after `at`. An overdue poll is due now, so its time is rounded down: the next second is in the
/// future.
fn whole_second(at: Timestamp, now: Timestamp) -> Timestamp {
    if at <= now {
        return Timestamp::new(now.seconds(), 0).unwrap_or(now);
    }
    let rest = i64::from(at.nanoseconds() > 0);
    // A timestamp cannot exceed its maximum.
    Timestamp::new(at.seconds().saturating_add(rest), 0).unwrap_or(at)
}

/// Returns the time to wait after the last poll, and the reason.
fn interval(state: &FeedState, polled: Timestamp, options: &ScheduleOptions) -> (Duration, Reason) {
    if let Some(wait) = state.retry_at.map(|retry_at| retry_at.since(polled)) {
        return (options.clamp(wait), Reason::RetryAfter);
    }
    if state.failures > 0 {
        return (back_off(state, options), Reason::Failures(state.failures));
    }
    if let Some(interval) = options.interval {
        return (interval, Reason::Interval);
    }
    let hints = &state.hints;
    let stated = [
        (state.freshness, Reason::Freshness),
        (hints.ttl, Reason::Ttl),
        (hints.update_interval, Reason::UpdatePeriod),
    ];
    // Each of these is a lower bound, so the longest decides, and of equal ones the first. Those below the minimum are ignored.
    let longest = stated
        .into_iter()
        .filter_map(|(interval, reason)| Some((interval?, reason)))
        .filter(|(interval, _)| *interval >= options.min)
        .rev()
        .max_by_key(|(interval, _)| *interval);
    let spread = |interval| options.spread(interval, options.seed, &state.url);
    if let Some((interval, reason)) = longest {
        return (spread(interval), reason);
    }
    if let Some(gap) = usual_gap(&hints.appeared, polled) {
        // Polling twice per entry misses few entries.
        return (spread(gap / 2), Reason::Entries);
    }
    (options.clamp(options.default), Reason::Default)
}

/// Returns the current time between entries of a feed, from their dates, newest first.
///
/// It is the smallest mean of the newest gaps, at least two of them. This ignores a few old entries next to new ones, such as a pinned
/// post, or the old posts of a feed that was resumed after years. A silence longer than this counts as another gap.
fn usual_gap(appeared: &[Timestamp], polled: Timestamp) -> Option<Duration> {
    // One poll finds all entries within an hour.
    let mut moments: Vec<Timestamp> = Vec::with_capacity(appeared.len());
    for at in appeared {
        if moments.last().is_none_or(|last| last.since(*at) >= HOUR) {
            moments.push(*at);
        }
    }
    let newest = *moments.first()?;
    let silence = polled.since(newest);
    let mut usual: Option<(Duration, u32)> = None;
    for (count, at) in (0_u32..).zip(&moments).skip(2) {
        let mean = newest.since(*at) / count;
        if usual.is_none_or(|(least, _)| mean <= least) {
            usual = Some((mean, count));
        }
    }
    Some(match usual {
        Some((mean, count)) if silence > mean => {
            mean.saturating_mul(count).saturating_add(silence) / count.saturating_add(1)
        }
        Some((mean, _)) => mean,
        // One or two moments: the time since the first of them.
        None => {
            let count = if moments.len() == 1 { 1 } else { 2 };
            moments.last().map(|oldest| polled.since(*oldest))? / count
        }
    })
}

/// Returns the interval after consecutive failures: it doubles with each, plus jitter.
fn back_off(state: &FeedState, options: &ScheduleOptions) -> Duration {
    // A larger shift would overflow. The interval reaches the maximum long before.
    let doublings = state.failures.saturating_sub(1).min(30);
    let interval = options.min.saturating_mul(1 << doublings);
    let seed = options.seed ^ u64::from(state.failures) << 32;
    if interval > options.max {
        return options.spread(interval, seed, &state.url);
    }
    let interval = options.clamp(interval);
    options.clamp(interval.saturating_add(options.jitter_of(interval, seed, &state.url)))
}

/// Returns the first time from `at` on that is not skipped, and the reason if that is later than `at`. Hints that skip every hour or every
/// day are ignored.
fn put_off(state: &FeedState, at: Timestamp) -> (Timestamp, Option<Reason>) {
    let hours = &state.hints.skip_hours;
    let days = &state.hints.skip_days;
    let skips_hour = |hour: i64| (0..24).any(|hour| !hours.contains(&hour)) && holds(hours, hour);
    let skips_day = |day: i64| (1..=7).any(|day| !days.contains(&day)) && holds(days, day);
    let mut candidate = at;
    let mut put_off = None;
    // Hour by hour. Within a week, every hour of every day is tried, so one that is not skipped is always found.
    for _ in 0..24 * 8 {
        let hours = candidate.seconds().div_euclid(3600);
        // 1 January 1970 was a Thursday, the fourth day of the week.
        let weekday = (hours.div_euclid(24) + 3).rem_euclid(7) + 1;
        let reason = if skips_day(weekday) {
            Reason::SkipDays
        } else if skips_hour(hours.rem_euclid(24)) {
            Reason::SkipHours
        } else {
            break;
        };
        put_off.get_or_insert(reason);
        let into_the_hour = candidate.seconds().rem_euclid(3600);
        let next = candidate.seconds().saturating_add(3600 - into_the_hour);
        let Some(next) = Timestamp::new(next, 0) else { break };
        candidate = next;
    }
    (candidate, put_off)
}

fn holds(list: &[u8], number: i64) -> bool {
    u8::try_from(number).is_ok_and(|number| list.contains(&number))
}

#[cfg(test)]
mod tests;

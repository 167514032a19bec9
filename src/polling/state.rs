//! The state of a feed between two polls.

use std::time::Duration;

use super::{Fingerprint, Hints, Validators};
use crate::Timestamp;

/// The state of a feed between two polls. Store it with the feed; with the `serde` feature it can be serialized.
///
/// ```
/// use bozofeed::polling::FeedState;
///
/// let state = FeedState::new("https://harbour.example/tides.rss");
/// let stored = serde_json::to_string(&state)?;
/// assert_eq!(stored, r#"{"url":"https://harbour.example/tides.rss"}"#);
/// assert_eq!(serde_json::from_str::<FeedState>(&stored)?, state);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FeedState {
    /// The URL of the feed, with its credentials. A permanent move that led to a feed replaces it.
    pub url: String,
    /// The validators of the last feed that was received.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Validators::is_empty"))]
    pub validators: Validators,
    /// The URL that sent the validators, without credentials. They are not sent to any other.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub received_from: Option<String>,
    /// The fingerprint of the last feed that was received.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub fingerprint: Option<Fingerprint>,
    /// The time of the last poll.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub polled: Option<Timestamp>,
    /// The time at which a change was last received.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub changed: Option<Timestamp>,
    /// The time after [`polled`](Self::polled) for which the feed is fresh (`Cache-Control`, `Expires`, `Age`).
    #[cfg_attr(
        feature = "serde",
        serde(default, with = "super::durations::seconds", skip_serializing_if = "Option::is_none")
    )]
    pub freshness: Option<Duration>,
    /// The time before which the server does not want another request (`Retry-After`).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub retry_at: Option<Timestamp>,
    /// The number of consecutive polls that returned neither a feed nor "not modified".
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub failures: u32,
    /// Whether the feed is gone for good (410).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub gone: bool,
    /// The feed's hints about when it changes.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub hints: Hints,
}

impl FeedState {
    /// Returns the state of a feed that was never polled. The URL is checked by [`Exchange::new`](super::Exchange::new).
    pub fn new(url: &str) -> Self {
        Self { url: url.to_owned(), ..Self::default() }
    }

    /// Returns the time until which the last feed that was received is fresh (`Cache-Control`, `Expires`): the server asks not
    /// to be polled before. That is at most a week after the poll, since a longer time is usually a mistake. `None` if the
    /// server did not say, or if the last poll failed.
    ///
    /// ```
    /// use bozofeed::polling::FeedState;
    /// use std::time::Duration;
    ///
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// assert_eq!(state.fresh_until(), None);
    /// state.polled = Some("2026-11-21T12:00:00Z".parse()?);
    /// state.freshness = Some(Duration::from_secs(2 * 60 * 60));
    /// assert_eq!(state.fresh_until(), Some("2026-11-21T14:00:00Z".parse()?));
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    pub fn fresh_until(&self) -> Option<Timestamp> {
        const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);
        let freshness = self.freshness.filter(|_| self.failures == 0)?;
        Some(self.polled?.saturating_add(freshness.min(LONGEST)))
    }

    /// Records a poll without a feed.
    pub(super) fn fail(&mut self, now: Timestamp, wait: Option<Duration>) {
        self.polled = Some(now);
        self.failures = self.failures.saturating_add(1);
        self.retry_at = wait.map(|wait| now.saturating_add(wait));
    }

    /// Records a poll that returned a feed or "not modified".
    pub(super) fn succeed(&mut self, now: Timestamp) {
        self.polled = Some(now);
        self.failures = 0;
        self.retry_at = None;
        self.gone = false;
    }
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[cfg(feature = "serde")]
fn is_default(hints: &Hints) -> bool {
    *hints == Hints::default()
}

//! The state of a feed between two polls.

use std::fmt;
use std::time::Duration;

use super::canonical::canonical_url;
use super::{FailedMove, Fingerprint, Hints, InvalidHeader, RequestHeaders, Validators, without_credentials};
use bozofeed::Timestamp;

/// The state of a feed between two polls. Store it with the feed; with the `serde` feature it can be serialized.
///
/// It also records facts from the last response: its validators, a fingerprint of its body, how long it is fresh, and when the
/// feed wants to be polled. Credentials are stored in it, but never appear in its debug output.
///
/// ```
/// use bozofeed_polling::FeedState;
///
/// let state = FeedState::new("https://harbour.example/tides.rss");
/// let stored = serde_json::to_string(&state)?;
/// assert_eq!(stored, r#"{"url":"https://harbour.example/tides.rss"}"#);
/// assert_eq!(serde_json::from_str::<FeedState>(&stored)?, state);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FeedState {
    /// The URL of the feed, with its credentials. A permanent move that led to a feed replaces it.
    pub url: String,
    /// Header fields for the requests, such as an authorization. A permanent move to another origin removes the fields that must
    /// not be sent there.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "RequestHeaders::is_empty"))]
    pub headers: RequestHeaders,
    /// The validators of the last feed that was received.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Validators::is_empty"))]
    pub(super) validators: Validators,
    /// The URL that sent the validators, without credentials. They are only sent to this URL.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub(super) received_from: Option<String>,
    /// The fingerprint of the last feed that was received.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub(super) fingerprint: Option<Fingerprint>,
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
    pub(super) freshness: Option<Duration>,
    /// The time before which the server does not want another request (`Retry-After`).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub retry_at: Option<Timestamp>,
    /// The number of consecutive polls that returned neither a feed nor "not modified".
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub failures: u32,
    /// Whether the feed is gone for good (410).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub gone: bool,
    /// The address announced by the feed, if the last attempt found no feed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub(super) failed_move: Option<FailedMove>,
    /// The feed's hints about when it changes.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) hints: Hints,
}

impl FeedState {
    /// Returns the state of a feed that was never polled. The URL is checked by [`Exchange::start`](super::Exchange::start).
    pub fn new(url: &str) -> Self {
        Self { url: url.to_owned(), ..Self::default() }
    }

    /// Sets a header field of the requests, replacing one of the same name.
    ///
    /// ```
    /// use bozofeed_polling::FeedState;
    ///
    /// let state = FeedState::new("https://harbour.example/tides.rss").header("Authorization", "Bearer s3cret")?;
    /// assert!(!format!("{state:?}").contains("s3cret"));
    /// # Ok::<(), bozofeed_polling::InvalidHeader>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidHeader`] if the field cannot be sent, or is one that the client sets.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, InvalidHeader> {
        self.headers.insert(name, value)?;
        Ok(self)
    }

    /// Undoes the conclusions of the last polls: that the feed is [gone](Self::gone), or that it moved. It can be polled again at
    /// `url`, usually the URL at which it was added. If that differs from [`url`](Self::url), the move is not repeated at once
    /// because the feed still announces it, but it is repeated if the server redirects permanently.
    ///
    /// [`headers`](Self::headers) are not changed. If the move was to another origin, it removed credentials: set them again.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState, Step};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let step = Exchange::start(&mut state, now)?.receive(StatusCode::GONE, &HeaderMap::new(), now);
    /// let Step::Done(finished) = step else { panic!() };
    /// finished.record(&mut state);
    /// assert!(state.gone);
    /// state.revive("https://harbour.example/tides.rss", now);
    /// assert!(!state.gone);
    /// assert_eq!(state.failures, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn revive(&mut self, url: &str, now: Timestamp) {
        (self.gone, self.failures, self.retry_at) = (false, 0, None);
        if canonical_url(&self.url) == canonical_url(url) {
            return;
        }
        let left = std::mem::replace(&mut self.url, url.to_owned());
        // All facts so far are about the other address.
        (self.validators, self.received_from, self.fingerprint, self.freshness) = Default::default();
        self.failed_move = Some(FailedMove::taken_back(left, now));
    }

    /// Returns the time until which the last feed is fresh (`Cache-Control`, `Expires`): the server asks not to be polled before.
    /// At most a week after the poll, since a longer time is usually a mistake. `None` if the server did not specify it, or if the
    /// last poll failed.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed_polling::{Exchange, FeedState, Step};
    /// use http::{HeaderMap, HeaderValue, StatusCode};
    ///
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// assert_eq!(state.fresh_until(), None);
    /// let headers = HeaderMap::from_iter([(http::header::CACHE_CONTROL, HeaderValue::from_static("max-age=7200"))]);
    /// let Step::Body(mut body) = Exchange::start(&mut state, now)?.receive(StatusCode::OK, &headers, now) else { panic!() };
    /// body.push(b"<rss><channel/></rss>")?;
    /// let Step::Done(finished) = body.finish(&Parser::new(), now) else { panic!() };
    /// finished.record(&mut state);
    /// assert_eq!(state.fresh_until(), Some("2026-11-21T14:00:00Z".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fresh_until(&self) -> Option<Timestamp> {
        const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);
        let freshness = self.freshness.filter(|_| self.failures == 0)?;
        Some(self.polled?.saturating_add(freshness.min(LONGEST)))
    }

    /// Records a failed poll.
    pub(super) fn fail(&mut self, now: Timestamp, wait: Option<Duration>) {
        self.polled = Some(now);
        self.failures = self.failures.saturating_add(1);
        // A failure that does not request a wait ends an earlier wait: the server was asked again.
        self.retry_at = wait.map(|wait| now.saturating_add(wait));
    }

    /// Records a poll with a feed or "not modified".
    pub(super) fn succeed(&mut self, now: Timestamp) {
        self.polled = Some(now);
        self.failures = 0;
        self.retry_at = None;
        self.gone = false;
    }
}

/// Omits the credentials of the URL.
impl fmt::Debug for FeedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FeedState")
            .field("url", &without_credentials(&self.url))
            .field("headers", &self.headers)
            .field("validators", &self.validators)
            .field("received_from", &self.received_from)
            .field("fingerprint", &self.fingerprint)
            .field("polled", &self.polled)
            .field("changed", &self.changed)
            .field("freshness", &self.freshness)
            .field("retry_at", &self.retry_at)
            .field("failures", &self.failures)
            .field("gone", &self.gone)
            .field("failed_move", &self.failed_move)
            .field("hints", &self.hints)
            .finish()
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

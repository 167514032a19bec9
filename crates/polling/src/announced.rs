//! The new address that a feed announces itself: `itunes:new-feed-url`, and `newLocation` of RSS.
//!
//! Most such announcements are old. Many name the address itself, in one spelling or another, and some name a page, a host that
//! does not exist any more, or an address that names this one. So they are only believed if a feed is there, and
//! those that were not are asked for again after a while.

use std::fmt;
use std::time::Duration;

use super::canonical::canonical_url;
use super::target::{RequestTarget, without_userinfo};
use super::without_credentials;
use bozofeed::Timestamp;

/// The time for which a new address without a feed is not asked for again. It doubles each time.
const WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// How often it doubles: at last, an address is asked for every 32 days.
const MAX_DOUBLINGS: u32 = 5;

/// An announced address at which no feed was found.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct FailedMove {
    /// The URL, with its credentials.
    pub(super) to: String,
    /// The time at which it was asked for.
    asked: Timestamp,
    /// The number of times that no feed was found there.
    failures: u32,
}

/// Without the credentials of the URL.
impl fmt::Debug for FailedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailedMove")
            .field("to", &without_credentials(&self.to))
            .field("asked", &self.asked)
            .field("failures", &self.failures)
            .finish()
    }
}

impl FailedMove {
    /// Returns the record of a request that was made at `asked`, after those of an earlier record.
    pub(super) fn new(to: &RequestTarget, asked: Timestamp, earlier: Option<&Self>) -> Self {
        let to = to.to_stored();
        let failures = earlier.filter(|earlier| earlier.to == to).map_or(0, |earlier| earlier.failures);
        Self { to, asked, failures: failures.saturating_add(1) }
    }

    /// Returns the record of an address that was taken back by hand, so that it is not asked for soon.
    pub(super) fn taken_back(to: String, now: Timestamp) -> Self {
        // As if it had failed often enough to be asked for at the longest interval.
        Self { to, asked: now, failures: MAX_DOUBLINGS + 1 }
    }

    /// Returns whether an announcement is to be ignored, for this request was made a short time before. Another address than the last one
    /// may be a correction, but waits as well: a feed with a new one in each version would make us ask all of them.
    pub(super) fn defers(&self, to: &RequestTarget, now: Timestamp) -> bool {
        let is_same = self.to == to.to_stored();
        let doublings = if is_same { self.failures.saturating_sub(1).min(MAX_DOUBLINGS) } else { 0 };
        // If the clock was set back, the time is unknown.
        self.asked <= now && now.since(self.asked) < WAIT * (1 << doublings)
    }
}

impl RequestTarget {
    /// Returns the address to which a feed at this one says that it moved. `None` if it is this one, or cannot be asked for.
    ///
    /// A feed at `https` does not give up what that promises. Since many old announcements were written before the host had it, an
    /// `http` URL is asked for by `https`, unless it has a port.
    pub(super) fn announced(&self, url: &str) -> Option<Self> {
        let to = self.redirect(url).ok()?;
        let to = match (self.parts().0.scheme(), to.parts().0.scheme(), to.parts().0.port()) {
            ("https", "http", None) => self.redirect(&to.to_stored().replacen("http", "https", 1)).ok()?,
            // A port of `http` does not speak `https`, so there is no address that keeps the promise.
            ("https", "http", Some(_)) => return None,
            _ => to,
        };
        (!to.is_spelling_of(self.url())).then_some(to)
    }

    /// Returns whether another URL is this one, perhaps in another spelling. Neither is compared by its credentials.
    pub(super) fn is_spelling_of(&self, other: &str) -> bool {
        canonical_url(self.url()) == canonical_url(&without_userinfo(other))
    }
}

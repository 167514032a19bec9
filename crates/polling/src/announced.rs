//! New addresses that feeds announce themselves: `itunes:new-feed-url`, and `newLocation` in RSS.
//!
//! Most such announcements are old. Many repeat the feed's own address in another spelling; others name a web page, a host that no longer
//! exists, or an address that points back here. So an announcement is only believed if there is a feed at the new address. If there is
//! none, the address is tried again later.

use std::fmt;
use std::time::Duration;

use super::canonical::canonical_url;
use super::target::{RequestTarget, without_userinfo};
use super::without_credentials;
use bozofeed::Timestamp;

/// The time to wait before an announced address without a feed is tried again. It doubles with each failure.
const WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The maximum number of doublings: eventually, an address is tried every 32 days.
const MAX_DOUBLINGS: u32 = 5;

/// An announced address where no feed was found.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct FailedMove {
    /// The URL, with its credentials.
    pub(super) to: String,
    /// The time of the last attempt.
    asked: Timestamp,
    /// The number of failed attempts.
    failures: u32,
}

/// Omits the credentials of the URL.
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
    /// Returns the record of an attempt at `asked`. It continues the count of failures of an earlier record for the same address.
    pub(super) fn new(to: &RequestTarget, asked: Timestamp, earlier: Option<&Self>) -> Self {
        let to = to.to_stored();
        let failures = earlier.filter(|earlier| earlier.to == to).map_or(0, |earlier| earlier.failures);
        Self { to, asked, failures: failures.saturating_add(1) }
    }

    /// Returns the record of a move that was undone by hand, so that the address is not tried again soon.
    pub(super) fn taken_back(to: String, now: Timestamp) -> Self {
        // As if it had failed often enough to reach the longest interval.
        Self { to, asked: now, failures: MAX_DOUBLINGS + 1 }
    }

    /// Returns whether to ignore an announcement because this attempt was made recently. A different address may be a correction, but
    /// also waits: otherwise, a feed that announces a new one in every version would make us try all of them.
    pub(super) fn defers(&self, to: &RequestTarget, now: Timestamp) -> bool {
        let is_same = self.to == to.to_stored();
        let doublings = if is_same { self.failures.saturating_sub(1).min(MAX_DOUBLINGS) } else { 0 };
        // If the clock was set back, the time is unknown.
        self.asked <= now && now.since(self.asked) < WAIT * (1 << doublings)
    }
}

impl RequestTarget {
    /// Returns the address announced by the feed at this one. `None` if it is the same address, or is unusable.
    ///
    /// A feed at `https` is never downgraded to `http`. Since many announcements are older than the host's `https`, an `http` URL without
    /// a port is requested over `https` instead.
    pub(super) fn announced(&self, url: &str) -> Option<Self> {
        let to = self.redirect(url).ok()?;
        let to = match (self.parts().0.scheme(), to.parts().0.scheme(), to.parts().0.port()) {
            ("https", "http", None) => self.redirect(&to.to_stored().replacen("http", "https", 1)).ok()?,
            // An `http` port does not speak `https`, so no upgrade is possible.
            ("https", "http", Some(_)) => return None,
            _ => to,
        };
        (!to.is_spelling_of(self.url())).then_some(to)
    }

    /// Returns whether another URL denotes the same address, perhaps in another spelling. Credentials are ignored.
    pub(super) fn is_spelling_of(&self, other: &str) -> bool {
        canonical_url(self.url()) == canonical_url(&without_userinfo(other))
    }
}

//! The result of parsing.

use std::borrow::Cow;

use crate::diagnostics::{Bozo, Fault, LooksLike, Warning};
use crate::encoding::Trail;
use crate::model::{Entry, Feed};
use crate::version::Version;

/// A feed and what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Parsed {
    /// The format; [`Version::Unknown`] if none was recognised.
    pub version: Version,
    /// The label of the encoding that was used, as it was given, in lower case.
    pub encoding: Cow<'static, str>,
    /// The canonical name of the encoding with that label.
    pub codec: Cow<'static, str>,
    /// How the document breaks the rules, or `None` if it does not.
    pub bozo: Option<Bozo>,
    /// Whether the document is well-formed, even if it is labelled wrongly.
    pub well_formed: bool,
    /// The first hundred faults, in document order.
    pub faults: Vec<Fault>,
    /// The number of all faults.
    pub fault_count: usize,
    /// The first hundred values that could not be read, in document order. They never make a feed bozo.
    pub warnings: Vec<Warning>,
    /// The namespaces that the document declares: prefix and name. Known ones have their customary prefix.
    pub namespaces: Vec<(String, String)>,
    /// The feed.
    pub feed: Feed,
    /// The entries, in document order.
    pub entries: Vec<Entry>,
    /// How the encoding was determined.
    pub trail: Trail,
}

impl Default for Parsed {
    fn default() -> Self {
        Self {
            version: Version::Unknown,
            encoding: Cow::Borrowed(""),
            codec: Cow::Borrowed(""),
            bozo: None,
            well_formed: true,
            faults: Vec::new(),
            fault_count: 0,
            warnings: Vec::new(),
            namespaces: Vec::new(),
            feed: Feed::default(),
            entries: Vec::new(),
            trail: Trail::default(),
        }
    }
}

impl Parsed {
    /// Returns whether the document is a feed, in whatever state.
    ///
    /// ```
    /// assert!(bozofeed::parse(b"<rss><channel>").is_feed());
    /// assert!(!bozofeed::parse(b"<html><body>Not found</body></html>").is_feed());
    /// ```
    pub fn is_feed(&self) -> bool {
        match &self.bozo {
            Some(Bozo::NotAFeed(_)) => false,
            // The limit may have come before the feed.
            Some(Bozo::LimitExceeded { .. }) => {
                self.version != Version::Unknown || !self.entries.is_empty() || self.feed != Feed::default()
            }
            Some(_) | None => true,
        }
    }

    /// Returns the result if the document is a feed, in whatever state, or else why it is not.
    ///
    /// # Errors
    ///
    /// [`Bozo::NotAFeed`] says what the document looks like; [`Bozo::LimitExceeded`] is returned if a limit was reached before
    /// there was a feed.
    ///
    /// ```
    /// let error = bozofeed::parse(b"<html><body>Not found</body></html>").into_result().unwrap_err();
    /// assert_eq!(error.name(), "NotAFeed");
    /// ```
    pub fn into_result(self) -> Result<Self, Bozo> {
        if self.is_feed() {
            return Ok(self);
        }
        Err(self.bozo.unwrap_or(Bozo::NotAFeed(LooksLike::Other)))
    }
}

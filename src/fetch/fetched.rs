//! The result of a poll.

use std::time::Duration;

use ::http::HeaderMap;

use super::FetchError;
use crate::Parsed;
use crate::discover::LinkField;
use crate::http::{Outcome, Redirect};

/// The result of a poll.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fetched {
    /// The meaning of the response.
    pub outcome: Outcome,
    /// The URL of the response, after redirects, without credentials.
    pub url: String,
    /// The status code.
    pub status: u16,
    /// The headers of the response.
    pub headers: HeaderMap,
    /// The links of the `Link` fields: `self`, `hub`, `next`, `alternate`.
    pub links: Vec<LinkField>,
    /// The body, decompressed. Empty if it cannot be a feed (any status but 200 and 203).
    pub body: Vec<u8>,
    /// The number of bytes of the body that were transferred.
    pub transferred: u64,
    /// The redirects that were followed.
    pub redirects: Vec<Redirect>,
    /// Whether the feed moved for good; the [`State`](crate::http::State) has the new URL then.
    pub moved: bool,
    /// The duration of the poll.
    pub elapsed: Duration,
}

impl Fetched {
    /// Returns the feed, if one was received.
    ///
    /// # Errors
    ///
    /// [`FetchError`] if the response has no document.
    pub fn into_parsed(self) -> Result<Parsed, FetchError> {
        let url = self.url;
        match self.outcome {
            Outcome::Fresh(parsed) => Ok(*parsed),
            Outcome::NotModified | Outcome::Moved { .. } => Err(FetchError::NotModified { url }),
            Outcome::Gone => Err(FetchError::Gone { url }),
            Outcome::Retry { after } => Err(FetchError::Busy { url, after }),
            Outcome::Failed(failure) => Err(FetchError::Failed { url, failure }),
        }
    }
}

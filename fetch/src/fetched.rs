//! The result of a poll.

use std::time::Duration;

use http::HeaderMap;

use super::{FetchError, FetchErrorKind};
use bozofeed::discover::LinkField;
use bozofeed::polling::{FetchOutcome, Redirect};
use bozofeed::{Document, Headers, Parsed};

/// The result of a poll.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fetched {
    /// The meaning of the response.
    pub outcome: FetchOutcome,
    /// The URL of the response, after redirects, without credentials.
    pub url: String,
    /// The status code.
    pub status: u16,
    /// The headers of the response.
    pub headers: HeaderMap,
    /// The links of the `Link` fields: `self`, `hub`, `next`, `alternate`.
    pub links: Vec<LinkField>,
    /// The body, decompressed. Empty if it cannot be a feed (any status but 200, 203, 206 and 226).
    pub body: Vec<u8>,
    /// The number of bytes of the body that were transferred.
    pub transferred: u64,
    /// The redirects that were followed.
    pub redirects: Vec<Redirect>,
    /// Whether the feed moved for good; the [`FeedState`](bozofeed::polling::FeedState) has the new URL then.
    pub moved: bool,
    /// The duration of the poll.
    pub elapsed: Duration,
}

impl Fetched {
    /// Returns the document, if one was received.
    ///
    /// # Errors
    ///
    /// [`FetchError`] if the response has no document.
    pub fn into_parsed(self) -> Result<Parsed, FetchError> {
        match self.outcome {
            FetchOutcome::Fresh(parsed) => Ok(*parsed),
            outcome => Err(FetchError::new(&self.url, without_document(&outcome))),
        }
    }
}

/// The body, with the URL and the headers of the response.
///
/// ```no_run
/// let fetched = bozofeed_fetch::Fetcher::new().fetch("https://harbour.example/")?;
/// for feed in bozofeed::discover::discover(&fetched) {
///     println!("{}", feed.href);
/// }
/// # Ok::<(), bozofeed_fetch::FetchError>(())
/// ```
impl<'a> From<&'a Fetched> for Document<'a> {
    fn from(fetched: &'a Fetched) -> Self {
        Self::new(&fetched.body).url(&fetched.url).headers(Headers::from(&fetched.headers))
    }
}

/// Returns the error that an outcome without a document is.
pub(super) fn without_document(outcome: &FetchOutcome) -> FetchErrorKind {
    match outcome {
        FetchOutcome::Gone => FetchErrorKind::Gone,
        FetchOutcome::Retry { after } => FetchErrorKind::Busy { after: *after },
        FetchOutcome::Failed(failure) => FetchErrorKind::Failed(failure.clone()),
        _ => FetchErrorKind::NotModified,
    }
}

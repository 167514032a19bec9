//! A fetched feed.

use bozofeed::{Bozo, LooksLike, Parsed};
use bozofeed_polling::{Failure, FetchOutcome, Polled, Received};

use super::{FetchError, FetchErrorKind};

/// A fetched feed, and the response that contained it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fetched {
    /// The document, which [is a feed](Parsed::is_feed), in whatever state.
    pub parsed: Parsed,
    /// The response: its URL, status, headers and body, and the redirects that led to it.
    pub response: Received,
}

impl Fetched {
    /// Returns the feed that a poll received, or the reason why it received none.
    pub(super) fn of(polled: Polled) -> Result<Self, FetchError> {
        let Polled { outcome, response, .. } = polled;
        let failed = |kind| FetchError::new(&response.url, kind).with_status(response.status);
        match outcome {
            FetchOutcome::Fresh(parsed) => Ok(Self { parsed: *parsed, response }),
            FetchOutcome::NotAFeed(parsed) => {
                let reason = parsed.bozo.unwrap_or(Bozo::NotAFeed(LooksLike::Other));
                Err(failed(FetchErrorKind::NotAFeed(reason)).with_document(response))
            }
            FetchOutcome::Failed(failure) => Err(failed(FetchErrorKind::Failed(failure))),
            // Only a conditional request has this outcome, and the first request for a feed is
            // unconditional.
            FetchOutcome::NotModified => Err(failed(FetchErrorKind::Failed(Failure::UnexpectedNotModified))),
        }
    }
}

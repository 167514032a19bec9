//! The meaning of a response.

use std::time::Duration;

use crate::Parsed;

/// The meaning of a response for the feed that was requested.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum FetchOutcome {
    /// The feed changed, or was fetched for the first time. The document need not be a feed: see
    /// [`Bozo::NotAFeed`](crate::Bozo::NotAFeed).
    Fresh(Box<Parsed>),
    /// The feed is the one that was received last: 304, or a 200 with the same body.
    NotModified,
    /// The response is a redirect (301, 302, 303, 307, 308): make the next request of the [`Exchange`](super::Exchange).
    Moved {
        /// The new URL, without credentials.
        to: String,
        /// Whether every redirect of the chain so far is permanent (301, 308).
        permanent: bool,
    },
    /// The feed is gone for good (410): do not request it again. After a temporary redirect, 410 is a
    /// [`Failure::Status`], since only the temporary address is gone.
    Gone,
    /// The server is busy (429, 503).
    Retry {
        /// The time to wait, if the server gives it (`Retry-After`). Otherwise [`schedule`](super::schedule) backs off.
        after: Option<Duration>,
    },
    /// Anything else.
    Failed(Failure),
}

/// A response without a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A status without a document: 404, 500, and also 204.
    #[error("the server answered with status {status}")]
    Status {
        /// The status code.
        status: u16,
    },
    /// A redirect without a usable `Location` field.
    #[error("redirect without a location (status {status})")]
    MissingLocation {
        /// The status code.
        status: u16,
    },
    /// A redirect to a URL that is not `http:` or `https:`.
    #[error("redirect to an unusable URL: {0}")]
    UnusableLocation(super::UrlError),
    /// A redirect to a URL that was requested before.
    #[error("redirect loop at '{url}'")]
    RedirectLoop {
        /// The URL without its credentials.
        url: String,
    },
    /// Too many redirects in a row.
    #[error("more than {limit} redirects")]
    TooManyRedirects {
        /// The number of redirects that are followed.
        limit: usize,
    },
    /// 304 for a request that was not conditional.
    #[error("status 304 for an unconditional request")]
    UnexpectedNotModified,
}

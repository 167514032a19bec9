//! Errors of fetching.

use std::net::IpAddr;
use std::time::Duration;

use crate::http::{Failure, UrlError};

/// The reason why no document was received. URLs are shown without credentials.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The URL cannot be that of a feed.
    #[error(transparent)]
    Url(UrlError),
    /// None of the addresses of the host is public. See
    /// [`Fetcher::allow_private_addresses`](super::Fetcher::allow_private_addresses).
    #[error("refused to connect to '{host}': {address} is not a public address")]
    ForbiddenAddress {
        /// The host.
        host: String,
        /// Its first address.
        address: IpAddr,
    },
    /// The name of the host has no address.
    #[error("host '{host}' not found{}", reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default())]
    HostNotFound {
        /// The host.
        host: String,
        /// The message of the operating system or the client.
        reason: Option<String>,
    },
    /// The connection could not be opened, or broke off before the whole response was received.
    #[error("{url}: {reason}")]
    Connection {
        /// The URL.
        url: String,
        /// The message of the operating system or the client.
        reason: String,
    },
    /// The server's certificate is not valid, or the TLS handshake failed.
    #[error("{url}: TLS: {reason}")]
    Tls {
        /// The URL.
        url: String,
        /// The message of the library that reported it.
        reason: String,
    },
    /// The response is not valid HTTP.
    #[error("{url}: {reason}")]
    Protocol {
        /// The URL.
        url: String,
        /// The message of the library that reported it.
        reason: String,
    },
    /// The whole response was not received in time.
    #[error("{url}: no complete response within {} s", limit.as_secs_f32())]
    Timeout {
        /// The URL.
        url: String,
        /// The time limit.
        limit: Duration,
    },
    /// The response is larger than the limit, as it is transferred or decompressed.
    #[error("{url}: the {} exceeds {limit} bytes", if *decompressed { "decompressed response" } else { "response" })]
    TooLarge {
        /// The URL.
        url: String,
        /// The limit in bytes.
        limit: u64,
        /// Whether the limit for the decompressed body was exceeded.
        decompressed: bool,
    },
    /// The body cannot be decompressed.
    #[error("{url}: malformed {coding} body: {reason}")]
    Decompression {
        /// The URL.
        url: String,
        /// The content coding.
        coding: String,
        /// The message of the library that reported it.
        reason: String,
    },
    /// The body has a content coding that was not requested.
    #[error("{url}: unsupported content coding '{coding}'")]
    UnsupportedCoding {
        /// The URL.
        url: String,
        /// The content coding.
        coding: String,
    },
    /// The server answered without a document.
    #[error("{url}: {failure}")]
    Failed {
        /// The URL.
        url: String,
        /// The answer.
        failure: Failure,
    },
    /// The feed is gone for good (410).
    #[error("{url}: gone for good (status 410)")]
    Gone {
        /// The URL.
        url: String,
    },
    /// The server is busy (429, 503).
    #[error("{url}: the server is busy{}", after.map(|after| format!("; ask again in {} s", after.as_secs())).unwrap_or_default())]
    Busy {
        /// The URL.
        url: String,
        /// The time to wait, if the server gives it.
        after: Option<Duration>,
    },
    /// The server answered that nothing changed, although nothing was received before.
    #[error("{url}: not modified, but nothing was received before")]
    NotModified {
        /// The URL.
        url: String,
    },
}

//! Fetches feeds politely and safely: a blocking client.
//!
//! [`fetch`] fetches one feed. A [`Fetcher`] has options, and can be shared between threads. [`Fetcher::poll`] checks whether
//! a feed changed since the last poll, and updates a [`FeedState`](bozofeed_polling::FeedState) that an aggregator stores.
//! [`schedule`](bozofeed_polling::schedule) returns the time of the next poll, and has a guide to polling politely.
//!
//! ```no_run
//! let fetched = bozofeed_fetch::fetch("https://harbour.example/tides.rss")?;
//! println!("{} entries", fetched.parsed.entries.len());
//! # Ok::<(), bozofeed_fetch::FetchError>(())
//! ```
//!
//! Its public functions use types of other crates, which are re-exported as [`bozofeed`], [`polling`] and [`http`], so a program does not
//! have to depend on matching versions.
//!
//! # Requests
//!
//! A request is a GET with `Host`, `User-Agent`, `Accept` and `Accept-Encoding` (gzip, deflate, br, zstd); `If-None-Match` and
//! `If-Modified-Since` if the server sent validators; `Authorization` if the URL has credentials; and additional fields
//! ([`Fetcher::header`], [`FeedState::headers`](bozofeed_polling::FeedState::headers)). A cookie that a redirect sets is sent with later
//! requests in the same poll, and then forgotten. No referrer is sent. After a redirect, credentials are not sent to another origin, and
//! they are never part of an error.
//!
//! # Protections
//!
//! These are refused:
//!
//! - URLs that are neither `http:` nor `https:`, except `feed:`, which stands for one of them.
//! - Addresses that are not public ([`is_public`]), such as loopback, private networks and link-local addresses. A feed
//!   URL often comes from somebody else, who could use it to reach into the network of the fetching server. Addresses are
//!   checked at every redirect and after resolving the name, and connections are only made to checked addresses.
//!   [`Fetcher::allow_network`] and [`Fetcher::allow_host`] allow some of them, [`Fetcher::allow_private_addresses`] all.
//! - Responses that are too large or take too long: see [`Fetcher::max_transfer`], [`Fetcher::max_body`] and
//!   [`Fetcher::timeout`].
//! - More than ten redirects, and redirects in a circle.
//!
//! A proxy resolves names itself, so it controls their addresses: [`Fetcher::proxy`] documents the remaining
//! checks, and the environment variables for proxies.
//!
//! # Leniency
//!
//! Malformed responses are accepted if other clients accept them: any version of HTTP, or `ICY`, in the first line, folded header lines,
//! lines without a colon, white space before a colon, a `Content-Length` that is not a number or is the length of the decoded body, chunks
//! whose lines end with only a line feed, a transfer coding, an unknown content coding (`utf-8`, `none`) or one that does not match the
//! body, gzip without a header, and gzip or deflate with a wrong checksum. If there are more than 100 header fields, or 48 KiB of them,
//! only the relevant ones are read. Other successful responses are treated like 200, except that the validators of 206 and 226 are not
//! kept, since the body may be partial. A body shorter than its length, or chunks that end early, are complete if the feed's root element
//! ends there. These are errors: two different lengths, a truncated body, more than 300 KiB of headers, and damaged compressed bodies.
//!
//! HTTP/2 and HTTP/3 are not supported: `ureq` supports neither, and other clients require an asynchronous runtime and, like `reqwest`,
//! more than twice the dependencies of this crate. Feed servers support HTTP/1.1. If your program has such a client, use it
//! with [`Exchange`](bozofeed_polling::Exchange).
//!
//! # Cookbook
//!
#![doc = include_str!("fetching.md")]

mod address;
mod agents;
mod archive;
mod body;
mod chunks;
mod clock;
mod decode;
mod download;
mod error;
mod fetched;
mod fetcher;
mod head;
#[cfg(feature = "websub")]
mod hub;
mod network;
mod partial;
mod probe;
mod proxy;
mod request;
mod resolver;
mod tls;
mod transport;

/// The crate that parses the feeds, in the version whose types this crate uses.
pub use bozofeed;
/// The parts of polling without I/O, in the version whose types this crate uses.
pub use bozofeed_polling as polling;
/// The types of header fields.
pub use http;

pub use address::is_public;
pub use archive::Archive;
pub use body::Progress;
pub use decode::{decoded, decompressed};
pub use download::Download;
pub use error::{FetchError, FetchErrorKind};
pub use fetched::Fetched;
pub use fetcher::Fetcher;
pub use network::{InvalidNetwork, Network};
pub use probe::Probe;
pub use proxy::{InvalidProxy, Proxy};
pub use tls::InvalidCertificate;

/// Fetches a feed, with every option at its default.
///
/// ```no_run
/// let fetched = bozofeed_fetch::fetch("https://harbour.example/tides.rss")?;
/// println!("{}", fetched.parsed.feed.title_text().unwrap_or_default());
/// # Ok::<(), bozofeed_fetch::FetchError>(())
/// ```
///
/// # Errors
///
/// [`FetchError`] if no feed was received: because of the URL, the network, or the server's response, such as 404 or a web page. A
/// malformed feed is not an error: see [`Parsed::bozo`](bozofeed::Parsed::bozo).
pub fn fetch(url: &str) -> Result<Fetched, FetchError> {
    Fetcher::new().fetch(url)
}

/// The README's examples are also tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

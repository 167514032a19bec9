//! Fetching feeds politely and safely: a blocking client.
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
//! Its public functions have types of other crates. These are part of it as [`bozofeed`], [`polling`] and [`http`], so that a program needs
//! neither a dependency on them nor to choose versions that match.
//!
//! # Requests
//!
//! A request is a GET with `Host`, `User-Agent`, `Accept` and `Accept-Encoding` (gzip, deflate, br, zstd); `If-None-Match` and
//! `If-Modified-Since` if the server sent validators; `Authorization` if the URL has credentials; and fields of your own
//! ([`Fetcher::header`], [`FeedState::headers`](bozofeed_polling::FeedState::headers)). A cookie that a redirect sets is sent with the
//! requests that follow in the same poll, and then forgotten. No referrer is sent. Credentials do not go to another origin after a redirect, and are never part of an error.
//!
//! # Protections
//!
//! These are refused:
//!
//! - URLs that are neither `http:` nor `https:`. `feed:` means one of them.
//! - Addresses that are not public ([`is_public`]): loopback, private networks, link-local addresses and the like. A feed
//!   URL is often given by somebody else, who could reach into the network of the server that fetches it. Addresses are
//!   checked at every redirect and after the name was resolved, and only addresses that were checked are connected to.
//!   [`Fetcher::allow_network`] and [`Fetcher::allow_host`] allow some of them, [`Fetcher::allow_private_addresses`] all.
//! - Responses that are too large or take too long: see [`Fetcher::max_transfer`], [`Fetcher::max_body`] and
//!   [`Fetcher::timeout`].
//! - More than ten redirects, and redirects in a circle.
//!
//! A proxy resolves names itself, so it decides about their addresses: [`Fetcher::proxy`] says what is
//! checked nevertheless, and which variables of the environment name proxies.
//!
//! # Leniency
//!
//! Responses are read as other clients read them: with any version of HTTP, or `ICY`, in the first line, with folded header lines, lines
//! without a colon, white space before a colon, a `Content-Length` that is not a number or is that of the decoded body, chunks whose
//! lines end with a line feed alone, a coding of the transfer, a content coding that does not exist (`utf-8`, `none`) or one that the
//! body does not have, gzip that no header names, and gzip or deflate with a wrong checksum. Of more than 100 header fields, or 48 KiB of them, those that matter
//! are read. Other successful responses are read like 200, though the validators of 206 and 226 are not kept, since what they have may
//! be a part. A body that is shorter than its length, or chunks that end early, are complete if the feed's root element ends there.
//! These are errors: two different lengths, a body that is cut off, more than 300 KiB of headers, and compressed bodies that are damaged.
//!
//! HTTP/2 and HTTP/3 are not supported: `ureq` has neither, and a client that has brings an asynchronous runtime and, as `reqwest`
//! does, more than twice the dependencies of this crate. Servers of feeds speak HTTP/1.1. A program that has such a client uses it
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

//! Fetching feeds politely and safely: a blocking client.
//!
//! [`fetch`] fetches one feed. A [`Fetcher`] has options, and can be shared between threads. [`Fetcher::poll`] checks whether
//! a feed changed since the last poll, and updates a [`State`](crate::http::State) that an aggregator stores.
//! [`http::schedule`](crate::http::schedule) returns the time of the next poll, and has a guide to polling politely.
//!
//! ```no_run
//! let parsed = bozofeed::fetch("https://harbour.example/tides.rss")?;
//! println!("{} entries", parsed.entries.len());
//! # Ok::<(), bozofeed::fetch::FetchError>(())
//! ```
//!
//! # Requests
//!
//! A request is a GET with `Host`, `User-Agent`, `Accept` and `Accept-Encoding` (gzip, deflate, br); `If-None-Match` and
//! `If-Modified-Since` if the server sent validators; `Authorization` if the URL has credentials. Cookies and a referrer are never
//! sent. Credentials do not go to another origin, and are never part of an error.
//!
//! # Protections
//!
//! These are refused:
//!
//! - URLs that are neither `http:` nor `https:`. `feed:` means one of them.
//! - Addresses that are not public ([`is_public`]): loopback, private networks, link-local addresses and the like. A feed
//!   URL is often given by somebody else, who could reach into the network of the server that fetches it. Addresses are
//!   checked at every redirect and after the name was resolved, and only addresses that were checked are connected to.
//!   [`Fetcher::allow_private_addresses`] allows them.
//! - Responses that are too large or take too long: see [`Fetcher::max_transfer`], [`Fetcher::max_body`] and
//!   [`Fetcher::timeout`].
//! - More than ten redirects, and redirects in a circle.
//!
//! Proxies from the environment are not used, since a proxy would resolve names without these checks.
//!
//! # Cookbook
//!
#![doc = include_str!("../docs/fetching.md")]

mod address;
mod body;
mod decode;
mod error;
mod fetched;
mod fetcher;
mod resolver;

use crate::Parsed;

pub use address::is_public;
pub use body::Progress;
pub use error::FetchError;
pub use fetched::Fetched;
pub use fetcher::Fetcher;

/// Fetches and reads a feed, with every option at its default.
///
/// ```no_run
/// let parsed = bozofeed::fetch("https://harbour.example/tides.rss")?;
/// # Ok::<(), bozofeed::fetch::FetchError>(())
/// ```
///
/// # Errors
///
/// [`FetchError`] if no document was received: the URL, the network or the server's answer. A document that is not a feed
/// is not an error: see [`Bozo::NotAFeed`](crate::Bozo::NotAFeed).
pub fn fetch(url: &str) -> Result<Parsed, FetchError> {
    Fetcher::new().fetch(url)?.into_parsed()
}

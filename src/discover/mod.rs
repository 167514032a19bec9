//! Feed autodiscovery: the feeds of an HTML page.
//!
//! [`discover`] lists the feeds that a page names (`<link rel="alternate">`, `<link rel="feed">`, the `Link` header), then
//! links that probably lead to a feed, then guesses by the software that runs the site. It makes no requests: whether a
//! candidate is a feed is known once it was fetched.
//!
//! ```
//! use bozofeed::Headers;
//! use bozofeed::discover::{FoundIn, discover};
//!
//! let page = br#"<title>Harbour</title><link rel="alternate" type="application/rss+xml" title="Tides" href="/tides.rss">
//!     <p><a href="/news/atom.xml">News</a>"#;
//! let feeds = discover(page, &Headers::new(), "https://harbour.example/today/");
//! assert_eq!(feeds[0].href, "https://harbour.example/tides.rss");
//! assert_eq!(feeds[0].title.as_deref(), Some("Tides"));
//! assert_eq!(feeds[1].href, "https://harbour.example/news/atom.xml");
//! assert_eq!(feeds[1].source, FoundIn::Anchor);
//! ```

mod likely;
mod link_field;
mod page;
mod sites;
mod template;

use std::fmt;

use crate::Headers;
use crate::content;

#[cfg(feature = "http")]
pub(crate) use link_field::percent_decoded;
pub use link_field::{LinkField, link_fields};

use page::{Anchor, PageElements, PageLink};

/// A feed that a page has, or may have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FoundFeed {
    /// The URL, resolved.
    pub href: String,
    /// The title that the page gives it.
    pub title: Option<String>,
    /// The media type that the page gives it.
    pub media_type: Option<String>,
    /// The place in which it was found.
    pub source: FoundIn,
}

impl FoundFeed {
    /// Returns whether the page says that this is a feed.
    pub fn is_named(&self) -> bool {
        matches!(self.source, FoundIn::Link | FoundIn::Header)
    }
}

/// The place in which a feed was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FoundIn {
    /// A `link` element, or an `a` element with its relation and type.
    Link,
    /// The `Link` header.
    Header,
    /// An `a` element that probably leads to a feed.
    Anchor,
    /// A guess by the software that runs the site, which it names. The page does not link it.
    Guess(&'static str),
}

impl fmt::Display for FoundIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link => f.write_str("named by the page"),
            Self::Header => f.write_str("named by the Link header"),
            Self::Anchor => f.write_str("linked by the page"),
            Self::Guess(site) => write!(f, "guess: {site}"),
        }
    }
}

/// Returns the feeds of an HTML page: those that it names, in its order, then those of the `Link` header, then links that
/// probably lead to a feed, then guesses. Each URL is listed once.
///
/// `base` is the URL of the page; a `<base>` element counts. The page's encoding is found as a feed's is, so `headers`
/// matter. Links that run code are left out.
pub fn discover(html: &[u8], headers: &Headers, base: &str) -> Vec<FoundFeed> {
    let page = PageElements::read(html, headers, base);
    let mut found = FoundFeeds::default();
    for link in page.links.iter().filter(|link| names_feed(&link.rel, link.media_type.as_deref(), &link.href))
    {
        let PageLink { href, title, media_type, .. } = link.clone();
        found.add(FoundFeed { href, title, media_type, source: FoundIn::Link });
    }
    for link in link_fields(headers, base) {
        if link.anchor.is_none() && names_feed(&link.rel, link.media_type.as_deref(), &link.href) {
            let LinkField { href, title, media_type, .. } = link;
            found.add(FoundFeed { href, title, media_type, source: FoundIn::Header });
        }
    }
    for Anchor { href, text } in &page.anchors {
        if likely::is_likely(href) {
            let title = (!text.is_empty()).then(|| text.clone());
            found.add(FoundFeed { href: href.clone(), title, media_type: None, source: FoundIn::Anchor });
        }
    }
    for (href, site) in sites::guesses(&page, base) {
        found.add(FoundFeed { href, title: None, media_type: None, source: FoundIn::Guess(site) });
    }
    found.feeds
}

/// Returns whether a link names a feed: its relations contain `alternate` or `feed` and not `stylesheet`, and its type is
/// one of a feed (HTML Standard 4.6.7.1). `rel="feed"` needs no type.
pub(crate) fn names_feed(rel: &str, media_type: Option<&str>, href: &str) -> bool {
    let has = |name: &str| rel.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case(name));
    let essence = media_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(essence));
    let is_feed = is(FEED_TYPES) || is(POSSIBLE_TYPES) && likely::is_likely(href);
    !has("stylesheet") && (has("alternate") && is_feed || has("feed") && (is_feed || essence.is_empty()))
}

/// The media types of feeds. `application/rdf+xml` is any RDF, `application/json` any JSON.
const FEED_TYPES: &[&str] = &[
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/x-rss+xml",
    "application/x-atom+xml",
    "application/x.atom+xml",
    "text/rss+xml",
    "text/atom+xml",
];

/// Media types of feeds on some pages, and of other documents on others.
const POSSIBLE_TYPES: &[&str] =
    &["application/xml", "text/xml", "application/json", "text/rss", "application/rss"];

/// Feeds, each once.
#[derive(Default)]
struct FoundFeeds {
    feeds: Vec<FoundFeed>,
    known: std::collections::HashSet<String>,
}

impl FoundFeeds {
    fn add(&mut self, feed: FoundFeed) {
        if !content::is_script_url(&feed.href) && self.known.insert(feed.href.clone()) {
            self.feeds.push(feed);
        }
    }
}

#[cfg(test)]
mod tests;

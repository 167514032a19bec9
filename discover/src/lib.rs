//! Feed autodiscovery: the feeds of an HTML page, and the icons of its site.
//!
//! [`feeds`] lists the feeds that a page names (`<link rel="alternate">`, `<link rel="feed">`, the `Link` header), then
//! links that probably lead to a feed, then guesses by the software that runs the site, and by habit. It makes no requests:
//! whether a candidate is a feed is known once it was fetched. [`search`] asks for them in order until one is, and follows pages
//! that lead to others; it makes no requests either, but says which to make. [`SiteIcons`] are the icons of a site.
//!
//! ```
//! use bozofeed::Document;
//! use bozofeed_discover::FoundIn;
//!
//! let page = br#"<title>Harbour</title><link rel="alternate" type="application/rss+xml" title="Tides" href="/tides.rss">
//!     <p><a href="/news/atom.xml">News</a>"#;
//! let feeds = bozofeed_discover::feeds(Document::new(page).url("https://harbour.example/today/"));
//! assert_eq!(feeds[0].href, "https://harbour.example/tides.rss");
//! assert_eq!(feeds[0].title.as_deref(), Some("Tides"));
//! assert_eq!(feeds[1].href, "https://harbour.example/news/atom.xml");
//! assert_eq!(feeds[1].source, FoundIn::Anchor);
//! ```
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `serde` | yes | `Serialize` and `Deserialize` for results |
//!
//! The minimum Rust version is 1.88.
//!
//! # Cookbook
//!
#![doc = include_str!("cookbook.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod icons;
mod likely;
mod page;
mod refresh;
mod relations;
mod search;
mod sites;
#[cfg(test)]
mod testing;
mod well_known;
mod words;

use std::collections::BTreeSet;
use std::fmt;

use bozofeed::content::{self, BoundedUrlParser};
use bozofeed::{Document, Headers, WebLink};

pub use icons::{Icon, IconSize, IconSource, SiteIcons};
pub use search::{Lookup, MissedFeed, SearchResult, SearchStep, search};

use page::{PageElements, PageLink};

/// A feed that a page has, or may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FoundFeed {
    /// The URL, resolved.
    pub href: String,
    /// The title that the page gives it.
    pub title: Option<String>,
    /// The media type that the page gives it, in lower case and without parameters: `application/rss+xml`.
    pub media_type: Option<String>,
    /// The place in which it was found.
    pub source: FoundIn,
}

impl FoundFeed {
    /// Returns whether the page names it as a feed. Others are likely links and guesses.
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let page = Document::from("<a href='/news/atom.xml'>News</a>").url("https://harbour.example/");
    /// let feeds = bozofeed_discover::feeds(page);
    /// assert_eq!(feeds[0].href, "https://harbour.example/news/atom.xml");
    /// assert!(!feeds[0].is_named());
    /// ```
    pub fn is_named(&self) -> bool {
        matches!(self.source, FoundIn::Link | FoundIn::Header)
    }
}

/// The place in which a feed was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FoundIn {
    /// A `link` element, or an `a` element with its relation and type.
    Link,
    /// The `Link` header.
    Header,
    /// The page to which a browser goes next (`<meta http-equiv="refresh">`, or the `Refresh` header). It is rarely a feed, but may
    /// have one.
    Refresh,
    /// An `a` element that probably leads to a feed.
    Anchor,
    /// A guess by the software that runs the site, which it names. The page does not link it.
    Guess(String),
    /// A section of articles that the page links, such as `/blog`. It is not a feed, but a page that may have one.
    Section,
    /// A place where many sites have their feed. Nothing in the page suggests it.
    WellKnown,
}

impl fmt::Display for FoundIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link => f.write_str("named by the page"),
            Self::Header => f.write_str("named by the Link header"),
            Self::Refresh => f.write_str("the next page"),
            Self::Anchor => f.write_str("linked by the page"),
            Self::Guess(site) => write!(f, "guess: {site}"),
            Self::Section => f.write_str("a section that the page links"),
            Self::WellKnown => f.write_str("guess: a usual place"),
        }
    }
}

/// Returns the feeds of an HTML page: those that it names, in its order, then those of the `Link` header, then the page to which it
/// sends browsers, then links that probably lead to a feed, then guesses. Unless all feeds of the site are known by its host,
/// [sections](FoundIn::Section) and [usual places](FoundIn::WellKnown) follow. Feeds of comments come after all others, or after the
/// others that the page names. Each URL is listed once.
///
/// Only those that the page names are likely to be feeds: ask for the others in order until one is, as [`search`] does.
///
/// Give the page its URL, or all links stay relative; a `<base>` element is respected. The encoding of the page is determined like
/// that of a feed, so pass on the headers. Links that run a script are left out.
///
/// The time is linear in the page. Of each kind of element, 10,000 are read, and one more for each 64 bytes of the page: links
/// after them are not found. Relative URLs stay unknown once a long base URL has added 4 MiB to those of a page, and so do URLs
/// whose hosts are not ASCII once these have 4 MiB.
///
/// ```
/// use bozofeed::Document;
///
/// let page = b"<link rel='alternate' type='application/rss+xml' href='tides.rss'>";
/// let feeds = bozofeed_discover::feeds(Document::new(page).url("https://harbour.example/today/"));
/// assert_eq!(feeds[0].href, "https://harbour.example/today/tides.rss");
/// ```
pub fn feeds<'a>(page: impl Into<Document<'a>>) -> Vec<FoundFeed> {
    let (bytes, url, headers) = page.into().into_parts();
    let base = url.as_deref().unwrap_or_default();
    let decoded = bozofeed::page::decode(&bytes, &headers);
    let urls = BoundedUrlParser::new();
    let page = PageElements::read(&decoded.text, base, &urls);
    let mut found = FoundFeeds::default();
    for feed in named(&page, &headers, base, &urls) {
        found.add(feed);
    }
    let refresh = headers.get("refresh").and_then(refresh::parse);
    let own = urls.parse(base);
    let refresh = refresh.and_then(|url| urls.join(own.as_ref()?, url)).map(String::from);
    for href in refresh.into_iter().chain(page.refresh.clone()) {
        let is_same = own.as_ref().is_some_and(|page| page.as_str() == href);
        let source = if likely::is_likely(&href, &urls) { FoundIn::Anchor } else { FoundIn::Refresh };
        if !is_same {
            found.add(FoundFeed { href, title: None, media_type: None, source });
        }
    }
    // A URL of a feed is surer than the text of an anchor.
    let (sure, others): (Vec<_>, Vec<_>) = page.anchors.iter().partition(|anchor| anchor.has_feed_url(&urls));
    for anchor in sure.into_iter().chain(others) {
        if let Some(href) = anchor.feed(&urls) {
            let title = (!anchor.text.is_empty()).then(|| anchor.text.clone());
            found.add(FoundFeed { href, title, media_type: None, source: FoundIn::Anchor });
        }
    }
    let guesses = sites::guesses(&page, &decoded.text, base);
    for (href, site) in guesses.feeds {
        found.add(FoundFeed { href, title: None, media_type: None, source: FoundIn::Guess(site.to_owned()) });
    }
    if !guesses.is_known_host {
        for href in sites::sections(&page, base) {
            found.add(FoundFeed { href, title: None, media_type: None, source: FoundIn::Section });
        }
        for href in well_known::places(base) {
            found.add(FoundFeed { href, title: None, media_type: None, source: FoundIn::WellKnown });
        }
    }
    found.in_order(&urls)
}

/// Returns the feeds that a page and its headers name, in order.
fn named(page: &PageElements, headers: &Headers, base: &str, urls: &BoundedUrlParser) -> Vec<FoundFeed> {
    let mut found = Vec::new();
    for PageLink { web, .. } in page.links.iter().filter(|link| link.web.names_feed(urls)) {
        let WebLink { href, title, media_type, .. } = web.clone();
        found.push(FoundFeed { href, title, media_type, source: FoundIn::Link });
    }
    for link in headers.links(base) {
        // A link of the header must have a relation (RFC 8288 §3.3).
        if !link.rel.is_empty() && link.names_feed(urls) {
            let WebLink { href, title, media_type, .. } = link;
            found.push(FoundFeed { href, title, media_type, source: FoundIn::Header });
        }
    }
    found
}

/// Feeds, each once.
#[derive(Default)]
struct FoundFeeds {
    feeds: Vec<FoundFeed>,
    known: BTreeSet<String>,
}

impl FoundFeeds {
    fn add(&mut self, feed: FoundFeed) {
        if !content::is_script_url(&feed.href) && self.known.insert(feed.href.clone()) {
            self.feeds.push(feed);
        }
    }

    /// Returns the feeds, those of comments last: after the others that the page names, or after all if it names no others.
    fn in_order(mut self, urls: &BoundedUrlParser) -> Vec<FoundFeed> {
        let is_of_comments =
            |feed: &FoundFeed| relations::is_of_comments(&feed.href, feed.title.as_deref(), urls);
        let has_main = self.feeds.iter().any(|feed| feed.is_named() && !is_of_comments(feed));
        self.feeds.sort_by_cached_key(|feed| match (feed.is_named(), is_of_comments(feed)) {
            (true, false) => 0,
            (true, true) if has_main => 1,
            (false, false) => 2,
            (_, true) => 3,
        });
        self.feeds
    }
}

/// The README's example is a test as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;

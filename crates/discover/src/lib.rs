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

mod anchors;
mod icons;
mod likely;
mod page;
mod refresh;
mod relations;
mod search;
mod sites;
mod well_known;
mod words;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use bozofeed::content::{self, BoundedUrlParser};
use bozofeed::{Document, Headers, WebLink};
use url::Url;

pub use icons::{Icon, IconSize, IconSource, SiteIcons};
pub use search::{Lookup, MOST_REQUESTS, MissedFeed, SearchResult, SearchStep, search, search_url};

use likely::{LanguageMatch, SharedPath};
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
    /// The page to which a browser goes next (`<meta http-equiv="refresh">`, or the `Refresh` header), or the page to which
    /// consent or a login leads. It is rarely a feed, but may have one.
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

/// Returns the feeds of an HTML page: those that it names, then those of the `Link` header, then the page to which it
/// sends browsers, then links that probably lead to a feed, then guesses. Unless all feeds of the site are known by its host,
/// [sections](FoundIn::Section) and [usual places](FoundIn::WellKnown) follow. Feeds of comments come after all others, or after the
/// others that the page names. Each URL is listed once.
///
/// Of several feeds that a page names or links, those in its language (`<html lang>`) come first, then those that have most of
/// its path, then the others in the order of the page. Links to feeds of the same site come before links to others.
///
/// If the URL is that of a page that asks for consent or a login, and contains the URL of the page to which that leads (`?continue=…`), the
/// guesses are about the latter. Without a document, as after a response with the status 403, they are about the URL alone.
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
    let mut found = FoundFeeds::new(&page, base, &urls);
    for (feed, language) in named(&page, &headers, base, &urls) {
        found.add(feed, FeedGroup::Named, language.as_deref());
    }
    let refresh = headers.get("refresh").and_then(refresh::parse);
    let own = urls.parse(base);
    let refresh = refresh.and_then(|url| urls.join(own.as_ref()?, url)).map(String::from);
    for href in refresh.into_iter().chain(page.refresh.clone()) {
        let is_same = own.as_ref().is_some_and(|page| page.as_str() == href);
        let source = if likely::is_likely(&href, &urls) { FoundIn::Anchor } else { FoundIn::Refresh };
        if !is_same {
            found.add(FoundFeed { href, title: None, media_type: None, source }, FeedGroup::Refresh, None);
        }
    }
    let folder = sites::own_folder(&page, base);
    add_anchors(&page, own.as_ref(), &folder, &urls, &mut found);
    // The URL of a page that asks for consent or a login contains that of the page to which it leads.
    let behind = refresh::behind_wall(base, &urls);
    let guesses = match &behind {
        Some(url) => sites::guesses(&PageElements::default(), "", url),
        None => sites::guesses(&page, &decoded.text, base),
    };
    for (href, site) in guesses.feeds {
        let source = FoundIn::Guess(site.to_owned());
        let group = if guesses.is_shared_host { FeedGroup::GuessOfShared } else { FeedGroup::Guess };
        found.add(FoundFeed { href, title: None, media_type: None, source }, group, None);
    }
    if !guesses.is_known_host {
        let (sections, places) = match &behind {
            Some(url) => (Vec::new(), well_known::places(url, "")),
            None => (sites::sections(&page, base), well_known::places(base, &folder)),
        };
        let refresh = behind.into_iter().map(|href| (href, FoundIn::Refresh, FeedGroup::Guess));
        let sections = sections.into_iter().map(|href| (href, FoundIn::Section, FeedGroup::Section));
        let places = places.into_iter().map(|href| (href, FoundIn::WellKnown, FeedGroup::WellKnown));
        for (href, source, group) in refresh.chain(sections).chain(places) {
            found.add(FoundFeed { href, title: None, media_type: None, source }, group, None);
        }
    }
    found.in_order()
}

/// Adds the feeds that links of a page probably lead to. `own` is the URL of the page, and `folder` that of its site.
fn add_anchors(
    page: &PageElements,
    own: Option<&Url>,
    folder: &str,
    urls: &BoundedUrlParser,
    found: &mut FoundFeeds<'_>,
) {
    let host = |feed: &str| Some(urls.parse(feed)?.host_str()?.to_owned());
    // Pages link the feeds of others as well.
    let whose = |feed: &str| {
        let (Some(own), Some(feed)) = (own, urls.parse(feed)) else { return Whose::Own };
        let (Some(own), Some(host)) = (own.host_str(), feed.host_str()) else { return Whose::Own };
        let is_own = match feed.path().strip_prefix(folder) {
            Some(rest) if own == host => rest.is_empty() || rest.starts_with('/'),
            _ => own != host && folder.is_empty() && sites::is_same_site(own, host),
        };
        match is_own || bozofeed::page::is_host_of_feeds(host) {
            true => Whose::Own,
            false if own == host => Whose::Neighbours,
            false => Whose::Others,
        }
    };
    let linked: Vec<_> =
        page.anchors.iter().filter_map(|anchor| Some((anchor, anchors::feed(anchor, urls)?))).collect();
    let others = linked.iter().filter(|(anchor, feed)| anchor.names_feed && whose(feed) == Whose::Others);
    // A page that links the feeds of several sites is a list of others.
    let mut hosts = others.map(|(_, feed)| host(feed));
    let first = hosts.next();
    let is_list = hosts.any(|host| Some(host) != first);
    for (anchor, href) in linked {
        // A URL of a feed is surer than the text of an anchor.
        let group = match whose(&href) {
            Whose::Own if anchors::has_feed_url(anchor, urls) => FeedGroup::OwnUrl,
            Whose::Own => FeedGroup::OwnText,
            Whose::Others if anchor.names_feed && !is_list => FeedGroup::OfOther,
            Whose::Others | Whose::Neighbours => FeedGroup::ListOfOthers,
        };
        let title = (!anchor.text.is_empty()).then(|| anchor.text.clone());
        found.add(FoundFeed { href, title, media_type: None, source: FoundIn::Anchor }, group, None);
    }
}

/// Whose feed a link probably leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    /// Of another folder of a host with many people.
    Neighbours,
    Others,
}

/// Returns the feeds that a page and its headers name, in order, with the languages that the links give them.
fn named(
    page: &PageElements,
    headers: &Headers,
    base: &str,
    urls: &BoundedUrlParser,
) -> Vec<(FoundFeed, Option<String>)> {
    let mut found = Vec::new();
    for PageLink { web, .. } in page.links.iter().filter(|link| link.web.names_feed(urls)) {
        let WebLink { href, title, media_type, hreflang, .. } = web.clone();
        found.push((FoundFeed { href, title, media_type, source: FoundIn::Link }, hreflang));
    }
    for link in WebLink::of_headers(headers, base) {
        // A link of the header must have a relation (RFC 8288 §3.3).
        if !link.rel.is_empty() && link.names_feed(urls) {
            let WebLink { href, title, media_type, hreflang, .. } = link;
            found.push((FoundFeed { href, title, media_type, source: FoundIn::Header }, hreflang));
        }
    }
    found
}

/// The places where feeds are found, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FeedGroup {
    Named,
    Refresh,
    /// A link of the page to a URL of a feed of its site.
    OwnUrl,
    /// A link to another URL of its site, whose text names a feed.
    OwnText,
    /// A link to the only other site whose feed the page links: it may publish the feed of this one.
    OfOther,
    /// A guess by a host that many projects or people share.
    GuessOfShared,
    Guess,
    /// A link to the feed of a friend, or one of several other sites.
    ListOfOthers,
    Section,
    WellKnown,
}

/// Feeds, each once.
struct FoundFeeds<'p> {
    feeds: Vec<OrderedFeed>,
    known: BTreeSet<String>,
    page: Option<Url>,
    /// The language of the page.
    language: Option<&'p str>,
    /// Whether the page is an article.
    is_article: bool,
    urls: &'p BoundedUrlParser,
}

/// A feed with what its order depends on.
struct OrderedFeed {
    feed: FoundFeed,
    group: FeedGroup,
    is_of_comments: bool,
    language: LanguageMatch,
    /// The parts that its path shares with that of the page.
    shared: SharedPath,
    /// Whether it has a part of the entries of its site.
    is_of_part: bool,
}

impl<'p> FoundFeeds<'p> {
    fn new(page: &'p PageElements, base: &str, urls: &'p BoundedUrlParser) -> Self {
        Self {
            feeds: Vec::new(),
            known: BTreeSet::default(),
            page: urls.parse(base),
            language: page.language(),
            is_article: page.meta("og:type").any(|kind| kind.eq_ignore_ascii_case("article")),
            urls,
        }
    }

    /// Adds a feed, with the language that a link gives it.
    fn add(&mut self, feed: FoundFeed, group: FeedGroup, language: Option<&str>) {
        if content::is_script_url(&feed.href) || !self.known.insert(feed.href.clone()) {
            return;
        }
        let is_of_comments = relations::is_of_comments(&feed.href, feed.title.as_deref(), self.urls);
        // The order of others does not depend on it.
        let url = self.urls.parse(&feed.href).filter(|_| group < FeedGroup::Guess);
        let language = language.or_else(|| words::language(feed.title.as_deref()?));
        let of_url = if language.is_none() { url.as_ref().and_then(likely::language) } else { None };
        let language = LanguageMatch::of(self.language, language.or(of_url.as_deref()));
        let mut shared = match (&self.page, &url) {
            (Some(page), Some(url)) => SharedPath::of(page, url),
            _ => SharedPath::default(),
        };
        if self.is_article && shared.is_whole {
            // It has the comments of the article, whatever its title is.
            shared.parts = 0;
        }
        let is_of_part = url.as_ref().is_some_and(likely::is_of_part);
        self.feeds.push(OrderedFeed { feed, group, is_of_comments, language, shared, is_of_part });
    }

    /// Returns the feeds, the surest first. Those of comments are last: after the others that the page names, or after all if it names no
    /// others. Of the feeds that the page names or links, those in its language come first, then those with the longest part of its path,
    /// and those of tags, categories and authors last.
    fn in_order(mut self) -> Vec<FoundFeed> {
        let main = || self.feeds.iter().filter(|one| one.feed.is_named() && !one.is_of_comments);
        let has_main = main().next().is_some();
        // The page of a project may name the feeds of all projects, and not its own.
        let has_own = main().any(|one| one.shared.is_related);
        self.feeds.sort_by_cached_key(|one| {
            let is_of_project =
                one.group == FeedGroup::GuessOfShared && one.shared.parts > 0 && !has_own && has_main;
            let class = match (one.feed.is_named(), one.is_of_comments) {
                (false, false) if is_of_project => 0,
                (true, false) => 1,
                (true, true) if has_main => 2,
                (false, false) => 3,
                (_, true) => 4,
            };
            // The guesses of a site are in the order of their likelihood.
            let is_guess = one.group >= FeedGroup::GuessOfShared;
            let shared = if is_guess { 0 } else { one.shared.parts };
            let language = if is_guess { LanguageMatch::Unknown } else { one.language };
            (class, one.group, language, Reverse(shared), one.is_of_part && !is_guess)
        });
        self.feeds.into_iter().map(|one| one.feed).collect()
    }
}

/// The README's example is a test as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;

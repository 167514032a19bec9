//! Feed autodiscovery: the feeds of an HTML page, and the icons of its site.
//!
//! [`feeds`] lists the feeds that a page declares (`<link rel="alternate">`, `<link rel="feed">`, the `Link` header), then links that
//! probably lead to a feed, then guesses based on the software that runs the site and on common practice. It makes no requests: a candidate
//! must be fetched to know whether it is a feed. [`search`] tries the candidates in order until one is, and follows pages that lead to
//! others; it makes no requests either, but returns the URLs to request. [`SiteIcons`] collects the icons of a site.
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
    /// The title given by the page.
    pub title: Option<String>,
    /// The media type given by the page, in lower case and without parameters: `application/rss+xml`.
    pub media_type: Option<String>,
    /// The place where it was found.
    pub source: FoundIn,
}

impl FoundFeed {
    /// Returns whether the page declares it as a feed. Others are likely links and guesses.
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

/// The place where a feed was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FoundIn {
    /// A `link` element, or an `a` element with its relation and type.
    Link,
    /// The `Link` header.
    Header,
    /// The page that a browser loads next (`<meta http-equiv="refresh">`, or the `Refresh` header), or the page after a consent or login
    /// page. It is rarely a feed, but may have one.
    Refresh,
    /// An `a` element that probably leads to a feed.
    Anchor,
    /// A guess based on the software that runs the site, whose name is the value. The page does not link to it.
    Guess(String),
    /// A section of articles that the page links to, such as `/blog`. It is not a feed, but a page that may have one.
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

/// Returns the feeds of an HTML page in this order: feeds that it declares, feeds of the `Link` header, the page that a browser loads next,
/// links that probably lead to a feed, and guesses. Unless the host of the site is known, with all of its feeds,
/// [sections](FoundIn::Section) and [usual places](FoundIn::WellKnown) follow. Feeds of comments come after all others, or after the other
/// declared feeds. Each URL is listed once.
///
/// Feeds that the page declares or links to are ordered by language (that of the page comes first, `<html lang>`), then by the length of
/// the path they share with the page, then as in the page. Links to feeds of the same site come before links to other sites.
///
/// If the URL belongs to a consent or login page and contains the URL of the page after it (`?continue=…`), the guesses are for the latter.
/// Without a document, as after a response with status 403, they are based on the URL alone.
///
/// Only the declared ones are likely to be feeds: try the others in order until one is, as [`search`] does.
///
/// Set the URL of the page; otherwise all links stay relative. A `<base>` element is respected. The encoding of the page is determined like
/// that of a feed, so pass on the headers. Links that run a script are left out.
///
/// Time is linear in the size of the page. At most 10,000 elements of each kind are read, plus one for each 64 bytes of the page; later
/// links are not found. Relative URLs are ignored once a long base URL has added 4 MiB to the URLs of a page, and so are URLs whose hosts
/// are not ASCII once these add up to 4 MiB.
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
    // The URL of a consent or login page contains the URL of the page after it.
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

/// Adds the feeds that the page's links probably lead to. `own` is the URL of the page, and `folder` the folder of its site.
fn add_anchors(
    page: &PageElements,
    own: Option<&Url>,
    folder: &str,
    urls: &BoundedUrlParser,
    found: &mut FoundFeeds<'_>,
) {
    let host = |feed: &str| Some(urls.parse(feed)?.host_str()?.to_owned());
    // Pages also link to feeds of other sites.
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
    // A page that links to the feeds of several sites is a list of other sites.
    let mut hosts = others.map(|(_, feed)| host(feed));
    let first = hosts.next();
    let is_list = hosts.any(|host| Some(host) != first);
    for (anchor, href) in linked {
        // The URL of a feed is better evidence than the text of an anchor.
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

/// The owner of the feed that a link probably leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    /// Another folder of a host that many people share.
    Neighbours,
    Others,
}

/// Returns the feeds that a page and its headers declare, in order, with the languages stated by the links.
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
        // A link in the header must have a relation (RFC 8288 §3.3).
        if !link.rel.is_empty() && link.names_feed(urls) {
            let WebLink { href, title, media_type, hreflang, .. } = link;
            found.push((FoundFeed { href, title, media_type, source: FoundIn::Header }, hreflang));
        }
    }
    found
}

/// The places where feeds are found, most reliable first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FeedGroup {
    Named,
    Refresh,
    /// A link to the URL of a feed on the same site.
    OwnUrl,
    /// A link to another URL on the same site, whose text names a feed.
    OwnText,
    /// A link to a feed on another site, if the page links to feeds of only one other site: it may publish the feed of this one.
    OfOther,
    /// A guess for a host that many projects or people share.
    GuessOfShared,
    Guess,
    /// A link to the feed of a friend, or one of links to several other sites.
    ListOfOthers,
    Section,
    WellKnown,
}

/// Feeds without duplicates.
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

/// A feed with the values that determine its order.
struct OrderedFeed {
    feed: FoundFeed,
    group: FeedGroup,
    is_of_comments: bool,
    language: LanguageMatch,
    /// The parts that its path shares with the page's.
    shared: SharedPath,
    /// Whether it has only some of the entries of its site.
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

    /// Adds a feed, with the language stated by its link.
    fn add(&mut self, feed: FoundFeed, group: FeedGroup, language: Option<&str>) {
        if content::is_script_url(&feed.href) || !self.known.insert(feed.href.clone()) {
            return;
        }
        let is_of_comments = relations::is_of_comments(&feed.href, feed.title.as_deref(), self.urls);
        // The order of other groups does not depend on the URL.
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

    /// Returns the feeds, most reliable first. Feeds of comments come after the other declared feeds, or last if the page declares no
    /// others. Declared and linked feeds are ordered by language, then by the length of the path shared with the page; feeds of tags,
    /// categories and authors come last.
    fn in_order(mut self) -> Vec<FoundFeed> {
        let main = || self.feeds.iter().filter(|one| one.feed.is_named() && !one.is_of_comments);
        let has_main = main().next().is_some();
        // A project's page may declare the feeds of all projects but not of itself.
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
            // The guesses for a site are already ordered by likelihood.
            let is_guess = one.group >= FeedGroup::GuessOfShared;
            let shared = if is_guess { 0 } else { one.shared.parts };
            let language = if is_guess { LanguageMatch::Unknown } else { one.language };
            (class, one.group, language, Reverse(shared), one.is_of_part && !is_guess)
        });
        self.feeds.into_iter().map(|one| one.feed).collect()
    }
}

/// Tests the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;

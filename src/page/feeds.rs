//! The links of a page that lead to its feeds.

#![expect(clippy::disallowed_types, reason = "the URLs were parsed")]

#[cfg(feature = "h-feed")]
use super::PageTags;
use crate::WebLink;
#[cfg(feature = "h-feed")]
use crate::document::Document;
#[cfg(feature = "h-feed")]
use bozofeed_content::without_feed_scheme;
use bozofeed_text::html::parsed_url::{BoundedUrlParser, ParsedUrl, UrlParser};
#[cfg(feature = "h-feed")]
use bozofeed_text::html::uri::is_relative;
use bozofeed_text::media_type::{FeedType, ParsedMediaType};

/// Relations of alternates of the page, which are feeds if their type says so, and relations that only feeds have.
const ALTERNATES: &[&str] = &["alternate", "alternative"];
const FEEDS: &[&str] = &["feed", "rss", "atom", "service.feed"];

/// A `link` element, an `a` element with a type, or a member of the `Link` header.
#[derive(Default)]
pub(crate) struct DeclaredLink<'a> {
    pub(crate) rel: &'a str,
    pub(crate) media_type: Option<&'a str>,
    /// The target, resolved or not.
    pub(crate) href: &'a str,
    pub(crate) title: Option<&'a str>,
    /// Whether it is for another language or device than the page: such alternates are pages.
    pub(crate) is_variant: bool,
}

impl DeclaredLink<'_> {
    /// Returns whether the link names a feed (HTML Standard 4.6.7.1), with the leniency that real pages need.
    pub(crate) fn is_feed(&self, urls: &UrlParser) -> bool {
        let rels = || self.rel.split_ascii_whitespace();
        let has = |names: &[&str]| rels().any(|rel| names.iter().any(|name| name.eq_ignore_ascii_case(rel)));
        let media_type = ParsedMediaType::parse(self.media_type.unwrap_or_default());
        // `alternate stylesheet` is a style sheet (HTML Standard 4.6.7.1), and WordPress links its API as an alternate.
        if has(&["stylesheet"]) || is_for_programs(self.href) {
            return false;
        }
        let is_alternate = has(ALTERNATES);
        match media_type.feed_type() {
            // Without a relation, the type is the only one to say what the link is.
            Some(FeedType::Feed) => is_alternate || has(FEEDS) || rels().next().is_none(),
            Some(FeedType::Xml) => (is_alternate || has(FEEDS)) && !is_other_xml(self.href, urls),
            Some(FeedType::Data) => (is_alternate || has(FEEDS)) && self.looks_like_feed(urls),
            // A media type that no feed has is the stronger evidence, even against a relation that only feeds
            // have.
            None if !media_type.essence().is_empty() => false,
            None => has(FEEDS) || is_alternate && !self.is_variant && is_likely(self.href, urls),
        }
    }

    /// Returns whether the URL or the title is that of a feed. `.rdf` alone is any RDF.
    fn looks_like_feed(&self, urls: &UrlParser) -> bool {
        let is_titled = self.title.is_some_and(|title| {
            let mut words = title.split(|c: char| !c.is_alphanumeric());
            words.any(|word| ["rss", "feed", "atom"].iter().any(|known| known.eq_ignore_ascii_case(word)))
        });
        is_titled || is_likely(self.href, urls) && !is_rdf(self.href, urls)
    }
}

impl WebLink {
    /// Returns whether the link names a feed (HTML Standard 4.6.7.1), by its relation and media type, and by its target and title where
    /// these are not clear. `urls` is the parser of the document that has the link.
    ///
    /// ```
    /// use bozofeed::content::BoundedUrlParser;
    /// use bozofeed::page::PageTags;
    ///
    /// let page = "<link rel=stylesheet href=/s.css><link rel=alternate type=application/rss+xml href=/tides.rss>";
    /// let links = PageTags::new(page).filter_map(|tag| tag.link());
    /// let feeds: Vec<_> = links.filter(|link| link.names_feed(&BoundedUrlParser::new())).map(|link| link.href).collect();
    /// assert_eq!(feeds, ["/tides.rss"]);
    /// ```
    pub fn names_feed(&self, urls: &BoundedUrlParser) -> bool {
        let declared = DeclaredLink {
            rel: &self.rel,
            media_type: self.media_type.as_deref(),
            href: &self.href,
            title: self.title.as_deref(),
            is_variant: self.hreflang.is_some() || self.media.is_some(),
        };
        // One with an anchor is about another resource (RFC 8288 §3.2).
        self.anchor.is_none() && declared.is_feed(urls.inner())
    }
}

/// Returns whether a page names a feed, or links one of its site. `text` is the page.
#[cfg(feature = "h-feed")]
pub(crate) fn has_own_feed(text: &str, document: &Document<'_>) -> bool {
    let urls = BoundedUrlParser::new();
    let own = document.url.as_deref().and_then(|url| urls.parse(url));
    let leads_to_feed = |href: &str| {
        let Some(web) = without_feed_scheme(href) else { return false };
        let url = urls.parse(&web);
        let is_of_site = match (&url, &own) {
            (Some(url), Some(own)) => url.host_str() == own.host_str(),
            _ => is_relative(&web) && !web.starts_with("//"),
        };
        is_of_site && (web != href || is_likely(&web, urls.inner()))
    };
    let mut templates = 0_usize;
    // A link of the header must have a relation (RFC 8288 §3.3).
    WebLink::of_headers(&document.headers, document.url.as_deref().unwrap_or_default())
        .iter()
        .any(|link| !link.rel.is_empty() && link.names_feed(&urls))
        || PageTags::new(text).any(|tag| {
            // The content of a `template` is inert (HTML Standard 4.12.3), so its links are not those of the
            // page.
            if tag.is("template") {
                templates = if tag.is_end { templates.saturating_sub(1) } else { templates + 1 };
            }
            let link = tag.link().filter(|_| templates == 0);
            link.is_some_and(|link| link.names_feed(&urls) || !tag.is("link") && leads_to_feed(&link.href))
        })
}

/// Returns whether a URL, resolved or not, looks like one of a feed.
fn is_likely(href: &str, urls: &UrlParser) -> bool {
    parse(href, urls).is_some_and(|url| is_likely_feed(&url))
}

/// Returns whether a URL looks like one of a feed, by its path, its query and the name of its host.
///
/// ```
/// use bozofeed::content::BoundedUrlParser;
/// use bozofeed::page::is_likely_feed;
///
/// let is_likely = |url| is_likely_feed(&BoundedUrlParser::new().parse(url).unwrap());
/// assert!(is_likely("https://harbour.example/blog/feed/") && is_likely("https://harbour.example/?format=rss"));
/// assert!(!is_likely("https://harbour.example/feeding-gulls"));
/// ```
pub fn is_likely_feed(url: &url::Url) -> bool {
    // The path of an API may end like that of a feed.
    if !matches!(url.scheme(), "http" | "https") || is_for_programs(url.as_str()) {
        return false;
    }
    if is_host_of_feeds(url.host_str().unwrap_or_default()) && url.path().len() > 1 {
        return true;
    }
    let last = last_segment(url);
    // An article about the format.
    let is_article =
        url.path_segments().is_some_and(|mut segments| segments.any(|segment| segment == "wiki"));
    if ENDINGS.iter().any(|ending| last.ends_with(ending)) || NAMES.contains(&last.as_str()) && !is_article {
        return true;
    }
    // `/rss/world.xml`
    let is_below = |mut segments: std::str::Split<'_, char>| segments.any(|segment| NAMES.contains(&segment));
    if last.strip_suffix(".xml").is_some()
        && !names_other_xml(&last)
        && url.path_segments().is_some_and(is_below)
    {
        return true;
    }
    url.query_pairs().any(|(name, value)| {
        let (name, value) = (name.to_ascii_lowercase(), value.to_ascii_lowercase());
        QUERY_NAMES.contains(&name.as_str()) && QUERY_VALUES.contains(&value.as_str())
            || FORMATS.contains(&name.as_str()) && ["", "1", "true", "yes"].contains(&value.as_str())
    })
}

/// Returns whether a host serves feeds alone, whoever publishes them: `feeds.feedburner.com`.
pub fn is_host_of_feeds(host: &str) -> bool {
    HOST_LABELS.contains(&host.split('.').next().unwrap_or_default())
}

/// Returns whether a part of a path is a word for feeds, such as `rss` or `index.xml`.
pub fn is_word_for_feeds(part: &str) -> bool {
    NAMES.contains(&part)
}

/// Parses a URL, which may be relative: only its path and query matter.
fn parse(href: &str, urls: &UrlParser) -> Option<ParsedUrl> {
    let base = urls.parse("http://relative.invalid/").ok()?;
    urls.join(&base, href).ok()
}

fn last_segment(url: &url::Url) -> String {
    let last = url.path().split('/').rfind(|segment| !segment.is_empty());
    last.unwrap_or_default().to_ascii_lowercase()
}

/// The first labels of hosts that serve nothing else: `feeds.feedburner.com`.
const HOST_LABELS: &[&str] = &["feeds", "feeds2", "rss"];

/// How the last part of a path ends.
const ENDINGS: &[&str] = &[
    ".rss", ".atom", ".rdf", "rss.xml", "atom.xml", "feed.xml", "feeds.xml", "rss2.xml", "podcast.xml",
    "feed.json", "feed.rss", "feed.atom", "rss.php", "feed.php", "atom.php", "rss.aspx", "rss.ashx",
    "rss.cfm", "rss.jsp",
];

/// The last part of a path.
const NAMES: &[&str] = &[
    "feed", "feeds", "rss", "rss2", "atom", "rdf", "index.xml", "rssfeed", "rss-feed", "newsfeed",
    "atomfeed", "backend.php", "syndication.axd",
];

/// The names of a query's fields whose values name a format, and these values.
const QUERY_NAMES: &[&str] = &["feed", "format", "type", "output", "alt", "mode", "view"];
const QUERY_VALUES: &[&str] = &["rss", "rss2", "atom", "rdf", "rss091", "rss092", "rss10", "rss20", "feed"];

/// Fields of a query that ask for a format by themselves: `?rss`, `?rss=1`.
const FORMATS: &[&str] = &["rss", "atom", "feed"];

/// Returns whether a URL is for programs that look at the page: an API, or its description for embedding it (oEmbed).
fn is_for_programs(href: &str) -> bool {
    const PARTS: &[&str] = &["/wp-json", "rest_route=", "/oembed", "oembed?", "/xmlrpc.php", "/api/oembed"];
    let href = href.to_ascii_lowercase();
    PARTS.iter().any(|part| href.contains(part))
}

/// Returns whether an XML document has another purpose by its name: a map of the site, a search, a remote control.
fn is_other_xml(href: &str, urls: &UrlParser) -> bool {
    parse(href, urls).is_some_and(|url| names_other_xml(&last_segment(&url)))
}

/// Returns whether the last part of a path is the name of an XML document that has another purpose.
fn names_other_xml(last: &str) -> bool {
    const PARTS: &[&str] =
        &["sitemap", "opensearch", "search.xml", "wlwmanifest", "rsd", "foaf", "browserconfig", "manifest"];
    PARTS.iter().any(|part| last.contains(part))
}

/// Returns whether the name of a document says that it is RDF, which need not be a feed.
fn is_rdf(href: &str, urls: &UrlParser) -> bool {
    const FEEDS: &[&str] = &["index", "rss", "feed", "news", "site", "backend", "headlines"];
    let last = parse(href, urls).map(|url| last_segment(&url)).unwrap_or_default();
    last.strip_suffix(".rdf").is_some_and(|stem| !FEEDS.contains(&stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_feeds_are_told_from_others() {
        let wrong: Vec<_> = [
            ("https://harbour.example/feed", true),
            ("https://harbour.example/blog/Feed/", true),
            ("https://harbour.example/index.xml", true),
            ("https://harbour.example/tides.rss?x=1", true),
            ("https://harbour.example/tides.ATOM#top", true),
            ("https://harbour.example/?feed=rss2", true),
            ("https://harbour.example/news?Format=RSS", true),
            ("https://harbour.example/news?rss", true),
            ("https://harbour.example/news?rss=1", true),
            ("https://feeds.feedburner.com/tides", true),
            ("https://harbour.example/services/rss/world.xml", true),
            ("https://harbour.example/services/world.xml", false),
            ("/feed", true),
            ("rss.xml", true),
            ("https://harbour.example/", false),
            ("https://harbour.example/feeding-gulls", false),
            ("https://harbour.example/feed/gulls", false),
            ("https://harbour.example/sitemap.xml", false),
            ("https://harbour.example/grass", false),
            ("https://harbour.example/?type=article", false),
            ("https://harbour.example/?feed=no", false),
            ("https://harbour.example/wp-json/wp/v2/posts/feed", false),
            ("https://harbour.example/oembed?format=rss", false),
            ("https://feeds.feedburner.com/", false),
            ("mailto:feed@harbour.example", false),
        ]
        .into_iter()
        .filter(|(href, expected)| is_likely(href, &UrlParser::new()) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}

//! Relations and media types by which a page names its feeds.

use super::likely;
use crate::html::parsed_url::UrlParser;
use crate::media_type::{FeedType, ParsedMediaType};

/// Relations of alternates of the page, which are feeds if their type says so, and relations that only feeds have.
const ALTERNATES: &[&str] = &["alternate", "alternative"];
const FEEDS: &[&str] = &["feed", "rss", "atom", "service.feed"];

/// A `link` element, an `a` element with a type, or a member of the `Link` header.
#[derive(Default)]
pub(crate) struct Named<'a> {
    pub(crate) rel: &'a str,
    pub(crate) media_type: Option<&'a str>,
    /// The target, resolved or not.
    pub(crate) href: &'a str,
    pub(crate) title: Option<&'a str>,
    /// Whether it is for another language or device than the page: such alternates are pages.
    pub(crate) is_variant: bool,
}

impl Named<'_> {
    /// Returns whether the link names a feed (HTML Standard 4.6.7.1), with the leniency that real pages need.
    pub(crate) fn is_feed(&self, urls: &UrlParser) -> bool {
        let rels = || self.rel.split_ascii_whitespace();
        let has = |names: &[&str]| rels().any(|rel| names.iter().any(|name| name.eq_ignore_ascii_case(rel)));
        let media_type = ParsedMediaType::parse(self.media_type.unwrap_or_default());
        // `alternate stylesheet` is a style sheet (HTML Standard 4.6.7.1), and WordPress links its API as an alternate.
        if has(&["stylesheet"]) || likely::is_for_programs(self.href) {
            return false;
        }
        let is_alternate = has(ALTERNATES);
        match media_type.feed_type() {
            // Without a relation, the type is the only one to say what the link is.
            Some(FeedType::Feed) => is_alternate || has(FEEDS) || rels().next().is_none(),
            Some(FeedType::Xml) => (is_alternate || has(FEEDS)) && !likely::is_other_xml(self.href, urls),
            Some(FeedType::Data) => (is_alternate || has(FEEDS)) && self.looks_like_feed(urls),
            None if !media_type.essence().is_empty() => false,
            None => has(FEEDS) || is_alternate && !self.is_variant && likely::is_likely(self.href, urls),
        }
    }

    /// Returns whether the URL or the title is that of a feed. `.rdf` alone is any RDF.
    fn looks_like_feed(&self, urls: &UrlParser) -> bool {
        let is_titled = self.title.is_some_and(|title| {
            let mut words = title.split(|c: char| !c.is_alphanumeric());
            words.any(|word| ["rss", "feed", "atom"].iter().any(|known| known.eq_ignore_ascii_case(word)))
        });
        is_titled || likely::is_likely(self.href, urls) && !likely::is_rdf(self.href, urls)
    }
}

/// Words for comments in titles of feeds, in lower case.
const COMMENTS: &[&str] = &[
    "comment",
    "kommentar",
    "commentaire",
    "comentario",
    "coment\u{e1}rio",
    "comentari",
    "commenti",
    "reactie",
    "reacties",
    "komment",
    "koment\u{e1}",
    "komentarz",
    "yorum",
    "\u{43a}\u{43e}\u{43c}\u{43c}\u{435}\u{43d}\u{442}",
    "\u{8bc4}\u{8bba}",
    "\u{8a55}\u{8ad6}",
    "\u{30b3}\u{30e1}\u{30f3}\u{30c8}",
    "\u{b313}\u{ae00}",
];

/// Returns whether a feed has the comments of a site or a page, and not its entries.
pub(super) fn is_of_comments(href: &str, title: Option<&str>, urls: &UrlParser) -> bool {
    let title = title.unwrap_or_default().to_lowercase();
    COMMENTS.iter().any(|word| title.contains(word)) || likely::is_of_comments(href, urls)
}

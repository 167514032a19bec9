//! Atom links.

use crate::facts::MOST;
use crate::judge::{Judge, StartedElement, is_same};
use crate::open_elements::OpenNode;
use crate::schema::DocumentFormat;
use crate::schema::ElementRole;
use crate::walker::Walker;
use bozofeed_text::html::uri::is_relative;
use bozofeed_text::media_type::{FeedType, ParsedMediaType};

rule_family! {
    (judged by AlternateLinks)
    FEED_SELF_MISSING = "feed-self-missing", Note, "the feed does not link to itself", "Add a link with rel=\"self\" and the address of the feed; in RSS it is atom:link.", "RFC 4287 §4.1.1; RSS Profile"
        { Whole r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
</feed>"# => r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<link rel="self" href="https://harbour.example/news.atom"/>
</feed>"# };
    FEED_SELF_DIFFERS = "feed-self-differs", Warning, "the self link is not the URL of the document", "Link the URL at which the feed is fetched.", "RFC 4287 §4.2.7.2";
    FEED_SELF_RELATIVE = "feed-self-relative", Warning, "the self link is relative", "Write the whole address of the feed.", "RFC 4287 §4.2.7.2"
        [fix Named super::uris::write_whole_address] { Feed r#"<link rel="self" href="/news.atom"/>"# => r#"<link rel="self" href="https://harbour.example/news.atom"/>"# };
    FEED_SELF_NOT_A_FEED = "feed-self-not-a-feed", Warning, "the self link has a media type that is not that of a feed", "Link the feed, with the media type with which it is served.", "RFC 4287 §4.2.7.2"
        { Feed r#"<link rel="self" type="text/html" href="https://harbour.example/news.atom"/>"# => r#"<link rel="self" type="application/atom+xml" href="https://harbour.example/news.atom"/>"# };
    LINK_ALTERNATE_REPEATED = "link-alternate-repeated", Error, "several alternate links of the same type and language", "Keep one alternate link for each type and language.", "RFC 4287 §4.1"
        { Feed r#"<link href="https://harbour.example/a"/>
<link href="https://harbour.example/b"/>"# => r#"<link href="https://harbour.example/a"/>"# };
    LINK_RELATION_UNKNOWN = "link-relation-unknown", Note, "unregistered link relation", "Use a registered relation, or a URI.", "RFC 4287 §4.2.7.2"
        { Entry r#"<link rel="page" href="https://harbour.example/a"/>"# => r#"<link rel="related" href="https://harbour.example/a"/>"# };
}

/// The registered link relations (<https://www.iana.org/assignments/link-relations/>).
#[rustfmt::skip]
const RELATIONS: &[&str] = &[
    "about", "acl", "alternate", "amphtml", "api-catalog", "appendix", "apple-touch-icon", "apple-touch-startup-image", "archives",
    "author", "blocked-by", "bookmark", "c2pa-manifest", "canonical", "chapter", "cite-as", "collection", "compression-dictionary",
    "contents", "convertedfrom", "copyright", "create-form", "current", "deprecation", "describedby", "describes", "disclosure",
    "dns-prefetch", "duplicate", "edit", "edit-form", "edit-media", "enclosure", "external", "first", "geofeed", "glossary", "help", "hosts",
    "hub", "ice-server", "icon", "index", "intervalafter", "intervalbefore", "intervalcontains", "intervaldisjoint", "intervalduring",
    "intervalequals", "intervalfinishedby", "intervalfinishes", "intervalin", "intervalmeets", "intervalmetby", "intervaloverlappedby",
    "intervaloverlaps", "intervalstartedby", "intervalstarts", "item", "last", "latest-version", "license", "linkset", "lrdd", "manifest",
    "mask-icon", "me", "media-feed", "memento", "micropub", "modulepreload", "monitor", "monitor-group", "next", "next-archive",
    "nofollow", "noopener", "noreferrer", "opener", "openid2.local_id", "openid2.provider", "original", "p3pv1", "payment", "pingback",
    "preconnect", "predecessor-version", "prefetch", "preload", "prerender", "prev", "prev-archive", "preview", "previous",
    "privacy-policy", "profile", "publication", "rdap-active", "rdap-bottom", "rdap-down", "rdap-top", "rdap-up", "related", "replies",
    "restconf", "ruleinput", "search", "section", "self", "service", "service-desc", "service-doc", "service-meta", "sip-trunking-capability",
    "sponsored", "start", "status", "stylesheet", "subsection", "successor-version", "sunset", "tag", "terms-of-service", "timegate",
    "timemap", "type", "ugc", "up", "version-history", "via", "webmention", "working-copy", "working-copy-of",
    // Occurs in feeds, although it is not registered.
    "shortlink",
];

/// The types and languages of the alternate links of the feed, and of the open source.
#[derive(Debug, Default)]
struct AlternateLinks {
    of_feed: Vec<(String, String)>,
    of_source: Vec<(String, String)>,
}

impl Judge for AlternateLinks {
    fn roles(&self) -> &'static [ElementRole] {
        &[ElementRole::AtomLink, ElementRole::Source, ElementRole::Feed]
    }

    fn start(&mut self, walker: &mut Walker, element: &StartedElement<'_>) {
        match element.row.role {
            ElementRole::AtomLink => self.start_link(walker, element),
            ElementRole::Source => self.of_source.clear(),
            _ => {}
        }
    }

    fn end(&mut self, walker: &mut Walker, node: &OpenNode) {
        let is_current =
            matches!(walker.format, DocumentFormat::Rss | DocumentFormat::Rdf | DocumentFormat::Atom);
        if node.role() == Some(ElementRole::Feed) && is_current && walker.feed.own_url.is_none() {
            walker.report(&FEED_SELF_MISSING, node.tag, "", "");
        }
    }
}

impl AlternateLinks {
    fn start_link(&mut self, walker: &mut Walker, element: &StartedElement<'_>) {
        let relation = element.value("rel").unwrap_or("alternate");
        // A relation is one name or an IRI, without white space.
        let is_padded = element
            .attributes
            .iter()
            .any(|attribute| attribute.name.qualified == "rel" && attribute.value.len() != relation.len());
        let is_registered = || RELATIONS.iter().any(|known| known.eq_ignore_ascii_case(relation));
        // Atom 0.3 has relations for editing, such as `service.post`.
        let is_known = !is_padded
            && (is_registered()
                || relation.contains(':')
                || walker.format == DocumentFormat::Atom03 && relation.starts_with("service."));
        if !is_known {
            walker.report(&LINK_RELATION_UNKNOWN, element.tag, "@rel", relation);
        }
        match (relation, walker.parent_role()) {
            ("self", ElementRole::Feed) => start_self(walker, element),
            ("alternate", role @ (ElementRole::Feed | ElementRole::Source | ElementRole::Entry)) => {
                let of = |name| element.value(name).unwrap_or_default().to_ascii_lowercase();
                let key = (of("type"), of("hreflang"));
                let known = match role {
                    ElementRole::Feed => &mut self.of_feed,
                    ElementRole::Source => &mut self.of_source,
                    _ => &mut walker.entry.alternates,
                };
                if !known.contains(&key) {
                    if known.len() < MOST {
                        known.push(key);
                    }
                } else if walker.format == DocumentFormat::Atom {
                    let Some(target) = walker.target(element) else { return };
                    walker.report(&LINK_ALTERNATE_REPEATED, element.tag, "", &target);
                }
            }
            _ => {}
        }
    }
}

/// Checks a feed's link to itself.
fn start_self(walker: &mut Walker, element: &StartedElement<'_>) {
    let href = walker.target(element);
    let media_type = element.value("type").unwrap_or_default();
    if !media_type.is_empty() && !is_type_of_feed(media_type, walker.format) {
        walker.report(&FEED_SELF_NOT_A_FEED, element.tag, "@type", media_type);
    }
    if let Some(href) = &href {
        if is_relative(href) {
            let written = element.value("href").unwrap_or_default();
            walker.note_value();
            walker.report(&FEED_SELF_RELATIVE, element.tag, "@href", written);
        } else if walker.feed.url.as_deref().is_some_and(|url| !is_same(url, href, walker.budget.urls())) {
            walker.report(&FEED_SELF_DIFFERS, element.tag, "@href", href);
        }
    }
    // There is a link, even if its address is unknown.
    walker.feed.own_url = Some(href.unwrap_or_default());
}

/// Returns whether a media type is suitable for feeds of a format.
fn is_type_of_feed(media_type: &str, format: DocumentFormat) -> bool {
    let media_type = ParsedMediaType::parse(media_type);
    match media_type.feed_type() {
        Some(FeedType::Xml) => true,
        _ if media_type.is("application/atom+xml") => format.is_atom(),
        _ => !format.is_atom() && media_type.is_xml(),
    }
}

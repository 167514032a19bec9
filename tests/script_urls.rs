//! No result contains a URL that a browser would execute, from any element, attribute or member of the document.

#![allow(clippy::format_push_string, clippy::format_collect, reason = "a test")]

use crate::common::sampled;
use bozofeed::content::is_script_url;
use bozofeed::{Document, Parser};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use url::Url;

/// Script URLs, in the form intended by the document.
const PAYLOADS: &[&str] = &[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "  javascript:alert(1)  ",
    "java\tscr\nipt:alert(1)",
    "\u{1}javascript:alert(1)",
    "\u{200B}javascript:alert(1)",
    // A doubly encoded zero-width space: text is repaired after it is decoded.
    "\u{E2}\u{80}\u{8B}javascript:alert(1)",
    "javascript&colon;alert(1)",
    "&#106;avascript:alert(1)",
    "javascript://example.org/%0Aalert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "feed:javascript:alert(1)",
];

/// Namespaces, and the elements in their vocabularies.
#[rustfmt::skip]
const ELEMENTS: &[(&str, &str, &[&str])] = &[
    ("", "", &[
        "link", "url", "href", "guid", "id", "comments", "docs", "source", "enclosure", "image", "textInput", "cloud",
        "license", "logo", "icon", "generator", "category", "author", "contributor", "managingEditor", "webMaster",
        "creator", "newLocation", "redirect", "a", "base", "about", "published", "updated", "language", "ttl", "rating",
    ]),
    ("admin", "http://webns.net/mvcb/", &["generatorAgent", "errorReportsTo"]),
    ("app", "http://www.w3.org/2007/app", &["control", "collection"]),
    ("atom", "http://www.w3.org/2005/Atom", &[
        "link", "id", "icon", "logo", "author", "uri", "category", "generator", "content", "source", "published",
    ]),
    ("blogChannel", "http://backend.userland.com/blogChannelModule", &["blogRoll", "mySubscriptions", "blink", "changes"]),
    ("cc", "http://web.resource.org/cc/", &["license"]),
    ("creativeCommons", "http://backend.userland.com/creativeCommonsRssModule", &["license"]),
    ("dc", "http://purl.org/dc/elements/1.1/", &["identifier", "relation", "source", "creator", "language", "rights"]),
    ("feedburner", "http://rssnamespace.org/feedburner/ext/1.0", &["origLink", "origEnclosureLink", "info", "feedFlare"]),
    ("fh", "http://purl.org/syndication/history/1.0", &["archive"]),
    ("geo", "http://www.w3.org/2003/01/geo/wgs84_pos#", &["lat", "long"]),
    ("googleplay", "http://www.google.com/schemas/play-podcasts/1.0", &["image", "new-feed-url", "owner", "author"]),
    ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd", &[
        "image", "new-feed-url", "owner", "author", "category", "link", "duration", "type",
    ]),
    ("media", "http://search.yahoo.com/mrss/", &[
        "content", "thumbnail", "player", "credit", "license", "rating", "restriction", "copyright", "embed", "backLink",
        "price", "subTitle", "peerLink", "hash", "category", "community", "comments", "responses", "backLinks", "scenes",
    ]),
    ("opensearch", "http://a9.com/-/spec/opensearch/1.1/", &["Url", "Query", "Image"]),
    ("pingback", "http://madskills.com/public/xml/rss/module/pingback/", &["server", "target"]),
    ("podcast", "https://podcastindex.org/namespace/1.0", &[
        "funding", "person", "transcript", "chapters", "license", "location", "soundbite", "trailer", "value", "images",
        "image", "podroll", "remoteItem", "contentLink", "socialInteract", "integrity", "source", "chat", "publisher",
        "alternateEnclosure", "txt", "guid", "locked", "liveItem",
    ]),
    ("prism", "http://prismstandard.org/namespaces/basic/2.0/", &["url", "link"]),
    ("psc", "http://podlove.org/simple-chapters", &["chapters", "chapter"]),
    ("rawvoice", "http://www.rawvoice.com/rawvoiceRssModule/", &["poster", "donate", "subscribe", "webm", "metamark", "embed"]),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", &["Seq", "li"]),
    ("slash", "http://purl.org/rss/1.0/modules/slash/", &["section", "comments"]),
    ("source", "http://source.scripting.com/", &[
        "blogroll", "cloud", "inReplyTo", "likes", "linkShort", "opmlUrl", "self", "subscriptionList", "account", "outline",
    ]),
    ("thr", "http://purl.org/syndication/thread/1.0", &["in-reply-to", "total"]),
    ("trackback", "http://madskills.com/public/xml/rss/module/trackback/", &["ping", "about"]),
    ("torznab", "http://torznab.com/schemas/2015/feed", &["attr"]),
    ("webfeeds", "http://webfeeds.org/rss/1.0", &["icon", "logo", "wordmark", "cover", "featuredImage"]),
    ("wfw", "http://wellformedweb.org/CommentAPI/", &["comment", "commentRss"]),
    ("x", "http://x.example/", &["url", "homePage", "thumbnail", "y"]),
    ("xhtml", "http://www.w3.org/1999/xhtml", &["a", "img", "link", "body"]),
];

/// Attributes of any of these elements.
#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "href", "url", "uri", "src", "source", "rdf:resource", "rdf:about", "about", "rel", "rev", "img", "image", "link",
    "feedUrl", "embedUrl", "accountUrl", "xml:base", "info", "server", "itunes", "feed", "html", "srcset", "domain", "scheme",
    "path", "template", "ref", "itemGuid", "feedGuid", "xlink:href", "thr:href", "ping", "poster", "action", "data",
];

/// The fields and members that contain text or an identifier, not a URL to follow.
#[rustfmt::skip]
const TEXT: &[&str] = &[
    "author", "content", "description", "domain", "embed", "guid", "id", "json", "label", "language", "name", "owner", "path",
    "rating", "raw", "rel", "rights", "section", "summary", "term", "text", "title", "value",
];

fn in_xml(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{1}'..='\u{1F}' => escaped.push_str(&format!("&#{};", u32::from(c))),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A sequence of script URLs, so that every place in a document has a different one.
pub(super) struct Payloads {
    list: Vec<String>,
    next: Cell<usize>,
}

impl Payloads {
    fn new(start: usize) -> Self {
        Self { next: Cell::new(start), ..Self::of(PAYLOADS.iter().copied().map(String::from).collect()) }
    }

    pub(super) fn of(list: Vec<String>) -> Self {
        Self { list, next: Cell::new(0) }
    }

    /// Returns whether each was used.
    pub(super) fn are_used(&self) -> bool {
        self.next.get() >= self.list.len()
    }

    fn next(&self) -> &str {
        let n = self.next.get();
        self.next.set(n + 1);
        &self.list[n % self.list.len()]
    }

    fn next_in_xml(&self) -> String {
        in_xml(self.next())
    }
}

/// Returns every element with a payload as its text, in each attribute, and inside other elements where it has a meaning.
fn elements(payloads: &Payloads) -> String {
    let mut xml = String::new();
    let inside =
        ["url", "link", "uri", "media:response", "media:backLink", "source:self", "feedburner:origLink"];
    for (prefix, _, names) in ELEMENTS {
        for name in *names {
            let name = if prefix.is_empty() { (*name).to_owned() } else { format!("{prefix}:{name}") };
            let all: String =
                ATTRIBUTES.iter().map(|name| format!(" {name}=\"{}\"", payloads.next_in_xml())).collect();
            xml.push_str(&format!("<{name}>{}</{name}><{name}{all}/>", payloads.next_in_xml()));
            for attribute in ["href", "url", "rdf:resource"] {
                xml.push_str(&format!("<{name} {attribute}=\"{}\">x</{name}>", payloads.next_in_xml()));
            }
            let inner = inside.map(|inside| format!("<{inside}>{}</{inside}>", payloads.next_in_xml()));
            xml.push_str(&format!("<{name}>{}</{name}>", inner.concat()));
        }
    }
    xml
}

fn namespaces() -> String {
    let declared = ELEMENTS.iter().filter(|(prefix, ..)| !prefix.is_empty());
    let declared: String = declared.map(|(prefix, uri, _)| format!(" xmlns:{prefix}=\"{uri}\"")).collect();
    declared + " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
}

/// Returns a document of each format with payloads everywhere.
pub(super) fn documents(payloads: &Payloads) -> Vec<(&'static str, String)> {
    let (all, names) = (elements(payloads), namespaces());
    let base = payloads.next_in_xml();
    let attributes =
        ["img src", "a href", "img longdesc", "form action", "button formaction", "video poster", "q cite"];
    let html = attributes.map(|attribute| format!("<{attribute}=\"{}\">", payloads.next_in_xml())).concat();
    let escaped = in_xml(&html);
    let summary = format!("<description>{escaped}</description>");
    let content = format!("<content type=\"html\">{escaped}</content>");
    vec![
        (
            "RSS",
            format!(
                "<rss version=\"2.0\"{names}><channel>{all}{summary}<item>{all}{summary}</item></channel></rss>"
            ),
        ),
        (
            "RSS with a base",
            format!(
                "<rss version=\"2.0\"{names} xml:base=\"{base}\"><channel><link>a</link><item>{summary}</item></channel></rss>"
            ),
        ),
        (
            "RDF",
            format!(
                "<rdf:RDF xmlns=\"http://purl.org/rss/1.0/\"{names}><channel rdf:about=\"{base}\"/>\
                 <item rdf:about=\"{base}\">{all}{summary}</item></rdf:RDF>"
            ),
        ),
        (
            "Atom",
            format!(
                "<feed xmlns=\"http://www.w3.org/2005/Atom\"{names}>{all}<entry>{all}{content}</entry></feed>"
            ),
        ),
        (
            "Atom 0.3",
            format!(
                "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\"{names}><entry>{all}</entry></feed>"
            ),
        ),
        (
            "CDF",
            format!(
                "<CHANNEL HREF=\"{base}\" BASE=\"{base}\"{names}>{all}<ITEM HREF=\"{base}\">{summary}</ITEM></CHANNEL>"
            ),
        ),
        ("JSON Feed", json_feed(payloads, &html)),
        ("RSS in JSON", rss_in_json(payloads)),
    ]
}

/// Returns an object with payloads in all members, and additional members.
fn object(payloads: &Payloads, more: &Value) -> Value {
    let names = [
        "home_page_url", "feed_url", "next_url", "icon", "favicon", "url", "external_url", "image",
        "banner_image", "avatar", "site", "homepage", "_link", "permalink", "hub", "src", "link",
    ];
    let mut object: Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), payloads.next().into())).collect();
    object.extend(more.as_object().cloned().unwrap_or_default());
    Value::Object(object)
}

fn json_feed(payloads: &Payloads, html: &str) -> String {
    let deep = json!({"urls": [payloads.next(), payloads.next()], "deep": [[object(payloads, &json!({}))]]});
    let inner = object(payloads, &json!({"_more": deep}));
    let item = json!({
        "id": payloads.next(), "content_html": html, "authors": [inner], "attachments": [inner], "_ext": inner, "author": inner,
    });
    let items = [object(payloads, &item), object(payloads, &item)];
    let version = "https://jsonfeed.org/version/1.1";
    let feed =
        json!({"version": version, "authors": [inner], "hubs": [inner], "_ext": inner, "items": items});
    object(payloads, &feed).to_string()
}

fn rss_in_json(payloads: &Payloads) -> String {
    let url = json!({"url": payloads.next(), "link": payloads.next()});
    let item = object(payloads, &json!({"guid": payloads.next(), "enclosure": url, "source": url}));
    json!({"rss": {"version": "2.0", "channel": object(payloads, &json!({"image": url, "item": [item]}))}})
        .to_string()
}

/// Returns whether a browser executes a URL.
fn is_executed(url: &str) -> bool {
    let scheme = Url::parse(url).map_or(String::new(), |url| url.scheme().to_owned());
    matches!(scheme.as_str(), "javascript" | "vbscript")
        || url.contains("text/html") && scheme == "data"
        || is_script_url(url)
}

/// Returns the paths of strings that a browser would execute, except texts.
fn executed(result: &Value) -> BTreeSet<String> {
    executed_by(result, is_executed).into_keys().collect()
}

/// Returns the strings that a function considers executable, by their paths, except texts.
pub(super) fn executed_by(result: &Value, is_executed: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), result)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Object(members) => {
                open.extend(members.iter().map(|(name, value)| (format!("{path}.{name}"), value)));
            }
            Value::Array(elements) => {
                open.extend(elements.iter().map(|element| (format!("{path}[]"), element)));
            }
            Value::String(text) => {
                let name = path.rsplit('.').next().unwrap_or_default().trim_end_matches("[]");
                let is_markup = text.contains('<') && !text.starts_with("data:") && name != "json";
                let is_shown = if is_markup {
                    has_executed_attribute(text, &is_executed)
                } else {
                    !TEXT.contains(&name) && is_executed(text)
                };
                if is_shown {
                    found.insert(path, text.clone());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found
}

/// Returns whether markup has an attribute that a browser would execute.
fn has_executed_attribute(markup: &str, is_executed: impl Fn(&str) -> bool) -> bool {
    markup.split('"').skip(1).step_by(2).any(is_executed)
}

/// Returns the places of script URLs in the model and the dictionary of a document.
fn found_in(format: &str, document: &str) -> BTreeSet<String> {
    let document = Document::from(document)
        .url("https://b.example/feed")
        .header("content-location", "javascript:alert(1)//");
    let parsed = bozofeed::parse(&document);
    assert!(!parsed.entries.is_empty(), "{format}");
    let model = serde_json::to_value(&parsed).unwrap_or_default();
    assert!(model["entries"].is_array(), "{format}");
    let dictionary = serde_json::Value::from(Parser::new().dictionary(document));
    let mut found = BTreeSet::new();
    for (result, value) in [("model", &model), ("dictionary", &dictionary)] {
        for part in ["feed", "entries"] {
            let paths = executed(value.get(part).unwrap_or(&Value::Null));
            found.extend(paths.into_iter().map(|path| format!("{part}{path} in the {result} of {format}")));
        }
    }
    found
}

#[test]
fn no_result_has_a_script_url() {
    let mut found = BTreeSet::new();
    for start in sampled([0, 5].into_iter(), 2) {
        for (format, document) in documents(&Payloads::new(start)) {
            found.append(&mut found_in(format, &document));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn lists_of_subscriptions_and_pages_have_no_script_url() {
    let payloads = Payloads::new(0);
    for _ in PAYLOADS {
        let attributes = ["xmlUrl", "htmlUrl", "url", "href", "imageUrl", "icon"];
        let attributes = attributes.map(|name| format!(" {name}=\"{}\"", payloads.next_in_xml())).concat();
        let head = ["docs", "ownerId", "link"]
            .map(|name| format!("<{name}>{}</{name}>", payloads.next_in_xml()))
            .concat();
        let list = format!(
            "<opml version=\"2.0\"><head>{head}</head><body><outline text=\"x\"{attributes}/><outline text=\"y\" type=\"link\"\
             {attributes}/></body></opml>"
        );
        let list = serde_json::to_value(bozofeed_opml::parse(list.as_bytes())).unwrap();
        assert_eq!(executed(&list["head"]), BTreeSet::new());
        assert_eq!(executed(&list["outlines"]), BTreeSet::new());
        let links = ["alternate", "feed"].map(|rel| {
            format!("<link rel=\"{rel}\" type=\"application/rss+xml\" href=\"{}\">", payloads.next_in_xml())
        });
        let page = format!(
            "<!doctype html><html><head>{}</head><body><a href=\"{}\">RSS</a>",
            links.concat(),
            payloads.next_in_xml()
        );
        for feed in bozofeed_discover::feeds(Document::from(&page).url("https://b.example/")) {
            assert!(!is_executed(&feed.href), "{}", feed.href);
        }
    }
}

#[test]
fn text_that_looks_like_a_script_url_is_kept() {
    let text = "JavaScript: the good parts";
    let document = format!(
        "<rss xmlns:x=\"http://x.example/\"><channel><title>{text}</title><item><title>{text}</title><guid>{text}</guid>\
         <x:note title=\"{text}\">{text}</x:note></item></channel></rss>"
    );
    let parsed = bozofeed::parse(document.as_bytes());
    let entry = &parsed.entries[0];
    assert_eq!(parsed.feed.title.as_ref().map(|title| title.value.as_str()), Some(text));
    assert_eq!((entry.title_text().as_deref(), entry.id.as_deref()), (Some(text), Some(text)));
    assert_eq!(
        (entry.extensions()[0].text.as_str(), entry.extensions()[0].attribute("title")),
        (text, Some(text))
    );
    let dictionary = serde_json::Value::from(Parser::new().dictionary(document.as_bytes()));
    assert_eq!(dictionary["entries"][0]["x_note"]["title"], text);
    assert_eq!(dictionary["entries"][0]["guidislink"], false);
    assert_eq!(dictionary["entries"][0].get("link"), None);
}

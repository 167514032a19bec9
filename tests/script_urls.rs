//! No result has a URL that a browser would execute, whatever element, attribute or member of the document has it.

#![cfg(all(feature = "feedparser", feature = "serde"))]

use bozofeed::content::is_script_url;
use bozofeed::{Parser, discover, opml};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use url::Url;

/// Script URLs, as they are meant by the document.
const PAYLOADS: &[&str] = &[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "  javascript:alert(1)  ",
    "java\tscr\nipt:alert(1)",
    "\u{1}javascript:alert(1)",
    "\u{200B}javascript:alert(1)",
    // A zero-width space that was encoded twice: text is repaired after it is decoded.
    "\u{E2}\u{80}\u{8B}javascript:alert(1)",
    "javascript&colon;alert(1)",
    "&#106;avascript:alert(1)",
    "javascript://example.org/%0Aalert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "feed:javascript:alert(1)",
];

/// Namespaces, and the elements that their vocabularies know.
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
    "description", "domain", "embed", "guid", "id", "label", "language", "name", "owner", "path", "rating", "raw", "rel",
    "section", "term", "text", "title", "value",
];

fn in_xml(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\u{1}' => escaped.push_str(&format!("&#{};", u32::from(c))),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns every element with the payload as its text, in each attribute alone, and in all of them.
fn elements(payload: &str) -> String {
    let payload = in_xml(payload);
    let all: String = ATTRIBUTES.iter().map(|name| format!(" {name}=\"{payload}\"")).collect();
    let mut xml = String::new();
    for (prefix, _, names) in ELEMENTS {
        for name in *names {
            let name = if prefix.is_empty() { (*name).to_owned() } else { format!("{prefix}:{name}") };
            xml.push_str(&format!("<{name}>{payload}</{name}><{name}{all}/><{name}{all}>{payload}</{name}>"));
            for attribute in ["href", "url", "uri", "src", "rdf:resource", "rdf:about"] {
                xml.push_str(&format!("<{name} {attribute}=\"{payload}\">x</{name}>"));
            }
            // Elements that mean something within others.
            let inner = ["url", "link", "href", "uri", "media:response", "media:backLink", "podcast:source", "podcast:valueRecipient", "podcast:remoteItem", "x:homePage"];
            let inner: String = inner.iter().map(|inner| format!("<{inner}>{payload}</{inner}><{inner}{all}/>")).collect();
            xml.push_str(&format!("<{name}>{inner}</{name}>"));
        }
    }
    xml
}

fn namespaces() -> String {
    let declared = ELEMENTS.iter().filter(|(prefix, ..)| !prefix.is_empty());
    let declared: String = declared.map(|(prefix, uri, _)| format!(" xmlns:{prefix}=\"{uri}\"")).collect();
    declared + " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
}

/// Returns a document of each format with the payload everywhere.
fn documents(payload: &str) -> Vec<(&'static str, String)> {
    let (all, names) = (elements(payload), namespaces());
    let base = in_xml(payload);
    let html = in_xml(&format!(
        "<a href=\"{0}\">a</a><img src=\"{0}\" srcset=\"{0} 1x\" longdesc=\"{0}\"><form action=\"{0}\"><button formaction=\"{0}\">b\
         </button></form><video poster=\"{0}\"></video><blockquote cite=\"{0}\">c</blockquote>",
        in_xml(payload)
    ));
    let summary = format!("<description>{html}</description>");
    let content = format!("<content type=\"html\">{html}</content>");
    let object = |more: Value| {
        let mut object = Map::new();
        for name in [
            "home_page_url", "feed_url", "next_url", "icon", "favicon", "url", "external_url", "image", "banner_image",
            "avatar", "site", "homepage", "_link", "permalink", "hub", "src",
        ] {
            object.insert(name.to_owned(), payload.into());
        }
        for (name, value) in more.as_object().into_iter().flatten() {
            object.insert(name.clone(), value.clone());
        }
        Value::Object(object)
    };
    let inner = object(json!({"_more": object(json!({"urls": [payload], "deep": [[object(json!({}))]]}))}));
    let item = object(json!({
        "id": payload, "content_html": html, "authors": [inner], "attachments": [inner], "tags": ["x"], "_ext": inner,
    }));
    let json = object(json!({
        "version": "https://jsonfeed.org/version/1.1", "title": "x", "authors": [inner], "hubs": [inner], "_ext": inner,
        "items": [item],
    }));
    let rss_item = object(json!({"link": payload, "guid": payload, "enclosure": {"url": payload}, "source": {"url": payload}}));
    let rss_in_json = json!({"rss": {"version": "2.0", "channel": object(json!({"link": payload, "item": [rss_item]}))}});
    vec![
        ("RSS", format!("<rss version=\"2.0\"{names}><channel>{all}{summary}<item>{all}{summary}</item></channel></rss>")),
        ("RSS with a base", format!("<rss version=\"2.0\"{names} xml:base=\"{base}\"><channel><link>a</link><item>{all}</item></channel></rss>")),
        (
            "RDF",
            format!(
                "<rdf:RDF xmlns=\"http://purl.org/rss/1.0/\"{names}><channel rdf:about=\"{base}\">{all}</channel>\
                 <item rdf:about=\"{base}\">{all}{summary}</item></rdf:RDF>"
            ),
        ),
        (
            "Atom",
            format!("<feed xmlns=\"http://www.w3.org/2005/Atom\"{names}>{all}<entry>{all}{content}</entry></feed>"),
        ),
        ("Atom 0.3", format!("<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\"{names}>{all}<entry>{all}</entry></feed>")),
        ("CDF", format!("<CHANNEL HREF=\"{base}\" BASE=\"{base}\"{names}>{all}<ITEM HREF=\"{base}\">{all}</ITEM></CHANNEL>")),
        ("JSON Feed", json.to_string()),
        ("RSS in JSON", rss_in_json.to_string()),
    ]
}

/// Returns whether a browser executes a URL.
fn is_executed(url: &str) -> bool {
    let scheme = Url::parse(url).map_or(String::new(), |url| url.scheme().to_owned());
    matches!(scheme.as_str(), "javascript" | "vbscript") || url.contains("text/html") && scheme == "data" || is_script_url(url)
}

/// Returns the paths of strings that a browser would execute, except for those that are text.
fn executed(result: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
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
                let is_markup = text.contains('<') && !text.starts_with("data:");
                let is_shown = if is_markup { has_executed_attribute(text) } else { !TEXT.contains(&name) && is_executed(text) };
                if is_shown {
                    found.insert(path);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found
}

/// Returns whether markup has an attribute that a browser would execute.
fn has_executed_attribute(markup: &str) -> bool {
    markup.split('"').skip(1).step_by(2).any(is_executed)
}

#[test]
fn no_result_has_a_script_url() {
    let parser = Parser::new().base_url("https://b.example/feed").header("content-location", "javascript:alert(1)//");
    let mut all = BTreeSet::new();
    for payload in PAYLOADS {
        for (format, document) in documents(payload) {
            let parsed = parser.parse(document.as_bytes());
            assert!(!parsed.entries.is_empty(), "{format}");
            let mut model = serde_json::to_value(&parsed).unwrap();
            let mut dictionary = bozofeed::feedparser::parse(&parser, document.as_bytes());
            for (result, value) in [("model", &mut model), ("dictionary", &mut dictionary)] {
                for diagnostic in ["warnings", "faults", "bozo", "bozo_exception"] {
                    value.as_object_mut().unwrap().remove(diagnostic);
                }
                all.extend(executed(value).into_iter().map(|path| format!("{path} in the {result} of {format}: {payload:?}")));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

//! Tables with the dictionary members of an entry, and the reasons for their values.

use crate::Parser;
use crate::feedparser::{Dictionary, Value};

const NAMESPACES: &str = "xmlns:x='urn:x' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
    xmlns:media='http://search.yahoo.com/mrss/' xmlns:thr='http://purl.org/syndication/thread/1.0' \
    xmlns:atom='http://www.w3.org/2005/Atom' xmlns:dc='http://purl.org/dc/elements/1.1/' \
    xmlns:admin='http://webns.net/mvcb/' xmlns:dcterms='http://purl.org/dc/terms/'";

/// Calls `check` with the dictionary of an entry with this content.
fn with_entry<T>(content: &str, check: impl FnOnce(&Dictionary<'_>) -> T) -> T {
    let document = format!("<rss version='2.0' {NAMESPACES}><channel><item>{content}</item></channel></rss>");
    let document = Parser::new().dictionary(document.as_bytes());
    let entry = document.entries().next();
    check(&entry.unwrap_or_default())
}

#[test]
fn keys_are_in_the_order_of_their_elements() {
    let mut failures = Vec::new();
    for (item, expected) in [
        ("<title>a</title><link>b</link><guid>c</guid>", "title title_detail links link id guidislink"),
        ("<guid>c</guid><title>a</title><link>b</link>", "id guidislink link title title_detail links"),
        (
            "<guid isPermaLink='false'>c</guid><title>a</title><link>b</link>",
            "id guidislink title title_detail links link",
        ),
        ("<guid>c</guid><title>a</title>", "id guidislink link title title_detail"),
        ("<x:y>1</x:y><pubDate>2026-01-02</pubDate><x:z>2</x:z>", "x_y published published_parsed x_z"),
        ("<description>a</description><category>b</category>", "summary summary_detail tags"),
        ("<content:encoded>a</content:encoded><title>b</title>", "content summary title title_detail"),
        ("<author>A</author><title>b</title>", "authors author author_detail title title_detail"),
        ("<comments>a</comments><x:y/><comments>b</comments>", "comments x_y"),
        (
            "<media:group><media:credit>a</media:credit></media:group><x:y/><media:content url='b'/>",
            "media_credit credit x_y media_content",
        ),
    ] {
        let keys = with_entry(item, |entry| entry.iter().map(|(key, _)| key).collect::<Vec<_>>().join(" "));
        if keys != expected {
            failures.push((item, keys));
        }
    }
    assert_eq!(failures, []);
}

/// Writes a value on one line: `{key: value}`, `[value]`.
fn shown(value: &Value<'_>) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        Value::List(list) => format!("[{}]", list.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Dictionary(d) | Value::Attributes(d) => {
            let members = d.iter().map(|(key, value)| format!("{key}: {}", shown(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn values_depend_on_names_and_on_what_came_before() {
    let mut failures = Vec::new();
    for (item, key, expected) in [
        // Only `tags` is a list.
        (
            "<tags>a, b</tags>",
            "tags",
            "[{term: a, scheme: None, label: None}, {term: b, scheme: None, label: None}]",
        ),
        ("<tags/>", "tags", "[]"),
        // The scheme of Media RSS takes precedence over a domain.
        (
            "<media:category domain='d'>a</media:category>",
            "tags",
            "[{term: a, scheme: http://search.yahoo.com/mrss/category_schema, label: None}]",
        ),
        // The links of an image do not belong to the entry, which has a list nevertheless.
        ("<image><link>a</link></image>", "links", "[]"),
        (
            "<source><link/></source>",
            "source",
            "{links: [{rel: alternate, type: text/html, href: }], link: }",
        ),
        // A text replaces one of an element with the same name unless it is nested more deeply.
        ("<homepage>a</homepage><x:y><uri>b</uri></x:y>", "href", "a"),
        ("<x:y><uri>b</uri></x:y><homepage>a</homepage>", "href", "a"),
        ("<homepage>a</homepage><x:y><media:thumbnail>b</media:thumbnail></x:y>", "href", "b"),
        // A link that would run a script has no target, and its text is not used instead.
        ("<link href='javascript:x'>a</link>", "links", "[{rel: alternate, type: text/html}]"),
        ("<link href='javascript:x'>a</link>", "link", ""),
        ("<newLocation>javascript:x</newLocation>", "newlocation", ""),
        ("<newLocation>a</newLocation>", "newlocation", "a"),
        // The details of a more deeply nested text replace the details of a text that stays, but never declare plain text as
        // markup.
        (
            "<copyright>&lt;i></copyright><x:y><dc:rights>b</dc:rights></x:y>",
            "rights_detail",
            "{type: text/plain, language: None, base: , value: b}",
        ),
        (
            "<copyright>&lt;i></copyright><x:y><dc:rights type='html'>b</dc:rights></x:y>",
            "rights_detail",
            "{type: text/plain, language: None, base: , value: <i>}",
        ),
        // Keywords with attributes are unknown elements.
        ("<media:keywords>a, b</media:keywords>", "media_keywords", "a, b"),
        ("<media:keywords x='1'>a, b</media:keywords>", "media_keywords", "{x: 1}"),
        ("<ttl x='1'>60</ttl>", "ttl", "{x: 1}"),
        // A space before the name of a date is part of the name.
        ("<dcterms:valid>start=2026; end=2027</dcterms:valid>", "validity_start", "2026"),
        ("<dcterms:valid>start=2026; end=2027</dcterms:valid>", "validity_end", ""),
        ("<keywords>a, b</keywords>", "tags", "[{term: a, b, scheme: None, label: None}]"),
        // A category occurs only once.
        ("<category>a</category><category>a</category>", "tags", "[{term: a, scheme: None, label: None}]"),
        // A text completes the last category if it lacks a term.
        ("<category scheme='s'/><category>a</category>", "tags", "[{term: a, scheme: s, label: None}]"),
        // Elements inside content of a type other than HTML and XHTML are elements of the feed, and their URIs are checked as
        // everywhere.
        (
            "<atom:content type='application/xml'><comments>javascript:x</comments></atom:content>",
            "comments",
            "",
        ),
        ("<atom:content type='application/xml'><comments>a</comments></atom:content>", "comments", "a"),
        // A text inside a text ends it; the rest is sanitized as HTML.
        (
            "<description type='application/xml'>&lt;script>x&lt;/script>&lt;b onclick='x'>y&lt;/b><title>z</title></description>",
            "summary",
            "<b>y</b>",
        ),
        // Attributes have both the names with known namespaces and the names in the document.
        ("<x:y x:a='1' media:b='2' c='3'/>", "x_y", "{a: 1, media:b: 2, c: 3, x:a: 1}"),
        // `rel` and `type` are in lower case, except under the name in the document.
        (
            "<x:y x:type='a:URI' x:rel='B&amp;C'/>",
            "x_y",
            "{type: a:uri, rel: b&c, x:type: a:URI, x:rel: B&C}",
        ),
        ("<x:y type='a:URI' media:type='B'/>", "x_y", "{type: a:uri, media:type: B}"),
        (
            "<atom:link href='a' thr:count='1'/>",
            "links",
            "[{href: a, count: 1, thr:count: 1, rel: alternate, type: text/html}]",
        ),
        ("<admin:generatorAgent x='a'/>", "admin_generatoragent", "{x: a}"),
        // An element with attributes does not collect text: its text belongs to the element around it.
        ("<x:y>a<b c='d'>e</b></x:y>", "x_y", "ae"),
        ("<x:y>a<b>e</b></x:y>", "x_y", "a"),
        // A person may be described by several elements.
        ("<dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>", "authors", "[{name: Ann}, {name: Ben}]"),
        ("<dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>", "author", "Ben"),
        ("<dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>", "author_detail", "{name: Ann}"),
        ("<author>ann@example.org (Ann)</author>", "author_detail", "{name: Ann, email: ann@example.org}"),
        ("<author>Ann &lt;ann@example.org></author>", "author_detail", "{name: Ann, email: ann@example.org}"),
        ("<author>ann@example.org?subject=x</author>", "author_detail", "{email: ann@example.org?subject=x}"),
        ("<author>Ann (Harbour)</author>", "author_detail", "{name: Ann (Harbour)}"),
        ("<author><name>Ann</name><email>a@b.example</email></author>", "author", "Ann (a@b.example)"),
        // A person without a name gets the name of the previous one.
        (
            "<author><name>Ann</name></author><author><email>b@c.example</email></author>",
            "author_detail",
            "{name: Ann, email: b@c.example}",
        ),
    ] {
        let found = with_entry(item, |entry| entry.get(key).map(shown).unwrap_or_default());
        if found != expected {
            failures.push((item, key, expected, found));
        }
    }
    assert_eq!(failures, []);
}

#[test]
fn feeds_within_other_elements_are_read() {
    let rss = "<rss version='2.0'><channel><item><title>a</title><link>http://h.example/1</link><description>b</description></item></channel></rss>";
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>a</title><link href='http://h.example/1'/><summary>b</summary></entry></feed>";
    let mut failures = Vec::new();
    for (start, end) in [
        ("<html><head><title>My blog</title></head><body>", "</body></html>"),
        (
            "<!DOCTYPE html><html><head><title>My blog</title><meta charset='utf-8'></head><body><p>one<br>",
            "</body></html>",
        ),
        (
            "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>My blog</title></head><body>",
            "</body></html>",
        ),
        ("<HTML><BODY><H1>Feed</H1>", "</BODY></HTML>"),
        ("<body>", "</body>"),
        ("<div>", "</div>"),
        ("<xml>", "</xml>"),
        ("<response><title>x</title><content>", "</content></response>"),
        ("<r><description>x</description><summary>y</summary><body>", "</body></r>"),
        (
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>",
            "</s:Body></s:Envelope>",
        ),
    ] {
        for feed in [rss, atom] {
            let document = [start, feed, end].concat();
            let d = Parser::new().dictionary(document.as_bytes());
            let found: Vec<String> = d
                .entries()
                .flat_map(|entry| {
                    ["title", "link", "summary"].map(|key| entry.get(key).map(shown).unwrap_or_default())
                })
                .collect();
            if found != ["a", "http://h.example/1", "b"] {
                failures.push((document, found));
            }
        }
    }
    assert_eq!(failures, []);
}

#[test]
fn links_of_elements_are_absolute_whether_those_of_markup_are_or_not() {
    let rss = "<rss version='2.0' xml:base='http://h.example/f/'><channel><item><link>1</link><guid>2</guid><comments>3</comments>\
        <description>&lt;a href='5'>6&lt;/a></description></item></channel></rss>";
    for (resolves, summary) in
        [(true, "<a href=\"http://h.example/f/5\">6</a>"), (false, "<a href=\"5\">6</a>")]
    {
        let d = Parser::new().resolve_urls(resolves).dictionary(rss.as_bytes());
        let entry = d.entries().next().unwrap();
        let found =
            ["link", "id", "comments", "summary"].map(|key| entry.get(key).map(shown).unwrap_or_default());
        assert_eq!(found, ["http://h.example/f/1", "http://h.example/f/2", "http://h.example/f/3", summary]);
        let links = entry.get("links").map(shown).unwrap_or_default();
        assert!(links.contains("http://h.example/f/1"), "{links}");
    }
}

#[test]
fn a_page_without_a_feed_is_a_summary() {
    for (document, expected) in [
        ("<html><head><title>x</title></head><body><p>one</p></body></html>", "<p>one</p>"),
        ("<body><center>502</center><hr></body>", "<center>502</center><hr />"),
        ("<opml version='2.0'><body><outline text='x'/></body></opml>", ""),
        ("<x><content>abc <b>d</b></content></x>", "abc <b>d</b>"),
    ] {
        let d = Parser::new().dictionary(document.as_bytes());
        assert_eq!(d.feed().get("summary").map(shown).as_deref(), Some(expected), "{document}");
        assert_eq!(d.entries().count(), 0, "{document}");
    }
}

#[test]
fn entries_of_a_feed_that_is_there_twice_are_there_once() {
    let rss = "<rss version='2.0'><channel><item><title>a</title></item><item><title>a</title></item><item><title>b</title></item></channel></rss>";
    let without_root = rss.replace("<rss version='2.0'><channel>", "").replace("</channel></rss>", "");
    let mut failures = Vec::new();
    for (document, expected) in [
        (rss.to_owned(), 3),
        (rss.repeat(2), 3),
        ([rss, &without_root].concat(), 3),
        ([rss, "<rss><channel><item><title>c</title></item></channel></rss>"].concat(), 4),
    ] {
        let found = Parser::new().dictionary(document.as_bytes()).entries().len();
        if found != expected {
            failures.push((document, expected, found));
        }
    }
    assert_eq!(failures, []);
}

/// Returns the texts that a dictionary declares as markup: the values of details, and the members beside them.
#[cfg(feature = "sanitize")]
fn markup_of(d: &Dictionary<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (key, value) in d.iter() {
        let inner: Vec<&Dictionary<'_>> = match value {
            Value::Dictionary(inner) => vec![inner],
            Value::List(list) => list.iter().filter_map(Value::as_dictionary).collect(),
            _ => Vec::new(),
        };
        for inner in inner {
            let media_type = inner.get("type").and_then(Value::as_str);
            if matches!(media_type, Some("text/html" | "application/xhtml+xml")) {
                let beside = key.strip_suffix("_detail").and_then(|key| d.get(key));
                found.extend(inner.get("value").into_iter().chain(beside).map(shown));
            }
            found.extend(markup_of(inner));
        }
    }
    found
}

#[cfg(feature = "sanitize")]
#[test]
fn texts_that_are_called_markup_are_sanitized() {
    const NAMES: [&str; 9] = [
        "title", "description", "atom:summary", "atom:content", "copyright", "info", "source", "image", "x:y",
    ];
    const TYPES: [&str; 5] = ["", " type='html'", " type='xhtml'", " type='text'", " type='application/xml'"];
    let script = "&lt;script>x&lt;/script>&lt;b onclick='x'>y&lt;/b>";
    let elements: Vec<(&str, &str)> =
        NAMES.into_iter().flat_map(|name| TYPES.map(|media_type| (name, media_type))).collect();
    let mut failures = Vec::new();
    for (outer, of_outer) in &elements {
        for (inner, of_inner) in &elements {
            let within = format!("<{inner}{of_inner}>{script}</{inner}>");
            let item = format!("<{outer}{of_outer}>{script}{within}{script}</{outer}>{within}");
            let unsafe_texts = with_entry(&item, markup_of);
            if unsafe_texts.iter().any(|text| text.contains("<script") || text.contains("<b onclick")) {
                failures.push((item, unsafe_texts));
            }
        }
    }
    assert_eq!(failures, []);
}

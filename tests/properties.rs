//! Properties that hold for every input.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bozofeed::model::Entry;
use bozofeed::{Document, Limits, Parsed, Parser, parse};
use proptest::prelude::*;
use serde_json::Value;

use crate::entries::collected;

/// Parts of feeds, so that random combinations resemble feeds more than random bytes do.
const PIECES: &[&str] = &[
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    "<rss version=\"2.0\">",
    "</rss>",
    "<channel>",
    "</channel>",
    "<item>",
    "</item>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
    "</feed>",
    "<entry>",
    "</entry>",
    "<title>",
    "</title>",
    "<title type=\"xhtml\">",
    "<link>",
    "</link>",
    "<link href=\"a\"/>",
    "<link rel=\"self\" href='b' title=\"",
    "<guid>",
    "</guid>",
    "<description>",
    "</description>",
    "<content type=\"html\">",
    "</content>",
    "<dc:creator>",
    "</dc:creator>",
    "<media:content url=\"c\">",
    "</media:content>",
    "<pubDate>",
    "</pubDate>",
    "<image>",
    "</image>",
    "<author>",
    "</author>",
    "<name>",
    "</name>",
    "<x:y xmlns:x=\"z\" x:a=\"1\">",
    "</x:y>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?",
    "?>",
    "<!DOCTYPE rss [",
    "<!ENTITY e \"f\">",
    "]>",
    "&e;",
    "&amp;",
    "&",
    "&#65;",
    "&#0;",
    "&nbsp;",
    "<",
    ">",
    "\"",
    "'",
    "/>",
    "=",
    "<p>",
    "</p>",
    "<br>",
    "<div>",
    "</div>",
    "<script>",
    "x",
    " ",
    "\n",
    "é",
    "\u{A0}",
    "title>",
    "/title>",
    "\u{1}",
    "\u{FEFF}",
    "2023-03-02",
    "{",
    "}",
    "[",
    "]",
    "\"version\":\"https://jsonfeed.org/version/1\"",
    "\"items\":",
    "\"id\":1",
    ",",
    ":",
    "null",
];

/// Returns content types of feeds and of other documents.
fn content_types() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        Just(None),
        prop::sample::select(
            &[
                "text/xml",
                "application/xml; charset=utf-8",
                "application/rss+xml; charset=\"utf-16\"",
                "text/html",
                "application/json",
                "text/xml; charset=shift_jis",
                "image/png",
                "",
                ";",
                "charset",
                "/; charset="
            ][..]
        )
        .prop_map(|known| Some(known.to_owned())),
        "[ -~]{0,40}".prop_map(Some),
    ]
}

fn soups() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

fn documents() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..300),
        any::<String>().prop_map(String::into_bytes),
        soups().prop_map(String::into_bytes),
        soups().prop_map(|soup| soup.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ]
}

/// Returns JSON Feeds with random content: pieces of JSON, or a feed with replaced bytes.
fn json_documents() -> impl Strategy<Value = Vec<u8>> {
    const FEED: &str = r#"{"version":"https://jsonfeed.org/version/1.1","title":"News \ud83d\udea2","authors":[{"name":"Anna"}],"items":[{"id":"1","content_html":"<p>x","tags":["a"],"attachments":[{"url":"https://harbour.example/horn.mp3","size_in_bytes":1}],"_a":[{}]}]}"#;
    const PARTS: &[&str] = &[
        "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "\\ud83d", "null", "NaN", "1", "-1.5e9",
        "true", "\"items\"", "\"id\"", "\"title\":", "\"a\"", "\"tags\":", "\"attachments\":[{\"url\":",
        "//", "/*", "*/", " ", "\n", "é", "\u{1}", "\u{FEFF}", "a",
    ];
    let parts = prop::collection::vec(prop::sample::select(PARTS), 0..40).prop_map(|parts| parts.concat());
    let damage = prop::collection::vec((0..FEED.len(), any::<u8>()), 1..8);
    let damaged = damage.prop_map(|damage| {
        let mut bytes = FEED.as_bytes().to_vec();
        for (at, byte) in damage {
            bytes[at] = byte;
        }
        bytes
    });
    prop_oneof![
        parts.prop_map(
            |parts| format!("{{\"version\":\"https://jsonfeed.org/version/1\",{parts}").into_bytes()
        ),
        damaged,
        prop::collection::vec(any::<u8>(), 0..100)
            .prop_map(|bytes| [b"{\"items\":[".as_slice(), &bytes].concat()),
    ]
}

/// Returns texts that XML allows, without white space at either end.
///
/// They contain no Latin-1 letters: two of them may be doubly encoded UTF-8, which is repaired.
fn texts() -> impl Strategy<Value = String> {
    // The ranges contain Unicode white space, which is also removed from the ends.
    "[!-~Ā-ퟻ\u{10000}-\u{10FFFD}]([ -~Ā-ퟻ]{0,20}[!-~Ā-ퟻ])?"
        .prop_filter("white space at an end", |text| text.trim() == text)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

proptest! {
    // The smallest input of a failure is printed; add it to a separate test.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_with_any_content_type_give_a_result_that_can_be_serialized(
        bytes in documents(),
        content_type in content_types(),
    ) {
        let document = content_type.iter().fold(Document::new(&bytes), |document, value| document.content_type(value));
        let parsed = parse(&document);
        prop_assert!(serde_json::to_string(&parsed).is_ok());
        prop_assert!(serde_json::Value::from(Parser::new().dictionary(&document)).is_object());
        prop_assert!(!parsed.faults.is_empty() || parsed.fault_count == 0);
    }

    #[test]
    fn the_verdict_does_not_depend_on_the_number_of_faults_that_are_kept(
        bytes in prop_oneof![documents(), json_documents()],
        most in 0..3_usize,
    ) {
        let (all, some) = (parse(&bytes), Parser::new().keep_diagnostics(most).parse(&bytes));
        prop_assert_eq!((&some.bozo, some.well_formed, some.fault_count), (&all.bozo, all.well_formed, all.fault_count));
        prop_assert_eq!(&some.faults[..], &all.faults[..all.faults.len().min(most)]);
    }

    #[test]
    fn any_bytes_are_a_tree_whose_parts_are_within_each_other(bytes in documents()) {
        crate::tree::check(&Parser::new().tree(&bytes));
    }

    #[test]
    fn any_bytes_in_a_json_feed_give_faults_in_document_order(bytes in json_documents()) {
        let parsed = parse(&bytes);
        prop_assert!(serde_json::to_string(&parsed).is_ok());
        prop_assert!(serde_json::Value::from(Parser::new().dictionary(&bytes)).is_object());
        prop_assert_eq!(parsed.faults.is_empty(), parsed.fault_count == 0);
        prop_assert!(parsed.faults.is_empty() || parsed.bozo.is_some());
        prop_assert!(parsed.faults.is_sorted_by_key(|fault| fault.position.offset));
        prop_assert!(parsed.faults.iter().all(|fault| fault.position.offset <= bytes.len() * 3));
        if let Some(text) = std::str::from_utf8(&bytes).ok().filter(|text| text.starts_with('{')) {
            let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
            prop_assert_eq!(parsed.well_formed, is_json);
        }
        let all = parsed.entries.iter().flat_map(Entry::extensions).chain(parsed.feed.extensions());
        for json in all.filter_map(|extension| extension.json.as_deref()) {
            prop_assert!(serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok(), "{}", json);
        }
    }

    #[test]
    fn equal_bytes_give_equal_results(bytes in documents()) {
        let parser = Parser::new();
        prop_assert_eq!(parser.parse(&bytes), parser.parse(&bytes));
    }

    #[test]
    fn entries_that_are_read_one_by_one_are_those_of_the_document(
        bytes in prop_oneof![documents(), json_documents()],
        every in 1..3_usize,
    ) {
        prop_assert_eq!(collected(&Parser::new(), Document::new(&bytes), every), parse(&bytes));
    }

    #[test]
    fn a_parser_keeps_no_state_between_documents(before in soups(), bytes in soups()) {
        let parser = Parser::new();
        parser.parse(before.as_bytes());
        prop_assert_eq!(parser.parse(bytes.as_bytes()), parse(bytes.as_bytes()));
    }

    #[test]
    fn faults_are_within_the_document_and_in_its_order(soup in soups()) {
        let parsed = parse(soup.as_bytes());
        let mut last = 0;
        for fault in &parsed.faults {
            let position = fault.position;
            prop_assert!(position.offset >= last, "{} behind {last}: {fault}", position.offset);
            last = position.offset;
            let before = soup.get(..position.offset);
            prop_assert!(before.is_some(), "{fault} at {} in {} bytes", position.offset, soup.len());
            let before = before.unwrap_or_default();
            // A byte order mark is not part of the first line.
            let before = before.trim_start_matches('\u{FEFF}');
            prop_assert_eq!(position.line, before.matches('\n').count() + 1);
            prop_assert_eq!(position.column, before.chars().rev().take_while(|c| *c != '\n').count() + 1);
        }
        prop_assert!(parsed.faults.is_empty() || parsed.bozo.is_some());
    }

    #[test]
    fn a_well_formed_feed_is_read_exactly_and_without_faults(
        titles in prop::collection::vec((texts(), texts(), any::<bool>()), 0..6),
    ) {
        let mut feed = String::from("<feed xmlns=\"http://www.w3.org/2005/Atom\">");
        for (title, href, cdata) in &titles {
            let title = if *cdata && !title.contains("]]>") { format!("<![CDATA[{title}]]>") } else { escaped(title) };
            let _ = writeln!(feed, "<entry><title>{title}</title><category term=\"{}\"/></entry>", escaped(href));
        }
        feed.push_str("</feed>");
        let parsed = parse(feed.as_bytes());
        prop_assert_eq!(&parsed.faults, &[], "{}", feed);
        prop_assert_eq!(&parsed.bozo, &None);
        let read = |parsed: &Parsed| -> Vec<(String, String)> {
            parsed.entries.iter().map(|entry| {
                let title = entry.title.as_ref().map(|title| title.value.to_string());
                (title.unwrap_or_default(), entry.tags.iter().filter_map(|tag| tag.term.as_deref()).collect())
            }).collect()
        };
        // A reference in plain text was escaped twice by the feed, and is read as HTML.
        if titles.iter().all(|(title, term, _)| !title.contains('&') && !term.contains('&')) {
            let given: Vec<_> = titles.iter().map(|(title, term, _)| (title.clone(), term.clone())).collect();
            prop_assert_eq!(read(&parsed), given);
        }
    }

    #[test]
    fn a_limit_on_entries_keeps_the_first_ones(entries in 0..20_usize, limit in 1..20_usize) {
        let items: Vec<String> = (0..entries).map(|i| format!("<item><guid>{i}</guid></item>")).collect();
        let feed = format!("<rss version='2.0'><channel>{}</channel></rss>", items.concat());
        let all = parse(feed.as_bytes());
        let some = Parser::new().limits(Limits::default().entries(limit)).parse(feed.as_bytes());
        prop_assert_eq!(&some.entries[..], &all.entries[..entries.min(limit)]);
        prop_assert_eq!(some.bozo.is_some(), entries > limit);
    }
}

/// Children of an RSS item, each with a different meaning.
const RSS_CHILDREN: &[&str] = &[
    "<title>own title</title>",
    "<media:title>media title</media:title>",
    "<link>https://harbour.example/ship</link>",
    "<atom:link rel='related' href='https://harbour.example/quay'/>",
    "<description>own description</description>",
    "<itunes:subtitle>itunes subtitle</itunes:subtitle>",
    "<content:encoded>content</content:encoded>",
    "<author>anna@harbour.example (Anna)</author>",
    "<dc:creator>Bo</dc:creator>",
    "<category>ships</category>",
    "<category domain='d'>masts</category>",
    "<dc:subject>flags</dc:subject>",
    "<enclosure url='https://harbour.example/horn.mp3' length='1' type='audio/mpeg'/>",
    "<pubDate>Thu, 02 Mar 2023 08:15:00 GMT</pubDate>",
    "<dcterms:modified>2023-03-03</dcterms:modified>",
    "<guid isPermaLink='false'>ship-1</guid>",
    "<comments>https://harbour.example/ship#comments</comments>",
    "<source url='https://quay.example/rss'>Quay News</source>",
    "<media:group><media:content url='https://harbour.example/ship.mp4'><media:title>inner</media:title></media:content></media:group>",
    "<media:thumbnail url='https://harbour.example/ship.jpg'/>",
    "<georss:point>59.33 18.07</georss:point>",
    "<slash:comments>7</slash:comments>",
    "<h:ship><h:name>Aurora</h:name></h:ship>",
];

/// Children of an Atom entry, each with a different meaning.
const ATOM_CHILDREN: &[&str] = &[
    "<title type='html'>own &lt;b&gt;title&lt;/b&gt;</title>",
    "<media:title>media title</media:title>",
    "<link href='https://harbour.example/ship'/>",
    "<link rel='self' href='https://harbour.example/ship.atom'/>",
    "<link rel='enclosure' href='https://harbour.example/horn.mp3' length='1' type='audio/mpeg'/>",
    "<id>tag:harbour.example,2023:ship</id>",
    "<summary>own summary</summary>",
    "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>content</div></content>",
    "<author><name>Anna</name><uri>https://anna.example/</uri></author>",
    "<contributor><name>Bo</name></contributor>",
    "<category term='ships' scheme='s' label='l'/>",
    "<published>2023-03-01T08:15:00Z</published>",
    "<updated>2023-03-02T08:15:00Z</updated>",
    "<rights>own rights</rights>",
    "<source><id>tag:quay.example,2023:feed</id><title>Quay News</title><updated>2001-01-01T00:00:00Z</updated></source>",
    "<media:thumbnail url='https://harbour.example/ship.jpg'/>",
    "<h:ship><h:title>Aurora</h:title></h:ship>",
];

/// Pairs of elements whose order is significant: they fill the same field with the same rank. Elements of different ranks are in
/// `precedence.rs`. A pair whose order is not significant makes the test fail, so that the list stays correct.
const ORDER_DECIDES: &[[&str; 2]] = &[
    // The first title is used.
    ["<title>a</title>", "<title>b</title>"],
    // The last link is used.
    ["<link>https://harbour.example/a</link>", "<link>https://harbour.example/b</link>"],
    // The last identifier is used.
    ["<guid>a</guid>", "<guid>b</guid>"],
    // The last date is used.
    ["<pubDate>2026-01-01</pubDate>", "<pubDate>2026-01-02</pubDate>"],
    // The first description is the summary, the next one content.
    ["<description>a</description>", "<description>b</description>"],
    // The last image is used.
    ["<itunes:image href='a'/>", "<itunes:image href='b'/>"],
    // The last language is used.
    ["<language>sv</language>", "<language>nl</language>"],
];

const NAMESPACES: &str = "xmlns:atom='http://www.w3.org/2005/Atom' xmlns:media='http://search.yahoo.com/mrss/' \
    xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
    xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:dcterms='http://purl.org/dc/terms/' \
    xmlns:georss='http://www.georss.org/georss' xmlns:slash='http://purl.org/rss/1.0/modules/slash/' \
    xmlns:h='https://harbour.example/ns'";

/// Returns the entry with these children. Its lists, which are in document order, are sorted.
fn rss_item(children: &[&str]) -> Value {
    let document = format!(
        "<rss version='2.0' {NAMESPACES}><channel><item>{}</item></channel></rss>",
        children.concat()
    );
    sorted_entry(&document)
}

fn atom_entry(children: &[&str]) -> Value {
    let document = format!(
        "<feed xmlns='http://www.w3.org/2005/Atom' {NAMESPACES}><entry>{}</entry></feed>",
        children.concat()
    );
    sorted_entry(&document)
}

fn sorted_entry(document: &str) -> Value {
    let parsed = parse(document.as_bytes());
    assert_eq!(parsed.faults, [], "{document}");
    assert_eq!(parsed.entries.len(), 1, "{document}");
    sorted(serde_json::to_value(&parsed.entries[0]).unwrap())
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Array(values) => {
            let mut values: Vec<Value> = values.into_iter().map(sorted).collect();
            values.sort_by_key(ToString::to_string);
            Value::Array(values)
        }
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, sorted(value))).collect(),
        scalar => scalar,
    }
}

fn subsets(
    children: &'static [&'static str],
) -> impl Strategy<Value = (Vec<&'static str>, Vec<&'static str>)> {
    let subset = prop::sample::subsequence(children, 0..=children.len());
    subset.prop_flat_map(|subset| (Just(subset.clone()), Just(subset).prop_shuffle()))
}

proptest! {
    // The smallest input of a failure is printed; add it to a separate test.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_an_rss_items_children_is_not_significant((given, shuffled) in subsets(RSS_CHILDREN)) {
        prop_assert_eq!(rss_item(&given), rss_item(&shuffled));
    }

    #[test]
    fn the_order_of_an_atom_entrys_children_is_not_significant((given, shuffled) in subsets(ATOM_CHILDREN)) {
        prop_assert_eq!(atom_entry(&given), atom_entry(&shuffled));
    }
}

#[test]
fn the_order_of_some_elements_is_significant() {
    for [one, other] in ORDER_DECIDES {
        assert_ne!(rss_item(&[one, other]), rss_item(&[other, one]), "{one} {other}");
    }
}

#[test]
fn no_two_children_have_the_same_meaning() {
    for children in [RSS_CHILDREN, ATOM_CHILDREN] {
        assert_eq!(children.iter().collect::<BTreeSet<_>>().len(), children.len());
    }
}

#[test]
fn parsers_and_results_are_send_and_sync() {
    fn assert_shareable<T: Send + Sync + Clone + std::fmt::Debug + 'static>() {}
    assert_shareable::<Parser>();
    assert_shareable::<Parsed>();
    let parser = Parser::new();
    let feed = b"<rss version='2.0'><channel><title>x</title></channel></rss>";
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..4).map(|_| scope.spawn(|| parser.parse(feed))).collect();
        for reader in readers {
            assert_eq!(reader.join().unwrap(), parse(feed));
        }
    });
}

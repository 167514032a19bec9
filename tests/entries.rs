//! Reading entries one by one returns the same result as reading the whole document at once.

use std::fmt::Write as _;

use bozofeed::model::Entry;
use bozofeed::{Document, Limits, Parsed, Parser, parse};

use crate::common::{fixtures, headers_beside};
use crate::damage;

/// Returns the result of reading the entries of a document one by one. The feed is requested once per `every` entries.
pub(crate) fn collected(parser: &Parser, document: Document<'_>, every: usize) -> Parsed {
    let mut reader = parser.reader(document);
    let mut entries = reader.entries();
    let mut all = Vec::new();
    while let Some(entry) = entries.next() {
        all.push(entry);
        if all.len() % every == 0 {
            entries.feed();
        }
    }
    let complete = entries.feed().clone();
    let mut parsed = entries.finish();
    assert_eq!(parsed.feed, complete, "the feed is complete after the last entry");
    assert_eq!(parsed.entries, [], "the entries were already returned");
    parsed.entries = all;
    parsed
}

fn without_entries(mut parsed: Parsed) -> Parsed {
    parsed.entries.clear();
    parsed
}

/// Returns whether reading entries one by one makes no difference.
fn is_same(parser: &Parser, document: &Document<'_>) -> bool {
    let expected = parser.parse(document);
    let rest = without_entries(expected.clone());
    collected(parser, document.into(), 1) == expected
        && collected(parser, document.clone().into_owned(), usize::MAX) == expected
        && parser.reader(document).entries().finish() == rest
}

/// Parsers with different limits, which truncate documents.
fn parsers() -> [(&'static str, Parser); 4] {
    let limited = |limits: Limits| Parser::new().limits(limits);
    let none = Limits::default();
    [
        ("default", Parser::new()),
        ("2 entries", limited(none.entries(2))),
        ("300 bytes", limited(none.size(300))),
        ("depth", limited(none.depth(3))),
    ]
}

#[test]
fn every_fixture_has_the_same_entries_one_by_one() {
    let mut wrong = Vec::new();
    let parsers = parsers();
    for path in fixtures() {
        let bytes = std::fs::read(&path).unwrap();
        let document = Document::new(&bytes).headers(headers_beside(&path));
        for (name, parser) in &parsers {
            if !is_same(parser, &document) {
                wrong.push((path.display().to_string(), *name));
            }
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn damaged_documents_have_the_same_entries_one_by_one() {
    let mut wrong = Vec::new();
    let parser = Parser::new();
    for damage in damage::DAMAGES {
        let document: Vec<u8> = damage.document(3_000);
        if !is_same(&parser, &Document::new(&document)) {
            wrong.push(damage.name);
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Returns the identifiers of entries.
fn ids(entries: impl IntoIterator<Item = Entry>) -> String {
    entries.into_iter().map(|entry| entry.id.as_deref().unwrap_or("-").to_owned() + " ").collect()
}

#[test]
fn structures_that_are_not_a_list_of_entries_have_them_in_the_same_order() {
    let [a, b, c] = ["a", "b", "c"].map(|id| format!("<guid>{id}</guid>"));
    let item = |inner: &str| format!("<item>{inner}</item>");
    let rss = |items: &str| format!("<rss><channel>{items}</channel></rss>");
    let [ia, ib, ic] = [&a, &b, &c].map(|id| item(id));
    let mut wrong = Vec::new();
    for (document, expected) in [
        (rss(""), ""),
        (rss(&[&*ia, &ib, &ic].concat()), "a b c "),
        // An outer entry comes before its inner ones.
        (rss(&item(&format!("{a}{ib}{ic}"))), "a b c "),
        (rss(&item(&format!("{}{a}", item(&format!("{b}{ic}"))))), "a b c "),
        (rss(&format!("<item>{a}<item>{b}<item>{c}")), "a b c "),
        (rss(&format!("{ia}<item>{b}{ic}</item>{ia}")), "a b c a "),
        // A start tag without any content.
        (rss(&format!("{ia}<item><item>")), "a "),
        (rss(&format!("{ia}<item><item>{b}</item>")), "a b "),
        (rss(&format!("{ia}<item/>{ib}")), "a - b "),
        // A document that contains its feed twice: repeated entries are returned once, and new ones always.
        ([rss(&[&*ia, &ib].concat()), rss(&[&*ia, &ic, &ib].concat())].concat(), "a b c "),
        ([rss(&ia), rss(&item(&format!("{a}{ib}"))), rss(&ib)].concat(), "a a b "),
        ([rss(&[&*ia, &ia].concat()), rss(&ia)].concat(), "a a "),
        ([rss(&ia), item(&a), item(&b)].concat(), "a b "),
        (
            [rss(&item(&format!("{a}<title>1</title>"))), rss(&item(&format!("{a}<title>2</title>"))), rss(&ia)]
                .concat(),
            "a a a ",
        ),
        // Several similar entries were already known.
        (
            [
                rss(&ia),
                rss(&item(&format!("{a}<x:y xmlns:x='z'/>"))),
                rss(&ia),
                rss(&item(&format!("{a}<x:y xmlns:x='z'/>"))),
            ]
            .concat(),
            "a a ",
        ),
        (format!("<rss><channel><item>{b}<rss><channel><item/><item/>"), "b - "),
        // Entries in other scopes of the feed.
        (rss(&format!("<image>{ia}</image>{ib}")), "a b "),
        (
            "{\"items\": [{\"id\": \"a\"}, {\"id\": \"b\"}], \"items\": [7, {\"id\": \"c\"}], \"title\": \"t\"}".into(),
            "a b c ",
        ),
        ("{\"items\": {\"id\": \"a\"}, {\"id\": \"b\"}]}".into(), "a b "),
        ("{\"rss\": {\"channel\": {\"item\": [{\"guid\": \"a\"}, {\"guid\": \"b\"}]}}}".into(), "a b "),
        ("<p class='h-entry'><a class='u-uid' href='urn:a'>".into(), "urn:a "),
    ] {
        let found = ids(collected(&Parser::new(), Document::from(&document), 1).entries);
        let at_once = ids(parse(&document).entries);
        if found != at_once || (found != expected && document.contains("item")) {
            wrong.push((document, found, at_once));
        }
    }
    assert_eq!(wrong, []);
}

/// Entries that were already returned are dropped, and do not count towards the limit.
#[test]
fn a_limit_on_memory_bounds_what_is_kept_at_a_time() {
    let rss = |items: &str| format!("<rss version='2.0'><channel>{items}</channel></rss>");
    let json =
        |items: &str| format!("{{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [{items}]}}");
    let of_rss =
        |id: usize, length| format!("<item><guid>{id}</guid><title>{}</title></item>", "t".repeat(length));
    let of_json = |id: usize, length| format!("{{\"id\": \"{id}\", \"title\": \"{}\"}}", "t".repeat(length));
    let many_of_rss: String = (0..200).map(|id| of_rss(id, 99)).collect();
    let many_of_json: Vec<_> = (0..200).map(|id| of_json(id, 99)).collect();
    let parser = Parser::new().limits(Limits::default().memory(20_000));
    let mut wrong = Vec::new();
    for (name, document, expected) in [
        ("rss", rss(&many_of_rss), (39, 200, false)),
        ("json", json(&many_of_json.join(",")), (37, 200, false)),
        (
            "an entry that is too long itself",
            rss(&(of_rss(0, 9) + &of_rss(1, 20_000) + &of_rss(2, 9))),
            (3, 3, true),
        ),
        (
            "entries that are handed out after the one around them",
            rss(&format!("<item>{many_of_rss}</item>")),
            (39, 39, true),
        ),
    ] {
        let at_once = parser.parse(&document).entries.len();
        let mut reader = parser.reader(&document);
        let mut entries = reader.entries();
        let one_by_one = entries.by_ref().count();
        let found = (at_once, one_by_one, entries.finish().bozo.is_some());
        if found != expected {
            wrong.push((name, found));
        }
    }
    assert_eq!(wrong, []);
}

/// The text of an owned document is not copied, regardless of its place in the bytes.
#[test]
fn owned_documents_are_read_as_borrowed_ones() {
    let feed = "<rss version='2.0'><channel><item><title>\u{E9}</title></item></channel></rss>";
    for (bytes, size) in [
        (feed.as_bytes().to_vec(), 1 << 20),
        (["\u{FEFF}", feed].concat().into_bytes(), 1 << 20),
        (["\u{FEFF}", feed].concat().into_bytes(), 50),
        (feed.encode_utf16().flat_map(u16::to_le_bytes).collect(), 1 << 20),
        (encoding_rs::WINDOWS_1252.encode(feed).0.into_owned(), 1 << 20),
        (Vec::new(), 1 << 20),
    ] {
        let parser = Parser::new().limits(Limits::default().size(size));
        let owned = collected(&parser, Document::from(bytes.clone()), 1);
        assert_eq!(owned, parser.parse(&bytes), "{bytes:?}");
    }
}

#[test]
fn the_feed_is_known_as_far_as_it_was_read() {
    let summary = |feed: &bozofeed::model::Feed| {
        let mut known = String::new();
        if let Some(title) = &feed.title {
            known += &title.value;
        }
        for link in &feed.links {
            let _ = write!(known, " {}", link.href.as_deref().unwrap_or_default());
        }
        if let Some(image) = feed.image().and_then(|image| image.href.as_deref()) {
            let _ = write!(known, " image {image}");
        }
        if !feed.updated.is_absent() {
            let _ = write!(known, " {}", feed.updated);
        }
        for extension in feed.extensions() {
            let _ = write!(known, " {}", extension.name);
        }
        known
    };
    let mut wrong = Vec::new();
    for (document, expected) in [
        (
            "<rss><channel><title>t</title><link>http://a.example/</link><item/>\
             <image><url>http://a.example/i</url></image><item/><lastBuildDate>yesterday</lastBuildDate></channel></rss>",
            &[
                "t http://a.example/",
                "t http://a.example/ image http://a.example/i",
                "t http://a.example/ image http://a.example/i yesterday",
            ][..],
        ),
        // A better candidate may come later.
        (
            "<rss xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><dc:title>d</dc:title><item/><title>t</title></channel></rss>",
            &["d", "t title"],
        ),
        (
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry/><x xmlns='urn:x'/><entry/><updated>u</updated></feed>",
            &["t", "t x", "t u x"],
        ),
        // An outer entry is complete after its inner ones.
        (
            "<rss><channel><item><item></item></item><title>t</title><item/></channel></rss>",
            &["", "", "t", "t"],
        ),
        // The members of an object are unordered.
        (r#"{"items": [{"id": "a"}], "title": "t", "x": 1}"#, &["t", "t x"]),
        (r#"{"rss": {"channel": {"item": [{}], "title": "t"}}}"#, &["t", "t"]),
        ("", &[""]),
    ] {
        let mut reader = Parser::new().reader(document);
        let mut entries = reader.entries();
        let mut found = Vec::new();
        while entries.next().is_some() {
            found.push(summary(entries.feed()));
        }
        found.push(summary(entries.feed()));
        assert_eq!(entries.feed().clone(), entries.finish().feed);
        if found != expected {
            wrong.push((document, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn reading_begins_anew_with_each_iterator() {
    let items = "<item><title>a</title></item>".repeat(9);
    let document = format!("<rss><channel>{items}</channel></rss><rss><channel>{items}</channel></rss>");
    let parser = Parser::new();
    let mut reader = parser.reader(&document);
    assert_eq!(reader.entries().take(3).count(), 3);
    assert_eq!(reader.entries().count(), 9);
    let mut entries = reader.entries();
    assert!(entries.next().is_some());
    let parsed = entries.finish();
    assert_eq!(parsed, without_entries(parser.parse(&document)));
}

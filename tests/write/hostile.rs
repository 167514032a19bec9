//! Hostile documents and models: their authors want the written documents to run something, to be rejected, or to impersonate other
//! entries.
//!
//! Each is generated from a seed: composed of potentially harmful parts, a fixture with such parts inserted, or a document of the
//! cost tests.

#[path = "../../crates/content/src/sanitizer/vector_list.rs"]
mod vector_list;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use bozofeed::content::{Allowlist, Sanitize};
use bozofeed::model::{Entry, Feed};
use bozofeed::{Document, Headers, Parsed, Parser};
use serde_json::{Value, json};

use super::odd::Random;
use super::promises::faults;
use super::{FORMATS, result, writer};
use crate::common::{self, fixtures, headers_beside};
use crate::metamorphic;
use crate::{generator, shapes};
use vector_list::VECTORS;

/// Prefixes and their namespaces. The empty prefix denotes the default namespace.
const NAMESPACES: &[(&str, &str)] = &[
    ("h", "http://www.w3.org/1999/xhtml"),
    ("s", "http://www.w3.org/2000/svg"),
    ("m", "http://www.w3.org/1998/Math/MathML"),
    ("", "http://www.w3.org/1999/xhtml"),
    ("", "http://www.w3.org/2000/svg"),
    ("h", " http://www.w3.org/1999/xhtml"),
    ("H", "HTTP://www.w3.org/1999/XHTML"),
    ("x", "urn:x"),
    ("", "urn:x"),
    ("", ""),
    ("rss", "http://backend.userland.com/rss2"),
    ("r", "http://purl.org/rss/1.0/"),
    ("n", "http://my.netscape.com/rdf/simple/0.9/"),
    ("a", "http://www.w3.org/2005/Atom"),
    ("o", "http://purl.org/atom/ns#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("media", "http://search.yahoo.com/mrss/"),
    ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
    ("podcast", "https://podcastindex.org/namespace/1.0"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("content", "http://purl.org/rss/1.0/modules/content/"),
    ("thr", "http://purl.org/syndication/thread/1.0"),
    ("ev", "http://www.w3.org/2001/xml-events"),
    ("t", "http://www.w3.org/1999/XSL/Transform"),
    ("xlink", "http://www.w3.org/1999/xlink"),
    ("bozofeed", "urn:uuid:8eb81d1a-dc77-5313-9f94-c7dfad72aeb2"),
];

#[rustfmt::skip]
const ELEMENTS: &[&str] = &[
    "script", "svg", "iframe", "item", "entry", "feed", "channel", "rss", "RDF", "enclosure", "link", "title", "guid", "id", "content",
    "a", "img", "image", "p", "b", "source", "x", "style", "animate", "set", "foreignObject", "math", "mtext", "annotation-xml", "form",
    "object", "embed", "base", "meta", "html", "body", "video", "author", "description", "extensions", "liveItem", "person", "encoded",
    "summary", "group", "creator", "published", "updated", "pubDate", "listener", "stylesheet", "template", "portal", "xmp", "title",
    "plaintext", "noscript", "textarea", "items", "li", "Item", "ENTRY", "_", "a.b", "é",
];

/// Attributes as written in a tag.
#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "onload='alert(1)'", "onclick=\"alert(1)\"", "ONERROR='alert(1)'", "onbegin='alert(1)'", "srcdoc='&lt;script>alert(1)&lt;/script>'",
    "href='javascript:alert(1)'", "href='java&#10;script:alert(1)'", "href=' &#1;javascript:alert(1)'", "xlink:href='javascript:alert(1)'",
    "src='data:text/html,&lt;script>alert(1)&lt;/script>'", "url='javascript:alert(1)'", "href='blob:https://a.example/b'",
    "::z='1'", ":z='1'", "z:='1'", "a:b:c='1'", "xmlns:q=''", "xmlns='urn:y'", "xmlns:h='http://www.w3.org/1999/xhtml'", "h:onload='x'",
    "type='html'", "type='xhtml'", "type='application/xml'", "type='image/svg+xml'", "type='text/html'", "style='x:expression(1)'",
    "b=\"c\"d=\"e\"", "b='&#1;'", "b='&#xFFFE;'", "b='&#x0;'", "b='\u{FFFF}'", "b='&lt;\"\u{85}\u{2028}'", "xml:base='//x.example/a/'",
    "xml:lang='x y'", "rel='self'", "rdf:about='1'", "rdf:resource='javascript:alert(1)'", "attributeName='href'", "to='javascript:alert(1)'",
    "http-equiv='refresh'", "content='0;url=javascript:alert(1)'", "_:_='1'", "1='1'", "é='1'", "on='1'", "b", "b=c", "b='1' b='2'",
    "q:b='1'", "xml:id='1'", "xmlns:xml='u'", "xmlns:xmlns='u'", "ev:event='load'", "isPermaLink='true'",
];

#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "", "x", "alert(1)", "&lt;img src=x onerror=alert(1)>", "&amp;lt;img src=x onerror=alert(1)&amp;gt;", "&lt;script>alert(1)&lt;/script>",
    "<![CDATA[<script>alert(1)</script>]]>", "<![CDATA[]]]]><![CDATA[>]]>", "]]&gt;", "&#1;", "&#xFFFE;", "\u{FFFE}", "\u{1}", "&#xD800;",
    "javascript:alert(1)", "1", "https://a.example/1", "tag:a.example,2026:1", "2026-01-02T03:04:05Z", "&nbsp;", "&x;", "<!-- x -- -->",
    "<?xml-stylesheet href='javascript:alert(1)'?>", "&lt;a href=javascript:alert(1)>", "&lt;!--", "a &lt;b", "&lt;x", "&lt;/title>&lt;script>alert(1)&lt;/script>",
    "&lt;img/src/onerror=alert(1)", "&lt;svg\u{C}onload=alert(1)>", "&lt;a\u{0}b onclick=alert(1)>x", "&lt;?x?>", "&lt;3 &lt;svg/onload=alert(1)//",
];

/// Elements of the formats, by their start and end tags, inside which others are read.
#[rustfmt::skip]
const WITHIN: &[(&str, &str)] = &[
    ("", ""), ("<x:y xmlns:x='urn:x'>", "</x:y>"), ("<author>", "</author>"), ("<image><url>https://a.example/i</url>", "</image>"),
    ("<source>", "</source>"), ("<textInput>", "</textInput>"), ("<title>", "</title>"), ("<description>", "</description>"),
    ("<content type='application/xml'>", "</content>"), ("<content type='image/svg+xml'>", "</content>"), ("<content type='text/xml'>", "</content>"),
    ("<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>", "</div></content>"), ("<content type='html'>", "</content>"),
    ("<content type='application/xhtml+xml'>", "</content>"), ("<summary type='xhtml'>", "</summary>"), ("<title type='text'>", "</title>"),
    ("<link>", "</link>"), ("<category>", "</category>"), ("<enclosure url='https://a.example/e'>", "</enclosure>"), ("<guid>", "</guid>"),
    ("<media:group xmlns:media='http://search.yahoo.com/mrss/'>", "</media:group>"),
    ("<media:content xmlns:media='http://search.yahoo.com/mrss/' url='https://a.example/m'>", "</media:content>"),
    ("<podcast:person xmlns:podcast='https://podcastindex.org/namespace/1.0'>", "</podcast:person>"),
    ("<podcast:liveItem xmlns:podcast='https://podcastindex.org/namespace/1.0'>", "</podcast:liveItem>"),
    ("<podcast:value xmlns:podcast='https://podcastindex.org/namespace/1.0'>", "</podcast:value>"),
    ("<itunes:owner xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'>", "</itunes:owner>"),
    ("<bozofeed:extensions xmlns:bozofeed='urn:uuid:8eb81d1a-dc77-5313-9f94-c7dfad72aeb2'>", "</bozofeed:extensions>"),
    ("<a:source xmlns:a='http://www.w3.org/2005/Atom'><a:id>x</a:id>", "</a:source>"), ("<generator>", "</generator>"), ("<rights type='xhtml'>", "</rights>"),
    ("<content:encoded xmlns:content='http://purl.org/rss/1.0/modules/content/'>", "</content:encoded>"),
];

/// Beginnings, entry tags and ends of documents.
const DOCUMENTS: &[[&str; 4]] = &[
    ["<rss version='2.0'><channel><title>T</title>", "<item><title>A</title>", "</item>", "</channel></rss>"],
    [
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>",
        "<entry><id>1</id><title>A</title>",
        "</entry>",
        "</feed>",
    ],
    [
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>",
        "<item rdf:about='1'>",
        "</item>",
        "</rdf:RDF>",
    ],
    ["<feed version='0.3' xmlns='http://purl.org/atom/ns#'>", "<entry>", "</entry>", "</feed>"],
    ["<rss><channel>", "<item>", "</item>", "</channel></rss>"],
    ["<CHANNEL>", "<ITEM HREF='https://a.example/'>", "</ITEM>", "</CHANNEL>"],
    ["<body class='h-feed'>", "<div class='h-entry'><p class='p-name'>A</p>", "</div>", "</body>"],
];

/// A document with its headers.
pub(crate) struct Hostile {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) headers: Headers,
}

type Fixture = (PathBuf, Vec<u8>);

static FIXTURES: LazyLock<Vec<Fixture>> = LazyLock::new(|| {
    let mut files = fixtures();
    files.extend(metamorphic::feeds());
    let read = |path: PathBuf| std::fs::read(&path).ok().map(|bytes| (path, bytes));
    files.into_iter().filter_map(read).filter(|(_, bytes)| bytes.len() < 200_000).collect()
});

/// Small documents of the cost tests.
static OF_COST: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    const SIZE: usize = 2_000;
    let shapes = shapes::shapes().into_iter().map(|shape| (shape.name.clone(), shape.document(SIZE)));
    let generated =
        generator::all().into_iter().step_by(97).map(|each| (each.name.clone(), each.document(SIZE)));
    shapes.chain(generated).collect()
});

fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len())]
}

/// Writes an element with inner elements.
fn element(random: &mut Random, depth: usize, out: &mut String) {
    let (prefix, namespace) = pick(random, NAMESPACES);
    let name = pick(random, ELEMENTS);
    let name = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}:{name}") };
    let _ = write!(out, "<{name}");
    let declares = random.below(8) > 0;
    match prefix {
        _ if !declares => {}
        "" => _ = write!(out, " xmlns='{namespace}'"),
        prefix => _ = write!(out, " xmlns:{prefix}='{namespace}'"),
    }
    for _ in 0..random.below(4) {
        let _ = write!(out, " {}", pick(random, ATTRIBUTES));
    }
    out.push('>');
    inner(random, depth, out);
    if random.below(20) > 0 {
        let _ = write!(out, "</{name}>");
    }
}

/// Adds texts, markup and elements.
fn inner(random: &mut Random, depth: usize, out: &mut String) {
    for _ in 0..=random.below(3) {
        match random.below(4) {
            0 | 1 if depth > 0 => element(random, depth - 1, out),
            2 => {
                let vector = pick(random, VECTORS);
                let escaped = vector.replace('&', "&amp;").replace('<', "&lt;");
                out.push_str(if random.below(3) == 0 { vector } else { &escaped });
            }
            _ => out.push_str(pick(random, TEXTS)),
        }
    }
}

/// Returns elements inside one of the formats.
fn part(random: &mut Random) -> String {
    let (start, end) = pick(random, WITHIN);
    let mut part = start.to_owned();
    inner(random, 3, &mut part);
    part + end
}

fn composed(random: &mut Random) -> Vec<u8> {
    let [start, entry, end, last] = pick(random, DOCUMENTS);
    let mut document = start.to_owned();
    for _ in 0..random.below(2) {
        document += &part(random);
    }
    for _ in 0..=random.below(2) {
        document += entry;
        for _ in 0..random.below(3) {
            document += &part(random);
        }
        document += end;
    }
    (document + last).into_bytes()
}

/// Returns an element of the member `_bozofeed`.
fn json_element(random: &mut Random, depth: usize) -> Value {
    let (prefix, namespace) = pick(random, NAMESPACES);
    let name = pick(random, ELEMENTS);
    let mut attributes = serde_json::Map::new();
    if prefix.is_empty() || random.below(2) == 0 {
        let declaration = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
        attributes.insert(declaration, namespace.into());
    }
    for _ in 0..random.below(3) {
        let attribute = pick(random, ATTRIBUTES);
        let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
        attributes.insert(name.to_owned(), value.trim_matches(['\'', '"']).replace("&#10;", "\n").into());
    }
    let children: Vec<Value> =
        (0..random.below(3)).filter(|_| depth > 0).map(|_| json_element(random, depth - 1)).collect();
    let name = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}:{name}") };
    json!({ "name": name, "attributes": attributes, "text": pick(random, TEXTS), "children": children })
}

fn json_feed(random: &mut Random) -> Vec<u8> {
    let namespaces: serde_json::Map<String, Value> =
        NAMESPACES.iter().map(|(prefix, uri)| ((*prefix).to_owned(), (*uri).into())).collect();
    let object = |random: &mut Random| {
        let elements: Vec<Value> = (0..=random.below(2)).map(|_| json_element(random, 2)).collect();
        json!({ "namespaces": namespaces, "elements": elements })
    };
    let text =
        |random: &mut Random| if random.below(2) == 0 { pick(random, TEXTS) } else { pick(random, VECTORS) };
    let items: Vec<Value> = (0..=random.below(2))
        .map(|number| {
            json!({
                "id": number.to_string(), "title": text(random), "content_html": text(random), "content_text": text(random),
                "url": text(random), "_bozofeed": object(random), "_x": { "h:script": text(random), "item": [1], "@onload": "x" },
                "attachments": [{ "url": text(random), "mime_type": text(random) }], "authors": [{ "name": text(random), "url": text(random) }],
            })
        })
        .collect();
    let head = json!({
        "version": "https://jsonfeed.org/version/1.1", "title": text(random), "_bozofeed": object(random), "items": items,
    });
    let rss = json!({ "rss": { "version": "2.0", "channel": {
        "title": text(random), "item": [{ "title": text(random), "h:script": text(random), "description": text(random), "guid": "1" }],
    } } });
    if random.below(6) == 0 { rss } else { head }.to_string().into_bytes()
}

/// Changes several places of a document.
fn mutated(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        // After a tag, where an element may begin.
        let behind = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'>'));
        let place = behind.map_or(at, |behind| at + behind + 1);
        let end = bytes.len().min(at + random.below(60));
        let mut insert = |at: usize, part: &str| drop(bytes.splice(at..at, part.bytes()));
        match random.below(8) {
            0 | 1 => insert(place, &part(random)),
            2 => insert(place.saturating_sub(1), &format!(" {}", pick(random, ATTRIBUTES))),
            3 => insert(place, pick(random, TEXTS)),
            4 => drop(bytes.drain(at..end)),
            5 => {
                let copy = bytes.get(at..end).unwrap_or_default().to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            6 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = pick(random, b"<>&\"'=/:;[]{}! \0\x01\x80\xffa");
                }
            }
            _ => {
                let (_, other) = &FIXTURES[random.below(FIXTURES.len())];
                let from = random.below(other.len() + 1);
                let piece = &other[from..other.len().min(from + random.below(400))];
                bytes.splice(place..place, piece.iter().copied());
            }
        }
    }
    bytes
}

/// Returns the document for a seed.
pub(crate) fn document(seed: u64) -> Hostile {
    let mut random = Random(seed);
    let alone =
        |name: &str, bytes: Vec<u8>| Hostile { name: name.to_owned(), bytes, headers: Headers::default() };
    match random.below(8) {
        0..=2 => alone("composed", composed(&mut random)),
        3 => alone("JSON", json_feed(&mut random)),
        4 => {
            let (name, bytes) = &OF_COST[random.below(OF_COST.len())];
            let bytes = if random.below(2) == 0 { bytes.clone() } else { mutated(&mut random, bytes) };
            alone(name, bytes)
        }
        _ => {
            let (path, bytes) = &FIXTURES[random.below(FIXTURES.len())];
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            Hostile { name, bytes: mutated(&mut random, bytes), headers: headers_beside(path) }
        }
    }
}

/// Returns an extension created by a program.
fn extension(random: &mut Random, depth: usize) -> Value {
    let (prefix, namespace) = pick(random, NAMESPACES);
    let odd = [":", "a:b", "", "xmlns", "1", "a b", "h:script", "x><script>alert(1)</script"];
    let name = if random.below(8) == 0 { pick(random, &odd) } else { pick(random, ELEMENTS) };
    let mut attributes = serde_json::Map::new();
    for _ in 0..random.below(4) {
        let attribute = pick(random, ATTRIBUTES);
        let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
        let name = if random.below(8) == 0 { pick(random, &odd) } else { name };
        attributes.insert(name.to_owned(), value.trim_matches(['\'', '"']).into());
    }
    let children: Vec<Value> =
        (0..random.below(3)).filter(|_| depth > 0).map(|_| extension(random, depth - 1)).collect();
    json!({
        "namespace": namespace, "prefix": prefix, "name": name, "attributes": attributes, "text": pick(random, TEXTS),
        "children": children,
    })
}

/// Returns the model of a program that does not check its values.
pub(crate) fn model(seed: u64) -> Parsed {
    let mut random = Random(seed);
    let random = &mut random;
    let text = |random: &mut Random| {
        let value = if random.below(2) == 0 { pick(random, TEXTS) } else { pick(random, VECTORS) };
        let types = [
            "text/plain", "text/html", "application/xhtml+xml", "application/xml", "image/svg+xml",
            "text/xml", "",
        ];
        json!({ "value": value, "media_type": pick(random, &types), "is_sanitized": random.below(2) == 0 })
    };
    let extensions =
        |random: &mut Random| (0..random.below(3)).map(|_| extension(random, 2)).collect::<Vec<_>>();
    let url = |random: &mut Random| {
        pick(
            random,
            &[
                "javascript:alert(1)", "blob:https://a.example/b", "https://a.example/", "a:b:c", "",
                "data:text/html,x",
            ],
        )
    };
    let feed: Feed = serde_json::from_value(json!({
        "title": text(random), "subtitle": text(random), "link": url(random), "extensions": extensions(random),
        "links": [{ "rel": "a\"b", "href": url(random) }], "authors": [{ "name": "a", "uri": url(random), "extensions": extensions(random) }],
    }))
    .unwrap();
    let entry = |random: &mut Random| -> Entry {
        serde_json::from_value(json!({
            "id": url(random), "title": text(random), "summary": text(random), "content": [text(random)], "link": url(random),
            "extensions": extensions(random), "links": [{ "rel": "enclosure", "href": url(random), "media_type": "\"" }],
            "image": { "href": url(random), "extensions": extensions(random) },
        }))
        .unwrap()
    };
    let entries = (0..random.below(3)).map(|_| entry(random)).collect();
    result(feed, entries)
}

/// Returns the lists of a caller who is unaware of what they allow.
fn reckless() -> Sanitize {
    let mut lists = Allowlist::reader();
    let names = |names: &[&str]| names.iter().copied().map(String::from).collect::<Vec<_>>();
    lists
        .elements
        .extend(names(&["script", "portal", "svg:script", "iframe", "x><script", "style", "html", "svg"]));
    lists
        .attributes
        .extend(names(&["\"onload", "onload", "onclick", "srcdoc", "x=y onload", "xmlns", "h:onload"]));
    lists.svg_elements = names(&["svg", "script", "svg:script"]);
    lists.svg_attributes = names(&["onload", "href", "xlink:href", "\"onload"]);
    lists.url_schemes.extend(names(&["javascript", "data", "blob"]));
    Sanitize::Custom(Box::new(lists))
}

/// Returns the number of cases, as in property tests: `PROPTEST_CASES`.
fn cases() -> u64 {
    u64::from(common::cases())
}

pub(super) fn assert_none(count: u64, mut wrong: Vec<String>) {
    let total = wrong.len();
    if let Ok(file) = std::env::var("BOZOFEED_FAULTS") {
        std::fs::write(file, wrong.join("\n")).unwrap();
    }
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{total} faults in {count} cases:\n{}", wrong.join("\n"));
}

/// The seed of the first case: `BOZOFEED_SEED`.
pub(super) fn seeds() -> std::ops::Range<u64> {
    let first = std::env::var("BOZOFEED_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    first..first + cases()
}

#[test]
fn any_document_is_written_well_formed_and_runs_nothing() {
    let mut wrong = Vec::new();
    let reckless = reckless();
    for seed in seeds() {
        let Hostile { name, bytes, headers } = document(seed);
        let sanitize = if seed % 8 == 7 { reckless.clone() } else { Sanitize::Default };
        let parsed = Parser::new().sanitize(sanitize.clone()).parse(Document::new(&bytes).headers(headers));
        if parsed.is_feed() {
            wrong.extend(
                faults(&parsed, &sanitize).into_iter().map(|fault| format!("seed {seed} ({name}): {fault}")),
            );
        }
    }
    assert_none(cases(), wrong);
}

#[test]
fn any_model_is_written_well_formed_and_runs_nothing() {
    let mut wrong = Vec::new();
    for seed in seeds() {
        wrong.extend(
            faults(&model(seed), &Sanitize::Default).into_iter().map(|fault| format!("seed {seed}: {fault}")),
        );
    }
    assert_none(cases(), wrong);
}

/// Writes the document of `BOZOFEED_SEED` and the resulting documents to standard output, for debugging.
#[test]
#[ignore = "shows one document"]
fn show() {
    let seed = seeds().start;
    let Hostile { name, bytes, headers } = document(seed);
    println!("{name}\n{}", String::from_utf8_lossy(&bytes));
    let parsed = Parser::new().parse(Document::new(&bytes).headers(headers));
    for (format, kind) in FORMATS {
        println!("--- {format}\n{}", writer(kind).to_text(&parsed).unwrap());
    }
}

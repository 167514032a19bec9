//! The cost of a document is proportional to its size, whatever it contains, and bounded by the default limits.
//!
//! Allocations and the sizes of the output are counted, so that the results do not depend on the machine. `benches/flatness`
//! shows the time.

#![allow(clippy::unwrap_used, reason = "a helper of tests may fail as a test does")]

mod bound;
#[cfg(feature = "check")]
mod checking;
#[cfg(target_os = "linux")]
#[path = "../common/command.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod command;
#[path = "../../benches/damage/mod.rs"]
mod damage;
mod dense_entry;
mod entries;
mod footprint;
mod generator;
mod inheritance;
mod legal;
#[cfg(target_os = "linux")]
mod modes;
mod outgoing;
mod policies;
mod price;
mod shapes;
mod structure;
mod usual;
mod writing;

use std::io::{self, Write};

use bozofeed::{Document, Limits, Parsed, Parser};
use bozofeed_command::merge;
use generator::Generated;
use shapes::{Kind, Shape, shapes};

/// The maximum growth factor of the cost per byte in a document that is ten times as long.
const TOLERANCE: f64 = 3.0;

/// The fixed cost of a document. Smaller amounts are not compared.
const FIXED: u64 = 100_000;

/// Counts the bytes of the output.
#[derive(Default)]
struct Counter {
    all: u64,
    /// The length of the longest output.
    longest: u64,
    /// The start of the current output.
    begin: u64,
}

impl Counter {
    /// Begins the next output.
    fn begin(&mut self) {
        self.begin = self.all;
    }
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.all += bytes.len() as u64;
        self.longest = self.longest.max(self.all - self.begin);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The cost of reading a document and writing the result.
#[derive(Debug, Clone, Copy)]
struct Cost {
    allocations: u64,
    allocated: u64,
    /// The maximum number of bytes in use at the same time.
    peak: u64,
    written: u64,
    /// The bytes of the longest output.
    longest: u64,
}

/// A feed to merge with others.
const OTHER: &[u8] = b"<rss version='2.0'><channel><title>Tides</title><item><guid>other</guid><title>High water</title></item></channel></rss>";

/// Reads a document and writes the result.
type Way = fn(&Parser, Document<'_>, &mut Counter);

/// The ways to read and write each kind of document.
const WAYS: &[(Kind, &str, Way)] = &[
    (Kind::Feed, "model", |parser, document, out| {
        let parsed = parser.parse(document);
        assert!(serde_json::to_writer(out, &parsed).is_ok(), "the model is JSON");
    }),
    (Kind::Feed, "explanation", |parser, document, out| {
        for candidate in parser.explain(document).candidates {
            assert!(writeln!(out, "{candidate}").is_ok());
        }
    }),
    (Kind::Feed, "dictionary", |parser, document, out| {
        let dictionary = parser.dictionary(document);
        assert!(serde_json::to_writer(out, &dictionary).is_ok(), "the dictionary is JSON");
    }),
    (Kind::Feed, "feeds that are written", |parser, document, out| {
        writing::write_in_all_formats(&parser.parse(document), out);
    }),
    (Kind::Feed, "a merged feed", |parser, document, out| {
        let other = || parser.parse(Document::new(OTHER).url("https://other.example/feed.xml"));
        let of = |parsed: Parsed, size| merge::Document { parsed, url: None, size };
        let size = document.bytes().len();
        let documents =
            vec![of(parser.parse(document), size), of(other(), OTHER.len()), of(other(), OTHER.len())];
        writing::write_in_all_formats(&merge::merge(documents).parsed, out);
    }),
    (Kind::Feed, "a list", |_, document, out| {
        assert!(write!(out, "{}", bozofeed_opml::parse(document).to_xml()).is_ok(), "the list is OPML");
    }),
    (Kind::Feed, "feeds of a page", |_, document, out| {
        let feeds = bozofeed_discover::feeds(document.url("https://page.example/news/"));
        assert!(serde_json::to_writer(out, &feeds).is_ok(), "the feeds are JSON");
    }),
    #[cfg(feature = "check")]
    (Kind::Feed, "findings", |parser, document, out| {
        for finding in checker(parser).check(document) {
            assert!(writeln!(out, "{finding} {}", finding.subject).is_ok());
        }
    }),
    #[cfg(feature = "check")]
    (Kind::Feed, "mended", |parser, document, out| {
        let bytes = document.bytes().to_vec();
        let fixed = checker(parser).check(document).fixed(&bytes, |fix| fix.is_safe);
        assert!(out.write_all(&fixed.unwrap_or_default().0).is_ok());
    }),
    #[cfg(feature = "check")]
    (Kind::Feed, "report", |parser, document, out| {
        let report = checker(parser).report("feed.xml", document);
        assert!(out.write_all(report.html().as_bytes()).is_ok());
    }),
    (Kind::List, "list", |_, document, out| {
        let list = bozofeed_opml::parse(document);
        let folders = list.subscriptions().map(|subscription| subscription.folders.len());
        assert!(write!(out, "{}{}", folders.sum::<usize>(), list.to_xml()).is_ok(), "the list is OPML");
        assert!(serde_json::to_writer(out, &list).is_ok(), "the list is JSON");
    }),
    (Kind::Page, "feeds", |_, document, out| {
        let feeds = bozofeed_discover::feeds(document.url("https://page.example/news/"));
        assert!(serde_json::to_writer(out, &feeds).is_ok(), "the feeds are JSON");
    }),
    (Kind::Page, "icons", |_, document, out| {
        let icons = bozofeed_discover::SiteIcons::of_page(document.url("https://page.example/news/"));
        assert!(serde_json::to_writer(out, &icons).is_ok(), "the icons are JSON");
    }),
];

/// Returns a checker that uses this parser.
#[cfg(feature = "check")]
fn checker(parser: &Parser) -> bozofeed_check::Checker {
    bozofeed_check::Checker::new().parser(parser.clone())
}

fn cost(way: Way, parser: &Parser, document: &[u8]) -> Cost {
    let mut out = Counter::default();
    let document = Document::new(document).url("https://feed.example/news/feed.xml");
    let info = allocation_counter::measure(|| way(parser, document, &mut out));
    Cost {
        allocations: info.count_total,
        allocated: info.bytes_total,
        peak: info.bytes_max,
        written: out.all,
        longest: out.longest,
    }
}

/// Returns the amounts that grow by more than this factor. Growth to at most `cheap` bytes is ignored.
#[allow(clippy::cast_precision_loss, reason = "the amounts are compared roughly")]
fn steep(small: Cost, large: Cost, factor: f64, cheap: u64) -> Vec<&'static str> {
    let amounts = [
        ("allocations", small.allocations, large.allocations, 0),
        ("allocated bytes", small.allocated, large.allocated, cheap),
        ("bytes in use", small.peak, large.peak, cheap),
        ("written bytes", small.written, large.written, cheap),
    ];
    let is_steep = |(_, small, large, cheap): &(_, u64, u64, u64)| {
        *large as f64 > FIXED as f64 + *small as f64 * factor && large > cheap
    };
    amounts.iter().filter(|amount| is_steep(amount)).map(|(name, ..)| *name).collect()
}

/// Asserts, for some of the shapes, that a document of ten times the size costs about ten times as much, and that no byte costs
/// more than the budget assumes for documents that are too short to be metered.
fn assert_proportional(part: usize) {
    // Without optimization, all shapes take a minute or two.
    const PARTS: usize = if cfg!(debug_assertions) { 32 } else { 2 };
    const SIZE: usize = 3_000;
    /// The maximum number of bytes of memory and of output for each byte of a document, for each byte added by its entities and
    /// default attributes, and the maximum number of added bytes (`Limits::expansion`).
    const MOST: (u64, u64) = (256, 64);
    const MOST_EXPANDED: (u64, u64) = (64, 16);
    const MOST_ADDED: u64 = 1 << 20;
    let parser = Parser::new();
    let mut all = Vec::new();
    for shape in shapes().iter().skip(part).step_by(PARTS) {
        let (small, large) = (shape.document(SIZE), shape.document(SIZE * 10));
        let bytes = large.len() as u64;
        let has = |declaration: &[u8]| large.windows(declaration.len()).any(|part| part == declaration);
        let added = if has(b"<!ATTLIST") || has(b"<!ENTITY") { MOST_ADDED } else { 0 };
        for (_, name, way) in WAYS.iter().filter(|(kind, ..)| *kind == shape.kind) {
            let (small, large) = (cost(*way, &parser, &small), cost(*way, &parser, &large));
            let steep = steep(small, large, 10.0 * TOLERANCE, 0);
            if !steep.is_empty() {
                all.push(format!("{} as {name}: {steep:?}, {small:?} and {large:?}", shape.name));
            }
            let is_bounded = large.peak <= FIXED + bytes * MOST.0 + added * MOST_EXPANDED.0
                && large.written <= FIXED + bytes * MOST.1 + added * MOST_EXPANDED.1;
            if matches!(*name, "model" | "dictionary") && !is_bounded {
                all.push(format!(
                    "{} as {name}: more than is assumed of {bytes} bytes: {large:?}",
                    shape.name
                ));
            }
        }
    }
    assert!(all.is_empty(), "not proportional to the size:\n{}", all.join("\n"));
}

#[test]
fn the_cost_of_a_shape_is_proportional_to_its_size() {
    assert_proportional(0);
}

#[test]
fn the_cost_of_another_shape_is_proportional_to_its_size() {
    assert_proportional(1);
}

/// Asserts that a document of four times the size costs about four times as much, for one in `parts` of the documents that combine
/// all names with everything that could make them expensive. References may not grow at all, so that even small documents reveal
/// copies that are not paid for.
fn assert_all_proportional(generated: &[Generated], parts: usize) {
    const SIZE: usize = 4_000;
    /// The maximum growth factor of the cost per byte in a document that is four times as long.
    const TOLERANCE: f64 = 1.5;
    /// The bytes per byte of a document that its elements may take without copies, in three formats: a document with a long base
    /// or name grows more slowly than the number of its elements. If each element copied the value, the cost would be several times
    /// as high.
    const CHEAP: u64 = 170;
    let parser = Parser::new().limits(Limits::default().resolved(0));
    let chosen = std::env::var("COST_SHAPE");
    let is_chosen = |(row, generated): &(usize, &Generated)| match &chosen {
        Ok(chosen) => generated.name.contains(chosen),
        Err(_) => row % parts == 0,
    };
    let mut all = Vec::new();
    let mut tried = 0;
    for (_, generated) in generated.iter().enumerate().filter(is_chosen) {
        tried += 1;
        let (small, large) = (generated.document(SIZE), generated.document(SIZE * 4));
        for (_, name, way) in WAYS.iter().filter(|(kind, ..)| *kind == Kind::Feed) {
            let (small_cost, large_cost) = (cost(*way, &parser, &small), cost(*way, &parser, &large));
            #[allow(clippy::cast_precision_loss, reason = "documents are short")]
            let factor = TOLERANCE * large.len() as f64 / small.len() as f64;
            let steep = steep(small_cost, large_cost, factor, CHEAP * large.len() as u64);
            if !steep.is_empty() {
                all.push(format!(
                    "{} as {name}: {steep:?}, {small_cost:?} and {large_cost:?}",
                    generated.name
                ));
            }
        }
    }
    assert!(tried > 50, "{tried} documents");
    assert!(all.is_empty(), "{} are not proportional to the size:\n{}", all.len(), all.join("\n"));
}

/// Returns whether to test everything, once a week and before a release. That takes a quarter of an hour.
fn is_thorough() -> bool {
    std::env::var_os("COST_ALL").is_some()
}

/// Without optimization, only a few documents are tested, to save time.
#[test]
fn the_cost_of_any_name_is_proportional_to_its_size() {
    let parts = match (cfg!(debug_assertions), is_thorough()) {
        (true, _) => 101,
        (false, false) => 5,
        (false, true) => 1,
    };
    assert_all_proportional(&generator::all(), parts);
}

/// An attribute of an element is not copied for each of its children.
#[test]
fn the_cost_of_any_long_attribute_is_proportional_to_its_size() {
    let parts = match (cfg!(debug_assertions), is_thorough()) {
        (true, _) => 997,
        (false, false) => 97,
        (false, true) => 5,
    };
    assert_all_proportional(&generator::around(), parts);
}

/// The table is not empty, and every document has about the requested size.
#[test]
fn shapes_have_the_size_that_is_asked_for() {
    let odd: Vec<_> = shapes()
        .iter()
        .map(|shape: &Shape| (shape.name.clone(), shape.document(20_000).len()))
        .filter(|(_, length)| !(15_000..30_000).contains(length))
        .collect();
    assert!(odd.is_empty(), "{odd:?}");
}

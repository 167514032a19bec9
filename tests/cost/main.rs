//! The cost of a document is proportional to its size, whatever it contains, and bounded by the default limits.
//!
//! Allocations and the sizes of the output are counted, so that the results do not depend on the machine. `benches/flatness`
//! shows the time.

#[path = "../../benches/damage/mod.rs"]
mod damage;
mod shapes;

use std::io::{self, Write};

use bozofeed::{Parser, feedparser};
use shapes::{Shape, shapes};

/// How much more a byte of a document may cost if the document is ten times as long.
const TOLERANCE: u64 = 3;

/// Amounts that are not compared: the fixed cost of a document.
const FIXED: u64 = 100_000;

/// Counts what is written.
#[derive(Default)]
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The cost of reading a document and writing what was read.
#[derive(Debug, Clone, Copy)]
struct Cost {
    allocations: u64,
    allocated: u64,
    /// The most bytes that were in use at the same time.
    peak: u64,
    written: u64,
}

/// The ways to read and write a document.
const WAYS: [(&str, fn(&[u8], &mut Counter)); 2] = [
    ("model", |document, out| {
        let parsed = parser().parse(document);
        assert!(serde_json::to_writer(out, &parsed).is_ok(), "the model is JSON");
    }),
    ("dictionary", |document, out| {
        let dictionary = feedparser::parse(&parser(), document);
        assert!(serde_json::to_writer(out, &dictionary).is_ok(), "the dictionary is JSON");
    }),
];

fn parser() -> Parser {
    Parser::new().base_url("https://feed.example/news/feed.xml")
}

fn cost(way: fn(&[u8], &mut Counter), document: &[u8]) -> Cost {
    let mut out = Counter::default();
    let info = allocation_counter::measure(|| way(document, &mut out));
    Cost { allocations: info.count_total, allocated: info.bytes_total, peak: info.bytes_max, written: out.0 }
}

/// Returns the amounts that grow faster than the document.
fn steep(small: Cost, large: Cost) -> Vec<&'static str> {
    let amounts = [
        ("allocations", small.allocations, large.allocations),
        ("allocated bytes", small.allocated, large.allocated),
        ("bytes in use", small.peak, large.peak),
        ("written bytes", small.written, large.written),
    ];
    let is_steep = |(_, small, large): &(_, u64, u64)| *large > FIXED + small * 10 * TOLERANCE;
    amounts.iter().filter(|amount| is_steep(amount)).map(|(name, ..)| *name).collect()
}

/// Asserts that ten times as much costs about ten times as much, for one part of the shapes.
fn assert_proportional(part: usize) {
    const PARTS: usize = 2;
    const SIZE: usize = 3_000;
    let mut all = Vec::new();
    for shape in shapes().iter().skip(part).step_by(PARTS) {
        let (small, large) = (shape.document(SIZE), shape.document(SIZE * 10));
        for (name, way) in WAYS {
            let (small, large) = (cost(way, &small), cost(way, &large));
            let steep = steep(small, large);
            if !steep.is_empty() {
                all.push(format!("{} as {name}: {steep:?}, {small:?} and {large:?}", shape.name));
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

/// The most memory that a document of ten megabytes may need.
const MOST_BYTES: u64 = 512 << 20;

/// The most processor time, in hundredths of a second: twice what is promised, since others use the machine as well.
#[cfg(target_os = "linux")]
const MOST_TIME: u64 = 200;

/// Returns the processor time of this process so far, in hundredths of a second (proc(5), `utime` and `stime`).
#[cfg(target_os = "linux")]
fn processor_time() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split(' ');
    fields.skip(12).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

/// Run it in release mode: `cargo test --release --test cost -- --ignored`. `COST_SHAPE` chooses the shapes with a name
/// that contains it.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes long without optimization"]
fn ten_megabytes_of_any_shape_are_within_the_limits() {
    // Far above the assertion: a document that needs more is stopped before the machine is.
    assert!(rlimit::setrlimit(rlimit::Resource::AS, 3 << 30, 3 << 30).is_ok(), "memory is limited");
    let chosen = std::env::var("COST_SHAPE").unwrap_or_default();
    let mut all = Vec::new();
    for shape in shapes().iter().filter(|shape| shape.name.contains(&chosen)) {
        let document = shape.document(10_000_000);
        for (name, way) in WAYS {
            let before = processor_time();
            let found = cost(way, &document);
            let time = processor_time() - before;
            if found.peak > MOST_BYTES || time > MOST_TIME {
                let peak = found.peak >> 20;
                all.push(format!("{} as {name}: {peak} MiB, {time} hundredths of a second", shape.name));
            }
        }
    }
    assert!(all.is_empty(), "too expensive:\n{}", all.join("\n"));
}

/// The table is not empty, and every document has about the size that was asked for.
#[test]
fn shapes_have_the_size_that_is_asked_for() {
    let odd: Vec<_> = shapes()
        .iter()
        .map(|shape: &Shape| (shape.name.clone(), shape.document(20_000).len()))
        .filter(|(_, length)| !(15_000..30_000).contains(length))
        .collect();
    assert!(odd.is_empty(), "{odd:?}");
}

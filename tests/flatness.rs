//! Time is linear in the size of the input, regardless of its faults. `benches/flatness.rs` measures the time.

use std::time::{Duration, Instant};

use crate::damage::{DAMAGES, Damage};
use bozofeed::{Limits, Parser};

/// The maximum ratio of times for ten times the size. Quadratic time would give a ratio of a hundred.
const TOLERANCE: u32 = 30;
/// Shorter times are not compared, since the machine may be busy.
const NOISE: Duration = Duration::from_millis(100);

fn time(parser: &Parser, document: &[u8]) -> Duration {
    let start = Instant::now();
    let _ = parser.parse(document);
    start.elapsed()
}

/// Returns whether ten times the size takes about ten times as long, in the best of a few tries.
fn is_flat(damage: &Damage, size: usize) -> bool {
    let limits = Limits::default().memory(usize::MAX);
    let parser = Parser::new().sanitize(false).resolve_urls(false).limits(limits);
    let (small, large) = (damage.document(size / 10), damage.document(size));
    (0..4).any(|_| time(&parser, &large) < NOISE + time(&parser, &small) * TOLERANCE)
}

fn assert_all_flat(size: usize) {
    let steep: Vec<_> =
        DAMAGES.iter().filter(|damage| !is_flat(damage, size)).map(|damage| damage.name).collect();
    assert!(steep.is_empty(), "at {size} bytes, not linear: {steep:?}");
}

#[test]
fn a_hundred_kilobytes_of_any_damage_take_ten_times_as_long_as_ten() {
    assert_all_flat(100_000);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn a_megabyte_of_any_damage_takes_ten_times_as_long_as_a_hundred_kilobytes() {
    assert_all_flat(1_000_000);
}

#[test]
#[ignore = "takes long without optimization: cargo test --release flatness -- --ignored"]
fn ten_megabytes_of_any_damage_take_ten_times_as_long_as_one() {
    assert_all_flat(10_000_000);
}

/// Long values that apply to many others: half of the document is one long value, the other half consists of values in its scope.
const LONG_AND_MANY: &[(&str, [&str; 5])] = &[
    (
        "a base",
        [
            "<rss><channel><item xml:base='http://a.example/",
            "b",
            "/'>",
            "<link>c</link>",
            "</item></channel></rss>",
        ],
    ),
    (
        "a language beside bases",
        ["<rss><channel><x xml:lang='", "b", "'>", "<y xml:base='c'/>", "</x></channel></rss>"],
    ),
    (
        "a language where a base lingers",
        [
            "<rss><channel><x xml:base='b'/><item xml:lang='",
            "c",
            "'>",
            "<description>d</description>",
            "</item></channel></rss>",
        ],
    ),
    (
        "the name of places",
        [
            "<rss><channel><item><georss:where featurename='",
            "b",
            "'>",
            "<georss:point>1 2</georss:point>",
            "</georss:where></item></channel></rss>",
        ],
    ),
    (
        "the name beside places",
        [
            "<rss><channel><item><georss:featurename>",
            "b",
            "</georss:featurename>",
            "<georss:point>1 2</georss:point>",
            "</item></channel></rss>",
        ],
    ),
    (
        "declarations behind others",
        [
            "<rss xmlns:a='0' xmlns:b='0' xmlns:c='0' xmlns:d='0' xmlns:e='0' xmlns:f='0' xmlns:g='0' xmlns:h='0' \
             xmlns:i='0' xmlns:j='0' xmlns:k='0' xmlns:l='0'><channel><x ",
            "xmlns:{}='m' ",
            "/>",
            "<y xmlns:n='o'/>",
            "</channel></rss>",
        ],
    ),
    (
        "a prefix among others",
        [
            "<rss xmlns:a='0' xmlns:b='0' xmlns:c='0' xmlns:d='0' xmlns:e='0' xmlns:f='0' xmlns:g='0' xmlns:h='0' \
             xmlns:i='0' xmlns:j='0' xmlns:k='0' xmlns:",
            "l",
            "='0'><channel>",
            "<y xmlns:n='o'/>",
            "</channel></rss>",
        ],
    ),
    (
        "default attributes",
        ["<!DOCTYPE rss [<!ATTLIST x", " {} CDATA 'a'", ">]><rss><channel>", "<x/>", "</channel></rss>"],
    ),
    (
        "instructions that name XML, and one end",
        ["<rss><channel>", "<?xml ", "?>", "<x/>", "</channel></rss>"],
    ),
];

/// Returns a document of about `size` bytes.
fn long_and_many([before, long, between, many, behind]: &[&str; 5], size: usize) -> Vec<u8> {
    let repeated = |unit: &str| -> String {
        let length = unit.len().max(1);
        (0..size / 2 / length).map(|number| unit.replace("{}", &format!("p{number}"))).collect()
    };
    let (long, many) = (repeated(long), repeated(many));
    [before, long.as_str(), between, many.as_str(), behind].concat().into_bytes()
}

#[test]
fn long_values_are_not_copied_for_each_value_in_their_scope() {
    let parser = Parser::new();
    let is_flat = |parts: &[&str; 5]| {
        let (small, large) = (long_and_many(parts, 30_000), long_and_many(parts, 300_000));
        (0..4).any(|_| time(&parser, &large) < NOISE + time(&parser, &small) * TOLERANCE)
    };
    let steep: Vec<_> =
        LONG_AND_MANY.iter().filter(|(_, parts)| !is_flat(parts)).map(|(name, _)| *name).collect();
    assert!(steep.is_empty(), "not linear: {steep:?}");
}

//! Entries matched per second: polls of a typical feed, of a large one, and of feeds that break every rule.
//!
//! `cargo bench -p bozofeed-benches --bench matcher`

use std::fmt::Write as _;
use std::hint::black_box;

use bozofeed::model::Entry;
use bozofeed_polling::matcher::{EntryStatus, Matcher};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// Returns entries of about 600 bytes, starting with a number. `id` returns the identifier of an entry.
fn entries(from: usize, count: usize, id: impl Fn(usize) -> String) -> Vec<Entry> {
    let mut feed = String::from("<rss version='2.0'><channel>");
    for at in (from..from + count).rev() {
        let id = id(at);
        let _ = write!(
            feed,
            "<item><title>Tide {at} of the harbour</title><link>https://harbour.example/tides/{at}</link>\
            <guid isPermaLink='false'>{id}</guid><pubDate>2026-01-02T03:04:{:02}Z</pubDate><description>{}</description></item>",
            at % 60,
            format!("High water {at} is at noon, and the ferry leaves an hour later. ").repeat(6),
        );
    }
    feed.push_str("</channel></rss>");
    bozofeed::parse(feed.as_str()).entries
}

fn usual(at: usize) -> String {
    format!("urn:x:{at}")
}

/// Measures the second of two polls.
fn measure(criterion: &mut Criterion, name: &str, first: &[Entry], second: &[Entry]) {
    let mut matcher = Matcher::new();
    matcher.poll(first);
    let mut group = criterion.benchmark_group("matcher");
    group.throughput(Throughput::Elements(second.len() as u64));
    group.sample_size(10);
    group.bench_function(name, |bencher| {
        bencher.iter_batched(
            || matcher.clone(),
            |mut matcher| black_box(matcher.poll(black_box(second))),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn polls(criterion: &mut Criterion) {
    for count in [20, 1_000, 100_000] {
        let first = entries(0, count, usual);
        measure(criterion, &format!("{count} entries, all known"), &first, &first);
        measure(criterion, &format!("{count} entries, one new"), &first, &entries(1, count, usual));
        measure(criterion, &format!("{count} entries, all new"), &first, &entries(count, count, usual));
        let rebuilt = entries(0, count, |at| format!("build-2-{at}"));
        measure(criterion, &format!("{count} entries, all with other identifiers"), &first, &rebuilt);
        let shared = entries(0, count, |_| "x".to_owned());
        measure(
            criterion,
            &format!("{count} entries, one identifier"),
            &shared,
            &entries(count / 2, count, |_| "x".to_owned()),
        );
    }
}

/// Measures a feed of twenty entries, with a matcher whose memory is full.
fn full(criterion: &mut Criterion) {
    let mut matcher = Matcher::new();
    for page in 0..60 {
        matcher.poll(&entries(page * 20, 20, usual));
    }
    let next = entries(59 * 20 + 1, 20, usual);
    assert_eq!(
        matcher.clone().poll(&next).iter().filter(|found| found.status == EntryStatus::New).count(),
        1
    );
    let mut group = criterion.benchmark_group("matcher");
    group.throughput(Throughput::Elements(20));
    group.bench_function("20 entries, one new, 1,000 more known", |bencher| {
        bencher.iter_batched(
            || matcher.clone(),
            |mut matcher| black_box(matcher.poll(black_box(&next))),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, polls, full);
criterion_main!(benches);

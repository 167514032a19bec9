//! Sanitizing under each policy.
use bozofeed::content::{Sanitize, Sanitizer};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const BASE: &str = "https://example.org/articles/";

const ARTICLE: &str = "<p>The <a href=\"/reports/2024?page=1&amp;sort=date\">report</a> says &#8220;nothing&#8221; of \
    <em>this</em>, and <strong>little</strong> of that &mdash; as one would expect.</p>\n\
    <figure><img src=\"images/chart.png\" alt=\"A chart\" width=\"640\" height=\"480\" class=\"wide\" \
    data-id=\"17\"/><figcaption>A chart</figcaption></figure>\n\
    <ul>\n<li>one</li>\n<li>two <code>let x = 1;</code></li>\n</ul>\n<blockquote><p>A longer passage that somebody else \
    wrote, with a <span style=\"color: red\">word</span> in red.</p></blockquote>\n";

const TABLE: &str =
    "<table border=1><tr><th>Year<th>Sum</tr><tr><td>2023<td>1,200</tr><tr><td>2024<td>1,350</tr></table>";

const FORMULA: &str =
    "<p>The mass is <math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>.</p>";

fn content(criterion: &mut Criterion) {
    let cleaner = Sanitizer::new(&Sanitize::default(), true);
    let feed_parser = Sanitizer::new(&Sanitize::FeedParser, true);
    let off = Sanitizer::new(&Sanitize::Off, true);
    let plain = "A title without any markup, as most are: nothing to do but look. ".repeat(4);
    let mut group = criterion.benchmark_group("content");
    for (kind, markup) in [
        ("text", plain),
        ("article", ARTICLE.repeat(20)),
        ("short", ARTICLE.to_owned()),
        ("table", TABLE.repeat(20)),
        ("formula", FORMULA.repeat(20)),
    ] {
        group.throughput(Throughput::Bytes(markup.len() as u64));
        group.bench_with_input(BenchmarkId::new("default", kind), &markup, |bencher, markup| {
            bencher.iter(|| black_box(cleaner.clean(markup, BASE).len()));
        });
        group.bench_with_input(BenchmarkId::new("feedparser", kind), &markup, |bencher, markup| {
            bencher.iter(|| black_box(feed_parser.clean(markup, BASE).len()));
        });
        group.bench_with_input(BenchmarkId::new("off", kind), &markup, |bencher, markup| {
            bencher.iter(|| black_box(off.clean(markup, BASE).len()));
        });
    }
    group.finish();
}

criterion_group!(benches, content);
criterion_main!(benches);

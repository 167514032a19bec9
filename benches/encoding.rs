//! How fast deciding and decoding run, beside `encoding_rs` alone over the same bytes.

use std::hint::black_box;

use bozofeed::Headers;
use bozofeed::encoding::{EncodingPolicy, decode, determine};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SIZE: usize = 2 << 20;

/// A feed of some 2 MB in which one character in about a hundred is not ASCII.
fn feed(declaration: &str) -> String {
    let item = "<item><title>A caf\u{E9} opens at the harbour</title><link>https://example.org/news/1</link>\
        <description>&lt;p&gt;It serves breakfast, lunch and a cr\u{E8}me br\u{FB}l\u{E9}e to go, every day from nine until \
        six; on Sundays there is music as well, and the terrace stays open until the last guest has left it.&lt;/p&gt;\
        </description><pubDate>Mon, 06 Sep 2021 09:00:00 GMT</pubDate></item>\n";
    let mut feed =
        format!("<?xml version=\"1.0\" encoding=\"{declaration}\"?>\n<rss version=\"2.0\"><channel>\n");
    while feed.len() < SIZE {
        feed.push_str(item);
    }
    feed.push_str("</channel></rss>\n");
    feed
}

/// The same amount of text in a script of which every letter takes several bytes.
fn cyrillic_feed(declaration: &str) -> String {
    let item = "<item><title>Новое кафе в гавани</title><description>Завтраки, обеды и музыка по воскресеньям, \
        каждый день с девяти до шести.</description></item>\n";
    let mut feed =
        format!("<?xml version=\"1.0\" encoding=\"{declaration}\"?>\n<rss version=\"2.0\"><channel>\n");
    while feed.len() < SIZE {
        feed.push_str(item);
    }
    feed.push_str("</channel></rss>\n");
    feed
}

fn speed(criterion: &mut Criterion) {
    let headers = Headers::new();
    let policy = EncodingPolicy::RFC3023;
    let encoded = |encoding: &'static encoding_rs::Encoding, text: &str| encoding.encode(text).0.into_owned();
    let documents = [
        ("ascii", encoding_rs::UTF_8, feed("utf-8").replace(|c: char| !c.is_ascii(), "e").into_bytes()),
        ("utf-8", encoding_rs::UTF_8, feed("utf-8").into_bytes()),
        ("utf-8, cyrillic", encoding_rs::UTF_8, cyrillic_feed("utf-8").into_bytes()),
        (
            "windows-1252",
            encoding_rs::WINDOWS_1252,
            encoded(encoding_rs::WINDOWS_1252, &feed("windows-1252")),
        ),
        (
            "windows-1251",
            encoding_rs::WINDOWS_1251,
            encoded(encoding_rs::WINDOWS_1251, &cyrillic_feed("windows-1251")),
        ),
    ];
    for (name, encoding, bytes) in documents {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
        group.bench_function("decode", |b| {
            b.iter(|| decode(black_box(&bytes), &headers, &policy).text.len());
        });
        group.bench_function("determine", |b| {
            b.iter(|| determine(black_box(&bytes), &headers, &policy).candidates.len());
        });
        group.bench_function("encoding_rs alone", |b| {
            b.iter(|| {
                encoding
                    .decode_without_bom_handling_and_without_replacement(black_box(&bytes))
                    .map(|text| text.len())
            });
        });
        group.finish();
    }
    let unlabelled = encoded(encoding_rs::WINDOWS_1252, &feed("utf-8"));
    let mut group = criterion.benchmark_group("windows-1252, declared utf-8");
    group.throughput(Throughput::Bytes(unlabelled.len() as u64)).sample_size(10);
    group.bench_function("decode", |b| {
        b.iter(|| decode(black_box(&unlabelled), &headers, &policy).text.len());
    });
    group.finish();
}

criterion_group!(benches, speed);
criterion_main!(benches);

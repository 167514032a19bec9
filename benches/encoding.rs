//! The speed of encoding detection and decoding, compared to `encoding_rs` alone on the same bytes.

use std::hint::black_box;

use bozofeed::EncodingPolicy;
use bozofeed::encoding::decode;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SIZE: usize = 2 << 20;

/// Returns a feed of about 2 MB in which about one character in a hundred is not ASCII.
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

/// Returns a feed of the same size in a script with only multi-byte letters.
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
            b.iter(|| decode(&policy, black_box(&bytes)).text.len());
        });
        group.bench_function("determine", |b| {
            b.iter(|| decode(&policy, black_box(&bytes)).text.len());
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
        b.iter(|| decode(&policy, black_box(&unlabelled)).text.len());
    });
    group.finish();
}

/// Returns a feed without a label, with one megabyte of repeated `unit`.
fn unlabelled(unit: &[u8]) -> Vec<u8> {
    labelled("", unit)
}

/// Returns a feed with this encoding declaration, with one megabyte of repeated `unit`.
fn labelled(declaration: &str, unit: &[u8]) -> Vec<u8> {
    let head = format!("<?xml version=\"1.0\"{declaration}?><rss version=\"2.0\"><channel><title>");
    [head.as_bytes(), &unit.repeat((1 << 20) / unit.len()), b"</title></channel></rss>"].concat()
}

/// Returns random bytes from 0x80 upwards.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_be_bytes()[0] | 0x80
    };
    (0..length).map(|_| next()).collect()
}

/// Measures the detection of encodings without a label, the slowest first, and the decoding of damaged documents.
fn detection(criterion: &mut Criterion) {
    let policy = EncodingPolicy::RFC3023;
    let cyrillic = encoding_rs::WINDOWS_1251.encode("Новое кафе в гавани. Музыка по воскресеньям. ").0;
    let japanese = encoding_rs::SHIFT_JIS.encode("港に新しい店ができました。日曜日には音楽もあります。").0;
    let documents = [
        ("one letter repeated", unlabelled(b"\xE9")),
        ("one control repeated", unlabelled(b"\x81")),
        ("one letter between ASCII", unlabelled(b"\xE9e")),
        ("a few letters", unlabelled(b"A caf\xE9 opens at the harbour. It serves breakfast and lunch. ")),
        ("windows-1251", unlabelled(&cyrillic)),
        ("shift_jis", unlabelled(&japanese)),
        ("iso-2022-jp", unlabelled(b"\x1B$B9A$KE9\x1B(B")),
        ("noise", unlabelled(&noise(1 << 20))),
        ("noise declared euc-jp", labelled(" encoding=\"euc-jp\"", &noise(1 << 20))),
        ("noise declared big5", labelled(" encoding=\"big5\"", &noise(1 << 20))),
        ("utf-16 with unpaired surrogates", [&b"\xFF\xFE<\0"[..], &b"\x3D\xD8".repeat(1 << 19)].concat()),
        ("utf-8 declared windows-1252", labelled(" encoding=\"windows-1252\"", "caf\u{E9} ".as_bytes())),
        ("a picture", [&b"\x89PNG\r\n\x1A\n"[..], &noise(1 << 20)].concat()),
    ];
    let mut group = criterion.benchmark_group("unlabelled or damaged, 1 MB");
    for (name, bytes) in documents {
        group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(10);
        group.bench_function(name, |b| {
            b.iter(|| decode(&policy, black_box(&bytes)).text.len());
        });
    }
    group.finish();
    let tiny = b"<rss><channel><title>Un caf\xE9</title></channel></rss>";
    criterion.bench_function("one word without a label", |b| {
        b.iter(|| decode(&policy, black_box(tiny)).text.len());
    });
}

criterion_group!(benches, speed, detection);
criterion_main!(benches);

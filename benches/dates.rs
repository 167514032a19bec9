//! Dates per second for each form, compared to jiff's strict parsers on the same texts.
//!
//! `cargo bench --bench dates`

use std::hint::black_box;

use bozofeed::date;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jiff::Timestamp;
use jiff::fmt::rfc2822;

/// Writes the same instants in one form.
fn dates(write: impl Fn(Timestamp) -> String) -> Vec<String> {
    let instants = (0..1000).filter_map(|index| Timestamp::from_second(1_000_000_000 + index * 777_777).ok());
    instants.map(write).collect()
}

/// Measures a parser on texts that it can read.
fn measure<T>(criterion: &mut Criterion, name: &str, texts: &[String], parse: impl Fn(&str) -> Option<T>) {
    assert!(texts.iter().all(|text| parse(text).is_some()), "{name} does not read its texts");
    let mut group = criterion.benchmark_group("dates");
    group.throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for text in texts {
                black_box(parse(black_box(text)));
            }
        });
    });
    group.finish();
}

fn forms(criterion: &mut Criterion) {
    let rfc822 = dates(|instant| instant.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string());
    let rfc822_offset = dates(|instant| instant.strftime("%a, %d %b %Y %H:%M:%S -0700").to_string());
    let rfc3339 = dates(|instant| instant.to_string());
    let rfc3339_offset = dates(|instant| instant.strftime("%Y-%m-%dT%H:%M:%S.250+01:00").to_string());
    measure(criterion, "rfc822 GMT", &rfc822, |text| date::parse(text).ok());
    measure(criterion, "rfc822 offset", &rfc822_offset, |text| date::parse(text).ok());
    measure(criterion, "rfc3339 Z", &rfc3339, |text| date::parse(text).ok());
    measure(criterion, "rfc3339 fraction and offset", &rfc3339_offset, |text| date::parse(text).ok());
    measure(criterion, "jiff rfc2822", &rfc822_offset, |text| {
        rfc2822::DateTimeParser::new().parse_timestamp(text).ok()
    });
    measure(criterion, "jiff rfc3339", &rfc3339, |text| text.parse::<Timestamp>().ok());

    let other: [(&str, &str); 4] = [
        ("asctime", "%a %b %e %H:%M:%S %Y"),
        ("iso8601 basic", "%Y%m%dT%H%M%SZ"),
        ("words English", "%H:%M, %B %d, %Y"),
        ("words Japanese", "%Y年%m月%d日 %H時%M分"),
    ];
    for (name, form) in other {
        measure(criterion, name, &dates(|instant| instant.strftime(form).to_string()), |text| {
            date::parse(text).ok()
        });
    }
}

criterion_group!(benches, forms);
criterion_main!(benches);

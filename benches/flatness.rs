//! The time per byte as damaged documents grow.
//!
//! `cargo bench --bench flatness`. Each kind of damage is repeated until the document has 10 KB, 100 KB, 1 MB and 10 MB. The
//! measure is throughput. If it falls by more than a factor of three from one size to the next, something is not linear.

mod damage;

use std::hint::black_box;
use std::time::Duration;

use bozofeed::{Limits, Parser};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};

const SIZES: &[(&str, usize)] =
    &[("10 KB", 10_000), ("100 KB", 100_000), ("1 MB", 1_000_000), ("10 MB", 10_000_000)];

fn flatness(c: &mut Criterion) {
    // The bench `content` measures sanitizing.
    let limits = Limits::default().memory(usize::MAX);
    let parser = Parser::new().sanitize(false).resolve_urls(false).limits(limits);
    for damage in damage::DAMAGES {
        let mut group = c.benchmark_group(damage.name);
        group.sampling_mode(SamplingMode::Flat);
        for (name, size) in SIZES {
            let document = damage.document(*size);
            group.throughput(Throughput::Bytes(document.len() as u64));
            group.bench_with_input(BenchmarkId::from_parameter(name), &document, |b, document| {
                b.iter(|| parser.parse(black_box(document)));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(200));
    targets = flatness
}
criterion_main!(benches);

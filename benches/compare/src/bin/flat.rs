//! The time per byte in documents of several sizes, with all options enabled: `cargo run --release --bin flat`.

#[path = "../made.rs"]
mod made;

use std::hint::black_box;

use cpu_time::ThreadTime;

/// The number of bytes that are read for each size.
const BYTES: usize = 40_000_000;

fn main() {
    let parser = bozofeed::Parser::new().limits(limits());
    println!("| document | µs | ns a byte | of the least |\n| --- | ---: | ---: | ---: |");
    let sizes = [1_000, 2_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    print(&parser, sizes.map(|size| (label(size, "B"), made::sized(made::ITEM, size))));
    let counts = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
    print(
        &parser,
        counts.map(|count| (label(count, " small items"), made::counted(made::SMALL_ITEM, count))),
    );
}

fn print<const N: usize>(parser: &bozofeed::Parser, documents: [(String, Vec<u8>); N]) {
    // The first feed initializes the tables.
    drop(black_box(parser.parse(made::HEAD.as_bytes())));
    let costs = documents.map(|(name, document)| {
        let rounds = (BYTES / document.len()).max(3);
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let start = ThreadTime::now();
            for _ in 0..rounds.div_ceil(5) {
                drop(black_box(parser.parse(&document)));
            }
            best = best.min(start.elapsed().as_secs_f64() / rounds.div_ceil(5) as f64);
        }
        (name, best, best / document.len() as f64)
    });
    let least = costs.iter().map(|(.., cost)| *cost).fold(f64::INFINITY, f64::min);
    for (name, seconds, cost) in costs {
        println!("| {name} | {:.1} | {:.2} | {:.2} |", seconds * 1e6, cost * 1e9, cost / least);
    }
}

fn limits() -> bozofeed::Limits {
    bozofeed::Limits::default().size(usize::MAX).memory(usize::MAX)
}

fn label(number: usize, unit: &str) -> String {
    match number {
        1_000_000.. => format!("{} M{unit}", number / 1_000_000),
        1_000.. => format!("{} k{unit}", number / 1_000),
        _ => format!("{number} {unit}"),
    }
}

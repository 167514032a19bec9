//! The memory used while reading a feed, and the allocations per value of the model: `cargo run --release --bin memory --
//! [FOLDER]`.

#[path = "../made.rs"]
#[allow(dead_code, reason = "the other program uses the rest")]
mod made;

use bozofeed::Parsed;
use serde_json::Value;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

fn main() {
    let _profiler = dhat::Profiler::builder().testing().build();
    println!("| document | bytes | peak, times the document | allocations | values | allocations a value |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for size in [2_000, 100_000, 10_000_000, 100_000_000] {
        measure(&format!("made, {size} bytes"), &[made::sized(made::ITEM, size)]);
    }
    if let Some(folder) = std::env::args().nth(1) {
        let paths = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let feeds: Vec<_> = paths.filter_map(|path| std::fs::read(path).ok()).collect();
        measure("the folder, one after the other", &feeds);
    }
}

fn measure(name: &str, feeds: &[Vec<u8>]) {
    let limits = bozofeed::Limits::default().size(usize::MAX).memory(usize::MAX);
    let parser = bozofeed::Parser::new().limits(limits);
    drop(parser.parse(made::HEAD.as_bytes()));
    let (mut peak, mut allocations, mut values) = (0.0_f64, 0, 0);
    for feed in feeds {
        let before = dhat::HeapStats::get();
        let parsed = parser.parse(feed);
        let after = dhat::HeapStats::get();
        allocations += after.total_blocks - before.total_blocks;
        // The peak of the process only grows, so smaller documents come first.
        if after.max_bytes > before.max_bytes {
            peak = peak.max((after.max_bytes - before.curr_bytes) as f64 / feed.len() as f64);
        }
        values += count(&parsed);
    }
    let bytes: usize = feeds.iter().map(Vec::len).sum();
    let peak = if peak > 0.0 { format!("{peak:.2}") } else { "-".to_owned() };
    println!(
        "| {name} | {bytes} | {peak} | {allocations} | {values} | {:.2} |",
        allocations as f64 / values as f64
    );
}

/// Returns the number of texts, numbers and booleans in the model.
fn count(parsed: &Parsed) -> u64 {
    let values = [serde_json::to_value(&parsed.feed), serde_json::to_value(&parsed.entries)];
    let mut open: Vec<Value> = values.into_iter().flatten().collect();
    let mut count = 0;
    while let Some(value) = open.pop() {
        match value {
            Value::Null => {}
            Value::Array(list) => open.extend(list),
            Value::Object(members) => open.extend(members.into_iter().map(|(_, member)| member)),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => count += 1,
        }
    }
    count
}

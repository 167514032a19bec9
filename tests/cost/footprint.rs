//! The code that an entry executes. A processor's first-level cache holds 32 KB of instructions; what does not fit is loaded again for
//! each entry, so code that runs for each element must stay small. valgrind counts, so that the figures are the same on every machine.

use std::env;
use std::process::Command;

use bozofeed::Parser;

use super::dense_entry;

/// The number of entries to parse, for the process that valgrind watches.
const ENTRIES: &str = "BOZOFEED_FOOTPRINT_ENTRIES";

/// The numbers of entries: the difference is what the entries take, without the start of the process.
const FEW: usize = 100;
const MANY: usize = 1_100;

/// The counts for one entry.
#[derive(Debug)]
struct Footprint {
    instructions: usize,
    /// Lines of 64 bytes that were not in a cache for instructions of 32 KB.
    misses: usize,
}

/// Returns the most that an entry may take, markup unchanged.
fn most() -> Footprint {
    let limit = |name: &str| {
        let line = include_str!("../../.ci/limits").lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().trim().parse().unwrap()
    };
    Footprint { instructions: limit("entry_instructions "), misses: limit("entry_cache_misses ") }
}

#[test]
#[ignore = "counts in release mode, with valgrind"]
fn an_entry_executes_little_code() {
    if let Some(entries) = env::var(ENTRIES).ok().and_then(|entries| entries.parse().ok()) {
        return parse(entries);
    }
    if cfg!(debug_assertions) || Command::new("valgrind").arg("--version").output().is_err() {
        return eprintln!("skipped: no release mode, or no valgrind");
    }
    let [few, many] = [FEW, MANY].map(count);
    let each = |few: usize, many: usize| (many - few) / (MANY - FEW);
    let found = Footprint {
        instructions: each(few.instructions, many.instructions),
        misses: each(few.misses, many.misses),
    };
    let most = most();
    println!("an entry: {found:?} of {most:?}");
    assert!(
        found.instructions <= most.instructions && found.misses <= most.misses,
        "{found:?} exceeds {most:?}"
    );
}

fn parse(entries: usize) {
    let document = dense_entry::document(entries);
    let parsed = Parser::new().sanitize(false).resolve_urls(false).parse(document.as_bytes());
    assert_eq!((parsed.entries.len(), parsed.bozo), (entries, None));
}

/// Returns the counts of a process that parses so many entries.
fn count(entries: usize) -> Footprint {
    let output = Command::new("valgrind")
        .args([
            "--tool=cachegrind", "--cache-sim=yes", "--I1=32768,8,64", "--D1=49152,12,64",
            "--LL=33554432,16,64",
        ])
        .arg("--cachegrind-out-file=/dev/null")
        .arg(env::current_exe().unwrap())
        .args(["--exact", "footprint::an_entry_executes_little_code", "--include-ignored"])
        .env(ENTRIES, entries.to_string())
        .output()
        .unwrap();
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{summary}");
    let number = |name: &str| {
        let (_, after) = summary.split_once(name).unwrap();
        after.lines().next().unwrap().replace([' ', ','], "").parse().unwrap()
    };
    Footprint { instructions: number("I   refs:"), misses: number("I1  misses:") }
}

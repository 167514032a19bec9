//! The code executed for an entry. A processor's first-level cache holds 32 KB of instructions; code that does not fit is loaded again
//! for each entry, so code that runs for each element must stay small. valgrind makes the counts the same on every machine.

use std::env;
use std::process::Command;

use bozofeed::Parser;

use super::dense_entry;

/// The environment variable with the number of entries to parse in the process that valgrind observes.
const ENTRIES: &str = "BOZOFEED_FOOTPRINT_ENTRIES";

/// The smallest number of entries. Subtracting its counts from those for more entries removes the cost of starting the process.
const FEW: usize = 100;

/// The number of instructions and cache misses per entry.
#[derive(Debug)]
struct Footprint {
    instructions: usize,
    /// The 64-byte lines that were missing from an instruction cache of 32 KB.
    misses: usize,
}

/// Returns the maximum values for an entry with unchanged markup, given the names of two limits.
fn most([instructions, misses]: [&str; 2]) -> Footprint {
    let limit = |name: &str| {
        let mut limits = include_str!("../../.ci/limits").lines().filter_map(|line| line.split_once(' '));
        limits.find_map(|(limit, value)| (limit == name).then(|| value.parse().unwrap())).unwrap()
    };
    Footprint { instructions: limit(instructions), misses: limit(misses) }
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
    let few = count(FEW);
    for (entries, limits) in [
        // Like most feeds, this one is too short to reach a memory limit, so it is not metered.
        (500, ["entry_instructions", "entry_cache_misses"]),
        (1_100, ["metered_entry_instructions", "metered_entry_cache_misses"]),
    ] {
        let many = count(entries);
        let each = |few: usize, many: usize| (many - few) / (entries - FEW);
        let found = Footprint {
            instructions: each(few.instructions, many.instructions),
            misses: each(few.misses, many.misses),
        };
        let most = most(limits);
        println!("one of {entries} entries: {found:?} of {most:?}");
        assert!(
            found.instructions <= most.instructions && found.misses <= most.misses,
            "one of {entries} entries: {found:?} exceeds {most:?}"
        );
    }
}

fn parse(entries: usize) {
    let document = dense_entry::document(entries);
    let parsed = Parser::new().sanitize(false).resolve_urls(false).parse(document.as_bytes());
    assert_eq!((parsed.entries.len(), parsed.bozo), (entries, None));
}

/// Returns the counts of a process that parses the given number of entries.
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

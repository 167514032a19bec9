//! The distribution of the work: the instructions, instruction cache misses and mispredicted branches of each stage of reading, for
//! one entry. valgrind counts them, so the figures are the same on every machine.
//!
//! `cargo bench -p bozofeed-benches --bench stages [-- FOLDER]`
//!
//! Without a folder, the feed of `tests/cost/footprint.rs` is used.

#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "without its figures there is no table, and they are rounded"
)]

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use bozofeed::Parser;

#[path = "../tests/cost/dense_entry.rs"]
mod dense_entry;

/// The task of the process under valgrind: a policy, and the source.
const TASK: &str = "BOZOFEED_STAGES_TASK";

/// The stages in the order of the table, each with its files and folders: in `src`, or in another crate, prefixed with the name of
/// its folder. The longest prefix takes precedence. Other code is counted as work of the stage that calls it.
const STAGES: [(&str, &[&str]); 7] = [
    ("encoding", &["encoding", "text/headers", "gzip"]),
    ("XML", &["xml/", "text/xml_chars"]),
    ("interpretation", &["interpret/", "vocabulary/", "sink/", "budget", "source", "entries"]),
    (
        "values: texts, dates, URLs",
        &[
            "date/", "text/html/", "text/media_type", "content/", "text/trim", "vocabulary/value",
            "vocabulary/uri", "vocabulary/read", "interpret/value", "interpret/person", "jiff",
        ],
    ),
    (
        "sanitizer",
        &[
            "content/sanitizer/", "content/cleaner", "content/output", "content/links", "text/markup/",
            "text/delimiters",
        ],
    ),
    ("assembling", &["assemble/", "model/", "parser", "parsed"]),
    (ALLOCATION, &[]),
];

const ALLOCATION: &str = "allocation";

/// The callgrind events in the columns of the table.
const COLUMNS: [(&str, &[&str]); 3] =
    [("instructions", &["Ir"]), ("misses", &["I1mr"]), ("mispredicted", &["Bcm", "Bim"])];

type Counts = [f64; COLUMNS.len()];

fn main() {
    if let Ok(task) = env::var(TASK) {
        return run(&task);
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        return eprintln!("skipped: no valgrind");
    }
    let folder = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    for (title, policy) in [("Markup unchanged", "unchanged"), ("Default policy", "default")] {
        let (base, all) = match &folder {
            Some(folder) => (Profile::of("none", folder), Profile::of(policy, folder)),
            None => (Profile::of(policy, "100"), Profile::of(policy, "1100")),
        };
        all.print(title, &base);
    }
}

/// Reads documents, and prints the number of their entries.
fn run(task: &str) {
    let (policy, source) = task.split_once(' ').unwrap();
    let documents = match source.parse() {
        Ok(entries) => vec![dense_entry::document(entries).into_bytes()],
        Err(_) => read_folder(Path::new(source)),
    };
    let parser = match policy {
        "unchanged" => Parser::new().sanitize(false).resolve_urls(false),
        _ => Parser::new(),
    };
    let read = documents.iter().filter(|_| policy != "none");
    let entries: usize = read.map(|document| parser.parse(document).entries.len()).sum();
    println!("{entries}");
}

fn read_folder(folder: &Path) -> Vec<Vec<u8>> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().filter(|path| path.is_file()).map(|path| fs::read(path).unwrap()).collect()
}

/// The counts of a process.
#[derive(Default)]
struct Profile {
    entries: usize,
    allocations: usize,
    /// By the name of the stage. Work outside of the stages is under an empty name.
    stages: HashMap<&'static str, Counts>,
}

impl Profile {
    /// Counts the work of a process of this program.
    fn of(policy: &str, source: &str) -> Self {
        let path = env::temp_dir().join(format!("bozofeed-stages-{}", std::process::id()));
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes", "--I1=32768,8,64"])
            .arg(format!("--callgrind-out-file={}", path.display()))
            .arg(env::current_exe().unwrap())
            .env(TASK, format!("{policy} {source}"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut profile = Calls::read(&fs::read_to_string(&path).unwrap()).by_stage();
        profile.entries = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
        fs::remove_file(path).unwrap();
        profile
    }

    /// Prints a table of the counts per entry beyond `base`.
    fn print(&self, title: &str, base: &Self) {
        let entries = (self.entries - base.entries) as f64;
        println!("\n{title}:\n\n| stage | {} |", COLUMNS.map(|(name, _)| name).join(" | "));
        println!("| --- |{}", " ---: |".repeat(COLUMNS.len()));
        let mut sum = Counts::default();
        for name in STAGES.iter().map(|(name, _)| *name).chain([""]) {
            let [own, of_base] =
                [self, base].map(|profile| profile.stages.get(name).copied().unwrap_or_default());
            let counts: Counts = std::array::from_fn(|at| (own[at] - of_base[at]) / entries);
            sum = std::array::from_fn(|at| sum[at] + counts[at]);
            row(if name.is_empty() { "other" } else { name }, counts);
        }
        row("all", sum);
        println!("\n{:.1} allocations an entry", (self.allocations - base.allocations) as f64 / entries);
    }
}

fn row(name: &str, counts: Counts) {
    println!("| {name} | {} |", counts.map(|count| format!("{count:.0}")).join(" | "));
}

/// A stage, or a helper function that works for its callers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Worker {
    Stage(&'static str),
    Helper(usize),
}

/// The work of a process by function.
#[derive(Default)]
struct Calls {
    own: HashMap<Worker, Counts>,
    /// For each helper, the instructions of the calls by others.
    callers: HashMap<usize, HashMap<Worker, f64>>,
    allocations: usize,
}

impl Calls {
    /// Parses the output of callgrind ("Callgrind Format Specification" in its manual).
    fn read(text: &str) -> Self {
        let mut calls = Self::default();
        let (mut files, mut functions) = (HashMap::new(), HashMap::new());
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let (mut own_file, mut file) = ("", "");
        let (mut function, mut called) = ((0, ""), (0, ""));
        let mut call: Option<usize> = None;
        for line in text.lines() {
            if let Some(events) = line.strip_prefix("events: ") {
                let place = |event: &&str| events.split(' ').position(|known| known == *event).unwrap() + 1;
                columns = COLUMNS.map(|(_, events)| events.iter().map(place).collect()).into();
            } else if let Some((key, value)) = line.split_once('=').filter(|(key, _)| key.len() < 6) {
                match key {
                    "fl" => (own_file, file) = (named(value, &mut files).1, named(value, &mut files).1),
                    "fi" | "fe" => file = named(value, &mut files).1,
                    "cfi" | "cfl" => _ = named(value, &mut files),
                    "fn" => (function, file) = (named(value, &mut functions), own_file),
                    "cfn" => called = named(value, &mut functions),
                    "calls" => call = value.split(' ').next().and_then(|count| count.parse().ok()),
                    _ => {}
                }
            } else if line.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '*')) {
                let costs: Vec<f64> = line.split(' ').map(|cost| cost.parse().unwrap_or_default()).collect();
                let cost = |at: &usize| costs.get(*at).copied().unwrap_or_default();
                let counts: Counts = std::array::from_fn(|at| columns[at].iter().map(cost).sum());
                let worker = worker(file, own_file, function);
                if let Some(count) = call.take() {
                    calls.add_call(worker, called, count, counts[0]);
                } else {
                    let own = calls.own.entry(worker).or_default();
                    *own = std::array::from_fn(|at| own[at] + counts[at]);
                }
            }
        }
        calls
    }

    fn add_call(&mut self, by: Worker, (id, name): (usize, &str), count: usize, instructions: f64) {
        if matches!(name, "malloc" | "calloc" | "realloc") {
            self.allocations += count;
        }
        if by != Worker::Helper(id) {
            *self.callers.entry(id).or_default().entry(by).or_default() += instructions;
        }
    }

    /// Attributes the work of helpers to the stages that they work for, in proportion to the instructions of their calls.
    fn by_stage(&self) -> Profile {
        /// Greater than the length of any chain of helpers.
        const DEEPEST: usize = 24;
        let mut profile = Profile { allocations: self.allocations, ..Profile::default() };
        let mut waiting = self.own.clone();
        for _ in 0..DEEPEST {
            for (worker, counts) in std::mem::take(&mut waiting) {
                let callers = match worker {
                    Worker::Stage(name) => {
                        add(profile.stages.entry(name).or_default(), counts, 1.0);
                        continue;
                    }
                    Worker::Helper(id) => self.callers.get(&id),
                };
                let all: f64 = callers.map_or(0.0, |callers| callers.values().sum());
                if all == 0.0 {
                    add(profile.stages.entry("").or_default(), counts, 1.0);
                }
                for (caller, instructions) in callers.into_iter().flatten().filter(|_| all > 0.0) {
                    add(waiting.entry(*caller).or_default(), counts, instructions / all);
                }
            }
        }
        for counts in waiting.into_values() {
            add(profile.stages.entry("").or_default(), counts, 1.0);
        }
        profile
    }
}

fn add(sum: &mut Counts, counts: Counts, share: f64) {
    *sum = std::array::from_fn(|at| sum[at] + counts[at] * share);
}

/// Returns the name in `(7) name`, or the earlier name of `(7)`, with its number.
fn named<'t>(value: &'t str, names: &mut HashMap<usize, &'t str>) -> (usize, &'t str) {
    let (id, name) = value.split_once(')').unwrap();
    let id = id[1..].parse().unwrap();
    if !name.is_empty() {
        names.insert(id, name.trim_start());
    }
    (id, names[&id])
}

/// Returns the worker for a line of `file` in a function. Inlined code is the work of the stage of its source file.
fn worker(file: &str, own_file: &str, (id, name): (usize, &str)) -> Worker {
    let of_allocator =
        ["malloc", "free", "realloc", "calloc", "_int_", "unlink_chunk", "systrim", "sysmalloc"];
    if of_allocator.iter().any(|start| name.starts_with(start)) || name.contains("__rdl_") {
        return Worker::Stage(ALLOCATION);
    }
    // A value is dropped on behalf of the module of its type: `bozofeed::xml::…`, or `bozofeed_model::entry::…`.
    let dropped = || {
        let (_, path) = name.split_once("drop_in_place<")?.1.split_once("bozofeed")?;
        let path = path.strip_prefix("::").or_else(|| path.strip_prefix('_'))?;
        stage(&path.split("::").take(2).collect::<Vec<_>>().join("/"))
    };
    let found = [file, own_file].into_iter().find_map(stage_of_file).or_else(dropped);
    found.map_or(Worker::Helper(id), Worker::Stage)
}

fn stage_of_file(file: &str) -> Option<&'static str> {
    if file.contains("/jiff") {
        return stage("jiff");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?.to_str()?;
    let (package, path) = file.strip_prefix(root)?.split_once("/src/")?;
    stage(&format!("{}/{path}", package.strip_prefix("/crates").unwrap_or(package))[1..])
}

fn stage(path: &str) -> Option<&'static str> {
    let places = STAGES.iter().flat_map(|(name, places)| places.iter().map(move |place| (*name, *place)));
    let found = places.filter(|(_, place)| path.starts_with(place)).max_by_key(|(_, place)| place.len());
    found.map(|(name, _)| name)
}

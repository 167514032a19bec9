//! Every shape in every mode of the command, under limits on memory, output and processor time.
//!
//! Run it in release mode: `cargo test --release -p bozofeed-cost -- --include-ignored`. `COST_SHAPE` selects the shapes whose names
//! contain it, and `COST_MODE` selects modes in the same way. Without them, most of the combinations are skipped, and without
//! `COST_ALL`, two thirds of the shapes.
//! `COST_COMMAND` is the path of the command of `crates/cli`, which can also find the feeds of pages, and check, fix and report on
//! documents. Without it, the example `parse_feed` runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::command;
use crate::shapes::{Kind, Shape, shapes};

/// The sizes. All must stay within the limits, and the largest must not cost more per byte than the second largest. Copies for many
/// elements cost the most in short documents, in which short values are free.
const SIZES: [usize; 4] = [50_000, 300_000, 1_000_000, 10_000_000];

/// The maximum memory and output: a multiple of the input size, plus a constant.
const MOST_TIMES: usize = 8;
const MOST_WRITTEN: usize = 64 << 20;
const MOST_MEMORY: usize = 768 << 20;
/// The maximum memory, including the program itself, for a document of less than `LONG` bytes.
const MOST_MEMORY_OF_SHORT: usize = 256 << 20;
const LONG: usize = 900_000;
/// The maximum processor time in seconds, on a machine that does the work of [`slowness`] in `REFERENCE` seconds, and the time after
/// which the command is killed.
const MOST_SECONDS: f64 = 4.0;
const REFERENCE: f64 = 0.25;
const END: u64 = 30;

/// The maximum growth factor of the time per byte over 3.3 doublings of the size. Times shorter than `NOISE` are not compared.
const MOST_GROWTH: f64 = 3.84;
const NOISE: f64 = 0.4;

const DATE: &str = "--fallback-date=2026-01-02T03:04:05Z";
const PAGE: &str = "--base-url=https://page.example/news/";

/// A mode of the command.
struct Mode {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The number of feeds merged with the document.
    others: usize,
    /// The number of times that the document is read.
    readings: f64,
    /// Whether the mode changes the file.
    writes_file: bool,
    /// Whether the mode needs the command of `crates/cli`, because the example lacks it.
    is_of_command: bool,
}

const fn mode(name: &'static str, arguments: &'static [&'static str]) -> Mode {
    Mode { name, arguments, others: 0, readings: 1.0, writes_file: false, is_of_command: false }
}

const fn rules(name: &'static str, arguments: &'static [&'static str], readings: f64) -> Mode {
    Mode { readings, is_of_command: true, ..mode(name, arguments) }
}

const fn merge(name: &'static str, arguments: &'static [&'static str]) -> Mode {
    Mode { others: 2, ..mode(name, arguments) }
}

const MODES: &[Mode] = &[
    mode("account", &[PAGE]),
    mode("json", &["--json"]),
    mode("feedparser", &["--feedparser"]),
    mode("explain", &["--explain"]),
    mode("write atom", &["--write=atom", DATE]),
    mode("write rss", &["--write=rss"]),
    mode("write json", &["--write=json"]),
    merge("merge atom", &["--write=atom", DATE]),
    merge("merge rss", &["--write=rss"]),
    merge("merge json", &["--write=json"]),
    rules("check", &["--check"], 1.0),
    // The document is read once for the findings, and again for the candidates.
    rules("report", &["--report=/dev/stdout"], 2.0),
    Mode { writes_file: true, ..rules("fix", &["--check", "--fix"], 1.0) },
    Mode { is_of_command: true, ..mode("discover", &["--discover", PAGE]) },
];

/// Feeds to merge with documents: an ordinary one, and an empty one.
const OTHERS: [&str; 2] = [
    "<rss version='2.0'><channel><title>Tides</title><item><guid>other</guid><title>High water</title></item></channel></rss>",
    "<feed xmlns='http://www.w3.org/2005/Atom'/>",
];

/// The cost of a run.
struct Run {
    seconds: f64,
    written: usize,
    status: Option<i32>,
}

/// Returns the command.
fn program() -> PathBuf {
    std::env::var_os("COST_COMMAND").map_or_else(|| command::parse_feed().get_program().into(), PathBuf::from)
}

/// Returns the processor time of a thread, or of a process that has ended but was not waited for (`proc(5)`).
fn seconds(process: &str) -> f64 {
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split(' ');
    fields.skip(12).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// Returns how many times longer than `REFERENCE` the machine currently takes for similar work by another crate: reading a document
/// and allocating its values.
fn slowness() -> f64 {
    let document = format!("[{}0]", r#"{"title":"High water","tags":["tides"],"at":[8,15]},"#.repeat(10_000));
    let before = seconds("thread-self");
    for _ in 0..20 {
        std::hint::black_box(serde_json::from_str::<serde_json::Value>(&document)).unwrap();
    }
    ((seconds("thread-self") - before) / REFERENCE).max(1.0)
}

/// Returns the cost of a document. If it takes too long, the machine may be slow or busy, so the time is the minimum of three runs,
/// each divided by the slowness measured after it.
fn least(mode: &Mode, folder: &Path, document: &[u8]) -> Run {
    let mut least = run(mode, folder, document);
    let is_too_long = |run: &Run| run.seconds > MOST_SECONDS * mode.readings;
    if is_too_long(&least) {
        least.seconds /= slowness();
    }
    for _ in 0..2 {
        if is_too_long(&least) {
            let again = run(mode, folder, document).seconds / slowness();
            least.seconds = least.seconds.min(again);
        }
    }
    least
}

fn run(mode: &Mode, folder: &Path, document: &[u8]) -> Run {
    let file = folder.join("document");
    fs::write(&file, document).unwrap();
    let most = if document.len() < LONG { MOST_MEMORY_OF_SHORT } else { MOST_MEMORY };
    let memory = most.max(MOST_TIMES * document.len() + MOST_WRITTEN) / 1024;
    let limits = format!("ulimit -c 0 && ulimit -v {memory} && ulimit -t {END} && exec \"$@\"");
    let mut limited = Command::new("sh");
    limited.args(["-c", &limits, "sh"]).arg(program()).args(mode.arguments).arg(&file);
    for (number, other) in OTHERS.iter().take(mode.others).enumerate() {
        let other_file = folder.join(format!("other-{number}"));
        fs::write(&other_file, other).unwrap();
        limited.arg(other_file);
    }
    let mut running = limited.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = running.stderr.take().unwrap();
    let ignored = std::thread::spawn(move || io::copy(&mut errors, &mut io::sink()));
    let mut output = running.stdout.take().unwrap();
    let mut written = io::copy(&mut output, &mut io::sink()).unwrap();
    let _ = ignored.join();
    // The output has ended, but the process may still be freeing its memory.
    let stat = format!("/proc/{}/stat", running.id());
    let is_running = || fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
    while is_running() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let seconds = seconds(&running.id().to_string());
    let status = running.wait().unwrap().code();
    if mode.writes_file {
        written += fs::metadata(&file).map_or(0, |file| file.len());
    }
    Run { seconds, written: usize::try_from(written).unwrap(), status }
}

/// Returns the faults of a shape in a mode.
fn faults(mode: &Mode, shape: &Shape, folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut each = Vec::new();
    for size in SIZES {
        let document = shape.document(size);
        let Run { seconds, written, status } = least(mode, folder, &document);
        let name = format!("{} as {} at {} bytes", shape.name, mode.name, document.len());
        // 1: nothing to write or to list; 3: a rule is broken; 4: not a feed.
        if !matches!(status, Some(0 | 1 | 3 | 4)) {
            wrong.push(format!("{name}: ended with {status:?} after {seconds:.2} s"));
        } else if seconds > MOST_SECONDS * mode.readings {
            wrong.push(format!("{name}: {seconds:.2} s"));
        }
        let most = MOST_TIMES * document.len() + MOST_WRITTEN;
        if written > most {
            wrong.push(format!("{name}: {written} bytes are written, which is more than {most}"));
        }
        #[allow(clippy::cast_precision_loss, reason = "documents are short")]
        each.push((seconds, document.len() as f64));
    }
    if let [.., (small, few), (large, many)] = each[..] {
        let growth = large * few / (many * small.max(NOISE * few / many));
        if large > NOISE && growth > MOST_GROWTH {
            wrong.push(format!("{} as {}: {small:.2} s become {large:.2} s", shape.name, mode.name));
        }
    }
    wrong
}

#[test]
fn the_guide_states_the_limits() {
    let guide = include_str!("../../src/docs/speed.md");
    let report = MODES.iter().find(|mode| mode.name == "report").unwrap();
    for statement in [
        format!(
            "documents\nof {} KB, {} KB, {} and {} MB",
            SIZES[0] / 1_000,
            SIZES[1] / 1_000,
            SIZES[2] / 1_000_000,
            SIZES[3] / 1_000_000
        ),
        format!(
            "more than {MOST_SECONDS} seconds of processor time (a report, for which it is read twice, {})",
            MOST_SECONDS * report.readings
        ),
        format!(
            "more than {} MiB of memory ({} MiB below 1 MB)",
            MOST_MEMORY >> 20,
            MOST_MEMORY_OF_SHORT >> 20
        ),
        format!("more than {MOST_TIMES} times its size and {} MiB", MOST_WRITTEN >> 20),
        format!("more than a factor of {}", crate::TOLERANCE),
    ] {
        assert!(guide.contains(&statement), "not stated: {statement}");
    }
}

/// Returns whether an environment variable selects a name, or `None` if the variable is not set.
fn is_chosen(variable: &str, name: &str) -> Option<bool> {
    std::env::var(variable).ok().map(|chosen| name.contains(&chosen))
}

#[test]
#[ignore = "takes long without optimization"]
fn every_shape_is_within_the_limits_in_every_mode() {
    let is_command = program().file_stem().is_some_and(|name| name == "bozofeed");
    let modes: Vec<&Mode> = MODES.iter().filter(|mode| is_command || !mode.is_of_command).collect();
    let shapes = shapes();
    // Unless shapes or modes are selected, the modes take turns. Pages also run in the mode `account`.
    let step = if crate::is_thorough() { 1 } else { 3 };
    let all = shapes.iter().enumerate().step_by(step).flat_map(|(row, shape)| {
        let modes = modes.iter().enumerate().map(move |(number, mode)| (row + number, *mode));
        modes.map(move |(turn, mode)| (turn, shape, mode))
    });
    let chosen: Vec<(&Shape, &Mode)> = all
        .filter(|(turn, shape, mode)| {
            let is_next = turn % modes.len() == 0 && shape.is_sample;
            match (is_chosen("COST_SHAPE", &shape.name), is_chosen("COST_MODE", mode.name)) {
                (None, None) => is_next || shape.kind == Kind::Page && mode.name == "account",
                (shape, mode) => shape.unwrap_or(true) && mode.unwrap_or(true),
            }
        })
        .map(|(_, shape, mode)| (shape, mode))
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (chosen, wrong) = (&chosen, &wrong);
            scope.spawn(move || {
                let name = format!("modes-{}-{thread}", std::process::id());
                let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
                fs::create_dir_all(&folder).unwrap();
                for (shape, mode) in chosen.iter().skip(thread).step_by(threads) {
                    let faults = faults(mode, shape, &folder);
                    for fault in &faults {
                        println!("{fault}");
                    }
                    wrong.lock().unwrap().extend(faults);
                }
                fs::remove_dir_all(&folder).unwrap();
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    println!("{} combinations of {} shapes and {} modes", chosen.len(), shapes.len(), modes.len());
    assert!(wrong.is_empty(), "{} are too expensive:\n{}", wrong.len(), wrong.join("\n"));
}

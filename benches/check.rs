//! The cost of checking a feed compared to that of parsing it.
//!
//! `cargo bench -p bozofeed-benches --bench check -- FOLDER` reads the files of a folder, by default the feeds of the tests. Each
//! document is parsed and checked alternately, so that both run on the machine in the same state, and the least processor time of
//! several repetitions is used. The measure is the ratio of the sums.

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bozofeed::{Document, Parser};
use bozofeed_check::Checker;
use cpu_time::ThreadTime;

const REPETITIONS: usize = 9;

/// Returns the average processor time of a task over several repetitions.
fn time(repetitions: u32, mut task: impl FnMut()) -> Duration {
    let clock = ThreadTime::now();
    for _ in 0..repetitions {
        task();
    }
    clock.elapsed() / repetitions
}

fn main() -> io::Result<()> {
    let arguments = std::env::args_os().skip(1).filter(|argument| argument != "--bench");
    let feeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/checking/feeds");
    let folder = arguments.map(PathBuf::from).next().unwrap_or(feeds);
    let (parser, checker) = (Parser::new(), Checker::new());
    let (mut parsing, mut checking, mut count) = (Duration::ZERO, Duration::ZERO, 0);
    let mut ratios: Vec<(f64, PathBuf)> = Vec::new();
    let files = fs::read_dir(folder)?;
    for path in files.flatten().map(|file| file.path()) {
        let Ok(bytes) = fs::read(&path) else { continue };
        let document = Document::new(&bytes);
        let parse = || drop(black_box(parser.parse(black_box(&document))));
        let check = || drop(black_box(checker.check(black_box(&document))));
        let once = time(1, parse).max(Duration::from_nanos(1));
        let repetitions = u32::try_from(1_000_000 / once.as_nanos()).unwrap_or(1).clamp(1, 1000);
        let mut best = (Duration::MAX, Duration::MAX);
        for _ in 0..REPETITIONS {
            best = (best.0.min(time(repetitions, parse)), best.1.min(time(repetitions, check)));
        }
        parsing += best.0;
        checking += best.1;
        count += 1;
        ratios.push((best.1.as_secs_f64() / best.0.as_secs_f64(), path));
    }
    ratios.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    for (ratio, path) in ratios.iter().take(5) {
        println!("{ratio:.2} {}", path.file_name().unwrap_or_default().to_string_lossy());
    }
    let median = ratios.get(ratios.len() / 2).map_or(0.0, |(ratio, _)| *ratio);
    let whole = checking.as_secs_f64() / parsing.as_secs_f64();
    println!("{count} documents: parsed in {parsing:.1?}, checked in {checking:.1?}");
    println!("check / parse: {whole:.2} in all, {median:.2} in the median");
    Ok(())
}

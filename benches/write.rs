//! The fidelity of feeds that are written and read again, and the cost of writing compared to reading.
//!
//! `cargo bench -p bozofeed-benches --bench write -- FOLDER...` reads the files of folders, by default the fixtures. Each feed is
//! written in every format, read again, and compared leaf by leaf, regardless of the notation; then it is written once more, which
//! must yield the same bytes. The tables are printed for each format, and for the source format (`same`).
//!
//! - `--out=FOLDER` keeps the written documents, for other programs to read.
//! - `--url=URL` is the URL of the documents when they are read; the written documents are read without one.
//! - `--top=NUMBER` is the number of paths listed for each format, 25 by default.
//! - `--no-time` omits the processor times, which take most of the time.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bozofeed::write::{Target, WriteError, Writer};
use bozofeed::{Document, Headers, Parsed, Parser, Timestamp};
use bozofeed_check::{Checker, RuleSeverity};
use cpu_time::ThreadTime;
use leaves::compare;
use serde_json::{Value, json};

mod leaves;

/// The number of repetitions. The fastest one is used.
const REPETITIONS: usize = 5;

const FORMATS: [(&str, Option<Target>); 4] =
    [("atom", Some(Target::Atom)), ("rss", Some(Target::Rss)), ("json", Some(Target::Json)), ("same", None)];

/// The counts for a format.
#[derive(Default)]
struct Summary {
    documents: usize,
    leaves: usize,
    kept: usize,
    added: usize,
    /// The paths of leaves that were lost, changed or added: the number, the total, and an example.
    paths: BTreeMap<(String, &'static str), (usize, String)>,
    leaves_by_path: BTreeMap<String, usize>,
    /// Documents that were written incorrectly, by the kind of fault.
    wrong: Vec<String>,
    /// Errors in the written documents, by rule: the number of errors, of documents, and of documents whose source also breaks the
    /// rule, and an example.
    errors: BTreeMap<&'static str, (usize, usize, usize, String)>,
    losses: BTreeMap<String, (usize, String)>,
    reading: Duration,
    writing: Duration,
    read_bytes: usize,
    written_bytes: usize,
}

struct Settings {
    folders: Vec<PathBuf>,
    out: Option<PathBuf>,
    url: Option<String>,
    top: usize,
    is_timed: bool,
}

fn main() {
    let settings = settings();
    let mut summaries: [Summary; 4] = Default::default();
    let mut count = 0;
    for path in settings.folders.iter().flat_map(|folder| files(folder)) {
        let Ok(bytes) = fs::read(&path) else { continue };
        let headers = headers_beside(&path);
        let mut document = Document::new(&bytes).headers(&headers);
        if let Some(url) = &settings.url {
            document = document.url(url.as_str());
        }
        let parsed = Parser::new().parse(&document);
        if !parsed.is_feed() {
            continue;
        }
        count += 1;
        let reading = if settings.is_timed {
            time(|| drop(black_box(Parser::new().parse(&document))))
        } else {
            Duration::ZERO
        };
        let own = Target::of(parsed.format);
        let source_errors = errors(&document);
        for ((name, format), summary) in FORMATS.iter().zip(&mut summaries) {
            let writer = Writer::new(format.unwrap_or(own)).fallback_date(fallback());
            summary.reading += reading;
            summary.read_bytes += bytes.len();
            if let Err(wrong) = measure(&writer, &parsed, &path, &source_errors, summary, &settings, name) {
                summary.wrong.push(format!("{}: {wrong}", path.display()));
            }
        }
    }
    println!("{count} feeds");
    for ((name, _), summary) in FORMATS.iter().zip(&summaries) {
        print(name, summary, &settings);
    }
}

fn measure(
    writer: &Writer,
    parsed: &Parsed,
    path: &Path,
    source_errors: &BTreeMap<&'static str, (usize, String)>,
    summary: &mut Summary,
    settings: &Settings,
    format: &str,
) -> Result<(), WriteError> {
    let example = |detail: &str| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}: {}", short(detail))
    };
    summary.documents += 1;
    let mut written = Vec::new();
    let account = writer.write(parsed, &mut written)?;
    for loss in &account.losses {
        let place = format!("{} {:?}", without_indices(&loss.path), loss.reason);
        summary.losses.entry(place).or_insert_with(|| (0, example(&loss.path))).0 += 1;
    }
    summary.written_bytes += written.len();
    if settings.is_timed {
        summary.writing += time(|| drop(black_box(writer.write(parsed, &mut io::sink()))));
    }
    if let Some(folder) = &settings.out {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = folder.join(format);
        let extension = if written.first() == Some(&b'{') { "json" } else { "xml" };
        let result = fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join(format!("{name}.{extension}")), &written));
        if let Err(error) = result {
            summary.wrong.push(format!("{}: {error}", folder.display()));
        }
    }
    let again = Parser::new().parse(&written);
    if again.bozo.is_some() || again.fault_count > 0 {
        summary.wrong.push(example(&format!("read with {:?}, {:?}", again.bozo, again.faults.first())));
    }
    let comparison = compare(&model(parsed), &model(&again));
    summary.leaves += comparison.count();
    summary.kept += comparison.kept();
    for (path, count) in &comparison.leaves {
        *summary.leaves_by_path.entry(path.clone()).or_default() += count;
    }
    for difference in &comparison.differences {
        let shown = |value: &Option<String>| short(value.as_deref().unwrap_or_default());
        let (kind, detail) = match (&difference.expected, &difference.found) {
            (Some(_), Some(_)) => {
                ("changed", format!("{} became {}", shown(&difference.expected), shown(&difference.found)))
            }
            (Some(_), None) => ("lost", shown(&difference.expected)),
            (None, _) => {
                summary.added += 1;
                ("added", shown(&difference.found))
            }
        };
        let known = summary.paths.entry((difference.path.clone(), kind));
        known.or_insert_with(|| (0, example(&detail))).0 += 1;
    }
    let mut second = Vec::new();
    writer.write(&again, &mut second)?;
    if written != second {
        let at = written.iter().zip(&second).take_while(|(one, other)| one == other).count();
        let part = |bytes: &[u8]| {
            let start = at.saturating_sub(40);
            let end = bytes.len().min(at + 60);
            String::from_utf8_lossy(bytes.get(start..end).unwrap_or_default()).into_owned()
        };
        summary.wrong.push(example(&format!(
            "written again: {:?} became {:?}",
            part(&written),
            part(&second)
        )));
    }
    for (rule, (count, detail)) in errors(&Document::new(&written)) {
        let known = summary.errors.entry(rule).or_insert_with(|| (0, 0, 0, example(&detail)));
        known.0 += count;
        known.1 += 1;
        known.2 += usize::from(source_errors.contains_key(rule));
    }
    Ok(())
}

fn print(name: &str, summary: &Summary, settings: &Settings) {
    #[allow(clippy::cast_precision_loss, reason = "it is rounded")]
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!("\n# {name}: {} documents", summary.documents);
    println!(
        "leaves: {}, kept: {} ({:.3} %), added: {}",
        summary.leaves,
        summary.kept,
        percent(summary.kept, summary.leaves),
        summary.added
    );
    println!("bytes: {} read, {} written", summary.read_bytes, summary.written_bytes);
    if settings.is_timed {
        let ratio = summary.writing.as_secs_f64() / summary.reading.as_secs_f64();
        println!("processor time: {ratio:.2} of reading ({:.1?}, {:.1?})", summary.writing, summary.reading);
    }
    println!("wrong: {}", summary.wrong.len());
    summary.wrong.iter().take(settings.top).for_each(|wrong| println!("  {wrong}"));
    println!("errors of `check`: {} rules", summary.errors.len());
    for (rule, (count, documents, in_source, example)) in &summary.errors {
        println!("  {rule}: {count} in {documents} documents, {in_source} of which had them: {example}");
    }
    let mut paths: Vec<_> = summary.paths.iter().collect();
    paths.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    println!("paths that differ: {}", paths.len());
    for ((path, kind), (count, example)) in paths.iter().take(settings.top) {
        let whole = summary.leaves_by_path.get(path).copied().unwrap_or_default();
        println!("  {path}: {count} of {whole} {kind}: {example}");
    }
    println!("losses that were told: {}", summary.losses.values().map(|(count, _)| count).sum::<usize>());
    for (place, (count, example)) in summary.losses.iter().take(settings.top) {
        println!("  {place}: {count}: {example}");
    }
}

fn settings() -> Settings {
    let mut settings = Settings { folders: Vec::new(), out: None, url: None, top: 25, is_timed: true };
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        match argument.split_once('=') {
            Some(("--out", folder)) => settings.out = Some(folder.into()),
            Some(("--url", url)) => settings.url = Some(url.to_owned()),
            Some(("--top", number)) => settings.top = number.parse().unwrap_or(settings.top),
            _ if argument == "--no-time" => settings.is_timed = false,
            _ => settings.folders.push(argument.into()),
        }
    }
    if settings.folders.is_empty() {
        settings.folders.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures"));
    }
    settings
}

/// Returns the files in a folder and its subfolders, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut all) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_none_or(|extension| extension != "headers") {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}

fn headers_beside(path: &Path) -> Headers {
    let mut name = path.as_os_str().to_owned();
    name.push(".headers");
    let headers = fs::read_to_string(name).unwrap_or_default();
    headers.lines().filter_map(|line| line.split_once(':')).collect()
}

/// Returns the date for feeds and entries without one.
fn fallback() -> Timestamp {
    Timestamp::new(1_000_000_000, 0).unwrap_or_else(Timestamp::now)
}

fn model(parsed: &Parsed) -> Value {
    json!({ "feed": parsed.feed, "entries": parsed.entries })
}

/// Returns the errors found by `check`, by rule: the number, and the first one.
fn errors(document: &Document<'_>) -> BTreeMap<&'static str, (usize, String)> {
    let mut all = BTreeMap::new();
    for finding in Checker::new().check(document) {
        if finding.rule.severity == RuleSeverity::Error {
            let first = || (0, format!("{finding} ({})", finding.subject));
            all.entry(finding.rule.id).or_insert_with(first).0 += 1;
        }
    }
    all
}

/// Returns the processor time of the fastest of several repetitions.
fn time(mut task: impl FnMut()) -> Duration {
    let mut once = |repetitions: u32| {
        let clock = ThreadTime::now();
        (0..repetitions).for_each(|_| task());
        clock.elapsed() / repetitions
    };
    let first = once(1).max(Duration::from_nanos(1));
    let repetitions = u32::try_from(1_000_000 / first.as_nanos()).unwrap_or(1).clamp(1, 1000);
    (0..REPETITIONS).map(|_| once(repetitions)).min().unwrap_or(first)
}

/// Returns a path without list indices.
fn without_indices(path: &str) -> String {
    let mut out = String::new();
    let mut is_index = false;
    for c in path.chars() {
        match c {
            '[' => is_index = true,
            ']' => is_index = false,
            c if !is_index => out.push(c),
            _ => {}
        }
    }
    out
}

fn short(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.chars().count() <= 220 { line } else { line.chars().take(220).chain("…".chars()).collect() }
}

//! Documents for third-party programs, which `tests/peers` asks for the entries that they see.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use bozofeed::{Document, Parser};
use serde_json::{Value, json};

use super::hostile::{self, Hostile, seeds};
use super::judge::judge;
use super::{FORMATS, feeds, writer};
use crate::common::command::parse_feed;
use crate::common::repository;

/// The number of documents per merge, and the number of documents for which there is one merge.
const MERGED: u64 = 3;
const ALONE: u64 = 8;

/// Merges the documents of these seeds with the command. Returns its output, unless one of them is not a feed.
fn merge(seeds: std::ops::Range<u64>, format: &str) -> Option<(Vec<u8>, usize)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("merge-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = parse_feed();
    command.args(["--write", format, "--fallback-date", "2026-01-02T03:04:05Z"]);
    let mut entries = 0;
    for seed in seeds {
        let Hostile { bytes, .. } = hostile::document(seed);
        let parsed = Parser::new().parse(Document::new(&bytes));
        if !parsed.is_feed() {
            return None;
        }
        entries += parsed.entries.len();
        let file = folder.join(format!("{seed}.xml"));
        std::fs::write(&file, bytes).unwrap();
        command.arg(file);
    }
    let output = command.output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    output.status.success().then_some((output.stdout, entries))
}

/// A merged feed contains each entry once, so it may have fewer than its sources.
#[test]
fn any_merge_is_written_well_formed_and_runs_nothing() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for seed in seeds().step_by(8) {
        let (format, _) = FORMATS[usize::try_from(seed / 8 % 3).unwrap()];
        let Some((document, entries)) = merge(seed..seed + MERGED, format) else { continue };
        count += 1;
        let found = judge(&document).and_then(|ids| {
            let dictionary = Value::from(Parser::new().dictionary(Document::new(&document)));
            let seen = dictionary["entries"].as_array().map_or(0, Vec::len);
            let is_right = ids.len() <= entries && (format == "json" || seen == ids.len());
            is_right
                .then_some(())
                .ok_or_else(|| format!("{} entries of {entries}, {seen} in the dictionary", ids.len()))
        });
        wrong.extend(found.err().map(|fault| format!("seed {seed}: {format}: {}", fault.escape_debug())));
    }
    assert!(count > 0, "nothing was merged");
    hostile::assert_none(count, wrong);
}

/// Writes a line of JSON for each document written from the fixtures and from hostile documents, to the file named by
/// `BOZOFEED_WRITTEN`: the document, the identifiers of the entries in the model, and the source if it is a fixture or a feed in
/// the folder named by `BOZOFEED_FEEDS`.
#[test]
#[ignore = "writes documents for other programs"]
fn documents_for_peers() {
    let Some(file) = std::env::var_os("BOZOFEED_WRITTEN") else { return };
    let mut out = BufWriter::new(std::fs::File::create(file).unwrap());
    let mut line = |name: &str, format: &str, document: &str, ids: &[Value], source: Option<&str>| {
        let line =
            json!({ "name": name, "format": format, "ids": ids, "document": document, "source": source });
        writeln!(out, "{line}").unwrap();
    };
    let mut write = |name: &str, parsed: &bozofeed::Parsed, source: Option<&str>| {
        let ids: Vec<Value> = parsed.entries.iter().map(|entry| json!(entry.id)).collect();
        for (format, kind) in FORMATS {
            line(name, format, &writer(kind).to_text(parsed).unwrap(), &ids, source);
        }
    };
    for (name, parsed) in feeds() {
        let source = std::fs::read_to_string(repository().join("fixtures").join(&name));
        write(&name, &parsed, source.ok().as_deref());
    }
    let folder = std::env::var_os("BOZOFEED_FEEDS").map(|folder| std::fs::read_dir(folder).unwrap());
    for file in folder.into_iter().flatten() {
        let file = file.unwrap();
        let Ok(source) = std::fs::read_to_string(file.path()) else { continue };
        let parsed = Parser::new().parse(Document::new(source.as_bytes()));
        if parsed.is_feed() {
            write(&file.file_name().display().to_string(), &parsed, Some(&source));
        }
    }
    for seed in seeds() {
        let Hostile { name, bytes, headers } = hostile::document(seed);
        let parsed = Parser::new().parse(Document::new(&bytes).headers(headers));
        if parsed.is_feed() {
            write(&format!("seed {seed} ({name})"), &parsed, None);
        }
    }
    for seed in seeds().step_by(usize::try_from(ALONE).unwrap()) {
        let (format, _) = FORMATS[usize::try_from(seed / ALONE % 3).unwrap()];
        let Some((document, _)) = merge(seed..seed + MERGED, format) else { continue };
        // Other programs must see the same entries.
        let parsed = Parser::new().parse(Document::new(&document));
        let ids: Vec<Value> = parsed.entries.iter().map(|entry| json!(entry.id)).collect();
        line(&format!("merge of seed {seed}"), format, &String::from_utf8_lossy(&document), &ids, None);
    }
}

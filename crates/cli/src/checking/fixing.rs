//! `--fix` and `--diff`: replaces files with fixed documents, or prints the differences.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::NAME;
use bozofeed_command::printable::{message, safe};
use bozofeed_command::source::is_url;
use bozofeed_command::status_line;

/// Replaces the file if it is still `old`. Returns whether it was replaced: standard input, documents from URLs and compressed files are not.
pub(super) fn save(name: &str, old: &[u8], bytes: &[u8]) -> io::Result<bool> {
    let unchanged = |what: &str| {
        let _line = status_line::hidden();
        eprintln!("{NAME}: {}: {what} is not changed; --diff prints what to change", message(name));
        Ok(false)
    };
    if name == "-" {
        return unchanged("standard input");
    }
    if is_url(name) {
        return unchanged("what a URL leads to");
    }
    // A symbolic link is kept.
    let path = fs::canonicalize(name)?;
    if fs::read(&path)? != old {
        return unchanged("a file that is compressed, or that somebody else has changed,");
    }
    replace(&path, bytes).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
    Ok(true)
}

/// Writes a temporary file next to the old one, and renames it: readers see either the old file or the new
/// one.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary: PathBuf = path.with_file_name(name);
    let written = (|| {
        let mut file = fs::File::create_new(&temporary)?;
        file.write_all(bytes)?;
        file.set_permissions(fs::metadata(path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        // A partial file is of no use.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The number of context lines before and after a change.
const CONTEXT: usize = 3;

/// The number of lines in which the end of a change is searched for.
const WINDOW: usize = 64;

/// Lines that were replaced.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
}

/// Prints the changes of a file as a unified diff.
pub(super) fn print_diff(out: &mut impl Write, name: &str, old: &[u8], new: &[u8]) -> io::Result<()> {
    let (old, new) = (lines(old), lines(new));
    let changes = changes(&old, &new);
    let name = safe(name);
    writeln!(out, "--- {name}\n+++ {name}")?;
    let mut rest = &changes[..];
    while let Some(first) = rest.first() {
        // Changes close to each other share a hunk.
        let near = rest
            .windows(2)
            .take_while(|pair| matches!(pair, [one, other] if other.old.start - one.old.end <= 2 * CONTEXT));
        let (hunk, others) = rest.split_at_checked(near.count() + 1).unwrap_or((rest, &[]));
        rest = others;
        let last = hunk.last().unwrap_or(first);
        let before = first.old.start.min(CONTEXT);
        let after = (old.len() - last.old.end).min(CONTEXT);
        let (from, to) = (first.old.start - before, last.old.end + after);
        let count = to - from;
        let new_count = last.new.end + after - (first.new.start - before);
        let line = |start: usize, count: usize| if count == 0 { start } else { start + 1 };
        let (old_line, new_line) = (line(from, count), line(first.new.start - before, new_count));
        writeln!(out, "@@ -{old_line},{count} +{new_line},{new_count} @@")?;
        let mut at = from;
        for Change { old: removed, new: added } in hunk {
            print_lines(out, " ", old.get(at..removed.start))?;
            print_lines(out, "-", old.get(removed.clone()))?;
            print_lines(out, "+", new.get(added.clone()))?;
            at = removed.end;
        }
        print_lines(out, " ", old.get(at..to))?;
    }
    Ok(())
}

/// Returns the lines with their line ends.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

fn print_lines(out: &mut impl Write, mark: &str, lines: Option<&[&[u8]]>) -> io::Result<()> {
    for line in lines.unwrap_or_default() {
        // The output must be valid input for `patch`, so the bytes are not changed.
        out.write_all(mark.as_bytes())?;
        out.write_all(line)?;
        if !line.ends_with(b"\n") {
            out.write_all(b"\n\\ No newline at end of file\n")?;
        }
    }
    Ok(())
}

/// Returns the changes. The lines between two changes are equal.
fn changes(old: &[&[u8]], new: &[&[u8]]) -> Vec<Change> {
    let mut changes = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && old.get(i) == new.get(j) {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let (removed, added) = next_equal(old.get(i..).unwrap_or_default(), new.get(j..).unwrap_or_default());
        changes.push(Change { old: i..i + removed, new: j..j + added });
        (i, j) = (i + removed, j + added);
    }
    changes
}

/// Returns the numbers of old and new lines before lines are equal again.
fn next_equal(old: &[&[u8]], new: &[&[u8]]) -> (usize, usize) {
    for sum in 1..2 * WINDOW {
        for removed in 0..=sum {
            let (i, j) = (removed, sum - removed);
            let is_end = i == old.len() && j == new.len();
            let is_equal = |at: usize| old.get(i + at).is_some_and(|line| new.get(j + at) == Some(line));
            let is_line =
                i < old.len() && j < new.len() && is_equal(0) && (is_equal(1) || i + 1 == old.len());
            if is_end || is_line {
                return (i, j);
            }
        }
    }
    (old.len(), new.len())
}

//! The tables of correct values: a line with the name of a document, followed by a line for each value.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

const TABLE: &str = "values.tsv";

/// A line of a table: the correct value at a path in a document.
pub struct Row<'t> {
    pub file: &'t str,
    pub path: &'t str,
    pub expected: &'t str,
    pub reason: &'t str,
    /// Whether the value is a known failure.
    pub is_known: bool,
}

/// Parses the rows of a table, or returns the problem with one.
pub fn rows(table: &str) -> Result<Vec<Row<'_>>, String> {
    let (mut rows, mut file) = (Vec::new(), "");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        match *line.split('\t').collect::<Vec<_>>() {
            [name] => file = name,
            [mark @ ("" | "!"), path, expected, reason] if !file.is_empty() && !reason.is_empty() => {
                rows.push(Row { file, path, expected, reason, is_known: mark == "!" });
            }
            _ => return Err(format!("not a row: {line:?}")),
        }
    }
    Ok(rows)
}

/// Returns whether a path leads to the findings of the check, in a document or in the written feed.
pub fn is_of_findings(path: &str) -> bool {
    path.split('.').any(|step| step == "findings")
}

/// Returns whether a value is the expected one, or the problem with the expectation.
pub fn is_expected(value: &Value, expected: &str) -> Result<bool, String> {
    let (is_part, lacks, json) = match (expected.strip_prefix("has "), expected.strip_prefix("lacks ")) {
        (Some(part), _) => (true, false, part),
        (_, Some(part)) => (true, true, part),
        _ => (false, false, expected),
    };
    let expected: Value = serde_json::from_str(json).map_err(|error| format!("{json}: {error}"))?;
    Ok(if is_part {
        let (Some(text), Some(part)) = (value.as_str(), expected.as_str()) else { return Ok(false) };
        text.contains(part) != lacks
    } else if let (Some(value), Some(expected)) = (value.as_f64(), expected.as_f64()) {
        // 1 equals 1.0.
        (value - expected).abs() < 1e-9
    } else {
        *value == expected
    })
}

/// Returns the failures in the rows of a folder that `is_asked` selects by their paths: values that differ from the result of
/// `read` for a document, and rows without a document.
pub fn judge<R>(
    folder: &Path,
    is_asked: impl Fn(&str) -> bool,
    read: impl Fn(&Path) -> R,
    value: impl Fn(&R, &str) -> Value,
) -> Vec<String> {
    let area = folder.file_name().unwrap().to_string_lossy();
    let table = std::fs::read_to_string(folder.join(TABLE)).unwrap_or_default();
    let rows = match rows(&table) {
        Ok(rows) => rows,
        Err(fault) => return vec![format!("{area}/{TABLE}: {fault}")],
    };
    let mut wrong = Vec::new();
    for of_file in rows.chunk_by(|one, other| one.file == other.file) {
        let path = folder.join(of_file[0].file);
        if !path.is_file() {
            wrong.push(format!("{area}/{}: there is no such document", of_file[0].file));
            continue;
        }
        let mut asked = of_file.iter().filter(|row| is_asked(row.path)).peekable();
        if asked.peek().is_none() {
            continue;
        }
        let read = read(&path);
        for row in asked {
            let value = value(&read, row.path);
            let place = format!("{area}/{}\n    {}", row.file, row.path);
            match is_expected(&value, row.expected) {
                Err(fault) => wrong.push(format!("{place}\n        {fault}")),
                Ok(is_right) if is_right == row.is_known => wrong.push(if row.is_known {
                    format!("{place}\n        is right now: remove its mark")
                } else {
                    format!(
                        "{place}\n        is       {value}\n        expected {} ({})",
                        row.expected, row.reason
                    )
                }),
                Ok(_) => {}
            }
        }
    }
    let named: BTreeSet<&str> = rows.iter().map(|row| row.file).collect();
    for name in documents(folder) {
        if !named.contains(&*name) {
            wrong.push(format!("{area}/{name}: has no row"));
        }
    }
    wrong
}

/// Returns the names of the documents in a folder.
fn documents(folder: &Path) -> Vec<String> {
    let names =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != TABLE && !name.ends_with(".headers")).collect()
}

/// Returns the folders with tables.
pub fn folders(fixtures: &Path) -> Vec<PathBuf> {
    let root = std::fs::read_dir(fixtures.join("reports")).unwrap();
    let mut folders: Vec<PathBuf> = root.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

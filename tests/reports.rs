//! Documents that feed readers reportedly misread, and the correct values.
//!
//! Each folder of `fixtures/reports/` covers a subject. Its `values.tsv` lists the correct values, and the reasons: a line with the
//! name of a document, followed by a line for each value:
//!
//! ```text
//! zone-names.xml
//!     entries.0.published.value   "2025-04-21T10:00:00Z"   RFC 822 §5
//! !   entries.1.title_text()      "The <title> tag"        a tag that is named, not used
//! ```
//!
//! The columns are separated by tabs. A path leads to a value of the result as JSON. It may contain the number of an entry, or its
//! title in brackets; it may end with `.length`; and it may name some methods of the model. `written.atom`, `written.rss` and
//! `written.json` are the feed as written. A value is JSON, where `null` is an absent value; `has TEXT` and `lacks TEXT` test a
//! part of it. A `!` at the start of a row marks a known failure. The row fails once the value is correct, so that the mark is
//! removed.
//!
//! HTML pages are searched for feeds, and OPML is read as a list.
//!
//! Paths with `findings` are the paths of `tests/checking`: `findings` are the rules that the document breaks, with their values,
//! `findings.apple` also includes the rules of a directory, and `written.rss.findings` are the errors in the written feed.

use std::collections::BTreeSet;
use std::path::Path;

use bozofeed::model::{IdentityRule, MediaType};
use bozofeed::write::{Target, Writer};
use bozofeed::{Document, Parsed, Timestamp, parse};
use serde_json::{Value, json};

use crate::common::table::{folders, is_expected, is_of_findings, judge, rows};
use crate::common::{headers_beside, repository};

/// A document that was read.
enum Read {
    Feed(Box<Parsed>, Value),
    Other(Value),
}

impl Read {
    fn of(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap();
        let headers = headers_beside(path);
        let document = Document::new(&bytes).headers(headers.clone());
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => {
                let page = document.url(headers.get("Content-Location").unwrap_or_default());
                Self::Other(json!({"feeds": bozofeed_discover::feeds(page)}))
            }
            Some("opml") => Self::Other(serde_json::to_value(bozofeed_opml::parse(document)).unwrap()),
            _ => {
                let parsed = parse(document);
                let value = with_methods(&parsed);
                Self::Feed(Box::new(parsed), value)
            }
        }
    }

    /// Returns the value at a path, or `null` if there is none.
    fn value(&self, path: &str) -> Value {
        let value = match self {
            Self::Feed(parsed, value) => {
                if let Some(target) = path.strip_prefix("written.") {
                    return Value::String(written(parsed, target));
                }
                value
            }
            Self::Other(value) => value,
        };
        let (path, is_length) = path.strip_suffix(".length").map_or((path, false), |path| (path, true));
        let found = steps(path).try_fold(value, |value, step| match (value, step) {
            (Value::Array(entries), Step::Title(title)) => {
                entries.iter().find(|entry| entry["title_text()"] == *title)
            }
            (Value::Array(items), Step::Name(index)) => items.get(index.parse::<usize>().ok()?),
            (Value::Object(members), Step::Name(name)) => members.get(name),
            _ => None,
        });
        match (is_length, found) {
            (true, found) => found.and_then(Value::as_array).map_or(0, Vec::len).into(),
            (false, found) => found.cloned().unwrap_or_default(),
        }
    }
}

/// Returns the result as JSON, with the values of methods.
fn with_methods(parsed: &Parsed) -> Value {
    let mut value = serde_json::to_value(parsed).unwrap();
    value["feed"]["title_text()"] = json!(parsed.feed.title_text());
    value["feed"]["picture()"] = json!(parsed.feed.picture());
    for (entry, value) in parsed.entries.iter().zip(value["entries"].as_array_mut().into_iter().flatten()) {
        value["title_text()"] = json!(entry.title_text());
        value["text()"] = json!(entry.text());
        value["html()"] = json!(entry.html());
        value["permalink()"] = json!(entry.permalink());
        value["date()"] = json!(entry.date());
        value["guessed_types()"] = entry
            .enclosures()
            .map(|link| match link.type_or_guess() {
                Some(MediaType::Guessed(guess)) => json!(guess),
                Some(_) | None => Value::Null,
            })
            .collect();
    }
    let rule = parsed.identity_rule();
    let keys =
        |rule: IdentityRule| parsed.entries.iter().map(|entry| entry.identity(rule)).collect::<BTreeSet<_>>();
    value["keys()"] = json!(keys(rule));
    value
}

fn written(parsed: &Parsed, target: &str) -> String {
    let target = match target {
        "atom" => Target::Atom,
        "rss" => Target::Rss,
        "json" => Target::Json,
        _ => panic!("no format: {target}"),
    };
    let writer = Writer::new(target).fallback_date(Timestamp::new(1_000_000_000, 0).unwrap());
    writer.to_text(parsed).unwrap_or_else(|error| error.to_string())
}

enum Step<'p> {
    Name(&'p str),
    /// The title of an entry.
    Title(&'p str),
}

fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    let mut rest = path;
    std::iter::from_fn(move || {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        if let Some(title) = rest.strip_prefix('[') {
            let end = title.find("].").unwrap_or(title.len());
            let (title, after) = title.split_at(end);
            rest = after.strip_prefix(']').unwrap_or(after);
            return Some(Step::Title(title));
        }
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        rest = after;
        (!name.is_empty()).then_some(Step::Name(name))
    })
}

#[test]
fn reported_documents_are_read_as_a_person_reads_them() {
    let is_asked = |path: &str| !is_of_findings(path);
    let folders = folders(&repository().join("fixtures"));
    let wrong = folders.iter().flat_map(|folder| judge(folder, is_asked, Read::of, Read::value));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} values are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn paths_and_values_are_looked_up() {
    let read = Read::Other(json!({"entries": [{"title_text()": "a.b", "n": [1, 2]}]}));
    for (path, expected) in [
        ("entries.length", "1"),
        ("entries.0.n.1", "2"),
        ("entries[a.b].n.0", "1.0"),
        ("entries[a.b].n.length", "2"),
        ("entries[a].n", "null"),
        ("entries.1", "null"),
        ("entries.0.title_text()", "has \".b\""),
        ("entries.0.title_text()", "lacks \"c\""),
    ] {
        assert_eq!(is_expected(&read.value(path), expected), Ok(true), "{path}");
    }
    assert_eq!(is_expected(&Value::Null, "has \"x\""), Ok(false));
    assert_eq!(is_expected(&Value::Null, "lacks \"x\""), Ok(false));
}

#[test]
fn lines_that_are_no_rows_are_refused() {
    for table in ["\tpath\t1\twhy", "a.xml\n\tpath\t1", "a.xml\n\tpath\t1\t", "a.xml\n?\tpath\t1\twhy"] {
        assert!(rows(table).is_err(), "{table:?}");
    }
    assert_eq!(rows("# about\na.xml\n\tb\t1\twhy\n!\tc\t2\twhy").map(|rows| rows.len()), Ok(2));
}

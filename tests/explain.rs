//! Explanations agree with the model: each value in the model has a candidate that was kept, and each kept candidate is in the
//! model.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use bozofeed::Parser;
use bozofeed::explain::{Candidate, CandidateOutcome, Explanation, is_field};
use serde_json::Value;

use crate::common::repository;

/// Members of the model that are not fields with candidates: elements without a field, and parts of an element that belong to
/// another field: of `guid`, to `id`, and of `author`, to its affiliation.
const DERIVED: &[&str] = &["extensions", "id_is_permalink", "affiliations"];

/// Returns the fixtures, and the files in the folders given by the variable `EXPLAIN`.
fn documents() -> Vec<PathBuf> {
    let mut folders = vec![repository().join("fixtures")];
    folders.extend(std::env::var_os("EXPLAIN").iter().flat_map(std::env::split_paths));
    let mut documents = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_none_or(|extension| extension != "headers") {
                documents.push(path);
            }
        }
    }
    documents
}

#[test]
fn every_field_is_listed() {
    let mut found = BTreeSet::new();
    for path in documents() {
        let bytes = std::fs::read(path).unwrap();
        let candidates = Parser::new().explain(&bytes).candidates;
        found.extend(candidates.into_iter().map(|candidate| candidate.field));
    }
    let unlisted: Vec<_> = found.iter().filter(|field| !is_field(field)).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
    assert!(found.len() > 100, "{found:?}");
}

#[test]
fn explanations_agree_with_the_model() {
    let (mut failures, mut leaves) = (Vec::new(), 0);
    for path in documents() {
        let bytes = std::fs::read(&path).unwrap();
        let explanation = Parser::new().explain(&bytes);
        if explanation.limit.is_some() {
            continue;
        }
        let name = path.file_name().unwrap_or_default().display().to_string();
        leaves += disagreements(&explanation, &mut |failure| failures.push(format!("{name}: {failure}")));
        failures
            .extend(kept_twice(&explanation).into_iter().map(|twice| format!("{name}: kept twice: {twice}")));
    }
    assert!(leaves > 3000, "{leaves} leaves");
    assert!(failures.is_empty(), "{} failures\n{:#?}", failures.len(), &failures[..failures.len().min(60)]);
}

/// Returns the single-value fields with several kept candidates.
fn kept_twice(explanation: &Explanation) -> Vec<String> {
    let model = serde_json::json!({
        "feed": explanation.parsed.feed,
        "entries": explanation.parsed.entries,
    });
    let (mut paths, mut twice) = (BTreeSet::new(), Vec::new());
    for candidate in &explanation.candidates {
        let path = format!("{}.{}", candidate.subject, candidate.field);
        let is_kept = candidate.outcome == CandidateOutcome::Kept;
        if is_kept && !paths.insert(path.clone()) && !at(&model, &path).is_some_and(Value::is_array) {
            twice.push(candidate.to_string());
        }
    }
    twice
}

#[test]
fn a_field_of_one_value_has_one_candidate() {
    const IMAGES: &[&str] = &[
        "<image><url>a.png</url><title>A</title><width>1</width></image>",
        "<image><url>b.png</url></image>",
        "<image><title>C</title><link>/c</link></image>",
        "<image><width>4</width></image>",
        "<image>d.png</image>",
        "<image/>",
        "<itunes:image href='e.png'/>",
    ];
    const TEXT_INPUTS: &[&str] = &[
        "<textInput><title>A</title><name>n</name><link>/a</link></textInput>",
        "<textInput><title>B</title></textInput>",
        "<textinput><link>/c</link></textinput>",
        "<textInput/>",
    ];
    const SOURCES: &[&str] = &[
        "<source url='https://a.example/'>A</source>",
        "<source>B</source>",
        "<atom:source><atom:title>C</atom:title></atom:source>",
        "<source/>",
    ];
    const COMMENTS: &[&str] = &[
        "<comments>https://a.example/1</comments>",
        "<atom:link rel='replies' href='https://a.example/2'/>",
        "<atom:link rel='replies' type='text/html' href='https://a.example/3'/>",
        "<comments/>",
    ];
    let mut wrong = Vec::new();
    for (parts, start, end) in [
        (IMAGES, "", ""),
        (IMAGES, "<item>", "</item>"),
        (TEXT_INPUTS, "", ""),
        (SOURCES, "<item>", "</item>"),
        (COMMENTS, "<item>", "</item>"),
    ] {
        let triples = parts.iter().flat_map(|one| parts.iter().map(move |two| (one, two)));
        for (one, two) in triples {
            for three in parts {
                let feed = format!(
                    "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:atom='http://www.w3.org/2005/Atom'>\
                     <channel>{start}{one}{two}{three}{end}</channel></rss>"
                );
                let explanation = Parser::new().explain(feed.as_bytes());
                let mut fail = |failure| wrong.push(format!("{one}{two}{three}: {failure}"));
                kept_twice(&explanation).into_iter().for_each(&mut fail);
                disagreements(&explanation, &mut fail);
            }
        }
    }
    assert!(wrong.is_empty(), "{} failures\n{:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}

/// Compares an explanation with the model. Returns the number of compared values.
fn disagreements(explanation: &Explanation, fail: &mut dyn FnMut(String)) -> usize {
    let model = serde_json::json!({
        "feed": explanation.parsed.feed,
        "entries": explanation.parsed.entries,
    });
    let is_kept = |candidate: &&Candidate| candidate.outcome == CandidateOutcome::Kept;
    let kept: Vec<(String, &Candidate)> = explanation
        .candidates
        .iter()
        .filter(is_kept)
        .map(|candidate| (format!("{}.{}", candidate.subject, candidate.field), candidate))
        .collect();
    let paths: BTreeSet<&str> = kept.iter().map(|(path, _)| path.as_str()).collect();
    let mut leaves = 0;
    each_leaf(&model, &mut String::new(), &mut |path, _| {
        leaves += 1;
        // The path of a candidate is the path of the leaf, or a prefix of it.
        let ends = path.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(at, _)| at);
        let mut starts = ends.chain([path.len()]).map(|end| &path[..end]);
        if !starts.any(|start| paths.contains(start)) {
            fail(format!("no candidate for {path}"));
        }
    });
    for (path, candidate) in &kept {
        let Some(value) = at(&model, path) else {
            fail(format!("{candidate}, but the model has no {path}"));
            continue;
        };
        let is_text =
            candidate.field == "title" || candidate.field == "summary" || candidate.field == "subtitle";
        let text = value.get("value").and_then(Value::as_str);
        if is_text && text.is_some_and(|text| text != candidate.value) {
            fail(format!("{candidate}, but the model has {text:?}"));
        }
        if value.is_string()
            && value.as_str() != Some(candidate.value.trim())
            && is_verbatim(&candidate.field)
        {
            fail(format!("{candidate}, but the model has {value}"));
        }
    }
    leaves
}

/// Returns whether candidates for a field have the same value as the model.
fn is_verbatim(field: &str) -> bool {
    matches!(field, "id" | "link" | "language" | "docs" | "href" | "itunes.image")
}

/// Returns the value at a path such as `entries[3].source.title`.
fn at<'v>(model: &'v Value, path: &str) -> Option<&'v Value> {
    let mut value = model;
    for part in path.split('.') {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, index.strip_suffix(']')?.parse::<usize>().ok()),
            None => (part, None),
        };
        value = value.get(name)?;
        if let Some(index) = index {
            value = value.get(index)?;
        }
    }
    (!value.is_null()).then_some(value)
}

/// Calls a function with the path of each value that is neither an object nor a list.
fn each_leaf(value: &Value, path: &mut String, leaf: &mut dyn FnMut(&str, &Value)) {
    let length = path.len();
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| !DERIVED.contains(&name.as_str())) {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
                each_leaf(member, path, leaf);
                path.truncate(length);
            }
        }
        Value::Array(list) => {
            for (index, member) in list.iter().enumerate() {
                let _ = write!(path, "[{index}]");
                each_leaf(member, path, leaf);
                path.truncate(length);
            }
        }
        Value::Null => {}
        _ => leaf(path, value),
    }
}

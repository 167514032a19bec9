//! The candidates of every fixture agree with the model.

use bozofeed::Parser;
use bozofeed::explain::{CandidateOutcome, explain, is_field};
use bozofeed::model::Date;

#[test]
fn every_field_is_listed() {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
    let mut found = std::collections::BTreeSet::new();
    for folder in std::fs::read_dir(fixtures).unwrap().flatten() {
        for file in std::fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let bytes = std::fs::read(file.path()).unwrap_or_default();
            found.extend(explain(&Parser::new(), &bytes).candidates.iter().map(|candidate| candidate.field));
        }
    }
    let unlisted: Vec<_> = found.iter().filter(|field| !is_field(field)).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
    assert!(found.len() > 30, "{found:?}");
}

#[test]
fn kept_candidates_are_the_values_of_the_model() {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/model");
    for file in std::fs::read_dir(fixtures).unwrap().flatten() {
        let bytes = std::fs::read(file.path()).unwrap();
        let parsed = bozofeed::parse(&bytes);
        for candidate in explain(&Parser::new(), &bytes).candidates {
            let position = candidate.subject.strip_prefix("entries[").and_then(|rest| rest.strip_suffix(']'));
            let Some(entry) = position.and_then(|at| parsed.entries.get(at.parse::<usize>().ok()?)) else {
                continue;
            };
            let value = match candidate.field {
                "title" => entry.title.as_ref().map(|title| title.value.to_string()),
                "summary" => entry.summary.as_ref().map(|summary| summary.value.to_string()),
                "link" => entry.link.as_deref().map(str::to_owned),
                "id" => entry.id.as_deref().map(str::to_owned),
                "published" => entry.published.as_ref().map(shown),
                "updated" => entry.updated.as_ref().map(shown),
                _ => continue,
            };
            if candidate.outcome == CandidateOutcome::Kept {
                assert_eq!(Some(&candidate.value), value.as_ref(), "{} {candidate}", file.path().display());
            }
        }
    }
}

fn shown(date: &Date) -> String {
    match date.value {
        Some(instant) => format!("{} ({instant})", date.raw),
        None => date.raw.clone(),
    }
}

//! The known failures among the cases of Universal Feed Parser's test suite.
//!
//! The suite is not part of this repository. `SUITE_REPORT` specifies a file with the output of a run, in which failures are lines
//! such as `FAIL wellformed/rss/item_title.xml`. The test fails on a new failure, and on a listed case that passes again.

use std::collections::BTreeSet;

/// Returns the listed cases, with their reasons.
fn known() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("suite_failures.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap_or((line, ""))).collect()
}

#[test]
fn each_known_failure_has_a_reason() {
    let known = known();
    let names: BTreeSet<&str> = known.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), known.len(), "a case is in the list twice");
    for (name, reason) in known {
        assert!(
            std::path::Path::new(name).extension().is_some_and(|extension| extension == "xml")
                && reason.len() > 10,
            "{name}: {reason}"
        );
    }
}

#[test]
fn the_failures_of_a_report_are_the_known_ones() {
    let Some(path) = std::env::var_os("SUITE_REPORT") else { return };
    let report = std::fs::read_to_string(path).unwrap();
    let failed: BTreeSet<&str> = report.lines().filter_map(|line| line.strip_prefix("FAIL ")).collect();
    let known: BTreeSet<&str> = known().into_iter().map(|(name, _)| name).collect();
    let new: Vec<_> = failed.difference(&known).collect();
    let passing: Vec<_> = known.difference(&failed).collect();
    assert!(new.is_empty() && passing.is_empty(), "new failures: {new:?}, passing again: {passing:?}");
}

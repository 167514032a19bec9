//! Findings in documents that feed readers reportedly misread. `tests/reports.rs` describes the tables.

use std::path::Path;

use bozofeed::write::{Target, Writer};
use bozofeed::{Document, Timestamp, parse};
use bozofeed_check::{Checker, Finding, Profile, RuleSeverity};
use serde_json::Value;

use crate::table::{folders, is_of_findings, judge};

/// Returns the rules that a document breaks, one per line with the value.
fn lines(checker: &Checker, document: &[u8], is_asked: impl Fn(&Finding) -> bool) -> Value {
    let url = Document::new(document).url("https://h.example/feed.xml");
    let findings = checker.check(url);
    let lines = findings.iter().filter(|finding| is_asked(finding));
    let lines: Vec<_> = lines.map(|finding| format!("{}: {}", finding.rule.id, finding.value)).collect();
    lines.join("\n").into()
}

fn findings(document: &[u8], path: &str) -> Value {
    let all = |_: &Finding| true;
    let is_error = |finding: &Finding| finding.rule.severity == RuleSeverity::Error;
    let written = |target| {
        let writer = Writer::new(target).fallback_date(Timestamp::new(1_000_000_000, 0).unwrap());
        writer.to_text(&parse(document)).unwrap().into_bytes()
    };
    match path {
        "findings" => lines(&Checker::new(), document, all),
        "findings.apple" => lines(&Checker::new().profile(Profile::Apple), document, all),
        "findings.spotify" => lines(&Checker::new().profile(Profile::Spotify), document, all),
        "written.atom.findings" => lines(&Checker::new(), &written(Target::Atom), is_error),
        "written.rss.findings" => lines(&Checker::new(), &written(Target::Rss), is_error),
        "written.json.findings" => lines(&Checker::new(), &written(Target::Json), is_error),
        _ => panic!("no findings: {path}"),
    }
}

#[test]
fn reported_documents_have_the_findings_that_people_expect() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let read = |path: &Path| std::fs::read(path).unwrap();
    let value = |document: &Vec<u8>, path: &str| findings(document, path);
    let wrong = folders(&fixtures).into_iter().flat_map(|folder| judge(&folder, is_of_findings, read, value));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} findings are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

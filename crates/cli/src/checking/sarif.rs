//! Findings in the Static Analysis Results Interchange Format (SARIF 2.1.0) for code scanning.

use std::collections::HashMap;

use bozofeed_check::{Edit, Finding, Fix, RuleSection, consequence, example, rules, sections};
use serde_json::{Map, Value, json};

use super::{Checked, percent_encoded};

/// The documentation of the rules.
const HELP: &str = "https://docs.rs/bozofeed-check/latest/bozofeed_check/guide/index.html";

/// Returns the log of a run.
pub(super) fn log(all: &[Checked]) -> Value {
    // A name may have several levels; each result states its own.
    let mut indices: HashMap<&str, usize> = HashMap::new();
    let mut descriptors = Vec::new();
    for rule in rules() {
        if indices.contains_key(rule.id) {
            continue;
        }
        indices.insert(rule.id, descriptors.len());
        let sections = sections(rule);
        let texts: Vec<&str> = sections.iter().map(|section| section.text).collect();
        let help = format!("{} {} {}", rule.advice, consequence(rule), texts.join("; "));
        // If a rule has several sections, they are for different formats, but there is only one address for all results.
        let uri = match &sections[..] {
            [section] => section.url.clone(),
            _ => None,
        };
        let mut descriptor = json!({
            "id": rule.id,
            "shortDescription": { "text": rule.summary },
            "fullDescription": { "text": format!("{}. {}", rule.summary, consequence(rule)) },
            "help": { "text": help.trim() },
            "helpUri": uri.unwrap_or_else(|| format!("{HELP}#all-rules")),
            "defaultConfiguration": { "level": rule.severity.as_str() },
        });
        if let Some(example) = example(rule) {
            let link = |section: &RuleSection| match &section.url {
                Some(url) => format!("[{}]({url})", section.text),
                None => section.text.to_owned(),
            };
            let links: Vec<String> = sections.iter().map(link).collect();
            let markdown = format!(
                "{}\n\n{}\n\nWrong:\n\n```\n{}\n```\n\nRight:\n\n```\n{}\n```\n\n{}",
                rule.advice,
                consequence(rule),
                example.bad,
                example.good,
                links.join("; ")
            );
            descriptor["help"]["markdown"] = markdown.trim_end().into();
        }
        descriptors.push(descriptor);
    }
    let results: Vec<Value> = all.iter().flat_map(|checked| results(checked, &indices)).collect();
    let mut driver = json!({
        "name": "bozofeed",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": descriptors,
    });
    // An unpublished copy has no address.
    if !env!("CARGO_PKG_REPOSITORY").is_empty() {
        driver["informationUri"] = env!("CARGO_PKG_REPOSITORY").into();
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn results(checked: &Checked, indices: &HashMap<&str, usize>) -> Vec<Value> {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let lines = Lines::of(&checked.text);
    let uri = uri(&checked.name);
    // If the text does not start at offset 0, it follows a byte order mark. The first finding is enough to tell, and the cheapest.
    let start = checked.findings.first().map_or(0, |Finding { position, .. }| {
        position.offset.saturating_sub(lines.offset(position.line, position.column))
    });
    let result = |finding: &Finding| {
        let Finding { rule, position, end, subject, fix, .. } = finding;
        let fingerprint = fingerprint(finding);
        let count = seen.entry(fingerprint).or_default();
        *count += 1;
        let mut region = json!({ "startLine": position.line, "startColumn": position.column });
        if end > position {
            region["endLine"] = end.line.into();
            region["endColumn"] = end.column.into();
        }
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": { "uri": uri },
            "region": region,
        } });
        if !subject.is_empty() {
            location["logicalLocations"] = json!([{ "fullyQualifiedName": subject }]);
        }
        let mut result = json!({
            "ruleId": rule.id,
            "ruleIndex": indices.get(rule.id),
            "level": rule.severity.as_str(),
            "message": { "text": format!("{} ({})", finding.message(), finding.advice()) },
            "locations": [location],
            // The key that code scanning uses to match results.
            "partialFingerprints": { "primaryLocationLineHash": format!("{fingerprint:016x}:{count}") },
        });
        if let Some(fix) = fix.as_ref().filter(|_| checked.is_document) {
            result["fixes"] = json!([change(fix, &uri, &lines, start)]);
        }
        result
    };
    checked.findings.iter().map(result).collect()
}

/// Returns a fix (§3.55).
fn change(fix: &Fix, uri: &str, lines: &Lines<'_>, text_start: usize) -> Value {
    let replacement = |edit: &Edit| {
        let (line, column) = lines.place(edit.range.start.saturating_sub(text_start));
        let (end_line, end_column) = lines.place(edit.range.end.saturating_sub(text_start));
        let mut replacement = Map::new();
        let region =
            json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column });
        replacement.insert("deletedRegion".to_owned(), region);
        if !edit.replacement.is_empty() {
            replacement.insert("insertedContent".to_owned(), json!({ "text": edit.replacement }));
        }
        Value::Object(replacement)
    };
    json!({
        "description": { "text": fix.description },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri },
            "replacements": fix.edits.iter().map(replacement).collect::<Vec<_>>(),
        }],
    })
}

/// The starts of the lines of a text.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// Returns the line and the column of an offset, from 1.
    fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        (line, 1 + self.text.get(start..offset).map_or(0, |before| before.chars().count()))
    }

    /// Returns the offset of a line and a column.
    fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        let rest = self.text.get(start..).unwrap_or_default();
        start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
    }
}

/// Returns a key that does not change if other entries and lines are added or removed: a hash of the rule, the path without
/// numbers, and the value (FNV-1a).
pub(super) fn fingerprint(finding: &Finding) -> u64 {
    let path = finding.subject.split(['[', ']']).filter(|part| part.parse::<usize>().is_err());
    let parts = std::iter::once(finding.rule.id).chain(path).chain([finding.value.as_str()]);
    let bytes = parts.flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the URI reference of a file, with its original relative path, or the URL.
fn uri(name: &str) -> String {
    const PLAIN: &[u8] = b"-._~/[]@!$&'()*+,;=";
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    let is_url = name.contains("://");
    // In a file name, these would end the path.
    percent_encoded(&name, |byte| {
        byte.is_ascii_alphanumeric() || PLAIN.contains(&byte) || is_url && b"%?#:".contains(&byte)
    })
}

//! Findings in the Static Analysis Results Interchange Format (SARIF 2.1.0), which code scanning reads.

use std::collections::HashMap;

use bozofeed::check::{Finding, rules};
use serde_json::{Value, json};

use super::{Checked, percent_encoded};

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
        let help = format!("{} {}", rule.advice, rule.section);
        descriptors.push(json!({
            "id": rule.id,
            "shortDescription": { "text": rule.summary },
            "help": { "text": help.trim() },
            "defaultConfiguration": { "level": rule.severity.as_str() },
        }));
    }
    let results: Vec<Value> = all.iter().flat_map(|checked| results(checked, &indices)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "bozofeed",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": descriptors,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn results(checked: &Checked, indices: &HashMap<&str, usize>) -> Vec<Value> {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let result = |finding: &Finding| {
        let Finding { rule, position, end, subject, .. } = finding;
        let fingerprint = fingerprint(finding);
        let count = seen.entry(fingerprint).or_default();
        *count += 1;
        let mut region = json!({ "startLine": position.line, "startColumn": position.column });
        if end > position {
            region["endLine"] = end.line.into();
            region["endColumn"] = end.column.into();
        }
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": { "uri": uri(&checked.name) },
            "region": region,
        } });
        if !subject.is_empty() {
            location["logicalLocations"] = json!([{ "fullyQualifiedName": subject }]);
        }
        json!({
            "ruleId": rule.id,
            "ruleIndex": indices.get(rule.id),
            "level": rule.severity.as_str(),
            "message": { "text": finding.message() },
            "locations": [location],
            "partialFingerprints": { "finding/v1": format!("{fingerprint:016x}:{count}") },
        })
    };
    checked.findings.iter().map(result).collect()
}

/// Returns a key that stays the same while other entries and lines come and go: a hash of the rule, the path without numbers, and
/// the value (FNV-1a).
fn fingerprint(finding: &Finding) -> u64 {
    let path = finding.subject.split(['[', ']']).filter(|part| part.parse::<usize>().is_err());
    let parts = std::iter::once(finding.rule.id).chain(path).chain([finding.value.as_str()]);
    let bytes = parts.flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the URI reference of a file, relative as it was given, or the URL.
fn uri(name: &str) -> String {
    const PLAIN: &[u8] = b"-._~/[]@!$&'()*+,;=";
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    let is_url = name.contains("://");
    // In a file name, these would end the path.
    percent_encoded(&name, |byte| {
        byte.is_ascii_alphanumeric() || PLAIN.contains(&byte) || is_url && b"%?#:".contains(&byte)
    })
}

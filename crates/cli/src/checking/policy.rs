//! Applies the policy of a project: its own severities, allowed rules, and known findings.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use bozofeed_check::{Finding, FindingChanges, Findings, Rule, RuleSeverity};

use super::sarif;
use crate::policy::Policy;

/// The policy in effect, with the known findings.
#[derive(Debug, Default)]
pub(super) struct AppliedPolicy {
    policy: Policy,
    /// Copies of rules with the project's severities.
    rules: HashMap<(&'static str, RuleSeverity), &'static Rule>,
    known: Option<Baseline>,
}

impl AppliedPolicy {
    pub(super) fn new(policy: Policy, known: Option<Baseline>) -> Self {
        Self { policy, rules: HashMap::new(), known }
    }

    /// Removes findings that the project ignores, and applies its severities to the others. Returns the changes since the baseline
    /// was written, if there is one.
    pub(super) fn apply(&mut self, name: &str, findings: &mut Findings) -> Option<FindingChanges> {
        let Self { policy: Policy { allowed, severities, paths, .. }, rules, known } = self;
        let here = paths.iter().filter(|path| (path.is_of)(name)).flat_map(|path| &path.allowed);
        let allowed: Vec<&String> = allowed.iter().chain(here).collect();
        findings.map_rules(|rule| {
            if allowed.iter().any(|allowed| *allowed == rule.id || *allowed == "*") {
                return None;
            }
            match severities.iter().find(|(id, _)| id == rule.id) {
                None => Some(rule),
                Some((_, None)) => None,
                Some((_, Some(level))) => Some(*rules.entry((rule.id, rule.severity)).or_insert_with(|| {
                    let mut other = *rule;
                    other.severity = level.severity();
                    // Findings refer to static rules; the number of leaked rules is bounded by the settings.
                    Box::leak(Box::new(other))
                })),
            }
        });
        known.as_ref().map(|known| known.leave_out(name, findings))
    }
}

/// Known findings, with the number of occurrences of each.
#[derive(Debug, Default)]
pub(super) struct Baseline(HashMap<String, usize>);

impl Baseline {
    /// Reads a file written by [`lines`].
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        let mut known = HashMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            *known.entry(line.to_owned()).or_default() += 1;
        }
        Ok(Self(known))
    }

    /// Removes known findings. Returns the differences from the baseline, in both directions.
    fn leave_out(&self, name: &str, findings: &mut Findings) -> FindingChanges {
        let mut changes = FindingChanges::default();
        let mut left = self.0.clone();
        findings.retain(|finding| match left.get_mut(&line(name, finding)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                changes.remaining += 1;
                false
            }
            _ => {
                changes.add_new(finding.rule.id);
                true
            }
        });
        let end = format!("\t{}", name_in_line(name));
        for (line, count) in left.iter().filter(|(line, _)| line.ends_with(&end)) {
            for _ in 0..*count {
                changes.add_gone(line.split('\t').next().unwrap_or_default());
            }
        }
        changes
    }
}

/// Returns the line of a finding in a baseline, which does not change if other entries and lines are added or removed.
fn line(name: &str, finding: &Finding) -> String {
    format!("{}\t{:016x}\t{}", finding.rule.id, sarif::fingerprint(finding), name_in_line(name))
}

/// Returns the name of a document for a baseline.
fn name_in_line(name: &str) -> String {
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    name.replace(['\n', '\r', '\t'], " ")
}

/// Returns the lines of a baseline for all findings in a document.
pub(super) fn lines(name: &str, findings: &Findings) -> Vec<String> {
    findings.iter().map(|finding| line(name, finding)).collect()
}

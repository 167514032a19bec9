//! Comparison of the findings of two checks.

use std::collections::BTreeMap;
use std::fmt;

/// The difference between the findings of a check and an earlier one, by rule.
///
/// ```
/// use bozofeed_check::FindingChanges;
///
/// let mut changes = FindingChanges::default();
/// changes.add_new("date-form");
/// changes.add_gone("uri-relative");
/// changes.add_gone("uri-relative");
/// assert_eq!(changes.to_string(), "1 new, 2 gone, 0 remaining");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FindingChanges {
    /// The number of findings of each rule that are new.
    pub new: BTreeMap<String, usize>,
    /// The number of findings of each rule that are gone.
    pub gone: BTreeMap<String, usize>,
    /// The number of findings in both checks.
    pub remaining: usize,
}

impl FindingChanges {
    /// Adds a new finding.
    pub fn add_new(&mut self, rule: &str) {
        *self.new.entry(rule.to_owned()).or_default() += 1;
    }

    /// Adds a finding that is gone.
    pub fn add_gone(&mut self, rule: &str) {
        *self.gone.entry(rule.to_owned()).or_default() += 1;
    }
}

impl fmt::Display for FindingChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |counts: &BTreeMap<String, usize>| counts.values().sum::<usize>();
        write!(f, "{} new, {} gone, {} remaining", sum(&self.new), sum(&self.gone), self.remaining)
    }
}

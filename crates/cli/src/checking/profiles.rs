//! `--profile`: whether a podcast is ready for a directory.

use bozofeed_check::{Finding, Profile};

use bozofeed_command::printable::safe;

/// The maximum number of problems in the line.
const MOST: usize = 8;

/// Returns a line that states whether a podcast is ready, or lists the missing parts.
pub(super) fn readiness(name: &str, profile: Profile, findings: &[Finding]) -> String {
    let mut problems: Vec<String> = Vec::new();
    for finding in profile.obstacles(findings) {
        let is_missing = finding.rule.id == "podcast-required-missing" && !finding.value.is_empty();
        let problem = if is_missing { finding.value.clone() } else { finding.message() };
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    let (name, title) = (safe(name), profile.title());
    if problems.is_empty() {
        return format!("{name}: ready for {title}, by its elements and addresses");
    }
    let count = problems.len();
    problems.truncate(MOST);
    let more = if count > MOST { format!("; and {} more", count - MOST) } else { String::new() };
    format!("{name}: not ready for {title}: {}{more}", safe(&problems.join("; ")))
}

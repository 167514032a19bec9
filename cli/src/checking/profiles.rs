//! `--profile`: whether a podcast is ready for a directory.

use std::io::{self, Write};

use bozofeed::check::{Finding, Profile};

use crate::command::printable::safe;

/// The problems that are named in the line.
const MOST: usize = 8;

/// Writes whether a podcast is ready, or what is missing, in one line.
pub(super) fn write_readiness(
    out: &mut impl Write,
    name: &str,
    profile: Profile,
    findings: &[Finding],
) -> io::Result<()> {
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
        return writeln!(out, "{name}: ready for {title}");
    }
    let count = problems.len();
    problems.truncate(MOST);
    let more = if count > MOST { format!("; and {} more", count - MOST) } else { String::new() };
    writeln!(out, "{name}: not ready for {title}: {}{more}", safe(&problems.join("; ")))
}

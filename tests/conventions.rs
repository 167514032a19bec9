//! Code outside of `src/feedparser` does not depend on Universal Feed Parser's dictionary. The sanitizer receives the conventions
//! for writing markup (`crates/content/src/conventions.rs`), and does not ask whose they are. So the dictionary can be removed
//! together with its module.

use crate::common::sources;

/// The names of its allowlist, a policy that callers can select.
const POLICY: [&str; 5] = ["FEED_PARSER", "FEED_PARSER_TABLES", "FeedParser", "feed_parser", "feedparser"];

#[test]
fn only_its_module_knows_universal_feed_parser() {
    let mut found = Vec::new();
    for (file, source) in sources() {
        // The step counts cover all results.
        if file.starts_with("feedparser/") || file == "linear.rs" {
            continue;
        }
        let allowed: &[&str] = if file.starts_with("content/") { &POLICY } else { &[] };
        for (index, line) in source.lines().enumerate() {
            if asks_for_dictionary(line, allowed) {
                found.push(format!("{file}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Returns whether a line of code contains a name of Universal Feed Parser that is not allowed, except to declare its module, to
/// name its feature or to include a page of documentation.
fn asks_for_dictionary(line: &str, allowed: &[&str]) -> bool {
    let code = line.trim().split("//").next().unwrap_or_default().replace("feature = \"feedparser\"", "");
    if code.starts_with("pub mod ") || code.contains("include_str!") {
        return false;
    }
    let mut names = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    names.any(|name| {
        let plain = name.to_lowercase().replace('_', "");
        (plain.contains("feedparser") || plain.contains("ufp")) && !allowed.contains(&name)
    })
}

#[test]
fn branches_are_recognized() {
    let mut failures = Vec::new();
    for (line, allowed, expected) in [
        ("if self.needs.follows_feedparser {", &POLICY[..], true),
        ("Links::new(base).like_feedparser(true)", &POLICY, true),
        ("static FEED_PARSER: Policy = x;", &POLICY, false),
        ("static FEED_PARSER: Policy = x;", &[], true),
        ("use crate::feedparser::parse;", &[], true),
        ("let is_ufp = true;", &[], true),
        ("#[cfg(feature = \"feedparser\")]", &[], false),
        ("pub mod feedparser;", &[], false),
        ("/// Universal Feed Parser: feedparser", &[], false),
        ("if self.conventions.references_stay {", &[], false),
    ] {
        if asks_for_dictionary(line, allowed) != expected {
            failures.push(line);
        }
    }
    assert_eq!(failures, Vec::<&str>::new());
}

//! Compares statements about the crate in the README and the guides with the crate. Generated tables and examples have separate
//! tests.

use std::collections::BTreeSet;

use bozofeed::Limits;

use crate::common::command::run;

const README: &str = include_str!("../README.md");
const STABILITY: &str = include_str!("../src/docs/stability.md");
const INTERFACES: [&str; 8] = [
    include_str!("public_api.txt"),
    include_str!("public_api-arrow.txt"),
    include_str!("public_api-content.txt"),
    include_str!("public_api-discover.txt"),
    include_str!("public_api-fetch.txt"),
    include_str!("public_api-model.txt"),
    include_str!("public_api-opml.txt"),
    include_str!("public_api-polling.txt"),
];

#[test]
fn the_readme_takes_three_minutes() {
    let words = README.split_whitespace().count();
    assert!(words <= 900, "{words} words");
}

/// Returns the name of the type in a line of an interface that starts with a declaration such as `pub enum `.
fn declared<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    let path = line.strip_prefix(start)?;
    let path = path.split(['<', '(', ' ']).next()?;
    path.rsplit("::").next()
}

/// Returns the stable lines of an interface: all except `inspect`, which may change before 1.0.
fn promised(list: &str) -> impl Iterator<Item = &str> {
    list.lines().filter(|line| !line.contains(" bozofeed::inspect::") || line.contains("::RuleSeverity"))
}

#[test]
fn the_complete_enumerations_are_listed() {
    let complete: BTreeSet<&str> = INTERFACES
        .iter()
        .flat_map(|list| promised(list))
        .filter_map(|line| declared(line, "pub enum "))
        .collect();
    let (_, list) = STABILITY.split_once("Only these enumerations are complete:").unwrap();
    let (list, _) = list.split_once("\n- ").unwrap();
    let listed: BTreeSet<&str> = list.split("[`").skip(1).filter_map(|link| link.split('`').next()).collect();
    assert_eq!(listed, complete);
}

#[test]
fn structures_with_public_fields_can_get_more() {
    let mut closed = Vec::new();
    for list in INTERFACES {
        let names = promised(list)
            .filter(|line| line.starts_with("pub struct "))
            .filter_map(|line| line.split(['<', '(', ' ']).nth(2));
        closed.extend(names.filter(|name| {
            let field = format!("pub {name}::");
            list.lines().any(|line| {
                line.strip_prefix(&field).is_some_and(|field| !field.starts_with(char::is_uppercase))
            })
        }));
    }
    assert_eq!(closed, [""; 0]);
}

#[test]
fn the_guides_state_the_defaults() {
    let limits = format!("{:?}", Limits::default());
    let help = String::from_utf8(run(&["--help"], b"").stdout).unwrap();
    let mut wrong = Vec::new();
    // The statement, its guide, the underlying fact, and the source of the fact.
    for (statement, guide, fact, source) in [
        ("more than 64 MiB", include_str!("../src/docs/cookbook.md"), format!("size: {}", 64 << 20), &limits),
        (
            "(256 MiB by default)",
            include_str!("../src/docs/ndjson.md"),
            format!("[default: {}]", 256 << 20),
            &help,
        ),
    ] {
        if !guide.contains(statement) || !source.contains(&fact) {
            wrong.push((statement, fact));
        }
    }
    assert_eq!(wrong, []);
}

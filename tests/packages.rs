//! The page about packages (`src/docs/packages.md`) names the contents of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bozofeed::Parser;
use bozofeed::write::Writer;

const PAGE: &str = include_str!("../src/docs/packages.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(files: &[&str]) -> String {
    files.iter().map(|file| fs::read_to_string(root().join(file)).unwrap()).collect()
}

/// Returns the names in the code spans of a cell.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns whether a text contains a name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    text.match_indices(name).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    })
}

#[test]
fn each_package_has_what_the_page_says() {
    let sources = [
        read(&[
            "crates/cli/src/arrow.rs",
            "crates/cli/src/checking/mod.rs",
            "crates/cli/src/network.rs",
            "crates/cli/src/project.rs",
            "crates/command/src/lib.rs",
            "crates/command/src/write.rs",
        ]),
        read(&[
            "bindings/python/bozofeed/__init__.py",
            "bindings/python/bozofeed/_bozofeed.pyi",
            "bindings/python/bozofeed/feedparser/__init__.py",
        ]),
        read(&["bindings/js/lib/small.d.ts", "bindings/js/lib/full.d.ts", "src/parsed.rs"]),
        read(&["bindings/js/lib/small.d.ts"]),
        read(&["src/docs/ndjson.schema.json"]),
    ];
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in PAGE
        .lines()
        .filter(|line| line.starts_with("| ") && !line.contains("| command |") && !line.contains("---"))
    {
        let cells: Vec<&str> = row.trim_matches('|').split(" |").collect();
        if cells.len() != 6 {
            wrong.push(format!("{} cells: {row}", cells.len()));
            continue;
        }
        for (cell, source) in cells[1..].iter().zip(&sources) {
            for name in names(cell) {
                count += 1;
                let name = name.trim_start_matches("--");
                // Arguments are declared as fields.
                if !has_word(source, name) && !has_word(source, &name.replace('-', "_")) {
                    wrong.push(format!("no {name}: {row}"));
                }
            }
        }
    }
    assert!(count > 80, "{count}");
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_option_and_every_module_is_on_the_page() {
    let rows: BTreeSet<&str> =
        PAGE.lines().filter_map(|line| names(line.split(" |").next()?).next()).collect();
    let options = Parser::SETTINGS.iter().chain(Writer::SETTINGS).copied();
    let library = read(&["src/lib.rs"]);
    let modules = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    // The contents of these belong to every result.
    let others = ["docs", "model"];
    let missing: Vec<&str> =
        options.chain(modules).filter(|name| !rows.contains(name) && !others.contains(name)).collect();
    assert_eq!(missing, [""; 0]);
}

/// Only the package for dates contains the licence file.
#[test]
fn the_notice_has_the_licence_of_the_names_of_months() {
    assert!(read(&["NOTICE"]).ends_with(&read(&["crates/date/src/LICENSE-UNICODE"])));
}

#[test]
fn the_notice_names_the_sources_of_statistics_with_their_licences() {
    let generator = read(&["crates/encoding/src/detector/languages/generate.py"]);
    let notice = read(&["NOTICE"]).to_lowercase();
    let (_, sources) = generator.split_once("SOURCES is a folder").unwrap();
    let (sources, _) = sources.split_once("\n\nThe frequencies").unwrap();
    // A source is a file with a statement about it.
    let mut found = Vec::<String>::new();
    for line in sources.lines() {
        match line.strip_prefix("  ") {
            Some(line) if line.starts_with(|c: char| c.is_ascii_lowercase()) => found.push(line.to_owned()),
            Some(line) => found.last_mut().unwrap().push_str(line),
            None => {}
        }
    }
    assert!(found.len() >= 4, "{found:#?}");
    for source in found {
        let name = source.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap();
        let (licence, _) = source.split_once('(').unwrap().1.split_once(')').unwrap();
        let named = notice.lines().any(|line| line.contains(name) && line.contains(&licence.to_lowercase()));
        assert!(named, "{name} ({licence})");
    }
}

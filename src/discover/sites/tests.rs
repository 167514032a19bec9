//! An example of each row.

use std::fmt::Write as _;

use super::*;
use crate::html::parsed_url::UrlParser;

/// Pages, each with the guesses in the lines below it: its URL, and after a space what it consists of.
const EXAMPLES: &str = include_str!("examples.txt");

#[test]
fn each_row_has_an_example() {
    let mut used: Vec<*const Row> = Vec::new();
    let mut found = String::new();
    for line in EXAMPLES.lines().filter(|line| !line.starts_with("  ")) {
        let (url, text) = line.split_once(' ').unwrap_or((line, ""));
        let page = PageElements::read(text, url, &UrlParser::new());
        let location = Location::new(&page, url).unwrap();
        let (sites, evidence) = Site::all_of(&page, text, &location.url);
        for site in sites {
            used.extend(
                site.feeds_of(&page, text, &location, evidence).iter().map(|(row, _)| *row as *const Row),
            );
        }
        let _ = writeln!(found, "{line}");
        for (feed, name) in guesses(&page, text, url).feeds {
            let _ = writeln!(found, "  {name}: {feed}");
        }
    }
    let unused: Vec<_> = SITES
        .iter()
        .copied()
        .flatten()
        .flat_map(|site| site.feeds.iter().map(move |row| (site.name, row)))
        .filter(|(_, row)| !used.contains(&(*row as *const Row)))
        .collect();
    if let Ok(f) = std::env::var("EXAMPLES_OUT") {
        std::fs::write(f, &found).unwrap();
    }
    let wrong: Vec<_> =
        found.lines().zip(EXAMPLES.lines()).filter(|(found, expected)| found != expected).collect();
    assert_eq!(wrong, []);
    assert_eq!(found.lines().count(), EXAMPLES.lines().count());
    assert_eq!(unused, []);
}

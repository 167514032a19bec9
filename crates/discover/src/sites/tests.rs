//! An example for each row.

use std::fmt::Write as _;

use super::*;

/// Pages, each followed by its guesses, one per line: its URL and, after a space, its content.
const EXAMPLES: &str = include_str!("examples.txt");

#[test]
fn each_row_has_an_example() {
    let mut used: Vec<(&str, Row)> = Vec::new();
    let mut found = String::new();
    for line in EXAMPLES.lines().filter(|line| !line.starts_with("  ")) {
        let (url, text) = line.split_once(' ').unwrap_or((line, ""));
        let page = PageElements::read(text, url, &BoundedUrlParser::new());
        let location = Location::new(&page, url).unwrap();
        let (sites, clue) = Site::all_of(&page, text, &location.url);
        for site in sites {
            let rows = site.feeds_of(&page, text, &location, clue);
            used.extend(rows.iter().map(|(row, _)| (site.name, **row)));
        }
        let _ = writeln!(found, "{line}");
        for (feed, name) in guesses(&page, text, url).feeds {
            let _ = writeln!(found, "  {name}: {feed}");
        }
    }
    let lines = || found.lines().map(Some).chain([None]).zip(EXAMPLES.lines().map(Some).chain([None]));
    let wrong: Vec<_> = lines().filter(|(found, expected)| found != expected).take(5).collect();
    let sites = SITES.iter().copied().flatten();
    let rows = sites.flat_map(|site| site.feeds.iter().map(|row| (site.name, *row)));
    let unused: Vec<_> = rows.filter(|row| !used.contains(row)).collect();
    assert_eq!((wrong, unused), (vec![], vec![]));
}

#[test]
fn hosts_are_of_one_site_or_several() {
    let wrong: Vec<_> = [
        ("harbour.example", "www.harbour.example", true),
        ("harbour.example", "blog.harbour.example", true),
        ("shop.harbour.example", "blog.harbour.example", true),
        ("harbour.example", "friend.example", false),
        ("harbour.co.uk", "friend.co.uk", false),
        ("anna.github.io", "friend.github.io", false),
        ("anna.wordpress.com", "friend.wordpress.com", false),
    ]
    .into_iter()
    .filter(|(one, other, expected)| is_same_site(one, other) != *expected)
    .collect();
    assert_eq!(wrong, []);
}

//! Property tests and their generators, for the crates of [`bozofeed`](https://docs.rs/bozofeed).
//!
//! A generator consumes the data that it chooses from. When the data is used up, it chooses the first of everything, and lists end.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "tests fail by panicking"
)]

use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use arbtest::arbtest;

pub use arbtest::arbitrary::{Result, Unstructured};

/// The ASCII digits.
pub const DIGITS: &str = "0123456789";
/// The lower-case ASCII letters.
pub const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The size of the data of the largest case, in bytes. Generators rarely need more.
const SIZE: u64 = 2048;

/// Checks a property with generated cases, small ones first. `PROPTEST_CASES` can raise the number of cases.
///
/// A failure prints a seed; set `ARBTEST_SEED` to that seed to check only its case.
pub fn check(cases: u64, mut property: impl FnMut(&mut Unstructured<'_>) -> Result<()>) {
    if env::var_os("ARBTEST_SEED").is_some() {
        return arbtest(property).run();
    }
    let wanted = env::var("PROPTEST_CASES").ok().and_then(|wanted| wanted.parse().ok());
    let cases = cases.max(wanted.unwrap_or(0));
    for case in 1..=cases {
        // The lower half of a seed is the size of its data.
        let size = (SIZE * case).div_ceil(cases);
        let seed = RandomState::new().hash_one(case) << u32::BITS | size;
        arbtest(&mut property).seed(seed).run();
    }
}

/// Returns a list of values.
pub fn list<T>(
    u: &mut Unstructured<'_>,
    count: RangeInclusive<usize>,
    mut value: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let least = *count.start();
    let count = u.int_in_range(count)?;
    let mut values = Vec::with_capacity(count);
    while values.len() < count && (values.len() < least || !u.is_empty()) {
        values.push(value(u)?);
    }
    Ok(values)
}

/// Returns joined pieces of a list. A repeated piece is chosen more often.
pub fn pieces(u: &mut Unstructured<'_>, count: RangeInclusive<usize>, of: &[&str]) -> Result<String> {
    Ok(list(u, count, |u| u.choose(of).copied())?.concat())
}

/// Returns a string of characters from the groups, which are chosen equally often.
pub fn text(u: &mut Unstructured<'_>, count: RangeInclusive<usize>, groups: &[&str]) -> Result<String> {
    let groups: Vec<Vec<char>> = groups.iter().map(|group| group.chars().collect()).collect();
    let character = |u: &mut Unstructured<'_>| {
        let group = u.choose(&groups)?;
        u.choose(group).copied()
    };
    Ok(list(u, count, character)?.into_iter().collect())
}

/// Adds a row to a table of Markdown.
pub fn add_table_row(table: &mut String, cells: &[&str]) {
    for cell in cells {
        table.push('|');
        for word in cell.split(' ') {
            table.push(' ');
            match word.starts_with("http").then(|| word.split_at(word.trim_end_matches([',', '.']).len())) {
                Some((url, rest)) if url.contains("://") => table.extend(["<", url, ">", rest]),
                _ => {
                    // The ampersand first: the others become references.
                    let marks = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")];
                    let escaped = marks
                        .iter()
                        .fold(word.to_owned(), |text, (mark, reference)| text.replace(*mark, reference));
                    table.push_str(&escaped);
                }
            }
        }
        table.push(' ');
    }
    table.push_str("|\n");
}

/// Compares the tables of a documentation page with generated ones: each is the first one after its heading. With the variable
/// `UPDATE_DOCS`, the page is updated.
pub fn compare_tables(page: &str, tables: &[(&str, String)]) {
    let path = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(page);
    let before = std::fs::read_to_string(&path).unwrap();
    let mut after = before.clone();
    for (heading, table) in tables {
        let section = after.find(heading).unwrap_or_else(|| panic!("{page}: no heading {heading}"));
        let start = section + after[section..].find("\n| ").unwrap_or_else(|| panic!("{page}: no table")) + 1;
        let end = after[start..].find("\n\n").map_or(after.len(), |end| start + end + 1);
        after.replace_range(start..end, table);
    }
    if after != before && std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &after).unwrap();
    }
    assert!(
        after == before,
        "{page} differs from the code; run this test with UPDATE_DOCS=1 and read the difference"
    );
}

//! Property tests and their generators.
//!
//! A generator takes the data that it chooses from. Once the data is used up, it chooses the first of everything, and lists end.

use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::RangeInclusive;

use arbtest::arbtest;

pub(crate) use arbtest::arbitrary::{Result, Unstructured};

pub(crate) const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The size of the data of the largest case, in bytes. No generator usually needs more.
const SIZE: u64 = 2048;

/// Checks a property with generated cases, small ones first: as many as stated, or as `PROPTEST_CASES` says if that is more.
///
/// A failure prints a seed; with this seed in `ARBTEST_SEED`, its case alone is checked.
pub(crate) fn check(cases: u64, mut property: impl FnMut(&mut Unstructured<'_>) -> Result<()>) {
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
pub(crate) fn list<T>(
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

/// Returns a string of characters, each from one of the groups, which are chosen equally often.
pub(crate) fn text(
    u: &mut Unstructured<'_>,
    count: RangeInclusive<usize>,
    groups: &[&str],
) -> Result<String> {
    let groups: Vec<Vec<char>> = groups.iter().map(|group| group.chars().collect()).collect();
    let character = |u: &mut Unstructured<'_>| {
        let group = u.choose(&groups)?;
        u.choose(group).copied()
    };
    Ok(list(u, count, character)?.into_iter().collect())
}

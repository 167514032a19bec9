//! Results of damaged documents: a result written as JSON is read as the same result.
//!
//! `BOZOFEED_MUTANTS=100000 cargo test -p bozofeed-tests --test integration mutants::` tests more documents, and `BOZOFEED_KEEP`
//! specifies a folder for the failing ones.

use bozofeed::{Parsed, Parser};

use crate::common::fixtures;
use crate::common::mutants::{Numbers, mutated};

/// Describes the difference between the result of a document and the result read from its JSON, if any.
fn difference(parser: &Parser, document: &[u8]) -> Option<String> {
    let parsed = parser.parse(document);
    let json = serde_json::to_string(&parsed).unwrap();
    let again: Parsed = match serde_json::from_str(&json) {
        Ok(again) => again,
        Err(error) => return Some(format!("not read: {error}")),
    };
    if again == parsed {
        return None;
    }
    let (before, after) = (format!("{parsed:#?}"), format!("{again:#?}"));
    let lines = before.lines().zip(after.lines()).find(|(before, after)| before != after);
    Some(format!("{lines:?}"))
}

#[test]
fn a_result_is_read_from_its_json() {
    const LONGEST: usize = 16 << 10;
    let documents: Vec<_> =
        fixtures().iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
    let small: Vec<_> =
        documents.iter().filter(|(_, document)| (1..LONGEST).contains(&document.len())).collect();
    let count = std::env::var("BOZOFEED_MUTANTS").map_or(1_000, |count| count.parse().unwrap());
    let parser = Parser::new();
    let mut numbers = Numbers(1);
    let mut wrong = Vec::new();
    for number in 0..count {
        let (path, document) = small[numbers.below(small.len())];
        let mutant = mutated(document, &mut numbers);
        let Some(difference) = difference(&parser, &mutant) else { continue };
        if let Some(folder) = std::env::var_os("BOZOFEED_KEEP") {
            std::fs::write(std::path::Path::new(&folder).join(number.to_string()), &mutant).unwrap();
        }
        wrong.push(format!("mutant {number} of {}: {difference}", path.display()));
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}

//! The memory of a document, whatever it repeats: one bound for every shape, however it is read.

use super::shapes::shapes;
use super::{WAYS, cost};
use bozofeed::Parser;

/// The most memory, and the most that is written: a multiple of the document, and what any document may take.
pub(crate) const MOST_TIMES: usize = 8;
pub(crate) const MOST_OF_ANY: usize = 64 << 20;

/// The sizes of the documents. What is copied for many elements is worst in the short ones: nothing of them is paid for that has no length of
/// its own.
pub(crate) const SIZES: [usize; 4] = [50_000, 300_000, 1_000_000, 10_000_000];

/// The ways that are not bound yet: what writes holds a copy of an entry and its elements as trees, and dictionaries and explanations have
/// larger limits. `COST_MODE` measures them.
const NOT_YET: &[&str] = &[
    "dictionary", "explanation", "feeds that are written", "a merged feed", "a list", "feeds of a page",
    "findings", "mended", "report", "feeds", "icons",
];

/// The beginnings of the names of shapes that take more as the model, and why.
const KNOWN: &[(&str, &str)] = &[
    ("attributes ", "the attributes of a tag are listed before anything is paid for"),
    ("a list of b{}  in <q:a", "the same"),
    ("a list of q:b{}='c'  in <q:a", "the same"),
    ("JSON:  \"a", "the members of an object are listed before anything is paid for"),
    ("JSON:  a:1", "the same"),
    ("JSON: \"_bozofeed\":{\"elements\":[{\"name\":\"a\",\"attributes\":{", "the same"),
    ("JSON: \"_bozofeed\":{\"namespaces\":{", "the same"),
    (
        "shortest: items of RSS in JSON",
        "the items that are read as elements of RSS are listed before anything is paid for",
    ),
    ("Feed: an attribute of many properties", "a value of several properties is copied for each"),
    ("markup in titles never closed", "the markup of one text is paid for when it is complete"),
];

/// Returns the most that a document of this length may take.
pub(crate) fn most(length: usize) -> usize {
    length * MOST_TIMES + MOST_OF_ANY
}

#[test]
#[ignore = "takes long without optimization"]
fn every_shape_takes_memory_within_one_bound() {
    let chosen = std::env::var("COST_SHAPE").ok();
    let way = std::env::var("COST_MODE").ok();
    let parser = Parser::new();
    let (mut wrong, mut met, mut tried) = (Vec::new(), Vec::new(), 0);
    for shape in shapes().iter().filter(|shape| shape.is_sample) {
        if !chosen.as_ref().is_none_or(|chosen| shape.name.contains(chosen)) {
            continue;
        }
        for (_, name, read) in WAYS.iter().filter(|(kind, ..)| *kind == shape.kind) {
            if !way.as_ref().map_or(!NOT_YET.contains(name), |way| name.contains(way)) {
                continue;
            }
            for size in SIZES {
                let document = shape.document(size);
                tried += 1;
                let peak = usize::try_from(cost(*read, &parser, &document).peak).unwrap();
                if peak <= most(document.len()) {
                    continue;
                }
                let fault = format!("{} as {name}, {} bytes: {peak}", shape.name, document.len());
                println!("{fault}");
                match KNOWN.iter().find(|(start, _)| *name == "model" && shape.name.starts_with(start)) {
                    Some(known) => met.push(known),
                    None => wrong.push(fault),
                }
            }
        }
    }
    println!("{tried} documents");
    assert!(wrong.is_empty(), "{} take more memory:\n{}", wrong.len(), wrong.join("\n"));
    if chosen.is_none() && way.is_none() {
        let within: Vec<_> = KNOWN.iter().filter(|known| !met.contains(known)).collect();
        assert!(within.is_empty(), "no longer too expensive: {within:?}");
    }
}

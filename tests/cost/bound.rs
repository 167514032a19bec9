//! One bound on the memory and output of a document, for every shape and every way to read it.

use super::shapes::shapes;
use super::{Cost, WAYS, cost};
use bozofeed::Parser;

/// The maximum memory and output: a multiple of the document's size, plus a constant.
pub(crate) const MOST_TIMES: usize = 8;
pub(crate) const MOST_OF_ANY: usize = 64 << 20;

/// The sizes of the documents. Copies for many elements cost the most in short documents, in which short values are free.
pub(crate) const SIZES: [usize; 4] = [50_000, 300_000, 1_000_000, 10_000_000];

/// Less than this for each byte of a document of 1 MB is less than the bound in one of 10 MB: a byte of the longer one takes at most 1.6 times
/// as much. Only the longest documents of these shapes are left out, which `COST_ALL` tries as well: all of them would take seven minutes.
const CHEAP: u64 = 8;

/// The ways in which some shapes take more: the limit on dictionaries and explanations, 64 MiB and 16 bytes for each byte, is above the bound,
/// a dictionary is built beside the model of a JSON Feed, JSON is written from a copy of the entry, and an explanation keeps the model.
/// `COST_MODE` measures them.
const NOT_YET: &[&str] = &["dictionary", "feeds that are written", "a merged feed", "explanation", "report"];

/// The shapes of 10 MB that take up to 160 MB in one way, and why.
const KNOWN: &[(&str, &str, &str)] = &[
    ("a name for other authors in JSON", "model", MODEL),
    ("declarations", "model", MODEL),
    ("JSON: \"_bozofeed\":{\"elements\":[ {\"name\":\"p{}:a\"},", "model", MODEL),
    ("Page: feeds", "feeds", "the feeds of a page have no limit on memory"),
];
const MODEL: &str =
    "the limit on the model is 5 bytes for each byte of a document, beside what reading takes";

/// Returns the bound for a document of this length.
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
            let mut is_cheap = false;
            for size in SIZES {
                if is_cheap && size == SIZES[3] && !super::is_thorough() {
                    continue;
                }
                let document = shape.document(size);
                tried += 1;
                let cost = cost(*read, &parser, &document);
                let most = most(document.len()) as u64;
                is_cheap = cost.peak.max(cost.longest) < CHEAP * document.len() as u64;
                if cost.peak <= most && cost.longest <= most {
                    continue;
                }
                let Cost { peak, longest, .. } = cost;
                let fault = format!(
                    "{} as {name}, {} bytes: {peak} in memory, {longest} written",
                    shape.name,
                    document.len()
                );
                println!("{fault}");
                match KNOWN.iter().find(|(known, of_way, _)| (*known, *of_way) == (&*shape.name, *name)) {
                    Some(known) => met.push(known),
                    None => wrong.push(fault),
                }
            }
        }
    }
    println!("{tried} documents");
    if chosen.is_none() && way.is_none() {
        let within: Vec<_> = KNOWN.iter().filter(|known| !met.contains(known)).collect();
        assert!(within.is_empty(), "no longer too expensive: {within:?}");
    }
    assert!(wrong.is_empty(), "{} take more memory:\n{}", wrong.len(), wrong.join("\n"));
}

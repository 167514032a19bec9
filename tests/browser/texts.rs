//! The texts for the browser: vectors, alone and inside other markup, and random markup.

use super::generator::Random;
use super::policies::Policy;
use super::vector_list::VECTORS;
use bozofeed::{Document, Parser};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) const BASE: &str = "http://b.example/d/e";

/// Start tags that change how the markup after them is parsed.
static CONTEXTS: &[&str] = &[
    "<noscript>",
    "<svg>",
    "<math><mi>",
    "<table>",
    "<template>",
    "<select>",
    "<textarea>",
    "<svg><desc>",
    "<math><annotation-xml encoding=text/html>",
    "<math><mtext><mglyph><style>",
    "<svg></p><style>",
    "<form><math><mtext></form><form>",
    "<!--",
    "<title>",
    "<a><table><a>",
];

/// The number of contexts for each vector. The next vector uses the next ones.
const CONTEXTS_OF_VECTOR: usize = 4;

/// The number of elements around a vector, close to the maximum depth and beyond it.
static DEPTHS: [usize; 2] = [125, 505];

/// The number of random texts, unless `BOZOFEED_RANDOM` specifies another one.
const RANDOM: u64 = 200;

/// Returns the markup to be sanitized.
fn markup() -> Vec<String> {
    let mut texts = Vec::new();
    let mut contexts = CONTEXTS.iter().cycle();
    for vector in VECTORS {
        texts.push((*vector).to_owned());
        texts.push(format!("<div><b>{vector}</b></div><table><tr><td>{vector}"));
        let contexts = contexts.by_ref().take(CONTEXTS_OF_VECTOR);
        texts.extend(contexts.map(|context| format!("{context}{vector}")));
    }
    // Only a few vectors per depth, since every text has that many elements.
    for vector in VECTORS.iter().step_by(40) {
        texts.extend(DEPTHS.map(|depth| "<div>".repeat(depth) + vector));
    }
    let number = |name: &str, default| {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
    };
    let seed: u64 = number("BOZOFEED_SEED", 0);
    let mut random = Random(seed.wrapping_add(88_172_645_463_325_252));
    let count = number("BOZOFEED_RANDOM", RANDOM);
    texts.extend((0..count).map(|_| random.markup()));
    texts
}

/// Returns the markup as sanitized by a policy, with and without a base. Each text that a second pass changes is added to
/// `unstable`.
pub(super) fn cleaned(policy: &Policy, unstable: &mut Vec<String>) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for (at, markup) in markup().into_iter().enumerate() {
        for base in [BASE, ""] {
            let clean = policy.cleaner.clean(&markup, base).into_owned();
            let again = policy.cleaner.clean(&clean, base);
            if again != clean && policy.is_stable() {
                unstable
                    .push(format!("{}: {markup:?}\n    became {clean:?}\n    then {again:?}", policy.name));
            }
            // The browser loads half of them with a base, and the others without.
            if base.is_empty() == (at % 2 == 0) {
                texts.insert(clean);
            }
        }
    }
    texts
}

/// Returns the vectors as XHTML content of an Atom feed.
pub(super) fn cleaned_xhtml(policy: &Policy, unstable: &mut Vec<String>) -> BTreeSet<String> {
    let mut parser = Parser::new().sanitize(policy.sanitize.clone());
    if let Some(rewrite) = policy.rewrite {
        parser = parser.rewrite_urls(rewrite);
    }
    let read = |markup: &str| {
        let feed = format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>\
             <div xmlns='http://www.w3.org/1999/xhtml'>{markup}</div></content></entry></feed>"
        );
        let parsed = parser.parse(Document::from(&feed).content_type("application/atom+xml").url(BASE));
        let content = parsed.entries.first().and_then(|entry| entry.content.first());
        content.map(|content| content.to_html().into_owned()).unwrap_or_default()
    };
    let mut texts = BTreeSet::new();
    for vector in VECTORS {
        let clean = read(vector);
        let again = read(&clean);
        if again != clean && policy.is_stable() {
            unstable.push(format!(
                "{} as XHTML: {vector:?}\n    became {clean:?}\n    then {again:?}",
                policy.name
            ));
        }
        texts.insert(clean);
    }
    texts
}

/// Returns the markup as in the dictionary. Each text that a second pass changes is added to `unstable`.
pub(super) fn in_dictionary(unstable: &mut Vec<String>) -> BTreeSet<String> {
    let markup = markup();
    let once = contents_in_dictionary(&markup, BASE);
    // With a base, an empty URL would resolve to the base.
    let twice = contents_in_dictionary(&once, "");
    for ((markup, once), twice) in
        markup.iter().zip(&once).zip(twice).filter(|((_, once), twice)| *once != twice)
    {
        unstable.push(format!("{markup:?}\n    became {once:?}\n    then {twice:?}"));
    }
    once.into_iter().collect()
}

fn contents_in_dictionary(markup: &[String], base: &str) -> Vec<String> {
    let items: Vec<Value> = markup.iter().map(|markup| json!({"content_html": markup})).collect();
    let document = json!({"version": "https://jsonfeed.org/version/1.1", "items": items}).to_string();
    let document = Document::from(&document).url(base).content_type("application/feed+json; charset=utf-8");
    let dictionary = serde_json::Value::from(Parser::new().dictionary(document));
    let entries = dictionary["entries"].as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(entries.len(), markup.len());
    let content = |entry: &Value| entry["content"][0]["value"].as_str().unwrap_or_default().to_owned();
    entries.iter().map(content).collect()
}

//! Any bytes are read with any headers and options without a panic, and the guarantees of the result hold. The first byte selects
//! the headers and options.

#![no_main]

mod script_urls;

use bozofeed::content::Sanitize;
use bozofeed::{Bozo, Document, EncodingPolicy, Fault, Limits, Parsed, Parser};
use libfuzzer_sys::fuzz_target;
use script_urls::find_script_url;
use serde_json::Value;

/// Content types sent by servers, correct or not.
static CONTENT_TYPES: [&str; 8] = [
    "application/rss+xml",
    "text/xml",
    "application/xml; charset=utf-8",
    "text/xml; charset=iso-8859-1",
    "application/atom+xml; charset=utf-16",
    "application/feed+json",
    "text/html; charset=shift_jis",
    "image/png",
];

const MAX_ENTRIES: usize = 20;

/// The maximum length of the written document: a multiple of the bytes, and some bytes for values that are not in the document, or
/// come from entities.
const MOST_WRITTEN: (usize, usize) = (500, 16 << 20);

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let mut document = Document::new(bytes);
    let mut parser = Parser::new().limits(Limits::default().entries(MAX_ENTRIES));
    if choice & 1 != 0 {
        document = document.content_type(CONTENT_TYPES[usize::from(choice >> 1 & 7)]);
    }
    if choice & 16 != 0 {
        parser = parser.encoding_policy(EncodingPolicy::RFC7303);
    }
    if choice & 32 != 0 {
        document = document.url("http://b.example/d/e");
    }
    parser = match choice >> 6 {
        0 | 1 => parser,
        2 => parser.sanitize(Sanitize::Reader),
        _ => parser.sanitize(false),
    };
    let parsed = parser.parse(&document);

    assert!(parsed.entries.len() <= MAX_ENTRIES, "{} entries", parsed.entries.len());
    assert!(parsed.faults.len() <= parsed.fault_count, "faults that were not counted");
    assert!(parsed.faults.is_empty() || parsed.bozo.is_some(), "a fault, but not bozo");
    let is_syntax = |fault: &Fault| fault.error.breaks_grammar();
    assert!(
        !parsed.well_formed || !parsed.faults.iter().any(is_syntax),
        "a fault of syntax, and well-formed"
    );
    if let Some(Bozo::NotWellFormed { .. } | Bozo::UndeclaredNamespace { .. }) = &parsed.bozo {
        assert!(!parsed.faults.is_empty(), "not well-formed, but no fault");
    }
    assert!(parsed.faults.is_sorted_by_key(|fault| fault.position.offset), "faults out of order");
    if let Some(fault) = parsed.faults.last() {
        assert!(fault.position.line >= 1 && fault.position.column >= 1, "{:?}", fault.position);
    }
    let model = serde_json::to_string(&parsed).expect("the model is JSON");
    let back: Parsed = serde_json::from_str(&model).expect("the model can be read back");
    assert!(back == parsed, "the model has changed");
    let value: Value = serde_json::from_str(&model).expect("the model can be read back");
    assert_eq!(find_script_url(&value), None, "the model");

    let dictionary = serde_json::Value::from(parser.dictionary(&document));
    assert!(dictionary.is_object(), "the dictionary is not an object");
    // Universal Feed Parser also reads entries inside unknown elements.
    assert!(dictionary["entries"].as_array().is_some_and(|entries| entries.len() <= MAX_ENTRIES), "entries");
    assert_eq!(dictionary["well_formed"], parsed.well_formed, "well-formed");
    assert_eq!(find_script_url(&dictionary), None, "the dictionary");
    let written = serde_json::to_string(&dictionary).expect("the dictionary is JSON");
    let most = MOST_WRITTEN.0 * bytes.len() + MOST_WRITTEN.1;
    assert!(model.len() <= most && written.len() <= most, "{}, {} bytes", model.len(), written.len());
});

//! Any bytes are read with any headers and options without a panic, and the promises of the result hold. The first byte
//! chooses the headers and options.

#![no_main]

use bozofeed::{Bozo, EncodingPolicy, Fault, JsonError, Limits, Parsed, Parser, Sanitize, Violation, feedparser};
use libfuzzer_sys::fuzz_target;

/// Content types that servers send, right or wrong.
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

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, document)) = bytes.split_first() else { return };
    let mut parser = Parser::new().limits(Limits::default().entries(MAX_ENTRIES).depth(60));
    if choice & 1 != 0 {
        parser = parser.content_type(CONTENT_TYPES[usize::from(choice >> 1 & 7)]);
    }
    if choice & 16 != 0 {
        parser = parser.encoding_policy(EncodingPolicy::RFC7303);
    }
    if choice & 32 != 0 {
        parser = parser.base_url("http://b.example/d/e");
    }
    parser = match choice >> 6 {
        0 | 1 => parser,
        2 => parser.sanitize(Sanitize::Reader),
        _ => parser.sanitize(false),
    };
    let parsed = parser.parse(document);

    assert!(parsed.entries.len() <= MAX_ENTRIES, "{} entries", parsed.entries.len());
    assert!(parsed.faults.len() <= parsed.fault_count, "faults that were not counted");
    assert!(parsed.faults.is_empty() || parsed.bozo.is_some(), "a fault, and not bozo");
    let is_of_type = |fault: &Fault| matches!(fault.error, Violation::Json(JsonError::WrongType { .. }));
    assert!(
        parsed.faults.iter().all(is_of_type) || !parsed.well_formed,
        "a fault of syntax, and well-formed"
    );
    if let Some(Bozo::NotWellFormed { .. } | Bozo::UndeclaredNamespace { .. }) = &parsed.bozo {
        assert!(!parsed.faults.is_empty(), "not well-formed, and no fault");
    }
    assert!(parsed.faults.is_sorted_by_key(|fault| fault.position.offset), "faults out of order");
    if let Some(fault) = parsed.faults.last() {
        assert!(fault.position.line >= 1 && fault.position.column >= 1, "{:?}", fault.position);
    }
    let model = serde_json::to_string(&parsed).expect("the model is JSON");
    let back: Parsed = serde_json::from_str(&model).expect("the model can be read back");
    assert!(back == parsed, "the model is not what was written");
    assert!(feedparser::parse(&parser, document).is_object(), "the dictionary is not an object");
});

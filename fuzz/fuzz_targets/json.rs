//! Any bytes are read as a JSON Feed, into the model and into the dictionary, and both can be written and read back. The first byte
//! selects the text before the bytes, so that they are directly part of a feed.

#![no_main]

mod script_urls;

use std::sync::LazyLock;

use bozofeed::{Bozo, Document, Format, Limits, Parsed, Parser};
use libfuzzer_sys::fuzz_target;
use script_urls::find_script_url;
use serde_json::Value;

/// The beginning of a document; the bytes follow.
static BEGINNINGS: [&str; 6] = [
    "",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{",
    "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"content_html\":\"",
    "{\"items\":[{\"attachments\":[{",
    "{\"rss\":{\"version\":\"2.0\",\"channel\":{\"item\":[{",
];

const MOST_ENTRIES: usize = 20;

/// The maximum length of the written document: a multiple of the bytes, and some bytes for values that are not in the document.
const MOST_WRITTEN: (usize, usize) = (500, 8 << 20);

static PARSER: LazyLock<Parser> = LazyLock::new(|| {
    let limits = Limits::default().entries(MOST_ENTRIES);
    Parser::new().limits(limits)
});

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let Some(beginning) = BEGINNINGS.get(usize::from(choice) % BEGINNINGS.len()) else { return };
    let bytes = [beginning.as_bytes(), rest].concat();
    let document = Document::new(&bytes).content_type("application/feed+json").url("http://b.example/d/e");

    let parsed = PARSER.parse(&document);
    assert!(parsed.entries.len() <= MOST_ENTRIES, "{} entries", parsed.entries.len());
    let model = serde_json::to_string(&parsed).expect("the model is JSON");
    let back: Parsed = serde_json::from_str(&model).expect("the model can be read back");
    assert!(back == parsed, "the model has changed");
    let value: Value = serde_json::from_str(&model).expect("the model can be read back");
    assert_eq!(find_script_url(&value), None, "the model");

    let dictionary = serde_json::Value::from(PARSER.dictionary(&document));
    let written = serde_json::to_string(&dictionary).expect("the dictionary is JSON");
    let back: Value = serde_json::from_str(&written).expect("the dictionary can be read back");
    assert!(back.is_object(), "the dictionary is not an object");
    assert_eq!(find_script_url(&dictionary), None, "the dictionary");
    let most = MOST_WRITTEN.0 * bytes.len() + MOST_WRITTEN.1;
    assert!(model.len() <= most && written.len() <= most, "{}, {} bytes", model.len(), written.len());
    // In RSS, Universal Feed Parser also reads entries inside unknown elements, up to the same limit. XML that ends inside a start
    // tag may have an entry with only the attributes of that tag, which the dictionary lacks.
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    let is_rss = !matches!(parsed.format, Format::Json1 | Format::Json11);
    let entries = dictionary["entries"].as_array().map_or(0, Vec::len);
    let is_plausible = entries == parsed.entries.len() || is_rss && entries > parsed.entries.len();
    assert!(!is_json || is_plausible, "{entries} entries");
    // One of them may exceed a limit that the other does not: their policies for markup differ, and so do their results.
    let is_limited = matches!(parsed.bozo, Some(Bozo::LimitExceeded { .. }))
        || dictionary["bozo_exception"]["type"] == "LimitExceeded";
    assert!(is_limited || dictionary["bozo"] == parsed.bozo.is_some(), "bozo");
});

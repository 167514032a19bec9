//! For any repetition in a document, searches examine at most a fixed number of bytes for each byte of it. The first byte selects
//! the beginning, and the second one the place where the bytes are split: the first part is repeated, and the second one follows
//! once.

#![no_main]

use std::sync::LazyLock;

use bozofeed::{Document, Parser, fuzzing};
use libfuzzer_sys::fuzz_target;

/// The beginning of a document.
static BEGINNINGS: [&str; 8] = [
    "",
    "<rss><channel><item>",
    "<rss><channel><item><description><![CDATA[",
    "<!DOCTYPE rss [",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"content_html\":\"",
    "<opml><body>",
    "<html>",
];

const TIMES: usize = 256;

/// The maximum number of steps per byte of a document. The reader, the sanitizer and the raw text in its markup may each look ahead
/// by 64 steps per byte, and forward searches take at most as many.
const MOST: usize = 4 * 64;
/// The number of steps for any document.
const FREE: usize = 1 << 16;

static PARSER: LazyLock<Parser> = LazyLock::new(Parser::new);

fuzz_target!(|bytes: &[u8]| {
    let [choice, split, rest @ ..] = bytes else { return };
    let Some(beginning) = BEGINNINGS.get(usize::from(*choice) % BEGINNINGS.len()) else { return };
    let (unit, tail) = rest.split_at(usize::from(*split).min(rest.len()));
    let bytes = [beginning.as_bytes(), &unit.repeat(TIMES), tail].concat();
    // The allowance depends on the text, which may be longer than the bytes if they are not UTF-8.
    let bytes = String::from_utf8_lossy(&bytes).into_owned().into_bytes();
    let document = || Document::new(&bytes).url("http://b.example/d/e");
    let within = |way: &str, read: &dyn Fn()| {
        fuzzing::steps();
        read();
        let steps = fuzzing::steps();
        assert!(steps <= MOST * bytes.len() + FREE, "{way}: {steps} steps for {} bytes", bytes.len());
    };
    within("the model", &|| _ = PARSER.parse(document()));
    within("the dictionary", &|| _ = serde_json::Value::from(PARSER.dictionary(document())));
    within("the list", &|| _ = bozofeed_opml::parse(&bytes));
    within("the feeds", &|| _ = bozofeed_discover::feeds(document()));
});

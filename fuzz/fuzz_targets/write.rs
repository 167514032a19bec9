//! Any bytes are written as a document that is well-formed, runs nothing and has the entries of the model. The first byte selects
//! the text before the bytes, so that they are directly part of a feed. The judges of `tests/write` are used.

#![no_main]

#[path = "../../tests/write/judge.rs"]
mod judge;
#[path = "../../tests/write/promises.rs"]
mod promises;

use std::sync::LazyLock;

use bozofeed::content::Sanitize;
use bozofeed::{Limits, Parser};
use libfuzzer_sys::fuzz_target;

/// The beginnings and the ends of documents.
static AROUND: [(&str, &str); 8] = [
    ("", ""),
    ("<rss version='2.0'><channel>", "</channel></rss>"),
    ("<rss version='2.0'><channel><item>", "</item></channel></rss>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry>", "</entry></feed>"),
    (
        "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:h='http://www.w3.org/1999/xhtml' \
         xmlns:s='http://www.w3.org/2000/svg'><entry><content type='application/xml'>",
        "</content></entry></feed>",
    ),
    ("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{", "}]}"),
    (
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"_bozofeed\":{\"elements\":[{",
        "}]}}]}",
    ),
    ("<html><div class='h-feed'><div class='h-entry'>", "</div></div></html>"),
];

static PARSER: LazyLock<Parser> = LazyLock::new(|| Parser::new().limits(Limits::default().entries(20)));

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let Some((start, end)) = AROUND.get(usize::from(choice) % AROUND.len()) else { return };
    let bytes = [start.as_bytes(), rest, end.as_bytes()].concat();
    let parsed = PARSER.parse(&bytes);
    if parsed.is_feed() {
        let faults = promises::faults(&parsed, &Sanitize::Default);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
});

//! Tests that count steps: for any alternation in a document, searches examine each byte a bounded number of times.
//!
//! The documents combine every two openings with every possible end, which is near, far or missing.

use crate::inspect::{ElementShapes, Inspector, Shape};
use crate::page::PageTags;
use crate::{Document, Parser};
use bozofeed_text::scan::steps;

/// The maximum number of steps per byte of a document, and for any document: 64 of lookahead, and as many of forward searches.
const MOST: (usize, usize) = (128, 1 << 16);

/// The maximum number of steps per byte of a longer document, in tenths of the number for the shorter one.
const GROWTH: usize = 15;

/// A way to read a document.
struct Way {
    name: &'static str,
    read: fn(&[u8]),
}

/// Receives tags and texts.
struct InspectedTags;

impl Inspector for InspectedTags {}

/// Also receives values.
struct InspectedValues;

impl Inspector for InspectedValues {
    fn receives_values(&self) -> bool {
        true
    }
}

impl Way {
    const fn new(name: &'static str, read: fn(&[u8])) -> Self {
        Self { name, read }
    }
}

const FEED: &[Way] = &[
    Way::new("the model", |bytes| _ = Parser::new().parse(bytes)),
    #[cfg(feature = "feedparser")]
    Way::new("the dictionary", |bytes| _ = Parser::new().dictionary(bytes)),
    Way::new("the explanation", |bytes| _ = Parser::new().explain(bytes)),
    Way::new("an inspection", |bytes| _ = Parser::new().inspect(&Document::new(bytes), &mut InspectedTags)),
    Way::new("an inspection of values", |bytes| {
        _ = Parser::new().inspect(&Document::new(bytes), &mut InspectedValues);
    }),
];

/// The elements of a format other than a feed format.
struct ListElements;

impl ElementShapes for ListElements {
    const ELEMENTS: &'static [(&'static str, Shape)] =
        &[("opml", Shape::Root), ("body", Shape::Feed), ("outline", Shape::Container)];
}

struct NoInspector;

impl Inspector for NoInspector {}

const LIST: &[Way] = &[Way::new("the list", |bytes| {
    Parser::new().inspect_elements::<ListElements>(&Document::new(bytes), &mut NoInspector);
})];

const PAGE: &[Way] = &[Way::new("the links", |bytes| {
    _ = PageTags::new(&String::from_utf8_lossy(bytes)).filter_map(|tag| tag.link()).count();
})];

/// A kind of document: its beginning and end, its repeated parts, and the possible ends of these.
struct Grammar {
    name: &'static str,
    ways: &'static [Way],
    head: &'static str,
    units: &'static [&'static str],
    tails: &'static [&'static str],
}

const RSS: &str = "<rss version='2.0'><channel><title>a</title><item>";

/// Escaped markup in a description would need a second set of names: a section contains it as written.
const SECTION: &str = "<rss version='2.0'><channel><item><description><![CDATA[";

const MARKUP: &[&str] = &[
    "<script/>",
    "<script>",
    "<style title=b />",
    "<textarea>",
    "<title/>",
    "<xmp>",
    "<iframe src='//b.example/' />",
    "<noscript><img src=b>",
    "<plaintext/>",
    "<svg><title>",
    "<math>",
    "<!-- ",
    "<!--[if b]>",
    "<![CDATA[",
    "<?b ",
    "<!doctype ",
    "<b",
    "<x-y",
    "<b title='",
    "<b title=\"c\" style='d:\"",
    "<p style='b:url(\"(/*'>",
    "</b ",
    "<b><p>",
    "</b>",
    "&b",
    "&#0",
];

const MARKUP_TAILS: &[&str] = &[
    "",
    "</script></style></textarea></title></xmp></iframe></noscript>",
    "-->]]>?>",
    "'\">",
    "\"'>",
    "</svg></math>",
    "<div>",
];

const GRAMMARS: &[Grammar] = &[
    Grammar { name: "markup", ways: FEED, head: SECTION, units: MARKUP, tails: MARKUP_TAILS },
    #[cfg(feature = "h-feed")]
    Grammar {
        name: "microformats",
        ways: FEED,
        head: "<!doctype html><div class=h-feed><div class=h-entry>",
        units: &[
            "<div class=h-entry>",
            "<p class='p-url h-geo'>",
            "<div class='p-in-reply-to p-name h-cite'></div>",
            "<b class='p-name p-summary p-category e-content'>",
            "<b class='u-url u-uid u-photo dt-published dt-updated'>",
            "<data class='p-name p-category u-url' value='c'>",
            "<a class=u-url href=c>",
            "<b class=value>",
            "<template>",
            "</div>",
            "</b>",
            "b ",
        ],
        tails: &["", "</div>"],
    },
    Grammar { name: "a page", ways: PAGE, head: "<html>", units: MARKUP, tails: MARKUP_TAILS },
    Grammar {
        name: "XML",
        ways: FEED,
        head: RSS,
        units: &[
            "<title>b<!-- ", "<!-- b -->", "<link><![CDATA[", "<title><![CDATA[b</title>", "<![CDATA[b]]>",
            "<guid>b<? ", "<?xml ", "<!DOCTYPE b [", "<! b", "<title b='>", "<link b=\"c>", "<b c='d\">",
            "< title>", "<title", "</titel>", "</title>", "<item>", "</item>", "< ", "title>", "&b", "]]>",
            "<media:content>",
        ],
        tails: &["", "-->", "]]>", "?>", "'>", "\">", "</title></item></channel></rss>", "-->]]>?>"],
    },
    Grammar {
        name: "a document type",
        ways: FEED,
        head: "<!DOCTYPE rss [",
        units: &[
            "<!-- ", "<!-- b -->", "<? ", "<?b c?>", "<!ENTITY b '", "<!ENTITY b '%'>", "<!ENTITY b 'c'>",
            "<!ATTLIST b c CDATA 'd'>", "<!ELEMENT b (", "<!NOTATION b SYSTEM \"", "]", "%b;",
        ],
        tails: &["", "]>", "-->]>", "?>]>", "'>]>", "\">]>", "]><rss>"],
    },
    Grammar {
        name: "JSON",
        ways: FEED,
        head: "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[",
        units: &[
            "[[1]],", "[", "]", "{", "}", "{\"b\":", "{\"b\":1},\"c\":2,", "\"b\":1,", "\"b\",", "'b',",
            "'b':", "b:", "b,", "\"b\"c", "\"b:1,\\", "{[1},", "[{],", "\\\"", "\"\\u", "/*b*/", "/*",
            "// b\n", ",", ":", "\n\"b\":\"c,",
        ],
        tails: &["", "\"b", "\"\\", "'b", "*/", "\"", "]}", "}]}"],
    },
    Grammar {
        name: "a list",
        ways: LIST,
        head: "<opml><body>",
        units: &[
            "<outline text='b'>", "<outline text='b", "<outline text=\"b'>", "</outline>", "<!-- ",
            "<![CDATA[", "<? ", "<b>", "</b>",
        ],
        tails: &["", "'>", "\">", "-->", "]]>", "?>", "</body></opml>"],
    },
];

/// The arrangements of two parts.
const ARRANGEMENTS: &[&str] = &["in turn", "one after the other", "with a long value", "with a long end"];

/// Returns a document of about `size` bytes.
fn document(
    grammar: &Grammar,
    [one, other]: [&str; 2],
    tail: &str,
    arrangement: &str,
    size: usize,
) -> String {
    let repeat = |text: &str, size: usize| text.repeat(size.div_ceil(text.len()));
    let both = one.to_owned() + other;
    let middle = match arrangement {
        "in turn" => repeat(&both, size),
        "one after the other" => repeat(one, size / 2) + &repeat(other, size / 2),
        "with a long value" => one.to_owned() + &repeat("b", size / 2) + &repeat(&both, size / 2),
        _ => repeat(&both, size / 2) + &repeat("b ", size / 2),
    };
    grammar.head.to_owned() + &middle + tail
}

/// Asserts that the number of steps for documents of these lengths is proportional to the length, for one in `parts` of them.
fn assert_linear(sizes: [usize; 2], parts: usize) {
    let mut all = Vec::new();
    let mut number = 0_usize;
    for grammar in GRAMMARS {
        for one in grammar.units {
            for other in grammar.units {
                for tail in grammar.tails {
                    for arrangement in ARRANGEMENTS {
                        number += 1;
                        if !number.is_multiple_of(parts) {
                            continue;
                        }
                        let [small, large] =
                            sizes.map(|size| document(grammar, [*one, *other], tail, arrangement, size));
                        for Way { name: way, read } in grammar.ways {
                            let [few, many] = [&small, &large].map(|document| {
                                steps::take();
                                read(document.as_bytes());
                                steps::take()
                            });
                            let growth =
                                few.saturating_mul(large.len()).saturating_mul(GROWTH) / small.len() / 10;
                            if many > MOST.0 * large.len() + MOST.1 || many > growth + MOST.1 {
                                all.push(format!(
                                    "{}: {one:?} and {other:?} {arrangement}, then {tail:?}, as {way}: {few} steps for {} \
                                     bytes, {many} for {}",
                                    grammar.name,
                                    small.len(),
                                    large.len()
                                ));
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(number > 10_000, "{number} documents");
    let shown = all.iter().take(50).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(all.is_empty(), "{} are not linear:\n{shown}", all.len());
}

#[test]
fn whatever_takes_turns_is_searched_in_linear_time() {
    assert_linear([3_000, 12_000], 307);
}

#[test]
#[ignore = "takes long without optimization"]
fn whatever_takes_turns_at_any_length_is_searched_in_linear_time() {
    assert_linear([100_000, 1_000_000], 1);
}

/// The heads of documents have bounded length, so their growth shows nothing, but small documents are numerous.
#[test]
fn the_head_of_a_document_is_read_in_linear_time() {
    let mut all = Vec::new();
    for unit in ["<b", "<b/", "<meta ", "<!doctype html", "<?xml ", "encoding=", "<!-- "] {
        for head in ["", "<!DOCTYPE rss [", "<b>"] {
            let document = head.to_owned() + &unit.repeat(1024 / unit.len());
            for Way { name: way, read } in FEED.iter().chain(PAGE) {
                steps::take();
                read(document.as_bytes());
                let steps = steps::take();
                if steps > MOST.0 * document.len() {
                    all.push(format!(
                        "{head:?} and {unit:?} as {way}: {steps} steps for {} bytes",
                        document.len()
                    ));
                }
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

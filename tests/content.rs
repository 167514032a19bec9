//! Sanitizing of markup under each policy.

use bozofeed::Parser;
use bozofeed::content::{Allowlist, Sanitize, Sanitizer};
use std::borrow::Cow;

const BASE: &str = "https://example.org/a/b";

const MARKUP: &str = "<p class=\"x\" style=\"color:red;position:fixed\" onclick=\"x()\">a <a href=\"../c\">b</a><script>x()</script></p>\
    <form action=\"d\"><input name=\"e\"></form><img src=\"f.png\"><iframe src=\"g\"></iframe><!-- h -->";

#[test]
fn each_choice_keeps_what_it_says() {
    let mut lists = Allowlist::reader();
    lists.elements.retain(|name| name != "img");
    lists.comments = true;
    for (sanitize, resolve_urls, expected) in [
        (
            Sanitize::FeedParser,
            true,
            "<p class=\"x\" style=\"color: red;\">a <a href=\"https://example.org/c\">b</a></p>\
             <form action=\"https://example.org/a/d\"><input name=\"e\"></form><img src=\"https://example.org/a/f.png\"><!-- h -->",
        ),
        (
            Sanitize::FeedParser,
            false,
            "<p class=\"x\" style=\"color: red;\">a <a href=\"../c\">b</a></p>\
             <form action=\"d\"><input name=\"e\"></form><img src=\"f.png\"><!-- h -->",
        ),
        (
            Sanitize::Reader,
            true,
            "<p>a <a href=\"https://example.org/c\" rel=\"noopener noreferrer\">b</a></p><img src=\"https://example.org/a/f.png\" alt=\"\">\
             <a href=\"https://example.org/a/g\" rel=\"noopener noreferrer\">example.org</a>",
        ),
        (
            Sanitize::Custom(Box::new(lists)),
            true,
            "<p>a <a href=\"https://example.org/c\" rel=\"noopener noreferrer\">b</a></p>\
             <a href=\"https://example.org/a/g\" rel=\"noopener noreferrer\">example.org</a><!-- h -->",
        ),
        (Sanitize::Off, false, MARKUP),
    ] {
        let clean = Sanitizer::new(&sanitize, resolve_urls).clean(MARKUP, BASE).into_owned();
        assert_eq!(clean, expected, "{sanitize:?}");
    }
}

#[test]
fn without_sanitizing_only_uris_change() {
    let clean = Sanitizer::new(&Sanitize::Off, true).clean(MARKUP, BASE).into_owned();
    let expected = MARKUP
        .replace("\"../c\"", "\"https://example.org/c\"")
        .replace("\"d\"", "\"https://example.org/a/d\"")
        .replace("\"f.png\"", "\"https://example.org/a/f.png\"")
        .replace("\"g\"", "\"https://example.org/a/g\"");
    assert_eq!(clean, expected);
}

#[test]
fn text_that_needs_nothing_is_not_copied() {
    for sanitize in [Sanitize::FeedParser, Sanitize::Reader, Sanitize::Off] {
        let cleaner = Sanitizer::new(&sanitize, true);
        assert!(matches!(cleaner.clean("1 > 0, \"and\" more", BASE), Cow::Borrowed(_)), "{sanitize:?}");
    }
}

#[test]
fn a_base_that_is_not_absolute_leaves_uris_relative() {
    let cleaner = Sanitizer::new(&Sanitize::FeedParser, true);
    for base in ["", "/a/", "a", "//example.org/"] {
        assert_eq!(cleaner.clean("<a href=b>c</a>", base), "<a href=\"b\">c</a>", "{base:?}");
    }
}

#[test]
fn reader_keeps_what_articles_need() {
    let mut lists = Allowlist::reader();
    lists.distinct_ids = false;
    let cleaner = Sanitizer::new(&Sanitize::Custom(Box::new(lists)), true);
    for (markup, expected) in [
        (
            "<a href='#fn1'>1</a><p id=fn1 class='note wide'>x",
            "<a href=\"#user-content-fn1\" rel=\"noopener noreferrer\">1</a><p id=\"user-content-fn1\">x</p>",
        ),
        (
            "<pre><code class='hl language-rust'>x</code></pre>",
            "<pre><code class=\"language-rust\">x</code></pre>",
        ),
        (
            "<img src='data:image/gif;base64,R0lGOD' data-src=a.png>",
            "<img src=\"https://example.org/a/a.png\" alt=\"\">",
        ),
        (
            "<picture><source srcset='a.webp 1x, b.webp 2x'><img src=c.png></picture>",
            "<picture><source srcset=\"https://example.org/a/a.webp 1x, https://example.org/a/b.webp 2x\">\
             <img src=\"https://example.org/a/c.png\" alt=\"\"></picture>",
        ),
        ("safe<iframe> <b>x</b></iframe>", "safe <b>x</b>"),
        ("<a href='file:///etc/passwd'>x</a>", "<a rel=\"noopener noreferrer\">x</a>"),
        (
            "<td headers='a user-content-b'>x",
            "<table><td headers=\"user-content-a user-content-b\">x</td></table>",
        ),
    ] {
        assert_eq!(cleaner.clean(markup, BASE), expected, "{markup}");
    }
}

#[test]
fn allowed_embeds_are_sandboxed() {
    let mut allowlist = Allowlist::reader();
    allowlist.embed_hosts.push("video.example".to_owned());
    allowlist.embed_links = false;
    let cleaner = Sanitizer::new(&Sanitize::Custom(Box::new(allowlist)), true);
    let embed = "<iframe width=\"9\" src=\"https://video.example/v?a&amp;b\" loading=\"lazy\" \
        referrerpolicy=\"strict-origin-when-cross-origin\" allowfullscreen=\"allowfullscreen\" \
        sandbox=\"allow-popups allow-presentation allow-same-origin allow-scripts\"></iframe>";
    for (markup, expected) in [
        (
            "a<iframe src='https://video.example/v?a&b' width=9 onload=x() srcdoc=y><b>z</b></iframe>b",
            &*format!("a{embed}b"),
        ),
        (
            "<iframe src=//video.example/v><b>z</b></iframe>",
            &embed.replace(" width=\"9\"", "").replace("?a&amp;b", ""),
        ),
        ("<iframe src=https://other.example/v><b>z</b></iframe>", "<b>z</b>"),
        ("<iframe src=https://video.example.other.example/v>z</iframe>", "z"),
        ("<iframe src=https://video.example@other.example/v>z</iframe>", "z"),
        ("<iframe src=https://other.example@video.example/v>z</iframe>", "z"),
        ("<iframe src=https://:x@video.example/v>z</iframe>", "z"),
        ("<iframe src=javascript:x>z</iframe>", "z"),
        ("<iframe>z</iframe>", "z"),
    ] {
        let clean = cleaner.clean(markup, BASE);
        assert_eq!(clean, expected, "{markup}");
        assert_eq!(cleaner.clean(&clean, ""), clean, "{markup} a second time");
    }
}

#[test]
fn names_of_an_allowlist_may_be_read_at_run_time() {
    let mut allowlist = Allowlist::reader();
    allowlist.elements = "b,blink,b-custom".split(',').map(str::to_owned).collect();
    let cleaner = Sanitizer::new(&Sanitize::Custom(Box::new(allowlist)), true);
    assert_eq!(cleaner.clean("<b>a</b><blink>b</blink><i>c</i>", ""), "<b>a</b><blink>b</blink>c");
}

#[test]
fn text_is_repaired_before_it_is_cleaned() {
    // UTF-8 of a zero-width space, read as ISO-8859-1 and encoded again.
    let markup = "<a href=\"\u{E2}\u{80}\u{8B}javascript:x\">y</a>";
    let feed = format!("<rss><channel><description><![CDATA[{markup}]]></description></channel></rss>");
    let parsed = Parser::new().sanitize(Sanitize::FeedParser).parse(feed.as_bytes());
    assert_eq!(parsed.feed.subtitle().unwrap().value, "<a href=\"\">y</a>");
}

#[test]
fn byte_order_marks_are_removed_from_the_start() {
    let cleaner = Sanitizer::new(&Sanitize::FeedParser, true);
    for markup in ["\u{FEFF}o<", "\u{FEFF}\u{FEFF}o<", "<x></x>\u{FEFF}o<"] {
        let clean = cleaner.clean(markup, "");
        assert_eq!(clean, "o&lt;", "{markup:?}");
    }
}

#[test]
fn fragments_and_nested_sections_are_kept() {
    let cleaner = Sanitizer::new(&Sanitize::FeedParser, true);
    for (markup, expected) in [
        ("<a href='#fn1'>x</a>", "<a href=\"#fn1\">x</a>"),
        ("a<![CDATA[<b>c</b>]]>", "a&lt;![CDATA[<b>c</b>]]&gt;"),
        ("safe<iframe> <b>x</b></iframe>", "safe <b>x</b>"),
        // The namespace of a removed attribute is not declared.
        (
            "<svg><use xlink:href='javascript:x'/></svg>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><use></use></svg>",
        ),
        (
            "<svg><a xmlns:xlink=q xlink:href=y>z</a></svg>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><a xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             xlink:href=\"https://example.org/a/y\">z</a></svg>",
        ),
    ] {
        let clean = cleaner.clean(markup, BASE);
        assert_eq!(clean, expected, "{markup}");
        assert_eq!(cleaner.clean(&clean, ""), clean, "{markup} a second time");
    }
}

#[test]
fn the_model_and_the_dictionary_have_policies_of_their_own() {
    let markup = "&lt;p style='color: red'&gt;b&lt;input&gt;&lt;/p&gt;";
    let xml = format!("<rss><channel><item><description>{markup}</description></item></channel></rss>")
        .into_bytes();
    let json = format!(
        "{{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{{\"content_html\":\"{}\"}}]}}",
        markup.replace("&lt;", "<").replace("&gt;", ">")
    );
    let (reader, feed_parser) = ("<p>b</p>", "<p style=\"color: red;\">b<input></p>");
    for (parser, model, dictionary) in [
        (Parser::new(), reader, feed_parser),
        (Parser::new().sanitize(true), reader, feed_parser),
        (Parser::new().sanitize(Sanitize::Reader), reader, reader),
        (Parser::new().sanitize(Sanitize::FeedParser), feed_parser, feed_parser),
    ] {
        for document in [&xml[..], json.as_bytes()] {
            let parsed = parser.parse(document);
            let text = parsed.entries[0].best_content().unwrap();
            assert_eq!((text.value.as_str(), text.is_sanitized()), (model, true), "{parser:?}");
            // The dictionary writes void elements like Universal Feed Parser only for XML documents.
            let summary = &serde_json::Value::from(parser.dictionary(document))["entries"][0]["summary"];
            assert_eq!(
                summary.as_str().map(|text| text.replace(" />", ">")).as_deref(),
                Some(dictionary),
                "{parser:?}"
            );
        }
        let _ = dictionary;
    }
}

#[test]
fn a_cleaner_can_be_shared() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    is_shared(&Sanitizer::new(&Sanitize::FeedParser, true));
}

//! Cleaning of markup under each policy.

#![cfg(feature = "sanitize")]

use bozofeed::content::{Allowlist, Cleaner, Sanitize};
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
            "<p>a <a href=\"https://example.org/c\" rel=\"noopener noreferrer\">b</a></p><img src=\"https://example.org/a/f.png\">",
        ),
        (
            Sanitize::Custom(Box::new(lists)),
            true,
            "<p>a <a href=\"https://example.org/c\" rel=\"noopener noreferrer\">b</a></p><!-- h -->",
        ),
        (Sanitize::Off, false, MARKUP),
    ] {
        let clean = Cleaner::new(&sanitize, resolve_urls).clean(MARKUP, BASE).into_owned();
        assert_eq!(clean, expected, "{sanitize:?}");
    }
}

#[test]
fn without_sanitizing_only_uris_change() {
    let clean = Cleaner::new(&Sanitize::Off, true).clean(MARKUP, BASE).into_owned();
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
        let cleaner = Cleaner::new(&sanitize, true);
        assert!(matches!(cleaner.clean("1 > 0, \"and\" more", BASE), Cow::Borrowed(_)), "{sanitize:?}");
    }
}

#[test]
fn a_base_that_is_not_absolute_leaves_uris_relative() {
    let cleaner = Cleaner::new(&Sanitize::FeedParser, true);
    for base in ["", "/a/", "a", "//example.org/"] {
        assert_eq!(cleaner.clean("<a href=b>c</a>", base), "<a href=\"b\">c</a>", "{base:?}");
    }
}

#[test]
fn a_cleaner_can_be_shared() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    is_shared(&Cleaner::new(&Sanitize::FeedParser, true));
}

//! Property tests: the output of the single pass is the output of ammonia.

mod generated;

use super::single_pass::{self, Bailout};
use super::{FEED_PARSER, Policy, READER};
use crate::content::links::Links;
use crate::content::tag::{MarkupTag, Written, lower};
use crate::content::{Allowlist, Budget};
use crate::testing::{check, list, text};
use generated::{foreign, misnested, nested, tables, token, tokens};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

const BASE: Option<&str> = Some("http://b.example/d/e");

static WITHOUT_COMMENTS: LazyLock<Policy> = LazyLock::new(|| {
    let mut lists = Allowlist::feedparser();
    lists.comments = false;
    Policy::new(&lists)
});

/// Lists that share names.
static WITH_SHARED_NAMES: LazyLock<Policy> = LazyLock::new(|| {
    let mut lists = Allowlist::feedparser();
    lists.elements.extend(["g", "mi"].map(String::from));
    lists.svg_elements.extend(["a", "p", "td"].map(String::from));
    lists.svg_attributes.extend(["onclick", "title"].map(String::from));
    lists.mathml_elements.extend(["a", "div"].map(String::from));
    Policy::new(&lists)
});

/// The reader policy with everything that can be added to it.
static WIDE_READER: LazyLock<Policy> = LazyLock::new(|| {
    let mut lists = Allowlist::reader();
    lists.elements.extend(["form", "button", "input", "label"].map(String::from));
    lists.attributes.extend(["for", "form", "data-src"].map(String::from));
    lists.comments = true;
    lists.embed_hosts.push("h.example".to_owned());
    Policy::new(&lists)
});

fn clean(policy: &Policy, markup: &str, base: Option<&str>) -> String {
    let budget = Budget::default();
    policy.clean(markup, Links::new(base, &budget), &budget).into_owned()
}

fn clean_by_ammonia(policy: &Policy, markup: &str) -> String {
    let budget = Budget::default();
    policy.clean_by_ammonia(markup, Links::new(BASE, &budget), &budget)
}

fn clean_in_single_pass(policy: &Policy, markup: &str) -> Result<String, Bailout> {
    let budget = Budget::default();
    policy.clean_in_single_pass(markup, Links::new(BASE, &budget), &budget).map(Cow::into_owned)
}

/// Asserts that both ways have the same output; returns it.
fn assert_same_output(policy: &Policy, markup: &str) -> String {
    let ammonia = clean_by_ammonia(policy, markup);
    if let Ok(output) = clean_in_single_pass(policy, markup) {
        assert_eq!(output, ammonia, "{markup:?}");
    }
    ammonia
}

/// Asserts that markup for the dictionary is cleaned as if it was rewritten first.
#[cfg(feature = "feedparser")]
fn assert_rewritten(markup: &str) {
    for policy in [&FEED_PARSER, &*WITH_SHARED_NAMES] {
        let budget = Budget::default();
        let links = Links::new(BASE, &budget).marking_unparsable();
        let dialect = single_pass::Dialect::FeedParser;
        if let Ok(output) = single_pass::clean_dialect(markup, links, &policy.rules, dialect) {
            assert_eq!(output, policy.clean_rewritten(markup, links, &budget), "{markup:?}");
        }
    }
}

/// Asserts that both ways have the same output, which is stable.
fn assert_equivalent(policy: &Policy, markup: &str) {
    let output = assert_same_output(policy, markup);
    assert_eq!(clean(policy, &output, None), output, "{markup:?} a second time");
}

const CASES: u64 = 2000;

#[test]
fn nested_markup_is_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let markup = nested(u, 5)?;
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
        assert_equivalent(&WIDE_READER, &markup);
        Ok(())
    });
}

#[test]
fn misnested_markup_is_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let markup = list(u, 0..=23, misnested)?.concat();
        for policy in [&FEED_PARSER, &READER, &*WIDE_READER, &*WITHOUT_COMMENTS] {
            assert_equivalent(policy, &markup);
        }
        Ok(())
    });
}

#[cfg(feature = "feedparser")]
#[test]
fn markup_for_the_dictionary_is_cleaned_as_if_rewritten() {
    check(CASES, |u| {
        let root = foreign(u)?;
        let tokens = list(u, 0..=13, |u| if u.arbitrary()? { token(u) } else { misnested(u) })?.concat();
        assert_rewritten(&tokens);
        assert_rewritten(&(tokens + &root));
        Ok(())
    });
}

#[test]
fn tables_are_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let markup = tables(u)?;
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
        Ok(())
    });
}

#[test]
fn foreign_content_is_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let markup = foreign(u)?;
        let after_tokens = tokens(u, 0..=2)? + &markup;
        for policy in [&FEED_PARSER, &READER] {
            assert_equivalent(policy, &markup);
            assert_equivalent(policy, &after_tokens);
        }
        Ok(())
    });
}

#[test]
fn any_run_of_tags_is_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let markup = tokens(u, 0..=13)?;
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
        Ok(())
    });
}

#[test]
fn repeated_tags_are_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let mut tokens = vec![foreign(u)?];
        tokens.extend(list(u, 1..=4, token)?);
        let markup = list(u, 0..=13, |u| Ok(&**u.choose(&tokens)?))?.concat();
        assert_same_output(&FEED_PARSER, &markup);
        assert_same_output(&READER, &markup);
        Ok(())
    });
}

#[test]
fn tables_in_a_row_are_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let (first, second) = (tables(u)?, tables(u)?);
        let markup = first.clone() + &second + &first;
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
        Ok(())
    });
}

#[test]
fn without_comments_markup_is_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        assert_equivalent(&WITHOUT_COMMENTS, &tokens(u, 0..=5)?);
        Ok(())
    });
}

#[test]
fn names_in_several_lists_are_those_of_ammonia() {
    check(CASES, |u| {
        assert_equivalent(&WITH_SHARED_NAMES, &tokens(u, 0..=5)?);
        assert_equivalent(&WITH_SHARED_NAMES, &foreign(u)?);
        Ok(())
    });
}

#[test]
fn any_text_is_cleaned_as_by_ammonia() {
    check(CASES, |u| {
        let markup = text(u, 0..=30, &["<>/abcdp!&;# =\"'-\u{A0}\u{C2}\n"])?;
        assert_equivalent(&FEED_PARSER, &markup);
        assert_equivalent(&READER, &markup);
        Ok(())
    });
}

#[test]
fn nested_markup_takes_the_single_pass() {
    let policy = &FEED_PARSER;
    for (markup, expected) in [
        ("<p>Hello <b>world</b></p>", "<p>Hello <b>world</b></p>"),
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"),
        ("<p>a<br/>b<br></br>", "<p>a<br>b<br></p>"),
        ("<i>y</i> & <foo", "<i>y</i> &amp; "),
        ("a</div>b</p>", "ab<p></p>"),
        ("<pre>\n\nx</pre>", "<pre>\n\nx</pre>"),
        ("<noscript><img src=x></noscript>", "<img src=\"http://b.example/d/x\">"),
        ("<p>1<b>2<i>3</b>4</i>5</p>", "<p>1<b>2<i>3</i></b><i>4</i>5</p>"),
        ("<b>1<p>2</b>3</p>", "<b>1</b><p><b>2</b>3</p>"),
        ("<b><i>1<div><p>2</b>3", "<b><i>1</i></b><i><div><b></b><p><b>2</b>3</p></div></i>"),
        ("<p><b>x<p>y", "<p><b>x</b></p><p><b>y</b></p>"),
        ("<u><u><u><u>x<p>y", "<u><u><u><u>x<p>y</p></u></u></u></u>"),
        ("<p><u><u><u><u>x<p>y", "<p><u><u><u><u>x</u></u></u></u></p><p><u><u><u>y</u></u></u></p>"),
        ("<b><pre>\n\nx</b>", "<b></b><pre><b>\nx</b></pre>"),
        ("<a id=x>y<a id=z>w", "<a id=\"x\">y</a><a id=\"z\">w</a>"),
        ("<p><object><param name=x><embed src=y>z</object>", "<p>z</p>"),
        ("<o:p>x</o:p><x>y</x>", "xy"),
        ("x</td><tr>y", "xy"),
        ("<ruby>x<rt>y<rt>z</ruby>", "xyz"),
        ("<table><tr><td>x</table>", "<table><tbody><tr><td>x</td></tr></tbody></table>"),
        ("<table>x</table>", ""),
        ("a<iframe><b>x</b></iframe>", "a<b>x</b>"),
        ("<p CLASS=x onclick=y>a<p CLASS=x onclick=y>b", "<p class=\"x\">a</p><p class=\"x\">b</p>"),
    ] {
        let output = clean_in_single_pass(policy, markup).unwrap_or_default();
        assert_eq!(output, expected, "{markup:?}");
    }
}

/// Compares both ways on the content of the feeds in the folder `BOZOFEED_FEEDS`, under both policies, and prints the share of
/// the single pass.
#[test]
#[ignore = "reads the folder that BOZOFEED_FEEDS names"]
fn real_content_is_cleaned_as_by_ammonia() {
    let folder = std::env::var("BOZOFEED_FEEDS").expect("BOZOFEED_FEEDS names a folder of feeds");
    let values = content_values(Path::new(&folder));
    assert!(!values.is_empty(), "no content in {folder}");
    for (name, policy) in [("Reader", &READER), ("FeedParser", &FEED_PARSER)] {
        println!("{name}:");
        compare(policy, &values);
    }
}

fn compare(policy: &Policy, values: &[String]) {
    let (mut all, mut in_single_pass) = (0, 0);
    let (mut exceeding, mut longest) = (0, 0);
    let mut bailouts = BTreeMap::<String, (usize, usize)>::new();
    for markup in values {
        all += markup.len();
        match clean_in_single_pass(policy, markup) {
            Ok(output) => {
                in_single_pass += markup.len();
                assert_eq!(output, clean_by_ammonia(policy, markup), "{markup:?}");
                assert_eq!(clean(policy, &output, None), output, "{markup:?} a second time");
            }
            Err(reason) => {
                let budget = Budget::default();
                let output = policy.clean(markup, Links::new(BASE, &budget), &budget);
                assert_eq!(clean(policy, &output, None), output, "{markup:?} a second time");
                exceeding += usize::from(budget.exceeded().any());
                longest = longest.max(markup.len());
                let element = Some(reason).filter(|&reason| reason == Bailout::Element).and_then(|_| {
                    let mut attributes = Written::new();
                    let mut tags = memchr::memchr_iter(b'<', markup.as_bytes()).filter_map(|at| {
                        MarkupTag::read(markup, at, &mut attributes).map(|tag| lower(tag.name).into_owned())
                    });
                    tags.find(|name| policy.rules.plain.get(name).is_none() && name != "noscript")
                });
                let reason = format!("{reason:?} {}", element.unwrap_or_default());
                let count = bailouts.entry(reason).or_default();
                *count = (count.0 + 1, count.1 + markup.len());
            }
        }
    }
    let percent = |bytes: usize| format!("{}.{} %", bytes * 100 / all, bytes * 1000 / all % 10);
    println!("{} values, {all} bytes, {} take the single pass", values.len(), percent(in_single_pass));
    println!("{exceeding} values exceed the budget; the longest for the tree builder has {longest} bytes");
    let mut bailouts: Vec<_> = bailouts.into_iter().collect();
    bailouts.sort_by_key(|&(_, (_, bytes))| std::cmp::Reverse(bytes));
    for (reason, (values, bytes)) in bailouts {
        println!("{reason:20} {values:6} values {:>6} of bytes", percent(bytes));
    }
}

/// Returns the text of every element that contains markup.
fn content_values(folder: &Path) -> Vec<String> {
    use quick_xml::events::Event;
    let mut values = Vec::new();
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        let bytes = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut reader = quick_xml::Reader::from_str(&text);
        reader.config_mut().check_end_names = false;
        let mut value = String::new();
        loop {
            match reader.read_event() {
                Ok(Event::Text(text)) => value.push_str(&text.xml10_content()),
                Ok(Event::CData(text)) => value.push_str(&text.xml10_content()),
                Ok(Event::GeneralRef(name)) => {
                    value.push_str(&crate::html::references::unescape(&format!("&{};", &*name)));
                }
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {
                    if value.contains('<') {
                        values.push(std::mem::take(&mut value));
                    }
                    value.clear();
                }
            }
        }
    }
    values
}

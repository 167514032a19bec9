//! Tests that the cost of cleaning grows in proportion to the length of the markup, whatever its shape.

use super::prepare::prepare;
use super::{FEED_PARSER, Policy, READER};
use crate::content::Budget;
use crate::content::links::Links;

const OPEN_SPANS: &str = "(512 open spans)";

/// Markup that has made a parser, a serializer or the sanitizer take more than linear time: (cause, start, repeated).
#[rustfmt::skip]
static SHAPES: &[(&str, &str, &str)] = &[
    // Content between the parts of a table is moved before the table, which is searched among its siblings.
    ("foster parenting", "<table>", "x<br>"),
    ("foster parenting", "<table>", "x<b></b>"),
    ("foster parenting", "<table>", "<p>x"),
    ("foster parenting", "<table>", "<img src=x>"),
    ("foster parenting", "<table>", "<div>x</div>"),
    ("foster parenting", "<table>", "</p>"),
    ("foster parenting", "<table>", "x&amp;<tr>"),
    ("foster parenting", "<table>", "<select></select>"),
    ("foster parenting", "<table><tbody><tr>", "x<br>"),
    ("foster parenting", "", "<table>x<br>"),
    ("foster parenting", "<table>", "<a href=x>y</a>"),
    ("foster parenting after many siblings", "", "<br><table>x</table>"),
    // The serializer searches the rest of a text from each character that it may escape.
    ("escapes in text", "<dialog>", "&"),
    ("escapes in text", "<dialog>", "&amp;"),
    ("escapes in text", "<dialog>", "\u{A0}"),
    ("escapes in text", "<dialog>", "\u{B7}"),
    ("escapes in text", "<dialog>", "\u{A9}"),
    ("escapes in text", "<dialog>", "&<tr>"),
    ("escapes in text", "<dialog>", "&</body>"),
    ("escapes in raw text", "<textarea>", "&amp;"),
    ("escapes in raw text", "<title>", "&"),
    ("escapes in raw text", "<xmp>", "&"),
    ("escapes in raw text", "<svg></svg><xmp>", "&"),
    ("escapes in a section", "<svg><![CDATA[", "&"),
    ("escapes in an attribute", "<x title=\"", "&amp;"),
    ("escapes in an attribute", "<x title='", "\u{B7}"),
    // Every tag is compared with the open elements.
    ("open elements", OPEN_SPANS, "</b>"),
    ("open elements", OPEN_SPANS, "</p>"),
    ("open elements", OPEN_SPANS, "</x>"),
    ("open elements", OPEN_SPANS, "<b></b>"),
    ("open elements", OPEN_SPANS, "<br>"),
    ("open elements", OPEN_SPANS, "<p>x"),
    ("open elements", "", "<div>"),
    ("open elements", "", "<svg><g>"),
    ("open elements", "", "<svg><span></svg>"),
    ("open elements", "", "<svg><desc><div></svg>"),
    ("open elements", "", "<form><div></form>"),
    ("open elements", "", "<dd><div><dd><ul></div>"),
    ("open elements", "", "<table><table></table><ul></table>"),
    ("open elements", "", "<p><form><p><ul></form>"),
    ("open elements", "", "<select><option>"),
    // Formatting elements are reopened in every block, and compared with their like.
    ("formatting", "<dialog>", "<b>"),
    ("formatting", "<dialog>", "<p><font color=red title=a>"),
    ("formatting", "<dialog>", "<a href=x>"),
    ("formatting", "<dialog>", "<nobr>"),
    ("formatting", "<dialog>", "<b>x<p>y</b>"),
    ("formatting", "", "<p><font color=red title=a>"),
    ("formatting", "", "<b>x<p>y</b>"),
    ("formatting", "", "<b><i><u><p>x</b>"),
    ("formatting", "", "<div><b></div><li>x"),
    ("formatting", "<font title=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>", "<i></font><p>x"),
    ("formatting", "", "<a href=x><div>"),
    ("formatting", "", "<object><b><p></object>x"),
    ("formatting", "<b><i><div>", "<u></i>x<p></b>"),
    ("formatting", "<p>", "<b id=1></p><b id=2></p>"),
    ("formatting", "", "<b><table><td></b></td></table>"),
    ("formatting", "", "<font a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9><font a=2 b=3>"),
    // Tags are read within each other.
    ("comments", "<!--", "<p/title="),
    ("comments", "<dialog>", "<!---->"),
    ("comments", "", "<!--"),
    ("attributes", "<x ", "a=b "),
    ("attributes", "", "<p title='\"'>"),
    ("styles", "<dialog>", "<i style='(((((((((((('>"),
    ("sections", "<svg>", "<![CDATA["),
    ("stray delimiters", "<dialog>", "<"),
    ("unclosed tags", "<dialog>", "<a "),
];

/// Returns markup of about `length` bytes.
fn markup(start: &str, repeated: &str, length: usize) -> String {
    let start = if start == OPEN_SPANS { "<span>".repeat(512) } else { start.to_owned() };
    start + &repeated.repeat(length / repeated.len())
}

/// The cost of cleaning: the steps of the tree builder, and the bytes that it is given and that are written.
fn cost(policy: &Policy, markup: &str) -> usize {
    let budget = Budget::default();
    let links = Links::new(Some("http://b.example/"), &budget);
    let output = policy.clean(markup, links, &budget);
    let budget = Budget::default();
    let links = Links::new(Some("http://b.example/"), &budget);
    let before = budget.steps_left();
    let prepared = prepare(markup, links, &policy.rules, &budget);
    before - budget.steps_left() + prepared.markup.len() + output.len()
}

fn assert_cost_per_byte_does_not_grow(policy: &Policy) {
    for (cause, start, repeated) in SHAPES {
        let (short, long) = (markup(start, repeated, 10_000), markup(start, repeated, 100_000));
        let (short_cost, long_cost) = (cost(policy, &short), cost(policy, &long));
        assert!(
            long_cost / long.len() < 3 * (short_cost / short.len() + 10),
            "{cause}: {repeated:?} costs {short_cost} for {}, {long_cost} for {} bytes",
            short.len(),
            long.len(),
        );
    }
}

// One test for each policy, since they take long.

#[test]
fn cost_per_byte_does_not_grow_under_the_rules_of_feedparser() {
    assert_cost_per_byte_does_not_grow(&FEED_PARSER);
}

#[test]
fn cost_per_byte_does_not_grow_under_the_rules_for_readers() {
    assert_cost_per_byte_does_not_grow(&READER);
}

#[test]
fn long_text_is_not_serialized_in_one_piece() {
    for (cause, start, repeated) in SHAPES.iter().filter(|(cause, ..)| *cause == "escapes in text") {
        let markup = markup(start, repeated, 100_000);
        let budget = Budget::default();
        let prepared = prepare(&markup, Links::new(None, &budget), &FEED_PARSER.rules, &budget);
        let longest = prepared.markup.split("<!---->").map(str::len).max().unwrap_or_default();
        assert!(longest < 9 * 1024, "{cause}: {repeated:?}: {longest}");
    }
}

#[test]
fn text_is_kept_when_the_budget_is_spent() {
    for (cause, start, repeated) in [
        ("markup", "<dialog>", "<p>word "),
        ("nesting", "<dialog>", "<p><font color=red title=a>word "),
        ("nesting", "<table>", "word<br>"),
        ("nesting", OPEN_SPANS, "<p>word "),
        ("nesting", "", "<div>word "),
    ] {
        let markup = markup(start, repeated, 400_000);
        let budget = Budget::default().markup(if cause == "markup" { 1000 } else { 1_000_000 });
        let output = FEED_PARSER.clean(&markup, Links::new(None, &budget), &budget);
        assert_eq!(output.matches("word").count(), markup.matches("word").count(), "{cause}: {repeated:?}");
        let exceeded = budget.exceeded();
        assert_eq!(
            (exceeded.markup, exceeded.nesting),
            (cause == "markup", cause == "nesting"),
            "{repeated:?}"
        );
    }
}

#[test]
fn formatting_around_many_elements_loses_no_tags() {
    let markup =
        format!("<dialog><b><i></b></i><a href=\"{}\">{}", "x".repeat(200), "<span>x</span>".repeat(300));
    let budget = Budget::default();
    let output = FEED_PARSER.clean(&markup, Links::new(None, &budget), &budget);
    assert_eq!(output.matches("<span>").count(), 300);
    assert!(!budget.exceeded().any());
}

#[test]
fn a_budget_is_shared_by_the_texts_of_a_document() {
    let budget = Budget::default().markup(1000);
    let markup = "<dialog>".to_owned() + &"<b>word</b>".repeat(50);
    let outputs =
        [(); 3].map(|()| FEED_PARSER.clean(&markup, Links::new(None, &budget), &budget).into_owned());
    assert!(outputs[0].contains("<b>") && outputs[2].starts_with("&lt;dialog&gt;"), "{outputs:?}");
    assert!(budget.exceeded().markup);
}

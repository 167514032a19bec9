//! Tests every pair of elements in both orders: which one is used depends only on the elements and their values.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::matrix::{NamedElement, declarations, elements_of_all};
use super::table::VOCABULARIES;
use crate::model::Entry;
use crate::{Parsed, Parser};

/// The scopes inside a feed or an entry, which have no rows.
const SCOPES: &[(&str, [&str; 3])] = &[
    (
        "image",
        [
            "<image/>",
            "<image><title>i1</title><link>http://i.example/</link></image>",
            "<image><url>http://i.example/2</url></image>",
        ],
    ),
    (
        "textInput",
        [
            "<textInput/>",
            "<textInput><name>t1</name></textInput>",
            "<textInput><link>http://t.example/</link><title>t2</title></textInput>",
        ],
    ),
    (
        "source",
        [
            "<source/>",
            "<source><atom:author><atom:name>s1</atom:name></atom:author></source>",
            "<source url='http://s.example/'>s2</source>",
        ],
    ),
];

/// An element in the forms that are tested.
struct Forms {
    label: String,
    /// Empty, and with two values.
    forms: Vec<String>,
}

fn forms() -> Vec<Forms> {
    let named = elements_of_all().into_iter().enumerate().map(|(at, element)| Forms {
        label: element.label(),
        forms: vec![
            element.write("", ""),
            filled(&element, &format!("5{at:03}"), at),
            filled(&element, &format!("2026-01-02T03:{:02}:{:02}Z", at / 60 % 60, at % 60), at),
        ],
    });
    let scopes = SCOPES
        .iter()
        .map(|(name, forms)| Forms { label: (*name).to_owned(), forms: forms.map(str::to_owned).to_vec() });
    named.chain(scopes).collect()
}

/// Writes an element with a value for its text and for each attribute.
fn filled(element: &NamedElement, text: &str, at: usize) -> String {
    let mut attributes = String::new();
    for name in element.attributes() {
        let is_uri = name.contains("rl") || name.contains("ref");
        let uri = format!("http://a.example/{at}");
        let _ = write!(attributes, " {name}=\"{}\"", if is_uri { &uri } else { text });
    }
    element.write(&attributes, text)
}

/// Returns the meaning of a value, regardless of the order of its lists.
fn unordered(value: &impl std::fmt::Debug) -> String {
    let shown = format!("{value:#?}");
    let mut lines: Vec<&str> = shown.lines().map(|line| line.trim().trim_end_matches(',')).collect();
    lines.sort_unstable();
    lines.join("\n")
}

fn parse(declarations: &str, channel: &str) -> Parsed {
    let text = format!("<rss version=\"2.0\"{declarations}><channel>{channel}</channel></rss>");
    Parser::new().parse(text.as_bytes())
}

/// Returns the entries of items with these contents.
fn entries(declarations: &str, items: &[String]) -> Vec<Entry> {
    let mut channel = String::new();
    for item in items {
        let _ = write!(channel, "<item>{item}<guid/></item>");
    }
    parse(declarations, &channel).entries
}

/// Returns whether the values of two elements are equally good, so that their order decides: the later of two dates, the first of
/// two titles.
fn are_equal(one: &str, other: &str) -> bool {
    /// Parts of `media:community` that feeds also write outside of it.
    const OF_COMMUNITY: [&str; 3] = ["media:starRating", "media:statistics", "media:tags"];
    let first = |label: &'_ str| label.split('/').next().unwrap_or_default().to_owned();
    let last = |label: &'_ str| label.rsplit(['/', ':']).next().unwrap_or_default().to_ascii_lowercase();
    // The same name in two namespaces, or the same element twice.
    if last(one) == last(other) || first(one) == first(other) {
        return true;
    }
    let is_of_community = |label: &str| label.starts_with("media:community") || OF_COMMUNITY.contains(&label);
    if is_of_community(one) && is_of_community(other) {
        return true;
    }
    // Two names of the same field.
    let (one, other) = (one.rsplit(':').next().unwrap_or(one), other.rsplit(':').next().unwrap_or(other));
    VOCABULARIES.iter().filter_map(|v| v.reader?.content.rows).any(|rows| {
        let field = |name| rows.all_elements().find(|row| row.names.contains(&name)).map(|row| row.field);
        field(one).is_some() && field(one) == field(other)
    })
}

#[test]
fn the_order_of_two_elements_does_not_matter() {
    /// Testing all pairs takes minutes: `BOZOFEED_PAIRS=1` enables it.
    const STEP: usize = 47;
    let is_thorough = std::env::var_os("BOZOFEED_PAIRS").is_some();
    let declarations: String = declarations().into_iter().map(|(_, declaration)| declaration).collect();
    let forms = forms();
    let mut wrong: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs = 0;
    for (at, one) in forms.iter().enumerate() {
        let (mut forward, mut backward, mut labels) = (Vec::new(), Vec::new(), Vec::new());
        for (second_at, other) in forms.iter().enumerate().skip(at + 1) {
            let is_tried = is_thorough || (at * 31 + second_at) % STEP == 0;
            if !is_tried || are_equal(&one.label, &other.label) {
                continue;
            }
            for (number, first) in one.forms.iter().enumerate() {
                for (second_number, second) in other.forms.iter().enumerate() {
                    if number == 0 && second_number == 0 {
                        continue;
                    }
                    forward.push(format!("{first}{second}"));
                    backward.push(format!("{second}{first}"));
                    labels.push(format!("{} {}", one.label, other.label));
                }
            }
        }
        let (forward, backward) = (entries(&declarations, &forward), entries(&declarations, &backward));
        assert_eq!(forward.len(), labels.len(), "{}", one.label);
        assert_eq!(backward.len(), labels.len(), "{}", one.label);
        pairs += labels.len();
        for ((forward, backward), label) in forward.iter().zip(&backward).zip(labels) {
            if forward != backward && unordered(forward) != unordered(backward) {
                *wrong.entry(label).or_default() += 1;
            }
        }
    }
    assert!(pairs > 20_000, "{pairs}");
    assert!(wrong.is_empty(), "{} of {pairs}: {wrong:#?}", wrong.len());
}

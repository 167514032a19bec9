//! The result does not depend on the order of elements.
//!
//! The children of every feed and entry of the fixtures are shuffled. The model stays the same, except for the order of its lists.

use std::path::Path;

use crate::common::{fixtures, headers_beside, repository};
use bozofeed::{Document, Parsed, parse};
use quick_xml::events::Event;
use serde_json::{Value, json};

/// The number of shuffles per fixture.
const SHUFFLES: u64 = 16;

/// Fixtures in which the order is significant, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "model/links-the-last-alternate-is-the-page.xml",
        "of several pages, the last one is used, as the fixture states",
    ),
    (
        "model/values-that-lose-in-their-vocabulary.xml",
        "of several values of one element, the place decides which one loses",
    ),
    (
        "model/losers-are-kept-as-extensions.xml",
        "of two publishers, images or sources, the last one is used, as the fixture states",
    ),
    (
        "namespaces/default-namespace-unknown-of-rdf.xml",
        "RDF with unknown namespaces is not a feed before its channel or an item, so an earlier image has no owner",
    ),
];

/// A part of a document.
enum Node {
    Element { start: String, name: String, children: Vec<Node>, end: String },
    Other(String),
}

#[test]
fn the_order_of_elements_is_not_significant() {
    let mut failures = Vec::new();
    let mut shuffled_fixtures = 0;
    for path in fixtures() {
        let Some(document) = document(&path) else { continue };
        let name = path.strip_prefix(repository().join("fixtures")).unwrap_or(&path);
        let name = name.display().to_string();
        let headers = headers_beside(&path);
        let read = |text: &str| meaning(&parse(Document::from(text).headers(&headers)));
        let expected = read(&write(&document));
        shuffled_fixtures += 1;
        let changed = (1..=SHUFFLES).any(|seed| {
            let shuffled = write(&shuffle(&document, &mut Random(seed)));
            read(&shuffled) != expected
        });
        let excepted = EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
        if changed != excepted {
            let what = if changed { "depends on the order" } else { "depends on it no longer" };
            failures.push(format!("{name} {what}"));
        }
    }
    assert!(shuffled_fixtures > 40, "{shuffled_fixtures} fixtures");
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Returns the parts of a fixture, if it is well-formed and in UTF-8.
fn document(path: &Path) -> Option<Vec<Node>> {
    let folder = path.parent()?.file_name()?.to_str()?;
    if !matches!(folder, "formats" | "model" | "namespaces") || path.extension()? != "xml" {
        return None;
    }
    let text = std::fs::read_to_string(path).ok()?;
    let mut reader = quick_xml::Reader::from_str(&text);
    let mut open: Vec<(String, String, Vec<Node>)> = vec![(String::new(), String::new(), Vec::new())];
    loop {
        let before = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let raw = text.get(before..usize::try_from(reader.buffer_position()).ok()?)?.to_owned();
        match event {
            Event::Start(start) => {
                let name = start.local_name().as_ref().to_lowercase();
                open.push((raw, name, Vec::new()));
            }
            Event::End(_) => {
                let (start, name, children) = open.pop()?;
                open.last_mut()?.2.push(Node::Element { start, name, children, end: raw });
            }
            Event::Empty(_) => open.last_mut()?.2.push(Node::Element {
                start: raw,
                name: String::new(),
                children: Vec::new(),
                end: String::new(),
            }),
            Event::Eof => break,
            _ => open.last_mut()?.2.push(Node::Other(raw)),
        }
    }
    open.pop().filter(|_| open.is_empty()).map(|(_, _, children)| children)
}

/// Shuffles the elements of each feed and entry. Text between them stays in place.
fn shuffle(nodes: &[Node], random: &mut Random) -> Vec<Node> {
    let copy = |node: &Node, random: &mut Random| match node {
        Node::Other(text) => Node::Other(text.clone()),
        Node::Element { start, name, children, end } => {
            // Elements in content are part of a text, in which order matters.
            let is_content = name == "content";
            let mut children =
                if is_content { vec![Node::Other(write(children))] } else { shuffle(children, random) };
            if matches!(name.as_str(), "channel" | "entry" | "feed" | "group" | "item" | "liveitem" | "rdf") {
                let places: Vec<usize> =
                    (0..children.len()).filter(|at| matches!(children[*at], Node::Element { .. })).collect();
                for i in (1..places.len()).rev() {
                    children.swap(places[i], places[random.below(i + 1)]);
                }
            }
            Node::Element { start: start.clone(), name: name.clone(), children, end: end.clone() }
        }
    };
    nodes.iter().map(|node| copy(node, random)).collect()
}

fn write(nodes: &[Node]) -> String {
    let text = |node: &Node| match node {
        Node::Other(text) => text.clone(),
        Node::Element { start, children, end, .. } => [start.as_str(), &write(children), end].concat(),
    };
    nodes.iter().map(text).collect()
}

/// Returns the result with every list sorted.
fn meaning(parsed: &Parsed) -> Value {
    fn sort(value: &mut Value) {
        match value {
            Value::Array(list) => {
                list.iter_mut().for_each(sort);
                list.sort_by_key(Value::to_string);
            }
            Value::Object(members) => members.values_mut().for_each(sort),
            _ => {}
        }
    }
    let mut all =
        json!({ "version": parsed.format.as_str(), "feed": parsed.feed, "entries": parsed.entries });
    sort(&mut all);
    all
}

/// A linear congruential generator (Knuth's MMIX), so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

//! Elements without a field.

use super::value::{IntoValue as _, IntoValues as _};
use std::borrow::Cow;

use super::text::plain_detail;
use super::value::DEEPEST_JSON;
use super::{Dictionary, Value, attributes};
use crate::budget::{Budget, PaidList};
use crate::cost::{self, ALLOCATION, Cost, NAME, Priced};
use crate::html::url_names::shows_text;
use crate::json_feed::JsonNode;
use crate::model::Attributes;
use crate::vocabulary::Tree;

/// The elements without a field of a feed or entry, by their names in the dictionary, in document order. As JSON values, they
/// would take several times the memory.
#[derive(Debug, Default)]
pub(super) struct Extensions(PaidList<Member>);

/// A member of a dictionary.
#[derive(Debug)]
struct Member {
    key: String,
    content: Content,
    /// The offset of the element.
    offset: usize,
}

/// The number of fields that most feeds and entries have.
const FIELDS: usize = 16;

/// The content of an element in the dictionary.
#[derive(Debug)]
enum Content {
    Text(String),
    Attributes(Attributes),
    Json(String),
    /// The details of a text: those of plain text, or its name alone.
    Detail(String),
    Name(String),
}

impl Content {
    fn value(&self) -> Value<'_> {
        match self {
            Self::Text(text) => text.as_str().into_value(),
            Self::Attributes(list) => Value::Attributes(attributes(list)),
            Self::Json(json) => Value::from_json(json).unwrap_or_else(|| json.as_str().into_value()),
            Self::Detail(text) => plain_detail(text).into_value(),
            Self::Name(name) => [("name", name.as_str())].into_iter().into_dictionary().into_value(),
        }
    }
}

impl Priced for Extensions {
    fn heap(&self) -> usize {
        size_of_val(&*self.0) + self.0.iter().map(Member::heap).sum::<usize>()
    }

    fn written(&self) -> usize {
        self.0.iter().map(Member::written).sum()
    }
}

impl Priced for Member {
    fn heap(&self) -> usize {
        let content = match &self.content {
            Content::Text(text) | Content::Detail(text) | Content::Name(text) => text.heap(),
            Content::Attributes(attributes) => attributes.heap(),
            Content::Json(json) => json.heap() + json_cost(json).memory,
        };
        self.key.heap() + content
    }

    fn written(&self) -> usize {
        let content = match &self.content {
            Content::Text(text) | Content::Name(text) => text.len(),
            Content::Detail(text) => cost::LIST + text.len(),
            Content::Attributes(attributes) => attributes.written(),
            Content::Json(json) => json_cost(json).written,
        };
        cost::MEMBER + self.key.len() + content
    }
}

/// Returns the cost of the values of JSON, which are made when it is shown, by the punctuation of JSON.
fn json_cost(json: &str) -> Cost {
    // Punctuation within strings is counted as well, so the cost may be too high, but never too low.
    let (mut values, mut containers, mut members, mut commas) = (0, 0, 0, 0);
    let mut last = b' ';
    for byte in json.bytes() {
        match byte {
            b'[' => (values, containers) = (values + 1, containers + 1),
            // It is empty.
            b']' if last == b'[' => values -= 1,
            b'{' => containers += 1,
            b':' => members += 1,
            b',' => commas += 1,
            _ => {}
        }
        last = byte;
    }
    let key = size_of::<Cow<'_, str>>() + NAME + ALLOCATION;
    Cost {
        memory: (values + commas) * size_of::<Value<'_>>() + members * key + containers * ALLOCATION,
        // Each is on a line of its own.
        written: json.len() + (2 * containers + commas) * cost::MEMBER,
    }
}

impl Extensions {
    /// Adds an element and those within it under `prefix_name`: one with attributes as a dictionary of them, another one as
    /// its text. Those that Universal Feed Parser knows are under the key that it has for them, if it has one.
    pub(super) fn add(
        &mut self,
        tree: &Tree,
        in_entry: bool,
        budget: &Budget,
        is_flat: impl Fn(&Tree) -> bool,
    ) {
        let mut open = vec![std::slice::from_ref(tree).iter()];
        while let Some(siblings) = open.last_mut() {
            let Some(tree) = siblings.next() else {
                open.pop();
                continue;
            };
            if tree.is_remainder {
                continue;
            }
            if is_flat(tree) {
                let name = tree.name.to_lowercase();
                let prefix = &tree.prefix;
                if tree.json.is_none()
                    && let Some(known) = Known::of(prefix, &name, in_entry)
                {
                    self.add_known(known, tree, budget);
                    open.push(tree.children.iter());
                    continue;
                }
                let key = if prefix.is_empty() { name } else { format!("{}_{name}", prefix.to_lowercase()) };
                let content = if let Some(json) = &tree.json {
                    if is_deep(json) { Content::Text(json.clone()) } else { Content::Json(json.clone()) }
                // `unknown_starttag` keeps the attributes in place of the element, whose text is lost.
                } else if !tree.attributes.is_empty() {
                    Content::Attributes(tree.attributes.clone())
                } else if shows_text(&tree.name, &tree.text) {
                    Content::Text(tree.text.to_string())
                } else {
                    Content::Text(String::new())
                };
                self.keep(Member { key: canonical(key), content, offset: tree.offset }, budget);
            }
            open.push(tree.children.iter());
        }
    }

    fn add_known(&mut self, known: Known, tree: &Tree, budget: &Budget) {
        let text = if shows_text(&tree.name, &tree.text) { tree.text.as_str() } else { "" };
        match known {
            Known::Part => {}
            Known::Address => self.add_text("href", text, tree.offset, budget),
            Known::Generator => {
                self.add_text("generator", text, tree.offset, budget);
                let content = Content::Name(text.to_owned());
                let key = "generator_detail".to_owned();
                self.keep(Member { key, content, offset: tree.offset }, budget);
            }
            Known::Info => {
                self.add_text("info", text, tree.offset, budget);
                let content = Content::Detail(text.to_owned());
                self.keep(Member { key: "info_detail".to_owned(), content, offset: tree.offset }, budget);
            }
        }
    }

    /// Adds the text of an element.
    pub(super) fn add_text(&mut self, key: &str, text: &str, offset: usize, budget: &Budget) {
        self.keep(Member { key: key.to_owned(), content: Content::Text(text.to_owned()), offset }, budget);
    }

    fn keep(&mut self, member: Member, budget: &Budget) {
        self.0.extend(budget.keep(member));
    }

    /// Returns the elements as values, with room for fields, and the offset of each. Of those with the same name the last one
    /// counts, in the place of the first.
    pub(super) fn dictionary(&self) -> (Dictionary<'_>, Vec<usize>) {
        let capacity = self.0.len() + FIELDS;
        let (mut d, mut offsets) = (Dictionary::with_capacity(capacity), Vec::with_capacity(capacity));
        for Member { key, content, offset } in self.0.iter() {
            d.insert(key.as_str(), content.value());
            if offsets.len() < d.len() {
                offsets.push(*offset);
            }
        }
        (d, offsets)
    }
}

/// An element that Universal Feed Parser knows, in a place where the model has no field for it.
#[derive(Debug, Clone, Copy)]
enum Known {
    /// A part of a person, a text input or an image that is not around it: it is dropped.
    Part,
    /// The address of a person or an image that is not around it.
    Address,
    /// `generator`, of an entry.
    Generator,
    /// `info`, of an entry.
    Info,
}

impl Known {
    fn of(prefix: &str, name: &str, in_entry: bool) -> Option<Self> {
        match (prefix, name) {
            ("" | "itunes", "name" | "email") | ("", "width" | "height") => Some(Self::Part),
            ("", "uri" | "url" | "homepage") => Some(Self::Address),
            ("", "generator") if in_entry => Some(Self::Generator),
            ("", "info") | ("feedburner", "browserfriendly") if in_entry => Some(Self::Info),
            _ => None,
        }
    }
}

/// Returns the key under which Universal Feed Parser keeps what has an older name.
fn canonical(key: String) -> String {
    // `FeedParserDict.keymap`. Where it has a list (`description`), a value is set under the first key.
    const KEYS: [(&str, &str); 13] = [
        ("channel", "feed"),
        ("items", "entries"),
        ("guid", "id"),
        ("date", "updated"),
        ("date_parsed", "updated_parsed"),
        ("description", "summary"),
        ("description_detail", "summary_detail"),
        ("url", "href"),
        ("modified", "updated"),
        ("issued", "published"),
        ("copyright", "rights"),
        ("tagline", "subtitle"),
        ("tagline_detail", "subtitle_detail"),
    ];
    KEYS.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| (*new).to_owned())
}

/// Returns whether JSON is nested too deeply for most readers. It is shown as text.
fn is_deep(json: &str) -> bool {
    !JsonNode { raw: json, offset: 0 }.is_nested_within(DEEPEST_JSON)
}

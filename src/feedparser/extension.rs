//! Elements without a field.

use serde_json::Value as Json;

use super::text::plain_detail;
use super::{Dictionary, Value, attributes};
use crate::html::url_names::shows_text;
use crate::model::Attributes;
use crate::vocabulary::Tree;

/// The elements without a field of a feed or entry, by their names in the dictionary, in document order. As JSON values, they
/// would take several times the memory.
#[derive(Debug, Default)]
pub(super) struct Extensions(Vec<Member>);

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
            Self::Text(text) => text.as_str().into(),
            Self::Attributes(list) => attributes(list).into(),
            Self::Json(json) => serde_json::from_str(json)
                .map_or_else(|_| json.as_str().into(), |json| without_script_urls(json).into()),
            Self::Detail(text) => plain_detail(text).into(),
            Self::Name(name) => [("name", name.as_str())].into_iter().collect::<Dictionary<'_>>().into(),
        }
    }
}

impl Extensions {
    /// Adds an element and those within it under `prefix_name`: one with attributes as a dictionary of them, another one as
    /// its text. Those that Universal Feed Parser knows are under the key that it has for them, if it has one.
    pub(super) fn add(&mut self, tree: &Tree, in_entry: bool, is_flat: impl Fn(&Tree) -> bool) {
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
                    self.add_known(known, tree);
                    open.push(tree.children.iter());
                    continue;
                }
                let key = if prefix.is_empty() { name } else { format!("{}_{name}", prefix.to_lowercase()) };
                let content = if let Some(json) = &tree.json {
                    Content::Json(json.clone())
                } else if !tree.attributes.is_empty() {
                    Content::Attributes(tree.attributes.clone())
                } else if shows_text(&tree.name, &tree.text) {
                    Content::Text(tree.text.to_string())
                } else {
                    Content::Text(String::new())
                };
                self.0.push(Member { key: canonical(key), content, offset: tree.offset });
            }
            open.push(tree.children.iter());
        }
    }

    fn add_known(&mut self, known: Known, tree: &Tree) {
        let text = if shows_text(&tree.name, &tree.text) { tree.text.as_str() } else { "" };
        match known {
            Known::Part => {}
            Known::Address => self.add_text("href", text, tree.offset),
            Known::Generator => {
                self.add_text("generator", text, tree.offset);
                let content = Content::Name(text.to_owned());
                self.0.push(Member { key: "generator_detail".to_owned(), content, offset: tree.offset });
            }
            Known::Info => {
                self.add_text("info", text, tree.offset);
                let content = Content::Detail(text.to_owned());
                self.0.push(Member { key: "info_detail".to_owned(), content, offset: tree.offset });
            }
        }
    }

    /// Adds the text of an element.
    pub(super) fn add_text(&mut self, key: impl Into<String>, text: &str, offset: usize) {
        self.0.push(Member { key: key.into(), content: Content::Text(text.to_owned()), offset });
    }

    /// Returns the elements as values, with room for fields, and the offset of each. Of those with the same name the last one
    /// counts, in the place of the first.
    pub(super) fn dictionary(&self) -> (Dictionary<'_>, Vec<usize>) {
        let capacity = self.0.len() + FIELDS;
        let (mut d, mut offsets) = (Dictionary::with_capacity(capacity), Vec::with_capacity(capacity));
        for Member { key, content, offset } in &self.0 {
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

/// Removes script URLs from the members of JSON objects whose names say that they contain URLs.
fn without_script_urls(mut value: Json) -> Json {
    let mut open = vec![&mut value];
    while let Some(value) = open.pop() {
        match value {
            Json::Object(members) => {
                let is_shown =
                    |name: &str, value: &Json| value.as_str().is_none_or(|text| shows_text(name, text));
                members.retain(|name, value| {
                    if let Json::Array(elements) = value {
                        elements.retain(|element| is_shown(name, element));
                    }
                    is_shown(name, value)
                });
                open.extend(members.values_mut());
            }
            Json::Array(elements) => open.extend(elements.iter_mut()),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    value
}

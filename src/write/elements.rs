//! The elements in the extension object of a JSON Feed.

use std::mem::take;

use super::Target;
use super::gate::{Backend, Gate};
use super::json_text::JsonText;
use super::loss::LossReason;
use super::markup::Markup;
use super::names::{Declaration, PrefixTable, QName, Scopes};
use crate::budget::push_exact;
use crate::vocabulary::json_feed::ElementsObject;
use crate::vocabulary::{spelled, uri_of_prefix};
use bozofeed_text::xml_chars::is_xml_char;

/// An element.
#[derive(Debug, Default)]
struct JsonElement {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<JsonElement>,
}

/// The elements of a feed or an entry.
#[derive(Debug, Default)]
pub(super) struct JsonElements {
    /// Whether the object is omitted, so that its elements are lost.
    is_left_out: bool,
    /// The complete elements.
    complete: Vec<JsonElement>,
    /// The open elements, outermost first. They are nested at most as deeply as the reader accepts.
    open: Vec<JsonElement>,
    /// The memory that all elements take.
    memory: usize,
}

/// The maximum memory for the elements of a feed or an entry, which are kept until their namespaces have been written.
const MOST: usize = 24 << 20;

impl JsonElements {
    /// Adds an attribute to the innermost element.
    fn push_attribute(&mut self, name: String, value: &str) {
        if let Some(element) = self.open.last_mut() {
            self.memory += size_of::<(String, String)>() + name.len() + value.len();
            push_exact(&mut element.attributes, (name, characters(value)));
        }
    }
}

impl Backend for JsonElements {
    fn target(&self) -> Target {
        Target::Json
    }

    fn deepest(&self) -> usize {
        ElementsObject::DEEPEST
    }

    fn has_room(&self, length: usize) -> bool {
        self.memory.saturating_add(length) <= MOST
    }

    fn start(&mut self, name: &QName<'_>) {
        self.memory += size_of::<JsonElement>() + name.as_str().len();
        self.open.push(JsonElement { name: name.as_str().to_owned(), ..JsonElement::default() });
    }

    fn declare(&mut self, declaration: &Declaration) {
        let name = match &*declaration.prefix {
            "" => "xmlns".to_owned(),
            prefix => ["xmlns:", prefix].concat(),
        };
        self.push_attribute(name, &declaration.uri);
    }

    fn attribute(&mut self, name: &QName<'_>, value: &str) {
        self.push_attribute(name.as_str().to_owned(), value);
    }

    fn text(&mut self, text: &str) {
        if let Some(element) = self.open.last_mut() {
            self.memory += text.len();
            element.text.push_str(&characters(text));
        }
    }

    fn end(&mut self, _: &QName<'_>) {
        if let Some(element) = self.open.pop() {
            let siblings = self.open.last_mut().map_or(&mut self.complete, |parent| &mut parent.children);
            push_exact(siblings, element);
        }
    }

    fn preserve(&mut self, _: bool) {}
}

impl Gate<JsonElements> {
    /// Returns a gate for the elements of a feed, and then of each entry.
    pub(super) fn of_objects(prefixes: &[(String, String)], markup: Markup, keeps_everything: bool) -> Self {
        // Readers accept this prefix without a declaration.
        let known = Some((ElementsObject::RSS_PREFIX, ElementsObject::RSS));
        let elements = JsonElements { is_left_out: !keeps_everything, ..JsonElements::default() };
        Self::new(elements, Scopes::new(ElementsObject::ATOM, known, prefixes, keeps_everything), markup)
    }

    /// Writes the object as a member, unless it is empty, and clears it. The object of the feed is written first.
    pub(super) fn write(&mut self, name: &str, json: &mut JsonText<'_>) {
        let elements = take(&mut self.backend.complete);
        self.backend.memory = 0;
        // Taken even if the object is omitted, so that the next entry begins without declarations.
        let of_entry = self.markup.entry.map(|_| self.scopes.take_part());
        if self.backend.is_left_out {
            for element in elements {
                self.markup.losses.report(self.markup.entry, || element.name, LossReason::NoPlace);
            }
            return;
        }
        if let Some(namespaces) = of_entry {
            return object(name, &namespaces, &elements, json);
        }
        // The attributes of entries may have prefixes of unknown vocabularies.
        self.scopes.declare_source(|prefix, uri| spelled(uri).is_none() && uri_of_prefix(prefix).is_none());
        // Nothing can be declared for the whole document after this: the objects of the entries follow in the
        // output.
        object(name, self.scopes.close_document(), &elements, json);
    }
}

/// Writes an object as a member, unless it is empty.
fn object(name: &str, namespaces: &PrefixTable, elements: &[JsonElement], json: &mut JsonText<'_>) {
    if elements.is_empty() && namespaces.is_empty() {
        return;
    }
    json.name(name);
    json.open('{');
    strings(ElementsObject::NAMESPACES, namespaces.iter(), json);
    list(ElementsObject::ELEMENTS, elements, json);
    json.close('}');
}

/// Replaces the characters that XML does not allow with U+FFFD, since the text is read as XML.
fn characters(text: &str) -> String {
    text.chars().map(|c| if is_xml_char(c) { c } else { '\u{FFFD}' }).collect()
}

/// Writes an object of strings, unless it is empty.
fn strings<'p>(name: &str, pairs: impl Iterator<Item = (&'p str, &'p str)>, json: &mut JsonText<'_>) {
    let mut pairs = pairs.peekable();
    if pairs.peek().is_some() {
        json.name(name);
        json.open('{');
        for (name, value) in pairs {
            json.text(name, value);
        }
        json.close('}');
    }
}

/// Writes elements, unless there are none. Their depth is bounded.
fn list(name: &str, elements: &[JsonElement], json: &mut JsonText<'_>) {
    if elements.is_empty() {
        return;
    }
    json.name(name);
    json.open('[');
    for element in elements {
        json.item();
        json.open('{');
        json.text(ElementsObject::ELEMENT_NAME, &element.name);
        let attributes = element.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        strings(ElementsObject::ATTRIBUTES, attributes, json);
        if !element.text.is_empty() {
            json.text(ElementsObject::TEXT, &element.text);
        }
        list(ElementsObject::CHILDREN, &element.children, json);
        json.close('}');
    }
    json.close(']');
}

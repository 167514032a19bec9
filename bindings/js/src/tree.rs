//! The elements of a document in the form of xml2js, for programs written for parsers that use it: an element is either its text, or
//! an object with its attributes (`$`), its text (`_`) and a list for each name of its children.
//!
//! Damage is tolerated: unclosed elements end with their parents, and unmatched end tags are ignored.

use std::collections::BTreeMap;

use bozofeed::content::unescape;
use quick_xml::events::Event;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The maximum nesting depth of elements. Deeper tags are left out, which bounds the recursion of writing and freeing a tree.
const DEEPEST: usize = 128;

/// The maximum length of a named reference in bytes.
const LONGEST_REFERENCE: usize = 40;

/// An element.
#[derive(Default)]
pub(crate) struct Element {
    attributes: Vec<(String, String)>,
    text: String,
    /// Whether some of the text is a CDATA section, which also counts if it is white space, but not if it is empty.
    has_section: bool,
    children: Vec<(String, Vec<Element>)>,
    /// The indices of names in the list of children.
    places: BTreeMap<String, usize>,
}

impl Element {
    fn push(&mut self, name: String, child: Element) {
        let place = *self.places.entry(name).or_insert_with_key(|name| {
            self.children.push((name.clone(), Vec::new()));
            self.children.len() - 1
        });
        if let Some((_, children)) = self.children.get_mut(place) {
            children.push(child);
        }
    }

    fn set_attributes(&mut self, raw: &quick_xml::events::BytesStart<'_>) {
        for attribute in raw.attributes().with_checks(false).flatten() {
            let name: &str = attribute.key.as_ref();
            if self.attributes.iter().take(64).all(|(known, _)| known != name) {
                self.attributes.push((name.to_owned(), unescaped(&attribute.value)));
            }
        }
    }
}

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.attributes.is_empty() && self.children.is_empty() {
            return serializer.serialize_str(&self.text);
        }
        let mut map = serializer.serialize_map(None)?;
        if self.has_section || !self.text.chars().all(is_space) {
            map.serialize_entry("_", &self.text)?;
        }
        if !self.attributes.is_empty() {
            map.serialize_entry("$", &Pairs(&self.attributes))?;
        }
        for (name, children) in &self.children {
            map.serialize_entry(name, children)?;
        }
        map.end()
    }
}

/// Returns whether a character matches JavaScript's `\s`.
fn is_space(c: char) -> bool {
    c == '\u{feff}' || c != '\u{85}' && c.is_whitespace()
}

struct Pairs<'a>(&'a [(String, String)]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Returns a document, whose only child is its root element.
pub(crate) fn tree(text: &str) -> Element {
    let mut reader = quick_xml::Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    let mut open = vec![(String::new(), Element::default())];
    let mut below = 0;
    let close = |open: &mut Vec<(String, Element)>| {
        if let Some((name, element)) = open.pop()
            && let Some((_, parent)) = open.last_mut()
        {
            parent.push(name, element);
        }
    };
    // After damage that the reader cannot recover from, there is nothing more to read.
    while let Ok(event) = reader.read_event() {
        let is_deepest = open.len() > DEEPEST;
        let Some((_, current)) = open.last_mut() else { break };
        match event {
            Event::Start(_) if is_deepest => below += 1,
            Event::Start(tag) => {
                let mut element = Element::default();
                element.set_attributes(&tag);
                let name: &str = tag.name().0;
                open.push((name.to_owned(), element));
            }
            Event::Empty(tag) => {
                let mut element = Element::default();
                element.set_attributes(&tag);
                let name: &str = tag.name().0;
                current.push(name.to_owned(), element);
            }
            Event::End(_) if below > 0 => below -= 1,
            Event::End(tag) => {
                let name: &str = tag.name().0;
                // The element closed by the tag is near, or there is none.
                if let Some(at) = open.iter().skip(1).rposition(|(known, _)| known == name) {
                    while open.len() > at + 1 {
                        close(&mut open);
                    }
                }
            }
            Event::Text(text) => current.text.push_str(&text.into_inner()),
            Event::GeneralRef(reference) => {
                current.text.push_str(&unescaped(&format!("&{};", reference.into_inner())));
            }
            Event::CData(section) => {
                let section = section.into_inner();
                current.has_section |= !section.is_empty();
                current.text.push_str(&section);
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().map(|(_, document)| document).unwrap_or_default()
}

/// Replaces character references, numeric ones and the named ones of HTML. Others are kept.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let end = after.bytes().take(LONGEST_REFERENCE).position(|byte| byte == b';');
        let found = end.and_then(|end| Some((character(after.get(..end)?)?, after.get(end + 1..)?)));
        let (characters, after) = found.unwrap_or_else(|| ("&".to_owned(), after));
        plain.push_str(&characters);
        rest = after;
    }
    plain.push_str(rest);
    plain
}

/// Returns the meaning of a reference.
fn character(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        let characters = unescape(&format!("&{name};")).into_owned();
        // A name means one or two characters. If there are more, the name is unknown, or only its start is known.
        return (characters.chars().count() <= 2).then_some(characters);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).map(String::from)
}

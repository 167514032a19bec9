//! The elements in the extension object of a JSON Feed.

use std::mem::take;

use super::Format;
use super::core::DocumentSink;
use super::json_text::JsonText;
use super::loss::LossReason;
use super::markup::Markup;
use super::names::{PrefixTable, UniqueNames, can_be_bound, is_ncname, name_of_namespace};
use crate::html::characters::is_xml_char;
use crate::model::Text;
use crate::vocabulary::json_feed::ElementsObject;
use crate::vocabulary::{spelled, uri_of_prefix};

/// An element.
#[derive(Debug, Default)]
struct JsonElement {
    name: String,
    /// The namespace of names without a prefix in it.
    default_namespace: String,
    attributes: Vec<(String, String)>,
    /// The names of the attributes.
    names: UniqueNames,
    /// The number of local declarations outside of it.
    declared: usize,
    text: String,
    children: Vec<JsonElement>,
}

/// The elements of a feed or an entry.
pub(super) struct JsonElements {
    /// Those that are complete.
    complete: Vec<JsonElement>,
    /// Those that are open, the outermost first. They are no deeper than what the reader reads.
    open: Vec<JsonElement>,
    /// The number of open elements that are too deep.
    too_deep: usize,
    /// The prefixes that the top object declares, and their namespace names.
    of_feed: PrefixTable,
    /// Those that the object at hand declares.
    namespaces: PrefixTable,
    /// Those that open elements declare.
    local: Vec<(String, String)>,
    /// The prefixes of the document that was read.
    prefixes: PrefixTable,
    /// Whether the innermost entry is that of a live item.
    is_in_live_item: bool,
    pub(super) markup: Markup,
}

impl JsonElements {
    pub(super) fn new(prefixes: &[(String, String)], markup: Markup) -> Self {
        Self {
            complete: Vec::new(),
            open: Vec::new(),
            too_deep: 0,
            of_feed: PrefixTable::default(),
            namespaces: PrefixTable::default(),
            local: Vec::new(),
            prefixes: prefixes.iter().collect(),
            is_in_live_item: false,
            markup,
        }
    }

    /// Writes the object as a member, if it has elements, and forgets them. That of the feed is written first.
    /// `base` is its base URI, if that is to be written.
    pub(super) fn write(&mut self, name: &str, base: Option<&str>, json: &mut JsonText) {
        let elements = take(&mut self.complete);
        let mut namespaces = take(&mut self.namespaces);
        if self.markup.entry.is_none() {
            // The entries may have attributes with prefixes that no vocabulary has.
            let is_unknown = |(prefix, uri): &&(String, String)| {
                !prefix.is_empty()
                    && can_be_bound(prefix, uri)
                    && spelled(uri).is_none()
                    && uri_of_prefix(prefix).is_none()
            };
            for (prefix, uri) in self.prefixes.iter().filter(is_unknown) {
                if namespaces.get(prefix).is_none() {
                    namespaces.add(prefix, uri);
                }
            }
        }
        if elements.is_empty() && namespaces.iter().next().is_none() && base.is_none() {
            return;
        }
        json.name(name);
        json.open('{');
        if let Some(base) = base {
            json.text(ElementsObject::BASE, base);
        }
        strings(ElementsObject::NAMESPACES, namespaces.iter(), json);
        list(ElementsObject::ELEMENTS, &elements, json);
        json.close('}');
        if self.markup.entry.is_none() {
            self.of_feed = namespaces;
        }
    }

    /// Returns the namespace that a prefix is bound to.
    fn bound(&self, prefix: &str) -> Option<&str> {
        let local = self.local.iter().rev().find(|(known, _)| known == prefix).map(|(_, uri)| uri.as_str());
        let found = local.or_else(|| self.namespaces.get(prefix)).or_else(|| self.of_feed.get(prefix));
        // The reader knows this prefix without a declaration.
        found.or((prefix == ElementsObject::RSS_PREFIX).then_some(ElementsObject::RSS))
    }

    /// Makes sure that a prefix is bound to a namespace: in the object, or in the innermost element.
    fn bind(&mut self, prefix: &str, uri: &str) {
        match self.bound(prefix) {
            Some(known) if known == uri => {}
            Some(_) => {
                self.local.push((prefix.to_owned(), uri.to_owned()));
                self.push_attribute(&format!("xmlns:{prefix}"), uri);
            }
            None => self.namespaces.add(prefix, uri),
        }
    }

    /// Adds an attribute. The first of a name counts.
    fn push_attribute(&mut self, name: &str, value: &str) {
        if let Some(element) = self.open.last_mut()
            && element.names.insert(name.to_owned())
        {
            element.attributes.push((name.to_owned(), characters(value)));
        }
    }
}

impl DocumentSink for JsonElements {
    fn start(&mut self, prefix: &str, local: &str) {
        match prefix {
            "atom" => self.open_in("", ElementsObject::ATOM, local),
            "rss" | "rss2" => self.open_in(ElementsObject::RSS_PREFIX, ElementsObject::RSS, local),
            _ => self.open_in(prefix, uri_of_prefix(prefix).unwrap_or_default(), local),
        }
    }

    fn end(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if let Some(element) = self.open.pop() {
            self.local.truncate(element.declared);
            let siblings = self.open.last_mut().map_or(&mut self.complete, |parent| &mut parent.children);
            siblings.push(element);
        }
    }

    fn add_value(&mut self, text: &Text, is_typed: bool) {
        if !text.is_markup() {
            return self.plain(&text.value);
        }
        if !is_typed {
            // As in Atom, text without a type is plain.
            self.any_attribute("type", "html");
        }
        let markup = self.markup.html(text).into_owned();
        self.plain(&markup);
    }

    fn innermost(&self) -> Option<&str> {
        self.open.last().map(|element| element.name.as_str())
    }

    fn is_in_live_item(&mut self) -> &mut bool {
        &mut self.is_in_live_item
    }

    fn format(&self) -> Format {
        Format::Json
    }

    fn open_in(&mut self, prefix: &str, uri: &str, local: &str) {
        if self.too_deep > 0 || self.open.len() >= ElementsObject::DEEPEST {
            if self.too_deep == 0 {
                self.lose_part(&format!("/{local}"), LossReason::NoPlace);
            }
            self.too_deep += 1;
            return;
        }
        let mut uri = name_of_namespace(prefix, uri);
        if !uri.is_empty() && !can_be_bound(prefix, uri) {
            self.lose_part(&format!("/{local}"), LossReason::Namespace);
            uri = "";
        }
        let is_valid = is_ncname(local);
        if !is_valid {
            self.lose_part("", LossReason::Name);
        }
        let local = if is_valid { local } else { "_" };
        let outer = self.open.last().map_or(ElementsObject::ATOM, |element| &element.default_namespace);
        let mut element = JsonElement {
            default_namespace: outer.to_owned(),
            declared: self.local.len(),
            ..JsonElement::default()
        };
        let has_prefix = !prefix.is_empty() && !uri.is_empty();
        if has_prefix {
            element.name = format!("{prefix}:{local}");
        } else {
            local.clone_into(&mut element.name);
            if uri != outer {
                uri.clone_into(&mut element.default_namespace);
                element.attributes.push(("xmlns".to_owned(), uri.to_owned()));
            }
        }
        self.open.push(element);
        if has_prefix {
            self.bind(prefix, uri);
        }
    }

    fn plain(&mut self, text: &str) {
        if let (0, Some(element)) = (self.too_deep, self.open.last_mut()) {
            element.text.push_str(&characters(text));
        }
    }

    fn elements(&mut self, _: &str) -> bool {
        // Text comes before the children.
        false
    }

    fn any_attribute(&mut self, name: &str, value: &str) {
        if self.too_deep > 0 {
            return;
        }
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        if !is_ncname(local) || name == "xmlns" {
            return self.lose_part("/@", LossReason::Name);
        }
        if !matches!(prefix, "" | "xml") {
            let uri = self.prefixes.namespace_of_attribute(prefix).or_else(|| self.bound(prefix));
            let uri = uri.unwrap_or_default().to_owned();
            if uri.is_empty() || !can_be_bound(prefix, &uri) {
                return self.lose_part(&format!("/@{name}"), LossReason::Namespace);
            }
            self.bind(prefix, &uri);
        }
        self.push_attribute(name, value);
    }

    fn lose_part(&mut self, part: &str, reason: LossReason) {
        let names: Vec<&str> = self.open.iter().map(|element| element.name.as_str()).collect();
        self.markup.lose(|| format!("{}{part}", names.join("/")), reason);
    }

    fn markup(&self) -> &Markup {
        &self.markup
    }
}

/// Returns text with U+FFFD for the characters that XML does not have, since it is read as XML.
fn characters(text: &str) -> String {
    text.chars().map(|c| if is_xml_char(c) { c } else { '\u{FFFD}' }).collect()
}

/// Writes an object of strings, unless it is empty.
fn strings<'p>(name: &str, pairs: impl Iterator<Item = &'p (String, String)>, json: &mut JsonText) {
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
fn list(name: &str, elements: &[JsonElement], json: &mut JsonText) {
    if elements.is_empty() {
        return;
    }
    json.name(name);
    json.open('[');
    for element in elements {
        json.item();
        json.open('{');
        json.text(ElementsObject::ELEMENT_NAME, &element.name);
        strings(ElementsObject::ATTRIBUTES, element.attributes.iter(), json);
        if !element.text.is_empty() {
            json.text(ElementsObject::TEXT, &element.text);
        }
        list(ElementsObject::CHILDREN, &element.children, json);
        json.close('}');
    }
    json.close(']');
}

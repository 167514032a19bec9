//! Elements as trees: unknown elements, and elements that a vocabulary reads together.

use std::cell::Cell;
use std::sync::Arc;

use crate::budget::PaidList;
use crate::model::{Attributes, Extension, Str, XmlScope};
use crate::xml::Namespace;
use bozofeed_content::TextValue;
use bozofeed_model::internal::cost::{self, Priced};
use bozofeed_text::html::url_names::shows_text;

/// The maximum depth of trees, regardless of the configured limits. Each level is two levels of the result's JSON, and most JSON
/// parsers allow 128.
pub(crate) const DEEPEST: usize = 48;

/// An element with all its content.
///
/// It tracks which parts a vocabulary has read, so that only the rest is kept as an extension.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) vocabulary: Namespace,
    pub(crate) namespace: Option<Arc<str>>,
    pub(crate) prefix: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) attributes: Attributes,
    /// The text. In a text construct, it is sanitized, if sanitizing is enabled.
    pub(crate) text: TextValue,
    pub(crate) children: PaidList<Tree>,
    /// The value of a member in a JSON Feed.
    pub(crate) json: Option<String>,
    /// The language and the base URI that apply to it.
    pub(crate) scope: Option<Arc<XmlScope>>,
    /// The offset of the start tag.
    pub(crate) offset: usize,
    /// Whether it is the rest of a known element. Such a tree is only an extension in the model.
    pub(crate) is_remainder: bool,
    /// The parts that were read, one bit each: the attributes, the text, the element itself.
    read: Cell<u64>,
}

const ELEMENT: u64 = 1 << 63;
const TEXT: u64 = 1 << 62;
const ATTRIBUTES: u64 = TEXT - 1;

impl Tree {
    /// Returns an element without content.
    pub(crate) fn new(name: Arc<str>, offset: usize) -> Self {
        Self {
            vocabulary: Namespace::NONE,
            namespace: None,
            prefix: Arc::default(),
            name,
            attributes: Attributes::default(),
            text: TextValue::default(),
            children: PaidList::default(),
            json: None,
            scope: None,
            offset,
            is_remainder: false,
            read: Cell::new(0),
        }
    }

    fn mark(&self, parts: u64) {
        self.read.set(self.read.get() | ELEMENT | parts);
    }

    /// Marks the element as read.
    pub(crate) fn mark_element(&self) {
        self.mark(0);
    }

    /// Marks the text as read.
    pub(crate) fn mark_text(&self) {
        self.mark(TEXT);
    }

    /// Marks an attribute as read, by its position.
    pub(crate) fn mark_attribute(&self, position: usize) {
        self.mark(attribute_bit(position));
    }

    /// Marks all attributes as read.
    pub(crate) fn mark_attributes(&self) {
        self.mark(ATTRIBUTES);
    }

    pub(crate) fn is_attribute_read(&self, position: usize) -> bool {
        self.read.get() & attribute_bit(position) != 0
    }

    /// Marks an attribute as unread again.
    pub(crate) fn unmark_attribute(&self, position: usize) {
        self.read.set(self.read.get() & !attribute_bit(position));
    }

    /// Marks the text as unread again.
    pub(crate) fn unmark_text(&self) {
        self.read.set(self.read.get() & !TEXT);
    }

    /// Marks everything in the element as unread again.
    ///
    /// Trees are nested no deeper than [`DEEPEST`], so recursion is bounded.
    pub(crate) fn unmark(&self) {
        self.read.set(0);
        self.children.iter().for_each(Self::unmark);
    }

    /// Returns whether the element is empty.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.is_empty() && self.attributes.is_empty() && self.children.is_empty()
    }

    /// Returns the text of the element, or otherwise a text from its attributes or its first children.
    ///
    /// Trees are nested no deeper than [`DEEPEST`], so recursion is bounded.
    pub(crate) fn display_text(&self) -> String {
        if !self.text.is_empty() {
            return self.text.to_string();
        }
        if let Some((_, value)) = self.attributes.iter().find(|(_, value)| !value.is_empty()) {
            return value.to_owned();
        }
        self.children.first().map(Self::display_text).unwrap_or_default()
    }

    /// Returns whether both elements have the same content.
    ///
    /// Trees are nested no deeper than [`DEEPEST`], so recursion is bounded.
    pub(crate) fn says_same_as(&self, other: &Self) -> bool {
        self.vocabulary == other.vocabulary
            && self.name == other.name
            && self.text == other.text
            && self.attributes == other.attributes
            && self.json == other.json
            && self.children.len() == other.children.len()
            && self.children.iter().zip(other.children.iter()).all(|(one, other)| one.says_same_as(other))
    }

    /// Returns the parts that no vocabulary has read, or `None` if all were read. An element that was read is still kept if it has
    /// unread attributes, text or children.
    pub(crate) fn into_unread(mut self) -> Option<Extension> {
        if self.children.is_empty() {
            return self.unread_with(Vec::new());
        }
        // A recursive function would take more stack for a deep tree than everything else in the parser.
        let mut open = Vec::new();
        loop {
            let children = std::mem::take(&mut self.children).into_vec().into_iter();
            open.push((self, children, Vec::new()));
            self = loop {
                let (_, children, unread) = open.last_mut()?;
                if let Some(child) = children.next() {
                    if unread.capacity() == 0 {
                        unread.reserve_exact(children.len() + 1);
                    }
                    break child;
                }
                let (element, _, unread) = open.pop()?;
                let unread = element.unread_with(unread);
                match open.last_mut() {
                    Some((_, _, siblings)) => siblings.extend(unread),
                    None => return unread,
                }
            };
        }
    }

    /// Returns the element with its unread children.
    fn unread_with(self, mut children: Vec<Extension>) -> Option<Extension> {
        children.shrink_to_fit();
        let read = self.read.get();
        let is_read = read & ELEMENT != 0;
        let mut attributes = self.attributes;
        if is_read {
            let mut positions = 0..;
            attributes.retain(|name, _| {
                // The interpreter applies both to every element, so they are not lost.
                let is_context = matches!(name, "xml:base" | "xml:lang");
                positions.next().is_some_and(|at| read & attribute_bit(at) == 0) && !is_context
            });
        }
        // An extension must not carry a script URL where a field would not.
        let text = if read & TEXT == 0 && shows_text(&self.name, &self.text) {
            self.text.into_string()
        } else {
            String::new()
        };
        if is_read && children.is_empty() && attributes.is_empty() && text.is_empty() {
            return None;
        }
        Some(made!(Extension {
            namespace: self.namespace.map(Str::from),
            prefix: self.prefix.into(),
            name: self.name.into(),
            attributes,
            text: text.into(),
            children,
            json: self.json.map(Str::from),
        }))
    }
}

impl Priced for Tree {
    /// While a vocabulary reads it, both the element and the extension for its unread parts are in memory.
    fn heap(&self) -> usize {
        let namespace = self.namespace.heap() + self.prefix.heap() + self.name.heap();
        size_of::<Extension>() + namespace + self.text.heap() + self.json.heap()
    }

    fn written(&self) -> usize {
        cost::BRACKETS
            + cost::member("namespace", &self.namespace)
            + cost::member("prefix", &self.prefix)
            + cost::member("name", &self.name)
            + cost::member("text", &self.text)
            + cost::member("json", &self.json)
            + cost::LIST
    }
}

/// Attributes beyond the sixty-second share its bit; no vocabulary has elements with as many.
fn attribute_bit(position: usize) -> u64 {
    // Bits 62 and 63 are for the text and for the element itself.
    1 << position.min(61)
}

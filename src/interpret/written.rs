//! XML that is written from a document in another format, to be interpreted.

use super::Offsets;
use crate::html::escape::escape_xml;

/// A document or a fragment in XML, and the offsets of its elements in the document from which it was written.
#[derive(Debug, Default)]
pub(crate) struct WrittenXml {
    pub(crate) text: String,
    pub(crate) offsets: Offsets,
    /// Whether elements were left out, since they are nested too deeply.
    pub(crate) is_too_deep: bool,
}

impl WrittenXml {
    /// Returns an empty document, with room for what is written from a document of this length.
    pub(crate) fn with_capacity(length: usize) -> Self {
        Self { text: String::with_capacity(length), ..Self::default() }
    }

    /// Begins a start tag. `offset` is that of the element in the original document.
    pub(crate) fn open_tag(&mut self, name: &str, offset: usize) {
        self.offsets.push(self.text.len(), offset);
        self.text.extend(["<", name]);
    }

    /// Adds an attribute to the start tag.
    pub(crate) fn attribute(&mut self, name: &str, value: &str) {
        self.text.extend([" ", name, "=\""]);
        escape_xml(value, &mut self.text);
        self.text.push('"');
    }

    /// Ends the start tag, and adds text.
    pub(crate) fn close_tag(&mut self, text: &str) {
        self.text.push('>');
        escape_xml(text, &mut self.text);
    }

    /// Adds an end tag.
    pub(crate) fn end(&mut self, name: &str) {
        self.text.extend(["</", name, ">"]);
    }

    /// Adds an element with attributes and text.
    #[cfg(feature = "h-feed")]
    pub(crate) fn element(&mut self, name: &str, offset: usize, attributes: &[(&str, &str)], text: &str) {
        self.open_tag(name, offset);
        for (attribute, value) in attributes {
            self.attribute(attribute, value);
        }
        self.close_tag(text);
        self.end(name);
    }

    /// Puts text before all elements.
    pub(crate) fn prepend(&mut self, text: &str) {
        self.offsets.shift(text.len());
        self.text.insert_str(0, text);
    }
}

//! XML that is written from JSON, to be interpreted.

use super::path::Path;
use super::reading::Reading;
use crate::html::escape::escape_xml;
use crate::interpret::{Interpreted, Offsets};
use crate::vocabulary::json_feed::ElementsObject;

/// The greatest nesting depth. Deeper elements are not read.
pub(super) const DEEPEST: usize = ElementsObject::DEEPEST;

/// A document or a fragment in XML, and the offsets of its elements in the JSON document.
#[derive(Debug, Default)]
pub(super) struct WrittenXml {
    pub(super) text: String,
    pub(super) offsets: Offsets,
    /// Whether elements were left out, since they are nested too deeply.
    pub(super) is_too_deep: bool,
}

impl WrittenXml {
    /// Returns an empty document, with room for what is written from JSON of this length.
    pub(super) fn with_capacity(length: usize) -> Self {
        Self { text: String::with_capacity(length), ..Self::default() }
    }

    /// Begins a start tag. `offset` is that of the element in the JSON document.
    pub(super) fn open_tag(&mut self, name: &str, offset: usize) {
        self.offsets.push(self.text.len(), offset);
        self.text.extend(["<", name]);
    }

    /// Adds an attribute to the start tag.
    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        self.text.extend([" ", name, "=\""]);
        escape_xml(value, &mut self.text);
        self.text.push('"');
    }

    /// Ends the start tag, and adds text.
    pub(super) fn close_tag(&mut self, text: &str) {
        self.text.push('>');
        escape_xml(text, &mut self.text);
    }

    /// Adds an end tag.
    pub(super) fn end(&mut self, name: &str) {
        self.text.extend(["</", name, ">"]);
    }

    /// Puts text before all elements.
    pub(super) fn prepend(&mut self, text: &str) {
        self.offsets.shift(text.len());
        self.text.insert_str(0, text);
    }
}

impl Reading<'_> {
    /// Adds the warnings of XML that was interpreted, at their places in the JSON document. `path` is that of the value, to
    /// which the paths of elements are added; it is `None` if the XML is a whole document.
    pub(super) fn take_warnings(
        &mut self,
        interpreted: Interpreted<'_>,
        offsets: &Offsets,
        path: Option<Path<'_>>,
    ) {
        for (offset, mut warning) in interpreted.warnings.into_kept() {
            self.warnings.add(offsets.original(offset), || {
                if let Some(path) = path {
                    let inner = warning.path.split_once('/').map_or("", |(_, inner)| inner);
                    warning.path = format!("{path}/{inner}");
                }
                warning
            });
        }
    }
}

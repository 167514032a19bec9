//! The values of a JSON text, with their offsets.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostics::Diagnostics;
pub use crate::diagnostics::JsonType;
pub use crate::json_feed::is_json;
use crate::json_feed::{JsonNode, MOST_MEMBERS};

/// A value in a JSON text. The parser reports its faults; here it is left unchanged.
#[derive(Debug, Clone, Copy)]
pub struct JsonPart<'a>(JsonNode<'a>);

impl<'a> JsonPart<'a> {
    /// Parses a whole text as a value. Returns `None` if the text is not JSON (RFC 8259 §2).
    pub fn of(text: &'a str) -> Option<Self> {
        JsonNode::of(text).map(Self)
    }

    /// Returns the type of the value.
    pub fn kind(&self) -> JsonType {
        self.0.kind()
    }

    /// Returns the value as written.
    pub fn raw(&self) -> &'a str {
        self.0.raw
    }

    /// Returns the range of the value in the text.
    pub fn range(&self) -> Range<usize> {
        self.0.offset..self.0.offset + self.0.raw.len()
    }

    /// Returns whether it is null, or an empty string, object or array.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the text of a string, or another value as written.
    pub fn text(&self) -> Cow<'a, str> {
        self.0.text(&mut Diagnostics::default())
    }

    /// Returns the members of an object, as many as the parser reads, or nothing for other values.
    pub fn members(&self) -> impl Iterator<Item = (Cow<'a, str>, Self)> {
        self.0.members().take(MOST_MEMBERS).map(|(name, value)| (name, Self(value)))
    }

    /// Returns the elements of an array, or nothing for other values.
    pub fn elements(&self) -> impl Iterator<Item = Self> {
        self.0.elements().map(Self)
    }
}

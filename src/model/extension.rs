//! What no vocabulary knows.
//!
//! An element of XML is a tree. A value of JSON is kept as it is written, as a text: so not a digit of a number is lost, the
//! crate's face shows no type of a JSON library, and any such library makes a value of it.

use std::sync::Arc;

use super::offset::Offset;

/// Attributes, in the order of the document: names and values. Elements of one kind share the names.
pub type Attributes = Vec<(Arc<str>, String)>;

/// An element that has no field of its own, with all that stands in it; or a member of a JSON Feed that has none, or whose
/// value is not of the type that its field has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Extension {
    /// The namespace's name, `None` where the element is in none.
    pub namespace: Option<Arc<str>>,
    /// The prefix: the customary one of a known namespace, else the document's.
    pub prefix: Arc<str>,
    /// The local name, as it is written.
    pub name: Arc<str>,
    /// The attributes, by qualified name as it is written but with the customary prefix, in the order of the document.
    pub attributes: Attributes,
    /// The text directly in it, without surrounding white space. A URI is resolved where the element is known to hold one.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Extension>,
    /// The value of a member of a JSON Feed, as JSON (RFC 8259); `None` for an element. `text` holds it as well where it
    /// is a string, a number or a boolean.
    pub json: Option<Box<str>>,
    /// Where its start tag stands.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) offset: Offset,
}

impl Extension {
    /// The value of an attribute, by its name, in any case.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

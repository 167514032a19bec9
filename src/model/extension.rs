//! What no vocabulary knows.

use std::sync::Arc;

use super::offset::Offset;

/// An element that has no field of its own, with all that stands in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Extension {
    /// The namespace's name, `None` where the element is in none.
    pub namespace: Option<Arc<str>>,
    /// The prefix: the customary one of a known namespace, else the document's.
    pub prefix: Arc<str>,
    /// The local name, as it is written.
    pub name: String,
    /// The attributes, by qualified name with the customary prefix, in the order of the document.
    pub attributes: Vec<(String, String)>,
    /// The text directly in it, without surrounding white space. A URI is resolved where the element is known to hold one.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Extension>,
    /// Where its start tag stands.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) offset: Offset,
}

impl Extension {
    /// The value of an attribute, by its name in lower case.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

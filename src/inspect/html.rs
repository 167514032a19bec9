//! HTML: its tags, references and attributes.

pub use crate::content::allowlist::is_kept_css_property;
use crate::content::uri_attributes::{Role, role};
use crate::html::entities;
pub use crate::html::escape::{escape, escape_xml};
pub use crate::html::references::decode;
pub use crate::markup::{MarkupAttribute, MarkupTag, Piece, Pieces, lower};
use crate::markup::{kind_at, kind_of};

/// Returns whether HTML has an element of this name, in lower case.
pub fn is_element(name: &str) -> bool {
    kind_of(name).is_some()
}

/// Returns whether a tag of an element of HTML is at an offset.
pub fn is_tag_at(markup: &str, at: usize) -> bool {
    kind_at(markup, at).is_some()
}

/// Returns the characters of a named reference: `nbsp;`.
pub fn named_reference(name: &str) -> Option<String> {
    entities::named(name).map(|(first, second)| std::iter::once(first).chain(second).collect())
}

/// Returns whether an attribute contains a URI that is resolved against the base. Both names must be in lower case.
pub fn is_resolved_attribute(element: &str, attribute: &str) -> bool {
    matches!(role(element, attribute), Some(Role::Resolved | Role::ResolvedByHtml))
}

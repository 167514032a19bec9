//! HTML: its attributes and properties.

pub use crate::content::allowlist::is_kept_css_property;
use crate::content::uri_attributes::{Role, role};

/// Returns whether an attribute contains a URI that is resolved against the base. Both names must be in lower case.
pub fn is_resolved_attribute(element: &str, attribute: &str) -> bool {
    matches!(role(element, attribute), Some(Role::Resolved | Role::ResolvedByHtml))
}

//! Creative Commons, its RSS module and its own namespace.

use super::ReadAs;
use super::element_lists::{ElementList, elements};

pub(super) const OLD_URIS: &[&str] = &["http://backend.userland.com/creativecommonsrssmodule"];
pub(super) const URIS: &[&str] = &["http://web.resource.org/cc", "http://creativecommons.org/ns#"];

pub(super) const ELEMENTS: ElementList = elements! {
    Other;
    "license" => ReadAs::License,
};

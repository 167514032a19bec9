//! Creative Commons, its RSS module and its own namespace.

use super::Rule;
use super::rules::{ElementRules, rules};

pub(super) const OLD_URIS: &[&str] = &["http://backend.userland.com/creativecommonsrssmodule"];
pub(super) const URIS: &[&str] = &["http://web.resource.org/cc", "http://creativecommons.org/ns#"];

pub(super) const ELEMENTS: ElementRules = rules! {
    Other;
    "license" => Rule::License,
};

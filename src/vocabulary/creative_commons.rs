//! Creative Commons, its RSS module and its own namespace.

use super::Rule;
use super::rules::{Rules, rules};

pub(super) const OLD_URIS: &[&str] = &["http://backend.userland.com/creativecommonsrssmodule"];
pub(super) const URIS: &[&str] = &["http://web.resource.org/cc", "http://creativecommons.org/ns#"];

pub(super) const ELEMENTS: Rules = rules! {
    "license" => Rule::License,
};

//! Creative Commons, its RSS module and its own namespace.

use super::Rule;

pub(super) const OLD_URIS: &[&str] = &["http://backend.userland.com/creativecommonsrssmodule"];
pub(super) const URIS: &[&str] = &["http://web.resource.org/cc", "http://creativecommons.org/ns#"];

pub(super) fn element(name: &str) -> Option<Rule> {
    (name == "license").then_some(Rule::License)
}

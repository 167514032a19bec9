//! `FeedBurner`, which has no published specification: it replaces links by its own, and keeps the original ones.

use std::sync::Arc;

use super::read::{Described, Elements};
use super::rules::{ElementRules, rules};
use super::{Rule, TextField};

pub(super) const URIS: &[&str] = &["http://rssnamespace.org/feedburner/ext/1.0"];

pub(super) const ELEMENTS: ElementRules = rules! {
    "browserFriendly" => Rule::Text(TextField::Info),
};

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let link = |name| elements.text(name).uri().filter(|uri| !uri.is_empty()).map(Arc::from);
    entry.original_link = link("origlink");
    entry.original_enclosure_link = link("origenclosurelink");
}

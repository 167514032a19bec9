//! `FeedBurner`, which has no published specification: it replaces links by its own, and keeps the original ones.

use crate::model::Str;

use super::read::{Described, Elements};
use super::rows::{offer_all, rows, text_uri};
use super::rules::{ElementRules, rules};
use super::{Rule, TextField};

pub(super) const URIS: &[&str] = &["http://rssnamespace.org/feedburner/ext/1.0"];

pub(super) const ELEMENTS: ElementRules = rules! {
    Other;
    "browserFriendly" in Feed => Rule::Text(TextField::Info),
};

/// The original links of an entry.
#[derive(Debug, Default, PartialEq)]
pub(super) struct OriginalLinks {
    original_link: Option<Str>,
    original_enclosure_link: Option<Str>,
}

rows! {
    OriginalLinks {
        elements {
            "origLink" => original_link via text_uri,
            "origEnclosureLink" => original_enclosure_link via text_uri,
        }
    }
}

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let mut links = OriginalLinks::default();
    offer_all("", &mut links, elements);
    let rare = entry.rare_mut();
    rare.original_link = links.original_link;
    rare.original_enclosure_link = links.original_enclosure_link;
}

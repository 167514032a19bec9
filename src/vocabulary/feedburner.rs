//! `FeedBurner`, which has no published specification: it replaces links with its own, and keeps the original ones.

use crate::model::Str;

use super::element_lists::{ElementList, elements};
use super::read::{Described, Elements};
use super::rows::{offer_all, rows, text_uri};
use super::write::{ElementSink, FeedOrEntry, WriteParts as _};
use super::{ReadAs, TextField};

pub(super) const URIS: &[&str] = &["http://rssnamespace.org/feedburner/ext/1.0"];

pub(super) const ELEMENTS: ElementList = elements! {
    Other;
    "browserFriendly" in Feed => ReadAs::Text(TextField::Info),
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
    entry.set_original_link(links.original_link);
    entry.set_original_enclosure_link(links.original_enclosure_link);
}

pub(super) fn write(from: FeedOrEntry<'_>, prefix: &'static str, to: &mut dyn ElementSink) {
    if let FeedOrEntry::Entry(entry) = from {
        let text = |text: Option<&str>| text.map(Str::from);
        let links = OriginalLinks {
            original_link: text(entry.original_link()),
            original_enclosure_link: text(entry.original_enclosure_link()),
        };
        links.write_parts(prefix, to);
    }
}

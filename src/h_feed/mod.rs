//! Pages with microformats as feeds: [h-feed](https://microformats.org/wiki/h-feed), and the entries of a page without one.
//!
//! The items of a page are identified by the classes of its elements, as specified by
//! [microformats2](https://microformats.org/wiki/microformats2-parsing) (`items`, `classes`). They become the corresponding Atom
//! elements (`atom`), which are then interpreted: their markup is cleaned, their URLs are resolved, and everything is charged as in
//! any other feed.

mod atom;
mod classes;
mod item_values;
mod items;
mod values;

use crate::budget::Budget;
use crate::document::Document;
use crate::encoding::Decoded;
use crate::page;
use crate::xml::Nodes;
use bozofeed_text::forward::memmem;

/// Returns the text of a page and its microformats as Atom elements: a feed, or several entries. Returns `None` for any other
/// document, and for a page that refers to its own feed, which has more content. `bytes` are the bytes of the document that are
/// read.
pub(crate) fn of<'a>(
    document: &Document<'_>,
    bytes: &'a [u8],
    budget: &Budget,
) -> Option<(Decoded<'a>, Nodes)> {
    // Nearly all documents end here.
    let has_class = || [&b"h-entry"[..], b"h-feed"].iter().any(|class| memmem::find(bytes, class).is_some());
    if !bozofeed_encoding::is_html(bytes) || !has_class() {
        return None;
    }
    let decoded = page::decode(bytes, &document.headers);
    let url = document.base_url();
    let items = items::Page::read(&decoded.text, url.as_deref(), budget)?;
    if page::has_own_feed(&decoded.text, document) {
        return None;
    }
    if items.has_lost_values() {
        budget.set_lookahead_exceeded();
    }
    let nodes = items.into_atom();
    Some((decoded, nodes))
}

#[cfg(test)]
mod tests;

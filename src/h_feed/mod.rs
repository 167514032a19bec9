//! Pages with microformats as feeds: [h-feed](https://microformats.org/wiki/h-feed), and the entries of a page without one.
//!
//! The items of a page are found by the classes of its elements, as [microformats2](https://microformats.org/wiki/microformats2-parsing)
//! has it (`items`, `classes`). They are written as the Atom that they correspond to (`atom`), which is then interpreted: its
//! markup is cleaned, its URLs are resolved, and everything is paid for as in any other feed.

mod atom;
mod classes;
mod items;
mod values;

use std::sync::Arc;

use crate::budget::Budget;
use crate::diagnostics::{DocumentFindings, Positions, WellFormednessError};
use crate::discover;
use crate::document::Document;
use crate::encoding::{self, Decoded};
use crate::forward::memmem;
use crate::interpret::{Interpreted, WrittenXml, interpret};
use crate::model::XmlScope;
use crate::options::Options;
use crate::parsed::Parsed;
use crate::statement::Sink;
use crate::version::Version;

/// A page with microformats.
#[derive(Debug)]
pub(crate) struct HFeed<'a> {
    pub(crate) decoded: Decoded<'a>,
    atom: WrittenXml,
}

/// Returns what a page says in microformats: a feed, or several entries. `None` for any other document, and for a page that names
/// or links a feed of its site, which says more. `bytes` are those of the document that are read.
pub(crate) fn of<'a>(document: &'a Document<'_>, bytes: &'a [u8], budget: &Budget) -> Option<HFeed<'a>> {
    // Nearly all documents end here.
    let has_class = || [&b"h-entry"[..], b"h-feed"].iter().any(|class| memmem::find(bytes, class).is_some());
    if !encoding::is_html(bytes) || !has_class() {
        return None;
    }
    let decoded = discover::decode_page(bytes, &document.headers);
    let page = items::Page::read(&decoded.text, document.url.as_deref(), budget)?;
    if discover::has_own_feed(&decoded.text, document) {
        return None;
    }
    if page.has_lost_values() {
        budget.set_lookahead_exceeded();
    }
    let atom = page.into_atom();
    Some(HFeed { decoded, atom })
}

impl HFeed<'_> {
    /// Passes the statements of the page to `sink`. Returns the result without the feed, the entries and the verdict, and the
    /// findings on which the verdict is based.
    pub(crate) fn read(
        &self,
        scope: Option<Arc<XmlScope>>,
        options: &Options,
        budget: &Budget,
        positions: &mut Positions<'_>,
        sink: &mut dyn Sink,
    ) -> (Parsed, DocumentFindings<WellFormednessError>) {
        let WrittenXml { text, offsets, .. } = &self.atom;
        let interpreted = interpret(text, Some(offsets), scope, options, budget, sink);
        let Interpreted { limit, mut warnings, .. } = interpreted;
        warnings.move_to(|offset| offsets.original(offset));
        let warnings = warnings.into_positioned(positions);
        let parsed = Parsed {
            version: Version::HFeed,
            warnings: warnings.map(|(unplaced, position)| unplaced.at(position)).collect(),
            ..Parsed::default()
        };
        (parsed, DocumentFindings { limit, ..DocumentFindings::default() })
    }
}

#[cfg(test)]
mod tests;

//! The Atom Publishing Protocol: RFC 5023.

use super::read::{Described, Elements};
use crate::model::Publishing;

/// The final name and that of the drafts.
pub(super) const URIS: &[&str] = &["http://www.w3.org/2007/app", "http://purl.org/atom/app#"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let control = elements.first("control");
    let draft = control.map_or(elements.text("draft"), |control| control.children().text("draft"));
    entry.publishing =
        Some(Box::new(Publishing { edited: elements.text("edited").date(), draft: draft.boolean() }));
}

//! The tree of an XML document.

use super::build::Builder;
use crate::limits::Limits;
use crate::vocabulary::Feeds;
use crate::xml::{BlankText, Reader, XmlEvent};

/// Adds the elements of a document to a tree.
pub(super) fn read(text: &str, limits: &Limits, tree: &mut Builder<'_>) {
    let mut reader = Reader::<Feeds>::new(text, limits);
    while let Some(event) = reader.next(BlankText::Read) {
        match event {
            XmlEvent::Start { name, tag, .. } => {
                // The reader is at the end of the last tag.
                let (tag_end, _) = reader.progress(0);
                let uri = reader.namespaces.uri(name.namespace);
                if !tree.begin(&name, uri, (tag.offset, tag_end)) {
                    break;
                }
                for attribute in reader.attributes() {
                    let uri = reader.namespaces.uri(attribute.name.namespace);
                    // Attributes from the document type are not in the tag.
                    let start = tree.offset_of(attribute.written).unwrap_or(attribute.offset);
                    let written = (start, start + attribute.written.len());
                    tree.attribute((&attribute.name, uri), &attribute.value, attribute.offset, written);
                }
            }
            XmlEvent::Text(piece) => {
                let start = reader.offset_of(piece.raw);
                let value = if piece.decoded { reader.decoded().as_str() } else { piece.raw };
                tree.text(value, (start, start + piece.raw.len()), piece.cdata);
            }
            XmlEvent::End { .. } => tree.end(reader.progress(0).0),
        }
        if tree.limit.is_some() {
            break;
        }
    }
    tree.end_all(reader.progress(0).0);
    tree.limit = tree.limit.or(reader.limit());
}

//! Documents in formats other than feeds.

use std::marker::PhantomData;

use super::{DocumentText, Inspection, Inspector};
use crate::budget::Purpose;
use crate::diagnostics::{DocumentFindings, Limit, Position, Positions, WellFormednessError};
use crate::encoding::{self, Decoded};
use crate::looks_like::looks_like;
use crate::source::{encoding_findings, with_verdict};
use crate::xml::{BlankText, Namespace, Reader, Schema, Shape, XmlEvent};
use crate::{Document, Parsed, Parser};

/// The elements of a format, needed to repair broken documents.
pub trait ElementShapes {
    /// The names of the elements, in lower case, with their kinds. The format has no namespaces, and its names are
    /// case-insensitive.
    const ELEMENTS: &'static [(&'static str, Shape)];
}

/// The schema for the elements of a table. A default namespace is ignored.
struct TableSchema<T>(PhantomData<T>);

impl<T: ElementShapes> Schema for TableSchema<T> {
    type Element = Shape;

    fn namespace(_: &str) -> Option<Namespace> {
        None
    }

    fn well_known_prefix(_: &str) -> Option<Namespace> {
        None
    }

    fn element(_: Namespace, local: &str) -> Option<Shape> {
        T::ELEMENTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(local)).map(|(_, shape)| *shape)
    }

    fn shape(shape: Shape) -> Shape {
        shape
    }
}

impl Parser {
    /// Reads an XML document with the elements of a table, and passes its content to an inspector. A document without a
    /// [root](Shape::Root) or [container](Shape::Container) of the table is [`NotAFeed`](crate::Bozo::NotAFeed).
    pub fn inspect_elements<'a, T: ElementShapes>(
        &self,
        document: &'a Document<'_>,
        inspector: &mut dyn Inspector,
    ) -> Inspection<'a> {
        let options = self.options();
        let (bytes, is_cut) = document.within(options.limits.size);
        let mut decoded = encoding::decode_bytes(&options.policy, bytes, &document.headers);
        let encoding = encoding_findings(document, &mut decoded, false);
        let mut reader: Reader<'_, TableSchema<T>> = Reader::new(&decoded.text, &options.limits);
        let mut is_of_format = false;
        while let Some(event) = reader.next(BlankText::Read) {
            match event {
                XmlEvent::Start { name, element, tag } => {
                    is_of_format |= matches!(element, Some(Shape::Root | Shape::Container));
                    inspector.start_tag(&name, &tag, reader.attributes());
                }
                XmlEvent::Text(text) => {
                    let written = reader.written_text(&text);
                    inspector.text(if text.decoded { reader.decoded() } else { text.raw }, &written);
                }
                XmlEvent::End { implied } => {
                    inspector.end_tag(if implied { None } else { reader.last_end_tag() });
                }
            }
        }
        let budget = self.budget(document, Purpose::MODEL);
        let declared = reader.namespaces.declared();
        let declared =
            declared.map(|declared| (declared.prefix.to_owned(), declared.uri.clone().into_owned()));
        let namespaces = budget.keep_each(declared).collect();
        // As in `DecodedDocument::verdict`, the size takes precedence over the other limits.
        let limit = if is_cut { Some(Limit::Size) } else { reader.limit().or_else(|| budget.limit()) };
        let has_root = reader.has_root();
        let findings = DocumentFindings {
            byte_order_mark: decoded
                .surplus_mark()
                .map(|offset| (WellFormednessError::TextOutsideRoot, Position::before_text(offset))),
            faults: reader.faults,
            limit,
            not_a_feed: (!is_of_format).then(|| looks_like(bytes, &decoded.text, has_root)),
        };
        let verdict = findings.verdict(encoding, &mut Positions::new(&decoded.text, decoded.text_start));
        let Decoded { encoding, codec, trail, text, text_start, byte_order_marks, .. } = decoded;
        let parsed = Parsed { encoding, codec, namespaces, trail, ..Parsed::default() };
        Inspection {
            parsed: with_verdict(parsed, verdict),
            text: DocumentText { text, bytes, start: text_start, byte_order_marks },
            entry_count: None,
        }
    }
}

//! Documents as they are written, with the place of everything in them: for programs that check, mend or edit feeds.
//!
//! [`Parser::inspect`] reads a document and passes each tag and each text of it to an [`Inspector`], as the parser has read them:
//! repaired, with the namespaces resolved, and with their offsets in the text. JSON has no tags; [`json`] reads its values.
//! The modules below have the functions by which the parser itself reads names, values and markup, so that a program that judges them
//! agrees with it. `bozofeed-check` is written with this interface.
//!
//! ```
//! use bozofeed::inspect::{Inspector, Name, RawTag, XmlAttribute};
//! use bozofeed::{Document, Parser};
//!
//! /// The offsets of the links.
//! #[derive(Default)]
//! struct Links(Vec<usize>);
//!
//! impl Inspector for Links {
//!     fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, _: &[XmlAttribute<'_>]) {
//!         if name.local == "link" {
//!             self.0.push(tag.offset);
//!         }
//!     }
//! }
//!
//! let document = Document::from("<rss version='2.0'><channel><link>https://harbour.example/</link></channel></rss>");
//! let mut links = Links::default();
//! let inspection = Parser::new().inspect(&document, &mut links);
//! assert_eq!(links.0, [28]);
//! assert_eq!(inspection.text.positions().of(28).column, 29);
//! ```
//!
//! Unlike the rest of the crate, this module may change in any version before 1.0.

mod elements;
mod gathered;
pub mod json;
mod sink;
pub mod values;

use std::ops::Range;

use crate::budget::Purpose;
pub use crate::document::DocumentText;
use crate::encoding::{self, Decoded};
use crate::parsed::Parsed;
use crate::{Document, Parser};

pub use self::elements::ElementShapes;
pub use crate::diagnostics::{Rule, RuleSeverity, rules_of_the_parser};
pub use crate::xml::{Name, Namespace, RawTag, Shape, TagSpan, WrittenAttribute, WrittenText, XmlAttribute};

/// The elements and attributes of all vocabularies that the parser reads.
pub mod schema {
    pub use crate::vocabulary::kind::{AllowedContent, AttributeNames, ElementNames, Rows};
    pub use crate::vocabulary::value_kind::ValueKind;
    pub use crate::vocabulary::{
        ATOM, FieldScope, FieldScopes, VocabularyRows, all_vocabularies, customary_prefix, is_atom, is_xml,
        namespace_of_prefix, namespace_of_uri, prefixes, uri, uri_of_prefix, vocabularies_of,
    };
}

/// A receiver of what the parser reads.
pub trait Inspector {
    /// Receives a start tag, with its attributes as written. Whether it has an end tag or not, its end is received as well.
    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        let _ = (name, tag, attributes);
    }

    /// Receives text in the innermost element: character data or a CDATA section, with its references resolved.
    fn text(&mut self, text: &str, written: &WrittenText) {
        let _ = (text, written);
    }

    /// Receives the end of the innermost element, with the extent of its end tag, if it has one.
    fn end_tag(&mut self, written: Option<Range<usize>>) {
        let _ = written;
    }

    /// Returns whether the inspector receives [values](Self::value). It does not by default.
    fn receives_values(&self) -> bool {
        false
    }

    /// Receives a value that a field of the model may have. Values of the same element come in an order that is always the same.
    fn value(&mut self, value: ReadValue) {
        let _ = value;
    }
}

/// A value that was read, for comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadValue {
    /// The offset of its element in the text; `None` for the start or the end of a feed, an entry, a source or an image, at the tag that
    /// was received last.
    pub offset: Option<usize>,
    /// A hash of the field and the value; `None` if all values together are so long that they are no longer compared.
    pub hash: Option<u64>,
}

/// The result of an inspection.
#[derive(Debug)]
#[non_exhaustive]
pub struct Inspection<'a> {
    /// The result of the parser, without the feed and the entries.
    pub parsed: Parsed,
    /// The text.
    pub text: DocumentText<'a>,
    /// The number of entries. `None` if [`Parser::parse`] may leave out some of them: those that a second feed in the document
    /// repeats, and empty ones without an end tag.
    pub entry_count: Option<usize>,
}

impl Parser {
    /// Reads a document, and passes what is in it to an inspector. Markup is not sanitized.
    pub fn inspect<'a>(&self, document: &'a Document<'_>, inspector: &mut dyn Inspector) -> Inspection<'a> {
        let budget = self.budget(document, Purpose::MODEL);
        let mut sink = sink::InspectorSink::new(inspector, document.bytes().len());
        let (parsed, text) = self.run_with_text(document, &budget, &mut sink);
        Inspection { parsed, text, entry_count: sink.entry_count() }
    }

    /// Returns the number of bytes by which the references of a document may grow when they are resolved, by
    /// [`Limits::resolved`](crate::Limits::resolved).
    ///
    /// ```
    /// use bozofeed::{Document, Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().resolved(10));
    /// assert_eq!(parser.most_resolved(&Document::from("<rss/>")), 10);
    /// ```
    pub fn most_resolved(&self, document: &Document<'_>) -> usize {
        self.options().limits.resolved_of(document.bytes().len())
    }

    /// Decodes a document by the policy of the parser, up to the limit on its size.
    ///
    /// ```
    /// use bozofeed::{Document, Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().size(5));
    /// assert_eq!(parser.decode(&Document::from("<rss><channel/></rss>")).text, "<rss>");
    /// ```
    pub fn decode<'a>(&self, document: &'a Document<'_>) -> Decoded<'a> {
        let (bytes, _) = document.within(self.options().limits.size);
        encoding::decode_bytes(&self.options().policy, bytes, document.given_headers())
    }
}

//! Documents as written, with the place of every part: for programs that check, repair or edit feeds.
//!
//! [`Parser::inspect`] reads a document and passes each tag and each text to an [`Inspector`], in the form that the parser uses:
//! repaired, with namespaces resolved, and with offsets in the text. JSON has no tags; [`json`] reads its values. The modules below
//! contain the functions that the parser itself uses for names, values and markup, so a program that uses them agrees with the
//! parser. `bozofeed-check` is written with this interface.
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

/// A receiver of the tags, texts and values that the parser reads.
pub trait Inspector {
    /// Receives a start tag, with its attributes as written. Its end is also received, even if it has no end tag.
    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        let _ = (name, tag, attributes);
    }

    /// Receives text in the innermost element: character data or a CDATA section, with its references resolved.
    fn text(&mut self, text: &str, written: &WrittenText) {
        let _ = (text, written);
    }

    /// Receives the end of the innermost element, with the extent of its end tag, if any.
    fn end_tag(&mut self, written: Option<Range<usize>>) {
        let _ = written;
    }

    /// Returns whether the inspector receives [values](Self::value). By default, it does not.
    fn receives_values(&self) -> bool {
        false
    }

    /// Receives a value for which the model may have a field. The order of an element's values never varies.
    fn value(&mut self, value: ReadValue) {
        let _ = value;
    }
}

/// A value that was read, for comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadValue {
    /// The offset of its element in the text. `None` for the start or the end of a feed, an entry, a source or an image, at the
    /// last tag that was received.
    pub offset: Option<usize>,
    /// A hash of the field and the value. `None` if the values are so long in total that no more are compared.
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
    /// The number of entries. `None` if [`Parser::parse`] may omit some of them: repetitions of entries by a second feed in the
    /// document, and empty entries without an end tag.
    pub entry_count: Option<usize>,
}

impl Parser {
    /// Reads a document, and passes its content to an inspector. Markup is not sanitized.
    pub fn inspect<'a>(&self, document: &'a Document<'_>, inspector: &mut dyn Inspector) -> Inspection<'a> {
        let budget = self.budget(document, Purpose::MODEL);
        let mut sink = sink::InspectorSink::new(inspector, document.bytes().len());
        let (parsed, text) = self.run_with_text(document, &budget, &mut sink);
        Inspection { parsed, text, entry_count: sink.entry_count() }
    }

    /// Returns the maximum number of bytes that resolved references may add to a document, according to
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

    /// Decodes a document as configured in the parser, up to the limit on its size.
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

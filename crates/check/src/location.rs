//! The locations of findings, and facts about the elements there.

use std::ops::Range;

use super::schema::{ElementRow, ValueForm};
use bozofeed::inspect::TagSpan;

/// The part of the text that a finding points to, with its meaning.
#[derive(Debug, Clone, Default)]
pub(crate) struct FindingLocation {
    pub(crate) span: Range<usize>,
    pub(crate) part: LocatedPart,
}

impl FindingLocation {
    /// Returns the location, referring to an attribute of its element.
    pub(crate) fn with_attribute(mut self, name: &str) -> Self {
        if let LocatedPart::Tag(tag) = self.part {
            self.part = LocatedPart::Attribute(tag, name.to_owned());
        }
        self
    }

    /// Returns the location of an attribute, which is shown at `span`.
    pub(crate) fn of_attribute(tag: TagSpan, span: Range<usize>) -> Self {
        Self { span, part: LocatedPart::Tag(tag) }
    }
}

impl From<Range<usize>> for FindingLocation {
    fn from(span: Range<usize>) -> Self {
        Self { span, part: LocatedPart::Offset }
    }
}

impl From<TagSpan> for FindingLocation {
    fn from(tag: TagSpan) -> Self {
        Self { span: tag.range(), part: LocatedPart::Tag(tag) }
    }
}

/// The subject of a finding. Only a place found by the parser can be edited.
#[derive(Debug, Clone, Default)]
pub(crate) enum LocatedPart {
    /// Only the offset is known.
    #[default]
    Offset,
    /// An element, or the feed or entry that it represents.
    Tag(TagSpan),
    /// The attribute with this name, which the element may lack.
    Attribute(TagSpan, String),
    /// The text of an element.
    Text(TagSpan, TextSpan),
    /// A JSON value in the object at this offset.
    Json(usize),
}

/// The text of an element, except white space.
#[derive(Debug, Clone)]
pub(crate) struct TextSpan {
    /// Its first piece.
    pub(crate) first: Range<usize>,
    /// The end of the last piece.
    pub(crate) end: usize,
    /// Whether the first piece is the only one.
    pub(crate) is_whole: bool,
    /// Whether the first piece is the content of a CDATA section.
    pub(crate) is_cdata: bool,
}

/// The facts that the checker knows about the element of a finding.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FindingFacts {
    /// The row of the element.
    pub(crate) row: Option<&'static ElementRow>,
    /// The row of the parent element.
    pub(crate) parent: Option<&'static ElementRow>,
    /// The form of the value.
    pub(crate) form: Option<ValueForm>,
    /// Whether an `xml:base` applies.
    pub(crate) has_base: bool,
    /// The start tag of an entry's publication date, with the extent of the date.
    pub(crate) published: Option<(TagSpan, (usize, usize))>,
    /// The offset of the parent element.
    pub(crate) parent_start: Option<usize>,
    /// The offset of its outermost ancestor within the feed or entry, whose values are also derived from this element.
    pub(crate) outermost: Option<usize>,
}

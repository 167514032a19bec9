//! The locations of findings, and what is known of the elements there.

use std::ops::Range;

use super::schema::{ElementRow, ValueForm};
use bozofeed::inspect::TagSpan;

/// The part of the text to which a finding points, and what is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct FindingLocation {
    pub(crate) span: Range<usize>,
    pub(crate) part: LocatedPart,
}

impl FindingLocation {
    /// Returns the location with an attribute of its element.
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

/// The part of a document that a finding is about. Only a place that the reader has found can be edited.
#[derive(Debug, Clone, Default)]
pub(crate) enum LocatedPart {
    /// Only the offset is known.
    #[default]
    Offset,
    /// An element, or the feed or entry that it is.
    Tag(TagSpan),
    /// The attribute with this name, which the element may lack.
    Attribute(TagSpan, String),
    /// The text of an element.
    Text(TagSpan, TextSpan),
    /// A value of JSON, in the object at this offset.
    Json(usize),
}

/// The text of an element, as far as it is not white space.
#[derive(Debug, Clone)]
pub(crate) struct TextSpan {
    /// The first piece of it.
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
    /// The row of the element around it.
    pub(crate) parent: Option<&'static ElementRow>,
    /// The form of the value.
    pub(crate) form: Option<ValueForm>,
    /// Whether an `xml:base` is in force.
    pub(crate) has_base: bool,
    /// The start tag of the date of publication of an entry, and the extent of the date.
    pub(crate) published: Option<(TagSpan, (usize, usize))>,
    /// The offset of the element around it.
    pub(crate) parent_start: Option<usize>,
    /// The offset of the outermost element around it that is within its feed or entry: values of that element are made of this one, too.
    pub(crate) outermost: Option<usize>,
}

//! The places of findings, and what is known of the elements there.

use std::ops::Range;

use super::schema::{ElementRow, ValueForm};
use bozofeed::inspect::TagSpan;

/// A place of the text that is shown, and what is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spot {
    pub(crate) span: Range<usize>,
    pub(crate) about: About,
}

impl Spot {
    /// Returns the spot with an attribute of the element that it is about.
    pub(crate) fn with_attribute(mut self, name: &str) -> Self {
        if let About::Tag(tag) = self.about {
            self.about = About::Attribute(tag, name.to_owned());
        }
        self
    }

    /// Returns the spot of an attribute, which is shown at `span`.
    pub(crate) fn of_attribute(tag: TagSpan, span: Range<usize>) -> Self {
        Self { span, about: About::Tag(tag) }
    }
}

impl From<Range<usize>> for Spot {
    fn from(span: Range<usize>) -> Self {
        Self { span, about: About::Offset }
    }
}

impl From<TagSpan> for Spot {
    fn from(tag: TagSpan) -> Self {
        Self { span: tag.range(), about: About::Tag(tag) }
    }
}

/// The subject of a finding. Only a place that the reader has found can be edited.
#[derive(Debug, Clone, Default)]
pub(crate) enum About {
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

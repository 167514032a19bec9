//! Start tags as written: the places of their names and attributes in the document.
//!
//! Parsing needs none of this. To edit a tag, the scanner of the reader itself scans it again, so that both agree on the
//! place of each attribute.

use std::ops::Range;

use super::attribute_syntax::{AttributeScanner, AttributeText, RawAttribute, ValueFacts};
use super::chars::is_space;
use super::event::{Name, RawTag};
use crate::diagnostics::XmlFaults;

/// The place of a start tag in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TagSpan {
    /// The offset of its `<`.
    pub start: usize,
    /// The number of bytes after the `<` up to the `>` or `/>`.
    length: usize,
    name_length: u32,
    is_empty: bool,
    is_quote_paired: bool,
}

/// An attribute as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenAttribute<'t> {
    /// The name, with its prefix.
    pub name: &'t str,
    /// The offset of its name.
    pub start: usize,
    /// The value without its quotes, and with its references unresolved.
    pub value: &'t str,
    /// The offset of the value.
    pub value_start: usize,
    /// The quote around the value: `'` or `"`. `None` if the value has no quotes, or quotation marks that XML does not allow.
    pub quote: Option<char>,
}

impl WrittenAttribute<'_> {
    /// Returns the place of the name.
    pub fn name_range(&self) -> Range<usize> {
        self.start..self.start + self.name.len()
    }

    /// Returns the place of the value, without its quotes.
    pub fn value_range(&self) -> Range<usize> {
        self.value_start..self.value_start + self.value.len()
    }

    /// Returns the offset after the value and its quote.
    pub fn end(&self) -> usize {
        self.value_start + self.value.len() + usize::from(self.quote.is_some())
    }
}

impl From<&RawTag<'_>> for TagSpan {
    fn from(tag: &RawTag<'_>) -> Self {
        Self {
            start: tag.offset,
            length: tag.raw.len(),
            name_length: tag.name_length,
            is_empty: tag.empty,
            is_quote_paired: tag.is_quote_paired,
        }
    }
}

impl TagSpan {
    /// Returns the offset after the tag, provided that it is written as the reader has read it.
    pub fn end(&self) -> usize {
        self.start + self.length + 2 + usize::from(self.is_empty)
    }

    /// Returns the extent of the tag.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end()
    }

    /// Returns whether it is an empty-element tag.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns the extent of the element's name.
    pub fn name_range(&self) -> Range<usize> {
        let start = self.start + 1;
        start..start + usize::try_from(self.name_length).unwrap_or(usize::MAX).min(self.length)
    }

    /// Returns the text between the `<` and the `>` or `/>`.
    fn content<'t>(&self, text: &'t str) -> &'t str {
        let start = self.start + 1;
        text.get(start..start + self.length).unwrap_or_default()
    }

    /// Returns the offset at which an attribute is added: before the white space at the end of the tag. Returns `None` if the
    /// tag does not end there because its `>` is missing.
    pub fn end_of_attributes(&self, text: &str) -> Option<usize> {
        let content = self.content(text);
        let after = text.get(self.start + 1 + content.len()..)?;
        let is_closed = after.starts_with('>') || after.starts_with("/>");
        let blank = content.bytes().rev().take_while(|b| is_space(*b)).count();
        is_closed.then_some(self.start + 1 + content.len() - blank)
    }

    /// Returns the attributes and the namespace declarations in `text`, the text of the document.
    pub fn attributes<'t>(&self, text: &'t str) -> impl Iterator<Item = WrittenAttribute<'t>> + use<'t> {
        written_attributes(self.content(text), self)
    }
}

impl<'a> RawTag<'a> {
    /// Returns the attributes and the namespace declarations as written.
    pub fn written_attributes(&self) -> impl Iterator<Item = WrittenAttribute<'a>> + use<'a> {
        written_attributes(self.raw, &TagSpan::from(self))
    }
}

/// Returns the attributes in the content of a tag.
fn written_attributes<'t>(
    content: &'t str,
    tag: &TagSpan,
) -> impl Iterator<Item = WrittenAttribute<'t>> + use<'t> {
    let start = tag.start + 1;
    let at = tag.name_range().end - start;
    let attributes = content.get(at..).unwrap_or_default();
    let tag = AttributeText {
        element: Name::split(content.get(..at).unwrap_or_default()),
        is_qualified: true,
        text: attributes,
        offset: start + at,
        is_quote_paired: tag.is_quote_paired,
    };
    let mut scanner = AttributeScanner::new(tag, ValueFacts::of(attributes));
    // The faults were reported when the tag was read.
    let mut faults = XmlFaults::default();
    std::iter::from_fn(move || {
        let RawAttribute { name, value, name_offset, value_offset, .. } = scanner.next(&mut faults)?;
        let byte = |offset: usize| content.as_bytes().get(offset.wrapping_sub(start)).copied();
        let after = byte(value_offset + value.len());
        let quote =
            // Values may also be without quotes, or in quotation marks that XML does not allow, so the bytes on both sides are
            // compared.
            byte(value_offset.wrapping_sub(1)).filter(|b| matches!(b, b'"' | b'\'') && after == Some(*b));
        let quote = quote.map(char::from);
        Some(WrittenAttribute { name, start: name_offset, value, value_start: value_offset, quote })
    })
}

#[cfg(test)]
mod tests {
    use super::super::event::XmlEvent;
    use super::super::reader::{BlankText, Reader};
    use super::super::test_schema::TestSchema;
    use super::*;
    use crate::Limits;

    #[test]
    fn attributes_have_the_places_at_which_they_were_read() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("<a/>", &[][..]),
            ("<a b='1' c=\"2\"/>", &[("b", "1", Some('\'')), ("c", "2", Some('"'))][..]),
            (
                "<a title='write href=\"/x\" here' href = \"/y\" >",
                &[("title", "write href=\"/x\" here", Some('\'')), ("href", "/y", Some('"'))],
            ),
            ("<a b='x>y' c='z'/>", &[("b", "x>y", Some('\'')), ("c", "z", Some('\''))]),
            (
                "<a b='&amp;&quot;' c='&#x26;'>",
                &[("b", "&amp;&quot;", Some('\'')), ("c", "&#x26;", Some('\''))],
            ),
            (
                "<a xmlns:p='urn:p' p:b='1' b='2'>",
                &[("xmlns:p", "urn:p", Some('\'')), ("p:b", "1", Some('\'')), ("b", "2", Some('\''))],
            ),
            ("<a b=c d='e'>", &[("b", "c", None), ("d", "e", Some('\''))]),
            ("<a b c='d'>", &[("b", "", None), ("c", "d", Some('\''))]),
            ("<a b=“c” d='e'>", &[("b", "c", None), ("d", "e", Some('\''))]),
            ("<a\n  é='ü'\n>", &[("é", "ü", Some('\''))]),
            // A quote is missing, so the tag ends at the next bracket.
            ("<a b='c d=\"e\"><title>it's</title></a>", &[("b", "c d=\"e\"", None)]),
        ] {
            let mut reader = Reader::<TestSchema>::new(text, &Limits::default());
            let Some(XmlEvent::Start { tag, .. }) = reader.next(BlankText::Skip) else {
                wrong.push(format!("{text}: no tag"));
                continue;
            };
            let span = TagSpan::from(&tag);
            let found: Vec<_> = span.attributes(text).collect();
            let parts: Vec<_> = found.iter().map(|found| (found.name, found.value, found.quote)).collect();
            if parts != expected {
                wrong.push(format!("{text}: {parts:?}"));
            }
            for attribute in &found {
                if text.get(attribute.name_range()) != Some(attribute.name)
                    || text.get(attribute.value_range()) != Some(attribute.value)
                {
                    wrong.push(format!("{text}: {attribute:?}"));
                }
            }
            // The attributes returned by the reader are at these places.
            for read in reader.attributes() {
                if !found.iter().any(|found| (found.start, found.name) == (read.offset, read.name.qualified))
                {
                    wrong.push(format!("{text}: {read:?}"));
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }
}

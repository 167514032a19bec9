//! The place of a finding in the text of a document, as found by the parser.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use super::super::ledger::Unlocated;
use super::super::location::{FindingFacts, LocatedPart, TextSpan};
use super::super::schema::ValueForm;
use super::{Fix, KnownTags};
use bozofeed::inspect::{TagSpan, WrittenAttribute};
use bozofeed_content::internal::GrowthBudget;
use bozofeed_text::cut::{beginning, floor_char_boundary};
use bozofeed_text::html::escape::escape;
use bozofeed_text::html::parsed_url::UrlParser;
use bozofeed_text::html::references::decode;

/// The number of bytes around a place that are searched.
const NEAR: usize = 4096;

/// The text of a document, with the facts needed for changes.
#[derive(Debug)]
pub(crate) struct SourceText<'a> {
    pub(crate) text: &'a str,
    /// The budget for resolved references, with the URL parser.
    pub(crate) budget: &'a GrowthBudget,
    /// Returns whether a value has a form.
    pub(crate) has_form: fn(&str, ValueForm, &UrlParser) -> bool,
    /// The attributes of tags.
    pub(crate) tags: KnownTags,
    /// The URL of the document, if known.
    pub(crate) url: Option<&'a str>,
    /// The start tag of the root.
    pub(crate) root: Option<TagSpan>,
    /// The page of an RSS channel, against which references that begin with a slash are resolved.
    pub(crate) page: &'a str,
    /// The latest update time of an entry, verbatim.
    pub(crate) last_update: Option<&'a str>,
}

/// A part of the text that may be edited: it was found by the parser, or its text was compared with the subject of a fault.
// Only this file can create one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EditableSpan(Range<usize>);

impl EditableSpan {
    /// Returns the span of the element's name in a start tag.
    pub(crate) fn of_name(tag: TagSpan) -> Self {
        Self(tag.name_range())
    }

    /// Returns the span of an attribute's name.
    pub(crate) fn of_attribute_name(attribute: &WrittenAttribute<'_>) -> Self {
        Self(attribute.name_range())
    }

    /// Returns the place before it.
    pub(crate) fn start(&self) -> Self {
        Self(self.0.start..self.0.start)
    }

    /// Returns the place after it.
    pub(crate) fn end(&self) -> Self {
        Self(self.0.end..self.0.end)
    }

    /// Returns the span from its start to the end of another one.
    pub(crate) fn to(&self, end: &Self) -> Self {
        Self(self.0.start..self.0.end.max(end.0.end))
    }

    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.0.clone()).unwrap_or_default()
    }
}

/// A replacement of bytes in a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
#[allow(clippy::manual_non_exhaustive, reason = "the private field is for the other modules of this crate")]
pub struct Edit {
    /// The bytes to replace; empty if text is inserted.
    pub range: Range<usize>,
    /// The new text.
    pub replacement: String,
    /// Prevents edits from being created outside this file.
    #[cfg_attr(feature = "serde", serde(skip))]
    made_here: (),
}

/// Edits are ordered by place.
impl Ord for Edit {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |edit: &Self| (edit.range.start, edit.range.end);
        key(self).cmp(&key(other)).then_with(|| self.replacement.cmp(&other.replacement))
    }
}

impl PartialOrd for Edit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Edit {
    /// Returns the edit that replaces a span with a text, or inserts the text if the span is empty.
    pub(crate) fn replace(span: &EditableSpan, text: impl Into<String>) -> Self {
        Self { range: span.0.clone(), replacement: text.into(), made_here: () }
    }

    pub(crate) fn remove(span: &EditableSpan) -> Self {
        Self::replace(span, "")
    }

    #[cfg(test)]
    pub(crate) fn of_test(range: Range<usize>, text: &str) -> Self {
        Self { range, replacement: text.to_owned(), made_here: () }
    }
}

/// The syntax of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueSyntax {
    Text,
    Cdata,
    /// In an attribute with this quote.
    Attribute(char),
    Json,
}

/// The place of a finding.
#[derive(Debug)]
pub(crate) struct FixPlace<'a> {
    pub(crate) source: &'a SourceText<'a>,
    pub(crate) finding: &'a Unlocated,
}

impl<'a> FixPlace<'a> {
    pub(crate) fn new(source: &'a SourceText<'a>, finding: &'a Unlocated) -> Self {
        Self { source, finding }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.source.text
    }

    pub(crate) fn facts(&self) -> &'a FindingFacts {
        &self.finding.facts
    }

    /// Returns the value, or its first 200 bytes.
    pub(crate) fn value(&self) -> &'a str {
        &self.finding.value
    }

    /// Returns the nearby text from the place on.
    pub(crate) fn rest(&self) -> &'a str {
        near(self.text(), self.finding.span.start)
    }

    /// Returns the nearby text before the place.
    pub(crate) fn before(&self) -> &'a str {
        let end = self.finding.span.start;
        let from = floor_char_boundary(self.text(), end.saturating_sub(NEAR));
        self.text().get(from..end).unwrap_or_default()
    }

    /// Returns the span of a literal text at the start of the place.
    pub(crate) fn literal(&self, written: &str) -> Option<EditableSpan> {
        let start = self.finding.span.start;
        self.rest().starts_with(written).then(|| EditableSpan(start..start + written.len()))
    }

    /// Returns the span of a literal text directly before the place.
    pub(crate) fn literal_before(&self, written: &str) -> Option<EditableSpan> {
        let end = self.finding.span.start;
        self.before().ends_with(written).then(|| EditableSpan(end - written.len()..end))
    }

    /// Returns everything before the place, if it is white space.
    pub(crate) fn blank_start(&self) -> Option<EditableSpan> {
        let end = self.finding.span.start;
        let before = self.text().get(..end)?;
        (!before.is_empty() && before.bytes().all(|b| b.is_ascii_whitespace()))
            .then_some(EditableSpan(0..end))
    }

    /// Returns the start tag that is the subject of the finding, or whose attribute or text is.
    pub(crate) fn tag(&self) -> Option<TagSpan> {
        match &self.finding.part {
            LocatedPart::Tag(tag) | LocatedPart::Attribute(tag, _) | LocatedPart::Text(tag, _) => Some(*tag),
            LocatedPart::Offset | LocatedPart::Json(_) => None,
        }
    }

    /// Returns the literal name of the element in a start tag.
    pub(crate) fn name_of(&self, tag: TagSpan) -> &'a str {
        self.text().get(tag.name_range()).unwrap_or_default()
    }

    /// Returns the extent of a start tag, if it is really written as one.
    pub(crate) fn tag_span(&self, tag: TagSpan) -> Option<EditableSpan> {
        let range = tag.range();
        let written = self.text().get(range.clone())?;
        (written.starts_with('<') && written.ends_with('>')).then_some(EditableSpan(range))
    }

    /// Returns the place where an attribute is added to a tag.
    pub(crate) fn new_attribute(&self, tag: TagSpan) -> Option<EditableSpan> {
        let at = tag.end_of_attributes(self.text())?;
        Some(EditableSpan(at..at))
    }

    fn is_root(&self, tag: TagSpan) -> bool {
        self.source.root == Some(tag)
    }

    /// Returns whether the subject of the finding may have a sibling with this name.
    pub(crate) fn may_have_sibling(&self, name: &str) -> bool {
        self.finding.siblings.as_ref().is_none_or(|siblings| siblings.contains(&name))
    }

    /// Returns the attribute of a tag with this literal name: the first one, which the parser keeps.
    pub(crate) fn attribute_of(&self, tag: TagSpan, name: &str) -> Option<WrittenAttribute<'a>> {
        self.source.tags.find(tag, self.is_root(tag), self.text(), name)
    }

    /// Returns the attribute that is the subject of the finding.
    pub(crate) fn attribute(&self) -> Option<WrittenAttribute<'a>> {
        match &self.finding.part {
            LocatedPart::Attribute(tag, name) => self.attribute_of(*tag, name),
            LocatedPart::Offset | LocatedPart::Tag(_) | LocatedPart::Text(..) | LocatedPart::Json(_) => None,
        }
    }

    /// Returns the edit that adds an attribute to a tag, or changes its value, which must contain no markup.
    pub(crate) fn set_attribute(&self, tag: TagSpan, name: &str, value: &str) -> Option<Edit> {
        match self.attribute_of(tag, name) {
            Some(attribute) => {
                attribute.quote?;
                Some(Edit::replace(&EditableSpan(attribute.value_range()), value))
            }
            None => Some(Edit::replace(&self.new_attribute(tag)?, format!(" {name}=\"{value}\""))),
        }
    }

    /// Returns the end tag of the element that is the subject of the finding, if it has one with its name.
    pub(crate) fn end_tag(&self, tag: TagSpan) -> Option<EditableSpan> {
        let range = self.finding.end_tag.clone()?;
        let name = self.text().get(range.clone())?.strip_prefix("</")?.strip_suffix('>')?;
        (name.trim_end() == self.name_of(tag)).then_some(EditableSpan(range))
    }

    /// Returns the span of the element's name in its end tag.
    pub(crate) fn name_in_end_tag(&self, tag: TagSpan) -> Option<EditableSpan> {
        let start = self.end_tag(tag)?.0.start + 2;
        Some(EditableSpan(start..start + self.name_of(tag).len()))
    }

    /// Returns the content of the element that is the subject of the finding.
    pub(crate) fn content(&self, tag: TagSpan) -> Option<EditableSpan> {
        let (start, end) = (self.tag_span(tag)?, self.end_tag(tag)?);
        (start.0.end <= end.0.start).then_some(EditableSpan(start.0.end..end.0.start))
    }

    /// Returns the start tag of the publication date of the entry with the finding, with the date verbatim.
    pub(crate) fn published(&self) -> Option<(EditableSpan, &'a str)> {
        let (tag, (start, end)) = self.facts().published?;
        Some((self.tag_span(tag)?, self.text().get(start..end)?.trim()))
    }

    /// Returns the whole line of a span, if there is nothing else on it, or else the span.
    pub(crate) fn with_line(&self, span: &EditableSpan) -> EditableSpan {
        let text = self.text();
        let Range { start, end } = span.0.clone();
        let from = floor_char_boundary(text, start.saturating_sub(NEAR));
        let before = text.get(from..start).unwrap_or_default().trim_end_matches([' ', '\t']);
        let line_end = before.strip_suffix('\n').map(|rest| rest.strip_suffix('\r').unwrap_or(rest));
        match line_end.filter(|_| near(text, end).starts_with(['\n', '\r'])) {
            Some(rest) => EditableSpan(from + rest.len()..end),
            None => span.clone(),
        }
    }

    /// Returns the value without surrounding white space, the white space before and after it, and its syntax.
    fn parts(&self) -> Option<([EditableSpan; 3], ValueSyntax)> {
        let text = self.text();
        let (range, syntax) = match &self.finding.part {
            LocatedPart::Attribute(..) => {
                let attribute = self.attribute()?;
                (attribute.value_range(), ValueSyntax::Attribute(attribute.quote?))
            }
            LocatedPart::Text(_, TextSpan { first, is_whole: true, is_cdata, .. }) => {
                (first.clone(), if *is_cdata { ValueSyntax::Cdata } else { ValueSyntax::Text })
            }
            LocatedPart::Json(_) => {
                let Range { start, end } = self.finding.span.clone();
                let is_string =
                    text.get(start..end)?.starts_with('"') && text.get(start + 1..end)?.ends_with('"');
                (is_string.then_some(start + 1..end.checked_sub(1)?)?, ValueSyntax::Json)
            }
            LocatedPart::Text(..) | LocatedPart::Tag(_) | LocatedPart::Offset => return None,
        };
        let written = text.get(range.clone())?;
        let start = range.start + (written.len() - written.trim_start().len());
        let end = (range.start + written.trim_end().len()).max(start);
        let parts = [range.start..start, start..end, end..range.end];
        Some((parts.map(EditableSpan), syntax))
    }

    /// Returns the white space before and after the value.
    pub(crate) fn padding(&self) -> Option<[EditableSpan; 2]> {
        let ([before, _, after], syntax) = self.parts()?;
        (syntax != ValueSyntax::Json).then_some([before, after])
    }

    /// Returns the whole value, if its source corresponds to the parsed value.
    pub(crate) fn whole_value(&self) -> Option<Cow<'a, str>> {
        let ([_, span, _], syntax) = self.parts()?;
        let raw = span.text(self.text());
        let value = match syntax {
            ValueSyntax::Cdata => Cow::Borrowed(raw),
            ValueSyntax::Text => decode(raw, false),
            ValueSyntax::Attribute(_) => decode(raw, true),
            ValueSyntax::Json => Cow::Borrowed(Some(raw).filter(|raw| !raw.contains('\\'))?),
        };
        // Entities declared by the document are not known here, and the finding may be about something else.
        let read = self.value();
        (beginning(&value, read.len()) == read || read.is_empty()).then_some(value)
    }

    /// Returns the edits that rename an element.
    pub(crate) fn rename(&self, tag: TagSpan, name: &str) -> Option<Vec<Edit>> {
        let mut edits = vec![Edit::replace(&EditableSpan::of_name(tag), name)];
        if !tag.is_empty() {
            edits.push(Edit::replace(&self.name_in_end_tag(tag)?, name));
        }
        Some(edits)
    }

    /// Returns the edit that writes another value.
    pub(crate) fn write(&self, value: &str) -> Option<Edit> {
        let ([_, span, _], syntax) = self.parts()?;
        let mut text = String::new();
        match syntax {
            ValueSyntax::Cdata if value.contains("]]>") => return None,
            ValueSyntax::Json if value.contains(['"', '\\']) || value.contains(char::is_control) => {
                return None;
            }
            ValueSyntax::Cdata | ValueSyntax::Json => value.clone_into(&mut text),
            ValueSyntax::Text => escape(value, &['&', '<', '>'], &mut text),
            ValueSyntax::Attribute(quote) => escape(value, &['&', '<', quote], &mut text),
        }
        Some(Edit::replace(&span, text))
    }

    /// Returns the parts named by the edits of a change: the tokens and values that may differ afterwards.
    pub(crate) fn named(&self, fix: &Fix) -> Named {
        let element =
            |tag: TagSpan| Some((self.facts().outermost.unwrap_or(tag.start).min(tag.start), tag.start));
        let is_edited = |range: Range<usize>| {
            fix.edits.iter().any(|edit| range.start < edit.range.end && edit.range.start < range.end)
        };
        let mut tokens = Vec::new();
        let elements = match &self.finding.part {
            LocatedPart::Offset => None,
            LocatedPart::Json(object) => Some((*object, self.finding.span.start)),
            LocatedPart::Attribute(tag, _) => {
                tokens.extend(self.attribute().map(|attribute| attribute.start));
                element(*tag)
            }
            LocatedPart::Tag(tag) | LocatedPart::Text(tag, _) => {
                tokens.extend(is_edited(tag.name_range()).then_some(tag.start));
                let ranges = fix.edits.iter().map(|edit| &edit.range);
                tokens.extend(self.source.tags.edited(*tag, self.is_root(*tag), self.text(), ranges));
                if let LocatedPart::Text(_, TextSpan { first, .. }) = &self.finding.part {
                    tokens.extend(is_edited(first.clone()).then_some(first.start));
                }
                element(*tag)
            }
        };
        Named { tokens, elements }
    }
}

/// The parts named by a change, which may be parsed differently afterwards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Named {
    /// The offsets of names, attributes and texts.
    pub(crate) tokens: Vec<usize>,
    /// The offsets of the first and last elements whose values may differ.
    pub(crate) elements: Option<(usize, usize)>,
}

impl Named {
    /// Returns the same parts for a document whose text begins `start` bytes later.
    pub(crate) fn moved(self, start: usize) -> Self {
        Self {
            tokens: self.tokens.into_iter().map(|at| at + start).collect(),
            elements: self.elements.map(|(first, last)| (first + start, last + start)),
        }
    }
}

/// Returns the nearby text from an offset on.
pub(crate) fn near(text: &str, start: usize) -> &str {
    let end = floor_char_boundary(text, start.saturating_add(NEAR));
    text.get(start..end).unwrap_or_default()
}

/// Returns the end of a finding in the text: the end of the tag, the attribute or the value.
pub(crate) fn end_of(source: &SourceText<'_>, finding: &Unlocated) -> usize {
    let Unlocated { span, part, .. } = finding;
    if span.is_empty() {
        return span.end;
    }
    match part {
        LocatedPart::Offset | LocatedPart::Json(_) => span.end,
        LocatedPart::Tag(tag) => tag.end(),
        LocatedPart::Attribute(tag, _) if tag.start == span.start => tag.end(),
        LocatedPart::Attribute(..) => {
            let attribute = FixPlace::new(source, finding).attribute();
            // The finding may be about the value, which is a namespace name.
            attribute
                .filter(|attribute| attribute.start == span.start)
                .map_or(span.end, |attribute| attribute.end())
        }
        LocatedPart::Text(_, text) => {
            let written = source.text.get(span.start..text.end).unwrap_or_default();
            span.start + written.trim_end().len()
        }
    }
}

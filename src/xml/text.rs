//! Text: character data and CDATA sections (XML 1.0 §2.4, §2.7), and markup that is misspelt as text.

use bozofeed_text::forward::{memchr, memchr3};

use super::cdata::read_section;
use super::chars::{is_space, trim_space_end};
use super::decode::{Decoder, Normalize, Place, push_characters, push_lines};
use super::event::{RawText, Schema, Shape, XmlEvent};
use super::misspelt::{self, Misspelling};
use super::reader::{Reader, Respelt};
use super::recovery::{Mismatch, Repair};
use super::scanner::{CDATA_END, CDATA_START};
use crate::diagnostics::WellFormednessError as Error;

impl<'a, S: Schema> Reader<'a, S> {
    /// `CharData? (Reference CharData?)*` (§2.4, §3.1)
    pub(super) fn text(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let start = self.input.at;
        let Run { raw, is_plain, is_blank } = Run::before_markup(self.input.rest());
        match self.open.innermost().map(|open| open.shape) {
            // The content is elements.
            Some(Shape::Entry | Shape::Feed | Shape::Root) if !is_blank => {
                // A misspelt tag is looked for first. Otherwise, `title>One</title>` would be a title with a missing start tag
                // and the text `title>One`.
                if let Some(Respelt(event)) = self.start_tag_without_less_than(raw, start) {
                    return event;
                }
                if let Some(event) = self.missing_start_tag(start, start + raw.len()) {
                    return Some(event);
                }
            }
            Some(Shape::Leaf | Shape::Markup) if trim_space_end(raw).ends_with('>') => {
                // `One/title>`
                if let Some(Respelt(event)) = self.end_tag_without_less_than(raw, start) {
                    return event;
                }
            }
            Some(_) | None => {}
        }
        if raw.as_bytes().first() == Some(&b'!')
            && let Some(Respelt(event)) = self.cdata_without_less_than(raw, start)
        {
            return event;
        }
        self.input.at = start + raw.len();
        self.character_data(raw, start, is_plain).map(XmlEvent::Text)
    }

    /// Returns the text `raw`, which ends at the current position, unless it is outside of the root element. `is_plain` means
    /// that it contains neither references nor carriage returns.
    pub(super) fn character_data(
        &mut self,
        raw: &'a str,
        start: usize,
        is_plain: bool,
    ) -> Option<RawText<'a>> {
        let cdata_end = self.input.cdata_end(start);
        // CharData ::= [^<&]* - ([^<&]* ']]>' [^<&]*) (§2.4)
        if cdata_end < self.input.at {
            self.faults.add(cdata_end, || Error::CdataEndInText);
        }
        let bytes = raw.as_bytes();
        if self.open.is_empty() {
            if let Some(at) = bytes.iter().position(|b| !is_space(*b)) {
                self.faults.add(start + at, || Error::TextOutsideRoot);
            }
            return None;
        }
        let has_forbidden = self.input.has_forbidden_before(self.input.at);
        // `Run::before_markup` has already examined a plain text, so it is not searched for returns and references again.
        let has_return = !is_plain && self.input.has_carriage_return(raw, self.input.at);
        let decoded = has_forbidden || has_return || !is_plain && memchr(b'&', bytes).is_some();
        if decoded {
            // The widest normalization required: `Everything` includes line ends.
            let normalize = if has_forbidden {
                Normalize::Everything
            } else if has_return {
                Normalize::LineEnds
            } else {
                Normalize::Nothing
            };
            let entities = &self.document_type.entities;
            self.decoded.clear();
            Decoder { place: Place::Text, normalize, entities, faults: &mut self.faults }
                .decode(raw, start, &mut self.decoded);
        }
        Some(RawText { raw, cdata: false, decoded })
    }

    /// Reads a `<` that does not begin markup as text, with everything up to the next `<`.
    pub(super) fn stray_less_than(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let start = self.input.at;
        if let Some(Respelt(event)) = self.misspelt(start) {
            return event;
        }
        self.faults.add(start, || Error::StrayLessThan);
        let rest = self.input.rest();
        let length = memchr(b'<', &rest.as_bytes()[1..]).map_or(rest.len(), |at| at + 1);
        self.input.at += length;
        self.character_data(&rest[..length], start, false).map(XmlEvent::Text)
    }

    /// `CDSect ::= '<![CDATA[' CData ']]>'` (§2.7)
    pub(super) fn cdata(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let (start, from) = (self.input.at, self.input.at + CDATA_START.len());
        // `<item><![CDATA[One]]></title>`: a section may also be the text of an element with a missing start tag.
        if self.open.innermost().is_some_and(|open| open.shape >= Shape::Entry)
            && let Some(after) = self.input.cdata_end(from).checked_add(CDATA_END.len())
            && let Some(event) = self.missing_start_tag(start, after)
        {
            return Some(event);
        }
        self.section(start, from)
    }

    /// Reads a CDATA section that begins at `start`, with its content at `from`.
    fn section(&mut self, start: usize, from: usize) -> Option<XmlEvent<'a, S::Element>> {
        let section =
            read_section(&mut self.input, &self.open, &mut self.lookahead, &mut self.faults, start, from);
        if self.open.is_empty() {
            self.faults.add(start, || Error::TextOutsideRoot);
            return None;
        }
        let has_forbidden = self.input.has_forbidden_before(section.content_end);
        let text = self.section_text(section.content, has_forbidden);
        if !section.is_nested {
            return Some(XmlEvent::Text(text));
        }
        let whole = if text.decoded { &self.decoded } else { text.raw };
        // `<![CDATA[a <![CDATA[b]]> c]]>`: sections cannot be nested, so the delimiters inside are not part of the text.
        self.decoded = whole.replace(CDATA_START, "").replace(CDATA_END, "");
        Some(XmlEvent::Text(RawText { decoded: true, ..text }))
    }

    /// Returns the text of a CDATA section with the content `raw`.
    pub(super) fn section_text(&mut self, raw: &'a str, has_forbidden: bool) -> RawText<'a> {
        let decoded = has_forbidden || self.input.has_carriage_return(raw, self.input.at);
        if decoded {
            self.decoded.clear();
            if has_forbidden {
                push_characters(raw, Place::Text, &mut self.decoded);
            } else {
                push_lines(raw, &mut self.decoded);
            }
        }
        RawText { raw, cdata: true, decoded }
    }

    /// Opens the element of a text without a start tag. The text begins at `start` and ends at `after`.
    #[cold]
    fn missing_start_tag(&mut self, start: usize, after: usize) -> Option<XmlEvent<'a, S::Element>> {
        let Repair::Open(name, element) = self.decide(Mismatch::TextBetweenElements { after }, start) else {
            return None;
        };
        // The position stays, so that the text is read again, now inside the element.
        Some(self.open_without_tag(name, element, start))
    }

    /// Returns whether a mismatch at `at` is read as the markup that is probably meant.
    fn is_meant(&mut self, mismatch: Mismatch<'a>, at: usize) -> bool {
        matches!(self.decide(mismatch, at), Repair::ReadAsMeant)
    }

    /// Reads misspelt markup after the `<` at `start`. Returns `None` if it is text.
    #[cold]
    pub(super) fn misspelt(&mut self, start: usize) -> Option<Respelt<'a, S::Element>> {
        let misspelling = misspelt::after_less_than(self.input.from(start + 1))?;
        if !self.is_meant(Mismatch::Misspelt(misspelling), start) {
            return None;
        }
        Some(Respelt(match misspelling {
            Misspelling::CdataStart { length } => {
                self.faults.add(start, || Error::MisplacedDeclaration);
                self.section(start, start + 1 + length)
            }
            Misspelling::StartTag { gap, .. } => self.start_tag_at(start, start + 1 + gap),
            Misspelling::EndTag { name, length } => {
                self.input.at = start + 1 + length + 1;
                self.faults.add(start, || Error::StrayLessThan);
                self.end_tag_named(start, name, name)
            }
        }))
    }

    /// Reads a start tag without its `<` at the start of `raw`: `title>…</title>`.
    #[cold]
    fn start_tag_without_less_than(&mut self, raw: &'a str, start: usize) -> Option<Respelt<'a, S::Element>> {
        let (name, at) = misspelt::start_tag_without_less_than(raw)?;
        let offset = start + at;
        // The byte before the name is read as its `<`.
        offset.checked_sub(1).filter(|&before| self.input.text().is_char_boundary(before))?;
        self.is_meant(Mismatch::StartTagWithoutLessThan { name, offset }, start)
            .then(|| Respelt(self.start_tag_at(start, offset)))
    }

    /// Reads a CDATA section without its `<` at the start of `raw`: `![CDATA[…]]>`.
    #[cold]
    fn cdata_without_less_than(&mut self, raw: &'a str, start: usize) -> Option<Respelt<'a, S::Element>> {
        let length = misspelt::cdata_start(raw)?;
        // Text must not contain `]]>` (§2.4), so well-formed text is never mistaken for a section.
        let is_closed = self.input.cdata_end(start) < start + raw.len();
        let misspelling = Misspelling::CdataStart { length };
        if !is_closed || !self.is_meant(Mismatch::Misspelt(misspelling), start) {
            return None;
        }
        self.faults.add(start, || Error::MisplacedDeclaration);
        Some(Respelt(self.section(start, start + length)))
    }

    /// Reads an end tag without its `<` or `</` at the end of `raw`, and the text before it: `One/title>`.
    #[cold]
    fn end_tag_without_less_than(&mut self, raw: &'a str, start: usize) -> Option<Respelt<'a, S::Element>> {
        let name = self.open.innermost()?.name.qualified;
        let (text, end) = misspelt::end_tag_without_less_than(raw, name)?;
        if !self.is_meant(Mismatch::EndTagWithoutLessThan { after: start + raw.len() }, start) {
            return None;
        }
        self.input.at = start + end;
        self.faults.add(start + text, || Error::MalformedTag(name.to_owned()));
        // The text is returned first, and the element ends before the next event.
        self.pending.count = 1;
        Some(Respelt(self.character_data(&raw[..text], start, false).map(XmlEvent::Text)))
    }

    /// Reads a misspelt start tag at `start` whose name is at `name`.
    fn start_tag_at(&mut self, start: usize, name: usize) -> Option<XmlEvent<'a, S::Element>> {
        self.input.at = name - 1;
        let event = self.start_tag();
        if event.is_some() {
            let has_less_than = self.input.from(start).starts_with('<');
            self.faults.add(if has_less_than { start } else { name }, || Error::StrayLessThan);
        } else {
            // Other elements end first. Then the tag is read again.
            self.input.at = start;
        }
        event
    }
}

/// Text up to the next `<`.
pub(super) struct Run<'a> {
    pub(super) raw: &'a str,
    /// Whether the text is known to contain neither references nor carriage returns.
    pub(super) is_plain: bool,
    /// Whether the text is only white space.
    is_blank: bool,
}

impl<'a> Run<'a> {
    pub(super) fn before_markup(rest: &'a str) -> Self {
        let bytes = rest.as_bytes();
        // The text between elements is usually short white space.
        let blanks = bytes.iter().take_while(|b| is_space(**b)).count();
        let is_plain = !bytes[..blanks].contains(&b'\r');
        if bytes.get(blanks).is_none_or(|b| *b == b'<') {
            return Self { raw: &rest[..blanks], is_plain, is_blank: true };
        }
        let after = &bytes[blanks..];
        let stop = memchr3(b'<', b'&', b'\r', after).unwrap_or(after.len());
        if after.get(stop).is_none_or(|b| *b == b'<') {
            return Self { raw: &rest[..blanks + stop], is_plain, is_blank: false };
        }
        let raw = memchr(b'<', &after[stop..]).map_or(rest, |end| &rest[..blanks + stop + end]);
        Self { raw, is_plain: false, is_blank: false }
    }
}

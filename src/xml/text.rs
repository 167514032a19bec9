//! Character data (XML 1.0 §2.4).

use memchr::{memchr, memchr2, memchr3};

use super::chars::is_space;
use super::event::{Event, Schema, Shape, Text};
use super::misspelt::Respelt;
use super::reader::Reader;
use super::reference::{Decoding, Place};
use crate::diagnostics::WellFormednessError as Error;

impl<'a, S: Schema> Reader<'a, S> {
    /// `CharData? (Reference CharData?)*` (§2.4, §3.1)
    pub(super) fn text(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        let rest = &self.text[start..];
        let Run { raw, is_plain, is_blank } = Run::before_markup(rest);
        match self.stack.last().map(|open| open.shape) {
            // Where elements are expected, text is none but white space.
            Some(Shape::Entry | Shape::Feed | Shape::Root) if !is_blank => {
                if let Some(Respelt(event)) = self.tag_without_opening(raw, start) {
                    return event;
                }
                if let Some(event) = self.missing_start(start, start + raw.len()) {
                    return Some(event);
                }
            }
            Some(Shape::Leaf | Shape::Markup) if raw.trim_ascii_end().ends_with('>') => {
                if let Some(Respelt(event)) = self.end_tag_without_opening(raw, start) {
                    return event;
                }
            }
            Some(_) | None => {}
        }
        if raw.as_bytes().first() == Some(&b'!')
            && let Some(Respelt(event)) = self.section_without_opening(raw, start)
        {
            return event;
        }
        self.at = start + raw.len();
        self.character_data(raw, start, is_plain)
    }

    /// `is_plain`: it is known to hold no reference and no carriage return.
    pub(super) fn character_data(
        &mut self,
        raw: &'a str,
        start: usize,
        is_plain: bool,
    ) -> Option<Event<'a, S::Element>> {
        let cdata_end = self.cdata_end_behind(start);
        if cdata_end < self.at {
            self.faults.add(cdata_end, || Error::CdataEndInText);
        }
        let bytes = raw.as_bytes();
        if self.stack.is_empty() {
            if !bytes.iter().all(|b| is_space(*b)) {
                let spaces = bytes.iter().take_while(|b| is_space(**b)).count();
                self.faults.add(start + spaces, || Error::TextOutsideRoot);
            }
            return None;
        }
        let forbidden = self.forbidden < self.at;
        let decoded = forbidden || !is_plain && memchr2(b'&', b'\r', bytes).is_some();
        if decoded {
            let plain = !forbidden && memchr(b'\r', bytes).is_none();
            self.decoded.clear();
            Decoding { place: Place::Text, plain, entities: &self.entities, faults: &mut self.faults }
                .decode(raw, start, &mut self.decoded);
        }
        Some(Event::Text(Text { raw, cdata: false, decoded }))
    }

    /// A `<` that begins no markup is text, as is all up to the next one.
    pub(super) fn stray_less_than(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        if let Some(Respelt(event)) = self.misspelt(start) {
            return event;
        }
        self.faults.add(start, || Error::StrayLessThan);
        let rest = &self.text[start + 1..];
        let raw = &self.text[start..=start + memchr(b'<', rest.as_bytes()).unwrap_or(rest.len())];
        self.at += raw.len();
        self.character_data(raw, start, false)
    }
}

/// Text up to the next `<`.
struct Run<'a> {
    raw: &'a str,
    /// Whether it is known to hold no reference and no carriage return.
    is_plain: bool,
    /// Whether it is white space alone.
    is_blank: bool,
}

impl<'a> Run<'a> {
    fn before_markup(rest: &'a str) -> Self {
        let bytes = rest.as_bytes();
        // Between elements there is little of it, and mostly this.
        let blanks = bytes.iter().take_while(|b| matches!(b, b' ' | b'\n' | b'\t')).count();
        if bytes.get(blanks).is_none_or(|b| *b == b'<') {
            return Self { raw: &rest[..blanks], is_plain: true, is_blank: true };
        }
        let behind = &bytes[blanks..];
        let stop = memchr3(b'<', b'&', b'\r', behind).unwrap_or(behind.len());
        if behind.get(stop).is_none_or(|b| *b == b'<') {
            return Self { raw: &rest[..blanks + stop], is_plain: true, is_blank: false };
        }
        let raw = memchr(b'<', behind).map_or(rest, |end| &rest[..blanks + end]);
        Self { raw, is_plain: false, is_blank: raw.bytes().all(is_space) }
    }
}

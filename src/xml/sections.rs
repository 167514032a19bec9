//! Comments, CDATA sections, processing instructions and declarations: what has an end of its own.

use std::rc::Rc;

use memchr::{memchr, memchr_iter, memchr2, memmem};
use quick_xml::parser::{Parser as _, PiParser};

use super::event::{Event, Schema, Shape, Text};
use super::misspelt::{Respelt, without_section_end};
use super::reader::{Progress, Reader};
use super::reference::{Place, push_characters};
use super::tags::name_length;
use super::{chars, declaration, doctype};
use crate::diagnostics::WellFormednessError as Error;

impl<'a, S: Schema> Reader<'a, S> {
    /// What begins with `<!`.
    pub(super) fn declaration(&mut self) -> Option<Event<'a, S::Element>> {
        let rest = &self.text[self.at..];
        if rest.starts_with("<!--") {
            self.comment();
            None
        } else if rest.starts_with("<![CDATA[") {
            self.cdata()
        } else if is_doctype(rest) {
            self.doctype_declaration();
            None
        } else {
            self.misplaced_declaration()
        }
    }

    /// The next `-->` at or behind `from`; every byte is searched once.
    fn comment_end_behind(&mut self, from: usize) -> usize {
        if self.comment_end < from {
            let rest = self.text.as_bytes().get(from..).unwrap_or_default();
            self.comment_is_outer = None;
            self.comment_end = memmem::find(rest, b"-->").map_or(usize::MAX, |at| from + at);
        }
        self.comment_end
    }

    /// The offset behind the end of the processing instruction at `self.at`, or nothing if it is never closed; every byte is
    /// searched once.
    fn instruction_end(&mut self) -> Option<usize> {
        if self.instruction_end <= self.at + "<?>".len() {
            let found = PiParser(false).feed(&self.text.as_bytes()[self.at..]);
            self.instruction_end = found.map_or(usize::MAX, |at| self.at + at + 1);
        }
        Some(self.instruction_end).filter(|end| *end < usize::MAX)
    }

    /// The next `]]>` at or behind `from`; every byte is searched once.
    pub(super) fn cdata_end_behind(&mut self, from: usize) -> usize {
        if self.cdata_end < from {
            self.cdata_end = find_cdata_end(self.text, from);
        }
        self.cdata_end
    }

    /// Where something unclosed plausibly ends: behind the next `>`, or before the next `<`.
    fn plausible_end(&self, opening: usize) -> usize {
        let from = self.at + opening;
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        match memchr2(b'<', b'>', rest) {
            Some(at) => from + at + usize::from(rest[at] == b'>'),
            None => self.text.len(),
        }
    }

    /// `Comment ::= '<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'` (§2.5)
    fn comment(&mut self) {
        let start = self.at;
        let from = start + "<!--".len();
        let end = self.comment_end_behind(from);
        // With the first hyphen of `-->`, so that `--->` is found as well.
        let content = self.text.as_bytes().get(from..end.saturating_add(1)).unwrap_or_default();
        let hyphens = memmem::find(content, b"--");
        if end == usize::MAX || hyphens.is_some() && self.is_ended_by_another(from, end) {
            self.faults.add(start, || Error::UnclosedComment);
            self.at = self.plausible_end("<!--".len());
            return;
        }
        if let Some(at) = hyphens {
            self.faults.add(from + at, || Error::DoubleHyphenInComment);
        }
        self.at = end + "-->".len();
    }

    /// Whether the `-->` at `end` is that of another comment, which begins behind `from`, and this one has none. Where a
    /// second one follows, it is the outer comment's.
    fn is_ended_by_another(&mut self, from: usize, end: usize) -> bool {
        let content = self.text.as_bytes().get(from..end).unwrap_or_default();
        let is_ended_again = || {
            let behind = self.text.as_bytes().get(end + "-->".len()..).unwrap_or_default();
            let mut hyphens = memmem::find_iter(behind, b"--");
            hyphens.find_map(|at| {
                let begins = behind.get(..at)?.ends_with(b"<!");
                let ends = behind.get(at + 2) == Some(&b'>');
                (begins || ends).then_some(!begins)
            })
        };
        memmem::find(content, b"<!--").is_some()
            && !*self.comment_is_outer.get_or_insert_with(|| is_ended_again().unwrap_or(false))
    }

    /// `CDSect ::= '<![CDATA[' CData ']]>'` (§2.7)
    fn cdata(&mut self) -> Option<Event<'a, S::Element>> {
        let (start, from) = (self.at, self.at + "<![CDATA[".len());
        if self.stack.last().is_some_and(|open| open.shape >= Shape::Entry)
            && let Some(behind) = self.cdata_end_behind(from).checked_add("]]>".len())
            && let Some(event) = self.missing_start(start, behind)
        {
            return Some(event);
        }
        self.section(start, from)
    }

    /// A section that begins at `start`, and its content at `from`.
    pub(super) fn section(&mut self, start: usize, from: usize) -> Option<Event<'a, S::Element>> {
        let own_end = self.cdata_end_behind(from);
        let (content_end, end) = match own_end {
            usize::MAX => {
                self.faults.add(start, || Error::UnclosedCdata);
                let own_end = self.own_end_tag(from, self.text.len()).unwrap_or(self.text.len());
                (own_end, own_end)
            }
            found => self.mend_cdata(start, from, found).unwrap_or((found, found + 3)),
        };
        let mut raw = &self.text[from..content_end];
        self.at = end;
        if end == content_end {
            raw = without_section_end(raw);
        } else {
            // `]]>]]>`
            while self.text[self.at..].starts_with("]]>") {
                self.faults.add(self.at, || Error::CdataEndInText);
                self.at += 3;
            }
        }
        if self.stack.is_empty() {
            self.faults.add(start, || Error::TextOutsideRoot);
            return None;
        }
        // A section within: its brackets are no part of the text.
        let nested = content_end > own_end;
        let decoded = nested || self.forbidden < content_end || memchr(b'\r', raw.as_bytes()).is_some();
        if decoded {
            self.decoded.clear();
            push_characters(raw, Place::Text, &mut self.decoded);
        }
        if nested {
            self.decoded = self.decoded.replace("<![CDATA[", "").replace("]]>", "");
        }
        Some(Event::Text(Text { raw, cdata: true, decoded }))
    }

    /// Where the innermost element's end tag stands in this part of the text.
    fn own_end_tag(&self, from: usize, to: usize) -> Option<usize> {
        let name = self.stack.last()?.name.qualified;
        let part = self.text.get(from..to)?;
        memmem::find_iter(part.as_bytes(), b"</").find_map(|at| {
            let tag = part.get(at + 2..)?.strip_prefix(name)?;
            (!tag.starts_with(chars::is_name_char)).then_some(from + at)
        })
    }

    /// A section that holds `<![CDATA[` may hold another one, or may be one that was never closed: gives where its
    /// content ends and where reading goes on.
    fn mend_cdata(&mut self, start: usize, from: usize, content_end: usize) -> Option<(usize, usize)> {
        let content = &self.text[from..content_end];
        let inner = find_cdata_start(content)?;
        let behind = content_end + 3;
        let top = self.stack.len().checked_sub(1)?;
        let close = find_cdata_end(self.text, behind);
        let tail = self.text.get(behind..close).unwrap_or("");
        let holds_section = find_cdata_start(tail).is_some();
        // Where all behind it is right up to the element's end, the section is what XML takes it for.
        if self.foresight.is_in_order(self.text, &self.stack, top, behind)
            && (holds_section || close >= self.foresight.until())
        {
            return None;
        }
        if let Some(own_end) = self.own_end_tag(from, from + inner) {
            // Its element ended before the next section began: it was never closed.
            self.faults.add(start, || Error::UnclosedCdata);
            return Some((own_end, own_end));
        }
        // The first `]]>` is the inner one's; the own one stands right before the own end tag.
        let end_tag = self.text.get(close.checked_add(3)?..)?.trim_start().strip_prefix("</")?;
        if holds_section || !end_tag.starts_with(self.stack.last()?.name.qualified) {
            return None;
        }
        self.faults.add(close, || Error::CdataEndInText);
        Some((close, close + 3))
    }

    /// `doctypedecl` (§2.8)
    fn doctype_declaration(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        // One is all that a document has, and only that one declares anything.
        if self.progress != Progress::Prolog || self.doctype.is_some() || !self.stack.is_empty() {
            self.faults.add(start, || Error::MisplacedDoctype);
            self.at = self.plausible_end("<!DOCTYPE".len());
            return;
        }
        if !rest.starts_with("<!DOCTYPE") {
            self.faults.add(start, || Error::MalformedDoctype);
        }
        let mut declarations = doctype::Declarations::new(self.entity_budget, self.standalone);
        let length = doctype::read(rest, start, &mut declarations, &mut self.faults);
        self.doctype = Some(&rest[..length]);
        self.entities = Rc::new(declarations.entities);
        self.defaults = declarations.defaults;
        self.at = start + length;
    }

    /// `<!` that begins nothing that may stand here; it is skipped where it is short, and text where it never ends.
    fn misplaced_declaration(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        if let Some(Respelt(event)) = self.misspelt(start) {
            return event;
        }
        let end = self.plausible_end(2);
        if self.text.as_bytes()[..end].last() == Some(&b'>') {
            self.faults.add(start, || Error::MisplacedDeclaration);
            self.at = end;
            return None;
        }
        self.stray_less_than()
    }

    /// `PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'` (§2.6), `XMLDecl` (§2.8)
    pub(super) fn processing_instruction(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        let Some(end) = self.instruction_end() else {
            self.faults.add(start, || Error::UnclosedProcessingInstruction);
            self.at = self.plausible_end(2);
            return None;
        };
        let content = &self.text[start + 2..end.max(start + 4) - 2];
        let target = &content[..name_length(content)];
        if target == "xml" {
            if start > 0 {
                self.faults.add(start, || Error::MisplacedXmlDeclaration);
            } else {
                match declaration::read(content) {
                    Some(declaration) => self.standalone = declaration.standalone,
                    None => self.faults.add(start, || Error::MalformedXmlDeclaration),
                }
            }
            // `<?xml version="1.0">`: the declaration runs on to some later `?>`.
            if memchr(b'<', content.as_bytes()).is_some() {
                self.at = self.plausible_end(2);
                return None;
            }
        } else if target.eq_ignore_ascii_case("xml")
            || !chars::is_name(target)
            || target.contains(':')
            || content.as_bytes().get(target.len()).is_some_and(|behind| !chars::is_space(*behind))
        {
            self.faults.add(start, || Error::InvalidTarget);
        }
        self.at = end;
        None
    }
}

/// Whether a document type declaration begins here, in capitals or not.
fn is_doctype(text: &str) -> bool {
    text.as_bytes().get(2..9).is_some_and(|b| b.eq_ignore_ascii_case(b"DOCTYPE"))
}

/// The next `<![CDATA[`. Its last byte is the rarest, in markup too.
fn find_cdata_start(text: &str) -> Option<usize> {
    const BEFORE: &[u8] = b"<![CDATA";
    let bytes = text.as_bytes();
    memchr_iter(b'[', bytes)
        .find(|at| bytes.get(..*at).is_some_and(|before| before.ends_with(BEFORE)))
        .map(|at| at - BEFORE.len())
}

/// The next `]]>` at or behind `from`, or nowhere.
pub(super) fn find_cdata_end(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let found =
        memchr_iter(b']', rest).find(|at| rest.get(at + 1..).is_some_and(|rest| rest.starts_with(b"]>")));
    found.map_or(usize::MAX, |at| from + at)
}

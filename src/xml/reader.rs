//! One reader for every document: it walks the text once, and a fault never stops it.
//!
//! A well-formed document gives no fault; a broken one gives the same events plus faults, mended where they stand.
//! Every scan either moves on or is remembered to have found nothing, so the whole is linear in the text.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::rc::Rc;

use memchr::memchr;

use super::attributes::Attributes;
use super::chars::{find_forbidden, is_name_start};
use super::doctype::DefaultAttribute;
use super::entity::{Audit, Entities, Form};
use super::event::{Attribute, Event, Name, Schema, Shape};
use super::foresight::Foresight;
use super::namespaces::Namespaces;
use super::noted::Faults;
use super::reference::{Reference, parse, predefined};
use super::sections::find_cdata_end;
use super::tags::name_length;
use crate::bozo::Limit;
use crate::fault::WellFormednessError as Error;
use crate::limits::Limits;

/// An element whose end is still to come.
#[derive(Debug)]
pub(super) struct Open<'a> {
    pub(super) name: Name<'a>,
    pub(super) shape: Shape,
    /// The namespace declarations that were in scope before it.
    pub(super) mark: usize,
    /// Where its start tag stands.
    pub(super) offset: usize,
    /// Whether its own end tag was seen to come when last looked for, and up to where that holds.
    pub(super) seen: Cell<(usize, bool)>,
}

/// How far into the document its parts have come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Prolog,
    Root,
    Epilog,
}

#[derive(Debug)]
pub(crate) struct Reader<'a, S: Schema> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) stack: Vec<Open<'a>>,
    pub(super) attributes: Attributes<'a>,
    pub(super) decoded: String,
    pub(crate) namespaces: Namespaces<'a>,
    pub(super) entities: Rc<Entities>,
    /// How many bytes may come of the document's own entities.
    pub(super) entity_budget: usize,
    /// Attributes that tags have without writing them, by the element's name.
    pub(super) defaults: HashMap<&'a str, Vec<DefaultAttribute<'a>>>,
    /// The XML declaration says so (§2.9).
    pub(super) standalone: bool,
    pub(super) foresight: Foresight<'a>,
    /// The name of the entry that ended last.
    pub(super) last_entry: Option<&'a str>,
    /// The name of the first element of text directly in the feed, and where it stands.
    pub(super) first_text: Option<(&'a str, usize)>,
    pub(crate) faults: Faults,
    pub(super) progress: Progress,
    pub(super) doctype: Option<&'a str>,
    /// Elements that end before anything else happens.
    pub(super) ending: usize,
    /// The start tag for which `ending` was decided.
    pub(super) decided: Option<usize>,
    /// The next character that is not allowed, or the text's end.
    pub(super) forbidden: usize,
    /// The next `]]>`.
    pub(super) cdata_end: usize,
    /// Up to here, quotes did not pair up: tags are cut at the first `<` or `>`.
    pub(super) distrusted: usize,
    /// How many start tags had quotes that pair up nowhere.
    pub(super) unpaired: u32,
    /// The next `-->`, if it is not behind the place that is read.
    pub(super) comment_end: usize,
    /// Whether another one follows it before a comment begins, once somebody has asked.
    pub(super) comment_is_outer: Option<bool>,
    /// Behind the next `?>`, if it is not behind the place that is read.
    pub(super) instruction_end: usize,
    pub(super) schema: PhantomData<S>,
    pub(super) has_root: bool,
    pub(super) deepest: usize,
    /// Whether the document is deeper than `deepest`; reading stopped there.
    pub(super) too_deep: bool,
}

impl<'a, S: Schema> Reader<'a, S> {
    /// Returns whether the open element that begins at `offset` ends with its own end tag, and all tags up to it match.
    pub(crate) fn ends_in_order(&mut self, offset: usize) -> bool {
        let index = self.stack.iter().rposition(|open| open.offset == offset);
        index.is_some_and(|index| self.foresight.is_in_order(self.text, &self.stack, index, self.at))
    }

    pub(crate) fn new(text: &'a str, limits: &Limits) -> Self {
        Self {
            text,
            at: 0,
            stack: Vec::with_capacity(16),
            attributes: Attributes::default(),
            decoded: String::new(),
            namespaces: Namespaces::default(),
            entities: Rc::default(),
            entity_budget: limits.expansion,
            defaults: HashMap::new(),
            standalone: false,
            foresight: Foresight::default(),
            last_entry: None,
            first_text: None,
            faults: Faults::default(),
            progress: Progress::Prolog,
            doctype: None,
            ending: 0,
            decided: None,
            forbidden: find_forbidden(text, 0),
            cdata_end: find_cdata_end(text, 0),
            distrusted: 0,
            unpaired: 0,
            comment_end: 0,
            comment_is_outer: None,
            instruction_end: 0,
            schema: PhantomData,
            has_root: false,
            deepest: limits.depth,
            too_deep: false,
        }
    }

    /// The attributes of the start tag that was read last.
    pub(crate) fn attributes(&self) -> &[Attribute<'a>] {
        &self.attributes.list
    }

    /// The value of the text that was read last, where it differs from what is written.
    pub(crate) fn decoded(&mut self) -> &mut String {
        &mut self.decoded
    }

    /// How much was read since an offset, and how much is still to come, in bytes of the text.
    pub(crate) fn progress(&self, since: usize) -> (usize, usize) {
        (self.at.saturating_sub(since), self.text.len().saturating_sub(self.at))
    }

    /// The names of the open elements down to the one whose start tag stands at `offset`.
    pub(crate) fn path_to(&self, offset: usize) -> String {
        let around =
            self.stack.iter().take_while(|open| open.offset < offset).map(|open| open.name.qualified);
        let names: Vec<&str> = around.chain([self.name_at(offset)]).collect();
        names.join("/")
    }

    /// The name in the start tag at an offset.
    pub(crate) fn name_at(&self, offset: usize) -> &'a str {
        let inside = self.text.get(offset + 1..).unwrap_or("");
        &inside[..name_length(inside)]
    }

    /// The limit that the document goes beyond.
    pub(crate) fn limit(&self) -> Option<Limit> {
        if self.too_deep {
            Some(Limit::Depth)
        } else {
            self.entities.is_exceeded().then_some(Limit::Expansion)
        }
    }

    /// Markup in which the document's own entities are included, so that it can stand outside of the document.
    pub(crate) fn with_entities(&self, markup: &'a str, is_tag: bool) -> Cow<'a, str> {
        if self.entities.is_empty() || memchr(b'&', markup.as_bytes()).is_none() {
            return Cow::Borrowed(markup);
        }
        let form = if is_tag { Form::Attribute } else { Form::Markup };
        let mut out = String::with_capacity(markup.len());
        let mut included = String::new();
        let mut rest = markup;
        while let Some((before, behind)) = rest.split_once('&') {
            out.push_str(before);
            rest = behind;
            included.clear();
            if let Some((Reference::Entity(name), length)) = parse(behind)
                && predefined(name).is_none()
                && self.entities.include(name, form, 0, &mut included).is_ok()
            {
                if is_tag {
                    escape_into(&included, &mut out);
                } else {
                    out.push_str(&included);
                }
                rest = behind.get(length..).unwrap_or("");
            } else {
                out.push('&');
            }
        }
        out.push_str(rest);
        Cow::Owned(out)
    }

    /// Audits every replacement text that was included in content (§4.3.2): it must match `content` on its own.
    fn audit_entities(&mut self) {
        while let Some(Audit { name, text, offset }) = self.entities.next_audit() {
            let limits = Limits::default().depth(self.deepest);
            let mut fragment = Reader::<S>::new(&text, &limits);
            fragment.entities = Rc::clone(&self.entities);
            let is_told = self.faults.is_noted_at(offset) || self.entities.is_beyond_parameters();
            if !fragment.reads_as_content() && !is_told {
                self.faults.add(offset, || Error::MalformedEntity(name.into()));
            }
        }
    }

    /// `content ::= CharData? ((element | Reference | CDSect | PI | Comment) CharData?)*` (§3.1)
    ///
    /// Which prefixes are bound depends on where it stands.
    fn reads_as_content(mut self) -> bool {
        // An element around it, of a name that no end tag has.
        let name = Name::split(" ");
        let seen = Cell::default();
        self.stack.push(Open { name, shape: Shape::Unknown, mark: 0, offset: 0, seen });
        self.progress = Progress::Root;
        while self.at < self.text.len() || self.ending > 0 {
            self.next();
        }
        self.stack.len() == 1 && self.faults.all(|error| matches!(error, Error::UnboundPrefix(_)))
    }

    /// The document type declaration, as it is written.
    pub(crate) fn doctype(&self) -> Option<&'a str> {
        self.doctype
    }

    /// Whether there was an element.
    pub(crate) fn has_root(&self) -> bool {
        self.has_root
    }

    pub(crate) fn next(&mut self) -> Event<'a, S::Element> {
        loop {
            if self.ending > 0 {
                self.ending -= 1;
                return self.end(true);
            }
            if self.at >= self.text.len() {
                return self.finish();
            }
            let event = if self.text.as_bytes()[self.at] == b'<' { self.markup() } else { self.text() };
            if self.forbidden < self.at {
                self.report_forbidden();
            }
            if let Some(event) = event {
                return event;
            }
        }
    }

    fn finish(&mut self) -> Event<'a, S::Element> {
        if self.too_deep && !self.stack.is_empty() {
            // The document may well go on rightly.
            return self.end(true);
        }
        if let Some(open) = self.stack.last() {
            let name = open.name.qualified.to_owned();
            let is_cut = open.shape < Shape::Feed;
            self.faults.add(self.text.len(), || {
                if is_cut { Error::CutOff(name) } else { Error::UnclosedElement(name) }
            });
            return self.end(true);
        }
        self.audit_entities();
        if self.progress == Progress::Prolog {
            self.progress = Progress::Epilog;
            self.faults.add(self.text.len(), || Error::NoRoot);
        }
        Event::Eof
    }

    /// Ends the innermost element.
    pub(super) fn end(&mut self, implied: bool) -> Event<'a, S::Element> {
        if let Some(open) = self.stack.pop() {
            self.namespaces.end_scope(open.mark);
            if open.shape == Shape::Entry {
                self.last_entry = Some(open.name.qualified);
            }
        }
        if self.stack.is_empty() {
            self.progress = Progress::Epilog;
        }
        Event::End { implied }
    }

    /// Reports every forbidden character that was passed.
    #[cold]
    fn report_forbidden(&mut self) {
        while self.forbidden < self.at {
            let c = self.text[self.forbidden..].chars().next().unwrap_or_default();
            if self.faults.count() < super::noted::KEPT {
                self.faults.add(self.forbidden, || Error::ForbiddenCharacter(c.into()));
            }
            self.forbidden = find_forbidden(self.text, self.forbidden + c.len_utf8());
        }
    }

    /// Anything that begins with `<`.
    fn markup(&mut self) -> Option<Event<'a, S::Element>> {
        let rest = &self.text[self.at + 1..];
        match rest.as_bytes().first() {
            Some(b'/') => self.end_tag(),
            Some(b'!') => self.declaration(),
            Some(b'?') => self.processing_instruction(),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':') => self.start_tag(),
            Some(0x80..) if rest.starts_with(is_name_start) => self.start_tag(),
            Some(_) | None => self.stray_less_than(),
        }
    }
}

/// Appends text as an attribute's value may hold it.
fn escape_into(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            plain => out.push(plain),
        }
    }
}

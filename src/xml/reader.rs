//! The reader: a single pass over the text that yields events and collects faults.
//!
//! A well-formed document has no faults. Any other document yields the same kinds of events, with the structure repaired. Every
//! search either advances the reader or is cached, so that the cost is linear in the length of the text.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;
use std::rc::Rc;

use super::attributes::AttributeList;
use super::chars::{is_name_start, name_length};
use super::decode::expand_markup;
use super::doctype::DocumentType;
use super::entity::Audit;
use super::event::{Name, RawText, Schema, Shape, WrittenText, XmlAttribute, XmlEvent};
use super::evidence::RecoveryEvidence;
use super::input::Input;
use super::leaf_names::LeafNames;
use super::lookahead::Lookahead;
use super::misc::{skip_comment, skip_instruction};
use super::missing_start_tag::FeedHistory;
use super::namespaces::Namespaces;
use super::nodes::NodeCursor;
use super::open_elements::{DocumentPart, ElementStack};
use super::recovery::{Mismatch, Repair, decide};
use super::scanner::CDATA_START;
use crate::diagnostics::{Limit, WellFormednessError as Error, XmlFaults};
use crate::limits::Limits;
use bozofeed_text::forward::memrchr;

/// The number of start tags with unpaired quotes after which quotes are no longer paired.
const MAX_UNPAIRED: u32 = 16;

/// Elements that end before the next event is read.
#[derive(Debug, Default)]
pub(super) struct PendingEnds {
    pub(super) count: usize,
    /// The offset of the last start tag for which they were determined.
    pub(super) decided_at: Option<usize>,
}

/// The part of the text in which quotes do not pair up, so that a start tag ends at the first `<` or `>`.
#[derive(Debug, Default)]
pub(super) struct UnpairedQuotes {
    until: usize,
    /// The number of start tags whose quotes did not pair up before the end of the text.
    count: u32,
}

impl UnpairedQuotes {
    /// Returns whether the quotes of a start tag at `offset` can be paired.
    pub(super) fn may_pair(&self, offset: usize) -> bool {
        offset >= self.until
    }

    /// Records that quotes do not pair up before `end`.
    pub(super) fn extend_to(&mut self, end: usize) {
        self.until = end;
    }

    /// Records a start tag whose quotes do not pair up before the end of the text. Each such search covers the rest of the
    /// text, so only a few are made.
    pub(super) fn add_unpaired(&mut self, text_end: usize) {
        self.count += 1;
        if self.count > MAX_UNPAIRED {
            self.until = text_end;
        }
    }
}

/// The treatment of text that is only white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlankText {
    Read,
    Skip,
}

/// The number of bytes of the memory limit for each recorded namespace declaration. Few are recorded, since the elements in
/// these namespaces also take memory.
const DECLARATION: usize = 2048;

/// The reader of a document.
#[derive(Debug)]
pub(crate) struct Reader<'a, S: Schema> {
    pub(super) input: Input<'a>,
    pub(super) open: ElementStack<'a>,
    pub(super) attributes: AttributeList<'a>,
    pub(super) decoded: String,
    pub(crate) namespaces: Namespaces<'a>,
    pub(super) document_type: DocumentType<'a>,
    pub(super) lookahead: Lookahead<'a>,
    pub(super) history: FeedHistory<'a>,
    pub(super) leaves: LeafNames<'a, S::Element>,
    pub(super) pending: PendingEnds,
    pub(super) quotes: UnpairedQuotes,
    pub(crate) faults: XmlFaults,
    limits: Limits,
    /// Whether the document exceeds the limit on depth, where reading stopped.
    pub(super) is_too_deep: bool,
    /// The elements that are read instead of a text, if they are made from another document.
    pub(super) nodes: Option<NodeCursor<'a>>,
    schema: PhantomData<S>,
}

impl<'a, S: Schema> Reader<'a, S> {
    /// Creates a reader of `text`.
    pub(crate) fn new(text: &'a str, limits: &Limits) -> Self {
        Self::over(text, None, limits)
    }

    /// Creates a reader of `text`, or of `nodes` instead.
    pub(super) fn over(text: &'a str, nodes: Option<NodeCursor<'a>>, limits: &Limits) -> Self {
        let length = nodes.as_ref().map_or(text.len(), NodeCursor::length);
        Self {
            input: Input::new(text),
            open: ElementStack::new(limits.depth),
            attributes: AttributeList::default(),
            decoded: String::new(),
            namespaces: Namespaces::new(limits.memory_of(length) / DECLARATION),
            document_type: DocumentType::new(limits.expansion),
            lookahead: Lookahead::new(text),
            history: FeedHistory::default(),
            leaves: LeafNames::default(),
            pending: PendingEnds::default(),
            quotes: UnpairedQuotes::default(),
            faults: XmlFaults::keeping(limits.diagnostics),
            limits: *limits,
            is_too_deep: false,
            nodes,
            schema: PhantomData,
        }
    }

    /// Returns whether all tags match from the last start tag, at `from`, to the end tag of the element around it, which begins
    /// at `offset`.
    pub(crate) fn tags_match(&mut self, offset: usize, from: usize) -> bool {
        if self.is_of_nodes() {
            return true;
        }
        let open = self.open.as_slice();
        // The innermost element is excluded: its start tag is at `from`, where matching begins.
        let outer = open.get(..open.len().saturating_sub(1)).unwrap_or_default();
        let index = outer.iter().rposition(|element| element.offset == offset);
        index.is_some_and(|index| self.lookahead.tags_match(outer, index, from))
    }

    /// Returns the attributes of the last start tag.
    pub(crate) fn attributes(&self) -> &[XmlAttribute<'a>] {
        &self.attributes.list
    }

    /// Returns the attributes of the last start tag, mutably.
    pub(crate) fn attributes_mut(&mut self) -> &mut [XmlAttribute<'a>] {
        &mut self.attributes.list
    }

    /// Returns the value of the last text event, if it differs from the text as written.
    pub(crate) fn decoded(&mut self) -> &mut String {
        &mut self.decoded
    }

    /// Returns the offset of a part of the text.
    pub(crate) fn offset_of(&self, part: &'a str) -> usize {
        part.as_ptr().addr().saturating_sub(self.input.text().as_ptr().addr())
    }

    /// Returns the place of a text event.
    pub(crate) fn written_text(&self, text: &RawText<'a>) -> WrittenText {
        let start = self.offset_of(text.raw);
        WrittenText { range: start..start + text.raw.len(), cdata: text.cdata, decoded: text.decoded }
    }

    /// Returns the extent of the last end tag, if it is spelt as one.
    pub(crate) fn last_end_tag(&self) -> Option<Range<usize>> {
        let before = self.input.text().get(..self.input.at)?;
        // An end tag contains no `<`.
        let start = memrchr(b'<', before.as_bytes())?;
        let tag = before.get(start..)?;
        (tag.starts_with("</") && tag.ends_with('>')).then_some(start..self.input.at)
    }

    /// Returns the number of bytes read since `since`, and the number of bytes left.
    pub(crate) fn progress(&self, since: usize) -> (usize, usize) {
        match &self.nodes {
            Some(nodes) => nodes.progress(since),
            None => (self.input.at.saturating_sub(since), self.input.rest().len()),
        }
    }

    /// Returns the path of element names down to the element whose start tag is at `offset`.
    pub(crate) fn path_to(&self, offset: usize) -> String {
        self.open.path_to(offset, self.name_at(offset))
    }

    /// Returns the name in the start tag at `offset`.
    pub(crate) fn name_at(&self, offset: usize) -> &'a str {
        self.name_of_node(offset).unwrap_or_else(|| {
            let content = self.input.from(offset + 1);
            &content[..name_length(content)]
        })
    }

    /// Returns the limit that the document exceeds.
    pub(crate) fn limit(&self) -> Option<Limit> {
        if self.is_too_deep {
            Some(Limit::Depth)
        } else if self.namespaces.is_exceeded() || self.attributes.is_exceeded || self.is_out_of_nodes() {
            Some(Limit::Memory)
        } else {
            let expansion = self.document_type.entities.is_exceeded().then_some(Limit::Expansion);
            expansion.or(self.lookahead.is_exhausted().then_some(Limit::Lookahead))
        }
    }

    /// Returns markup with the document's entities included, so that it can be used outside of the document.
    pub(crate) fn with_entities(&self, markup: &'a str, is_tag: bool) -> Cow<'a, str> {
        expand_markup(&self.document_type.entities, markup, is_tag)
    }

    /// Returns the document type declaration as written.
    pub(crate) fn doctype(&self) -> Option<&'a str> {
        self.document_type.raw()
    }

    /// Returns whether the document has an element.
    pub(crate) fn has_root(&self) -> bool {
        self.open.has_root()
    }

    /// Reads the next event. Returns `None` at the end of the document, after all elements have ended. Most text in a document
    /// is white space between elements, which callers seldom need.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn next(&mut self, blank: BlankText) -> Option<XmlEvent<'a, S::Element>> {
        loop {
            // Pending ends come before anything is read: either the start tag that caused them is still at the current position
            // and is read again, or they belong to an empty-element tag.
            if self.pending.count > 0 {
                self.pending.count -= 1;
                return Some(self.end(true));
            }
            if blank == BlankText::Skip {
                self.input.skip_blank();
            }
            let Some(first) = self.input.peek() else { return self.finish() };
            if let Some(event) = self.token(first) {
                return Some(event);
            }
        }
    }

    /// Reads the token that begins with this byte. Returns `None` if it yields no event, such as a comment.
    #[inline]
    fn token(&mut self, first: u8) -> Option<XmlEvent<'a, S::Element>> {
        let event = if first == b'<' { self.markup() } else { self.text() };
        // §2.2: invalid characters may be in any token, so one search finds them in the whole text. The ones already passed are
        // reported here.
        if self.input.has_forbidden_before(self.input.at) {
            self.report_forbidden();
        }
        event
    }

    /// Ends the innermost element.
    pub(super) fn end(&mut self, implied: bool) -> XmlEvent<'a, S::Element> {
        if let Some(open) = self.open.pop() {
            self.namespaces.end_scope(open.mark);
            self.history.record_end(open.name.qualified, open.shape);
        }
        XmlEvent::End { implied }
    }

    /// Returns the repair of a mismatch at `at`.
    pub(super) fn decide(&mut self, mismatch: Mismatch<'a>, at: usize) -> Repair<'a, S::Element> {
        let mut evidence = RecoveryEvidence::<S> {
            at,
            input: &mut self.input,
            open: &self.open,
            lookahead: &mut self.lookahead,
            namespaces: &self.namespaces,
            history: &mut self.history,
            schema: PhantomData,
        };
        decide(mismatch, &mut evidence)
    }

    /// Ends the innermost element at the end of the text, or ends the document.
    #[cold]
    fn finish(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        // Elements made from another document have no text, so they come at its end.
        if self.is_of_nodes() {
            return self.next_of_nodes();
        }
        if let Some(open) = self.open.innermost() {
            // If the reader stopped at a limit, the element may still have an end tag.
            if !self.is_too_deep {
                let name = open.name.qualified.to_owned();
                // A document that ends inside an entry has lost some of its content. One that ends in the feed or the root may
                // lack only their end tags.
                let is_cut = open.shape < Shape::Feed;
                self.faults.add(self.input.text().len(), || {
                    if is_cut { Error::CutOff(name) } else { Error::UnclosedElement(name) }
                });
            }
            return Some(self.end(true));
        }
        self.audit_entities();
        if self.open.part() == DocumentPart::Prolog {
            self.open.enter(DocumentPart::Epilog);
            self.faults.add(self.input.text().len(), || Error::NoRoot);
        }
        None
    }

    /// Checks that every replacement text that was included in content is well-formed (§4.3.2).
    fn audit_entities(&mut self) {
        let entities = Rc::clone(&self.document_type.entities);
        // The entities are shared with the fragment, whose references add to this queue. The queue runs empty, since each
        // entity is added once.
        while let Some(Audit { name, text, offset }) = entities.next_audit() {
            let mut fragment = Reader::<S>::new(&text, &self.limits);
            fragment.document_type.entities = Rc::clone(&entities);
            // A faulty reference needs no second fault, and an unread declaration may come first (§5.1).
            let is_excused = self.faults.contains_offset(offset) || entities.is_beyond_parameters();
            if !fragment.matches_content() && !is_excused {
                self.faults.add(offset, || Error::MalformedEntity(name.into()));
            }
        }
    }

    /// Returns whether the text matches `content ::= CharData? ((element | Reference | CDSect | PI | Comment) CharData?)*` (§3.1).
    ///
    /// Prefixes may be unbound, since that depends on the place of the reference.
    fn matches_content(mut self) -> bool {
        // An element around the content, with a name that no end tag can have.
        self.open.push(Name::split(" "), Shape::Unknown, 0, 0);
        self.open.enter(DocumentPart::Root);
        // Token by token: `next` would continue after a comment at the end, and end the element.
        loop {
            if self.pending.count > 0 {
                self.pending.count -= 1;
                self.end(true);
            } else if let Some(first) = self.input.peek() {
                self.token(first);
            } else {
                break;
            }
        }
        self.open.len() == 1 && self.faults.all(|error| matches!(error, Error::UnboundPrefix(_)))
    }

    /// Reports the invalid characters that the reader has passed.
    #[cold]
    fn report_forbidden(&mut self) {
        while let Some((offset, c)) = self.input.take_forbidden() {
            self.faults.add(offset, || Error::ForbiddenCharacter(c.into()));
        }
    }

    /// Reads the markup that begins with the `<` at the current position.
    fn markup(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let inside = &self.input.rest()[1..];
        match inside.as_bytes().first() {
            Some(b'/') => self.end_tag(),
            Some(b'!') => self.declaration(),
            Some(b'?') => {
                if let Some(declaration) = skip_instruction(&mut self.input, &mut self.faults) {
                    self.document_type.standalone = declaration.standalone;
                }
                None
            }
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':') => self.start_tag(),
            Some(0x80..) if inside.starts_with(is_name_start) => self.start_tag(),
            Some(_) | None => self.stray_less_than(),
        }
    }

    /// Reads the markup that begins with `<!`.
    fn declaration(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let rest = self.input.rest();
        if rest.starts_with("<!--") {
            skip_comment(&mut self.input, &mut self.faults);
            None
        } else if rest.starts_with(CDATA_START) {
            self.cdata()
        } else if is_doctype(rest) {
            self.doctype_declaration(rest);
            None
        } else {
            self.unknown_declaration()
        }
    }

    /// `doctypedecl` (§2.8)
    fn doctype_declaration(&mut self, rest: &'a str) {
        let start = self.input.at;
        // §2.8: there is at most one, and only in the prolog.
        if self.open.part() != DocumentPart::Prolog || self.doctype().is_some() || !self.open.is_empty() {
            self.faults.add(start, || Error::MisplacedDoctype);
            self.input.at = self.input.plausible_end("<!DOCTYPE".len());
            return;
        }
        // `<!doctype html>`
        if !rest.starts_with("<!DOCTYPE") {
            self.faults.add(start, || Error::MalformedDoctype);
        }
        self.input.at = start + self.document_type.declare(rest, start, &mut self.faults);
    }

    /// Reads `<!` without a keyword. It is skipped up to the next `>`, or read as text if a `<` comes first.
    fn unknown_declaration(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let start = self.input.at;
        // Checked before the declaration is skipped up to its `>`: otherwise, the content of `<![ CDATA[One]]>` would be lost.
        if let Some(Respelt(event)) = self.misspelt(start) {
            return event;
        }
        let end = self.input.plausible_end(2);
        if self.input.text().as_bytes()[..end].last() == Some(&b'>') {
            self.faults.add(start, || Error::MisplacedDeclaration);
            self.input.at = end;
            return None;
        }
        self.stray_less_than()
    }
}

/// The event of misspelt markup, if any.
pub(super) struct Respelt<'a, E>(pub(super) Option<XmlEvent<'a, E>>);

/// Returns whether `text` begins with the keyword of a document type declaration, in any case.
fn is_doctype(text: &str) -> bool {
    text.as_bytes().get(2..9).is_some_and(|b| b.eq_ignore_ascii_case(b"DOCTYPE"))
}

//! Interprets the events of an XML document as values, with a stack of scopes and the element lists of the vocabularies.

mod attributes;
mod buffer;
mod collector;
mod construct;
mod context;
mod document;
mod element;
mod link;
mod person;
mod rank;
mod scope;
mod scope_trees;
mod trees;
mod value;

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use self::buffer::Buffer;
use self::collector::{Collector, Destination};
use self::construct::Inline;
use self::context::Contexts;
use self::document::DocumentState;
use self::scope::Scope;
use self::scope_trees::ScopeTree;
use self::trees::Trees;
#[cfg(feature = "feedparser")]
pub(crate) use self::{
    document::{atom_format, format_of_namespace, rss_format},
    trees::canonical_namespaces,
};
use crate::budget::{Budget, Paid};
use crate::diagnostics::{Diagnostics, Limit, Unplaced, WarningKind};
use crate::format::Format;
use crate::model::{Entry, Text, XmlScope};
use crate::options::Options;
use crate::sink::{Member, Origin, Priority, Rank, Single, SingleField, Sink, Subject, TextField, Tree};
use crate::text_repair::DoubleEncoding;
use crate::vocabulary::{self, Feeds, KnownElement};
use crate::xml::{BlankText, Name, Namespace, RawText, Reader, TextElement, XmlAttribute, XmlEvent};
use bozofeed_model::internal::cost::Priced;

/// An interpreted document.
#[derive(Debug)]
pub(crate) struct Interpreted<'a> {
    /// `None` if the document contains no element of a feed.
    pub(crate) format: Option<Format>,
    pub(crate) limit: Option<Limit>,
    /// Prefixes and namespace names. Known ones have their customary prefix.
    pub(crate) namespaces: Vec<(String, String)>,
    pub(crate) warnings: Diagnostics<Unplaced>,
    pub(crate) reader: Reader<'a, Feeds>,
}

/// Reads the elements of a document and passes its values to `sink`. `scope` applies outside of the document.
pub(crate) fn interpret<'a>(
    reader: Reader<'a, Feeds>,
    scope: Option<Arc<XmlScope>>,
    options: &Options,
    budget: &Budget,
    sink: &mut dyn Sink,
) -> Interpreted<'a> {
    let mut interpreter = Interpreter::begin(reader, scope, options, budget, sink);
    while interpreter.read_entry() {}
    interpreter.finish()
}

/// The scope of another reader, which is open at the sink. The other reader begins and ends it.
#[derive(Debug)]
pub(crate) struct OuterScope<'d> {
    /// A feed or an entry.
    pub(crate) subject: Subject,
    /// The language and the base that apply in it.
    pub(crate) in_force: Option<Arc<XmlScope>>,
    /// The evidence in the whole document.
    pub(crate) double_encoding: Rc<DoubleEncoding<'d>>,
}

/// Reads the elements of a feed or an entry inside a document of another format: the children of the root element, which is an
/// Atom `feed` or `entry`. Their values describe the scope that is open. Feeds and entries among them do not open a new scope;
/// they are extensions.
///
/// The reported limit covers only the fragment, not the budget. Namespaces are returned only for a feed.
pub(crate) fn interpret_within<'a>(
    reader: Reader<'a, Feeds>,
    outer: OuterScope<'_>,
    options: &Options,
    budget: &Budget,
    sink: &mut dyn Sink,
) -> Interpreted<'a> {
    let OuterScope { subject, in_force, double_encoding } = outer;
    Interpreter::new(reader, in_force, double_encoding, options, budget, sink).run_within(subject)
}

/// The treatment of an element's content, determined by its start tag.
#[derive(Debug)]
enum ElementContent {
    /// Text is ignored, and child elements are read as if this one were not there.
    Ignored,
    /// The element is a scope.
    Scope,
    /// The text is collected.
    Collected(Destination),
    /// The text belongs to the element around it.
    Transparent,
}

/// The action at the end of an open element.
#[derive(Debug)]
enum Frame<'a> {
    Nothing,
    /// The element is a scope.
    EndScope,
    /// The text of the element was collected.
    Collect,
    /// The text of the element belongs to the element around it.
    Transparent,
    /// The element is markup of a text construct.
    Inline {
        name: &'a str,
        inline: Inline,
    },
}

/// The element that is being read.
#[derive(Debug, Clone, Copy)]
struct Current<'a> {
    /// The qualified name.
    name: &'a str,
    /// The offset of the local part in the name. Names can be long, so they are not split again for each child.
    local: usize,
    namespace: Namespace,
    /// The offset of the start tag.
    offset: usize,
    rank: Rank,
    /// The position among the elements of the same rank that fill the same field.
    place: u8,
    /// Whether the element has an attribute for the type of its text.
    is_typed: bool,
    /// Whether the element has an empty-element tag.
    is_empty: bool,
}

impl<'a> Current<'a> {
    /// Returns the name without its prefix.
    fn local(&self) -> &'a str {
        self.name.get(self.local..).unwrap_or_default()
    }

    /// Returns the name with its parts.
    fn name(&self) -> Name<'a> {
        let prefix = self.name.get(..self.local.saturating_sub(1)).unwrap_or_default();
        Name { qualified: self.name, prefix, local: self.local(), namespace: self.namespace }
    }
}

impl Default for Current<'_> {
    fn default() -> Self {
        Self {
            name: "",
            local: 0,
            namespace: Namespace::NONE,
            offset: 0,
            rank: Rank::Own,
            place: 0,
            is_typed: false,
            is_empty: false,
        }
    }
}

/// An element whose content is kept as a tree.
#[derive(Debug, Clone, Copy)]
struct Opaque {
    /// The number of open elements, including its own.
    depth: usize,
    /// The number of open elements at which it ends: the depth of a child, if only the child is foreign to its parent.
    ends: usize,
    /// The number of open scopes.
    scopes: usize,
    /// Whether feeds and entries inside it are also part of the tree.
    is_foreign: bool,
}

/// Reads a document entry by entry: [`begin`](Self::begin), [`read_entry`](Self::read_entry) while it returns true, and
/// [`finish`](Self::finish).
pub(crate) struct Interpreter<'a, 'o, 's> {
    reader: Reader<'a, Feeds>,
    options: &'o Options,
    sink: &'s mut (dyn Sink + 's),
    /// Whether the sink also receives elements.
    shows_markup: bool,
    /// One for each open element.
    frames: Vec<Frame<'a>>,
    collectors: Vec<Collector<'a>>,
    scopes: Vec<Scope<'a>>,
    /// The number of scopes that are begun and ended by another reader.
    outer_scopes: usize,
    contexts: Contexts,
    trees: Trees,
    /// The elements of open images, text inputs and sources.
    scope_trees: Vec<ScopeTree>,
    document: DocumentState,
    current: Current<'a>,
    opaque: Option<Opaque>,
    /// Whether an entry has ended since the last call of [`read_entry`](Self::read_entry).
    entry_has_ended: bool,
    /// Whether there are no more events: the text has ended, or a limit was reached.
    is_read: bool,
    warnings: Diagnostics<Unplaced>,
    double_encoding: Rc<DoubleEncoding<'o>>,
    budget: &'o Budget,
}

/// Returns the value of the attribute with this name and no prefix, ignoring case.
fn attribute<'r>(attributes: &'r [XmlAttribute<'_>], name: &str) -> Option<&'r str> {
    let found = attributes
        .iter()
        .find(|a| a.name.local.eq_ignore_ascii_case(name) && vocabulary::is_attribute_of_format(&a.name));
    found.map(|a| a.value.as_ref())
}

/// Adds text that is collected for `target` to its buffer.
fn add_text<'a>(
    reader: &mut Reader<'a, Feeds>,
    text: &RawText<'a>,
    target: &mut Destination,
    buffer: &mut Buffer<'a>,
) {
    match target {
        Destination::Text(construct) => {
            // Markup is kept as written, except for entities that only this document declares.
            let included =
                (text.decoded && construct.is_written()).then(|| reader.with_entities(text.raw, false));
            construct.text(text, included, reader.decoded(), buffer);
        }
        _ if text.decoded => buffer.push_owned(reader.decoded()),
        _ => buffer.push(text.raw),
    }
}

impl<'a, 'o, 's> Interpreter<'a, 'o, 's> {
    fn new(
        reader: Reader<'a, Feeds>,
        scope: Option<Arc<XmlScope>>,
        double_encoding: Rc<DoubleEncoding<'o>>,
        options: &'o Options,
        budget: &'o Budget,
        sink: &'s mut (dyn Sink + 's),
    ) -> Self {
        let contexts = Contexts::new(scope);
        let feed = Scope::feed(contexts.current().scope.clone(), budget.mark());
        Self {
            // Elements made from another document have no markup.
            shows_markup: sink.receives_markup() && !reader.is_of_nodes(),
            reader,
            options,
            sink,
            frames: Vec::with_capacity(16),
            collectors: Vec::new(),
            scopes: vec![feed],
            outer_scopes: 0,
            contexts,
            trees: Trees::new(options.limits.extensions),
            scope_trees: Vec::new(),
            document: DocumentState::default(),
            current: Current::default(),
            opaque: None,
            entry_has_ended: false,
            is_read: false,
            warnings: Diagnostics::keeping(options.limits.diagnostics),
            double_encoding,
            budget,
        }
    }

    /// Begins reading a document, like [`interpret`].
    pub(crate) fn begin(
        reader: Reader<'a, Feeds>,
        scope: Option<Arc<XmlScope>>,
        options: &'o Options,
        budget: &'o Budget,
        sink: &'s mut (dyn Sink + 's),
    ) -> Self
    where
        'a: 'o,
    {
        let double_encoding = DoubleEncoding::new(reader.whole_text()).into();
        let mut interpreter = Self::new(reader, scope, double_encoding, options, budget, sink);
        if let Some(language) = interpreter.contexts.current().language().cloned() {
            // The language in the HTTP header is the weakest candidate: even `xml:lang` of the root has a higher priority.
            let origin = Origin { priority: Priority::default(), ..interpreter.origin_as(Rank::Hint) };
            interpreter.offer_from(Single::Language(language), &origin);
        }
        interpreter
    }

    /// Reads until the end of the next entry, which may be inside another one. Returns whether an entry has ended; otherwise,
    /// the text, all elements and the feed have ended.
    pub(crate) fn read_entry(&mut self) -> bool {
        if self.read_entry_in_scope() {
            return true;
        }
        // An application that received a site's page instead of its feed gets the feeds that the page links to. These links are
        // stated while the scope of the feed is still open: it ends below.
        if !self.document.is_feed {
            let origin = self.origin_as(Rank::Hint);
            for link in self.document.page_links.take() {
                self.add_from(Member::Link(link), &origin);
            }
        }
        if !self.scopes.is_empty() {
            self.end_scope(true);
        }
        false
    }

    /// Moves the complete entries to `entries`.
    pub(crate) fn take_entries(&mut self, entries: &mut VecDeque<Entry>) {
        self.sink.take_entries(entries, true);
    }

    /// Returns the findings about the whole document, once all of it was read.
    pub(crate) fn finish(mut self) -> Interpreted<'a> {
        let namespaces = trees::canonical_namespaces(&self.reader, self.budget);
        let of_namespaces = self.document.format_of_namespaces(&self.reader);
        let format = self.document.format.or(of_namespaces);
        Interpreted {
            format: self.document.is_feed.then_some(format.unwrap_or(Format::Unknown)),
            limit: self.limit().or_else(|| self.budget.limit()),
            namespaces,
            warnings: self.warnings,
            reader: self.reader,
        }
    }

    /// Reads a fragment inside a scope of this subject.
    fn run_within(mut self, subject: Subject) -> Interpreted<'a> {
        if subject != Subject::Feed {
            let in_force = self.contexts.current().scope.clone();
            self.scopes.push(Scope::outer(subject, in_force, self.budget.mark()));
        }
        self.outer_scopes = self.scopes.len();
        while self.read_entry_in_scope() {}
        let namespaces = match subject {
            Subject::Feed => trees::canonical_namespaces(&self.reader, self.budget),
            Subject::Entry | Subject::Inner(_) => Vec::new(),
        };
        Interpreted {
            format: self.document.format,
            limit: self.limit(),
            namespaces,
            warnings: self.warnings,
            reader: self.reader,
        }
    }

    /// Returns the limit at which a part of the document was omitted, if any.
    fn limit(&self) -> Option<Limit> {
        self.document.limit.or_else(|| self.reader.limit()).or(self.trees.limit)
    }

    /// Like [`read_entry`](Self::read_entry), but does not end the feed.
    fn read_entry_in_scope(&mut self) -> bool {
        self.entry_has_ended = false;
        if !self.is_read && self.read_events() {
            return true;
        }
        self.is_read = true;
        // The reader itself ends every element at the end of the text, so frames are left only if a limit stopped it.
        while !self.frames.is_empty() {
            self.end(true);
            if self.entry_has_ended {
                return true;
            }
        }
        false
    }

    /// Reads events up to the end tag of an entry. Returns `false` at the end of the text or at a limit.
    fn read_events(&mut self) -> bool {
        loop {
            // Tried first, since most elements of an entry are of this kind. If the next one is not, the reader has skipped
            // only white space.
            if self.read_text_element() {
                continue;
            }
            // White space is skipped only if no text is being collected: it is part of a title, but not of an entry.
            let blank = if self.is_collecting() { BlankText::Read } else { BlankText::Skip };
            let Some(event) = self.reader.next(blank) else { return false };
            if self.shows_markup {
                self.show(&event);
            }
            match event {
                XmlEvent::Start { name, element, tag } => self.start(name, element, tag),
                XmlEvent::End { implied } => {
                    self.end(implied);
                    if self.entry_has_ended && self.document.limit.is_none() {
                        return true;
                    }
                }
                XmlEvent::Text(text) => {
                    if !self.scope_trees.is_empty() {
                        self.add_text_to_scope_trees(&text);
                    }
                    if self.is_collecting() {
                        self.collect_text(&text);
                    }
                }
            }
            if self.document.limit.is_some() {
                return false;
            }
        }
    }

    /// Reads the next element, if it is a child of an entry and contains only text. Returns whether it is.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn read_text_element(&mut self) -> bool {
        // Most elements of a feed are of this kind. They need no frame or collector, since nothing can begin inside them.
        let is_child = matches!(self.frames.last(), Some(Frame::EndScope))
            && !self.trees.has_extension(self.scopes.len());
        if !is_child {
            return false;
        }
        let Some(TextElement { name, element, tag, text }) = self.reader.text_element() else {
            return false;
        };
        if self.shows_markup {
            self.show(&XmlEvent::Start { name, element, tag });
            self.show(&XmlEvent::Text(text));
            self.show(&XmlEvent::End { implied: false });
        }
        // Under these conditions, the steps of `start_element` before `start_known` have no effect, so both paths lead to
        // the same result.
        let usual = element.filter(|_| self.is_undisturbed(&name));
        let content = match usual {
            Some(known) => self.start_undisturbed(&name, known, &tag),
            None => self.start_element(&name, element, &tag),
        };
        if !self.scope_trees.is_empty() {
            self.add_text_to_scope_trees(&text);
        }
        match content {
            ElementContent::Collected(mut target) => {
                let mut buffer = Buffer::default();
                add_text(&mut self.reader, &text, &mut target, &mut buffer);
                self.collected(target, buffer);
            }
            ElementContent::Scope => self.end_scope(tag.empty),
            ElementContent::Ignored | ElementContent::Transparent => {}
        }
        // An undisturbed element begins nothing that must end with it, unless it is omitted.
        if usual.is_none() || self.opaque.is_some() {
            self.end_element(self.frames.len() + 1);
        }
        true
    }

    /// Passes an event to a sink that receives markup.
    fn show(&mut self, event: &XmlEvent<'a, KnownElement>) {
        match event {
            XmlEvent::Start { name, tag, .. } => self.sink.start_tag(name, tag, self.reader.attributes()),
            XmlEvent::Text(text) => {
                let written = self.reader.written_text(text);
                let value = if text.decoded { self.reader.decoded().as_str() } else { text.raw };
                self.sink.text(value, &written);
            }
            XmlEvent::End { implied: true } => self.sink.end_tag(None),
            XmlEvent::End { implied: false } => self.sink.end_tag(self.reader.last_end_tag()),
        }
    }

    /// Returns whether text is being collected.
    fn is_collecting(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Collect | Frame::Transparent | Frame::Inline { .. }))
    }

    /// Adds text to the innermost element that collects text.
    fn collect_text(&mut self, text: &RawText<'a>) {
        if let Some(Collector { target, buffer, .. }) = self.collectors.last_mut() {
            add_text(&mut self.reader, text, target, buffer);
        }
    }

    /// Offers a value from the current element to its field.
    #[inline]
    fn offer(&mut self, value: Single) {
        let origin = self.origin();
        self.offer_from(value, &origin);
    }

    /// Offers a value to its field, if the budget allows it.
    fn offer_from(&mut self, value: Single, origin: &Origin<'_>) {
        let field = value.field();
        if let Some(value) = self.candidate(field, value) {
            self.offer_paid(value, origin);
        }
    }

    /// Charges for a candidate for a field of the innermost scope.
    #[inline]
    fn candidate<T: Priced>(&mut self, field: SingleField, value: T) -> Option<Paid<T>> {
        let is_repeated = self.scopes.last_mut().is_some_and(|scope| scope.has_candidate(field));
        self.budget.keep_candidate(value, is_repeated)
    }

    #[inline]
    fn offer_paid(&mut self, value: Paid<Single>, origin: &Origin<'_>) {
        self.note_description(origin);
        self.sink.offer(value, origin);
    }

    /// Passes a text to its field.
    fn offer_text(&mut self, field: TextField, text: Text, origin: &Origin<'_>) {
        let subject = self.subject();
        if origin.rank == Rank::StandIn
            && let Some(single) = field.itunes_single(subject)
        {
            self.offer_from(single(text.clone()), origin);
        }
        match field.single(subject) {
            Some(single) => self.offer_from(single(text), origin),
            None => self.add_from(Member::Content(text), origin),
        }
    }

    /// Adds a value from the current element to its list.
    fn add(&mut self, member: Member) {
        let origin = self.origin();
        self.add_from(member, &origin);
    }

    /// Adds a value to its list, if the budget allows it.
    fn add_from(&mut self, member: Member, origin: &Origin<'_>) {
        if let Some(member) = self.budget.keep(member) {
            self.add_paid(member, origin);
        }
    }

    fn add_paid(&mut self, member: Paid<Member>, origin: &Origin<'_>) {
        self.note_description(origin);
        self.sink.add(member, origin);
    }

    /// Adds an element of the innermost scope that is unknown, or that its vocabulary reads together with others.
    fn add_element(&mut self, element: Paid<Tree>) {
        let origin = self.origin();
        self.note_description(&origin);
        self.sink.add_element(element, &origin);
    }

    /// Records that the feed is described, if a value is about it. Attributes of a root do not decide which feed is described:
    /// an empty feed may come before the real one.
    #[inline]
    fn note_description(&mut self, origin: &Origin<'_>) {
        if !self.document.is_described_before
            && self.document.described.is_some()
            && origin.rank != Rank::Hint
        {
            self.document.is_described_before = self.scopes.len() == 1;
        }
    }

    fn origin(&self) -> Origin<'a> {
        self.origin_as(self.current.rank)
    }

    /// Returns the origin of a value of the current element with this rank.
    fn origin_as(&self, rank: Rank) -> Origin<'a> {
        let Current { name, namespace, offset, place, is_typed, .. } = self.current;
        let (depth, is_of_other_feed) = self.distance();
        let priority = Priority::new(rank, depth).in_place(place);
        let offset = self.reader.original(offset);
        Origin { name, vocabulary: namespace, offset, rank, priority, is_of_other_feed, is_typed }
    }

    /// Warns about a value of the current element.
    #[cold]
    fn warn(&mut self, kind: WarningKind, value: &str) {
        let offset = self.current.offset;
        let path = || self.reader.path_to(offset);
        self.warnings.add(self.reader.original(offset), || Unplaced::new(kind, value, path()));
    }

    /// Returns whether a text that appears to be encoded twice is decoded. If so, warns about it.
    #[cold]
    fn undoes_double_encoding(&mut self, text: &str) -> bool {
        let is_undone = self.double_encoding.is_undone();
        if is_undone {
            self.warn(WarningKind::DoubleEncoding, text);
        }
        is_undone
    }

    fn subject(&self) -> Subject {
        self.scopes.last().map_or(Subject::Feed, |scope| scope.subject)
    }

    /// Returns whether the innermost scope belongs to another reader.
    fn is_in_outer_scope(&self) -> bool {
        self.scopes.len() <= self.outer_scopes
    }

    fn scope(&mut self) -> Option<&mut Scope<'a>> {
        self.scopes.last_mut()
    }

    /// Returns the value of an attribute without a prefix, by its name in lower case.
    fn attribute(&self, name: &str) -> Option<&str> {
        attribute(self.reader.attributes(), name)
    }
}

#[cfg(test)]
mod tests;

//! Turns the events of an XML document into statements: a stack of scopes, and the rules of the vocabularies.

mod attributes;
mod buffer;
mod collector;
mod construct;
mod context;
mod document;
mod link;
mod offsets;
mod person;
mod place;
mod rank;
mod scope;
mod trees;
mod value;

use std::borrow::Cow;
use std::sync::Arc;

use self::buffer::Buffer;
use self::collector::{Collector, Target};
use self::construct::{Construct, Inline};
use self::context::Contexts;
use self::document::DocumentState;
pub(crate) use self::offsets::Offsets;
use self::scope::{Scope, SpareLists};
use self::trees::Trees;
use crate::content::has_listed_scheme;
use crate::diagnostics::{Diagnostics, Limit, Unplaced, WarningKind};
use crate::html::resolve::LONGEST_BASE;
use crate::options::Options;
use crate::spending::{LONGEST_LANGUAGE, Spending};
use crate::statement::{Origin, Priority, Rank, Sink, Statement, Subject, UriField};
use crate::version::Version;
use crate::vocabulary::{self, Feeds, KnownElement, Rule, TextField};
use crate::xml::{BlankText, Name, Namespace, RawTag, RawText, Reader, TextElement, XmlAttribute, XmlEvent};

/// A document that was read.
#[derive(Debug)]
pub(crate) struct Interpreted<'a> {
    /// `None` if the document has no element of a feed.
    pub(crate) version: Option<Version>,
    pub(crate) limit: Option<Limit>,
    /// Prefixes and namespace names, known ones under their customary prefix.
    pub(crate) namespaces: Vec<(String, String)>,
    pub(crate) warnings: Diagnostics<Unplaced>,
    pub(crate) reader: Reader<'a, Feeds>,
}

/// Reads a document and states its values to `sink`. If the document was written from another one, the values are stated
/// with the `offsets` there; the offsets of warnings are those in `text`.
pub(crate) fn interpret<'a, S: Sink>(
    text: &'a str,
    offsets: Option<&Offsets>,
    options: &Options,
    sink: &mut S,
) -> Interpreted<'a> {
    Interpreter::new(text, offsets, options, sink).run()
}

/// The treatment of an element's content, which its start tag determines.
#[derive(Debug)]
enum ElementContent {
    /// Text is ignored, and other elements are read as if this one were not there.
    Ignored,
    /// The element is a scope.
    Scope,
    /// Text, which is collected.
    Collected(Target),
    /// Text that belongs to the element around it.
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
    namespace: Namespace,
    /// The offset of the start tag.
    offset: usize,
    rank: Rank,
    is_padded: bool,
    /// Whether the element has an attribute for the type of its text.
    is_typed: bool,
    /// Whether the element has an empty-element tag.
    is_empty: bool,
}

impl Default for Current<'_> {
    fn default() -> Self {
        Self {
            name: "",
            namespace: Namespace::NONE,
            offset: 0,
            rank: Rank::Own,
            is_padded: false,
            is_typed: false,
            is_empty: false,
        }
    }
}

/// An element whose content is kept as a tree.
#[derive(Debug, Clone, Copy)]
struct Opaque {
    /// The number of open elements, its own included.
    depth: usize,
    /// The number of open scopes.
    scopes: usize,
    /// Feeds and entries in it are part of the tree as well.
    is_foreign: bool,
}

#[derive(Debug)]
struct Interpreter<'a, 'o, 's, S> {
    reader: Reader<'a, Feeds>,
    /// The offsets in the document from which the text was written, if it was.
    offsets: Option<&'o Offsets>,
    options: &'o Options,
    sink: &'s mut S,
    /// One for each open element.
    frames: Vec<Frame<'a>>,
    collectors: Vec<Collector<'a>>,
    scopes: Vec<Scope<'a>>,
    spare: SpareLists<'a>,
    contexts: Contexts,
    trees: Trees,
    document: DocumentState,
    current: Current<'a>,
    opaque: Option<Opaque>,
    warnings: Diagnostics<Unplaced>,
    spending: Spending,
}

/// Returns the value of the attribute without a prefix that has this name, in any case.
fn attribute<'r>(attributes: &'r [XmlAttribute<'_>], name: &str) -> Option<&'r str> {
    let found =
        attributes.iter().find(|a| a.name.prefix.is_empty() && a.name.local.eq_ignore_ascii_case(name));
    found.map(|a| a.value.as_ref())
}

impl<'a, 'o, 's, S: Sink> Interpreter<'a, 'o, 's, S> {
    fn new(text: &'a str, offsets: Option<&'o Offsets>, options: &'o Options, sink: &'s mut S) -> Self {
        let base = options.base_url.as_deref().filter(|base| base.len() <= LONGEST_BASE).map(Arc::from);
        let language: Option<Arc<str>> =
            options.language().filter(|tag| tag.len() <= LONGEST_LANGUAGE).map(Arc::from);
        let contexts = Contexts::new(language, base);
        let feed = Scope::feed(contexts.current().scope.clone());
        Self {
            reader: Reader::new(text, &options.limits),
            offsets,
            options,
            sink,
            frames: Vec::with_capacity(16),
            collectors: Vec::new(),
            scopes: vec![feed],
            spare: SpareLists::default(),
            contexts,
            trees: Trees::new(options.limits.extensions),
            document: DocumentState::default(),
            current: Current::default(),
            opaque: None,
            warnings: Diagnostics::default(),
            spending: Spending::new(&options.limits),
        }
    }

    fn run(mut self) -> Interpreted<'a> {
        if let Some(language) = self.contexts.current().language().cloned() {
            let origin = Origin { priority: Priority::default(), ..self.origin_as(Rank::Hint) };
            self.state_from(Statement::Language(language), &origin);
        }
        loop {
            if self.read_text_element() {
                continue;
            }
            let blank = if self.is_collecting() { BlankText::Read } else { BlankText::Skip };
            let Some(event) = self.reader.next(blank) else { break };
            match event {
                XmlEvent::Start { name, element, tag } => self.start(name, element, tag),
                XmlEvent::End { implied } => self.end(implied),
                XmlEvent::Text(text) if self.is_collecting() => self.collect_text(&text),
                XmlEvent::Text(_) => {}
            }
            if self.document.limit.is_some() {
                break;
            }
        }
        while !self.frames.is_empty() {
            self.end(true);
        }
        if !self.document.is_feed {
            let origin = self.origin_as(Rank::Hint);
            for link in std::mem::take(&mut self.document.page_links) {
                self.state_from(Statement::Link(link), &origin);
            }
        }
        if !self.scopes.is_empty() {
            self.end_scope(true);
        }
        let limit = self.document.limit.or_else(|| self.reader.limit()).or(self.trees.limit);
        let limit = limit.or_else(|| self.spending.exceeded()).or_else(|| self.sink.exceeded());
        let version = self.document.version.or_else(|| document::version_of_namespaces(&self.reader));
        Interpreted {
            version: self.document.is_feed.then_some(version.unwrap_or(Version::Unknown)),
            limit,
            namespaces: trees::canonical_namespaces(&self.reader),
            warnings: self.warnings,
            reader: self.reader,
        }
    }

    /// Reads the next element, if it is a child of an entry that contains only text. Returns whether it is.
    fn read_text_element(&mut self) -> bool {
        let is_child = matches!(self.frames.last(), Some(Frame::EndScope))
            && !self.trees.has_extension(self.scopes.len());
        if !is_child {
            return false;
        }
        let Some(TextElement { name, element, tag, text }) = self.reader.text_element() else {
            return false;
        };
        match self.start_element(&name, element, &tag) {
            ElementContent::Collected(mut target) => {
                let mut buffer = Buffer::default();
                self.add_text(&text, &mut target, &mut buffer);
                self.collected(target, buffer);
            }
            ElementContent::Scope => self.end_scope(tag.empty),
            ElementContent::Ignored | ElementContent::Transparent => {}
        }
        self.end_element(self.frames.len() + 1);
        true
    }

    /// Returns whether text is collected.
    fn is_collecting(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Collect | Frame::Transparent | Frame::Inline { .. }))
    }

    /// Adds text to the innermost element whose text is collected.
    fn collect_text(&mut self, text: &RawText<'a>) {
        if let Some(mut collector) = self.collectors.pop() {
            self.add_text(text, &mut collector.target, &mut collector.buffer);
            self.collectors.push(collector);
        }
    }

    /// Adds text that is collected for `target` to its buffer.
    fn add_text(&mut self, text: &RawText<'a>, target: &mut Target, buffer: &mut Buffer<'a>) {
        match target {
            Target::Text(construct) => {
                // Markup is kept as written, except for entities that only this document declares.
                let included = (text.decoded && construct.is_written())
                    .then(|| self.reader.with_entities(text.raw, false));
                construct.text(text, included, self.reader.decoded(), buffer);
            }
            _ if text.decoded => buffer.push_owned(self.reader.decoded()),
            _ => buffer.push(text.raw),
        }
    }

    /// States a value of the element that is being read.
    fn state(&mut self, statement: Statement) {
        let origin = self.origin();
        self.state_from(statement, &origin);
    }

    /// States a value, unless it would be one list member too many.
    fn state_from(&mut self, statement: Statement, origin: &Origin<'_>) {
        let is_member = self.scopes.last_mut().is_some_and(|scope| scope.fields.adds_member(&statement));
        if !is_member || self.spending.add_member() {
            self.sink.state(statement, origin);
        }
    }

    fn origin(&self) -> Origin<'a> {
        self.origin_as(self.current.rank)
    }

    /// Returns the origin of a value that the element gives with this rank.
    fn origin_as(&self, rank: Rank) -> Origin<'a> {
        let Current { name, namespace, offset, is_padded, is_typed, .. } = self.current;
        let priority = Priority::new(rank, self.frames.len());
        let offset = self.offsets.map_or(offset, |offsets| offsets.original(offset));
        Origin { name, vocabulary: namespace, offset, rank, priority, is_padded, is_typed }
    }

    /// Warns of a value of the element that is being read.
    #[cold]
    fn warn(&mut self, kind: WarningKind, value: &str) {
        let offset = self.current.offset;
        let path = || self.reader.path_to(offset);
        self.warnings.add(offset, || Unplaced::new(kind, value, path()));
    }

    fn subject(&self) -> Subject {
        self.scopes.last().map_or(Subject::Feed, |scope| scope.subject)
    }

    fn scope(&mut self) -> Option<&mut Scope<'a>> {
        self.scopes.last_mut()
    }

    /// Returns the value of an attribute without a prefix, by its lower-cased name.
    fn attribute(&self, name: &str) -> Option<&str> {
        attribute(self.reader.attributes(), name)
    }

    fn start(&mut self, name: Name<'a>, element: Option<KnownElement>, tag: RawTag<'a>) {
        if self.start_inline(&name, &tag) {
            return;
        }
        let frame = match self.start_element(&name, element, &tag) {
            ElementContent::Ignored => Frame::Nothing,
            ElementContent::Scope => Frame::EndScope,
            ElementContent::Collected(target) => self.collect(target),
            ElementContent::Transparent => Frame::Transparent,
        };
        self.frames.push(frame);
    }

    /// Reads the start tag of an element that is not markup of a text construct.
    fn start_element(
        &mut self,
        name: &Name<'a>,
        element: Option<KnownElement>,
        tag: &RawTag<'a>,
    ) -> ElementContent {
        self.current = Current {
            name: name.qualified,
            namespace: name.namespace,
            offset: tag.offset,
            is_empty: tag.empty,
            ..Current::default()
        };
        if !self.document.is_feed && name.local.eq_ignore_ascii_case("link") {
            self.take_page_link();
        }
        if !self.reader.attributes().is_empty() {
            let may_be_base = if S::FOLLOWS_FEEDPARSER { has_listed_scheme } else { |_: &str| true };
            let depth = self.frames.len() + 1;
            for value in self.contexts.enter(self.reader.attributes(), depth, may_be_base) {
                self.warn(WarningKind::TooLong, &value);
            }
        }
        if element.is_some() {
            self.close_foreign();
        }
        let is_gathered = self.start_gathered(name, element.is_some());
        match element {
            Some(known) if !self.is_opaque(known.rule) && !self.is_of_person(known.rule) => {
                let rule = known.rule;
                // Scopes fill no field by themselves.
                let is_scope = matches!(rule, Rule::Root | Rule::AtomFeed | Rule::Channel | Rule::Entry);
                self.current.rank =
                    if is_scope { Rank::Own } else { rank::rank(known.family, self.document.version) };
                let content = self.start_known(name, known);
                if !S::FOLLOWS_FEEDPARSER {
                    self.keep_foreign_attributes(name, rule);
                }
                content
            }
            _ if is_gathered => ElementContent::Collected(Target::Rule(Rule::Gathered)),
            None if self.is_content_of_xhtml(name) => {
                let construct = Construct::new(TextField::Body, None, None, None);
                ElementContent::Collected(Target::Text(construct))
            }
            None if self.is_transparent(name) => self.start_transparent(name),
            _ => self.start_extension(name, false),
        }
    }

    /// Returns whether an element is within one whose content is kept as a tree. Entries are lost in foreign elements
    /// only.
    fn is_opaque(&self, rule: Rule) -> bool {
        let is_structure = matches!(rule, Rule::Root | Rule::AtomFeed | Rule::Channel | Rule::Entry);
        self.opaque
            .is_some_and(|opaque| opaque.scopes == self.scopes.len() && (opaque.is_foreign || !is_structure))
    }

    /// RFC 4287 §6.3: the children of a foreign element do not describe the feed or the entry. The content of the
    /// outermost one around the element that begins is a tree, unless the document never closes it.
    #[inline]
    fn close_foreign(&mut self) {
        if !S::FOLLOWS_FEEDPARSER && self.opaque.is_none() && self.trees.has_extension(self.scopes.len()) {
            let scopes = self.scopes.len();
            self.opaque = self
                .trees
                .closed_extension(scopes, &mut self.reader, self.current.offset)
                .map(|depth| Opaque { depth, scopes, is_foreign: true });
        }
    }

    /// Returns whether an element directly in that of a person describes the person, although it has a field in the feed or
    /// the entry, as `title` does.
    fn is_of_person(&mut self, rule: Rule) -> bool {
        let is_field = matches!(
            rule,
            Rule::Text(_) | Rule::Value(_) | Rule::Date(_) | Rule::Person(_) | Rule::Link | Rule::Scope(_)
        );
        if S::FOLLOWS_FEEDPARSER || !is_field || !matches!(self.frames.last(), Some(Frame::Collect)) {
            return false;
        }
        match self.collectors.last() {
            Some(Collector { target: Target::Rule(Rule::Person(_)), element, .. }) => {
                self.reader.tags_match(element.offset, self.current.offset)
            }
            Some(_) | None => false,
        }
    }

    /// Returns whether an element is `xhtml:div` directly in an entry, which some feeds have instead of `xhtml:body`.
    fn is_content_of_xhtml(&self, name: &Name<'a>) -> bool {
        !S::FOLLOWS_FEEDPARSER
            && matches!(self.frames.last(), Some(Frame::EndScope))
            && self.subject() == Subject::Entry
            && name.local.eq_ignore_ascii_case("div")
            && vocabulary::prefix(name.namespace) == Some("xhtml")
    }

    /// Writes a start tag to the text construct around it, in which every element is markup. Returns whether there is one.
    fn start_inline(&mut self, name: &Name<'a>, tag: &RawTag<'a>) -> bool {
        if !self.is_collecting() {
            return false;
        }
        let unwrap = self.document.version == Some(Version::Atom10);
        let is_base = |attribute: &&XmlAttribute<'_>| {
            attribute.name.local == "base" && vocabulary::is_xml(attribute.name.namespace)
        };
        let has_base = self.options.resolve_urls && self.reader.attributes().iter().any(|a| is_base(&a));
        let page = if has_base { self.feed_page().cloned() } else { None };
        let Some(Collector { buffer, target: Target::Text(construct), .. }) = self.collectors.last_mut()
        else {
            return false;
        };
        let attributes = self.reader.attributes();
        if has_base && let Some(base) = attributes.iter().find(is_base) {
            let outer = self.contexts.explicit_base().or(page.as_ref());
            let outer = outer.map_or_else(|| self.contexts.base(), AsRef::as_ref);
            construct.rebase(outer, &base.value);
        }
        let raw = self.reader.with_entities(tag.raw, true);
        let inline = construct.start_tag(name, &raw, tag.empty, (attributes, &self.spending), buffer, unwrap);
        self.frames.push(Frame::Inline { name: name.local, inline });
        true
    }

    fn end(&mut self, implied: bool) {
        let depth = self.frames.len();
        match self.frames.pop() {
            Some(Frame::Inline { name, inline }) => {
                if let Some(Collector { buffer, target: Target::Text(construct), .. }) =
                    self.collectors.last_mut()
                {
                    construct.end_tag(name, inline, implied, buffer);
                }
                return;
            }
            Some(Frame::EndScope) => self.end_scope(implied),
            Some(Frame::Collect) => {
                if let Some(Collector { buffer, target, element }) = self.collectors.pop() {
                    self.current = element;
                    self.collected(target, buffer);
                }
            }
            Some(Frame::Nothing | Frame::Transparent) | None => {}
        }
        self.end_element(depth);
    }

    /// Ends the tree, the language and the base that began with the element at `depth`, which has ended.
    fn end_element(&mut self, depth: usize) {
        if self.opaque.is_some_and(|opaque| opaque.depth >= depth) {
            self.opaque = None;
        }
        self.end_gathered(depth);
        let open = self.frames.len();
        self.sink.element_ended(open);
        if let Some(base) = self.contexts.leave(depth) {
            self.sink.base_ended(&base, open);
        }
    }

    /// Applies the rule of an element.
    fn start_known(&mut self, name: &Name<'a>, known: KnownElement) -> ElementContent {
        let rule = known.rule;
        match rule {
            Rule::Root | Rule::AtomFeed | Rule::Channel | Rule::Entry => self.start_scope(name, rule),
            // Before the feed begins, elements may be those of a page around it.
            _ if !self.document.is_feed => ElementContent::Ignored,
            // An element for which the scope has no field is kept as an extension.
            _ if !self.has_field(known) => {
                if matches!(rule, Rule::Scope(_)) && self.opaque.is_none() {
                    let (depth, scopes) = (self.frames.len() + 1, self.scopes.len());
                    self.opaque = Some(Opaque { depth, scopes, is_foreign: false });
                }
                self.start_extension(name, false)
            }
            Rule::Scope(_) => self.start_scope(name, rule),
            Rule::Text(field) => {
                let construct = Construct::new(
                    field,
                    self.attribute("type"),
                    self.attribute("mode"),
                    self.attribute("src").and_then(|src| self.uri(src)).map(Into::into),
                );
                let is_plain = field == TextField::Description
                    && self.attribute("type").is_none()
                    && vocabulary::prefix(name.namespace) == Some("media");
                let construct =
                    if is_plain && !S::FOLLOWS_FEEDPARSER { construct.plain() } else { construct };
                ElementContent::Collected(Target::Text(construct))
            }
            Rule::Value(field) => self.start_value(field, rule),
            Rule::Person(field) => self.start_person(field, rule),
            Rule::Date(_) | Rule::PersonPart(_) | Rule::Gathered => {
                ElementContent::Collected(Target::Rule(rule))
            }
            Rule::Link => self.start_link(),
            Rule::Enclosure => self.start_enclosure(),
            Rule::License => self.start_license(rule),
            Rule::Category(form) => self.start_category(form),
            Rule::Attributes(field) => self.start_attributes(field, rule),
            Rule::Place(form) => self.start_place(form, rule),
            Rule::Uri => self.start_extension(name, true),
            Rule::GeneratorAgent => self.start_resource(name, UriField::GeneratorAgent),
            Rule::ErrorReportsTo => self.start_resource(name, UriField::ErrorReportsTo),
        }
    }

    /// Starts an element with a URI in `rdf:resource`.
    fn start_resource(&mut self, name: &Name<'a>, field: UriField) -> ElementContent {
        if let Some(resource) = self.rdf_resource().map(Cow::into_owned) {
            self.state(Statement::Uri(field, resource));
        }
        self.start_extension(name, false)
    }
}

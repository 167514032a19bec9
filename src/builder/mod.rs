//! Events in, model out: a stack of scopes, and the rules of the vocabularies.

mod attributes;
mod buffer;
mod construct;
mod draft;
mod extension;
mod link;
mod person;
mod place;
mod precedence;
mod scope;
mod slot;
mod summary;
mod value;
mod warn;

use std::borrow::Cow;
use std::sync::Arc;

use self::buffer::Buffer;
use self::construct::{Construct, Inline};
use self::draft::{Draft, keep};
use self::slot::Rank;
use crate::bozo::Limit;
use crate::content::{repair, resolve, resolve_safe, well_formed};
use crate::model::{Entry, Feed, Generator, Person, Text};
use crate::parser::Options;
use crate::version::Version;
use crate::vocabulary::{self, CategoryForm, Feeds, PersonField, Rule, ScopeKind, TextField, ValueField};
use crate::warning::Unplaced;
use crate::xml::{Event, Name, Noted, Reader, Tag};

/// What a document says.
#[derive(Debug)]
pub(crate) struct Built<'a> {
    pub(crate) feed: Feed,
    pub(crate) entries: Vec<Entry>,
    /// `None` where no element of a feed was met.
    pub(crate) version: Option<Version>,
    pub(crate) limit: Option<Limit>,
    /// Prefixes and namespace names, as the dictionary shape gives them.
    pub(crate) namespaces: Vec<(String, String)>,
    pub(crate) warnings: Noted<Unplaced>,
    pub(crate) reader: Reader<'a, Feeds>,
}

/// Reads a document into the model.
pub(crate) fn build<'a>(text: &'a str, options: &Options) -> Built<'a> {
    Builder::new(text, options).run()
}

/// What an open element does when it ends.
#[derive(Debug)]
enum Frame<'a> {
    /// Nothing: its text means nothing.
    Nothing,
    /// It ends its scope.
    Scope,
    /// Its text was collected.
    Collect,
    /// It stands in the markup of a text construct.
    Inline { name: &'a str, inline: Inline },
}

/// A scope: who is being described.
#[derive(Debug)]
struct Scope {
    kind: Kind,
    draft: Draft,
    /// The people whose elements are open.
    people: Vec<(PersonField, Person)>,
    /// How well its element says what it says.
    rank: Rank,
    /// Where room was left for an entry with entries in it.
    place: Option<usize>,
    /// Where its start tag stands.
    offset: usize,
    /// What is in force for it.
    context: Context,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Feed,
    Entry,
    Inner(ScopeKind),
}

impl Kind {
    /// Whether it says what an entry says.
    fn is_entry(self) -> bool {
        matches!(self, Self::Entry | Self::Inner(ScopeKind::LiveItem))
    }
}

impl Scope {
    fn new(kind: Kind, rank: Rank, offset: usize, context: Context) -> Self {
        Self { kind, draft: Draft::default(), people: Vec::new(), rank, place: None, offset, context }
    }
}

/// An element whose text is being collected.
#[derive(Debug)]
struct Collector<'a> {
    buffer: Buffer<'a>,
    target: Target,
    /// Where its start tag stands.
    offset: usize,
    rank: Rank,
}

/// Where collected text goes.
#[derive(Debug)]
enum Target {
    Text(Construct),
    Rule(Rule),
    /// A link of the scope, by its place.
    Link(usize),
    /// An enclosure, by its place among the links.
    Enclosure(usize),
    /// A category, by its place among the tags.
    Tag {
        index: usize,
        form: CategoryForm,
    },
    Guid {
        permalink: bool,
    },
    Generator(Box<Generator>),
    /// The text of a `source` of RSS.
    SourceTitle,
    /// An extension; the text may be known to be a URI.
    Extension {
        uri: bool,
    },
}

/// `xml:base` and `xml:lang` in force.
#[derive(Debug, Clone)]
struct Context {
    depth: usize,
    base: Option<Arc<str>>,
    language: Option<Arc<str>>,
}

/// A base that Universal Feed Parser does not let go of where there is none around it: elements that begin later have it.
#[derive(Debug)]
struct Lingering {
    base: Arc<str>,
    /// How many of the open elements began before it.
    bare: usize,
}

#[derive(Debug)]
struct Builder<'a, 'o> {
    reader: Reader<'a, Feeds>,
    options: &'o Options,
    /// One for each open element.
    frames: Vec<Frame<'a>>,
    scopes: Vec<Scope>,
    collectors: Vec<Collector<'a>>,
    contexts: Vec<Context>,
    lingering: Option<Lingering>,
    /// At which depth the channel stands.
    channel: Option<usize>,
    /// Extensions whose elements are open, innermost last.
    extensions: Vec<extension::Open>,
    /// The same for those that are read when their scope is complete.
    gathered: Vec<extension::Open>,
    entries: Vec<Entry>,
    version: Option<Version>,
    /// Whether an element that only feeds have was met.
    is_feed: bool,
    roots: usize,
    limit: Option<Limit>,
    /// The limit beyond which something was left out.
    left_out: Option<Limit>,
    prefixes: extension::Prefixes,
    warnings: Noted<Unplaced>,
    /// The names of the elements down to the feed's own.
    feed_path: String,
    /// Where the start tag of the element stands that is being read.
    offset: usize,
    /// How well that element says what it says.
    rank: Rank,
    /// The element of which all is kept as it stands, by how many elements and scopes were open.
    opaque: Option<(usize, usize)>,
    /// Entries of the first root, by what makes them the same: only filled once there is a second root.
    known: Option<std::collections::HashSet<u64>>,
}

impl<'a, 'o> Builder<'a, 'o> {
    fn new(text: &'a str, options: &'o Options) -> Self {
        let base = options.base_url.as_deref().map(Arc::from);
        let language: Option<Arc<str>> = options.language().map(Arc::from);
        let context = Context { depth: 0, base, language };
        let mut feed = Scope::new(Kind::Feed, Rank::Own, 0, context.clone());
        if let Some(language) = context.language.clone() {
            feed.draft.language.offer(language, slot::Standing::default());
        }
        Self {
            reader: Reader::new(text, &options.limits),
            options,
            frames: Vec::with_capacity(16),
            scopes: vec![feed],
            collectors: Vec::new(),
            contexts: vec![context],
            lingering: None,
            channel: None,
            extensions: Vec::new(),
            gathered: Vec::new(),
            entries: Vec::new(),
            version: None,
            is_feed: false,
            roots: 0,
            limit: None,
            left_out: None,
            prefixes: extension::Prefixes::default(),
            warnings: Noted::default(),
            feed_path: String::new(),
            offset: 0,
            rank: Rank::Own,
            opaque: None,
            known: None,
        }
    }

    fn run(mut self) -> Built<'a> {
        loop {
            match self.reader.next() {
                Event::Start { name, element, tag } => self.start(name, element, tag),
                Event::End { implied } => self.end(implied),
                Event::Text(text) => {
                    if matches!(self.frames.last(), Some(Frame::Collect | Frame::Inline { .. }))
                        && let Some(collector) = self.collectors.last_mut()
                    {
                        // Markup is kept as it is written, but where only this document knows what is written.
                        let included = match &collector.target {
                            Target::Text(construct) if text.decoded && construct.is_written() => {
                                Some(self.reader.with_entities(text.raw, false))
                            }
                            _ => None,
                        };
                        collector.text(&text, included, self.reader.decoded());
                    }
                }
                Event::Eof => break,
            }
            if self.limit.is_some() {
                break;
            }
        }
        while !self.frames.is_empty() {
            self.end(true);
        }
        let limit = self.limit.or_else(|| self.reader.limit()).or(self.left_out);
        let feed = self.scopes.pop().map(|scope| self.complete_feed(scope)).unwrap_or_default();
        let version = self.version.or_else(|| scope::version_of_namespaces(&self.reader));
        Built {
            feed,
            entries: self.entries,
            version: self.is_feed.then_some(version.unwrap_or(Version::Unknown)),
            limit,
            namespaces: extension::canonical_namespaces(&self.reader),
            warnings: self.warnings,
            reader: self.reader,
        }
    }

    /// The scope that elements speak of.
    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.push_scope(Kind::Feed);
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn draft(&mut self) -> &mut Draft {
        &mut self.scope().draft
    }

    fn kind(&self) -> Kind {
        self.scopes.last().map_or(Kind::Feed, |scope| scope.kind)
    }

    fn context(&self) -> &Context {
        const NOWHERE: &Context = &Context { depth: 0, base: None, language: None };
        self.contexts.last().unwrap_or(NOWHERE)
    }

    fn base(&self) -> &str {
        self.context().base.as_deref().unwrap_or("")
    }

    /// A URI of the document's, made absolute unless the options forbid it.
    fn resolved<'t>(&self, reference: &'t str) -> Cow<'t, str> {
        if self.options.resolve_urls {
            resolve(self.base(), reference)
        } else {
            Cow::Borrowed(reference.trim())
        }
    }

    /// A link of the document's, made absolute; nothing if following it would run code.
    fn uri(&self, reference: &str) -> Option<String> {
        let base = if self.options.resolve_urls { self.base() } else { "" };
        resolve_safe(base, reference).map(Cow::into_owned)
    }

    /// The value of an attribute without a prefix, by its lower-cased name.
    fn attribute(&self, name: &str) -> Option<&str> {
        let found = self
            .reader
            .attributes()
            .iter()
            .find(|a| a.name.prefix.is_empty() && a.name.local.eq_ignore_ascii_case(name));
        found.map(|a| a.value.as_ref())
    }

    fn start(&mut self, name: Name<'a>, rule: Option<Rule>, tag: Tag<'a>) {
        if self.start_inline(&name, &tag) {
            return;
        }
        self.offset = tag.offset;
        if !self.reader.attributes().is_empty() {
            self.enter_context();
        }
        if vocabulary::is_gathered(name.namespace) {
            self.start_gathered(&name);
        } else if rule.is_none() && name.prefix.is_empty() && !self.gathered.is_empty() {
            self.start_gathered_within(&name);
        }
        let frame = match rule {
            Some(rule) if !self.is_opaque(rule) => {
                self.rank = precedence::rank(&name, self.version);
                self.start_known(&name, rule)
            }
            _ => self.start_extension(&name, false),
        };
        self.frames.push(frame);
    }

    /// Whether an element stands in one of which all is kept as it stands. Entries are never lost in such a one.
    fn is_opaque(&self, rule: Rule) -> bool {
        self.opaque.is_some_and(|(_, scopes)| scopes == self.scopes.len())
            && !matches!(rule, Rule::Root | Rule::AtomFeed | Rule::Channel | Rule::Entry)
    }

    /// Within a text construct every element is markup.
    fn start_inline(&mut self, name: &Name<'a>, tag: &Tag<'a>) -> bool {
        if !matches!(self.frames.last(), Some(Frame::Collect | Frame::Inline { .. })) {
            return false;
        }
        let unwrap = self.version == Some(Version::Atom10);
        let Some(Collector { buffer, target: Target::Text(construct), .. }) = self.collectors.last_mut()
        else {
            return false;
        };
        let attributes = self.reader.attributes();
        if self.options.resolve_urls
            && let Some(base) =
                attributes.iter().find(|a| a.name.local == "base" && vocabulary::is_xml(a.name.namespace))
        {
            let outer = self.contexts.last().and_then(|context| context.base.as_deref());
            construct.rebase(outer.unwrap_or(""), &base.value);
        }
        let raw = self.reader.with_entities(tag.raw, true);
        let inline = construct.start_tag(name, &raw, tag.empty, attributes, buffer, unwrap);
        self.frames.push(Frame::Inline { name: name.local, inline });
        true
    }

    /// Takes `xml:base` and `xml:lang` from the start tag. Both count without their prefix as well, as CDF writes them.
    fn enter_context(&mut self) {
        let mut base = None;
        let mut language = None;
        for attribute in self.reader.attributes() {
            let xml = vocabulary::is_xml(attribute.name.namespace);
            if !xml && !attribute.name.prefix.is_empty() {
                continue;
            }
            if attribute.name.local.eq_ignore_ascii_case("base") && (xml || base.is_none()) {
                base = Some(attribute.value.as_ref());
            } else if attribute.name.local.eq_ignore_ascii_case("lang") && (xml || language.is_none()) {
                language = Some(attribute.value.as_ref());
            }
        }
        if base.is_none() && language.is_none() {
            return;
        }
        let outer = self.context().clone();
        let absolute =
            base.map(|base| Arc::from(resolve(outer.base.as_deref().unwrap_or(""), base).as_ref()));
        let base = absolute.or(outer.base);
        // An empty language is none (XML 1.0 §2.12).
        let language = language
            .map_or(outer.language, |tag| (!tag.is_empty()).then(|| Arc::from(tag.replace('_', "-"))));
        self.contexts.push(Context { depth: self.frames.len() + 1, base, language });
    }

    fn end(&mut self, implied: bool) {
        let depth = self.frames.len();
        match self.frames.pop() {
            Some(Frame::Nothing) | None => {}
            Some(Frame::Scope) => self.end_scope(implied),
            Some(Frame::Inline { name, inline }) => {
                if let Some(Collector { buffer, target: Target::Text(construct), .. }) =
                    self.collectors.last_mut()
                {
                    construct.end_tag(name, inline, implied, buffer);
                }
                return;
            }
            Some(Frame::Collect) => {
                if let Some(Collector { buffer, target, offset, rank }) = self.collectors.pop() {
                    self.offset = offset;
                    self.rank = rank;
                    self.collected(buffer, target);
                }
            }
        }
        if self.opaque.is_some_and(|(frames, _)| frames >= depth) {
            self.opaque = None;
        }
        self.end_gathered(depth);
        if let Some(lingering) = &mut self.lingering {
            lingering.bare = lingering.bare.min(self.frames.len());
        }
        if self.contexts.len() > 1 && self.contexts.last().is_some_and(|context| context.depth >= depth) {
            let ended = self.contexts.pop();
            if self.context().base.is_none()
                && let Some(base) = ended.and_then(|context| context.base)
            {
                self.linger(base);
            }
        }
    }

    /// A base goes out of force and leaves none.
    fn linger(&mut self, base: Arc<str>) {
        let open = self.frames.len();
        if self.lingering.as_ref().is_none_or(|lingering| open <= lingering.bare) {
            self.lingering = Some(Lingering { base, bare: open });
        }
    }

    /// Starts collecting the text of an element.
    fn collect(&mut self, target: Target) -> Frame<'a> {
        let (offset, rank) = (self.offset, self.rank);
        self.collectors.push(Collector { buffer: Buffer::default(), target, offset, rank });
        Frame::Collect
    }

    /// Carries out what the vocabulary says of an element.
    fn start_known(&mut self, name: &Name<'a>, rule: Rule) -> Frame<'a> {
        match rule {
            Rule::Root | Rule::AtomFeed | Rule::Channel | Rule::Entry => self.start_scope(name, rule),
            // Before the feed begins, its elements may be those of a page around it.
            _ if !self.is_feed => Frame::Nothing,
            // What a scope has no field for is kept all the same.
            _ if !scope::has_field(self.kind(), !self.scope().people.is_empty(), rule) => {
                if matches!(rule, Rule::Scope(_)) && self.opaque.is_none() {
                    self.opaque = Some((self.frames.len() + 1, self.scopes.len()));
                }
                self.start_extension(name, false)
            }
            Rule::Scope(_) => self.start_scope(name, rule),
            Rule::Text(field) => {
                let construct = Construct::new(
                    field,
                    self.attribute("type"),
                    self.attribute("mode"),
                    self.attribute("src").and_then(|src| self.uri(src)),
                );
                self.collect(Target::Text(construct))
            }
            Rule::Value(field) => self.start_value(field, rule),
            Rule::Person(field) => self.start_person(field, rule),
            Rule::Date(_) | Rule::PersonPart(_) | Rule::Gathered => self.collect(Target::Rule(rule)),
            Rule::Link => self.start_link(),
            Rule::Enclosure => self.start_enclosure(),
            Rule::License => self.start_license(rule),
            Rule::Category(form) => self.start_category(form),
            Rule::Attributes(field) => self.start_attributes(field, rule),
            Rule::Place(form) => self.start_place(form, rule),
            Rule::Uri => self.start_extension(name, true),
            Rule::GeneratorAgent | Rule::ErrorReportsTo => {
                if let Some(resource) = self.rdf_resource() {
                    let draft = self.draft();
                    let field = if rule == Rule::ErrorReportsTo {
                        &mut draft.error_reports_to
                    } else {
                        &mut draft.generator_agent
                    };
                    slot::fill(field, resource);
                }
                self.start_extension(name, false)
            }
        }
    }

    /// The text of an element is complete.
    fn collected(&mut self, buffer: Buffer<'a>, target: Target) {
        match target {
            Target::Text(construct) => self.end_text(construct, buffer),
            Target::Rule(rule) => {
                let written = buffer.len();
                let text = buffer.into_trimmed();
                let is_padded = text.len() < written;
                let text = repair(text);
                self.tell_gathered(&text);
                self.end_known(rule, text);
                match rule {
                    Rule::Value(ValueField::ItunesExplicit) => {
                        self.draft().itunes().explicit_is_padded = is_padded;
                    }
                    Rule::Value(ValueField::ItunesBlock) => self.draft().itunes().block_is_padded = is_padded,
                    _ => {}
                }
            }
            Target::Link(index) => self.end_link(index, repair(buffer.into_trimmed())),
            Target::Enclosure(index) => self.end_enclosure(index, &repair(buffer.into_trimmed())),
            Target::Tag { index, form } => {
                let text = repair(buffer.into_trimmed());
                self.tell_gathered(&text);
                self.end_category(form, index, &text);
            }
            Target::Guid { permalink } => self.end_guid(permalink, repair(buffer.into_trimmed())),
            Target::Generator(generator) => self.end_generator(generator, repair(buffer.into_trimmed())),
            Target::SourceTitle => self.end_source(repair(buffer.into_trimmed())),
            Target::Extension { uri } => {
                let text = repair(buffer.into_trimmed());
                self.tell_gathered(&text);
                self.end_extension(uri, &text);
            }
        }
    }

    fn end_text(&mut self, mut construct: Construct, buffer: Buffer<'a>) {
        let guess = !self.version.is_some_and(Version::is_atom);
        let value = construct.finish(buffer, guess);
        let value = if construct.is_markup() {
            match value {
                Cow::Borrowed(markup) => self.options.cleaner().clean(markup, self.base()),
                Cow::Owned(markup) => match self.options.cleaner().clean(&markup, self.base()) {
                    Cow::Owned(clean) => Cow::Owned(clean),
                    Cow::Borrowed(clean) if clean.len() == markup.len() => Cow::Owned(markup),
                    Cow::Borrowed(clean) => Cow::Owned(clean.to_owned()),
                },
            }
        } else {
            value
        };
        let value = if construct.is_xhtml() { well_formed(value) } else { value };
        let text = Text {
            value: repair(value).into_owned(),
            media_type: construct.media_type,
            language: self.context().language.clone(),
            base: self.context().base.clone(),
            src: construct.src.map(String::into_boxed_str),
            lingering_base: self.lingering.as_ref().map(|lingering| lingering.base.clone()),
        };
        if let Some(tree) = self.gathered_here() {
            tree.text.clone_from(&text.value);
            tree.attributes.retain(|(name, _)| name != "type");
            tree.attributes.push(("type".to_owned(), text.media_type.to_string()));
        }
        self.keep_text(construct.field, text);
    }

    fn keep_text(&mut self, field: TextField, text: Text) {
        let standing = self.standing();
        let in_entry = self.kind().is_entry();
        let rank = self.rank;
        let draft = self.draft();
        match field {
            TextField::Title => draft.title.offer_first(text, standing),
            TextField::Summary => draft.summaries.offer(text, standing, draft.content.len()),
            TextField::Description if in_entry => {
                draft.summaries.offer(text, standing, draft.content.len());
            }
            TextField::Subtitle | TextField::Description => {
                let of_itunes = rank == Rank::StandIn && field == TextField::Subtitle;
                draft.itunes_came_last.subtitle = of_itunes;
                if of_itunes {
                    slot::fill(&mut draft.itunes().subtitle, text.clone());
                }
                draft.subtitle.offer(text, standing);
            }
            TextField::Content | TextField::Encoded | TextField::Body => keep(&mut draft.content, text),
            TextField::Info => {
                draft.info.offer(text, standing);
            }
            TextField::Rights => {
                draft.rights.offer(text, standing);
            }
        }
    }
}

impl<'a> Collector<'a> {
    /// `included`: what is written, with the document's own entities included.
    fn text(&mut self, text: &crate::xml::Text<'a>, included: Option<Cow<'a, str>>, decoded: &mut String) {
        match &mut self.target {
            Target::Text(construct) => construct.text(text, included, decoded, &mut self.buffer),
            _ if text.decoded => self.buffer.push_owned(decoded),
            _ => self.buffer.push(text.raw),
        }
    }
}

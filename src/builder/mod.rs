//! Events in, model out: a stack of scopes, and the rules of the vocabularies.

mod attributes;
mod buffer;
mod collected;
mod construct;
mod context;
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

use self::collected::{Collector, Target};
use self::construct::{Construct, Inline};
use self::context::{Context, Lingering};
use self::draft::Draft;
use self::slot::Rank;
use crate::bozo::Limit;
use crate::model::{Entry, Feed, InForce, Link};
use crate::parser::Options;
use crate::version::Version;
use crate::vocabulary::{self, Feeds, Rule, ScopeKind};
use crate::warning::Unplaced;
use crate::xml::{Attribute, Event, Name, Noted, Reader, Tag};

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
    draft: Box<Draft>,
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
    fn new(kind: Kind, draft: Box<Draft>, rank: Rank, offset: usize, context: Context) -> Self {
        Self { kind, draft, rank, place: None, offset, context }
    }
}

#[derive(Debug)]
struct Builder<'a, 'o> {
    reader: Reader<'a, Feeds>,
    options: &'o Options,
    /// One for each open element.
    frames: Vec<Frame<'a>>,
    scopes: Vec<Scope>,
    /// An empty draft, which the next scope takes.
    spare: Option<Box<Draft>>,
    collectors: Vec<Collector<'a>>,
    contexts: Vec<Context>,
    /// What start tags said last.
    last_in_force: Option<Arc<InForce>>,
    lingering: Option<Lingering>,
    /// At which depth the channel stands.
    channel: Option<usize>,
    /// Extensions whose elements are open, innermost last.
    extensions: Vec<extension::Open>,
    /// The same for those that are read when their scope is complete.
    gathered: Vec<extension::Open>,
    entries: Vec<Entry>,
    /// Where the first of them began.
    first_entry: Option<usize>,
    version: Option<Version>,
    /// Whether an element that only feeds have was met.
    is_feed: bool,
    /// The feeds that a page names, as long as there is no feed.
    page_links: Vec<Link>,
    roots: usize,
    limit: Option<Limit>,
    /// The limit beyond which something was left out.
    left_out: Option<Limit>,
    shared: extension::Shared,
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

/// The value of the attribute without a prefix that has this name, in any case.
fn attribute<'r>(attributes: &'r [Attribute<'_>], name: &str) -> Option<&'r str> {
    let found =
        attributes.iter().find(|a| a.name.prefix.is_empty() && a.name.local.eq_ignore_ascii_case(name));
    found.map(|a| a.value.as_ref())
}

impl<'a, 'o> Builder<'a, 'o> {
    fn new(text: &'a str, options: &'o Options) -> Self {
        let base = options.base_url.as_deref().map(Arc::from);
        let language: Option<Arc<str>> = options.language().map(Arc::from);
        let context = Context { depth: 0, in_force: InForce::shared(language, base) };
        let mut feed = Scope::new(Kind::Feed, Box::default(), Rank::Own, 0, context.clone());
        if let Some(language) = context.language().cloned() {
            feed.draft.seldom().language.offer(language, slot::Standing::default());
        }
        Self {
            reader: Reader::new(text, &options.limits),
            options,
            frames: Vec::with_capacity(16),
            scopes: vec![feed],
            spare: None,
            collectors: Vec::new(),
            contexts: vec![context],
            last_in_force: None,
            lingering: None,
            channel: None,
            extensions: Vec::new(),
            gathered: Vec::new(),
            entries: Vec::new(),
            first_entry: None,
            version: None,
            is_feed: false,
            page_links: Vec::new(),
            roots: 0,
            limit: None,
            left_out: None,
            shared: extension::Shared::default(),
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
        let mut feed = self.scopes.pop().map(|scope| self.complete_feed(scope)).unwrap_or_default();
        if !self.is_feed {
            feed.links = self.page_links;
        }
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

    /// The value of an attribute without a prefix, by its lower-cased name.
    fn attribute(&self, name: &str) -> Option<&str> {
        attribute(self.reader.attributes(), name)
    }

    fn start(&mut self, name: Name<'a>, rule: Option<Rule>, tag: Tag<'a>) {
        if self.start_inline(&name, &tag) {
            return;
        }
        self.offset = tag.offset;
        if !self.is_feed && name.local.eq_ignore_ascii_case("link") {
            self.take_page_link();
        }
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
                // Scopes fill no field by themselves.
                let is_scope = matches!(rule, Rule::Root | Rule::AtomFeed | Rule::Channel | Rule::Entry);
                self.rank = if is_scope { Rank::Own } else { precedence::rank(&name, self.version) };
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
            let outer = self.contexts.last().and_then(Context::base);
            construct.rebase(outer.map_or("", AsRef::as_ref), &base.value);
        }
        let raw = self.reader.with_entities(tag.raw, true);
        let inline = construct.start_tag(name, &raw, tag.empty, attributes, buffer, unwrap);
        self.frames.push(Frame::Inline { name: name.local, inline });
        true
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
            if self.context().base().is_none()
                && let Some(base) = ended.as_ref().and_then(Context::base)
            {
                self.linger(Arc::clone(base));
            }
        }
    }

    /// Carries out what the vocabulary says of an element.
    fn start_known(&mut self, name: &Name<'a>, rule: Rule) -> Frame<'a> {
        match rule {
            Rule::Root | Rule::AtomFeed | Rule::Channel | Rule::Entry => self.start_scope(name, rule),
            // Before the feed begins, its elements may be those of a page around it.
            _ if !self.is_feed => Frame::Nothing,
            // What a scope has no field for is kept all the same.
            _ if !scope::has_field(self.kind(), !self.draft().people.is_empty(), rule) => {
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
                    self.attribute("src").and_then(|src| self.uri(src)).map(Into::into),
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
                if let Some(resource) = self.rdf_resource().map(Cow::into_owned) {
                    let draft = self.draft();
                    let field = if rule == Rule::ErrorReportsTo {
                        &mut draft.seldom().error_reports_to
                    } else {
                        &mut draft.seldom().generator_agent
                    };
                    slot::fill(field, resource);
                }
                self.start_extension(name, false)
            }
        }
    }
}

//! Scopes: feeds, entries, and what else has fields of its own.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::slot::Rank;
use super::{Builder, Context, Frame, Kind, Scope, Target};
use crate::bozo::Limit;
use crate::model::{Entry, Extension, Feed, LiveItem};
use crate::version::Version;
use crate::vocabulary::{
    self, AttributesField, DateField, Described, Feeds, Met, PersonField, PersonPart, Reading, Rule,
    ScopeKind, TextField, ValueField,
};
use crate::xml::{Name, Reader};

impl<'a> Builder<'a, '_> {
    pub(super) fn start_scope(&mut self, name: &Name<'a>, rule: Rule) -> Frame<'a> {
        match rule {
            Rule::Root if name.local.eq_ignore_ascii_case("rss") => {
                self.begin_feed();
                self.roots += 1;
                if !self.version.is_some_and(Version::is_rss) {
                    self.version = Some(rss_version(
                        self.attribute("version").unwrap_or("").trim(),
                        self.reader.doctype(),
                    ));
                }
                Frame::Nothing
            }
            Rule::Root => {
                self.roots += 1;
                // Other RDF is no feed until a channel or an item says so.
                if self.frames.is_empty() && !self.is_feed {
                    self.is_feed = version_of_namespaces(&self.reader).is_some_and(Version::is_rss);
                }
                self.take_language();
                Frame::Nothing
            }
            Rule::AtomFeed => {
                self.begin_feed();
                self.channel = Some(self.frames.len());
                self.roots += 1;
                // An empty feed may stand before the real one.
                if self.version.is_none_or(|version| version == Version::Atom) {
                    self.version =
                        Some(atom_version(self.attribute("version").unwrap_or("").trim(), &self.reader));
                }
                Frame::Nothing
            }
            Rule::Channel => {
                let has = |name| self.attribute(name).is_some();
                if !self.is_feed
                    && self.frames.is_empty()
                    && (name.local == "CHANNEL" || has("href") || has("lastmod"))
                {
                    self.version = Some(Version::Cdf);
                }
                self.begin_feed();
                self.channel = Some(self.frames.len());
                self.take_attributes();
                Frame::Nothing
            }
            Rule::Entry => self.start_entry(),
            Rule::Scope(kind) => self.start_inner(kind),
            _ => Frame::Nothing,
        }
    }

    fn begin_feed(&mut self) {
        self.is_feed = true;
        self.take_language();
        let context = self.context().clone();
        let offset = self.offset;
        if let Some(scope) = self.scopes.last_mut().filter(|scope| scope.kind == Kind::Feed) {
            scope.context = context;
            scope.offset = offset;
            self.feed_path = self.reader.path_to(offset);
        }
    }

    /// The root's `xml:lang` is the feed's language.
    fn take_language(&mut self) {
        let here = self.frames.len() + 1;
        if self.context().depth == here
            && let Some(language) = self.context().language().cloned()
        {
            let standing = self.standing_as(Rank::Hint);
            self.draft().seldom().language.offer(language, standing);
        }
    }

    pub(super) fn push_scope(&mut self, kind: Kind) -> Frame<'a> {
        let context = self.context().clone();
        let draft = self.spare.take().unwrap_or_default();
        self.scopes.push(Scope::new(kind, draft, self.rank, self.offset, context));
        Frame::Scope
    }

    fn start_entry(&mut self) -> Frame<'a> {
        self.is_feed = true;
        if self.entries.len() >= self.options.limits.entries {
            self.limit = Some(Limit::Entries);
            return Frame::Nothing;
        }
        let is_behind_root = self.roots == 1 && self.frames.is_empty();
        if (self.roots > 1 || is_behind_root) && self.known.is_none() {
            self.known = Some(self.entries.iter().map(identity).collect());
        }
        // An entry within another one comes behind it.
        let room = self.entries.len();
        if let Some(outer) = self.scopes.iter_mut().rev().find(|scope| scope.kind == Kind::Entry)
            && outer.place.is_none()
        {
            outer.place = Some(room);
            self.entries.push(Entry::default());
        }
        let frame = self.push_scope(Kind::Entry);
        self.take_attributes();
        frame
    }

    /// What the start tag of a channel or an item says of it. Few have attributes.
    fn take_attributes(&mut self) {
        if !self.reader.attributes().is_empty() {
            self.take_subject();
            self.take_cdf_attributes();
        }
    }

    /// RSS 1.0 names a channel and an item by its RDF subject.
    fn take_subject(&mut self) {
        let standing = self.standing_as(Rank::Hint);
        if let Some(about) = self.rdf_attribute("about").map(Arc::from) {
            self.draft().id.offer(about, standing);
        }
    }

    fn start_inner(&mut self, kind: ScopeKind) -> Frame<'a> {
        if !self.is_feed {
            return Frame::Nothing;
        }
        if kind == ScopeKind::LiveItem {
            return self.start_live_item();
        }
        let url = (kind == ScopeKind::Source)
            .then(|| self.attribute("url").and_then(|url| self.uri(url)))
            .flatten()
            .or_else(|| if kind == ScopeKind::Image { self.rdf_resource() } else { None })
            .map(Arc::from);
        let standing = self.standing_as(Rank::Hint);
        let is_outside =
            self.kind() == Kind::Feed && self.channel.is_none_or(|channel| self.frames.len() <= channel);
        self.push_scope(Kind::Inner(kind));
        self.draft().is_outside = is_outside;
        if let Some(url) = url {
            self.draft().seldom().href.offer(url, standing);
        }
        if kind == ScopeKind::Source { self.collect(Target::SourceTitle) } else { Frame::Scope }
    }

    /// `podcast:liveItem` has attributes of its own, and else what an entry has.
    fn start_live_item(&mut self) -> Frame<'a> {
        let [status, start, end] =
            ["status", "start", "end"].map(|name| self.attribute(name).map(str::to_owned));
        let (start, end) = (start.map(|start| self.date(start)), end.map(|end| self.date(end)));
        self.draft().seldom().live_items.push(LiveItem { status, start, end, ..LiveItem::default() });
        self.push_scope(Kind::Inner(ScopeKind::LiveItem))
    }

    /// The text of RSS's `source` is its title; Atom's has a title of its own.
    pub(super) fn end_source(&mut self, text: std::borrow::Cow<'a, str>) {
        let standing = self.standing_as(Rank::StandIn);
        if !text.is_empty() {
            let title = crate::model::Text {
                value: text.into_owned(),
                media_type: "text/plain".into(),
                in_force: self.context().in_force.clone(),
                ..crate::model::Text::default()
            };
            self.draft().title.offer_first(title, standing);
        }
        self.end_scope(false);
    }

    /// `implied`: no end tag says so.
    pub(super) fn end_scope(&mut self, implied: bool) {
        let Some(scope) = self.scopes.pop() else {
            return;
        };
        self.rank = scope.rank;
        let standing = self.standing();
        match scope.kind {
            Kind::Feed => {}
            Kind::Entry => {
                let (place, offset) = (scope.place, scope.offset);
                let mut entry = Entry::default();
                self.complete_entry(scope, &mut entry);
                // A start tag that stands twice, or the last thing before the document was cut.
                if implied && place.is_none() && entry == Entry::default() {
                    return;
                }
                let is_new = self.known.as_mut().is_none_or(|known| known.insert(identity(&entry)));
                if let Some(kept) = place.and_then(|place| self.entries.get_mut(place)) {
                    *kept = entry;
                } else if is_new {
                    self.make_room_for_entries(offset);
                    self.entries.push(entry);
                }
            }
            Kind::Inner(ScopeKind::Image) => {
                let outer = self.draft();
                outer.itunes_came_last.image = false;
                outer.image.offer(Box::new(scope.draft.into_image()), standing);
            }
            Kind::Inner(ScopeKind::TextInput) => {
                self.draft().seldom().text_input.offer(Box::new(scope.draft.into_text_input()), standing);
            }
            Kind::Inner(ScopeKind::Source) => {
                let feed = self.complete_feed(scope);
                self.draft().source.offer(Box::new(feed), standing);
            }
            Kind::Inner(ScopeKind::LiveItem) => {
                let mut item = Entry::default();
                self.complete_entry(scope, &mut item);
                if let Some(live_item) = self.draft().seldom().live_items.last_mut() {
                    live_item.item = item;
                }
            }
        }
    }

    /// Makes room for as many entries as will come if they take as much of the document as those before: doubling would
    /// leave room for many that never come. The last one began at `offset`.
    fn make_room_for_entries(&mut self, offset: usize) {
        /// What a document may promise without having kept it.
        const MOST_AT_FIRST: usize = 16;
        let count = self.entries.len();
        if count < self.entries.capacity() {
            return;
        }
        let begin = *self.first_entry.get_or_insert(offset);
        let (read, to_come) = self.reader.progress(begin);
        let expected = to_come.saturating_mul(count + 1) / read.max(1);
        let margin = count / 64 + 1;
        self.entries.reserve_exact((expected + margin).clamp(count / 8 + 1, count.max(MOST_AT_FIRST)));
    }

    pub(super) fn complete_feed(&mut self, scope: Scope) -> Feed {
        let Scope { kind, mut draft, offset, context, .. } = scope;
        let (met, gathered) = (std::mem::take(&mut draft.met), std::mem::take(&mut draft.gathered));
        let mut feed = draft.into_feed();
        self.read_vocabularies(met, &gathered, Described::Feed(&mut feed), (kind, offset), context);
        feed
    }

    /// Entries are large: a new one is completed where it is.
    fn complete_entry(&mut self, scope: Scope, entry: &mut Entry) {
        let Scope { kind, mut draft, offset, context, .. } = scope;
        let (met, gathered) = (std::mem::take(&mut draft.met), std::mem::take(&mut draft.gathered));
        draft.move_to(entry);
        self.spare = Some(draft);
        self.read_vocabularies(met, &gathered, Described::Entry(entry), (kind, offset), context);
    }

    /// What means something only together is read now. `scope`: what it is and where it begins.
    fn read_vocabularies(
        &mut self,
        met: Met,
        gathered: &[Extension],
        described: Described<'_>,
        scope: (Kind, usize),
        context: Context,
    ) {
        let reading = Reading {
            in_force: context.in_force,
            resolve_urls: self.options.resolve_urls,
            date_handlers: &self.options.date_handlers,
            cleaner: self.options.cleaner(),
            warnings: RefCell::default(),
        };
        vocabulary::read(met, gathered, described, &reading);
        for (place, kind, value) in reading.warnings.into_inner() {
            self.warn_within(scope, place, kind, &value);
        }
    }

    /// CDF gives the date and the page in attributes.
    fn take_cdf_attributes(&mut self) {
        if let Some(modified) = self.attribute("lastmod").map(str::to_owned) {
            let date = self.date(modified);
            let standing = self.standing_as(Rank::Hint);
            self.draft().updated.offer(date, standing);
        }
        if self.attribute("href").is_some() {
            self.start_link();
        }
    }
}

/// Whether a scope has a field for what an element says; `in_person`: within the element of a person.
pub(super) fn has_field(kind: Kind, in_person: bool, rule: Rule) -> bool {
    if let Rule::PersonPart(part) = rule {
        return in_person
            || kind == Kind::Inner(ScopeKind::Image) && part == PersonPart::Uri
            || kind == Kind::Inner(ScopeKind::TextInput) && part == PersonPart::Name;
    }
    match kind {
        Kind::Feed | Kind::Inner(ScopeKind::Source) => !matches!(
            rule,
            Rule::Value(ValueField::Comments | ValueField::Width | ValueField::Height)
                | Rule::Date(DateField::Expired)
                | Rule::Scope(ScopeKind::Source)
        ),
        Kind::Entry | Kind::Inner(ScopeKind::LiveItem) => !matches!(
            rule,
            Rule::Value(
                ValueField::Ttl
                    | ValueField::Docs
                    | ValueField::Generator
                    | ValueField::Icon
                    | ValueField::Logo
                    | ValueField::NewLocation
                    | ValueField::Width
                    | ValueField::Height
            ) | Rule::Text(TextField::Info)
                | Rule::Person(PersonField::WebMaster)
                | Rule::Attributes(AttributesField::Cloud)
                | Rule::Scope(ScopeKind::TextInput | ScopeKind::LiveItem)
        ),
        Kind::Inner(ScopeKind::Image | ScopeKind::TextInput) => {
            matches!(
                rule,
                Rule::Link
                    | Rule::Text(
                        TextField::Title | TextField::Description | TextField::Summary | TextField::Subtitle
                    )
            ) || kind == Kind::Inner(ScopeKind::Image)
                && matches!(rule, Rule::Value(ValueField::Width | ValueField::Height))
        }
    }
}

/// What makes two entries the same, where a document stands twice.
fn identity(entry: &Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    let title = entry.title.as_ref().map(|title| &title.value);
    let summary = entry.summary.as_ref().or(entry.content.first()).map(|text| &text.value);
    (&entry.id, &entry.link, title, summary).hash(&mut hasher);
    hasher.finish()
}

/// `rss version="…"`; Netscape's 0.91 has a document type declaration of its own.
fn rss_version(version: &str, doctype: Option<&str>) -> Version {
    match version {
        "0.91" if doctype.is_some_and(|doctype| doctype.to_ascii_lowercase().contains("netscape")) => {
            Version::Rss091Netscape
        }
        "0.91" => Version::Rss091Userland,
        "0.92" => Version::Rss092,
        "0.93" => Version::Rss093,
        "0.94" => Version::Rss094,
        _ if version.starts_with("2.") => Version::Rss20,
        _ => Version::Rss,
    }
}

/// `feed version="…"`, or the namespace of RFC 4287.
fn atom_version(version: &str, reader: &Reader<'_, Feeds>) -> Version {
    if reader
        .namespaces
        .declared()
        .any(|declared| declared.uri.eq_ignore_ascii_case("http://www.w3.org/2005/Atom"))
    {
        return Version::Atom10;
    }
    match version {
        "0.1" => Version::Atom01,
        "0.2" => Version::Atom02,
        "0.3" => Version::Atom03,
        _ => Version::Atom,
    }
}

/// RDF formats are told by the namespace that they use; one that declares Atom's as well borrows from it.
pub(super) fn version_of_namespaces(reader: &Reader<'_, Feeds>) -> Option<Version> {
    let of = |prefix: &str, uri: &str| match (prefix, uri.to_ascii_lowercase().as_str()) {
        ("", "http://my.netscape.com/rdf/simple/0.9/" | "http://channel.netscape.com/rdf/simple/0.9/") => {
            Some(Version::Rss090)
        }
        (_, "http://purl.org/rss/1.0/") => Some(Version::Rss10),
        (_, "http://www.w3.org/2005/atom") => Some(Version::Atom10),
        _ => None,
    };
    let mut versions = reader.namespaces.declared().filter_map(|declared| of(declared.prefix, &declared.uri));
    let first = versions.next()?;
    if first.is_rss() { Some(first) } else { versions.find(|version| version.is_rss()).or(Some(first)) }
}

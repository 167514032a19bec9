//! Scopes: feeds, entries, and other elements that have fields.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::collector::WaitingMarkup;
use super::document::rss_format;
use super::person::OpenPerson;
use super::{Current, Destination, ElementContent, Frame, Interpreter, attribute};
use crate::budget::{Budget, Mark, PaidList};
use crate::diagnostics::{Limit, Unplaced, WarningKind};
use crate::format::Format;
use crate::model::podcast::LiveItem;
use crate::model::{Str, Text, XmlScope};
use crate::sink::{
    Ending, Member, Origin, Priority, Rank, Single, SingleField, Sink, StatedId, Subject, ValueWarning,
};
use crate::vocabulary::{FieldScope, KnownElement, ReadAs, ScopeKind, ValueReader, is_prose};
use crate::xml::{Name, Namespace};

/// An open scope.
#[derive(Debug)]
pub(super) struct Scope<'a> {
    pub(super) subject: Subject,
    /// The element of the scope.
    element: Current<'a>,
    /// The language and the base URI that apply to it.
    in_force: Option<Arc<XmlScope>>,
    /// The persons whose elements are open.
    pub(super) people: SmallVec<[OpenPerson; 1]>,
    /// The page of an RSS feed or entry, which is the base for its markup.
    pub(super) page: Option<Str>,
    /// Markup that is cleaned once the page is known.
    pub(super) waiting: PaidList<WaitingMarkup<'a>>,
    /// The fields that had a candidate, one bit each.
    fields: u64,
    /// The state of the budget when the scope began.
    mark: Mark,
}

impl Scope<'_> {
    /// Records that a field has a candidate. Returns whether it already had one.
    pub(super) fn has_candidate(&mut self, field: SingleField) -> bool {
        const { assert!(SingleField::COUNT <= u64::BITS as usize) }
        let before = self.fields;
        self.fields |= 1 << field as u32;
        self.fields == before
    }

    /// Returns the scope of the feed, which is open from the start.
    pub(super) fn feed(in_force: Option<Arc<XmlScope>>, mark: Mark) -> Self {
        Self::outer(Subject::Feed, in_force, mark)
    }

    /// Returns a scope that is open before its element begins.
    pub(super) fn outer(subject: Subject, in_force: Option<Arc<XmlScope>>, mark: Mark) -> Self {
        let element = Current::default();
        Self {
            subject,
            element,
            in_force,
            people: SmallVec::new(),
            page: None,
            waiting: PaidList::default(),
            fields: 0,
            mark,
        }
    }
}

impl<'a, 'o> Interpreter<'a, 'o, '_> {
    pub(super) fn start_scope(&mut self, name: &Name<'a>, read_as: ReadAs) -> ElementContent {
        match read_as {
            ReadAs::Root => self.start_root(name),
            ReadAs::AtomFeed => {
                // The order matters: the distance of a value from the element that describes the feed is part of its origin, so
                // that element begins before the language and the attributes are stated.
                self.begin_feed();
                self.begin_described_feed();
                self.take_language();
                self.document.roots += 1;
                // An empty feed may come before the real one.
                if self.document.format.is_none_or(|format| format == Format::Atom) {
                    let version = attribute(self.reader.attributes(), "version").unwrap_or("").trim();
                    self.document.format = Some(self.document.atom_format(version, &self.reader));
                }
                ElementContent::Ignored
            }
            ReadAs::Channel => {
                // A channel without `rss` around it is CDF only if it is written like CDF: with a capital letter, or with an
                // attribute that a channel of RSS does not have. Otherwise, it is RSS with a missing root. RSS 1.1 has a
                // capital letter and a namespace. This is decided before `begin_feed`, after which every document is a feed.
                let is_capital = name.local == "CHANNEL"
                    || name.local.starts_with('C') && name.namespace == Namespace::NONE;
                let is_of_cdf = || {
                    let attributes = ["href", "base", "lastmod", "self"];
                    attributes.into_iter().any(|name| self.attribute(name).is_some())
                };
                if !self.document.is_feed && self.frames.is_empty() && (is_capital || is_of_cdf()) {
                    self.document.format = Some(Format::Cdf);
                }
                self.begin_feed();
                self.begin_described_feed();
                self.take_language();
                self.take_attributes();
                ElementContent::Ignored
            }
            ReadAs::Entry => {
                // Decided before the entry begins, since that makes the document a feed, and the format decides the ranks of
                // its elements.
                if !self.document.is_feed && name.local.eq_ignore_ascii_case("entry") {
                    self.start_entry_document();
                }
                self.start_entry()
            }
            ReadAs::Scope(kind) => self.start_inner(name, kind),
            _ => ElementContent::Ignored,
        }
    }

    fn start_root(&mut self, name: &Name<'a>) -> ElementContent {
        self.document.roots += 1;
        if name.local.eq_ignore_ascii_case("rss") {
            self.begin_feed();
            self.take_language();
            if !self.document.format.is_some_and(Format::is_rss) {
                let version = self.attribute("version").unwrap_or("").trim();
                self.document.format = Some(rss_format(version, self.reader.doctype()));
            }
            return ElementContent::Ignored;
        }
        // Other RDF is not a feed until a channel or an item occurs.
        if self.frames.is_empty() && !self.document.is_feed {
            self.document.is_feed =
                self.document.format_of_namespaces(&self.reader).is_some_and(Format::is_rss);
        }
        self.document.is_rdf = true;
        self.take_language();
        ElementContent::Ignored
    }

    /// Sets the format of an Atom Entry Document (RFC 4287 §2), so that the same entry is read alike there and in a feed.
    fn start_entry_document(&mut self) {
        let format = self.document.atom_format("", &self.reader);
        self.document.format.get_or_insert(format);
    }

    fn begin_feed(&mut self) {
        self.document.is_feed = true;
        let in_force = self.contexts.current().scope.clone();
        let element = self.current;
        if let Some(scope) = self.scopes.last_mut().filter(|scope| scope.subject == Subject::Feed) {
            scope.in_force = in_force;
            scope.element = element;
            self.document.feed_path = self.reader.path_to(element.offset);
        }
    }

    /// Begins the element whose children describe the feed. A second one in the document describes another feed, if the first
    /// one had any content: an empty one may come before the real one, or a start tag may be written twice.
    fn begin_described_feed(&mut self) {
        let depth = self.frames.len() + 1;
        if self.document.described.is_none() {
            self.document.described = Some(depth);
        }
        self.document.is_other = self.document.is_described_before;
    }

    /// Returns the distance of the current element from that of its subject, and whether it describes a feed other than the
    /// first one of the document.
    ///
    /// An element outside of the channel is farther away than any element inside, regardless of its position.
    pub(super) fn distance(&self) -> (usize, bool) {
        // Far beyond the default limit on depth, and well within the bits that a priority reserves for nearness.
        const OUTSIDE: usize = 1 << 20;
        let depth = self.frames.len();
        if self.scopes.len() > 1 {
            return (depth, false);
        }
        match self.document.described {
            Some(_) => (depth, self.document.is_other),
            None => (depth + OUTSIDE, false),
        }
    }

    /// Returns the origin of a scope that has ended. In RDF, the image and the text input of a feed are outside of its channel
    /// (RSS 1.0 §5.1).
    fn origin_of_scope(&self) -> Origin<'a> {
        let origin = self.origin();
        if self.document.is_rdf && self.document.described.is_none() {
            let priority = Priority::new(origin.rank, self.frames.len()).in_place(self.current.place);
            Origin { priority, ..origin }
        } else {
            origin
        }
    }

    /// Offers `xml:lang` of the root as the language of the feed.
    fn take_language(&mut self) {
        let context = self.contexts.current();
        if context.is_set_at(self.frames.len() + 1)
            && let Some(language) = context.language().cloned()
        {
            let origin = self.origin_as(Rank::Hint);
            self.offer_from(Single::Language(language), &origin);
        }
    }

    /// Opens a scope. Returns `None` if the budget does not allow it.
    fn push_scope(&mut self, subject: Subject) -> Option<ElementContent> {
        // Taken before the scope itself is charged, so that `settle` also returns its price if the scope is not kept.
        let mark = self.budget.mark();
        let paid = self.budget.keep_scope(subject, subject == Subject::Entry)?;
        // If a document contains its feed twice, the second copy may lack its root.
        let is_after_root = self.document.roots == 1 && self.frames.is_empty();
        let may_repeat = self.document.roots > 1 || is_after_root;
        self.sink.begin(paid, may_repeat);
        self.scopes.push(Scope {
            subject,
            element: self.current,
            in_force: self.contexts.current().scope.clone(),
            people: SmallVec::new(),
            page: None,
            waiting: PaidList::default(),
            fields: 0,
            mark,
        });
        Some(ElementContent::Scope)
    }

    fn start_entry(&mut self) -> ElementContent {
        self.document.is_feed = true;
        if self.outer_scopes > 0 {
            // The element is the root of a fragment, whose scope is open.
            return ElementContent::Scope;
        }
        // FeedBurner writes empty items: `<item shouldShow="false"/>`. Items of CDF and RSS 1.0 may consist of attributes only.
        if self.current.is_empty
            && self.attribute("href").is_none()
            && self.rdf_attribute("about").is_none()
            && matches!(self.frames.last(), Some(Frame::EndScope))
            && self.scopes.last().is_some_and(|scope| scope.subject == Subject::Entry)
        {
            self.warn(WarningKind::EmptyEntry, "");
            return ElementContent::Ignored;
        }
        // Checked after the condition above: an element that is not an entry does not count towards the limit.
        if self.document.entries >= self.options.limits.entries {
            self.document.limit = Some(Limit::Entries);
            return ElementContent::Ignored;
        }
        let Some(frame) = self.push_scope(Subject::Entry) else {
            self.document.limit = self.budget.stop();
            return ElementContent::Ignored;
        };
        self.document.entries += 1;
        self.document.first_entry.get_or_insert(self.current.offset);
        self.take_language();
        self.take_attributes();
        frame
    }

    /// Reads the attributes of a channel or an item. Few have any.
    fn take_attributes(&mut self) {
        if self.reader.attributes().is_empty() {
            return;
        }
        // RSS 1.0 identifies a channel or an item by its RDF subject.
        if let Some(about) = self.rdf_attribute("about").map(Str::shared) {
            let origin = self.origin_as(Rank::Hint);
            self.offer_from(Single::Id(StatedId { id: about, permalink: None }), &origin);
        }
        // CDF puts the date and the page in attributes.
        if let Some(modified) = self.attribute("lastmod").map(str::to_owned) {
            let date = self.date(modified);
            let origin = self.origin_as(Rank::Hint);
            self.offer_from(Single::Updated(date), &origin);
        }
        if self.attribute("href").is_some() {
            self.take_href();
        }
    }

    fn start_inner(&mut self, name: &Name<'a>, kind: ScopeKind) -> ElementContent {
        if !self.document.is_feed {
            return ElementContent::Ignored;
        }
        if kind == ScopeKind::LiveItem {
            return self.start_live_item();
        }
        let url = match kind {
            ScopeKind::Source => self.attribute("url").and_then(|url| self.uri(url)),
            // RSS 1.0 §5.3.4: the image of a channel only refers to the element that describes it.
            ScopeKind::Image => self.rdf_resource().or_else(|| {
                let url = ["href", "url", "src"].iter().find_map(|name| self.attribute(name))?;
                self.uri(url)
            }),
            ScopeKind::TextInput | ScopeKind::LiveItem => None,
        };
        let url = url.map(Str::shared);
        // The elements in the scope take precedence over its attributes.
        let origin = self.origin_as(Rank::StandIn);
        if self.push_scope(Subject::Inner(kind)).is_none() {
            self.leave_out();
            return ElementContent::Ignored;
        }
        // Called after the scope was opened, whose number identifies the tree. The trees of the scopes around it already
        // contain this element.
        self.start_scope_tree(name);
        if let Some(url) = url {
            self.offer_from(Single::Href(url), &origin);
        }
        ElementContent::Collected(Destination::ScopeText(kind))
    }

    /// Starts a `podcast:liveItem`, which has attributes of its kind and the content of an entry.
    fn start_live_item(&mut self) -> ElementContent {
        let status = self.attribute("status").map(Str::from);
        let [start, end] = ["start", "end"].map(|name| {
            let date = self.attribute(name).map(str::to_owned);
            date.map(|date| self.date(date)).unwrap_or_default()
        });
        let Some(frame) = self.push_scope(Subject::Inner(ScopeKind::LiveItem)) else {
            self.leave_out();
            return ElementContent::Ignored;
        };
        self.add(Member::LiveItem(Box::new(made!(LiveItem { status, start, end }))));
        frame
    }

    /// Ends a scope that may have text: the title of a `source` in RSS, the URL of an image.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn end_scope_text(&mut self, kind: ScopeKind, text: Cow<'a, str>) {
        if text.is_empty() {
        } else if kind == ScopeKind::Image && !is_prose(&text) {
            if let Some(url) = self.shared_uri(&text) {
                let origin = self.origin_as(Rank::StandIn);
                self.offer_from(Single::Href(url), &origin);
            }
        } else if kind != ScopeKind::Source {
            self.keep_text(&text);
        } else {
            let title = made!(Text {
                value: text.into(),
                media_type: Str::from_static("text/plain"),
                scope: self.contexts.current().scope.as_ref().and_then(|scope| self.budget.inherit(scope))
            });
            let origin = self.origin_as(Rank::StandIn);
            self.offer_from(Single::Title(title), &origin);
        }
        self.end_scope(false);
    }

    /// Ends the innermost scope. `implied` means that its end tag is missing.
    pub(super) fn end_scope(&mut self, implied: bool) {
        if self.is_in_outer_scope() {
            return;
        }
        // No page was stated in this scope, so the markup is resolved against the page of the feed.
        self.offer_waiting();
        // Called before the scope is removed, whose number identifies its tree.
        let tree = self.take_scope_tree();
        let Some(Scope { subject, element, in_force, mark, .. }) = self.scopes.pop() else {
            return;
        };
        // Set after the scope was removed: its origin is its element's place in the scope around it.
        self.current = element;
        let begin = self.document.first_entry.unwrap_or_default();
        // An empty-element tag is complete: no end tag is missing.
        let is_implied = implied && !element.is_empty;
        let ending = Ending {
            origin: self.origin_of_scope(),
            tree,
            is_implied,
            progress: self.reader.progress(begin),
        };
        let values = self.value_reader(in_force, self.budget);
        let kept = self.sink.end(subject, ending, &values);
        let is_entry = subject == Subject::Entry;
        self.entry_has_ended |= is_entry;
        self.budget.settle(mark, kept, is_entry);
        for warning in values.warnings.into_inner() {
            self.warn_within(subject, element.offset, warning);
        }
    }

    /// Returns a reader for the values of a scope with this language and base.
    fn value_reader(&self, in_force: Option<Arc<XmlScope>>, budget: &'o Budget) -> ValueReader<'o> {
        let is_explicit = self.contexts.is_explicit(base_of(in_force.as_ref()));
        let page = if is_explicit { None } else { self.feed_page().cloned() };
        ValueReader::new(self.sink, self.options, budget, in_force).with_page(page)
    }

    /// Queries the sink about the feed, with the value reader of its scope.
    pub(crate) fn ask<T>(&mut self, question: impl FnOnce(&mut dyn Sink, &ValueReader<'_>) -> T) -> T {
        // Its values are charged once it is complete.
        let budget = self.budget.clone();
        let in_force = self.scopes.first().and_then(|scope| scope.in_force.clone());
        let values = self.value_reader(in_force, &budget);
        question(self.sink, &values)
    }

    /// Warns about a value of an element of a closed scope, or about a link of the scope.
    #[cold]
    fn warn_within(&mut self, subject: Subject, start: usize, warning: ValueWarning) {
        let ValueWarning { offset, element, kind, value } = warning;
        let path = || {
            // The elements around the feed have also ended.
            let scope = match subject {
                Subject::Feed => self.document.feed_path.clone(),
                Subject::Entry | Subject::Inner(_) => self.reader.path_to(start),
            };
            match offset {
                // The other document has no tag at this offset.
                Some(_) if self.reader.is_of_nodes() => format!("{scope}/{element}"),
                Some(offset) => format!("{scope}/{}", self.reader.name_at(offset)),
                None => scope,
            }
        };
        let offset = offset.unwrap_or_else(|| self.reader.original(start));
        self.warnings.add(offset, || Unplaced::new(kind, &value, path()));
    }

    /// Returns whether the innermost scope has a field for an element.
    pub(super) fn has_field(&self, known: KnownElement) -> bool {
        let in_person = self.scopes.last().is_some_and(|scope| !scope.people.is_empty());
        has_field(self.subject(), in_person, known)
    }
}

fn base_of(scope: Option<&Arc<XmlScope>>) -> Option<&Str> {
    scope.and_then(|scope| scope.base.as_ref())
}

/// Returns whether a subject has a field for an element. `in_person` means that the element is inside a person's element.
fn has_field(subject: Subject, in_person: bool, KnownElement { read_as, fields, .. }: KnownElement) -> bool {
    // Live items belong to the feed itself. Inside the source of another one, they could be nested without a bound.
    if read_as == ReadAs::Scope(ScopeKind::LiveItem) && subject != Subject::Feed {
        return false;
    }
    let scope = match subject {
        Subject::Feed | Subject::Inner(ScopeKind::Source) => FieldScope::Feed,
        Subject::Entry | Subject::Inner(ScopeKind::LiveItem) => FieldScope::Entry,
        Subject::Inner(ScopeKind::Image) => FieldScope::Image,
        Subject::Inner(ScopeKind::TextInput) => FieldScope::TextInput,
    };
    in_person && matches!(read_as, ReadAs::PersonPart(_)) || fields.contain(scope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Feeds;
    use crate::xml::{Name, Namespace, Schema as _};

    #[test]
    fn a_field_is_repeated_from_its_second_candidate_on() {
        use SingleField::{Docs, Icon, Title};
        let budget = Budget::default();
        let mut scope = Scope::feed(None, budget.mark());
        for (at, (field, expected)) in
            [(Title, false), (Title, true), (Docs, false), (Icon, false), (Docs, true), (Title, true)]
                .into_iter()
                .enumerate()
        {
            assert_eq!(scope.has_candidate(field), expected, "{at}");
        }
    }

    #[test]
    fn a_scope_has_its_own_fields_only() {
        use ScopeKind::{Image, LiveItem, Source, TextInput};
        for (subject, in_person, name, expected) in [
            (Subject::Inner(Image), false, "width", true),
            (Subject::Entry, false, "width", false),
            (Subject::Inner(Image), false, "url", true),
            (Subject::Entry, false, "url", false),
            (Subject::Entry, true, "url", true),
            (Subject::Inner(TextInput), false, "name", true),
            (Subject::Inner(Image), false, "enclosure", false),
            (Subject::Inner(Source), false, "ttl", true),
            // Live items could be nested without a bound.
            (Subject::Feed, false, "podcast:liveItem", true),
            (Subject::Entry, false, "podcast:liveItem", false),
            (Subject::Inner(LiveItem), false, "podcast:liveItem", false),
            (Subject::Inner(Source), false, "podcast:liveItem", false),
            (Subject::Feed, false, "source", false),
            (Subject::Entry, false, "source", true),
        ] {
            let Name { prefix, local, .. } = Name::split(name);
            let namespace = Feeds::well_known_prefix(prefix).unwrap_or(Namespace::NONE);
            let known = Feeds::element(namespace, local).expect("a known element");
            assert_eq!(has_field(subject, in_person, known), expected, "{subject:?} {name}");
        }
    }
}

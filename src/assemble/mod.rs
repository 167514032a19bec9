//! Builds the model from statements: for each field the best candidate.

mod best_of;
mod draft;
mod other;
mod said;
mod summary;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

#[cfg(feature = "feedparser")]
pub(crate) use self::best_of::BestOf;
use self::draft::{Draft, push_exact};
use self::other::ValueSource;
use self::said::{ImageUrl, Said};
use crate::model::{Entry, Extension, Feed, Image, LiveItem, Person, Tag, Text};
use crate::statement::{
    Beginning, Complete, Ending, ItunesStatement, Origin, PersonDetails, Rank, Sink, Statement, Subject,
    UriField, fill,
};
use crate::vocabulary::{DateField, PersonField, ScopeKind, TextField, Tree, ValueReader};

/// A sink that builds the model.
#[derive(Debug)]
pub(crate) struct Assembler {
    pub(crate) feed: Feed,
    pub(crate) entries: Vec<Entry>,
    /// The scope of the feed, and the scopes within it, innermost last.
    scopes: Vec<OpenDraft>,
    /// An empty draft for the next scope.
    spare: Option<Box<Draft>>,
    /// The last entry with each hash, once a document may repeat them.
    known: Option<HashMap<u64, usize>>,
}

/// An open scope.
#[derive(Debug, Default)]
struct OpenDraft {
    draft: Box<Draft>,
    /// The position that is kept for an entry with entries in it.
    place: Option<usize>,
    is_entry: bool,
}

/// The fate of a scope that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// The scope of the feed, a live item, or the best candidate of its kind.
    Yes,
    /// The entry is at this position.
    At(usize),
    /// Another candidate is better, or the entry is empty or repeated.
    No,
}

impl Default for Assembler {
    fn default() -> Self {
        Self {
            feed: Feed::default(),
            entries: Vec::new(),
            scopes: vec![OpenDraft::default()],
            spare: None,
            known: None,
        }
    }
}

impl Sink for Assembler {
    fn begin(&mut self, subject: Subject, beginning: Beginning) {
        self.begin_scope(subject, beginning);
    }

    fn state(&mut self, statement: Statement, origin: &Origin<'_>) {
        let is_entry = self.scopes.last().is_some_and(|scope| scope.is_entry);
        if let Some(scope) = self.scopes.last_mut() {
            scope.draft.take_statement(statement, origin, is_entry);
        }
    }

    fn end(&mut self, subject: Subject, ending: &Ending<'_>, values: &ValueReader<'_>) {
        self.end_scope(subject, ending, values);
    }
}

impl Assembler {
    /// Returns the elements that the innermost scope has so far.
    #[cfg(feature = "feedparser")]
    pub(crate) fn trees(&self) -> &[Tree] {
        self.scopes.last().map_or(&[], |scope| &scope.draft.trees)
    }

    /// Receives a statement about the scope around the innermost one.
    #[cfg(feature = "feedparser")]
    pub(crate) fn state_outside(&mut self, statement: Statement, origin: &Origin<'_>) {
        if let Some(scope) = self.scopes.iter_mut().rev().nth(1) {
            scope.draft.take_statement(statement, origin, scope.is_entry);
        }
    }

    /// Opens a scope.
    pub(crate) fn begin_scope(&mut self, subject: Subject, beginning: Beginning) {
        if subject == Subject::Entry {
            if beginning.may_repeat && self.known.is_none() {
                let places = self.entries.iter().enumerate();
                self.known = Some(places.map(|(place, entry)| (content_hash(entry), place)).collect());
            }
            // An entry within another one comes after it.
            let place = self.entries.len();
            if let Some(outer) = self.scopes.iter_mut().rev().find(|scope| scope.is_entry)
                && outer.place.is_none()
            {
                outer.place = Some(place);
                self.entries.push(Entry::default());
            }
        }
        let draft = self.spare.take().unwrap_or_default();
        self.scopes.push(OpenDraft { draft, place: None, is_entry: subject.is_entry() });
    }

    /// Closes the innermost scope. Returns whether its content was kept.
    pub(crate) fn end_scope(
        &mut self,
        subject: Subject,
        ending: &Ending<'_>,
        values: &ValueReader<'_>,
    ) -> Kept {
        let Some(OpenDraft { mut draft, place, .. }) = self.scopes.pop() else {
            return Kept::No;
        };
        let priority = ending.origin.priority;
        let outer = self.scopes.last_mut().map(|scope| &mut scope.draft);
        let is_kept = match subject {
            Subject::Feed => {
                self.feed = draft.into_feed(values);
                true
            }
            Subject::Entry => {
                // It is filled in its place, since it is large.
                let at = place.unwrap_or_else(|| {
                    self.make_room(ending.progress);
                    self.entries.push(Entry::default());
                    self.entries.len() - 1
                });
                if let Some(entry) = self.entries.get_mut(at) {
                    draft.move_to(entry, values);
                }
                self.spare = Some(draft);
                return self.keep_entry(at, place.is_some(), ending);
            }
            Subject::Inner(ScopeKind::Image) => {
                let mut image = Box::new(draft.into_image());
                outer.is_some_and(|outer| {
                    if let Some(both) = outer.image.get().and_then(|known| described_image(known, &image)) {
                        *image = both;
                        return outer.image.offer(image, priority);
                    }
                    let is_kept = outer.image.takes(&image, priority);
                    let other = outer.image.choose(image, &ending.origin, false);
                    outer.keep(other);
                    is_kept
                })
            }
            Subject::Inner(ScopeKind::TextInput) => {
                let input = Box::new(draft.into_text_input());
                outer.is_some_and(|outer| {
                    let is_kept = outer.rare().text_input.takes(&input, priority);
                    let other = outer.rare().text_input.choose(input, &ending.origin, false);
                    outer.keep(other);
                    is_kept
                })
            }
            Subject::Inner(ScopeKind::Source) => {
                let source = Box::new(draft.into_feed(values));
                outer.is_some_and(|outer| {
                    let is_kept = outer.rare().source.takes(&source, priority);
                    let other = outer.rare().source.choose(source, &ending.origin, false);
                    outer.keep(other);
                    is_kept
                })
            }
            Subject::Inner(ScopeKind::LiveItem) => {
                let mut live_items = std::mem::take(&mut draft.rare().live_items);
                let mut live_item = live_items.pop().unwrap_or_default();
                draft.move_to(&mut live_item.item, values);
                self.spare = Some(draft);
                if let Some(outer) = outer {
                    outer.rare().live_items.push(live_item);
                }
                true
            }
        };
        if is_kept { Kept::Yes } else { Kept::No }
    }

    /// Decides whether the entry at `at`, which was filled, is kept. An entry that contains other entries always is.
    fn keep_entry(&mut self, at: usize, has_entries: bool, ending: &Ending<'_>) -> Kept {
        let Some(entry) = self.entries.get(at) else { return Kept::No };
        // A start tag that was written twice, or the last one before the document was cut.
        let is_nothing = ending.is_implied && !has_entries && *entry == Entry::default();
        let before = self.known.as_ref().and_then(|known| known.get(&content_hash(entry)));
        let is_new = before.and_then(|before| self.entries.get(*before)) != Some(entry);
        if let Some(known) = self.known.as_mut().filter(|_| is_new) {
            known.insert(content_hash(entry), at);
        }
        if is_nothing || !is_new && !has_entries {
            self.entries.truncate(at);
            return Kept::No;
        }
        Kept::At(at)
    }

    /// Makes room for as many entries as will come if they are as long as those before. Doubling would leave room for
    /// many that never come.
    fn make_room(&mut self, (read, to_come): (usize, usize)) {
        /// The most that a document may promise without having kept it.
        const MOST_AT_FIRST: usize = 16;
        let count = self.entries.len();
        if count < self.entries.capacity() {
            return;
        }
        let expected = to_come.saturating_mul(count + 1) / read.max(1);
        let margin = count / 64 + 1;
        self.entries.reserve_exact((expected + margin).clamp(count / 8 + 1, count.max(MOST_AT_FIRST)));
    }
}

impl Draft {
    /// Offers the value of a statement to its field. `is_entry`: the scope has the fields of an entry.
    fn take_statement(&mut self, statement: Statement, origin: &Origin<'_>, is_entry: bool) {
        let priority = origin.priority;
        match statement {
            Statement::Text(field, text) => self.take_text(field, text, origin, is_entry),
            Statement::Date(field, date) => {
                let other = match field {
                    DateField::Published => self.published.choose(date, origin, false),
                    DateField::Updated => self.updated.choose(date, origin, false),
                    DateField::Created => self.rare().created.choose(date, origin, false),
                    DateField::Expired => self.rare().expired.choose(date, origin, false),
                };
                self.keep(other);
            }
            Statement::Id { id, permalink, .. } => {
                let is_same = |known: Option<&Arc<str>>| known.is_some_and(|known| Arc::ptr_eq(known, &id));
                let other = self.id.choose(Arc::clone(&id), origin, false);
                if is_same(self.id.get()) {
                    self.permalink = permalink;
                }
                self.keep(other);
            }
            Statement::About(about) => {
                self.id.offer(about, priority);
            }
            Statement::Page(page) => {
                self.link.offer(page, priority);
            }
            Statement::Link(link) => push_exact(&mut self.links, link),
            Statement::Person(field, details) => self.take_person(field, details, origin),
            Statement::Tag(tag) => {
                if !is_among(&self.tags, &tag) {
                    push_exact(&mut self.tags, tag);
                }
            }
            Statement::Language(language) => {
                let other = self.rare().language.choose(language, origin, false);
                self.keep(other);
            }
            Statement::Uri(field, uri) => self.take_uri(field, uri, origin),
            Statement::Href(href) => {
                let other = self.rare().href.choose(href, origin, false);
                self.keep(other);
            }
            Statement::Ttl(ttl) => {
                let other = self.rare().ttl.choose(ttl, origin, false);
                self.keep(other);
            }
            Statement::Width(width) => {
                let other = self.rare().width.choose(width, origin, false);
                self.keep(other);
            }
            Statement::Height(height) => {
                let other = self.rare().height.choose(height, origin, false);
                self.keep(other);
            }
            Statement::Name(name) => {
                let other = self.rare().name.choose(name, origin, false);
                self.keep(other);
            }
            Statement::Generator(generator) => {
                let other = self.rare().generator.choose(generator, origin, false);
                self.keep(other);
            }
            Statement::Cloud(cloud) => {
                let other = self.rare().cloud.choose(cloud, origin, false);
                self.keep(other);
            }
            Statement::Validity(validity) => {
                let other = self.rare().validity.choose(validity, origin, false);
                self.keep(other);
            }
            Statement::Image(image) => {
                let other = self.image.choose(image, origin, false);
                self.keep(other);
            }
            Statement::BannerImage(image) => self.rare().banner_image = Some(image),
            Statement::Expired(expired) => self.rare().is_expired = Some(expired),
            Statement::Itunes(statement) => self.take_itunes(statement, origin),
            Statement::LiveItem { status, start, end } => {
                self.rare().live_items.push(LiveItem { status, start, end, ..LiveItem::default() });
            }
            Statement::Place(place) => self.rare().geometries.push(*place),
            Statement::Element(tree) => self.trees.push(tree),
        }
    }

    fn take_text(&mut self, field: TextField, text: Text, origin: &Origin<'_>, is_entry: bool) {
        let of_itunes = origin.rank == Rank::StandIn;
        match field {
            TextField::Title => {
                let other = self.title.choose(text, origin, true);
                self.keep(other);
            }
            TextField::Summary => self.take_summary(text, origin),
            TextField::Description if is_entry => self.take_summary(text, origin),
            TextField::Subtitle | TextField::Description => {
                if of_itunes && field == TextField::Subtitle {
                    let loser = settle(&mut self.itunes().subtitle, text.clone());
                    self.keep_own(loser, origin);
                }
                let other = self.rare().subtitle.choose(text, origin, false);
                self.keep(other);
            }
            TextField::Content | TextField::Encoded | TextField::Body => push_exact(&mut self.content, text),
            TextField::Info => {
                let other = self.rare().info.choose(text, origin, false);
                self.keep(other);
            }
            TextField::Rights => {
                let other = self.rare().rights.choose(text, origin, false);
                self.keep(other);
            }
        }
    }

    fn take_summary(&mut self, text: Text, origin: &Origin<'_>) {
        if origin.rank == Rank::StandIn {
            let loser = settle(&mut self.itunes().summary, text.clone());
            self.keep_own(loser, origin);
        }
        self.summaries.offer(text, origin);
    }

    /// Keeps a candidate that lost its field as an extension.
    fn keep<T: Said>(&mut self, other: Option<(T, ValueSource)>) {
        let extension = other.and_then(|(other, source)| other::extension(&other, &source));
        self.rare_extensions(extension);
    }

    /// Keeps a candidate that lost the field of its own vocabulary as an extension.
    fn keep_own<T: Said>(&mut self, loser: Option<T>, origin: &Origin<'_>) {
        let extension = loser.and_then(|loser| other::own_extension(&loser, &ValueSource::of(origin)));
        self.rare_extensions(extension);
    }

    fn rare_extensions(&mut self, extension: Option<Extension>) {
        if let Some(extension) = extension {
            self.rare().others.push(extension);
        }
    }

    /// Keeps one person; on a tie the later one wins, and the other one is kept as an extension.
    fn take_only(&mut self, field: PersonField, person: Person, origin: &Origin<'_>) {
        let rare = self.rare();
        let known = if field == PersonField::Publisher { &mut rare.publisher } else { &mut rare.web_master };
        let loser = settle(known, Box::new(person));
        self.keep_own(loser, origin);
    }

    fn take_person(&mut self, field: PersonField, details: PersonDetails, origin: &Origin<'_>) {
        let PersonDetails { mut person, trees, .. } = details;
        person.extensions.extend(trees.into_iter().filter_map(Tree::into_unread));
        // An element without content describes nobody.
        let is_nobody = person.name.is_none() && person.email.is_none() && person.uri.is_none();
        if is_nobody && person.avatar.is_none() && person.extensions.is_empty() {
            return;
        }
        match field {
            PersonField::Author => push_exact(&mut self.authors, person),
            PersonField::Contributor | PersonField::ContributorName => {
                push_exact(&mut self.contributors, person);
            }
            PersonField::Publisher | PersonField::WebMaster => self.take_only(field, person, origin),
            PersonField::Owner => {
                let loser = settle(&mut self.itunes().owner, Box::new(person));
                self.keep_own(loser, origin);
            }
        }
    }

    fn take_uri(&mut self, field: UriField, uri: String, origin: &Origin<'_>) {
        let rare = match field {
            UriField::ItunesNewFeedUrl => {
                let loser = settle(&mut self.itunes().new_feed_url, uri);
                return self.keep_own(loser, origin);
            }
            _ => self.rare(),
        };
        let best = match field {
            UriField::Docs => &mut rare.docs,
            UriField::Comments => &mut rare.comments,
            UriField::Icon => &mut rare.icon,
            UriField::Logo => &mut rare.logo,
            UriField::NewLocation => &mut rare.new_location,
            // Their elements are kept as extensions.
            UriField::ErrorReportsTo => return drop(fill(&mut rare.error_reports_to, uri)),
            UriField::GeneratorAgent => return drop(fill(&mut rare.generator_agent, uri)),
            UriField::ItunesNewFeedUrl => return,
        };
        let other = best.choose(uri, origin, false);
        self.keep(other);
    }

    fn take_itunes(&mut self, statement: ItunesStatement, origin: &Origin<'_>) {
        let itunes = self.itunes();
        match statement {
            ItunesStatement::Duration(value) => {
                let loser = settle(&mut itunes.duration, value);
                self.keep_own(loser, origin);
            }
            ItunesStatement::Explicit(value) => {
                let loser = settle(&mut itunes.explicit, value);
                self.keep_own(loser, origin);
            }
            ItunesStatement::Block(value) => {
                let loser = settle(&mut itunes.block, value);
                self.keep_own(loser, origin);
            }
            ItunesStatement::Episode(value) => {
                let loser = settle(&mut itunes.episode, value);
                self.keep_own(loser, origin);
            }
            ItunesStatement::Season(value) => {
                let loser = settle(&mut itunes.season, value);
                self.keep_own(loser, origin);
            }
            ItunesStatement::Kind(value) => {
                let loser = settle(&mut itunes.kind, value);
                self.keep_own(loser, origin);
            }
            ItunesStatement::Image(href) => {
                let mut known = itunes.image.take().map(ImageUrl);
                let loser = settle(&mut known, ImageUrl(Arc::clone(&href)));
                itunes.image = known.map(|ImageUrl(href)| href);
                self.keep_own(loser, origin);
                let image = Image { href: Some(href), ..Image::default() };
                // An image of the format that loses to it, having no URL, is kept.
                let other = self.image.choose(Box::new(image), origin, false);
                self.keep(other);
            }
        }
    }
}

/// Fills a field; on a tie the later value wins. Returns the other one if it says something else.
fn settle<T: Complete + Said>(field: &mut Option<T>, value: T) -> Option<T> {
    let Some(known) = field else {
        *field = Some(value);
        return None;
    };
    let is_better = value.completeness() >= known.completeness();
    let is_same = known.says_what(&value);
    let loser = if is_better { std::mem::replace(known, value) } else { value };
    (!is_same).then_some(loser)
}

/// RSS 1.0 §5.3.1, §5.4: the channel refers to the image by its URL, and the element that describes it need not repeat it.
/// Returns the image of both, if they are such a pair.
fn described_image(one: &Image, other: &Image) -> Option<Image> {
    let has_url = |image: &Image| image.href.as_deref().is_some_and(|href| !href.is_empty());
    let is_described = |image: &Image| image.title.is_some() || image.link.is_some();
    let of_both = |reference: &Image, described: &Image| {
        let is_pair =
            has_url(reference) && !is_described(reference) && !has_url(described) && is_described(described);
        is_pair.then(|| Image { href: reference.href.clone(), ..described.clone() })
    };
    of_both(one, other).or_else(|| of_both(other, one))
}

/// Feeds repeat a handful of tags; looking further back would cost more than a repetition.
fn is_among(tags: &[Tag], tag: &Tag) -> bool {
    tags.iter().rev().take(64).any(|other| other == tag)
}

/// Returns a hash of what makes two entries the same if a document contains its feed twice.
fn content_hash(entry: &Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    let title = entry.title.as_ref().map(|title| &title.value);
    let summary = entry.summary.as_ref().or(entry.content.first()).map(|text| &text.value);
    let dates = [&entry.published, &entry.updated].map(|date| date.as_ref().map(|date| &date.raw));
    (&entry.id, &entry.link, title, summary, dates).hash(&mut hasher);
    hasher.finish()
}

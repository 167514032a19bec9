//! Builds the model from statements: for each field the best candidate.

mod best_of;
mod draft;
mod other;
mod singles;
mod summary;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

#[cfg(feature = "feedparser")]
pub(crate) use self::best_of::BestOf;
use self::draft::Draft;
use self::other::ValueSource;
use crate::budget::{Paid, PaidList, Receipt};
use crate::cost::Priced as _;
use crate::model::{Entry, Feed, Image, LiveItem, Tag, Text};
use crate::statement::{
    Beginning, Ending, FieldValue, ImageUrl, Origin, PersonDetails, Rank, Single, Sink, Statement, Subject,
};
use crate::vocabulary::{DateField, PersonField, ScopeKind, TextField, Tree, ValueReader};

/// A sink that builds the model.
#[derive(Debug)]
pub(crate) struct Assembler {
    feed: Feed,
    entries: PaidList<Entry>,
    /// The scope of the feed, and the scopes within it, innermost last.
    scopes: Vec<OpenDraft>,
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
    /// The proof that what the scope describes was paid for.
    receipt: Option<Receipt>,
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
            entries: PaidList::default(),
            scopes: vec![OpenDraft::default()],
            known: None,
        }
    }
}

impl Sink for Assembler {
    fn begin(&mut self, subject: Paid<Subject>, beginning: Beginning) {
        self.begin_scope(subject, beginning);
    }

    fn state(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        let is_entry = self.scopes.last().is_some_and(|scope| scope.is_entry);
        if let Some(scope) = self.scopes.last_mut() {
            scope.draft.take_statement(statement, origin, is_entry);
        }
    }

    fn end(&mut self, subject: Subject, ending: &Ending<'_>, values: &ValueReader<'_>) -> usize {
        self.end_scope(subject, ending, values).1
    }
}

impl Assembler {
    /// Returns the feed and the entries.
    pub(crate) fn into_parts(self) -> (Feed, Vec<Entry>) {
        (self.feed, self.entries.into_vec())
    }

    /// Returns the number of entries that there is room for.
    #[cfg(feature = "feedparser")]
    pub(crate) fn capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// Returns the elements that the innermost scope has so far.
    #[cfg(feature = "feedparser")]
    pub(crate) fn trees(&self) -> &[Tree] {
        self.scopes.last().map_or(&[], |scope| &scope.draft.trees)
    }

    /// Receives a statement about the scope around the innermost one.
    #[cfg(feature = "feedparser")]
    pub(crate) fn state_outside(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        if let Some(scope) = self.scopes.iter_mut().rev().nth(1) {
            scope.draft.take_statement(statement, origin, scope.is_entry);
        }
    }

    /// Opens a scope.
    pub(crate) fn begin_scope(&mut self, subject: Paid<Subject>, beginning: Beginning) {
        let (subject, receipt) = subject.open();
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
                self.entries.extend(outer.receipt.take().map(|receipt| receipt.of(Entry::default())));
            }
        }
        self.scopes.push(OpenDraft {
            is_entry: subject.is_entry(),
            receipt: Some(receipt),
            ..OpenDraft::default()
        });
    }

    /// Closes the innermost scope. Returns whether its content was kept, and the memory of what is.
    pub(crate) fn end_scope(
        &mut self,
        subject: Subject,
        ending: &Ending<'_>,
        values: &ValueReader<'_>,
    ) -> (Kept, usize) {
        let Some(OpenDraft { mut draft, place, receipt, .. }) = self.scopes.pop() else {
            return (Kept::No, 0);
        };
        let priority = ending.origin.priority;
        let outer = self.scopes.last_mut().map(|scope| &mut scope.draft);
        let memory;
        let is_kept = match subject {
            Subject::Feed => {
                self.feed = draft.into_feed(values);
                memory = self.feed.heap();
                true
            }
            Subject::Entry => {
                // It is filled in its place, since it is large.
                let at = place.unwrap_or_else(|| {
                    self.make_room(ending.progress, values.budget.room_for::<Entry>());
                    self.entries.extend(receipt.map(|receipt| receipt.of(Entry::default())));
                    self.entries.len().saturating_sub(1)
                });
                if let Some(entry) = self.entries.get_mut(at) {
                    draft.move_to(entry, values);
                }
                let kept = self.keep_entry(at, place.is_some(), ending);
                let entry = self.entries.get(at).filter(|_| kept != Kept::No);
                return (kept, entry.map_or(0, |entry| values.budget.memory_of(entry)));
            }
            Subject::Inner(ScopeKind::Image) => {
                let mut image = Box::new(draft.into_image());
                memory = values.budget.memory_of(&image);
                outer.zip(receipt).is_some_and(|(outer, receipt)| {
                    if let Some(both) = outer.image.get().and_then(|known| described_image(known, &image)) {
                        *image = both;
                        return outer.image.offer(image, priority);
                    }
                    let is_kept = outer.image.takes(&image, priority);
                    let other = outer.image.choose(image, &ending.origin, false);
                    outer.keep(other, receipt);
                    is_kept
                })
            }
            Subject::Inner(ScopeKind::TextInput) => {
                let input = Single::TextInput(Box::new(draft.into_text_input()));
                memory = values.budget.memory_of(&input);
                outer
                    .zip(receipt)
                    .is_some_and(|(outer, receipt)| outer.take_scope(input, &ending.origin, receipt))
            }
            Subject::Inner(ScopeKind::Source) => {
                let source = Single::Source(Box::new(draft.into_feed(values)));
                memory = values.budget.memory_of(&source);
                outer
                    .zip(receipt)
                    .is_some_and(|(outer, receipt)| outer.take_scope(source, &ending.origin, receipt))
            }
            Subject::Inner(ScopeKind::LiveItem) => {
                let mut live_item = draft.live_items.pop().unwrap_or_default();
                draft.move_to(&mut live_item.item, values);
                memory = values.budget.memory_of(&live_item);
                if let Some((outer, receipt)) = outer.zip(receipt) {
                    outer.live_items.push(receipt.of(live_item));
                }
                true
            }
        };
        // One that lost is kept as an extension, which takes no more.
        (if is_kept { Kept::Yes } else { Kept::No }, memory)
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
    /// many that never come. At most `most` more can be paid for.
    fn make_room(&mut self, (read, to_come): (usize, usize), most: usize) {
        /// The most that a document may promise without having kept it.
        const MOST_AT_FIRST: usize = 16;
        let count = self.entries.len();
        if count < self.entries.capacity() {
            return;
        }
        let expected = to_come.saturating_mul(count + 1) / read.max(1);
        let margin = count / 64 + 1;
        let room = (expected + margin).clamp(count / 8 + 1, count.max(MOST_AT_FIRST));
        self.entries.reserve_exact(room.min(most.saturating_add(1)));
    }
}

impl Draft {
    /// Offers the value of a statement to its field. `is_entry`: the scope has the fields of an entry.
    fn take_statement(&mut self, statement: Paid<Statement>, origin: &Origin<'_>, is_entry: bool) {
        let priority = origin.priority;
        let (statement, receipt) = statement.open();
        match statement {
            Statement::Text(field, text) => self.take_text(field, text, origin, is_entry, receipt),
            Statement::Date(field, date) => {
                let other = match field {
                    DateField::Published => self.published.choose(date, origin, false),
                    DateField::Updated => self.updated.choose(date, origin, false),
                    DateField::Created => return self.take_single(Single::Created(date), origin, receipt),
                    DateField::Expired => return self.take_single(Single::Expired(date), origin, receipt),
                };
                self.keep(other, receipt);
            }
            Statement::Id { id, permalink, .. } => {
                let is_same = |known: Option<&Arc<str>>| known.is_some_and(|known| Arc::ptr_eq(known, &id));
                let other = self.id.choose(Arc::clone(&id), origin, false);
                if is_same(self.id.get()) {
                    self.permalink = permalink;
                }
                self.keep(other, receipt);
            }
            Statement::About(about) => {
                self.id.offer(about, priority);
            }
            Statement::Page(page) => {
                self.link.offer(page, priority);
            }
            Statement::Link(link) => self.links.push(receipt.of(link)),
            Statement::Person(field, details) => self.take_person(field, details, origin, receipt),
            Statement::Tag(tag) => {
                if !is_among(&self.tags, &tag) {
                    self.tags.push(receipt.of(tag));
                }
            }
            Statement::Single(single) => self.take_single(single, origin, receipt),
            Statement::Image(image) => {
                let other = self.image.choose(image, origin, false);
                self.keep(other, receipt);
            }
            Statement::LiveItem { status, start, end } => {
                let live_item = LiveItem { status, start, end, ..LiveItem::default() };
                self.live_items.push(receipt.of(live_item));
            }
            Statement::Element(tree) => self.trees.push(tree),
        }
    }

    fn take_text(
        &mut self,
        field: TextField,
        text: Text,
        origin: &Origin<'_>,
        is_entry: bool,
        receipt: Receipt,
    ) {
        let of_itunes = origin.rank == Rank::StandIn;
        match field {
            TextField::Title => {
                let other = self.title.choose(text, origin, true);
                self.keep(other, receipt);
            }
            TextField::Summary => self.take_summary(text, origin, receipt),
            TextField::Description if is_entry => self.take_summary(text, origin, receipt),
            TextField::Subtitle | TextField::Description => {
                let (receipt, of_copy) = receipt.split();
                if of_itunes && field == TextField::Subtitle {
                    self.take_single(Single::ItunesSubtitle(Box::new(text.clone())), origin, of_copy);
                }
                self.take_single(Single::Subtitle(Box::new(text)), origin, receipt);
            }
            TextField::Content | TextField::Encoded | TextField::Body => {
                self.content.push(receipt.of(text));
            }
            TextField::Info => self.take_single(Single::Info(Box::new(text)), origin, receipt),
            TextField::Rights => self.take_single(Single::Rights(Box::new(text)), origin, receipt),
        }
    }

    fn take_summary(&mut self, text: Text, origin: &Origin<'_>, receipt: Receipt) {
        let (receipt, of_copy) = receipt.split();
        if origin.rank == Rank::StandIn {
            self.take_single(Single::ItunesSummary(Box::new(text.clone())), origin, of_copy);
        }
        self.summaries.offer(receipt.of(text), origin);
    }

    /// Offers a value to its field. One that loses is kept as an extension.
    fn take_single(&mut self, single: Single, origin: &Origin<'_>, receipt: Receipt) {
        let (receipt, of_image) = receipt.split();
        if let Single::ItunesImage(ImageUrl(href)) = &single {
            let image = Image { href: Some(Arc::clone(href)), ..Image::default() };
            // An image of the format that loses to it, having no URL, is kept.
            let other = self.image.choose(Box::new(image), origin, false);
            self.keep(other, of_image);
        }
        let other = self.singles.choose(single, origin);
        self.others.extend(singles::extension(other).map(|other| receipt.of(other)));
    }

    /// Offers a scope that has ended to its field; returns whether it was kept.
    fn take_scope(&mut self, single: Single, origin: &Origin<'_>, receipt: Receipt) -> bool {
        let is_kept = self.singles.takes(&single, origin.priority);
        self.take_single(single, origin, receipt);
        is_kept
    }

    /// Keeps a candidate that lost its field as an extension.
    fn keep<T: FieldValue>(&mut self, other: Option<(T, ValueSource)>, receipt: Receipt) {
        let other = other.and_then(|(other, source)| other::extension(&other, &source));
        self.others.extend(other.map(|other| receipt.of(other)));
    }

    fn take_person(
        &mut self,
        field: PersonField,
        details: PersonDetails,
        origin: &Origin<'_>,
        receipt: Receipt,
    ) {
        let PersonDetails { mut person, trees, .. } = details;
        person.extensions.extend(trees.into_vec().into_iter().filter_map(Tree::into_unread));
        // An element without content describes nobody.
        let is_nobody = person.name.is_none() && person.email.is_none() && person.uri.is_none();
        if is_nobody && person.avatar.is_none() && person.extensions.is_empty() {
            return;
        }
        match field {
            PersonField::Author => self.authors.push(receipt.of(person)),
            PersonField::Contributor | PersonField::ContributorName => {
                self.contributors.push(receipt.of(person));
            }
            PersonField::Publisher => self.take_single(Single::Publisher(Box::new(person)), origin, receipt),
            PersonField::WebMaster => self.take_single(Single::WebMaster(Box::new(person)), origin, receipt),
            PersonField::Owner => self.take_single(Single::ItunesOwner(Box::new(person)), origin, receipt),
        }
    }
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

//! Builds the model: the best candidate for each field.

mod digest;
mod lists;
mod lost;
mod slots;

use std::any::Any;
use std::cell::LazyCell;
use std::collections::VecDeque;
use std::hash::RandomState;

use self::digest::DigestList;
use self::slots::{Given, ScopeValue, Slots};
use crate::budget::{Budget, Paid, push_exact};
use crate::model::podcast::Podcast;
use crate::model::{Entry, Feed};
use crate::sink::{Ending, FieldChoice, Journal, Kept, Member, Origin, Single, Sink, Subject, Tree};
use crate::vocabulary::ValueReader;
use bozofeed_model::internal::cost::Priced as _;
use bozofeed_text::maps::{Set, set_of};

/// A sink that builds the model.
#[derive(Debug)]
pub(crate) struct Assembler {
    feed: Feed,
    entries: Vec<Entry>,
    /// The scope of the feed, and the scopes inside it, innermost last.
    scopes: Vec<OpenScope>,
    /// The empty slots of a closed entry. They are reused for the next one, since slots are large.
    empty: Option<Box<Slots>>,
    /// The digests of all entries, if the document may repeat entries.
    known: Option<Set<u64>>,
    /// The digests of the entries that were already handed out: the document may repeat them later.
    handed_out: DigestList,
    /// Seeded at random, so that a document cannot choose entries with the same digest.
    hasher: LazyCell<RandomState>,
    /// The journal of all choices.
    journal: Journal,
}

/// An open scope.
#[derive(Debug)]
struct OpenScope {
    slots: Box<Slots>,
    /// The position reserved for an entry that contains entries.
    place: Option<usize>,
    /// Whether it has changed since the last call of [`Assembler::feed`].
    is_changed: bool,
}

impl OpenScope {
    fn new(slots: Box<Slots>) -> Self {
        Self { slots, place: None, is_changed: false }
    }
}

impl Default for Assembler {
    fn default() -> Self {
        Self {
            feed: Feed::default(),
            entries: Vec::new(),
            scopes: vec![OpenScope::new(Box::new(Slots::new(Subject::Feed)))],
            empty: None,
            known: None,
            handed_out: DigestList::default(),
            hasher: LazyCell::new(RandomState::new),
            journal: Journal::default(),
        }
    }
}

impl Sink for Assembler {
    fn journal(&self) -> Journal {
        self.journal.clone()
    }

    fn begin(&mut self, subject: Paid<Subject>, may_repeat: bool) {
        let subject = subject.into_inner();
        self.journal.begin(subject);
        if subject == Subject::Entry {
            // Entries are compared only after the first root: equal entries of the same feed are both kept.
            if may_repeat && self.known.is_none() {
                // The places reserved for open entries are skipped. They are in ascending order, since inner entries come later.
                let open: Vec<_> = self.scopes.iter().filter_map(|scope| scope.place).collect();
                let entries = self.entries.iter().enumerate();
                let complete = entries.filter(|(place, _)| open.binary_search(place).is_err());
                let digests = complete.map(|(_, entry)| digest::of(entry, &*self.hasher));
                self.known = Some(set_of(digests.chain(self.handed_out.take())));
            }
            // Entries are in the order of their start tags. The outer one ends later, so a place is reserved for it.
            let place = self.entries.len();
            if let Some(outer) = self.scopes.iter_mut().rev().find(|scope| scope.slots.subject.is_entry())
                && outer.place.is_none()
            {
                outer.place = Some(place);
                push_exact(&mut self.entries, Entry::default());
            }
        }
        let empty = if subject == Subject::Entry { self.empty.take() } else { None };
        self.scopes.push(OpenScope::new(empty.unwrap_or_else(|| Box::new(Slots::new(subject)))));
    }

    fn offer(&mut self, value: Paid<Single>, origin: &Origin<'_>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.is_changed = true;
            scope.slots.offer(value.into_inner(), origin, Given::Value, &self.journal);
        }
    }

    fn add(&mut self, member: Paid<Member>, origin: &Origin<'_>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.is_changed = true;
            scope.slots.add(member.into_inner(), origin, &self.journal);
        }
    }

    fn add_element(&mut self, element: Paid<Tree>, origin: &Origin<'_>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.is_changed = true;
            scope.slots.add_element(element, origin);
        }
    }

    fn take_entries(&mut self, entries: &mut VecDeque<Entry>, may_recur: bool) {
        // The place of an open entry is reserved before the places of the entries inside it.
        if self.scopes.iter().any(|scope| scope.slots.subject.is_entry()) {
            return;
        }
        if may_recur && self.known.is_none() {
            self.entries.iter().for_each(|entry| self.handed_out.push(digest::of(entry, &*self.hasher)));
        }
        entries.extend(self.entries.drain(..));
    }

    fn as_any(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }

    fn end(&mut self, subject: Subject, ending: Ending<'_>, values: &ValueReader<'_>) -> usize {
        let Some(OpenScope { mut slots, place, .. }) = self.scopes.pop() else {
            return 0;
        };
        slots.finish(values);
        match subject {
            Subject::Feed => {
                if let ScopeValue::Feed(feed) = &mut slots.value {
                    self.feed = std::mem::take(feed);
                }
                self.feed.heap() + self.journal.end(subject, Kept::Yes)
            }
            Subject::Entry => {
                let entry = match &mut slots.value {
                    ScopeValue::Entry(entry) => std::mem::take(&mut **entry),
                    _ => Entry::default(),
                };
                self.empty = Some(slots);
                let kept = self.keep_entry(entry, place, &ending, values);
                let Kept::At(at) = kept else { return self.journal.end(subject, kept) };
                let memory = self.entries.get(at).map_or(0, |entry| values.budget.memory_of(entry));
                memory + self.journal.end(subject, kept)
            }
            Subject::Inner(_) => {
                let Some(outer) = self.scopes.last_mut() else { return 0 };
                outer.is_changed = true;
                Self::end_inner(*slots, &mut outer.slots, ending, (values, &self.journal))
            }
        }
    }
}

impl Assembler {
    /// Returns a sink that records its choices.
    pub(crate) fn with_journal(journal: Journal) -> Self {
        Self { journal, ..Self::default() }
    }

    /// Returns the feed as known so far, or the complete feed once its scope has ended. Returns `None` if it has not changed since
    /// the last call.
    pub(crate) fn feed(&mut self, values: &ValueReader<'_>) -> Option<Feed> {
        let Some(scope) = self.scopes.first_mut() else { return Some(std::mem::take(&mut self.feed)) };
        if !std::mem::take(&mut scope.is_changed) {
            return None;
        }
        let mut slots = scope.slots.clone();
        slots.finish(values);
        match slots.value {
            ScopeValue::Feed(feed) => Some(*feed),
            _ => None,
        }
    }

    /// Returns the feed and the entries.
    pub(crate) fn into_parts(self) -> (Feed, Vec<Entry>) {
        (self.feed, self.entries)
    }

    /// Closes a complete scope inside that of a feed or an entry, and offers it to its field there.
    fn end_inner(
        inner: Slots,
        outer: &mut Slots,
        Ending { origin, tree, .. }: Ending<'_>,
        (values, journal): (&ValueReader<'_>, &Journal),
    ) -> usize {
        // The element is also in memory until the outer scope ends.
        let of_tree = tree.as_ref().map_or(0, |tree| values.budget.memory_of(&**tree));
        let single = match inner.value {
            ScopeValue::Image(image) => Single::image(image),
            ScopeValue::TextInput(input) => Single::TextInput(input),
            ScopeValue::Feed(source) => Single::Source(source),
            ScopeValue::LiveItem(live_item) => {
                let memory = values.budget.memory_of(&live_item);
                let title = live_item.item.title.as_ref();
                let shown = journal.show(|| title.map_or_else(String::new, |title| title.value.to_string()));
                let of_journal = journal.end(inner.subject, Kept::Yes);
                journal.note_in(("", "podcast.live_items"), shown, (&origin, true), FieldChoice::Added);
                if let ScopeValue::Feed(feed) = &mut outer.value {
                    push_exact(&mut feed.get_or_insert_default::<Podcast>().live_items, *live_item);
                }
                return of_tree + memory + of_journal;
            }
            ScopeValue::Entry(_) => return of_tree,
        };
        let memory = of_tree + values.budget.memory_of(&single);
        // Called before the scope is offered to its field: the record of that candidate refers to the last scope that ended.
        let of_journal = journal.end(inner.subject, Kept::Yes);
        outer.offer(single, &origin, Given::Scope(tree), journal);
        memory + of_journal
    }

    /// Keeps an entry, unless it is empty or repeated. An entry with a reserved place, which contains other entries, is always
    /// kept.
    fn keep_entry(
        &mut self,
        entry: Entry,
        place: Option<usize>,
        ending: &Ending<'_>,
        values: &ValueReader<'_>,
    ) -> Kept {
        let has_entries = place.is_some();
        // A start tag that was written twice, or the last one before the document was cut off.
        if ending.is_implied && !has_entries && entry == Entry::default() {
            return Kept::No;
        }
        let known = self.known.as_mut();
        let is_new = known.is_none_or(|known| known.insert(digest::of(&entry, &*self.hasher)));
        match place.and_then(|place| self.entries.get_mut(place)) {
            // It is kept even if it is repeated: removing it would move the entries inside it, which come after it.
            Some(kept) => *kept = entry,
            None if !is_new => return Kept::No,
            None => {
                if !self.has_room(ending.progress, values.budget) {
                    return Kept::No;
                }
                self.entries.push(entry);
            }
        }
        Kept::At(place.unwrap_or(self.entries.len().saturating_sub(1)))
    }

    /// Returns whether another entry fits. Reserves memory for the expected number of entries, assuming that they are as long as
    /// the previous ones; doubling would reserve memory for many that never come. While the entries are moved, they take twice the
    /// memory.
    fn has_room(&mut self, (read, to_come): (usize, usize), budget: &Budget) -> bool {
        /// The number of entries for which memory is reserved before any entry was kept.
        const MOST_AT_FIRST: usize = 16;
        /// The number of entries that are moved for free. They take 1.5 MiB.
        const FEW: usize = 4096;
        let count = self.entries.len();
        if count < self.entries.capacity() {
            return true;
        }
        let expected = to_come.saturating_mul(count + 1) / read.max(1);
        let margin = count / 64 + 1;
        // At least an eighth more, so that moving the entries stays linear in total; at most twice as many, so that a few short
        // entries at the start do not reserve memory for the whole document.
        let room = (expected + margin).clamp(count / 8 + 1, count.max(MOST_AT_FIRST));
        // The new entry was charged, and so was each previous one, once. A short list is moved for free.
        let most = budget.room_for::<Entry>().saturating_add(1).saturating_sub(count.saturating_sub(FEW));
        if most == 0 {
            budget.note_left_out();
            return false;
        }
        self.entries.reserve_exact(room.min(most));
        true
    }
}

#[cfg(test)]
mod tests;

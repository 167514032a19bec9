//! Builds the model from statements: for each field the best candidate.

mod best_of;
mod digest;
mod draft;
mod offer;
mod other;
mod singles;
mod summary;

use std::any::Any;
use std::cell::LazyCell;
use std::collections::VecDeque;
use std::hash::RandomState;

use self::digest::DigestList;
use self::draft::Draft;
use crate::budget::{Paid, PaidList, Receipt};
use crate::cost::Priced as _;
use crate::maps::{Set, set_of};
use crate::model::{Entry, Feed};
use crate::statement::{Ending, FieldChoice, Journal, Kept, Origin, Single, Sink, Statement, Subject};
use crate::vocabulary::{ScopeKind, ValueReader};

/// A sink that builds the model.
#[derive(Debug)]
pub(crate) struct Assembler {
    feed: Feed,
    entries: PaidList<Entry>,
    /// The scope of the feed, and the scopes within it, innermost last.
    scopes: Vec<OpenDraft>,
    /// The draft of an entry that has ended, which is empty: entries follow each other, and a draft is large.
    empty: Option<Box<Draft>>,
    /// The digests of all entries, once a document may repeat them.
    known: Option<Set<u64>>,
    /// The digests of the entries that were handed out before: a document may repeat them later.
    handed_out: DigestList,
    /// A document cannot choose entries with the same digest, since this is seeded at random.
    hasher: LazyCell<RandomState>,
    /// The journal of every choice.
    journal: Journal,
}

/// An open scope.
#[derive(Debug, Default)]
struct OpenDraft {
    draft: Box<Draft>,
    /// The position that is kept for an entry with entries in it.
    place: Option<usize>,
    /// The proof that what the scope describes was paid for.
    receipt: Option<Receipt>,
    /// Whether anything was stated about it since [`Assembler::feed`] was asked last.
    is_changed: bool,
}

impl Default for Assembler {
    fn default() -> Self {
        Self {
            feed: Feed::default(),
            entries: PaidList::default(),
            scopes: vec![OpenDraft::default()],
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
        let (subject, receipt) = subject.open();
        let (receipt, of_name) = receipt.split();
        self.journal.begin(subject, of_name);
        if subject == Subject::Entry {
            // Entries are only compared after the first root: within one feed, equal entries are both kept.
            if may_repeat && self.known.is_none() {
                // Without the places that are kept for open entries. Those are in ascending order, since inner entries come later.
                let open: Vec<_> = self.scopes.iter().filter_map(|scope| scope.place).collect();
                let entries = self.entries.iter().enumerate();
                let complete = entries.filter(|(place, _)| open.binary_search(place).is_err());
                let digests = complete.map(|(_, entry)| digest::of(entry, &*self.hasher));
                self.known = Some(set_of(digests.chain(self.handed_out.take())));
            }
            // Entries are in the order of their start tags. The outer one ends later, so its place is reserved.
            let place = self.entries.len();
            if let Some(outer) = self.scopes.iter_mut().rev().find(|scope| scope.draft.subject.is_entry())
                && outer.place.is_none()
            {
                outer.place = Some(place);
                self.entries.extend(outer.receipt.take().map(|receipt| receipt.of(Entry::default())));
            }
        }
        let mut draft = self.empty.take().unwrap_or_default();
        draft.subject = subject;
        self.scopes.push(OpenDraft { draft, place: None, receipt: Some(receipt), is_changed: false });
    }

    fn state(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.is_changed = true;
            scope.draft.take_statement(statement, origin, &self.journal);
        }
    }

    fn take_entries(&mut self, entries: &mut VecDeque<Entry>, may_recur: bool) {
        // The place of an entry that is open is kept before those of the entries in it.
        if self.scopes.iter().any(|scope| scope.draft.subject.is_entry()) {
            return;
        }
        if may_recur && self.known.is_none() {
            self.entries.iter().for_each(|entry| self.handed_out.push(digest::of(entry, &*self.hasher)));
        }
        entries.extend(self.entries.drain_from(0));
    }

    fn as_any(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }

    fn end(&mut self, subject: Subject, ending: Ending<'_>, values: &ValueReader<'_>) -> usize {
        let Some(OpenDraft { mut draft, place, receipt, .. }) = self.scopes.pop() else {
            return 0;
        };
        let memory = match subject {
            Subject::Feed => {
                self.feed = draft.into_feed(values);
                self.feed.heap()
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
                    self.empty = Some(draft);
                }
                let kept = self.keep_entry(at, place.is_some(), &ending);
                let entry = self.entries.get(at).filter(|_| kept != Kept::No);
                let memory = entry.map_or(0, |entry| values.budget.memory_of(entry));
                return memory + self.journal.end(subject, kept);
            }
            Subject::Inner(kind) => {
                let outer = self.scopes.last_mut().map(|scope| {
                    scope.is_changed = true;
                    &mut scope.draft
                });
                let Some((outer, receipt)) = outer.zip(receipt) else { return 0 };
                return Self::end_inner((kind, draft), outer, ending, receipt, (values, &self.journal));
            }
        };
        memory + self.journal.end(subject, Kept::Yes)
    }
}

impl Assembler {
    /// Returns a sink that notes its choices.
    pub(crate) fn with_journal(journal: Journal) -> Self {
        Self { journal, ..Self::default() }
    }

    /// Returns the feed as it is known so far, or complete after its scope has ended; `None` if that is what was returned last.
    pub(crate) fn feed(&mut self, values: &ValueReader<'_>) -> Option<Feed> {
        let Some(scope) = self.scopes.first_mut() else { return Some(std::mem::take(&mut self.feed)) };
        std::mem::take(&mut scope.is_changed).then(|| scope.draft.clone().into_feed(values))
    }

    /// Returns the feed and the entries.
    pub(crate) fn into_parts(self) -> (Feed, Vec<Entry>) {
        (self.feed, self.entries.into_vec())
    }

    /// Closes a scope within that of a feed or an entry, and offers it to its field there.
    fn end_inner(
        (kind, mut draft): (ScopeKind, Box<Draft>),
        outer: &mut Draft,
        ending: Ending<'_>,
        receipt: Receipt,
        (values, journal): (&ValueReader<'_>, &Journal),
    ) -> usize {
        let Ending { origin, tree, .. } = ending;
        // The element is there as well until the outer scope ends.
        let mut memory = tree.as_ref().map_or(0, |tree| values.budget.memory_of(&**tree));
        // Called before the scope is offered to its field: the record of that candidate refers to the scope that ended last.
        let end = |memory: &mut usize| *memory += journal.end(Subject::Inner(kind), Kept::Yes);
        match kind {
            ScopeKind::Image => {
                let image = Box::new(draft.into_image());
                memory += values.budget.memory_of(&image);
                end(&mut memory);
                outer.take_image(image, &origin, tree, receipt, journal);
            }
            ScopeKind::TextInput => {
                let input = Single::TextInput(Box::new(draft.into_text_input()));
                memory += values.budget.memory_of(&input);
                end(&mut memory);
                outer.take_scope(input, &origin, tree, receipt, journal);
            }
            ScopeKind::Source => {
                let source = Single::Source(Box::new(draft.into_feed(values)));
                memory += values.budget.memory_of(&source);
                end(&mut memory);
                outer.take_scope(source, &origin, tree, receipt, journal);
            }
            ScopeKind::LiveItem => {
                // The attributes of the element were stated first, as a live item within its own scope.
                let mut live_item = draft.live_items.pop().unwrap_or_default();
                draft.move_to(&mut live_item.item, values);
                memory += values.budget.memory_of(&live_item);
                let title = live_item.item.title.as_ref();
                let shown = journal.show(|| title.map_or_else(String::new, |title| title.value.to_string()));
                end(&mut memory);
                journal.note_in(("", "podcast.live_items"), shown, (&origin, true), FieldChoice::Added);
                outer.live_items.push(receipt.of(live_item));
            }
        }
        memory
    }

    /// Decides whether the entry at `at`, which was filled, is kept. An entry that contains other entries always is.
    fn keep_entry(&mut self, at: usize, has_entries: bool, ending: &Ending<'_>) -> Kept {
        let Some(entry) = self.entries.get(at) else { return Kept::No };
        // A start tag that was written twice, or the last one before the document was cut.
        let is_nothing = ending.is_implied && !has_entries && *entry == Entry::default();
        let known = self.known.as_mut().filter(|_| !is_nothing);
        let is_new = known.is_none_or(|known| known.insert(digest::of(entry, &*self.hasher)));
        // An outer entry is kept even if it is repeated: its place is before those of the entries in it,
        // which would move.
        if is_nothing || !is_new && !has_entries {
            // There are no entries in it, so it is the last one.
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
        // At least an eighth more, so that moving the entries stays linear in total; at most as many again, so that a few short
        // entries at the start do not reserve memory for the whole document.
        let room = (expected + margin).clamp(count / 8 + 1, count.max(MOST_AT_FIRST));
        self.entries.reserve_exact(room.min(most.saturating_add(1)));
    }
}

#[cfg(test)]
mod tests;

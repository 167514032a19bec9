//! The journal of an explanation. It records each decision about a value where the decision is made.
//!
//! No decision is made twice. A field's candidates are compared in one place, which reports the result to the journal. The journal
//! itself tracks only the record of each field's current value, so that it can tell which candidate displaced it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use bozofeed_text::named;

use super::{FieldChoice, Origin, Priority, Rank, ScopeKind, Subject};
use crate::budget::{Budget, Paid, PaidList, push_exact};
use bozofeed_model::internal::cost::{self, Priced};

/// The outcome for a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CandidateOutcome {
    /// It is the value of the field, or a member of the list.
    Kept,
    /// It is empty, but another one is not.
    Empty,
    /// It cannot be read, but another one can.
    Unreadable,
    /// It lacks its most important part, such as the URL of an image, but another one does not.
    Incomplete,
    /// Another element has more authority over the field.
    LowerRank,
    /// Another element of the same rank is closer to the feed or entry.
    Farther,
    /// Another element of the same rank takes precedence, as `dcterms:modified` does over `dc:date`.
    LowerPrecedence,
    /// An equal candidate came later, and the last one is used.
    Earlier,
    /// An equal candidate came earlier, and the first one is used.
    Later,
    /// The list already contains the same member.
    Repeated,
    /// It belongs to an image, a text input, a source or an entry that was not kept.
    ScopeLost,
    /// It belongs to a second feed in the document. Only the first one is described.
    OtherFeed,
}

named! {
    CandidateOutcome: "outcome" {
        Kept => "kept",
        Empty => "empty",
        Unreadable => "unreadable",
        Incomplete => "incomplete",
        LowerRank => "lower_rank",
        Farther => "farther",
        LowerPrecedence => "lower_precedence",
        Earlier => "earlier",
        Later => "later",
        Repeated => "repeated",
        ScopeLost => "scope_lost",
        OtherFeed => "other_feed",
    }
}

impl CandidateOutcome {
    /// Returns the outcome in words, for messages.
    pub fn description(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Empty => "empty",
            Self::Unreadable => "cannot be read",
            Self::Incomplete => "incomplete",
            Self::LowerRank => "lower rank",
            Self::Farther => "farther from the feed or entry",
            Self::LowerPrecedence => "another element of the same rank has precedence",
            Self::Earlier => "a later candidate of the same rank counts",
            Self::Later => "an earlier candidate of the same rank counts",
            Self::Repeated => "the same as another member",
            Self::ScopeLost => "the element around it was not kept",
            Self::OtherFeed => "belongs to another feed in the document",
        }
    }
}

/// The fate of a closed scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// The scope of the feed, a live item, or the best candidate of its kind.
    Yes,
    /// An entry at this position.
    At(usize),
    /// Another candidate is better, or the entry is empty or repeated.
    No,
}

/// A candidate in the journal.
#[derive(Debug)]
pub(crate) struct Record {
    /// The index of its scope.
    pub(crate) scope: usize,
    pub(crate) field: Cow<'static, str>,
    pub(crate) value: String,
    pub(crate) element: String,
    pub(crate) offset: usize,
    pub(crate) rank: Rank,
    pub(crate) outcome: CandidateOutcome,
    /// Its number among all records.
    pub(crate) number: usize,
    /// The index of its scope, if the candidate is a scope.
    inner: Option<usize>,
}

impl Priced for Record {
    /// A public candidate takes its place. A quarter more is in memory while the list grows. For a link, the index is also stored.
    fn heap(&self) -> usize {
        size_of::<Self>() / 4 + size_of::<usize>() + self.value.heap() + self.element.heap()
    }

    fn written(&self) -> usize {
        cost::ELEMENT + self.value.len() + self.element.len()
    }
}

/// The name of a scope, and the scope around it.
#[derive(Debug, Default)]
pub(crate) struct ScopeName {
    pub(crate) name: Cow<'static, str>,
    /// The index of the scope around it, if its name is part of the subject.
    pub(crate) outer: Option<usize>,
    /// Whether it was not kept.
    pub(crate) is_lost: bool,
}

/// The place of a field's value: the names of the vocabulary and of the field. The vocabulary is empty for a field of the feed or
/// entry itself.
pub(crate) type FieldPlace = (&'static str, &'static str);

/// The place of images without a URL. Another element may add the URL.
pub(crate) const DESCRIBED_IMAGE: FieldPlace = ("described", "image");

/// An open scope.
#[derive(Debug)]
struct OpenJournal {
    /// The index of its name.
    index: usize,
    /// The record of each field's current value.
    winners: Vec<(FieldPlace, usize)>,
    /// The records of links, from which other fields are derived.
    links: Vec<usize>,
    /// The number of live items that have ended.
    live_items: usize,
    memory: usize,
}

#[derive(Debug)]
struct Log {
    /// The budget for the values of candidates.
    values: Budget,
    /// The budget for all memory.
    memory: Rc<Budget>,
    names: Vec<ScopeName>,
    /// The open scopes, innermost last.
    scopes: Vec<OpenJournal>,
    records: PaidList<Record>,
    /// The last scope that ended.
    ended: Option<usize>,
}

/// The records of a document, or `None` if it is not to be explained.
#[derive(Debug, Clone, Default)]
pub(crate) struct Journal(Option<Rc<RefCell<Log>>>);

/// The value of a candidate for display, or `None` without an explanation.
#[derive(Debug, Default)]
pub(crate) struct Shown(Option<String>);

/// Calls a rarely needed function: its code is kept out of the common path.
#[cold]
#[inline(never)]
fn shown(value: impl FnOnce() -> String) -> String {
    value()
}

impl Journal {
    /// Returns an active journal. The texts of candidates are charged to `values`, all memory is charged to `memory`.
    pub(crate) fn new(values: Budget, memory: Rc<Budget>) -> Self {
        let feed = memory.keep_scope(Subject::Feed, false);
        let names = feed.into_iter().map(|_| ScopeName::default()).collect();
        let scopes = vec![OpenJournal::new(0)];
        let log = Log { values, memory, names, scopes, records: PaidList::default(), ended: None };
        Self(Some(Rc::new(RefCell::new(log))))
    }

    /// Returns the displayed value of a candidate.
    #[inline]
    pub(crate) fn show(&self, value: impl FnOnce() -> String) -> Shown {
        Shown(if self.0.is_some() { Some(shown(value)) } else { None })
    }

    /// Records the decision about a value of the innermost scope.
    #[inline]
    pub(crate) fn note(&self, field: &'static str, shown: Shown, origin: &Origin<'_>, choice: FieldChoice) {
        self.note_in(("", field), shown, (origin, false), choice);
    }

    /// Records the decision about a value of the innermost scope, by the place of its field. `is_scope` means that the value is the
    /// last scope that ended.
    #[inline]
    pub(crate) fn note_in(
        &self,
        slot: FieldPlace,
        shown: Shown,
        origin: (&Origin<'_>, bool),
        choice: FieldChoice,
    ) {
        // Few documents are explained.
        if self.0.is_some() {
            self.write(slot, shown, origin, choice);
        }
    }

    /// Marks an earlier member of a list as repeated: it is part of another one, which is kept now.
    pub(crate) fn note_repeated(&self, field: &'static str, shown: impl FnOnce() -> String) {
        /// The number of records that are searched, since there may be many repetitions.
        const FAR: usize = 4096;
        let Some(log) = &self.0 else { return };
        let mut log = log.borrow_mut();
        let Some(scope) = log.scopes.last().map(|scope| scope.index) else { return };
        let (value, records) = (shown(), log.records.iter_mut().rev());
        let is_record =
            |record: &&mut Record| record.scope == scope && record.field == field && record.value == value;
        if let Some(record) = records.take(FAR).find(is_record) {
            record.outcome = CandidateOutcome::Repeated;
        }
    }

    #[cold]
    fn write(
        &self,
        slot: FieldPlace,
        Shown(value): Shown,
        (origin, is_scope): (&Origin<'_>, bool),
        choice: FieldChoice,
    ) {
        let (Some(log), Some(value)) = (&self.0, value) else { return };
        let mut log = log.borrow_mut();
        let inner = if is_scope { log.ended.take() } else { None };
        let record = Record {
            scope: 0,
            field: Cow::Borrowed(slot.1),
            value,
            element: origin.name.to_owned(),
            offset: origin.offset,
            rank: origin.rank,
            outcome: CandidateOutcome::Kept,
            number: 0,
            inner,
        };
        log.add(record, slot, choice);
    }

    /// Records the decision about a value that was read by the rows of a vocabulary.
    pub(crate) fn note_offer(
        &self,
        slot: FieldPlace,
        parts: impl FnOnce(&mut Vec<&'static str>),
        shown: Shown,
        element: impl FnOnce() -> (String, usize),
        choice: FieldChoice,
    ) {
        let (Some(log), Some(value)) = (&self.0, shown.0) else { return };
        let (vocabulary, field) = slot;
        let path = if vocabulary.is_empty() {
            Cow::Borrowed(field)
        } else {
            let mut names = vec![vocabulary];
            parts(&mut names);
            names.extend((!field.is_empty()).then_some(field));
            Cow::Owned(names.join("."))
        };
        let (element, offset) = element();
        let (rank, outcome) = (Rank::StandIn, CandidateOutcome::Kept);
        let record =
            Record { scope: 0, field: path, value, element, offset, rank, outcome, number: 0, inner: None };
        log.borrow_mut().add(record, slot, choice);
    }

    /// Records that the link of the innermost scope at this position is the value of a field.
    pub(crate) fn note_link(&self, field: &'static str, link: usize, choice: FieldChoice) {
        let Some(log) = &self.0 else { return };
        let mut log = log.borrow_mut();
        let Some(Record { value, element, offset, .. }) = log
            .scopes
            .last()
            .and_then(|scope| scope.links.get(link).copied())
            .and_then(|at| log.records.get(at))
        else {
            return;
        };
        let (value, element, offset) = (value.clone(), element.clone(), *offset);
        let (rank, outcome) = (Rank::Hint, CandidateOutcome::Kept);
        let name = field;
        let field = Cow::Borrowed(field);
        let record =
            Record { scope: 0, field, value, element, offset, rank, outcome, number: 0, inner: None };
        log.add(record, ("", name), choice);
    }

    /// Records that the current value of a field loses after all, once the scope is complete. `content` is the fate of the value's
    /// content.
    pub(crate) fn revoke(&self, slot: FieldPlace, outcome: CandidateOutcome, content: Kept) {
        if let Some(log) = &self.0 {
            log.borrow_mut().displace(slot, outcome, content);
        }
    }

    /// Opens a scope.
    pub(crate) fn begin(&self, subject: Subject) {
        let Some(log) = &self.0 else { return };
        let mut log = log.borrow_mut();
        let outer = match subject {
            Subject::Inner(_) => log.scopes.last().map(|scope| scope.index),
            Subject::Feed | Subject::Entry => None,
        };
        let index = log.names.len();
        log.scopes.push(OpenJournal::new(index));
        // It was charged together with its scope.
        push_exact(&mut log.names, ScopeName { outer, ..ScopeName::default() });
    }

    /// Closes the innermost scope. Returns the memory of its records.
    pub(crate) fn end(&self, subject: Subject, kept: Kept) -> usize {
        let Some(log) = &self.0 else { return 0 };
        let mut log = log.borrow_mut();
        let Some(OpenJournal { index, memory, .. }) = log.scopes.pop() else { return 0 };
        log.ended = Some(index);
        let mut live_item = 0;
        if subject == Subject::Inner(ScopeKind::LiveItem)
            && let Some(outer) = log.scopes.last_mut()
        {
            // The number of earlier live items is its position in the list.
            live_item = outer.live_items;
            outer.live_items += 1;
        }
        if let Some(scope) = log.names.get_mut(index) {
            scope.is_lost = kept == Kept::No;
            scope.name = match subject {
                Subject::Feed => "feed".into(),
                Subject::Entry => match kept {
                    Kept::At(place) => format!("entries[{place}]").into(),
                    Kept::Yes | Kept::No => "entry".into(),
                },
                Subject::Inner(ScopeKind::Image) => "image".into(),
                Subject::Inner(ScopeKind::TextInput) => "text_input".into(),
                Subject::Inner(ScopeKind::Source) => "source".into(),
                Subject::Inner(ScopeKind::LiveItem) => format!("podcast.live_items[{live_item}].item").into(),
            };
        }
        memory + 2 * size_of::<ScopeName>()
    }

    /// Removes and returns the names of the scopes and the records.
    pub(crate) fn take(&self) -> (Vec<ScopeName>, Vec<Record>) {
        let Some(log) = &self.0 else { return Default::default() };
        let mut log = log.borrow_mut();
        let (names, mut records) = (std::mem::take(&mut log.names), log.records.take());
        let mut is_lost: Vec<bool> = Vec::with_capacity(names.len());
        for name in &names {
            // A scope begins before its inner scopes, so the outer one was already decided in this loop.
            let outer = name.outer.and_then(|outer| is_lost.get(outer)).is_some_and(|lost| *lost);
            is_lost.push(name.is_lost || outer);
        }
        for record in &mut records {
            if is_lost.get(record.scope).is_some_and(|lost| *lost) {
                record.outcome = CandidateOutcome::ScopeLost;
            }
        }
        (names, records)
    }

    /// Returns the limit at which candidates were omitted.
    pub(crate) fn limit(&self) -> Option<crate::diagnostics::Limit> {
        self.0.as_ref().and_then(|log| log.borrow().values.limit())
    }

    /// Returns the name of a scope for one inside it, or `None` if the budget does not allow it.
    pub(crate) fn inherit(&self, outer: &Arc<str>) -> Option<Arc<str>> {
        self.0.as_ref()?.borrow().values.inherit(outer)
    }
}

impl OpenJournal {
    fn new(index: usize) -> Self {
        Self { index, winners: Vec::new(), links: Vec::new(), live_items: 0, memory: 0 }
    }
}

impl Log {
    /// Adds a record, if the budget allows it.
    fn add(&mut self, mut record: Record, slot: FieldPlace, choice: FieldChoice) {
        /// The size of a candidate in bytes, without its texts.
        const FIXED: usize = 80;
        let is_paid = self.values.pay(FIXED + record.value.len() + record.element.len());
        // Even if the budget does not allow the new record: the old value has lost nevertheless.
        if let FieldChoice::Replaced(outcome) = choice {
            self.displace(slot, outcome, Kept::No);
        }
        let Some(scope) = self.scopes.last_mut() else { return };
        record.scope = scope.index;
        record.number = self.records.len();
        record.outcome = match choice {
            FieldChoice::Lost(outcome) => outcome,
            FieldChoice::Nothing => CandidateOutcome::Empty,
            FieldChoice::Taken | FieldChoice::Added | FieldChoice::Replaced(_) => CandidateOutcome::Kept,
        };
        let (inner, is_lost) = (record.inner, !choice.is_kept());
        // Only links that were kept, so that their positions match the list in the model.
        let is_link = record.field == "links" && choice.is_kept();
        let paid: Option<Paid<Record>> = if is_paid { self.memory.keep(record) } else { None };
        let Some(paid) = paid else { return };
        scope.memory += self.memory.memory_of(&*paid);
        let at = self.records.len();
        self.records.push(paid);
        if is_link {
            scope.links.push(at);
        }
        // The previous winner was removed above, so that each field is in the list once.
        if matches!(choice, FieldChoice::Taken | FieldChoice::Replaced(_)) {
            scope.winners.push((slot, at));
        }
        // The scope ended as kept, before its field was decided.
        if let Some(scope) = inner.and_then(|inner| self.names.get_mut(inner)) {
            scope.is_lost = is_lost;
        }
    }

    /// Records that the current value of a field was displaced.
    fn displace(&mut self, slot: FieldPlace, outcome: CandidateOutcome, content: Kept) {
        let Some(scope) = self.scopes.last_mut() else { return };
        let Some(place) = scope.winners.iter().position(|(known, _)| *known == slot) else { return };
        let (_, at) = scope.winners.swap_remove(place);
        let Some(record) = self.records.get_mut(at) else { return };
        record.outcome = outcome;
        if let Some(scope) = record.inner.and_then(|inner| self.names.get_mut(inner)) {
            scope.is_lost = content == Kept::No;
        }
    }
}

impl Priority {
    /// Returns the reason why a candidate with this priority lost to another one. `is_first` means that the first of two equal ones
    /// is used.
    pub(crate) fn reason_against(self, winner: Self, is_first: bool) -> CandidateOutcome {
        use super::Completeness;
        let ((own, rank, nearness), (other, best, nearest)) = (self.parts(), winner.parts());
        // In the order of the bits of a priority. In any other order, the reason would not always be the decisive one.
        if own < other {
            match own {
                Completeness::Empty => CandidateOutcome::Empty,
                Completeness::Raw => CandidateOutcome::Unreadable,
                Completeness::Partial | Completeness::Full => CandidateOutcome::Incomplete,
            }
        } else if rank < best {
            CandidateOutcome::LowerRank
        } else if nearness < nearest {
            CandidateOutcome::Farther
        } else if self < winner {
            CandidateOutcome::LowerPrecedence
        } else if is_first {
            CandidateOutcome::Later
        } else {
            CandidateOutcome::Earlier
        }
    }
}

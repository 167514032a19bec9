//! The budget of a document: work beyond the document's own bytes (copying, comparing, resolving, writing) is charged here before
//! it is done. Once the budget is exhausted, the operation is skipped and recorded in `Exceeded`.

mod paid;

use std::cell::Cell;
use std::ops::Deref;
use std::sync::Arc;

use bozofeed_content::internal::GrowthBudget;

use crate::diagnostics::Limit;
use crate::limits::{DefaultMemory, Limits};
use crate::model::{Extension, Str, XmlScope};
use bozofeed_model::internal::cost::{Cost, Priced};
use bozofeed_text::forward::{count, memchr_iter, memchr2, memmem};
use bozofeed_text::html::resolve::{Resolve, resolve};

pub(crate) use self::paid::{Paid, PaidList, push_exact};

/// The longest language tag that texts inherit, in bytes. RFC 5646 §4.4.1 expects at most 35.
pub(crate) const LONGEST_LANGUAGE: usize = 64;

/// The longest namespace name that extensions have, in bytes.
pub(crate) const LONGEST_NAMESPACE: usize = 1024;

/// The result that a budget is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose {
    /// The memory of the data kept alongside each scope, such as an entry, an image or a source.
    pub(crate) beside: usize,
    /// The function that resolves references.
    pub(crate) resolve: Resolve,
    /// The memory that it may take by default.
    pub(crate) memory: DefaultMemory,
}

impl Purpose {
    /// The model.
    pub(crate) const MODEL: Self = Self { beside: 0, resolve, memory: DefaultMemory::MODEL };
}

/// The state of a budget when a scope began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    memory: usize,
    /// The memory of the entries that were complete.
    entries: usize,
    deposits: usize,
}

/// Inherited values up to this length, in bytes, are free: with them, the elements that inherit cost at most a few times
/// their own length.
const FREE_INHERITANCE: usize = 128;

/// A value that many others may inherit: a language, a base, a namespace, a parent category. It is shared in memory, but written
/// with each.
pub(crate) trait Inherit: Clone {
    fn written_length(&self) -> usize;
}

impl Inherit for &str {
    fn written_length(&self) -> usize {
        self.len()
    }
}

impl Inherit for Str {
    fn written_length(&self) -> usize {
        self.len()
    }
}

impl Inherit for Arc<str> {
    fn written_length(&self) -> usize {
        self.len()
    }
}

impl Inherit for Arc<XmlScope> {
    fn written_length(&self) -> usize {
        let length = |value: &Option<Str>| value.as_ref().map_or(0, |value| value.len());
        length(&self.base) + length(&self.language)
    }
}

/// The limits on what the values of one document may cost beyond its own bytes. When a limit is reached, the rest is still
/// returned, in a cheaper form, and [`limit`](Self::limit) reports it.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    /// The part for texts and URLs.
    growth: GrowthBudget,
    /// Whether values have to be paid for. Few documents can reach the limits, and metering takes time.
    is_metered: bool,
    /// The remaining budget.
    left: Cell<Cost>,
    /// The part that only entries and their fields may spend.
    kept_for_entries: Cost,
    /// The memory of the data kept alongside each scope.
    beside: usize,
    /// The memory of the entries that are complete.
    entries: Cell<usize>,
    /// The memory for the values that will be read from elements.
    deposits: Cell<usize>,
    /// The limit at which values were left out.
    stop: Cell<Option<Limit>>,
}

impl Deref for Budget {
    type Target = GrowthBudget;

    fn deref(&self) -> &GrowthBudget {
        &self.growth
    }
}

/// Returns whether a document may cost more than `left`, according to a quick estimate.
fn may_exceed(left: Cost, document: &[u8], expansion: usize) -> bool {
    /// An upper bound for a byte of any document; empty items of a JSON Feed cost the most. The tests in `tests/cost` compare it with
    /// the actual memory and output.
    const BYTE: Cost = Cost { memory: 256, written: 64 };
    /// An upper bound for a byte added by entities and default attributes.
    const EXPANDED: Cost = Cost { memory: 64, written: 16 };
    /// Upper bounds for an XML element, and for each byte, since two bytes can be a list item.
    const ELEMENT: Cost = Cost { memory: 1024, written: 512 };
    const BYTE_OF_XML: Cost = Cost { memory: 88, written: 48 };
    /// The bytes of the shortest element.
    const SHORTEST: usize = 3;
    let text = document.strip_prefix(b"\xef\xbb\xbf").unwrap_or(document).trim_ascii_start();
    match text {
        // The second byte would be NUL in UTF-16.
        [b'<', 1..=u8::MAX, ..] => {
            let expanded = EXPANDED.times(if may_declare(text) { expansion } else { 0 });
            let others = BYTE_OF_XML.times(text.len()).and(expanded);
            let is_enough = |elements| left.is_enough_for(ELEMENT.times(elements).and(others));
            // Few documents are so long that their elements have to be counted.
            !(is_enough(text.len() / SHORTEST) || is_enough(0) && is_enough(count(b'<', text)))
        }
        [b'{' | b'[', 1..=u8::MAX, ..] => !left.is_enough_for(BYTE.times(text.len())),
        _ => !left.is_enough_for(BYTE.times(document.len()).and(EXPANDED.times(expansion))),
    }
}

/// Returns whether there may be a document type declaration. None follows the start tag of the root.
fn may_declare(text: &[u8]) -> bool {
    let is_tag = |at: &usize| text.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    let Some((prolog, [_, root @ ..])) =
        memchr_iter(b'<', text).find(is_tag).and_then(|at| text.split_at_checked(at))
    else {
        return true;
    };
    let is_whole = memchr2(b'<', b'>', root).is_some_and(|end| root.get(end) == Some(&b'>'));
    let has = |start: &[u8]| memmem::find(text, start).is_some();
    // Comments in the prolog are common, and may contain text that looks like a tag.
    !is_whole || memmem::find(prolog, b"<!").is_some() && (has(b"<!D") || has(b"<!d"))
}

impl Default for Budget {
    fn default() -> Self {
        let limits = Limits::default();
        Self::of(&limits, b"", Purpose::MODEL).resolved(limits.resolved)
    }
}

impl Budget {
    /// Returns the budget of a document.
    pub(crate) fn of(limits: &Limits, document: &[u8], purpose: Purpose) -> Self {
        /// The part that is kept for entries.
        const FOR_ENTRIES: usize = 4;
        let length = document.len();
        let left =
            Cost { memory: limits.memory_or(purpose.memory, length), written: limits.written_of(length) };
        Self {
            growth: GrowthBudget::new(limits.resolved_of(length), purpose.resolve),
            is_metered: may_exceed(left, document, limits.expansion),
            left: Cell::new(left),
            kept_for_entries: Cost { memory: left.memory / FOR_ENTRIES, written: left.written / FOR_ENTRIES },
            beside: purpose.beside,
            entries: Cell::new(0),
            deposits: Cell::new(0),
            stop: Cell::new(None),
        }
    }

    /// Sets whether tracking parameters are removed from links.
    #[must_use]
    pub(crate) fn without_tracking(mut self, removes_tracking: bool) -> Self {
        self.growth.set_without_tracking(removes_tracking);
        self
    }

    /// Sets how many bytes resolving references may add. The default is 16 MiB. References that exceed it stay relative.
    #[must_use]
    pub(crate) fn resolved(self, bytes: usize) -> Self {
        self.growth.set_left(bytes);
        self
    }

    /// Returns a shared copy of an inherited value, or `None` if the budget has no room. Values are inherited only through this method.
    pub(crate) fn inherit<T: Inherit>(&self, outer: &T) -> Option<T> {
        let length = outer.written_length();
        (length <= FREE_INHERITANCE || self.pay(length)).then(|| outer.clone())
    }

    /// Returns the cost of a value, or zero if the document is not metered.
    fn cost_of<T: Priced>(&self, value: &T) -> Cost {
        if self.is_metered { Cost::of(value) } else { Cost::default() }
    }

    /// Returns the memory of a value, for [`settle`](Self::settle).
    pub(crate) fn memory_of<T: Priced>(&self, value: &T) -> usize {
        if self.is_metered { size_of::<T>() + value.heap() } else { 0 }
    }

    /// Pays for a member of a list. Returns `None` if the budget has no room.
    pub(crate) fn keep<T: Priced>(&self, value: T) -> Option<Paid<T>> {
        let cost = self.cost_of(&value);
        self.add_member(cost).then(|| Paid::new(value))
    }

    /// Pays for a member of the dictionary. Returns whether there is room for it.
    #[cfg(feature = "feedparser")]
    pub(crate) fn adds(&self, cost: impl FnOnce() -> Cost) -> bool {
        !self.is_metered || self.add_member(cost())
    }

    /// Returns whether there is room for a member of the dictionary, which is not paid for yet.
    #[cfg(feature = "feedparser")]
    pub(crate) fn has_room_for(&self, cost: impl FnOnce() -> Cost) -> bool {
        !self.is_metered || self.has_room(cost())
    }

    /// Pays for an entry of the dictionary. Returns whether there is room for it.
    #[cfg(feature = "feedparser")]
    pub(crate) fn adds_entry(&self, cost: Cost) -> bool {
        self.add(Cost::default(), cost)
    }

    /// Pays for the value of a field, which may use the entire remaining budget, since an entry has a fixed number of fields.
    pub(crate) fn keep_field<T: Priced>(&self, value: T) -> Option<Paid<T>> {
        let cost = self.cost_of(&value);
        self.add(Cost::default(), cost).then(|| Paid::new(value))
    }

    /// Pays for a candidate for a field, including the extension that it becomes if it loses. Returns `None` if the budget has no room.
    /// `is_repeated`: the field already has a candidate, so one of the two joins the list of extensions. Such repetitions cannot
    /// use the budget reserved for fields.
    #[inline]
    pub(crate) fn keep_candidate<T: Priced>(&self, value: T, is_repeated: bool) -> Option<Paid<T>> {
        let has_room = || {
            let reserved = if is_repeated { self.kept_for_entries } else { Cost::default() };
            self.add(reserved, Cost::of(&value).and(Cost::memory(size_of::<Extension>())))
        };
        (!self.is_metered || has_room()).then(|| Paid::new(value))
    }

    /// Pays for an element, a part of one, or a value read from one. Returns `None` if the budget has no room.
    #[inline]
    pub(crate) fn keep_element<T: Priced>(&self, value: T) -> Option<Paid<T>> {
        if !self.is_metered {
            return Some(Paid::new(value));
        }
        self.add_member(Cost::of(&value)).then(|| Paid::new(value))
    }

    /// Pays for the value that will be read from an element. Returns whether there is room for it.
    pub(crate) fn deposit(&self, bytes: usize) -> bool {
        let has_room = self.add_member(Cost::memory(bytes));
        if has_room && self.is_metered {
            self.deposits.set(self.deposits.get() + bytes);
        }
        has_room
    }

    /// Refunds the deposits when their values are read, since each value is then paid for at its actual cost.
    pub(crate) fn release(&self) {
        self.refund(self.deposits.take());
    }

    fn refund(&self, bytes: usize) {
        let Cost { memory, written } = self.left.get();
        self.left.set(Cost { memory: memory + bytes, written });
    }

    /// Pays for values while they are made, and leaves out those beyond the limit.
    pub(crate) fn keep_each<T: Priced>(&self, values: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        values.map_while(|value| Some(self.keep_element(value)?.into_inner()))
    }

    /// Pays for a part of a value that is not complete yet. Returns whether there is room for it.
    pub(crate) fn add_member(&self, cost: Cost) -> bool {
        self.add(self.kept_for_entries, cost)
    }

    /// Pays for the subject of a scope, without its values. Returns `None` if the budget has no room. There may still be room for
    /// entries when there is none left for members of lists.
    pub(crate) fn keep_scope<T: Priced>(&self, subject: T, is_entry: bool) -> Option<Paid<T>> {
        let cost = self.cost_of(&subject).and(Cost::memory(self.beside));
        let reserved = if is_entry { Cost::default() } else { self.kept_for_entries };
        self.add(reserved, cost).then(|| Paid::new(subject))
    }

    /// Pays for a value unless that would use the reserved part. Returns whether there was room.
    #[inline]
    fn add(&self, reserved: Cost, cost: Cost) -> bool {
        if !self.is_metered {
            return true;
        }
        let left = self.left.get();
        let has_room = left.is_enough_for(reserved.and(cost));
        if has_room {
            self.left.set(left.without(cost));
        } else {
            let is_memory = left.memory < reserved.memory.saturating_add(cost.memory);
            let limit = if is_memory { Limit::Memory } else { Limit::Written };
            // The memory limit takes precedence, even if the limit on written bytes was reached first.
            self.stop.set(self.stop.get().filter(|_| !is_memory).or(Some(limit)));
        }
        has_room
    }

    /// Returns whether there is room for a member of this cost, which is not paid for yet.
    pub(crate) fn has_room(&self, cost: Cost) -> bool {
        let left = self.left.get();
        let has_room = self.add_member(cost);
        // Only the payment is undone. If this value would exceed a limit, the limit stays recorded.
        self.left.set(left);
        has_room
    }

    /// Records that a value was left out for lack of memory.
    pub(crate) fn note_left_out(&self) {
        self.stop.set(Some(Limit::Memory));
    }

    /// Returns the greatest number of values of a type that may fit, not counting their own allocations.
    pub(crate) fn room_for<T>(&self) -> usize {
        self.left.get().memory / size_of::<T>().max(1)
    }

    /// Records the state of the budget when a scope begins.
    pub(crate) fn mark(&self) -> Mark {
        let (entries, deposits) = (self.entries.get(), self.deposits.get());
        Mark { memory: self.left.get().memory, entries, deposits }
    }

    /// Refunds the memory that a scope has paid for and does not retain now that it has ended: temporary values, and candidates
    /// that lost. Entries within the scope have already settled theirs.
    pub(crate) fn settle(&self, mark: Mark, kept: usize, is_entry: bool) {
        if !self.is_metered {
            return;
        }
        let left = self.left.get();
        // The memory of entries inside this scope stays spent, and is not refunded here.
        let within = self.entries.get() - mark.entries;
        let memory = mark.memory.saturating_sub(within).saturating_sub(kept);
        self.left.set(Cost { memory, ..left });
        self.deposits.set(mark.deposits);
        if is_entry {
            self.entries.set(self.entries.get() + kept);
        }
    }

    /// Refunds the allocations of a list member that is dropped before its list.
    #[cfg(feature = "feedparser")]
    pub(crate) fn free<T: Priced>(&self, member: &T) {
        self.refund(self.memory_of(member).saturating_sub(size_of::<T>()));
    }

    /// Refunds the memory of a complete entry that is handed to the caller.
    pub(crate) fn hand_out<T: Priced>(&self, entry: &T) {
        let memory = self.memory_of(entry);
        self.refund(memory);
        // The surrounding scopes must not refund this memory a second time.
        self.entries.set(self.entries.get().saturating_sub(memory));
    }

    /// Returns whether a value was left out.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.stop().is_some()
    }

    /// Returns the limit at which values were left out, if any.
    pub(crate) fn stop(&self) -> Option<Limit> {
        self.stop.get()
    }

    /// Returns the limit that was exceeded, if any.
    pub(crate) fn limit(&self) -> Option<Limit> {
        let exceeded = self.exceeded();
        // Missing values are worse than values in a plainer form, so their limit takes precedence.
        self.stop().or_else(|| {
            if exceeded.nesting {
                Some(Limit::Markup)
            } else {
                let lookahead = exceeded.lookahead.then_some(Limit::Lookahead);
                exceeded.resolved.then_some(Limit::Resolved).or(lookahead)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the subject of a scope.
    fn entry() -> String {
        "x".repeat(400)
    }

    #[test]
    fn growth_beyond_the_limit_is_reported() {
        let budget = Budget::of(&Limits::default().resolved(40), &[b' '; 100], Purpose::MODEL);
        assert_eq!((budget.pay(40), budget.limit()), (true, None));
        assert_eq!((budget.pay(1), budget.limit()), (false, Some(Limit::Resolved)));
    }

    #[test]
    fn short_values_are_inherited_for_free_and_long_ones_are_not() {
        for (length, limit, inherited) in [(20, 0, 9), (128, 0, 9), (200, 0, 0), (200, 1000, 5)] {
            let budget = Budget::of(&Limits::default().resolved(limit), &[b' '; 100], Purpose::MODEL);
            let value = "x".repeat(length);
            let found = (0..9).filter_map(|_| budget.inherit(&value.as_str())).count();
            assert_eq!(found, inherited, "{length} {limit}");
        }
    }

    #[test]
    fn entries_have_room_when_members_have_none() {
        let member = Cost { memory: 100, written: 10 };
        let purpose = Purpose::MODEL;
        let one = Cost::of(&entry()).memory;
        for (memory, members, entries) in
            [(0, 0, 0), (8 * one, 6 * one / 100, 2), (40 * one, 30 * one / 100, 10)]
        {
            let limits = Limits::default().memory(memory);
            let budget = Budget::of(&limits, &[b' '; 100], purpose);
            assert_eq!(budget.has_room(member), members > 0, "{memory}");
            assert_eq!((0..1000).filter(|_| budget.add_member(member)).count(), members, "{memory}");
            assert_eq!(
                (0..100).filter(|_| budget.keep_scope(entry(), true).is_some()).count(),
                entries,
                "{memory}"
            );
            assert_eq!(budget.limit(), Some(Limit::Memory));
        }
        let budget = Budget::of(&Limits::default().memory(0).memory_per_byte(40), &[b' '; 10], purpose);
        let words = "a b c d e f g h i j k l m n".split(' ').map(str::to_owned);
        assert_eq!(budget.keep_each(words).count(), 9);
    }

    /// Repeated candidates cannot use the budget reserved for the fields of entries.
    #[test]
    fn repeated_candidates_leave_what_is_kept_for_fields() {
        let one = Cost::of(&entry()).memory + size_of::<Extension>();
        for (is_repeated, expected) in [(false, 8), (true, 6)] {
            let budget = Budget::of(&Limits::default().memory(8 * one), &[b' '; 100], Purpose::MODEL);
            let kept = (0..100).filter(|_| budget.keep_candidate(entry(), is_repeated).is_some()).count();
            assert_eq!((kept, budget.limit()), (expected, Some(Limit::Memory)), "{is_repeated}");
        }
    }

    #[test]
    fn only_documents_that_can_reach_a_limit_are_metered() {
        let limits = Limits::default();
        let wrong: Vec<_> = [
            (limits, "", "{},", 120 << 10, false),
            (limits, "", "{},", 140 << 10, true),
            (limits, "<rss>", "<a>", 75 << 10, false),
            (limits, "<rss>", "<a>", 80 << 10, true),
            (limits, "<rss>", "<item/>", 140 << 10, false),
            (limits, "<rss>", "<item/>", 150 << 10, true),
            (
                limits,
                "<rss>",
                "<item><title>High water at noon, low water at six</title></item>",
                200 << 10,
                false,
            ),
            (limits, "<rss>", "High water at noon", 380 << 10, false),
            (limits, "<rss>", "High water at noon", 400 << 10, true),
            (limits, "<!DOCTYPE rss><rss>", "a", 1, true),
            (limits, "<!-- tides --><rss>", "a", 1, false),
            (limits, "<!-- <a> --><!DOCTYPE rss>", "a", 1, true),
            (limits, "<a <!DOCTYPE rss>", "a", 1, true),
            (limits, "<a>", "<!DOCTYPE rss>", 1, false),
            (limits, "<!doctype rss>", "a", 1, true),
            (limits, "<\0r\0", "a", 1, true),
            (limits.expansion(0), "<!DOCTYPE rss>", "a", 1, false),
            (limits.expansion(5 << 20), "<rss>", "a", 1, false),
            (limits.memory(1 << 18), "<rss>", "a", 1 << 10, false),
            (limits.memory(1 << 18), "<rss>", "<a/>", 1 << 10, true),
            (limits.written(1 << 10), "<rss>", "a", 1 << 10, true),
            (limits.memory(0), "<rss>", "a", 1, true),
        ]
        .into_iter()
        .filter(|(limits, start, unit, length, is_metered)| {
            let document = (*start).to_owned() + &unit.repeat(length / unit.len());
            Budget::of(limits, document.as_bytes(), Purpose::MODEL).is_metered != *is_metered
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn what_a_scope_has_paid_for_and_not_kept_is_left_again() {
        let budget = Budget::of(&Limits::default().memory(10_000), &[b' '; 100], Purpose::MODEL);
        let left = || budget.left.get().memory;
        let outer = budget.mark();
        assert!(budget.keep_scope(entry(), true).is_some() && budget.add_member(Cost::memory(200)));
        let inner = budget.mark();
        assert!(budget.keep_scope(entry(), true).is_some() && budget.add_member(Cost::memory(200)));
        budget.settle(inner, 150, true);
        assert_eq!(left(), 10_000 - Cost::of(&entry()).memory - 200 - 150);
        budget.settle(outer, 120, true);
        assert_eq!(left(), 10_000 - 120 - 150);
    }
}

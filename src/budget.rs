//! The meter of a document: everything that it makes the parser copy, compare, resolve or write beyond its own bytes is paid
//! for here, before it is done. If the budget is spent, the cheaper alternative is taken, and the result says so.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use crate::cost::Cost;
use crate::diagnostics::Limit;
use crate::html::parsed_url::UrlParser;
use crate::html::resolve::{depends_on_base, is_script_url, resolve};
use crate::limits::Limits;
use crate::model::{Entry, RareOfEntry, XmlScope};

/// The longest language tag that texts inherit, in bytes. RFC 5646 §4.4.1 expects at most 35.
pub(crate) const LONGEST_LANGUAGE: usize = 64;

/// The longest namespace name that extensions have, in bytes.
pub(crate) const LONGEST_NAMESPACE: usize = 1024;

/// The memory that an entry of the model takes, without what it allocates.
pub(crate) const ENTRY: usize = size_of::<(Entry, RareOfEntry)>();

/// Inherited values up to this length, in bytes, are free: with them, the elements that inherit cost at most a few times
/// their own length.
const FREE_INHERITANCE: usize = 128;

/// The limits on what the values of one document may cost beyond its own bytes. Each call of
/// [`Cleaner::clean_within`](crate::content::Cleaner::clean_within) spends from it; when a limit is reached, the rest is still
/// returned, in a cheaper form, and [`exceeded`](Self::exceeded) reports it.
///
/// ```
/// use bozofeed::content::{Budget, Cleaner, Sanitize};
///
/// let cleaner = Cleaner::new(&Sanitize::FeedParser, true);
/// let budget = Budget::default().resolved(10);
/// let clean = cleaner.clean_within("<a href=b>c</a>", "https://example.org/", &budget);
/// assert_eq!(clean, "<a href=\"b\">c</a>");
/// assert!(budget.exceeded().resolved);
/// ```
#[derive(Debug, Clone)]
pub struct Budget {
    /// The bytes that may still be added to the document's own.
    bytes: Cell<usize>,
    /// The cost that further values may have.
    left: Cell<Cost>,
    /// The part that only entries may spend.
    kept_for_entries: Cost,
    entry: Cost,
    exceeded: Cell<Exceeded>,
    urls: UrlParser,
}

/// The limits of a [`Budget`] that were exceeded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exceeded {
    /// Some tags were left out because they are nested too deeply or misnested too often. The text is complete.
    pub nesting: bool,
    /// References were left relative, or values did not inherit what is in force for them: see [`Budget::resolved`]. Or URLs were not
    /// parsed, since too many hosts are not ASCII.
    pub resolved: bool,
    /// Values were left out.
    pub(crate) memory: bool,
    /// A search was cut off.
    pub(crate) lookahead: bool,
}

impl Exceeded {
    /// Returns whether any limit was exceeded.
    #[must_use]
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

impl Default for Budget {
    fn default() -> Self {
        let limits = Limits::default();
        Self::of(&limits, 0, ENTRY).resolved(limits.resolved)
    }
}

impl Budget {
    /// Returns the budget of a document of this length, an entry of which takes so much memory without what it allocates.
    pub(crate) fn of(limits: &Limits, length: usize, entry: usize) -> Self {
        /// The part of the memory that may be written as JSON.
        const WRITTEN: usize = 5;
        /// The part that is kept for entries.
        const FOR_ENTRIES: usize = 2;
        let memory = limits.memory_of(length);
        let left = Cost { memory, written: memory / WRITTEN };
        Self {
            bytes: Cell::new(limits.resolved_of(length)),
            left: Cell::new(left),
            kept_for_entries: Cost { memory: left.memory / FOR_ENTRIES, written: left.written / FOR_ENTRIES },
            entry: Cost { memory: entry, ..Cost::of::<()>(1, 0) },
            exceeded: Cell::default(),
            urls: UrlParser::new(),
        }
    }

    /// Sets the number of bytes by which references may grow when they are resolved. The default is 16 MiB. References that
    /// exceed it stay relative.
    ///
    /// ```
    /// use bozofeed::content::{Budget, Cleaner, Sanitize};
    ///
    /// let budget = Budget::default().resolved(10);
    /// let cleaner = Cleaner::new(&Sanitize::FeedParser, true);
    /// let clean = cleaner.clean_within("<a href=\"b\">c</a>", "https://harbour.example/", &budget);
    /// assert_eq!(clean, "<a href=\"b\">c</a>");
    /// ```
    #[must_use]
    pub fn resolved(self, bytes: usize) -> Self {
        self.bytes.set(bytes);
        self
    }

    /// Returns which limits were exceeded so far.
    #[must_use]
    pub fn exceeded(&self) -> Exceeded {
        let exceeded = self.exceeded.get();
        Exceeded { resolved: exceeded.resolved || self.urls.is_spent(), ..exceeded }
    }

    /// Returns the parser of the document's URLs.
    pub(crate) fn urls(&self) -> &UrlParser {
        &self.urls
    }

    /// Spends bytes that are copied, compared or written beyond those of the document. Returns whether there is room for
    /// them.
    pub(crate) fn pay(&self, bytes: usize) -> bool {
        let is_paid = spend(&self.bytes, bytes);
        if !is_paid {
            self.exceed(|exceeded| exceeded.resolved = true);
        }
        is_paid
    }

    /// Spends the bytes of a value that is inherited. Returns whether there is room for it.
    pub(crate) fn inherit_bytes(&self, length: usize) -> bool {
        length <= FREE_INHERITANCE || self.pay(length)
    }

    /// Returns the scope for a text, which is written with every text that has it; `None` if the budget is spent.
    pub(crate) fn inherit(&self, scope: Option<&Arc<XmlScope>>) -> Option<Arc<XmlScope>> {
        let scope = scope?;
        let length = |value: &Option<Arc<str>>| value.as_ref().map_or(0, |value| value.len());
        let is_paid = self.inherit_bytes(length(&scope.base) + length(&scope.language));
        is_paid.then(|| Arc::clone(scope))
    }

    /// Resolves a reference. Returns `None` without looking at the base if it may add more than is left.
    pub(crate) fn try_resolve<'a>(&self, base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
        // A slash may be added to the base.
        let most = base.len() + 1;
        if self.bytes.get() < most && depends_on_base(base, reference) {
            self.exceed(|exceeded| exceeded.resolved = true);
            return None;
        }
        let resolved = resolve(base, reference);
        let growth = resolved.len().saturating_sub(reference.len());
        (matches!(resolved, Cow::Borrowed(_)) || self.pay(growth)).then_some(resolved)
    }

    /// Resolves a reference, which stays as written if the budget is spent.
    pub(crate) fn resolve<'a>(&self, base: &str, reference: &'a str) -> Cow<'a, str> {
        self.try_resolve(base, reference).unwrap_or_else(|| Cow::Borrowed(reference.trim()))
    }

    /// Resolves a link like [`resolve`](Self::resolve); `None` if it would run a script.
    pub(crate) fn resolve_safe<'a>(&self, base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
        if is_script_url(reference) {
            return None;
        }
        match self.try_resolve(base, reference) {
            Some(resolved) => Some(resolved).filter(|uri| !is_script_url(uri)),
            None => Some(Cow::Borrowed(reference)),
        }
    }

    /// Returns the bytes that references may still grow by. It changes whenever a reference is resolved.
    pub(crate) fn left_to_resolve(&self) -> usize {
        self.bytes.get()
    }

    /// Pays for a member of a list. Returns whether there is room for it.
    pub(crate) fn add_member(&self, cost: Cost) -> bool {
        self.add(self.kept_for_entries.and(cost), cost)
    }

    /// Pays for an entry. Returns whether there is room for it.
    pub(crate) fn add_entry(&self) -> bool {
        self.add(self.entry, self.entry)
    }

    /// Pays for the value of a field, which is always kept: an entry has only so many fields.
    pub(crate) fn add_value(&self, cost: Cost) {
        self.left.set(self.left.get().without(cost));
    }

    /// Pays for a value if as much as `needed` is left. Returns whether it is.
    #[inline]
    fn add(&self, needed: Cost, cost: Cost) -> bool {
        let has_room = self.left.get().is_enough_for(needed);
        if has_room {
            self.add_value(cost);
        } else {
            self.exceed(|exceeded| exceeded.memory = true);
        }
        has_room
    }

    /// Returns how many members of this cost may still be added.
    pub(crate) fn members_left(&self, cost: Cost) -> usize {
        let left = self.left.get().without(self.kept_for_entries);
        (left.memory / cost.memory.max(1)).min(left.written / cost.written.max(1))
    }

    /// Pays for the words of a list while they are read, and leaves out those beyond the limit.
    pub(crate) fn count_words<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
    ) -> impl Iterator<Item = &'w str> {
        words.take_while(|word| self.add_member(Cost::word(word.len())))
    }

    /// Returns whether a value was left out.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.exceeded.get().memory
    }

    /// Returns the limit that was exceeded, if any.
    pub(crate) fn limit(&self) -> Option<Limit> {
        let exceeded = self.exceeded();
        if exceeded.memory {
            Some(Limit::Memory)
        } else if exceeded.nesting {
            Some(Limit::Markup)
        } else {
            let lookahead = exceeded.lookahead.then_some(Limit::Lookahead);
            exceeded.resolved.then_some(Limit::Resolved).or(lookahead)
        }
    }

    #[cold]
    fn exceed(&self, mark: impl FnOnce(&mut Exceeded)) {
        let mut exceeded = self.exceeded.get();
        mark(&mut exceeded);
        self.exceeded.set(exceeded);
    }

    #[cfg(feature = "sanitize")]
    pub(crate) fn set_nesting_exceeded(&self) {
        self.exceed(|exceeded| exceeded.nesting = true);
    }

    /// Records that a [`Scan`](crate::scan::Scan) was cut off.
    pub(crate) fn set_lookahead_exceeded(&self) {
        self.exceed(|exceeded| exceeded.lookahead = true);
    }

    /// Takes back what was spent since `earlier`, a copy.
    #[cfg(feature = "sanitize")]
    pub(crate) fn restore(&self, earlier: &Self) {
        self.bytes.set(earlier.bytes.get());
        self.exceeded.set(earlier.exceeded.get());
    }
}

fn spend(budget: &Cell<usize>, amount: usize) -> bool {
    match budget.get().checked_sub(amount) {
        Some(rest) => {
            budget.set(rest);
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_that_exceeds_the_limit_stays_as_written() {
        let budget = Budget::of(&Limits::default().resolved(40), 100, ENTRY);
        let base = "http://e.example/";
        for (reference, expected) in [
            ("http://other.example/", "http://other.example/"),
            ("a", "http://e.example/a"),
            (" b ", "http://e.example/b"),
            ("c", "c"),
            (" d ", "d"),
            ("http://other.example/", "http://other.example/"),
        ] {
            assert_eq!(budget.resolve(base, reference), expected, "{reference:?}");
        }
        assert_eq!(budget.limit(), Some(Limit::Resolved));
    }

    #[test]
    fn short_scopes_are_free_and_long_ones_are_not() {
        for (length, limit, inherited) in [(20, 0, 9), (128, 0, 9), (200, 0, 0), (200, 1000, 5)] {
            let budget = Budget::of(&Limits::default().resolved(limit), 100, ENTRY);
            let scope = XmlScope::shared(None, Some("x".repeat(length).into()));
            let found = (0..9).filter(|_| budget.inherit(scope.as_ref()).is_some()).count();
            assert_eq!(found, inherited, "{length} {limit}");
        }
    }

    #[test]
    fn entries_have_room_when_members_have_none() {
        let member = Cost { memory: 100, written: 10 };
        for (memory, members, entries) in [(0, 0, 0), (1000, 5, 5), (4000, 20, 20)] {
            let budget = Budget {
                entry: Cost { memory: 100, written: 1 },
                ..Budget::of(&Limits::default().memory(memory).memory_per_byte(0), 1, ENTRY)
            };
            assert_eq!(budget.members_left(member), members, "{memory}");
            assert_eq!((0..100).filter(|_| budget.add_member(member)).count(), members, "{memory}");
            assert_eq!((0..100).filter(|_| budget.add_entry()).count(), entries, "{memory}");
            assert_eq!(budget.limit(), Some(Limit::Memory));
        }
        let budget = Budget::of(&Limits::default().memory(0).memory_per_byte(100), 10, ENTRY);
        assert_eq!(budget.count_words("a b c d e f g h i".split(' ')).count(), 4);
    }
}

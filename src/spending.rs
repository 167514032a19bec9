//! The remaining budget of one document, according to its [`Limits`].

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use crate::content::{Budget, resolve};
use crate::diagnostics::Limit;
use crate::limits::Limits;
use crate::model::{Extension, XmlScope};
use crate::statement::Sink;
use crate::vocabulary::Tree;

/// The longest language tag that texts inherit, in bytes. RFC 5646 §4.4.1 expects at most 35.
pub(crate) const LONGEST_LANGUAGE: usize = 64;

/// The longest namespace name that extensions have, in bytes.
pub(crate) const LONGEST_NAMESPACE: usize = 1024;

/// Inherited values up to this length, in bytes, are free: with them, the elements that inherit cost at most a few times
/// their own length.
const FREE_INHERITANCE: usize = 128;

/// The cost of a value: the memory that it takes in the model, and the bytes that it adds to the JSON that is written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cost {
    memory: usize,
    written: usize,
}

impl Cost {
    /// Returns the cost of a `T` with this number of fields and bytes of text.
    pub(crate) const fn of<T>(fields: usize, text: usize) -> Self {
        /// The memory that a string takes besides its bytes.
        const ALLOCATION: usize = 16;
        /// A name, its punctuation and its indentation.
        const MEMBER: usize = 24;
        Self { memory: size_of::<T>() + fields * ALLOCATION + text, written: fields * MEMBER + text }
    }

    /// Returns the cost of two values, which are kept or left out together.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            memory: self.memory.saturating_add(other.memory),
            written: self.written.saturating_add(other.written),
        }
    }

    /// Returns the cost of so many values.
    pub(crate) const fn times(self, count: usize) -> Self {
        Self { memory: self.memory.saturating_mul(count), written: self.written.saturating_mul(count) }
    }

    /// Returns the cost of an element without a field, or of one that its vocabulary reads together with others.
    pub(crate) const fn element(text: usize) -> Self {
        Self::of::<(Tree, Extension)>(4, text)
    }

    /// Returns the cost of an attribute that has no field.
    pub(crate) const fn attribute(text: usize) -> Self {
        Self::of::<(Arc<str>, String)>(2, text)
    }

    /// Returns the cost of a word in a list.
    pub(crate) const fn word(text: usize) -> Self {
        Self::of::<String>(1, text)
    }
}

/// The amounts of one document that are limited, wherever they are spent.
#[derive(Debug)]
pub(crate) struct Spending {
    /// The work on markup, and the bytes that resolving adds.
    pub(crate) markup: Budget,
    /// What values may still cost.
    left: Cell<Cost>,
    /// What is kept for entries.
    kept_for_entries: Cost,
    entry: Cost,
    is_out_of_memory: Cell<bool>,
}

impl Spending {
    /// Creates the budget of a document of this length, whose values go to a sink of type `S`.
    pub(crate) fn new<S: Sink>(limits: &Limits, length: usize) -> Self {
        /// The part of the memory that may be written as JSON.
        const WRITTEN: usize = 4;
        /// The part that is kept for entries.
        const FOR_ENTRIES: usize = 4;
        let memory = limits.memory_of(length);
        let all = Cost { memory, written: memory / WRITTEN };
        Self {
            markup: Budget::default().markup(limits.markup).resolved(limits.resolved),
            left: Cell::new(all),
            kept_for_entries: Cost { memory: memory / FOR_ENTRIES, written: all.written / FOR_ENTRIES },
            entry: Cost { memory: S::ENTRY, written: Cost::of::<()>(1, 0).written },
            is_out_of_memory: Cell::new(false),
        }
    }

    /// Pays for a member of a list. Returns whether there is room for it.
    pub(crate) fn add_member(&self, cost: Cost) -> bool {
        self.pay(self.kept_for_entries.and(cost), cost)
    }

    /// Pays for an entry. Returns whether there is room for it.
    pub(crate) fn add_entry(&self) -> bool {
        self.pay(self.entry, self.entry)
    }

    /// Pays for the value of a field, which is always kept: an entry has only so many fields.
    pub(crate) fn add_value(&self, cost: Cost) {
        let Cost { memory, written } = self.left.get();
        self.left.set(Cost {
            memory: memory.saturating_sub(cost.memory),
            written: written.saturating_sub(cost.written),
        });
    }

    /// Pays if as much as `needed` is left. Returns whether it is.
    #[inline]
    fn pay(&self, needed: Cost, cost: Cost) -> bool {
        let left = self.left.get();
        let has_room = needed.memory <= left.memory && needed.written <= left.written;
        if has_room {
            self.add_value(cost);
        } else {
            self.is_out_of_memory.set(true);
        }
        has_room
    }

    /// Returns how many members of this cost may still be added.
    pub(crate) fn members_left(&self, cost: Cost) -> usize {
        let (left, kept) = (self.left.get(), self.kept_for_entries);
        let memory = left.memory.saturating_sub(kept.memory) / cost.memory.max(1);
        memory.min(left.written.saturating_sub(kept.written) / cost.written.max(1))
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
        self.is_out_of_memory.get()
    }

    /// Resolves a reference, which stays as written if the limit is reached.
    pub(crate) fn resolve<'a>(&self, base: &str, reference: &'a str) -> Cow<'a, str> {
        let resolved = resolve(base, reference);
        let is_paid =
            matches!(resolved, Cow::Borrowed(_)) || self.markup.add_resolved(resolved.len(), reference.len());
        if is_paid { resolved } else { Cow::Borrowed(reference.trim()) }
    }

    /// Resolves a link like [`resolve`](Self::resolve); `None` if it would run a script.
    pub(crate) fn resolve_safe<'a>(&self, base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
        self.markup.resolve_safe(base, reference)
    }

    /// Returns the scope for a text, which is written with every text that has it; `None` if the limit is reached.
    pub(crate) fn inherit(&self, scope: Option<&Arc<XmlScope>>) -> Option<Arc<XmlScope>> {
        let scope = scope?;
        let length = |value: &Option<Arc<str>>| value.as_ref().map_or(0, |value| value.len());
        let is_paid = self.inherit_bytes(length(&scope.base) + length(&scope.language));
        is_paid.then(|| Arc::clone(scope))
    }

    /// Spends the bytes of a value that is inherited. Returns whether the limit allows it.
    pub(crate) fn inherit_bytes(&self, length: usize) -> bool {
        length <= FREE_INHERITANCE || self.markup.add_resolved(length, 0)
    }

    /// Returns the limit that was exceeded, if any.
    pub(crate) fn exceeded(&self) -> Option<Limit> {
        let exceeded = self.markup.exceeded();
        if self.is_out_of_memory.get() {
            Some(Limit::Memory)
        } else if exceeded.markup || exceeded.nesting {
            Some(Limit::Markup)
        } else {
            exceeded.resolved.then_some(Limit::Resolved)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::Assembler;

    #[test]
    fn what_exceeds_a_limit_stays_as_written() {
        let spending = Spending::new::<Assembler>(&Limits::default().resolved(40), 100);
        let base = "http://e.example/";
        for (reference, expected) in [
            ("http://other.example/", "http://other.example/"),
            ("a", "http://e.example/a"),
            (" b ", "http://e.example/b"),
            ("c", "c"),
            (" d ", "d"),
            ("http://other.example/", "http://other.example/"),
        ] {
            assert_eq!(spending.resolve(base, reference), expected, "{reference:?}");
        }
        assert_eq!(spending.exceeded(), Some(Limit::Resolved));
    }

    #[test]
    fn short_scopes_are_free_and_long_ones_are_not() {
        for (length, limit, inherited) in [(20, 0, 9), (128, 0, 9), (200, 0, 0), (200, 1000, 5)] {
            let spending = Spending::new::<Assembler>(&Limits::default().resolved(limit), 100);
            let scope = XmlScope::shared(None, Some("x".repeat(length).into()));
            let found = (0..9).filter(|_| spending.inherit(scope.as_ref()).is_some()).count();
            assert_eq!(found, inherited, "{length} {limit}");
        }
    }

    #[test]
    fn entries_have_room_when_members_have_none() {
        let member = Cost { memory: 100, written: 10 };
        for (memory, members, entries) in [(0, 0, 0), (1000, 7, 3), (4000, 30, 10)] {
            let spending = Spending {
                entry: Cost { memory: 100, written: 1 },
                ..Spending::new::<Assembler>(&Limits::default().memory(memory).memory_per_byte(0), 1)
            };
            assert_eq!(spending.members_left(member), members, "{memory}");
            assert_eq!((0..100).filter(|_| spending.add_member(member)).count(), members, "{memory}");
            assert_eq!((0..100).filter(|_| spending.add_entry()).count(), entries, "{memory}");
            assert_eq!(spending.exceeded(), Some(Limit::Memory));
        }
        let spending = Spending::new::<Assembler>(&Limits::default().memory(0).memory_per_byte(100), 10);
        assert_eq!(spending.count_words("a b c d e f g h i".split(' ')).count(), 7);
    }
}

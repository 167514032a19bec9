//! The remaining budget of one document, according to its [`Limits`].

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use crate::content::{Budget, resolve};
use crate::diagnostics::Limit;
use crate::limits::Limits;
use crate::model::XmlScope;

/// The longest language tag that texts inherit, in bytes. RFC 5646 §4.4.1 expects at most 35.
pub(crate) const LONGEST_LANGUAGE: usize = 64;

/// The longest namespace name that extensions have, in bytes.
pub(crate) const LONGEST_NAMESPACE: usize = 1024;

/// Inherited values up to this length, in bytes, are free: with them, the elements that inherit cost at most a few times
/// their own length.
const FREE_INHERITANCE: usize = 128;

/// The amounts of one document that are limited, wherever they are spent.
#[derive(Debug)]
pub(crate) struct Spending {
    /// The work on markup, and the bytes that resolving adds.
    pub(crate) markup: Budget,
    /// The list members that may still be added.
    members: Cell<usize>,
    is_out_of_members: Cell<bool>,
}

impl Spending {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            markup: Budget::default().resolved(limits.resolved),
            members: Cell::new(limits.list_members),
            is_out_of_members: Cell::new(false),
        }
    }

    /// Counts a list member. Returns whether there is room for it.
    #[inline]
    pub(crate) fn add_member(&self) -> bool {
        self.add_members(1)
    }

    /// Counts several list members, which are kept or left out together. Returns whether there is room for them.
    #[inline]
    pub(crate) fn add_members(&self, count: usize) -> bool {
        let rest = self.members.get().checked_sub(count);
        match rest {
            Some(rest) => self.members.set(rest),
            None => self.is_out_of_members.set(true),
        }
        rest.is_some()
    }

    /// Returns the number of list members that may still be added.
    pub(crate) fn members_left(&self) -> usize {
        self.members.get()
    }

    /// Counts the members of a list while they are read, and leaves out those beyond the limit.
    pub(crate) fn count_members<I: Iterator>(&self, members: I) -> impl Iterator<Item = I::Item> {
        members.take_while(|_| self.add_member())
    }

    /// Returns whether a list member was left out.
    pub(crate) fn is_out_of_members(&self) -> bool {
        self.is_out_of_members.get()
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
        if self.is_out_of_members.get() {
            Some(Limit::ListMembers)
        } else if exceeded.nesting {
            Some(Limit::Markup)
        } else {
            exceeded.resolved.then_some(Limit::Resolved)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exceeds_a_limit_stays_as_written() {
        let spending = Spending::new(&Limits::default().resolved(40));
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
            let spending = Spending::new(&Limits::default().resolved(limit));
            let scope = XmlScope::shared(None, Some("x".repeat(length).into()));
            let found = (0..9).filter(|_| spending.inherit(scope.as_ref()).is_some()).count();
            assert_eq!(found, inherited, "{length} {limit}");
        }
    }

    #[test]
    fn list_members_are_counted() {
        let spending = Spending::new(&Limits::default().list_members(2));
        assert_eq!([(); 3].map(|()| spending.add_member()), [true, true, false]);
        assert_eq!(spending.exceeded(), Some(Limit::ListMembers));
        let spending = Spending::new(&Limits::default().list_members(5));
        assert_eq!([2, 4, 1].map(|count| spending.add_members(count)), [true, false, true]);
        assert_eq!(spending.count_members("abc".chars()).collect::<String>(), "ab");
    }
}

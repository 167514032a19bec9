//! Values that were paid for. Everything that is kept until the end of a document is in a [`PaidList`], or came in a [`Paid`]: nothing else
//! can be added.

use std::ops::{Deref, DerefMut};

use bozofeed_model::internal::cost::Priced;
pub(crate) use bozofeed_model::internal::cost::push_exact;

/// A value that a [`Budget`](crate::budget::Budget) has paid for: nothing else makes it. Later additions to the
/// value are paid for separately.
#[derive(Debug)]
pub(crate) struct Paid<T>(T);

impl<T> Paid<T> {
    pub(super) fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value, for a place that has one value.
    pub(crate) fn into_inner(self) -> T {
        self.0
    }

    /// Returns the value in another form that takes as much.
    pub(crate) fn map<U>(self, convert: impl FnOnce(T) -> U) -> Paid<U> {
        Paid(convert(self.0))
    }
}

impl<T> Deref for Paid<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Paid<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A list whose members were paid for.
#[derive(Debug, Clone)]
pub(crate) struct PaidList<T>(Vec<T>);

impl<T> PaidList<T> {
    /// Adds a member.
    #[inline]
    pub(crate) fn push(&mut self, member: Paid<T>) {
        push_exact(&mut self.0, member.into_inner());
    }

    /// Adds a member, if there is one.
    pub(crate) fn extend(&mut self, member: Option<Paid<T>>) {
        if let Some(member) = member {
            self.push(member);
        }
    }

    /// Removes and returns the members from a position on.
    pub(crate) fn drain_from(&mut self, position: usize) -> impl Iterator<Item = T> {
        self.0.drain(position.min(self.0.len())..)
    }

    /// Returns the list and leaves an empty one.
    pub(crate) fn take(&mut self) -> Vec<T> {
        std::mem::take(self).into_vec()
    }

    /// Returns the members, to be kept elsewhere.
    pub(crate) fn into_paid(self) -> impl Iterator<Item = Paid<T>> {
        self.0.into_iter().map(Paid)
    }

    /// Returns the list.
    pub(crate) fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T: Priced> Priced for PaidList<T> {
    fn heap(&self) -> usize {
        self.0.heap()
    }

    fn written(&self) -> usize {
        self.0.written()
    }
}

impl<T> Default for PaidList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> DerefMut for PaidList<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> Deref for PaidList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

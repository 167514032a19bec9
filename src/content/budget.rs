//! Limits on the work that the markup of one document may cause.

use crate::html::resolve::resolve_safe;
use std::borrow::Cow;
use std::cell::Cell;

/// The limits on cleaning the texts of one document. Each call of [`Cleaner::clean_within`](super::Cleaner::clean_within)
/// spends from it; when a limit is reached, the rest is still returned, in a cheaper form, and
/// [`exceeded`](Self::exceeded) reports it.
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
    resolved: Cell<usize>,
    exceeded: Cell<Exceeded>,
}

/// The limits of a [`Budget`] that were exceeded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exceeded {
    /// Some tags were left out because they are nested too deeply or misnested too often. The text is complete.
    pub nesting: bool,
    /// References were left relative: see [`Budget::resolved`].
    pub resolved: bool,
}

impl Exceeded {
    /// Returns whether any limit was exceeded.
    #[must_use]
    pub fn any(self) -> bool {
        self.nesting || self.resolved
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self { resolved: Cell::new(16 << 20), exceeded: Cell::default() }
    }
}

impl Budget {
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
        self.resolved.set(bytes);
        self
    }

    /// Returns which limits were exceeded so far.
    #[must_use]
    pub fn exceeded(&self) -> Exceeded {
        self.exceeded.get()
    }

    /// Resolves a reference, as long as the budget for it lasts; `None` if the reference or the result is a script URL.
    pub(crate) fn resolve_safe<'a>(&self, base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
        let resolved = resolve_safe(base, reference)?;
        let is_paid =
            matches!(resolved, Cow::Borrowed(_)) || self.add_resolved(resolved.len(), reference.len());
        Some(if is_paid { resolved } else { Cow::Borrowed(reference) })
    }

    /// Returns the bytes that references may still grow by. It changes whenever a reference is resolved.
    pub(crate) fn left_to_resolve(&self) -> usize {
        self.resolved.get()
    }

    /// Spends the bytes that a reference grew by. Returns whether the budget allows it.
    pub(crate) fn add_resolved(&self, length: usize, from: usize) -> bool {
        let is_paid = spend(&self.resolved, length.saturating_sub(from));
        if !is_paid {
            self.exceeded.set(Exceeded { resolved: true, ..self.exceeded.get() });
        }
        is_paid
    }

    #[cfg(feature = "sanitize")]
    pub(super) fn set_nesting_exceeded(&self) {
        self.exceeded.set(Exceeded { nesting: true, ..self.exceeded.get() });
    }

    /// Takes back what was spent since `earlier`, a copy.
    #[cfg(feature = "sanitize")]
    pub(super) fn restore(&self, earlier: &Self) {
        self.resolved.set(earlier.resolved.get());
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

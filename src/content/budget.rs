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
    markup: Cell<usize>,
    resolved: Cell<usize>,
    steps: Cell<usize>,
    exceeded: Cell<Exceeded>,
}

/// The limits of a [`Budget`] that were exceeded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exceeded {
    /// Markup was escaped instead of parsed: see [`Budget::markup`]. Its text is complete.
    pub markup: bool,
    /// Some tags were left out or escaped because they are nested too deeply or misnested too often. The text is complete.
    pub nesting: bool,
    /// References were left relative: see [`Budget::resolved`].
    pub resolved: bool,
}

impl Exceeded {
    /// Returns whether any limit was exceeded.
    #[must_use]
    pub fn any(self) -> bool {
        self.markup || self.nesting || self.resolved
    }
}

/// Steps of the tree builder that every document may cost, beside [`STEPS_PER_BYTE`] for each byte of its markup.
const FREE_STEPS: usize = 1_000_000;

/// Real markup needs about one.
const STEPS_PER_BYTE: usize = 8;

impl Default for Budget {
    fn default() -> Self {
        Self {
            markup: Cell::new(2 << 20),
            resolved: Cell::new(16 << 20),
            steps: Cell::new(FREE_STEPS),
            exceeded: Cell::default(),
        }
    }
}

impl Budget {
    /// Sets the number of bytes of markup that may be passed to the tree builder, which is needed for text between
    /// the parts of a table, for example. The default is 2 MiB. A text that exceeds it is escaped, so that its source is shown.
    ///
    /// ```
    /// # #[cfg(feature = "sanitize")] {
    /// use bozofeed::content::{Budget, Cleaner, Sanitize};
    ///
    /// let budget = Budget::default().markup(5);
    /// let clean = Cleaner::new(&Sanitize::Reader, true).clean_within("<table>a<tr><td>b", "", &budget);
    /// assert_eq!(clean, "&lt;table&gt;a&lt;tr&gt;&lt;td&gt;b");
    /// assert!(budget.exceeded().markup);
    /// # }
    /// ```
    #[must_use]
    pub fn markup(self, bytes: usize) -> Self {
        self.markup.set(bytes);
        self
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

    /// Spends the bytes of markup that is handed to the tree builder. Returns whether the budget allows it.
    #[cfg(feature = "sanitize")]
    pub(super) fn add_markup(&self, bytes: usize) -> bool {
        let is_paid = spend(&self.markup, bytes);
        if is_paid {
            self.steps.set(self.steps.get().saturating_add(bytes.saturating_mul(STEPS_PER_BYTE)));
        } else {
            self.exceeded.set(Exceeded { markup: true, ..self.exceeded.get() });
        }
        is_paid
    }

    /// Spends steps of the tree builder. Returns whether the budget allows it.
    #[cfg(feature = "sanitize")]
    pub(super) fn add_steps(&self, steps: usize) -> bool {
        let is_paid = spend(&self.steps, steps);
        if !is_paid {
            self.set_nesting_exceeded();
        }
        is_paid
    }

    #[cfg(feature = "sanitize")]
    pub(super) fn set_nesting_exceeded(&self) {
        self.exceeded.set(Exceeded { nesting: true, ..self.exceeded.get() });
    }

    /// Returns how many steps are left.
    #[cfg(all(test, feature = "sanitize"))]
    pub(super) fn steps_left(&self) -> usize {
        self.steps.get()
    }

    /// Takes back what was spent since `earlier`, a copy.
    #[cfg(feature = "sanitize")]
    pub(super) fn restore(&self, earlier: &Self) {
        self.markup.set(earlier.markup.get());
        self.resolved.set(earlier.resolved.get());
        self.steps.set(earlier.steps.get());
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

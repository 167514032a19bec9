//! The budget for work beyond the markup itself: resolving and cleaning.

use std::borrow::Cow;
use std::cell::Cell;

use bozofeed_text::html::parsed_url::UrlParser;
use bozofeed_text::html::resolve::{Resolve, depends_on_base, is_script_url, resolve};

use crate::without_tracking;

/// The number of bytes that the texts of one document may grow by: a base is copied into every reference that is resolved against it.
/// Once the budget is spent, references stay as written, and [`exceeded`](Self::exceeded) reports it.
#[derive(Debug, Clone)]
pub struct GrowthBudget {
    bytes: Cell<usize>,
    /// The function that resolves references.
    resolve: Resolve,
    exceeded: Cell<Exceeded>,
    urls: UrlParser,
    /// Whether tracking parameters are removed from links.
    removes_tracking: bool,
}

/// The limits of a [`GrowthBudget`] that were exceeded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exceeded {
    /// Some tags were left out because they are nested too deeply or misnested too often. The text is complete.
    pub nesting: bool,
    /// References were left relative, or values did not inherit values that apply to them: see [`GrowthBudget::new`]. Or URLs were not
    /// parsed, since too many hosts are not ASCII.
    pub resolved: bool,
    /// A search was cut off.
    pub lookahead: bool,
}

impl Default for GrowthBudget {
    fn default() -> Self {
        Self::new(Self::BYTES, resolve)
    }
}

impl GrowthBudget {
    /// The default number of bytes that texts may grow by.
    pub const BYTES: usize = 16 << 20;

    /// Returns the budget of a document: the function that resolves references, and the number of bytes that texts may grow by.
    pub fn new(bytes: usize, resolve: Resolve) -> Self {
        Self {
            bytes: Cell::new(bytes),
            resolve,
            exceeded: Cell::default(),
            urls: UrlParser::new(),
            removes_tracking: false,
        }
    }

    /// Sets whether tracking parameters are removed from links.
    pub fn set_without_tracking(&mut self, removes_tracking: bool) {
        self.removes_tracking = removes_tracking;
    }

    /// Sets the number of remaining bytes.
    pub fn set_left(&self, bytes: usize) {
        self.bytes.set(bytes);
    }

    /// Returns the number of bytes that texts may still grow by. It changes whenever a reference is resolved.
    #[inline]
    pub fn left(&self) -> usize {
        self.bytes.get()
    }

    /// Returns the limits that were exceeded so far.
    #[must_use]
    pub fn exceeded(&self) -> Exceeded {
        let exceeded = self.exceeded.get();
        Exceeded { resolved: exceeded.resolved || self.urls.is_spent(), ..exceeded }
    }

    /// Returns the parser of the document's URLs.
    #[inline]
    pub fn urls(&self) -> &UrlParser {
        &self.urls
    }

    /// Spends bytes that are copied, compared or written beyond the document itself. Returns whether the budget allows it.
    #[inline]
    pub fn pay(&self, bytes: usize) -> bool {
        let rest = self.bytes.get().checked_sub(bytes);
        match rest {
            Some(rest) => self.bytes.set(rest),
            None => self.exceed(|exceeded| exceeded.resolved = true),
        }
        rest.is_some()
    }

    /// Resolves a reference. Returns `None` without looking at the base if the result may exceed the budget.
    #[inline]
    pub fn try_resolve<'a>(&self, base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
        // A slash may be added to the base.
        let most = base.len() + 1;
        if self.bytes.get() < most && depends_on_base(base, reference) {
            self.exceed(|exceeded| exceeded.resolved = true);
            return None;
        }
        let resolved = (self.resolve)(base, reference);
        let growth = resolved.len().saturating_sub(reference.len());
        (matches!(resolved, Cow::Borrowed(_)) || self.pay(growth)).then_some(resolved)
    }

    /// Resolves a reference, which stays as written if the budget is spent.
    #[inline]
    pub fn resolve<'a>(&self, base: &str, reference: &'a str) -> Cow<'a, str> {
        self.try_resolve(base, reference).unwrap_or_else(|| Cow::Borrowed(reference.trim()))
    }

    /// Resolves a link like [`resolve`](Self::resolve); `None` if it would run a script.
    #[inline]
    pub fn resolve_safe<'a>(&self, base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
        // The reference itself is also checked, since it stays as written if the budget is spent.
        if is_script_url(reference) {
            return None;
        }
        let link = match self.try_resolve(base, reference) {
            Some(resolved) => Some(resolved).filter(|uri| !is_script_url(uri)),
            None => Some(Cow::Borrowed(reference)),
        };
        if !self.removes_tracking {
            return link;
        }
        link.map(|link| match link {
            Cow::Borrowed(link) => without_tracking(link),
            Cow::Owned(link) => Cow::Owned(without_tracking(&link).into_owned()),
        })
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

    /// Records that a [`Scan`](bozofeed_text::scan::Scan) was cut off.
    pub fn set_lookahead_exceeded(&self) {
        self.exceed(|exceeded| exceeded.lookahead = true);
    }

    /// Restores the state of `earlier`, a copy, and so refunds the bytes spent since then.
    #[cfg(feature = "sanitize")]
    pub(crate) fn restore(&self, earlier: &Self) {
        self.bytes.set(earlier.bytes.get());
        self.exceeded.set(earlier.exceeded.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_that_exceeds_the_limit_stays_as_written() {
        let budget = GrowthBudget::new(40, resolve);
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
        assert!(budget.exceeded().resolved);
    }
}

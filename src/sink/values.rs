//! Reads the values of a scope when it ends.

use std::cell::RefCell;
use std::sync::Arc;

use super::journal::FieldPlace;
use super::{FieldChoice, Journal, Sink, Tree};
use crate::budget::Budget;
use crate::diagnostics::WarningKind;
use crate::model::{Str, XmlScope};
use crate::options::Options;
use bozofeed_content::Sanitizer;
use bozofeed_model::internal::cost::Priced;

/// A warning about a value that could not be read.
#[derive(Debug)]
pub(crate) struct ValueWarning {
    /// The offset of the element; `None` if the value belongs to a link.
    pub(crate) offset: Option<usize>,
    /// The qualified name of the element, with the customary prefix.
    pub(crate) element: String,
    pub(crate) kind: WarningKind,
    pub(crate) value: String,
}

/// Reads the values of one scope, and collects warnings.
#[derive(Debug)]
pub(crate) struct ValueReader<'o> {
    pub(crate) options: &'o Options,
    pub(crate) cleaner: &'o Sanitizer,
    pub(crate) budget: &'o Budget,
    /// The language and the base URI that apply to the feed or entry.
    pub(crate) scope: Option<Arc<XmlScope>>,
    /// The page of an RSS feed, which is the base URI of its links unless there is an `xml:base`.
    page: Option<Str>,
    /// Values that could not be read.
    pub(crate) warnings: RefCell<Vec<ValueWarning>>,
    pub(crate) journal: Journal,
}

impl<'o> ValueReader<'o> {
    pub(crate) fn new(
        sink: &dyn Sink,
        options: &'o Options,
        budget: &'o Budget,
        scope: Option<Arc<XmlScope>>,
    ) -> Self {
        Self {
            options,
            cleaner: sink.cleaner(options),
            budget,
            scope,
            page: None,
            warnings: RefCell::default(),
            journal: sink.journal(),
        }
    }

    /// Sets the page of the feed.
    pub(crate) fn with_page(self, page: Option<Str>) -> Self {
        Self { page, ..self }
    }

    /// Charges for the members of a list, and omits those beyond the limit.
    pub(crate) fn keep_each<T: Priced>(&self, values: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        self.budget.keep_each(values)
    }

    /// Returns the base URI for an element: one that is set inside the feed or entry, or otherwise that of the feed or entry.
    pub(crate) fn base_of<'t>(&'t self, tree: Option<&'t Tree>) -> &'t str {
        let own = self.scope.as_ref().and_then(|scope| scope.base.as_ref());
        let inner = tree.and_then(|tree| tree.scope.as_ref()?.base.as_ref());
        let is_same = |inner: &&Str| own.is_some_and(|own| own.ptr_eq(inner));
        match inner.filter(|inner| !is_same(inner)) {
            Some(inner) => inner,
            None => self.page.as_ref().or(own).map_or("", Str::as_str),
        }
    }

    /// Records the decision about the value of an element. `parts` adds the names of the fields between the vocabulary and the
    /// value.
    pub(crate) fn note(
        &self,
        slot: FieldPlace,
        parts: impl FnOnce(&mut Vec<&'static str>),
        tree: &Tree,
        choice: FieldChoice,
    ) {
        let shown = self.journal.show(|| tree.display_text());
        let element = || (qualified_name(tree), tree.offset);
        self.journal.note_offer(slot, parts, shown, element, choice);
    }

    #[cold]
    pub(crate) fn warn(&self, tree: Option<&Tree>, kind: WarningKind, raw: &str) {
        self.warnings.borrow_mut().push(ValueWarning {
            offset: tree.map(|tree| tree.offset),
            element: tree.map(qualified_name).unwrap_or_default(),
            kind,
            value: raw.to_owned(),
        });
    }
}

fn qualified_name(tree: &Tree) -> String {
    let separator = if tree.prefix.is_empty() { "" } else { ":" };
    [&tree.prefix, separator, &tree.name].concat()
}

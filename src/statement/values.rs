//! Reading the values of a scope when it ends.

use std::cell::RefCell;
use std::sync::Arc;

use super::{Sink, Tree};
use crate::budget::{Budget, PaidList};
use crate::content::Cleaner;
use crate::conventions::Conventions;
use crate::cost::Priced;
use crate::diagnostics::WarningKind;
use crate::model::XmlScope;
use crate::options::Options;

/// The outcome for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offered {
    /// It is the first value of the field.
    Taken,
    /// It says more than the value before, which is one no longer.
    Replaced,
    /// It is a member of a list.
    Added,
    /// The field has another value.
    Lost,
}

/// A value that an element gives for a field of its vocabulary.
#[derive(Debug)]
pub(crate) struct Offer {
    /// The names of the vocabulary's field and of the field in it. The former is empty for a field of a feed or entry itself.
    pub(crate) field: (&'static str, &'static str),
    pub(crate) element: String,
    pub(crate) value: String,
    pub(crate) offset: usize,
    pub(crate) offered: Offered,
}

impl Priced for Offer {
    /// A record and a candidate are made of it.
    fn heap(&self) -> usize {
        2 * size_of::<Self>() + self.element.heap() + self.value.heap()
    }

    fn written(&self) -> usize {
        self.element.len() + self.value.len()
    }
}

/// Reads the values of one scope, and collects warnings.
#[derive(Debug)]
pub(crate) struct ValueReader<'o> {
    pub(crate) options: &'o Options,
    pub(crate) cleaner: &'o Cleaner,
    pub(crate) budget: &'o Budget,
    pub(crate) conventions: &'static Conventions,
    /// The language and the base URI in force for the feed or entry.
    pub(crate) scope: Option<Arc<XmlScope>>,
    /// The page of a feed that is RSS, which is the base URI of its links unless there is an `xml:base`.
    page: Option<Arc<str>>,
    /// Values that could not be read, with the offset of their element unless they belong to a link.
    pub(crate) warnings: RefCell<Vec<(Option<usize>, WarningKind, String)>>,
    /// The values of vocabularies with their outcomes, if they are to be explained.
    pub(crate) offers: RefCell<Option<PaidList<Offer>>>,
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
            conventions: sink.conventions(),
            scope,
            page: None,
            warnings: RefCell::default(),
            offers: RefCell::default(),
        }
    }

    /// Sets the page of the feed.
    pub(crate) fn with_page(self, page: Option<Arc<str>>) -> Self {
        Self { page, ..self }
    }

    /// Pays for the members of a list, and leaves out those beyond the limit.
    pub(crate) fn keep_each<T: Priced>(&self, values: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        self.budget.keep_each(values)
    }

    /// Returns the base URI in force for an element: one that is set within the feed or entry, or that of the feed or entry.
    pub(crate) fn base_of<'t>(&'t self, tree: Option<&'t Tree>) -> &'t str {
        let own = self.scope.as_ref().and_then(|scope| scope.base.as_ref());
        let inner = tree.and_then(|tree| tree.scope.as_ref()?.base.as_ref());
        let is_same = |inner: &&Arc<str>| own.is_some_and(|own| Arc::ptr_eq(own, inner));
        match inner.filter(|inner| !is_same(inner)) {
            Some(inner) => inner,
            None => self.page.as_ref().or(own).map_or("", AsRef::as_ref),
        }
    }

    /// Notes the outcome for a value, if it is to be explained and there is room for it.
    pub(crate) fn explain(
        &self,
        vocabulary: &'static str,
        field: &'static str,
        tree: &Tree,
        offered: Offered,
    ) {
        if let Some(offers) = self.offers.borrow_mut().as_mut()
            && self.budget.pay(tree.prefix.len() + tree.name.len() + tree.text.len())
        {
            let separator = if tree.prefix.is_empty() { "" } else { ":" };
            offers.extend(self.budget.keep(Offer {
                field: (vocabulary, field),
                element: [&tree.prefix, separator, &tree.name].concat(),
                value: tree.text.to_string(),
                offset: tree.offset,
                offered,
            }));
        }
    }

    pub(crate) fn warn(&self, tree: Option<&Tree>, kind: WarningKind, raw: &str) {
        self.warnings.borrow_mut().push((tree.map(|tree| tree.offset), kind, raw.to_owned()));
    }
}

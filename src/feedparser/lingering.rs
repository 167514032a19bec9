//! Universal Feed Parser does not let go of a base URI that ended while no other was in force.

use std::sync::Arc;

use crate::budget::Budget;
use crate::model::{Str, Text, XmlScope};

/// The base that elements which begin later still have.
#[derive(Debug)]
pub(super) struct Lingering {
    base: Str,
    /// The number of open elements that began before it.
    bare: usize,
    /// The scope that was made last, and the scope it was made from.
    last: Option<(Option<Arc<XmlScope>>, Arc<XmlScope>)>,
}

/// The lingering base, if there is one.
#[derive(Debug, Default)]
pub(super) struct Base(Option<Lingering>);

impl Base {
    /// A base ended and none is in force; `open` elements are open.
    pub(super) fn ended(&mut self, base: &Str, open: usize) {
        // `unknown_endtag` restores the base of the element around it only if that is not empty.
        if self.0.as_ref().is_none_or(|lingering| open <= lingering.bare) {
            self.0 = Some(Lingering { base: base.clone(), bare: open, last: None });
        }
    }

    /// An element ended; `open` elements are open.
    pub(super) fn element_ended(&mut self, open: usize) {
        if let Some(lingering) = &mut self.0 {
            lingering.bare = lingering.bare.min(open);
        }
    }

    /// Gives a text without a base the lingering one, unless there is no room for it.
    pub(super) fn apply(&mut self, text: &mut Text, budget: &Budget) {
        if let Some(lingering) = &mut self.0
            && text.base().is_none()
            && budget.inherit_bytes(lingering.base.len())
        {
            text.scope = Some(lingering.beside(text.scope.as_ref()));
        }
    }
}

impl Lingering {
    fn beside(&mut self, scope: Option<&Arc<XmlScope>>) -> Arc<XmlScope> {
        let is_same = |made_from: Option<&Arc<XmlScope>>| match (made_from, scope) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            (None, Some(_)) | (Some(_), None) => false,
        };
        // Texts that shared a scope share the new one, so that not each of them has its own copy of the base.
        if let Some((_, made)) = self.last.as_ref().filter(|(from, _)| is_same(from.as_ref())) {
            return Arc::clone(made);
        }
        let language = scope.and_then(|scope| scope.language.clone());
        let made = Arc::new(XmlScope { language, base: Some(self.base.clone()) });
        self.last = Some((scope.cloned(), Arc::clone(&made)));
        made
    }
}

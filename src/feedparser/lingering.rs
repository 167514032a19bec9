//! Universal Feed Parser does not let go of a base URI that ended while no other was in force.

use std::sync::Arc;

use crate::model::{Text, XmlScope};

/// The base that elements which begin later still have.
#[derive(Debug)]
pub(super) struct Lingering {
    base: Arc<str>,
    /// The number of open elements that began before it.
    bare: usize,
    /// The scope that was made last, and the scope it was made from.
    last: Option<(Option<Arc<XmlScope>>, Arc<XmlScope>)>,
}

/// The lingering base, if there is one.
#[derive(Debug)]
pub(super) struct Base {
    lingering: Option<Lingering>,
    /// The bytes that it may still add to the dictionary, which has it with every text. Short ones are free.
    left: usize,
    is_exceeded: bool,
}

/// The longest base that is free.
const SHORT: usize = 128;

impl Base {
    /// Creates a base that may add `left` bytes to the dictionary.
    pub(super) fn new(left: usize) -> Self {
        Self { lingering: None, left, is_exceeded: false }
    }

    /// Returns whether a text has no base because there was no room for it.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }

    /// Spends bytes that something inherited adds to the dictionary. Returns whether there is room for them.
    pub(super) fn can_add(&mut self, length: usize) -> bool {
        spend(&mut self.left, &mut self.is_exceeded, length)
    }

    /// A base ended and none is in force; `open` elements are open.
    pub(super) fn ended(&mut self, base: &Arc<str>, open: usize) {
        if self.lingering.as_ref().is_none_or(|lingering| open <= lingering.bare) {
            self.lingering = Some(Lingering { base: Arc::clone(base), bare: open, last: None });
        }
    }

    /// An element ended; `open` elements are open.
    pub(super) fn element_ended(&mut self, open: usize) {
        if let Some(lingering) = &mut self.lingering {
            lingering.bare = lingering.bare.min(open);
        }
    }

    /// Gives a text without a base the lingering one.
    pub(super) fn apply(&mut self, text: &mut Text) {
        if let Some(lingering) = &mut self.lingering
            && text.base().is_none()
        {
            let length = lingering.base.len();
            if length <= SHORT || spend(&mut self.left, &mut self.is_exceeded, length) {
                text.scope = Some(lingering.beside(text.scope.as_ref()));
            }
        }
    }
}

fn spend(left: &mut usize, is_exceeded: &mut bool, length: usize) -> bool {
    let rest = left.checked_sub(length);
    match rest {
        Some(rest) => *left = rest,
        None => *is_exceeded = true,
    }
    rest.is_some()
}

impl Lingering {
    fn beside(&mut self, scope: Option<&Arc<XmlScope>>) -> Arc<XmlScope> {
        let is_same = |made_from: Option<&Arc<XmlScope>>| match (made_from, scope) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            (None, Some(_)) | (Some(_), None) => false,
        };
        if let Some((_, made)) = self.last.as_ref().filter(|(from, _)| is_same(from.as_ref())) {
            return Arc::clone(made);
        }
        let language = scope.and_then(|scope| scope.language.clone());
        let made = Arc::new(XmlScope { language, base: Some(Arc::clone(&self.base)) });
        self.last = Some((scope.cloned(), Arc::clone(&made)));
        made
    }
}

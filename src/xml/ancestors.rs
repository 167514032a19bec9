//! An open element, and facts about the elements around it, which are remembered if many are open, so that no question costs
//! more in a deeply nested document.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};

use memchr::memrchr_iter;

use super::event::{Name, Shape};

/// An element whose end was not yet reached.
#[derive(Debug)]
pub(super) struct OpenElement<'a> {
    pub(super) name: Name<'a>,
    pub(super) shape: Shape,
    /// The number of namespace declarations in scope before the element.
    pub(super) mark: usize,
    /// The offset of the start tag.
    pub(super) offset: usize,
    /// The last result of looking for the end tag, and the offset up to which it is valid. See
    /// [`Lookahead::is_closed`](super::lookahead::Lookahead::is_closed).
    pub(super) seen: Cell<(usize, bool)>,
}

/// The number of open elements up to which looking at each of them is faster.
pub(super) const FEW: usize = 24;

/// The number of kinds of content.
const SHAPES: usize = Shape::Root as usize + 1;

/// The facts about an element and those around it.
#[derive(Debug, Clone, Copy, Default)]
struct Facts {
    /// For each kind of content, the index of the innermost element of this kind or a later one.
    at_least: [Option<usize>; SHAPES],
    /// The index of the element whose text contains the innermost elements.
    text_host: Option<usize>,
}

/// The facts about the open elements, outermost first. They are determined on demand.
#[derive(Debug, Default)]
pub(super) struct Ancestors {
    facts: Vec<Facts>,
    /// A hash of each name.
    names: Vec<u8>,
    /// A hash of each name in lower case.
    lower_names: Vec<u8>,
    hasher: RandomState,
}

impl Ancestors {
    /// Forgets the elements from `length` on.
    #[inline]
    pub(super) fn truncate(&mut self, length: usize) {
        if self.facts.len() > length {
            self.facts.truncate(length);
            self.names.truncate(length);
            self.lower_names.truncate(length);
        }
    }

    /// Determines the facts about the open elements that are not known yet.
    fn extend(&mut self, open: &[OpenElement<'_>]) {
        for (at, element) in open.iter().enumerate().skip(self.facts.len()) {
            let mut facts = self.facts.last().copied().unwrap_or_default();
            let is_in_feed = facts.at_least[Shape::Feed as usize].is_some();
            if facts.text_host.is_none() && is_in_feed && element.shape.is_text() {
                facts.text_host = Some(at);
            }
            for innermost in facts.at_least.iter_mut().take(element.shape as usize + 1) {
                *innermost = Some(at);
            }
            self.facts.push(facts);
            let name = element.name.qualified;
            let (exact, lower) = (self.hash(name), self.hash_lower(name));
            self.names.push(exact);
            self.lower_names.push(lower);
        }
    }

    /// Returns a byte of the hash, which nobody can choose.
    fn hash(&self, name: &str) -> u8 {
        self.hasher.hash_one(name).to_le_bytes()[0]
    }

    fn hash_lower(&self, name: &str) -> u8 {
        self.hash(&name.to_ascii_lowercase())
    }

    /// Returns the index of the innermost element whose kind of content is `shape` or a later one.
    pub(super) fn innermost_at_least(&mut self, open: &[OpenElement<'_>], shape: Shape) -> Option<usize> {
        self.extend(open);
        self.facts.get(open.len().checked_sub(1)?)?.at_least[shape as usize]
    }

    /// Returns the index of the element whose text contains the innermost elements.
    pub(super) fn text_host(&mut self, open: &[OpenElement<'_>]) -> Option<usize> {
        self.extend(open);
        self.facts.last()?.text_host
    }

    /// Returns the index of the innermost element with a name.
    pub(super) fn find(&mut self, open: &[OpenElement<'_>], name: &str) -> Option<usize> {
        self.extend(open);
        let is_same = |at: &usize| open.get(*at).is_some_and(|open| open.name.qualified == name);
        memrchr_iter(self.hash(name), &self.names).find(is_same)
    }

    /// Returns the index of the innermost element with a name, ignoring case.
    pub(super) fn find_ignoring_case(&mut self, open: &[OpenElement<'_>], name: &str) -> Option<usize> {
        self.extend(open);
        let is_alike =
            |at: &usize| open.get(*at).is_some_and(|open| open.name.qualified.eq_ignore_ascii_case(name));
        memrchr_iter(self.hash_lower(name), &self.lower_names).find(is_alike)
    }
}

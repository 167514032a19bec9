//! An open element, and facts about the elements around it, which are remembered if many are open, so that no question costs
//! more in a deeply nested document.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::BuildHasher;

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

/// The names of the open elements, by hashes that nobody can choose: those of the map's hasher.
#[derive(Debug, Default)]
struct OpenNames {
    /// The index of the innermost element for each hash.
    innermost: HashMap<u64, usize>,
    /// For each element, outermost first, the hash of its name and the index of the next element around it with the same hash.
    elements: Vec<(u64, Option<usize>)>,
}

impl OpenNames {
    /// Forgets the elements from `length` on.
    fn truncate(&mut self, length: usize) {
        while self.elements.len() > length
            && let Some((hash, outer)) = self.elements.pop()
        {
            match outer {
                Some(outer) => self.innermost.insert(hash, outer),
                None => self.innermost.remove(&hash),
            };
        }
    }

    /// Adds the open elements that are not known yet, and returns the index of the innermost one whose name is equal to this
    /// one, as `key` has both.
    fn find<'n, K>(
        &mut self,
        open: &'n [OpenElement<'_>],
        name: &'n str,
        key: impl Fn(&'n str) -> K,
    ) -> Option<usize>
    where
        K: AsRef<str>,
    {
        for (at, element) in open.iter().enumerate().skip(self.elements.len()) {
            let hash = self.innermost.hasher().hash_one(key(element.name.qualified).as_ref());
            let outer = self.innermost.insert(hash, at);
            self.elements.push((hash, outer));
        }
        let name = key(name);
        let mut found = self.innermost.get(&self.innermost.hasher().hash_one(name.as_ref())).copied();
        while let Some(at) = found {
            if open.get(at).is_some_and(|open| key(open.name.qualified).as_ref() == name.as_ref()) {
                break;
            }
            found = self.elements.get(at).and_then(|(_, outer)| *outer);
        }
        found
    }
}

/// The facts about the open elements, outermost first. They are determined on demand.
#[derive(Debug, Default)]
pub(super) struct Ancestors {
    facts: Vec<Facts>,
    names: OpenNames,
    lower_names: OpenNames,
}

impl Ancestors {
    /// Forgets the elements from `length` on.
    #[inline]
    pub(super) fn truncate(&mut self, length: usize) {
        self.facts.truncate(length);
        self.names.truncate(length);
        self.lower_names.truncate(length);
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
        }
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
        self.names.find(open, name, |name| name)
    }

    /// Returns the index of the innermost element with a name, ignoring case.
    pub(super) fn find_ignoring_case(&mut self, open: &[OpenElement<'_>], name: &str) -> Option<usize> {
        self.lower_names.find(open, name, str::to_ascii_lowercase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(name: &str) -> OpenElement<'_> {
        OpenElement {
            name: Name::split(name),
            shape: Shape::Unknown,
            mark: 0,
            offset: 0,
            seen: Cell::default(),
        }
    }

    #[test]
    fn the_innermost_element_is_found_whatever_was_closed() {
        let names = ["a", "A", "b", "c:d", "C:D"];
        let mut ancestors = Ancestors::default();
        let mut all: Vec<OpenElement<'_>> = Vec::new();
        for step in 0..1000 {
            // As often as not, more is opened than closed.
            if step % 7 < 4 {
                all.push(open(names[step * step % names.len()]));
            } else {
                all.truncate(all.len().saturating_sub(step % 3));
                ancestors.truncate(all.len());
            }
            for name in ["a", "A", "d", "c:D", "C:D"] {
                let exact = all.iter().rposition(|open| open.name.qualified == name);
                assert_eq!(ancestors.find(&all, name), exact, "{step}: {name}");
                let alike = all.iter().rposition(|open| open.name.qualified.eq_ignore_ascii_case(name));
                assert_eq!(ancestors.find_ignoring_case(&all, name), alike, "{step}: {name}");
            }
        }
    }

    #[test]
    fn a_name_is_compared_with_no_other() {
        let all: Vec<OpenElement<'_>> = (0..5000).map(|_| open("a")).collect();
        let mut names = OpenNames::default();
        names.find(&all, "a", |name| name);
        let compared = Cell::new(0);
        for other in 0..1000 {
            let name = format!("b{other}");
            let counted = |name| {
                compared.set(compared.get() + 1);
                name
            };
            assert_eq!(names.find(&all, &name, counted), None);
        }
        // Each only with itself.
        assert_eq!(compared.get(), 1000);
    }
}

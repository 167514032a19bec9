//! The names of the leaves of entries. They mostly come in the same order as in the previous entry, so that a single comparison
//! resolves a name.
//!
//! WebAssembly modules keep none, since they are built for size.

use super::chars::ends_name;
use super::event::Name;

/// The number of names that are kept. Few entries have more.
const MOST: usize = 16;

/// The names of recent leaves, each with its successor.
#[derive(Debug)]
pub(super) struct LeafNames<'a, E> {
    leaves: Vec<FoundLeaf<'a, E>>,
    /// The index of the last leaf.
    last: usize,
    /// The number of changes to the declarations of namespaces after which the names were resolved.
    changes: u64,
}

#[derive(Debug)]
struct FoundLeaf<'a, E> {
    name: Name<'a>,
    element: Option<E>,
    /// The index of the next leaf.
    next: usize,
}

impl<E> Default for LeafNames<'_, E> {
    fn default() -> Self {
        Self { leaves: Vec::new(), last: 0, changes: 0 }
    }
}

impl<'a, E: Copy> LeafNames<'a, E> {
    /// Returns the name at the start of the content of a tag, if it is the expected next one. `changes` is the number of
    /// changes to the namespace declarations.
    #[inline]
    pub(super) fn find(&mut self, inside: &'a str, changes: u64) -> Option<(Name<'a>, Option<E>)> {
        if cfg!(target_family = "wasm") || self.changes != changes {
            return None;
        }
        let next = self.leaves.get(self.last)?.next;
        let FoundLeaf { name, element, .. } = self.leaves.get(next)?;
        let after = inside.strip_prefix(name.qualified)?.as_bytes().first()?;
        // `title` is also the beginning of `titles`.
        if !ends_name(*after) {
            return None;
        }
        self.last = next;
        Some((name.moved_to(inside), *element))
    }

    /// Keeps a name that [`find`](Self::find) did not find.
    pub(super) fn add(&mut self, name: Name<'a>, element: Option<E>, changes: u64) {
        if cfg!(target_family = "wasm") {
            return;
        }
        if self.changes != changes {
            self.changes = changes;
            self.leaves.clear();
        }
        let known = self.leaves.iter().position(|leaf| leaf.name.qualified == name.qualified);
        let at = known.unwrap_or(self.leaves.len());
        if known.is_none() {
            if at == MOST {
                return;
            }
            self.leaves.push(FoundLeaf { name, element, next: 0 });
        }
        // After the names were cleared, `last` may be the index of another name, or of none. That costs only a comparison:
        // `find` compares the names themselves.
        if let Some(last) = self.leaves.get_mut(self.last) {
            last.next = at;
        }
        self.last = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_after_the_one_that_it_followed() {
        let mut names = LeafNames::default();
        let mut found = Vec::new();
        let entry = ["title>", "link>", "category>", "category>", "dc:date>"];
        for (at, inside) in entry.iter().cycle().take(3 * entry.len()).enumerate() {
            let leaf = names.find(inside, 0);
            if leaf.is_none() {
                names.add(Name::split(inside.trim_end_matches('>')), Some(at), 0);
            }
            found.push(leaf.and_then(|(_, element)| element));
        }
        // A category was last followed by the date, and once by another category.
        let [first, later] = [[None; 5], [Some(0), Some(1), Some(2), None, None]];
        assert_eq!(found, [first, later, later].concat());
    }

    #[test]
    fn names_are_compared_as_a_whole_and_forgotten_when_namespaces_change() {
        for (inside, changes, is_found) in [
            ("a:b>", 1, true),
            ("a:b c=''>", 1, true),
            ("a:b/>", 1, true),
            ("a:bc>", 1, false),
            ("a:b", 1, false),
            ("A:b>", 1, false),
            ("a:b>", 2, false),
        ] {
            let mut names = LeafNames::default();
            names.add(Name::split("a:b"), Some(()), 1);
            let name = names.find(inside, changes).map(|(name, _)| name);
            assert_eq!(name, is_found.then(|| Name::split("a:b")), "{inside} {changes}");
        }
    }
}

//! The names of start tags that were resolved before: the items of a feed repeat a few of them.

use super::event::Namespace;
use crate::names::Ends;

/// The number of names that are kept. Each has one place.
const SIZE: usize = 32;

/// The namespace and the element that a qualified name denotes while the same namespaces are declared.
#[derive(Debug)]
struct Resolved<'a, E> {
    qualified: &'a str,
    ends: Ends,
    declarations: u32,
    namespace: Namespace,
    element: Option<E>,
}

/// A table of resolved names. A name replaces another one that has the same place.
#[derive(Debug)]
pub(super) struct NameCache<'a, E> {
    names: [Option<Resolved<'a, E>>; SIZE],
}

impl<'a, E: Copy> NameCache<'a, E> {
    pub(super) fn new() -> Self {
        Self { names: [const { None }; SIZE] }
    }

    /// Returns the namespace and the element of `qualified`, if it was resolved with the same declarations.
    #[inline]
    pub(super) fn get(&self, qualified: &str, declarations: u32) -> Option<(Namespace, Option<E>)> {
        let ends = Ends::as_written(qualified);
        let known = self.names.get(ends.place(SIZE))?.as_ref()?;
        let is_it = known.ends == ends
            && known.declarations == declarations
            && known.qualified.len() == qualified.len()
            && (qualified.len() <= 16 || known.qualified == qualified);
        is_it.then_some((known.namespace, known.element))
    }

    /// Keeps the namespace and the element of `qualified`.
    pub(super) fn insert(
        &mut self,
        qualified: &'a str,
        declarations: u32,
        namespace: Namespace,
        element: Option<E>,
    ) {
        let ends = Ends::as_written(qualified);
        if let Some(place) = self.names.get_mut(ends.place(SIZE)) {
            *place = Some(Resolved { qualified, ends, declarations, namespace, element });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_while_the_declarations_are_the_same() {
        let long = "media:aNameThatIsLongerThanMost";
        let mut cache = NameCache::new();
        cache.insert("dc:date", 1, Namespace(7), Some('d'));
        cache.insert(long, 1, Namespace(8), None);
        for (name, declarations, expected) in [
            ("dc:date", 1, Some((Namespace(7), Some('d')))),
            (long, 1, Some((Namespace(8), None))),
            ("dc:date", 2, None),
            ("DC:date", 1, None),
            ("dc:dat", 1, None),
            ("media:aNameThatIsLonger-ThanMost", 1, None),
            ("", 1, None),
        ] {
            assert_eq!(cache.get(name, declarations), expected, "{name:?} {declarations}");
        }
    }
}

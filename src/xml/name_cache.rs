//! The names of start tags that were resolved before: the items of a feed repeat a few of them.

use super::event::Namespace;
use super::namespaces::BindingState;
use crate::names::Ends;

/// The number of names that are kept. Each name has one possible place.
const SIZE: usize = 32;

/// The namespace and the element that a qualified name denotes while the bindings are the same.
#[derive(Debug)]
struct Resolved<'a, E> {
    qualified: &'a str,
    ends: Ends,
    bindings: BindingState,
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

    /// Returns the namespace and the element of `qualified`, if it was resolved with the same bindings.
    #[inline]
    pub(super) fn get(&self, qualified: &str, bindings: BindingState) -> Option<(Namespace, Option<E>)> {
        let ends = Ends::as_written(qualified);
        let known = self.names.get(ends.place(SIZE))?.as_ref()?;
        let is_it = known.ends == ends
            && known.bindings == bindings
            && known.qualified.len() == qualified.len()
            && (Ends::cover(qualified.len()) || known.qualified == qualified);
        is_it.then_some((known.namespace, known.element))
    }

    /// Keeps the namespace and the element of `qualified`.
    pub(super) fn insert(
        &mut self,
        qualified: &'a str,
        bindings: BindingState,
        namespace: Namespace,
        element: Option<E>,
    ) {
        let ends = Ends::as_written(qualified);
        if let Some(place) = self.names.get_mut(ends.place(SIZE)) {
            *place = Some(Resolved { qualified, ends, bindings, namespace, element });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_while_the_bindings_are_the_same() {
        let long = "media:aNameThatIsLongerThanMost";
        let (bindings, other) = (BindingState(1), BindingState(2));
        let mut cache = NameCache::new();
        cache.insert("dc:date", bindings, Namespace(7), Some('d'));
        cache.insert(long, bindings, Namespace(8), None);
        for (name, bindings, expected) in [
            ("dc:date", bindings, Some((Namespace(7), Some('d')))),
            (long, bindings, Some((Namespace(8), None))),
            ("dc:date", other, None),
            ("DC:date", bindings, None),
            ("dc:dat", bindings, None),
            ("media:aNameThatIsLonger-ThanMost", bindings, None),
            ("", bindings, None),
        ] {
            assert_eq!(cache.get(name, bindings), expected, "{name:?} {bindings:?}");
        }
    }
}

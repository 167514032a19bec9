//! Namespaces of elements whose declarations are likely mistakes.

use super::event::{Name, Namespace, Schema, Shape};
use super::namespaces::Namespaces;
use super::open_elements::ElementStack;

/// Returns the default namespace that is likely meant if the declared one makes an element of a feed unknown: the namespace of
/// the feed around it, or none.
#[cold]
pub(super) fn intended_default_namespace<S: Schema>(
    name: Name<'_>,
    namespaces: &Namespaces<'_>,
    open: &ElementStack<'_>,
) -> Option<Namespace> {
    let shape_in = |namespace| S::element(namespace, name.local).map(S::shape);
    if !name.prefix.is_empty() {
        // The elements of the format with the root `rdf:RDF` are in another namespace.
        let is_root_of_others = namespaces.is_default_unknown()
            && shape_in(name.namespace) == Some(Shape::Root)
            && shape_in(Namespace::NONE).is_none();
        return is_root_of_others.then_some(Namespace::NONE);
    }
    // Only feeds and entries: feeds with a misspelt or made-up default namespace would be read as empty. Elsewhere, such a
    // namespace deliberately marks extensions. RSS has no namespace, so this checks whether the name would be known without the
    // declaration.
    let shape = shape_in(Namespace::NONE).filter(|shape| *shape >= Shape::Entry)?;
    match open.innermost() {
        Some(around) if around.shape >= Shape::Feed => {
            let namespace = around.name.namespace;
            (namespace == Namespace::NONE || shape_in(namespace) == Some(Shape::Entry)).then_some(namespace)
        }
        Some(_) | None => {
            let is_outermost =
                shape >= Shape::Feed && open.as_slice().iter().all(|open| open.shape < Shape::Feed);
            is_outermost.then_some(Namespace::NONE)
        }
    }
}

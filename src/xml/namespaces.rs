//! Namespace scopes (Namespaces in XML 1.0).

use std::borrow::Cow;
use std::cell::OnceCell;

use super::event::{Name, Namespace, Schema};
use bozofeed_text::maps::{Map, Set};

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// The namespaces of the vocabularies have numbers below this one.
const FIRST_UNKNOWN: u32 = 1024;

/// The largest number of declarations for which a linear search is faster than hashing.
const FEW: usize = 12;

/// A declaration in scope.
#[derive(Debug)]
struct Binding<'a> {
    prefix: &'a str,
    namespace: Namespace,
    /// The index of the declaration that this one hides, if `is_indexed`.
    hidden: Option<usize>,
}

/// The declarations in scope, innermost last, and all declarations of the document.
#[derive(Debug, Default)]
pub(crate) struct Namespaces<'a> {
    bindings: Vec<Binding<'a>>,
    /// The index of the innermost declaration of each prefix, if `is_indexed`.
    innermost: Map<Cow<'a, str>, Option<usize>>,
    /// Whether more than a few declarations were ever in scope. It is never reset, so that a long prefix is not hashed again
    /// for each element that declares one.
    is_indexed: bool,
    default: Namespace,
    /// The number of changes to the declarations in scope.
    changes: u64,
    /// The namespace of `xml`, once it is needed.
    xml: OnceCell<Option<Namespace>>,
    unknown: u32,
    declared: Vec<DeclaredPrefix<'a>>,
    /// An index of `declared`, if it has more than a few entries.
    index: Index<'a>,
    /// The maximum number of recorded declarations.
    max: usize,
    /// Whether the document has more.
    is_exceeded: bool,
}

/// The first declaration of a prefix with a namespace name.
#[derive(Debug)]
pub(crate) struct DeclaredPrefix<'a> {
    pub(crate) prefix: &'a str,
    pub(crate) uri: Cow<'a, str>,
    /// The namespace with this name.
    pub(crate) number: Namespace,
    /// The namespace of the prefix. It differs from `number` if the name is unknown and the prefix well-known.
    namespace: Namespace,
}

/// Indices of the first declaration with each property.
#[derive(Debug, Default)]
struct Index<'a> {
    /// Never `None`. The type is shared with the other maps keyed by name, since each type adds code to the binary.
    uris: Map<Cow<'a, str>, Option<usize>>,
    /// By namespace, for the vocabularies and the other reserved ones.
    known: Map<Namespace, usize>,
    /// By the number of the namespace, counted from the first one that only the document declares.
    unknown: Vec<Option<usize>>,
    /// The declarations of a name under another prefix than its first one.
    pairs: Set<(&'a str, Cow<'a, str>)>,
}

impl<'a> Index<'a> {
    fn add(&mut self, place: usize, declared: &DeclaredPrefix<'a>) {
        if self.uris.contains_key(&declared.uri) {
            self.pairs.insert((declared.prefix, declared.uri.clone()));
        } else {
            self.uris.insert(declared.uri.clone(), Some(place));
        }
        match unknown_index(declared.namespace) {
            Some(at) => {
                let length = self.unknown.len().max(at + 1);
                self.unknown.resize(length, None);
                if let Some(first) = self.unknown.get_mut(at) {
                    first.get_or_insert(place);
                }
            }
            None => {
                self.known.entry(declared.namespace).or_insert(place);
            }
        }
    }

    fn place_of_uri(&self, uri: &str) -> Option<usize> {
        self.uris.get(uri).copied().flatten()
    }

    fn place_of_namespace(&self, namespace: Namespace) -> Option<usize> {
        match unknown_index(namespace) {
            Some(at) => self.unknown.get(at).copied().flatten(),
            None => self.known.get(&namespace).copied(),
        }
    }
}

/// Returns the position of a namespace among those declared only by the document.
fn unknown_index(namespace: Namespace) -> Option<usize> {
    let at = namespace.0.checked_sub(FIRST_UNKNOWN)?;
    (namespace != Namespace::UNBOUND).then_some(at as usize)
}

/// The reason why a namespace declaration is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Illegal {
    /// It binds `xml` or `xmlns`, or another prefix to one of their namespaces (§3).
    Reserved,
    /// It binds a prefix to the empty name (§2.2).
    Empty,
}

impl<'a> Namespaces<'a> {
    /// Creates a record of at most `max` declarations.
    pub(super) fn new(max: usize) -> Self {
        Self { max, ..Self::default() }
    }

    /// Returns whether the document declares more namespaces than are recorded.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }

    /// Returns the number of declarations in scope, to be passed to [`end_scope`](Self::end_scope).
    pub(super) fn mark(&self) -> usize {
        self.bindings.len()
    }

    /// Returns the number of changes to the declarations in scope. Names keep their meaning as long as it stays the same.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// Removes the declarations that were added since `mark`.
    pub(super) fn end_scope(&mut self, mark: usize) {
        if mark >= self.bindings.len() {
            return;
        }
        self.changes += 1;
        if self.is_indexed {
            // Innermost first: `rebind_default` gives an element a second binding of the same prefix, and the binding hidden by
            // the first one must be restored last.
            for Binding { prefix, hidden, .. } in self.bindings.drain(mark..).rev() {
                self.innermost.insert(Cow::Borrowed(prefix), hidden);
            }
        } else {
            self.bindings.truncate(mark);
        }
        // Determined after the bindings were removed, since the outer default namespace is now the innermost one.
        self.default = self.find("").unwrap_or(Namespace::NONE);
    }

    /// Adds the declaration `xmlns:prefix="uri"`. The empty prefix is the default namespace.
    pub(super) fn declare<S: Schema>(&mut self, prefix: &'a str, uri: Cow<'a, str>) -> Result<(), Illegal> {
        let reserved = prefix == "xml" || prefix == "xmlns";
        if reserved {
            // Namespaces §3: `xml` may only be bound to its own name, and `xmlns` must not be declared.
            return if prefix == "xml" && uri == XML { Ok(()) } else { Err(Illegal::Reserved) };
        }
        let number = if uri.is_empty() { Namespace::NONE } else { self.number::<S>(&uri) };
        let namespace = match (prefix.is_empty(), uri.is_empty()) {
            (true, true) => Namespace::NONE,
            (false, true) => Namespace::UNBOUND,
            // An unknown name for a well-known prefix is assumed to be misspelt. The first unknown namespace has the number
            // after `FIRST_UNKNOWN`, since the count is increased before it is added.
            (_, false) if number.0 > FIRST_UNKNOWN => S::well_known_prefix(prefix).unwrap_or(number),
            (_, false) => number,
        };
        if prefix.is_empty() {
            self.default = namespace;
        }
        self.bind(prefix, namespace);
        // Any other illegal declaration still takes effect, so that names with its prefix are resolved. Only `xml` and `xmlns`
        // themselves may be bound to these two names (Namespaces §3); their declarations were handled above.
        let legal = if uri == XML || uri == XMLNS {
            Err(Illegal::Reserved)
        } else if namespace == Namespace::UNBOUND {
            Err(Illegal::Empty)
        } else {
            Ok(())
        };
        if !uri.is_empty() {
            self.record(DeclaredPrefix { prefix, uri, number, namespace });
        }
        legal
    }

    /// Brings a binding into scope.
    fn bind(&mut self, prefix: &'a str, namespace: Namespace) {
        self.changes += 1;
        let place = self.bindings.len();
        if place == FEW && !self.is_indexed {
            self.is_indexed = true;
            for (place, binding) in self.bindings.iter_mut().enumerate() {
                binding.hidden = self.innermost.insert(Cow::Borrowed(binding.prefix), Some(place)).flatten();
            }
        }
        let hidden = if self.is_indexed {
            self.innermost.insert(Cow::Borrowed(prefix), Some(place)).flatten()
        } else {
            None
        };
        self.bindings.push(Binding { prefix, namespace, hidden });
    }

    /// Records a declaration, unless the document already contains the same one.
    fn record(&mut self, declared: DeclaredPrefix<'a>) {
        let place = self.declared.len();
        let is_same =
            |other: &DeclaredPrefix<'_>| other.prefix == declared.prefix && other.uri == declared.uri;
        let is_known = if self.is_exceeded {
            true
        // The index stays empty up to `FEW` declarations; the next one fills it.
        } else if place <= FEW {
            self.declared.iter().any(is_same)
        } else if let Some(first) = self.index.place_of_uri(&declared.uri) {
            self.declared.get(first).is_some_and(is_same)
                || self.index.pairs.contains(&(declared.prefix, declared.uri.clone()))
        } else {
            false
        };
        if is_known {
            return;
        }
        if place >= self.max {
            self.is_exceeded = true;
            return;
        }
        self.declared.push(declared);
        if place >= FEW {
            // The first declarations are indexed together with the one that exceeds `FEW`.
            let unindexed = if place == FEW { 0 } else { place };
            for (place, declared) in self.declared.iter().enumerate().skip(unindexed) {
                self.index.add(place, declared);
            }
        }
    }

    /// Returns the first declaration for which `is_it` holds, or the one that `indexed` finds in the index.
    fn first(
        &self,
        is_it: impl Fn(&DeclaredPrefix<'a>) -> bool,
        indexed: impl Fn(&Index<'a>) -> Option<usize>,
    ) -> Option<&DeclaredPrefix<'a>> {
        if self.declared.len() <= FEW {
            self.declared.iter().find(|declared| is_it(declared))
        } else {
            indexed(&self.index).and_then(|place| self.declared.get(place))
        }
    }

    /// Returns the namespace with a name.
    fn number<S: Schema>(&mut self, uri: &str) -> Namespace {
        // An unknown name keeps the number of its first declaration, so that elements that declare the same
        // namespace separately have equal names.
        let known = self.first(|declared| declared.uri == uri, |index| index.place_of_uri(uri));
        if let Some(declared) = known {
            return declared.number;
        }
        S::namespace(uri).unwrap_or_else(|| {
            self.unknown = self.unknown.saturating_add(1);
            Namespace(FIRST_UNKNOWN.saturating_add(self.unknown).min(Namespace::UNBOUND.0 - 1))
        })
    }

    /// Returns the default namespace.
    pub(super) fn default_namespace(&self) -> Namespace {
        self.default
    }

    /// Returns whether no vocabulary defines the default namespace.
    pub(super) fn is_default_unknown(&self) -> bool {
        self.default.0 > FIRST_UNKNOWN
    }

    /// Replaces the default namespace for the innermost element.
    pub(super) fn rebind_default(&mut self, namespace: Namespace) {
        self.default = namespace;
        self.bind("", namespace);
    }

    /// Returns the namespace that a prefix is bound to.
    pub(super) fn lookup<S: Schema>(&self, prefix: &str) -> Option<Namespace> {
        if prefix == "xml" {
            return *self.xml.get_or_init(|| S::namespace(XML));
        }
        self.find(prefix).filter(|namespace| *namespace != Namespace::UNBOUND)
    }

    /// Resolves the namespace of an element's name. An undeclared prefix has its customary meaning, if it has one.
    pub(super) fn resolve<S: Schema>(&self, name: Name<'a>) -> Name<'a> {
        let namespace = if name.prefix.is_empty() {
            self.default_namespace()
        } else {
            let bound = self.lookup::<S>(name.prefix).or_else(|| S::well_known_prefix(name.prefix));
            // An unknown prefix must not make `x:title` a title.
            bound.filter(|namespace| *namespace != Namespace::NONE).unwrap_or(Namespace::UNBOUND)
        };
        Name { namespace, ..name }
    }

    /// Returns the element that a name denotes in the current scope, if a vocabulary defines it.
    pub(super) fn find_element<S: Schema>(&self, qualified: &'a str) -> Option<(Name<'a>, S::Element)> {
        let name = self.resolve::<S>(Name::split(qualified));
        S::element(name.namespace, name.local).map(|element| (name, element))
    }

    /// Returns whether a declaration of this prefix is in scope, including one with an empty name.
    pub(super) fn is_declared(&self, prefix: &str) -> bool {
        prefix == "xml" || self.find(prefix).is_some()
    }

    /// Returns whether this prefix was declared since `mark`.
    pub(super) fn is_declared_since(&self, mark: usize, prefix: &str) -> bool {
        self.place(prefix).is_some_and(|place| place >= mark)
    }

    fn find(&self, prefix: &str) -> Option<Namespace> {
        self.place(prefix).and_then(|place| self.bindings.get(place)).map(|binding| binding.namespace)
    }

    /// Returns the index of the innermost declaration of a prefix.
    fn place(&self, prefix: &str) -> Option<usize> {
        if self.is_indexed {
            self.innermost.get(prefix).copied().flatten()
        } else {
            self.bindings.iter().rposition(|binding| binding.prefix == prefix)
        }
    }

    /// Returns the name of a namespace, from its first declaration in the document.
    pub(crate) fn uri(&self, namespace: Namespace) -> Option<&str> {
        let is_it = |declared: &DeclaredPrefix<'a>| declared.namespace == namespace;
        self.first(is_it, |index| index.place_of_namespace(namespace)).map(|declared| declared.uri.as_ref())
    }

    /// Returns the distinct declarations in the document, in document order.
    pub(crate) fn declared(&self) -> impl Iterator<Item = &DeclaredPrefix<'a>> {
        self.declared.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_schema::TestSchema;
    use super::*;
    use bozofeed_testing::{check, list};

    fn declare(namespaces: &mut Namespaces<'static>, prefix: &'static str, uri: &'static str) {
        let _ = namespaces.declare::<TestSchema>(prefix, uri.into());
    }

    #[test]
    fn the_innermost_declaration_in_scope_counts() {
        const PREFIXES: [&str; 5] = ["", "a", "b", "c", "d"];
        const URIS: [&str; 5] = ["", "urn:a", "urn:b", "urn:c", "urn:d"];
        check(256, |u| {
            let steps =
                list(u, 0..=100, |u| Ok((*u.choose(&PREFIXES)?, *u.choose(&URIS)?, u.arbitrary::<bool>()?)))?;
            let mut namespaces = Namespaces::new(100);
            let mut open: Vec<(usize, &str, Option<Namespace>)> = vec![];
            for &(prefix, uri, ends) in &steps {
                if let Some((mark, ..)) = open.pop_if(|_| ends) {
                    namespaces.end_scope(mark);
                } else {
                    let mark = namespaces.mark();
                    declare(&mut namespaces, prefix, uri);
                    open.push((mark, prefix, namespaces.find(prefix)));
                }
                for prefix in PREFIXES {
                    let innermost = open.iter().rfind(|(_, declared, _)| *declared == prefix);
                    assert_eq!(namespaces.find(prefix), innermost.and_then(|open| open.2), "{steps:?}");
                }
                let default = namespaces.find("").unwrap_or(Namespace::NONE);
                assert_eq!(namespaces.default_namespace(), default, "{steps:?}");
            }
            Ok(())
        });
    }
}

//! Namespace scopes (Namespaces in XML 1.0).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::event::{Namespace, Schema};

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// Namespaces that the vocabularies know have numbers below this one.
const FIRST_UNKNOWN: u32 = 1024;

/// Up to this many declarations, looking at each is faster than hashing.
const FEW: usize = 12;

/// A declaration in scope.
#[derive(Debug)]
struct Binding<'a> {
    prefix: &'a str,
    namespace: Namespace,
    /// The place of the declaration that it hides, if they are indexed.
    hidden: Option<usize>,
}

/// The declarations in scope, innermost last, and every declaration of the document.
#[derive(Debug, Default)]
pub(crate) struct Namespaces<'a> {
    bindings: Vec<Binding<'a>>,
    /// The place of each prefix's innermost declaration, once there were more than a few.
    innermost: HashMap<&'a str, usize>,
    /// Whether there were. It stays so: a prefix may be long, and is not to be hashed for each element that declares one.
    is_indexed: bool,
    default: Namespace,
    unknown: u32,
    declared: Vec<Declared<'a>>,
    /// Of `declared`, once there are more than a few.
    index: Index<'a>,
}

/// A prefix with a namespace's name, where they stand together first.
#[derive(Debug)]
pub(crate) struct Declared<'a> {
    pub(crate) prefix: &'a str,
    pub(crate) uri: Cow<'a, str>,
    /// What the name means under a prefix without a meaning.
    pub(crate) number: Namespace,
    /// What it means under this one.
    namespace: Namespace,
}

/// Where the first declaration of a kind stands.
#[derive(Debug, Default)]
struct Index<'a> {
    uris: HashMap<Cow<'a, str>, usize>,
    namespaces: HashMap<Namespace, usize>,
    pairs: HashSet<(&'a str, Cow<'a, str>)>,
}

impl<'a> Index<'a> {
    fn add(&mut self, place: usize, declared: &Declared<'a>) {
        self.uris.entry(declared.uri.clone()).or_insert(place);
        self.namespaces.entry(declared.namespace).or_insert(place);
        self.pairs.insert((declared.prefix, declared.uri.clone()));
    }
}

impl Default for Namespace {
    fn default() -> Self {
        Self::NONE
    }
}

/// What is wrong with a namespace declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Illegal {
    /// It binds `xml` or `xmlns`, or another prefix to the namespace of one of them (§3).
    Reserved,
    /// It binds a prefix to nothing (§2.2).
    Empty,
}

impl<'a> Namespaces<'a> {
    /// How many declarations are in scope: the mark to come back to when an element ends.
    pub(super) fn mark(&self) -> usize {
        self.bindings.len()
    }

    /// Ends the scope of every declaration behind `mark`.
    pub(super) fn end_scope(&mut self, mark: usize) {
        if self.bindings.len() <= mark {
            return;
        }
        if self.is_indexed {
            for Binding { prefix, hidden, .. } in self.bindings.drain(mark..).rev() {
                match hidden {
                    Some(place) => self.innermost.insert(prefix, place),
                    None => self.innermost.remove(prefix),
                };
            }
        } else {
            self.bindings.truncate(mark);
        }
        self.default = self.find("").unwrap_or(Namespace::NONE);
    }

    /// Reads a declaration `xmlns:prefix="uri"`; the empty prefix is the default namespace.
    pub(super) fn declare<S: Schema>(&mut self, prefix: &'a str, uri: Cow<'a, str>) -> Result<(), Illegal> {
        let reserved = prefix == "xml" || prefix == "xmlns";
        if reserved {
            return if prefix == "xml" && uri == XML { Ok(()) } else { Err(Illegal::Reserved) };
        }
        let number = if uri.is_empty() { Namespace::NONE } else { self.number::<S>(&uri) };
        let namespace = match (prefix.is_empty(), uri.is_empty()) {
            (true, true) => Namespace::NONE,
            (false, true) => Namespace::UNBOUND,
            // Under a prefix that has a meaning an unknown name is a misspelt one.
            (_, false) if number.0 > FIRST_UNKNOWN => S::well_known_prefix(prefix).unwrap_or(number),
            (_, false) => number,
        };
        if prefix.is_empty() {
            self.default = namespace;
        }
        self.bind(prefix, namespace);
        let legal = if uri == XML || uri == XMLNS {
            Err(Illegal::Reserved)
        } else if namespace == Namespace::UNBOUND {
            Err(Illegal::Empty)
        } else {
            Ok(())
        };
        if !uri.is_empty() {
            self.note(Declared { prefix, uri, number, namespace });
        }
        legal
    }

    /// Brings a declaration into scope.
    fn bind(&mut self, prefix: &'a str, namespace: Namespace) {
        let place = self.bindings.len();
        if place == FEW && !self.is_indexed {
            self.is_indexed = true;
            for (place, binding) in self.bindings.iter_mut().enumerate() {
                binding.hidden = self.innermost.insert(binding.prefix, place);
            }
        }
        let hidden = if self.is_indexed { self.innermost.insert(prefix, place) } else { None };
        self.bindings.push(Binding { prefix, namespace, hidden });
    }

    /// Keeps a declaration that did not stand before.
    fn note(&mut self, declared: Declared<'a>) {
        let place = self.declared.len();
        let is_known = if place <= FEW {
            self.declared.iter().any(|other| other.prefix == declared.prefix && other.uri == declared.uri)
        } else {
            self.index.pairs.contains(&(declared.prefix, declared.uri.clone()))
        };
        if is_known {
            return;
        }
        self.declared.push(declared);
        if place >= FEW {
            let unindexed = if place == FEW { 0 } else { place };
            for (place, declared) in self.declared.iter().enumerate().skip(unindexed) {
                self.index.add(place, declared);
            }
        }
    }

    /// The first declaration of a kind; `indexed` tells its place once there are more than a few.
    fn first(
        &self,
        is_it: impl Fn(&Declared<'a>) -> bool,
        indexed: impl for<'i> Fn(&'i Index<'a>) -> Option<&'i usize>,
    ) -> Option<&Declared<'a>> {
        if self.declared.len() <= FEW {
            self.declared.iter().find(|declared| is_it(declared))
        } else {
            indexed(&self.index).and_then(|place| self.declared.get(*place))
        }
    }

    /// The number of a namespace's name.
    fn number<S: Schema>(&mut self, uri: &str) -> Namespace {
        let known = self.first(|declared| declared.uri == uri, |index| index.uris.get(uri));
        if let Some(declared) = known {
            return declared.number;
        }
        S::namespace(uri).unwrap_or_else(|| {
            self.unknown = self.unknown.saturating_add(1);
            Namespace(FIRST_UNKNOWN.saturating_add(self.unknown).min(Namespace::UNBOUND.0 - 1))
        })
    }

    /// The namespace of names without a prefix.
    pub(super) fn default_namespace(&self) -> Namespace {
        self.default
    }

    /// Whether that namespace is one that no vocabulary knows.
    pub(super) fn is_default_unknown(&self) -> bool {
        self.default.0 > FIRST_UNKNOWN
    }

    /// Gives names without a prefix another namespace, as far as the innermost element goes.
    pub(super) fn rebind_default(&mut self, namespace: Namespace) {
        self.default = namespace;
        self.bind("", namespace);
    }

    /// The namespace that a prefix is bound to.
    pub(super) fn lookup<S: Schema>(&self, prefix: &str) -> Option<Namespace> {
        if prefix == "xml" {
            return S::namespace(XML);
        }
        self.find(prefix).filter(|namespace| *namespace != Namespace::UNBOUND)
    }

    /// Whether a declaration of this prefix is in scope, even one that binds it to nothing.
    pub(super) fn is_declared(&self, prefix: &str) -> bool {
        prefix == "xml" || self.find(prefix).is_some()
    }

    /// Whether this prefix was declared behind `mark`.
    pub(super) fn is_declared_since(&self, mark: usize, prefix: &str) -> bool {
        self.place(prefix).is_some_and(|place| place >= mark)
    }

    fn find(&self, prefix: &str) -> Option<Namespace> {
        self.place(prefix).and_then(|place| self.bindings.get(place)).map(|binding| binding.namespace)
    }

    /// The place of a prefix's innermost declaration.
    fn place(&self, prefix: &str) -> Option<usize> {
        if self.is_indexed {
            self.innermost.get(prefix).copied()
        } else {
            self.bindings.iter().rposition(|binding| binding.prefix == prefix)
        }
    }

    /// The name of a namespace, as the document declares it first.
    pub(crate) fn uri(&self, namespace: Namespace) -> Option<&str> {
        let is_it = |declared: &Declared<'a>| declared.namespace == namespace;
        self.first(is_it, |index| index.namespaces.get(&namespace)).map(|declared| declared.uri.as_ref())
    }

    /// Every declaration in the document, each once, in the order of appearance.
    pub(crate) fn declared(&self) -> impl Iterator<Item = &Declared<'a>> {
        self.declared.iter()
    }
}

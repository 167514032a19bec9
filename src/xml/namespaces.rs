//! Namespace scopes (Namespaces in XML 1.0).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::event::{Namespace, Schema};

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// Namespaces that the vocabularies know have numbers below this one.
const FIRST_UNKNOWN: u32 = 1024;

/// Up to this many declarations in scope, looking at each is faster than hashing.
const FEW: usize = 12;

/// A declaration in scope.
#[derive(Debug)]
struct Binding<'a> {
    prefix: &'a str,
    namespace: Namespace,
    /// The place of the declaration that it hides.
    hidden: Option<usize>,
}

/// The declarations in scope, innermost last, and every namespace name that the document declares.
#[derive(Debug, Default)]
pub(crate) struct Namespaces<'a> {
    bindings: Vec<Binding<'a>>,
    /// The place of each prefix's innermost declaration.
    innermost: HashMap<&'a str, usize>,
    default: Namespace,
    unknown: u32,
    numbers: HashMap<Cow<'a, str>, Namespace>,
    declared: Vec<(&'a str, Cow<'a, str>)>,
    /// Where in `declared` a namespace's name stands first.
    names: HashMap<Namespace, usize>,
    seen: HashSet<(&'a str, Cow<'a, str>)>,
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
        for Binding { prefix, hidden, .. } in self.bindings.drain(mark..).rev() {
            match hidden {
                Some(place) => self.innermost.insert(prefix, place),
                None => self.innermost.remove(prefix),
            };
        }
        self.default = self.find("").unwrap_or(Namespace::NONE);
    }

    /// Reads a declaration `xmlns:prefix="uri"`; the empty prefix is the default namespace.
    pub(super) fn declare<S: Schema>(&mut self, prefix: &'a str, uri: Cow<'a, str>) -> Result<(), Illegal> {
        let reserved = prefix == "xml" || prefix == "xmlns";
        if reserved {
            return if prefix == "xml" && uri == XML { Ok(()) } else { Err(Illegal::Reserved) };
        }
        let namespace = match (prefix.is_empty(), uri.is_empty()) {
            (true, true) => Namespace::NONE,
            (false, true) => Namespace::UNBOUND,
            (_, false) => self.number::<S>(prefix, uri.clone()),
        };
        if prefix.is_empty() {
            self.default = namespace;
        }
        let hidden = self.innermost.insert(prefix, self.bindings.len());
        self.bindings.push(Binding { prefix, namespace, hidden });
        let legal = if uri == XML || uri == XMLNS {
            Err(Illegal::Reserved)
        } else if namespace == Namespace::UNBOUND {
            Err(Illegal::Empty)
        } else {
            Ok(())
        };
        if !uri.is_empty() && self.seen.insert((prefix, uri.clone())) {
            self.names.entry(namespace).or_insert(self.declared.len());
            self.declared.push((prefix, uri));
        }
        legal
    }

    /// The number of a namespace's name. Under a prefix that has a meaning an unknown name is a misspelt one.
    fn number<S: Schema>(&mut self, prefix: &str, uri: Cow<'a, str>) -> Namespace {
        if let Some(namespace) = self.numbers.get(&uri) {
            let is_known = namespace.0 < FIRST_UNKNOWN;
            return if is_known { *namespace } else { S::well_known_prefix(prefix).unwrap_or(*namespace) };
        }
        if S::namespace(&uri).is_none()
            && let Some(namespace) = S::well_known_prefix(prefix)
        {
            return namespace;
        }
        let namespace = S::namespace(&uri).unwrap_or_else(|| {
            self.unknown = self.unknown.saturating_add(1);
            Namespace(FIRST_UNKNOWN.saturating_add(self.unknown).min(Namespace::UNBOUND.0 - 1))
        });
        self.numbers.insert(uri, namespace);
        namespace
    }

    /// The namespace of names without a prefix.
    pub(super) fn default_namespace(&self) -> Namespace {
        self.default
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
        self.bindings.len() > mark && self.innermost.get(prefix).is_some_and(|place| *place >= mark)
    }

    fn find(&self, prefix: &str) -> Option<Namespace> {
        let found = if self.bindings.len() <= FEW {
            self.bindings.iter().rev().find(|binding| binding.prefix == prefix)
        } else {
            self.innermost.get(prefix).and_then(|place| self.bindings.get(*place))
        };
        found.map(|binding| binding.namespace)
    }

    /// The name of a namespace, as the document declares it first.
    pub(crate) fn uri(&self, namespace: Namespace) -> Option<&str> {
        let place = self.names.get(&namespace)?;
        self.declared.get(*place).map(|(_, uri)| uri.as_ref())
    }

    /// Every declaration in the document, each once, in the order of appearance.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&str, &str)> {
        self.declared.iter().map(|(prefix, uri)| (*prefix, uri.as_ref()))
    }
}

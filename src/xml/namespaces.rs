//! Namespace scopes (Namespaces in XML 1.0).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::event::{Namespace, Schema};

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// Namespaces that the vocabularies know have numbers below this one.
const FIRST_UNKNOWN: u16 = 1024;

/// More declarations in scope than any feed has; the rest is not kept.
const MOST_BINDINGS: usize = 512;

/// The declarations in scope, innermost last, and every namespace name that the document declares.
#[derive(Debug, Default)]
pub(crate) struct Namespaces<'a> {
    bindings: Vec<(&'a str, Namespace)>,
    default: Namespace,
    unknown: u16,
    numbers: HashMap<Cow<'a, str>, Namespace>,
    declared: Vec<(&'a str, Cow<'a, str>, Namespace)>,
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
        if self.bindings.len() > mark {
            self.bindings.truncate(mark);
            self.default = self.find("").unwrap_or(Namespace::NONE);
        }
    }

    /// Reads a declaration `xmlns:prefix="uri"`; the empty prefix is the default namespace.
    pub(super) fn declare<S: Schema>(&mut self, prefix: &'a str, uri: Cow<'a, str>) -> Result<(), Illegal> {
        let legal = match (prefix, uri.as_ref()) {
            ("xml", XML) => return Ok(()),
            ("xml" | "xmlns", _) => return Err(Illegal::Reserved),
            (_, XML | XMLNS) => Err(Illegal::Reserved),
            (prefix, "") if !prefix.is_empty() => Err(Illegal::Empty),
            _ => Ok(()),
        };
        if self.bindings.len() >= MOST_BINDINGS {
            return legal;
        }
        let namespace = match (prefix, uri.as_ref()) {
            ("", "") => Namespace::NONE,
            (_, "") => Namespace::UNBOUND,
            _ => self.number::<S>(uri.clone()),
        };
        if prefix.is_empty() {
            self.default = namespace;
        }
        self.bindings.push((prefix, namespace));
        if !uri.is_empty() && self.seen.insert((prefix, uri.clone())) {
            self.declared.push((prefix, uri, namespace));
        }
        legal
    }

    fn number<S: Schema>(&mut self, uri: Cow<'a, str>) -> Namespace {
        if let Some(namespace) = self.numbers.get(&uri) {
            return *namespace;
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

    fn find(&self, prefix: &str) -> Option<Namespace> {
        self.bindings.iter().rev().find(|(p, _)| *p == prefix).map(|(_, namespace)| *namespace)
    }

    /// The name of a namespace, as the document declares it.
    pub(crate) fn uri(&self, namespace: Namespace) -> Option<&str> {
        if namespace == Namespace::NONE || namespace == Namespace::UNBOUND {
            return None;
        }
        self.declared.iter().find(|(_, _, declared)| *declared == namespace).map(|(_, uri, _)| uri.as_ref())
    }

    /// Every declaration in the document, each once, in the order of appearance.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&str, &str)> {
        self.declared.iter().map(|(prefix, uri, _)| (*prefix, uri.as_ref()))
    }
}

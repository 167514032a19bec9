//! Elements that are kept as trees: those that no vocabulary knows, and those that are read together.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::draft::keep;
use super::{Builder, Frame, Kind, Target};
use crate::bozo::Limit;
use crate::model::{Extension, Offset};
use crate::vocabulary::{self, Feeds, ScopeKind};
use crate::xml::{Declared, Name, Namespace, Reader};

/// Names that were handed out, so that each stands in memory once.
#[derive(Debug, Default)]
pub(super) struct Shared {
    names: HashSet<Arc<str>>,
    uris: HashMap<Namespace, Arc<str>>,
}

/// A document with more names than this has no vocabulary that would make sharing worth its while.
const MOST_SHARED: usize = 1024;

impl Shared {
    /// A prefix, the name of an element or an attribute, the scheme of a category.
    pub(super) fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = Arc::from(name);
        if self.names.len() < MOST_SHARED {
            self.names.insert(Arc::clone(&shared));
        }
        shared
    }
}

/// A tree whose element is open.
#[derive(Debug)]
pub(super) struct Open {
    tree: Extension,
    namespace: Namespace,
    /// How many scopes were open when it began, and how many elements, with its own.
    scope: usize,
    depth: usize,
}

impl<'a> Builder<'a, '_> {
    pub(super) fn start_extension(&mut self, name: &Name<'a>, uri: bool) -> Frame<'a> {
        // What stands behind the root is nobody's.
        let is_root = self.frames.is_empty();
        if !self.is_feed || is_root {
            return Frame::Nothing;
        }
        // Deeper ones are left out with what stands in them.
        if self.extensions.len() >= self.options.limits.extensions {
            self.left_out = Some(Limit::Extensions);
            return Frame::Nothing;
        }
        let open = self.open_tree(name);
        self.extensions.push(open);
        self.collect(Target::Extension { uri })
    }

    fn open_tree(&mut self, name: &Name<'a>) -> Open {
        let known = vocabulary::prefix(name.namespace);
        let namespace = if let Some(uri) = self.shared.uris.get(&name.namespace) {
            Some(uri.clone())
        } else {
            let declared = self.reader.namespaces.uri(name.namespace);
            let uri = declared.or_else(|| vocabulary::uri(name.namespace));
            let uri = uri.map(Arc::from);
            if let Some(uri) = &uri {
                self.shared.uris.insert(name.namespace, Arc::clone(uri));
            }
            uri
        };
        let tree = Extension {
            namespace,
            prefix: self.shared.name(known.unwrap_or(name.prefix)),
            name: self.shared.name(name.local),
            attributes: self.all_attributes(),
            offset: Offset(self.offset),
            ..Extension::default()
        };
        if vocabulary::is_read(name.namespace) {
            let uri = tree.namespace.clone();
            let met = &mut self.draft().met;
            if met.iter().all(|(known, _)| *known != name.namespace) {
                met.push((name.namespace, uri));
            }
        }
        Open { tree, namespace: name.namespace, scope: self.scopes.len(), depth: self.frames.len() + 1 }
    }

    pub(super) fn end_extension(&mut self, uri: bool, text: &str) {
        let text =
            if uri { self.uri(text).map(Cow::into_owned).unwrap_or_default() } else { text.to_owned() };
        let Some(Open { mut tree, scope: scopes, .. }) = self.extensions.pop() else {
            return;
        };
        tree.text = text;
        // What a scope that begins within an extension holds is the scope's.
        if let Some(parent) = self.extensions.last_mut().filter(|parent| parent.scope == scopes) {
            keep(&mut parent.tree.children, tree);
            return;
        }
        let scope = self.scope();
        match scope.draft.people.last_mut() {
            Some((_, person)) => keep(&mut person.extensions, tree),
            None => keep(&mut scope.draft.extensions, tree),
        }
    }

    /// Gathers an element of a vocabulary that is read when its scope is complete.
    pub(super) fn start_gathered(&mut self, name: &Name<'a>) {
        // An image has no place for what would be read, and keeps extensions.
        let is_described = !matches!(self.kind(), Kind::Inner(ScopeKind::Image | ScopeKind::TextInput));
        if !self.is_feed || !is_described || self.opaque.is_some() {
            return;
        }
        if self.gathered.len() >= self.options.limits.extensions {
            self.left_out = Some(Limit::Extensions);
            return;
        }
        let open = self.open_tree(name);
        self.gathered.push(open);
    }

    /// Gathers an element without a prefix that stands in a gathered one: `sceneTitle` in `media:scene`, as the
    /// specification itself writes it.
    pub(super) fn start_gathered_within(&mut self, name: &Name<'a>) {
        let depth = self.frames.len();
        let around = self.gathered.last().filter(|open| open.depth == depth).map(|open| open.namespace);
        if let Some(namespace) = around {
            self.start_gathered(&Name { namespace, ..*name });
        }
    }

    /// Gives an element its text if it is one that is gathered.
    pub(super) fn tell_gathered(&mut self, text: &str) {
        if let Some(tree) = self.gathered_here() {
            text.clone_into(&mut tree.text);
        }
    }

    /// The gathered element whose text is complete, if it is one of them.
    pub(super) fn gathered_here(&mut self) -> Option<&mut Extension> {
        let depth = self.frames.len() + 1;
        self.gathered.last_mut().filter(|open| open.depth == depth).map(|open| &mut open.tree)
    }

    /// An element at this depth ends.
    pub(super) fn end_gathered(&mut self, depth: usize) {
        let Some(Open { tree, namespace, scope, .. }) = self.gathered.pop_if(|open| open.depth >= depth)
        else {
            return;
        };
        let around = |open: &&mut Open| open.namespace == namespace && open.scope == scope;
        match self.gathered.iter_mut().rev().find(around) {
            Some(parent) => keep(&mut parent.tree.children, tree),
            None => self.draft().gathered.push(tree),
        }
    }
}

/// The namespaces that the document declares, as Universal Feed Parser lists them: known ones under their customary prefix.
pub(super) fn canonical_namespaces(reader: &Reader<'_, Feeds>) -> Vec<(String, String)> {
    let mut namespaces: Vec<(String, String)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for Declared { prefix, uri, number, .. } in reader.namespaces.declared() {
        let prefix = vocabulary::prefix(*number).unwrap_or(prefix);
        let uri = if vocabulary::is_userlands(uri) { vocabulary::USERLAND } else { uri };
        if let Some(place) = places.get(prefix) {
            uri.clone_into(&mut namespaces[*place].1);
        } else {
            places.insert(prefix, namespaces.len());
            namespaces.push((prefix.to_owned(), uri.to_owned()));
        }
    }
    namespaces
}

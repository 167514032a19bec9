//! What no vocabulary knows is kept as a tree.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Builder, Frame, Target};
use crate::bozo::Limit;
use crate::model::Extension;
use crate::vocabulary::{self, Feeds};
use crate::xml::{Name, Namespace, Reader};

/// Prefixes and namespace names that were handed out, so that each stands in memory once.
#[derive(Debug, Default)]
pub(super) struct Prefixes {
    prefixes: HashMap<Box<str>, Arc<str>>,
    uris: HashMap<Namespace, Arc<str>>,
}

impl Prefixes {
    fn prefix(&mut self, prefix: &str) -> Arc<str> {
        if let Some(known) = self.prefixes.get(prefix) {
            return known.clone();
        }
        let shared: Arc<str> = Arc::from(prefix);
        self.prefixes.insert(prefix.into(), shared.clone());
        shared
    }
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
        let known = vocabulary::prefix(name.namespace);
        let namespace = if let Some(uri) = self.prefixes.uris.get(&name.namespace) {
            Some(uri.clone())
        } else {
            let declared = self.reader.namespaces.uri(name.namespace);
            let uri = declared.or_else(|| vocabulary::uri(name.namespace));
            let uri = uri.map(Arc::from);
            if let Some(uri) = &uri {
                self.prefixes.uris.insert(name.namespace, Arc::clone(uri));
            }
            uri
        };
        let extension = Extension {
            namespace,
            prefix: self.prefixes.prefix(known.unwrap_or(name.prefix)),
            name: name.local.to_owned(),
            attributes: self.all_attributes(),
            ..Extension::default()
        };
        self.extensions.push(extension);
        self.collect(Target::Extension { uri })
    }

    pub(super) fn end_extension(&mut self, uri: bool, text: &str) {
        let text = if uri { self.uri(text).unwrap_or_default() } else { text.to_owned() };
        let Some(mut extension) = self.extensions.pop() else {
            return;
        };
        extension.text = text;
        // A scope that begins within an extension is nobody's child: what it holds is its own.
        if let Some(parent) = self.extensions.last_mut() {
            parent.children.push(extension);
            return;
        }
        let scope = self.scope();
        match scope.people.last_mut() {
            Some((_, person)) => person.extensions.push(extension),
            None => scope.draft.extensions.push(extension),
        }
    }
}

/// The namespaces that the document declares, as Universal Feed Parser lists them: known ones under their customary prefix.
pub(super) fn canonical_namespaces(reader: &Reader<'_, Feeds>) -> Vec<(String, String)> {
    use crate::xml::Schema as _;
    let mut namespaces: Vec<(String, String)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (prefix, uri) in reader.namespaces.declared() {
        let known = Feeds::namespace(uri).and_then(vocabulary::prefix);
        let prefix = known.unwrap_or(prefix).to_owned();
        let uri =
            if uri.contains("backend.userland.com/rss") { "http://backend.userland.com/rss" } else { uri };
        if let Some(place) = places.get(&prefix) {
            uri.clone_into(&mut namespaces[*place].1);
        } else {
            places.insert(prefix.clone(), namespaces.len());
            namespaces.push((prefix, uri.to_owned()));
        }
    }
    namespaces
}

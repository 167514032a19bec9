//! Elements that are kept as trees: unknown elements, and elements that their vocabulary reads together.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::collector::{Collector, Destination};
use super::construct::is_type;
use super::{ElementContent, Frame, Interpreter, Opaque};
use crate::budget::{Budget, LONGEST_NAMESPACE, Paid, PaidList};
use crate::diagnostics::{Limit, WarningKind};
use crate::model::media;
use crate::model::{Extension, Text};
use crate::sink::Subject;
use crate::vocabulary::{
    self, CategoryForm, DEEPEST, Feeds, KnownElement, ReadAs, ScopeKind, Tree, is_prose, set_aside,
};
use crate::xml::{DeclaredPrefix, Name, Namespace, Reader, XmlAttribute};
use bozofeed_model::internal::cost::Priced as _;
use bozofeed_text::maps::Set;
use bozofeed_text::names::{Ends, is_same};

/// Trees whose elements are open, and the names shared by all trees.
#[derive(Debug)]
pub(super) struct Trees {
    /// Extensions, innermost last.
    extensions: Vec<OpenTree>,
    /// Elements that their vocabulary reads together, innermost last.
    gathered: Vec<OpenTree>,
    /// The maximum number of nested trees.
    most: usize,
    /// The limit at which a tree was omitted.
    pub(super) limit: Option<Limit>,
    /// The depth of the outermost open element that is omitted because of a limit.
    pub(super) left_out: Option<usize>,
    names: Set<Arc<str>>,
    /// Names that were already shared, stored once each: most trees repeat a few.
    frequent: [Option<Arc<str>>; FREQUENT],
    /// `None` for a name that is too long to be repeated with every element.
    uris: BTreeMap<Namespace, Option<Arc<str>>>,
}

#[derive(Debug)]
pub(super) struct OpenTree {
    pub(super) tree: Paid<Tree>,
    /// The numbers of open scopes and elements, including its own.
    scope: usize,
    depth: usize,
    /// Whether the element may contain elements of the scope around it: it belongs to a format, or the document never closes
    /// it. `None` if this was not determined yet.
    is_transparent: Option<bool>,
    /// Whether the tree holds only the misplaced children of its element: the element itself is known.
    is_remainder: bool,
    /// Whether the element is known, and kept as a tree.
    is_known: bool,
}

/// The maximum number of shared names. In a document with more names, sharing them would not pay off.
const MOST_SHARED: usize = 1024;

/// The number of names that are found without hashing.
const FREQUENT: usize = 16;

impl Trees {
    pub(super) fn new(most: usize) -> Self {
        Self {
            extensions: Vec::new(),
            gathered: Vec::new(),
            most: most.min(DEEPEST),
            limit: None,
            left_out: None,
            names: Set::new(),
            frequent: [const { None }; FREQUENT],
            uris: BTreeMap::new(),
        }
    }

    /// Returns a prefix, the name of an element or an attribute, or the scheme of a category, shared with its repetitions.
    pub(super) fn shared_name(&mut self, name: &str) -> Arc<str> {
        let place = Ends::as_written(name).place(FREQUENT);
        if let Some(Some(known)) = self.frequent.get(place)
            && is_same(known, name)
        {
            return Arc::clone(known);
        }
        let shared = self.names.get(name).cloned().unwrap_or_else(|| {
            let new: Arc<str> = Arc::from(name);
            if self.names.len() < MOST_SHARED {
                self.names.insert(Arc::clone(&new));
            }
            new
        });
        if let Some(frequent) = self.frequent.get_mut(place) {
            *frequent = Some(Arc::clone(&shared));
        }
        shared
    }

    /// Returns the name of a namespace.
    fn uri(&mut self, namespace: Namespace, reader: &Reader<'_, Feeds>) -> Option<Arc<str>> {
        if let Some(uri) = self.uris.get(&namespace) {
            return uri.clone();
        }
        let uri = reader.namespaces.uri(namespace).or_else(|| vocabulary::uri(namespace))?;
        let shared = (uri.len() <= LONGEST_NAMESPACE).then(|| Arc::from(uri));
        self.uris.insert(namespace, shared.clone());
        shared
    }

    /// Returns whether an extension of a scope is open.
    #[inline]
    pub(super) fn has_extension(&self, scope: usize) -> bool {
        self.extensions.last().is_some_and(|open| open.scope == scope)
    }

    /// Returns whether an element that its vocabulary reads together with others is open.
    #[inline]
    pub(super) fn has_gathered(&self) -> bool {
        !self.gathered.is_empty()
    }

    /// Returns the depth of the outermost open extension of a scope that does not contain elements of the scope. `at` is the
    /// offset of the last start tag.
    pub(super) fn closed_extension(
        &mut self,
        scope: usize,
        reader: &mut Reader<'_, Feeds>,
        at: usize,
    ) -> Option<usize> {
        let first = self.extensions.iter().rposition(|open| open.scope != scope).map_or(0, |other| other + 1);
        // From the outermost one inwards: if it is closed, everything inside is part of its tree.
        for open in self.extensions.iter_mut().skip(first) {
            let OpenTree { tree, is_transparent, depth, .. } = open;
            let is_transparent = is_transparent.get_or_insert_with(|| {
                vocabulary::is_wrapper(tree.vocabulary, &tree.name) || !reader.tags_match(tree.offset, at)
            });
            if !*is_transparent {
                return Some(*depth);
            }
        }
        None
    }

    /// Returns a tree for an element, without its content.
    fn open(&mut self, name: &Name<'_>, reader: &Reader<'_, Feeds>, offset: usize) -> Tree {
        let prefix = vocabulary::prefix(name.namespace).unwrap_or(name.prefix);
        let mut tree = Tree::new(self.shared_name(name.local), reader.original(offset));
        tree.vocabulary = name.namespace;
        tree.namespace = self.uri(name.namespace, reader);
        tree.prefix = self.shared_name(prefix);
        tree
    }
}

impl<'a> Interpreter<'a, '_, '_> {
    /// Opens a tree for the current element. Returns `None` if the budget does not allow it.
    pub(super) fn open_tree(&mut self, name: &Name<'a>) -> Option<OpenTree> {
        let mut open = self.open_bare_tree(name)?;
        open.tree.attributes = self.all_attributes();
        Some(open)
    }

    /// Opens a tree without attributes for the current element. Returns `None` if the budget does not allow it.
    fn open_bare_tree(&mut self, name: &Name<'a>) -> Option<OpenTree> {
        // Checked before `open`, which records the namespace, so that an excessively long name is reported once.
        let is_new = !self.trees.uris.contains_key(&name.namespace);
        let mut tree = self.trees.open(name, &self.reader, self.current.offset);
        if is_new && tree.namespace.is_none() {
            self.warn_of_long_name(name.namespace);
        }
        tree.namespace = tree.namespace.and_then(|namespace| self.budget.inherit(&namespace));
        tree.scope.clone_from(&self.contexts.current().scope);
        Some(OpenTree {
            tree: self.budget.keep_element(tree)?,
            scope: self.scopes.len(),
            depth: self.frames.len() + 1,
            is_transparent: None,
            is_remainder: false,
            is_known: false,
        })
    }

    /// Keeps a misplaced child as an extension, provided that its parent has an end tag.
    pub(super) fn close_leaf(&mut self, name: &Name<'a>, element: Option<KnownElement>) {
        let is_within = matches!(self.frames.last(), Some(Frame::Collect | Frame::Transparent));
        if !is_within || self.opaque.is_some() {
            return;
        }
        let Some(depth) = self.frames.iter().rposition(|frame| matches!(frame, Frame::Collect)) else {
            return;
        };
        let Some(collector) = self.collectors.last() else { return };
        let parent = collector.element;
        if Self::has_room(collector, name, element)
            || element.is_none() && self.is_transparent(name)
            // Last, since the lookahead may reach as far as the end tag of the parent.
            || !self.reader.tags_match(parent.offset, self.current.offset)
        {
            return;
        }
        let scopes = self.scopes.len();
        let is_gathered = self.trees.gathered.last().is_some_and(|open| open.depth == depth + 1);
        // Elements after a foreign element in `media:group` still belong to the group.
        let ends = if is_gathered { self.frames.len() + 1 } else { depth + 1 };
        self.opaque = Some(Opaque { depth: depth + 1, ends, scopes, is_foreign: true });
        if is_gathered || self.trees.extensions.len() >= self.trees.most {
            return;
        }
        let parent_name = parent.name();
        let mut tree = self.trees.open(&parent_name, &self.reader, parent.offset);
        tree.scope.clone_from(&self.contexts.current().scope);
        if let Some(tree) = self.budget.keep_element(tree) {
            let open = OpenTree {
                tree,
                scope: scopes,
                depth: depth + 1,
                is_transparent: Some(false),
                is_remainder: true,
                is_known: false,
            };
            self.trees.extensions.push(open);
        }
    }

    /// Returns whether an element may occur in another one that collects text.
    fn has_room(parent: &Collector<'a>, name: &Name<'a>, element: Option<KnownElement>) -> bool {
        let is_same = name.namespace == parent.element.namespace;
        match &parent.target {
            // Their children are described elsewhere.
            Destination::Text(_)
            | Destination::Extension { .. }
            | Destination::ScopeText(_)
            | Destination::Known(ReadAs::Person(_)) => true,
            Destination::Tag { form: CategoryForm::Itunes, .. } => is_same,
            Destination::Known(_) if vocabulary::is_gathered(parent.element.namespace) => {
                is_same || element.is_none() && belongs_to_format(name)
            }
            Destination::Known(_)
            | Destination::Link(_)
            | Destination::Tag { .. }
            | Destination::Guid { .. }
            | Destination::Generator(_)
            | Destination::Stated => false,
        }
    }

    /// Ends the tree of the misplaced children of an element that has ended.
    pub(super) fn end_remainder(&mut self, depth: usize) {
        if let Some(OpenTree { tree, scope, .. }) =
            self.trees.extensions.pop_if(|open| open.is_remainder && open.depth >= depth)
        {
            self.attach(tree, scope);
        }
    }

    /// Keeps text of the current element as an extension with its name, if no field takes the text.
    pub(super) fn keep_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let current = self.current;
        let depth = self.frames.len() + 1;
        let is_own = |open: &&mut OpenTree| open.is_remainder && open.depth == depth;
        if let Some(open) = self.trees.extensions.last_mut().filter(is_own) {
            if let Some(text) = self.budget.keep_element(text.to_owned()) {
                open.tree.text = text.into_inner().into();
            }
            return;
        }
        let name = current.name();
        let mut tree = self.trees.open(&name, &self.reader, current.offset);
        tree.text = text.into();
        tree.is_remainder = true;
        if let Some(tree) = self.budget.keep_element(tree) {
            self.attach(tree, self.scopes.len());
        }
    }

    /// Warns about a namespace name that is too long to be kept.
    #[cold]
    fn warn_of_long_name(&mut self, namespace: Namespace) {
        if let Some(uri) = self.reader.namespaces.uri(namespace).map(str::to_owned) {
            self.warn(WarningKind::TooLong, &uri);
        }
    }

    /// Charges for the `T` that may be read from a tree. Its values are charged twice: separately, and as part of it. Returns
    /// whether the budget allows it.
    fn deposit<T>(&self, open: &OpenTree) -> bool {
        self.budget.deposit(size_of::<T>() + 2 * open.tree.attributes.heap())
    }

    /// Omits the element that begins, with all its content.
    #[cold]
    pub(super) fn leave_out(&mut self) {
        let (depth, scopes) = (self.frames.len() + 1, self.scopes.len());
        self.trees.left_out = Some(depth);
        // An element around this one may already be opaque. Then it decides where the tree ends.
        self.opaque.get_or_insert(Opaque { depth, ends: depth, scopes, is_foreign: true });
    }

    /// Starts an element that is kept as an extension. `read_as` tells how a known element is read. `uri` means that its text is a
    /// URI, which is resolved even if the scope has no field for the element.
    pub(super) fn start_extension(
        &mut self,
        name: &Name<'a>,
        read_as: Option<ReadAs>,
        uri: bool,
    ) -> ElementContent {
        // An element after the root belongs to nothing.
        let is_root = self.frames.is_empty();
        if !self.document.is_feed || is_root {
            return ElementContent::Ignored;
        }
        // Deeper ones are omitted with all their content.
        if self.trees.extensions.len() >= self.trees.most {
            self.trees.limit = Some(Limit::Extensions);
            return ElementContent::Ignored;
        }
        if self.trees.left_out.is_some() {
            return ElementContent::Ignored;
        }
        let is_read = vocabulary::prefix(name.namespace).is_some();
        let open = self.open_tree(name);
        let Some(open) = open.filter(|open| !is_read || self.deposit::<Extension>(open)) else {
            self.leave_out();
            return ElementContent::Ignored;
        };
        self.trees.extensions.push(OpenTree { is_known: read_as.is_some(), ..open });
        ElementContent::Collected(Destination::Extension { uri })
    }

    /// Returns whether the text of an unknown element belongs to the plain text around it: feeds contain markup in
    /// names, addresses and dates.
    pub(super) fn is_transparent(&self, name: &Name<'a>) -> bool {
        if !matches!(self.frames.last(), Some(Frame::Collect | Frame::Transparent)) {
            return false;
        }
        let Some(Collector { target, element, .. }) = self.collectors.last() else { return false };
        let is_plain = match target {
            // Every element in a text construct is markup.
            Destination::Text(_) => false,
            // Unknown elements contain elements rather than text.
            Destination::Extension { .. } => vocabulary::has_text(element.namespace, element.local()),
            Destination::Known(_)
            | Destination::Link(_)
            | Destination::Guid { .. }
            | Destination::Tag { .. }
            | Destination::Generator(_)
            | Destination::Stated
            | Destination::ScopeText(_) => true,
        };
        is_plain && vocabulary::is_inline_html(name.namespace, name.prefix, name.local)
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn end_extension(&mut self, uri: bool, text: &str) {
        let is_uri = uri && !is_prose(text);
        let text =
            if is_uri { self.uri(text).map(Cow::into_owned).unwrap_or_default() } else { text.to_owned() };
        if let Some(OpenTree { mut tree, scope, is_known, .. }) = self.trees.extensions.pop() {
            if !text.is_empty() {
                tree.text = self.budget.keep_element(text).map_or_else(String::new, Paid::into_inner).into();
            }
            // Inside an element that is never closed, a known element describes the scope.
            let is_child = |parent: &OpenTree| parent.scope == scope && parent.is_transparent == Some(true);
            if is_known && self.trees.extensions.last().is_some_and(is_child) {
                self.give_tree(tree);
            } else {
                self.attach(tree, scope);
            }
        }
    }

    /// Attaches a complete tree to the extension or the person around it, or otherwise to the scope.
    fn attach(&mut self, tree: Paid<Tree>, scopes: usize) {
        // The content of a scope that begins inside an extension belongs to the scope.
        if let Some(parent) = self.trees.extensions.last_mut().filter(|parent| parent.scope == scopes) {
            parent.tree.children.push(tree);
            return;
        }
        // The child of a gathered element that is unknown there.
        let depth = self.opaque.map(|opaque| opaque.depth);
        if let Some(parent) = self.trees.gathered.last_mut().filter(|parent| Some(parent.depth) == depth) {
            parent.tree.children.push(tree);
            return;
        }
        self.give_tree(tree);
    }

    /// Attaches a complete tree to the person around it, or otherwise to the scope.
    fn give_tree(&mut self, tree: Paid<Tree>) {
        match self.scope().and_then(|scope| scope.people.last_mut()) {
            Some(person) => person.trees.push(tree),
            None => self.add_element(tree),
        }
    }

    /// Keeps the unread attributes of a known element, such as `gr:original-id`, as an extension with the name of the element.
    pub(super) fn keep_other_attributes(&mut self, name: &Name<'a>, read_as: ReadAs) {
        if self.reader.attributes().is_empty() || !self.document.is_feed {
            return;
        }
        let Some(read) = read_as.attributes() else { return };
        let is_other = |attribute: &XmlAttribute<'_>| {
            let Name { local, prefix, namespace, .. } = attribute.name;
            if vocabulary::is_attribute_of_format(&attribute.name) {
                let mut known = read.iter().chain(&["lang", "base"]);
                // The type of a text is not read if it is not a media type.
                let is_word = || {
                    matches!(read_as, ReadAs::Text(_))
                        && local.eq_ignore_ascii_case("type")
                        && !attribute.value.trim().is_empty()
                        && !is_type(&attribute.value)
                };
                !known.any(|known| known.eq_ignore_ascii_case(local)) || is_word()
            } else {
                let is_read = match vocabulary::prefix(namespace) {
                    Some("xml") => true,
                    // A text input has no field for an identifier.
                    Some("rdf") => read_as != ReadAs::Scope(ScopeKind::TextInput) || local != "about",
                    // `xsi:schemaLocation` and similar attributes are for validators, and say nothing about the feed.
                    _ if attribute.name.qualified == set_aside::LABEL => {
                        matches!(read_as, ReadAs::Category(_))
                    }
                    _ => prefix == "xsi",
                };
                !is_read
            }
        };
        if !self.reader.attributes().iter().any(is_other)
            || self.trees.gathered.last().is_some_and(|open| open.depth == self.frames.len() + 1)
        {
            return;
        }
        let Some(OpenTree { mut tree, scope, .. }) = self.open_bare_tree(name) else { return };
        tree.attributes = self.attributes_where(is_other);
        tree.is_remainder = true;
        self.attach(tree, scope);
    }

    /// Opens a tree if the vocabulary of an element reads it together with others. Returns whether it does. An element without
    /// a prefix inside such an element belongs to it: `sceneTitle` in `media:scene`, as the specification itself writes it.
    pub(super) fn start_gathered(&mut self, name: &Name<'a>, is_known: bool) -> bool {
        let namespace = if vocabulary::is_gathered(name.namespace) {
            name.namespace
        } else {
            let depth = self.frames.len();
            let around = self.trees.gathered.last().filter(|open| open.depth == depth);
            match around {
                Some(around) if !is_known && belongs_to_format(name) => around.tree.vocabulary,
                _ => return false,
            }
        };
        // An image has no fields for the values in trees, and keeps extensions. A person has no such fields either.
        let is_described = !matches!(self.subject(), Subject::Inner(ScopeKind::Image | ScopeKind::TextInput))
            && self.scopes.last().is_none_or(|scope| scope.people.is_empty());
        if !self.document.is_feed || !is_described || self.opaque.is_some() {
            return false;
        }
        if self.trees.gathered.len() >= self.trees.most {
            self.trees.limit = Some(Limit::Extensions);
            return false;
        }
        if self.trees.left_out.is_some() {
            return false;
        }
        let open = self.open_tree(&Name { namespace, ..*name });
        let Some(open) = open.filter(|open| self.deposit::<media::MediaContent>(open)) else {
            self.leave_out();
            return false;
        };
        self.trees.gathered.push(open);
        true
    }

    /// Returns the gathered element whose text is complete, if it is one.
    pub(super) fn gathered_here(&mut self) -> Option<&mut Paid<Tree>> {
        let depth = self.frames.len() + 1;
        self.trees.gathered.last_mut().filter(|open| open.depth == depth).map(|open| &mut open.tree)
    }

    /// Sets the text of a gathered element.
    pub(super) fn set_gathered_text(&mut self, text: &str) {
        let budget = self.budget;
        if let Some(tree) = self.gathered_here().filter(|_| !text.is_empty())
            && let Some(text) = budget.keep_element(text.to_owned())
        {
            tree.text = text.into_inner().into();
        }
    }

    /// Sets the text of a gathered element, and the detected type of the text.
    pub(super) fn set_gathered_markup(&mut self, text: &Text) {
        let budget = self.budget;
        let name = self.gathered_here().is_some().then(|| self.trees.shared_name("type"));
        if let (Some(name), Some(tree)) = (name, self.gathered_here()) {
            let Some(value) = budget.keep_element(text.value.clone()) else { return };
            tree.text = value.into_inner();
            // A word that is not a media type is kept: the text is plain, as if there were no type.
            let is_word = tree.attributes.get("type").is_some_and(|written| !is_type(written));
            if is_word && text.media_type == "text/plain" {
                return;
            }
            tree.attributes.retain(|other, _| other != "type");
            tree.attributes.insert(name, text.media_type.to_string());
        }
    }

    /// Ends the gathered element at this depth, if there is one.
    pub(super) fn end_gathered(&mut self, depth: usize) {
        let Some(OpenTree { tree, scope, .. }) = self.trees.gathered.pop_if(|open| open.depth >= depth)
        else {
            return;
        };
        let around = |open: &&mut OpenTree| open.tree.vocabulary == tree.vocabulary && open.scope == scope;
        // Elements of another vocabulary may be in between, so the parent need not be the last one.
        match self.trees.gathered.iter_mut().rev().find(around) {
            Some(parent) => parent.tree.children.push(tree),
            None => self.add_element(tree),
        }
    }
}

/// Returns whether an element may belong to a format: it has no prefix, or that of a format.
fn belongs_to_format(name: &Name<'_>) -> bool {
    name.prefix.is_empty() || vocabulary::is_format(name.namespace)
}

/// Returns the namespaces declared by the document. Known ones have their customary prefix.
pub(crate) fn canonical_namespaces(reader: &Reader<'_, Feeds>, budget: &Budget) -> Vec<(String, String)> {
    let mut namespaces: PaidList<(String, String)> = PaidList::default();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for DeclaredPrefix { prefix, uri, number, .. } in reader.namespaces.declared() {
        let prefix = vocabulary::prefix(*number).unwrap_or(prefix);
        let uri = if vocabulary::is_userlands(uri) { vocabulary::USERLAND } else { uri };
        if let Some(place) = places.get(prefix) {
            if let Some((_, known)) = namespaces.get_mut(*place) {
                uri.clone_into(known);
            }
        } else {
            let Some(namespace) = budget.keep_field((prefix.to_owned(), uri.to_owned())) else { break };
            places.insert(prefix, namespaces.len());
            namespaces.push(namespace);
        }
    }
    namespaces.into_vec()
}

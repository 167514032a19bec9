//! The elements of images, text inputs and sources as trees. A feed or entry has one of each; the tree of any other one is kept
//! as an extension with all its content.

use smallvec::SmallVec;

use super::Interpreter;
use crate::budget::Paid;
use crate::diagnostics::Limit;
use crate::sink::{DEEPEST, Tree};
use crate::vocabulary::KnownElement;
use crate::xml::{Name, RawText};
use bozofeed_text::trim::trim;

/// The tree of an open scope.
#[derive(Debug)]
pub(super) struct ScopeTree {
    /// The number of open scopes, including its own.
    scopes: usize,
    /// Its open elements, innermost last.
    open: SmallVec<[ScopeTreeElement; 4]>,
    /// The number of open elements that are not part of it, because the budget does not allow them.
    left_out: usize,
}

#[derive(Debug)]
struct ScopeTreeElement {
    tree: Paid<Tree>,
    text: String,
    /// Whether the text is a URI.
    is_uri: bool,
}

impl ScopeTreeElement {
    /// Sets the text of the element.
    fn close(mut self, interpreter: &Interpreter<'_, '_, '_>) -> Paid<Tree> {
        let text = trim(&self.text);
        let text = if self.is_uri { interpreter.uri(text) } else { Some(text.into()) };
        let text = text.filter(|text| !text.is_empty());
        if let Some(text) = text.and_then(|text| interpreter.budget.keep_element(text.into_owned())) {
            self.tree.text = text.into_inner().into();
        }
        self.tree
    }
}

impl<'a> Interpreter<'a, '_, '_> {
    /// Begins the tree of the scope that was just opened, whose start tag is being read.
    pub(super) fn start_scope_tree(&mut self, name: &Name<'a>) {
        /// The maximum number of nested scopes with trees, since each tree contains everything in its scope. The only scope
        /// nested in another one is an image in the source of an entry.
        const MOST: usize = 4;
        if self.scope_trees.len() >= MOST {
            return;
        }
        if let Some(tree) = self.open_scope_tree(name) {
            let element = ScopeTreeElement { tree, text: String::new(), is_uri: false };
            let open = SmallVec::from_iter([element]);
            self.scope_trees.push(ScopeTree { scopes: self.scopes.len(), open, left_out: 0 });
        }
    }

    /// Adds the element that begins to the trees of the scopes around it.
    pub(super) fn add_to_scope_trees(&mut self, name: &Name<'a>, element: Option<KnownElement>) {
        for at in 0..self.scope_trees.len() {
            // Functions of `Tree` recurse into children, so its depth must be bounded here.
            let is_deep = self.scope_trees.get(at).is_none_or(|scope_tree| scope_tree.open.len() >= DEEPEST);
            if is_deep {
                self.trees.limit = Some(Limit::Extensions);
            }
            let tree = if is_deep { None } else { self.open_scope_tree(name) };
            let Some(scope_tree) = self.scope_trees.get_mut(at) else { return };
            match tree.filter(|_| scope_tree.left_out == 0) {
                Some(tree) => {
                    let is_uri = element.is_some_and(|known| known.read_as.is_uri());
                    scope_tree.open.push(ScopeTreeElement { tree, text: String::new(), is_uri });
                }
                None => scope_tree.left_out += 1,
            }
        }
    }

    /// Adds text to the trees of the scopes around it.
    #[cold]
    pub(super) fn add_text_to_scope_trees(&mut self, text: &RawText<'a>) {
        let text = if text.decoded { self.reader.decoded().as_str() } else { text.raw };
        for scope_tree in self.scope_trees.iter_mut().filter(|scope_tree| scope_tree.left_out == 0) {
            if let Some(innermost) = scope_tree.open.last_mut() {
                innermost.text.push_str(text);
            }
        }
    }

    /// Ends the innermost element in the trees of the scopes around it.
    pub(super) fn end_in_scope_trees(&mut self) {
        for at in 0..self.scope_trees.len() {
            let Some(scope_tree) = self.scope_trees.get_mut(at) else { return };
            // Elements are omitted below a certain depth, so the omitted ones are the innermost and end first.
            if scope_tree.left_out > 0 {
                scope_tree.left_out -= 1;
                continue;
            }
            // The element of the scope itself ends with the scope.
            let closed = if scope_tree.open.len() > 1 { scope_tree.open.pop() } else { None };
            let Some(closed) = closed.map(|element| element.close(self)) else { continue };
            if let Some(parent) =
                self.scope_trees.get_mut(at).and_then(|scope_tree| scope_tree.open.last_mut())
            {
                parent.tree.children.push(closed);
            }
        }
    }

    /// Returns the tree of the innermost scope, which ends here.
    pub(super) fn take_scope_tree(&mut self) -> Option<Paid<Tree>> {
        let scopes = self.scopes.len();
        let ScopeTree { mut open, .. } = self.scope_trees.pop_if(|scope_tree| scope_tree.scopes == scopes)?;
        let mut tree = open.pop()?.close(self);
        // Elements without end tags end with the scope, innermost first.
        while let Some(mut outer) = open.pop() {
            outer.tree.children.push(tree);
            tree = outer.close(self);
        }
        Some(tree)
    }

    fn open_scope_tree(&mut self, name: &Name<'a>) -> Option<Paid<Tree>> {
        self.open_tree(name).map(|open| open.tree)
    }
}

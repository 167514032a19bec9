//! The stack of open elements.

use std::cell::{Cell, RefCell};

pub(super) use super::ancestors::OpenElement;
use super::ancestors::{Ancestors, FEW};
use super::event::{Name, Shape};
use crate::diagnostics::beginning;

/// The parts of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentPart {
    Prolog,
    Root,
    Epilog,
}

/// The stack of open elements.
#[derive(Debug)]
pub(super) struct ElementStack<'a> {
    stack: Vec<OpenElement<'a>>,
    /// Facts about the elements, if there are many.
    ancestors: RefCell<Ancestors<'a>>,
    part: DocumentPart,
    has_root: bool,
    max_depth: usize,
}

impl<'a> ElementStack<'a> {
    pub(super) fn new(max_depth: usize) -> Self {
        Self {
            stack: Vec::with_capacity(16),
            ancestors: RefCell::default(),
            part: DocumentPart::Prolog,
            has_root: false,
            max_depth,
        }
    }

    /// Returns the part of the document that the reader is in.
    pub(super) fn part(&self) -> DocumentPart {
        self.part
    }

    /// Returns whether the document has a root element.
    pub(super) fn has_root(&self) -> bool {
        self.has_root
    }

    /// Enters `part`.
    pub(super) fn enter(&mut self, part: DocumentPart) {
        self.part = part;
    }

    pub(super) fn push(&mut self, name: Name<'a>, shape: Shape, mark: usize, offset: usize) {
        self.stack.push(OpenElement { name, shape, mark, offset, seen: Cell::default() });
    }

    pub(super) fn pop(&mut self) -> Option<OpenElement<'a>> {
        let popped = self.stack.pop();
        // Otherwise, the next element at the same depth would inherit the facts about this one.
        self.ancestors.get_mut().truncate(self.stack.len());
        if self.stack.is_empty() {
            self.part = DocumentPart::Epilog;
        }
        popped
    }

    /// Enters the root element, if the only open element is one. Returns whether it is a second root element.
    pub(super) fn enter_root(&mut self) -> bool {
        if self.stack.len() != 1 {
            return false;
        }
        let is_second = self.part == DocumentPart::Epilog;
        self.part = DocumentPart::Root;
        self.has_root = true;
        is_second
    }

    /// Returns the open elements, outermost first.
    pub(super) fn as_slice(&self) -> &[OpenElement<'a>] {
        &self.stack
    }

    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }

    /// Returns whether more elements are open than the limit allows.
    pub(super) fn is_too_deep(&self) -> bool {
        self.stack.len() > self.max_depth
    }

    /// Returns whether the limit allows one more open element.
    pub(super) fn has_room(&self) -> bool {
        self.stack.len() < self.max_depth
    }

    pub(super) fn innermost(&self) -> Option<&OpenElement<'a>> {
        self.stack.last()
    }

    /// Renames the innermost element.
    pub(super) fn rename_innermost(&mut self, name: Name<'a>, shape: Shape) {
        if let Some(open) = self.stack.last_mut() {
            (open.name, open.shape) = (name, shape);
            // The cached facts about the element depend on its name.
            let outer = self.stack.len() - 1;
            self.ancestors.get_mut().truncate(outer);
        }
    }

    /// Returns whether an element of this name is open.
    pub(super) fn contains(&self, qualified: &str) -> bool {
        self.find_exactly(qualified).is_some()
    }

    /// Returns the index of the innermost element with this name.
    fn find_exactly(&self, qualified: &str) -> Option<usize> {
        if self.stack.len() > FEW {
            return self.ancestors.borrow_mut().find(&self.stack, qualified);
        }
        self.stack.iter().rposition(|open| open.name.qualified == qualified)
    }

    /// Returns the index of the innermost element with this name around the innermost one, if its kind of content is `shape`
    /// or a later one.
    pub(super) fn find_around(&self, qualified: &str, shape: Shape) -> Option<usize> {
        let index = self.find_exactly(qualified).filter(|index| index + 1 < self.stack.len())?;
        self.stack.get(index).filter(|open| open.shape >= shape).map(|_| index)
    }

    /// Returns the index of the innermost element that an end tag of this name can end. Without an exact match, case is
    /// ignored.
    pub(super) fn find(&self, qualified: &str) -> Option<usize> {
        // XML is case-sensitive, so an element with exactly this name takes precedence over a nearer one whose name differs in
        // case.
        self.find_exactly(qualified).or_else(|| {
            if self.stack.len() > FEW {
                return self.ancestors.borrow_mut().find_ignoring_case(&self.stack, qualified);
            }
            let is_alike = |open: &OpenElement<'_>| open.name.qualified.eq_ignore_ascii_case(qualified);
            self.stack.iter().rposition(is_alike)
        })
    }

    /// Returns the index of the innermost of the first `length` elements whose kind of content is `shape` or a later one.
    pub(super) fn innermost_at_least(&self, length: usize, shape: Shape) -> Option<usize> {
        let stack = self.stack.get(..length)?;
        if length > FEW {
            return self.ancestors.borrow_mut().innermost_at_least(stack, shape);
        }
        stack.iter().rposition(|open| open.shape >= shape)
    }

    /// Returns the index of the innermost element that a vocabulary defines.
    pub(super) fn innermost_known(&self) -> Option<usize> {
        self.innermost_at_least(self.stack.len(), Shape::Leaf)
    }

    /// Returns the index of the element whose text contains the innermost elements. They are markup, even if a vocabulary
    /// defines elements with their names.
    pub(super) fn text_host(&self) -> Option<usize> {
        if self.stack.len() > FEW {
            return self.ancestors.borrow_mut().text_host(&self.stack);
        }
        let feed = self.stack.iter().position(|open| open.shape >= Shape::Feed)?;
        let inside = self.stack.get(feed..)?;
        inside.iter().position(|open| open.shape.is_text()).map(|at| feed + at)
    }

    /// Returns the names of the open elements down to the element `name`, whose start tag is at `offset`. A long path is cut at
    /// its end.
    pub(super) fn path_to(&self, offset: usize, name: &'a str) -> String {
        let outer = self.stack.iter().take_while(|open| open.offset < offset).map(|open| open.name.qualified);
        let mut path = String::new();
        for name in outer.chain([name]) {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(beginning(name));
            // Cut at each step: a deep document may have many faults, and long paths would be built only to be cut.
            let length = beginning(&path).len();
            if length < path.len() {
                path.truncate(length);
                break;
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_found_among_few_elements_and_many() {
        for depth in [0, 5, FEW, 300] {
            let mut open = ElementStack::new(1000);
            let mut push = |name, shape| open.push(Name::split(name), shape, 0, 0);
            push("rss", Shape::Root);
            push("channel", Shape::Feed);
            push("item", Shape::Entry);
            (0..depth).for_each(|_| push("x", Shape::Unknown));
            push("Title", Shape::Markup);
            push("link", Shape::Leaf);
            push("y", Shape::Unknown);
            for (name, found) in [
                ("rss", Some(0)),
                ("RSS", Some(0)),
                ("x", (depth > 0).then_some(depth + 2)),
                ("title", Some(depth + 3)),
                ("LINK", Some(depth + 4)),
                ("z", None),
            ] {
                assert_eq!(open.find(name), found, "{name} {depth}");
            }
            assert!(open.contains("Title") && !open.contains("title"), "{depth}");
            assert_eq!(open.text_host(), Some(depth + 3), "{depth}");
            assert_eq!(open.innermost_known(), Some(depth + 4), "{depth}");
            assert_eq!(open.innermost_at_least(depth + 6, Shape::Markup), Some(depth + 3), "{depth}");
            assert_eq!(open.innermost_at_least(depth + 3, Shape::Markup), Some(2), "{depth}");
            assert_eq!(open.innermost_at_least(depth + 6, Shape::Root), Some(0), "{depth}");
            open.rename_innermost(Name::split("z"), Shape::Entry);
            assert_eq!((open.find("y"), open.find("z")), (None, Some(depth + 5)), "{depth}");
            for _ in 0..3 {
                open.pop();
            }
            assert_eq!((open.text_host(), open.innermost_known()), (None, Some(2)), "{depth}");
            assert_eq!(open.find("title"), None, "{depth}");
        }
    }
}

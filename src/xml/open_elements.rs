//! The stack of open elements.

use std::cell::Cell;

use super::event::{Name, Shape};

/// An element whose end was not yet reached.
#[derive(Debug)]
pub(super) struct OpenElement<'a> {
    pub(super) name: Name<'a>,
    pub(super) shape: Shape,
    /// The number of namespace declarations in scope before the element.
    pub(super) mark: usize,
    /// The offset of the start tag.
    pub(super) offset: usize,
    /// The last result of looking for the end tag, and the offset up to which it is valid. See
    /// [`Lookahead::is_closed`](super::lookahead::Lookahead::is_closed).
    pub(super) seen: Cell<(usize, bool)>,
}

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
    part: DocumentPart,
    has_root: bool,
    max_depth: usize,
}

impl<'a> ElementStack<'a> {
    pub(super) fn new(max_depth: usize) -> Self {
        Self { stack: Vec::with_capacity(16), part: DocumentPart::Prolog, has_root: false, max_depth }
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

    pub(super) fn innermost(&self) -> Option<&OpenElement<'a>> {
        self.stack.last()
    }

    /// Gives the innermost element another name.
    pub(super) fn rename_innermost(&mut self, name: Name<'a>, shape: Shape) {
        if let Some(open) = self.stack.last_mut() {
            (open.name, open.shape) = (name, shape);
        }
    }

    /// Returns whether an element of this name is open.
    pub(super) fn contains(&self, qualified: &str) -> bool {
        self.stack.iter().any(|open| open.name.qualified == qualified)
    }

    /// Returns the index of the innermost element that an end tag of this name can end. Without an exact match, case is
    /// ignored.
    pub(super) fn find(&self, qualified: &str) -> Option<usize> {
        let is_same = |open: &OpenElement<'_>| open.name.qualified == qualified;
        let is_alike = |open: &OpenElement<'_>| open.name.qualified.eq_ignore_ascii_case(qualified);
        self.stack.iter().rposition(is_same).or_else(|| self.stack.iter().rposition(is_alike))
    }

    /// Returns the index of the innermost element that a vocabulary defines.
    pub(super) fn innermost_known(&self) -> Option<usize> {
        self.stack.iter().rposition(|open| open.shape != Shape::Unknown)
    }

    /// Returns the index of the element whose text contains the innermost elements. They are markup, even if a vocabulary
    /// defines elements with their names.
    pub(super) fn text_host(&self) -> Option<usize> {
        let feed = self.stack.iter().position(|open| open.shape >= Shape::Feed)?;
        let inside = self.stack.get(feed..)?;
        inside.iter().position(|open| open.shape.is_text()).map(|at| feed + at)
    }

    /// Returns the names of the open elements down to the one whose start tag is at `offset`, which is named `name`.
    pub(super) fn path_to(&self, offset: usize, name: &'a str) -> String {
        let outer = self.stack.iter().take_while(|open| open.offset < offset).map(|open| open.name.qualified);
        let names: Vec<&str> = outer.chain([name]).collect();
        names.join("/")
    }
}

//! The open elements.

use crate::sanitizer::elements::Plain;
use bozofeed_text::markup::Kind;

/// The maximum depth of open elements.
pub(super) const MAX_DEPTH: usize = 128;

/// The allowance for start tags that are written again, in bytes beyond the length of the markup.
const FREE_REOPENING: usize = 1 << 12;

/// An open, listed element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open<'r> {
    pub(super) element: Plain<'r>,
    /// The span of its start tag in the output.
    pub(super) tag: (usize, usize),
    /// Whether it is a list or a table that was added for its parts.
    pub(super) is_implied: bool,
    /// Whether a `use` may draw it: it is an element of a drawing with an identifier.
    pub(super) is_reusable: bool,
    /// The first formatting element that may be opened again in it, and around it.
    first_waiting: (usize, usize),
}

/// A formatting element that was closed with an enclosing element, and will be opened again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting<'r> {
    pub(super) element: Plain<'r>,
    pub(super) tag: (usize, usize),
}

/// The open elements.
pub(super) struct OpenElements<'r> {
    pub(super) stack: Vec<Open<'r>>,
    /// The formatting elements to open again when content follows. Elements before `first_waiting` are outside of the open cell, caption
    /// or object.
    pub(super) waiting: Vec<Waiting<'r>>,
    pub(super) first_waiting: usize,
    /// The remaining allowance for start tags that are written again, in bytes.
    pub(super) allowance: usize,
    /// The number of open `p` elements.
    pub(super) paragraphs: usize,
    /// The number of open `select` elements.
    pub(super) selects: usize,
    /// The number of open elements whose tags were removed because they are too deep.
    pub(super) left_out: usize,
}

impl<'r> OpenElements<'r> {
    pub(super) fn new(length: usize) -> Self {
        Self {
            stack: Vec::with_capacity(16),
            waiting: Vec::new(),
            first_waiting: 0,
            allowance: FREE_REOPENING + length,
            paragraphs: 0,
            selects: 0,
            left_out: 0,
        }
    }

    #[inline]
    pub(super) fn last(&self) -> Option<&Open<'r>> {
        self.stack.last()
    }

    /// Returns whether content needs something before it: a cell, or formatting elements.
    #[inline]
    pub(super) fn needs_care(&self) -> bool {
        self.waiting.len() > self.first_waiting || self.is_among_parts()
    }

    /// Returns whether parts are expected, of a table or of a list or table that was added for its parts.
    #[inline]
    pub(super) fn is_among_parts(&self) -> bool {
        self.last().is_some_and(|last| last.is_implied || last.element.kind.has_parts())
    }

    /// Returns whether tags are read as SVG or `MathML`.
    #[inline]
    pub(super) fn is_in_foreign_content(&self) -> bool {
        self.last().is_some_and(|last| last.element.kind.has_foreign_content())
    }

    /// Returns whether an element, including the elements that its content may need, is not nested too deeply.
    pub(super) fn has_room(&self, kind: Kind) -> bool {
        // The levels of later parts are reserved, so that content in a table can get a cell.
        let levels = match kind {
            kind if kind.is_void() => return true,
            // A row group, a row and a cell.
            Kind::Table => 4,
            Kind::Section => 3,
            Kind::Row | Kind::ColumnGroup => 2,
            _ => 1,
        };
        self.stack.len() + levels <= MAX_DEPTH
    }

    /// Returns the innermost open element for which `is_found` holds, unless `ends` holds for an element within it.
    pub(super) fn find(
        &self,
        is_found: impl Fn(Plain<'_>) -> bool,
        ends: impl Fn(Kind) -> bool,
    ) -> Option<usize> {
        for (at, open) in self.stack.iter().enumerate().rev() {
            if is_found(open.element) {
                return Some(at);
            }
            if ends(open.element.kind) {
                return None;
            }
        }
        None
    }

    /// Opens an element whose start tag has this span in the output.
    #[inline]
    pub(super) fn push(&mut self, element: Plain<'r>, tag: (usize, usize), is_implied: bool) {
        let outer = self.first_waiting;
        if element.kind.has_marker() {
            self.first_waiting = self.waiting.len();
        }
        self.paragraphs += usize::from(element.kind == Kind::Paragraph);
        self.selects += usize::from(is_select(element));
        let first_waiting = (self.first_waiting, outer);
        self.stack.push(Open { element, tag, is_implied, is_reusable: false, first_waiting });
    }

    /// Closes the last element. A formatting element is not opened again.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Plain<'r>> {
        let open = self.stack.pop()?;
        Some(self.closed(open))
    }

    /// Closes an element, but not those in it.
    pub(super) fn remove(&mut self, at: usize) {
        if at < self.stack.len() {
            let open = self.stack.remove(at);
            self.closed(open);
        }
    }

    fn closed(&mut self, open: Open<'r>) -> Plain<'r> {
        let Open { element, first_waiting: (inner, outer), .. } = open;
        if element.kind.has_marker() {
            // HTML Standard 13.2.4.3: the list of active formatting elements is cleared up to the last
            // marker.
            self.waiting.truncate(inner);
            self.first_waiting = outer;
        }
        self.paragraphs -= usize::from(element.kind == Kind::Paragraph);
        self.selects -= usize::from(is_select(element));
        element
    }
}

fn is_select(element: Plain<'_>) -> bool {
    element.kind == Kind::Select
}

//! The construction of a tree: elements begin and end in document order.

use super::{AttributeData, NONE, NamespaceData, NodeData, PieceData, QualifiedName, StringPlace};
use crate::diagnostics::Limit;
use crate::limits::Limits;
use crate::vocabulary;
use crate::xml::{Name, Namespace};
use bozofeed_text::maps::{self, Map};

/// An open element.
#[derive(Debug)]
struct GrowingNode {
    number: u32,
    /// The last piece of the text directly inside it.
    last_piece: u32,
}

/// The parts of a tree under construction.
#[derive(Debug)]
pub(super) struct Builder<'r> {
    text: &'r str,
    pub(super) nodes: Vec<NodeData>,
    pub(super) attributes: Vec<AttributeData>,
    pub(super) pieces: Vec<PieceData>,
    pub(super) more: String,
    pub(super) namespaces: Vec<NamespaceData>,
    /// The positions of the namespaces in the list.
    known: Map<u32, u32>,
    open: Vec<GrowingNode>,
    /// The amount of memory that the tree may still take.
    left: usize,
    pub(super) limit: Option<Limit>,
}

impl<'r> Builder<'r> {
    pub(super) fn new(text: &'r str, limits: &Limits) -> Self {
        Self {
            text,
            nodes: Vec::new(),
            attributes: Vec::new(),
            pieces: Vec::new(),
            more: String::new(),
            namespaces: Vec::new(),
            known: maps::map_for(0),
            open: Vec::new(),
            left: limits.memory_of(text.len()),
            limit: None,
        }
    }

    /// Begins an element inside the open ones, with the text of its start tag. Returns whether it fits; if not, nothing is added
    /// from then on.
    pub(super) fn begin(
        &mut self,
        name: &Name<'_>,
        uri: Option<&str>,
        (start, tag_end): (usize, usize),
    ) -> bool {
        let Some(number) = self.number_of_next::<NodeData>(self.nodes.len()) else { return false };
        let name = self.name(name, uri);
        let parent = self.open.last().map_or(NONE, |open| open.number);
        let first = count(self.attributes.len());
        self.nodes.push(NodeData {
            name,
            parent,
            after: number + 1,
            attributes: (first, first),
            first_piece: NONE,
            start,
            tag_end,
            end: tag_end,
        });
        self.open.push(GrowingNode { number, last_piece: NONE });
        true
    }

    /// Adds an attribute to the last element that began. `written` is its value as written.
    pub(super) fn attribute(
        &mut self,
        (name, uri): (&Name<'_>, Option<&str>),
        value: &str,
        start: usize,
        written: (usize, usize),
    ) {
        let Some(number) = self.number_of_next::<AttributeData>(self.attributes.len()) else { return };
        let name = self.name(name, uri);
        let value = self.place(value);
        self.attributes.push(AttributeData { name, value, start, written });
        if let Some(node) = self.nodes.last_mut() {
            node.attributes.1 = number + 1;
        }
    }

    /// Adds text to the innermost element. Text outside of all elements is omitted.
    pub(super) fn text(&mut self, value: &str, (start, end): (usize, usize), is_cdata: bool) {
        if self.open.is_empty() {
            return;
        }
        let Some(number) = self.number_of_next::<PieceData>(self.pieces.len()) else { return };
        let value = self.place(value);
        self.pieces.push(PieceData { value, start, end, is_cdata, next: NONE });
        let Some(open) = self.open.last_mut() else { return };
        let last = std::mem::replace(&mut open.last_piece, number);
        if let Some(piece) = self.pieces.get_mut(super::length(last)) {
            piece.next = number;
        } else if let Some(node) = self.nodes.get_mut(super::length(open.number)) {
            node.first_piece = number;
        }
    }

    /// Ends the innermost element at an offset.
    pub(super) fn end(&mut self, end: usize) {
        let after = count(self.nodes.len());
        if let Some(open) = self.open.pop()
            && let Some(node) = self.nodes.get_mut(super::length(open.number))
        {
            node.after = after;
            node.end = end.max(node.tag_end);
        }
    }

    /// Ends all elements at an offset.
    pub(super) fn end_all(&mut self, end: usize) {
        while !self.open.is_empty() {
            self.end(end);
        }
    }

    /// Returns the offset of a part of the text, or `None` for any other string.
    pub(super) fn offset_of(&self, part: &str) -> Option<usize> {
        let start = part.as_ptr().addr().checked_sub(self.text.as_ptr().addr())?;
        (start + part.len() <= self.text.len()).then_some(start)
    }

    /// Returns the index of a value that is added after `so_far` others, or `None` if it does not fit.
    fn number_of_next<T>(&mut self, so_far: usize) -> Option<u32> {
        // `after` is one more than the number of an element, and must not be `NONE` either.
        let number = u32::try_from(so_far).ok().filter(|number| *number < NONE - 1);
        if number.is_none() || !self.pay(size_of::<T>()) {
            self.limit.get_or_insert(Limit::Memory);
            return None;
        }
        number
    }

    fn pay(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes).filter(|_| self.limit.is_none());
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    /// Returns the place of a string, which is copied unless it is part of the text.
    fn place(&mut self, string: &str) -> StringPlace {
        if string.is_empty() {
            return StringPlace::default();
        }
        if let Some(start) = self.offset_of(string) {
            return StringPlace { start, end: start + string.len() };
        }
        if !self.pay(string.len()) {
            self.limit.get_or_insert(Limit::Memory);
            return StringPlace::default();
        }
        let start = self.text.len() + self.more.len();
        self.more.push_str(string);
        StringPlace { start, end: start + string.len() }
    }

    fn name(&mut self, name: &Name<'_>, uri: Option<&str>) -> QualifiedName {
        let place = self.place(name.qualified);
        QualifiedName {
            place,
            prefix: count(name.prefix.len()),
            namespace: self.namespace(name.namespace, uri),
        }
    }

    /// Returns the position of a namespace in the list. `uri` is its name in the document.
    fn namespace(&mut self, number: Namespace, uri: Option<&str>) -> u32 {
        if number == Namespace::NONE || number == Namespace::UNBOUND {
            return NONE;
        }
        if let Some(place) = self.known.get(&number.0) {
            return *place;
        }
        let Some(uri) = uri.or_else(|| vocabulary::uri(number)) else { return NONE };
        let Some(place) = self.number_of_next::<NamespaceData>(self.namespaces.len()) else { return NONE };
        if !self.pay(uri.len()) {
            return NONE;
        }
        self.namespaces.push(NamespaceData { number, uri: uri.to_owned() });
        self.known.insert(number.0, place);
        place
    }
}

/// Converts a length to a number of the tree. Larger numbers cannot be added.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(NONE)
}

//! Elements created from a document in another format: microformats, RSS in JSON, and elements inside JSON Feed.
//!
//! The reader yields them through `node_events`.

use std::ops::Range;

use super::chars::is_char;
use super::event::Name;
use crate::budget::push_exact;

/// Elements in document order, each with its place in the original document.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    /// The strings of all elements. Each is followed by a line break, so that no match begins in one string and ends in the
    /// next.
    pub(super) strings: String,
    /// The ends of the strings.
    ends: Vec<usize>,
    pub(super) list: Vec<NodeParts>,
    /// The number of elements that have not ended.
    open: usize,
    /// Whether elements were omitted because they are nested too deeply.
    pub(crate) is_too_deep: bool,
    /// The remaining memory for further elements.
    room: usize,
    /// Whether anything was omitted for lack of room.
    pub(super) is_full: bool,
    /// The number of open elements that were omitted.
    left_out: usize,
}

#[derive(Debug)]
pub(super) struct NodeParts {
    /// The number of its first string: its name. The names and values of its attributes follow, and then its text, if any.
    first: usize,
    /// The offset of its origin in the original document.
    offset: usize,
    /// The number of elements around it.
    pub(super) depth: usize,
}

impl Nodes {
    /// Returns an empty list, with room for the elements of a document of this length.
    pub(crate) fn of(length: usize) -> Self {
        /// The memory that the elements of any document may take, in addition to `PER_BYTE`.
        const LEAST: usize = 16 << 20;
        const PER_BYTE: usize = 2;
        Self { room: length.saturating_mul(PER_BYTE).saturating_add(LEAST), ..Self::default() }
    }

    /// Begins an element inside the open ones. `offset` is its place in the original document.
    pub(crate) fn begin(&mut self, name: &str, offset: usize) {
        if self.left_out > 0 || !self.pay(size_of::<NodeParts>(), &[name]) {
            self.left_out += 1;
            return;
        }
        push_exact(&mut self.list, NodeParts { first: self.ends.len(), offset, depth: self.open });
        self.add(name);
        self.open += 1;
    }

    /// Adds an attribute to the last element that began.
    pub(crate) fn attribute(&mut self, name: &str, value: &str) {
        if self.left_out == 0 && self.pay(0, &[name, value]) {
            self.add(name);
            self.add(value);
        }
    }

    /// Sets the text of the last element that began. It comes after the attributes, and before the child elements.
    pub(crate) fn text(&mut self, text: &str) {
        if self.left_out == 0 && !text.is_empty() && self.pay(0, &[text]) {
            self.add(text);
        }
    }

    /// Ends the innermost element.
    pub(crate) fn end(&mut self) {
        if self.left_out > 0 {
            self.left_out -= 1;
        } else {
            self.open = self.open.saturating_sub(1);
        }
    }

    /// Returns whether anything was omitted for lack of room.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Pays for strings, and for `beside` more bytes. Returns whether there is enough room.
    fn pay(&mut self, beside: usize, strings: &[&str]) -> bool {
        let of_strings = strings.iter().map(|string| string.len() + "\n".len() + size_of::<usize>());
        let room = self.room.checked_sub(of_strings.sum::<usize>().saturating_add(beside));
        self.is_full |= room.is_none();
        self.room = room.unwrap_or(self.room);
        room.is_some()
    }

    /// Adds an element that contains only text.
    pub(crate) fn element(&mut self, name: &str, offset: usize, attributes: &[(&str, &str)], text: &str) {
        self.begin(name, offset);
        for (attribute, value) in attributes {
            self.attribute(attribute, value);
        }
        self.text(text);
        self.end();
    }

    /// Puts the elements inside the innermost open element of `outer`, after the elements of `outer`.
    #[must_use]
    pub(crate) fn within(mut self, outer: Self) -> Self {
        let Self { strings, ends, list, open, is_too_deep, is_full, .. } = outer;
        let (length, count) = (strings.len(), ends.len());
        for end in &mut self.ends {
            *end += length;
        }
        for node in &mut self.list {
            node.first += count;
            node.depth += open;
        }
        // `outer` is inserted rather than extended: it is short, while a copy of these elements would take much memory.
        self.strings.reserve_exact(length);
        self.strings.insert_str(0, &strings);
        self.ends.reserve_exact(count);
        self.ends.splice(..0, ends);
        self.list.reserve_exact(list.len());
        self.list.splice(..0, list);
        self.open += open;
        self.is_too_deep |= is_too_deep;
        self.is_full |= is_full;
        self
    }

    /// Returns the prefixes of the names of elements and attributes.
    pub(crate) fn prefixes(&self) -> impl Iterator<Item = &str> {
        let names = (0..self.list.len()).flat_map(|number| {
            let attributes = self.attributes_of(number).map(|(name, _)| name);
            std::iter::once(self.name(number)).chain(attributes)
        });
        names.map(|name| Name::split(name).prefix).filter(|prefix| !prefix.is_empty())
    }

    /// Adds a string, without the characters that XML does not allow (XML 1.0 §2.2).
    fn add(&mut self, string: &str) {
        if self.strings.capacity() - self.strings.len() <= string.len() {
            // Grow as in `push_exact`.
            self.strings.reserve_exact((self.strings.len() / 4).max(string.len()) + "\n".len());
        }
        self.strings.extend(string.split(|c| !is_char(c)));
        push_exact(&mut self.ends, self.strings.len());
        self.strings.push('\n');
    }

    fn string(&self, number: usize) -> &str {
        let before = number.checked_sub(1).and_then(|before| self.ends.get(before));
        let start = before.map_or(0, |end| end + "\n".len());
        self.ends.get(number).and_then(|end| self.strings.get(start..*end)).unwrap_or_default()
    }

    /// Returns the numbers of the strings of an element.
    fn strings_of(&self, number: usize) -> Range<usize> {
        let first_of = |number: usize| self.list.get(number).map_or(self.ends.len(), |node| node.first);
        first_of(number)..first_of(number + 1)
    }

    pub(super) fn name(&self, number: usize) -> &str {
        self.string(self.strings_of(number).start)
    }

    /// Returns the attributes of an element, each with its name and value.
    pub(super) fn attributes_of(&self, number: usize) -> impl Iterator<Item = (&str, &str)> {
        let Range { start, end } = self.strings_of(number);
        let names = (start + 1..end.saturating_sub(1)).step_by(2);
        names.map(|name| (self.string(name), self.string(name + 1)))
    }

    pub(super) fn text_of(&self, number: usize) -> &str {
        let strings = self.strings_of(number);
        // The name and the attributes together are an odd number of strings.
        let has_text = strings.len().is_multiple_of(2);
        if has_text { self.string(strings.end.saturating_sub(1)) } else { "" }
    }

    /// Returns the first non-blank text of a `child` inside a `parent`, by their local names.
    pub(super) fn first_text(&self, parent: &str, child: &str) -> Option<&str> {
        let is_local = |number, local: &str| Name::split(self.name(number)).local.eq_ignore_ascii_case(local);
        let mut around: Vec<usize> = Vec::new();
        for (number, node) in self.list.iter().enumerate() {
            around.truncate(node.depth);
            let has_elements = self.list.get(number + 1).is_some_and(|next| next.depth > node.depth);
            let text = self.text_of(number);
            if !has_elements
                && is_local(number, child)
                && around.last().is_some_and(|last| is_local(*last, parent))
                && !text.trim().is_empty()
            {
                return Some(text);
            }
            around.push(number);
        }
        None
    }
}

/// The state of reading elements.
#[derive(Debug)]
pub(super) struct NodeCursor<'a> {
    pub(super) nodes: &'a Nodes,
    /// The number of the element that begins next.
    pub(super) next: usize,
    /// The text of the last element that began, until it is read.
    pub(super) text: &'a str,
}

// Cold, since nearly all documents are text: the code that runs for each of their elements stays small.
impl NodeCursor<'_> {
    /// Returns the length of all strings.
    pub(super) fn length(&self) -> usize {
        self.nodes.strings.len()
    }

    /// Returns the offset of an element's origin in the original document.
    #[cold]
    pub(super) fn original(&self, number: usize) -> usize {
        self.nodes.list.get(number).map_or(0, |node| node.offset)
    }

    /// Returns the number of elements read since `since`, and the number of remaining ones.
    #[cold]
    pub(super) fn progress(&self, since: usize) -> (usize, usize) {
        (self.next.saturating_sub(since), self.nodes.list.len().saturating_sub(self.next))
    }
}

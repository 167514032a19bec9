//! The open elements of a document: their names, their texts and the children found so far.

use std::fmt::Write as _;
use std::ops::Range;

use super::location::{FindingFacts, FindingLocation, LocatedPart, TextSpan};
use super::schema::{Child, ElementRole, ElementRow, ValueForm};
use bozofeed::inspect::{RawTag, TagSpan, WrittenText};

/// The check for the content of an open element.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeContent {
    /// No check.
    Ignored,
    /// No check, because the elements of its namespace are unknown.
    Foreign,
    /// It may contain the root of a format, but is not one itself.
    Searched,
    /// It is XHTML markup.
    Markup,
    /// Checked by its row.
    Row(&'static ElementRow),
}

/// The lengths of the stacks at the start of an element.
#[derive(Debug, Clone, Copy)]
struct Lengths {
    names: usize,
    texts: usize,
    parts: usize,
    seen: usize,
}

/// An open element.
#[derive(Debug, Clone)]
pub(super) struct OpenNode {
    pub(super) content: NodeContent,
    /// The form of its text, which may depend on attributes.
    pub(super) form: ValueForm,
    /// Its start tag.
    pub(super) tag: TagSpan,
    /// Whether it is an Atom element.
    pub(super) is_of_atom: bool,
    /// Whether an `xml:base` applies.
    pub(super) has_base: bool,
    /// Whether it contains elements.
    pub(super) has_elements: bool,
    /// Whether elements inside its text were already reported.
    pub(super) is_reported: bool,
    /// The name of its row.
    pub(super) name: &'static str,
    /// Its number among the entries.
    pub(super) entry: Option<usize>,
    /// Whether it is inside an entry.
    is_in_entry: bool,
    /// The offset of its outermost ancestor within the feed or entry.
    outermost: Option<usize>,
    before: Lengths,
}

impl OpenNode {
    /// Returns the row that the element is checked against.
    pub(super) fn row(&self) -> Option<&'static ElementRow> {
        match self.content {
            NodeContent::Row(row) => Some(row),
            NodeContent::Ignored | NodeContent::Foreign | NodeContent::Searched | NodeContent::Markup => None,
        }
    }

    /// Returns the role of the element, if it has a row.
    pub(super) fn role(&self) -> Option<ElementRole> {
        self.row().map(|row| row.role)
    }

    /// Returns whether it is a feed, an entry or similar, or has no row.
    fn is_feed_or_entry(&self) -> bool {
        self.role().is_none_or(|role| {
            matches!(
                role,
                ElementRole::Feed
                    | ElementRole::Entry
                    | ElementRole::Rss
                    | ElementRole::LiveItem
                    | ElementRole::Source
            )
        })
    }
}

/// The maximum number of runs of text in all open elements. Further runs are merged into the last run of their element.
const MOST_PARTS: usize = 1 << 16;

/// A run of text in an element.
#[derive(Debug, Clone, Copy)]
struct TextPart {
    /// The offset in the collected text.
    at: usize,
    /// The extent in the document.
    start: usize,
    end: usize,
    /// Whether it contained references that were resolved.
    is_decoded: bool,
    is_cdata: bool,
}

/// A row matched by a child of an open element.
#[derive(Debug, Clone, Copy)]
struct SeenChild {
    child: &'static Child,
    /// Whether one of the children is spelled like the row.
    is_spelled: bool,
}

/// The open elements, innermost last.
#[derive(Debug, Default)]
pub(super) struct CheckedElements {
    nodes: Vec<OpenNode>,
    // The names, texts and rows of all open elements, one after the other. When an element ends, they are truncated to its start.
    names: String,
    texts: String,
    parts: Vec<TextPart>,
    /// The rows matched by the children of the open elements.
    seen: Vec<SeenChild>,
}

impl CheckedElements {
    /// Opens an element that is not checked yet.
    pub(super) fn push(&mut self, name: &str, tag: &RawTag<'_>, has_base: bool) {
        let outer = self.last();
        let outer_has_base = outer.is_some_and(|outer| outer.has_base);
        let is_in_entry = outer.is_some_and(|outer| outer.is_in_entry || outer.entry.is_some());
        let outermost = outer
            .filter(|outer| !outer.is_feed_or_entry())
            .map(|outer| outer.outermost.unwrap_or(outer.tag.start));
        self.nodes.push(OpenNode {
            content: NodeContent::Ignored,
            form: ValueForm::Any,
            is_of_atom: false,
            tag: TagSpan::from(tag),
            has_base: has_base || outer_has_base,
            has_elements: false,
            is_reported: false,
            name: "",
            entry: None,
            is_in_entry,
            outermost,
            before: Lengths {
                names: self.names.len(),
                texts: self.texts.len(),
                parts: self.parts.len(),
                seen: self.seen.len(),
            },
        });
        self.names.push_str(name);
    }

    /// Closes the innermost element.
    pub(super) fn pop(&mut self) {
        let Some(OpenNode { before, .. }) = self.nodes.pop() else { return };
        self.names.truncate(before.names);
        self.texts.truncate(before.texts);
        self.parts.truncate(before.parts);
        self.seen.truncate(before.seen);
    }

    /// Returns the innermost element.
    pub(super) fn last(&self) -> Option<&OpenNode> {
        self.nodes.last()
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut OpenNode> {
        self.nodes.last_mut()
    }

    /// Returns the parent of the innermost element.
    pub(super) fn parent(&self) -> Option<&OpenNode> {
        self.nodes.len().checked_sub(2).and_then(|at| self.nodes.get(at))
    }

    pub(super) fn parent_mut(&mut self) -> Option<&mut OpenNode> {
        self.nodes.len().checked_sub(2).and_then(|at| self.nodes.get_mut(at))
    }

    /// Returns whether the innermost element is the root.
    pub(super) fn is_root(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns whether the innermost element is an entry or inside one.
    pub(super) fn is_in_entry(&self) -> bool {
        self.last().is_some_and(|node| node.is_in_entry || node.entry.is_some())
    }

    /// Records that the innermost element matches this row among its parent's children. Returns whether it is the first.
    pub(super) fn add_child(&mut self, child: &'static Child, is_spelled: bool) -> bool {
        let Some(parent) = self.parent() else { return true };
        let first = parent.before.seen;
        let siblings = self.seen.get_mut(first..).unwrap_or_default();
        if let Some(known) = siblings.iter_mut().find(|known| std::ptr::eq(known.child, child)) {
            known.is_spelled |= is_spelled;
            return false;
        }
        // The innermost element has no children yet.
        self.seen.push(SeenChild { child, is_spelled });
        if let Some(node) = self.nodes.last_mut() {
            node.before.seen = self.seen.len();
        }
        true
    }

    /// Returns whether an open element has a child with this name so far.
    pub(super) fn has_child(&self, node: &OpenNode, name: &str) -> bool {
        self.seen.get(node.before.seen..).is_some_and(|seen| seen.iter().any(|seen| seen.child.name == name))
    }

    /// Returns the names of an open element's children so far that are spelled like their rows.
    pub(super) fn spelled_children(&self, node: &OpenNode) -> impl Iterator<Item = &'static str> {
        let seen = self.seen.get(node.before.seen..).unwrap_or_default();
        seen.iter().filter(|seen| seen.is_spelled).map(|seen| seen.child.name)
    }

    /// Returns whether the innermost element has a sibling with this name so far.
    pub(super) fn has_sibling(&self, name: &str) -> bool {
        self.parent().is_some_and(|parent| self.has_child(parent, name))
    }

    /// Adds text to the innermost element.
    pub(super) fn add_text(&mut self, text: &str, written: &WrittenText) {
        let WrittenText { range: Range { start, end }, cdata, decoded } = written;
        let first = self.last().map_or(0, |node| node.before.parts);
        let is_full = self.parts.len() >= MOST_PARTS && self.parts.len() > first;
        match self.parts.last_mut().filter(|_| is_full) {
            // Places within the last run can no longer be distinguished.
            Some(last) => (last.end, last.is_decoded) = (*end, true),
            None => self.parts.push(TextPart {
                at: self.texts.len(),
                start: *start,
                end: *end,
                is_decoded: *decoded,
                is_cdata: *cdata,
            }),
        }
        self.texts.push_str(text);
    }

    /// Returns the text of the innermost element.
    pub(super) fn text_of(&self, node: &OpenNode) -> &str {
        self.texts.get(node.before.texts..).unwrap_or_default()
    }

    /// Converts an offset in the text of an element to an offset in the document. If references were resolved in between, it is
    /// the offset of the run of text, with the number of `<` before it.
    pub(super) fn offset_of(&self, node: &OpenNode, at: usize) -> (usize, usize) {
        let at = node.before.texts + at;
        let parts = self.parts.get(node.before.parts..).unwrap_or_default();
        let index = parts.partition_point(|part| part.at <= at).saturating_sub(1);
        let Some(part) = parts.get(index) else { return (node.tag.end(), 0) };
        if !part.is_decoded {
            return (part.start + (at - part.at), 0);
        }
        let before = self.texts.get(part.at..at).unwrap_or_default();
        let is_blank = before.bytes().all(|b| b.is_ascii_whitespace());
        if is_blank {
            return (part.start + before.len(), 0);
        }
        (part.start, memchr::memchr_iter(b'<', before.as_bytes()).count() + 1)
    }

    /// Returns the location of an element's text, without surrounding white space. `start` and `length` are the part to show.
    pub(super) fn location_of_text(&self, node: &OpenNode, start: usize, length: usize) -> FindingLocation {
        let parts = self.parts.get(node.before.parts..).unwrap_or_default();
        let ends = parts.iter().skip(1).map(|part| part.at).chain([self.texts.len()]);
        let is_blank =
            |at: usize, end: usize| self.texts.get(at..end).is_none_or(|text| text.trim().is_empty());
        let mut written = parts.iter().zip(ends).filter(|(part, end)| !is_blank(part.at, *end));
        let Some((first, _)) = written.next() else { return FindingLocation::from(start..start + length) };
        let last = written.last();
        let text = TextSpan {
            first: first.start..first.end,
            end: last.map_or(first.end, |(last, _)| last.end),
            // The content of child elements may be parsed as part of the text.
            is_whole: last.is_none() && !node.has_elements,
            is_cdata: first.is_cdata,
        };
        FindingLocation { span: start..start + length, part: LocatedPart::Text(node.tag, text) }
    }

    /// Returns the extent of the text of an element, if it is in one piece.
    pub(super) fn whole_text_of(&self, node: &OpenNode) -> Option<(usize, usize)> {
        match self.location_of_text(node, 0, 0).part {
            LocatedPart::Text(_, TextSpan { first, is_whole: true, .. }) => Some((first.start, first.end)),
            LocatedPart::Text(..)
            | LocatedPart::Offset
            | LocatedPart::Tag(_)
            | LocatedPart::Attribute(..)
            | LocatedPart::Json(_) => None,
        }
    }

    /// Returns the facts about the innermost element.
    pub(super) fn facts(&self) -> FindingFacts {
        let Some((node, outer)) = self.nodes.split_last() else { return FindingFacts::default() };
        FindingFacts {
            row: node.row(),
            parent: outer.last().and_then(OpenNode::row),
            parent_start: outer.last().map(|parent| parent.tag.start),
            form: Some(node.form),
            has_base: node.has_base,
            published: None,
            outermost: node.outermost,
        }
    }

    /// Returns whether the root has a child with this name so far.
    pub(super) fn root_has_child(&self, name: &str) -> bool {
        let Some(root) = self.nodes.first() else { return false };
        // The rows of nested elements follow.
        let end = self.nodes.get(1).map_or(self.seen.len(), |inner| inner.before.seen);
        let children = self.seen.get(root.before.seen..end).unwrap_or_default();
        children.iter().any(|seen| seen.child.name == name)
    }

    /// Returns the path of the innermost element or its attribute, as in an `XPath`: `rss/channel/item[3]/enclosure/@length`.
    pub(super) fn path(&self, attribute: &str) -> String {
        /// The maximum number of names in a path, and the maximum length of each.
        const LONGEST_PATH: usize = 8;
        const LONGEST_NAME: usize = 64;
        let nodes = &self.nodes;
        let mut path = String::new();
        let (first, last) = match nodes.len() {
            0..=LONGEST_PATH => (nodes.len(), nodes.len()),
            depth => (LONGEST_PATH / 2, depth - LONGEST_PATH / 2),
        };
        for index in (0..first).chain(last..nodes.len()) {
            let Some(node) = nodes.get(index) else { break };
            if index == last {
                path.push_str("/…");
            }
            let end = nodes.get(index + 1).map_or(self.names.len(), |next| next.before.names);
            let name = self.names.get(node.before.names..end).unwrap_or_default();
            if index > 0 {
                path.push('/');
            }
            path.extend(name.chars().take(LONGEST_NAME));
            if let Some(entry) = node.entry {
                // Writing to a string does not fail.
                let _ = write!(path, "[{entry}]");
            }
        }
        if !attribute.is_empty() {
            path.push('/');
            path.extend(attribute.chars().take(LONGEST_NAME));
        }
        path
    }
}

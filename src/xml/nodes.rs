//! Elements made from a document in another format: microformats, RSS in JSON, and elements inside JSON Feed.
//!
//! The [`Reader`] yields their events like those of XML, with names in namespaces. Nothing has to be tokenized, decoded or
//! repaired: the reader has an empty text, and the elements come in place of its end.

use std::borrow::Cow;
use std::ops::Range;

use super::attributes::AttributeContext;
use super::chars::is_char;
use super::event::{Name, RawTag, RawText, Schema, Shape, XmlEvent};
use super::reader::Reader;
use crate::limits::Limits;
use bozofeed_text::html::escape::escape_xml;

/// Elements in document order, each with its place in the original document.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    /// The strings of all elements. Each is followed by a line break, so that no match begins in one string and ends in the
    /// next.
    strings: String,
    /// The ends of the strings.
    ends: Vec<usize>,
    list: Vec<NodeParts>,
    /// The number of elements that have not ended.
    open: usize,
    /// Whether elements were left out because they are nested too deeply.
    pub(crate) is_too_deep: bool,
}

#[derive(Debug)]
struct NodeParts {
    /// The number of its first string: its name. The names and values of its attributes follow, and then its text, if any.
    first: usize,
    /// The offset of its origin in the original document.
    offset: usize,
    /// The number of elements around it.
    depth: usize,
}

impl Nodes {
    /// Begins an element inside the open ones. `offset` is its place in the original document.
    pub(crate) fn begin(&mut self, name: &str, offset: usize) {
        self.list.push(NodeParts { first: self.ends.len(), offset, depth: self.open });
        self.add(name);
        self.open += 1;
    }

    /// Adds an attribute to the element that began last.
    pub(crate) fn attribute(&mut self, name: &str, value: &str) {
        self.add(name);
        self.add(value);
    }

    /// Sets the text of the element that began last. It comes after the attributes, and before the child elements.
    pub(crate) fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.add(text);
        }
    }

    /// Ends the innermost element.
    pub(crate) fn end(&mut self) {
        self.open = self.open.saturating_sub(1);
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

    /// Appends elements to the innermost element.
    pub(crate) fn append(&mut self, inner: Self) {
        let Self { strings, ends, list, is_too_deep, .. } = inner;
        let (length, count) = (self.strings.len(), self.ends.len());
        self.strings.push_str(&strings);
        self.ends.extend(ends.into_iter().map(|end| length + end));
        self.list.extend(list.into_iter().map(|node| NodeParts {
            first: count + node.first,
            depth: self.open + node.depth,
            ..node
        }));
        self.is_too_deep |= is_too_deep;
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
        self.strings.extend(string.split(|c| !is_char(c)));
        self.ends.push(self.strings.len());
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

    fn name(&self, number: usize) -> &str {
        self.string(self.strings_of(number).start)
    }

    /// Returns the attributes of an element, each with its name and value.
    fn attributes_of(&self, number: usize) -> impl Iterator<Item = (&str, &str)> {
        let Range { start, end } = self.strings_of(number);
        let names = (start + 1..end.saturating_sub(1)).step_by(2);
        names.map(|name| (self.string(name), self.string(name + 1)))
    }

    fn text_of(&self, number: usize) -> &str {
        let strings = self.strings_of(number);
        // The name and the attributes together are an odd number of strings.
        let has_text = strings.len().is_multiple_of(2);
        if has_text { self.string(strings.end.saturating_sub(1)) } else { "" }
    }

    /// Returns the same text as [`Reader::first_text`].
    fn first_text(&self, parent: &str, child: &str) -> Option<&str> {
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
    nodes: &'a Nodes,
    /// The number of the element that begins next.
    next: usize,
    /// The text of the element that began last, until it is read.
    text: &'a str,
}

// Cold, since nearly all documents are text: the code that runs for each of their elements stays small.
impl NodeCursor<'_> {
    /// Returns the length of all strings.
    pub(super) fn length(&self) -> usize {
        self.nodes.strings.len()
    }

    /// Returns the offset of an element's origin in the original document.
    #[cold]
    fn original(&self, number: usize) -> usize {
        self.nodes.list.get(number).map_or(0, |node| node.offset)
    }

    /// Returns the number of elements read since `since`, and the number of remaining ones.
    #[cold]
    pub(super) fn progress(&self, since: usize) -> (usize, usize) {
        (self.next.saturating_sub(since), self.nodes.list.len().saturating_sub(self.next))
    }
}

impl<'a, S: Schema> Reader<'a, S> {
    /// Creates a reader of elements that are made from another document. Several elements may have the same origin, so that
    /// offsets could not tell them apart: in place of offsets, events contain the numbers of the elements in document order.
    /// [`original`](Self::original) returns the offset.
    pub(crate) fn of_nodes(nodes: &'a Nodes, limits: &Limits) -> Self {
        Self::over("", Some(NodeCursor { nodes, next: 0, text: "" }), limits)
    }

    /// Returns whether the elements are made from another document.
    pub(crate) fn is_of_nodes(&self) -> bool {
        self.nodes.is_some()
    }

    /// Returns the text of the document, or the strings of the elements.
    pub(crate) fn whole_text(&self) -> &'a str {
        self.nodes.as_ref().map_or(self.input.text(), |cursor| &cursor.nodes.strings)
    }

    /// Returns the offset in the document for an offset in an event.
    pub(crate) fn original(&self, offset: usize) -> usize {
        match &self.nodes {
            Some(cursor) => cursor.original(offset),
            None => offset,
        }
    }

    /// Returns the markup of a start tag, without the `<` and the `>`, so that it can be used outside of the document.
    pub(crate) fn markup_of(&self, tag: &RawTag<'a>) -> Cow<'a, str> {
        let Some(cursor) = &self.nodes else { return self.with_entities(tag.raw, true) };
        let mut markup = tag.raw.to_owned();
        for (name, value) in cursor.nodes.attributes_of(tag.offset) {
            markup.extend([" ", name, "=\""]);
            escape_xml(value, &mut markup);
            markup.push('"');
        }
        Cow::Owned(markup)
    }

    /// Returns the name of an element that is made from another document.
    pub(super) fn name_of_node(&self, number: usize) -> Option<&'a str> {
        self.nodes.as_ref().map(|cursor| cursor.nodes.name(number))
    }

    /// Returns the text of the first `child` of a `parent` among elements that are made from another document.
    pub(super) fn first_text_of_node(&self, parent: &str, child: &str) -> Option<&'a str> {
        self.nodes.as_ref().and_then(|cursor| cursor.nodes.first_text(parent, child))
    }

    /// Reads the next event of elements that are made from another document.
    #[cold]
    pub(super) fn next_of_nodes(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let NodeCursor { nodes, next, text } = self.nodes.as_mut()?;
        let raw = std::mem::take(text);
        if !raw.is_empty() {
            // As in a CDATA section, the text contains no markup.
            return Some(XmlEvent::Text(RawText { raw, cdata: true, decoded: false }));
        }
        let (nodes, number) = (*nodes, *next);
        // Elements are in document order, so an element that is not deeper than the innermost open one comes after its end.
        let is_within = nodes.list.get(number).is_some_and(|node| node.depth >= self.open.len());
        if !is_within {
            return (!self.open.is_empty()).then(|| self.end(false));
        }
        *next += 1;
        *text = nodes.text_of(number);
        let name = nodes.name(number);
        let mark = self.namespaces.mark();
        let mut context = AttributeContext {
            namespaces: &mut self.namespaces,
            entities: &self.document_type.entities,
            defaults: &[],
            faults: &mut self.faults,
        };
        self.attributes.read_of_node::<S>(nodes.attributes_of(number), number, &mut context);
        let (name, element) = self.open_element(Name::split(name), mark, number);
        if self.open.is_too_deep() {
            self.skip_nodes();
        }
        let tag = RawTag::new(name.qualified, name.qualified.len(), number);
        Some(XmlEvent::Start { name, element, tag })
    }

    /// Skips the elements inside one that is nested too deeply, and the rest of the innermost element around it that a
    /// vocabulary defines, as for XML.
    #[cold]
    fn skip_nodes(&mut self) {
        self.is_too_deep = true;
        let inner = self.open.len() - 1;
        let around = self.open.innermost_at_least(inner, Shape::Leaf);
        self.pending.count = around.map_or(self.open.len(), |around| inner - around);
        let Some(cursor) = &mut self.nodes else { return };
        let depth = around.map_or(0, |around| around + 1);
        let rest = cursor.nodes.list.get(cursor.next..).unwrap_or_default();
        cursor.next += rest.iter().take_while(|node| node.depth >= depth).count();
        cursor.text = "";
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::BlankText;
    use super::super::test_schema::TestSchema;
    use super::*;
    use bozofeed_testing::{check, list};

    /// Returns the events of a reader, one per line.
    fn events(mut reader: Reader<'_, TestSchema>) -> Vec<String> {
        let mut events = Vec::new();
        while let Some(event) = reader.next(BlankText::Read) {
            events.push(match event {
                XmlEvent::Start { name, element, tag } => {
                    let attributes = reader.attributes().iter();
                    let attributes: Vec<_> = attributes.map(|one| (one.name, one.value.as_ref())).collect();
                    let path = reader.path_to(tag.offset);
                    format!("{path} {:?} {} {attributes:?}", name.namespace, element.is_some())
                }
                XmlEvent::Text(text) if text.decoded => format!("= {}", reader.decoded()),
                XmlEvent::Text(text) => format!("= {}", text.raw),
                XmlEvent::End { implied } => format!("/ {implied}"),
            });
        }
        events
    }

    const NAMES: &[&str] =
        &["rss", "channel", "item", "title", "link", "x", "p:title", "p:x", "q:link", "xml:x"];
    const ATTRIBUTES: &[&str] = &["a", "b", "p:a", "q:a", "xmlns", "xmlns:p", "xmlns:q", "xml:lang"];
    const VALUES: &[&str] =
        &["", "a", " a\tb\n", "<b>c</b> & \"d\"", "]]>", "\r", "é\u{0}\u{FFFF}", "urn:p", "urn:q", "&amp;"];

    /// Each element is generated as a name, attributes with values, a text, and the number of elements that end after it.
    #[test]
    fn elements_are_read_as_those_of_xml() {
        check(1000, |u| {
            let elements = list(u, 1..=20, |u| {
                let attributes = list(u, 0..=3, |u| Ok((*u.choose(ATTRIBUTES)?, *u.choose(VALUES)?)))?;
                Ok((*u.choose(NAMES)?, attributes, *u.choose(VALUES)?, u.int_in_range(0..=2)?))
            })?;
            let (mut nodes, mut rest, mut xml) = (Nodes::default(), Nodes::default(), String::new());
            let mut open: Vec<&str> = Vec::new();
            for (index, (name, attributes, text, ends)) in elements.iter().enumerate() {
                let inner = if index == 0 { &mut nodes } else { &mut rest };
                inner.begin(name, index);
                xml.extend(["<", name]);
                let mut known: Vec<&str> = Vec::new();
                for (name, value) in attributes {
                    if !known.contains(name) {
                        known.push(name);
                        inner.attribute(name, value);
                        xml.extend([" ", name, "=\""]);
                        escape_xml(value, &mut xml);
                        xml.push('"');
                    }
                }
                inner.text(text);
                xml.push('>');
                escape_xml(text, &mut xml);
                open.push(name);
                // There is only one root.
                for _ in 0..(*ends).min(open.len() - 1) {
                    inner.end();
                    xml.extend(["</", open.pop().unwrap_or_default(), ">"]);
                }
            }
            nodes.append(rest);
            while let Some(name) = open.pop() {
                xml.extend(["</", name, ">"]);
            }
            let limits = Limits::default();
            assert_eq!(
                events(Reader::of_nodes(&nodes, &limits)),
                events(Reader::new(&xml, &limits)),
                "{xml}"
            );
            Ok(())
        });
    }

    #[test]
    fn elements_that_are_nested_too_deeply_are_skipped_as_in_xml() {
        let xml = "<rss><channel><item><x><y><z>1</z></y></x><y>2</y></item><item><title>3</title></item></channel></rss>";
        let mut nodes = Nodes::default();
        nodes.begin("rss", 0);
        nodes.begin("channel", 0);
        nodes.begin("item", 0);
        nodes.begin("x", 0);
        nodes.begin("y", 0);
        nodes.element("z", 0, &[], "1");
        nodes.end();
        nodes.end();
        nodes.element("y", 0, &[], "2");
        nodes.end();
        nodes.begin("item", 0);
        nodes.element("title", 0, &[], "3");
        nodes.end();
        nodes.end();
        nodes.end();
        for depth in 1..=7 {
            let limits = Limits::default().depth(depth);
            let found = events(Reader::of_nodes(&nodes, &limits));
            assert_eq!(found, events(Reader::new(xml, &limits)), "{depth}");
        }
    }

    #[test]
    fn the_first_text_is_that_of_an_element_without_others() {
        let mut nodes = Nodes::default();
        nodes.begin("rss", 0);
        nodes.element("link", 0, &[], "root");
        nodes.begin("channel", 0);
        nodes.element("p:Link", 0, &[], " ");
        nodes.begin("link", 0);
        nodes.text("outer");
        nodes.element("link", 0, &[], "inner");
        nodes.end();
        nodes.element("link", 0, &[], "a &amp; b");
        let reader = Reader::<TestSchema>::of_nodes(&nodes, &Limits::default());
        assert_eq!(reader.first_text("Channel", "link").as_deref(), Some("a &amp; b"));
        assert_eq!(reader.first_text("rss", "link").as_deref(), Some("root"));
        assert_eq!(reader.first_text("item", "link"), None);
    }
}

//! The events of elements created from a document in another format.
//!
//! The [`Reader`] yields them like XML events, with names in namespaces. Nothing needs to be tokenized, decoded or repaired: the
//! reader has an empty text, and the elements replace its end.

use std::borrow::Cow;

use super::attributes::AttributeContext;
use super::event::{Name, RawTag, RawText, Schema, Shape, XmlEvent};
use super::nodes::{NodeCursor, Nodes};
use super::reader::Reader;
use crate::limits::Limits;
use bozofeed_text::html::escape::escape_xml;

impl<'a, S: Schema> Reader<'a, S> {
    /// Creates a reader for elements created from another document. Several elements may have the same origin, so offsets cannot
    /// identify them. Events contain the numbers of the elements in document order instead, and [`original`](Self::original)
    /// returns the offset.
    pub(crate) fn of_nodes(nodes: &'a Nodes, limits: &Limits) -> Self {
        Self::over("", Some(NodeCursor { nodes, next: 0, text: "" }), limits)
    }

    /// Returns whether the elements were created from another document.
    pub(crate) fn is_of_nodes(&self) -> bool {
        self.nodes.is_some()
    }

    /// Returns whether elements were omitted because there was no room for them.
    pub(super) fn is_out_of_nodes(&self) -> bool {
        self.nodes.as_ref().is_some_and(|cursor| cursor.nodes.is_full)
    }

    /// Returns the text of the document, or the strings of the elements.
    pub(crate) fn whole_text(&self) -> &'a str {
        self.nodes.as_ref().map_or(self.input.text(), |cursor| &cursor.nodes.strings)
    }

    /// Converts an offset in an event to the offset in the document.
    pub(crate) fn original(&self, offset: usize) -> usize {
        match &self.nodes {
            Some(cursor) => cursor.original(offset),
            None => offset,
        }
    }

    /// Returns the markup of a start tag, without the `<` and the `>`, for use outside the document.
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

    /// Returns the name of an element created from another document.
    pub(super) fn name_of_node(&self, number: usize) -> Option<&'a str> {
        self.nodes.as_ref().map(|cursor| cursor.nodes.name(number))
    }

    /// Returns the text of the first `child` of a `parent` among elements created from another document.
    pub(super) fn first_text_of_node(&self, parent: &str, child: &str) -> Option<&'a str> {
        self.nodes.as_ref().and_then(|cursor| cursor.nodes.first_text(parent, child))
    }

    /// Reads the next event of elements created from another document.
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

    /// Skips the elements inside one that is nested too deeply, and the rest of the innermost surrounding element defined by a
    /// vocabulary, as for XML.
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

    /// Each element is generated as a name, attributes with values, a text, and the number of elements that end after the text.
    #[test]
    fn elements_are_read_as_those_of_xml() {
        check(1000, |u| {
            let elements = list(u, 1..=20, |u| {
                let attributes = list(u, 0..=3, |u| Ok((*u.choose(ATTRIBUTES)?, *u.choose(VALUES)?)))?;
                Ok((*u.choose(NAMES)?, attributes, *u.choose(VALUES)?, u.int_in_range(0..=2)?))
            })?;
            let (mut nodes, mut rest, mut xml) = (Nodes::of(0), Nodes::of(0), String::new());
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
            nodes = rest.within(nodes);
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
        let mut nodes = Nodes::of(0);
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
        let mut nodes = Nodes::of(0);
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

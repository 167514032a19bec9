//! Start tags and end tags (XML 1.0 §3.1).

use bozofeed_text::forward::{memchr, memchr_iter, memmem};
use quick_xml::parser::{ElementParser, Parser as _};

use super::ancestors::OpenElement;
use super::attribute_syntax::AttributeText;
use super::attributes::AttributeContext;
use super::binding::intended_default_namespace;
use super::chars::{is_blank, leading_name, scan_name, scan_to_bracket, trim_space_end};
use super::event::{Name, Namespace, RawTag, Schema, Shape, XmlEvent};
use super::reader::Reader;
use super::recovery::{Mismatch, Repair, mismatches_of_start_tag};
use super::scanner::is_among_words;
use crate::diagnostics::{WellFormednessError as Error, XmlFaults};

impl<'a, S: Schema> Reader<'a, S> {
    /// `STag ::= '<' Name (S Attribute)* S? '>'`, `EmptyElemTag ::= '<' Name (S Attribute)* S? '/>'` (§3.1)
    ///
    /// Returns `None` if other elements end first, or if it is not a tag.
    pub(super) fn start_tag(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let start = self.input.at;
        let rest = &self.input.rest()[1..];
        let scanned = scan_name(rest.as_bytes());
        let length = if !self.quotes.may_pair(start) {
            None
        } else if scanned.is_plain && rest.as_bytes().get(scanned.length) == Some(&b'>') {
            // A tag without attributes has no quotes to pair.
            Some(scanned.length)
        } else {
            ElementParser::Outside.feed(rest.as_bytes())
        };
        let Some(length) = length else {
            self.quotes.add_unpaired(self.input.text().len());
            return self.start_tag_without_quotes(start, rest);
        };
        let content = &rest[..length];
        let (element, is_qualified) = Name::scanned(content, scanned);
        if !is_qualified && memchr(b'<', element.qualified.as_bytes()).is_some() {
            // `<item<title>`: the `>` belongs to the next tag.
            self.quotes.extend_to(start + length);
            return self.start_tag_without_quotes(start, rest);
        }
        let name_length = element.qualified.len();
        let empty = length > name_length && content.as_bytes().last() == Some(&b'/');
        let raw = &content[..length - usize::from(empty)];
        let (text, offset) = (&raw[name_length..], start + 1 + name_length);
        let mut attributes_at = name_length;
        let mut tag = AttributeText { element, is_qualified, text, offset, is_quote_paired: true };
        if !text.is_empty() && memchr(b'=', text.as_bytes()).is_none() && !is_blank(text) {
            // The name is corrected first, since all further decisions are based on it.
            let mismatch = Mismatch::SpacedStartTag { content, after: start + 1 + length };
            if let Repair::ReadAsTag { name, .. } = self.decide(mismatch, start) {
                self.faults.add(start, || Error::MalformedTag(name.to_owned()));
                let (element, is_qualified) = Name::scan(name);
                tag = AttributeText { element, is_qualified, text: "", ..tag };
                attributes_at = raw.len();
            }
        }
        let name = tag.element.qualified;
        if self.open.innermost().is_some_and(|open| open.shape >= Shape::Feed)
            // An element named like the last entry is the next entry, with its start tag.
            && self.history.last_entry() != Some(name)
            && let Repair::Open(entry, element) = self.decide(Mismatch::EntryChildInFeed { name }, start)
        {
            // The position stays, so that the tag is read again as a child of the entry.
            return Some(self.open_without_tag(entry, element, start));
        }
        if length == name_length && self.names_itself(name, start) {
            return self.stray_less_than();
        }
        if self.are_ended_before(start, tag) {
            return None;
        }
        if let Some((name, element)) = self.element(tag, start) {
            self.input.at = start + 1 + length + 1;
            Some(self.open_tag(name, element, RawTag { empty, ..RawTag::new(raw, attributes_at, start) }))
        } else {
            // A quote is missing, so the following quotes cannot be paired either, up to the apparent end of the tag.
            self.quotes.extend_to(start + length);
            self.start_tag_without_quotes(start, rest)
        }
    }

    /// Reads a start tag that is not closed, or whose quotes do not pair up. It ends at the next `<` or `>`.
    #[cold]
    fn start_tag_without_quotes(&mut self, start: usize, rest: &'a str) -> Option<XmlEvent<'a, S::Element>> {
        let (end, is_closed) = scan_to_bracket(rest);
        // If no quotes are paired, the first bracket ends the tag, even if it was meant as part of a value.
        let (name, length) = if is_closed {
            // `<title"> …`, `<link=…>`
            (leading_name(rest), end)
        } else {
            let mismatch = Mismatch::UnclosedStartTag { content: &rest[..end], after: start + 1 + end };
            let Repair::ReadAsTag { name, length } = self.decide(mismatch, start) else {
                return self.stray_less_than();
            };
            (name, length)
        };
        let content = &rest[..length];
        let empty = content.ends_with('/');
        let raw = &content[..length - usize::from(empty)];
        let text = raw.get(name.len()..).unwrap_or("");
        let (element, is_qualified) = Name::scan(name);
        let offset = start + 1 + name.len();
        let tag = AttributeText { element, is_qualified, text, offset, is_quote_paired: false };
        if self.are_ended_before(start, tag) {
            return None;
        }
        if !is_closed {
            self.faults.add(start, || Error::UnclosedTag(name.to_owned()));
        }
        let (name, element) = self.element(tag, start)?;
        self.input.at = start + 1 + length + usize::from(is_closed);
        let attributes_at = raw.len() - text.len();
        let tag = RawTag { empty, is_quote_paired: false, ..RawTag::new(raw, attributes_at, start) };
        Some(self.open_tag(name, element, tag))
    }

    /// Returns whether the start tag `<name>` at `start` is a word in the text of an element of that name.
    fn names_itself(&mut self, name: &str, start: usize) -> bool {
        let is_namesake = |open: &OpenElement<'_>| open.shape == Shape::Markup && open.name.qualified == name;
        if !self.open.innermost().is_some_and(is_namesake) {
            return false;
        }
        let after = start + "<>".len() + name.len();
        is_among_words(self.input.text(), start, after)
            && matches!(self.decide(Mismatch::NamesakeInText { after }, start), Repair::ReadAsText)
    }

    /// Determines the elements that end before the start tag at `start`, and returns whether there are any. The tag is then
    /// read again after their ends.
    fn are_ended_before(&mut self, start: usize, tag: AttributeText<'a>) -> bool {
        let Some(innermost) = self.open.innermost() else { return false };
        // Children of feeds and entries are in order, except an entry inside an entry.
        let is_in_order = match innermost.shape {
            Shape::Root | Shape::Feed => true,
            Shape::Entry => tag.element.qualified != innermost.name.qualified,
            Shape::Unknown | Shape::Leaf | Shape::Markup | Shape::Container => false,
        };
        // A tag gets at most one such repair. It is read again after the ends that the repair adds, and the remaining elements
        // must not be ended one by one.
        if is_in_order || self.pending.decided_at == Some(start) {
            return false;
        }
        // Unknown elements are HTML or extensions, which may occur anywhere.
        let Some(element) = self.element_with_declarations(tag) else { return false };
        let mismatches = mismatches_of_start_tag(S::shape(element), &self.open);
        let mut count = 0;
        for mismatch in mismatches {
            if let Repair::Close(closed) = self.decide(mismatch, start) {
                count = closed;
                break;
            }
        }
        self.pending.decided_at = Some(start);
        self.pending.count = count;
        for open in self.open.as_slice().iter().rev().take(count) {
            let name = open.name.qualified;
            self.faults.add(start, || Error::UnclosedElement(name.to_owned()));
        }
        count > 0
    }

    /// Returns the element that a name denotes before its tag is read: the tag itself may declare the namespace.
    fn element_with_declarations(&mut self, tag: AttributeText<'a>) -> Option<S::Element> {
        if !may_declare_namespace(tag.text) {
            // Most tags declare no namespace, so their attributes need not be read to resolve the name.
            let name = self.namespaces.resolve::<S>(tag.element);
            return S::element(name.namespace, name.local);
        }
        let mark = self.namespaces.mark();
        let mut context = AttributeContext {
            namespaces: &mut self.namespaces,
            entities: &self.document_type.entities,
            defaults: &[],
            // Faults are reported when the tag is read.
            faults: &mut XmlFaults::default(),
        };
        // If the quotes do not pair up, the tag is read again differently.
        let _ = self.attributes.read::<S>(tag, &mut context);
        let name = self.namespaces.resolve::<S>(tag.element);
        // Undone, since the tag declares them when it is actually read, after the ends of other elements.
        self.namespaces.end_scope(mark);
        S::element(name.namespace, name.local)
    }

    /// Reads the attributes of a tag. Returns `None` if quotes do not pair up.
    pub(super) fn read_attributes(&mut self, tag: AttributeText<'a>) -> Option<()> {
        let defaults = self.document_type.defaults_of(tag.element.qualified);
        if tag.text.is_empty() && defaults.is_empty() {
            self.attributes.list.clear();
            return Some(());
        }
        let mut context = AttributeContext {
            namespaces: &mut self.namespaces,
            entities: &self.document_type.entities,
            defaults,
            faults: &mut self.faults,
        };
        self.attributes.read::<S>(tag, &mut context).ok()
    }

    /// Reads the attributes of a tag, and opens its element. Returns `None` if quotes do not pair up.
    fn element(&mut self, tag: AttributeText<'a>, start: usize) -> Option<(Name<'a>, Option<S::Element>)> {
        let mark = self.namespaces.mark();
        // Quotes are checked before the first attribute is read, so there is no declaration to be removed on failure.
        self.read_attributes(tag)?;
        let mut split = tag.element;
        if !tag.is_qualified {
            self.faults.add(start + 1, || Error::InvalidName(split.qualified.to_owned()));
            // `<title">`, `<rss:>`
            split = Name::split(leading_name(split.qualified).trim_end_matches(':'));
        }
        Some(self.open_element(split, mark, start))
    }

    /// Opens an element whose attributes were read. `mark` is the mark of the namespaces before them.
    #[inline]
    pub(super) fn open_element(
        &mut self,
        split: Name<'a>,
        mark: usize,
        start: usize,
    ) -> (Name<'a>, Option<S::Element>) {
        let mut name = self.namespaces.resolve::<S>(split);
        let mut element = S::element(name.namespace, name.local);
        if self.namespaces.default_namespace() != Namespace::NONE
            // Either the default namespace makes the element unknown, or the element is a known one with a prefix, such as
            // `rdf:RDF`, and its children are in the default namespace.
            && element.is_none() == name.prefix.is_empty()
            && let Some(intended) = intended_default_namespace::<S>(name, &self.namespaces, &self.open)
        {
            self.namespaces.rebind_default(intended);
            name = self.namespaces.resolve::<S>(split);
            element = S::element(name.namespace, name.local);
        }
        if !name.prefix.is_empty() && !self.namespaces.is_declared(name.prefix) {
            self.faults.add(start + 1, || Error::UnboundPrefix(name.prefix.to_owned()));
        }
        // Namespaces §3, NSC: Reserved Prefixes and Namespace Names
        if name.prefix == "xmlns" {
            self.faults.add(start + 1, || Error::ReservedPrefix("xmlns".to_owned()));
        }
        self.open.push(name, element.map_or(Shape::Unknown, S::shape), mark, start);
        (name, element)
    }

    /// Returns the event for a start tag whose element was opened.
    fn open_tag(
        &mut self,
        name: Name<'a>,
        element: Option<S::Element>,
        mut tag: RawTag<'a>,
    ) -> XmlEvent<'a, S::Element> {
        if self.open.enter_root() {
            self.faults.add(tag.offset, || Error::SecondRoot(name.qualified.to_owned()));
        }
        // Checked before the decisions below: their lookahead would be for an element whose content is skipped.
        if self.open.is_too_deep() {
            self.skip_content();
            return XmlEvent::Start { name, element, tag };
        }
        if tag.empty && matches!(self.decide(Mismatch::EmptyTag, tag.offset), Repair::ReadAsMeant) {
            self.faults.add(tag.offset, || Error::MalformedTag(name.qualified.to_owned()));
            tag.empty = false;
        }
        // Set after the decision above, which may have turned this into a start tag.
        self.pending.count = usize::from(tag.empty);
        if element.is_none()
            && !tag.empty
            && let [.., around, _] = self.open.as_slice()
            && let around = around.shape
            // In a text element, an unknown element is HTML, not a misspelt one.
            && around >= Shape::Container
            && let Repair::Rename(name, element) =
                self.decide(Mismatch::UnknownStartTag { around }, tag.offset)
        {
            self.faults.add(tag.offset, || Error::MalformedTag(name.qualified.to_owned()));
            self.open.rename_innermost(name, S::shape(element));
            return XmlEvent::Start { name, element: Some(element), tag };
        }
        XmlEvent::Start { name, element, tag }
    }

    /// Skips the content of elements that are nested too deeply, up to the end tag of the innermost element around them that
    /// a vocabulary defines.
    #[cold]
    fn skip_content(&mut self) {
        self.is_too_deep = true;
        let (text, from) = (self.input.text(), self.input.at);
        // Tags are not matched here, which would need the depth that the limit forbids. So an end tag in a comment or a value
        // also ends the skipping.
        let mut ends = memmem::find_iter(&text.as_bytes()[from..], "</").map(|at| from + at);
        let end = ends.find_map(|at| {
            let name = leading_name(&text[at + 2..]);
            self.open.find_around(name, Shape::Leaf).map(|index| (at, index))
        });
        if let Some((at, index)) = end {
            self.input.at = at;
            self.pending.count = self.open.len() - 1 - index;
        } else {
            self.input.skip_to_end();
        }
    }

    /// Opens an element without a start tag.
    pub(super) fn open_without_tag(
        &mut self,
        name: Name<'a>,
        element: S::Element,
        offset: usize,
    ) -> XmlEvent<'a, S::Element> {
        self.faults.add(offset, || Error::MissingStartTag(name.qualified.to_owned()));
        // The list still belongs to the last start tag, but the element opened here has no attributes.
        self.attributes.list.clear();
        self.open.push(name, S::shape(element), self.namespaces.mark(), offset);
        XmlEvent::Start {
            name,
            element: Some(element),
            tag: RawTag::new(name.qualified, name.qualified.len(), offset),
        }
    }

    /// `ETag ::= '</' Name S? '>'` (§3.1)
    pub(super) fn end_tag(&mut self) -> Option<XmlEvent<'a, S::Element>> {
        let start = self.input.at;
        let rest = &self.input.rest()[2..];
        if let Some(open) = self.open.innermost()
            // Nearly all end tags are spelt like this, and need no search for their `>`. The general path below ends the same
            // element: the name is the whole content of the tag.
            && let Some([b'>', ..]) = rest.as_bytes().strip_prefix(open.name.qualified.as_bytes())
        {
            self.input.at = start + 2 + open.name.qualified.len() + 1;
            return self.own_end_tag(start);
        }
        // An end tag has no attributes (§3.1), so quotes in it have no meaning.
        let (end, is_closed) = scan_to_bracket(rest);
        let written = trim_space_end(&rest[..end]);
        self.input.at = start + 2 + end + usize::from(is_closed);
        if is_closed && self.open.innermost().is_some_and(|open| open.name.qualified == written) {
            return self.own_end_tag(start);
        }
        if !is_closed {
            self.faults.add(start, || Error::UnclosedTag(written.to_owned()));
        }
        // `</ title>`, `</title/>`, `</title class="x">`
        self.end_tag_named(start, written, leading_name(written.trim_start()))
    }

    /// Ends the innermost element, whose end tag at `start` was read.
    fn own_end_tag(&mut self, start: usize) -> Option<XmlEvent<'a, S::Element>> {
        // Text is only misplaced between the children of entries and feeds. In a text element, text after an end tag is common,
        // as in HTML.
        if let [.., around, open] = self.open.as_slice()
            && open.shape == Shape::Markup
            && around.shape >= Shape::Entry
            && self.input.is_text_next()
            && let name = open.name.qualified
            && matches!(self.decide(Mismatch::EndTagBeforeText, start), Repair::Ignore)
        {
            self.faults.add(start, || Error::StrayEndTag(name.to_owned()));
            return None;
        }
        Some(self.end(false))
    }

    /// Ends the elements that the end tag at `start` closes. `written` is its content, `name` its name.
    pub(super) fn end_tag_named(
        &mut self,
        start: usize,
        written: &str,
        name: &str,
    ) -> Option<XmlEvent<'a, S::Element>> {
        let mismatch = match self.open.find(name) {
            Some(index) => Mismatch::EndTagOfAncestor { index },
            None => Mismatch::UnknownEndTag { after: self.input.at },
        };
        let Repair::Close(count) = self.decide(mismatch, start) else {
            self.faults.add(start, || Error::StrayEndTag(written.to_owned()));
            return None;
        };
        if let Some(open) = self.open.innermost()
            && open.name.qualified != written
        {
            let expected = open.name.qualified;
            self.faults.add(start, || Error::MismatchedEndTag {
                expected: expected.to_owned(),
                found: written.to_owned(),
            });
        }
        // At least one element is closed, since the decision is about an open one.
        self.pending.count = count - 1;
        Some(self.end(count > 1))
    }
}

/// Returns whether the text after the name in a start tag may declare a namespace.
pub(super) fn may_declare_namespace(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr_iter(b'x', bytes).any(|at| bytes[at..].starts_with(b"xmlns"))
}

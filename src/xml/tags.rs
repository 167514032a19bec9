//! Start tags and end tags (XML 1.0 §3.1).

use memchr::{memchr, memchr2};
use quick_xml::parser::{ElementParser, Parser as _};

use super::attributes::Surroundings;
use super::chars::{is_qualified_name, is_space};
use super::event::{Event, Name, Namespace, Schema, Shape, Tag};
use super::mend::{self, EndTag};
use super::reader::{Open, Progress, Reader};
use crate::fault::WellFormednessError as Error;

/// After so many start tags whose quotes pair up nowhere, all tags are cut at the first `<` or `>`.
const MOST_UNPAIRED: u32 = 16;

impl<'a, S: Schema> Reader<'a, S> {
    /// `STag ::= '<' Name (S Attribute)* S? '>'`, `EmptyElemTag` (§3.1)
    pub(super) fn start_tag(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let trusted =
            if start < self.distrusted { None } else { ElementParser::Outside.feed(rest.as_bytes()) };
        let Some(length) = trusted else {
            // Every such search goes to the end of the text: after a few, nothing is trusted any more.
            self.unpaired += 1;
            if self.unpaired > MOST_UNPAIRED {
                self.distrusted = self.text.len();
            }
            return self.careful_start_tag(start, rest);
        };
        let inside = &rest[..length];
        let name_length = name_length(inside);
        let name = &inside[..name_length];
        if memchr(b'<', name.as_bytes()).is_some() {
            self.distrusted = start + length;
            return self.careful_start_tag(start, rest);
        }
        if self.is_mended_before(start, name, rest) {
            return None;
        }
        let empty = length > name_length && inside.ends_with('/');
        let region = &inside[name_length..length - usize::from(empty)];
        if let Some((name, element)) = self.element(name, region, start, true) {
            self.at = start + 1 + length + 1;
            let raw = &inside[..length - usize::from(empty)];
            Some(self.open(name, element, Tag { raw, empty, offset: start }))
        } else {
            // Everything up to the end that the quotes claim was looked at once; it is cut more carefully now.
            self.distrusted = start + length;
            self.careful_start_tag(start, rest)
        }
    }

    /// A start tag that is not closed, or whose quotes do not pair up: it ends at the next `<` or `>`.
    #[cold]
    fn careful_start_tag(&mut self, start: usize, rest: &'a str) -> Option<Event<'a, S::Element>> {
        let end = memchr2(b'<', b'>', rest.as_bytes()).unwrap_or(rest.len());
        let closed = rest.as_bytes().get(end) == Some(&b'>');
        let inside = &rest[..end];
        let name = &inside[..name_length(inside)];
        let bound = self.bind(Name::split(name));
        if !closed && S::element(bound.namespace, bound.local).is_none() {
            return self.stray_less_than();
        }
        if self.is_mended_before(start, name, rest) {
            return None;
        }
        if !closed {
            self.faults.add(start, || Error::UnclosedTag(name.to_owned()));
        }
        let empty = inside.ends_with('/');
        let raw = &inside[..end - usize::from(empty)];
        let region = raw.get(name.len()..).unwrap_or("");
        let (name, element) = self.element(name, region, start, false)?;
        self.at = start + 1 + end + usize::from(closed);
        Some(self.open(name, element, Tag { raw, empty, offset: start }))
    }

    /// Reads the attributes and resolves the element's name; nothing where quotes cannot be trusted.
    fn element(
        &mut self,
        name: &'a str,
        region: &'a str,
        start: usize,
        trusted: bool,
    ) -> Option<(Name<'a>, Option<S::Element>)> {
        let mark = self.namespaces.mark();
        let mut around = Surroundings {
            namespaces: &mut self.namespaces,
            entities: &self.entities,
            faults: &mut self.faults,
        };
        let offset = start + 1 + name.len();
        if region.is_empty() {
            self.attributes.list.clear();
        } else if self.attributes.read::<S>(name, region, offset, trusted, &mut around).is_err() {
            return None;
        }
        if !is_qualified_name(name) {
            self.faults.add(start + 1, || Error::InvalidName(name.to_owned()));
        }
        let split = Name::split(name);
        let name = self.bind(split);
        if !name.prefix.is_empty() && !self.namespaces.is_declared(name.prefix) {
            self.faults.add(start + 1, || Error::UnboundPrefix(name.prefix.to_owned()));
        }
        if name.prefix == "xmlns" {
            self.faults.add(start + 1, || Error::ReservedPrefix("xmlns".to_owned()));
        }
        let element = S::element(name.namespace, name.local);
        let shape = element.map_or(Shape::Unknown, S::shape);
        self.stack.push(Open { name, shape, mark, offset: start });
        Some((name, element))
    }

    /// Finds the namespace of an element's name. An undeclared prefix means what it always means.
    fn bind(&self, name: Name<'a>) -> Name<'a> {
        let namespace = if name.prefix.is_empty() {
            self.namespaces.default_namespace()
        } else {
            let bound = self.namespaces.lookup::<S>(name.prefix);
            bound.or_else(|| S::well_known_prefix(name.prefix)).unwrap_or(Namespace::NONE)
        };
        // A prefix that means nothing must not make `x:title` a title.
        let unknown = namespace == Namespace::NONE && !name.prefix.is_empty();
        Name { namespace: if unknown { Namespace::UNBOUND } else { namespace }, ..name }
    }

    /// Whether other elements end first; then the tag is read again behind their ends.
    fn is_mended_before(&mut self, start: usize, name: &'a str, rest: &'a str) -> bool {
        let Some(top) = self.stack.last() else { return false };
        // Nothing is odd about an element of a feed or an entry, but for an entry within one of its kind.
        let in_order = match top.shape {
            Shape::Root | Shape::Feed => true,
            Shape::Entry => name != top.name.qualified,
            Shape::Unknown | Shape::Leaf | Shape::Markup | Shape::Container => false,
        };
        if in_order || self.decided == Some(start) {
            return false;
        }
        let bound = self.bind(Name::split(name));
        let Some(element) = S::element(bound.namespace, bound.local) else { return false };
        let shape = S::shape(element);
        let ending = mend::ends_before_start::<S>(&self.stack, shape, name, &rest[name.len()..]);
        self.decided = Some(start);
        self.ending = ending;
        for open in self.stack.iter().rev().take(ending) {
            let name = open.name.qualified;
            self.faults.add(start, || Error::UnclosedElement(name.to_owned()));
        }
        ending > 0
    }

    fn open(&mut self, name: Name<'a>, element: Option<S::Element>, tag: Tag<'a>) -> Event<'a, S::Element> {
        if self.stack.len() == 1 {
            if self.progress == Progress::Epilog {
                self.faults.add(tag.offset, || Error::SecondRoot(name.qualified.to_owned()));
            }
            self.progress = Progress::Root;
            self.has_root = true;
        }
        if self.stack.len() > self.deepest {
            self.too_deep = true;
            self.at = self.text.len();
        }
        self.ending = usize::from(tag.empty);
        Event::Start { name, element, tag }
    }

    /// `ETag ::= '</' Name S? '>'` (§3.1)
    pub(super) fn end_tag(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        let rest = &self.text[start + 2..];
        let end = memchr2(b'<', b'>', rest.as_bytes()).unwrap_or(rest.len());
        let closed = rest.as_bytes().get(end) == Some(&b'>');
        let name = rest[..end].trim_end_matches(|c: char| c.is_ascii() && is_space(c as u8));
        self.at = start + 2 + end + usize::from(closed);
        if closed && self.stack.last().is_some_and(|open| open.name.qualified == name) {
            return Some(self.end(false));
        }
        let behind = &self.text[self.at..];
        let meant =
            name.trim_start().split(|c: char| c.is_ascii_whitespace() || c == '/').next().unwrap_or("");
        if !closed {
            self.faults.add(start, || Error::UnclosedTag(name.to_owned()));
        }
        match mend::end_tag::<S>(&self.stack, meant, behind) {
            EndTag::Ends(count) | EndTag::StandsFor(count) => {
                if let Some(open) = self.stack.last()
                    && open.name.qualified != name
                {
                    let expected = open.name.qualified;
                    self.faults.add(start, || Error::MismatchedEndTag {
                        expected: expected.to_owned(),
                        found: name.to_owned(),
                    });
                }
                self.ending = count - 1;
                Some(self.end(count > 1))
            }
            EndTag::Stray => {
                self.faults.add(start, || Error::StrayEndTag(name.to_owned()));
                None
            }
        }
    }
}

/// The length of the name at the start of a tag's inside.
pub(super) fn name_length(inside: &str) -> usize {
    inside.bytes().position(|b| is_space(b) || b == b'/' || b == b'>' || b == b'?').unwrap_or(inside.len())
}

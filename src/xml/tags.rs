//! Start tags and end tags (XML 1.0 §3.1).

use memchr::{memchr, memchr2};
use quick_xml::parser::{ElementParser, Parser as _};

use super::attributes::Region;
use super::chars::{ends_name, is_space, scan_name};
use super::event::{Event, Name, Schema, Shape, Tag};
use super::mend::{EndTag, Situation};
use super::misspelt::leading_name;
use super::reader::{Progress, Reader};
use crate::diagnostics::WellFormednessError as Error;

/// After so many start tags whose quotes pair up nowhere, all tags are cut at the first `<` or `>`.
const MOST_UNPAIRED: u32 = 16;

impl<'a, S: Schema> Reader<'a, S> {
    /// `STag ::= '<' Name (S Attribute)* S? '>'`, `EmptyElemTag` (§3.1)
    pub(super) fn start_tag(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let scanned = scan_name(rest.as_bytes());
        let trusted = if start < self.distrusted {
            None
        } else if scanned.is_plain && rest.as_bytes().get(scanned.length) == Some(&b'>') {
            Some(scanned.length)
        } else {
            ElementParser::Outside.feed(rest.as_bytes())
        };
        let Some(length) = trusted else {
            // Every such search goes to the end of the text: after a few, nothing is trusted any more.
            self.unpaired += 1;
            if self.unpaired > MOST_UNPAIRED {
                self.distrusted = self.text.len();
            }
            return self.careful_start_tag(start, rest);
        };
        let inside = &rest[..length];
        let (element, is_qualified) = Name::scanned(inside, scanned);
        if !is_qualified && memchr(b'<', element.qualified.as_bytes()).is_some() {
            self.distrusted = start + length;
            return self.careful_start_tag(start, rest);
        }
        let name_length = element.qualified.len();
        let empty = length > name_length && inside.as_bytes().last() == Some(&b'/');
        let raw = &inside[..length - usize::from(empty)];
        let (text, offset) = (&raw[name_length..], start + 1 + name_length);
        let mut region = Region { element, is_qualified, text, offset, trusted: true };
        if !region.text.is_empty()
            && memchr(b'=', region.text.as_bytes()).is_none()
            && !region.text.trim().is_empty()
            && let Some(name) = self.meant_name(inside, start + 1 + length, true)
        {
            self.faults.add(start, || Error::MalformedTag(name.to_owned()));
            let (element, is_qualified) = Name::scan(name);
            region = Region { element, is_qualified, text: "", ..region };
        }
        if self.stack.last().is_some_and(|open| open.shape >= Shape::Feed)
            && self.last_entry != Some(region.element.qualified)
            && let Some(event) = self.missing_entry(start, region)
        {
            return Some(event);
        }
        if self.is_mended_before(start, region) {
            return None;
        }
        if let Some((name, element)) = self.element(region, start) {
            self.at = start + 1 + length + 1;
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
        // `<title"> …`, `<link=…>`: what is behind the name is no part of it.
        let mut name = leading_name(name);
        let mut end = end;
        if !closed && end < rest.len() {
            let meant = self.meant_name(inside, start + 1 + end, false);
            let shape = self.shape_of(meant.unwrap_or(name));
            let has_attributes = memchr(b'=', inside.as_bytes()).is_some();
            let is_cut_by_comment = rest[end..].starts_with("<!--");
            // Without an attribute or its own end tag behind the text, it is text itself.
            let is_tag = shape.is_some_and(|shape| {
                meant.is_some()
                    || has_attributes
                    || (is_cut_by_comment || shape > Shape::Markup) && inside.trim() == name
            });
            if !is_tag {
                return self.stray_less_than();
            }
            if let Some(meant) = meant
                && !has_attributes
            {
                // What stands behind the name is the element's text.
                end = name.len().min(meant.len());
                name = meant;
            }
        } else if !closed && self.shape_of(name).is_none() {
            return self.stray_less_than();
        }
        let inside = &rest[..end];
        let empty = inside.ends_with('/');
        let raw = &inside[..end - usize::from(empty)];
        let text = raw.get(name.len()..).unwrap_or("");
        let (element, is_qualified) = Name::scan(name);
        let offset = start + 1 + name.len();
        let region = Region { element, is_qualified, text, offset, trusted: false };
        if self.is_mended_before(start, region) {
            return None;
        }
        if !closed {
            self.faults.add(start, || Error::UnclosedTag(name.to_owned()));
        }
        let (name, element) = self.element(region, start)?;
        self.at = start + 1 + end + usize::from(closed);
        Some(self.open(name, element, Tag { raw, empty, offset: start }))
    }

    /// Whether other elements end first; then the tag is read again behind their ends.
    fn is_mended_before(&mut self, start: usize, region: Region<'a>) -> bool {
        let Some(top) = self.stack.last() else { return false };
        // Nothing is odd about an element of a feed or an entry, but for an entry within one of its kind.
        let in_order = match top.shape {
            Shape::Root | Shape::Feed => true,
            Shape::Entry => region.element.qualified != top.name.qualified,
            Shape::Unknown | Shape::Leaf | Shape::Markup | Shape::Container => false,
        };
        if in_order || self.decided == Some(start) {
            return false;
        }
        let bound = self.bind_with_own(region);
        let Some(element) = S::element(bound.namespace, bound.local) else { return false };
        let shape = S::shape(element);
        let ending = self.situation(start).ends_before_start::<S>(shape);
        self.decided = Some(start);
        self.ending = ending;
        for open in self.stack.iter().rev().take(ending) {
            let name = open.name.qualified;
            self.faults.add(start, || Error::UnclosedElement(name.to_owned()));
        }
        ending > 0
    }

    /// Whether the innermost element gets its own end tag behind `from`.
    pub(super) fn is_closed(&mut self, from: usize) -> bool {
        let innermost = self.stack.len().saturating_sub(1);
        let mut situation = self.situation(from);
        situation.is_in_order(innermost) || situation.is_closed::<S>(innermost, from)
    }

    fn situation(&mut self, at: usize) -> Situation<'_, 'a> {
        Situation { text: self.text, stack: &self.stack, foresight: &mut self.foresight, at }
    }

    /// Whether an empty-element tag is plainly meant as a start tag, since its end tag follows: `<item/>…</item>`.
    fn is_ended_later(&mut self, element: Option<S::Element>) -> bool {
        let Some(open) = self.stack.last() else { return false };
        let is_odd = match element.map_or(Shape::Unknown, S::shape) {
            Shape::Unknown | Shape::Container => false,
            // What is empty is followed by another element.
            Shape::Leaf | Shape::Markup => {
                let behind = self.text.get(self.at..).unwrap_or("").as_bytes();
                match behind.iter().find(|b| !is_space(**b)) {
                    Some(b'<') => behind.starts_with(b"<![CDATA["),
                    Some(_) => true,
                    None => false,
                }
            }
            Shape::Entry | Shape::Feed | Shape::Root => true,
        };
        let name = open.name.qualified;
        let around = self.stack.get(..self.stack.len() - 1).unwrap_or(&[]);
        is_odd && self.foresight.is_ended_by(self.text, around, name, self.at)
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
        let mut tag = tag;
        if tag.empty && self.is_ended_later(element) {
            self.faults.add(tag.offset, || Error::MalformedTag(name.qualified.to_owned()));
            tag.empty = false;
        }
        self.ending = usize::from(tag.empty);
        let around = self.stack.len().checked_sub(2).and_then(|around| self.stack.get(around));
        if element.is_none()
            && !tag.empty
            && let Some(around) =
                around.map(|around| around.shape).filter(|around| *around >= Shape::Container)
            && let Some((name, element)) = self.meant_element(around)
        {
            return Event::Start { name, element: Some(element), tag };
        }
        Event::Start { name, element, tag }
    }

    /// `ETag ::= '</' Name S? '>'` (§3.1)
    pub(super) fn end_tag(&mut self) -> Option<Event<'a, S::Element>> {
        let start = self.at;
        let rest = &self.text[start + 2..];
        if let Some(open) = self.stack.last()
            && let Some([b'>', ..]) = rest.as_bytes().strip_prefix(open.name.qualified.as_bytes())
        {
            self.at = start + 2 + open.name.qualified.len() + 1;
            return self.end_by_own_tag(start);
        }
        let end = memchr2(b'<', b'>', rest.as_bytes()).unwrap_or(rest.len());
        let closed = rest.as_bytes().get(end) == Some(&b'>');
        let name = rest[..end].trim_end_matches(|c: char| c.is_ascii() && is_space(c as u8));
        self.at = start + 2 + end + usize::from(closed);
        if closed && self.stack.last().is_some_and(|open| open.name.qualified == name) {
            return self.end_by_own_tag(start);
        }
        // `</ title>`, `</title/>`, `</title class="x">`
        let meant = leading_name(name.trim_start());
        if !closed {
            self.faults.add(start, || Error::UnclosedTag(name.to_owned()));
        }
        self.end_named(start, name, meant)
    }

    /// Ends the innermost element, of which an end tag was read that begins at `start`. One within the text that another one
    /// ends is stray: `<title>How to use </title> in a page</title>`.
    fn end_by_own_tag(&mut self, start: usize) -> Option<Event<'a, S::Element>> {
        if let [.., around, open] = self.stack.as_slice()
            && open.shape == Shape::Markup
            && around.shape >= Shape::Entry
            && self.is_text_next()
            && let name = open.name.qualified
            && self.next_end_tag(self.at) == Some(name)
        {
            self.faults.add(start, || Error::StrayEndTag(name.to_owned()));
            return None;
        }
        Some(self.end(false))
    }

    /// Whether what comes next is text that is not white space alone.
    fn is_text_next(&self) -> bool {
        let behind = self.text.as_bytes().get(self.at..).unwrap_or_default();
        behind.iter().find(|b| !is_space(**b)).is_some_and(|b| *b != b'<')
    }

    /// Ends what an end tag at `start` ends, of which all is read. `name`: as it is written; `meant`: the element's.
    pub(super) fn end_named(
        &mut self,
        start: usize,
        name: &str,
        meant: &str,
    ) -> Option<Event<'a, S::Element>> {
        let behind = self.at;
        match self.situation(start).end_tag::<S>(meant, behind) {
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
    inside.bytes().position(ends_name).unwrap_or(inside.len())
}

/// The length of a start tag's inside, of which all quotes pair up and none holds a `<`.
pub(super) fn tag_length(inside: &str) -> Option<usize> {
    let mut quote = None;
    for (at, b) in inside.bytes().enumerate() {
        match (b, quote) {
            (b'<', _) => return None,
            (b'>', None) => return Some(at),
            (b'"' | b'\'', None) => quote = Some(b),
            (_, Some(open)) if open == b => quote = None,
            (_, Some(_) | None) => {}
        }
    }
    None
}

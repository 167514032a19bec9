//! What is no tag or section by the grammar, but plainly meant as one.

use memchr::memchr;

use super::chars::{is_name_char, is_space};
use super::event::{Event, Schema, Shape};
use super::reader::Reader;
use crate::diagnostics::WellFormednessError as Error;

/// Shorter beginnings of a name may be anything.
const SHORTEST: usize = 3;

/// White space, and the backslash that some write for a slash.
const GAP: [char; 5] = [' ', '\t', '\r', '\n', '\\'];

/// What was read in another spelling than XML's; it may be no event.
pub(super) struct Respelt<'a, E>(pub(super) Option<Event<'a, E>>);

impl<'a, S: Schema> Reader<'a, S> {
    /// What the `<` at `start`, which begins no markup, was meant to begin: nothing if it is text.
    #[cold]
    pub(super) fn misspelt(&mut self, start: usize) -> Option<Respelt<'a, S::Element>> {
        let rest = self.text.get(start + 1..)?;
        if let Some(length) = section_opening(rest)
            && !self.stack.is_empty()
        {
            self.faults.add(start, || Error::MisplacedDeclaration);
            return Some(Respelt(self.section(start, start + 1 + length)));
        }
        let spelt = rest.trim_start_matches(GAP);
        let gap = rest.len() - spelt.len();
        if gap == 0 {
            return None;
        }
        // `< /title>`, `< / title>`, `<\title>`
        let named = spelt.strip_prefix('/').map_or(spelt, |named| named.trim_start_matches(GAP));
        let slash = spelt.len() - named.len();
        let name = leading_name(named);
        let behind = named.get(name.len()..)?;
        let is_tag = behind.trim_start().starts_with('>');
        if slash > 0 || rest.starts_with('\\') {
            let ends_something = self.is_open(name);
            if !is_tag || !ends_something {
                return None;
            }
            let end = start + 1 + gap + slash + name.len();
            self.at = end + memchr(b'>', self.text.as_bytes().get(end..)?)? + 1;
            self.faults.add(start, || Error::StrayLessThan);
            return Some(Respelt(self.end_named(start, name, name)));
        }
        // `< title>`
        let at = start + 1 + gap;
        let shape = self.shape_of(name)?;
        let is_meant =
            is_tag && (shape >= Shape::Entry || self.next_end_tag(at).is_some_and(|end_tag| end_tag == name));
        is_meant.then(|| Respelt(self.start_tag_at(start, at)))
    }

    /// A tag of which only the `<` is missing: `title>…</title>`, in `raw`, where no text is expected.
    #[cold]
    pub(super) fn tag_without_opening(
        &mut self,
        raw: &'a str,
        start: usize,
    ) -> Option<Respelt<'a, S::Element>> {
        let spelt = raw.trim_start();
        let name = leading_name(spelt);
        let is_tag = spelt.get(name.len()..)?.starts_with('>');
        let at = start + raw.len() - spelt.len();
        self.shape_of(name).filter(|_| is_tag)?;
        let is_meant = self.next_end_tag(at)? == name && !self.is_open(name);
        is_meant.then(|| Respelt(self.start_tag_at(start, at)))
    }

    /// A section of which only the `<` is missing: `![CDATA[…]]>` in `raw`, which text must not hold.
    #[cold]
    pub(super) fn section_without_opening(
        &mut self,
        raw: &'a str,
        start: usize,
    ) -> Option<Respelt<'a, S::Element>> {
        let length = section_opening(raw)?;
        let is_meant = !self.stack.is_empty() && self.cdata_end_behind(start) < start + raw.len();
        if !is_meant {
            return None;
        }
        self.faults.add(start, || Error::MisplacedDeclaration);
        Some(Respelt(self.section(start, start + length)))
    }

    /// An end tag at the end of `raw`, of which the `<` or the `</` is missing, and no other ends its element: `One/title>`.
    #[cold]
    pub(super) fn end_tag_without_opening(
        &mut self,
        raw: &'a str,
        start: usize,
    ) -> Option<Respelt<'a, S::Element>> {
        let name = self.stack.last()?.name.qualified;
        let tag = raw.trim_end().strip_suffix('>')?.trim_end().strip_suffix(name)?;
        let text = tag.strip_suffix('/').unwrap_or(tag);
        let text = text.strip_suffix("&lt;").unwrap_or(text);
        if self.is_closed(start + raw.len()) {
            return None;
        }
        let behind_name = tag.len() + name.len();
        self.at = start + behind_name + memchr(b'>', raw.as_bytes().get(behind_name..)?)? + 1;
        self.faults.add(start + text.len(), || Error::MalformedTag(name.to_owned()));
        self.ending = 1;
        Some(Respelt(self.character_data(text, start, false)))
    }

    /// Reads the start tag whose name stands at `name`; it begins with a `<` at `start`, or with none.
    fn start_tag_at(&mut self, start: usize, name: usize) -> Option<Event<'a, S::Element>> {
        self.at = name - 1;
        let event = self.start_tag();
        if event.is_some() {
            let is_opened = self.text.as_bytes().get(start) == Some(&b'<');
            self.faults.add(if is_opened { start } else { name }, || Error::StrayLessThan);
        } else {
            // Other elements end first; then it is read again.
            self.at = start;
        }
        event
    }

    /// The name that the tag `inside`, which ends at `end`, was meant to have, by the end tag behind its text: of
    /// `<tit le>…</title>`, and where the tag is not closed of `<titleOne</title>` and `<descri text</description>`.
    #[cold]
    pub(super) fn meant_name(&self, inside: &str, end: usize, closed: bool) -> Option<&'a str> {
        let end_tag = self.next_end_tag(end)?;
        self.shape_of(end_tag)?;
        let name = leading_name(inside);
        let is_meant = if closed {
            let joined = inside.bytes().filter(|b| !is_space(*b));
            joined.eq(end_tag.bytes())
        } else {
            inside.starts_with(end_tag) || name.len() >= SHORTEST && end_tag.starts_with(name)
        };
        is_meant.then_some(end_tag)
    }

    /// The name of the end tag at the next `<`, if one stands there.
    pub(super) fn next_end_tag(&self, from: usize) -> Option<&'a str> {
        let rest = self.text.get(from..)?;
        let at = memchr(b'<', rest.as_bytes())?;
        let end_tag = rest.get(at + 1..)?.trim_start_matches(GAP).strip_prefix('/')?;
        Some(leading_name(end_tag.trim_start_matches(GAP)))
    }

    /// The shape of the element that a name means here, if a vocabulary knows it.
    pub(super) fn shape_of(&self, name: &'a str) -> Option<Shape> {
        self.known(name).map(|(_, element)| S::shape(element))
    }
}

/// The name that a text begins with.
pub(super) fn leading_name(text: &str) -> &str {
    &text[..text.find(|c| !is_name_char(c)).unwrap_or(text.len())]
}

/// The length of what was meant as the rest of `<![CDATA[`, behind its `<`: in other letters, with a sign missing or with
/// spaces between.
fn section_opening(rest: &str) -> Option<usize> {
    let eat = |rest: &mut &str, sign: char| {
        let spelt = rest.trim_start_matches(GAP);
        let found = spelt.strip_prefix(sign);
        *rest = found.unwrap_or(spelt);
        found.is_some()
    };
    let mut behind = rest;
    let mut signs = usize::from(eat(&mut behind, '!'));
    signs += usize::from(eat(&mut behind, '['));
    let word = behind.trim_start_matches(GAP);
    let keyword = word.get(.."CDATA".len())?;
    if !keyword.eq_ignore_ascii_case("CDATA") {
        return None;
    }
    behind = word.get(keyword.len()..)?;
    let mut last = behind;
    if eat(&mut last, '[') {
        signs += 1;
        behind = last;
    }
    (signs >= 2).then_some(rest.len() - behind.len())
}

/// The content of a section without what was meant as its `]]>`: `]] >`, `]>`, `]]`.
pub(super) fn without_section_end(content: &str) -> &str {
    let end = content.trim_end();
    let brackets = end.strip_suffix('>').unwrap_or(end).trim_end();
    if brackets.ends_with(']') { brackets.trim_end_matches(']') } else { content }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_section_is_known_in_other_spellings() {
        for (rest, length) in [
            ("![CDATA[x", Some(8)),
            ("![cdata[x", Some(8)),
            ("!CDATA[x", Some(7)),
            ("[CDATA[x", Some(7)),
            (" ![CDATA[x", Some(9)),
            ("![ CDATA [x", Some(10)),
            ("![CDATA x", Some(7)),
            ("CDATA[x", None),
            ("!CDATA x", None),
            ("![DATA[x", None),
            ("", None),
        ] {
            assert_eq!(section_opening(rest), length, "{rest}");
        }
    }

    #[test]
    fn what_was_meant_as_the_end_of_a_section_is_no_text() {
        for (content, text) in [
            ("a]] >", "a"),
            ("a]>", "a"),
            ("a]]\n>\n", "a"),
            ("a]]", "a"),
            ("a>", "a>"),
            ("a ", "a "),
            ("]", ""),
        ] {
            assert_eq!(without_section_end(content), text, "{content}");
        }
    }
}

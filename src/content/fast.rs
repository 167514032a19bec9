//! Sanitizing in one pass, where no tree is needed: markup whose elements nest, or end where the HTML Standard lets
//! them end by themselves.
//!
//! It follows the tree construction "in body" (13.2.6.4.7) as far as the stack of open elements tells everything:
//! each formatting element that is open is on the stack too, so that nothing is ever opened again or moved. Where
//! that would not hold it declines, and ammonia decides. What it answers is what ammonia answers, byte for byte.

use super::attributes::Attributes;
use super::bounds::MAX_ATTRIBUTES;
use super::characters::find_no_break_space;
use super::html::reference;
use super::known::{Known, KnownTags};
use super::marks::find_in_text;
use super::output::Output;
use super::plain::{Kind, Plain};
use super::rewrite::{end_of_raw_text, is_left_out};
use super::rules::Rules;
use super::tag::Tag;
use crate::names::is_same;
use memchr::{memchr, memchr2, memrchr};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Deeper than this is not plain.
pub(super) const MAX_DEPTH: usize = 128;

/// Why markup is not plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Decline {
    /// A NUL or a carriage return.
    Character,
    /// A declaration, a processing instruction, a CDATA section, or a comment that is not plain.
    Declaration,
    /// A tag without an end.
    Unfinished,
    /// Something in a table that has no place there.
    Table,
    /// Something in SVG or `MathML` that may be HTML, or a link, or moves.
    Foreign,
    /// An element that needs a tree: forms, raw text, foreign content, one that is not known.
    Element,
    /// Elements that overlap.
    Overlap,
    /// An element within its like that may not be there: an `a`, a heading.
    Nesting,
    /// Too much of anything.
    Excess,
}

/// `markup` made safe, its URIs resolved.
pub(super) fn clean<'a>(markup: &'a str, base: Option<&str>, rules: &Rules) -> Result<Cow<'a, str>, Decline> {
    let bytes = markup.as_bytes();
    if memchr2(b'\0', b'\r', bytes).is_some() {
        return Err(Decline::Character);
    }
    let mut writer = Writer::new(markup, rules);
    let mut attributes = Attributes::new(base, rules, writer.no_break_space < markup.len());
    let mut at = 0;
    loop {
        let here = find_in_text(bytes, at).unwrap_or(markup.len());
        if at < here {
            writer.text(at, here)?;
        }
        at = match bytes.get(here) {
            Some(b'<') => writer.markup(here, &mut attributes)?,
            Some(b'&') => writer.reference(here)?,
            Some(_) => writer.greater_than(here)?,
            None => break,
        };
    }
    writer.start = markup.len();
    while writer.close_last() {}
    let out = writer.out.finish();
    // One that was written as a reference would not be read again.
    if matches!(&out, Cow::Owned(out) if memchr(b'\r', out.as_bytes()).is_some()) {
        return Err(Decline::Character);
    }
    Ok(with_line_feeds(out, &writer.preformatted))
}

fn is_line_feed(after_ampersand: &str) -> bool {
    matches!(reference(after_ampersand, false), (Some(('\n', _)), _))
}

/// A line feed at the beginning of each `pre`, whose offsets these are, is dropped when it is read: one that is meant
/// needs another in front.
fn with_line_feeds<'a>(out: Cow<'a, str>, preformatted: &[usize]) -> Cow<'a, str> {
    let is_meant = |&&at: &&usize| out.as_bytes().get(at) == Some(&b'\n');
    let meant: SmallVec<[usize; 4]> = preformatted.iter().filter(is_meant).copied().collect();
    if meant.is_empty() {
        return out;
    }
    let mut text = String::with_capacity(out.len() + meant.len());
    let mut copied = 0;
    for at in meant {
        text.push_str(out.get(copied..at).unwrap_or_default());
        text.push('\n');
        copied = at;
    }
    text.push_str(out.get(copied..).unwrap_or_default());
    Cow::Owned(text)
}

/// The answer so far, and what is open.
pub(super) struct Writer<'a, 'r> {
    pub(super) rules: &'r Rules,
    pub(super) out: Output<'a>,
    /// Where the tag begins that is being read.
    pub(super) start: usize,
    pub(super) open: SmallVec<[Plain; 16]>,
    /// How many `p` are open.
    pub(super) paragraphs: usize,
    known_tags: KnownTags<'a>,
    /// Where in the answer each `pre` begins.
    preformatted: SmallVec<[usize; 4]>,
    /// Whether SVG or `MathML` was met.
    pub(super) has_foreign: bool,
    /// Where the last `>` stands.
    pub(super) last_end: Option<usize>,
    /// Where the next no-break space stands, or one that was passed by; beyond the end where there is none.
    pub(super) no_break_space: usize,
}

impl<'a, 'r> Writer<'a, 'r> {
    fn new(markup: &'a str, rules: &'r Rules) -> Self {
        Self {
            rules,
            out: Output::new(markup),
            start: 0,
            open: SmallVec::new(),
            paragraphs: 0,
            known_tags: KnownTags::new(),
            preformatted: SmallVec::new(),
            has_foreign: false,
            last_end: memrchr(b'>', markup.as_bytes()),
            no_break_space: find_no_break_space(markup.as_bytes(), 0),
        }
    }

    /// Takes what begins with the `<` at `here`; the offset behind it.
    fn markup(&mut self, here: usize, attributes: &mut Attributes<'a, '_>) -> Result<usize, Decline> {
        self.start = here;
        let markup = self.out.markup();
        match markup.as_bytes().get(here + 1) {
            Some(b'/') => match self.end_of_last(here) {
                Some(end) => {
                    self.pop();
                    Ok(end)
                }
                None => self.any_tag(here, attributes),
            },
            Some(b'!' | b'?') => Ok(here + self.comment(markup.get(here..).unwrap_or_default())?),
            Some(b) if b.is_ascii_alphabetic() => self.any_tag(here, attributes),
            _ => {
                self.expect_text()?;
                self.out.replace(here, here + 1, "&lt;");
                Ok(here + 1)
            }
        }
    }

    /// The offset behind the end tag that begins at `here`, if it is that of the last open element and stays as it stands:
    /// most are and do.
    fn end_of_last(&self, here: usize) -> Option<usize> {
        let last = self.open.last().filter(|last| last.is_listed && !last.kind.is_foreign())?;
        let name_end = here + "</".len() + last.name.len();
        let markup = self.out.markup();
        let ends = markup.as_bytes().get(name_end) == Some(&b'>')
            && markup.get(here + "</".len()..name_end).is_some_and(|name| is_same(name, last.name));
        ends.then_some(name_end + 1)
    }

    /// Takes the tag at `here`, and what is no markup behind it; the offset behind that.
    fn any_tag(&mut self, here: usize, attributes: &mut Attributes<'a, '_>) -> Result<usize, Decline> {
        let markup = self.out.markup();
        let known = self.known_tags.find(markup, here).filter(|_| !self.is_in_foreign_content());
        let (tag, kind, has_attributes) = if let Some(known) = known {
            let tag = known.tag(here);
            let kind = self.known_tag(&known, &tag)?;
            (tag, kind, known.has_attributes)
        } else {
            let tag = Tag::read(markup, here, &mut attributes.written).ok_or(Decline::Unfinished)?;
            let kind = self.tag(&tag, attributes)?;
            (tag, kind, !attributes.written.is_empty())
        };
        let Some(kind) = kind else {
            return Ok(tag.end);
        };
        if tag.is_self_closing && !has_attributes && !kind.is_void() && !self.has_foreign {
            self.start = tag.end;
            self.tag(&Tag { is_end: true, ..tag }, attributes)?;
            return Ok(tag.end);
        }
        match kind {
            // HTML Standard 13.2.6.4.7: a line feed behind `<pre>` is dropped, however it is written.
            Kind::Preformatted => match markup.as_bytes().get(tag.end) {
                Some(b'\n') => {
                    self.out.cut(tag.end, tag.end + 1);
                    Ok(tag.end + 1)
                }
                Some(b'&') if is_line_feed(markup.get(tag.end + 1..).unwrap_or_default()) => {
                    Err(Decline::Character)
                }
                _ => Ok(tag.end),
            },
            Kind::RawText | Kind::Dropped => {
                let end = end_of_raw_text(markup, tag.end, tag.name);
                let end_tag = Tag::read(markup, end, &mut attributes.written).ok_or(Decline::Unfinished)?;
                self.out.cut(tag.end, end_tag.end);
                self.raw_text(markup.get(tag.end..end).unwrap_or_default(), kind)?;
                Ok(end_tag.end)
            }
            _ => Ok(tag.end),
        }
    }

    /// Takes a tag; the kind of the element it starts.
    fn tag(&mut self, tag: &Tag<'a>, attributes: &mut Attributes<'a, '_>) -> Result<Option<Kind>, Decline> {
        if self.is_in_foreign_content() {
            return self.foreign_tag(tag, attributes);
        }
        let Some(&element) = self.rules.plain.get(tag.name) else {
            let is_root = ["svg", "math"].iter().any(|root| tag.name.eq_ignore_ascii_case(root));
            return if is_root { self.foreign_tag(tag, attributes) } else { Err(Decline::Element) };
        };
        if self.leaves_out(&element, tag)? {
            return Ok(None);
        }
        if tag.is_end {
            self.end(element, tag)?;
            return Ok(None);
        }
        if attributes.written.len() > MAX_ATTRIBUTES {
            return Err(Decline::Excess);
        }
        self.start_element(element, tag, |writer| {
            let place = (writer.start, writer.out.position(writer.start));
            writer.start_tag(&element, tag, attributes);
            let has_attributes = !attributes.written.is_empty();
            writer.known_tags.learn(tag, element, has_attributes, place, &writer.out);
        })
    }

    /// Takes a start tag that is known; the kind of the element it starts.
    fn known_tag(&mut self, known: &Known<'a>, tag: &Tag<'a>) -> Result<Option<Kind>, Decline> {
        if self.leaves_out(&known.element, tag)? {
            return Ok(None);
        }
        self.start_element(known.element, tag, |writer| {
            known.write(writer.start, &mut writer.out);
        })
    }

    /// Leaves out a tag of which nothing is made where it stands; whether it is one.
    fn leaves_out(&mut self, element: &Plain, tag: &Tag<'a>) -> Result<bool, Decline> {
        if element.kind != Kind::Ignored {
            let is_among_parts = self.open.last().is_some_and(|open| open.kind.has_parts());
            if !is_among_parts || element.kind.is_of_tables() || element.kind == Kind::Dropped {
                return Ok(false);
            }
            // It, or what is made of it, would be moved in front of the table.
            if !is_left_out(element.name, tag.is_end) {
                return Err(Decline::Table);
            }
        }
        self.out.cut(self.start, tag.end);
        Ok(true)
    }

    /// Starts an element, whose tag `write` writes; its kind.
    fn start_element(
        &mut self,
        element: Plain,
        tag: &Tag<'a>,
        write: impl FnOnce(&mut Self),
    ) -> Result<Option<Kind>, Decline> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Decline::Excess);
        }
        self.make_room(element)?;
        write(self);
        if element.kind == Kind::Preformatted && element.is_listed {
            self.preformatted.push(self.out.position(tag.end));
        }
        if !element.kind.is_childless() {
            self.push(element);
        }
        Ok(Some(element.kind))
    }

    /// Writes a start tag with the attributes that may stay, if it may stay itself.
    pub(super) fn start_tag(&mut self, element: &Plain, tag: &Tag<'a>, attributes: &mut Attributes<'a, '_>) {
        if !element.is_listed {
            self.out.cut(self.start, tag.end);
            return;
        }
        let name_end = self.start + 1 + tag.name.len();
        if !is_same(tag.name, element.name) {
            self.out.replace(self.start + 1, name_end, element.name);
        }
        let end = attributes.write(element, name_end, &mut self.out);
        // Of what is left only `>` stays.
        if end + 1 != tag.end {
            self.out.cut(end, tag.end - 1);
        }
    }
}

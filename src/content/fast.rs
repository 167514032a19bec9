//! Sanitizing in one pass, where no tree is needed: markup whose elements nest, or end where the HTML Standard lets
//! them end by themselves.
//!
//! It follows the tree construction "in body" (13.2.6.4.7) as far as the stack of open elements tells everything:
//! each formatting element that is open is on the stack too, so that nothing is ever opened again or moved. Where
//! that would not hold it declines, and ammonia decides. What it answers is what ammonia answers, byte for byte.

use super::attributes::Attributes;
use super::bounds::MAX_ATTRIBUTES;
use super::html::reference;
use super::plain::{Kind, Plain};
use super::rewrite::{end_of_raw_text, is_left_out};
use super::rules::Rules;
use super::sanitize::keep_line_feeds;
use super::tag::{Tag, is_space, lower};
use memchr::{memchr, memchr2, memchr3, memmem};

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
pub(super) fn clean(markup: &str, base: Option<&str>, rules: &Rules) -> Result<String, Decline> {
    if memchr2(b'\0', b'\r', markup.as_bytes()).is_some() {
        return Err(Decline::Character);
    }
    let mut writer = Writer {
        rules,
        out: String::with_capacity(markup.len() + 64),
        open: Vec::with_capacity(16),
        has_preformatted: false,
    };
    let mut attributes = Attributes::new(base, rules);
    let mut at = 0;
    while let Some(rest) = markup.get(at..) {
        let Some(found) = memchr(b'<', rest.as_bytes()) else {
            writer.text(rest)?;
            break;
        };
        let (text, rest) = rest.split_at(found);
        writer.text(text)?;
        at += found;
        match rest.as_bytes().get(1) {
            Some(b'!' | b'?') => at += writer.comment(rest)?,
            Some(b) if *b == b'/' || b.is_ascii_alphabetic() => {
                let tag = Tag::read(markup, at, &mut attributes.written).ok_or(Decline::Unfinished)?;
                at = tag.end;
                match writer.tag(&tag, &mut attributes)? {
                    // HTML Standard 13.2.6.4.7: a line feed behind `<pre>` is dropped, however it is written.
                    Some(Kind::Preformatted) => match markup.as_bytes().get(at) {
                        Some(b'\n') => at += 1,
                        Some(b'&') if is_line_feed(markup.get(at + 1..).unwrap_or_default()) => {
                            return Err(Decline::Character);
                        }
                        _ => {}
                    },
                    Some(kind @ (Kind::RawText | Kind::Dropped)) => {
                        let end = end_of_raw_text(markup, at, tag.name);
                        writer.raw_text(markup.get(at..end).unwrap_or_default(), kind)?;
                        at = Tag::read(markup, end, &mut attributes.written).ok_or(Decline::Unfinished)?.end;
                    }
                    _ => {}
                }
            }
            _ => {
                writer.text("&lt;")?;
                at += 1;
            }
        }
    }
    while writer.close_last() {}
    // One that was written as a reference would not be read again.
    if memchr(b'\r', writer.out.as_bytes()).is_some() {
        return Err(Decline::Character);
    }
    Ok(if writer.has_preformatted { keep_line_feeds(writer.out) } else { writer.out })
}

fn is_line_feed(after_ampersand: &str) -> bool {
    matches!(reference(after_ampersand, false), (Some(('\n', _)), _))
}

/// The answer so far, and what is open.
pub(super) struct Writer<'r> {
    pub(super) rules: &'r Rules,
    pub(super) out: String,
    pub(super) open: Vec<Plain>,
    has_preformatted: bool,
}

impl Writer<'_> {
    /// Takes a tag; the kind of the element it starts.
    fn tag(&mut self, tag: &Tag<'_>, attributes: &mut Attributes<'_, '_>) -> Result<Option<Kind>, Decline> {
        let name = lower(tag.name);
        if self.is_in_foreign_content() || matches!(&*name, "svg" | "math") {
            return self.foreign_tag(tag, &name, attributes);
        }
        let element = *self.rules.plain.get(&*name).ok_or(Decline::Element)?;
        if self.rules.comments && is_left_out(&name, tag.is_end) {
            return Err(Decline::Declaration);
        }
        if element.kind == Kind::Ignored {
            return Ok(None);
        }
        let is_among_parts = self.open.last().is_some_and(|open| open.kind.has_parts());
        if is_among_parts && !element.kind.is_of_tables() && element.kind != Kind::Dropped {
            // It, or what is made of it, would be moved in front of the table.
            return if is_left_out(&name, tag.is_end) { Ok(None) } else { Err(Decline::Table) };
        }
        if tag.is_end {
            self.end(element)?;
            return Ok(None);
        }
        if self.open.len() >= MAX_DEPTH || attributes.written.len() > MAX_ATTRIBUTES {
            return Err(Decline::Excess);
        }
        self.make_room(element)?;
        self.has_preformatted |= element.kind == Kind::Preformatted;
        if element.is_listed {
            self.out.push('<');
            self.out.push_str(element.name);
            attributes.write(&element, &mut self.out);
            self.out.push('>');
        }
        if !element.kind.is_childless() {
            self.open.push(element);
        }
        Ok(Some(element.kind))
    }

    /// Closes what a start tag closes.
    fn make_room(&mut self, element: Plain) -> Result<(), Decline> {
        // A table that is not whole is no table.
        if element.kind.is_of_tables() && !element.is_listed {
            return Err(Decline::Table);
        }
        match element.kind {
            Kind::Ordinary | Kind::Void | Kind::Dropped | Kind::Ignored => Ok(()),
            Kind::Svg | Kind::MathMl | Kind::MathMlText => Err(Decline::Foreign),
            Kind::Table if self.open.last().is_some_and(|open| open.kind.has_parts()) => Err(Decline::Table),
            Kind::Table => self.close_paragraph(),
            Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::ColumnGroup | Kind::Column => {
                self.make_room_in_table(element)
            }
            // Text that is no markup has no place in an element that is.
            Kind::RawText => {
                if element.is_listed {
                    Err(Decline::Element)
                } else {
                    Ok(())
                }
            }
            Kind::Formatting => {
                let nested = element.name == "a" && self.find(|open| open.name == "a").is_some();
                if nested { Err(Decline::Nesting) } else { Ok(()) }
            }
            Kind::Block | Kind::Division | Kind::Paragraph | Kind::Preformatted | Kind::Rule => {
                self.close_paragraph()
            }
            Kind::Heading => {
                self.close_paragraph()?;
                let last = self.open.last();
                // Elements that are not listed are not between two that are when these are read again.
                let last_listed = self.open.iter().rfind(|open| open.is_listed);
                let nested = [last, last_listed].into_iter().flatten().any(|open| open.kind == Kind::Heading);
                if nested { Err(Decline::Nesting) } else { Ok(()) }
            }
            Kind::Item | Kind::Definition => {
                let passes = |open: &Plain| {
                    matches!(open.kind, Kind::Division | Kind::Paragraph) || !open.kind.is_special()
                };
                let last = self.find(|open| open.kind == element.kind || !passes(open));
                if let Some(at) = last.filter(|&at| self.is_at(at, |open| open.kind == element.kind)) {
                    self.close_through(at)?;
                }
                let mut listed = self.open.iter().rev().filter(|open| open.is_listed);
                if listed
                    .find(|open| open.kind == element.kind || !passes(open))
                    .is_some_and(|open| open.kind == element.kind)
                {
                    return Err(Decline::Nesting);
                }
                self.close_paragraph()
            }
        }
    }

    /// The last open element that is so, in the scope of the last cell, caption or table.
    fn find(&self, is_so: impl Fn(&Plain) -> bool) -> Option<usize> {
        let scope = self.open.iter().rposition(|open| open.kind.is_scope()).map_or(0, |at| at + 1);
        self.open.get(scope..)?.iter().rposition(is_so).map(|at| scope + at)
    }

    pub(super) fn is_at(&self, at: usize, is_so: impl Fn(&Plain) -> bool) -> bool {
        self.open.get(at).is_some_and(is_so)
    }

    fn close_paragraph(&mut self) -> Result<(), Decline> {
        match self.find(|open| open.kind == Kind::Paragraph) {
            Some(at) => self.close_through(at),
            None => Ok(()),
        }
    }

    fn end(&mut self, element: Plain) -> Result<(), Decline> {
        let like = |open: &Plain| open.name == element.name;
        let found = match element.kind {
            // As in XHTML, where `<br></br>` is one line break.
            Kind::Void | Kind::Rule | Kind::Column | Kind::RawText | Kind::Dropped | Kind::Ignored => None,
            Kind::Paragraph => {
                let found = self.find(like);
                if found.is_none() && element.is_listed {
                    self.out.push_str("<p></p>");
                }
                found
            }
            Kind::Block | Kind::Division | Kind::Preformatted | Kind::Definition => self.find(like),
            Kind::Heading => self.find(|open| open.kind == Kind::Heading),
            // Its scope ends at a list.
            Kind::Item => {
                let found = self.find(|open| like(open) || matches!(open.name, "ol" | "ul"));
                found.filter(|&at| self.is_at(at, like))
            }
            Kind::Formatting => {
                let found = self.find(like);
                if found.is_some_and(|at| at + 1 != self.open.len()) {
                    return Err(Decline::Overlap);
                }
                found
            }
            Kind::Ordinary => {
                let found = self.find(|open| like(open) || open.kind.is_special());
                found.filter(|&at| self.is_at(at, like))
            }
            Kind::Table | Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::ColumnGroup => {
                return self.end_in_table(element);
            }
            Kind::Svg | Kind::MathMl | Kind::MathMlText => return Err(Decline::Foreign),
        };
        match found {
            Some(at) => self.close_through(at),
            None => Ok(()),
        }
    }

    pub(super) fn close_all_through(&mut self, at: usize) {
        while self.open.len() > at {
            self.close_last();
        }
    }

    /// Closes the open elements from the last to that at `at`. A formatting element among those behind it would be
    /// opened again.
    fn close_through(&mut self, at: usize) -> Result<(), Decline> {
        let behind = self.open.get(at + 1..).unwrap_or_default();
        if behind.iter().any(|open| open.kind == Kind::Formatting) {
            return Err(Decline::Overlap);
        }
        self.close_all_through(at);
        Ok(())
    }

    /// Closes the last open element; whether there was one.
    pub(super) fn close_last(&mut self) -> bool {
        let Some(element) = self.open.pop() else {
            return false;
        };
        if element.is_listed {
            self.out.push_str("</");
            self.out.push_str(element.name);
            self.out.push('>');
        }
        true
    }

    /// Takes text. Between the parts of a table there is only white space.
    fn text(&mut self, text: &str) -> Result<(), Decline> {
        if self.open.last().is_some_and(|open| open.kind.has_parts()) && !text.bytes().all(is_space) {
            return Err(Decline::Table);
        }
        push_text(&mut self.out, text);
        Ok(())
    }

    /// Takes the text of a raw text element that ends.
    fn raw_text(&mut self, text: &str, kind: Kind) -> Result<(), Decline> {
        // HTML Standard 13.2.5.18 to .32: within a comment in a script its end tag may not end it.
        if kind == Kind::Dropped && text.contains("<!--") {
            return Err(Decline::Declaration);
        }
        // In foreign content it would be markup.
        if self.is_in_foreign_content() && text.contains('<') {
            return Err(Decline::Foreign);
        }
        if kind == Kind::RawText {
            for c in text.chars() {
                push_character(&mut self.out, c);
            }
        }
        Ok(())
    }

    /// Takes a comment that has no second reading, or what is read as one; its length. HTML Standard 13.2.5.41 to .53.
    fn comment(&mut self, rest: &str) -> Result<usize, Decline> {
        let Some(text) = rest.strip_prefix("<!--") else {
            // A declaration or a processing instruction is a comment, or nothing.
            let end = memchr(b'>', rest.as_bytes())
                .filter(|_| !self.rules.comments && !self.is_in_foreign_content());
            return end.map(|end| end + 1).ok_or(Decline::Declaration);
        };
        let end = memmem::find(text.as_bytes(), b"-->").ok_or(Decline::Declaration)?;
        let text = text.get(..end).unwrap_or_default();
        if text.starts_with('>') || text.starts_with("->") || text.contains("--!>") {
            return Err(Decline::Declaration);
        }
        if self.rules.comments {
            self.out.push_str("<!--");
            self.out.push_str(text);
            self.out.push_str("-->");
        }
        Ok("<!---->".len() + text.len())
    }
}

/// Text with its references replaced, escaped as HTML Standard 13.3 says.
fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = memchr3(b'&', b'>', 0xC2, rest.as_bytes()) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('&') => {
                let after = characters.as_str();
                let (value, length) = reference(after, false);
                match value {
                    Some((first, second)) => {
                        push_character(out, first);
                        if let Some(second) = second {
                            push_character(out, second);
                        }
                    }
                    None => out.push_str("&amp;"),
                }
                rest = after.get(length..).unwrap_or_default();
                continue;
            }
            Some(c) => push_character(out, c),
            None => break,
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}

fn push_character(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '\u{A0}' => out.push_str("&nbsp;"),
        _ => out.push(c),
    }
}

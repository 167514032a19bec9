//! Text and tags in order, like a browser's tokenizer (HTML Standard 13.2.5).

use super::attributes::{MarkupAttribute, WrittenAttributes};
use super::kind_of;
use super::raw_text::{end_of_raw_text, is_raw_text};
use super::tag::{MarkupTag, TagName, end_of_non_tag};
use crate::forward::memchr;

/// A part of markup. Comments, declarations and unclosed tags are left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Piece<'a> {
    /// Text with its references unresolved.
    Text(&'a str),
    /// A tag. Its attributes are [`Pieces::attributes`].
    Tag(MarkupTag<'a>),
    /// The raw text of an element with this name: text even if it looks like markup.
    RawText(&'a str, &'a str),
}

/// Iterates over the pieces of markup. Each byte is scanned a bounded number of times: an unclosed construct ends the markup.
#[derive(Debug)]
pub struct Pieces<'a> {
    markup: &'a str,
    at: usize,
    /// The element whose raw text follows.
    raw: Option<&'a str>,
    /// Whether elements may have raw text, which they cannot in SVG and `MathML`.
    has_raw_text: bool,
    has_attributes: bool,
    /// The attributes of the last tag.
    pub attributes: WrittenAttributes<'a>,
    /// The offset of the last tag.
    pub start: usize,
}

impl<'a> Pieces<'a> {
    /// Returns the pieces of markup.
    pub fn new(markup: &'a str) -> Self {
        Self {
            markup,
            at: 0,
            raw: None,
            has_raw_text: true,
            has_attributes: true,
            attributes: WrittenAttributes::new(),
            start: 0,
        }
    }

    /// Returns the pieces of markup without collecting attributes.
    pub fn without_attributes(markup: &'a str) -> Self {
        Self { has_attributes: false, ..Self::new(markup) }
    }

    /// Continues at `at`, outside of raw text.
    pub fn move_to(&mut self, at: usize) {
        (self.at, self.raw) = (at, None);
    }

    /// Returns the pieces of SVG or `MathML` from `at` on, without raw text.
    pub fn of_foreign_content(markup: &'a str, at: usize) -> Self {
        Self { at, has_raw_text: false, ..Self::new(markup) }
    }

    /// Returns the next tag.
    pub fn next_tag(&mut self) -> Option<MarkupTag<'a>> {
        self.find_map(|piece| match piece {
            Piece::Tag(tag) => Some(tag),
            Piece::Text(_) | Piece::RawText(..) => None,
        })
    }

    /// Returns the attributes of the last tag.
    pub fn attributes(&self) -> &[MarkupAttribute<'a>] {
        &self.attributes
    }

    /// Returns the offset of the last tag.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Reads the content after the last tag as markup, although its element has raw text: in XHTML, a self-closing tag has none.
    pub fn ignore_raw_text(&mut self) {
        self.raw = None;
    }

    /// Returns the offset of the next `<` at or after `at` that starts something other than text.
    fn next_markup(&self, mut at: usize) -> Option<usize> {
        let bytes = self.markup.as_bytes();
        loop {
            at += memchr(b'<', bytes.get(at..)?)?;
            match bytes.get(at + 1)? {
                b'!' | b'?' => return Some(at),
                // HTML Standard 13.2.5.7: at the end of the input, `</` is text.
                b'/' if at + 2 < bytes.len() => return Some(at),
                b if b.is_ascii_alphabetic() => return Some(at),
                _ => at += 1,
            }
        }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        // First, since the content of such an element is text even if it looks like a tag.
        if let Some(name) = self.raw.take() {
            let from = self.at;
            self.at = end_of_raw_text(self.markup, from, name);
            // An empty element has no piece, and the search continues with its end tag.
            if self.at > from {
                return Some(Piece::RawText(name, self.markup.get(from..self.at)?));
            }
        }
        while self.at < self.markup.len() {
            let from = self.at;
            let start = self.next_markup(from).unwrap_or(self.markup.len());
            if start > from {
                self.at = start;
                return Some(Piece::Text(self.markup.get(from..start)?));
            }
            let tag = if self.has_attributes {
                MarkupTag::read(self.markup, start, &mut self.attributes)
            } else {
                TagName::read(self.markup, start).and_then(|name| name.rest(self.markup, |_| ()))
            };
            let Some(tag) = tag else {
                self.at = end_of_non_tag(self.markup, start);
                continue;
            };
            (self.start, self.at) = (start, tag.end);
            if self.has_raw_text
                && !tag.is_end
                && kind_of(tag.name).is_some_and(|kind| is_raw_text(tag.name, kind))
            {
                self.raw = Some(tag.name);
            }
            return Some(Piece::Tag(tag));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, Pieces};

    #[test]
    fn pieces_are_those_of_a_browser() {
        for (markup, expected) in [
            ("", ""),
            ("a<b c=d>e</b>", "'a' b 'e' /b"),
            ("1 < 2 <3 <", "'1 < 2 <3 <'"),
            ("</", "'</'"),
            ("</ a><b>", "b"),
            ("<p>a<!-- <b> -->b", "p 'a' 'b'"),
            ("<!--><a>--><b>", "a '-->' b"),
            ("<!-- <a> --!><b>", "b"),
            ("<!-- <a>", ""),
            ("<!doctype html '<a>'><b>", "''>' b"),
            ("<?php <a> ?><b>", "' ?>' b"),
            ("<Script>'<a>'</scripts></SCRIPT ><b>", "Script [Script '<a>'</scripts>] /SCRIPT b"),
            ("<script></script>", "script /script"),
            ("<script><a>", "script [script <a>]"),
            ("<title>&lt;<a></title>", "title [title &lt;<a>] /title"),
            ("<a title='<b>'>", "a"),
            ("<a href='x><b>", "a b"),
            ("<a href='x", ""),
            ("a<b", "'a'"),
        ] {
            let described = |piece: Piece<'_>| match piece {
                Piece::Text(text) => format!("{text:?}").replace('"', "'"),
                Piece::Tag(tag) => format!("{}{}", if tag.is_end { "/" } else { "" }, tag.name),
                Piece::RawText(name, text) => format!("[{name} {text}]"),
            };
            let found: Vec<_> = Pieces::new(markup).map(described).collect();
            assert_eq!(found.join(" "), expected, "{markup:?}");
            let without: Vec<_> = Pieces::without_attributes(markup).map(described).collect();
            assert_eq!(without, found, "{markup:?}");
        }
    }
}

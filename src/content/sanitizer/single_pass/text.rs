//! Text and comments in the single pass.

use super::Dialect;
use super::writer::{Bailout, Writer};
use crate::content::markup::CDATA;
use crate::content::sanitizer::comments::is_kept;
use crate::content::sanitizer::prepare::is_text;
use crate::html::characters::{NO_BREAK_SPACE, escape, escape_length, find_no_break_space, is_space};
use crate::html::references::reference;
use memchr::{memchr, memmem};

impl Writer<'_, '_> {
    /// Prepares for text at an offset. Bails out if it would be moved out of a table.
    #[inline]
    pub(super) fn expect_text(&mut self, at: usize) -> Result<(), Bailout> {
        if self.open.last().is_some_and(|open| open.kind.has_parts()) {
            return Err(Bailout::Table);
        }
        self.reopen(at)
    }

    /// Handles text without delimiters. No-break spaces are escaped (HTML Standard 13.3).
    #[inline]
    pub(super) fn text(&mut self, from: usize, to: usize) -> Result<(), Bailout> {
        let bytes = self.out.markup().as_bytes();
        if !self.open.last().is_some_and(|open| open.kind.has_parts()) {
            self.reopen(from)?;
        } else if !bytes.get(from..to).unwrap_or_default().iter().all(|&b| is_space(b)) {
            return Err(Bailout::Table);
        }
        while self.no_break_space < to {
            let mut next = from;
            if self.no_break_space >= from {
                next = self.no_break_space + NO_BREAK_SPACE.len();
                self.out.replace(self.no_break_space, next, "&nbsp;");
            }
            self.no_break_space = find_no_break_space(bytes, next);
        }
        Ok(())
    }

    /// Handles a `>` that is text.
    pub(super) fn greater_than(&mut self, here: usize) -> Result<usize, Bailout> {
        self.expect_text(here)?;
        self.out.replace(here, here + 1, "&gt;");
        Ok(here + 1)
    }

    /// Handles the reference at `here`, or an ampersand that starts none. Returns the offset after it.
    #[inline]
    pub(super) fn reference(&mut self, here: usize) -> Result<usize, Bailout> {
        self.expect_text(here)?;
        let after = self.out.markup().get(here + 1..).unwrap_or_default();
        // A reference that the serializer would write.
        if let Some(length) = escape_length(after.as_bytes()) {
            return Ok(here + 1 + length);
        }
        let (value, length) = reference(after, false);
        let end = here + 1 + length;
        self.out.cut(here, end);
        match value {
            Some((first, second)) => {
                self.character(first);
                if let Some(second) = second {
                    self.character(second);
                }
            }
            None => self.out.push("&amp;"),
        }
        Ok(end)
    }

    /// Writes a character, escaped.
    #[inline]
    fn character(&mut self, c: char) {
        match escape(c) {
            Some(escape) => self.out.push(escape),
            None => self.out.push(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Checks the text of a script or style sheet, which is dropped.
    pub(super) fn dropped_text(&self, text: &str) -> Result<(), Bailout> {
        // HTML Standard 13.2.5.18 to .32: within a comment in a script its end tag may not end it.
        if text.contains("<!--") {
            return Err(Bailout::Declaration);
        }
        // In foreign content it would be markup.
        if self.is_in_foreign_content() && text.contains('<') {
            return Err(Bailout::Foreign);
        }
        Ok(())
    }

    /// Handles a comment, or what is parsed as one. Returns its length (HTML Standard 13.2.5.41 to .53).
    pub(super) fn comment(&mut self, rest: &str) -> Result<usize, Bailout> {
        let Some(text) = rest.strip_prefix("<!--") else {
            if self.is_in_foreign_content() || self.has_foreign && rest.starts_with(CDATA) {
                return Err(Bailout::Declaration);
            }
            if is_text(rest, self.last_end.and_then(|end| end.checked_sub(self.start))) {
                // It may contain tags.
                if self.dialect == Dialect::FeedParser {
                    return Err(Bailout::Dialect);
                }
                self.expect_text(self.start)?;
                self.out.replace(self.start, self.start + 1, "&lt;");
                return Ok(1);
            }
            // A declaration or a processing instruction is dropped.
            let length = memchr(b'>', rest.as_bytes()).ok_or(Bailout::Declaration)? + 1;
            self.out.cut(self.start, self.start + length);
            return Ok(length);
        };
        let end = memmem::find(text.as_bytes(), b"-->").ok_or(Bailout::Declaration)?;
        let text = text.get(..end).unwrap_or_default();
        if text.starts_with('>') || text.starts_with("->") || text.contains("--!>") {
            return Err(Bailout::Declaration);
        }
        let length = "<!---->".len() + text.len();
        if !(self.rules.listed.comments && is_kept(text, self.rules)) {
            self.out.cut(self.start, self.start + length);
        }
        Ok(length)
    }
}

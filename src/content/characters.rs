//! Text and comments on the fast way.

use super::fast::{Decline, Writer};
use super::html::reference;
use super::plain::Kind;
use super::rewrite::{SECTION, is_text};
use super::sanitize::is_kept;
use super::tag::is_space;
use memchr::{memchr, memchr3, memmem};

impl Writer<'_, '_> {
    /// Between the parts of a table there is no text.
    pub(super) fn expect_text(&self) -> Result<(), Decline> {
        if self.open.last().is_some_and(|open| open.kind.has_parts()) { Err(Decline::Table) } else { Ok(()) }
    }

    /// Takes text, which stands at `at`: its references are replaced, and it is escaped as HTML Standard 13.3 says.
    pub(super) fn text(&mut self, text: &str, at: usize) -> Result<(), Decline> {
        if !text.bytes().all(is_space) {
            self.expect_text()?;
        }
        let bytes = text.as_bytes();
        let mut done = 0;
        while let Some(found) = bytes.get(done..).and_then(|rest| memchr3(b'&', b'>', 0xC2, rest)) {
            let here = done + found;
            let after = text.get(here + 1..).unwrap_or_default();
            done = here + 1;
            match bytes.get(here) {
                Some(b'&') => {
                    // What is written as it is to be written.
                    if ["amp;", "lt;", "gt;", "nbsp;"].iter().any(|name| after.starts_with(name)) {
                        continue;
                    }
                    let (value, length) = reference(after, false);
                    done += length;
                    self.out.cut(at + here, at + done);
                    match value {
                        Some((first, second)) => {
                            self.character(first);
                            if let Some(second) = second {
                                self.character(second);
                            }
                        }
                        None => self.out.push("&amp;"),
                    }
                }
                Some(b'>') => self.out.replace(at + here, at + done, "&gt;"),
                // The first byte of U+00A0 and others.
                _ if bytes.get(done) == Some(&0xA0) => {
                    done += 1;
                    self.out.replace(at + here, at + done, "&nbsp;");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes a character, escaped.
    fn character(&mut self, c: char) {
        match escape(c) {
            Some(escape) => self.out.push(escape),
            None => self.out.push(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Takes the text of a raw text element that ends.
    pub(super) fn raw_text(&mut self, text: &str, kind: Kind) -> Result<(), Decline> {
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
                self.character(c);
            }
        }
        Ok(())
    }

    /// Takes a comment that has no second reading, or what is read as one; its length. HTML Standard 13.2.5.41 to .53.
    pub(super) fn comment(&mut self, rest: &str) -> Result<usize, Decline> {
        let Some(text) = rest.strip_prefix("<!--") else {
            if self.is_in_foreign_content() || self.has_foreign && rest.starts_with(SECTION) {
                return Err(Decline::Declaration);
            }
            if is_text(rest, self.last_end.and_then(|end| end.checked_sub(self.start))) {
                self.expect_text()?;
                self.out.replace(self.start, self.start + 1, "&lt;");
                return Ok(1);
            }
            // A declaration or a processing instruction is nothing.
            let length = memchr(b'>', rest.as_bytes()).ok_or(Decline::Declaration)? + 1;
            self.out.cut(self.start, self.start + length);
            return Ok(length);
        };
        let end = memmem::find(text.as_bytes(), b"-->").ok_or(Decline::Declaration)?;
        let text = text.get(..end).unwrap_or_default();
        if text.starts_with('>') || text.starts_with("->") || text.contains("--!>") {
            return Err(Decline::Declaration);
        }
        let length = "<!---->".len() + text.len();
        if !(self.rules.listed.comments && is_kept(text, self.rules)) {
            self.out.cut(self.start, self.start + length);
        }
        Ok(length)
    }
}

/// How a character of text is escaped, if it is. HTML Standard 13.3.
pub(super) fn escape(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\u{A0}' => Some("&nbsp;"),
        _ => None,
    }
}

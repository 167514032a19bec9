//! Text and comments on the fast way.

use super::fast::{Decline, Writer};
use super::html::reference;
use super::plain::Kind;
use super::rewrite::{SECTION, is_text};
use super::sanitize::is_kept;
use super::tag::is_space;
use memchr::{memchr, memchr_iter, memmem};

impl Writer<'_, '_> {
    /// Between the parts of a table there is no text.
    pub(super) fn expect_text(&self) -> Result<(), Decline> {
        if self.open.last().is_some_and(|open| open.kind.has_parts()) { Err(Decline::Table) } else { Ok(()) }
    }

    /// Takes text from `from` to `to`, in which there is no mark of markup. HTML Standard 13.3 escapes its no-break spaces.
    pub(super) fn text(&mut self, from: usize, to: usize) -> Result<(), Decline> {
        let bytes = self.out.markup().as_bytes();
        if self.expect_text().is_err()
            && !bytes.get(from..to).unwrap_or_default().iter().all(|&b| is_space(b))
        {
            return Err(Decline::Table);
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

    /// Takes a `>` that is text.
    pub(super) fn greater_than(&mut self, here: usize) -> Result<usize, Decline> {
        self.expect_text()?;
        self.out.replace(here, here + 1, "&gt;");
        Ok(here + 1)
    }

    /// Takes the reference that begins at `here`, or an ampersand that begins none, and writes what it stands for; the
    /// offset behind it.
    pub(super) fn reference(&mut self, here: usize) -> Result<usize, Decline> {
        self.expect_text()?;
        let after = self.out.markup().get(here + 1..).unwrap_or_default();
        // What is written as it is to be written.
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

const NO_BREAK_SPACE: &[u8] = "\u{A0}".as_bytes();

/// Where the first no-break space at or behind `from` stands; beyond the end where there is none.
pub(super) fn find_no_break_space(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let mut leads = memchr_iter(NO_BREAK_SPACE[0], rest);
    leads.find(|&at| rest.get(at + 1) == NO_BREAK_SPACE.get(1)).map_or(usize::MAX, |at| from + at)
}

/// The length of the reference behind an ampersand, if that is how a character of text is escaped.
pub(super) fn escape_length(after: &[u8]) -> Option<usize> {
    match after {
        [b'a', b'm', b'p', b';', ..] => Some("amp;".len()),
        [b'n', b'b', b's', b'p', b';', ..] => Some("nbsp;".len()),
        [b'l' | b'g', b't', b';', ..] => Some("lt;".len()),
        _ => None,
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

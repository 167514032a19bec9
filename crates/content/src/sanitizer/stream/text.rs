//! Text, references, comments and declarations.

use super::MarkupWriter;
use crate::sanitizer::comments::is_kept;
use bozofeed_text::forward::memchr3;
use bozofeed_text::html::characters::{NO_BREAK_SPACE, escape, escape_length, find_no_break_space, is_space};
use bozofeed_text::html::references::{normalized_reference, reference};
use bozofeed_text::markup::{
    CDATA, end_of, end_of_comment, end_of_non_tag, end_of_open_comment, is_text_declaration,
};

impl MarkupWriter<'_, '_> {
    /// Prepares for text at an offset.
    #[inline]
    fn expect_text(&mut self, at: usize) {
        self.start = at;
        if self.open.needs_care() {
            self.expect_content();
        }
    }

    /// Handles text without delimiters.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call would take longer than the check")]
    pub(super) fn text(&mut self, from: usize, to: usize) {
        // Most text is kept unchanged in every context. Each condition excludes one reason for a change by `text_with_care`.
        let stays = !self.open.needs_care()
            && self.no_break_space >= to
            && self.preformatted.1 == usize::MAX
            && !self.conventions.references_stay;
        if !stays {
            self.text_with_care(from, to);
        }
    }

    /// Handles text without delimiters that needs something before it, or may be written differently. No-break spaces are escaped (HTML
    /// Standard 13.3).
    #[inline(never)]
    fn text_with_care(&mut self, from: usize, to: usize) {
        let bytes = self.out.markup().as_bytes();
        if self.open.needs_care() && !bytes.get(from..to).unwrap_or_default().iter().all(|&b| is_space(b)) {
            self.expect_text(from);
        }
        if self.preformatted.1 == self.out.position(from) && self.is_line_feed_moved(from) {
            self.out.insert(from, "\n");
        }
        // Later text does not directly follow that tag.
        self.preformatted = (usize::MAX, usize::MAX);
        if self.conventions.references_stay {
            // The tag after an ampersand was removed, so the ampersand and this text could form a reference.
            let is_end = |b: &u8| *b != b'#' && !b.is_ascii_alphanumeric();
            if self.ampersand == self.out.position(from) && !bytes.get(from).is_none_or(is_end) {
                self.out.insert(from, "amp;");
            }
            return;
        }
        while self.no_break_space < to {
            let mut next = from;
            if self.no_break_space >= from {
                next = self.no_break_space + NO_BREAK_SPACE.len();
                self.out.replace(self.no_break_space, next, "&nbsp;");
            }
            self.no_break_space = find_no_break_space(bytes, next);
        }
    }

    /// Returns whether a line feed would be dropped, since a removed tag was between it and the start tag of a `pre` (HTML
    /// Standard 13.2.6.4.7).
    fn is_line_feed_moved(&self, from: usize) -> bool {
        let bytes = self.out.markup().as_bytes();
        bytes.get(from) == Some(&b'\n') && self.out.is_changed_after(from - 1) && self.preformatted.0 != from
    }

    /// Handles a `>` that is text.
    pub(super) fn greater_than(&mut self, here: usize) -> usize {
        self.expect_text(here);
        if !self.conventions.references_stay {
            self.out.replace(here, here + 1, "&gt;");
        }
        here + 1
    }

    /// Handles a `<` that is text.
    pub(super) fn less_than(&mut self, here: usize) -> usize {
        self.expect_text(here);
        self.out.replace(here, here + 1, "&lt;");
        here + 1
    }

    /// Handles the reference at `here`, or an ampersand that does not start one. Returns the offset after it.
    #[inline]
    pub(super) fn reference(&mut self, here: usize) -> usize {
        self.expect_text(here);
        self.write_reference(here)
    }

    #[inline]
    fn write_reference(&mut self, here: usize) -> usize {
        let after = self.out.markup().get(here + 1..).unwrap_or_default();
        // A reference that the serializer would write.
        if let Some(length) = escape_length(after.as_bytes()) {
            return here + 1 + length;
        }
        let (value, length) = reference(after, false);
        let end = here + 1 + length;
        if self.conventions.references_stay && self.keep_reference(here, end, value.is_some()) {
            return end;
        }
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
        end
    }

    /// Keeps the reference between two offsets, normalized. Returns whether something was kept: a reference, which gets a semicolon, or
    /// an ampersand that cannot start one.
    fn keep_reference(&mut self, here: usize, end: usize, is_reference: bool) -> bool {
        let markup = self.out.markup();
        if !is_reference {
            let next = markup.as_bytes().get(here + 1);
            if next == Some(&b'<') {
                self.ampersand = self.out.position(end);
            }
            return next.is_none_or(|&b| b != b'#' && !b.is_ascii_alphanumeric());
        }
        let name = markup.get(here + 1..end).unwrap_or_default();
        let Some(number) = name.trim_end_matches(';').strip_prefix('#') else {
            if !name.ends_with(';') {
                self.out.insert(end, ";");
            }
            return true;
        };
        match normalized_reference(number) {
            Some(written) => self.out.replace(here, end, &written),
            None if !name.ends_with(';') => self.out.insert(end, ";"),
            None => {}
        }
        true
    }

    /// Writes a character, escaped. A carriage return would become a line feed when the output is parsed.
    #[inline]
    fn character(&mut self, c: char) {
        match escape(c) {
            Some(escape) => self.out.push(escape),
            None if c == '\r' => self.out.push("\n"),
            None => self.out.push(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Writes text that is not in the markup, escaped.
    pub(super) fn push_text(&mut self, text: &str) {
        for c in text.chars() {
            self.character(c);
        }
    }

    /// Writes text that may look like markup, with or without references.
    pub(super) fn raw_content(&mut self, from: usize, to: usize, with_references: bool) {
        let bytes = self.out.markup().as_bytes();
        let text = bytes.get(from..to).unwrap_or_default();
        if self.open.needs_care() && !text.iter().all(|&b| is_space(b)) {
            self.expect_text(from);
        }
        let mut at = from;
        while let Some(found) = bytes.get(at..to).and_then(|rest| memchr3(b'<', b'>', b'&', rest)) {
            let here = at + found;
            self.text(at, here);
            at = match bytes.get(here) {
                Some(b'<') => {
                    self.out.replace(here, here + 1, "&lt;");
                    here + 1
                }
                Some(b'>') => {
                    self.out.replace(here, here + 1, "&gt;");
                    here + 1
                }
                _ if with_references => self.write_reference(here).min(to),
                _ => {
                    self.out.replace(here, here + 1, "&amp;");
                    here + 1
                }
            };
        }
        self.text(at, to);
    }

    /// Handles a comment, or other markup that is parsed as a comment. Returns the offset after it (HTML Standard 13.2.5.41 to .53).
    pub(super) fn declaration(&mut self, here: usize) -> usize {
        let markup = self.out.markup();
        let rest = markup.get(here..).unwrap_or_default();
        if !rest.starts_with("<!--") {
            return self.other_declaration(here, rest);
        }
        let is_empty = rest.starts_with("<!-->") || rest.starts_with("<!--->");
        let end = if self.comments_stay_open && !is_empty { None } else { end_of_comment(markup, here) };
        let Some((text_end, after)) = end else {
            // Remembered, so that the rest of the markup is searched only once.
            self.comments_stay_open = true;
            let end = end_of_open_comment(markup, here);
            self.out.cut(here, end);
            return end;
        };
        let comment = markup.get(here + "<!--".len()..text_end).unwrap_or_default();
        // In HTML, but not in XML, `--!>` also ends a comment.
        let is_plain = after == text_end + "-->".len();
        let may_be_here = !self.open.is_in_foreign_content();
        if !(is_plain && may_be_here && self.rules.listed.comments && is_kept(comment, self.rules)) {
            self.out.cut(here, after);
        }
        after
    }

    fn other_declaration(&mut self, here: usize, rest: &str) -> usize {
        let markup = self.out.markup();
        // HTML Standard 13.2.5.42: elsewhere, a CDATA section is a bogus comment.
        if self.open.is_in_foreign_content() && rest.starts_with(CDATA) {
            let text = here + CDATA.len();
            let end = end_of(markup, text, b"]]>");
            let content = markup.get(text..end).unwrap_or_default();
            let text_end = text + content.strip_suffix("]]>").unwrap_or(content).len();
            self.out.cut(here, text);
            self.start = text;
            self.raw_content(text, text_end, false);
            self.out.cut(text_end, end);
            return end;
        }
        if is_text_declaration(rest, self.last_end.and_then(|end| end.checked_sub(here))) {
            return self.less_than(here);
        }
        // A declaration or a processing instruction is removed.
        let end = end_of_non_tag(markup, here);
        self.out.cut(here, end);
        end
    }
}

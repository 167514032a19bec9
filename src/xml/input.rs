//! The text of the document and the position in it.

use bozofeed_text::forward::{memchr, memmem};
use quick_xml::parser::{Parser as _, PiParser};

use super::chars::{find_cdata_end, is_space, scan_to_bracket};
use bozofeed_text::xml_chars::{find_forbidden, find_forbidden_and_return};

/// The text of the document and the position of the reader.
///
/// The end of a comment, section or processing instruction is searched for only once per byte: the result of a search is kept
/// until the reader has passed it.
#[derive(Debug)]
pub(super) struct Input<'a> {
    text: &'a str,
    /// The offset of the next byte to read.
    pub(super) at: usize,
    /// The offset of the next invalid character, or the length of the text.
    forbidden: usize,
    /// The offset of the last white space that was skipped to look ahead, and the offset after it.
    blank: (usize, usize),
    /// A lower bound for the offset of the next carriage return. Most documents have none at all.
    carriage_return: usize,
    /// The offset of the next `]]>`, or `usize::MAX`.
    cdata_end: usize,
    /// The offset of the next `-->`, or `usize::MAX`.
    comment_end: usize,
    /// Whether another `-->` follows `comment_end` before the next comment begins, if known.
    is_comment_nested: Option<bool>,
    /// The offset after the next `?>`, or `usize::MAX`.
    instruction_end: usize,
}

impl<'a> Input<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (forbidden, carriage_return) = find_forbidden_and_return(text, 0);
        Self {
            text,
            at: 0,
            forbidden,
            carriage_return,
            blank: (usize::MAX, 0),
            cdata_end: find_cdata_end(text, 0),
            // An offset before any comment or instruction, so that the first call searches.
            comment_end: 0,
            is_comment_nested: None,
            instruction_end: 0,
        }
    }

    /// Returns the whole text.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the text from the current position.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Returns the text from `offset`.
    #[inline]
    pub(super) fn from(&self, offset: usize) -> &'a str {
        self.text.get(offset..).unwrap_or("")
    }

    /// Returns the next byte, or `None` at the end of the text.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space up to the next `<` or the end of the text. Other text is not skipped, nor is the space before it.
    #[inline]
    pub(super) fn skip_blank(&mut self) {
        let end = self.after_blank(self.at);
        if self.text.as_bytes().get(end).is_none_or(|b| *b == b'<') {
            self.at = end;
        }
    }

    /// Returns the offset after the white space at `offset`.
    #[inline]
    fn after_blank(&mut self, offset: usize) -> usize {
        if self.blank.0 != offset {
            let rest = self.text.as_bytes().get(offset..).unwrap_or_default();
            self.blank = (offset, offset + rest.iter().take_while(|b| is_space(**b)).count());
        }
        self.blank.1
    }

    /// Skips the rest of the text.
    pub(super) fn skip_to_end(&mut self) {
        self.at = self.text.len();
    }

    /// Returns whether the next character other than white space exists and is text.
    pub(super) fn is_text_next(&mut self) -> bool {
        self.is_text_at(self.at)
    }

    /// Returns whether the next character other than white space at or after `offset` exists and is text.
    pub(super) fn is_text_at(&mut self, offset: usize) -> bool {
        let end = self.after_blank(offset);
        self.text.as_bytes().get(end).is_some_and(|b| *b != b'<')
    }

    /// Returns whether there is an invalid character before `end` that was not taken yet.
    pub(super) fn has_forbidden_before(&self, end: usize) -> bool {
        self.forbidden < end
    }

    /// Returns whether a text that ends at or before `end` has carriage returns.
    pub(super) fn has_carriage_return(&self, text: &str, end: usize) -> bool {
        self.carriage_return < end && memchr(b'\r', text.as_bytes()).is_some()
    }

    /// Returns the next invalid character before the current position.
    pub(super) fn take_forbidden(&mut self) -> Option<(usize, char)> {
        if self.forbidden >= self.at {
            return None;
        }
        let offset = self.forbidden;
        let c = self.text.get(offset..)?.chars().next()?;
        self.forbidden = find_forbidden(self.text, offset + c.len_utf8());
        Some((offset, c))
    }

    /// Returns the offset of the first `]]>` at or after `from`, or `usize::MAX`.
    pub(super) fn cdata_end(&mut self, from: usize) -> usize {
        if self.cdata_end < from {
            self.cdata_end = find_cdata_end(self.text, from);
        }
        self.cdata_end
    }

    /// Returns the offset of the first `-->` at or after `from`, or `usize::MAX`.
    pub(super) fn comment_end(&mut self, from: usize) -> usize {
        if self.comment_end < from {
            let rest = self.text.as_bytes().get(from..).unwrap_or_default();
            // The old answer is about the previous `-->`.
            self.is_comment_nested = None;
            self.comment_end = memmem::find(rest, b"-->").map_or(usize::MAX, |at| from + at);
        }
        self.comment_end
    }

    /// Returns whether the last result of [`comment_end`](Self::comment_end) is followed by another `-->` before the next
    /// comment begins. If so, it ends a comment inside a comment.
    pub(super) fn is_comment_nested(&mut self) -> bool {
        let Self { text, comment_end, .. } = *self;
        *self.is_comment_nested.get_or_insert_with(|| {
            let after = comment_end.checked_add("-->".len()).and_then(|after| text.as_bytes().get(after..));
            let after = after.unwrap_or_default();
            // Both delimiters contain a double hyphen, so one search finds either.
            let is_end = memmem::find_iter(after, b"--").find_map(|at| {
                let begins = after.get(..at)?.ends_with(b"<!");
                let ends = after.get(at + 2) == Some(&b'>');
                (begins || ends).then_some(!begins)
            });
            is_end.unwrap_or(false)
        })
    }

    /// Returns the offset after the processing instruction at the current position, or `None` if it is not closed.
    pub(super) fn instruction_end(&mut self) -> Option<usize> {
        if self.instruction_end <= self.at + "<?>".len() {
            let found = PiParser(false).feed(self.rest().as_bytes());
            self.instruction_end = found.map_or(usize::MAX, |at| self.at + at + 1);
        }
        Some(self.instruction_end).filter(|end| *end < usize::MAX)
    }

    /// Returns the plausible end of an unclosed construct whose opening delimiter has `opening` bytes: after the next `>`,
    /// or before the next `<`.
    pub(super) fn plausible_end(&self, opening: usize) -> usize {
        let from = self.at + opening;
        let (length, is_closed) = scan_to_bracket(self.from(from));
        (from + length + usize::from(is_closed)).min(self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_found_at_or_after_an_offset() {
        let mut input = Input::new("a]]>b]]>c-->d-->");
        assert_eq!([0, 1, 2, 6].map(|from| input.cdata_end(from)), [1, 1, 5, usize::MAX]);
        assert_eq!([8, 9, 10, 14].map(|from| input.comment_end(from)), [9, 9, 13, usize::MAX]);
    }

    #[test]
    fn a_comment_is_nested_if_its_end_is_followed_by_another_one() {
        for (text, is_nested) in [
            ("<!-- a <!-- b --> c -->", true),
            ("<!-- a <!-- b --> c <!-- d -->", false),
            ("<!-- a <!-- b -->", false),
            ("<!-- a <!-- b --> c -- d -->", true),
        ] {
            let mut input = Input::new(text);
            input.comment_end(4);
            assert_eq!(input.is_comment_nested(), is_nested, "{text}");
        }
    }

    #[test]
    fn invalid_characters_are_taken_once_they_are_passed() {
        let mut input = Input::new("a\u{1}b\u{FFFF}c");
        assert_eq!(input.take_forbidden(), None);
        input.at = 3;
        assert_eq!(input.take_forbidden(), Some((1, '\u{1}')));
        assert_eq!(input.take_forbidden(), None);
        input.skip_to_end();
        assert_eq!(input.take_forbidden(), Some((3, '\u{FFFF}')));
        assert_eq!(input.take_forbidden(), None);
    }
}

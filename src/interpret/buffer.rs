//! Text that is collected in pieces, and copied only if more than one piece is not blank.

use std::borrow::Cow;

use crate::trim::trimmed;

/// Collected text. White space at its ends is dropped, so that blank pieces there do not require a copy.
#[derive(Debug, Default)]
pub(super) struct Buffer<'a> {
    text: Cow<'a, str>,
    /// White space after the text, which becomes part of it once something follows.
    space: &'a str,
    /// Whether white space before the text was left out.
    is_padded: bool,
}

impl<'a> Buffer<'a> {
    /// Adds a piece.
    pub(super) fn push(&mut self, piece: &'a str) {
        if self.text.is_empty() {
            let begins_with_text = piece.as_bytes().first().is_some_and(u8::is_ascii_graphic);
            let begun = if begins_with_text { piece } else { piece.trim_start() };
            self.is_padded |= begun.len() < piece.len();
            self.text = Cow::Borrowed(begun);
        } else if self.space.is_empty() && piece.trim_start().is_empty() {
            self.space = piece;
        } else {
            self.text_mut().push_str(piece);
        }
    }

    /// Adds the piece in `owned`, which is left empty if the buffer takes its memory.
    pub(super) fn push_owned(&mut self, owned: &mut String) {
        /// Longer pieces are not copied.
        const SHORT: usize = 4096;
        if self.text.is_empty() {
            // Taking a buffer with much spare room would keep that room as long as the value; a copy has none, and the buffer serves the
            // next text.
            let has_room = owned.capacity() - owned.len() > owned.len() / 8;
            let is_copied = has_room && owned.len() <= SHORT;
            self.text = Cow::Owned(if is_copied { owned.clone() } else { std::mem::take(owned) });
        } else {
            self.text_mut().push_str(owned);
        }
    }

    /// Returns the text, with the white space after it, to be appended to.
    pub(super) fn text_mut(&mut self) -> &mut String {
        let text = self.text.to_mut();
        text.push_str(std::mem::take(&mut self.space));
        text
    }

    /// Returns the text, without blank pieces after it.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the length of the text and of the white space after it.
    pub(super) fn len(&self) -> usize {
        self.text.len() + self.space.len()
    }

    /// Returns the text without the white space around it, and whether there was any.
    pub(super) fn into_trimmed(self) -> (Cow<'a, str>, bool) {
        let length = self.text.len();
        let text = trimmed(self.text);
        let is_padded = self.is_padded || !self.space.is_empty() || text.len() < length;
        (text, is_padded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_joined_and_white_space_around_them_is_dropped() {
        for (pieces, expected, is_padded, is_copied) in [
            (&["a"][..], "a", false, false),
            (&["\n", "a", " \n"], "a", true, false),
            (&[" ", "\t", " a"], "a", true, false),
            (&["a ", " ", " "], "a", true, true),
            (&["a", " ", "b"], "a b", false, true),
            (&["a", "b", " "], "ab", true, true),
            (&[" ", " "], "", true, false),
        ] {
            let mut buffer = Buffer::default();
            for piece in pieces {
                buffer.push(piece);
            }
            let (text, was_padded) = buffer.into_trimmed();
            let found = (text.as_ref(), was_padded, matches!(text, Cow::Owned(_)));
            assert_eq!(found, (expected, is_padded, is_copied), "{pieces:?}");
        }
    }

    #[test]
    fn white_space_before_appended_text_is_kept() {
        let mut buffer = Buffer::default();
        buffer.push("a");
        buffer.push(" ");
        assert_eq!(buffer.len(), 2);
        buffer.text_mut().push_str("<b>");
        buffer.push_owned(&mut "c".to_owned());
        assert_eq!(buffer.into_trimmed().0, "a <b>c");
    }
}

//! Text that is collected in pieces, and copied only if more than one piece is not blank.

use std::borrow::Cow;

use bozofeed_text::trim::{is_white_space, trimmed};

/// Collected text. White space at both ends is dropped, so that blank pieces there do not require a copy.
#[derive(Debug, Default)]
pub(super) struct Buffer<'a> {
    text: Cow<'a, str>,
    /// White space after the text, which becomes part of it once more text follows.
    space: &'a str,
}

impl<'a> Buffer<'a> {
    /// Adds a piece.
    pub(super) fn push(&mut self, piece: &'a str) {
        if self.text.is_empty() {
            // Most pieces begin with a graphic ASCII character, and need not be trimmed.
            let begins_with_text = piece.as_bytes().first().is_some_and(u8::is_ascii_graphic);
            let begun = if begins_with_text { piece } else { piece.trim_start_matches(is_white_space) };
            self.text = Cow::Borrowed(begun);
        } else if self.space.is_empty() && piece.chars().all(is_white_space) {
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
            // Taking a buffer with much spare capacity would keep that capacity as long as the value; a copy has none, and the
            // buffer is reused for the next text.
            let has_room = owned.capacity() - owned.len() > owned.len() / 8;
            let is_copied = has_room && owned.len() <= SHORT;
            self.text = Cow::Owned(if is_copied { owned.clone() } else { std::mem::take(owned) });
        } else {
            self.text_mut().push_str(owned);
        }
    }

    /// Returns the text, including the white space after it, to be appended to.
    pub(super) fn text_mut(&mut self) -> &mut String {
        let text = self.text.to_mut();
        text.push_str(std::mem::take(&mut self.space));
        text
    }

    /// Returns the text without the white space around it.
    pub(super) fn into_trimmed(self) -> Cow<'a, str> {
        trimmed(self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_joined_and_white_space_around_them_is_dropped() {
        for (pieces, expected, is_copied) in [
            (&["a"][..], "a", false),
            (&["\n", "a", " \n"], "a", false),
            (&[" ", "\t", " a"], "a", false),
            (&["a ", " ", " "], "a", true),
            (&["a", " ", "b"], "a b", true),
            (&["a", "b", " "], "ab", true),
            (&[" ", " "], "", false),
        ] {
            let mut buffer = Buffer::default();
            for piece in pieces {
                buffer.push(piece);
            }
            let text = buffer.into_trimmed();
            assert_eq!((text.as_ref(), matches!(text, Cow::Owned(_))), (expected, is_copied), "{pieces:?}");
        }
    }

    #[test]
    fn white_space_before_appended_text_is_kept() {
        let mut buffer = Buffer::default();
        buffer.push("a");
        buffer.push(" ");
        buffer.text_mut().push_str("<b>");
        buffer.push_owned(&mut "c".to_owned());
        assert_eq!(buffer.into_trimmed(), "a <b>c");
    }
}

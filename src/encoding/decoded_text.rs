//! A text that a candidate gives.

use std::borrow::Cow;

use crate::diagnostics::Damage;

/// A text that a candidate gives.
pub(super) struct DecodedText<'a> {
    pub(super) text: Cow<'a, str>,
    /// Bytes before the text.
    pub(super) start: usize,
    /// Byte order marks behind the one that is the encoding's signature.
    pub(super) marks: usize,
    /// Which candidate it is of.
    pub(super) candidate: usize,
    pub(super) damage: Option<Damage>,
}

/// The text without the byte order marks at its start.
pub(super) fn without_marks(
    text: Cow<'_, str>,
    start: usize,
    candidate: usize,
    damage: Option<Damage>,
) -> DecodedText<'_> {
    let marks = text.len() - text.trim_start_matches('\u{FEFF}').len();
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(marks..).unwrap_or_default()),
        Cow::Owned(mut text) => {
            text.drain(..marks);
            Cow::Owned(text)
        }
    };
    DecodedText { text, start: start + marks, marks: marks / '\u{FEFF}'.len_utf8(), candidate, damage }
}

/// Whether the text begins, after white space, like XML or JSON, and no NUL follows soon (a wider encoding's).
pub(super) fn begins_like_markup(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '\r', '\n']);
    text.starts_with(['<', '{']) && !text.chars().take(4).any(|c| c == '\0')
}

//! The result of decoding a document in a candidate encoding.

use std::borrow::Cow;

use super::malformed::{DecodedBytes, TextDamage};

/// The result of decoding a document in a candidate encoding.
pub(super) struct DecodedText<'a> {
    pub(super) text: Cow<'a, str>,
    /// The number of bytes of the document before the text.
    pub(super) start: usize,
    /// The number of byte order marks before the text.
    pub(super) marks: usize,
    /// The index of the candidate.
    pub(super) candidate: usize,
    /// The damage; its offsets do not include the marks.
    pub(super) damage: Option<TextDamage>,
}

/// Returns the text without the byte order marks at its start.
pub(super) fn without_marks(decoded: DecodedBytes<'_>, start: usize, candidate: usize) -> DecodedText<'_> {
    let DecodedBytes { text, mut damage } = decoded;
    let marks = text.len() - text.trim_start_matches('\u{FEFF}').len();
    for place in damage.iter_mut().flat_map(|damage| &mut damage.places) {
        place.offset = place.offset.saturating_sub(marks);
    }
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(marks..).unwrap_or_default()),
        Cow::Owned(mut text) => {
            text.drain(..marks);
            Cow::Owned(text)
        }
    };
    DecodedText { text, start: start + marks, marks: marks / '\u{FEFF}'.len_utf8(), candidate, damage }
}

/// Returns whether the text begins like XML or JSON, after white space, and has no NUL near its start, which would indicate a wider
/// encoding.
pub(super) fn begins_like_markup(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '\r', '\n']);
    text.starts_with(['<', '{']) && !text.chars().take(4).any(|c| c == '\0')
}

//! Conversions of texts in memory.

use std::borrow::Cow;

/// Decodes ISO 8859-1, in which each byte is the code point of a character.
pub fn decode_latin1(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

//! Words without quotes.

/// Returns whether a byte can be part of a word without quotes.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_' | b'$')
}

/// Returns the length of the word at the start of a text.
pub(super) fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| !is_word(*b)).unwrap_or(bytes.len())
}

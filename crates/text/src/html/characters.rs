//! Character classes of HTML, and the characters that its serializer escapes.

use crate::delimiters::find_blank;
use crate::forward::memchr_iter;
use std::borrow::Cow;

/// Returns whether a byte is ASCII white space in HTML.
#[inline]
pub const fn is_space(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Splits a text at bytes for which `is_space` holds, which are ASCII spaces or control characters. Some parts may be empty.
pub fn words(text: &str, is_space: impl Fn(u8) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let bytes = text.as_bytes();
        let mut end = find_blank(bytes, 0);
        // A control character may be part of a word.
        while let Some(at) = end.filter(|at| bytes.get(*at).is_some_and(|b| !is_space(*b))) {
            end = find_blank(bytes, at + 1);
        }
        let (word, after) = text.split_at(end.unwrap_or(text.len()));
        rest = end.and_then(|_| after.get(1..));
        Some(word)
    })
}

/// The characters of windows-1252 at 0x80 to 0x9F (Encoding Standard, index windows-1252). Positions without a character map to
/// themselves.
#[rustfmt::skip]
static WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Returns the windows-1252 character of a code point from U+0080 to U+009F.
pub fn windows_1252(code: u32) -> Option<char> {
    WINDOWS_1252.get(usize::try_from(code.checked_sub(0x80)?).ok()?).copied()
}

/// Replaces the code points from U+0080 to U+009F with the windows-1252 characters at these positions, like numeric references in HTML.
/// Other text is not copied.
pub fn without_controls(text: Cow<'_, str>) -> Cow<'_, str> {
    // U+0080 to U+009F are encoded as C2 80 to C2 9F.
    let bytes = text.as_bytes();
    if memchr_iter(0xC2, bytes).any(|at| bytes.get(at + 1).is_some_and(|b| *b < 0xA0)) {
        return Cow::Owned(text.chars().map(|c| windows_1252(u32::from(c)).unwrap_or(c)).collect());
    }
    text
}

/// The no-break space in UTF-8.
pub const NO_BREAK_SPACE: &[u8] = "\u{A0}".as_bytes();

/// Returns the offset of the first no-break space at or after `from`, or `usize::MAX`.
#[inline]
pub fn find_no_break_space(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let mut leads = memchr_iter(NO_BREAK_SPACE[0], rest);
    leads.find(|&at| rest.get(at + 1) == NO_BREAK_SPACE.get(1)).map_or(usize::MAX, |at| from + at)
}

/// Returns the reference that a serializer writes for a character of text, if it escapes it (HTML Standard 13.3).
pub fn escape(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\u{A0}' => Some("&nbsp;"),
        _ => None,
    }
}

/// Returns the length of the reference after an ampersand if [`escape`] can write it.
pub fn escape_length(after: &[u8]) -> Option<usize> {
    match after {
        [b'a', b'm', b'p', b';', ..] => Some("amp;".len()),
        [b'n', b'b', b's', b'p', b';', ..] => Some("nbsp;".len()),
        [b'l' | b'g', b't', b';', ..] => Some("lt;".len()),
        _ => None,
    }
}

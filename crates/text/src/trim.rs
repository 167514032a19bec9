//! Trimming of white space. Most texts have none, which is checked first, without the tables of white space.

use std::borrow::Cow;

/// Returns whether a character is white space in the text of a feed: Unicode white space, except for U+0085. In practice, that is not a
/// line break, but the ellipsis of windows-1252 in a mislabelled document.
#[inline]
pub fn is_white_space(c: char) -> bool {
    c.is_whitespace() && c != '\u{85}'
}

/// Removes white space from both ends of a text: see [`is_white_space`]. [`str::trim`] is slower for a text that begins and ends with
/// letters.
#[inline]
pub fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [] => text,
        // The common case.
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => trim_ends(text),
    }
}

// A separate function, so that the tables of white space are not copied to each call.
#[inline(never)]
fn trim_ends(text: &str) -> &str {
    text.trim_matches(is_white_space)
}

/// Removes white space from both ends of a text.
#[inline]
pub fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    if trim(&text).len() < text.len() { without_space_at_ends(text) } else { text }
}

fn without_space_at_ends(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trim(text)),
        Cow::Owned(mut text) => {
            // The end is cut first, so that `drain` moves fewer bytes.
            text.truncate(text.trim_end_matches(is_white_space).len());
            let start = text.len() - text.trim_start_matches(is_white_space).len();
            text.drain(..start);
            Cow::Owned(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{trim, trimmed};
    use std::borrow::Cow;

    #[test]
    fn white_space_is_removed_and_an_ellipsis_is_not() {
        for (text, expected) in [
            ("", ""),
            ("a", "a"),
            (" \n\u{A0}a b\u{3000}\t", "a b"),
            ("\u{85}a\u{85}", "\u{85}a\u{85}"),
            ("\n\u{85}\n", "\u{85}"),
            ("\u{2028} é", "é"),
        ] {
            assert_eq!(trim(text), expected, "{text:?}");
            assert_eq!(trimmed(Cow::Owned(text.to_owned())), expected, "{text:?}");
        }
    }
}

//! Removes white space around texts. Most texts have none, so that is found out first, without the tables of white space.

use std::borrow::Cow;

/// Removes white space from both ends of a text, like [`str::trim`], which looks at a text that begins and ends with letters for longer.
#[inline]
pub fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [] => text,
        // The common case.
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => trim_ends(text),
    }
}

// The tables of white space are not copied to each place where a text is trimmed.
#[inline(never)]
fn trim_ends(text: &str) -> &str {
    text.trim()
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
            text.truncate(text.trim_end().len());
            let start = text.len() - text.trim_start().len();
            text.drain(..start);
            Cow::Owned(text)
        }
    }
}

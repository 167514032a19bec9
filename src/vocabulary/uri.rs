//! Reading URIs: the one function for all formats and vocabularies.

use std::borrow::Cow;

use crate::budget::Budget;
use crate::content::{is_relative, unescape};
use crate::model::Str;

/// Reads a URI: references in it that were escaped twice are resolved, it is made absolute, and one that would run a script is
/// `None`.
pub(crate) fn read_uri<'t>(text: &'t str, base: &str, budget: &Budget) -> Option<Cow<'t, str>> {
    match unescape_link(Cow::Borrowed(text)) {
        Cow::Borrowed(text) => budget.resolve_safe(base, text),
        Cow::Owned(text) => budget.resolve_safe(base, &text).map(|uri| Cow::Owned(uri.into_owned())),
    }
}

/// Returns the URI of a link and of the page it leads to: with its spaces percent-encoded, since a URI has none (RFC 3986 §2).
pub(crate) fn link_uri(uri: Cow<'_, str>) -> Str {
    let has_spaces = crate::forward::memchr(b' ', uri.as_bytes()).is_some();
    if has_spaces { Str::shared(uri.replace(' ', "%20")) } else { Str::shared(uri) }
}

/// Resolves the references in a plain value, which some feeds escape once too often.
pub(crate) fn unescape_link(value: Cow<'_, str>) -> Cow<'_, str> {
    if crate::forward::memchr(b'&', value.as_bytes()).is_some() && value.contains("&amp;") {
        Cow::Owned(unescape(&value).into_owned())
    } else {
        value
    }
}

/// Returns whether a text is prose where a URI is expected: words without a scheme (RFC 3986 §2 has no white space).
pub(crate) fn is_prose(text: &str) -> bool {
    let text = text.trim();
    text.contains(char::is_whitespace) && is_relative(text) && !text.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_no_uri() {
        for (text, expected) in [
            ("Some text", true),
            ("Comments (5)", true),
            ("talk", false),
            ("http://e.example/a b", false),
            ("/files/a b.mp3", false),
            (" talk.html ", false),
            ("", false),
        ] {
            assert_eq!(is_prose(text), expected, "{text}");
        }
    }
}

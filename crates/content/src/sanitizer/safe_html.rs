//! The last stage of the sanitizer, the only source of [`SafeHtml`].

use std::borrow::Cow;
use std::fmt;

use crate::xhtml::Syntax;
use bozofeed_text::trim::trimmed;

/// Sanitized markup: safe to show in a page, by the [rules](crate#rules) of its policy.
///
/// Only the last stage of the sanitizer creates it, and it cannot be changed. A part of it is an ordinary string.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SafeHtml(Box<str>);

impl SafeHtml {
    /// Returns the markup.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the markup, without copying it.
    pub fn into_string(self) -> String {
        self.0.into_string()
    }
}

impl fmt::Display for SafeHtml {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

impl fmt::Debug for SafeHtml {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

/// The output of the sanitizer, which borrows unchanged parts from its input.
#[derive(Debug)]
pub(crate) struct Sanitized<'a>(Cow<'a, str>);

impl<'a> Sanitized<'a> {
    /// Completes the output of the sanitizer, in steps that do not depend on its content: surrounding white space is removed, and so are
    /// byte order marks at its start, which a parser would remove; XHTML gets its syntax.
    pub(super) fn finish(written: Cow<'a, str>, syntax: Syntax) -> Self {
        let markup = match trimmed(written) {
            markup if !markup.starts_with('\u{FEFF}') => markup,
            Cow::Borrowed(markup) => Cow::Borrowed(without_marks(markup)),
            Cow::Owned(markup) => Cow::Owned(without_marks(&markup).to_owned()),
        };
        Self(syntax.of(markup))
    }

    /// Returns text without a tag, which is safe without changes.
    pub(super) fn unchanged(text: &'a str, syntax: Syntax) -> Self {
        Self(syntax.of(Cow::Borrowed(text)))
    }

    /// Returns the markup as a string, which may be changed and is therefore no longer known to be safe.
    pub(crate) fn into_cow(self) -> Cow<'a, str> {
        self.0
    }
}

impl SafeHtml {
    /// Sanitizes markup, and reuses its memory if it is unchanged.
    pub(super) fn of(markup: Cow<'_, str>, sanitize: impl FnOnce(&str) -> Sanitized<'_>) -> Self {
        let markup = match markup {
            Cow::Borrowed(markup) => sanitize(markup).0.into_owned(),
            Cow::Owned(markup) => match sanitize(&markup).0 {
                Cow::Owned(clean) => clean,
                Cow::Borrowed(clean) if clean.len() == markup.len() => markup,
                Cow::Borrowed(clean) => clean.to_owned(),
            },
        };
        Self(markup.into_boxed_str())
    }
}

fn without_marks(markup: &str) -> &str {
    markup.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace())
}

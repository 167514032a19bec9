//! The last stage of the sanitizer, which alone makes [`SafeHtml`].

use std::borrow::Cow;
use std::fmt;

use crate::xhtml::Syntax;
use bozofeed_text::trim::trimmed;

/// Markup that the sanitizer wrote: safe to show in a page, by the [rules](crate#rules) of its policy.
///
/// Only the last stage of the sanitizer makes it, and it cannot be changed. A string that was part of one is a string like any
/// other.
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

/// The output of the sanitizer, which borrows from its input where that is unchanged.
#[derive(Debug)]
pub(crate) struct Sanitized<'a>(Cow<'a, str>);

impl<'a> Sanitized<'a> {
    /// Completes what the sanitizer wrote, in steps that are the same whatever is in it: white space around it is removed, and so
    /// are byte order marks at its start, which a parser would remove; XHTML gets its syntax.
    pub(super) fn finish(written: Cow<'a, str>, syntax: Syntax) -> Self {
        let markup = match trimmed(written) {
            markup if !markup.starts_with('\u{FEFF}') => markup,
            Cow::Borrowed(markup) => Cow::Borrowed(without_marks(markup)),
            Cow::Owned(markup) => Cow::Owned(without_marks(&markup).to_owned()),
        };
        Self(syntax.of(markup))
    }

    /// Returns text without a tag, which is safe as it is.
    pub(super) fn unchanged(text: &'a str, syntax: Syntax) -> Self {
        Self(syntax.of(Cow::Borrowed(text)))
    }

    /// Returns the markup as a string, which may be changed and is therefore not known to be safe.
    pub(crate) fn into_cow(self) -> Cow<'a, str> {
        self.0
    }
}

impl SafeHtml {
    /// Returns the output for markup whose memory is used again if it is unchanged.
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

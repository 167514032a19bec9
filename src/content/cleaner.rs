//! The cleaner of markup.

use std::borrow::Cow;

use crate::forward::{memchr, memchr2};

use super::links::Links;
use super::repair::repair;
#[cfg(feature = "sanitize")]
use super::rewrite::UrlKind;
use super::rewrite::UrlRewriter;
#[cfg(feature = "sanitize")]
use super::sanitizer;
#[cfg(feature = "sanitize")]
use super::trimmed;
use super::{Sanitize, relink};
use crate::budget::Budget;

/// Sanitizes markup and resolves its relative URIs. Cheap to create, and meant to be reused.
///
/// ```
/// use bozofeed::content::{Cleaner, Sanitize};
///
/// let cleaner = Cleaner::new(&Sanitize::FeedParser, true);
/// if cleaner.is_active() {
///     let clean = cleaner.clean("<a href=b onclick=x()>c</a>", "https://example.org/a");
///     assert_eq!(clean, "<a href=\"https://example.org/b\">c</a>");
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Cleaner {
    policy: Choice,
    resolve_urls: bool,
    like_feedparser: bool,
    rewriter: Option<UrlRewriter>,
}

/// The policy of a [`Cleaner`].
#[derive(Debug, Clone)]
enum Choice {
    /// A built-in policy.
    #[cfg(feature = "sanitize")]
    Builtin(&'static sanitizer::Policy),
    #[cfg(feature = "sanitize")]
    Custom(std::sync::Arc<sanitizer::Policy>),
    Off,
}

impl Choice {
    #[cfg(feature = "sanitize")]
    fn new(sanitize: &Sanitize, is_for_dictionary: bool) -> Self {
        match sanitize {
            Sanitize::Default if is_for_dictionary => Self::Builtin(&sanitizer::FEED_PARSER),
            Sanitize::FeedParser => Self::Builtin(&sanitizer::FEED_PARSER),
            Sanitize::Default | Sanitize::Reader => Self::Builtin(&sanitizer::READER),
            Sanitize::Off => Self::Off,
            Sanitize::Custom(allowlist) => Self::Custom(sanitizer::Policy::new(allowlist).into()),
        }
    }

    #[cfg(not(feature = "sanitize"))]
    fn new(_: &Sanitize, _: bool) -> Self {
        Self::Off
    }

    #[cfg(feature = "sanitize")]
    fn policy(&self) -> Option<&sanitizer::Policy> {
        match self {
            Self::Builtin(policy) => Some(policy),
            Self::Custom(policy) => Some(policy),
            Self::Off => None,
        }
    }
}

impl Cleaner {
    /// A cleaner that leaves markup as it is, for sinks that do not show it.
    #[cfg(feature = "check")]
    pub(crate) const OFF: &'static Self =
        &Self { policy: Choice::Off, resolve_urls: false, like_feedparser: false, rewriter: None };

    /// Creates a cleaner. If `resolve_urls` is false, relative URIs stay relative.
    ///
    /// ```
    /// use bozofeed::content::{Cleaner, Sanitize};
    ///
    /// let cleaner = Cleaner::new(&Sanitize::FeedParser, false);
    /// assert_eq!(cleaner.clean("<a href=\"b\">c</a>", "https://example.org/"), "<a href=\"b\">c</a>");
    /// ```
    #[must_use]
    pub fn new(sanitize: &Sanitize, resolve_urls: bool) -> Self {
        Self { policy: Choice::new(sanitize, false), resolve_urls, like_feedparser: false, rewriter: None }
    }

    /// Creates a cleaner for Universal Feed Parser's dictionary: its policy is another one by default, it also resolves
    /// references that are empty or only have a fragment, and it spells markup as Universal Feed Parser does.
    #[cfg(feature = "feedparser")]
    pub(crate) fn like_feedparser(sanitize: &Sanitize, resolve_urls: bool) -> Self {
        Self { policy: Choice::new(sanitize, true), resolve_urls, like_feedparser: true, rewriter: None }
    }

    /// Passes the URLs of sanitized markup to a function that returns what to write instead. See
    /// [`Parser::rewrite_urls`](crate::Parser::rewrite_urls).
    ///
    /// ```
    /// use bozofeed::content::{Cleaner, Sanitize, UrlKind};
    ///
    /// let cleaner = Cleaner::new(&Sanitize::Reader, true).rewrite_urls(|kind, url| match kind {
    ///     UrlKind::Image => Some(format!("https://proxy.example/?{url}")),
    ///     _ => None,
    /// });
    /// let clean = cleaner.clean("<img src='b.png'>", "https://harbour.example/");
    /// assert_eq!(clean, r#"<img src="https://proxy.example/?https://harbour.example/b.png">"#);
    /// ```
    #[cfg(feature = "sanitize")]
    #[must_use]
    pub fn rewrite_urls(
        self,
        rewrite: impl Fn(UrlKind, &url::Url) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.with_rewriter(Some(UrlRewriter::new(rewrite)))
    }

    pub(crate) fn with_rewriter(self, rewriter: Option<UrlRewriter>) -> Self {
        Self { rewriter, ..self }
    }

    fn links<'b>(&'b self, base: &'b str, budget: &'b Budget) -> Links<'b> {
        Links::new(self.resolve_urls.then_some(base), budget)
            .like_feedparser(self.like_feedparser)
            .with_rewriter(self.rewriter.as_ref())
    }

    /// Returns whether markup is sanitized: not if [`Sanitize::Off`] was chosen, nor without the feature `sanitize`.
    #[must_use]
    pub fn is_active(&self) -> bool {
        !matches!(self.policy, Choice::Off)
    }

    /// Sanitizes markup and trims it, with its URIs resolved against `base` if that is absolute. Text without `<` is
    /// returned unchanged. The work is limited by a [`Budget`] for this markup alone.
    #[must_use]
    pub fn clean<'a>(&self, markup: &'a str, base: &str) -> Cow<'a, str> {
        self.clean_within(markup, base, &Budget::default())
    }

    /// Sanitizes markup like [`clean`](Self::clean), with the budget of a document.
    #[must_use]
    pub fn clean_within<'a>(&self, markup: &'a str, base: &str, budget: &Budget) -> Cow<'a, str> {
        // The dictionary spells references and ends of lines differently.
        let has_references = self.like_feedparser && memchr2(b'&', b'\r', markup.as_bytes()).is_some();
        if memchr(b'<', markup.as_bytes()).is_none() && !has_references {
            return Cow::Borrowed(markup);
        }
        let links = self.links(base, budget);
        #[cfg(feature = "sanitize")]
        if let Some(policy) = self.policy.policy() {
            return trimmed_output(policy.clean(markup, links, budget, self.like_feedparser));
        }
        if self.resolve_urls { relink::relink(markup, links) } else { Cow::Borrowed(markup) }
    }

    /// Repairs text that was encoded twice or with the wrong code page, and then sanitizes it. Repairing text after it was
    /// sanitized could restore what was removed.
    #[must_use]
    pub fn repair_and_clean<'a>(&self, text: Cow<'a, str>, base: &str, budget: &Budget) -> Cow<'a, str> {
        match repair(text) {
            Cow::Borrowed(text) => self.clean_within(text, base, budget),
            Cow::Owned(text) => Cow::Owned(self.clean_owned_within(text, base, budget)),
        }
    }

    /// Sanitizes owned markup like [`clean_within`](Self::clean_within); unchanged markup is not copied.
    pub(crate) fn clean_owned_within(&self, markup: String, base: &str, budget: &Budget) -> String {
        match self.clean_within(&markup, base, budget) {
            Cow::Owned(clean) => clean,
            Cow::Borrowed(clean) if clean.len() == markup.len() => markup,
            Cow::Borrowed(clean) => clean.to_owned(),
        }
    }
}

/// Removes white space from both ends of sanitized markup, and byte order marks from its start, which a parser would remove.
#[cfg(feature = "sanitize")]
fn trimmed_output(markup: Cow<'_, str>) -> Cow<'_, str> {
    let markup = trimmed(markup);
    if !markup.starts_with('\u{FEFF}') {
        return markup;
    }
    Cow::Owned(markup.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace()).to_owned())
}

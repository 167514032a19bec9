//! The sanitizer of markup, with its policy and the rewriting of URLs.

use std::borrow::Cow;

use bozofeed_text::forward::memchr;

use super::links::Links;
#[cfg(feature = "sanitize")]
use super::rewrite::UrlKind;
use super::rewrite::UrlRewriter;
#[cfg(feature = "sanitize")]
use super::sanitizer::{self, CleaningTask, SafeHtml};
use super::xhtml::Syntax;
use super::{Sanitize, TextValue, relink};
use crate::budget::GrowthBudget;
use crate::conventions::MarkupConventions;

/// Sanitizes markup and resolves its relative URIs. Cheap to create, and meant to be reused.
///
/// ```
/// use bozofeed_content::{Sanitize, Sanitizer};
///
/// let sanitizer = Sanitizer::new(&Sanitize::FeedParser, true);
/// let clean = sanitizer.clean("<a href=b onclick=x()>c</a>", "https://example.org/a");
/// assert_eq!(clean, "<a href=\"https://example.org/b\">c</a>");
/// ```
#[derive(Debug, Clone)]
pub struct Sanitizer {
    policy: Choice,
    resolve_urls: bool,
    rewriter: Option<UrlRewriter>,
}

/// The policy of a [`Sanitizer`].
#[derive(Debug, Clone)]
enum Choice {
    /// The policy of the conventions.
    #[cfg(feature = "sanitize")]
    Default,
    #[cfg(feature = "sanitize")]
    Reader,
    #[cfg(feature = "sanitize")]
    FeedParser,
    #[cfg(feature = "sanitize")]
    Custom(std::sync::Arc<sanitizer::Policy>),
    Off,
}

impl Choice {
    #[cfg(feature = "sanitize")]
    fn new(sanitize: &Sanitize) -> Self {
        match sanitize {
            Sanitize::Default => Self::Default,
            Sanitize::FeedParser => Self::FeedParser,
            Sanitize::Reader => Self::Reader,
            Sanitize::Off => Self::Off,
            Sanitize::Custom(allowlist) => Self::Custom(sanitizer::Policy::new(allowlist).into()),
        }
    }

    #[cfg(not(feature = "sanitize"))]
    fn new(_: &Sanitize) -> Self {
        Self::Off
    }

    #[cfg(feature = "sanitize")]
    fn policy(&self, conventions: &MarkupConventions) -> Option<&sanitizer::Policy> {
        match self {
            Self::Default if !conventions.is_for_readers => Some(&sanitizer::FEED_PARSER),
            Self::Default | Self::Reader => Some(&sanitizer::READER),
            Self::FeedParser => Some(&sanitizer::FEED_PARSER),
            Self::Custom(policy) => Some(policy),
            Self::Off => None,
        }
    }
}

impl Sanitizer {
    /// Creates a sanitizer. If `resolve_urls` is false, relative URIs stay relative.
    ///
    /// ```
    /// use bozofeed_content::{Sanitize, Sanitizer};
    ///
    /// let sanitizer = Sanitizer::new(&Sanitize::FeedParser, false);
    /// assert_eq!(sanitizer.clean("<a href=\"b\">c</a>", "https://example.org/"), "<a href=\"b\">c</a>");
    /// ```
    #[must_use]
    pub fn new(sanitize: &Sanitize, resolve_urls: bool) -> Self {
        Self { policy: Choice::new(sanitize), resolve_urls, rewriter: None }
    }

    /// Passes the URLs of sanitized markup to a function that returns what to write instead, as `Parser::rewrite_urls` does for a feed.
    ///
    /// ```
    /// use bozofeed_content::{Sanitize, Sanitizer, UrlKind};
    ///
    /// let sanitizer = Sanitizer::new(&Sanitize::Reader, true).rewrite_urls(|kind, url| match kind {
    ///     UrlKind::Image => Some(format!("https://proxy.example/?{url}")),
    ///     _ => None,
    /// });
    /// let clean = sanitizer.clean("<img src='b.png'>", "https://harbour.example/");
    /// assert_eq!(clean, r#"<img src="https://proxy.example/?https://harbour.example/b.png" alt="">"#);
    /// ```
    #[cfg(feature = "sanitize")]
    #[must_use]
    #[expect(clippy::disallowed_types, reason = "the caller knows the crate's type")]
    pub fn rewrite_urls(
        self,
        rewrite: impl Fn(UrlKind, &url::Url) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.with_rewriter(Some(UrlRewriter::new(rewrite)))
    }

    fn links<'b>(&'b self, base: &'b str, markup: &MarkupConventions, budget: &'b GrowthBudget) -> Links<'b> {
        Links::new(self.resolve_urls.then_some(base), budget).by(markup).with_rewriter(self.rewriter.as_ref())
    }

    /// Sanitizes markup and trims it, with its URIs resolved against `base` if that is absolute. Text without `<` is
    /// returned unchanged. The work is limited by the default limits of a document, for this markup alone.
    ///
    /// Repair text that was encoded with the wrong code page before you sanitize it, not after: repairing could restore removed markup.
    /// The parser does so.
    #[must_use]
    pub fn clean<'a>(&self, markup: &'a str, base: &str) -> Cow<'a, str> {
        let budget = GrowthBudget::default();
        #[cfg(feature = "sanitize")]
        if let Some(policy) = self.policy.policy(&MarkupConventions::MODEL) {
            let task = self.task(Syntax::Html, base, &MarkupConventions::MODEL, &budget);
            return policy.clean(markup, &task).into_cow();
        }
        self.relinked(Cow::Borrowed(markup), base, &MarkupConventions::MODEL, &budget)
    }

    /// Sanitizes markup like [`clean`](Self::clean), and returns a [`SafeHtml`]. Returns `None` with [`Sanitize::Off`], which does not
    /// sanitize.
    ///
    /// ```
    /// use bozofeed_content::{Sanitize, Sanitizer};
    ///
    /// let sanitizer = Sanitizer::new(&Sanitize::Reader, true);
    /// assert_eq!(sanitizer.sanitized("<b onclick=x()>Tides</b>", "").unwrap().as_str(), "<b>Tides</b>");
    /// assert_eq!(Sanitizer::new(&Sanitize::Off, true).sanitized("<b onclick=x()>Tides</b>", ""), None);
    /// ```
    #[cfg(feature = "sanitize")]
    #[must_use]
    pub fn sanitized(&self, markup: &str, base: &str) -> Option<SafeHtml> {
        let budget = GrowthBudget::default();
        let policy = self.policy.policy(&MarkupConventions::MODEL)?;
        let task = self.task(Syntax::Html, base, &MarkupConventions::MODEL, &budget);
        Some(policy.clean_owned(Cow::Borrowed(markup), &task))
    }

    #[cfg(feature = "sanitize")]
    fn task<'t>(
        &'t self,
        syntax: Syntax,
        base: &'t str,
        conventions: &MarkupConventions,
        budget: &'t GrowthBudget,
    ) -> CleaningTask<'t> {
        let conventions = *conventions;
        CleaningTask { links: self.links(base, &conventions, budget), budget, syntax, conventions }
    }

    /// Returns markup that is not sanitized, with its URIs resolved if they should be.
    fn relinked<'a>(
        &self,
        markup: Cow<'a, str>,
        base: &str,
        conventions: &MarkupConventions,
        budget: &GrowthBudget,
    ) -> Cow<'a, str> {
        // Without a tag, there are no attributes that could have a URL.
        if !self.resolve_urls || memchr(b'<', markup.as_bytes()).is_none() {
            return markup;
        }
        let links = self.links(base, conventions, budget);
        match markup {
            Cow::Borrowed(markup) => relink::relink(markup, links),
            Cow::Owned(markup) => match relink::relink(&markup, links) {
                Cow::Owned(changed) => Cow::Owned(changed),
                Cow::Borrowed(_) => Cow::Owned(markup),
            },
        }
    }
}

/// The sanitizer as the parser of a document uses it.
pub trait SanitizeValues: Sized + 'static {
    /// A sanitizer that leaves markup unchanged, for sinks that do not show it.
    const OFF: &'static Self;

    /// Returns the sanitizer with another function that rewrites URLs.
    #[must_use]
    fn with_rewriter(self, rewriter: Option<UrlRewriter>) -> Self;

    /// Returns the value of a text that is markup in this syntax. Sanitizing is the last step; an unsanitized value is not known to be
    /// safe.
    fn value(
        &self,
        markup: Cow<'_, str>,
        syntax: Syntax,
        base: &str,
        conventions: &MarkupConventions,
        budget: &GrowthBudget,
    ) -> TextValue;
}

impl SanitizeValues for Sanitizer {
    const OFF: &'static Self = &Self { policy: Choice::Off, resolve_urls: false, rewriter: None };

    fn with_rewriter(self, rewriter: Option<UrlRewriter>) -> Self {
        Self { rewriter, ..self }
    }

    fn value(
        &self,
        markup: Cow<'_, str>,
        syntax: Syntax,
        base: &str,
        conventions: &MarkupConventions,
        budget: &GrowthBudget,
    ) -> TextValue {
        // The sanitizer writes last (rule 5 of `content`), so characters are removed before.
        let markup = syntax.prepare(markup);
        #[cfg(feature = "sanitize")]
        if let Some(policy) = self.policy.policy(conventions) {
            return policy.clean_owned(markup, &self.task(syntax, base, conventions, budget)).into();
        }
        syntax.of(self.relinked(markup, base, conventions, budget)).into()
    }
}

/// Returns markup cleaned by the policy `Reader`, whatever its source.
#[cfg(feature = "sanitize")]
pub fn sanitized(markup: &str) -> Cow<'_, str> {
    let budget = GrowthBudget::default();
    sanitizer::READER.clean(markup, &CleaningTask::without_base(Syntax::Html, &budget)).into_cow()
}

/// Returns the value of markup that is claimed to be sanitized. It is known to be safe if one of the built-in policies leaves it
/// unchanged: their output does not change when it is sanitized again.
pub fn sanitized_again(markup: String, syntax: Syntax) -> TextValue {
    #[cfg(feature = "sanitize")]
    for policy in [&sanitizer::READER, &sanitizer::FEED_PARSER] {
        let budget = GrowthBudget::default();
        let task = CleaningTask::without_base(syntax, &budget);
        let again = policy.clean_owned(Cow::Borrowed(&markup), &task);
        if again.as_str() == markup {
            return again.into();
        }
    }
    #[cfg(not(feature = "sanitize"))]
    let _ = syntax;
    markup.into()
}

#[cfg(all(test, feature = "sanitize"))]
mod tests {
    use super::*;

    #[test]
    fn markup_is_only_believed_to_be_sanitized_if_a_policy_leaves_it_as_it_is() {
        let mut wrong = Vec::new();
        for (markup, expected) in [
            ("", true),
            ("a &amp; b", true),
            ("<p>a</p>", true),
            // Universal Feed Parser's policy keeps this attribute, the policy for readers does not.
            ("<b accesskey=\"a\">b</b>", true),
            ("<p>a", false),
            ("<script>a</script>", false),
            ("<img src=\"x\" onerror=\"a\" alt=\"\">", false),
            ("<a href=\"javascript:a\">b</a>", false),
        ] {
            let value = sanitized_again(markup.to_owned(), Syntax::Html);
            if value.as_str() != markup || value.is_safe() != expected {
                wrong.push((markup, value));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}

//! Text values: repair, relative URIs, sanitizing.
//!
//! A [`Cleaner`] resolves the relative URIs of markup and removes what an [`Allowlist`] does not contain. Markup that is
//! simply nested, as most is, is cleaned in a single pass; [ammonia](https://docs.rs/ammonia) cleans the rest. The output of
//! the single pass is the output of ammonia, byte for byte.
//!
//! # Policies
//!
//! The [`Reader`](Sanitize::Reader) policy keeps what an article needs and makes it safe to show in a page without further
//! processing. The [`FeedParser`](Sanitize::FeedParser) policy keeps what Universal Feed Parser keeps.
//!
//! | | `Reader` | `FeedParser` | `DOMPurify` 3.4 | ammonia 4.2 |
//! | --- | --- | --- | --- | --- |
//! | forms and their controls | removed, text kept | kept | kept | removed, text kept |
//! | `style` | removed | filtered | kept | removed |
//! | `align`, `bgcolor`, `font` … | removed | kept | kept | `align` of some elements |
//! | `class` | `language-…`, `lang-…` | kept | kept | removed |
//! | `id`, `name` | prefixed | kept | removed if they clobber | removed |
//! | links to fragments | prefixed | kept | kept | kept |
//! | `rel` of links | `noopener noreferrer` | kept | kept | `noopener noreferrer` |
//! | `target`, `ping`, `accesskey`, `contenteditable` | removed | kept | removed | removed |
//! | `srcset`, `picture` | kept | removed | kept | removed |
//! | lazy images (`data-src`) | become `src` | removed | kept as `data-src` | removed |
//! | audio, video | kept, without `autoplay` | kept, without `autoplay` | kept | removed |
//! | SVG | removed | filtered | filtered | removed |
//! | `MathML` | filtered | filtered | filtered | removed |
//! | `iframe` | hosts that are allowed, sandboxed | removed | removed | removed |
//! | attributes whose URL is not allowed | removed | emptied | removed | removed |
//! | `data:` | raster images | raster images | images, audio, video | removed |
//! | `file:`, `smb:` | removed | kept | removed | removed |
//! | `ssh:` | removed | kept | removed | kept |
//! | comments | removed | kept if harmless | removed | removed |
//!
//! The columns of `DOMPurify` and ammonia show their defaults; both can be configured. [`Allowlist`] states the default of
//! each list, and [`Sanitize::Custom`] applies a changed one.
//!
//! # Without the feature `sanitize`
//!
//! Markup is returned as written, whatever [`Sanitize`] is chosen; only its relative URIs are resolved.
//! [`Cleaner::is_active`] returns `false`.

#![cfg_attr(not(feature = "sanitize"), allow(dead_code, reason = "the sanitizer uses it"))]

mod allowlist;
mod guess;
mod links;
mod markup;
mod output;
mod page;
mod relink;
mod repair;
#[cfg(feature = "sanitize")]
mod sanitizer;
mod tag;
mod uri_attributes;
mod xhtml;

pub use allowlist::Allowlist;
pub(crate) use allowlist::has_listed_scheme;

use crate::budget;
pub use crate::budget::{Budget, Exceeded};
pub use crate::html::uri::is_script_url;
pub(crate) use page::{PageTag, PageTags};

#[cfg(feature = "feedparser")]
pub(crate) use crate::html::characters::windows_1252;
pub(crate) use crate::html::references::unescape;
pub(crate) use crate::html::resolve::{resolve, resolve_safe};
pub(crate) use crate::html::uri::is_relative;
pub(crate) use guess::looks_like_html;
pub(crate) use markup::is_void;
pub(crate) use repair::{decode_base64, repair};
pub(crate) use uri_attributes::is_resolved;
pub(crate) use xhtml::well_formed;

use links::Links;
use memchr::memchr;
use std::borrow::Cow;

/// A policy for the markup in the values of a feed.
///
/// ```
/// use bozofeed::content::{Cleaner, Sanitize};
///
/// let clean = |policy| Cleaner::new(&policy, true).clean("<p id=a onclick=x()>b</p>", "").into_owned();
/// # if cfg!(feature = "sanitize") {
/// assert_eq!(clean(Sanitize::Default), "<p id=\"user-content-a\">b</p>");
/// assert_eq!(clean(Sanitize::Reader), "<p id=\"user-content-a\">b</p>");
/// assert_eq!(clean(Sanitize::FeedParser), "<p id=\"a\">b</p>");
/// # }
/// assert_eq!(clean(Sanitize::Off), "<p id=a onclick=x()>b</p>");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Sanitize {
    /// [`Reader`](Self::Reader), except in Universal Feed Parser's dictionary: there it is
    /// [`FeedParser`](Self::FeedParser). This is the default.
    #[default]
    Default,
    /// The markup that articles need, safe to show in a page: [`Allowlist::reader`].
    Reader,
    /// The markup that Universal Feed Parser keeps: [`Allowlist::feedparser`].
    FeedParser,
    /// All markup, unchanged. Only for feeds that are trusted.
    Off,
    /// A custom allowlist.
    Custom(Box<Allowlist>),
}

/// `true` is [`Sanitize::Default`], `false` is [`Sanitize::Off`].
impl From<bool> for Sanitize {
    fn from(sanitize: bool) -> Self {
        if sanitize { Self::Default } else { Self::Off }
    }
}

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
    fn new(sanitize: &Sanitize) -> Self {
        match sanitize {
            Sanitize::FeedParser => Self::Builtin(&sanitizer::FEED_PARSER),
            Sanitize::Default | Sanitize::Reader => Self::Builtin(&sanitizer::READER),
            Sanitize::Off => Self::Off,
            Sanitize::Custom(allowlist) => Self::Custom(sanitizer::Policy::new(allowlist).into()),
        }
    }

    #[cfg(not(feature = "sanitize"))]
    fn new(_: &Sanitize) -> Self {
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
        Self { policy: Choice::new(sanitize), resolve_urls, like_feedparser: false }
    }

    /// Returns a cleaner for Universal Feed Parser's dictionary: it also resolves references that only have a fragment, and
    /// keeps some markup that the model does not have.
    #[cfg(feature = "feedparser")]
    pub(crate) fn like_feedparser(self) -> Self {
        Self { like_feedparser: true, ..self }
    }

    fn links<'b>(&self, base: &'b str, budget: &'b Budget) -> Links<'b> {
        Links::new(self.resolve_urls.then_some(base), budget).with_fragments(self.like_feedparser)
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

    /// Sanitizes markup like [`clean`](Self::clean), with the budget of a document. Markup that exceeds it is escaped, so
    /// that no text is lost.
    #[must_use]
    pub fn clean_within<'a>(&self, markup: &'a str, base: &str, budget: &Budget) -> Cow<'a, str> {
        if memchr(b'<', markup.as_bytes()).is_none() {
            return Cow::Borrowed(markup);
        }
        let links = self.links(base, budget);
        #[cfg(feature = "sanitize")]
        if let Some(policy) = self.policy.policy() {
            #[cfg(feature = "feedparser")]
            if self.like_feedparser {
                let links = links.marking_unparsable();
                return trimmed_output(policy.clean_as_feedparser(markup, links, budget));
            }
            return trimmed_output(policy.clean(markup, links, budget));
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

    /// Returns the output of [`clean`](Self::clean) without the single pass, for benchmarks and fuzzers.
    #[cfg(feature = "sanitize")]
    #[must_use]
    pub fn clean_by_ammonia(&self, markup: &str, base: &str) -> String {
        let budget = Budget::default();
        let links = self.links(base, &budget);
        match self.policy.policy() {
            Some(policy) => {
                trimmed_output(Cow::Owned(policy.clean_by_ammonia(markup, links, &budget))).into_owned()
            }
            None => relink::relink(markup, links).into_owned(),
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

/// Returns whether there is white space at either end of a text.
#[inline]
pub(crate) fn begins_or_ends_with_space(text: &str) -> bool {
    match text.as_bytes() {
        [] => false,
        // The common case.
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => false,
        _ => text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace),
    }
}

/// Removes white space from both ends of a text.
pub(crate) fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    if !begins_or_ends_with_space(&text) {
        return text;
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(mut text) => {
            text.truncate(text.trim_end().len());
            let start = text.len() - text.trim_start().len();
            text.drain(..start);
            Cow::Owned(text)
        }
    }
}

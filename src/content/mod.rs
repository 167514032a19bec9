//! What a text value is, and how it is made safe: repair, relative URIs, sanitizing.
//!
//! Markup goes one of two ways. The fast way rewrites the plain, well-nested subset that most content is, in one
//! pass, and declines anything else; [ammonia](https://docs.rs/ammonia) decides on the rest. Where the fast way
//! answers, its answer is ammonia's, byte for byte.

mod attributes;
mod bounds;
mod characters;
mod css;
#[cfg(test)]
mod equivalence;
mod fast;
mod foreign;
mod html;
mod known;
mod lists;
mod marks;
mod our_rules;
mod output;
mod page;
mod plain;
mod plain_text;
mod repair;
mod resolve;
mod rewrite;
mod rules;
mod sanitize;
mod scopes;
mod tables;
mod tag;
mod uri;
#[cfg(test)]
mod vector_list;
#[cfg(test)]
mod vectors;
mod xhtml;

pub use lists::Lists;

pub(crate) use bounds::is_void;
pub(crate) use html::{looks_like_html, unescape};
pub(crate) use page::{PageTag, PageTags};
pub(crate) use plain_text::plain_text;
pub(crate) use repair::{decode_base64, repair, windows_1252};
pub(crate) use resolve::resolve;
pub(crate) use rules::is_resolved;
pub(crate) use uri::{is_relative, resolve_safe};
pub(crate) use xhtml::well_formed;

pub use uri::runs_code;

use memchr::memchr;
use sanitize::Policy;
use std::borrow::Cow;
use std::sync::Arc;

/// Which markup may stay in the values of a feed.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Sanitize {
    /// What Universal Feed Parser lets through: [`Lists::feedparser`].
    #[default]
    FeedParser,
    /// What an article needs, without forms and styles: [`Lists::reader`].
    Reader,
    /// Everything, as the feed has it. Only for feeds that are trusted.
    Off,
    /// Lists of one's own.
    Custom(Box<Lists>),
}

/// `true` is the default, `false` lets everything through.
impl From<bool> for Sanitize {
    fn from(sanitize: bool) -> Self {
        if sanitize { Self::FeedParser } else { Self::Off }
    }
}

/// Makes embedded markup safe and its relative URIs absolute. Cheap to make, and meant to be kept.
///
/// ```
/// use bozofeed::content::{Cleaner, Sanitize};
///
/// let cleaner = Cleaner::new(&Sanitize::FeedParser, true);
/// let safe = cleaner.clean("<a href=b onclick=x()>c</a>", "https://example.org/a");
/// assert_eq!(safe, "<a href=\"https://example.org/b\">c</a>");
/// ```
#[derive(Debug, Clone)]
pub struct Cleaner {
    policy: Choice,
    resolve_urls: bool,
}

/// The policy of a [`Cleaner`].
#[derive(Debug, Clone)]
enum Choice {
    /// One of ours, which is there before anybody asks.
    Ours(&'static Policy),
    /// One that is made of somebody's lists.
    Theirs(Arc<Policy>),
    /// Sanitizing is off.
    Off,
}

impl Choice {
    fn policy(&self) -> Option<&Policy> {
        match self {
            Self::Ours(policy) => Some(policy),
            Self::Theirs(policy) => Some(policy),
            Self::Off => None,
        }
    }
}

impl Cleaner {
    /// A cleaner for a set of lists that makes relative URIs absolute or leaves them.
    #[must_use]
    pub fn new(sanitize: &Sanitize, resolve_urls: bool) -> Self {
        let policy = match sanitize {
            Sanitize::FeedParser => Choice::Ours(&sanitize::FEED_PARSER),
            Sanitize::Reader => Choice::Ours(&sanitize::READER),
            Sanitize::Off => Choice::Off,
            Sanitize::Custom(lists) => Choice::Theirs(Arc::new(Policy::new(lists))),
        };
        Self { policy, resolve_urls }
    }

    /// Returns whether markup is sanitized.
    #[must_use]
    pub fn is_sanitizing(&self) -> bool {
        self.policy.policy().is_some()
    }

    /// Markup, made safe and trimmed, its relative URIs resolved against `base` where that is absolute. Text without
    /// `<` has nothing to be made safe, and comes back as it is.
    #[must_use]
    pub fn clean<'a>(&self, markup: &'a str, base: &str) -> Cow<'a, str> {
        if memchr(b'<', markup.as_bytes()).is_none() {
            return Cow::Borrowed(markup);
        }
        let base = self.resolve_urls.then_some(base);
        match self.policy.policy() {
            // What was left out may leave white space at the ends.
            Some(policy) => trimmed(policy.clean(markup, base)),
            None if self.resolve_urls => rewrite::rewrite(markup, base, None),
            None => Cow::Borrowed(markup),
        }
    }

    /// The same of markup that is nobody else's: what stays as it is is not copied.
    pub(crate) fn clean_owned(&self, markup: String, base: &str) -> String {
        match self.clean(&markup, base) {
            Cow::Owned(clean) => clean,
            Cow::Borrowed(clean) if clean.len() == markup.len() => markup,
            Cow::Borrowed(clean) => clean.to_owned(),
        }
    }

    /// What [`clean`](Self::clean) gives, by ammonia alone: the reference that the fast way is held against. Of use to
    /// benchmarks and fuzzers.
    #[must_use]
    pub fn clean_by_ammonia(&self, markup: &str, base: &str) -> String {
        let base = self.resolve_urls.then_some(base);
        match self.policy.policy() {
            Some(policy) => trimmed(Cow::Owned(policy.clean_by_ammonia(markup, base))).into_owned(),
            None => rewrite::rewrite(markup, base, None).into_owned(),
        }
    }
}

/// Without white space at both ends.
pub(crate) fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    // Nearly all that is read has none.
    if let [first, .., last] = text.as_bytes()
        && first.is_ascii_graphic()
        && last.is_ascii_graphic()
    {
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

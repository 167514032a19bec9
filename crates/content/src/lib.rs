//! Markup that is safe to show, and the URLs in it.
//!
//! A `Sanitizer` resolves the relative URIs of markup and removes everything that an `Allowlist` does not contain, in one pass.
//!
//! # Rules
//!
//! The output is safe in any page, in HTML and in XHTML, because:
//!
//! 1. Every `<` in it begins a tag (or a harmless comment) that the sanitizer wrote; in text and in values it is escaped.
//! 2. Only listed elements and attributes are written. None of them runs code, has text that looks like markup, or changes
//!    how a browser parses later markup; elements such as `script`, `iframe`, `noscript` and `foreignObject` cannot be listed. The
//!    content of a `textarea` is escaped text. An allowed player is written as a new, empty element with its parsed URL.
//! 3. Each pair of an element and an attribute is harmless in HTML, SVG and `MathML` alike, so that a parser in an unexpected
//!    state can only show tags as text, or elements elsewhere.
//! 4. Tags are balanced, and at most 128 elements are nested: nothing affects the surrounding page.
//! 5. Sanitizing is the last step. Mojibake, line endings and characters that XML forbids are handled before. Only the last
//!    stage of the sanitizer, which converts to XHTML syntax, creates a [`SafeHtml`], and nothing can change one.
//!
//! The order of text never changes, and everything that a browser shows is kept. Content that it never shows is removed, except under the
//! conventions of Universal Feed Parser's dictionary:
//!
//! - elements with `hidden`, or with `display: none` in their `style`; `template`, `datalist`, `noembed`, `noframes` and `title`; a
//!   `dialog` that is not open. A `hidden="until-found"` is kept, because a search can show it.
//! - the boxes that `KaTeX` and `MathJax` draw (`aria-hidden="true"`) from `MathML` that is also present. TeX in a
//!   `script type="math/tex"` becomes text between `\(` and `\)`, unless it follows the same formula in `MathML`.
//!
//! Emoji pictures (`class="emoji"`) become the text in their `alt`, and the boxes of a task list, whose controls are
//! not listed, become ☐ and ☑. Elements nest by these rules:
//!
//! - An end tag closes its element and all elements within it. An unmatched end tag is removed, except `</p>`, which is an
//!   empty paragraph, and `</br>`, which is a line break, as in HTML. Other end tags never close a cell, caption or table.
//! - `p`, `li`, `dt`, `dd`, `option`, `rt`, `tr`, `td` and others end where their end tag may be omitted in HTML.
//! - A formatting element (`a`, `b`, `em` …) that is closed with an enclosing element is opened again when text or an image
//!   follows. If its end tag appears inside a block opened within it, it moves there. Links and forms are not nested. The bytes
//!   that are written again are bounded by the length of the markup.
//! - Content between the parts of a table gets a cell. Parts without a table or list get one.
//! - SVG and `MathML` end before an HTML element.
//! - The tags of unlisted elements are removed, and so are tags below the depth limit. `script`, `style` and
//!   `applet` are removed with their content. If such an element ends with `/>` and has no end tag, it is empty; without `/>` and
//!   an end tag, it ends at the next HTML element.
//! - An `img` or a `source` without a URL is removed if the policy requires that, except for an `img` in a `picture` with a `source`.
//! - A drawing that is not kept is replaced by its title. `iframe`, `embed` and `object` become links, or their content is kept.
//!
//! Cleaning takes linear time and never gives up. The output of the policies `Reader` and `Custom` does not change when it is
//! cleaned again, unless a function of [`Sanitizer::rewrite_urls`] rewrites its own results.
//!
//! Universal Feed Parser's dictionary follows its conventions: end tags that HTML implies are omitted, and the end tag of a formatting
//! element stays in place if a browser only ends that element. A second pass also changes nothing, except that with a base it
//! resolves empty URLs, including emptied ones.
//!
//! # Policies
//!
//! The [`Reader`](Sanitize::Reader) policy keeps the markup that articles need, safe to show in a page without further
//! processing. The [`FeedParser`](Sanitize::FeedParser) policy keeps the markup that Universal Feed Parser keeps.
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
//! | hidden elements, copies of mathematics | removed | removed | kept | kept |
//! | `xml:lang`; `direction` in a `style` | become `lang`, `dir` | `style` kept | kept | removed |
//! | lazy images and players (`data-src`), elements of AMP | become `src`, `img`, `video` … | removed | kept as `data-src` | removed |
//! | audio, video | kept, with `controls` and `preload="none"`, without `autoplay` | kept, without `autoplay` | kept | removed |
//! | `img` without `alt` | gets `alt=""` | kept | kept | kept |
//! | `img` and `source` without a URL that is allowed | removed | kept | kept | kept |
//! | SVG | removed | filtered | filtered | removed |
//! | `MathML` | filtered | filtered | filtered | removed |
//! | `iframe`, `embed`, `object` | links, or players of hosts that are allowed | removed | removed | removed |
//! | advertisements, pixels of 1 × 1 | removed | kept | kept | kept |
//! | attributes whose URL is not allowed | removed | emptied | removed | removed |
//! | `data:` | raster images | raster images | images, audio, video | removed |
//! | `file:`, `smb:` | removed | kept | removed | removed |
//! | `ssh:` | removed | kept | removed | kept |
//! | comments | removed | kept if harmless | removed | removed |
//!
//! The columns of `DOMPurify` and ammonia show their defaults; both can be configured. `Allowlist` states the default of
//! each list, and `Sanitize::Custom` applies a changed one.
//!
//! # Without the feature `sanitize`
//!
//! The [`Sanitizer`] only resolves URLs. There is no `SafeHtml`, and the only policy is [`Sanitize::Off`]: markup is kept as written, with
//! its relative URIs resolved. `Text::to_html` returns it escaped; with the feature, it cleans unsanitized markup by the policy `Reader`.
//! So if another crate turns on the feature, no output becomes unsafe.
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `sanitize` | yes | the sanitizer; without it, URLs are resolved, and nothing else changes |
//! | `serde` | no | `Serialize` and `Deserialize` for values that have names |
//!
//! Items hidden from this documentation are only for `bozofeed` and its related crates, and may change in any version.
//!
//! The minimum Rust version is 1.88.

#![cfg_attr(
    not(feature = "sanitize"),
    allow(
        dead_code,
        unused_imports,
        unreachable_pub,
        reason = "the sanitizer uses it, and has a public interface"
    )
)]

mod allowlist;
mod budget;
mod cleaner;
mod conventions;
mod escape;
mod feed_scheme;
mod found_urls;
mod guess;
mod image_candidates;
#[doc(hidden)]
pub mod internal;
mod links;
mod output;
mod relink;
mod rewrite;
#[cfg(feature = "sanitize")]
mod sanitizer;
mod text_value;
mod tracking;
mod undeclared;
mod uri_attributes;
mod xhtml;

#[cfg(feature = "sanitize")]
pub use allowlist::Allowlist;
pub use cleaner::Sanitizer;
pub use escape::escape;
pub use feed_scheme::without_feed_scheme;
pub use found_urls::FoundUrl;
pub use rewrite::UrlKind;
#[cfg(feature = "sanitize")]
pub use sanitizer::SafeHtml;
pub use text_value::TextValue;
pub use tracking::without_tracking;

/// A policy for the markup in the values of a feed.
///
/// ```
/// # #[cfg(feature = "sanitize")] {
/// use bozofeed_content::{Sanitize, Sanitizer};
///
/// let clean = |policy| Sanitizer::new(&policy, true).clean("<p align=left onclick=x()>b</p>", "").into_owned();
/// assert_eq!(clean(Sanitize::Default), "<p>b</p>");
/// assert_eq!(clean(Sanitize::Reader), "<p>b</p>");
/// assert_eq!(clean(Sanitize::FeedParser), "<p align=\"left\">b</p>");
/// assert_eq!(clean(Sanitize::Off), "<p align=left onclick=x()>b</p>");
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Sanitize {
    /// [`Reader`](Self::Reader), except in Universal Feed Parser's dictionary: there it is
    /// [`FeedParser`](Self::FeedParser). This is the default.
    #[default]
    Default,
    /// The markup that articles need, safe to show in a page: [`Allowlist::reader`].
    #[cfg(feature = "sanitize")]
    Reader,
    /// The markup that Universal Feed Parser keeps: [`Allowlist::feedparser`].
    #[cfg(feature = "sanitize")]
    FeedParser,
    /// All markup, unchanged. Only for feeds that are trusted.
    Off,
    /// A custom allowlist.
    #[cfg(feature = "sanitize")]
    Custom(Box<Allowlist>),
}

impl Sanitize {
    /// The values of a setting, for messages: `true`, `false`, and the names that [`by_name`](Self::by_name) accepts.
    pub const SETTINGS: &'static str =
        if cfg!(feature = "sanitize") { "true, false, reader, feedparser, off" } else { "true, false, off" };

    /// Returns the policy of a name: `reader`, `feedparser` or `off`.
    ///
    /// ```
    /// use bozofeed_content::Sanitize;
    ///
    /// assert_eq!(Sanitize::by_name("off"), Some(Sanitize::Off));
    /// assert_eq!(Sanitize::by_name("strict"), None);
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            #[cfg(feature = "sanitize")]
            "reader" => Some(Self::Reader),
            #[cfg(feature = "sanitize")]
            "feedparser" => Some(Self::FeedParser),
            "off" => Some(Self::Off),
            _ => None,
        }
    }
}

/// `true` is [`Sanitize::Default`], `false` is [`Sanitize::Off`].
impl From<bool> for Sanitize {
    fn from(sanitize: bool) -> Self {
        if sanitize { Self::Default } else { Self::Off }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

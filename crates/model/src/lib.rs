//! The content of a feed: one set of types for every format.
//!
//! [`bozofeed`](https://docs.rs/bozofeed) reads and writes these types, and exports them as `bozofeed::model`. A program that only
//! passes values on, stores them or shows them can do without the parser.
//!
//! The types of the root are those of every feed: [`Feed`], [`Entry`], [`Text`], [`Link`], [`Person`], [`Tag`], [`Image`],
//! [`Date`]. Each further vocabulary is a module with a type, by which its values are found:
//! `entry.get::<`[`Podcast`](podcast::Podcast)`>()`, `feed.get::<`[`Media`](media::Media)`>()`. [`Vocabulary`] lists them.
//!
//! [`Entry`] says what is a field and what a method. In a vocabulary everything is a field, but for the parts of
//! [`MediaDetails`](media::MediaDetails) that few media have.
//!
//! Absent is not empty: a field is `None` if the feed does not have the element, and holds an empty value if the element is
//! empty. A [`Typed`] value that the feed does not have has no `raw`.
//!
//! Every string is a [`Str`], which is read like a `str`; only the [value](TextValue) of a [`Text`] knows more, whether it is safe.
//!
//! If several elements can fill a field, the best candidate does, in whatever order they come: a value comes before an empty
//! one, an element of the format before Dublin Core, Dublin Core before iTunes and Media RSS, and an element directly in the
//! entry before one within another element. Of equal candidates the last one counts, of titles the first.
//! `Parser::explain` shows all candidates.
//!
//! # What is safe to show
//!
//! A [`Text`] of the type `text/html` or `application/xhtml+xml` is markup, and sanitized if
//! [`Text::is_sanitized`] says so; [`Text::to_html`] is safe in any case. Everything else is plain text and *not* HTML: texts of any other type, names, terms,
//! identifiers, links, the values of [`Extension`]s. [Escape](bozofeed_content::escape()) it before you put it into a page.
//!
//! A URL that would run a script if it were followed (`javascript:` …, see
//! [`is_script_url`](bozofeed_text::html::uri::is_script_url)) is dropped from every field. It is also dropped from elements and
//! attributes without a field: an attribute whose value is a script URL, unless its name says that it is text (`title`,
//! `text`, `label` …); the text of an element, or of a member of a JSON Feed, whose name says that it is a URL (`url`,
//! `href`, `origLink` …).
//!
//! Identifiers, namespace names and other texts are not links: they are kept as written, and so is
//! [`Extension::json`], the source of a member.
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `chrono04` | no | conversions between dates and those of `chrono` 0.4 |
//! | `jiff` | no | conversions between dates and those of `jiff` 1 |
//! | `mime_guess` | yes | guesses at the media type of enclosures without one |
//! | `sanitize` | yes | sanitizing of HTML; without it `to_html` escapes it |
//! | `serde` | yes | `Serialize` and `Deserialize` |
//! | `time03` | no | conversions between dates and those of `time` 0.3 |
//!
//! The minimum Rust version is 1.88.

mod absent;
mod article;
pub mod arxiv;
pub mod blog_channel;
pub mod chapters;
pub mod comment_api;
#[cfg(any(feature = "chrono04", feature = "jiff", feature = "time03"))]
mod convert;
mod cost;
mod digest;
mod entry;
pub mod event;
mod extension;
mod feed;
mod fnv;
pub mod geo;
pub mod google_play;
mod identity;
#[doc(hidden)]
pub mod internal;
pub mod itunes;
#[cfg(feature = "serde")]
mod json;
pub mod media;
#[cfg(feature = "serde")]
mod members;
pub mod open_search;
pub mod paging;
mod picture;
pub mod pingback;
mod plain;
mod playable;
pub mod podcast;
mod price;
pub mod prism;
pub mod publishing;
pub mod rawvoice;
mod reading;
pub mod slash;
pub mod source_namespace;
pub mod spotify;
mod string;
pub mod syndication;
mod text;
pub mod threading;
pub mod torznab;
pub mod trackback;
mod typed;
mod vocabulary;
pub mod webfeeds;
pub mod youtube;

pub use entry::Entry;
pub use extension::{Attributes, Extension};
pub use feed::{Cloud, Feed, Generator, Image, TextInput};
pub use identity::IdentityRule;
pub use picture::Picture;
pub use playable::Playable;
pub use reading::MediaType;
pub use reading::guessed_type;
pub use string::Str;
pub use text::{ITUNES_CATEGORIES, ITUNES_KEYWORDS, Link, Person, Tag, Text, XmlScope};
#[doc(hidden)]
pub use text::{RareOfLink, RareOfPerson};
pub use typed::{Date, Period, Typed};
pub use vocabulary::Vocabulary;

#[doc(inline)]
pub use bozofeed_content::TextValue;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

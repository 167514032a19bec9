//! The content of a feed: one set of types for every format.
//!
//! [`bozofeed`](https://docs.rs/bozofeed) reads and writes these types, and exports them as `bozofeed::model`. A program that only passes
//! values on, stores them or shows them does not need the parser.
//!
//! The types at the root are used by every feed: [`Feed`], [`Entry`], [`Text`], [`Link`], [`Person`], [`Tag`], [`Image`], [`Date`]. Each
//! further vocabulary is a module with a type for looking up its values: `entry.get::<`[`Podcast`](podcast::Podcast)`>()`,
//! `feed.get::<`[`Media`](media::Media)`>()`. [`Vocabulary`] lists them.
//!
//! [`Entry`] explains which values are fields and which are methods. In a vocabulary, every value is a field, except the rare parts of
//! [`MediaDetails`](media::MediaDetails).
//!
//! Absent is not empty: a field is `None` if the feed does not have the element, and holds an empty value if the element is empty. An
//! absent [`Typed`] value has no `raw`.
//!
//! Every string is a [`Str`], which is read like a `str`. Only the [value](TextValue) of a [`Text`] has another type, which records
//! whether it is safe.
//!
//! If several elements can fill a field, the best candidate is used, whatever their order: a value takes precedence over an empty one, an
//! element of the format over Dublin Core, Dublin Core over iTunes and Media RSS, and an element directly in the entry over a nested one.
//! Of equal candidates the last is used, except that the first title is used. `Parser::explain` shows all candidates.
//!
//! # What is safe to show
//!
//! A [`Text`] of the type `text/html` or `application/xhtml+xml` is markup. [`Text::is_sanitized`] returns whether it is sanitized;
//! [`Text::to_html`] is always safe. Everything else is plain text and *not* HTML: texts of any other type, names, terms, identifiers,
//! links, the values of [`Extension`]s. [Escape](bozofeed_content::escape()) it before you put it into a page.
//!
//! A URL that would run a script (`javascript:` …, see [`is_script_url`](bozofeed_text::html::uri::is_script_url)) is dropped from every
//! field, and also from elements and attributes without a field. This applies to every attribute, unless its name denotes text (`title`,
//! `text`, `label` …), and to the text of an element, or of a member of a JSON Feed, whose name denotes a URL (`url`, `href`, `origLink`
//! …).
//!
//! Identifiers, namespace names and other texts are not links: they are kept as written, and so is
//! [`Extension::json`], the source of a member.
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `chrono04` | no | conversions to and from dates of `chrono` 0.4 |
//! | `jiff` | no | conversions to and from dates of `jiff` 1 |
//! | `mime_guess` | yes | guesses at the media type of enclosures without one |
//! | `sanitize` | yes | sanitizing of HTML; without it `to_html` escapes it |
//! | `serde` | yes | `Serialize` and `Deserialize` |
//! | `time03` | no | conversions to and from dates of `time` 0.3 |
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

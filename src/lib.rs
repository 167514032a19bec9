//! Parses every feed format found on the web, valid or not: RSS 0.90 to 2.0, RSS 1.0, Atom, CDF and JSON Feed, in any encoding.
//!
//! It works the way Python's Universal Feed Parser does: by the rules first; if a rule is broken, it says so and reads on.
//! Reading never fails and never panics. [`parse`] returns a [`Parsed`]: everything that could be read, with the broken
//! rules in [`Parsed::bozo`] and [`Parsed::faults`]. [`mod@write`] writes it again: as valid Atom, RSS 2.0 or JSON Feed.
//!
//! # A feed in five lines
//!
//! ```
//! let bytes = b"<rss version='2.0'><channel><title>News</title><item><title>One &amp; all</title></item></channel></rss>";
//! let parsed = bozofeed::parse(bytes);
//! for entry in &parsed.entries {
//!     println!("{:?} {:?} {:?}", entry.title_text(), entry.permalink(), entry.date());
//! }
//! # assert_eq!(parsed.entries[0].title_text().as_deref(), Some("One & all"));
//! ```
//!
//! A broken feed is read in the same way:
//!
//! ```
//! let parsed = bozofeed::parse(b"<rss version='2.0'><channel><title>AT&T</title></channel>");
//! assert_eq!(parsed.feed.title.map(|title| title.value).as_deref(), Some("AT&T"));
//! let faults: Vec<_> = parsed.faults.iter().map(ToString::to_string).collect();
//! assert_eq!(faults, [
//!     "line 1, column 38: unescaped '&'",
//!     "line 1, column 58: unclosed element 'rss'",
//! ]);
//! ```
//!
//! # Which part do you want?
//!
//! | to … | use |
//! | --- | --- |
//! | read the bytes of a file | [`parse`] |
//! | read the response of a server | [`Document`] |
//! | change an option | [`Parser`] |
//! | look up what a feed contains | [`model`] |
//! | find out which entries are new | [`Entry::identity`](model::Entry::identity), or the matcher of `bozofeed-polling` |
//! | reject documents that are not feeds | [`Parsed::into_result`] |
//! | find out what is wrong with a feed | [`Bozo`], [`Fault`], [`FaultSeverity`] and the [guide](docs::bozo) |
//! | find out why a field has its value | [`explain`] |
//! | read an element that the model does not know, or where it is in the text | [`tree`] |
//! | check a feed against the rules of its format, or show what is wrong with it on a page | the crate `bozofeed-check` |
//! | see each element and each text with its place, as the parser reads them | [`inspect`] |
//! | get the dictionary of Universal Feed Parser | `feedparser` |
//! | make markup safe | [`content`] |
//! | read a date as feeds write them | [`date`] |
//! | find out how bytes are encoded, and why | [`encoding`] |
//! | find the feeds of a web page | the crate `bozofeed-discover`, or [`page`] for its tags and links |
//! | write a feed: repaired, in another format, or made by a program | [`mod@write`] |
//! | read and write lists of subscriptions (OPML) | the crate `bozofeed-opml` |
//! | fetch feeds | the crate `bozofeed-fetch`, or `bozofeed-polling` with a client of your choice |
//! | know when to ask again | `bozofeed-polling` |
//!
//! # Guides
//!
//! - [Cookbook](docs::cookbook): recipes for common tasks.
//! - [Writing](docs::writing): what the writer does with each kind of value, and where each format keeps each field.
//! - [From Universal Feed Parser](docs::from_feedparser): key by key, and the differences.
//! - [From feed-rs](docs::from_feed_rs): type by type.
//! - [Faults of feeds](docs::bozo): every exception and every class of faults, and what to do.
//! - [The command](docs::command): `bozofeed`, its options and what it prints.
//! - [Comparison](docs::comparison): other libraries and their features.
//! - [Speed](docs::speed): other libraries and this one, and what a document may cost.
//! - [Packages](docs::packages): the features of the crate in the command, Python, JavaScript and C.
//! - [Stability](docs::stability): what a version may change, and what 1.0 waits for.
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `calendar-words` | yes | names of months and weekdays in every language of the Unicode CLDR; without it in the 67 of most feeds |
//! | `chrono04` | no | conversions between [`date::Moment`] and the dates of `chrono` 0.4 |
//! | `detect-languages` | yes | the statistics of languages in the detection of encodings; without it chardetng's guess is taken |
//! | `feedparser` | yes | Universal Feed Parser's dictionary (`feedparser`) |
//! | `gzip` | no | documents that are compressed with gzip, without a header that says so |
//! | `h-feed` | yes | pages with microformats as feeds |
//! | `iana-time-zones` | yes | names such as `Europe/Paris` in dates; bundles the time zone database |
//! | `jiff` | no | conversions between [`date::Moment`] and the dates of `jiff` 1 |
//! | `mime_guess` | yes | guesses at the media type of enclosures without one |
//! | `sanitize` | yes | sanitizing of HTML; without it HTML is kept as written in values, and `to_html` escapes it |
//! | `serde` | yes | `Serialize` and `Deserialize` for results |
//! | `time03` | no | conversions between [`date::Moment`] and the dates of `time` 0.3 |
//!
//! [`mod@write`] and [`page`] are always there.
//! Checking, discovery, lists of subscriptions, polling, fetching, Arrow tables and the command are packages of their own:
//! `bozofeed-check`, `bozofeed-discover`, `bozofeed-opml`, `bozofeed-polling`, `bozofeed-fetch`, `bozofeed-arrow` and `bozofeed-cli`.
//! The model, the sanitizer, dates, encodings and the grammar of HTML are crates as well (`bozofeed-model`, `bozofeed-content`,
//! `bozofeed-date`, `bozofeed-encoding`, `bozofeed-text`). This one exports the parts that users of feeds need.
//! The minimum Rust version is 1.88.
//!
//! # Architecture
//!
//! ```text
//! bytes + headers
//!   │  encoding     which encoding is this?     RFC 3023, then the fallbacks; every step is recorded in a Trail
//!   ▼
//! text: Cow<str>
//!   │  xml          tokens, audited             quick-xml's parsers find their ends; we check well-formedness and repair damage
//!   ▼
//! events ──► feedparser  Universal Feed Parser's dictionary, by its own rules, in document order
//!   │  interpret    scopes and vocabularies     collects text, cleans HTML, resolves URIs, reads dates and numbers
//!   ▼
//! values: "entry 3's `published` is 2026-11-21T08:15Z, from <dc:date>, at byte 1203"
//!   │
//!   ├─► assemble    the best candidate for each field          → Parsed { feed, entries, bozo, faults, … }
//!   └─► explain     every candidate, its rank and its line     → `bozofeed --explain link`
//! ```
//!
//! `json_feed` reads the same values from the text of a JSON Feed. One reader serves well-formed and broken documents: a
//! well-formed one produces no faults, a broken one the same events plus faults. Only decoding is ever retried. The
//! interpreter runs with the one sink that the caller needs.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod made;

mod assemble;
mod budget;
pub mod content;
pub mod date {
    //! Dates in the forms of feeds: [`parse`] reads them, and the [model](crate::model) has them as [`Date`](crate::model::Date).
    //!
    //! The crate [`bozofeed-date`](https://docs.rs/bozofeed-date/0.2) describes the forms, the words and the zones that are read.

    #[doc(inline)]
    pub use bozofeed_date::{InvalidDate, InvalidTimestamp, Moment, NotSystemTime, parse, weekday};
}
mod diagnostics;
pub mod docs;
mod document;
pub mod encoding;
mod entries;
pub mod explain;
#[cfg(feature = "feedparser")]
pub mod feedparser;
mod format;
/// Counters for the fuzz targets. It exists only under a fuzzer.
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing {
    /// Returns the number of bytes that searches of this thread looked at since the last call.
    pub fn steps() -> usize {
        bozofeed_text::scan::steps::take()
    }
}
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(feature = "h-feed")]
mod h_feed;
mod inline_markup;
pub mod inspect;
mod interpret;
mod json_feed;
mod limits;
#[cfg(test)]
mod linear;
mod looks_like;
#[cfg(test)]
mod names_of_values;
mod options;
pub mod page;
mod parsed;
mod parser;
mod settings;
#[cfg(all(test, feature = "serde"))]
mod shown;
mod sink;
mod source;
mod text_repair;
pub mod tree;
mod vocabulary;
mod web_link;
pub mod write;
mod xml;

#[doc(inline)]
pub use bozofeed_date::{DateHandler, Timestamp};
#[doc(inline)]
pub use bozofeed_encoding::{Damage, EncodingPolicy};
#[doc(inline)]
pub use bozofeed_model as model;
#[cfg(test)]
use bozofeed_testing as testing;
#[doc(inline)]
pub use bozofeed_text::headers::Headers;
#[doc(inline)]
pub use bozofeed_text::named::UnknownName;
pub use diagnostics::{
    Bozo, Fault, FaultSeverity, Limit, LooksLike, Position, Violation, Warning, WarningKind,
};
pub use document::{Document, ReadError};
pub use entries::{DocumentEntries, DocumentReader};
pub use format::Format;
pub use limits::Limits;
pub use parsed::Parsed;
pub use parser::Parser;
pub use settings::{SettingError, SettingValue};
pub use web_link::WebLink;

/// Reads a document with every option at its default: bytes or text that came from a file, or a [`Document`].
///
/// ```
/// let parsed = bozofeed::parse(b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>urn:x</id></entry></feed>");
/// assert_eq!(parsed.format, bozofeed::Format::Atom10);
/// assert_eq!(parsed.entries.len(), 1);
/// ```
pub fn parse<'a>(document: impl Into<Document<'a>>) -> Parsed {
    Parser::new().parse(document)
}

/// The README's examples are tests as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

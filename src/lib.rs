//! Reads any feed, valid or not: RSS 0.90 to 2.0, RSS 1.0, Atom, CDF and JSON Feed, in any encoding.
//!
//! Like Python's Universal Feed Parser, it parses strictly first; when a document breaks a rule, it records the fault and keeps
//! going. Parsing never fails and never panics. [`parse`] returns a [`Parsed`]: everything that could be read, with the broken
//! rules in [`Parsed::bozo`] and [`Parsed::faults`]. [`mod@write`] turns it into valid Atom, RSS 2.0 or JSON Feed.
//!
//! # Where to start
//!
//! - **I have bytes.** Call [`parse`], as [below](#a-feed-in-five-lines). The [cookbook](docs::cookbook) has recipes for common tasks.
//! - **I have a URL.** Fetch and parse it with [`bozofeed-fetch`](https://docs.rs/bozofeed-fetch), or pass the response of your own
//!   HTTP client to [`Document`] ([recipe](docs::cookbook#how-do-i-read-the-response-of-a-server)). If the URL is that of a web page,
//!   [`bozofeed-discover`](https://docs.rs/bozofeed-discover) finds its feeds.
//! - **I run a thousand feeds.** [`bozofeed-polling`](https://docs.rs/bozofeed-polling) has conditional requests, schedules and
//!   queues of hosts for any client, and tells which entries are new.
//!   Parse [in parallel](docs::cookbook#how-do-i-read-many-feeds-in-parallel), or pipe documents through
//!   [`bozofeed --ndjson`](docs::ndjson).
//! - **I publish a feed.** Write it with a [`Writer`](write::Writer) ([recipe](docs::cookbook#how-do-i-write-a-feed-from-a-program),
//!   [guide](docs::writing)), and check it with [`bozofeed-check`](https://docs.rs/bozofeed-check).
//! - **I port from another library.** There are guides for [feedparser](docs::from_feedparser), [feed-rs](docs::from_feed_rs), and
//!   [rss and `atom_syndication`](docs::from_rss).
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
//! A malformed feed is read in the same way:
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
//! | look up the fields of a feed or entry | [`model`] |
//! | find out which entries are new | [`Entry::identity`](model::Entry::identity), or the matcher of `bozofeed-polling` |
//! | reject documents that are not feeds | [`Parsed::into_result`] |
//! | list the faults of a feed | [`Bozo`], [`Fault`], [`FaultSeverity`] and the [guide](docs::bozo) |
//! | find out why a field has its value | [`explain`] |
//! | read an element that the model does not cover, or its position in the text | [`tree`] |
//! | check a feed against the rules of its format, or make a page of its faults | the crate `bozofeed-check` |
//! | see each element and each text with its position, as the parser reads them | [`inspect`] |
//! | get the dictionary of Universal Feed Parser | `feedparser` |
//! | make markup safe | [`content`] |
//! | parse a date in any form found in feeds | [`date`] |
//! | find out the encoding of bytes, and how it was determined | [`encoding`] |
//! | find the feeds of a web page | the crate `bozofeed-discover`, or [`page`] for its tags and links |
//! | write a feed: repaired, in another format, or made by a program | [`mod@write`] |
//! | read and write subscription lists (OPML) | the crate `bozofeed-opml` |
//! | fetch feeds | the crate `bozofeed-fetch`, or `bozofeed-polling` with a client of your choice |
//! | schedule the next poll | `bozofeed-polling` |
//!
//! # Guides
//!
//! - [Cookbook](docs::cookbook): recipes for common tasks.
//! - [Writing](docs::writing): how each kind of value is written, and the element of each field in each format.
//! - [From Universal Feed Parser](docs::from_feedparser): key by key, and the differences.
//! - [From feed-rs](docs::from_feed_rs): type by type.
//! - [From rss and `atom_syndication`](docs::from_rss): field by field.
//! - [Faults of feeds](docs::bozo): every exception and every class of faults, and what to do.
//! - [The command](docs::command): `bozofeed`, its options and its output.
//! - [Comparison](docs::comparison): other libraries and their features.
//! - [Speed](docs::speed): benchmarks against other libraries, and the maximum cost of a document.
//! - [Packages](docs::packages): the features of the crate in the command, Python, JavaScript and C.
//! - [Stability](docs::stability): what a new version may change, and the criteria for 1.0.
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `calendar-words` | yes | names of months and weekdays in every language of the Unicode CLDR; without it, in the 67 most common ones |
//! | `chrono04` | no | conversions between [`date::Moment`] and the dates of `chrono` 0.4 |
//! | `detect-languages` | yes | language statistics for encoding detection; without it, chardetng's guess is used |
//! | `feedparser` | yes | Universal Feed Parser's dictionary (`feedparser`) |
//! | `gzip` | no | gzip-compressed documents without a `Content-Encoding` header |
//! | `h-feed` | yes | pages with microformats as feeds |
//! | `iana-time-zones` | yes | names such as `Europe/Paris` in dates; bundles the time zone database |
//! | `jiff` | no | conversions between [`date::Moment`] and the dates of `jiff` 1 |
//! | `mime_guess` | yes | guesses the media type of enclosures that have none |
//! | `sanitize` | yes | sanitizing of HTML; without it, values keep HTML as written, and `to_html` escapes it |
//! | `serde` | yes | `Serialize` and `Deserialize` for results |
//! | `time03` | no | conversions between [`date::Moment`] and the dates of `time` 0.3 |
//!
//! [`mod@write`] and [`page`] are always available.
//! Checking, discovery, subscription lists, polling, fetching, Arrow tables and the command are separate packages:
//! `bozofeed-check`, `bozofeed-discover`, `bozofeed-opml`, `bozofeed-polling`, `bozofeed-fetch`, `bozofeed-arrow` and `bozofeed-cli`.
//! The model, the sanitizer, dates, encodings and the grammar of HTML are also separate crates (`bozofeed-model`, `bozofeed-content`,
//! `bozofeed-date`, `bozofeed-encoding`, `bozofeed-text`). This one re-exports the parts that most programs need.
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
//! `json_feed` reads the same values from a JSON Feed. Well-formed and malformed documents share one reader: a malformed
//! document produces the same kinds of events, plus faults. Only decoding is ever retried. The interpreter runs with the
//! single sink that the caller needs.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod made;

mod assemble;
mod budget;
pub mod content;
pub mod date {
    //! Dates in all forms found in feeds: [`parse`] reads them, and the [model](crate::model) stores them as
    //! [`Date`](crate::model::Date).
    //!
    //! The crate [`bozofeed-date`](https://docs.rs/bozofeed-date/0.2) documents the supported forms, words and zones.

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
/// Counters for the fuzz targets. The module exists only in fuzzing builds.
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing {
    /// Returns the number of bytes examined by searches on this thread since the last call.
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

/// Parses a document with default options: bytes, text, or a [`Document`].
///
/// ```
/// let parsed = bozofeed::parse(b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>urn:x</id></entry></feed>");
/// assert_eq!(parsed.format, bozofeed::Format::Atom10);
/// assert_eq!(parsed.entries.len(), 1);
/// ```
pub fn parse<'a>(document: impl Into<Document<'a>>) -> Parsed {
    Parser::new().parse(document)
}

/// The README's examples are also tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Reads any feed that anyone publishes: RSS 0.90 to 2.0, RSS 1.0, Atom, CDF, JSON Feed, well-formed or not, in whatever
//! encoding it really is.
//!
//! It works the way Python's Universal Feed Parser does: by the rules first, and when a rule is broken it says so and
//! reads on. Reading never fails: [`parse`] gives a [`Parsed`], what is wrong is in [`Parsed::bozo`] and
//! [`Parsed::faults`], and what could be read is there.
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
//! # Which part you want
//!
//! - [`parse`] for the bytes of a file; [`Parser`] for the response of a server, and for every option.
//! - [`model`] for the content of a feed. [`Parsed::into_result`] if you only want feeds.
//! - [`Bozo`], [`Fault`] and [`Severity`] for what is wrong with it.
//! - [`explain`] to find out why a field has its value.
//! - [`encoding`] to find out how bytes are encoded, and why, without reading a feed.
//! - [`date`] to read a date as feeds write them; [`content`] to make markup safe.
//! - `feedparser` for the result in Universal Feed Parser's own shape.
//! - [`discover`] for the feeds of a page, [`opml`] for lists of subscriptions; with features, `fetch` and `http` to get
//!   feeds and to know when to ask again.
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `chrono` | no | conversions between [`model::Date`] and the dates of `chrono` |
//! | `feedparser` | yes | Universal Feed Parser's dictionary |
//! | `fetch` | no | a blocking client (ureq, rustls) |
//! | `http` | no | conditional requests, outcomes and a polling schedule |
//! | `iana-time-zones` | yes | names such as `Europe/Paris` in dates; bundles the time zone database |
//! | `mime_guess` | yes | guesses at the media type of enclosures without one |
//! | `sanitize` | yes | sanitizing of HTML; without it HTML is returned as written |
//! | `serde` | yes | `Serialize` and `Deserialize` for results |
//! | `time` | no | conversions between [`model::Date`] and the dates of `time` |
//!
//! # Architecture
//!
//! ```text
//! bytes + headers
//!   │  encoding     which encoding is this?     RFC 3023, then the fallbacks; every step is recorded in a Trail
//!   ▼
//! text: Cow<str>
//!   │  xml | json   tokens, audited             quick-xml tokenizes; we check well-formedness and repair damage
//!   ▼
//! events
//!   │  interpret    scopes and vocabularies     collects text, cleans HTML, resolves URIs, reads dates and numbers
//!   ▼
//! statements: "entry 3's `published` is 2026-11-21T08:15Z, from <dc:date>, at byte 1203"
//!   │
//!   ├─► assemble    the best candidate for each field          → Parsed { feed, entries, bozo, faults, … }
//!   ├─► feedparser  Universal Feed Parser's dictionary         → every quirk is here and nowhere else
//!   └─► explain     every candidate, its rank and its line     → `parse_feed --explain link`
//! ```
//!
//! One reader serves well-formed and broken documents: a well-formed one produces no faults, a broken one the same events plus
//! faults. Only decoding is ever retried. The interpreter is generic over the sink that receives its statements, so a
//! caller pays only for the sink it uses.
//!
//! # Where we differ from Universal Feed Parser
//!
//! The dictionary of `feedparser` is Universal Feed Parser's, key for key, quirks included. These differences are deliberate,
//! each with the keys where it shows.
//!
//! Reading:
//!
//! - `entries`, `feed`, `version`: JSON Feed is read; Universal Feed Parser does not read it. CDF, Atom and RSS in broken
//!   documents lose neither entries nor fields, even if a prefix is not bound (`rss:title`).
//! - `bozo`: a document type declaration that refers to a parameter entity it does not use is well-formed (XML 1.0 §4.1); its
//!   XML parser, which opens no external entity, calls that an error. Input that is not a feed is [`Bozo::NotAFeed`].
//! - `*_parsed`: dates that it rejects or misreads are read ([`date`] lists the forms): `-800` is an offset of eight hours, and
//!   the minutes of an offset count.
//!
//! HTML (`title`, `summary`, `content`, `subtitle`, `rights` and their `*_detail`). Differences in spelling alone, such as
//! `<br />` for `<br>`, are not listed:
//!
//! - Markup is nested as an HTML parser nests it: open elements are closed, a link ends before the next one begins, parts of a
//!   table outside of a table lose their tags, unless one of them is the whole value. It keeps the tags as written. The empty
//!   elements of SVG are closed; there they lose their slash, so that the following elements are nested in them.
//! - Character references in markup are resolved, so `<b>&rsquo;` has the character; in text without tags they stay as it keeps
//!   them. A reference that HTML does not define stays as written; there it loses its semicolon.
//! - Of two attributes of the same name the first counts.
//! - The tags of `noscript`, and `title` in SVG unless it only has text, are removed: a browser does not read them as a sanitizer
//!   does. So is a comment that is empty, or that contains markup which would be removed.
//! - Line breaks in `src` are removed.
//! - A stray `</script>` or `</style>` is dropped, and a script after it is removed with its text; there the text of the next
//!   script stays. `<!DOCTYPE` that does not end is escaped, and another tag that does not end is
//!   removed; there both are raw, and would swallow what follows them in a page.
//! - A stray `<` in a broken document is text; there it is dropped.
//!
//! Fields:
//!
//! - `entries[].image`, `entries[].href`: the `image` of an entry belongs to the entry; there it is lost, or ends up in the feed.
//! - `feed.image`: an image is complete; there an element that RSS does not define ends it, and the following `title`, `link`
//!   and `subtitle` belong to the feed. A second image replaces the first; there they are merged.
//! - `feed.subtitle`, `feed.content`, `entries[].content`: a `description` after `itunes:summary` is the same as before it; there a
//!   feed then has content.
//! - Relative references: `xml:base` ends with its element. There the last one lingers if none is around it: the `base` of `*_detail`
//!   says so here too, but nothing is resolved against it.
//! - `authors[].email`: an address is whole; there its top-level domain ends after four letters.
//! - `where.coordinates`: lists, since JSON has no tuples.
//! - `entries[].source.title_detail`: the title of a `source` without a `url` has it.
//! - `links[].type`: a link of Atom with the relation `license` has the type that the feed gives it, or none.
//! - Links that would run a script are dropped; identifiers are kept as written.
//! - A category with a domain and without text does not lend the domain to the next one.
//! - An empty element does not replace one that has a value, nor an unreadable date a readable one. Of a title, date or link that
//!   several vocabularies give, that of the format counts, in whatever order they come.
//! - A `podcast:liveItem` is an entry of its own; there its values end up in the feed.

mod assemble;
pub mod content;
pub mod date;
mod diagnostics;
pub mod discover;
pub mod encoding;
pub mod explain;
#[cfg(feature = "feedparser")]
pub mod feedparser;
#[cfg(feature = "fetch")]
pub mod fetch;
mod headers;
mod html;
#[cfg(feature = "http")]
pub mod http;
mod interpret;
mod json_feed;
mod limits;
pub mod model;
mod names;
pub mod opml;
mod options;
mod parsed;
mod parser;
mod statement;
mod version;
mod vocabulary;
mod xml;

pub use content::Sanitize;
pub use date::DateHandler;
pub use diagnostics::{
    Bozo, Damage, Fault, JsonError, JsonType, Limit, LooksLike, Position, Severity, Violation, Warning,
    WarningKind, WellFormednessError,
};
pub use encoding::EncodingPolicy;
#[cfg(feature = "fetch")]
pub use fetch::fetch;
pub use headers::Headers;
pub use jiff;
pub use limits::Limits;
pub use parsed::Parsed;
pub use parser::Parser;
pub use version::Version;

/// Reads a document that came from a file, with every option at its default.
///
/// ```
/// let parsed = bozofeed::parse(b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>urn:x</id></entry></feed>");
/// assert_eq!(parsed.version, bozofeed::Version::Atom10);
/// assert_eq!(parsed.entries.len(), 1);
/// ```
pub fn parse(bytes: &[u8]) -> Parsed {
    Parser::new().parse(bytes)
}

/// The README's examples are tests as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

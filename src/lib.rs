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
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `chrono` | no | conversions between [`model::Date`] and the dates of `chrono` |
//! | `feedparser` | yes | Universal Feed Parser's dictionary |
//! | `iana-time-zones` | yes | names such as `Europe/Paris` in dates; bundles the time zone database |
//! | `mime_guess` | yes | guesses at the media type of enclosures without one |
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
//! There is no strict parser next to a lenient one: a well-formed document produces no faults, a broken one the same events
//! plus faults. Only decoding is ever retried. The interpreter is generic over the sink that receives its statements, so a
//! caller pays only for the sink it uses.
//!
//! # Where we differ from Universal Feed Parser
//!
//! The dictionary of `feedparser` is Universal Feed Parser's, key for key, quirks included. These differences are deliberate,
//! each with the keys where it shows.
//!
//! What is read:
//!
//! - `entries`, `feed`, `version`: JSON Feed is read, which it does not read; CDF, Atom and RSS in broken documents lose
//!   neither entries nor fields, also where a prefix is not bound (`rss:title`).
//! - `bozo`: a document type declaration that refers to a parameter entity it does not use is well-formed (XML 1.0 §4.1);
//!   its XML parser, which opens nothing, calls that an error. Bytes in which no feed can be recognised are
//!   [`Bozo::NotAFeed`].
//! - `*_parsed`: dates that it gives up on or misreads are read ([`date`] tells which forms): `-800` is an offset of eight
//!   hours, and an offset's minutes count.
//!
//! HTML (`title`, `summary`, `content`, `subtitle`, `rights` and their `*_detail`); what differs in spelling alone, such as
//! `<br />` for `<br>`, is not told:
//!
//! - Markup is nested as an HTML parser nests it: open elements are closed, a link ends where the next begins, parts of a
//!   table without a table, or with text where there may be none, lose their tags. There the tags stay as they stand.
//! - References in markup are resolved, so `<b>&rsquo;` has the character; in text without tags they stay as they are
//!   there. A reference that HTML does not know stays as it is; there it loses its semicolon.
//! - An attribute without a value that is no boolean one is empty: `alt` is `alt=""`, there it is `alt="alt"`, which would
//!   be read aloud.
//! - The tags of `noscript`, and SVG's `title`, go: a browser does not read them the way a sanitizer does. So does a comment
//!   that holds markup which would not stay, and one that is empty.
//! - `href` and `src` go where the URL Standard cannot parse them: `http://`, `http://a b/`.
//! - `style`: `border` and `background` keep colours of upper-case hexadecimal digits.
//! - A stray `</script>` or `</style>` is nothing, and a script behind it goes with its text; there the text of the next
//!   script stays. `<!DOCTYPE` that does not end is escaped; there it is raw, and would swallow what follows it in a page.
//! - A stray `<` in a document that is broken is text; there it is dropped.
//!
//! Where things go:
//!
//! - `entries[].image`, `entries[].href`: an entry's `image` is the entry's; there it is lost, or ends up in the feed's.
//! - `feed.image`: an image is whole; there an element that RSS does not know ends it, and what follows, `title`, `link`,
//!   `subtitle`, goes to the feed. A second image replaces the first; there they are one.
//! - `feed.subtitle`, `feed.content`, `entries[].content`: a `description` behind `itunes:summary` is what it is in front
//!   of it; there a feed then has content.
//! - Relative references: `xml:base` ends with its element. There the last one lingers where none is around it: the `base` of
//!   `*_detail` says so here too, but nothing is resolved against it.
//! - `where.coordinates`: lists, since JSON has no tuples.
//! - `entries[].source.title_detail`: the title of a `source` without a `url` has it.
//! - `links[].type`: a link of Atom whose relation is `license` has the type that the feed gives it, or none.
//! - Links that run code are dropped; identifiers stay what the feed says.
//! - A category that has a domain and no text does not lend it to the next one.
//! - An empty element does not replace one that says something, nor an unreadable date a readable one. Of a title, date
//!   or link that several vocabularies give, the format's own counts, whatever came first.
//! - A `podcast:liveItem` is an entry of its own; there what it says of itself ends up in the feed.

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
mod html_entities;
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

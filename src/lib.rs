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
//!     "line 1, column 38: an ampersand that begins no reference",
//!     "line 1, column 58: the element 'rss' is not closed",
//! ]);
//! ```
//!
//! # Which part you want
//!
//! - [`parse`] for the bytes of a file; [`Parser`] for what a server sent, and for every option.
//! - [`model`] for what a feed says.
//! - [`Bozo`], [`Fault`] and [`Severity`] for what is wrong with it.
//! - [`encoding`] to find out how bytes are encoded, and why, without reading a feed.
//! - [`date`] to read a date as feeds write them; [`content`] to make markup safe.
//! - [`feedparser`] for the result in Universal Feed Parser's own shape.
//!
//! # One way through the house
//!
//! ```text
//! bytes + headers
//!   │  encoding   which characters are these bytes?      RFC 3023, then the retries; every step kept in a Trail
//!   ▼
//! text: Cow<str>
//!   │  xml        events, audited as they pass           quick-xml scans; we audit; we mend what is broken
//!   ▼
//! Event, Event, Event …
//!   │  builder    a stack of scopes (feed, entry, source, image …) and the vocabularies' rules
//!   ▼
//! raw values ── content (base64, xhtml, repair, relative URIs, sanitizing) · date
//!   ▼
//! Parsed { feed, entries, version, encoding, namespaces, bozo, faults, trail }
//! ```
//!
//! Strictness is an observation, not a mode. One reader walks the text once: a well-formed document gives no fault, a
//! broken one gives the same events plus faults, and reading goes on behind the fault.
//!
//! Adding a namespace is one file in `vocabulary/` and a line in its table; adding a date form is one function and a line
//! in a list; adding an encoding policy is one constant.
//!
//! # Where we differ from Universal Feed Parser
//!
//! The dictionary of [`feedparser`] is its own, key for key, but for these, which are deliberate:
//!
//! - JSON Feed is read, which it does not read; CDF, Atom and RSS in broken documents lose no entries.
//! - Character references within HTML are resolved, so `&rsquo;` comes out as the character.
//! - Comments are dropped from HTML; elements that only make sense within others (`tr` without a table), and `title`
//!   within SVG, are dropped as an HTML parser drops them.
//! - `xml:base` ends with its element; there it leaks into the entries that follow.
//! - A stray `<` is text; there it is dropped.
//! - `itunes:block` and `itunes:explicit` are trimmed before they are read.
//! - Links that run code are dropped; identifiers stay what the feed says.
//! - A category that has a domain and no text does not lend it to the next one.
//! - An empty element does not replace one that says something, nor an unreadable date a readable one. Of a title, date
//!   or link that several vocabularies give, the format's own counts, whatever came first.
//! - An entry's `image` is the entry's; there it is lost, or ends up in the feed's.
//! - Dates that it gives up on are read ([`date`] tells which forms), and an offset's minutes count.
//! - A `podcast:liveItem` is an entry of its own; there what it says of itself ends up in the feed.
//! - Bytes in which no feed can be recognised are [`Bozo::NotAFeed`].

mod bozo;
mod builder;
pub mod content;
pub mod date;
pub mod encoding;
mod fault;
pub mod feedparser;
mod headers;
mod html_entities;
mod json_error;
mod json_feed;
mod limits;
pub mod model;
mod parsed;
mod parser;
mod version;
mod vocabulary;
mod warning;
mod xml;

pub use bozo::{Bozo, Limit, LooksLike};
pub use content::Sanitize;
pub use date::DateHandler;
pub use encoding::EncodingPolicy;
pub use fault::{Damage, Fault, Position, Severity, Violation, WellFormednessError};
pub use headers::Headers;
pub use json_error::{JsonError, JsonType};
pub use limits::Limits;
pub use parsed::Parsed;
pub use parser::Parser;
pub use version::Version;
pub use warning::{Warning, WarningKind};

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

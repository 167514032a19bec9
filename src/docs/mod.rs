//! Guides: recipes, migration, faults, and a comparison with other libraries.
//!
//! - [`cookbook`]: recipes for common tasks.
//! - [`writing`]: how each kind of value is written, and the element of each field in each format.
//! - [`from_feedparser`]: migrating from Python's Universal Feed Parser, key by key, and the differences.
//! - [`from_feed_rs`]: migrating from feed-rs, type by type.
//! - [`from_rss`]: migrating from rss and atom_syndication, field by field.
//! - [`bozo`]: faults of documents, and what to tell the user.
//! - [`command`]: the command `bozofeed`, its options and its output.
//! - [`ndjson`]: the protocol of `bozofeed --ndjson`, for programs in any language.
//! - [`comparison`]: other libraries and their features.
//! - [`speed`]: benchmarks against other libraries, and the maximum cost of a document.
//! - [`packages`]: the features of the crate in the command, Python, JavaScript and C.
//! - [`stability`]: what a new version may change, and the criteria for 1.0.
//!
//! The examples are compiled and run as tests. They use the default features.

#![allow(clippy::doc_markdown, reason = "the guides name formats and products in prose")]

/// Recipes for common tasks, each with an example that runs.
///
#[cfg_attr(
    all(feature = "feedparser", feature = "sanitize", feature = "serde"),
    doc = include_str!("cookbook.md")
)]
pub mod cookbook {}

/// How [`write`](crate::write) handles each kind of value, and the elements of Atom, RSS and JSON Feed that hold each field.
///
#[doc = include_str!("writing.md")]
pub mod writing {}

/// Migrating from Python's Universal Feed Parser: the keys of its dictionary, the fields of the model, and the differences.
///
#[cfg_attr(
    all(feature = "feedparser", feature = "sanitize", feature = "serde"),
    doc = include_str!("from_feedparser.md")
)]
pub mod from_feedparser {}

/// Migrating from feed-rs 3: its types and fields, and their counterparts.
///
#[cfg_attr(all(feature = "sanitize", feature = "serde"), doc = include_str!("from_feed_rs.md"))]
pub mod from_feed_rs {}

/// Migrating from rss 2 and atom_syndication 0.12: their types and fields, and their counterparts.
///
#[cfg_attr(feature = "sanitize", doc = include_str!("from_rss.md"))]
pub mod from_rss {}

/// Faults of documents: every exception and every class of faults, an example of each, and what to do.
///
#[cfg_attr(feature = "feedparser", doc = include_str!("bozo.md"))]
pub mod bozo {}

/// The command `bozofeed`: its options and its output.
///
#[doc = include_str!("command.md")]
pub mod command {}

/// The protocol of `bozofeed --ndjson`: one question per line, one answer per line.
///
#[cfg_attr(feature = "feedparser", doc = include_str!("ndjson.md"))]
pub mod ndjson {}

/// The features of the crate, and their counterparts in the command and the packages for other languages.
///
#[cfg_attr(feature = "feedparser", doc = include_str!("packages.md"))]
pub mod packages {}

#[doc = include_str!("comparison.md")]
pub mod comparison {}

/// The speed of the crate next to others, and the maximum cost of a document.
///
#[doc = include_str!("speed.md")]
pub mod speed {}

/// The promises of compatible versions, and what may change.
///
#[cfg_attr(feature = "serde", doc = include_str!("stability.md"))]
pub mod stability {}

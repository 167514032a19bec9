//! Guides: recipes, migration, faults, and a comparison with other libraries.
//!
//! - [`cookbook`]: recipes for common tasks.
//! - [`writing`]: what the writer does with each kind of value, and where each format keeps each field.
//! - [`from_feedparser`]: the way from Python's Universal Feed Parser, key by key, and the differences.
//! - [`from_feed_rs`]: the way from feed-rs, type by type.
//! - [`bozo`]: faults of documents, and what to tell the user.
//! - [`command`]: the command `bozofeed`, its options and what it prints.
//! - [`ndjson`]: the protocol of `bozofeed --ndjson`, for programs in any language.
//! - [`comparison`]: other libraries and their features.
//! - [`speed`]: the speed of other libraries and of this one, and what a document may cost.
//! - [`packages`]: the features of the crate in the command, Python, JavaScript and C.
//! - [`stability`]: what a version may change, and what 1.0 waits for.
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

/// What [`write`](crate::write) does with each kind of value, and where Atom, RSS and JSON Feed keep each field.
///
#[doc = include_str!("writing.md")]
pub mod writing {}

/// The way from Python's Universal Feed Parser: the keys of its dictionary and the fields of the model, and the differences.
///
#[cfg_attr(
    all(feature = "feedparser", feature = "sanitize", feature = "serde"),
    doc = include_str!("from_feedparser.md")
)]
pub mod from_feedparser {}

/// The way from feed-rs 3: its types and fields, and ours.
///
#[cfg_attr(all(feature = "sanitize", feature = "serde"), doc = include_str!("from_feed_rs.md"))]
pub mod from_feed_rs {}

/// Faults of documents: every exception and every class of faults, an example of each, and what to do.
///
#[cfg_attr(feature = "feedparser", doc = include_str!("bozo.md"))]
pub mod bozo {}

/// The command `bozofeed`: its options, and what it prints about a feed.
///
#[doc = include_str!("command.md")]
pub mod command {}

/// The protocol of `bozofeed --ndjson`: questions and answers, a line each.
///
#[cfg_attr(feature = "feedparser", doc = include_str!("ndjson.md"))]
pub mod ndjson {}

/// The features of the crate, and where the command and the packages for other languages have them.
///
#[cfg_attr(feature = "feedparser", doc = include_str!("packages.md"))]
pub mod packages {}

#[doc = include_str!("comparison.md")]
pub mod comparison {}

/// The speed of the crate next to others, and what a document may cost at most.
///
#[doc = include_str!("speed.md")]
pub mod speed {}

/// What stays as it is in compatible versions, and what may change.
///
#[cfg_attr(feature = "serde", doc = include_str!("stability.md"))]
pub mod stability {}

//! Text in feeds: HTML tags and references, names, URLs, and searches with a bounded cost.
//!
//! [`bozofeed`](https://docs.rs/bozofeed) and its related crates are built on this crate, which does not depend on feeds:
//!
//! | module | purpose |
//! | --- | --- |
//! | [`markup`] | tokens of HTML: tags, attributes and text |
//! | [`html`] | character references, escaping and URLs |
//! | [`forward`], [`delimiters`], [`scan`] | searches; lookaheads are charged |
//! | [`names`](mod@names), [`named`](mod@named), [`nearest`] | case-insensitive name tables, values with names, and likely misspellings |
//! | [`trim`], [`cut`], [`xml_chars`], [`decimal`] | white space, truncation, XML characters, numbers |
//! | [`headers`], [`media_type`] | the header fields of a response, and media types |
//! | [`maps`] | maps with untrusted keys |
//! | [`sorted`](mod@sorted) | sorting with a small code size |
//! | [`included`] | tables that the compiler reads from files |
//!
//! ```
//! use bozofeed_text::markup::{Piece, Pieces};
//!
//! let pieces = Pieces::new("High <b>water</b>").map(|piece| match piece {
//!     Piece::Text(text) | Piece::RawText(text, _) => text.to_owned(),
//!     Piece::Tag(tag) => format!("[{}]", tag.name),
//! });
//! assert_eq!(pieces.collect::<Vec<_>>(), ["High ", "[b]", "water", "[b]"]);
//! ```
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `serde` | no | `Serialize` and `Deserialize` for values with names |
//!
//! The interface may change in any version before 1.0, in step with `bozofeed`.
//!
//! The minimum Rust version is 1.88.

pub mod cut;
pub mod decimal;
pub mod delimiters;
pub mod forward;
pub mod headers;
pub mod html;
pub mod included;
pub mod maps;
pub mod markup;
pub mod media_type;
#[macro_use]
pub mod named;
pub mod names;
pub mod nearest;
pub mod scan;
pub mod sorted;
pub mod trim;
pub mod xml_chars;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

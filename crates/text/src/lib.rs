//! The text of feeds: tags and references of HTML, names, URLs, and searches whose cost is bounded.
//!
//! [`bozofeed`](https://docs.rs/bozofeed) and the crates beside it are written with this one. It knows nothing of feeds:
//!
//! | module | purpose |
//! | --- | --- |
//! | [`markup`] | tokens of HTML: tags, attributes and text |
//! | [`html`] | character references, escaping and URLs |
//! | [`forward`], [`delimiters`], [`scan`] | searches; those that look ahead are charged |
//! | [`names`](mod@names), [`named`](mod@named), [`nearest`] | tables of names without regard to case, values that have names, and likely misspellings |
//! | [`trim`], [`cut`], [`xml_chars`], [`decimal`] | white space, shortening, the characters of XML, numbers |
//! | [`headers`], [`media_type`] | the header fields of a response, and media types |
//! | [`maps`] | maps whose keys a document may choose |
//! | [`sorted`](mod@sorted) | sorting with little code |
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
//! | `serde` | no | `Serialize` and `Deserialize` for values that have names |
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

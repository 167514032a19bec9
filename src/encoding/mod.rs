//! Which characters are these bytes?
//!
//! [`decode`] gives the text of a document, and how its encoding was found; [`determine`] gives the latter alone.
//! An [`EncodingPolicy`] says which evidence counts; the [`Trail`] says what was found, tried, refused and chosen.
//!
//! Evidence is the charset parameter, the byte order mark, the encoding family of the first bytes, the XML declaration,
//! HTML's `meta` elements, the default of the media type, escape sequences, validity as UTF-8, and, if nothing is
//! declared, chardetng's guess and the letter pairs of about fifty languages ([`Detection`]). A candidate is right if the
//! bytes decode in it without a malformed sequence and the text begins like markup.

use std::borrow::Cow;

use crate::diagnostics::Position;
use crate::{Bozo, Headers};

mod binary;
mod byte_order_mark;
mod code_pages;
mod codec;
mod damage;
mod declaration;
mod decoded_text;
mod detector;
mod double_byte;
mod escapes;
mod family;
mod head;
mod hz;
mod iso_2022_jp;
mod iso_2022_kr;
mod johab;
mod label;
mod labels;
mod mapping;
mod media_type;
mod meta;
mod policy;
#[cfg(test)]
mod round_trip;
mod single_byte;
mod sniff;
mod trail;
mod utf_32;
mod utf_7;

pub(crate) use binary::format as binary_format;
pub use media_type::MediaKind;
pub use policy::EncodingPolicy;
pub use trail::{Attempt, AttemptOutcome, Decision, Detection, Evidence, Label, Refusal, Source, Trail};

/// The text of a document, and how its encoding was found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, without byte order marks; an XML declaration stays in its place. Borrowed where the bytes are UTF-8.
    pub text: Cow<'a, str>,
    /// How many bytes precede the text in the document where it is borrowed (a byte order mark's); else 0.
    pub text_start: usize,
    /// How many byte order marks stood before the text. One is the encoding's signature; the others mean nothing.
    pub byte_order_marks: usize,
    /// The label of the encoding as it was given, in lower case.
    pub encoding: Cow<'static, str>,
    /// The canonical name of the codec that decoded the text.
    pub codec: Cow<'static, str>,
    /// What was wrong with the encoding or the media type, as Universal Feed Parser says it.
    pub bozo: Option<Bozo>,
    /// How the encoding was found.
    pub trail: Trail,
}

impl Decoded<'_> {
    /// Where a byte order mark stands behind the one that is the signature.
    pub(crate) fn surplus_mark(&self) -> Option<Position> {
        let surplus = self.byte_order_marks.checked_sub(2)? + 1;
        let offset = self.text_start.saturating_sub(surplus * '\u{FEFF}'.len_utf8());
        Some(Position { offset, line: 1, column: 1 })
    }
}

/// Decodes a document. This never fails: if nothing decodes, the text is read lossily and `bozo` says so. Data that is not
/// text, as a ZIP archive or an image, has no text and no encoding.
pub fn decode<'a>(bytes: &'a [u8], headers: &Headers, policy: &EncodingPolicy) -> Decoded<'a> {
    sniff::sniff(bytes, headers, policy)
}

/// Finds the encoding of a document, and says how.
///
/// The bytes are decoded for it, as nothing else can tell whether an encoding is right; the text is not kept.
pub fn determine(bytes: &[u8], headers: &Headers, policy: &EncodingPolicy) -> Trail {
    decode(bytes, headers, policy).trail
}

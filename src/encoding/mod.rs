//! Encodings: from the bytes of a document to its text.
//!
//! [`decode`] returns the text of a document and how its encoding was determined.
//! An [`EncodingPolicy`] says which evidence counts; the [`Trail`] lists the evidence and every attempt.
//!
//! Evidence is the charset parameter, the byte order mark, the encoding family of the first bytes, the XML declaration,
//! HTML's `meta` elements, the default of the media type, escape sequences, validity as UTF-8, and, if nothing is
//! declared, chardetng's guess and the letter pairs of about fifty languages. A candidate is right if the
//! text begins like markup, and the bytes decode in it without a malformed sequence or with so few that they are damage: one
//! malformed sequence is outweighed by a label, by a single well-formed sequence of UTF-8, or by a few of another encoding.
//!
//! A malformed sequence becomes U+FFFD, as in the Encoding Standard: one for a character that was begun. But a byte between well-formed
//! text becomes its character in windows-1252, two surrogates in UTF-8 become the character that they mean, and an overlong U+0000 is
//! dropped.

use std::borrow::Cow;

use crate::diagnostics::{EncodingError, Position};
use crate::{Bozo, Document, Headers};

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
mod malformed;
mod mapping;
pub(crate) mod media_type;
mod meta;
pub(crate) mod policy;
#[cfg(test)]
mod round_trip;
mod single_byte;
mod sniff;
mod standard;
pub(crate) mod steps;
pub(crate) mod trail;
mod utf_32;
mod utf_7;
mod utf_8;

pub(crate) use binary::format as binary_format;
pub(crate) use meta::is_html;
pub(crate) use policy::EncodingPolicy;
pub use trail::Trail;

/// The text of a document, and how its encoding was determined.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, without byte order marks. An XML declaration is part of it. Borrowed if the bytes are UTF-8.
    pub text: Cow<'a, str>,
    /// The number of bytes before the text in the document (those of a byte order mark) if it is borrowed, else 0.
    pub text_start: usize,
    /// The number of byte order marks before the text. The first one is the signature of the encoding.
    pub(crate) byte_order_marks: usize,
    /// The first malformed sequences, with their offsets in the text.
    pub(crate) malformed: Vec<(usize, EncodingError)>,
    /// The label of the encoding as it was given, in lower case.
    pub encoding: Cow<'static, str>,
    /// The canonical name of the codec that decoded the text.
    pub codec: Cow<'static, str>,
    /// The exception for a wrong encoding or media type, as in Universal Feed Parser.
    pub bozo: Option<Bozo>,
    /// How the encoding was determined.
    pub trail: Trail,
}

impl Decoded<'_> {
    /// Returns the position of a byte order mark after the one that is the signature.
    pub(crate) fn surplus_mark(&self) -> Option<Position> {
        let surplus = self.byte_order_marks.checked_sub(2)? + 1;
        let offset = self.text_start.saturating_sub(surplus * '\u{FEFF}'.len_utf8());
        Some(Position { offset, line: 1, column: 1 })
    }
}

/// Decodes a document. This never fails: if it does not decode in any encoding, it is read with replacement characters and
/// `bozo` is set. Data that is not text, such as a ZIP archive or an image, has no text and no encoding.
///
/// ```
/// use bozofeed::encoding::decode;
/// use bozofeed::{Document, EncodingPolicy};
///
/// let document = Document::new(b"<title>M\xF6we</title>").content_type("text/xml; charset=iso-8859-1");
/// let decoded = decode(&EncodingPolicy::RFC3023, document);
/// assert_eq!(decoded.text, "<title>Möwe</title>");
/// assert_eq!(decoded.encoding, "iso-8859-1");
/// assert_eq!(decoded.trail.source(), Some("charset parameter"));
/// ```
pub fn decode<'a>(policy: &EncodingPolicy, document: impl Into<Document<'a>>) -> Decoded<'a> {
    let Document { bytes, headers, .. } = document.into();
    match bytes {
        Cow::Borrowed(bytes) => decode_bytes(policy, bytes, &headers),
        Cow::Owned(bytes) => {
            let decoded = decode_bytes(policy, &bytes, &headers);
            // The text outlives the bytes here, so it is copied and has no offset in them.
            Decoded { text: Cow::Owned(decoded.text.into_owned()), text_start: 0, ..decoded }
        }
    }
}

/// Decodes the bytes of a document.
pub(crate) fn decode_bytes<'a>(policy: &EncodingPolicy, bytes: &'a [u8], headers: &Headers) -> Decoded<'a> {
    sniff::sniff(bytes, headers, policy)
}

/// Returns whether bytes decode in the encoding of a label without a malformed sequence.
#[cfg(feature = "feedparser")]
pub(crate) fn decodes(label: &str, bytes: &[u8]) -> bool {
    label::codec(label, label::LabelSet::All).is_some_and(|codec| codec.decode(bytes).is_ok())
}

/// Returns how the codec of a label reads bytes, one text for each byte; empty for those that continue a character. `None` if that
/// is only known for all of them together.
pub(crate) fn characters(label: &str, bytes: &[u8]) -> Option<Vec<String>> {
    let codec = label::codec(label, label::LabelSet::All)?;
    if codec.is_single_byte() {
        let ascii = |byte: &u8| byte.is_ascii().then(|| char::from(*byte));
        let character =
            |byte: &u8| codec.character(*byte).or_else(|| ascii(byte)).unwrap_or(char::REPLACEMENT_CHARACTER);
        return Some(bytes.iter().map(|byte| character(byte).into()).collect());
    }
    let mut cells = Vec::with_capacity(bytes.len());
    if codec != codec::Codec::UTF_8 {
        return None;
    }
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            cells.push(c.to_string());
            cells.extend((1..c.len_utf8()).map(|_| String::new()));
        }
        cells.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER.to_string()));
    }
    Some(cells)
}

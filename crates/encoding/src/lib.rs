//! Encodings: from the bytes of a document to its text.
//!
//! [`decode`] returns the text of a document, and how its encoding was determined. An [`EncodingPolicy`] selects the evidence that is
//! used; the [`Trail`] lists the evidence and every attempt.
//!
//! Evidence is the charset parameter, the byte order mark, the encoding family of the first bytes, the XML declaration, HTML's `meta`
//! elements, the default of the media type, escape sequences, validity as UTF-8, and, if nothing is declared, chardetng's guess and the
//! letter pairs of about fifty languages. A candidate is accepted if the text begins like markup, and the bytes decode without malformed
//! sequences or with so few that they can be regarded as damage: a malformed sequence is outweighed by a label, by a single well-formed
//! sequence of UTF-8, or by a few of another encoding.
//!
//! A malformed sequence becomes U+FFFD, as in the Encoding Standard: one for each truncated character. There are exceptions: a byte
//! between well-formed text becomes its character in windows-1252, two surrogates in UTF-8 become the character that they encode, and an
//! overlong U+0000 is dropped.
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `detect-languages` | yes | language statistics for detecting the encoding of bytes without a label |
//! | `serde` | no | `Serialize` and `Deserialize` for trails |
//!
//! The minimum Rust version is 1.88.

use std::borrow::Cow;

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
mod exception;
mod family;
mod head;
mod hz;
mod iso_2022_jp;
mod iso_2022_kr;
mod johab;
mod label;
mod malformed;
mod mapping;
mod media_type;
mod meta;
mod policy;
#[cfg(test)]
mod round_trip;
mod single_byte;
mod sniff;
mod standard;
mod steps;
mod trail;
mod utf_32;
mod utf_7;
mod utf_8;

pub use binary::format as binary_format;
pub use bozofeed_text::headers::Headers;
pub use exception::{Damage, EncodingException, MalformedBytes};
pub use media_type::MediaKind;
pub use meta::is_html;
pub use policy::EncodingPolicy;
pub use steps::{PolicyStep, StepTaken};
pub use trail::{Attempt, AttemptOutcome, Decision, Detection, Evidence, Label, Refusal, Source, Trail};

/// The maximum number of malformed sequences that are described.
pub const MOST_DESCRIBED: usize = 100;

/// The text of a document, and how its encoding was determined.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, without byte order marks. An XML declaration is part of it. Borrowed if the bytes are UTF-8.
    pub text: Cow<'a, str>,
    /// The number of bytes before the text in the document (the byte order mark) if it is borrowed, else 0.
    pub text_start: usize,
    /// The number of byte order marks before the text. The first one is the signature of the encoding.
    pub byte_order_marks: usize,
    /// The first [`MOST_DESCRIBED`] malformed sequences, in document order.
    pub malformed: Vec<MalformedBytes>,
    /// The label of the encoding in the document or its headers, in lower case: `latin-1`.
    pub encoding: Cow<'static, str>,
    /// The canonical name of that encoding: `iso-8859-1`.
    pub codec: Cow<'static, str>,
    /// The exception for a wrong encoding or media type, as in Universal Feed Parser.
    pub exception: Option<EncodingException>,
    /// How the encoding was determined.
    pub trail: Trail,
}

impl Decoded<'_> {
    /// Returns the result with an owned text. Its offsets remain valid.
    pub fn into_owned(mut self) -> Decoded<'static> {
        let text = std::mem::take(&mut self.text).into_owned();
        self.with_text(text)
    }

    /// Returns the result with another text, for which its offsets must also be valid.
    pub fn with_text<'t>(self, text: impl Into<Cow<'t, str>>) -> Decoded<'t> {
        Decoded { text: text.into(), ..self }
    }

    /// Returns the offset in the document of a byte order mark after the signature.
    pub fn surplus_mark(&self) -> Option<usize> {
        let surplus = self.byte_order_marks.checked_sub(2)? + 1;
        Some(self.text_start.saturating_sub(surplus * '\u{FEFF}'.len_utf8()))
    }
}

/// Decodes the bytes of a document. This never fails: if no encoding can decode it, it is read with replacement characters and the
/// exception is set. Binary data, such as a ZIP archive or an image, has no text and no encoding.
///
/// ```
/// use bozofeed_encoding::{EncodingPolicy, Headers, decode};
///
/// let headers: Headers = [("Content-Type", "text/xml; charset=iso-8859-1")].into_iter().collect();
/// let decoded = decode(&EncodingPolicy::RFC3023, b"<title>M\xF6we</title>", &headers);
/// assert_eq!(decoded.text, "<title>Möwe</title>");
/// assert_eq!(decoded.encoding, "iso-8859-1");
/// assert_eq!(decoded.trail.source(), Some("charset parameter"));
/// ```
pub fn decode<'a>(policy: &EncodingPolicy, bytes: &'a [u8], headers: &Headers) -> Decoded<'a> {
    sniff::sniff(bytes, headers, policy)
}

/// Returns whether the encoding of a label can decode bytes without malformed sequences.
pub fn decodes(label: &str, bytes: &[u8]) -> bool {
    label::codec(label, label::LabelSet::All).is_some_and(|codec| codec.decode(bytes).is_ok())
}

/// Decodes each byte separately with the codec of a label. Returns a text for each byte, which is empty for bytes that continue a
/// character. `None` if the bytes can only be decoded together.
pub fn characters(label: &str, bytes: &[u8]) -> Option<Vec<String>> {
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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

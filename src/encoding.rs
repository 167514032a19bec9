//! Encodings: decodes the bytes of a document to its text.
//!
//! [`decode`] returns the text of a document and the way in which its encoding was determined. An [`EncodingPolicy`] specifies the
//! precedence of the evidence; the [`Trail`] lists the evidence and every attempt. The crate
//! [`bozofeed-encoding`](https://docs.rs/bozofeed-encoding/0.2) describes the evidence, and the treatment of malformed sequences.

use std::borrow::Cow;

#[doc(inline)]
pub use bozofeed_encoding::{Decoded, EncodingException, MalformedBytes, Trail};
pub(crate) use bozofeed_encoding::{EncodingPolicy, decode as decode_bytes};

use crate::Document;

/// Decodes a document. This never fails: a document that cannot be decoded in any encoding is decoded with replacement characters,
/// and the exception is set. Data that is not text, such as a ZIP archive or an image, has no text and no encoding.
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
            // Here, the text outlives the bytes, so it is copied and has no offset in them.
            let mut decoded = decode_bytes(policy, &bytes, &headers).into_owned();
            decoded.text_start = 0;
            decoded
        }
    }
}

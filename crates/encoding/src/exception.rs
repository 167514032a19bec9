//! The exceptions of the decoder.

use std::fmt;

/// The encoding rule that a document breaks as a whole. `bozofeed` converts it to a `Bozo`, which has a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodingException {
    /// The document is not in its declared encoding, or is damaged.
    CharacterEncodingOverride {
        /// The encoding that was tried first.
        declared: String,
        /// The encoding that was used to decode the document.
        used: String,
        /// The malformed sequences, if there are any.
        damage: Option<Damage>,
    },
    /// The document is malformed in each encoding that was tried.
    CharacterEncodingUnknown {
        /// The labels, in the order in which they were tried.
        tried: Vec<String>,
    },
    /// The media type is not one for feeds (RFC 3023 §3).
    NonXMLContentType {
        /// The Content-Type field; `None` if it is absent.
        content_type: Option<String>,
    },
    /// The bytes are an image, an archive or other data.
    NotText,
}

/// A malformed sequence of bytes in a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MalformedBytes {
    /// The offset of its replacement in the text.
    pub offset: usize,
    /// The bytes in hexadecimal, separated by spaces, at most eight of them.
    pub bytes: String,
    /// Whether the sequence became U+FFFD.
    pub is_lost: bool,
}

/// The malformed sequences in a decoded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Damage {
    /// The number of malformed sequences.
    pub count: usize,
    /// The number of all sequences, multi-byte or malformed; in a single-byte encoding, the number of non-ASCII bytes.
    pub sequences: usize,
    /// The offset of the first malformed one in the document, in bytes.
    pub offset: usize,
    /// Its line, counted from 1.
    pub line: usize,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, sequences, line, .. } = self;
        let first = if *count == 1 { "" } else { "the first " };
        write!(f, "{} of {} sequences malformed, {first}at line {line}", Grouped(*count), Grouped(*sequences))
    }
}

/// A number with its digits in groups of three.
struct Grouped(usize);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            fmt::Write::write_char(f, digit)?;
        }
        Ok(())
    }
}

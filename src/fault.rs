//! What is wrong in a document, one fault at a time, and where it stands.

use std::fmt;

/// How much of the content a fault cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// A label was wrong; the content is intact.
    Benign,
    /// The structure was repaired; nothing is known to be missing.
    Mended,
    /// Something is missing or could not be read.
    Lossy,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Benign => "benign",
            Self::Mended => "mended",
            Self::Lossy => "lossy",
        })
    }
}

/// A rule of XML 1.0 (Fifth Edition) or Namespaces in XML 1.0 that a document breaks; the section stands behind each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum WellFormednessError {
    /// A character outside the production `Char`, as it is or as a reference (§2.2).
    #[error("the character U+{0:04X} is not allowed in XML")]
    ForbiddenCharacter(u32),
}

impl WellFormednessError {
    /// Whether mending it cost content.
    pub fn severity(&self) -> Severity {
        Severity::Mended
    }
}

/// A place in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Position {
    /// Bytes from the start of the document. Where the document is not UTF-8: bytes of the decoded, UTF-8 text.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Position {
    /// The position of the byte at `offset` in `text`; `start` is what precedes `text` in the document (a byte order mark).
    pub(crate) fn of(text: &str, offset: usize, start: usize) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        // A character is counted at its first byte, so an offset inside one is no trouble.
        let characters = before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count();
        Self {
            offset: offset + start,
            line: 1 + memchr::memchr_iter(b'\n', before).count(),
            column: 1 + characters,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One thing that is wrong with the document, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub error: WellFormednessError,
    /// Where it stands.
    pub position: Position,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.error)
    }
}

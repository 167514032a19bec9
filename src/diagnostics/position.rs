//! Positions in a document.

use std::fmt;

/// A position in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Position {
    /// The number of bytes before it. If the document is not UTF-8, bytes of the text decoded to UTF-8.
    pub offset: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
}

impl Position {
    /// The start of the document.
    pub(crate) const START: Self = Self { offset: 0, line: 1, column: 1 };
}

/// Converts ascending byte offsets to positions in a single pass over the text.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    bytes: &'t [u8],
    /// The number of bytes of the document before the text.
    start: usize,
    line: usize,
    line_start: usize,
    at: usize,
}

impl<'t> Lines<'t> {
    /// Creates a converter for `text`, which begins `start` bytes into the document.
    pub(crate) fn new(text: &'t str, start: usize) -> Self {
        Self { bytes: text.as_bytes(), start, line: 1, line_start: 0, at: 0 }
    }

    /// Returns the position of the byte at `offset`, which must not be less than that of the previous call.
    pub(crate) fn position(&mut self, offset: usize) -> Position {
        let offset = offset.clamp(self.at, self.bytes.len().max(self.at));
        for newline in memchr::memchr_iter(b'\n', self.bytes.get(self.at..offset).unwrap_or_default()) {
            self.line += 1;
            self.line_start = self.at + newline + 1;
        }
        self.at = offset;
        // Only first bytes of characters count, so an offset inside a character is harmless.
        let before = self.bytes.get(self.line_start..offset).unwrap_or_default();
        let column = 1 + before.iter().filter(|&&b| b & 0xC0 != 0x80).count();
        Position { offset: offset + self.start, line: self.line, column }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

//! Positions in a document.

use std::fmt;

/// A position in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Position {
    /// The number of bytes before it. If the document is not UTF-8, bytes are counted in the text decoded to UTF-8.
    pub offset: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
}

impl Position {
    /// The start of the document.
    pub(crate) const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// Returns the position for an offset before the text: the start of its first line.
    pub(crate) fn before_text(offset: usize) -> Self {
        Self { offset, ..Self::START }
    }
}

/// The distance between the checkpoints of [`Positions`], in bytes.
const BLOCK: usize = 1024;

/// Converts byte offsets to positions. The text is indexed once, up to the largest offset requested. After that, a query takes
/// constant time, regardless of the offset and the length of its line.
#[derive(Debug, Clone)]
pub struct Positions<'t> {
    bytes: &'t [u8],
    /// The number of bytes of the document before the text.
    start: usize,
    /// The line and the column at the beginning of each block, in the indexed part of the text.
    checkpoints: Vec<(usize, usize)>,
    /// The offset, line and column of the last answer: the next query is often close to it.
    last: (usize, (usize, usize)),
}

impl<'t> Positions<'t> {
    /// Creates a converter for `text`, which begins `start` bytes into the document.
    pub(crate) fn new(text: &'t str, start: usize) -> Self {
        Self { bytes: text.as_bytes(), start, checkpoints: vec![(1, 1)], last: (0, (1, 1)) }
    }

    /// Returns the position of the byte at `offset`.
    pub fn of(&mut self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        let block = offset / BLOCK;
        let mut last = self.checkpoints.last().copied().unwrap_or((1, 1));
        for block in self.checkpoints.len()..=block {
            last = advance(last, self.between((block - 1) * BLOCK, block * BLOCK));
            self.checkpoints.push(last);
        }
        let checkpoint = (block * BLOCK, self.checkpoints.get(block).copied().unwrap_or(last));
        // Offsets usually come in order, so the last one is often closer than the start of the block.
        let is_closer = (checkpoint.0..=offset).contains(&self.last.0);
        let (from, known) = if is_closer { self.last } else { checkpoint };
        let (line, column) = advance(known, self.between(from, offset));
        self.last = (offset, (line, column));
        Position { offset: offset + self.start, line, column }
    }

    fn between(&self, from: usize, to: usize) -> &'t [u8] {
        self.bytes.get(from..to).unwrap_or_default()
    }
}

/// Returns the line and the column after `bytes`.
fn advance((line, column): (usize, usize), bytes: &[u8]) -> (usize, usize) {
    // Only first bytes of characters count, so an offset inside a character is harmless.
    let characters = |bytes: &[u8]| bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count();
    match bozofeed_text::forward::memrchr(b'\n', bytes) {
        Some(newline) => {
            let (before, after) = bytes.split_at(newline + 1);
            (line + bozofeed_text::forward::memchr_iter(b'\n', before).count(), 1 + characters(after))
        }
        None => (line, column + characters(bytes)),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_counting_in_any_order() {
        let text =
            "é\u{1F6A2}a\n".repeat(BLOCK / 4) + &"ü".repeat(BLOCK * 3) + "\n" + &"x".repeat(BLOCK) + "\ny";
        let counted = |offset: usize| {
            let before = &text.as_bytes()[..offset];
            let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |newline| newline + 1);
            let column = before[line_start..].iter().filter(|b| **b & 0xC0 != 0x80).count();
            (1 + bozofeed_text::forward::memchr_iter(b'\n', before).count(), 1 + column)
        };
        let mut positions = Positions::new(&text, 3);
        let offsets = (0..text.len()).step_by(97).chain([0, BLOCK, BLOCK - 1, text.len(), text.len() + 9]);
        for offset in offsets.clone().chain(offsets.rev()) {
            let found = positions.of(offset);
            let offset = offset.min(text.len());
            assert_eq!((found.line, found.column), counted(offset), "{offset}");
            assert_eq!(found.offset, offset + 3);
        }
    }
}

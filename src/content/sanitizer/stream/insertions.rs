//! Tags that are inserted into the output after more was written.

use std::borrow::Cow;

/// A tag that is inserted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Insertion<'r> {
    /// The end tag of an element.
    End(&'r str),
    /// A copy of this span of the output.
    Copy((usize, usize)),
}

/// The insertions, by their offsets in the output without them.
#[derive(Debug, Default)]
pub(super) struct Insertions<'r> {
    pieces: Vec<(usize, isize, Insertion<'r>)>,
}

impl<'r> Insertions<'r> {
    /// Inserts a piece after others at the same offset.
    pub(super) fn end(&mut self, at: usize, piece: Insertion<'r>) {
        let order = isize::try_from(self.pieces.len()).unwrap_or(isize::MAX);
        self.pieces.push((at, order, piece));
    }

    /// Inserts a piece before others at the same offset.
    pub(super) fn start(&mut self, at: usize, piece: Insertion<'r>) {
        let order = isize::try_from(self.pieces.len()).unwrap_or(isize::MAX);
        // A negative order sorts before those of all earlier pieces.
        self.pieces.push((at, -order, piece));
    }

    /// Returns the output with the insertions.
    pub(super) fn apply(mut self, out: Cow<'_, str>) -> Cow<'_, str> {
        if self.pieces.is_empty() {
            return out;
        }
        // The order of two pieces at one offset is part of the key, so that sorting need not be stable.
        self.pieces.sort_unstable_by_key(|&(at, order, _)| (at, order));
        let mut text = String::with_capacity(out.len() + self.pieces.len() * 8);
        let mut copied = 0;
        for (at, _, piece) in self.pieces {
            text.push_str(out.get(copied..at).unwrap_or_default());
            copied = at;
            match piece {
                Insertion::End(name) => {
                    text.push_str("</");
                    text.push_str(name);
                    text.push('>');
                }
                Insertion::Copy((from, to)) => text.push_str(out.get(from..to).unwrap_or_default()),
            }
        }
        text.push_str(out.get(copied..).unwrap_or_default());
        Cow::Owned(text)
    }
}

//! Tags that are inserted into earlier output.

use std::borrow::Cow;

use bozofeed_text::sorted::sorted;

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
    pieces: Vec<Insertion<'r>>,
    /// For each piece, its offset and its position among others there, so that only numbers are sorted.
    places: Vec<(usize, usize)>,
}

/// The position of the first piece. Pieces after others count up from here, and pieces before others count down.
const MIDDLE: usize = usize::MAX / 2;

impl<'r> Insertions<'r> {
    /// Inserts a piece after others at the same offset.
    pub(super) fn end(&mut self, at: usize, piece: Insertion<'r>) {
        self.places.push((at, MIDDLE + self.pieces.len()));
        self.pieces.push(piece);
    }

    /// Inserts a piece before others at the same offset.
    pub(super) fn start(&mut self, at: usize, piece: Insertion<'r>) {
        self.places.push((at, MIDDLE - self.pieces.len()));
        self.pieces.push(piece);
    }

    /// Returns the output with the insertions.
    pub(super) fn apply(self, out: Cow<'_, str>) -> Cow<'_, str> {
        if self.pieces.is_empty() {
            return out;
        }
        let mut text = String::with_capacity(out.len() + self.pieces.len() * 8);
        let mut copied = 0;
        // All positions are distinct, so sorting need not be stable.
        for (at, place) in sorted(self.places) {
            let Some(piece) = self.pieces.get(place.abs_diff(MIDDLE)).copied() else { continue };
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

//! Tags that are inserted into the output after more was written.

use std::borrow::Cow;
use std::collections::VecDeque;

use crate::diagnostics::in_order;

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
    /// Those at the same offset stay in this order.
    pieces: VecDeque<(usize, Insertion<'r>)>,
}

impl<'r> Insertions<'r> {
    /// Inserts a piece after others at the same offset.
    pub(super) fn end(&mut self, at: usize, piece: Insertion<'r>) {
        self.pieces.push_back((at, piece));
    }

    /// Inserts a piece before others at the same offset.
    pub(super) fn start(&mut self, at: usize, piece: Insertion<'r>) {
        self.pieces.push_front((at, piece));
    }

    /// Returns the output with the insertions.
    pub(super) fn apply(self, out: Cow<'_, str>) -> Cow<'_, str> {
        if self.pieces.is_empty() {
            return out;
        }
        let mut text = String::with_capacity(out.len() + self.pieces.len() * 8);
        let mut copied = 0;
        for (at, piece) in in_order(self.pieces.into(), |(at, _)| *at) {
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

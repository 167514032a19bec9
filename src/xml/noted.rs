//! What was met on the way, by its place; lines and columns are worked out only when somebody is told of them.

use crate::fault::{Position, WellFormednessError};

/// How many are kept; the rest is only counted.
pub(crate) const KEPT: usize = 100;

/// The faults met so far.
pub(crate) type Faults = Noted<WellFormednessError>;

/// Things that were noted, each with the byte offset in the text where it stands.
#[derive(Debug)]
pub(crate) struct Noted<T> {
    kept: Vec<(usize, T)>,
    count: usize,
    quiet: usize,
}

impl<T> Default for Noted<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), count: 0, quiet: 0 }
    }
}

impl<T> Noted<T> {
    /// Notes a thing. It is built only when it will be kept.
    #[cold]
    pub(crate) fn add(&mut self, offset: usize, thing: impl FnOnce() -> T) {
        if offset < self.quiet {
            return;
        }
        self.count += 1;
        if self.kept.len() < KEPT {
            self.kept.push((offset, thing()));
        }
    }

    /// Up to this offset nothing is noted: XML takes all of it for the content of a CDATA section.
    pub(super) fn quiet_until(&mut self, offset: usize) {
        self.quiet = offset;
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// All in document order with their positions. `start`: bytes of the document before the text.
    pub(crate) fn into_positioned(mut self, text: &str, start: usize) -> impl Iterator<Item = (T, Position)> {
        self.kept.sort_by_key(|(offset, _)| *offset);
        let bytes = text.as_bytes();
        let (mut line, mut line_start, mut at) = (1, 0, 0);
        self.kept.into_iter().map(move |(offset, thing)| {
            let offset = offset.min(bytes.len());
            for newline in memchr::memchr_iter(b'\n', &bytes[at..offset]) {
                line += 1;
                line_start = at + newline + 1;
            }
            at = offset;
            // A character is counted at its first byte.
            let column = 1 + bytes[line_start..offset].iter().filter(|&&b| b & 0xC0 != 0x80).count();
            (thing, Position { offset: offset + start, line, column })
        })
    }
}

//! What was met on the way, by its place; lines and columns are worked out only when somebody is told of them.

use crate::fault::{Lines, Position, WellFormednessError};

/// How many are kept; the rest is only counted.
pub(crate) const KEPT: usize = 100;

/// The faults met so far.
pub(crate) type Faults = Noted<WellFormednessError>;

/// Things that were noted, each with the byte offset in the text where it stands.
#[derive(Debug)]
pub(crate) struct Noted<T> {
    kept: Vec<(usize, T)>,
    count: usize,
}

impl<T> Default for Noted<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), count: 0 }
    }
}

impl<T> Noted<T> {
    /// Notes a thing. It is built only when it will be kept.
    #[cold]
    pub(crate) fn add(&mut self, offset: usize, thing: impl FnOnce() -> T) {
        self.count += 1;
        if self.kept.len() < KEPT {
            self.kept.push((offset, thing()));
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether something was noted there.
    pub(super) fn is_noted_at(&self, offset: usize) -> bool {
        self.kept.iter().any(|(kept, _)| *kept == offset)
    }

    /// Whether all that was noted, as far as it is kept, is of one kind.
    pub(super) fn all(&self, is: impl Fn(&T) -> bool) -> bool {
        self.kept.iter().all(|(_, thing)| is(thing))
    }

    /// All that was kept, by offset.
    pub(crate) fn into_kept(self) -> impl Iterator<Item = (usize, T)> {
        self.kept.into_iter()
    }

    /// All in document order with their positions. `start`: bytes of the document before the text.
    pub(crate) fn into_positioned(mut self, text: &str, start: usize) -> impl Iterator<Item = (T, Position)> {
        self.kept.sort_by_key(|(offset, _)| *offset);
        let mut lines = Lines::new(text, start);
        self.kept.into_iter().map(move |(offset, thing)| (thing, lines.position(offset)))
    }
}

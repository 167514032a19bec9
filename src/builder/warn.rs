//! Warnings: what was said could not be understood.

use super::Builder;
use crate::fault::Position;
use crate::warning::{Warning, WarningKind};

/// A warning whose place is an offset still.
#[derive(Debug)]
pub(crate) struct Unplaced {
    kind: WarningKind,
    value: String,
    path: String,
}

impl Unplaced {
    pub(crate) fn at(self, position: Position) -> Warning {
        let Self { kind, value, path } = self;
        Warning { kind, value, path, position }
    }
}

impl Builder<'_, '_> {
    /// Warns of a value of the element that is being read.
    #[cold]
    pub(super) fn warn(&mut self, kind: WarningKind, value: &str) {
        let path = || self.reader.path_to(self.offset);
        self.warnings.add(self.offset, || Unplaced { kind, value: value.to_owned(), path: path() });
    }
}

//! Warnings: what was said could not be understood.

use super::Builder;
use crate::warning::{Unplaced, WarningKind};

impl Builder<'_, '_> {
    /// Warns of a value of the element that is being read.
    #[cold]
    pub(super) fn warn(&mut self, kind: WarningKind, value: &str) {
        let path = || self.reader.path_to(self.offset);
        self.warnings.add(self.offset, || Unplaced { kind, value: value.to_owned(), path: path() });
    }
}

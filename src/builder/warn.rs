//! Warnings: what was said could not be understood.

use super::{Builder, Kind};
use crate::warning::{Unplaced, WarningKind};

impl Builder<'_, '_> {
    /// Warns of a value of the element that is being read.
    #[cold]
    pub(super) fn warn(&mut self, kind: WarningKind, value: &str) {
        let path = || self.reader.path_to(self.offset);
        self.warnings.add(self.offset, || Unplaced { kind, value: value.to_owned(), path: path() });
    }

    /// Warns of a value of an element in a scope that has ended, or of a link of it.
    #[cold]
    pub(super) fn warn_within(
        &mut self,
        (scope, start): (Kind, usize),
        element: Option<usize>,
        kind: WarningKind,
        value: &str,
    ) {
        // The elements around the feed have ended as well.
        let scope = if scope == Kind::Feed { self.feed_path.clone() } else { self.reader.path_to(start) };
        let path = match element {
            Some(element) => format!("{scope}/{}", self.reader.name_at(element)),
            None => scope,
        };
        self.warnings.add(element.unwrap_or(start), || Unplaced { kind, value: value.to_owned(), path });
    }
}

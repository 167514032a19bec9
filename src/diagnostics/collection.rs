//! Diagnostics collected by byte offset while a document is read.

use super::position::{Position, Positions};
use bozofeed_text::cut;
use bozofeed_text::sorted::sorted;

/// The number of diagnostics kept per kind. Further ones are only counted.
pub(crate) const KEPT: usize = bozofeed_encoding::MOST_DESCRIBED;

/// The longest text in a diagnostic, in bytes: many places in a document can refer to the same long text.
const LONGEST: usize = 1000;

/// Truncates a text that is too long for a diagnostic.
pub(crate) fn beginning(text: &str) -> &str {
    cut::beginning(text, LONGEST)
}

/// A fault or a warning.
pub(crate) trait Diagnostic {
    /// Whether it is a fault. The verdict depends on faults.
    const IS_FAULT: bool = false;

    /// Calls `cut` with each text that comes from the document.
    fn shorten(&mut self, cut: impl FnMut(&mut String));

    /// Returns whether a document with this diagnostic is not well-formed.
    fn breaks_grammar(&self) -> bool {
        false
    }
}

/// Types of fault fields other than text.
macro_rules! without_text {
    ($($kind:ty),+) => {
        $(
            impl Diagnostic for $kind {
                fn shorten(&mut self, _: impl FnMut(&mut String)) {}
            }
        )+
    };
}

without_text!(bool, char, u16, u32);

impl Diagnostic for String {
    fn shorten(&mut self, mut cut: impl FnMut(&mut String)) {
        cut(self);
    }
}

fn shorten(text: &mut String) {
    // The capacity, since a short text may occupy the memory of a long one.
    if text.capacity() > LONGEST {
        *text = beginning(text).to_owned();
    }
}

/// Faults or warnings, each with its byte offset in the text.
#[derive(Debug, Clone)]
pub(crate) struct Diagnostics<T> {
    kept: Vec<(usize, T)>,
    count: usize,
    /// The maximum number kept.
    most: usize,
    /// Whether no fault that breaks the grammar was kept yet, although the verdict depends on it.
    is_undecided: bool,
}

impl<T: Diagnostic> Default for Diagnostics<T> {
    fn default() -> Self {
        Self::keeping(KEPT)
    }
}

impl<T: Diagnostic> Diagnostics<T> {
    /// Returns a collection that keeps the first `most` diagnostics. It always keeps at least [`KEPT`] faults, and the first fault
    /// that breaks the grammar, since the verdict depends on them.
    pub(crate) fn keeping(most: usize) -> Self {
        Self { kept: Vec::new(), count: 0, most, is_undecided: T::IS_FAULT }
    }

    /// Adds a diagnostic. `diagnostic` is only called if the result may be kept; long texts in it are truncated.
    #[cold]
    pub(crate) fn add(&mut self, offset: usize, diagnostic: impl FnOnce() -> T) {
        self.count += 1;
        let has_room = self.kept.len() < if T::IS_FAULT { self.most.max(KEPT) } else { self.most };
        if !has_room && !self.is_undecided {
            return;
        }
        let diagnostic = diagnostic();
        let breaks_grammar = diagnostic.breaks_grammar();
        if has_room || breaks_grammar {
            self.keep(offset, diagnostic);
        }
        self.is_undecided &= !breaks_grammar;
    }

    fn keep(&mut self, offset: usize, mut diagnostic: T) {
        diagnostic.shorten(shorten);
        self.kept.push((offset, diagnostic));
    }
}

impl<T> Diagnostics<T> {
    /// Returns the maximum number of diagnostics returned.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Returns the number of diagnostics added, including those that were not kept.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns whether a diagnostic at `offset` was kept.
    pub(crate) fn contains_offset(&self, offset: usize) -> bool {
        self.kept.iter().any(|(kept, _)| *kept == offset)
    }

    /// Returns whether `predicate` holds for every diagnostic that was kept.
    pub(crate) fn all(&self, predicate: impl Fn(&T) -> bool) -> bool {
        self.kept.iter().all(|(_, diagnostic)| predicate(diagnostic))
    }

    /// Returns the kept diagnostics with their offsets, in the order in which they were added.
    pub(crate) fn into_kept(self) -> impl Iterator<Item = (usize, T)> {
        self.kept.into_iter()
    }

    /// Returns the kept diagnostics with their positions, in document order.
    pub(crate) fn into_positioned(
        mut self,
        positions: &mut Positions<'_>,
    ) -> impl Iterator<Item = (T, Position)> {
        self.kept = in_order(self.kept, |(offset, _)| *offset);
        self.kept.into_iter().map(move |(offset, diagnostic)| (diagnostic, positions.of(offset)))
    }
}

/// Sorts by offset; equal offsets keep their order. Indices are sorted instead of the items themselves, so that one function serves
/// all kinds.
pub(super) fn in_order<T>(list: Vec<T>, offset: impl Fn(&T) -> usize) -> Vec<T> {
    let order: Vec<(usize, usize)> = list.iter().enumerate().map(|(at, one)| (offset(one), at)).collect();
    if order.is_sorted() {
        return list;
    }
    // The index is part of the key, so diagnostics at the same offset stay in the order in which they were found.
    let mut list: Vec<Option<T>> = list.into_iter().map(Some).collect();
    sorted(order).into_iter().filter_map(|(_, at)| list.get_mut(at)?.take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Diagnostic for usize {
        fn shorten(&mut self, _: impl FnMut(&mut String)) {}
    }

    #[test]
    fn long_texts_are_cut_and_leave_no_room() {
        for (text, expected) in
            [("é".repeat(LONGEST), LONGEST), ("é".repeat(9), 18), ("aé".repeat(LONGEST), 999 + 1)]
        {
            let mut diagnostics = Diagnostics::default();
            diagnostics.add(0, || text);
            let (_, kept) = diagnostics.into_kept().next().unwrap();
            assert_eq!(kept.len(), expected);
            assert!(kept.capacity() <= LONGEST);
        }
    }

    #[test]
    fn diagnostics_are_positioned_in_document_order() {
        let text = "ab\né\u{1F6A2}c\nd";
        let mut diagnostics = Diagnostics::default();
        for offset in [text.len(), 4, 0, 9, 3, 5] {
            diagnostics.add(offset, || offset);
        }
        let positions: Vec<_> = diagnostics
            .into_positioned(&mut Positions::new(text, 3))
            .map(|(offset, position)| (offset, position.offset, position.line, position.column))
            .collect();
        assert_eq!(
            positions,
            [(0, 3, 1, 1), (3, 6, 2, 1), (4, 7, 2, 2), (5, 8, 2, 2), (9, 12, 2, 3), (text.len(), 15, 3, 2)]
        );
    }

    #[test]
    fn diagnostics_beyond_the_first_hundred_are_only_counted() {
        let mut diagnostics = Diagnostics::default();
        for offset in 0..KEPT + 5 {
            diagnostics.add(offset, || {
                assert!(offset < KEPT);
                offset
            });
        }
        assert_eq!(diagnostics.count(), KEPT + 5);
        assert_eq!(diagnostics.into_kept().count(), KEPT);
    }

    #[test]
    fn the_first_fault_that_breaks_the_grammar_is_kept() {
        use crate::diagnostics::JsonError::{InvalidEscape, LoneSurrogate};
        let mut diagnostics = Diagnostics::default();
        for fault in vec![LoneSurrogate(0xD800); KEPT + 1].into_iter().chain([InvalidEscape, InvalidEscape]) {
            diagnostics.add(0, || fault);
        }
        let kept: Vec<_> = diagnostics.into_kept().map(|(_, fault)| fault).collect();
        assert_eq!(kept[KEPT - 1..], [LoneSurrogate(0xD800), InvalidEscape]);
    }

    #[test]
    fn diagnostics_at_one_offset_keep_their_order() {
        for (list, expected) in [
            (vec![], vec![]),
            (vec![(1, 'a'), (1, 'b'), (2, 'c')], vec!['a', 'b', 'c']),
            (vec![(2, 'c'), (1, 'a'), (2, 'd'), (1, 'b')], vec!['a', 'b', 'c', 'd']),
        ] {
            let found: Vec<char> =
                in_order(list, |(offset, _)| *offset).into_iter().map(|(_, one)| one).collect();
            assert_eq!(found, expected);
        }
    }
}

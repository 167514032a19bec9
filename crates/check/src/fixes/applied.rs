//! Changes that are applied to a document together.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Edit, Fix, Named};

/// An applied edit.
#[derive(Debug)]
struct Made<'f> {
    edit: &'f Edit,
    /// The index of its change.
    owner: usize,
    /// The offset of its replacement in the new document.
    new_start: usize,
}

/// Changes applied to a document, with a mapping of offsets.
#[derive(Debug)]
pub(crate) struct Applied<'f> {
    /// The document after the changes.
    pub(crate) bytes: Vec<u8>,
    /// The applied changes. Changes whose edits are all made by others are not among them.
    pub(crate) fixes: Vec<&'f Fix>,
    /// In document order. They do not overlap.
    edits: Vec<Made<'f>>,
}

impl<'f> Applied<'f> {
    /// Applies changes to a document. Only the first of several overlapping changes is applied.
    pub(crate) fn of(document: &[u8], fixes: impl Iterator<Item = &'f Fix>) -> Self {
        let mut accepted: BTreeMap<(usize, usize), (&Edit, usize)> = BTreeMap::new();
        let mut applied =
            Self { bytes: Vec::with_capacity(document.len()), fixes: Vec::new(), edits: Vec::new() };
        for fix in fixes {
            let is_known = |edit: &Edit| {
                accepted.get(&(edit.range.start, edit.range.end)).is_some_and(|(known, _)| *known == edit)
            };
            let is_free = |edit: &Edit| {
                let Range { start, end } = edit.range;
                // Accepted edits do not overlap.
                let before = accepted.range(..(end, 0)).next_back();
                !accepted.contains_key(&(start, end)) && before.is_none_or(|((_, to), _)| *to <= start)
            };
            if fix.edits.iter().all(is_known) || !fix.edits.iter().all(|edit| is_known(edit) || is_free(edit))
            {
                continue;
            }
            let owner = applied.fixes.len();
            applied.fixes.push(fix);
            for edit in &fix.edits {
                accepted.entry((edit.range.start, edit.range.end)).or_insert((edit, owner));
            }
        }
        let mut at = 0;
        for (edit, owner) in accepted.into_values() {
            let Range { start, end } = edit.range;
            applied.bytes.extend_from_slice(document.get(at..start).unwrap_or_default());
            applied.edits.push(Made { edit, owner, new_start: applied.bytes.len() });
            applied.bytes.extend_from_slice(edit.replacement.as_bytes());
            at = at.max(end);
        }
        applied.bytes.extend_from_slice(document.get(at..).unwrap_or_default());
        applied
    }

    /// Returns whether the edits of a change were applied.
    pub(crate) fn makes(&self, fix: &Fix) -> bool {
        fix.edits.iter().all(|edit| {
            let key = (edit.range.start, edit.range.end);
            let found =
                self.edits.binary_search_by_key(&key, |made| (made.edit.range.start, made.edit.range.end));
            found.ok().and_then(|at| self.edits.get(at)).is_some_and(|made| made.edit == edit)
        })
    }

    /// Returns the parts named by the changes.
    pub(crate) fn named(&self) -> impl Iterator<Item = &'f Named> {
        self.fixes.iter().map(|fix| &fix.named)
    }

    /// Returns the last edit that begins at or before an offset in the original document.
    fn last_before(&self, offset: usize) -> Option<&Made<'f>> {
        let before = self.edits.partition_point(|made| made.edit.range.start <= offset);
        before.checked_sub(1).and_then(|at| self.edits.get(at))
    }

    /// Returns whether the text at an offset is replaced by a change with named parts.
    pub(crate) fn names_old(&self, offset: usize) -> bool {
        self.last_before(offset).is_some_and(|made| offset < made.edit.range.end && self.names(made))
    }

    /// Returns whether the text at an offset in the changed document was written by a change with named parts.
    pub(crate) fn names_new(&self, offset: usize) -> bool {
        self.made_before(offset)
            .is_some_and(|made| offset < made.new_start + made.edit.replacement.len() && self.names(made))
    }

    fn names(&self, made: &Made<'_>) -> bool {
        self.fixes.get(made.owner).is_some_and(|fix| fix.named != Named::default())
    }

    fn made_before(&self, new_offset: usize) -> Option<&Made<'f>> {
        let before = self.edits.partition_point(|made| made.new_start <= new_offset);
        before.checked_sub(1).and_then(|at| self.edits.get(at))
    }

    /// Converts an offset in the changed document to an offset in the original one.
    pub(crate) fn old_offset(&self, offset: usize) -> usize {
        let Some(made) = self.made_before(offset) else { return offset };
        match offset.checked_sub(made.new_start + made.edit.replacement.len()) {
            Some(after) => made.edit.range.end + after,
            // A replacement begins where the replaced text began.
            None => made.edit.range.start,
        }
    }

    /// Converts an offset in the original document to an offset in the changed one.
    pub(crate) fn new_offset(&self, offset: usize) -> usize {
        let Some(made) = self.last_before(offset) else { return offset };
        match offset.checked_sub(made.edit.range.end) {
            Some(after) => made.new_start + made.edit.replacement.len() + after,
            None => made.new_start,
        }
    }

    /// Returns the change that is likely to have an effect at an offset in the original document: the last one before it.
    pub(crate) fn suspect(&self, offset: usize) -> Option<&'f Fix> {
        let made = self.last_before(offset).or(self.edits.first())?;
        self.fixes.get(made.owner).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(edits: &[(Range<usize>, &str)]) -> Fix {
        Fix::safe("", edits.iter().map(|(range, text)| Edit::of_test(range.clone(), text)).collect())
    }

    #[test]
    fn edits_that_overlap_are_left_for_the_next_time() {
        let mut wrong = Vec::new();
        for (fixes, expected, count) in [
            (vec![fix(&[(1..2, "x")]), fix(&[(2..3, "y")])], "axyd", 2),
            (vec![fix(&[(1..3, "x")]), fix(&[(2..3, "y")])], "axd", 1),
            (vec![fix(&[(2..3, "y")]), fix(&[(1..3, "x")])], "abyd", 1),
            // Two changes that make the same edit count as one.
            (vec![fix(&[(1..1, "x")]), fix(&[(1..1, "x")])], "axbcd", 1),
            (vec![fix(&[(1..1, "x")]), fix(&[(1..1, "y")])], "axbcd", 1),
            (vec![fix(&[(1..2, "x")]), fix(&[(1..1, "y")])], "ayxcd", 2),
            (vec![fix(&[(0..4, "x")]), fix(&[(2..2, "y")])], "x", 1),
            (vec![fix(&[(2..2, "y")]), fix(&[(0..4, "x")])], "abycd", 1),
            (vec![fix(&[(0..1, "x"), (3..4, "z")]), fix(&[(1..3, "")])], "xz", 2),
            (vec![fix(&[(1..2, "x")]), fix(&[(0..1, "w"), (1..2, "v")])], "axcd", 1),
            (vec![fix(&[])], "abcd", 0),
        ] {
            let Applied { bytes, fixes: applied, .. } = Applied::of(b"abcd", fixes.iter());
            if (bytes.as_slice(), applied.len()) != (expected.as_bytes(), count) {
                wrong.push((fixes.clone(), String::from_utf8(bytes), applied.len()));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn offsets_are_found_before_and_after() {
        // abcdef -> XYbcZf
        let fixes = [fix(&[(0..1, "XY")]), fix(&[(3..5, "Z")])];
        let applied = Applied::of(b"abcdef", fixes.iter());
        assert_eq!(applied.bytes, b"XYbcZf");
        let new: Vec<_> = (0..=6).map(|offset| applied.new_offset(offset)).collect();
        assert_eq!(new, [0, 2, 3, 4, 4, 5, 6]);
        let old: Vec<_> = (0..=6).map(|offset| applied.old_offset(offset)).collect();
        assert_eq!(old, [0, 0, 1, 2, 3, 5, 6]);
    }
}

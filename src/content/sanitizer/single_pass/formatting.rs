//! The list of active formatting elements (HTML Standard 13.2.4.3), and how they are reopened.
//!
//! An entry is an element on the stack of open elements, or one whose block ended before it did. The latter is reopened where
//! the next text or phrasing content starts.

use super::insertions::TagPlace;
use super::same_tag::is_same_tag;
use super::writer::{Bailout, MAX_DEPTH, Writer};
use crate::content::sanitizer::elements::Plain;
use crate::content::sanitizer::tree_cost::max_reopened;
use smallvec::SmallVec;

/// The number of elements of one name that are compared with another of that name.
const MAX_COMPARED: usize = 16;

/// The number of equal elements that the list holds (the "Noah's Ark clause").
const MAX_EQUAL: usize = 3;

/// An entry of the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActiveElement<'r> {
    pub(super) element: &'r Plain,
    /// Its index on the stack of open elements, if it is open.
    pub(super) at: Option<usize>,
    /// The offsets of its start tag in the markup.
    pub(super) tag: (usize, usize),
    /// The offsets of its start tag in the output.
    pub(super) output: (usize, usize),
}

/// The list. A marker separates the entries of a cell, a caption or an object from those around it.
#[derive(Debug, Default)]
pub(super) struct ActiveFormatting<'r> {
    entries: SmallVec<[ActiveElement<'r>; 8]>,
    /// The number of entries before each marker.
    markers: SmallVec<[usize; 4]>,
    /// The special elements that were opened after an entry: their indexes on the stack of open elements, and their start tags.
    blocks: SmallVec<[(usize, TagPlace); 4]>,
    /// Whether the last entry after the last marker is not open.
    must_reopen: bool,
}

impl<'r> ActiveFormatting<'r> {
    fn start(&self) -> usize {
        self.markers.last().copied().unwrap_or_default()
    }

    /// Returns the entries after the last marker.
    pub(super) fn entries(&self) -> &[ActiveElement<'r>] {
        self.entries.get(self.start()..).unwrap_or_default()
    }

    pub(super) fn entries_mut(&mut self) -> &mut [ActiveElement<'r>] {
        let start = self.start();
        self.entries.get_mut(start..).unwrap_or_default()
    }

    /// Inserts an entry at an index after the last marker.
    pub(super) fn insert(&mut self, index: usize, entry: ActiveElement<'r>) {
        let index = (self.start() + index).min(self.entries.len());
        self.entries.insert(index, entry);
        self.note_last();
    }

    /// Removes the entry at an index after the last marker.
    pub(super) fn remove(&mut self, index: usize) -> Option<ActiveElement<'r>> {
        let index = self.start() + index;
        let removed = (index < self.entries.len()).then(|| self.entries.remove(index));
        self.note_last();
        removed
    }

    /// Returns the index after the last marker of the last entry that matches.
    pub(super) fn rposition(&self, is_so: impl Fn(&ActiveElement<'r>) -> bool) -> Option<usize> {
        self.entries().iter().rposition(is_so)
    }

    pub(super) fn push_marker(&mut self) {
        self.markers.push(self.entries.len());
        self.must_reopen = false;
    }

    /// Removes the entries after the last marker, and the marker.
    pub(super) fn clear_to_marker(&mut self) {
        let start = self.markers.pop().unwrap_or_default();
        self.entries.truncate(start);
        self.note_last();
    }

    /// Notes that a special element was opened.
    #[inline]
    pub(super) fn open_block(&mut self, at: usize, tag: TagPlace) {
        if !self.entries.is_empty() {
            self.blocks.push((at, tag));
        }
    }

    /// Notes that a special element was closed.
    #[inline]
    pub(super) fn close_block(&mut self, at: usize) {
        if self.blocks.last().is_some_and(|&(last, _)| last == at) {
            self.blocks.pop();
        }
    }

    /// Returns the start tag of a special element that was opened after an entry.
    pub(super) fn block(&self, at: usize) -> Option<TagPlace> {
        self.blocks.iter().rfind(|&&(block, _)| block == at).map(|&(_, tag)| tag)
    }

    /// Notes that a formatting element was removed from the stack of open elements, or an element that is neither formatting
    /// nor special.
    pub(super) fn remove_open(&mut self, at: usize) {
        for open in self.indexes() {
            *open -= usize::from(*open > at);
        }
    }

    /// Notes that a formatting element was inserted into the stack of open elements.
    pub(super) fn insert_open(&mut self, at: usize) {
        for open in self.indexes() {
            *open += usize::from(*open >= at);
        }
    }

    /// The indexes of entries after the last marker, and of blocks.
    fn indexes(&mut self) -> impl Iterator<Item = &mut usize> {
        let start = self.start();
        let entries = self.entries.get_mut(start..).unwrap_or_default().iter_mut();
        entries.filter_map(|entry| entry.at.as_mut()).chain(self.blocks.iter_mut().map(|(at, _)| at))
    }

    /// Removes the entry of an open element if it is the last one. Returns whether it was.
    #[inline]
    pub(super) fn end_last(&mut self, at: usize) -> bool {
        let is_last = self.entries.last().is_some_and(|last| last.at == Some(at));
        if is_last {
            self.entries.pop();
            self.note_last();
        }
        is_last
    }

    /// Notes that an element was closed, though not by its end tag.
    pub(super) fn close(&mut self, at: usize) {
        if let Some(entry) = self.entries.iter_mut().rfind(|entry| entry.at == Some(at)) {
            entry.at = None;
            self.note_last();
        }
    }

    /// Returns whether elements are reopened before the next text.
    #[inline]
    pub(super) fn must_reopen(&self) -> bool {
        self.must_reopen
    }

    fn note_last(&mut self) {
        self.must_reopen = self.entries().last().is_some_and(|last| last.at.is_none());
    }

    /// Adds an element, which is open. Of more than three equal ones the first is removed.
    pub(super) fn push(&mut self, entry: ActiveElement<'r>, markup: &str) -> Result<(), Bailout> {
        let is_like = |other: &&ActiveElement<'_>| other.element.name == entry.element.name;
        let alike = self.entries().iter().filter(is_like).count();
        if alike >= MAX_EQUAL {
            if alike > MAX_COMPARED {
                return Err(Bailout::Excess);
            }
            let mut equal: SmallVec<[usize; MAX_COMPARED]> = SmallVec::new();
            for (index, other) in self.entries().iter().enumerate().filter(|(_, other)| is_like(other)) {
                if is_same_tag(markup, other.tag, entry.tag).ok_or(Bailout::Overlap)? {
                    equal.push(index);
                }
            }
            if equal.len() >= MAX_EQUAL
                && let Some(&first) = equal.first()
            {
                self.remove(first);
            }
        }
        self.entries.push(entry);
        self.must_reopen = false;
        Ok(())
    }
}

impl Writer<'_, '_> {
    /// Reopens the formatting elements whose block was closed before they were ("reconstruct the active formatting
    /// elements"), at an offset of the markup.
    #[inline]
    pub(super) fn reopen(&mut self, at: usize) -> Result<(), Bailout> {
        if self.active.must_reopen() { self.reopen_all(at) } else { Ok(()) }
    }

    #[cold]
    fn reopen_all(&mut self, at: usize) -> Result<(), Bailout> {
        let first = self.active.rposition(|entry| entry.at.is_some()).map_or(0, |open| open + 1);
        for index in first..self.active.entries().len() {
            if self.open.len() >= MAX_DEPTH {
                return Err(Bailout::Excess);
            }
            let depth = self.open.len();
            let Some(entry) = self.active.entries_mut().get_mut(index) else { break };
            entry.at = Some(depth);
            let ActiveElement { element, output, .. } = *entry;
            self.add_reopened(output.1 - output.0)?;
            self.out.replace_again(at, at, output);
            self.push(element);
        }
        self.active.note_last();
        Ok(())
    }

    /// Counts bytes of tags that are written again.
    pub(super) fn add_reopened(&mut self, length: usize) -> Result<(), Bailout> {
        self.reopened += length;
        let is_excess = self.reopened > max_reopened(self.out.markup().len());
        if is_excess { Err(Bailout::Excess) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use crate::content::Budget;
    use crate::content::links::Links;
    use crate::content::sanitizer::rules::Rules;
    use crate::content::sanitizer::single_pass::{Bailout, clean};

    fn bailout(markup: &str) -> Option<Bailout> {
        let budget = Budget::default();
        clean(markup, Links::new(None, &budget), &Rules::FEED_PARSER).err()
    }

    #[test]
    fn reopened_tags_are_bounded() {
        let font = format!("<font title=\"{}\">", "x".repeat(1000));
        let blocks = |tag: &str, count| format!("<p>{tag}") + &"<p>x".repeat(count);
        let moves = |count| format!("{font}<div>x</font></div>").repeat(count);
        for (markup, expected) in [
            (blocks(&font, 50), None),
            (blocks(&font, 100), Some(Bailout::Excess)),
            (blocks("<b>", 10_000), None),
            (moves(1000), None),
        ] {
            assert_eq!(bailout(&markup), expected, "{}", markup.get(..60).unwrap_or_default());
        }
    }

    #[test]
    fn elements_that_may_be_equal_are_left_to_the_tree() {
        let distinct: Vec<String> = (0..20).map(|n| format!("<b id={n}>")).collect();
        for (markup, expected) in [
            ("<b title=a>".repeat(5), None),
            ("<b class=a><b class=b><b class=c>".to_owned(), None),
            ("<b class=a><b class=b><b class=c><b class=d>".to_owned(), Some(Bailout::Overlap)),
            (distinct.concat(), Some(Bailout::Excess)),
        ] {
            assert_eq!(bailout(&markup), expected, "{markup}");
        }
    }
}

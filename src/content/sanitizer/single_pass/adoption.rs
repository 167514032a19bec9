//! Misnested formatting elements (the "adoption agency algorithm", HTML Standard 13.2.6.4.7).

use super::formatting::ActiveElement;
use super::insertions::{Side, TagPlace};
use super::writer::{Bailout, Writer};
use crate::content::sanitizer::elements::{Kind, Plain};
use smallvec::SmallVec;

/// The number of blocks that one end tag moves, at most.
const MAX_BLOCKS: usize = 8;

/// The number of formatting elements around a block that are reopened when it is moved.
const MAX_CLONES: usize = 3;

impl Writer<'_, '_> {
    /// Ends the last open formatting element with a name, at the offset `self.start`.
    pub(super) fn end_formatting(&mut self, name: &str) -> Result<(), Bailout> {
        // The output up to here is needed.
        self.out.insert(self.start, "");
        let last = self.open.len().wrapping_sub(1);
        if self.is_at(last, |open| open.name == name)
            && self.active.rposition(|entry| entry.at == Some(last)).is_none()
        {
            self.close_last();
            return Ok(());
        }
        for _ in 0..MAX_BLOCKS {
            let Some(index) = self.active.rposition(|entry| entry.element.name == name) else {
                return self.end_ordinary(name);
            };
            let Some(at) = self.active.entries().get(index).and_then(|entry| entry.at) else {
                self.active.remove(index);
                return Ok(());
            };
            if self.open.iter().rposition(|open| open.kind.is_scope()).is_some_and(|scope| scope > at) {
                return Ok(());
            }
            let within = self.open.get(at..).unwrap_or_default();
            let Some(block) = within.iter().position(|open| open.kind.is_special()) else {
                self.active.remove(index);
                return self.close_until(at);
            };
            self.move_block(at, at + block)?;
        }
        Ok(())
    }

    /// Moves a block (the "furthest block") out of the formatting element at an index of the stack of open elements. Within
    /// the block the element is opened again, around all its content.
    fn move_block(&mut self, at: usize, block: usize) -> Result<(), Bailout> {
        let tag = self.active.block(block).ok_or(Bailout::Overlap)?;
        // The elements around the block that are opened again, with the innermost first.
        let mut kept: SmallVec<[usize; MAX_CLONES]> = SmallVec::new();
        for (count, node) in (at + 1..block).rev().enumerate() {
            if let Some(index) = self.active.rposition(|entry| entry.at == Some(node)) {
                if count < MAX_CLONES {
                    kept.push(node);
                } else {
                    self.active.remove(index);
                }
            }
        }
        let index = self.active.rposition(|entry| entry.at == Some(at)).ok_or(Bailout::Overlap)?;
        let formatting = *self.active.entries().get(index).ok_or(Bailout::Overlap)?;
        self.write_move(at, block, &kept, &formatting, tag)?;
        let bookmark = match kept.first() {
            Some(&innermost) => self.active.rposition(|entry| entry.at == Some(innermost)).map(|at| at + 1),
            None => None,
        };
        self.active.remove(index);
        for node in (at..block).rev().filter(|node| !kept.contains(node)) {
            self.remove_open(node);
        }
        let block = at + kept.len();
        if self.is_at(block, |open| open.kind == Kind::Heading) {
            self.expect_heading(block)?;
        }
        // The element is now the one within the block.
        let within = block + 1;
        self.active.insert_open(within);
        self.open.insert(within, formatting.element);
        let bookmark = bookmark.map_or(index, |bookmark| bookmark - usize::from(bookmark > index));
        self.active.insert(bookmark, ActiveElement { at: Some(within), ..formatting });
        Ok(())
    }

    /// Writes the tags before and after the start tag of a block that is moved.
    fn write_move(
        &mut self,
        at: usize,
        block: usize,
        kept: &[usize],
        formatting: &ActiveElement<'_>,
        tag: TagPlace,
    ) -> Result<(), Bailout> {
        let (out, active) = (&self.out, &self.active);
        let closed = self.open.get(at..block).unwrap_or_default();
        let before = self.insertions.add(tag, Side::Before, |text| {
            for element in closed.iter().rev().filter(|element| element.is_listed) {
                text.push_str("</");
                text.push_str(element.name);
                text.push('>');
            }
            for node in kept.iter().rev() {
                let entry = active.rposition(|entry| entry.at == Some(*node));
                if let Some(entry) = entry.and_then(|index| active.entries().get(index)) {
                    text.push_str(out.written(entry.output));
                }
            }
        });
        let after =
            self.insertions.add(tag, Side::After, |text| text.push_str(out.written(formatting.output)));
        self.add_reopened(before + after)
    }

    /// Removes an element that is not special from the stack of open elements.
    fn remove_open(&mut self, at: usize) {
        if self.is_at(at, Plain::is_unknown) {
            let outer = self.open.get(..at).unwrap_or_default();
            self.unknown.remove(outer.iter().filter(|open| open.is_unknown()).count());
        }
        self.open.remove(at);
        self.active.remove_open(at);
    }
}

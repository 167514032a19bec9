//! Formatting elements, such as `a`, `b` and `em`, which are often misnested.
//!
//! A formatting element that is closed with an enclosing element is opened again when content follows. If its end tag appears inside an
//! element opened within it, it moves there: `<b><p>x</b>y</p>` becomes `<b></b><p><b>x</b>y</p>`.

use super::MarkupWriter;
use super::insertions::Insertion;
use super::open::{MAX_DEPTH, Open, Waiting};
use crate::sanitizer::elements::Plain;
use bozofeed_text::markup::Kind;
use smallvec::SmallVec;

/// The maximum number of formatting elements that wait to be opened again.
const MOST_WAITING: usize = 16;
/// The maximum number of them with the same name, as in the "Noah's Ark clause" of HTML (HTML Standard 13.2.4.3).
const MOST_ALIKE: usize = 3;

/// The maximum number of open blocks for an end tag that stays as written. Browsers give up after eight.
const MOST_BLOCKS: usize = 6;

impl<'r> MarkupWriter<'_, 'r> {
    /// Makes a formatting element wait to be opened again.
    pub(super) fn wait(&mut self, element: Waiting<'r>) {
        let waiting = self.open.waiting.get(self.open.first_waiting..).unwrap_or_default();
        let alike = waiting.iter().filter(|other| other.element.name == element.element.name).count();
        if waiting.len() < MOST_WAITING && alike < MOST_ALIKE {
            self.open.waiting.push(element);
        }
    }

    /// Reopens the waiting formatting elements.
    #[inline]
    pub(super) fn reopen(&mut self) {
        // A `select` can only contain options.
        if self.open.waiting.len() > self.open.first_waiting && self.open.selects == 0 {
            self.reopen_waiting();
        }
    }

    fn reopen_waiting(&mut self) {
        let waiting: SmallVec<[Waiting<'r>; 8]> =
            self.open.waiting.drain(self.open.first_waiting..).collect();
        for Waiting { element, tag } in waiting {
            if self.open.stack.len() >= MAX_DEPTH - 1 || !self.spend(tag.1 - tag.0) {
                return;
            }
            let before = self.out.position(self.start);
            self.out.replace_again(self.start, self.start, tag);
            let after = self.out.position(self.start);
            self.open.push(element, (before, after), false);
        }
    }

    /// Spends bytes for tags that are written again. Returns whether the allowance suffices. If not, it is set to zero, so that the cost
    /// need not be added up for each later end tag.
    fn spend(&mut self, bytes: usize) -> bool {
        let rest = self.open.allowance.checked_sub(bytes);
        if rest.is_none() {
            self.budget.set_nesting_exceeded();
        }
        self.open.allowance = rest.unwrap_or_default();
        rest.is_some()
    }

    /// Returns the open formatting element of this name.
    fn find_formatting(&self, element: Plain<'_>) -> Option<usize> {
        self.open.find(|open| open.name == element.name, Kind::is_scope)
    }

    /// Handles the end tag of a formatting element.
    pub(super) fn end_formatting(&mut self, element: Plain<'r>) {
        // A `select` can only contain options.
        if self.open.selects > 0 {
            return;
        }
        if let Some(at) = self.find_formatting(element) {
            self.end_formatting_at(at);
            return;
        }
        let waiting = self.open.waiting.get(self.open.first_waiting..).unwrap_or_default();
        match waiting.iter().rposition(|waiting| waiting.element.name == element.name) {
            Some(at) => _ = self.open.waiting.remove(self.open.first_waiting + at),
            None => self.open.left_out = self.open.left_out.saturating_sub(1),
        }
    }

    /// Ends an `a` before another: links are not nested.
    pub(super) fn end_formatting_before(&mut self, element: Plain<'r>) {
        match self.find_formatting(element) {
            // Without an end tag: in a browser, the second `a` or `nobr` ends the first one (HTML Standard 13.2.6.4.7).
            Some(at) if self.is_closed_as_written(at) => self.open.remove(at),
            Some(at) if !self.end_formatting_at(at) => self.close_to(at),
            _ => {}
        }
        let (first, name) = (self.open.first_waiting, element.name);
        let mut at = 0;
        self.open.waiting.retain(|waiting| {
            at += 1;
            // Elements before `first_waiting` are outside of the open cell, caption or object.
            at <= first || waiting.element.name != name
        });
    }

    /// Ends an open formatting element. Returns `false` if it did not, because too much would be written again.
    fn end_formatting_at(&mut self, at: usize) -> bool {
        if self.is_closed_as_written(at) {
            if let Some(element) = self.open.stack.get(at).map(|open| open.element) {
                self.push_end_tag(element.name);
            }
            self.open.remove(at);
            return true;
        }
        let has_blocks = |open: &Open<'_>| open.element.kind.is_special();
        if self.open.stack.get(at + 1..).is_some_and(|within| within.iter().any(has_blocks)) {
            return self.move_inside(at);
        }
        self.close_at(at);
        true
    }

    /// Returns whether an end tag stays in place, although other elements are open in its element: if implied tags are omitted, and a
    /// browser ends only that element (HTML Standard 13.2.6.4.7, adoption agency algorithm).
    fn is_closed_as_written(&self, at: usize) -> bool {
        if !self.conventions.implied_tags_are_omitted {
            return false;
        }
        let within = self.open.stack.get(at + 1..).unwrap_or_default();
        let blocks = within.iter().filter(|open| open.element.kind.is_special()).count();
        let formatting = within.iter().filter(|open| open.element.kind == Kind::Formatting).count();
        blocks <= MOST_BLOCKS && blocks + formatting == within.len()
    }

    /// Ends a formatting element in which blocks are open: it is moved into them.
    fn move_inside(&mut self, at: usize) -> bool {
        if self.open.allowance == 0 {
            return false;
        }
        let Some(&moved) = self.open.stack.get(at) else { return false };
        let within: SmallVec<[_; 16]> = self.open.stack.iter().skip(at + 1).copied().collect();
        // The maximum that may be written again: a start tag and an end tag for each element.
        let again: usize = within
            .iter()
            .map(|open| {
                let length = if open.element.kind.is_special() { moved.tag } else { open.tag };
                length.1 - length.0 + "</>".len() + open.element.name.len()
            })
            .sum();
        // Paid in full before anything is written: with only some of the copies, tags would not be balanced.
        if !self.spend(again) {
            return false;
        }
        // The elements since the last block, which are closed and opened again around the end of the moved one.
        let mut since: SmallVec<[_; 8]> = SmallVec::new();
        // The offset in the output where the moved element starts.
        let mut start = moved.tag.0;
        for (index, open) in within.iter().enumerate() {
            if !open.element.kind.is_special() {
                since.push(*open);
                continue;
            }
            let (before, after) = open.tag;
            if before != start {
                // In this order: the inner elements are closed, then the moved one, and then the inner elements are opened again without
                // it.
                for closed in since.iter().rev() {
                    self.insertions.end(before, Insertion::End(closed.element.name));
                }
                self.insertions.end(before, Insertion::End(moved.element.name));
                for closed in &since {
                    self.insertions.end(before, Insertion::Copy(closed.tag));
                }
            }
            since.clear();
            start = after;
            // Unless the next block follows immediately.
            let next = within.iter().skip(index + 1).find(|other| other.element.kind.is_special());
            if next.is_none_or(|next| next.tag.0 != after) {
                self.insertions.start(after, Insertion::Copy(moved.tag));
            }
        }
        for closed in since.iter().rev() {
            self.push_end_tag(closed.element.name);
        }
        self.push_end_tag(moved.element.name);
        for closed in &since {
            self.out.replace_again(self.start, self.start, closed.tag);
        }
        // A formatting element has no marker and is not counted, so the stack is all that changes.
        self.open.stack.remove(at);
        true
    }
}

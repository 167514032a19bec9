//! The choice between two repairs: the better one is the one after which the brackets match for longer.

use std::cmp::Ordering;

use super::{Mender, OpenContainer};

/// The number of steps for a byte outside of strings: more than one, since such text is read byte by byte.
pub(super) const STEPS: usize = 8;

/// A repair, represented by the values that are open after it.
#[derive(Debug)]
pub(super) struct BracketRepair {
    /// The number of outermost open values that stay open.
    left: usize,
    /// The values opened since.
    within: Vec<OpenContainer>,
}

impl BracketRepair {
    /// Returns the repair after which the outermost `left` values are still open, with `inner` inside them.
    pub(super) fn new(left: usize, inner: Option<OpenContainer>) -> Self {
        Self { left, within: inner.into_iter().collect() }
    }

    /// Returns the innermost open value.
    fn innermost(&self, open: &[OpenContainer]) -> Option<OpenContainer> {
        let outer = self.left.checked_sub(1).and_then(|index| open.get(index));
        self.within.last().or(outer).copied()
    }

    /// Returns whether a token matches: a name if `is_name` is set, or else the bracket, comma or other token given by `byte`.
    /// `last` is the previous byte, ignoring white space.
    fn matches(&mut self, open: &[OpenContainer], byte: u8, is_name: bool, last: u8) -> bool {
        let innermost = self.innermost(open);
        match byte {
            b'"' => !is_name || innermost == Some(OpenContainer::Object),
            b'{' | b'[' => {
                let inner = if byte == b'{' { OpenContainer::Object } else { OpenContainer::Array };
                self.within.push(inner);
                innermost.is_some() && (innermost != Some(OpenContainer::Object) || last == b':')
            }
            b'}' | b']' => {
                let is_closed = innermost.is_some_and(|open| open.closing() == char::from(byte));
                if self.within.pop().is_none() {
                    self.left = self.left.saturating_sub(1);
                }
                is_closed
            }
            b',' => innermost.is_some(),
            _ => true,
        }
    }

    /// Returns whether nothing is open.
    fn is_complete(&self) -> bool {
        self.within.is_empty() && self.left == 0
    }
}

impl Mender<'_> {
    /// Compares how long the text starting at `from` matches after each of two repairs. Both are followed as long as both match, so
    /// a wrong one costs no more than the distance to its first mismatch. They are equal once the allowance is spent.
    pub(super) fn compare(&self, from: usize, mut one: BracketRepair, mut other: BracketRepair) -> Ordering {
        let mut at = from;
        let mut last = b',';
        while let Some(byte) = self.byte(at) {
            let mut next = at + 1;
            let mut is_name = false;
            if byte == b'"' {
                let Some(end) = self.quote_ahead(byte, next) else { return Ordering::Equal };
                next = end + 1;
                is_name = self.byte(self.behind_space(next)) == Some(b':');
            }
            let matches = one.matches(&self.open, byte, is_name, last);
            let other_matches = other.matches(&self.open, byte, is_name, last);
            if !(matches && other_matches) {
                return matches.cmp(&other_matches);
            }
            if !self.scan.pay(STEPS) {
                return Ordering::Equal;
            }
            if !byte.is_ascii_whitespace() {
                last = byte;
            }
            at = next;
        }
        one.is_complete().cmp(&other.is_complete())
    }
}

//! Bytes that a codec cannot read, and texts that have some.

/// The first malformed sequence in the input of a codec.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MalformedSequence {
    /// The offset of its first byte.
    pub(super) offset: usize,
    /// Its length in bytes.
    pub(super) length: usize,
}

impl MalformedSequence {
    pub(super) fn at(offset: usize, length: usize) -> Self {
        Self { offset, length }
    }
}

/// In other multi-byte encodings, many sequences are well-formed by coincidence.
pub(super) const CHARACTERS_FOR_EACH_BAD: usize = 10;

/// The condition on which decoding damaged text is abandoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// Never.
    Endless,
    /// As soon as there are so many malformed sequences that the rest of the text cannot outweigh them.
    WhileNearlyRight,
}

/// A text with malformed sequences that was decoded nevertheless.
#[derive(Debug)]
pub(super) struct Damaged {
    pub(super) text: String,
    /// The evidence for the encoding: continuation bytes in UTF-8, characters beyond ASCII in others.
    pub(super) good: usize,
    /// The amount of evidence that outweighs one malformed sequence.
    good_for_each_bad: usize,
    /// The least evidence that makes the encoding plausible.
    pub(super) least_good: usize,
    /// The number of malformed sequences.
    pub(super) bad: usize,
    /// The offset of the first malformed sequence.
    pub(super) first: usize,
}

impl Damaged {
    /// Returns whether the encoding is plausible, so that the malformed sequences are damage.
    pub(super) fn is_nearly_right(&self) -> bool {
        self.good >= self.least_good && self.outweighs(self.good)
    }

    /// Returns whether the encoding stays implausible even if all of the remaining `rest` bytes are evidence for it.
    ///
    /// Do not call it at the end of the text: a document may be cut off within its last character.
    pub(super) fn is_hopeless(&self, rest: usize) -> bool {
        !self.outweighs(self.good.saturating_add(rest))
    }

    pub(super) fn outweighs(&self, good: usize) -> bool {
        good >= self.bad.saturating_mul(self.good_for_each_bad)
    }

    /// Returns an empty text.
    pub(super) fn of(good_for_each_bad: usize, least_good: usize) -> Self {
        Self { text: String::new(), good: 0, good_for_each_bad, least_good, bad: 0, first: usize::MAX }
    }
}

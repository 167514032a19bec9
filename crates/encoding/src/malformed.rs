//! Bytes that a codec cannot decode, and texts that contain some.

use std::borrow::Cow;

use super::damage::{Redundancy, Tally, is_of_another_script};
use bozofeed_text::html::characters::windows_1252;

/// A malformed sequence in the input of a codec.
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

    /// Returns its bytes.
    pub(super) fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.offset..self.offset.saturating_add(self.length).min(bytes.len())).unwrap_or_default()
    }
}

/// The number of malformed sequences that stop decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tolerance {
    /// The first one.
    Strict,
    /// As many as outweigh all evidence for the encoding, whatever follows.
    WhileRight {
        /// Whether it is the encoding of a label, or the default of the media type.
        is_labelled: bool,
    },
    /// None.
    Endless,
}

/// The replacement of a malformed sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// U+FFFD: a truncated character.
    Lost,
    /// The windows-1252 character, if the byte is isolated or in a short run of letters between well-formed text; else U+FFFD.
    Stray,
    /// A character with an unusual encoding.
    Character(char),
    /// Nothing, as U+0000.
    Nothing,
}

/// A malformed sequence in a decoded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DamagedPlace {
    /// The offset in the text.
    pub(super) offset: usize,
    pub(super) malformed: MalformedSequence,
    /// Whether it became U+FFFD.
    pub(super) is_lost: bool,
}

/// The malformed sequences of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextDamage {
    /// The number of malformed sequences.
    pub(super) count: usize,
    /// The number of all sequences.
    pub(super) sequences: usize,
    pub(super) first: MalformedSequence,
    /// The first malformed sequences, up to the number of faults that are kept.
    pub(super) places: Vec<DamagedPlace>,
}

/// A decoded text, possibly with malformed sequences.
#[derive(Debug, PartialEq)]
pub(super) struct DecodedBytes<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) damage: Option<TextDamage>,
}

impl<'a> DecodedBytes<'a> {
    /// Returns a text without malformed sequences.
    pub(super) fn intact(text: impl Into<Cow<'a, str>>) -> Self {
        Self { text: text.into(), damage: None }
    }
}

/// Decoding stopped at a malformed sequence.
#[derive(Debug)]
pub(super) struct Stopped;

/// Collects the text from a codec, replaces malformed sequences, and weighs the evidence.
pub(super) struct TextBuilder<'b> {
    bytes: &'b [u8],
    text: String,
    tolerance: Tolerance,
    tally: Tally,
    /// The offset in the text after the last malformed sequence. The evidence after it has not been weighed.
    weighed: usize,
    count: usize,
    places: Vec<DamagedPlace>,
    first: Option<MalformedSequence>,
    /// The offset after the last malformed sequence.
    last_end: Option<usize>,
    /// The offset in the text of the windows-1252 characters that replaced the last consecutive malformed bytes.
    guessed: Option<usize>,
}

impl<'b> TextBuilder<'b> {
    /// Returns a builder for the text of `bytes`.
    pub(super) fn new(
        bytes: &'b [u8],
        tolerance: Tolerance,
        redundancy: Redundancy,
        most_of: fn(&[u8]) -> usize,
    ) -> Self {
        Self {
            bytes,
            text: String::new(),
            tolerance,
            tally: Tally::new(redundancy, most_of),
            weighed: 0,
            count: 0,
            places: Vec::new(),
            first: None,
            last_end: None,
            guessed: None,
        }
    }

    /// Reserves space for at least `additional` bytes of text.
    pub(super) fn reserve(&mut self, additional: usize) {
        self.text.reserve(additional);
    }

    pub(super) fn push(&mut self, character: char) {
        self.text.push(character);
    }

    /// Appends a text. The first one is not copied.
    pub(super) fn push_string(&mut self, text: String) {
        if self.text.is_empty() && self.count == 0 {
            self.text = text;
        } else {
            self.text.push_str(&text);
        }
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Records a feature that only this encoding has, such as an escape sequence.
    pub(super) fn add_sign(&mut self) {
        self.tally.add_sign();
    }

    /// Replaces the malformed sequence of `length` bytes at `offset`.
    #[cold]
    pub(super) fn malformed(
        &mut self,
        offset: usize,
        length: usize,
        meaning: Meaning,
    ) -> Result<(), Stopped> {
        let malformed = MalformedSequence::at(offset, length);
        // Before any return: `finish` treats a text without a first malformed sequence as intact.
        self.first.get_or_insert(malformed);
        if self.tolerance == Tolerance::Strict {
            return Err(Stopped);
        }
        let is_adjacent = self.last_end == Some(offset) && self.text.len() == self.weighed;
        let guess = (meaning == Meaning::Stray).then(|| character_of_windows_1252(malformed.of(self.bytes)));
        let guess = guess.flatten();
        // In another encoding, a few bytes are undefined that are letters in windows-1252.
        let has_runs = self.tally.redundancy == Redundancy::High;
        let is_continued = has_runs && is_adjacent && self.guessed.is_some() && guess.is_some();
        // The text before this sequence is weighed first, since `is_hopeless` needs all the evidence up to here.
        if !is_continued {
            self.settle(is_adjacent, true);
        }
        let is_at_end = offset.saturating_add(length) >= self.bytes.len();
        self.tally.add_malformed(is_at_end && meaning == Meaning::Lost);
        self.count += 1;
        self.last_end = Some(offset.saturating_add(length));
        let start = self.text.len();
        let replacement = match meaning {
            Meaning::Lost => Some(char::REPLACEMENT_CHARACTER),
            // Decided at the end of the run.
            Meaning::Stray if is_continued => guess,
            Meaning::Stray if is_adjacent => Some(char::REPLACEMENT_CHARACTER),
            Meaning::Stray => {
                self.guessed = guess.map(|_| start);
                Some(guess.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            Meaning::Character(character) => Some(character),
            Meaning::Nothing => None,
        };
        self.text.extend(replacement);
        self.weighed = self.text.len();
        // All of them are counted, but only the first are described, since a document may have any number.
        if self.places.len() < crate::MOST_DESCRIBED {
            let is_lost = replacement == Some(char::REPLACEMENT_CHARACTER);
            self.places.push(DamagedPlace { offset: start, malformed, is_lost });
        }
        match self.tolerance {
            Tolerance::WhileRight { .. } if self.tally.is_hopeless(self.bytes) => Err(Stopped),
            Tolerance::Strict | Tolerance::WhileRight { .. } | Tolerance::Endless => Ok(()),
        }
    }

    /// Weighs the text since the last malformed sequence, and confirms or revokes the replacement of that sequence.
    fn settle(&mut self, is_adjacent: bool, is_before_malformed: bool) {
        let text = self.text.get(self.weighed..).unwrap_or_default();
        let next = text.chars().next();
        self.tally.add_text(text, self.count > 0, is_before_malformed);
        let Some(start) = self.guessed.take() else { return };
        let (before, run) = self.text.get(..self.weighed).unwrap_or_default().split_at(start);
        if !is_adjacent && is_text(run, before.chars().next_back(), next) {
            return;
        }
        let count = run.chars().count();
        let lost = char::REPLACEMENT_CHARACTER;
        self.text.replace_range(start..self.weighed, &"\u{FFFD}".repeat(count));
        self.weighed = start + count * lost.len_utf8();
        let first = self.places.partition_point(|place| place.offset < start);
        for (index, place) in self.places.iter_mut().skip(first).enumerate() {
            (place.offset, place.is_lost) = (start + index * lost.len_utf8(), true);
        }
    }

    /// Returns the text, or the first malformed sequence if there are too many.
    pub(super) fn finish<'a>(
        mut self,
        decoded: Result<(), Stopped>,
    ) -> Result<DecodedBytes<'a>, MalformedSequence> {
        let Some(first) = self.first else { return Ok(DecodedBytes::intact(self.text)) };
        // A decoder that stopped has not read the rest, so its evidence must not be weighed.
        decoded.map_err(|Stopped| first)?;
        self.settle(false, false);
        if let Tolerance::WhileRight { is_labelled } = self.tolerance {
            let is_obvious = |place: &DamagedPlace| {
                (!place.is_lost || place.malformed.length > 1) && !is_in_word(&self.text, place.offset)
            };
            if !self.tally.is_right(is_labelled && self.places.iter().all(is_obvious)) {
                return Err(first);
            }
        }
        let Self { text, count, places, tally, .. } = self;
        let damage = TextDamage { count, sequences: tally.sequences, first, places };
        Ok(DecodedBytes { text: Cow::Owned(text), damage: Some(damage) })
    }
}

/// Returns whether the character at `offset` is next to an ASCII letter.
fn is_in_word(text: &str, offset: usize) -> bool {
    let (before, after) = text.split_at_checked(offset).unwrap_or_default();
    before.ends_with(|c: char| c.is_ascii_alphabetic())
        || after.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic())
}

/// Returns the character of a single byte in windows-1252, if it is defined there and not ASCII.
fn character_of_windows_1252(bytes: &[u8]) -> Option<char> {
    match *bytes {
        [byte @ 0x80..=0x9F] => windows_1252(byte.into()).filter(|c| !c.is_control()),
        [byte @ 0xA0..=0xFF] => Some(char::from(byte)),
        _ => None,
    }
}

/// Returns whether consecutive windows-1252 characters are text between their neighbours. A single one may be any character. Several are
/// letters, possibly with quotation marks: only a few, or part of a word with ASCII letters. Otherwise they are a character in another
/// encoding.
fn is_text(run: &str, before: Option<char>, after: Option<char>) -> bool {
    const MOST: usize = 4;
    let is_implausible = |c: char| [before, after].into_iter().any(|neighbour| is_implausible(c, neighbour));
    let count = run.chars().count();
    let is_in_word = [before, after].into_iter().flatten().any(|c| c.is_ascii_alphabetic());
    let is_part = |c: char| {
        c.is_alphabetic() || matches!(c, '«' | '»' | '‘' | '’' | '‚' | '“' | '”' | '„' | '–' | '—' | '…')
    };
    let is_plausible = count <= 1
        || (count <= MOST || is_in_word)
            && run.chars().all(is_part)
            // Without other bytes, bytes below C0 are the rest of a UTF-8 character.
            && run.chars().any(|c| matches!(c, 'À'..='ÿ'));
    is_plausible && !run.chars().any(is_implausible)
}

/// Returns whether a windows-1252 letter is next to text in another script: there, it is part of a character.
fn is_implausible(guess: char, neighbour: Option<char>) -> bool {
    guess.is_alphabetic() && neighbour.is_some_and(is_of_another_script)
}

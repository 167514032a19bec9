//! Decides whether a text with malformed sequences is still in an encoding, by one rule for all codecs.
//!
//! A document with a few bytes that its encoding does not allow *is* in that encoding: a title was truncated between bytes, a quotation
//! mark was pasted, surrogates were encoded separately. In a mislabelled document, by contrast, hardly any sequences are well-formed, or,
//! in encodings with few undefined bytes, many are malformed. So sequences are counted:
//!
//! - *For* the encoding: its label and each well-formed multi-byte sequence; in a single-byte encoding, each non-ASCII character.
//! - *Against* it: each malformed sequence, whatever its length. A truncated character is one sequence, by the maximal subpart of the
//!   Encoding Standard, and so are the surrogates of a character. A sequence truncated by the end of the document does not count.
//!
//! Without any well-formed sequence, a label outweighs a single malformed sequence with an obvious meaning, such as a windows-1252 dash
//! or a truncated character. A byte within a word is more likely a letter of the encoding that the word suggests.
//!
//! Some sequences are well-formed by coincidence and are not counted:
//!
//! - Sequences next to a malformed one. Text in another encoding has runs of non-ASCII bytes, where only some sequences are well-formed.
//!   In damaged text, malformed sequences are isolated. A Latin letter or a sign counts if only one side is malformed: `“olé”` with
//!   windows-1252 quotation marks has no other evidence.
//! - A single letter of another script within an ASCII word: `l’école` in `MacRoman` is `lՎcole` in UTF-8.
//!
//! Without these, texts of thirty languages in all other encodings have at most one well-formed UTF-8 sequence for six malformed ones.
//! English titles with one malformed sequence each have one for two.

use encoding_rs::Encoding;

/// The number of malformed sequences that a well-formed UTF-8 sequence outweighs.
const BAD_FOR_EACH_WELL_FORMED: usize = 3;
/// The number of well-formed sequences of another encoding that outweigh a malformed one.
const WELL_FORMED_FOR_EACH_BAD: usize = 5;
/// The number of malformed sequences that a label outweighs.
const LABEL: usize = 1;

/// The weight of a well-formed sequence as evidence for an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Redundancy {
    /// UTF-8: nearly all other bytes are malformed.
    High,
    /// Other encodings, where most bytes are well-formed.
    Low,
    /// UTF-16 and UTF-32, where ASCII characters also have several bytes. Text in other encodings has no zero bytes.
    Wide,
}

impl Redundancy {
    /// Returns the number of malformed sequences that `good` well-formed ones outweigh.
    fn outweighed_by(self, good: usize) -> usize {
        match self {
            Self::High => good.saturating_mul(BAD_FOR_EACH_WELL_FORMED),
            Self::Low | Self::Wide => good / WELL_FORMED_FOR_EACH_BAD,
        }
    }
}

/// The evidence for and against an encoding.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) redundancy: Redundancy,
    /// The number of counted well-formed sequences.
    good: usize,
    /// The number of counted malformed sequences.
    bad: usize,
    /// The number of all sequences, well-formed or not.
    pub(super) sequences: usize,
    /// Returns the maximum number of well-formed sequences in a document.
    most_of: fn(&[u8]) -> usize,
    /// That number, once it is computed.
    most: Option<usize>,
}

impl Tally {
    /// Returns an empty tally. `most_of` returns the maximum number of well-formed sequences in a document.
    pub(super) fn new(redundancy: Redundancy, most_of: fn(&[u8]) -> usize) -> Self {
        Self { redundancy, good: 0, bad: 0, sequences: 0, most_of, most: None }
    }

    /// Returns whether the text is in the encoding despite its malformed sequences. A label is enough if it `is_sufficient` and no other
    /// sequence contradicts it.
    pub(super) fn is_right(&self, is_sufficient: bool) -> bool {
        let is_enough = self.good > 0 || is_sufficient && self.sequences == self.bad;
        self.bad == 0 || is_enough && self.is_outweighed_by(self.good)
    }

    /// Returns whether the encoding is wrong, whatever the rest of the document contains.
    pub(super) fn is_hopeless(&mut self, document: &[u8]) -> bool {
        // The document is not scanned if the tally is already sufficient, in particular for a single malformed sequence.
        if self.is_outweighed_by(self.good) {
            return false;
        }
        let most = *self.most.get_or_insert_with(|| (self.most_of)(document));
        !self.is_outweighed_by(most)
    }

    fn is_outweighed_by(&self, good: usize) -> bool {
        self.bad <= self.redundancy.outweighed_by(good).saturating_add(LABEL)
    }

    /// Counts a malformed sequence. One truncated by the end of the document (`is_cut`) is not evidence against the encoding.
    pub(super) fn add_malformed(&mut self, is_cut: bool) {
        self.sequences += 1;
        self.bad += usize::from(!is_cut);
    }

    /// Counts a feature that only this encoding has, such as an escape sequence. It outweighs at least one malformed sequence.
    pub(super) fn add_sign(&mut self) {
        self.good += match self.redundancy {
            Redundancy::High => 1,
            Redundancy::Low | Redundancy::Wide => WELL_FORMED_FOR_EACH_BAD,
        };
    }

    /// Counts the sequences of a text between malformed ones.
    pub(super) fn add_text(&mut self, text: &str, is_after_malformed: bool, is_before_malformed: bool) {
        if self.redundancy == Redundancy::Wide {
            let count = text.chars().count();
            self.good += count;
            self.sequences += count;
            return;
        }
        let bytes = text.as_bytes();
        let (mut at, mut before) = (0, None);
        loop {
            let ascii = bytes.get(at..).unwrap_or_default();
            let ascii = ascii.get(..Encoding::ascii_valid_up_to(ascii)).unwrap_or_default();
            before = ascii.last().copied().or(before);
            at += ascii.len();
            let rest = text.get(at..).unwrap_or_default();
            if rest.is_empty() {
                return;
            }
            let run = rest.get(..rest.bytes().take_while(|byte| !byte.is_ascii()).count()).unwrap_or(rest);
            // Only a run at the start of the text is next to the previous malformed sequence, and only a run at its end is next to the
            // following one.
            let is_begun = at == 0 && is_after_malformed;
            let is_continued = run.len() == rest.len() && is_before_malformed;
            let after = rest.as_bytes().get(run.len()).copied();
            let is_in_word = [before, after].into_iter().flatten().any(|byte| byte.is_ascii_alphabetic());
            let (count, good) = judge(run, usize::from(is_begun) + usize::from(is_continued), is_in_word);
            self.sequences += count;
            self.good += good;
            at += run.len();
            before = None;
        }
    }
}

/// Returns the number of sequences in a run of non-ASCII characters, and the number that counts. `malformed` is the number of its ends
/// with a malformed sequence.
fn judge(run: &str, malformed: usize, is_in_word: bool) -> (usize, usize) {
    // Half-width katakana are single bytes in Shift_JIS. Control characters are bytes that single-byte encodings leave undefined.
    let mut characters = run.chars().filter(|c| !matches!(c, '\u{80}'..='\u{9F}' | '\u{FF61}'..='\u{FF9F}'));
    let count = characters.clone().count();
    let good = match (characters.next(), count, malformed) {
        // A single character among ASCII letters only counts if it is plausible there. An ideograph within a Latin
        // word is more likely a letter in a single-byte encoding, together with a byte after it.
        (Some(c), 1, 0) => usize::from(!is_in_word || is_latin_or_sign(c)),
        (Some(c), 1, 1) => usize::from(is_latin_or_sign(c)),
        (_, 1, _) | (None, ..) => 0,
        // The characters next to a malformed sequence may be part of it, and do not count.
        (Some(_), count, ends) => count.saturating_sub(ends),
    };
    (count, good)
}

/// Returns whether a character occurs among ASCII letters.
fn is_latin_or_sign(c: char) -> bool {
    matches!(c, '\u{A0}'..='\u{17F}' | '\u{1E00}'..='\u{1EFF}') || is_sign(c)
}

/// Returns whether a character is a punctuation mark, symbol or emoji that is used with any script.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{2BFF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFFD}' | '\u{1F000}'..)
}

/// Returns whether a character is of a script other than Latin.
pub(super) fn is_of_another_script(c: char) -> bool {
    c >= '\u{300}' && !is_latin_or_sign(c)
}

#[cfg(test)]
mod tests {
    use super::super::codec::Codec;
    use super::super::malformed::Tolerance;

    /// Returns whether bytes are accepted in an encoding, with a label and without one.
    fn is_right(name: &str, bytes: &[u8]) -> (bool, bool) {
        let codec = Codec::named(name).expect(name);
        let is_right = |is_labelled| codec.read(bytes, Tolerance::WhileRight { is_labelled }).is_ok();
        (is_right(true), is_right(false))
    }

    #[test]
    fn the_evidence_decides() {
        const ALWAYS: (bool, bool) = (true, true);
        const LABELLED: (bool, bool) = (true, false);
        const NEVER: (bool, bool) = (false, false);
        let mut wrong = Vec::new();
        for (name, bytes, expected) in [
            // A single UTF-8 sequence outweighs a malformed one.
            ("utf-8", &b"it\xE2\x80\x99s caf\xE9"[..], ALWAYS),
            ("utf-8", b"it\xE2\x80\x99s \x93fog\x94", ALWAYS),
            ("utf-8", b"12\xC2\xA0m \x98\x80", ALWAYS),
            ("utf-8", b"Caf\xC3\xA9 cr\xE8me br\xFBl\xE9e, \xE0 la fran\xE7aise", NEVER),
            // Truncated characters and surrogates are evidence themselves.
            ("utf-8", b"wind \xF0\x9F\x98 today", ALWAYS),
            ("utf-8", b"wind \xE2\x80 today", ALWAYS),
            ("utf-8", b"wind \xED\xA0\xBD\xED\xB8\x80 today", ALWAYS),
            ("utf-8", b"wind \xED\xA0\xBD today", ALWAYS),
            ("utf-8", b"wind \xC0\x80 today", ALWAYS),
            ("utf-8", b"cut \xF0\x9F\x98", ALWAYS),
            ("utf-8", b"cut \xC3", ALWAYS),
            // In windows-1252, they are a letter and a quotation mark.
            ("utf-8", b"\x93clich\xE9\x94 \x93 \x94", NEVER),
            // The label is the only evidence for UTF-8.
            ("utf-8", b"fog \x96 rain", LABELLED),
            ("utf-8", b"a \xC3 by the quay", LABELLED),
            ("utf-8", b"a \xE6\x97 by the quay", LABELLED),
            ("utf-8", b"clich\xE9\x94 by the quay", NEVER),
            ("utf-8", b"a caf\xE9 by the quay", NEVER),
            ("utf-8", b"a caf\xE9 by the quay, ol\xE9", NEVER),
            ("utf-8", b"a \x81 by the quay", NEVER),
            // Sequences of other encodings that are valid UTF-8 by coincidence.
            ("utf-8", b"l\xD5\x8Educ \x88", NEVER),
            ("utf-8", b"l\xD5\x8Educ l\xD5\x8Educ \x88", NEVER),
            ("utf-8", b"\x82\xB1\x82\xEA\x82\xE7\x82\xCC\x8C\xA0\x97\x98", NEVER),
            ("utf-8", b"\xC0\xB8\xCC\xBF\xA4\xB9\xA4\xD9\xA4\xC6", NEVER),
            // The only sequence is next to a malformed one.
            ("utf-8", b"\x93ol\xC3\xA9\x94", ALWAYS),
            ("utf-8", b"\xC3\xA9 \xC3\xA8 \xC3\xA0 \x88", ALWAYS),
            // Other encodings.
            ("euc-jp", b"\xA4\xA2\xA4\xA2 \xFF \xA4\xA2", ALWAYS),
            ("euc-jp", b"\xA4\xFF\xA4\xFF\xA4\xFF\xA4\xA2\xA4\xA2", NEVER),
            ("gb18030", b"caf\xE9 ol\xE9 ", NEVER),
            ("windows-1255", b"\xF9\xEC\xE5\xED \x9F", ALWAYS),
            ("windows-1252", b"caf\xE9 \x81", ALWAYS),
            ("windows-1252", b"f\x81r \x81ber h\x81bsch M\x84dchen", NEVER),
            ("iso-2022-jp", b"\x1B$B$\"$\"\x1B(B \xE9", ALWAYS),
            ("us-ascii", b"caf\xE9", NEVER),
            ("utf-16le", b"<\0a\0>\0\0\xD8b\0", ALWAYS),
            ("utf-16le", b"\0\xD8\0\xD8\0\xD8\0\xD8b\0", NEVER),
        ] {
            let found = is_right(name, bytes);
            if found != expected {
                wrong.push((name, bytes.escape_ascii().to_string(), found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn characters_next_to_damage_do_not_count() {
        let mut wrong = Vec::new();
        for (run, malformed, is_in_word, expected) in [
            ("\u{6F6E}\u{6C50}\u{8868}", 0, false, (3, 3)),
            ("\u{6F6E}\u{6C50}\u{8868}", 1, false, (3, 2)),
            ("\u{6F6E}\u{6C50}\u{8868}", 2, false, (3, 1)),
            ("\u{6F6E}\u{6C50}", 2, false, (2, 0)),
            // A single character is a letter or a sign, or is itself part of the damage.
            ("\u{6F6E}", 0, false, (1, 1)),
            ("\u{6F6E}", 0, true, (1, 0)),
            ("\u{6F6E}", 1, false, (1, 0)),
            ("\u{E9}", 0, true, (1, 1)),
            ("\u{E9}", 1, false, (1, 1)),
            ("\u{2019}", 1, true, (1, 1)),
            ("\u{E9}", 2, false, (1, 0)),
            // Characters that are single bytes elsewhere do not count.
            ("\u{FF71}\u{81}", 0, false, (0, 0)),
        ] {
            let found = super::judge(run, malformed, is_in_word);
            if found != expected {
                wrong.push((run, malformed, is_in_word, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn text_in_another_encoding_is_given_up_early() {
        // Decoding the rest for each malformed sequence would take a long time in a debug build.
        let noise = b"\xE9t\xE9 ".repeat(1 << 18);
        let long = b"a".repeat(1 << 20);
        assert_eq!(is_right("utf-8", &[&noise[..], &long].concat()), (false, false));
        let all = Codec::UTF_8.read(&noise, Tolerance::Endless).expect("a text").damage.expect("damage");
        assert_eq!((all.count, all.sequences, all.places.len()), (1 << 19, 1 << 19, 100));
    }

    #[test]
    fn damage_in_each_of_many_entries_is_as_right_as_in_one() {
        let mut wrong = Vec::new();
        for damage in
            [&b"\xE2\x80"[..], b"\xF0\x9F\x98", b"caf\xE9", b"\x93fog\x94", b"\x98\x80", b"\xFF", b"\xC3"]
        {
            for count in [1, 2, 10, 1000] {
                let entry = ["<title>The harbour\u{2019}s ".as_bytes(), damage, b" lights</title>"].concat();
                if is_right("utf-8", &entry.repeat(count)) != (true, true) {
                    wrong.push((damage.escape_ascii().to_string(), count));
                }
            }
        }
        assert_eq!(wrong, []);
    }
}

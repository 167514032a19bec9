//! Whether a text with malformed sequences is in an encoding nevertheless: one rule for all codecs.
//!
//! A document with a few bytes that its encoding does not allow *is* in that encoding: a title was cut by bytes, a quotation mark was
//! pasted, surrogates were written one by one. A document with a wrong label differs in that hardly any of its sequences are well-formed,
//! or, in encodings that leave few bytes undefined, in that many are not. So sequences are counted:
//!
//! - *For* the encoding are its label and each well-formed sequence of several bytes; in a single-byte encoding, each character beyond
//!   ASCII.
//! - *Against* it is each malformed sequence, however many bytes it has. A character that was begun is one sequence, by the maximal subpart
//!   of the Encoding Standard, and so are the surrogates of a character. A sequence that the end of the document cuts off is not against
//!   anything.
//!
//! Without any well-formed sequence, a label is enough for a single malformed one that has an obvious meaning, such as a dash of
//! windows-1252 or a character that was begun. A byte in a word is rather a letter of the encoding that the word suggests.
//!
//! Some sequences are well-formed by coincidence and are not counted:
//!
//! - those next to a malformed sequence. Text in another encoding has runs of bytes beyond ASCII, of which only some fit. In damaged
//!   text the damage stands alone. A Latin letter or a sign counts if there is nothing malformed on its other side: `“olé”` with
//!   quotation marks of windows-1252 has no other evidence.
//! - those that are a single letter of another script within a word in ASCII: `l’école` in `MacRoman` is `lՎcole` in UTF-8.
//!
//! With these left out, texts of thirty languages in all other encodings have one well-formed sequence of UTF-8 for six malformed ones at
//! most. Titles in English with a damage each have one for two.

use encoding_rs::Encoding;

/// The number of malformed sequences that one of UTF-8 outweighs.
const BAD_FOR_EACH_WELL_FORMED: usize = 3;
/// The number of well-formed sequences of another encoding that outweigh a malformed one.
const WELL_FORMED_FOR_EACH_BAD: usize = 5;
/// The number of malformed sequences that a label outweighs.
const LABEL: usize = 1;

/// How much a well-formed sequence says for an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Redundancy {
    /// UTF-8: nearly all other bytes are malformed.
    High,
    /// Other encodings, in which most bytes are well-formed.
    Low,
    /// UTF-16 and UTF-32, in which ASCII characters have several bytes as well. Text in other encodings has no zero bytes.
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
    /// The number of well-formed sequences that count.
    good: usize,
    /// The number of malformed sequences that count.
    bad: usize,
    /// The number of all sequences, well-formed or not.
    pub(super) sequences: usize,
    /// Returns the greatest number of sequences of a document that can be well-formed.
    most_of: fn(&[u8]) -> usize,
    /// That number, once it was asked for.
    most: Option<usize>,
}

impl Tally {
    /// Returns no evidence. `most_of` returns the greatest number of sequences of a document that can be well-formed.
    pub(super) fn new(redundancy: Redundancy, most_of: fn(&[u8]) -> usize) -> Self {
        Self { redundancy, good: 0, bad: 0, sequences: 0, most_of, most: None }
    }

    /// Returns whether the malformed sequences are damage in a text that is in the encoding. A label alone is enough if it
    /// `is_sufficient` and no other sequence casts doubt on it.
    pub(super) fn is_right(&self, is_sufficient: bool) -> bool {
        let is_enough = self.good > 0 || is_sufficient && self.sequences == self.bad;
        self.bad == 0 || is_enough && self.is_outweighed_by(self.good)
    }

    /// Returns whether the rest of the document cannot change that the encoding is wrong.
    pub(super) fn is_hopeless(&mut self, document: &[u8]) -> bool {
        // The document is not looked at if what was read is enough, above all if there is a single damage.
        if self.is_outweighed_by(self.good) {
            return false;
        }
        let most = *self.most.get_or_insert_with(|| (self.most_of)(document));
        !self.is_outweighed_by(most)
    }

    fn is_outweighed_by(&self, good: usize) -> bool {
        self.bad <= self.redundancy.outweighed_by(good).saturating_add(LABEL)
    }

    /// Counts a malformed sequence. One that is `cut` by the end of the document is not against the encoding.
    pub(super) fn add_malformed(&mut self, is_cut: bool) {
        self.sequences += 1;
        self.bad += usize::from(!is_cut);
    }

    /// Counts something that only the encoding has, such as an escape sequence. It outweighs at least one malformed sequence.
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
            // Only a run at the very beginning of the text touches the malformed sequence before it, and only
            // one at the end touches the next one.
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

/// Returns the number of sequences in a run of characters beyond ASCII, and of those that count. `malformed` is the number of its ends with
/// a malformed sequence.
fn judge(run: &str, malformed: usize, is_in_word: bool) -> (usize, usize) {
    // Half-width katakana are single bytes in Shift_JIS. Control characters are bytes that single-byte encodings do not define.
    let mut characters = run.chars().filter(|c| !matches!(c, '\u{80}'..='\u{9F}' | '\u{FF61}'..='\u{FF9F}'));
    let count = characters.clone().count();
    let good = match (characters.next(), count, malformed) {
        // A single character among ASCII letters counts only if it may be there. An ideograph within a Latin
        // word is more likely a letter in a single-byte encoding, together with a byte after it.
        (Some(c), 1, 0) => usize::from(!is_in_word || is_latin_or_sign(c)),
        (Some(c), 1, 1) => usize::from(is_latin_or_sign(c)),
        (_, 1, _) | (None, ..) => 0,
        // The characters next to a malformed sequence may be parts of it, and do not count.
        (Some(_), count, ends) => count.saturating_sub(ends),
    };
    (count, good)
}

/// Returns whether a character is met among letters of ASCII.
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

    /// Returns whether bytes are read in an encoding, with a label and without one.
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
            // A single sequence of UTF-8 outweighs a damage.
            ("utf-8", &b"it\xE2\x80\x99s caf\xE9"[..], ALWAYS),
            ("utf-8", b"it\xE2\x80\x99s \x93fog\x94", ALWAYS),
            ("utf-8", b"12\xC2\xA0m \x98\x80", ALWAYS),
            ("utf-8", b"Caf\xC3\xA9 cr\xE8me br\xFBl\xE9e, \xE0 la fran\xE7aise", NEVER),
            // Begun characters and surrogates are evidence themselves.
            ("utf-8", b"wind \xF0\x9F\x98 today", ALWAYS),
            ("utf-8", b"wind \xE2\x80 today", ALWAYS),
            ("utf-8", b"wind \xED\xA0\xBD\xED\xB8\x80 today", ALWAYS),
            ("utf-8", b"wind \xED\xA0\xBD today", ALWAYS),
            ("utf-8", b"wind \xC0\x80 today", ALWAYS),
            ("utf-8", b"cut \xF0\x9F\x98", ALWAYS),
            ("utf-8", b"cut \xC3", ALWAYS),
            // In windows-1252, they are a letter and a quotation mark.
            ("utf-8", b"\x93clich\xE9\x94 \x93 \x94", NEVER),
            // Only a label speaks for UTF-8.
            ("utf-8", b"fog \x96 rain", LABELLED),
            ("utf-8", b"a \xC3 by the quay", LABELLED),
            ("utf-8", b"a \xE6\x97 by the quay", LABELLED),
            ("utf-8", b"clich\xE9\x94 by the quay", NEVER),
            ("utf-8", b"a caf\xE9 by the quay", NEVER),
            ("utf-8", b"a caf\xE9 by the quay, ol\xE9", NEVER),
            ("utf-8", b"a \x81 by the quay", NEVER),
            // Sequences of other encodings that are UTF-8 by coincidence.
            ("utf-8", b"l\xD5\x8Educ \x88", NEVER),
            ("utf-8", b"l\xD5\x8Educ l\xD5\x8Educ \x88", NEVER),
            ("utf-8", b"\x82\xB1\x82\xEA\x82\xE7\x82\xCC\x8C\xA0\x97\x98", NEVER),
            ("utf-8", b"\xC0\xB8\xCC\xBF\xA4\xB9\xA4\xD9\xA4\xC6", NEVER),
            // The only sequence is next to a damage.
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
            // A single character is a letter or a sign, or is itself a part of the damage.
            ("\u{6F6E}", 0, false, (1, 1)),
            ("\u{6F6E}", 0, true, (1, 0)),
            ("\u{6F6E}", 1, false, (1, 0)),
            ("\u{E9}", 0, true, (1, 1)),
            ("\u{E9}", 1, false, (1, 1)),
            ("\u{2019}", 1, true, (1, 1)),
            ("\u{E9}", 2, false, (1, 0)),
            // Characters that are single bytes elsewhere are none.
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
        // The rest would take a long time in a debug build if it were decoded for each malformed sequence.
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

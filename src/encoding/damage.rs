//! Reading on behind malformed sequences, and counting them.

use encoding_rs::{DecoderResult, Encoding};

use super::mapping::Mapping;

/// A text that was read in spite of malformed sequences.
#[derive(Debug)]
pub(super) struct Damaged {
    pub(super) text: String,
    /// What speaks for the encoding: bytes of UTF-8 that continue a character, characters beyond ASCII elsewhere.
    pub(super) good: usize,
    /// How much of that outweighs one malformed sequence.
    good_for_each_bad: usize,
    /// Malformed sequences.
    pub(super) bad: usize,
    /// Where the first of them begins.
    pub(super) first: usize,
}

impl Damaged {
    /// Whether the encoding is right, and a few sequences are damaged.
    pub(super) fn is_nearly_right(&self) -> bool {
        self.good >= self.bad.saturating_mul(self.good_for_each_bad)
    }

    pub(super) fn of(bytes: &[u8], good_for_each_bad: usize) -> Self {
        let text = String::with_capacity(bytes.len());
        Self { text, good: 0, good_for_each_bad, bad: 0, first: bytes.len() }
    }
}

/// In text of another encoding hardly any letter is followed by what would continue it.
const CONTINUED_FOR_EACH_BAD: usize = 2;

/// In other encodings of several bytes much is well-formed by chance.
pub(super) const CHARACTERS_FOR_EACH_BAD: usize = 10;

/// UTF-8 in which each bad byte is read as windows-1252 on its own, or as U+FFFD where that has none.
pub(super) fn damaged_utf_8(bytes: &[u8]) -> Damaged {
    let mut damaged = Damaged::of(bytes, CONTINUED_FOR_EACH_BAD);
    let mut offset = 0;
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        damaged.text.push_str(valid);
        damaged.good += valid.bytes().filter(|byte| matches!(byte, 0x80..=0xBF)).count();
        offset += valid.len();
        for &byte in chunk.invalid() {
            damaged.first = damaged.first.min(offset);
            damaged.bad += 1;
            offset += 1;
            damaged.text.push(windows_1252(byte));
        }
    }
    damaged
}

/// The character of windows-1252, or U+FFFD.
fn windows_1252(byte: u8) -> char {
    const UNDEFINED: [u8; 5] = [0x81, 0x8D, 0x8F, 0x90, 0x9D];
    if UNDEFINED.contains(&byte) {
        return char::REPLACEMENT_CHARACTER;
    }
    let mut character = [0; 4];
    let mut decoder = encoding_rs::WINDOWS_1252.new_decoder_without_bom_handling();
    let (_, _, length, _) = decoder.decode_to_utf8(&[byte], &mut character, true);
    let text = character.get(..length).and_then(|text| std::str::from_utf8(text).ok());
    text.and_then(|text| text.chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A multi-byte encoding in which each malformed sequence is read as U+FFFD.
pub(super) fn damaged_standard(bytes: &[u8], encoding: &'static Encoding, mapping: Mapping) -> Damaged {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut damaged = Damaged::of(bytes, CHARACTERS_FOR_EACH_BAD);
    let mut read = 0;
    loop {
        let rest = bytes.get(read..).unwrap_or_default();
        let room = decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(rest.len());
        damaged.text.reserve(room);
        let (result, consumed) = decoder.decode_to_string_without_replacement(rest, &mut damaged.text, true);
        read += consumed;
        match result {
            DecoderResult::Malformed(bad, after) => {
                damaged.first = damaged.first.min(read.saturating_sub(usize::from(bad) + usize::from(after)));
                damaged.bad += 1;
                damaged.text.push(char::REPLACEMENT_CHARACTER);
            }
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
        }
    }
    let wide = encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE;
    damaged.good = damaged.text.chars().filter(|c| wide || !c.is_ascii()).count() - damaged.bad;
    damaged.text = mapping.apply(std::mem::take(&mut damaged.text));
    damaged
}

//! Decoding of damaged text. Malformed sequences are counted.

use encoding_rs::{DecoderResult, Encoding};

use super::codec::Codec;
use super::malformed::{CHARACTERS_FOR_EACH_BAD, Damaged, Patience};
use super::mapping::Mapping;

/// The greatest number of bytes in a character.
pub(super) const LONGEST_CHARACTER: usize = 4;

/// In text in another encoding, a continuation byte of UTF-8 hardly ever follows a lead byte.
const CONTINUED_FOR_EACH_BAD: usize = 2;

/// Two bytes in another encoding may be a character of UTF-8 by coincidence. Three such pairs, or a character of three
/// bytes, hardly ever are.
const LEAST_CONTINUED: usize = 3;

/// Decodes damaged UTF-8. Each malformed byte is read as windows-1252, or as U+FFFD if that does not define it.
pub(super) fn damaged_utf_8(bytes: &[u8], patience: Patience) -> Option<Damaged> {
    let mut damaged = Damaged::of(CONTINUED_FOR_EACH_BAD, LEAST_CONTINUED);
    // A character has at most three continuation bytes.
    let is_begun = |pair: &&[u8]| matches!(pair, [0xC2..=0xF4, 0x80..=0xBF]);
    let most = bytes.windows(2).filter(is_begun).count().saturating_mul(3);
    // Sequences are counted before the text is built, so that documents in other encodings are refused early.
    let mut offset = 0;
    for chunk in bytes.utf8_chunks() {
        let (valid, invalid) = (chunk.valid().as_bytes(), chunk.invalid());
        damaged.good += valid.iter().filter(|byte| matches!(byte, 0x80..=0xBF)).count();
        if valid.iter().any(|byte| *byte >= 0xE0) {
            // A character of three or four bytes is evidence enough.
            damaged.least_good = 0;
        }
        offset += valid.len();
        if !invalid.is_empty() {
            damaged.first = damaged.first.min(offset);
        }
        damaged.bad += invalid.len();
        offset += invalid.len();
        if patience == Patience::WhileNearlyRight
            // A document may be cut off within its last character.
            && bytes.len() - offset > LONGEST_CHARACTER
            && !damaged.outweighs(most)
        {
            return None;
        }
    }
    let windows_1252 = Codec::named("windows-1252")?;
    let characters: [Option<char>; 256] =
        std::array::from_fn(|byte| u8::try_from(byte).ok().and_then(|byte| windows_1252.character(byte)));
    damaged.text.reserve(bytes.len());
    for chunk in bytes.utf8_chunks() {
        damaged.text.push_str(chunk.valid());
        let character = |byte: &u8| characters[usize::from(*byte)].unwrap_or(char::REPLACEMENT_CHARACTER);
        damaged.text.extend(chunk.invalid().iter().map(character));
    }
    Some(damaged)
}

/// The size of the buffer through which text is decoded. Decoding into the text itself would take time proportional to its
/// remaining length for each malformed sequence.
const BUFFER: usize = 4096;

/// Decodes damaged text in a multi-byte encoding, with U+FFFD for each malformed sequence.
pub(super) fn damaged_standard(
    bytes: &[u8],
    encoding: &'static Encoding,
    mapping: Mapping,
    patience: Patience,
) -> Option<Damaged> {
    // In UTF-16, ASCII characters are evidence as well, since text in other encodings has no zero bytes.
    let is_wide = encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE;
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut damaged = Damaged::of(CHARACTERS_FOR_EACH_BAD, 0);
    let mut buffer = [0; BUFFER];
    let mut read = 0;
    loop {
        let rest = bytes.get(read..).unwrap_or_default();
        let (result, consumed, written) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, true);
        read += consumed;
        let text = buffer.get(..written).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default();
        damaged.good += text.chars().filter(|c| is_wide || !c.is_ascii()).count();
        damaged.text.push_str(text);
        match result {
            DecoderResult::Malformed(bad, after) => {
                damaged.first = damaged.first.min(read.saturating_sub(usize::from(bad) + usize::from(after)));
                damaged.bad += 1;
                damaged.text.push(char::REPLACEMENT_CHARACTER);
            }
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
        }
        let rest = bytes.len() - read;
        if patience == Patience::WhileNearlyRight && rest > LONGEST_CHARACTER && damaged.is_hopeless(rest) {
            return None;
        }
    }
    damaged.text = mapping.apply(std::mem::take(&mut damaged.text));
    Some(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EUC_JP: &Encoding = encoding_rs::EUC_JP;

    fn damaged(bytes: &[u8], patience: Patience) -> Option<Damaged> {
        damaged_standard(bytes, EUC_JP, Mapping::EncodingStandard, patience)
    }

    #[test]
    fn hopeless_text_is_given_up_early() {
        // Longer than the part that is decoded before decoding is abandoned.
        let noise = b"\xA4\xFF".repeat(1 << 16);
        assert!(damaged(&noise, Patience::WhileNearlyRight).is_none());
        let all = damaged(&noise, Patience::Endless).expect("a text");
        assert_eq!(all.bad, 1 << 16);
        assert!(damaged_utf_8(&noise, Patience::WhileNearlyRight).is_none());
    }

    #[test]
    fn text_that_is_nearly_right_is_not_given_up() {
        let text = [&b"\xA4\xFF"[..], &b"\xA4\xA2".repeat(100)].concat();
        let damaged = damaged(&text, Patience::WhileNearlyRight).expect("a text");
        assert!(damaged.is_nearly_right());
        assert_eq!((damaged.bad, damaged.good, damaged.first), (1, 100, 0));
    }

    #[test]
    fn characters_are_not_cut_at_the_end_of_the_buffer() {
        for shift in 0..4 {
            let text = [b"a".repeat(shift), b"\xA4\xA2".repeat(BUFFER)].concat();
            let damaged = damaged(&text, Patience::Endless).expect("a text");
            assert_eq!(damaged.text, "a".repeat(shift) + &"あ".repeat(BUFFER));
        }
    }

    #[test]
    fn two_bytes_that_are_utf_8_by_chance_do_not_make_a_text_nearly_right() {
        for (bytes, is_nearly_right) in [
            (&b"l\xD5\x8Educ \x88"[..], false),
            (b"l\xD5\x8Educ l\xD5\x8Educ \x88", false),
            (b"\xC3\xA9 \xC3\xA8 \xC3\xA0 \x88", true),
            (b"it\xE2\x80\x99s \x92", true),
        ] {
            let damaged = damaged_utf_8(bytes, Patience::Endless).expect("a text");
            assert_eq!(damaged.is_nearly_right(), is_nearly_right, "{}", bytes.escape_ascii());
        }
    }
}

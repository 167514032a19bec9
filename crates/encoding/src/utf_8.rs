//! UTF-8 with malformed sequences.

use encoding_rs::{Encoding, UTF_8};

use super::malformed::{Meaning, Stopped, TextBuilder};

/// Returns the maximum number of multi-byte sequences in a text: each begins with a lead byte and a continuation byte.
pub(super) fn most_sequences(bytes: &[u8]) -> usize {
    let next = bytes.get(1..).unwrap_or_default();
    // Without branches, many bytes are compared at once.
    let is_begun = |a: u8, b: u8| usize::from(a >= 0xC0) & usize::from(b & 0xC0 == 0x80);
    bytes.iter().zip(next).map(|(a, b)| is_begun(*a, *b)).sum()
}

/// Decodes bytes to a text.
pub(super) fn decode(bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
    text.reserve(bytes.len());
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let valid = rest.get(..Encoding::utf8_valid_up_to(rest)).unwrap_or_default();
        let valid = UTF_8.decode_without_bom_handling_and_without_replacement(valid).unwrap_or_default();
        text.push_str(&valid);
        at += valid.len();
        let Some(rest) = rest.get(valid.len()..).filter(|rest| !rest.is_empty()) else { return Ok(()) };
        let Malformed { length, meaning, is_sign } = malformed(rest);
        // Counted before the sequence itself, which may end the decoding: the sign outweighs it.
        if is_sign {
            text.add_sign();
        }
        text.malformed(at, length, meaning)?;
        at += length;
    }
}

/// A malformed sequence at the start of bytes.
struct Malformed {
    length: usize,
    meaning: Meaning,
    /// Whether it occurs in damaged UTF-8 and hardly ever in another encoding.
    is_sign: bool,
}

fn malformed(bytes: &[u8]) -> Malformed {
    let is_sign = true;
    match *bytes {
        // U+0000 in "modified UTF-8".
        [0xC0, 0x80, ..] => Malformed { length: 2, meaning: Meaning::Nothing, is_sign },
        // CESU-8 (Unicode Technical Report 26): a character encoded as two surrogates of three bytes each.
        [0xED, a @ 0xA0..=0xAF, b @ 0x80..=0xBF, 0xED, c @ 0xB0..=0xBF, d @ 0x80..=0xBF, ..] => {
            let half = |a: u8, b: u8| u32::from(a & 0xF) << 6 | u32::from(b & 0x3F);
            let character = char::from_u32(0x1_0000 + (half(a, b) << 10) + half(c & 0xF, d));
            Malformed { length: 6, meaning: character.map_or(Meaning::Lost, Meaning::Character), is_sign }
        }
        // The Encoding Standard has three sequences here, but only one character was lost. This comes after the pair, whose two halves
        // would otherwise be two lost characters.
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => Malformed { length: 3, meaning: Meaning::Lost, is_sign },
        _ => {
            // No sequence is longer than a character.
            let start = bytes.get(..4).unwrap_or(bytes);
            let length = std::str::from_utf8(start).err().and_then(|error| error.error_len());
            let meaning = if length == Some(1) { Meaning::Stray } else { Meaning::Lost };
            // A character truncated by the end of the input extends to the end.
            let length = length.unwrap_or(bytes.len());
            Malformed { length, meaning, is_sign: is_begun(bytes.get(..length).unwrap_or_default()) }
        }
    }
}

/// Returns whether bytes are the start of an emoji or a sign, and hardly ever text in a single-byte encoding: there, the only likely
/// non-ASCII bytes after the letter `â` or `ð` are a quotation mark, a dash or a space.
fn is_begun(bytes: &[u8]) -> bool {
    match *bytes {
        [0xE2, b] => !matches!(b, 0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xA0 | 0xAB | 0xBB),
        [0xF0, 0x9F] => true,
        _ => bytes.len() == 3,
    }
}

#[cfg(test)]
mod tests {
    use super::super::codec::Codec;
    use super::super::malformed::Tolerance;

    #[test]
    fn malformed_sequences_are_read_as_what_they_are() {
        let mut wrong = Vec::new();
        for (bytes, text, count) in [
            // A maximal subpart is one truncated character.
            (&b"a \xF0\x9F\x98 b"[..], "a \u{FFFD} b", 1),
            (b"a \xF0\x9F b", "a \u{FFFD} b", 1),
            (b"a \xE2\x80 b", "a \u{FFFD} b", 1),
            (b"a\xE2\x82\xE2\x82\xAC", "a\u{FFFD}\u{20AC}", 1),
            // A byte between well-formed text becomes its windows-1252 character, if it is defined.
            (b"caf\xE9 \x93x\x94 \x96 y", "caf\u{E9} \u{201C}x\u{201D} \u{2013} y", 4),
            (b"\xD0\x9F\xD1\x80\x85 b", "\u{41F}\u{440}\u{2026} b", 1),
            (b"a \x81 \x8D b", "a \u{FFFD} \u{FFFD} b", 2),
            (b"\xC3\xA9 \x93x\x94", "\u{E9} \u{201C}x\u{201D}", 2),
            // Several bytes are the rest of a character.
            (b"a \x98\x80 b", "a \u{FFFD}\u{FFFD} b", 2),
            (b"a \xC0\xAF b", "a \u{FFFD}\u{FFFD} b", 2),
            // Consecutive letters are windows-1252 text, also with quotation marks around them.
            (b"Gr\xFC\xDFe", "Gr\u{FC}\u{DF}e", 2),
            (b"a \xE4\xF6\xFC\xDF b", "a \u{E4}\u{F6}\u{FC}\u{DF} b", 4),
            (b"a \x93\xC4x b", "a \u{201C}\u{C4}x b", 2),
            // More letters without an ASCII letter are a word in another encoding.
            (b"a \xCF\xF0\xE8\xE2\xE5\xF2 b", "a \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} b", 6),
            (b"a \xE4\xF6\xF7 b", "a \u{FFFD}\u{FFFD}\u{FFFD} b", 3),
            (b"\xE6\x97\xA5\xE6\xF6\xE6\x9C\xAC", "\u{65E5}\u{FFFD}\u{FFFD}\u{672C}", 2),
            // A windows-1252 letter next to another script is part of a character.
            (b"\xE6\x97\xA5\xE6\xE6\x9C\xAC", "\u{65E5}\u{FFFD}\u{672C}", 1),
            (b"a \xE6\xE6\x9C\xAC", "a \u{FFFD}\u{672C}", 1),
            (b"\xD0\x9F\xD1\x80\xD0 b", "\u{41F}\u{440}\u{FFFD} b", 1),
            // Surrogates, in pairs and alone.
            (b"a \xED\xA0\xBD\xED\xB8\x80 b", "a \u{1F600} b", 1),
            (b"a \xED\xA0\xBD b", "a \u{FFFD} b", 1),
            (b"a \xED\xB8\x80\xED\xA0\xBD b", "a \u{FFFD}\u{FFFD} b", 2),
            (b"a \xC0\x80 b", "a  b", 1),
            // Truncated.
            (b"a \xF0\x9F\x98", "a \u{FFFD}", 1),
            (b"a \xC3", "a \u{FFFD}", 1),
            (b"a \xED\xA0", "a \u{FFFD}\u{FFFD}", 2),
        ] {
            let decoded = Codec::UTF_8.read(bytes, Tolerance::Endless).expect("a text");
            let damage = decoded.damage.expect("damage");
            if (&*decoded.text, damage.count) != (text, count) {
                wrong.push((bytes.escape_ascii().to_string(), decoded.text, damage.count));
            }
            let lost = damage.places.iter().filter(|place| place.is_lost).count();
            assert_eq!(lost, text.matches('\u{FFFD}').count(), "{}", bytes.escape_ascii());
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn positions_are_those_in_the_bytes_and_in_the_text() {
        let bytes = b"\x93\xC3\xA9\x94 \xE2\x80 \xED\xA0\xBD\xED\xB8\x80\xFF";
        let decoded = Codec::UTF_8.read(bytes, Tolerance::Endless).expect("a text");
        let places = decoded.damage.expect("damage").places;
        let places: Vec<_> =
            places.iter().map(|p| (p.offset, p.malformed.offset, p.malformed.length)).collect();
        assert_eq!(places, [(0, 0, 1), (5, 3, 1), (9, 5, 2), (13, 8, 6), (17, 14, 1)]);
    }
}

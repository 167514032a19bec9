//! Encodings of the Encoding Standard.

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding};

use super::malformed::{Meaning, Stopped, TextBuilder};
use super::mapping::Mapping;

/// The size of the buffer for decoding the rest of a text after a malformed sequence. Decoding into the text itself would take time
/// proportional to its remaining length for each malformed sequence.
const BUFFER: usize = 4096;

/// A codec of the Encoding Standard.
#[derive(Debug, Clone, Copy)]
pub(super) struct StandardCodec {
    pub(super) encoding: &'static Encoding,
    /// The bytes that Python's codec of the same name leaves undefined.
    pub(super) undefined: &'static [u8],
    pub(super) mapping: Mapping,
}

impl StandardCodec {
    /// Returns the bytes as text if no conversion is needed.
    pub(super) fn borrowed(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        (self.encoding.is_ascii_compatible() && bytes.is_ascii())
            .then(|| encoding_rs::mem::decode_latin1(bytes))
    }

    /// Returns whether every character, including ASCII, has several bytes.
    pub(super) fn is_wide(self) -> bool {
        self.encoding == encoding_rs::UTF_16LE || self.encoding == encoding_rs::UTF_16BE
    }

    /// Decodes bytes to a text.
    pub(super) fn decode(self, bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
        let mut start = 0;
        loop {
            let rest = bytes.get(start..).unwrap_or_default();
            // Only single-byte encodings have such bytes, so no character is split.
            let length = if self.undefined.is_empty() {
                rest.len()
            } else {
                rest.iter().position(|byte| self.undefined.contains(byte)).unwrap_or(rest.len())
            };
            self.decode_defined(rest.get(..length).unwrap_or_default(), start, text)?;
            start += length;
            if start >= bytes.len() {
                return Ok(());
            }
            text.malformed(start, 1, Meaning::Stray)?;
            start += 1;
        }
    }

    /// Decodes bytes at `start` of the document without searching for undefined ones.
    fn decode_defined(self, bytes: &[u8], start: usize, text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let room = decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or_default();
        let mut piece = String::with_capacity(room);
        let (mut result, mut read) = decoder.decode_to_string_without_replacement(bytes, &mut piece, true);
        // The first call has space for everything, so the buffer is only used after a malformed sequence.
        let mut buffer = [0; BUFFER];
        loop {
            match result {
                DecoderResult::InputEmpty => {
                    text.push_string(self.mapping.apply(piece));
                    return Ok(());
                }
                DecoderResult::Malformed(bad, after) => {
                    // The preceding text is written first, since the replacement of a malformed sequence depends on its neighbour.
                    text.push_string(self.mapping.apply(std::mem::take(&mut piece)));
                    let length = usize::from(bad);
                    // The decoder may have read `after` bytes beyond the malformed sequence to recognize it.
                    let offset = read.saturating_sub(length + usize::from(after));
                    let sequence = bytes.get(offset..offset + length).unwrap_or_default();
                    text.malformed(start + offset, length, self.meaning(sequence))?;
                }
                DecoderResult::OutputFull => {}
            }
            let rest = bytes.get(read..).unwrap_or_default();
            let consumed;
            let written;
            (result, consumed, written) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, true);
            read += consumed;
            let part = buffer.get(..written).and_then(|part| std::str::from_utf8(part).ok());
            piece.push_str(part.unwrap_or_default());
        }
    }

    /// Returns the replacement of a malformed sequence.
    fn meaning(self, sequence: &[u8]) -> Meaning {
        match *sequence {
            [byte] if self.encoding.is_single_byte() || !self.is_lead(byte) => Meaning::Stray,
            _ => Meaning::Lost,
        }
    }

    /// Returns whether a byte begins a multi-byte character: it is malformed on its own, but not immediately if more bytes follow.
    fn is_lead(self, byte: u8) -> bool {
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let (result, ..) = decoder.decode_to_utf8_without_replacement(&[byte], &mut [0; 8], false);
        self.is_wide() || result == DecoderResult::InputEmpty
    }
}

#[cfg(test)]
mod tests {
    use super::super::codec::Codec;
    use super::super::malformed::Tolerance;
    use super::*;

    #[test]
    fn characters_are_not_cut_at_the_end_of_the_buffer() {
        let codec = Codec::named("euc-jp").expect("a codec");
        for shift in 0..4 {
            let bytes = [b"\x80".to_vec(), b"a".repeat(shift), b"\xA4\xA2".repeat(BUFFER)].concat();
            let decoded = codec.read(&bytes, Tolerance::Endless).expect("a text");
            assert!(decoded.text == "€".to_owned() + &"a".repeat(shift) + &"あ".repeat(BUFFER), "{shift}");
        }
    }

    #[test]
    fn malformed_sequences_are_replaced_where_they_stand() {
        let mut wrong = Vec::new();
        for (name, bytes, text, places) in [
            ("euc-jp", &b"\xA4\xA2\xA4 \xA4\xA2"[..], "あ\u{FFFD} あ", &[(3, 2, 1)][..]),
            ("euc-jp", b"\xA4\xA2 \x96 \xA4\xA2", "あ – あ", &[(4, 3, 1)]),
            ("shift_jis", b"\x82\xA0 \x82 \xFF b", "あ \u{FFFD} \u{FF} b", &[(4, 3, 1), (8, 5, 1)]),
            ("gb18030", b"\xD6\xD0 \xFF \xD6\xD0", "中 \u{FF} 中", &[(4, 3, 1)]),
            ("euc-kr", b"\xC7\xD1 \xF0 \xC7\xD1", "한 \u{FFFD} 한", &[(4, 3, 1)]),
            ("windows-1255", b"\xF9\xEC \xFF \xF9", "של \u{FF} ש", &[(5, 3, 1)]),
            (
                "windows-1255",
                b"\xF9\x9F\xEC \xD9\xDA",
                "ש\u{FFFD}ל \u{FFFD}\u{FFFD}",
                &[(2, 1, 1), (8, 4, 1), (11, 5, 1)],
            ),
            ("windows-1251", b"\xEF\xF0 \x98 \xEF", "пр \u{2DC} п", &[(5, 3, 1)]),
            ("utf-16le", b"a\0\0\xD8b\0c", "a\u{FFFD}b\u{FFFD}", &[(1, 2, 2), (5, 6, 1)]),
            (
                "iso-2022-jp",
                b"\x1B$B$\"\x1B(B \x93x\x94 \x1B$B$\"\x1B(B",
                "あ “x” あ",
                &[(4, 9, 1), (8, 11, 1)],
            ),
            ("iso-2022-jp", b"\x1B$B$\x1B(B x", "\u{FFFD} x", &[(0, 3, 1)]),
            ("iso-2022-jp", b"\x1B$B$\"\xFF$\"\x1B(B", "あ\u{FFFD}あ", &[(3, 5, 1)]),
            ("johab", b"\xD0\x65 \xD0 \xFF x", "한 \u{FFFD} \u{FF} x", &[(4, 3, 1), (8, 5, 1)]),
            ("cp857", b"a \xD5 b", "a Õ b", &[(2, 2, 1)]),
            ("hz-gb-2312", b"~{VPND~} \x96 ~", "中文 – ~", &[(7, 9, 1), (11, 11, 1)]),
            ("utf-7", b"+ZeVnLIqe- \x96 + x", "日本語 – + x", &[(10, 11, 1), (14, 13, 1)]),
            ("utf-32be", b"\0\0\0<\0\0\xD8\0\0\0\0>\0", "<\u{FFFD}>\u{FFFD}", &[(1, 4, 4), (5, 12, 1)]),
        ] {
            let codec = Codec::named(name)
                .or_else(|| super::super::label::codec(name, super::super::label::LabelSet::All));
            let decoded = codec.expect(name).read(bytes, Tolerance::Endless).expect("a text");
            let found: Vec<_> = decoded
                .damage
                .iter()
                .flat_map(|damage| &damage.places)
                .map(|place| (place.offset, place.malformed.offset, place.malformed.length))
                .collect();
            if decoded.text != text || found != places {
                wrong.push((name, bytes.escape_ascii().to_string(), decoded.text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

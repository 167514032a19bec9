//! The sets of 94 × 94 characters that shifting encodings share with codecs of the Encoding Standard.

use std::sync::LazyLock;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, GBK};

use super::malformed::{Meaning, Stopped, TextBuilder};
use super::mapping::Mapping;

/// A set of 94 rows of 94 cells. U+0000 marks an empty cell.
pub(super) struct CharacterSet(Vec<u16>);

/// GB 2312.
pub(super) static GB_2312: LazyLock<CharacterSet> =
    LazyLock::new(|| CharacterSet::of(GBK, &[], Mapping::EncodingStandard));

/// KS X 1001.
pub(super) static KS_X_1001: LazyLock<CharacterSet> =
    LazyLock::new(|| CharacterSet::of(EUC_KR, &[], Mapping::EncodingStandard));

/// JIS X 0208.
pub(super) static JIS_X_0208: LazyLock<CharacterSet> =
    LazyLock::new(|| CharacterSet::of(EUC_JP, &[], Mapping::Jis));

/// JIS X 0212, which EUC-JP uses after a single shift.
pub(super) static JIS_X_0212: LazyLock<CharacterSet> =
    LazyLock::new(|| CharacterSet::of(EUC_JP, &[0x8F], Mapping::Jis));

impl CharacterSet {
    /// Returns the characters of `encoding` for two bytes of at least 0xA1 after `shift`.
    fn of(encoding: &'static Encoding, shift: &[u8], mapping: Mapping) -> Self {
        let mut set = Vec::with_capacity(94 * 94);
        let mut bytes = Vec::with_capacity(94 * (shift.len() + 2));
        for row in 0xA1..=0xFE {
            // An undefined pair is decoded as one U+FFFD.
            bytes.clear();
            for cell in 0xA1..=0xFE {
                bytes.extend_from_slice(shift);
                bytes.extend([row, cell]);
            }
            let text = mapping.apply(encoding.decode_without_bom_handling(&bytes).0.into_owned());
            let code = |c: char| match u16::try_from(u32::from(c)) {
                Ok(code) if c != char::REPLACEMENT_CHARACTER => code,
                _ => 0,
            };
            let start = set.len();
            // Exactly 94 cells, so that a row never shifts the following ones.
            set.extend(text.chars().take(94).map(code));
            set.resize(start + 94, 0);
        }
        Self(set)
    }

    /// Returns the character for two bytes in 0x21..=0x7E.
    pub(super) fn character(&self, a: u8, b: u8) -> Option<char> {
        if !(0x21..=0x7E).contains(&a) || !(0x21..=0x7E).contains(&b) {
            return None;
        }
        match self.0.get(usize::from(a - 0x21) * 94 + usize::from(b - 0x21))? {
            0 => None,
            &code => char::from_u32(u32::from(code)),
        }
    }
}

/// Pushes the character of a pair of bytes at `at`, and returns the number of bytes read. A byte that cannot be the second one of a pair,
/// such as the start of an escape sequence, is not consumed.
pub(super) fn push_pair(
    text: &mut TextBuilder<'_>,
    set: &CharacterSet,
    at: usize,
    a: u8,
    b: Option<u8>,
) -> Result<usize, Stopped> {
    let b = b.filter(|b| (0x21..=0x7E).contains(b));
    let length = if b.is_some() { 2 } else { 1 };
    match b.and_then(|b| set.character(a, b)) {
        Some(character) => text.push(character),
        None => text.malformed(at, length, Meaning::Lost)?,
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_what_the_encoding_decodes_it_to_alone() {
        let sets = [
            (&GB_2312, GBK, &b""[..], Mapping::EncodingStandard),
            (&KS_X_1001, EUC_KR, b"", Mapping::EncodingStandard),
            (&JIS_X_0208, EUC_JP, b"", Mapping::Jis),
            (&JIS_X_0212, EUC_JP, b"\x8F", Mapping::Jis),
        ];
        for (set, encoding, shift, mapping) in sets {
            for (a, b) in (0x21..=0x7E).flat_map(|a| (0x21..=0x7E).map(move |b| (a, b))) {
                let bytes = [shift, &[a | 0x80, b | 0x80]].concat();
                let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
                let text = text.map(|text| mapping.apply(text.into_owned()));
                let alone = text.and_then(|text| text.chars().next().filter(|_| text.chars().count() == 1));
                assert_eq!(set.character(a, b), alone, "{} {a:02X} {b:02X}", encoding.name());
            }
        }
    }
}

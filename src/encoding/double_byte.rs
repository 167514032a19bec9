//! The sets of 94 × 94 characters that shifting encodings share with the codecs of the Encoding Standard.

use std::sync::LazyLock;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, GBK};

/// A set of 94 rows of 94 cells; U+0000 stands where it has no character.
pub(super) struct CharacterSet(Vec<u16>);

/// GB 2312.
pub(super) static GB_2312: LazyLock<CharacterSet> = LazyLock::new(|| CharacterSet::of(GBK, &[]));

/// KS X 1001.
pub(super) static KS_X_1001: LazyLock<CharacterSet> = LazyLock::new(|| CharacterSet::of(EUC_KR, &[]));

/// JIS X 0208.
pub(super) static JIS_X_0208: LazyLock<CharacterSet> = LazyLock::new(|| CharacterSet::of(EUC_JP, &[]));

/// JIS X 0212, which EUC-JP has behind a single shift.
pub(super) static JIS_X_0212: LazyLock<CharacterSet> = LazyLock::new(|| CharacterSet::of(EUC_JP, &[0x8F]));

impl CharacterSet {
    /// The characters that `encoding` has behind `shift` where both bytes are at least 0xA1.
    fn of(encoding: &'static Encoding, shift: &[u8]) -> Self {
        let cell = |row: u8, cell: u8| {
            let bytes = [shift, &[row, cell]].concat();
            let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
            let mut characters = text.chars();
            let character = characters.next()?;
            characters.next().is_none().then(|| u16::try_from(u32::from(character)).ok())?
        };
        Self((0xA1..=0xFE).flat_map(|a| (0xA1..=0xFE).map(move |b| cell(a, b).unwrap_or(0))).collect())
    }

    /// The character of two bytes in 0x21..=0x7E.
    pub(super) fn character(&self, a: u8, b: u8) -> Option<char> {
        if !(0x21..=0x7E).contains(&a) || !(0x21..=0x7E).contains(&b) {
            return None;
        }
        match self.0.get(usize::from(a - 0x21) * 94 + usize::from(b - 0x21))? {
            0 => None,
            &code => char::from_u32(u32::from(code)),
        }
    }

    /// Whether the set has that hangul syllable; KS X 1001 has them in Unicode's order, in rows 16 to 40.
    pub(super) fn has_syllable(&self, syllable: char) -> bool {
        let syllables = self.0.get(15 * 94..40 * 94).unwrap_or_default();
        u16::try_from(u32::from(syllable)).is_ok_and(|code| syllables.binary_search(&code).is_ok())
    }
}

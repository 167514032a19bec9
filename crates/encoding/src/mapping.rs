//! Multi-byte encodings that are decoded like Python rather than the Encoding Standard.

/// The mapping of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mapping {
    /// The mapping of `encoding_rs`.
    EncodingStandard,
    /// JIS X 0208 as in JIS: 〜‖−¢£¬ instead of Windows' ～∥－￠￡￢.
    Jis,
    /// KS X 1001 with its composed syllables: a filler and three letters are one syllable (Annex 3).
    KsX1001,
}

impl Mapping {
    /// Converts a text that was decoded with the mapping of the Encoding Standard.
    pub(super) fn apply(self, text: String) -> String {
        match self {
            Self::EncodingStandard => text,
            Self::Jis => with_jis_signs(text),
            Self::KsX1001 => with_composed_syllables(text),
        }
    }
}

fn with_jis_signs(text: String) -> String {
    const SIGNS: [(char, char); 6] = [
        ('\u{FF5E}', '\u{301C}'),
        ('\u{2225}', '\u{2016}'),
        ('\u{FF0D}', '\u{2212}'),
        ('\u{FFE0}', '\u{A2}'),
        ('\u{FFE1}', '\u{A3}'),
        ('\u{FFE2}', '\u{AC}'),
    ];
    let sign = |c: char| SIGNS.iter().find(|(windows, _)| *windows == c).map(|(_, jis)| *jis);
    if !text.chars().any(|c| sign(c).is_some()) {
        return text;
    }
    text.chars().map(|c| sign(c).unwrap_or(c)).collect()
}

const FILLER: char = '\u{3164}';
/// The compatibility jamo that begin a syllable, in Unicode's order of syllables.
pub(super) const INITIALS: [char; 19] = [
    'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ',
    'ㅍ', 'ㅎ',
];
/// The compatibility jamo that end a syllable, in the same order.
pub(super) const FINALS: [char; 27] = [
    'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ', 'ㅁ', 'ㅂ',
    'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];

fn with_composed_syllables(text: String) -> String {
    if !text.contains(FILLER) {
        return text;
    }
    let mut composed = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once(FILLER) {
        composed.push_str(before);
        let mut letters = after.chars();
        if let Some(syllable) = syllable(letters.next(), letters.next(), letters.next()) {
            composed.push(syllable);
            rest = letters.as_str();
        } else {
            // Only the filler is skipped. The letters after it are read again, since one of them may be a filler that begins a syllable.
            composed.push(FILLER);
            rest = after;
        }
    }
    composed.push_str(rest);
    composed
}

fn syllable(initial: Option<char>, medial: Option<char>, last: Option<char>) -> Option<char> {
    let place = |letters: &[char], letter: char| letters.iter().position(|l| *l == letter)?.try_into().ok();
    let initial: u32 = place(&INITIALS, initial?)?;
    // Unlike the consonants, the vowels of the compatibility jamo are in Unicode's order of syllables, without gaps.
    let medial = u32::from(medial?).checked_sub(0x314F).filter(|medial| *medial < 21)?;
    let last: u32 = match last? {
        FILLER => 0,
        letter => 1 + place(&FINALS, letter)?,
    };
    // Unicode §3.12, Hangul Syllable Composition
    char::from_u32(0xAC00 + (initial * 21 + medial) * 28 + last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mapping_changes_what_it_is_for_and_nothing_else() {
        for (mapping, text, mapped) in [
            (Mapping::Jis, "a～－￡b", "a〜−£b"),
            (Mapping::Jis, "あいう", "あいう"),
            (Mapping::KsX1001, "<\u{3164}ㄸㅗㅁ>", "<똠>"),
            (Mapping::KsX1001, "\u{3164}ㅍㅔ\u{3164}\u{3164}ㄱㅏㄱ", "페각"),
            (Mapping::KsX1001, "\u{3164}ㅏㅏㅏ \u{3164}", "\u{3164}ㅏㅏㅏ \u{3164}"),
            (Mapping::EncodingStandard, "～\u{3164}ㄱㅏㄱ", "～\u{3164}ㄱㅏㄱ"),
        ] {
            assert_eq!(mapping.apply(text.to_owned()), mapped);
        }
    }
}

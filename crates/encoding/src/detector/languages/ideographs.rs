//! The likelihood of a text as Chinese, Japanese or Korean.

use super::super::super::codec::Codec;
use super::context::Languages;
use super::model::logarithm;
use super::sample::Sample;
use super::verdict::RatedEncoding;
use bozofeed_text::included::rows;

/// The most frequent characters of a language.
pub(super) struct Frequent {
    /// The characters, sorted. Each has three bytes.
    pub(super) characters: &'static str,
    /// The frequency of each character.
    pub(super) likelihoods: &'static [u8],
}

/// Written by `generate.py`: a row for each language, with the characters and their frequencies.
const ROWS: [(&str, &str); 4] = rows(include_str!("frequent.txt"));
static ZH_HANS: Frequent = Frequent::of(ROWS[0]);
static ZH_HANT: Frequent = Frequent::of(ROWS[1]);
static JA: Frequent = Frequent::of(ROWS[2]);
static KO: Frequent = Frequent::of(ROWS[3]);

impl Frequent {
    const fn of((characters, likelihoods): (&'static str, &'static str)) -> Self {
        assert!(characters.len() == 3 * likelihoods.len());
        Self { characters, likelihoods: likelihoods.as_bytes() }
    }

    fn likelihood(&self, character: char) -> Option<f32> {
        let mut buffer = [0; 4];
        let wanted = character.encode_utf8(&mut buffer).as_bytes();
        let (characters, _) = self.characters.as_bytes().as_chunks::<3>();
        let at = characters.binary_search_by(|c| c.as_slice().cmp(wanted)).ok()?;
        Some(logarithm(self.likelihoods, at))
    }
}

/// A multi-byte encoding.
pub(super) struct MultiByte {
    pub(super) name: &'static str,
    language: &'static str,
    prior: f32,
    is_rare: bool,
    frequent: &'static Frequent,
}

pub(super) static MULTI_BYTE: [MultiByte; 6] = [
    MultiByte { name: "gbk", language: "zh-Hans", prior: -3.0, is_rare: false, frequent: &ZH_HANS },
    MultiByte { name: "shift_jis", language: "ja", prior: -3.0, is_rare: false, frequent: &JA },
    MultiByte { name: "euc-kr", language: "ko", prior: -3.5, is_rare: false, frequent: &KO },
    MultiByte { name: "big5", language: "zh-Hant", prior: -3.5, is_rare: false, frequent: &ZH_HANT },
    MultiByte { name: "euc-jp", language: "ja", prior: -3.5, is_rare: false, frequent: &JA },
    MultiByte { name: "johab", language: "ko", prior: -6.0, is_rare: true, frequent: &KO },
];

/// The logarithm of the likelihood of a character after a lower-case letter of ASCII, or before one.
const NEXT_TO_LETTER: f32 = -5.0;
/// The logarithm of the likelihood of a character next to any other ASCII character.
const NEXT_TO_ASCII: f32 = -1.0;
/// The logarithm of the likelihood of a character next to another one beyond ASCII.
const NEXT_TO_ANOTHER: f32 = -0.2;
/// The logarithms of the likelihoods of frequent punctuation, and of other punctuation and full-width forms.
const FREQUENT_PUNCTUATION: f32 = -4.0;
const PUNCTUATION: f32 = -6.0;
/// The logarithm of the likelihood of half-width katakana.
const HALF_WIDTH: f32 = -9.0;
/// The logarithms of the likelihoods of other ideographs and syllables, and of any other character.
const INFREQUENT: f32 = -13.5;
const OTHER: f32 = -14.5;
/// The logarithm of the likelihood of a character for private use or a malformed sequence.
const MALFORMED: f32 = -16.0;

impl MultiByte {
    /// Returns the encoding with the likelihood of an excerpt in it; `None` if the excerpt does not decode, or if the score
    /// would be less than `least`.
    pub(super) fn candidate(
        &self,
        excerpt: &[u8],
        sample: &Sample,
        languages: &Languages,
        least: f32,
    ) -> Option<RatedEncoding> {
        let text = Codec::named(self.name)?.decode_lossily(excerpt)?;
        let bytes = excerpt.iter().filter(|byte| !byte.is_ascii()).count();
        let bytes = f32::from(u16::try_from(bytes.max(1)).unwrap_or(u16::MAX));
        // The excerpt may be longer than the sample, and the sample counts repetitions less.
        let share = (sample.weight / bytes).min(1.0);
        let other = self.prior + languages.ideographs();
        let mut total = 0.0;
        let mut before = ' ';
        for c in text.chars() {
            total += match (before.is_ascii(), c.is_ascii()) {
                (true, true) => 0.0,
                (false, true) if c.is_ascii_lowercase() => NEXT_TO_LETTER,
                (false, true) => NEXT_TO_ASCII,
                (true, false) if before.is_ascii_lowercase() => NEXT_TO_LETTER + self.likelihood(c),
                (true, false) => NEXT_TO_ASCII + self.likelihood(c),
                (false, false) => NEXT_TO_ANOTHER + self.likelihood(c),
            };
            before = c;
            // No term is positive, so a score that is too low stays too low.
            if total * share + other < least {
                return None;
            }
        }
        Some(RatedEncoding {
            name: self.name,
            language: self.language,
            is_rare: self.is_rare,
            score: total * share + other,
            mean: total / bytes,
        })
    }

    /// Returns the logarithm of the frequency of a character.
    fn likelihood(&self, character: char) -> f32 {
        match character {
            '、' | '。' | '，' | '「' | '」' | '・' => FREQUENT_PUNCTUATION,
            '“' | '”' | '‘' | '’' | '…' | '—' | '·' | '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF60}' => {
                PUNCTUATION
            }
            '\u{FF61}'..='\u{FF9F}' => HALF_WIDTH,
            '\u{E000}'..='\u{F8FF}' | char::REPLACEMENT_CHARACTER => MALFORMED,
            c => self.frequent.likelihood(c).unwrap_or(match c {
                '\u{4E00}'..='\u{9FFF}' | '가'..='힣' | '\u{3040}'..='\u{30FF}' => INFREQUENT,
                _ => OTHER,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frequent_characters_are_sorted_and_each_has_a_likelihood() {
        for encoding in &MULTI_BYTE {
            let Frequent { characters, likelihoods } = encoding.frequent;
            assert!(characters.chars().is_sorted(), "{}", encoding.name);
            assert!(characters.chars().all(|c| c.len_utf8() == 3), "{}", encoding.name);
            assert_eq!(characters.chars().count(), likelihoods.len(), "{}", encoding.name);
        }
    }

    #[test]
    fn frequent_characters_are_likelier_than_others() {
        for (frequent, often, seldom) in
            [(&ZH_HANS, '的', '龘'), (&ZH_HANT, '國', '龘'), (&JA, 'の', '鬱'), (&KO, '다', '뷁')]
        {
            assert!(frequent.likelihood(often) > frequent.likelihood(seldom), "{often} {seldom}");
        }
    }
}

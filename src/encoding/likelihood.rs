//! How likely the characters are that a code page makes of a sample: letters in words, in languages.

use super::alphabets::{self, ALPHABETS, SHARES};
use super::codec::Codec;
use super::double_byte::KS_X_1001;

/// So many letters of another script than Latin make a code page one of that script.
const ANOTHER_SCRIPT: usize = 22;
/// Logarithm of the likelihood of what no text has: a capital behind a small letter, a sign within a word.
const VIOLATION: f32 = -7.0;
/// Of a letter that the language does not have.
const FOREIGN: f32 = -7.5;
/// Of a capital.
const CAPITAL: f32 = -1.5;
/// Of a mark of punctuation between words.
const PUNCTUATION: f32 = -4.0;
/// Of a dash, an ellipsis, a space or an apostrophe at the end of a word.
const SEPARATOR: f32 = -2.0;
/// Of a quotation mark where it belongs.
const QUOTATION: f32 = -2.0;
/// Of a Latin letter that is a word of its own.
const ALONE: f32 = -3.0;
/// Of any other sign between words.
const SIGN: f32 = -6.0;
/// Of an apostrophe within a word.
const ELISION: f32 = -1.0;
/// Of any byte beyond ASCII among noise: one in 128.
pub(super) const NOISE: f32 = -4.85;
/// So many characters beyond ASCII are looked at.
const SAMPLE: usize = 4096;

/// A byte beyond ASCII between its neighbours.
type Neighbours = [u8; 3];

pub(super) struct Sample {
    neighbours: Vec<Neighbours>,
    /// Which bytes there are, also beyond the sample.
    present: [bool; 256],
}

impl Sample {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
        let beyond_ascii = bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).take(SAMPLE);
        let mut present = [false; 256];
        for &byte in bytes {
            present[usize::from(byte)] = true;
        }
        Self {
            neighbours: beyond_ascii
                .map(|(i, &byte)| [at(i.checked_sub(1)), byte, at(Some(i + 1))])
                .collect(),
            present,
        }
    }

    pub(super) fn length(&self) -> f32 {
        u16::try_from(self.neighbours.len().max(1)).unwrap_or(u16::MAX).into()
    }
}

/// What a character is to the words around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Small(Script),
    Capital(Script),
    /// A letter of a script without case.
    Letter(Script),
    /// Also within words.
    Apostrophe,
    /// A quotation mark that begins something.
    Opening,
    /// One that ends something.
    Closing,
    /// A dash, an ellipsis or a space, wherever it stands.
    Separator,
    Punctuation,
    Currency,
    Sign,
    Control,
    /// No character at all.
    Undefined,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Other,
}

impl Class {
    fn of(character: Option<char>) -> Self {
        let Some(c) = character else {
            return Self::Undefined;
        };
        let script = match c {
            '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}' => Script::Latin,
            '\u{370}'..='\u{3FF}' => Script::Greek,
            '\u{400}'..='\u{52F}' => Script::Cyrillic,
            _ => Script::Other,
        };
        match c {
            '’' | '\'' | '-' | '\u{AD}' => Self::Apostrophe,
            '“' | '„' | '‘' | '‚' | '«' | '‹' | '¿' | '¡' => Self::Opening,
            '”' | '»' | '›' => Self::Closing,
            '–' | '—' | '…' | '\u{A0}' => Self::Separator,
            '•' | '·' | '±' | '×' | '³' | '¹' | '¾' | '¶' | '†' | '‰' | '→' | 'µ' | '°' | '©' | '®' | '™'
            | '§' | '№' | '½' | '¼' | '²' | '،' | '؛' | '؟' | '\u{200E}' | '\u{200F}' => {
                Self::Punctuation
            }
            '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => Self::Control,
            '€' | '£' | '¥' | '¢' => Self::Currency,
            'ª' | 'º' | 'ƒ' => Self::Sign,
            '\u{300}'..='\u{36F}' => Self::Small(script),
            c if c.is_ascii() && !c.is_ascii_alphabetic() => Self::Punctuation,
            c if c.is_lowercase() => Self::Small(script),
            c if c.is_uppercase() => Self::Capital(script),
            c if c.is_alphabetic() || alphabets::of(c) != 0 => Self::Letter(script),
            _ => Self::Sign,
        }
    }

    fn script(self) -> Option<Script> {
        match self {
            Self::Small(script) | Self::Capital(script) | Self::Letter(script) => Some(script),
            Self::Apostrophe
            | Self::Opening
            | Self::Closing
            | Self::Separator
            | Self::Punctuation
            | Self::Currency
            | Self::Sign
            | Self::Control
            | Self::Undefined => None,
        }
    }

    /// The likelihood of a character in its place, as a logarithm; that of the letter itself comes on top.
    fn likelihood(self, before: Self, after: Self) -> f32 {
        let (follows_a_letter, precedes_a_letter) = (before.script().is_some(), after.script().is_some());
        let within_a_word = follows_a_letter && precedes_a_letter;
        match self {
            Self::Control | Self::Undefined => 2.0 * VIOLATION,
            Self::Apostrophe if within_a_word => ELISION,
            Self::Separator | Self::Apostrophe => SEPARATOR,
            Self::Opening if precedes_a_letter && !follows_a_letter => QUOTATION,
            Self::Closing if !precedes_a_letter => QUOTATION,
            Self::Currency if follows_a_letter => VIOLATION,
            Self::Opening | Self::Closing | Self::Punctuation | Self::Sign if within_a_word => VIOLATION,
            Self::Opening | Self::Closing | Self::Punctuation | Self::Currency => PUNCTUATION,
            Self::Sign => SIGN,
            letter if before.script().is_some_and(|script| Some(script) != letter.script()) => VIOLATION,
            Self::Capital(_) if matches!(before, Self::Small(_)) => VIOLATION,
            Self::Capital(Script::Latin) | Self::Small(Script::Latin)
                if !follows_a_letter && !precedes_a_letter =>
            {
                ALONE
            }
            Self::Capital(_) => CAPITAL,
            Self::Small(_) | Self::Letter(_) => 0.0,
        }
    }
}

/// What the bytes of a code page are.
pub(super) struct Profile {
    name: &'static str,
    classes: [Class; 256],
    /// The alphabets that each byte's letter belongs to, a bit each.
    alphabets: [u64; 256],
}

impl Profile {
    pub(super) fn of_each(pages: &[&str]) -> Vec<Self> {
        pages.iter().filter_map(|page| Codec::named(page)).map(|codec| Self::of(&codec)).collect()
    }

    pub(super) fn of(codec: &Codec) -> Self {
        let mut characters = [None; 256];
        for (byte, character) in (0..=u8::MAX).zip(&mut characters) {
            *character = codec.decode(&[byte]).ok().and_then(|text| text.chars().next());
        }
        // A page that has the letters of another script was made for languages that are written in it.
        let of_another_script =
            |c: &&Option<char>| c.is_some_and(|c| alphabets::of(c) & !alphabets::latin() != 0);
        let languages = if characters.iter().filter(of_another_script).count() >= ANOTHER_SCRIPT {
            !alphabets::latin()
        } else {
            u64::MAX
        };
        Self {
            name: codec.name,
            classes: characters.map(Class::of),
            alphabets: characters.map(|character| character.map_or(0, alphabets::of) & languages),
        }
    }

    /// The mean logarithm of the likelihood of a sampled character, in the language that suits best.
    pub(super) fn likelihood(&self, sample: &Sample) -> f32 {
        let class = |byte: u8| self.classes[usize::from(byte)];
        if (0..=u8::MAX).any(|byte| sample.present[usize::from(byte)] && class(byte) == Class::Undefined) {
            return f32::MIN;
        }
        let mut count = [0.0_f32; 256];
        let mut total = 0.0;
        for &[before, byte, after] in &sample.neighbours {
            total += class(byte).likelihood(class(before), class(after));
            if class(byte).script().is_some() {
                count[usize::from(byte)] += 1.0;
            }
        }
        let mut by_language = [0.0_f32; ALPHABETS.len()];
        for (count, alphabets) in count.iter().zip(self.alphabets).filter(|(count, _)| **count > 0.0) {
            for (at, (likelihood, share)) in by_language.iter_mut().zip(SHARES.iter()).enumerate() {
                *likelihood += count * if alphabets >> at & 1 == 1 { *share } else { FOREIGN };
            }
        }
        let best = by_language.into_iter().fold(f32::MIN, f32::max);
        (total + best) / sample.length()
    }
}

/// The page in which the sample is most likely, and how likely it is; the first of several.
pub(super) fn most_likely(profiles: &[Profile], sample: &Sample) -> (f32, &'static str) {
    profiles
        .iter()
        .map(|page| (page.likelihood(sample), page.name))
        .fold((f32::MIN, ""), |best, next| if next.0 > best.0 { next } else { best })
}

/// The same of johab, whose characters have two bytes: the 2,350 syllables of KS X 1001 make up nearly all texts.
pub(super) fn johab_likelihood(bytes: &[u8]) -> f32 {
    let Some(text) = Codec::named("johab").and_then(|codec| codec.decode(bytes).ok()) else {
        return f32::MIN;
    };
    let (mut total, mut count) = (0.0, 0.0);
    for character in text.chars().filter(|c| !c.is_ascii()).take(SAMPLE) {
        count += 2.0;
        total += match character {
            c if KS_X_1001.has_syllable(c) => -(2350.0_f32).ln(),
            '가'..='힣' => 2.0 * VIOLATION,
            '\u{3000}'..='\u{303F}' | '\u{2000}'..='\u{206F}' => 2.0 * PUNCTUATION,
            _ => 2.0 * SIGN,
        };
    }
    if count > 0.0 { total / count } else { f32::MIN }
}

//! The model of a language: the likelihood of each pair of letters.

use super::letters::LETTERS;
use bozofeed_text::included::{rows, split};

/// The logarithm of the likelihood of a letter that does not occur in a language.
const FOREIGN: f32 = -13.0;
/// The logarithm of the likelihood of the end of a word, or of an ASCII letter, after such a letter.
const END_AFTER_FOREIGN: f32 = -1.5;
const LETTER_AFTER_FOREIGN: f32 = -3.0;
/// The logarithm of the likelihood of the end of a word after an ASCII letter.
const END: f32 = -1.8;

/// Tables hold logarithms in steps of a quarter, from `#` on.
const FIRST: u8 = b'#';
const STEP: f32 = -0.25;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
    /// A script without a model.
    Other,
}

impl Script {
    /// Returns the script of a non-ASCII letter.
    pub(super) fn of(letter: char) -> Self {
        match letter {
            '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}' => Self::Latin,
            '\u{370}'..='\u{3FF}' => Self::Greek,
            '\u{400}'..='\u{52F}' => Self::Cyrillic,
            '\u{590}'..='\u{5FF}' => Self::Hebrew,
            '\u{600}'..='\u{6FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' => Self::Arabic,
            '\u{E00}'..='\u{E7F}' => Self::Thai,
            _ => Self::Other,
        }
    }
}

/// The letter pairs of a language.
///
/// The classes of characters are: the end of a word; in Latin script, the ASCII letters; the non-ASCII letters.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) language: &'static str,
    pub(super) script: Script,
    /// The non-ASCII letters, as sorted indices into [`LETTERS`].
    pub(super) letters: &'static [u16],
    /// For each letter, its likelihood after a character of each class.
    pub(super) before: &'static [u8],
    /// For each letter, the likelihood of the end of a word and of each ASCII letter after it.
    pub(super) after: &'static [u8],
    /// For the end of a word and each ASCII letter, the likelihood of each of these after it. Only for Latin script.
    pub(super) ascii: &'static [u8],
}

/// A non-ASCII character, independent of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letter {
    /// Not a letter.
    None,
    /// The index into [`LETTERS`].
    Known(u16),
    /// A letter of no modelled language.
    Unknown,
}

impl Letter {
    /// Returns the letter for a non-ASCII character of either case.
    pub(super) fn of(character: char) -> Self {
        // In lower case, `İ` would be an ASCII letter and a combining dot.
        let lower =
            if character == 'İ' { 'İ' } else { character.to_lowercase().next().unwrap_or(character) };
        // Variants of the same letters: Romanian ones with a comma or a cedilla, and Arabic ones in Persian and Urdu forms.
        let same = match lower {
            'ș' => 'ş',
            'ț' => 'ţ',
            'ی' | 'ى' => 'ي',
            'ک' => 'ك',
            'ہ' | 'ھ' => 'ه',
            'ۃ' => 'ة',
            other => other,
        };
        let place = u16::try_from(u32::from(same)).ok().and_then(|code| LETTERS.binary_search(&code).ok());
        match place.and_then(|place| u16::try_from(place).ok()) {
            Some(place) => Self::Known(place),
            None if character.is_alphabetic() => Self::Unknown,
            None => Self::None,
        }
    }
}

/// The class of a character in one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    End,
    /// An ASCII letter, from 0 on.
    Ascii(u8),
    Own(u8),
    Foreign,
}

impl Model {
    /// Returns the models of languages with these scripts and letters. `file` has a row for each: the language code and the tables, in
    /// field order.
    pub(super) const fn all<const COUNT: usize>(
        file: &'static str,
        languages: [(Script, &'static [u16]); COUNT],
    ) -> [Self; COUNT] {
        let rows = rows::<COUNT>(file);
        let mut models = [const { Self::new("", Script::Other, &[], "") }; COUNT];
        let mut at = 0;
        while at < COUNT {
            let (language, tables) = rows[at];
            let (script, letters) = languages[at];
            models[at] = Self::new(language, script, letters, tables);
            at += 1;
        }
        models
    }

    const fn new(
        language: &'static str,
        script: Script,
        letters: &'static [u16],
        tables: &'static str,
    ) -> Self {
        let (before, tables) = split(tables, b' ');
        let (after, ascii) = split(tables, b' ');
        let (before, after, ascii) = (before.as_bytes(), after.as_bytes(), ascii.as_bytes());
        Self { language, script, letters, before, after, ascii }
    }

    pub(super) fn class(&self, letter: Letter) -> Class {
        match letter {
            Letter::None => Class::End,
            Letter::Known(place) => self
                .letters
                .binary_search(&place)
                .ok()
                .and_then(|at| u8::try_from(at).ok())
                .map_or(Class::Foreign, Class::Own),
            Letter::Unknown => Class::Foreign,
        }
    }

    /// Returns the number of ASCII classes.
    fn width(&self) -> usize {
        if self.script == Script::Latin { 27 } else { 1 }
    }

    /// Returns the logarithm of the likelihood that `b` follows `a`.
    pub(super) fn likelihood(&self, a: Class, b: Class) -> f32 {
        let width = self.width();
        let ascii = |letter: u8| if width > 1 { usize::from(letter) + 1 } else { 0 };
        match (a, b) {
            (_, Class::Foreign) => FOREIGN,
            (_, Class::Own(b)) => {
                let a = match a {
                    // After a foreign letter, the likelihood of a letter is the same as at the start of a word.
                    Class::End | Class::Foreign => 0,
                    Class::Ascii(a) => ascii(a),
                    Class::Own(a) => width + usize::from(a),
                };
                logarithm(self.before, usize::from(b) * (width + self.letters.len()) + a)
            }
            (Class::Own(a), Class::End) => logarithm(self.after, usize::from(a) * width),
            (Class::Own(a), Class::Ascii(b)) => logarithm(self.after, usize::from(a) * width + ascii(b)),
            (Class::Foreign, Class::End) => END_AFTER_FOREIGN,
            (Class::Foreign, Class::Ascii(_)) => LETTER_AFTER_FOREIGN,
            (Class::Ascii(_), Class::End) => END,
            (Class::End | Class::Ascii(_), _) => 0.0,
        }
    }
}

pub(super) fn logarithm(table: &[u8], at: usize) -> f32 {
    table.get(at).map_or(FOREIGN, |step| STEP * f32::from(step.saturating_sub(FIRST)))
}

#[cfg(test)]
mod tests {
    use super::super::models::MODELS;
    use super::*;

    #[test]
    fn every_table_has_an_entry_for_each_pair() {
        assert!(LETTERS.is_sorted());
        for model in &MODELS {
            let (width, letters) = (model.width(), model.letters.len());
            let ascii = if model.script == Script::Latin { width * width } else { 0 };
            assert!(model.letters.is_sorted(), "{}", model.language);
            assert!(model.letters.iter().all(|at| usize::from(*at) < LETTERS.len()), "{}", model.language);
            assert_eq!(model.before.len(), letters * (width + letters), "{}", model.language);
            assert_eq!(model.after.len(), letters * width, "{}", model.language);
            assert_eq!(model.ascii.len(), ascii, "{}", model.language);
        }
    }

    #[test]
    fn likelihoods_after_a_letter_add_up_to_no_more_than_one() {
        for model in &MODELS {
            for a in (0..).take(model.letters.len()).map(Class::Own) {
                let own = (0..).take(model.letters.len()).map(Class::Own);
                let ascii = (0..26).take(model.width() - 1).map(Class::Ascii);
                let next = own.chain(ascii).chain([Class::End]);
                let sum: f32 = next.map(|b| model.likelihood(a, b).exp()).sum();
                // Rare pairs are rounded up to the minimum likelihood in the tables.
                assert!((0.3..1.5).contains(&sum), "{} {a:?}: {sum}", model.language);
            }
        }
    }

    #[test]
    fn letters_of_either_case_and_shape_are_the_same() {
        for (one, other) in [('É', 'é'), ('Я', 'я'), ('ș', 'ş'), ('ی', 'ي'), ('Σ', 'σ')] {
            assert_eq!(Letter::of(one), Letter::of(other), "{one} {other}");
        }
        assert_ne!(Letter::of('İ'), Letter::of('ı'));
        assert_eq!(Letter::of('─'), Letter::None);
        assert_eq!(Letter::of('中'), Letter::Unknown);
    }
}

//! The likelihood of a sample in a code page.

use super::super::super::codec::Codec;
use super::context::Languages;
use super::model::{Class, Letter, Model, Script};
use super::models::MODELS;
use super::sample::{Pair, Sample};
use super::sign::SignKind;
use super::verdict::RatedEncoding;

/// The penalty of languages in non-Latin scripts if the sample has more signs than letters of the script.
const SIGNS: f32 = -8.0;

/// A code page and its languages.
#[derive(Debug)]
pub(super) struct CodePageModel {
    pub(super) name: &'static str,
    /// The logarithm of its frequency on the web, relative to the most common one.
    pub(super) prior: f32,
    /// Whether it is a code page of DOS, the Macintosh or another system that is rarely used for feeds.
    pub(super) is_rare: bool,
    /// Indices into [`MODELS`].
    pub(super) languages: &'static [u8],
}

impl CodePageModel {
    /// Returns the page with the likelihood of the sample in it; `None` if a byte is undefined in the page, or if the score would be less
    /// than `least`.
    pub(super) fn candidate(
        &self,
        sample: &Sample,
        languages: &Languages,
        least: f32,
    ) -> Option<RatedEncoding> {
        let bytes = Bytes::of(&Codec::named(self.name)?, sample)?;
        let kind = |byte: u8| bytes.kinds[usize::from(byte)];
        let signs: f32 =
            sample.pairs.iter().map(|&Pair { a, b, weight }| weight * kind(a).likelihood(kind(b))).sum();
        // Every language adds a negative number to the score.
        let mut least = least - self.prior - signs;
        let mut best: Option<(f32, f32, &str)> = None;
        for &language in self.languages {
            let language = usize::from(language);
            let Some(model) = MODELS.get(language) else { continue };
            let other = languages.likelihood(language) + bytes.script(model.script, sample);
            if let Some(letters) = bytes.likelihood(model, sample, least - other) {
                let total = letters + other;
                // `likelihood` gives up on languages that are less likely than the best one so far.
                best = Some((total, letters, model.language));
                least = total;
            }
        }
        let (total, letters, language) = best?;
        Some(RatedEncoding {
            name: self.name,
            language,
            is_rare: self.is_rare,
            score: total + signs + self.prior,
            mean: (letters + signs) / sample.weight,
        })
    }
}

/// The ASCII classes in every model. Other bytes are treated as word ends until their page is known.
const ASCII_CLASSES: [Class; 256] = {
    let mut classes = [Class::End; 256];
    let mut letter = 0;
    while letter < 26 {
        classes[(b'a' + letter) as usize] = Class::Ascii(letter);
        classes[(b'A' + letter) as usize] = Class::Ascii(letter);
        letter += 1;
    }
    classes
};

/// The characters of a page for the bytes of a sample.
struct Bytes {
    kinds: [SignKind; 256],
    letters: [Letter; 256],
}

impl Bytes {
    fn of(codec: &Codec, sample: &Sample) -> Option<Self> {
        let mut kinds = [SignKind::Blank; 256];
        let mut letters = [Letter::None; 256];
        for lower in b'a'..=b'z' {
            kinds[usize::from(lower)] = SignKind::Lower(Script::Latin);
            kinds[usize::from(lower.to_ascii_uppercase())] = SignKind::Upper(Script::Latin);
        }
        for &byte in &sample.present {
            let character = codec.character(byte)?;
            let kind = SignKind::of(character);
            kinds[usize::from(byte)] = kind;
            if kind.is_letter() {
                letters[usize::from(byte)] = Letter::of(character);
            }
        }
        Some(Self { kinds, letters })
    }

    /// Returns the likelihood of the letters in a language; `None` if it is less than `least`.
    fn likelihood(&self, model: &Model, sample: &Sample, least: f32) -> Option<f32> {
        let mut classes = ASCII_CLASSES;
        for &byte in &sample.present {
            classes[usize::from(byte)] = model.class(self.letters[usize::from(byte)]);
        }
        let class = |byte: u8| classes[usize::from(byte)];
        let mut likelihood = 0.0;
        for &Pair { a, b, weight } in &sample.pairs {
            likelihood += weight * model.likelihood(class(a), class(b));
            // Logarithms of likelihoods are never positive, so this sum does not rise again.
            if likelihood < least {
                return None;
            }
        }
        Some(likelihood)
    }

    /// Returns the penalty of a script: nobody uses a page of a non-Latin script for its signs.
    fn script(&self, script: Script, sample: &Sample) -> f32 {
        let is_own = |pair: &&Pair| self.kinds[usize::from(pair.b)].script() == Some(script);
        let letters: f32 = sample.pairs.iter().filter(is_own).map(|pair| pair.weight).sum();
        if script == Script::Latin || letters > sample.weight / 2.0 { 0.0 } else { SIGNS }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pages::PAGES;
    use super::*;

    #[test]
    fn every_page_is_a_single_byte_codec_and_has_languages() {
        for page in PAGES {
            let codec = Codec::named(page.name).expect(page.name);
            assert!((0x80..=0xFF).any(|byte| codec.character(byte).is_some()), "{}", page.name);
            assert!(!page.languages.is_empty(), "{}", page.name);
            assert!(page.languages.iter().all(|at| MODELS.get(usize::from(*at)).is_some()), "{}", page.name);
        }
    }
}

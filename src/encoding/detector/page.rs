//! How likely a sample is in a code page.

use super::super::codec::Codec;
use super::context::Languages;
use super::model::{Class, Letter, Model, Script};
use super::models::MODELS;
use super::sample::{Pair, Sample};
use super::sign::Kind;
use super::verdict::Candidate;

/// What a language of another script than Latin loses if the page has signs alone in the sample.
const SIGNS_ALONE: f32 = -8.0;

/// A code page and the languages that are written in it.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) name: &'static str,
    /// The logarithm of how frequent it is on the web, next to the most frequent one.
    pub(super) prior: f32,
    /// Whether it is one of DOS, of the Macintosh and the like, which feeds hardly ever use.
    pub(super) is_rare: bool,
    /// Places in [`MODELS`].
    pub(super) languages: &'static [u8],
}

impl Page {
    /// How likely the sample is in this page; `None` if the page leaves one of the bytes undefined.
    pub(super) fn candidate(&self, sample: &Sample, languages: &Languages) -> Option<Candidate> {
        let bytes = Bytes::of(&Codec::named(self.name)?, sample)?;
        let kind = |byte: u8| bytes.kinds[usize::from(byte)];
        let signs: f32 =
            sample.pairs.iter().map(|&Pair { a, b, weight }| weight * kind(a).likelihood(kind(b))).sum();
        let mut best: Option<(f32, f32, &str)> = None;
        for &language in self.languages {
            let language = usize::from(language);
            let Some(model) = MODELS.get(language) else { continue };
            let letters = bytes.likelihood(model, sample);
            let total = letters + languages.likelihood(language) + bytes.script(model.script);
            if best.is_none_or(|(most, ..)| total > most) {
                best = Some((total, letters, model.language));
            }
        }
        let (total, letters, language) = best?;
        Some(Candidate {
            name: self.name,
            language,
            is_rare: self.is_rare,
            score: total + signs + self.prior,
            mean: (letters + signs) / sample.weight,
        })
    }
}

/// The characters that a page has for the bytes of a sample.
struct Bytes {
    kinds: [Kind; 256],
    letters: [Letter; 256],
}

impl Bytes {
    fn of(codec: &Codec, sample: &Sample) -> Option<Self> {
        let mut kinds = [Kind::Blank; 256];
        let mut letters = [Letter::None; 256];
        for (letter, lower) in (0..).zip(b'a'..=b'z') {
            let upper = lower.to_ascii_uppercase();
            kinds[usize::from(lower)] = Kind::Lower(Some(Script::Latin));
            kinds[usize::from(upper)] = Kind::Upper(Some(Script::Latin));
            letters[usize::from(lower)] = Letter::Ascii(letter);
            letters[usize::from(upper)] = Letter::Ascii(letter);
        }
        for &byte in &sample.present {
            let character = codec.character(byte)?;
            let kind = Kind::of(character);
            kinds[usize::from(byte)] = kind;
            if kind.is_letter() {
                letters[usize::from(byte)] = Letter::of(character);
            }
        }
        Some(Self { kinds, letters })
    }

    fn likelihood(&self, model: &Model, sample: &Sample) -> f32 {
        let mut classes = [Class::End; 256];
        for (class, letter) in classes.iter_mut().zip(self.letters) {
            *class = model.class(letter);
        }
        let class = |byte: u8| classes[usize::from(byte)];
        sample.pairs.iter().map(|&Pair { a, b, weight }| weight * model.likelihood(class(a), class(b))).sum()
    }

    /// A page of another script than Latin is not used for signs alone.
    fn script(&self, script: Script) -> f32 {
        let is_there = script == Script::Latin || self.kinds.iter().any(|k| k.script() == Some(Some(script)));
        if is_there { 0.0 } else { SIGNS_ALONE }
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

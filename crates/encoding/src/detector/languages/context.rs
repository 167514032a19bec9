//! The language of the ASCII text around non-ASCII bytes.

use super::model::{Model, Script, logarithm};
use super::models::MODELS;

/// The number of ASCII bytes used on either side of non-ASCII bytes.
const AROUND: usize = 40;
/// The number of classes: the end of a word and the ASCII letters.
const CLASSES: usize = 27;
/// The weight of the logarithm of a language's likelihood. It is less than 1 because neighbouring pairs are not independent.
const WEIGHT: f32 = 0.4;
/// The penalty per ASCII letter for languages in non-Latin scripts.
const OTHER_SCRIPT: f32 = -0.15;
/// The maximum penalty. It is limited because the surrounding words may be in another language.
const MOST: f32 = -8.0;

/// The ASCII letter pairs around non-ASCII bytes, up to the next markup.
pub(super) struct LetterPairs {
    /// The frequency of each pair, indexed by the first letter, then by the second; 0 is the end of a word.
    pairs: Vec<f32>,
    letters: f32,
}

impl LetterPairs {
    pub(super) fn new() -> Self {
        Self { pairs: vec![0.0; CLASSES * CLASSES], letters: 0.0 }
    }

    /// Adds the ASCII text between two runs of other bytes. `follows` and `precedes` tell whether there is a run on that side.
    pub(super) fn add(&mut self, ascii: &[u8], follows: bool, precedes: bool) {
        let is_markup = |byte: &u8| matches!(byte, b'<' | b'>' | b'[' | b']');
        let mut start = 0;
        if follows {
            start = ascii.iter().take(AROUND).position(is_markup).unwrap_or(ascii.len().min(AROUND));
            self.add_words(ascii.get(..start).unwrap_or_default());
        }
        if precedes {
            let rest = ascii.get(start..).unwrap_or_default();
            let length = rest.iter().rev().take(AROUND).position(is_markup).unwrap_or(rest.len().min(AROUND));
            self.add_words(rest.get(rest.len() - length..).unwrap_or_default());
        }
    }

    fn add_words(&mut self, ascii: &[u8]) {
        let class = |byte: u8| match byte.to_ascii_lowercase() {
            lower @ b'a'..=b'z' => usize::from(lower - b'a') + 1,
            _ => 0,
        };
        for pair in ascii.windows(2) {
            if let &[a, b] = pair
                // Pairs without a letter are no evidence for a language.
                && class(a) + class(b) > 0
                && let Some(count) = self.pairs.get_mut(class(a) * CLASSES + class(b))
            {
                *count += 1.0;
                self.letters += 1.0;
            }
        }
    }
}

/// The likelihood of each language, according to the context.
pub(super) struct Languages {
    /// Logarithms, by index into [`MODELS`]: 0 for the most likely, less for others.
    by_model: Vec<f32>,
    /// The logarithm for languages in non-Latin scripts.
    other_script: f32,
}

impl Languages {
    pub(super) fn of(context: &LetterPairs) -> Self {
        let counted: Vec<_> = context.pairs.iter().enumerate().filter(|(_, count)| **count > 0.0).collect();
        let likelihood = |model: &Model| -> f32 {
            counted.iter().map(|&(at, count)| count * logarithm(model.ascii, at)).sum()
        };
        // In other scripts, ASCII words are foreign, so only their number matters.
        let latin = |model: &Model| (model.script == Script::Latin).then(|| likelihood(model));
        let all: Vec<Option<f32>> = MODELS.iter().map(latin).collect();
        let best = all.iter().flatten().copied().fold(f32::MIN, f32::max);
        let other_script = (context.letters * OTHER_SCRIPT).max(MOST);
        let by_model = all
            .into_iter()
            .map(|own| own.map_or(other_script, |own| ((own - best) * WEIGHT).max(MOST)))
            .collect();
        Self { by_model, other_script }
    }

    /// Returns the logarithm of the likelihood of a language, by its index into [`MODELS`].
    pub(super) fn likelihood(&self, model: usize) -> f32 {
        self.by_model.get(model).copied().unwrap_or(self.other_script)
    }

    /// Returns the logarithm of the likelihood of Chinese, Japanese and Korean.
    pub(super) fn ideographs(&self) -> f32 {
        self.other_script
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeliest(text: &[u8]) -> &'static str {
        let mut context = LetterPairs::new();
        context.add(text, false, true);
        let languages = Languages::of(&context);
        let all = MODELS.iter().enumerate().filter(|(_, model)| model.script == Script::Latin);
        let best = all.max_by(|(a, _), (b, _)| languages.likelihood(*a).total_cmp(&languages.likelihood(*b)));
        best.expect("a language").1.language
    }

    #[test]
    fn the_words_around_tell_the_language() {
        for (text, language) in [
            (&b"what they thought of the weather"[..], "en"),
            (b"das Wetter wird sich nicht bessern", "de"),
            (b"les gens se demandent pourquoi", "fr"),
            (b"wszystko dobre, co dobrze", "pl"),
            (b"questa sera nella piazza della", "it"),
        ] {
            assert_eq!(likeliest(text), language, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn markup_is_not_part_of_the_context() {
        let mut context = LetterPairs::new();
        context.add(b"abc</title><link>http://example.org/</link><title>xy", true, true);
        assert!((context.letters - 3.0).abs() < f32::EPSILON);
    }
}

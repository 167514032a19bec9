//! Language statistics, which confirm or reject chardetng's guess.
//!
//! The letters around non-ASCII bytes are compared with the letter pairs of each language of an encoding. The likelihood of an encoding
//! has four factors:
//!
//! - the frequency of the encoding on the web ([`Page::prior`](page::Page::prior)),
//! - the likelihood of each letter pair with a non-ASCII byte, in the best matching language ([`model`]),
//! - the positions of capitals and signs ([`sign`]),
//! - the likelihood of the surrounding ASCII text in that language ([`context`]).
//!
//! [`verdict`] compares the result with chardetng's guess.

use std::borrow::Cow;

use context::Languages;
use ideographs::MULTI_BYTE;
use pages::PAGES;
use sample::Sample;
use verdict::{Ranking, RatedEncoding};

use super::super::trail::Detection;
use super::{Detected, excerpt};

mod context;
mod ideographs;
mod letters;
mod model;
mod models;
mod page;
mod pages;
mod sample;
mod sign;
mod verdict;

/// The number of bytes used to compare multi-byte encodings.
const EXCERPT: usize = 4 << 10;

/// Evaluates chardetng's guess for the encoding of non-ASCII bytes.
pub(super) fn judge(guess: Cow<'static, str>, bytes: &[u8]) -> Detected {
    let sample = Sample::of(bytes);
    let candidates = candidates(&guess, bytes, &sample);
    let Ranking { chosen, likeliest, decision } = verdict::decide(&guess, &candidates, sample.length);
    let label = chosen.map(|chosen| if chosen.name == guess { guess.clone() } else { chosen.name.into() });
    let detection = Detection {
        first_guess: guess,
        likeliest: likeliest.map(|likeliest| likeliest.name.into()),
        language: likeliest.map(|likeliest| likeliest.language.into()),
        decision,
    };
    Detected { label, detection: Some(detection) }
}

/// Returns the encodings that can decode the bytes, with their likelihoods, except those too unlikely to be chosen.
fn candidates(guess: &str, bytes: &[u8], sample: &Sample) -> Vec<RatedEncoding> {
    let languages = Languages::of(&sample.context);
    let (excerpt, _) = excerpt::beyond_ascii(bytes, EXCERPT);
    let mut candidates: Vec<RatedEncoding> = Vec::new();
    let mut least = f32::MIN;
    let mut add = |candidate: Option<RatedEncoding>| {
        if let Some(candidate) = candidate {
            // Only web encodings raise the threshold. `decide` compares a rare encoding with the best of them, which must therefore be in
            // the list however likely the rare one is.
            if !candidate.is_rare {
                least = f32::max(least, candidate.score - verdict::FAR_BEHIND);
            }
            candidates.push(candidate);
        }
        least
    };
    // chardetng's guess comes first: it is probably good, so other candidates can be abandoned early.
    let mut least = f32::MIN;
    for is_first in [true, false] {
        for encoding in MULTI_BYTE.iter().filter(|encoding| (encoding.name == guess) == is_first) {
            least = add(encoding.candidate(&excerpt, sample, &languages, least));
        }
        for page in PAGES.iter().filter(|page| (page.name == guess) == is_first) {
            least = add(page.candidate(sample, &languages, least));
        }
    }
    candidates
}

#[cfg(test)]
mod tests;

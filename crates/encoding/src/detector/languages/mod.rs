//! The statistics of languages, which confirm or refute chardetng's guess.
//!
//! The letters around the bytes beyond ASCII are compared with the letter pairs of each language that an encoding is used for.
//! The likelihood of an encoding has four factors:
//!
//! - how frequent the encoding is on the web ([`Page::prior`](page::Page::prior)),
//! - how likely each pair of letters is that has a byte beyond ASCII in it, in the language that suits best ([`model`]),
//! - whether capitals and signs are where they belong ([`sign`]),
//! - how likely the ASCII around is in that language ([`context`]).
//!
//! [`verdict`] weighs these against chardetng's guess.

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

/// The number of bytes by which multi-byte encodings are compared.
const EXCERPT: usize = 4 << 10;

/// Judges chardetng's guess at the encoding of bytes that are not ASCII.
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

/// Returns the encodings in which the bytes decode, with their likelihoods, except those that cannot be chosen.
fn candidates(guess: &str, bytes: &[u8], sample: &Sample) -> Vec<RatedEncoding> {
    let languages = Languages::of(&sample.context);
    let (excerpt, _) = excerpt::beyond_ascii(bytes, EXCERPT);
    let mut candidates: Vec<RatedEncoding> = Vec::new();
    let mut least = f32::MIN;
    let mut add = |candidate: Option<RatedEncoding>| {
        if let Some(candidate) = candidate {
            // Only encodings of the web raise the bar. `decide` compares a rare one with the best of them,
            // which must therefore be in the list however likely the rare one is.
            if !candidate.is_rare {
                least = f32::max(least, candidate.score - verdict::FAR_BEHIND);
            }
            candidates.push(candidate);
        }
        least
    };
    // chardetng's guess is likely to be good, so that other candidates can be abandoned early.
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

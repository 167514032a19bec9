//! The choice between chardetng's guess and the candidates.

use super::super::super::trail::Decision;

/// chardetng's guess is kept unless another web encoding is more likely by this margin per non-ASCII byte …
const MARGIN_PER_BYTE: f32 = 0.25;
/// … or by this margin in total. The margins are logarithms: a difference of 3 means 20 to 1.
const MARGIN: f32 = 4.0;
/// If the mean likelihood of a byte is less than this, the text is in a language that is not modelled …
const UNKNOWN_LANGUAGE: f32 = -7.0;
/// … so this total margin applies.
const WIDE_MARGIN: f32 = 20.0;
/// The most common encoding is preferred by a smaller margin.
const MOST_FREQUENT: &str = "windows-1252";
const NARROW_MARGIN: f32 = 1.0;
/// Candidates that are less likely than the best one by this margin are ignored.
pub(super) const FAR_BEHIND: f32 = WIDE_MARGIN;
/// A rare encoding is only chosen if it is more likely than any web encoding by this margin, including its prior, …
const RARE_MARGIN: f32 = 1.0;
/// … if the mean non-ASCII byte is more likely by this margin …
const RARE_MARGIN_PER_BYTE: f32 = 0.05;
/// … and is at least this likely.
const PLAUSIBLE: f32 = -10.0;
/// If no encoding reaches this likelihood, the bytes are not text.
const NOISE: f32 = -14.0;

/// A possible encoding of the bytes, with its likelihood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RatedEncoding {
    pub(super) name: &'static str,
    /// The most likely language.
    pub(super) language: &'static str,
    /// Whether it is rarely used for feeds.
    pub(super) is_rare: bool,
    /// The logarithm of its likelihood.
    pub(super) score: f32,
    /// The mean logarithm of the likelihood of a non-ASCII byte and its successor, without the prior.
    pub(super) mean: f32,
}

pub(super) struct Ranking<'a> {
    pub(super) chosen: Option<&'a RatedEncoding>,
    /// The most likely candidate according to the statistics.
    pub(super) likeliest: Option<&'a RatedEncoding>,
    pub(super) decision: Decision,
}

/// Chooses between chardetng's guess and the candidates, for a text with `bytes` non-ASCII bytes.
pub(super) fn decide<'a>(guess: &str, candidates: &'a [RatedEncoding], bytes: f32) -> Ranking<'a> {
    let best = |is_rare: bool| {
        candidates
            .iter()
            .filter(|candidate| candidate.is_rare == is_rare)
            .max_by(|a, b| a.score.total_cmp(&b.score))
    };
    let guessed = candidates.iter().find(|candidate| candidate.name == guess);
    let web = best(false);
    let margin = match web {
        // The most common encoding comes first, since it keeps its narrow margin even if the language is not modelled.
        Some(web) if web.name == MOST_FREQUENT => NARROW_MARGIN,
        Some(web) if web.mean < UNKNOWN_LANGUAGE => WIDE_MARGIN,
        _ => MARGIN,
    };
    // The total margin would be too large for a short text.
    let margin = margin.min(bytes * MARGIN_PER_BYTE);
    let (chosen, decision) = match (guessed, web) {
        (Some(guessed), Some(web)) if guessed.name == web.name => (Some(web), Decision::Agreed),
        (Some(guessed), Some(web)) if web.score - guessed.score <= margin => (Some(guessed), Decision::Kept),
        (Some(_), Some(web)) => (Some(web), Decision::Refuted),
        (_, web) => (web, Decision::Impossible),
    };
    let is_refuted = |rare: &&RatedEncoding| {
        rare.mean > PLAUSIBLE
            && web.is_none_or(|web| {
                rare.mean > web.mean + RARE_MARGIN_PER_BYTE && rare.score > web.score + RARE_MARGIN
            })
    };
    let rare = best(true).filter(is_refuted);
    let likeliest = match (web, best(true)) {
        (Some(web), Some(rare)) if rare.score > web.score => Some(rare),
        (web, rare) => web.or(rare),
    };
    let (chosen, decision) = match rare {
        Some(rare) => (Some(rare), Decision::Rare),
        None => (chosen, decision),
    };
    match chosen.filter(|chosen| chosen.mean > NOISE) {
        Some(chosen) => Ranking { chosen: Some(chosen), likeliest, decision },
        None => Ranking { chosen: None, likeliest, decision: Decision::NotText },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn web(name: &'static str, score: f32, mean: f32) -> RatedEncoding {
        RatedEncoding { name, language: "en", is_rare: false, score, mean }
    }

    const fn rare(name: &'static str, score: f32, mean: f32) -> RatedEncoding {
        RatedEncoding { name, language: "en", is_rare: true, score, mean }
    }

    #[test]
    fn chardetng_is_overruled_by_strong_evidence_alone() {
        let (latin, greek) = (web("windows-1252", -30.0, -5.0), web("windows-1253", -25.0, -4.0));
        let (dos, noise) = (rare("cp437", -20.0, -3.5), web("windows-1252", -90.0, -15.0));
        for (guess, candidates, bytes, chosen, decision) in [
            ("windows-1252", vec![latin], 4.0, Some("windows-1252"), Decision::Agreed),
            ("windows-1252", vec![latin, greek], 4.0, Some("windows-1253"), Decision::Refuted),
            (
                "windows-1252",
                vec![latin, web("windows-1253", -27.0, -4.0)],
                40.0,
                Some("windows-1252"),
                Decision::Kept,
            ),
            // A text in an unknown language needs a much wider margin.
            (
                "windows-1252",
                vec![latin, web("windows-1250", -25.0, -8.0)],
                40.0,
                Some("windows-1252"),
                Decision::Kept,
            ),
            (
                "windows-1250",
                vec![web("windows-1252", -25.0, -8.0), web("windows-1250", -30.0, -9.0)],
                40.0,
                Some("windows-1252"),
                Decision::Refuted,
            ),
            ("windows-874", vec![latin, greek], 40.0, Some("windows-1253"), Decision::Impossible),
            ("windows-1252", vec![latin, dos], 40.0, Some("cp437"), Decision::Rare),
            (
                "windows-1252",
                vec![latin, rare("cp437", -29.5, -3.5)],
                4.0,
                Some("windows-1252"),
                Decision::Agreed,
            ),
            (
                "windows-1252",
                vec![latin, rare("cp437", -20.0, -5.0)],
                4.0,
                Some("windows-1252"),
                Decision::Agreed,
            ),
            ("windows-1252", vec![noise, rare("cp437", -60.0, -11.0)], 4.0, None, Decision::NotText),
            ("windows-1252", vec![], 4.0, None, Decision::NotText),
        ] {
            let verdict = decide(guess, &candidates, bytes);
            assert_eq!(
                (verdict.chosen.map(|chosen| chosen.name), verdict.decision),
                (chosen, decision),
                "{candidates:?}"
            );
        }
    }
}

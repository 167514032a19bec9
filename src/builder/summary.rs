//! An entry's summaries: the best is the summary, and what else says something stands with the contents.

use std::collections::HashMap;

use super::draft::keep;
use super::slot::{Standing, Weighed, Worth};
use crate::model::{Arrivals, Text};

/// What an entry said in `description`, `summary` and their kind.
#[derive(Debug, Default)]
pub(super) struct Summaries {
    first: Option<Candidate>,
    /// Few entries have more than one.
    rest: Vec<Candidate>,
}

#[derive(Debug)]
struct Candidate {
    text: Text,
    standing: Standing,
    /// How many contents stood before it.
    contents: usize,
}

impl Summaries {
    pub(super) fn offer(&mut self, text: Text, standing: Standing, contents: usize) {
        let standing = standing.of(&text);
        let candidate = Candidate { text, standing, contents };
        if self.first.is_none() {
            self.first = Some(candidate);
        } else {
            self.rest.push(candidate);
        }
    }

    /// The best of all, where there is room for one only.
    pub(super) fn best(self) -> Option<Text> {
        let better = |best: Candidate, other: Candidate| {
            if other.standing > best.standing { other } else { best }
        };
        self.first.into_iter().chain(self.rest).reduce(better).map(|candidate| candidate.text)
    }

    /// The best, which is the summary; the others go behind the contents, unless they say nothing new.
    pub(super) fn settle(&mut self, contents: &mut Vec<Text>) -> (Option<Text>, Option<Box<Arrivals>>) {
        let Some(first) = self.first.take() else {
            return (None, None);
        };
        if self.rest.is_empty() {
            return (Some(first.text), None);
        }
        let mut candidates: Vec<Candidate> = std::iter::once(first).chain(self.rest.drain(..)).collect();
        let own = contents.len();
        let mut ranking: Vec<usize> = (0..candidates.len()).collect();
        ranking.sort_by_key(|at| std::cmp::Reverse(candidates.get(*at).map(|candidate| candidate.standing)));
        let mut places: HashMap<String, usize> = HashMap::with_capacity(own + candidates.len());
        for (at, text) in contents.iter().enumerate() {
            places.entry(text.value.clone()).or_insert(at + 1);
        }
        let mut summary = None;
        let mut place_of = vec![0; candidates.len()];
        for at in ranking {
            let (Some(candidate), Some(place)) = (candidates.get_mut(at), place_of.get_mut(at)) else {
                continue;
            };
            let text = std::mem::take(&mut candidate.text);
            if summary.is_none() {
                places.insert(text.value.clone(), 0);
                summary = Some(text);
            } else if let Some(known) = places.get(&text.value) {
                *place = *known;
            } else if text.worth() > Worth::Empty {
                keep(contents, text);
                *place = contents.len();
                places.insert(contents.last().map(|text| text.value.clone()).unwrap_or_default(), *place);
            }
        }
        let mut order = Vec::with_capacity(own + candidates.len());
        let mut next = 0;
        for (candidate, place) in candidates.iter().zip(place_of) {
            while next < candidate.contents {
                next += 1;
                order.push((next, false));
            }
            order.push((place, true));
        }
        order.extend((next + 1..=own).map(|content| (content, false)));
        (summary, Some(Box::new(Arrivals { order })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::slot::Rank;

    #[test]
    fn the_best_is_the_summary_and_the_others_are_contents_in_any_order() {
        let own = ("description", Rank::Own);
        let stand_in = ("itunes:summary", Rank::StandIn);
        let nothing = ("", Rank::Own);
        for (said, contents) in [
            (vec![own], vec![]),
            (vec![own, stand_in], vec!["itunes:summary"]),
            (vec![stand_in, own], vec!["itunes:summary"]),
            (vec![own, own], vec![]),
            (vec![nothing, own], vec![]),
            (vec![nothing, own, stand_in], vec!["itunes:summary"]),
        ] {
            let mut summaries = Summaries::default();
            for (value, rank) in &said {
                let text = Text { value: (*value).to_owned(), ..Text::default() };
                summaries.offer(text, Standing::new(*rank, 3), 0);
            }
            let mut found = Vec::new();
            let (summary, _) = summaries.settle(&mut found);
            assert_eq!(summary.map(|text| text.value).as_deref(), Some("description"), "{said:?}");
            assert_eq!(
                found.iter().map(|text| text.value.as_str()).collect::<Vec<_>>(),
                contents,
                "{said:?}"
            );
        }
    }

    #[test]
    fn the_order_in_which_texts_came_is_remembered() {
        let text = |value: &str| Text { value: value.to_owned(), ..Text::default() };
        let mut summaries = Summaries::default();
        summaries.offer(text("itunes"), Standing::new(Rank::StandIn, 3), 0);
        summaries.offer(text("own"), Standing::new(Rank::Own, 3), 1);
        let mut contents = vec![text("content")];
        let (summary, arrivals) = summaries.settle(&mut contents);
        assert_eq!(summary, Some(text("own")));
        assert_eq!(contents, [text("content"), text("itunes")]);
        assert_eq!(arrivals.unwrap_or_default().order, [(2, true), (1, false), (0, true)]);
    }
}

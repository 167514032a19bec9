//! The summaries of an entry: the best becomes the summary, and others that differ are kept as extensions.

use std::collections::HashSet;

use super::other::{self, ValueSource};
use crate::budget::{Paid, PaidList};
use crate::model::{Extension, Text};
use crate::statement::{Complete as _, Completeness, Origin, Priority};

/// The candidates for the summary.
#[derive(Debug, Default)]
pub(super) struct Summaries {
    best: Option<SummaryCandidate>,
    /// Few entries have more than one.
    others: PaidList<SummaryCandidate>,
}

#[derive(Debug)]
struct SummaryCandidate {
    text: Text,
    priority: Priority,
    source: ValueSource,
}

impl Summaries {
    /// Adds a candidate; on a tie the earlier one wins.
    pub(super) fn offer(&mut self, text: Paid<Text>, origin: &Origin<'_>) {
        let (text, receipt) = text.open();
        let priority = origin.priority.of(&text);
        let candidate = SummaryCandidate { text, priority, source: ValueSource::of(origin) };
        match &mut self.best {
            Some(best) if candidate.priority <= best.priority => self.others.push(receipt.of(candidate)),
            Some(best) => self.others.push(receipt.of(std::mem::replace(best, candidate))),
            None => self.best = Some(candidate),
        }
    }

    /// Returns the best candidate and leaves none. Others go to `extensions`, unless they say what the summary, a content
    /// or a vocabulary says.
    pub(super) fn take(&mut self, contents: &[Text], extensions: &mut Vec<Extension>) -> Option<Text> {
        /// The number of pairs up to which texts are compared one by one.
        const FEW: usize = 64;
        let best = self.best.take().map(|best| best.text);
        let texts = || contents.iter().chain(&best).map(|text| text.value.as_str());
        let is_few = self.others.len().saturating_mul(contents.len()) <= FEW;
        let known: HashSet<&str> = if is_few { HashSet::new() } else { texts().collect() };
        for other in self.others.take() {
            let value = other.text.value.as_str();
            let is_said = if is_few { texts().any(|text| text == value) } else { known.contains(value) };
            if !is_said && other.text.completeness() > Completeness::Empty {
                extensions.extend(other::extension(&other.text, &other.source));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::statement::Rank;
    use crate::xml::Namespace;

    #[test]
    fn the_best_is_the_summary_and_others_are_extensions_in_any_order() {
        let own = ("description", Rank::Own);
        let dublin_core = ("dc:description", Rank::Module);
        let nothing = ("", Rank::Own);
        for (said, extensions) in [
            (vec![own], vec![]),
            (vec![own, dublin_core], vec!["dc:description"]),
            (vec![dublin_core, own], vec!["dc:description"]),
            (vec![own, own], vec![]),
            (vec![nothing, own], vec![]),
            (vec![nothing, own, dublin_core], vec!["dc:description"]),
        ] {
            let mut summaries = Summaries::default();
            for (value, rank) in &said {
                let text = Text { value: (*value).into(), ..Text::default() };
                let origin = Origin {
                    name: value,
                    vocabulary: Namespace::NONE,
                    offset: 0,
                    rank: *rank,
                    priority: Priority::new(*rank, 3),
                    is_typed: false,
                };
                let text = Budget::default().keep(text).expect("room");
                summaries.offer(text, &origin);
            }
            let mut found = Vec::new();
            let summary = summaries.take(&[], &mut found);
            assert_eq!(summary.map(|text| text.value).as_deref(), Some("description"), "{said:?}");
            let found: Vec<_> = found.iter().map(|extension| extension.text.as_str()).collect();
            assert_eq!(found, extensions, "{said:?}");
        }
    }
}

//! The summaries of an entry: the best becomes the summary, and others that differ are kept as extensions.

use super::best_of::{BestOf, Loser, Tie};
use super::other;
use crate::budget::{Paid, PaidList};
use crate::maps::{Set, set_of};
use crate::model::{Extension, Text};
use crate::statement::{FieldValue as _, Journal, Origin};

/// The candidates for the summary.
#[derive(Debug, Clone, Default)]
pub(super) struct Summaries {
    best: BestOf<Text>,
    /// Few entries have more than one.
    others: PaidList<Loser<Text>>,
}

impl Summaries {
    /// Adds a candidate; on a tie the earlier one wins.
    pub(super) fn offer(&mut self, text: Paid<Text>, origin: &Origin<'_>, journal: &Journal) {
        let (text, receipt) = text.open();
        let shown = journal.show(|| text.display_text());
        let other = self.best.choose(text, origin, Tie::First).note("summary", shown, origin, journal);
        self.others.extend(other.map(|other| receipt.of(other)));
    }

    /// Returns the best candidate and leaves none. Others go to `extensions`, unless they say what a content or a vocabulary
    /// says.
    pub(super) fn take(&mut self, contents: &[Text], extensions: &mut Vec<Extension>) -> Option<Text> {
        /// The number of pairs up to which texts are compared one by one.
        const FEW: usize = 64;
        let best = self.best.take();
        let texts = || contents.iter().chain(&best).map(|text| text.value.as_str());
        // A set beyond that, so that many summaries beside many contents do not take quadratic time.
        let is_few = self.others.len().saturating_mul(contents.len()) <= FEW;
        let known = if is_few { Set::new() } else { set_of(texts()) };
        for (other, source) in self.others.take() {
            let value = other.value.as_str();
            let is_known = if is_few { texts().any(|text| text == value) } else { known.contains(value) };
            if !is_known && !source.has_own_field() {
                extensions.extend(other::extension(&other, source));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::statement::{Priority, Rank};
    use crate::xml::Namespace;

    #[test]
    fn the_best_is_the_summary_and_others_are_extensions_in_any_order() {
        let own = ("description", Rank::Own);
        let dublin_core = ("dc:description", Rank::Module);
        let nothing = ("", Rank::Own);
        for (candidates, extensions) in [
            (vec![own], vec![]),
            (vec![own, dublin_core], vec!["dc:description"]),
            (vec![dublin_core, own], vec!["dc:description"]),
            (vec![own, own], vec![]),
            (vec![nothing, own], vec![]),
            (vec![nothing, own, dublin_core], vec!["dc:description"]),
        ] {
            let mut summaries = Summaries::default();
            for (value, rank) in &candidates {
                let text = made!(Text { value: (*value).into() });
                let origin = Origin {
                    name: value,
                    vocabulary: Namespace::NONE,
                    offset: 0,
                    rank: *rank,
                    priority: Priority::new(*rank, 3),
                    place: 0,
                    is_of_other_feed: false,
                    is_typed: false,
                };
                let text = Budget::default().keep(text).expect("room");
                summaries.offer(text, &origin, &Journal::default());
            }
            let mut found = Vec::new();
            let summary = summaries.take(&[], &mut found);
            assert_eq!(summary.map(|text| text.value).as_deref(), Some("description"), "{candidates:?}");
            let found: Vec<_> = found.iter().map(|extension| extension.text.as_str()).collect();
            assert_eq!(found, extensions, "{candidates:?}");
        }
    }
}

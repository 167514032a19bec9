//! A field that several elements can fill: the best candidate is kept, in whatever order they come.

use super::other::ValueSource;
use crate::budget::Paid;
use crate::statement::{
    CandidateOutcome, Complete, Completeness, FieldChoice, FieldPlace, FieldValue, Journal, Origin, Priority,
    Rank, Shown, Tree,
};
use crate::xml::Namespace;

#[derive(Debug, Clone)]
pub(crate) struct BestOf<T> {
    value: Option<T>,
    priority: Priority,
    /// The vocabulary of the element that gave the value.
    vocabulary: Namespace,
    /// The element that gave the value, unless it is one of the format's own with a complete value: such a one loses to its
    /// like only.
    source: Option<ValueSource>,
}

impl<T> Default for BestOf<T> {
    fn default() -> Self {
        Self { value: None, priority: Priority::default(), vocabulary: Namespace::NONE, source: None }
    }
}

/// The candidate that counts if two are equally good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tie {
    First,
    Last,
}

/// A candidate that lost, and its element.
pub(crate) type Loser<T> = (T, ValueSource);

/// The outcome for a candidate. The journal must be told of it before the candidate that lost is returned, so an explanation cannot
/// differ from the model.
#[derive(Debug)]
#[must_use]
pub(super) struct Chosen<T> {
    choice: FieldChoice,
    loser: Option<Loser<T>>,
}

impl<T> Chosen<T> {
    /// Notes the choice. Returns the candidate that lost, if it says something else.
    pub(super) fn note(
        self,
        field: &'static str,
        shown: Shown,
        origin: &Origin<'_>,
        journal: &Journal,
    ) -> Option<Loser<T>> {
        journal.note(field, shown, origin, self.choice);
        self.loser
    }

    /// Notes the choice by the place of its field. `is_scope`: the candidate is the scope that ended last. Returns the candidate that
    /// lost.
    pub(super) fn note_in(
        self,
        slot: FieldPlace,
        shown: Shown,
        (origin, is_scope): (&Origin<'_>, bool),
        journal: &Journal,
    ) -> Option<Loser<T>> {
        journal.note_in(slot, shown, (origin, is_scope), self.choice);
        self.loser
    }
}

impl<T: Complete> BestOf<T> {
    /// Returns the best candidate.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Returns the best candidate and leaves none.
    pub(crate) fn take(&mut self) -> Option<T> {
        self.value.take()
    }

    /// Returns the best candidate with its element, if that was noted, and leaves none.
    pub(super) fn take_with_source(&mut self) -> Option<(T, Option<ValueSource>)> {
        self.value.take().map(|value| (value, self.source.take()))
    }
}

impl<T: Complete + FieldValue> BestOf<T> {
    /// Keeps the better of the two candidates.
    pub(super) fn choose(&mut self, value: T, origin: &Origin<'_>, tie: Tie) -> Chosen<T> {
        let source = source_of(&value, origin);
        self.choose_from(value, source, origin, tie)
    }

    /// Keeps the better of two scopes; on a tie the later one wins. `tree` is the element of this one.
    pub(super) fn choose_scope(
        &mut self,
        value: T,
        origin: &Origin<'_>,
        tree: Option<Paid<Tree>>,
    ) -> Chosen<T> {
        let source = match tree {
            Some(tree) => ValueSource::of(origin).of_scope(tree),
            None => ValueSource::of(origin),
        };
        self.choose_from(value, Some(source), origin, Tie::Last)
    }

    fn choose_from(
        &mut self,
        value: T,
        source: Option<ValueSource>,
        origin: &Origin<'_>,
        tie: Tie,
    ) -> Chosen<T> {
        let priority = origin.priority.in_place(origin.place).of(&value);
        let is_first = tie == Tie::First;
        let source_or = |source: Option<ValueSource>| source.unwrap_or_else(|| ValueSource::of(origin));
        let Some(known) = &self.value else {
            // Even an empty field does not take it: the result would describe two feeds at once.
            if origin.is_of_other_feed {
                let choice = FieldChoice::Lost(CandidateOutcome::OtherFeed);
                return Chosen { choice, loser: Some((value, source_or(source))) };
            }
            *self = Self { priority, vocabulary: origin.vocabulary, source, value: Some(value) };
            return Chosen { choice: FieldChoice::Taken, loser: None };
        };
        // A loser that says the same is not kept as an extension, since nothing would be lost without it.
        let is_same = known.means_same_as(&value);
        let is_better = priority > self.priority || priority == self.priority && !is_first;
        if origin.is_of_other_feed || !is_better {
            let reason = if origin.is_of_other_feed {
                CandidateOutcome::OtherFeed
            } else {
                priority.reason_against(self.priority, is_first)
            };
            let loser = (!is_same).then(|| (value, source_or(source)));
            return Chosen { choice: FieldChoice::Lost(reason), loser };
        }
        let choice = FieldChoice::Replaced(self.priority.reason_against(priority, is_first));
        let better = Self { priority, vocabulary: origin.vocabulary, source, value: Some(value) };
        let Self { value, source, vocabulary, .. } = std::mem::replace(self, better);
        let source = source.unwrap_or_else(|| ValueSource::of(origin).in_vocabulary(vocabulary));
        let loser = value.filter(|_| !is_same).map(|value| (value, source));
        Chosen { choice, loser }
    }
}

fn source_of(value: &impl Complete, origin: &Origin<'_>) -> Option<ValueSource> {
    let is_plain = origin.rank == Rank::Own && value.completeness() == Completeness::Full;
    (!is_plain).then(|| ValueSource::of(origin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Str;
    use crate::statement::Rank;

    fn origin(name: &str, rank: Rank, depth: usize) -> Origin<'_> {
        let priority = Priority::new(rank, depth);
        Origin {
            name,
            vocabulary: Namespace::NONE,
            offset: 0,
            rank,
            priority,
            place: 0,
            is_of_other_feed: false,
            is_typed: false,
        }
    }

    #[test]
    fn the_better_candidate_wins_in_either_order() {
        for (better, worse) in [
            (("a", Rank::Hint, 9), ("", Rank::Own, 1)),
            (("a", Rank::Own, 9), ("b", Rank::Elder, 1)),
            (("a", Rank::Module, 3), ("b", Rank::StandIn, 3)),
            (("a", Rank::Own, 2), ("b", Rank::Own, 3)),
            (("a", Rank::Own, 2), ("b", Rank::Own, usize::MAX)),
        ] {
            for order in [[better, worse], [worse, better]] {
                let (mut last, mut first) = (BestOf::default(), BestOf::default());
                let mut others = Vec::new();
                for (text, rank, depth) in order {
                    let _ = last.choose(Str::from(text), &origin(text, rank, depth), Tie::Last);
                    others
                        .extend(first.choose(Str::from(text), &origin(text, rank, depth), Tie::First).loser);
                }
                for best in [&mut last, &mut first] {
                    assert_eq!(best.take().as_deref(), Some(better.0), "{order:?}");
                }
                let others: Vec<Str> = others.into_iter().map(|(other, _)| other).collect();
                assert_eq!(others, [worse.0], "{order:?}");
            }
        }
    }

    #[test]
    fn on_a_tie_the_order_decides() {
        let (mut last, mut first) = (BestOf::default(), BestOf::default());
        for text in ["a", "b", ""] {
            let _ = last.choose(Str::from(text), &origin(text, Rank::Own, 3), Tie::Last);
            let _ = first.choose(Str::from(text), &origin(text, Rank::Own, 3), Tie::First);
        }
        assert_eq!(last.take().as_deref(), Some("b"));
        assert_eq!(first.take().as_deref(), Some("a"));
    }
}

//! A field that several elements can fill: the best candidate is kept, in whatever order they come.

use super::other::ValueSource;
use crate::statement::{Complete, Completeness, FieldValue, Origin, Priority, Rank};

#[derive(Debug, Clone)]
pub(crate) struct BestOf<T> {
    value: Option<T>,
    priority: Priority,
    /// The element that gave the value, unless it is one of the format's own with a complete value: such a one loses to its
    /// like only.
    source: Option<ValueSource>,
}

impl<T> Default for BestOf<T> {
    fn default() -> Self {
        Self { value: None, priority: Priority::default(), source: None }
    }
}

impl<T: Complete> BestOf<T> {
    /// Keeps the better of the two candidates; on a tie the later one wins. Returns whether `value` was kept.
    pub(crate) fn offer(&mut self, value: T, priority: Priority) -> bool {
        let is_better = self.takes(&value, priority);
        if is_better {
            *self = Self { priority: priority.of(&value), value: Some(value), source: None };
        }
        is_better
    }

    /// Returns the best candidate.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Returns whether this candidate would be kept.
    pub(crate) fn takes(&self, value: &T, priority: Priority) -> bool {
        self.value.is_none() || priority.of(value) >= self.priority
    }

    /// Returns the best candidate and leaves none.
    pub(crate) fn take(&mut self) -> Option<T> {
        self.value.take()
    }
}

impl<T: Complete + FieldValue> BestOf<T> {
    /// Keeps the better of the two candidates; on a tie the later one wins, or with `first` the earlier one. Returns the
    /// other one if it says something else.
    pub(crate) fn choose(&mut self, value: T, origin: &Origin<'_>, first: bool) -> Option<(T, ValueSource)> {
        let priority = origin.priority.of(&value);
        let is_better = priority > self.priority || priority == self.priority && !first;
        let Some(known) = &self.value else {
            *self = Self { priority, source: source_of(&value, origin), value: Some(value) };
            return None;
        };
        let is_same = known.means_same_as(&value);
        if !is_better {
            return (!is_same).then(|| (value, ValueSource::of(origin)));
        }
        let better = Self { priority, source: source_of(&value, origin), value: Some(value) };
        let Self { value, source, .. } = std::mem::replace(self, better);
        let source = || source.unwrap_or_else(|| ValueSource::of(origin));
        value.filter(|_| !is_same).map(|value| (value, source()))
    }
}

fn source_of(value: &impl Complete, origin: &Origin<'_>) -> Option<ValueSource> {
    let is_plain = origin.rank == Rank::Own && value.completeness() == Completeness::Full;
    (!is_plain).then(|| ValueSource::of(origin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::Rank;
    use crate::xml::Namespace;

    fn origin(name: &str, rank: Rank, depth: usize) -> Origin<'_> {
        let priority = Priority::new(rank, depth);
        Origin { name, vocabulary: Namespace::NONE, offset: 0, rank, priority, is_typed: false }
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
                let (mut offered, mut last, mut first) =
                    (BestOf::default(), BestOf::default(), BestOf::default());
                let mut others = Vec::new();
                for (text, rank, depth) in order {
                    offered.offer(text.to_owned(), Priority::new(rank, depth));
                    last.choose(text.to_owned(), &origin(text, rank, depth), false);
                    others.extend(first.choose(text.to_owned(), &origin(text, rank, depth), true));
                }
                for best in [&mut offered, &mut last, &mut first] {
                    assert_eq!(best.take().as_deref(), Some(better.0), "{order:?}");
                }
                let others: Vec<String> = others.into_iter().map(|(other, _)| other).collect();
                assert_eq!(others, [worse.0], "{order:?}");
            }
        }
    }

    #[test]
    fn on_a_tie_the_order_decides() {
        let (mut last, mut first) = (BestOf::default(), BestOf::default());
        for text in ["a", "b", ""] {
            last.choose(text.to_owned(), &origin(text, Rank::Own, 3), false);
            first.choose(text.to_owned(), &origin(text, Rank::Own, 3), true);
        }
        assert_eq!(last.take().as_deref(), Some("b"));
        assert_eq!(first.take().as_deref(), Some("a"));
    }
}

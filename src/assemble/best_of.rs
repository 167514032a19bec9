//! A field that several elements can fill: the best candidate is kept, in whatever order they come.

use crate::statement::{Complete, Priority};

#[derive(Debug, Clone)]
pub(crate) struct BestOf<T> {
    value: Option<T>,
    priority: Priority,
}

impl<T> Default for BestOf<T> {
    fn default() -> Self {
        Self { value: None, priority: Priority::default() }
    }
}

impl<T: Complete> BestOf<T> {
    /// Keeps the better of the two candidates; on a tie the later one wins. Returns whether `value` was kept.
    pub(crate) fn offer(&mut self, value: T, priority: Priority) -> bool {
        let priority = priority.of(&value);
        let is_better = self.value.is_none() || priority >= self.priority;
        if is_better {
            *self = Self { value: Some(value), priority };
        }
        is_better
    }

    /// Keeps the better of the two candidates; on a tie the earlier one wins. Returns whether `value` was kept.
    pub(crate) fn offer_first(&mut self, value: T, priority: Priority) -> bool {
        let priority = priority.of(&value);
        let is_better = self.value.is_none() || priority > self.priority;
        if is_better {
            *self = Self { value: Some(value), priority };
        }
        is_better
    }

    /// Returns the best candidate.
    #[cfg(feature = "feedparser")]
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Returns the best candidate and leaves none.
    pub(crate) fn take(&mut self) -> Option<T> {
        self.value.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::Rank;

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
                for (text, rank, depth) in order {
                    last.offer(text.to_owned(), Priority::new(rank, depth));
                    first.offer_first(text.to_owned(), Priority::new(rank, depth));
                }
                assert_eq!(last.take().as_deref(), Some(better.0), "{order:?}");
                assert_eq!(first.take().as_deref(), Some(better.0), "{order:?}");
            }
        }
    }

    #[test]
    fn on_a_tie_the_order_decides() {
        let priority = Priority::new(Rank::Own, 3);
        let (mut last, mut first) = (BestOf::default(), BestOf::default());
        for text in ["a", "b", ""] {
            last.offer(text.to_owned(), priority);
            first.offer_first(text.to_owned(), priority);
        }
        assert_eq!(last.take().as_deref(), Some("b"));
        assert_eq!(first.take().as_deref(), Some("a"));
    }
}

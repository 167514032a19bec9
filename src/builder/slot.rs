//! A field that several elements can fill: the best of them wins, whatever came first.

use std::sync::Arc;

use crate::model::{Cloud, Feed, Generator, Image, Person, Text, TextInput, Typed, Validity};

#[derive(Debug, Clone)]
pub(super) struct Slot<T> {
    value: Option<T>,
    standing: Standing,
}

/// How good a candidate is: first by how much it says, then by what the element is, then by how close to the scope it
/// stands (an element within another one says less than the other's siblings). The highest is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Standing(u32);

/// What the element is, from the least to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// An attribute, or an element that is for something else.
    Hint,
    /// Media RSS: it speaks of a file.
    Media,
    /// Another vocabulary that speaks to one kind of reader: iTunes.
    StandIn,
    /// Dublin Core.
    Module,
    /// The other family's: Atom's in RSS, RSS's in Atom.
    Foreign,
    /// A name that the format has given up.
    Elder,
    /// The format's own.
    Own,
}

/// How much a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    /// It is there, and empty.
    Empty,
    /// Something that could not be understood.
    Raw,
    Meaning,
}

/// Values that tell how much they say.
pub(super) trait Weighed {
    fn worth(&self) -> Worth;
}

const WORTH_SHIFT: u32 = 30;
const RANK_SHIFT: u32 = 26;

impl Standing {
    pub(super) fn new(rank: Rank, depth: usize) -> Self {
        const DEEPEST: u32 = (1 << RANK_SHIFT) - 1;
        let depth = u32::try_from(depth).map_or(DEEPEST, |depth| depth.min(DEEPEST));
        Self(((rank as u32) << RANK_SHIFT) | (DEEPEST - depth))
    }

    pub(super) fn of(self, value: &impl Weighed) -> Self {
        Self(self.0 | ((value.worth() as u32) << WORTH_SHIFT))
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self { value: None, standing: Standing::default() }
    }
}

impl<T: Weighed> Slot<T> {
    /// Takes a value that is better than the one there is, or as good: the last of equals wins. Whether it was taken.
    pub(super) fn offer(&mut self, value: T, standing: Standing) -> bool {
        let standing = standing.of(&value);
        let better = self.value.is_none() || standing >= self.standing;
        if better {
            *self = Self { value: Some(value), standing };
        }
        better
    }

    /// Takes a value that is better than the one there is: the first of equals wins.
    pub(super) fn offer_first(&mut self, value: T, standing: Standing) {
        let standing = standing.of(&value);
        if self.value.is_none() || standing > self.standing {
            *self = Self { value: Some(value), standing };
        }
    }

    pub(super) fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// The best value; the field is empty then.
    pub(super) fn take(&mut self) -> Option<T> {
        self.value.take()
    }
}

/// Fills a field of one element's: a value that says as much as the one there is replaces it.
pub(super) fn fill<T: Weighed>(field: &mut Option<T>, value: T) {
    if field.as_ref().is_none_or(|known| value.worth() >= known.worth()) {
        *field = Some(value);
    }
}

fn filled(is_filled: bool) -> Worth {
    if is_filled { Worth::Meaning } else { Worth::Empty }
}

impl Weighed for String {
    fn worth(&self) -> Worth {
        filled(!self.is_empty())
    }
}

impl Weighed for Box<str> {
    fn worth(&self) -> Worth {
        filled(!self.is_empty())
    }
}

impl Weighed for Arc<str> {
    fn worth(&self) -> Worth {
        filled(!self.is_empty())
    }
}

impl Weighed for Text {
    fn worth(&self) -> Worth {
        filled(!self.value.is_empty() || self.src.is_some())
    }
}

impl<T> Weighed for Typed<T> {
    fn worth(&self) -> Worth {
        match &self.value {
            Some(_) => Worth::Meaning,
            None if self.raw.is_empty() => Worth::Empty,
            None => Worth::Raw,
        }
    }
}

impl Weighed for Person {
    fn worth(&self) -> Worth {
        filled(self.name.is_some() || self.email.is_some() || self.uri.is_some())
    }
}

impl Weighed for Image {
    fn worth(&self) -> Worth {
        match &self.href {
            Some(href) if !href.is_empty() => Worth::Meaning,
            _ => Worth::Empty,
        }
    }
}

impl Weighed for Generator {
    fn worth(&self) -> Worth {
        filled(self.name.as_ref().is_some_and(|name| !name.is_empty()) || self.uri.is_some())
    }
}

impl Weighed for Validity {
    fn worth(&self) -> Worth {
        filled(!self.raw.is_empty())
    }
}

impl Weighed for Cloud {
    fn worth(&self) -> Worth {
        filled(self.domain.is_some())
    }
}

impl Weighed for TextInput {
    fn worth(&self) -> Worth {
        filled(self.link.is_some())
    }
}

impl Weighed for Feed {
    fn worth(&self) -> Worth {
        filled(self.title.is_some() || self.id.is_some() || self.href.is_some() || !self.links.is_empty())
    }
}

impl<T: Weighed> Weighed for Box<T> {
    fn worth(&self) -> Worth {
        self.as_ref().worth()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let (mut last, mut first) = (Slot::default(), Slot::default());
                for (text, rank, depth) in order {
                    last.offer(text.to_owned(), Standing::new(rank, depth));
                    first.offer_first(text.to_owned(), Standing::new(rank, depth));
                }
                assert_eq!(last.get().map(String::as_str), Some(better.0), "{order:?}");
                assert_eq!(first.get().map(String::as_str), Some(better.0), "{order:?}");
            }
        }
    }

    #[test]
    fn among_equals_one_takes_the_last_and_the_other_the_first() {
        let standing = Standing::new(Rank::Own, 3);
        let (mut last, mut first) = (Slot::default(), Slot::default());
        for text in ["a", "b", ""] {
            last.offer(text.to_owned(), standing);
            first.offer_first(text.to_owned(), standing);
        }
        assert_eq!(last.take().as_deref(), Some("b"));
        assert_eq!(first.take().as_deref(), Some("a"));
    }

    #[test]
    fn a_value_that_says_less_does_not_replace_one_that_says_more() {
        let mut field = None;
        for (raw, expected) in [("", ""), ("x", "x"), ("", "x"), ("3", "3"), ("y", "3"), ("4", "4")] {
            fill(&mut field, Typed::<u32>::parsed(raw));
            assert_eq!(field.as_ref().map(|value| value.raw.as_ref()), Some(expected), "{raw:?}");
        }
    }
}

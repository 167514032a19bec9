//! How much the values of the model say.

use std::sync::Arc;

use super::{Complete, Completeness};
use crate::model::{Cloud, Date, Feed, Generator, Image, Person, Text, TextInput, Typed, Validity};

fn filled(is_filled: bool) -> Completeness {
    if is_filled { Completeness::Full } else { Completeness::Empty }
}

/// Returns how much a value with several parts says. `is_filled`: it has the part that matters most.
fn of_parts<T: Default + PartialEq>(value: &T, is_filled: bool) -> Completeness {
    if is_filled {
        Completeness::Full
    } else if *value == T::default() {
        Completeness::Empty
    } else {
        Completeness::Partial
    }
}

fn is_filled(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.is_empty())
}

impl Complete for String {
    fn completeness(&self) -> Completeness {
        filled(!self.is_empty())
    }
}

impl Complete for Arc<str> {
    fn completeness(&self) -> Completeness {
        filled(!self.is_empty())
    }
}

impl Complete for Text {
    fn completeness(&self) -> Completeness {
        filled(!self.value.is_empty() || self.src.is_some())
    }
}

impl<T> Complete for Typed<T> {
    fn completeness(&self) -> Completeness {
        match &self.value {
            Some(_) => Completeness::Full,
            None if self.text().is_empty() => Completeness::Empty,
            None => Completeness::Raw,
        }
    }
}

impl Complete for Person {
    fn completeness(&self) -> Completeness {
        of_parts(self, self.name.is_some() || self.email.is_some() || self.uri.is_some())
    }
}

impl Complete for Image {
    fn completeness(&self) -> Completeness {
        of_parts(self, is_filled(self.href.as_deref()))
    }
}

impl Complete for Generator {
    fn completeness(&self) -> Completeness {
        of_parts(self, is_filled(self.name.as_deref()) || is_filled(self.uri.as_deref()))
    }
}

impl Complete for Validity {
    fn completeness(&self) -> Completeness {
        filled(!self.raw.is_empty())
    }
}

impl Complete for Cloud {
    fn completeness(&self) -> Completeness {
        of_parts(self, is_filled(self.domain.as_deref()))
    }
}

impl Complete for TextInput {
    fn completeness(&self) -> Completeness {
        of_parts(self, is_filled(self.link.as_deref()))
    }
}

impl Complete for Feed {
    fn completeness(&self) -> Completeness {
        let is_named = self.title.as_ref().is_some_and(|title| !title.value.is_empty());
        let has_link = self.links.iter().any(|link| is_filled(link.href.as_deref()));
        let is_known = is_filled(self.id.as_deref()) || is_filled(self.href.as_deref());
        of_parts(self, is_named || has_link || is_known)
    }
}

impl Complete for Date {
    fn completeness(&self) -> Completeness {
        match &self.value {
            Some(_) => Completeness::Full,
            None if self.raw.is_empty() => Completeness::Empty,
            None => Completeness::Raw,
        }
    }
}

impl<T: Complete> Complete for Box<T> {
    fn completeness(&self) -> Completeness {
        self.as_ref().completeness()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::fill;

    #[test]
    fn a_value_that_says_less_does_not_replace_one_that_says_more() {
        let mut field = None;
        for (raw, expected) in [("", ""), ("x", "x"), ("", "x"), ("3", "3"), ("y", "3"), ("4", "4")] {
            fill(&mut field, Typed::new(raw, |raw| raw.parse::<u32>().ok()));
            assert_eq!(field.as_ref().map(Typed::text), Some(expected), "{raw:?}");
        }
    }
}

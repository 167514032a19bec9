//! How much the values of the model say.

use std::sync::Arc;

use super::{Complete, Completeness};
use crate::model::{Cloud, Date, Feed, Generator, Image, Person, Text, TextInput, Typed, Validity};

fn filled(is_filled: bool) -> Completeness {
    if is_filled { Completeness::Full } else { Completeness::Empty }
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
        filled(self.name.is_some() || self.email.is_some() || self.uri.is_some())
    }
}

impl Complete for Image {
    fn completeness(&self) -> Completeness {
        match &self.href {
            Some(href) if !href.is_empty() => Completeness::Full,
            _ => Completeness::Empty,
        }
    }
}

impl Complete for Generator {
    fn completeness(&self) -> Completeness {
        filled(self.name.as_ref().is_some_and(|name| !name.is_empty()) || self.uri.is_some())
    }
}

impl Complete for Validity {
    fn completeness(&self) -> Completeness {
        filled(!self.raw.is_empty())
    }
}

impl Complete for Cloud {
    fn completeness(&self) -> Completeness {
        filled(self.domain.is_some())
    }
}

impl Complete for TextInput {
    fn completeness(&self) -> Completeness {
        filled(self.link.is_some())
    }
}

impl Complete for Feed {
    fn completeness(&self) -> Completeness {
        filled(self.title.is_some() || self.id.is_some() || self.href.is_some() || !self.links.is_empty())
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

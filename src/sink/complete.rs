//! The completeness of the model's values.

use super::{Complete, Completeness};
use crate::model::{Cloud, Feed, Generator, Image, Person, Str, Text, TextInput, Typed};

fn filled(is_filled: bool) -> Completeness {
    if is_filled { Completeness::Full } else { Completeness::Empty }
}

/// Returns the completeness of a value with several parts. `is_filled` means that it has the most important part.
fn of_parts<T: Default + PartialEq>(value: &T, is_filled: bool) -> Completeness {
    if is_filled {
        Completeness::Full
    } else if *value == T::default() {
        Completeness::Empty
    } else {
        Completeness::Partial
    }
}

/// Returns the completeness of a scope. `is_described` means that another part is present. A scope with only empty or foreign
/// elements ranks below any other.
fn of_scope<T: Default + PartialEq>(value: &T, is_filled: bool, is_described: bool) -> Completeness {
    match of_parts(value, is_filled) {
        Completeness::Partial if !is_described => Completeness::Raw,
        completeness => completeness,
    }
}

fn has_text(text: Option<&Text>) -> bool {
    text.is_some_and(|text| !text.value.is_empty())
}

fn is_filled(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.is_empty())
}

impl Complete for Str {
    fn completeness(&self) -> Completeness {
        filled(!self.is_empty())
    }
}

impl Complete for Text {
    fn completeness(&self) -> Completeness {
        // Content with an external source must have an empty element (RFC 4287 §4.1.3.2).
        filled(!self.value.is_empty() || self.src().is_some())
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
        let parts = [self.name.as_deref(), self.email.as_deref(), self.uri.as_deref()];
        of_parts(self, parts.into_iter().any(is_filled))
    }
}

impl Complete for Image {
    fn completeness(&self) -> Completeness {
        let is_described = has_text(self.title.as_ref())
            || is_filled(self.link.as_deref())
            || has_text(self.description.as_ref());
        let is_sized = !self.width.text().is_empty() || !self.height.text().is_empty();
        // Without a URL, it may still describe the image for which the channel of RSS 1.0 gives the URL.
        of_scope(self, is_filled(self.href.as_deref()), is_described || is_sized)
    }
}

impl Complete for Generator {
    fn completeness(&self) -> Completeness {
        of_parts(self, is_filled(self.name.as_deref()) || is_filled(self.uri.as_deref()))
    }
}

impl Complete for Cloud {
    fn completeness(&self) -> Completeness {
        of_parts(self, is_filled(self.domain.as_deref()))
    }
}

impl Complete for TextInput {
    fn completeness(&self) -> Completeness {
        let is_named = has_text(self.title.as_ref())
            || has_text(self.description.as_ref())
            || is_filled(self.name.as_deref());
        of_scope(self, is_filled(self.link.as_deref()), is_named)
    }
}

impl Complete for Feed {
    fn completeness(&self) -> Completeness {
        let is_named = has_text(self.title.as_ref());
        let has_link = self.links.iter().any(|link| is_filled(link.href.as_deref()));
        let is_known = is_filled(self.id.as_deref()) || is_filled(self.href());
        // It is the source of an entry, which identifies the original feed (RFC 4287 §4.2.11).
        of_parts(self, is_named || has_link || is_known)
    }
}

impl<T: Complete> Complete for Box<T> {
    fn completeness(&self) -> Completeness {
        self.as_ref().completeness()
    }
}

/// Returns whether an element describes nobody because it is empty.
pub(crate) fn is_nobody(person: &Person) -> bool {
    let Person { name, email, uri, .. } = person;
    let is_named = name.is_some() || email.is_some() || uri.is_some();
    !is_named && person.avatar().is_none() && person.extensions().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::fill;

    #[test]
    fn a_value_that_says_less_does_not_replace_one_that_says_more() {
        let mut field = None;
        for (raw, expected) in [("", ""), ("x", "x"), ("", "x"), ("3", "3"), ("y", "3"), ("4", "4")] {
            fill(&mut field, Typed::new(raw, |raw| raw.parse::<u32>().ok()));
            assert_eq!(field.as_ref().map(Typed::text), Some(expected), "{raw:?}");
        }
    }
}

//! The number of values that a field takes, and their cost.

use std::sync::Arc;

use super::{FieldValue as _, Single, SingleField, Statement, TextField};
use crate::cost::Cost;
use crate::model::{Cloud, Image, Link, LiveItem, Person, RareOfLink, Tag, Text};

/// The fields of a scope that were stated.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FieldSet(u64);

impl FieldSet {
    /// Adds the field of a statement. Returns whether the statement adds a member to a list: a value that is repeated does
    /// so as well, since it is kept as an extension.
    pub(crate) fn adds_member(&mut self, statement: &Statement) -> bool {
        match statement.slot() {
            FieldSlot::List => true,
            FieldSlot::Counted => false,
            FieldSlot::Single(field) => {
                let is_repeated = self.0 & field != 0;
                self.0 |= field;
                is_repeated
            }
        }
    }
}

/// The kind of field that a statement fills.
enum FieldSlot {
    /// A field that takes one value, by its bit.
    Single(u64),
    List,
    /// A list whose members are counted before they are stated.
    Counted,
}

impl Statement {
    /// Returns the cost of the value, most of which is kept this many times.
    pub(crate) fn cost(&self, times: usize) -> Cost {
        let length = |text: &Option<Arc<str>>| text.as_ref().map_or(0, |text| text.len());
        let optional = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        match self {
            // The value of a field is a part of the entry.
            Self::Text(_, text) => {
                let scope = text.scope.as_ref();
                let inherited = scope.map_or(0, |scope| length(&scope.base) + length(&scope.language));
                let (fields, text) =
                    (3 * times + 2 * usize::from(scope.is_some()), times * text.value.len() + inherited);
                match self.slot() {
                    FieldSlot::List => Cost::of::<Text>(fields, text),
                    FieldSlot::Single(_) | FieldSlot::Counted => Cost::of::<()>(fields, text),
                }
            }
            Self::Date(_, date) => Cost::of::<()>(4 * times, date.raw.len()),
            Self::Link(link) => {
                let attributes: usize =
                    link.attributes.iter().map(|(name, value)| name.len() + value.len()).sum();
                let text =
                    length(&link.href) + link.title().map_or(0, str::len) + link.rel.len() + attributes;
                Cost::of::<(Link, RareOfLink)>(4 + link.attributes.len(), text)
            }
            Self::Person(_, details) => {
                let person = &details.person;
                let text = length(&person.raw) + length(&person.name) + optional(&person.email);
                Cost::of::<Person>(3 * times, times * text + optional(&person.uri))
            }
            Self::Tag(tag) => {
                let text = optional(&tag.term) + length(&tag.scheme) + optional(&tag.label);
                Cost::of::<Tag>(2 + times, text)
            }
            Self::LiveItem { .. } => Cost::of::<LiveItem>(4, 0),
            // It is paid for when it begins.
            Self::Element(_) => Cost::default(),
            Self::Image(_) | Self::Single(Single::BannerImage(_)) => Cost::of::<Image>(2 * times, 0),
            Self::Id { id: text, .. } | Self::About(text) | Self::Page(text) => {
                Cost::of::<Arc<str>>(2, times * text.len())
            }
            Self::Single(single @ (Single::Href(_) | Single::Language(_))) => {
                Cost::of::<Arc<str>>(2, times * single.main_text().len())
            }
            Self::Single(single) => Cost::of::<Cloud>(4, single.main_text().len()),
        }
    }

    fn slot(&self) -> FieldSlot {
        const DATES: usize = 10;
        const OTHERS: usize = 14;
        const SINGLES: usize = 18;
        const { assert!(SINGLES + SingleField::COUNT <= u64::BITS as usize) }
        let number = match self {
            Self::Text(TextField::Content | TextField::Encoded | TextField::Body, _)
            | Self::Link(_)
            | Self::Person(..)
            | Self::Tag(_)
            | Self::LiveItem { .. } => return FieldSlot::List,
            Self::Text(field, _) => *field as usize,
            Self::Date(field, _) => DATES + *field as usize,
            Self::Id { .. } => OTHERS,
            Self::About(_) => OTHERS + 1,
            Self::Page(_) => OTHERS + 2,
            Self::Image(_) => OTHERS + 3,
            Self::Single(single) => SINGLES + single.field() as usize,
            Self::Element(_) => return FieldSlot::Counted,
        };
        FieldSlot::Single(1 << number)
    }
}

//! The number of values that a field takes, and their cost.

use std::sync::Arc;
use std::time::Duration;

use super::{ItunesStatement, Statement, TextField};
use crate::cost::Cost;
use crate::model::{Cloud, Geometry, Image, Link, LiveItem, Person, Tag, Text, Typed};

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
                let bit = 1_u64.checked_shl(field).unwrap_or_default();
                let is_repeated = self.0 & bit != 0;
                self.0 |= bit;
                is_repeated
            }
        }
    }
}

/// The kind of field that a statement fills.
enum FieldSlot {
    /// A field that takes one value, by its number.
    Single(u32),
    List,
    /// A list whose members are counted before they are stated.
    Counted,
}

impl Statement {
    /// Returns the cost of the value; in the dictionary, most are written more than once.
    pub(crate) fn cost(&self, follows_feedparser: bool) -> Cost {
        let times = 1 + usize::from(follows_feedparser);
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
                let text = length(&link.href) + length(&link.title) + link.rel.len() + attributes;
                Cost::of::<Link>(4 + link.attributes.len(), text)
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
            Self::Place(place) => Cost::of::<Typed<Geometry>>(6, times * place.raw.len()),
            Self::LiveItem { .. } => Cost::of::<LiveItem>(4, 0),
            // It is paid for when it begins.
            Self::Element(_) => Cost::default(),
            Self::Image(_) | Self::BannerImage(_) => Cost::of::<Image>(2 * times, 0),
            Self::Generator(_) | Self::Cloud(_) | Self::Validity(_) => Cost::of::<Cloud>(4, 0),
            Self::Id { id: text, .. }
            | Self::About(text)
            | Self::Page(text)
            | Self::Href(text)
            | Self::Language(text) => Cost::of::<Arc<str>>(2, times * text.len()),
            Self::Uri(_, text) | Self::Name(text) => Cost::of::<String>(2, text.len()),
            Self::Ttl(_) | Self::Width(_) | Self::Height(_) | Self::Expired(_) | Self::Itunes(_) => {
                Cost::of::<Typed<Duration>>(3, 0)
            }
        }
    }

    fn slot(&self) -> FieldSlot {
        const DATES: u32 = 16;
        const URIS: u32 = 24;
        const ITUNES: u32 = 32;
        const OTHERS: u32 = 40;
        let number = match self {
            Self::Text(TextField::Content | TextField::Encoded | TextField::Body, _)
            | Self::Link(_)
            | Self::Person(..)
            | Self::Tag(_)
            | Self::LiveItem { .. }
            | Self::Place(_) => return FieldSlot::List,
            Self::Text(field, _) => *field as u32,
            Self::Date(field, _) => DATES + *field as u32,
            Self::Uri(field, _) => URIS + *field as u32,
            Self::Itunes(statement) => {
                ITUNES
                    + match statement {
                        ItunesStatement::Duration(_) => 0,
                        ItunesStatement::Explicit(_) => 1,
                        ItunesStatement::Block(_) => 2,
                        ItunesStatement::Episode(_) => 3,
                        ItunesStatement::Season(_) => 4,
                        ItunesStatement::Kind(_) => 5,
                        ItunesStatement::Image(_) => 6,
                    }
            }
            Self::Id { .. } => OTHERS,
            Self::About(_) => OTHERS + 1,
            Self::Page(_) => OTHERS + 2,
            Self::Language(_) => OTHERS + 3,
            Self::Href(_) => OTHERS + 4,
            Self::Ttl(_) => OTHERS + 5,
            Self::Width(_) => OTHERS + 6,
            Self::Height(_) => OTHERS + 7,
            Self::Name(_) => OTHERS + 8,
            Self::Generator(_) => OTHERS + 9,
            Self::Cloud(_) => OTHERS + 10,
            Self::Validity(_) => OTHERS + 11,
            Self::Image(_) => OTHERS + 12,
            Self::BannerImage(_) => OTHERS + 13,
            Self::Expired(_) => OTHERS + 14,
            Self::Element(_) => return FieldSlot::Counted,
        };
        FieldSlot::Single(number)
    }
}

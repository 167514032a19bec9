//! Atom 0.3 and 1.0: RFC 4287.

use super::rules::{ElementRules, rules};
use super::{PersonField, PersonPart, Rule, TextField, ValueField};
use crate::sink::SingleField;

// RFC 4287 and Atom 0.3; the others are from the time before the format was called Atom. Universal Feed Parser knows them all.
pub(super) const URIS: &[&str] = &[
    "http://www.w3.org/2005/atom",
    "http://purl.org/atom/ns#",
    "http://example.com/newformat#",
    "http://example.com/necho",
    "http://purl.org/echo",
    "uri/of/echo/namespace#",
    "http://purl.org/pie",
];

/// The elements that RSS does not have.
pub(super) const ELEMENTS: ElementRules = rules! {
    Any;
    "feed" => Rule::AtomFeed,
    "entry" => Rule::Entry,
    "id" as Atom => Rule::Value(ValueField::Id),
    "subtitle" in All as Atom => Rule::Text(TextField::Subtitle),
    "tagline" in All as Elder => Rule::Text(TextField::Subtitle),
    "summary" in All as Atom => Rule::Text(TextField::Summary),
    "content" => Rule::Text(TextField::Content),
    "info" in Feed => Rule::Text(TextField::Info),
    "rights" as Atom => Rule::Text(TextField::Rights),
    "published" as Atom => Rule::Single(SingleField::Published),
    "issued" as Elder => Rule::Single(SingleField::Published),
    "updated" as Atom => Rule::Single(SingleField::Updated),
    "modified" as Elder => Rule::Single(SingleField::Updated),
    "created" => Rule::Single(SingleField::Created),
    "contributor" => Rule::Person(PersonField::Contributor),
    "name" in TextInput => Rule::PersonPart(PersonPart::Name),
    "email" in Nowhere => Rule::PersonPart(PersonPart::Email),
    "icon" in Feed => Rule::Single(SingleField::Icon),
    "logo" in Feed => Rule::Single(SingleField::Logo),
};

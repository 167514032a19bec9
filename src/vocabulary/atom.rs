//! Atom 0.3 and 1.0: RFC 4287.

use super::rules::{ElementRules, rules};
use super::{DateField, PersonField, PersonPart, Rule, TextField, ValueField};

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
    "feed" => Rule::AtomFeed,
    "entry" => Rule::Entry,
    "id" => Rule::Value(ValueField::Id),
    "subtitle" | "tagline" => Rule::Text(TextField::Subtitle),
    "summary" => Rule::Text(TextField::Summary),
    "content" => Rule::Text(TextField::Content),
    "info" => Rule::Text(TextField::Info),
    "rights" => Rule::Text(TextField::Rights),
    "published" | "issued" => Rule::Date(DateField::Published),
    "updated" | "modified" => Rule::Date(DateField::Updated),
    "created" => Rule::Date(DateField::Created),
    "contributor" => Rule::Person(PersonField::Contributor),
    "name" => Rule::PersonPart(PersonPart::Name),
    "email" => Rule::PersonPart(PersonPart::Email),
    "uri" => Rule::PersonPart(PersonPart::Uri),
    "icon" => Rule::Value(ValueField::Icon),
    "logo" => Rule::Value(ValueField::Logo),
};

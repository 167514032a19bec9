//! Atom 0.3 and 1.0: RFC 4287.

use super::element_lists::{ElementList, elements};
use super::{PersonField, PersonPart, ReadAs, TextField, ValueField};
use crate::sink::SingleField;

// RFC 4287 and Atom 0.3. The others predate the name Atom. Universal Feed Parser supports them all.
pub(super) const URIS: &[&str] = &[
    "http://www.w3.org/2005/atom",
    "http://purl.org/atom/ns#",
    "http://example.com/newformat#",
    "http://example.com/necho",
    "http://purl.org/echo",
    "uri/of/echo/namespace#",
    "http://purl.org/pie",
];

/// The elements that RSS does not define.
pub(super) const ELEMENTS: ElementList = elements! {
    Any;
    "feed" => ReadAs::AtomFeed,
    "entry" => ReadAs::Entry,
    "id" as Atom => ReadAs::Value(ValueField::Id),
    "subtitle" in All as Atom => ReadAs::Text(TextField::Subtitle),
    "tagline" in All as Elder => ReadAs::Text(TextField::Subtitle),
    "summary" in All as Atom => ReadAs::Text(TextField::Summary),
    "content" => ReadAs::Text(TextField::Content),
    "info" in Feed => ReadAs::Text(TextField::Info),
    "rights" as Atom => ReadAs::Text(TextField::Rights),
    "published" as Atom => ReadAs::Single(SingleField::Published),
    "issued" as Elder => ReadAs::Single(SingleField::Published),
    "updated" as Atom => ReadAs::Single(SingleField::Updated),
    "modified" as Elder => ReadAs::Single(SingleField::Updated),
    "created" => ReadAs::Single(SingleField::Created),
    "contributor" => ReadAs::Person(PersonField::Contributor),
    "name" in TextInput => ReadAs::PersonPart(PersonPart::Name),
    "email" in Nowhere => ReadAs::PersonPart(PersonPart::Email),
    "icon" in Feed => ReadAs::Single(SingleField::Icon),
    "logo" in Feed => ReadAs::Single(SingleField::Logo),
};

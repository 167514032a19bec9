//! Dublin Core: <https://www.dublincore.org/specifications/dublin-core/dcmi-terms/>.

use super::read::{Described, Element, Elements};
use super::rows::{offer_all, rows};
use super::rules::{ElementRules, rules};
use super::{CategoryForm, PersonField, Rule, TextField, ValueField};
use crate::model::Str;
use crate::sink::SingleField;

pub(super) const URIS: &[&str] = &["http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0"];
pub(super) const TERMS_URIS: &[&str] = &["http://purl.org/dc/terms"];

pub(super) const ELEMENTS: ElementRules = rules! {
    DublinCore;
    "title" in All => Rule::Text(TextField::Title),
    "creator" | "author" => Rule::Person(PersonField::Author),
    "contributor" => Rule::Person(PersonField::ContributorName),
    "publisher" => Rule::Person(PersonField::Publisher),
    "subject" => Rule::Category(CategoryForm::Plain),
    "description" in All => Rule::Text(TextField::Description),
    // A date of any kind, whereas `dcterms:modified` is that of a change.
    "date" after "dcterms:modified" => Rule::Single(SingleField::Updated),
    "language" => Rule::Single(SingleField::Language),
    "rights" => Rule::Text(TextField::Rights),
};

pub(super) const TERMS: ElementRules = rules! {
    DublinCore;
    "created" => Rule::Single(SingleField::Created),
    "issued" => Rule::Single(SingleField::Published),
    "modified" => Rule::Single(SingleField::Updated),
    "valid" => Rule::Value(ValueField::Validity),
};

/// The identifier, for which `dc:identifier` is a candidate.
#[derive(Debug, Default, PartialEq)]
pub(super) struct SpareIdentifier {
    id: Option<Str>,
}

rows! {
    SpareIdentifier {
        elements { "identifier" => id via identifier, }
    }
}

fn identifier(element: &Element<'_>) -> Option<Str> {
    element.text().filled()
}

/// `dc:identifier` is the identifier if there is no other.
pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let id = match to {
        Described::Feed(feed) => &mut feed.id,
        Described::Entry(entry) => &mut entry.id,
    };
    let mut known = SpareIdentifier { id: id.take() };
    offer_all("", &mut known, elements);
    *id = known.id;
}

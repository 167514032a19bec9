//! Dublin Core: <https://www.dublincore.org/specifications/dublin-core/dcmi-terms/>.

use super::element_lists::{ElementList, elements};
use super::read::{Described, Element, Elements};
use super::rows::{offer_all, rows};
use super::{CategoryForm, PersonField, ReadAs, TextField, ValueField};
use crate::model::Str;
use crate::sink::SingleField;

pub(super) const URIS: &[&str] = &["http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0"];
pub(super) const TERMS_URIS: &[&str] = &["http://purl.org/dc/terms"];

pub(super) const ELEMENTS: ElementList = elements! {
    DublinCore;
    "title" in All => ReadAs::Text(TextField::Title),
    "creator" | "author" => ReadAs::Person(PersonField::Author),
    "contributor" => ReadAs::Person(PersonField::ContributorName),
    "publisher" => ReadAs::Person(PersonField::Publisher),
    "subject" => ReadAs::Category(CategoryForm::Plain),
    "description" in All => ReadAs::Text(TextField::Description),
    // A date of any kind, whereas `dcterms:modified` is specifically the date of a change.
    "date" after "dcterms:modified" => ReadAs::Single(SingleField::Updated),
    "language" => ReadAs::Single(SingleField::Language),
    "rights" => ReadAs::Text(TextField::Rights),
};

pub(super) const TERMS: ElementList = elements! {
    DublinCore;
    "created" => ReadAs::Single(SingleField::Created),
    "issued" => ReadAs::Single(SingleField::Published),
    "modified" => ReadAs::Single(SingleField::Updated),
    "valid" => ReadAs::Value(ValueField::Validity),
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

/// `dc:identifier` is the identifier if there is no other one.
pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let id = match to {
        Described::Feed(feed) => &mut feed.id,
        Described::Entry(entry) => &mut entry.id,
    };
    let mut known = SpareIdentifier { id: id.take() };
    offer_all("", &mut known, elements);
    *id = known.id;
}

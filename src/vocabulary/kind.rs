//! The names of elements and attributes in a vocabulary, their allowed content, and the fields that they fill.

use super::value::{Explicit, Read};
use super::value_kind::ValueKind;
use super::{PlaceForm, ReadAs};
use crate::model::{Attributes, Date, Person, Str, Text, Typed};
use crate::sink::SingleForm;

/// The content of an element, or the value of an attribute.
#[derive(Debug, Clone, Copy)]
pub struct AllowedContent {
    kind: ValueKind,
    /// Whether the field has several values.
    pub is_list: bool,
    /// The rows of the element, if it has any.
    pub rows: Option<&'static Rows>,
    /// Whether a function of the vocabulary reads the element, possibly including its attributes.
    pub has_reader: bool,
}

impl AllowedContent {
    /// Returns the content with values of a kind.
    pub const fn of(kind: ValueKind) -> Self {
        Self { kind, is_list: false, rows: None, has_reader: false }
    }

    /// Returns the kind of the values of a row that does not specify rows.
    pub(crate) const fn value_kind(&self) -> ValueKind {
        self.kind
    }

    /// Returns the content with the kind specified in its row.
    pub(crate) const fn with_kind(self, kind: ValueKind) -> Self {
        Self { kind, rows: None, ..self }
    }

    pub(crate) const fn with_rows(self, rows: &'static Rows) -> Self {
        Self { rows: Some(rows), ..self }
    }

    /// Returns the content of an element that is read by a function. Its text may lack a value that an attribute has.
    pub(crate) const fn with_reader(self) -> Self {
        Self { kind: ValueKind::Text, has_reader: true, ..self }
    }

    /// Returns the kind of the value of an attribute, or of the text of an element. Text that is only used if an attribute is
    /// missing may be anything.
    pub fn kind(&self) -> ValueKind {
        match self.rows {
            None => self.kind,
            Some(Rows { text: Some((field, text)), attributes, .. }) => {
                if attributes.iter().any(|row| row.field == *field) { ValueKind::Text } else { text.kind }
            }
            Some(rows) if rows.elements.is_empty() && rows.others.is_none() => ValueKind::Text,
            Some(_) => ValueKind::None,
        }
    }
}

/// The names with a row in a type, and the allowed content of each.
#[derive(Debug)]
pub struct Rows {
    /// The rows of its attributes.
    pub attributes: &'static [AttributeNames],
    /// The rows of its elements.
    pub elements: &'static [ElementNames],
    /// The rows of a part of the type whose elements are also read.
    pub others: Option<&'static Self>,
    /// The field for this part, unless its fields are fields of the type itself.
    pub part: Option<&'static str>,
    /// The field and the content of the text.
    pub text: Option<(&'static str, AllowedContent)>,
}

/// The names of an attribute.
#[derive(Debug)]
pub struct AttributeNames {
    /// The names, without a prefix.
    pub names: &'static [&'static str],
    /// The field that it fills.
    pub field: &'static str,
    /// The allowed content.
    pub content: AllowedContent,
}

/// The names of an element.
#[derive(Debug)]
pub struct ElementNames {
    /// The names, without a prefix.
    pub names: &'static [&'static str],
    /// The field that it fills.
    pub field: &'static str,
    /// The inner element with the values.
    pub member: Option<&'static str>,
    /// The allowed content.
    pub content: AllowedContent,
}

/// Returns whether a field is written by the row of this name: the first one that fills it. Attributes come first, then the text,
/// which has no name, then elements.
pub(crate) const fn is_home(rows: Option<&Rows>, name: &str, field: &str, is_own: bool) -> bool {
    let Some(rows) = rows else { return false };
    // Loops with an index, here and below: const functions cannot use iterators.
    let mut at = 0;
    while at < rows.attributes.len() {
        let row = &rows.attributes[at];
        if is_equal(row.field, field) {
            return is_own && is_equal(row.names[0], name);
        }
        at += 1;
    }
    if let Some((text, _)) = rows.text
        && is_equal(text, field)
    {
        return is_own && name.is_empty();
    }
    at = 0;
    while at < rows.elements.len() {
        let row = &rows.elements[at];
        if is_equal(row.field, field) {
            return !is_own && is_equal(row.names[0], name);
        }
        at += 1;
    }
    false
}

/// Returns whether an element has a row for this field.
pub(crate) const fn has_row(rows: Option<&Rows>, field: &str) -> bool {
    let Some(rows) = rows else { return false };
    let mut at = 0;
    while at < rows.elements.len() {
        if is_equal(rows.elements[at].field, field) {
            return true;
        }
        at += 1;
    }
    false
}

/// Compares strings at compile time.
const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

impl Rows {
    /// Returns the rows of all elements.
    pub fn all_elements(&self) -> impl Iterator<Item = &'static ElementNames> + use<> {
        let others = self.others.map_or(&[][..], |others| others.elements);
        self.elements.iter().chain(others)
    }
}

impl AllowedContent {
    /// Returns whether an element fills the field of this name: `details.thumbnails`.
    pub(super) fn has_field(&self, name: &str) -> bool {
        let (part, field) = name.rsplit_once('.').unwrap_or(("", name));
        let mut parts = Vec::new();
        self.add_parts(field, &mut parts);
        parts.join(".") == part && self.rows.is_some_and(|rows| rows.fill(field))
    }

    /// Adds the names of the fields that contain a field with this name.
    pub(super) fn add_parts(&self, field: &str, parts: &mut Vec<&'static str>) {
        let mut rows = self.rows;
        while let Some(Rows { others: Some(others), part, .. }) = rows
            && others.fill(field)
        {
            parts.extend(*part);
            rows = Some(others);
        }
    }
}

impl Rows {
    /// Returns whether an element fills a field of this name, in the type or in a part of it. Parts are few and not recursive.
    fn fill(&self, field: &str) -> bool {
        let mut rows = Some(self);
        while let Some(Self { elements, others, .. }) = rows {
            if elements.iter().any(|row| row.field == field) {
                return true;
            }
            rows = *others;
        }
        false
    }
}

/// The type of a field of the model, or of its values, with a known kind.
pub(crate) trait HasKind {
    const CONTENT: AllowedContent;
}

macro_rules! kinds {
    ($([$($generics:tt)*] $kind:ty => $content:expr;)+) => {
        $(
            impl<$($generics)*> HasKind for $kind {
                const CONTENT: AllowedContent = $content;
            }
        )+
    };
}

kinds! {
    [T: HasKind] Option<T> => T::CONTENT;
    [T: HasKind] Box<T> => T::CONTENT;
    [T: HasKind] Vec<T> => AllowedContent { is_list: true, ..T::CONTENT };
    [T: Read] Typed<T> => AllowedContent::of(T::KIND);
    // Words or numbers, in the form of the vocabulary.
    [T] Typed<Vec<T>> => AllowedContent::of(ValueKind::Text);
    [] Typed<u8> => AllowedContent::of(ValueKind::Number);
    [] Str => AllowedContent::of(ValueKind::Text);
    [] Date => AllowedContent::of(ValueKind::Date);
    [] Attributes => AllowedContent::of(ValueKind::Text);
    [] Person => AllowedContent::of(ValueKind::Text);
    // The presence of an element.
    [] bool => AllowedContent::of(ValueKind::Text);
    // Elements with the same rows as their parent.
    [] () => AllowedContent::of(ValueKind::None);
    [] Text => AllowedContent::of(ValueKind::Text).with_rows(&TEXT_CONSTRUCT);
}

/// A text with a type, as read by `Element::markup`.
const TEXT_CONSTRUCT: Rows = Rows {
    attributes: &[AttributeNames {
        names: &["type"],
        field: "type",
        content: AllowedContent::of(ValueKind::Words(&["plain", "html"])),
    }],
    elements: &[],
    others: None,
    part: None,
    text: None,
};

/// A URI as text or in an attribute, as read by `Element::resource`.
pub(crate) const RESOURCE: Rows = Rows {
    attributes: &[AttributeNames {
        names: &["rdf:resource"],
        field: "resource",
        content: AllowedContent::of(ValueKind::Uri),
    }],
    elements: &[],
    others: None,
    part: None,
    text: None,
};

/// The kind of the words for explicit language.
pub(crate) const EXPLICIT: ValueKind = Explicit::KIND;

/// Returns the content of a field.
pub(crate) const fn content_of<R, F: HasKind>(_: fn(&R) -> &F) -> AllowedContent {
    F::CONTENT
}

/// The content of a field, or the content specified in its row.
macro_rules! content {
    ($record:ty, $field:ident $(via $reader:ident)? as $kind:expr) => {
        $crate::vocabulary::kind::content!($record, $field).with_kind({
            #[allow(unused_imports, reason = "a kind may be a name of the vocabulary")]
            use $crate::vocabulary::value_kind::ValueKind::*;
            $kind
        })
    };
    ($record:ty, $field:ident via uri) => {
        $crate::vocabulary::kind::content!($record, $field as Uri)
    };
    ($record:ty, $field:ident via text_uri) => {
        $crate::vocabulary::kind::content!($record, $field as Uri)
    };
    ($record:ty, $field:ident via resource) => {
        $crate::vocabulary::kind::content!($record, $field).with_rows(&$crate::vocabulary::kind::RESOURCE)
    };
    ($record:ty, $field:ident via media_type) => {
        $crate::vocabulary::kind::content!($record, $field as MediaType)
    };
    ($record:ty, $field:ident via explicit) => {
        $crate::vocabulary::kind::content!($record, $field as $crate::vocabulary::kind::EXPLICIT)
    };
    ($record:ty, $field:ident via yes) => {
        $crate::vocabulary::kind::content!($record, $field)
    };
    ($record:ty, $field:ident via lower_yes) => {
        $crate::vocabulary::kind::content!($record, $field)
    };
    ($record:ty, $field:ident via $reader:ident) => {
        $crate::vocabulary::kind::content!($record, $field).with_reader()
    };
    ($record:ty, $field:ident) => {
        $crate::vocabulary::kind::content_of(|record: &$record| &record.$field)
    };
}

pub(super) use content;

impl ReadAs {
    /// Returns the content of an element that is read in this way, if that determines it.
    pub(crate) fn content(self) -> AllowedContent {
        match self {
            Self::Single(field) => AllowedContent::of(match field.form() {
                Some(SingleForm::Uri(_)) => ValueKind::Uri,
                Some(SingleForm::Language(_)) => ValueKind::Language,
                Some(SingleForm::Date(_)) => ValueKind::Date,
                Some(SingleForm::Number(_) | SingleForm::Size(_)) => ValueKind::Number,
                None => ValueKind::Text,
            }),
            Self::Uri => AllowedContent::of(ValueKind::Uri),
            Self::License | Self::GeneratorAgent | Self::ErrorReportsTo => {
                AllowedContent::of(ValueKind::Text).with_rows(&RESOURCE)
            }
            Self::Place(PlaceForm::Positions(kind)) => AllowedContent::of(ValueKind::Positions(kind)),
            Self::Place(PlaceForm::Latitude | PlaceForm::Longitude) => AllowedContent::of(ValueKind::Decimal),
            // A circle is a position and a radius.
            Self::Place(PlaceForm::Circle)
            | Self::Value(_)
            | Self::Text(_)
            | Self::Person(_)
            | Self::PersonPart(_)
            | Self::Category(_)
            | Self::Leaf => AllowedContent::of(ValueKind::Text),
            Self::Root
            | Self::AtomFeed
            | Self::Channel
            | Self::Entry
            | Self::Link
            | Self::Enclosure
            | Self::Scope(_)
            | Self::Attributes(_)
            | Self::Gathered
            | Self::Place(
                PlaceForm::Around(_)
                | PlaceForm::Inner
                | PlaceForm::Altitude
                | PlaceForm::Corner
                | PlaceForm::Description,
            ) => AllowedContent::of(ValueKind::Text).with_reader(),
        }
    }
}

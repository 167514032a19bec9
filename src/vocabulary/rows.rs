//! The rows of the vocabularies: the attribute, text or element that fills each field.
//!
//! The type of a field determines how its value is read, and the number of values. A value whose field is already filled remains an
//! extension, like everything without a row.

use smallvec::SmallVec;

use super::kind::HasKind;
use super::read::{Element, Elements, Raw};
use super::value::Read;
use crate::budget::{Paid, push_exact};
use crate::model::{Attributes, Date, Str, Text, Typed};
pub(crate) use crate::sink::FieldChoice;
use crate::sink::{CandidateOutcome, Complete, Completeness, Priority};
use bozofeed_model::internal::cost::Priced;

/// A value that is read from a text.
pub(crate) trait FromText: Sized {
    fn from_text(raw: Raw<'_>) -> Option<Self>;
}

/// A value that is read from an element.
pub(crate) trait FromElement: Sized {
    fn from_element(element: &Element<'_>) -> Option<Self>;
}

macro_rules! texts {
    ($([$($generics:tt)*] $kind:ty: $raw:ident => $read:expr;)+) => {
        $(
            impl<$($generics)*> FromText for $kind {
                fn from_text($raw: Raw<'_>) -> Option<Self> {
                    $read
                }
            }

            impl<$($generics)*> FromElement for $kind {
                fn from_element(element: &Element<'_>) -> Option<Self> {
                    Self::from_text(element.text())
                }
            }
        )+
    };
}

texts! {
    [] Str: raw => raw.string();
    [] Date: raw => raw.date();
    [T: Read<Value = T>] Typed<T>: raw => raw.typed::<T>();
}

/// Other elements that repeat the same rows.
impl FromElement for () {
    fn from_element(_: &Element<'_>) -> Option<Self> {
        None
    }
}

impl FromElement for Text {
    fn from_element(element: &Element<'_>) -> Option<Self> {
        Some(element.markup(true))
    }
}

impl<T: FromText> FromText for Box<T> {
    fn from_text(raw: Raw<'_>) -> Option<Self> {
        T::from_text(raw).map(Self::new)
    }
}

impl<T: FromElement> FromElement for Box<T> {
    fn from_element(element: &Element<'_>) -> Option<Self> {
        T::from_element(element).map(Self::new)
    }
}

/// A field.
pub(crate) trait Field {
    type Value: Priced;

    /// Returns the completeness of the field.
    fn level(&self) -> Completeness;

    /// Returns whether the field rejects any further value.
    fn is_filled(&self) -> bool {
        self.level() == Completeness::Full
    }

    /// Keeps the better of the two values; on a tie, the earlier one wins.
    fn offer(&mut self, value: Paid<Self::Value>) -> FieldChoice;
}

/// Replaces the value of a field if the new one is more complete. `is_absent` means that there is no value yet.
fn replace<T>(field: &mut T, value: T, is_absent: bool, [before, after]: [Completeness; 2]) -> FieldChoice {
    let [before_priority, after_priority] =
        [before, after].map(|completeness| Priority::default().with(completeness));
    if !is_absent && after <= before {
        return FieldChoice::Lost(after_priority.reason_against(before_priority, true));
    }
    *field = value;
    if is_absent {
        FieldChoice::Taken
    } else {
        FieldChoice::Replaced(before_priority.reason_against(after_priority, true))
    }
}

impl<T: Priced> Field for Typed<T>
where
    Self: Complete,
{
    type Value = Self;

    fn level(&self) -> Completeness {
        self.completeness()
    }

    fn offer(&mut self, value: Paid<Self>) -> FieldChoice {
        let value = value.into_inner();
        let completeness = [&*self, &value].map(Complete::completeness);
        let is_absent = self.is_absent();
        replace(self, value, is_absent, completeness)
    }
}

impl<T: Complete + Priced> Field for Option<T> {
    type Value = T;

    fn level(&self) -> Completeness {
        self.as_ref().map_or(Completeness::Empty, T::completeness)
    }

    fn offer(&mut self, value: Paid<T>) -> FieldChoice {
        let value = value.into_inner();
        let completeness = [self.level(), value.completeness()];
        let is_absent = self.is_none();
        replace(self, Some(value), is_absent, completeness)
    }
}

impl<T: Complete + Priced> Field for Vec<T> {
    type Value = T;

    fn level(&self) -> Completeness {
        if self.is_empty() { Completeness::Empty } else { Completeness::Full }
    }

    fn is_filled(&self) -> bool {
        false
    }

    fn offer(&mut self, value: Paid<T>) -> FieldChoice {
        let value = value.into_inner();
        // An empty member is ignored.
        if value.completeness() == Completeness::Empty {
            return FieldChoice::Nothing;
        }
        push_exact(self, value);
        FieldChoice::Added
    }
}

/// Fields that are always present, and empty until they have a value.
macro_rules! always_there {
    ($([$($generics:tt)*] $kind:ty: $field:ident => $is_filled:expr;)+) => {
        $(
            impl<$($generics)*> Field for $kind {
                type Value = Self;

                fn level(&self) -> Completeness {
                    let $field = self;
                    if $is_filled { Completeness::Full } else { Completeness::Empty }
                }

                fn offer(&mut self, value: Paid<Self>) -> FieldChoice {
                    let value = value.into_inner();
                    match [self.level(), value.level()] {
                        [Completeness::Empty, Completeness::Empty] => FieldChoice::Nothing,
                        levels => replace(self, value, levels[0] == Completeness::Empty, levels),
                    }
                }
            }
        )+
    };
}

always_there! {
    [] Str: field => !field.is_empty();
    [] Attributes: field => !field.is_empty();
    [] bool: field => *field;
    [] Text: field => !field.value.is_empty();
}

/// A type of the model with a field for each row.
pub(crate) trait ByRows {
    /// Offers an element to the field of its row. Returns the name of the field, or `None` for an element without a row.
    fn offer(&mut self, element: &Element<'_>) -> Option<(&'static str, FieldChoice)>;
}

/// Offers the children of an element to the fields of their rows. The element of an unused value remains an extension.
pub(crate) fn offer_children(record: &mut dyn ByRows, elements: Elements<'_>) {
    offer_each(record, elements, |_, _, _| {});
}

/// Offers the elements of a feed or an entry to the fields of their rows, and records each choice. `vocabulary` is the name of the
/// field for the record. It is empty if its fields are fields of the feed or the entry.
pub(crate) fn offer_all<R: ByRows + HasKind>(
    vocabulary: &'static str,
    record: &mut R,
    elements: Elements<'_>,
) {
    offer_each(record, elements, |element, field, choice| {
        element.note((vocabulary, field), |parts| R::CONTENT.add_parts(field, parts), choice);
    });
}

/// Offers elements to the fields of their rows, and records each choice.
pub(crate) fn offer_each<'e>(
    record: &mut dyn ByRows,
    elements: Elements<'e>,
    note: impl Fn(&Element<'e>, &'static str, FieldChoice),
) {
    let mut winners: SmallVec<[(&'static str, Element<'_>); 4]> = SmallVec::new();
    for element in elements.iter() {
        let Some((field, choice)) = record.offer(&element) else { continue };
        note(&element, field, choice);
        match choice {
            FieldChoice::Taken => winners.push((field, element)),
            FieldChoice::Replaced(_) => {
                if let Some((_, winner)) = winners.iter_mut().find(|(known, _)| *known == field) {
                    // The parts of the earlier element were marked as read. It lost its field afterwards, so it must be unmarked in
                    // order to remain an extension.
                    winner.reject();
                    *winner = element;
                }
            }
            FieldChoice::Lost(_) => element.reject(),
            FieldChoice::Added | FieldChoice::Nothing => {}
        }
    }
}

/// The choice for a value whose field is already filled.
const LATER: FieldChoice = FieldChoice::Lost(CandidateOutcome::Later);

/// Offers the values of a part of an element to a field. A value that the budget does not allow is lost.
pub(crate) fn offer_values<S: Field>(
    slot: &mut S,
    element: &Element<'_>,
    values: impl IntoIterator<Item = S::Value>,
) -> FieldChoice {
    let mut offered = None;
    for value in values {
        // Values are charged before they are offered: a field never holds a value beyond the memory limit.
        let one = element.keep(value).map_or(LATER, |value| slot.offer(value));
        // One kept value is enough for the element to be marked as read. Only if all of them are lost does the element remain an
        // extension.
        if offered.is_none_or(|before| matches!(before, FieldChoice::Lost(_))) {
            offered = Some(one);
        }
    }
    // An empty element was also read.
    offered.unwrap_or(FieldChoice::Nothing)
}

/// Offers an element to a field, unless the field is already filled.
pub(crate) fn offer_element<S: Field, V: IntoIterator<Item = S::Value>>(
    slot: &mut S,
    element: &Element<'_>,
    read: fn(&Element<'_>) -> V,
) -> FieldChoice {
    // A filled field is not offered the element at all: reading would mark its parts as read and add warnings about an unused
    // value.
    if slot.is_filled() { LATER } else { offer_values(slot, element, read(element)) }
}

/// Offers the children with this name to a field.
pub(crate) fn offer_members<S: Field, V: IntoIterator<Item = S::Value>>(
    slot: &mut S,
    element: &Element<'_>,
    read: fn(&Element<'_>) -> V,
    name: &str,
) -> FieldChoice {
    let mut offered = FieldChoice::Nothing;
    for member in element.children().all(name) {
        let choice = offer_element(slot, &member, read);
        if matches!(choice, FieldChoice::Lost(_)) {
            member.reject();
        } else if choice.is_kept() {
            offered = FieldChoice::Added;
        }
    }
    offered
}

/// Offers attributes to a field until it is filled.
pub(crate) fn offer_attributes<S: Field, V: IntoIterator<Item = S::Value>>(
    slot: &mut S,
    element: &Element<'_>,
    names: &[&str],
    read: fn(Raw<'_>) -> V,
) {
    for name in names {
        if !slot.is_filled() {
            offer_values(slot, element, read(element.attribute(name)));
        }
    }
}

/// Reads the elements of a vocabulary into the field of this name, unless they are all empty.
pub(crate) fn fill<R: ByRows + HasKind + Default + PartialEq>(
    elements: Elements<'_>,
    name: &'static str,
    field: &mut Option<Box<R>>,
) {
    let mut record = field.take().unwrap_or_default();
    offer_all(name, &mut *record, elements);
    if *record != R::default() {
        *field = Some(record);
    }
}

/// The function that reads the values of a row: the named one, or the one for the field's type.
macro_rules! reader {
    ($default:path) => {
        $default
    };
    ($default:path, $reader:expr) => {
        $reader
    };
}

/// The outcome for an element, or for its members.
macro_rules! offered {
    ($slot:expr, $element:expr, $read:expr) => {
        $crate::vocabulary::rows::offer_element($slot, $element, $read)
    };
    ($slot:expr, $element:expr, $read:expr, $member:expr) => {
        $crate::vocabulary::rows::offer_members($slot, $element, $read, $member)
    };
}

/// Writes a field: as text, as elements, as children of an element, or in an attribute of an element.
macro_rules! written {
    (text $field:expr, $to:expr) => {
        $crate::vocabulary::write::write_text($field, $to)
    };
    (text $field:expr, $to:expr, markup) => {
        $crate::vocabulary::write::WriteParts::write_parts($field, "", $to)
    };
    (text $field:expr, $to:expr, lower_yes) => {
        written!(text &$crate::vocabulary::write::in_words($field, &["no", "yes"]), $to)
    };
    (text $field:expr, $to:expr, $reader:ident) => {
        written!(text $field, $to)
    };
    (attribute $field:expr, $name:expr, $to:expr, uri) => {
        $crate::vocabulary::write::write_uri_attribute($field.as_ref(), $name, $to)
    };
    (attribute $field:expr, $name:expr, $to:expr $(, $reader:ident)?) => {
        $crate::vocabulary::write::write_attribute($field, $name, $to)
    };
    ($field:expr, $name:expr, $to:expr, via text_uri) => {
        $crate::vocabulary::write::write_uris(&$field, $name, $to)
    };
    ($field:expr, $name:expr, $to:expr, via resource) => {
        $crate::vocabulary::write::write_uris(&$field, $name, $to)
    };
    ($field:expr, $name:expr, $to:expr, via explicit) => {
        written!($crate::vocabulary::write::in_words(&$field, &["false", "true"]), $name, $to)
    };
    ($field:expr, $name:expr, $to:expr, via yes) => {
        // The capitalized words come first, since the first two are written. The others are only kept where the feed has them.
        written!($crate::vocabulary::write::in_words(&$field, &["No", "Yes", "no", "yes"]), $name, $to)
    };
    ($field:expr, $name:expr, $to:expr $(, via $reader:ident)?) => {{
        let (prefix, local) = $name;
        $crate::vocabulary::write::WriteElements::write(&$field, prefix, local, $to)
    }};
    ($field:expr, $name:expr, $to:expr, / $member:literal $(, via $reader:ident)?) => {
        $crate::vocabulary::write::write_members(&$field, $name, $member, $to)
    };
    ($field:expr, $name:expr, $to:expr, via $reader:ident in "") => {};
    ($field:expr, $name:expr, $to:expr, via $reader:ident in $place:literal) => {
        $crate::vocabulary::write::WriteIn::write_in(&$field, $name, $place, $to)
    };
}

/// The rows of a type.
///
/// - `attributes`: of several that fill the same field, the first one with a value is used.
/// - `text`: the text, unless an attribute has filled the field.
/// - `elements`: `"list" / "member" => members` for members inside a separate element.
/// - `others`: reads the elements without a row, `as` parts of a field.
/// - `rest`: the field for all other attributes.
/// - `needs`: returns whether the required values of an element can be written. If not, the element is omitted.
/// - `writes`: writes the parts that are read in another way.
///
/// `via` names the function that reads the value, and `as` its kind, if the type of the field does not determine them
/// ([`ValueKind`](super::kind::ValueKind)). A field is written by its first row: under its first name, or `in` an attribute of the
/// element if the row names one. If that row has no name, `writes` writes the field.
macro_rules! rows {
    ($record:ty {
        $(attributes { $($($attribute:literal)|+ => $attribute_field:ident $(via $attribute_reader:ident)? $(as $attribute_kind:expr)?,)+ })?
        $(text => $text_field:ident $(via $text_reader:ident)? $(as $text_kind:expr)?,)?
        $(elements {
            $($($element:literal)|+ $(/ $member:literal)? => $field:ident $(via $reader:ident $(in $place:tt)?)? $(as $kind:expr)?,)+
        })?
        $(others $others:ty $(as $part:ident)? => $other_reader:expr,)?
        $(rest => $rest:ident,)?
        $(needs $is_whole:expr,)?
        $(writes $writer:expr,)?
    }) => {
        impl $crate::vocabulary::write::WriteParts for $record {
            #[allow(unused, reason = "not every type has every kind of row")]
            fn write_parts(&self, prefix: &str, to: &mut dyn $crate::vocabulary::write::ElementSink) {
                use $crate::vocabulary::kind::{HasKind, content, has_row, is_home};
                use $crate::vocabulary::rows::written;
                use $crate::vocabulary::write::{WriteElements, fitted};
                const ROWS: Option<&$crate::vocabulary::kind::Rows> = <$record as HasKind>::CONTENT.rows;
                // Attributes come first, since text or a child ends the start tag. Text comes before the elements, which is the
                // only order that an extension object of JSON Feed can represent.
                $($(if const { is_home(ROWS, [$($attribute),+][0], stringify!($attribute_field), true) } {
                    let kind = const { content!($record, $attribute_field $(via $attribute_reader)? $(as $attribute_kind)?).value_kind() };
                    fitted(kind, to, &mut |to| {
                        written!(attribute &self.$attribute_field, [$($attribute),+][0], to $(, $attribute_reader)?);
                    });
                })+)?
                // After the attributes with rows: of two attributes with the same name, the document keeps the first one, which is
                // the value of the field.
                $(self.$rest.write_parts(prefix, to);)?
                $(if const { is_home(ROWS, "", stringify!($text_field), true) } {
                    let kind = const { content!($record, $text_field $(via $text_reader)? $(as $text_kind)?).value_kind() };
                    fitted(kind, to, &mut |to| written!(text &self.$text_field, to $(, $text_reader)?));
                })?
                $($(if const { is_home(ROWS, [$($element),+][0], stringify!($field), false) } {
                    let kind = const { content!($record, $field $(via $reader)? $(as $kind)?).value_kind() };
                    fitted(kind, to, &mut |to| {
                        written!(self.$field, (prefix, [$($element),+][0]), to $(, / $member)? $(, via $reader $(in $place)?)?);
                    });
                })+)?
                $($(if const { !has_row(ROWS, stringify!($part)) } {
                    self.$part.write_parts(prefix, to);
                })?)?
                $(($writer)(self, prefix, to);)?
            }

            $(fn has_needs(&self) -> bool {
                let is_whole: fn(&Self) -> bool = $is_whole;
                is_whole(self)
            })?
        }

        impl $crate::vocabulary::rows::ByRows for $record {
            #[allow(unused, reason = "not every type has every kind of row")]
            fn offer(
                &mut self,
                element: &$crate::vocabulary::read::Element<'_>,
            ) -> Option<(&'static str, $crate::vocabulary::rows::FieldChoice)> {
                use $crate::vocabulary::rows::{FromElement, offered, reader};
                $($(
                    if element.is_any(&[$($element),+]) {
                        let read = reader!(FromElement::from_element $(, $reader)?);
                        let offered = offered!(&mut self.$field, element, read $(, $member)?);
                        return Some((stringify!($field), offered));
                    }
                )+)?
                $(
                    return ($other_reader)(self, element);
                )?
                #[allow(unreachable_code, reason = "other elements have returned")]
                None
            }
        }

        impl $crate::vocabulary::rows::FromElement for $record {
            #[allow(unused, reason = "not every type has every kind of row")]
            fn from_element(element: &$crate::vocabulary::read::Element<'_>) -> Option<Self> {
                use $crate::vocabulary::rows::{
                    Field, FromText, offer_attributes, offer_children, offer_values, reader,
                };
                let mut record = Self::default();
                $($(
                    let read = reader!(FromText::from_text $(, $attribute_reader)?);
                    offer_attributes(&mut record.$attribute_field, element, &[$($attribute),+], read);
                )+)?
                $(
                    if !record.$text_field.is_filled() {
                        let read = reader!(FromText::from_text $(, $text_reader)?);
                        offer_values(&mut record.$text_field, element, read(element.text()));
                    }
                )?
                offer_children(&mut record, element.children());
                // The attributes that none of the rows above has marked as read.
                $(record.$rest = element.rest();)?
                Some(record)
            }
        }

        impl $crate::vocabulary::kind::HasKind for $record {
            const CONTENT: $crate::vocabulary::kind::AllowedContent = {
                #[allow(unused_imports, reason = "not every type has every kind of row")]
                use $crate::vocabulary::kind::{AttributeNames, AllowedContent, ElementNames, HasKind, Rows, content};
                use $crate::vocabulary::value_kind::ValueKind;
                const ROWS: &Rows = &Rows {
                    attributes: &[$($(AttributeNames {
                        names: &[$($attribute),+],
                        field: stringify!($attribute_field),
                        content: content!($record, $attribute_field $(via $attribute_reader)? $(as $attribute_kind)?),
                    },)+)?],
                    elements: &[$($(ElementNames {
                        names: &[$($element),+],
                        field: stringify!($field),
                        member: [$(Some($member),)? None][0],
                        content: content!($record, $field $(via $reader)? $(as $kind)?),
                    },)+)?],
                    others: [$(<$others as HasKind>::CONTENT.rows,)? None][0],
                    part: [$($(Some(stringify!($part)),)?)? None][0],
                    text: [$(Some((
                        stringify!($text_field),
                        content!($record, $text_field $(via $text_reader)? $(as $text_kind)?),
                    )),)? None][0],
                };
                AllowedContent::of(ValueKind::None).with_rows(ROWS)
            };
        }

        impl $crate::sink::Complete for $record {
            /// The text is the most important part, or otherwise the first attribute.
            #[allow(unused, reason = "not every type has every kind of row")]
            fn completeness(&self) -> $crate::sink::Completeness {
                use $crate::sink::Completeness;
                use $crate::vocabulary::rows::Field as _;
                // Whether it has parts without a row.
                const HAS_OTHERS: bool = [$(!stringify!($others).is_empty(),)? $(!stringify!($rest).is_empty(),)? false][0];
                let parts: &[Completeness] = &[
                    $(self.$text_field.level(),)?
                    $($(self.$attribute_field.level(),)+)?
                    $($(self.$field.level(),)+)?
                ];
                match parts.first() {
                    // A record that only has `others` has no parts here, and the last arms would consider it complete even if it is
                    // empty.
                    _ if *self == Self::default() => Completeness::Empty,
                    Some(Completeness::Full) | None => Completeness::Full,
                    _ if !HAS_OTHERS && parts.iter().all(|part| *part == Completeness::Empty) => Completeness::Empty,
                    Some(first) => Completeness::Partial.max(*first),
                }
            }
        }
    };
}

pub(super) use {offered, reader, rows, written};

/// Reads a URI. An empty one is ignored.
pub(crate) fn uri(raw: Raw<'_>) -> Option<Str> {
    raw.uri()
}

/// Reads a media type, normalized for comparison.
pub(crate) fn media_type(raw: Raw<'_>) -> Option<Str> {
    raw.media_type()
}

/// Reads the text of an element as a URI.
pub(crate) fn text_uri(element: &Element<'_>) -> Option<Str> {
    element.text().uri()
}

/// Reads the URI in the text of an element or in its `rdf:resource`: RSS 2.0 uses the former, RSS 1.0 the latter.
pub(crate) fn resource(element: &Element<'_>) -> Option<Str> {
    element.resource()
}

/// Returns the presence of an element.
pub(crate) fn presence(element: &Element<'_>) -> [bool; 1] {
    // Requesting the children marks the element as read.
    element.children();
    [true]
}

/// Reads comma-separated words.
pub(crate) fn comma_words(element: &Element<'_>) -> Option<Typed<Vec<Str>>> {
    element.text().words(true)
}

/// Reads words separated by white space.
pub(crate) fn space_words(raw: Raw<'_>) -> Option<Typed<Vec<Str>>> {
    raw.words(false)
}

/// Reads a boolean that is written as `Yes` or `No`, as in most iTunes elements.
pub(crate) fn yes(element: &Element<'_>) -> Option<Typed<bool>> {
    element.text().typed::<bool>()
}

/// Reads a boolean that is written as `yes` or `no`.
pub(crate) fn lower_yes(raw: Raw<'_>) -> Option<Typed<bool>> {
    raw.typed::<bool>()
}

/// Reads a flag for explicit language, in the words of iTunes. Directories require `true` or `false`.
pub(crate) fn explicit(element: &Element<'_>) -> Option<Typed<bool>> {
    element.text().typed::<super::value::Explicit>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::Assembler;
    use crate::budget::Budget;
    use crate::options::Options;
    use crate::sink::{Tree, ValueReader};
    use crate::xml::Namespace;

    // An element with a type in the model is defined in two places: its field and its row.
    #[derive(Debug, Default, PartialEq)]
    struct Tide {
        /// The height of the water.
        height: Option<Typed<f64>>,
    }

    rows! {
        Tide {
            elements {
                "height" => height,
            }
        }
    }

    #[test]
    fn an_element_takes_a_field_and_a_row() {
        let tree = |text: &str| {
            let mut tree = Tree::new("Height".into(), 0);
            tree.text = text.into();
            tree
        };
        let trees = vec![tree("1.5"), tree("2")];
        let (options, budget) = (Options::default(), Budget::default());
        let values = ValueReader::new(&Assembler::default(), &options, &budget, None);
        let mut field = None;
        fill(Elements::new(&trees, Namespace::NONE, &values), "tide", &mut field);
        let height = field.and_then(|tide: Box<Tide>| tide.height);
        assert_eq!(height.and_then(|height| height.value), Some(1.5));
        // The element with the unused value remains.
        let left: Vec<_> = trees.into_iter().filter_map(Tree::into_unread).map(|left| left.text).collect();
        assert_eq!(left, ["2"]);
        // The tests over all names find it.
        let rows = <Tide as crate::vocabulary::kind::HasKind>::CONTENT.rows;
        assert_eq!(rows.map(|rows| rows.elements.len()), Some(1));
    }
}

//! The lists of elements, and the tables built from them.

use super::KnownElement;
use bozofeed_text::names::NameTable;
use std::sync::LazyLock;

/// Elements by their local names, in any case. If two have the same name, the first one is used.
pub(super) type ElementList = &'static [(&'static [&'static str], KnownElement)];

/// A table of elements by their local names.
pub(super) type ElementTable = LazyLock<NameTable<KnownElement>>;

/// The family of most elements, then `"name" | "other" => read_as,` for each element. `in Feed | Image` lists the scopes with a
/// field for the element, if not the feed and the entry; `as Elder` specifies another family; `after "name"` specifies the element
/// of the same rank that takes precedence over this one. The names of one row are in order of precedence.
macro_rules! elements {
    ($default:ident; $($($name:literal)|+ $(in $($scope:ident)|+)? $(as $family:ident)? $(after $better:literal)? => $read_as:expr,)+) => {
        &[$((
            &[$($name),+],
            $crate::vocabulary::KnownElement {
                read_as: $read_as,
                family: $crate::vocabulary::element_lists::elements!(@family $default $($family)?),
                fields: $crate::vocabulary::element_lists::elements!(@fields $($($scope)+)?),
                place: 0 $(+ $crate::vocabulary::element_lists::place_after($better))?,
            },
        ),)+]
    };
    (@family $default:ident) => {
        $crate::vocabulary::Family::$default
    };
    (@family $default:ident $family:ident) => {
        $crate::vocabulary::Family::$family
    };
    (@fields) => {
        $crate::vocabulary::element_lists::elements!(@fields Feed Entry)
    };
    (@fields $($scope:ident)+) => {
        $crate::vocabulary::FieldScopes::of(&[$($crate::vocabulary::FieldScope::$scope),+])
    };
}

/// The table of one list, or of several.
macro_rules! table {
    ($($list:path),+) => {{
        static TABLE: $crate::vocabulary::element_lists::ElementTable =
            std::sync::LazyLock::new(|| $crate::vocabulary::element_lists::table_of(&[$($list),+]));
        &TABLE
    }};
}

/// Returns the table of all lists.
pub(super) fn table_of(lists: &[ElementList]) -> NameTable<KnownElement> {
    let rows = lists.iter().flat_map(|list| *list);
    rows.flat_map(|(names, known)| {
        names.iter().zip(known.place..).map(|(name, place)| (*name, KnownElement { place, ..*known }))
    })
    .collect()
}

/// Returns the place of an element after another one, which is the first among the elements of its rank.
pub(super) const fn place_after(_: &str) -> u8 {
    1
}

pub(super) use {elements, table};

#[cfg(test)]
mod tests {
    use super::super::table::all_vocabularies;
    use super::super::{Feeds, FieldScope, PersonPart, ReadAs, TextField};
    use super::KnownElement;
    use crate::xml::Schema as _;

    /// Returns whether the field has a single value.
    fn is_single(read_as: ReadAs) -> bool {
        match read_as {
            ReadAs::Text(field) => {
                !matches!(field, TextField::Content | TextField::Encoded | TextField::Body)
            }
            ReadAs::Single(_) | ReadAs::Attributes(_) => true,
            // In an image, the part of a person is its URL.
            ReadAs::PersonPart(part) => part == PersonPart::Uri,
            _ => false,
        }
    }

    /// Otherwise, the order in the document would decide between them, which is meaningless.
    #[test]
    fn elements_of_one_rank_that_fill_one_field_have_an_order() {
        let mut all: Vec<(String, KnownElement)> = Vec::new();
        for vocabulary in all_vocabularies() {
            for (name, _) in vocabulary.elements {
                let namespace = Feeds::namespace(vocabulary.uri).expect("known");
                let known = Feeds::element(namespace, name).expect("a known element");
                all.push((format!("{}:{name}", vocabulary.prefix), known));
            }
        }
        let scopes = [FieldScope::Feed, FieldScope::Entry, FieldScope::Image, FieldScope::TextInput];
        let mut wrong = Vec::new();
        for (at, (name, known)) in all.iter().enumerate().filter(|(_, (_, known))| is_single(known.read_as)) {
            for (other_name, other) in &all[at + 1..] {
                let shares =
                    scopes.iter().any(|scope| known.fields.contain(*scope) && other.fields.contain(*scope));
                // The formats share a table: `:title` is the same name in both.
                let is_other = !name.eq_ignore_ascii_case(other_name);
                let is_same = known.read_as == other.read_as && known.family == other.family;
                if shares && is_other && is_same && known.place == other.place {
                    wrong.push((name, other_name, known.family));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

//! The lists of elements and their rules, and the tables that are made of them.

use super::KnownElement;
use bozofeed_text::names::NameTable;
use std::sync::LazyLock;

/// Elements by their local names, in whatever case; of two of one name the first counts.
pub(super) type ElementRules = &'static [(&'static [&'static str], KnownElement)];

/// A table of elements by their local names.
pub(super) type ElementTable = LazyLock<NameTable<KnownElement>>;

/// The family of most of the elements, then `"name" | "other" => rule,` for each rule. `in Feed | Image` names the scopes that
/// have a field for the element, if they are not the feed and the entry; `as Elder` names another family; `after "name"` names
/// the element of the same rank that has precedence over this one. Of the names of one row, each has precedence over those after it.
macro_rules! rules {
    ($default:ident; $($($name:literal)|+ $(in $($scope:ident)|+)? $(as $family:ident)? $(after $better:literal)? => $rule:expr,)+) => {
        &[$((
            &[$($name),+],
            $crate::vocabulary::KnownElement {
                rule: $rule,
                family: $crate::vocabulary::rules::rules!(@family $default $($family)?),
                fields: $crate::vocabulary::rules::rules!(@fields $($($scope)+)?),
                place: 0 $(+ $crate::vocabulary::rules::place_after($better))?,
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
        $crate::vocabulary::rules::rules!(@fields Feed Entry)
    };
    (@fields $($scope:ident)+) => {
        $crate::vocabulary::FieldScopes::of(&[$($crate::vocabulary::FieldScope::$scope),+])
    };
}

/// The table of one list, or of several.
macro_rules! table {
    ($($rules:path),+) => {{
        static TABLE: $crate::vocabulary::rules::ElementTable =
            std::sync::LazyLock::new(|| $crate::vocabulary::rules::table_of(&[$($rules),+]));
        &TABLE
    }};
}

/// Returns the table of all lists.
pub(super) fn table_of(lists: &[ElementRules]) -> NameTable<KnownElement> {
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

pub(super) use {rules, table};

#[cfg(test)]
mod tests {
    use super::super::table::all_vocabularies;
    use super::super::{Feeds, FieldScope, PersonPart, Rule, TextField};
    use super::KnownElement;
    use crate::xml::Schema as _;

    /// Returns whether the field of a rule takes one value.
    fn is_single(rule: Rule) -> bool {
        match rule {
            Rule::Text(field) => !matches!(field, TextField::Content | TextField::Encoded | TextField::Body),
            Rule::Single(_) | Rule::Attributes(_) => true,
            // In an image, the part of a person is its URL.
            Rule::PersonPart(part) => part == PersonPart::Uri,
            _ => false,
        }
    }

    /// Otherwise the order of the document would decide between them, which says nothing about that.
    #[test]
    fn elements_of_one_rank_that_fill_one_field_have_an_order() {
        let mut all: Vec<(String, KnownElement)> = Vec::new();
        for vocabulary in all_vocabularies() {
            for (name, _) in vocabulary.elements {
                let namespace = Feeds::namespace(vocabulary.uri).expect("known");
                let known = Feeds::element(namespace, name).expect("a rule");
                all.push((format!("{}:{name}", vocabulary.prefix), known));
            }
        }
        let scopes = [FieldScope::Feed, FieldScope::Entry, FieldScope::Image, FieldScope::TextInput];
        let mut wrong = Vec::new();
        for (at, (name, known)) in all.iter().enumerate().filter(|(_, (_, known))| is_single(known.rule)) {
            for (other_name, other) in &all[at + 1..] {
                let shares =
                    scopes.iter().any(|scope| known.fields.contain(*scope) && other.fields.contain(*scope));
                // The formats have the same table: `:title` is one name in both.
                let is_other = !name.eq_ignore_ascii_case(other_name);
                let is_same = known.rule == other.rule && known.family == other.family;
                if shares && is_other && is_same && known.place == other.place {
                    wrong.push((name, other_name, known.family));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

//! The lists of elements and their rules, and the tables that are made of them.

use super::KnownElement;
use crate::names::NameTable;
use std::sync::LazyLock;

/// Elements by their local names, in whatever case; of two of one name the first counts.
pub(super) type ElementRules = &'static [(&'static [&'static str], KnownElement)];

/// A table of elements by their local names.
pub(super) type ElementTable = LazyLock<NameTable<KnownElement>>;

/// The family of most of the elements, then `"name" | "other" => rule,` for each rule. `in Feed | Image` names the scopes that
/// have a field for the element, if they are not the feed and the entry; `as Elder` names another family.
macro_rules! rules {
    ($default:ident; $($($name:literal)|+ $(in $($scope:ident)|+)? $(as $family:ident)? => $rule:expr,)+) => {
        &[$((
            &[$($name),+],
            $crate::vocabulary::KnownElement {
                rule: $rule,
                family: $crate::vocabulary::rules::rules!(@family $default $($family)?),
                fields: $crate::vocabulary::rules::rules!(@fields $($($scope)+)?),
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
        $crate::vocabulary::Fields::of(&[$($crate::vocabulary::FieldScope::$scope),+])
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
    rows.flat_map(|(names, known)| names.iter().map(|name| (*name, *known))).collect()
}

pub(super) use {rules, table};

//! The lists of elements and their rules, and the tables that are made of them when the crate is compiled.

use super::KnownElement;
use crate::names::{Slot, put};

/// Elements by their local names, in whatever case; of two of one name the first counts.
pub(super) type ElementRules = &'static [(&'static [&'static str], KnownElement)];

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
        const LISTS: &[$crate::vocabulary::rules::ElementRules] = &[$($rules),+];
        const SLOTS: usize = $crate::names::slots_for($crate::vocabulary::rules::name_count(LISTS));
        static TABLE: $crate::names::NameTable<$crate::vocabulary::KnownElement> =
            $crate::names::NameTable::fixed(&const { $crate::vocabulary::rules::slots::<SLOTS>(LISTS) });
        &TABLE
    }};
}

/// Returns the number of the names in all lists.
pub(super) const fn name_count(lists: &[ElementRules]) -> usize {
    let (mut list, mut count) = (0, 0);
    while list < lists.len() {
        let mut row = 0;
        while row < lists[list].len() {
            count += lists[list][row].0.len();
            row += 1;
        }
        list += 1;
    }
    count
}

/// Returns the slots of a table of all lists.
pub(super) const fn slots<const N: usize>(lists: &[ElementRules]) -> [Slot<KnownElement>; N] {
    let mut slots = [None; N];
    let mut list = 0;
    while list < lists.len() {
        let mut row = 0;
        while row < lists[list].len() {
            let (names, known) = lists[list][row];
            let mut name = 0;
            while name < names.len() {
                put(&mut slots, names[name], known);
                name += 1;
            }
            row += 1;
        }
        list += 1;
    }
    slots
}

pub(super) use {rules, table};

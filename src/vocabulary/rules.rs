//! The lists of elements and their rules, and the tables that are made of them when the crate is compiled.

use super::Rule;

/// Elements by their local names, in whatever case; of two of one name the first counts.
pub(super) type ElementRules = &'static [(&'static str, Rule)];

/// `"name" | "other" => rule,` for each rule.
macro_rules! rules {
    ($($($name:literal)|+ => $rule:expr,)+) => {
        &[$($(($name, $rule),)+)+]
    };
}

/// The table of one list, or of several.
macro_rules! table {
    ($($rules:path),+) => {{
        const SLOTS: usize = $crate::names::slots_for(0 $(+ $rules.len())+);
        static TABLE: $crate::names::NameTable<$crate::vocabulary::Rule> =
            $crate::names::NameTable::fixed(&const { $crate::names::slots::<_, SLOTS>(&[$($rules),+]) });
        &TABLE
    }};
}

pub(super) use {rules, table};

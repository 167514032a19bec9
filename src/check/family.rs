//! Families of rules. A family is one file: its rules with their severity and advice, an example of each, what it judges, and how it
//! is mended. A new one takes a line in [`FAMILIES`].

use super::examples::PlacedExample;
use super::fixes::MendedRule;
use super::{Rule, categories, media_types};

/// Everything about some rules.
pub(super) struct RuleFamily {
    pub(super) rules: &'static [&'static Rule],
    pub(super) examples: &'static [PlacedExample],
    pub(super) mended: &'static [MendedRule],
}

static FAMILIES: &[&RuleFamily] = &[&categories::FAMILY, &media_types::FAMILY];

/// Returns the rules of all families.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| family.rules).copied()
}

/// Returns the examples of all families.
pub(super) fn examples() -> impl Iterator<Item = &'static PlacedExample> {
    FAMILIES.iter().flat_map(|family| family.examples)
}

/// Returns the rules of all families that can be mended.
pub(super) fn mended() -> impl Iterator<Item = &'static MendedRule> {
    FAMILIES.iter().flat_map(|family| family.mended)
}

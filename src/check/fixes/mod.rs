//! Changes of the text that mend findings.
//!
//! A rule that can be mended has a row in [`MENDED`], with a function that writes the change from the place of the finding. It never
//! guesses what only the author knows: an address, a date or an id that is missing stays missing.

mod applied;
mod json;
mod markup;
mod names;
mod place;
mod values;

use super::family;
use super::ledger::Unlocated;
use crate::parser::DocumentText;

pub(super) use self::applied::Applied;
pub use self::place::Edit;
pub(super) use self::place::{About, Facts, Named, Place, SourceText, Spot, TextSpan, end_of};
pub(super) use self::values::{suggest_media_type, write};

/// A change of the text of a document that mends a finding.
///
/// ```
/// let feed = b"<rss version='2.0'><channel><title>Ships & tides</title></channel></rss>";
/// let findings = bozofeed::Parser::new().check(feed);
/// let fix = findings.iter().find_map(|finding| finding.fix.as_ref()).unwrap();
/// assert_eq!(fix.description, "write &amp;");
/// assert_eq!((fix.edits[0].range.clone(), fix.edits[0].replacement.as_str()), (41..42, "&amp;"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Fix {
    /// Its effect, in a few words: ``write `Sat, 21 Nov 2026 09:30:00 GMT` ``.
    pub description: String,
    /// The edits, in the order of the document. They do not overlap.
    pub edits: Vec<Edit>,
    /// Whether readers read the same as before, but for what the finding is about. Otherwise it is a suggestion, which the author
    /// should look at before it is applied. A check tries the changes, unless the document is longer than 2 MiB;
    /// [`mend`](crate::Parser::mend) always does.
    pub is_safe: bool,
    /// The parts that may be read in another way afterwards.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) named: Named,
}

impl Fix {
    fn safe(description: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { description: description.into(), edits, is_safe: true, named: Named::default() }
    }

    fn suggestion(description: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { is_safe: false, ..Self::safe(description, edits) }
    }
}

/// Writes the change that mends a finding.
pub(super) type Mend = fn(&Place<'_>) -> Option<Fix>;

/// The parts that are read in another way once a finding is mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing: the reader understands the document as it is.
    Nothing,
    /// The parts that the edits name.
    Named,
}
use Effect::{Named as NAMED, Nothing as NOTHING};

/// A rule that can be mended, and how.
pub(super) type MendedRule = (&'static str, Effect, Mend);

/// The rules that can be mended and are not in families.
// Sorted by their names, which are found by bisection.
static MENDED: &[MendedRule] = &[
    ("attribute-missing", NAMED, markup::add_attribute),
    ("attribute-unknown", NAMED, names::rename_attribute),
    ("date-form", NAMED, values::rewrite_date),
    ("date-obsolete", NAMED, values::rewrite_date),
    ("date-weekday-wrong", NAMED, values::rewrite_date),
    ("element-unknown", NAMED, names::rename_element),
    ("email-invalid", NAMED, names::name_creator),
    ("encoding-label-unknown", NOTHING, markup::label_utf_8),
    ("encoding-label-wrong", NOTHING, markup::label_utf_8),
    ("encoding-labels-conflict", NOTHING, markup::label_utf_8),
    ("entry-updated-missing", NAMED, markup::copy_published),
    ("feed-self-relative", NAMED, values::write_whole_address),
    ("feed-updated-missing", NAMED, markup::add_last_update),
    ("guid-not-permalink", NAMED, markup::deny_permalink),
    ("hour-of-midnight", NAMED, values::write_midnight),
    ("json/MissingComma", NOTHING, json::add_comma),
    ("json/MissingVersion", NOTHING, json::add_version),
    ("json/TrailingComma", NOTHING, json::remove_comma),
    ("json/UnknownVersion", NOTHING, json::correct_version),
    ("language-invalid", NAMED, values::write_language_tag),
    ("media-type-invalid", NAMED, values::suggest_media_type),
    ("namespace-misspelt", NOTHING, names::spell_namespace),
    ("podcast-explicit-old", NAMED, values::write_explicit),
    ("text-markup", NAMED, markup::declare_html),
    ("uri-invalid", NAMED, values::encode_uri),
    ("uri-relative", NAMED, values::write_whole_address),
    ("value-empty", NAMED, markup::remove_empty),
    ("value-white-space", NAMED, markup::trim),
    ("value/HttpVersion", NOTHING, json::correct_version),
    ("value/UnknownWord", NAMED, values::correct_word),
    ("value/UnreadableBoolean", NAMED, values::correct_word),
    ("value/UnreadableDate", NAMED, values::rewrite_date),
    ("value/UnreadableDuration", NAMED, values::rewrite_duration),
    ("value/UnreadableLength", NAMED, values::rewrite_number),
    ("value/UnreadableNumber", NAMED, values::rewrite_number),
    ("xml/BareAmpersand", NOTHING, markup::escape_ampersand),
    ("xml/CdataEndInText", NOTHING, markup::escape_cdata_end),
    ("xml/LessThanInAttributeValue", NOTHING, markup::escape_in_attribute),
    ("xml/MisplacedXmlDeclaration", NOTHING, markup::remove_leading_space),
    ("xml/MissingSpace", NOTHING, markup::add_space),
    ("xml/StrayEndTag", NOTHING, markup::remove_end_tag),
    ("xml/StrayLessThan", NOTHING, markup::escape_less_than),
    ("xml/UnboundPrefix", NOTHING, names::declare_prefix),
    ("xml/UnclosedReference", NOTHING, markup::end_reference),
    ("xml/UndefinedEntity", NOTHING, markup::replace_entity),
    ("xml/UnquotedAttributeValue", NOTHING, markup::quote_value),
];

fn row(id: &str) -> Option<&'static MendedRule> {
    let found = MENDED.binary_search_by_key(&id, |(id, ..)| id).ok().and_then(|at| MENDED.get(at));
    found.or_else(|| family::mended().find(|(known, ..)| *known == id))
}

/// Returns whether findings of a rule may have changes.
pub(super) fn can_mend(id: &str) -> bool {
    row(id).is_some()
}

/// Returns the change that mends a finding, if there is one. Its ranges are those of the text.
pub(super) fn fix(source: &SourceText<'_>, finding: &Unlocated) -> Option<Fix> {
    let (_, effect, mend) = row(finding.rule.id)?;
    let place = Place::new(source, finding);
    let mut fix = mend(&place)?;
    fix.edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    if *effect == Effect::Named {
        fix.named = place.named(&fix);
    }
    Some(fix)
}

/// Moves the ranges of a change from the text to the document.
pub(super) fn in_document(mut fix: Fix, text: &DocumentText<'_>) -> Fix {
    for Edit { range, .. } in &mut fix.edits {
        *range = range.start + text.start..range.end + text.start;
    }
    fix.named = fix.named.moved(text.start);
    fix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_sorted_and_known() {
        let rules = crate::check::rules();
        let unknown: Vec<_> = MENDED
            .iter()
            .chain(family::mended())
            .filter(|(id, ..)| !rules.iter().any(|rule| rule.id == *id))
            .collect();
        assert!(unknown.is_empty(), "{:?}", unknown.iter().map(|(id, ..)| id).collect::<Vec<_>>());
        assert!(MENDED.is_sorted_by_key(|(id, ..)| id));
    }
}

//! Changes of the text that fix findings.
//!
//! A fixable rule has a function in its family that creates the change, given the place of the finding. It never guesses facts
//! that only the author knows: missing addresses, dates and ids stay missing.

mod applied;
mod attributes;
mod place;

use bozofeed::inspect::DocumentText;

pub(crate) use self::applied::Applied;
pub(crate) use self::attributes::KnownTags;
pub use self::place::Edit;
pub(crate) use self::place::{EditableSpan, FixPlace, Named, SourceText, end_of};

/// A change of the text of a document that fixes a finding.
///
/// ```
/// let feed = b"<rss version='2.0'><channel><title>Ships & tides</title></channel></rss>";
/// let findings = bozofeed_check::Checker::new().check(feed);
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
    /// The edits, in document order. They do not overlap.
    pub edits: Vec<Edit>,
    /// Whether the change affects only the finding, so that everything else is parsed as before. Otherwise, it is a suggestion,
    /// which the author should review before it is applied. A check tries the changes, unless the document is longer than 2 MiB;
    /// [`mend`](crate::Checker::mend) always does.
    pub is_safe: bool,
    /// The parts that may be parsed differently afterwards.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) named: Named,
}

impl Fix {
    pub(crate) fn safe(description: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { description: description.into(), edits, is_safe: true, named: Named::default() }
    }

    pub(crate) fn suggestion(description: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { is_safe: false, ..Self::safe(description, edits) }
    }
}

/// Creates the change that fixes a finding.
pub(crate) type Mend = fn(&FixPlace<'_>) -> Option<Fix>;

/// The parts that are parsed differently once a finding is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing: the parser already understands the document.
    Nothing,
    /// The parts named by the edits.
    Named,
}

/// A fixable rule, with its fix.
pub(crate) type MendedRule = (&'static str, Effect, Mend);

/// Moves the ranges of a change from the text to the document.
pub(crate) fn in_document(mut fix: Fix, text: &DocumentText<'_>) -> Fix {
    for Edit { range, .. } in &mut fix.edits {
        *range = range.start + text.start..range.end + text.start;
    }
    fix.named = fix.named.moved(text.start);
    fix
}

/// Writes a value, if it has the required form.
pub(crate) fn write(place: &FixPlace<'_>, value: &str) -> Option<Fix> {
    let form = place.facts().form?;
    let is_valid = (place.source.has_form)(value, form, place.source.budget.urls());
    if !is_valid || value == place.whole_value()? {
        return None;
    }
    Some(Fix::safe(format!("write `{value}`"), vec![place.write(value)?]))
}

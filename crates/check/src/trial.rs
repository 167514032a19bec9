//! Tries changes: they are applied together, and the parsed results before and after are compared.

use std::borrow::Borrow;

use super::fixes::{Applied, Edit, Fix, Named};
use super::reading::TrialReading;
use super::transcoding;
use crate::maps::Set;
use bozofeed::{Document, Parser};
use encoding_rs::Encoding;

/// The maximum number of times that a document is parsed to find changes with side effects. Each time, twice as many are reverted.
pub(super) const MOST_READINGS: usize = 12;

/// The maximum length of a document whose changes are tried during a check.
const LONGEST_TRIED: usize = 2 << 20;

/// Returns how often a document of this length may be parsed if the limit for one megabyte is `most`: at least twice.
pub(super) fn most_times(most: usize, length: usize) -> usize {
    (most << 20).checked_div(length).unwrap_or(most).clamp(2, most)
}

/// The effort spent on finding changes with side effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// A document is parsed at most three more times. All suspect changes are rejected at once, perhaps too many.
    Checking,
    /// Only a few changes are rejected at a time.
    Mending,
}

impl Effort {
    fn most_readings(self, length: usize) -> usize {
        match self {
            Self::Checking => 2,
            Self::Mending => most_times(MOST_READINGS, length),
        }
    }
}

/// Changes that were tried.
#[derive(Debug)]
pub(super) struct Tried<'f, R> {
    /// The changes after which everything that they do not name is parsed as before.
    pub(super) applied: Applied<'f>,
    /// The result of parsing after the changes. `None` if there are none.
    pub(super) after: Option<R>,
    /// The edits of the other changes. Overlapping ones were not tried.
    refused: Set<&'f Edit>,
}

impl<R> Tried<'_, R> {
    /// Returns whether a change was reverted.
    pub(super) fn refuses(&self, fix: &Fix) -> bool {
        fix.edits.iter().any(|edit| self.refused.contains(edit))
    }
}

/// Returns whether a check tries the changes in a document. In a longer one, changes are safe by their rules alone, until it is
/// fixed.
pub(super) fn is_tried(document: &Document<'_>) -> bool {
    document.bytes().len() <= LONGEST_TRIED
}

/// A document in an encoding other than UTF-8, whose text is fixed.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenIn<'d> {
    pub(super) encoding: &'static Encoding,
    pub(super) document: &'d Document<'d>,
}

/// A document whose changes are tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial<'d> {
    pub(super) parser: &'d Parser,
    /// The document, or its text if the encoding is not UTF-8.
    pub(super) document: &'d Document<'d>,
    /// The way back from the text to the document.
    pub(super) written: Option<WrittenIn<'d>>,
}

impl Trial<'_> {
    /// Parses the bytes that would be written, including decoding. `None` if they cannot be written.
    pub(super) fn read(&self, bytes: &[u8]) -> Option<TrialReading> {
        let document = match self.written {
            None => self.document.clone().with_bytes(bytes),
            Some(WrittenIn { encoding, document }) => {
                let encoded = transcoding::encoded(encoding, std::str::from_utf8(bytes).ok()?)?;
                return Some(TrialReading::of(self.parser, &document.clone().with_bytes(&encoded)));
            }
        };
        Some(TrialReading::of(self.parser, &document))
    }
}

/// Applies changes to a document, dropping changes that affect how anything else than their named parts is parsed.
pub(super) fn harmless<'f, R: Borrow<TrialReading>>(
    bytes: &[u8],
    fixes: &[&'f Fix],
    effort: Effort,
    before: &TrialReading,
    mut read: impl FnMut(&[u8]) -> Option<R>,
) -> Tried<'f, R> {
    let mut refused: Set<&Edit> = Set::new();
    for round in 0..effort.most_readings(bytes.len()) {
        let chosen = fixes.iter().copied().filter(|fix| !fix.edits.iter().any(|edit| refused.contains(edit)));
        let applied = Applied::of(bytes, chosen);
        if applied.fixes.is_empty() {
            return Tried { applied, after: None, refused };
        }
        let checked = read(&applied.bytes);
        let after: Option<&TrialReading> = checked.as_ref().map(Borrow::borrow);
        let differences = after.and_then(|after| before.differences(after, &applied));
        let is_same = differences.as_ref().is_some_and(Vec::is_empty);
        let has_same_count = after.is_some_and(|after| after.entry_count == before.entry_count);
        if is_same && has_same_count {
            return Tried { applied, after: checked, refused };
        }
        if after.is_none_or(|after| after.codec != before.codec) {
            // The parsing of every text may be affected. Bytes beyond ASCII influence the detected encoding.
            let suspects = applied.fixes.iter().filter(|fix| changes_more_than_ascii(fix, bytes));
            let count = refused.len();
            refused.extend(suspects.flat_map(|fix| &fix.edits));
            if refused.len() == count {
                break;
            }
            continue;
        }
        let Some(differences) = differences else { break };
        if is_same {
            // Equal entries now differ, or vice versa, most likely because of changes with named parts.
            let names_any = applied.fixes.iter().any(|fix| fix.named != Named::default());
            let suspects = applied.fixes.iter().filter(|fix| !names_any || fix.named != Named::default());
            refused.extend(suspects.flat_map(|fix| &fix.edits));
            continue;
        }
        // A difference may cause others, but only after it.
        let mut suspects: Vec<&Fix> = Vec::new();
        for fix in differences.into_iter().filter_map(|offset| applied.suspect(offset)) {
            if effort == Effort::Mending && suspects.len() >> round > 0 {
                break;
            }
            if !suspects.last().is_some_and(|last| std::ptr::eq(*last, fix)) {
                suspects.push(fix);
            }
        }
        refused.extend(suspects.into_iter().flat_map(|fix| &fix.edits));
    }
    refused.extend(fixes.iter().flat_map(|fix| &fix.edits));
    Tried { applied: Applied::of(bytes, std::iter::empty()), after: None, refused }
}

/// Returns whether a change removes or writes non-ASCII bytes.
fn changes_more_than_ascii(fix: &Fix, bytes: &[u8]) -> bool {
    fix.edits.iter().any(|Edit { range, replacement, .. }| {
        !replacement.is_ascii() || bytes.get(range.clone()).is_some_and(|removed| !removed.is_ascii())
    })
}

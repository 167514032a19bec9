//! Mends a document: all changes of a check are applied together, and what is read is compared with what was read before.

use super::checker::{Checker, Purview, check_in};
use super::findings::Finding;
use super::findings::Findings;
use super::fixes::{Applied, Edit, Fix, Named};
use super::ledger::most_mended;
use super::reading::TrialReading;
use super::transcoding;
use crate::maps::Set;
use bozofeed::{Document, Parser};
use encoding_rs::Encoding;

/// The number of times that a document is checked. Two are usual: one finds all changes, and one finds none. Changes that overlap,
/// and those that depend on others, take further ones.
const MOST_CHECKS: usize = 24;

/// The number of times that a document is read to find the changes that have another effect than the one that they name. Each
/// time, twice as many are taken back.
const MOST_READINGS: usize = 12;

/// The longest document for which a check tries its changes.
const LONGEST_TRIED: usize = 2 << 20;

/// Returns how often a document of this length is read where one of a megabyte is read `most` times: twice at least.
fn most_times(most: usize, length: usize) -> usize {
    (most << 20).checked_div(length).unwrap_or(most).clamp(2, most)
}

/// A document that was mended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mended {
    /// The document.
    pub document: Vec<u8>,
    /// The number of changes that were made; 0 if the document is the one before.
    pub count: usize,
    /// The findings in the document that has been mended whose changes were taken back, since readers would have read something else
    /// in another way.
    pub taken_back: Vec<Finding>,
}

/// Mends a document, as [`Checker::mend`] has it.
pub(super) fn mend(
    checker: Checker,
    document: &Document<'_>,
    mut choose: impl FnMut(&mut Findings),
) -> Mended {
    let decoded = checker.parser.decode(document);
    let is_undamaged = decoded.trail.damage().is_none();
    let known =
        is_undamaged.then(|| transcoding::reversible(&decoded.codec, &decoded.text, document.bytes()));
    let Some(known) = known.flatten() else { return mend_text(checker, document, None, choose) };
    let in_utf_8 = transcoding::in_utf_8(document, &decoded.text);
    let written = Some(WrittenIn { encoding: known, document });
    let mended = mend_text(checker, &in_utf_8, written, |findings| {
        findings.retain_rules(|rule| !transcoding::is_about_encoding(rule.id));
        choose(findings);
    });
    let text = String::from_utf8(mended.document).ok();
    match text.and_then(|text| transcoding::encoded(known, &text)) {
        Some(document) => Mended { document, ..mended },
        // A change has a character that the encoding lacks.
        None => Mended { document: document.bytes().to_vec(), count: 0, taken_back: mended.taken_back },
    }
}

/// Mends a document whose bytes are its text, or the text of a document that is written in another encoding.
fn mend_text(
    checker: Checker,
    document: &Document<'_>,
    written: Option<WrittenIn<'_>>,
    mut choose: impl FnMut(&mut Findings),
) -> Mended {
    let checker = checker.keeping_diagnostics(most_mended(document.bytes().len()));
    let mut check = |bytes: &[u8]| {
        let document = document.clone().with_bytes(bytes);
        let mut findings = check_in(&checker, &document, Purview::Mending).0;
        choose(&mut findings);
        findings.retain(|finding| finding.fix.as_ref().is_some_and(|fix| fix.is_safe));
        findings
    };
    let mut mended = Mended { document: document.bytes().to_vec(), count: 0, taken_back: Vec::new() };
    let mut findings = check(&mended.document);
    let mut refused: Set<Edit> = Set::new();
    for _ in 0..most_times(MOST_CHECKS, document.bytes().len()) {
        let now = document.clone().with_bytes(&mended.document);
        let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
        let fixes: Vec<&Fix> =
            fixes.filter(|fix| !fix.edits.iter().any(|edit| refused.contains(edit))).collect();
        let trial = Trial { parser: &checker.parser, document: &now, written };
        let Tried { applied, .. } = trial.harmless(&fixes, Effort::Mending);
        if applied.fixes.is_empty() {
            break;
        }
        let next = check(&applied.bytes);
        // A change without an effect would be made again and again.
        let found: Set<(&str, usize)> =
            next.iter().map(|finding| (finding.rule.id, finding.position.offset)).collect();
        let is_found_again = |finding: &&Finding| {
            found.contains(&(finding.rule.id, applied.new_offset(finding.position.offset)))
        };
        let futile: Vec<Edit> = findings
            .iter()
            .filter(is_found_again)
            .filter_map(|finding| finding.fix.as_ref())
            .filter(|fix| applied.makes(fix))
            .flat_map(|fix| fix.edits.iter().cloned())
            .collect();
        if futile.is_empty() {
            mended.count += applied.fixes.len();
            mended.document = applied.bytes;
            findings = next;
            refused.clear();
        } else {
            refused.extend(futile);
        }
    }
    mended.taken_back = findings.into_iter().collect();
    mended
}

/// How much is done to find the changes with another effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// A document is read twice more. All changes that may be to blame are refused at once, perhaps too many.
    Checking,
    /// A few changes are refused at a time.
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
pub(super) struct Tried<'f> {
    /// Those after which everything that they do not name is read as before.
    pub(super) applied: Applied<'f>,
    /// The edits of the others. Overlapping ones were not tried.
    refused: Set<&'f Edit>,
}

impl Tried<'_> {
    /// Returns whether a change was taken back.
    pub(super) fn refuses(&self, fix: &Fix) -> bool {
        fix.edits.iter().any(|edit| self.refused.contains(edit))
    }
}

/// Returns whether a check tries the changes in a document. In a longer one they are safe by their rules alone, until it is mended.
pub(super) fn is_tried(document: &Document<'_>) -> bool {
    document.bytes().len() <= LONGEST_TRIED
}

/// A document in another encoding than UTF-8, whose text is mended.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenIn<'d> {
    pub(super) encoding: &'static Encoding,
    pub(super) document: &'d Document<'d>,
}

/// A document whose changes are tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial<'d> {
    pub(super) parser: &'d Parser,
    /// The document, or its text, if its encoding is another one than UTF-8.
    pub(super) document: &'d Document<'d>,
    /// How the text is written back.
    pub(super) written: Option<WrittenIn<'d>>,
}

impl Trial<'_> {
    /// Reads the bytes that would be written, from their encoding on. `None` if they cannot be written.
    fn read(&self, bytes: &[u8]) -> Option<TrialReading> {
        let document = match self.written {
            None => self.document.clone().with_bytes(bytes),
            Some(WrittenIn { encoding, document }) => {
                let encoded = transcoding::encoded(encoding, std::str::from_utf8(bytes).ok()?)?;
                return Some(TrialReading::of(self.parser, &document.clone().with_bytes(&encoded)));
            }
        };
        Some(TrialReading::of(self.parser, &document))
    }

    /// Applies those of some changes after which everything that they do not name is read as before.
    pub(super) fn harmless<'f>(&self, fixes: &[&'f Fix], effort: Effort) -> Tried<'f> {
        let bytes = self.document.bytes();
        let mut refused: Set<&Edit> = Set::new();
        let mut before = None;
        for round in 0..effort.most_readings(bytes.len()) {
            let chosen =
                fixes.iter().copied().filter(|fix| !fix.edits.iter().any(|edit| refused.contains(edit)));
            let applied = Applied::of(bytes, chosen);
            if applied.fixes.is_empty() {
                return Tried { applied, refused };
            }
            if before.is_none() {
                before = self.read(bytes);
            }
            let Some(before) = &before else { break };
            let after = self.read(&applied.bytes);
            let differences = after.as_ref().and_then(|after| before.differences(after, &applied));
            let is_same = differences.as_ref().is_some_and(Vec::is_empty);
            let has_same_count = after.as_ref().is_some_and(|after| after.entry_count == before.entry_count);
            if is_same && has_same_count {
                return Tried { applied, refused };
            }
            if after.is_none_or(|after| after.codec != before.codec) {
                // Every text may be read in another way. Bytes beyond ASCII tell encodings apart.
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
                // Entries that were equal differ, or the other way around: by what the changes name, if by anything.
                let names_any = applied.fixes.iter().any(|fix| fix.named != Named::default());
                let suspects = applied.fixes.iter().filter(|fix| !names_any || fix.named != Named::default());
                refused.extend(suspects.flat_map(|fix| &fix.edits));
                continue;
            }
            // One difference may bring about others, but not before it.
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
        Tried { applied: Applied::of(bytes, std::iter::empty()), refused }
    }
}

/// Returns whether a change removes or writes bytes that are not ASCII.
fn changes_more_than_ascii(fix: &Fix, bytes: &[u8]) -> bool {
    fix.edits.iter().any(|Edit { range, replacement, .. }| {
        !replacement.is_ascii() || bytes.get(range.clone()).is_some_and(|removed| !removed.is_ascii())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_documents_are_read_less_often() {
        let megabyte = 1 << 20;
        for (length, checks, readings) in
            [(0, 24, 12), (megabyte, 24, 12), (3 * megabyte, 8, 4), (10 * megabyte, 2, 2), (usize::MAX, 2, 2)]
        {
            let found = (most_times(MOST_CHECKS, length), most_times(MOST_READINGS, length));
            assert_eq!(found, (checks, readings), "{length}");
        }
    }
}

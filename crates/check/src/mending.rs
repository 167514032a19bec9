//! Fixes a document: all harmless changes of a check are applied together, until there are none.

use std::borrow::Borrow;

use super::checker::{Checker, FindingLimit, check_in};
use super::findings::Finding;
use super::findings::Findings;
use super::fixes::{Edit, Fix};
use super::ledger::most_mended;
use super::reading::TrialReading;
use super::transcoding;
use super::trial::{Effort, Trial, Tried, WrittenIn, harmless, most_times};
use crate::maps::Set;
use bozofeed::Document;

/// The maximum number of checks of a document. Two are typical: one finds all changes, and one finds none. Overlapping changes, and
/// changes that depend on others, require more.
const MOST_CHECKS: usize = 24;

/// A fixed document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mended {
    /// The document.
    pub document: Vec<u8>,
    /// The number of applied changes; 0 if the document is unchanged.
    pub count: usize,
    /// The findings in the fixed document whose changes were reverted, because they would have affected how something else is parsed.
    pub taken_back: Vec<Finding>,
}

impl Checker {
    /// Applies the [safe](crate::Fix::is_safe) changes to a document, until there are none. The document is parsed again each time: a
    /// change that affects how something else is parsed is reverted, and so is a change that does not fix its finding. Calling this again
    /// has no effect, unless the document is longer than a megabyte: it is then parsed fewer times, so some changes may be left for the
    /// next call.
    ///
    /// `choose` receives the findings of each check (more than [`check`](Self::check) returns), and removes the findings that should not
    /// be fixed.
    ///
    /// ```
    /// use bozofeed_check::Checker;
    ///
    /// let feed = b"<rss version='2.0'><channel><title>Ships & tides & storms</title></channel></rss>";
    /// let mended = Checker::new().mend(feed, |_| ());
    /// let expected = b"<rss version='2.0'><channel><title>Ships &amp; tides &amp; storms</title></channel></rss>";
    /// assert_eq!((mended.document.as_slice(), mended.count), (&expected[..], 2));
    /// assert_eq!(Checker::new().mend(&mended.document, |_| ()).count, 0);
    /// ```
    pub fn mend<'a>(&self, document: impl Into<Document<'a>>, choose: impl FnMut(&mut Findings)) -> Mended {
        // Requirements of directories cannot be fixed.
        mend(self.clone().profile(None), &document.into(), choose)
    }
}

fn mend(checker: Checker, document: &Document<'_>, mut choose: impl FnMut(&mut Findings)) -> Mended {
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
        // A change contains a character that the encoding lacks.
        None => Mended { document: document.bytes().to_vec(), count: 0, taken_back: mended.taken_back },
    }
}

/// A document that was checked, with the parsed result.
struct MendedReading {
    findings: Findings,
    reading: TrialReading,
}

impl Borrow<TrialReading> for MendedReading {
    fn borrow(&self) -> &TrialReading {
        &self.reading
    }
}

/// Fixes a document whose bytes equal its text, or the text of a document in another encoding.
fn mend_text(
    checker: Checker,
    document: &Document<'_>,
    written: Option<WrittenIn<'_>>,
    mut choose: impl FnMut(&mut Findings),
) -> Mended {
    let checker = checker.keeping_diagnostics(most_mended(document.bytes().len()));
    // A document is parsed once for both purposes, so a trial costs one pass.
    let check = |bytes: &[u8]| {
        let changed = document.clone().with_bytes(bytes);
        let found = check_in(&checker, &changed, FindingLimit::Mending);
        let reading = match written {
            None => found.reading,
            Some(_) => Trial { parser: &checker.parser, document, written }.read(bytes),
        };
        Some(MendedReading { findings: found.findings, reading: reading? })
    };
    let mut choose = |mut findings: Findings| {
        choose(&mut findings);
        findings.retain(|finding| finding.fix.as_ref().is_some_and(|fix| fix.is_safe));
        findings
    };
    let mut mended = Mended { document: document.bytes().to_vec(), count: 0, taken_back: Vec::new() };
    let Some(MendedReading { findings, mut reading }) = check(&mended.document) else { return mended };
    let mut findings = choose(findings);
    let mut refused: Set<Edit> = Set::new();
    for _ in 0..most_times(MOST_CHECKS, document.bytes().len()) {
        let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
        let fixes: Vec<&Fix> =
            fixes.filter(|fix| !fix.edits.iter().any(|edit| refused.contains(edit))).collect();
        let Tried { applied, after, .. } =
            harmless(&mended.document, &fixes, Effort::Mending, &reading, &check);
        let Some(after) = after else { break };
        let next = choose(after.findings);
        // A change without an effect would be repeated forever.
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
            (findings, reading) = (next, after.reading);
            refused.clear();
        } else {
            refused.extend(futile);
        }
    }
    mended.taken_back = findings.into_iter().collect();
    mended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::MOST_READINGS;

    /// Returns how often a document is parsed to find its harmless changes, and the number of these.
    fn readings(document: &str) -> (usize, usize) {
        let (checker, document) = (Checker::new().keeping_diagnostics(1_000), Document::from(document));
        let found = check_in(&checker, &document, FindingLimit::Mending);
        let fixes: Vec<&Fix> = found.findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let before = found.reading.unwrap();
        let mut count = 0;
        let tried = harmless(document.bytes(), &fixes, Effort::Mending, &before, |bytes| {
            count += 1;
            Some(TrialReading::of(&checker.parser, &document.clone().with_bytes(bytes)))
        });
        (count, tried.applied.fixes.len())
    }

    #[test]
    fn a_document_is_read_once_for_all_harmless_changes() {
        let items = |number: usize, item: &str| {
            format!("<rss version='2.0'><channel><title>a</title>{}</channel></rss>", item.repeat(number))
        };
        for (document, expected) in [
            (items(1, "<item><title>a</title></item>"), (0, 0)),
            (items(1, "<item><Title>a</Title></item>"), (1, 1)),
            (items(500, "<item><Title>a</Title><Link>http://a.example/</Link></item>"), (1, 1_000)),
            (items(500, "<item><title>a & b</title></item>"), (1, 500)),
        ] {
            assert_eq!(readings(&document), expected, "{}", document.get(..100).unwrap_or(&document));
        }
    }

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

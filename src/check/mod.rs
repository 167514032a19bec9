//! Checks a feed against the rules of its format and of good practice.
//!
//! [`Parser::check`] returns a [`Finding`] for each place where a document breaks a [`Rule`]. The faults and the warnings of
//! [`Parsed`] are findings as well, under their names; the others concern what a feed should have and what its
//! values should look like, although they were read.
//!
//! ```
//! use bozofeed::check::RuleSeverity;
//!
//! let feed = b"<rss version='2.0'><channel><title>Tides</title><link>/tides</link><description>Daily</description>
//! <item><title>Low</title><guid>41</guid></item></channel></rss>";
//! let findings = bozofeed::Parser::new().check(feed);
//! let errors: Vec<_> = findings.iter().filter(|finding| finding.rule.severity == RuleSeverity::Error).collect();
//! assert_eq!(errors[0].to_string(), "line 1, column 55: an address without its beginning: '/tides'");
//! assert_eq!((errors[1].rule.id, errors[1].position.line), ("guid-not-permalink", 2));
//! assert_eq!(errors[1].subject, "rss/channel/item[1]/guid");
//! ```
//!
//! The rules of RSS 0.90 to 2.0, RSS 1.0, Atom 0.3 and 1.0, CDF and JSON Feed are known, and those of the modules that are used
//! most. Elements of unknown namespaces are never wrong.
//!
//! Checking is a sink of the parser: the document is read once, and callers of [`Parser::parse`] pay nothing.

mod changes;
mod consequences;
mod findings;
mod fixes;
mod formats;
mod gathered;
mod judge;
mod ledger;
mod mending;
mod modules;
mod older;
mod open_elements;
mod parts;
mod reading;
mod rules;
mod schema;
mod sections;
mod transcoding;
mod walker;

use encoding_rs::Encoding;

use crate::budget::Purpose;

use crate::cut::beginning;
use crate::diagnostics::fault::BrokenRule;
use crate::diagnostics::{EncodingError, Position, WarningKind};
use crate::parsed::Parsed;
use crate::parser::DocumentText;
use crate::{Bozo, Document, Parser};

pub use self::changes::FindingChanges;
pub use self::findings::{Finding, Findings};
use self::fixes::SourceText;
pub use self::fixes::{Edit, Fix};
use self::ledger::Ledger;
use self::mending::Effort;
pub use self::mending::Mended;
pub use self::rules::podcasts::Profile;
pub use self::rules::{Example, Rule, RuleSeverity, rules};
use self::rules::{json, labels, podcasts, prolog, uris, values};
pub(crate) use self::sections::url_of_section;
use self::transcoding::EncodedPlaces;
use self::walker::Walker;

impl Parser {
    /// Returns the places where a document breaks the rules of its format or of good practice, in document order: at most a
    /// hundred for each rule. A document that is not a feed has one finding, which says so.
    ///
    /// Many findings have a [`Fix`], which [`Findings::fixed`] applies.
    ///
    /// The [present](Self::now) decides whether a date is in the future. Nothing else depends on it.
    ///
    /// ```
    /// let findings = bozofeed::Parser::new().check(b"<rss version='2.0'><channel><link>/tides</link></channel></rss>");
    /// assert_eq!(findings[0].to_string(), "line 1, column 20: the feed has no title: 'title'");
    /// ```
    pub fn check<'a>(&self, document: impl Into<Document<'a>>) -> Findings {
        check_with_text(self, &document.into()).0
    }

    /// Does the same for a podcast, and checks what a directory requires as well.
    ///
    /// ```
    /// use bozofeed::check::Profile;
    ///
    /// let findings = bozofeed::Parser::new().check_for(b"<feed xmlns='http://www.w3.org/2005/Atom'/>", Profile::Spotify);
    /// assert!(findings.iter().any(|finding| finding.rule.id == "podcast-not-rss"));
    /// ```
    pub fn check_for<'a>(&self, document: impl Into<Document<'a>>, profile: Profile) -> Findings {
        check_for_with_text(self, &document.into(), Some(profile)).0
    }
}

/// Checks a document. Returns its text as well.
pub(crate) fn check_with_text<'a>(
    parser: &Parser,
    document: &'a Document<'_>,
) -> (Findings, DocumentText<'a>) {
    check_for_with_text(parser, document, None)
}

/// Checks a document, and perhaps for a directory of podcasts. Returns its text as well.
pub(crate) fn check_for_with_text<'a>(
    parser: &Parser,
    document: &'a Document<'_>,
    profile: Option<Profile>,
) -> (Findings, DocumentText<'a>) {
    let (mut findings, text, encoding) = check_in(parser, document, profile, Purview::Usual);
    let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
    let safe: Vec<&Fix> = fixes.filter(|fix| fix.is_safe).collect();
    if !safe.is_empty() && mending::is_tried(document) {
        // A change is safe if nothing else is read in another way afterwards.
        let tried = match encoding {
            Some(_) => {
                let document = transcoding::in_utf_8(document, &text.text);
                mending::harmless(parser, &document, &safe, Effort::Checking)
            }
            None => mending::harmless(parser, document, &safe, Effort::Checking),
        };
        let kept: Vec<bool> = safe.iter().map(|fix| !tried.refuses(fix)).collect();
        findings.keep_safe(&kept);
    }
    if let Some(encoding) = encoding {
        let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
        let places = EncodedPlaces::of(encoding, &text.text, fixes);
        findings.map_fixes(|fix| places.in_document(fix));
    }
    (findings, text)
}

/// The findings that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purview {
    /// At most a hundred of each rule.
    Usual,
    /// All that have changes, as far as there is room for them.
    Mending,
}

/// Checks a document, without trying its changes. Returns its text as well, and its encoding if that is not UTF-8 and changes can be
/// written in it: their places are those of the text then.
fn check_in<'a>(
    parser: &Parser,
    document: &'a Document<'_>,
    profile: Option<Profile>,
    purview: Purview,
) -> (Findings, DocumentText<'a>, Option<&'static Encoding>) {
    let now = parser.options().now();
    let budget = parser.budget(document, Purpose::MODEL);
    let mut walker = Walker::new(now);
    if purview == Purview::Mending {
        walker.ledger = Ledger::keeping(ledger::most_mended(document.bytes().len()));
    }
    walker.podcast.profile = profile;
    walker.feed.url = document.url.as_deref().map(str::to_owned);
    let (parsed, text) = parser.run_with_text(document, &budget, &mut walker);
    walker.conclude();
    let mut ledger = std::mem::take(&mut walker.ledger);
    if let Some(Bozo::LimitExceeded { limit }) = &parsed.bozo {
        ledger.add(&rules::LIMIT_EXCEEDED, 0..0, String::new, limit.description());
    }
    if let Some(Bozo::NotAFeed(looks_like)) = &parsed.bozo {
        // The faults of a page or of a picture are of no concern.
        let mut ledger = Ledger::default();
        ledger.add(
            &rules::NOT_A_FEED,
            walker.root.map(|root| root.range()).unwrap_or_default(),
            String::new,
            looks_like.description(),
        );
        let findings = ledger.into_findings(&source_of(&text), &text, false);
        return (findings, text, None);
    }
    if parsed.trail.damage().is_some() {
        // The replacement characters are not in the document.
        ledger.drop_rule(rules::TEXT_MOJIBAKE.id);
    }
    json::check(&text.text, now, &mut ledger);
    let end = walker.root.map_or(0, |root| root.start);
    prolog::check(text.text.get(..end).unwrap_or_default(), &mut ledger);
    let (bytes, _) = document.within(parser.options().limits.size);
    labels::check(bytes, &document.headers, &parsed, &text, &mut ledger);
    add_diagnostics(&parsed, text.start, &mut ledger);
    // Offsets in decoded text are those of the document only if decoding has changed nothing.
    let is_decoded = bytes.get(text.start..) != Some(text.text.as_bytes());
    let is_whole = bytes.len() == document.bytes().len() && parsed.trail.damage().is_none();
    let encoding =
        if is_decoded && is_whole { transcoding::reversible(&parsed.codec, &text.text, bytes) } else { None };
    let is_editable = (!is_decoded || encoding.is_some()) && !is_page(parser, document, bytes);
    let source = SourceText {
        url: document.url.as_deref(),
        root: walker.root,
        page: &walker.feed.page,
        last_update: walker.feed.last_update.as_ref().map(|(_, date)| &**date),
        ..source_of(&text)
    };
    let mut findings = ledger.into_findings(&source, &text, is_editable);
    if encoding.is_some() {
        // The document stays in its encoding.
        findings.leave_as_they_are(transcoding::is_about_encoding);
    }
    (findings, text, encoding)
}

/// Returns whether readers read a document as a page: what the checker finds in its tags is not what they read.
#[cfg(feature = "h-feed")]
fn is_page(parser: &Parser, document: &Document<'_>, bytes: &[u8]) -> bool {
    crate::h_feed::of(document, bytes, &parser.budget(document, Purpose::MODEL)).is_some()
}

#[cfg(not(feature = "h-feed"))]
fn is_page(_: &Parser, _: &Document<'_>, _: &[u8]) -> bool {
    false
}

/// Returns a text about which nothing else is known.
fn source_of<'t>(text: &'t DocumentText<'_>) -> SourceText<'t> {
    SourceText { text: &text.text, url: None, root: None, page: "", last_update: None }
}

/// Adds the faults and the warnings of the parser.
fn add_diagnostics(parsed: &Parsed, text_start: usize, ledger: &mut Ledger) {
    let offset = |position: Position| position.offset.saturating_sub(text_start);
    let has_mojibake =
        [rules::TEXT_MOJIBAKE.id, rules::ENCODING_LABEL_WRONG.id].iter().any(|rule| ledger.has_rule(rule));
    for warning in &parsed.warnings {
        // The text itself was reported.
        if has_mojibake && warning.kind == WarningKind::DoubleEncoding {
            continue;
        }
        // Coordinates of another reference system are well-formed, although they are not read.
        let is_place = warning.kind == WarningKind::UnreadablePlace;
        if is_place && values::are_points(&warning.value, 1, false) {
            continue;
        }
        let start = offset(warning.position);
        // The schema's finding about the same value says more.
        if !ledger.has_value_finding_at(start) {
            let path = || beginning(&warning.path, ledger::LONGEST_VALUE).to_owned();
            ledger.add(warning.kind.rule(), start..start, path, &warning.value);
        }
    }
    for fault in &parsed.faults {
        let start = offset(fault.position);
        let value = match &fault.error.0 {
            BrokenRule::Xml(error) => error.to_string(),
            BrokenRule::Json(error) => error.to_string(),
            BrokenRule::Encoding(EncodingError::MalformedSequence { bytes, .. }) => format!("'{bytes}'"),
        };
        let rule = fault.error.rule().unwrap_or(&rules::OTHER);
        let value = if rule.summary == value { "" } else { quoted(&value) };
        ledger.add(rule, start..start, String::new, value);
    }
}

/// Returns the text within the quotes of a message, which comes from the document.
fn quoted(message: &str) -> &str {
    // The last quote, since the text of the document may have quotes in it.
    let inside = message.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\''));
    inside.map_or("", |(inside, _)| inside)
}

#[cfg(test)]
mod matrix;
#[cfg(test)]
mod tests;

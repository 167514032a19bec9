//! Checks documents.

use bozofeed::inspect::{DocumentText, Inspection};
use bozofeed::{Bozo, Document, Format, Limit, Parsed, Parser, Position, Timestamp, WarningKind};
use bozofeed_content::internal::GrowthBudget;
use bozofeed_text::cut::beginning;
use bozofeed_text::html::resolve::resolve;
use encoding_rs::Encoding;

use super::findings::{Finding, Findings};
use super::fixes::{self, Fix, KnownTags, SourceText};
use super::inspector::CheckingInspector;
use super::ledger::{self, Ledger, Unlocated};
use super::location::FindingFacts;
use super::parts;
use super::profile::Profile;
use super::reading::TrialReading;
use super::rules::{self, elements, json, labels, prolog, values};
use super::transcoding::{self, EncodedPlaces};
use super::trial::{Effort, Trial, WrittenIn, harmless, is_tried};

/// Checks feeds. A checker only holds configuration: it can check any number of documents, from any number of threads.
///
/// ```
/// use bozofeed_check::Checker;
///
/// let findings = Checker::new().check(b"<rss version='2.0'><channel><link>/tides</link></channel></rss>");
/// assert_eq!(findings[0].to_string(), "line 1, column 20: the feed has no title: 'title'");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Checker {
    pub(super) parser: Parser,
    now: Option<Timestamp>,
    profile: Option<Profile>,
}

impl Checker {
    /// Returns a checker with all options at their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the parser for documents, with its limits, encoding policy and custom dates. Its sanitizer does not matter.
    #[must_use]
    pub fn parser(mut self, parser: Parser) -> Self {
        self.parser = parser;
        self
    }

    /// Sets the present time, which determines whether a date is in the future. Nothing else depends on it. By default, the system
    /// clock is used at each check. WebAssembly without an operating system has no clock: there, no date is in the future unless this
    /// is set.
    ///
    /// ```
    /// use bozofeed_check::Checker;
    ///
    /// let feed = b"<rss version='2.0'><channel><pubDate>Sat, 21 Nov 2026 08:15:00 GMT</pubDate></channel></rss>";
    /// let is_in_future = |now: &str| {
    ///     let findings = Checker::new().now(now.parse()?).check(feed);
    ///     Ok(findings.iter().any(|finding| finding.rule.id == "date-in-future"))
    /// };
    /// assert!(is_in_future("2026-11-01T00:00:00Z")?);
    /// assert!(!is_in_future("2026-12-01T00:00:00Z")?);
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    #[must_use]
    pub fn now(mut self, now: Timestamp) -> Self {
        self.now = Some(now);
        self
    }

    /// Sets the podcast directory whose requirements are also checked. There is none by default.
    ///
    /// ```
    /// use bozofeed_check::{Checker, Profile};
    ///
    /// let checker = Checker::new().profile(Profile::Spotify);
    /// let findings = checker.check(b"<feed xmlns='http://www.w3.org/2005/Atom'/>");
    /// assert!(findings.iter().any(|finding| finding.rule.id == "podcast-not-rss"));
    /// ```
    #[must_use]
    pub fn profile(mut self, profile: impl Into<Option<Profile>>) -> Self {
        self.profile = profile.into();
        self
    }

    /// Returns the places where a document breaks the rules of its format or of good practice, in document order: at most a hundred
    /// for each rule. A document that is not a feed has only that finding.
    ///
    /// Many findings have a [`Fix`], which [`Findings::fixed`] applies.
    pub fn check<'a>(&self, document: impl Into<Document<'a>>) -> Findings {
        self.check_with_text(&document.into()).0
    }

    /// Checks a document. Also returns its text.
    pub(super) fn check_with_text<'a>(&self, document: &'a Document<'_>) -> (Findings, DocumentText<'a>) {
        let Checked { mut findings, text, encoding, .. } = check_in(self, document, FindingLimit::Usual);
        let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
        let safe: Vec<&Fix> = fixes.filter(|fix| fix.is_safe).collect();
        if !safe.is_empty() && is_tried(document) {
            // A change is safe if it does not affect how anything else is parsed.
            let parser = &self.parser;
            let in_utf_8;
            let trial = match encoding {
                Some(encoding) => {
                    in_utf_8 = transcoding::in_utf_8(document, &text.text);
                    Trial { parser, document: &in_utf_8, written: Some(WrittenIn { encoding, document }) }
                }
                None => Trial { parser, document, written: None },
            };
            let bytes = trial.document.bytes();
            let read = |bytes: &[u8]| trial.read(bytes);
            let tried = read(bytes).map(|before| harmless(bytes, &safe, Effort::Checking, &before, read));
            let is_kept = |fix| tried.as_ref().is_some_and(|tried| !tried.refuses(fix));
            let kept: Vec<bool> = safe.iter().map(|fix| is_kept(fix)).collect();
            findings.keep_safe(&kept);
        }
        if let Some(encoding) = encoding {
            let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
            let places = EncodedPlaces::of(encoding, &text.text, fixes);
            findings.map_fixes(|fix| places.in_document(fix));
        }
        (findings, text)
    }

    /// Sets the number of faults and warnings to keep.
    pub(super) fn keeping_diagnostics(self, most: usize) -> Self {
        Self { parser: self.parser.keep_diagnostics(most), ..self }
    }

    /// Returns the present time.
    fn present(&self) -> Timestamp {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        let now = Timestamp::now();
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        let now = Timestamp::MAX;
        self.now.unwrap_or(now)
    }
}

/// Limits on the findings that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FindingLimit {
    /// At most a hundred of each rule.
    Usual,
    /// All findings with changes, if there is room.
    Mending,
}

/// A document that was checked, before its changes are tried.
pub(super) struct Checked<'a> {
    pub(super) findings: Findings,
    pub(super) text: DocumentText<'a>,
    /// The encoding, if it is not UTF-8 and changes can be written in it: places then refer to the text.
    pub(super) encoding: Option<&'static Encoding>,
    /// The parsed result, if the document is being fixed.
    pub(super) reading: Option<TrialReading>,
}

/// Checks a document without trying its changes.
pub(super) fn check_in<'a>(
    checker: &Checker,
    document: &'a Document<'_>,
    limit: FindingLimit,
) -> Checked<'a> {
    let now = checker.present();
    let budget = GrowthBudget::new(checker.parser.most_resolved(document), resolve);
    let mut inspector = CheckingInspector::new(now, budget);
    let walker = &mut inspector.walker;
    if limit == FindingLimit::Mending {
        walker.ledger = Ledger::keeping(ledger::most_mended(document.bytes().len()), rules::can_mend);
    }
    walker.podcast.profile = checker.profile;
    walker.feed.url = document.given_url().map(str::to_owned);
    let (reading, inspection) = match limit {
        FindingLimit::Usual => (None, checker.parser.inspect(document, &mut inspector)),
        FindingLimit::Mending => {
            let (reading, inspection) = TrialReading::beside(&checker.parser, document, &mut inspector);
            (Some(reading), inspection)
        }
    };
    let Inspection { parsed, text, .. } = inspection;
    inspector.conclude();
    let mut walker = inspector.walker;
    let mut ledger = std::mem::take(&mut walker.ledger);
    let exceeded = match &parsed.bozo {
        Some(Bozo::LimitExceeded { limit }) => Some(*limit),
        _ => walker.budget.exceeded().resolved.then_some(Limit::Resolved),
    };
    if let Some(limit) = exceeded {
        ledger.add(&rules::LIMIT_EXCEEDED, 0..0, String::new, limit.description());
    }
    if let Some(Bozo::NotAFeed(looks_like)) = &parsed.bozo {
        // Faults in a web page or a picture are irrelevant.
        let mut ledger = Ledger::default();
        ledger.add(
            &rules::NOT_A_FEED,
            walker.root.map(|root| root.range()).unwrap_or_default(),
            String::new,
            looks_like.description(),
        );
        let findings = findings_of(ledger, &source_of(&text, &walker.budget), &text, false);
        return Checked { findings, text, encoding: None, reading };
    }
    if parsed.trail.damage().is_some() {
        // The replacement characters are not in the document.
        ledger.drop_rule(rules::TEXT_MOJIBAKE.id);
    }
    json::check(&text.text, now, walker.budget.urls(), &mut ledger);
    let end = walker.root.map_or(0, |root| root.start);
    prolog::check(text.text.get(..end).unwrap_or_default(), &mut ledger);
    let bytes = text.bytes;
    labels::check(bytes, document.given_headers(), &parsed, &text, &mut ledger);
    add_diagnostics(&parsed, text.start, &mut ledger);
    // Readers parse a page differently: findings about its tags do not apply.
    let is_page = parsed.format == Format::HFeed;
    // Offsets in decoded text only apply to the document if decoding has changed nothing.
    let is_decoded = bytes.get(text.start..) != Some(text.text.as_bytes());
    let is_whole = bytes.len() == document.bytes().len() && parsed.trail.damage().is_none();
    let encoding =
        if is_decoded && is_whole { transcoding::reversible(&parsed.codec, &text.text, bytes) } else { None };
    let is_editable = (!is_decoded || encoding.is_some()) && !is_page;
    let source = SourceText {
        url: document.given_url(),
        root: walker.root,
        page: &walker.feed.page,
        last_update: walker.feed.last_update.as_ref().map(|(_, date)| &**date),
        ..source_of(&text, &walker.budget)
    };
    let mut findings = findings_of(ledger, &source, &text, is_editable);
    if encoding.is_some() {
        // The document keeps its encoding.
        findings.leave_as_they_are(transcoding::is_about_encoding);
    }
    Checked { findings, text, encoding, reading }
}

/// Returns the findings in document order. `is_editable`: the document has the same bytes as the text, so it can be fixed.
fn findings_of(
    ledger: Ledger,
    source: &SourceText<'_>,
    text: &DocumentText<'_>,
    is_editable: bool,
) -> Findings {
    let mut positions = text.positions();
    let (kept, counts) = ledger.in_order(&text.text);
    let located = kept.into_iter().map(|finding| {
        let fix = if is_editable { rules::fix(source, &finding) } else { None };
        let end = fixes::end_of(source, &finding);
        let Unlocated { rule, span, subject, value, facts, .. } = finding;
        let position = positions.of(span.start);
        let end = if end > span.start { positions.of(end) } else { position };
        let advice = advice(rule, &subject, &value, &facts);
        let fix = fix.map(|fix| fixes::in_document(fix, text));
        Finding { rule, position, end, subject, value, fix, advice }
    });
    Findings::new(located.collect(), counts)
}

/// Returns advice on a finding, if it depends on more than the rule.
fn advice(rule: &super::Rule, subject: &str, value: &str, facts: &FindingFacts) -> Option<String> {
    match rule.id {
        "attribute-missing" => Some(parts::advice_on_attribute(subject, value).into_owned()),
        "element-unknown" => elements::advice(value, facts.parent?),
        _ => values::advice(rule, facts.form?),
    }
}

/// Returns a text without further facts.
fn source_of<'t>(text: &'t DocumentText<'_>, budget: &'t GrowthBudget) -> SourceText<'t> {
    let tags = KnownTags::default();
    let has_form = values::has_form;
    SourceText {
        text: &text.text,
        budget,
        has_form,
        tags,
        url: None,
        root: None,
        page: "",
        last_update: None,
    }
}

/// Adds the faults and the warnings of the parser.
fn add_diagnostics(parsed: &Parsed, text_start: usize, ledger: &mut Ledger) {
    let offset = |position: Position| position.offset.saturating_sub(text_start);
    let has_mojibake =
        [rules::TEXT_MOJIBAKE.id, rules::ENCODING_LABEL_WRONG.id].iter().any(|rule| ledger.has_rule(rule));
    for warning in &parsed.warnings {
        // The whole text was already reported.
        if has_mojibake && warning.kind == WarningKind::DoubleEncoding {
            continue;
        }
        // Coordinates in another reference system are well-formed, even though they are not parsed.
        let is_place = warning.kind == WarningKind::UnreadablePlace;
        if is_place && values::are_points(&warning.value, 1, false) {
            continue;
        }
        let start = offset(warning.position);
        // The schema's finding about the same value is more specific.
        if !ledger.has_value_finding_at(start) {
            let path = || beginning(&warning.path, ledger::LONGEST_VALUE).to_owned();
            ledger.add(warning.kind.rule(), start..start, path, &warning.value);
        }
    }
    for fault in &parsed.faults {
        let start = offset(fault.position);
        let rule = fault.error.rule().unwrap_or(&rules::OTHER);
        ledger.add(rule, start..start, String::new, &fault.error.quoted());
    }
}

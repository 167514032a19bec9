//! Reports on feeds, as pages for people.
//!
//! [`Checker::report`](crate::Checker::report) parses a document and returns a [`FeedReport`]: the most urgent changes, a flow
//! chart of the encoding detection, the findings of the check with their source lines, the element that each value comes from,
//! and the entries as a reader shows them. The page is self-contained: it runs no scripts and loads nothing, and text from the
//! document never becomes markup.
//!
//! ```
//! let feed = b"<rss version='2.0'><channel><title>Ships & tides</title></channel></rss>";
//! let report = bozofeed_check::Checker::new().report("tides.xml", feed);
//! assert!(report.verdict().contains("repair"));
//! assert!(report.html().contains("Ships &amp; tides"));
//! ```

mod bytes;
mod chart;
mod content;
mod entries;
mod fields;
mod findings;
mod html;
mod index;
mod preview;

use std::fmt;

use crate::checker::Checker;
use crate::{FindingChanges, Findings, RuleSeverity};
use bozofeed::FaultSeverity;
use bozofeed::Parsed;
use bozofeed::encoding::Trail;
use bozofeed::explain::Explanation;
use bozofeed::inspect::DocumentText;
use bozofeed::inspect::json::is_json;
use bozofeed::{Bozo, Document};
use bozofeed_encoding::{AttemptOutcome, MediaKind, Source, StepTaken};

use self::chart::Terminals;
use self::html::Html;
pub use self::index::index;

/// The style sheet of the page.
const STYLE: &str = include_str!("style.css");

/// The policy that allows the style sheet and nothing else. It contains the SHA-256 hash of the style sheet.
const POLICY: &str = "default-src 'none'; style-src 'sha256-AsxgXdvIKfs56ZlFUZ13SXcwd+7OshLD0eIAbNuwirk='; base-uri 'none'; form-action 'none'";

/// The start of the sections of a page. Texts of documents cannot contain this markup.
const MAIN: &str = "<main>";

/// The number of rules listed with new findings, and with findings that are gone.
const MOST_CHANGES: usize = 100;

/// A report on a document.
#[derive(Debug, Clone)]
pub struct FeedReport {
    name: String,
    title: String,
    verdict: String,
    encoding: String,
    entries: usize,
    /// Whether the document is a feed.
    is_feed: bool,
    /// The number of findings for each severity, worst first.
    counts: [usize; RuleSeverity::WORST_FIRST.len()],
    html: String,
}

impl FeedReport {
    /// Returns the page.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Adds a section with the changes since an earlier check, before the others.
    ///
    /// ```
    /// use bozofeed_check::FindingChanges;
    ///
    /// let mut report = bozofeed_check::Checker::new().report("tides.xml", b"<rss version='2.0'/>");
    /// let mut changes = FindingChanges::default();
    /// changes.add_gone("date-form");
    /// report.add_changes(&changes);
    /// assert!(report.html().contains("Since the last check"));
    /// ```
    pub fn add_changes(&mut self, changes: &FindingChanges) {
        let Some(start) = self.html.find(MAIN).map(|at| at + MAIN.len()) else { return };
        let mut html = Html::default();
        html.markup("<section id=\"changes\"><h2>Since the last check</h2><p>").show(changes).markup(".</p>");
        for (name, counts) in [("new", &changes.new), ("gone", &changes.gone)] {
            if counts.is_empty() {
                continue;
            }
            html.markup("<p>").markup(name).markup(":");
            for (rule, count) in counts.iter().take(MOST_CHANGES) {
                html.markup(" ").element("code", rule).markup(" (").show(count).markup(")");
            }
            html.markup("</p>").left_out(counts.len().saturating_sub(MOST_CHANGES), " rules");
        }
        html.markup("</section>");
        self.html.insert_str(start, &html.finish());
    }

    /// Returns a verdict on the readability of the feed, as a sentence.
    pub fn verdict(&self) -> &str {
        &self.verdict
    }

    /// Returns the number of findings of a severity.
    pub fn count(&self, level: RuleSeverity) -> usize {
        let counted = RuleSeverity::WORST_FIRST.into_iter().zip(self.counts);
        counted.filter(|(counted, _)| *counted == level).map(|(_, count)| count).sum()
    }
}

impl fmt::Display for FeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.verdict)
    }
}

/// The document described by the sections of a page.
struct ReportedDocument<'a> {
    parsed: &'a Parsed,
    explanation: &'a Explanation,
    findings: &'a Findings,
    text: &'a DocumentText<'a>,
    bytes: &'a [u8],
}

impl ReportedDocument<'_> {
    /// Returns the maximum size of a listing in bytes: it is cut there, and states how much is left out.
    fn allowance(&self) -> usize {
        /// For small documents.
        const LEAST: usize = 24 << 10;
        LEAST + 3 * self.bytes.len() / 2
    }
}

impl Checker {
    /// Returns a page about a document, whose name is a file name or its URL. The page takes at most eight times as many bytes as
    /// the document, plus 200,000.
    ///
    /// ```
    /// use bozofeed_check::Checker;
    ///
    /// let report = Checker::new().report("tides.xml", b"<rss><channel><title>Ships & tides</title></channel></rss>");
    /// assert!(report.html().starts_with("<!DOCTYPE html>"));
    /// ```
    pub fn report<'a>(&self, name: &str, document: impl Into<Document<'a>>) -> FeedReport {
        write_report(self, name, &document.into())
    }
}

fn write_report(checker: &Checker, name: &str, document: &Document<'_>) -> FeedReport {
    let (findings, text) = checker.check_with_text(document);
    let explanation = checker.parser.explain(document);
    let bytes = text.bytes;
    let headers = document.given_headers();
    let parsed = &explanation.parsed;
    let counts = RuleSeverity::WORST_FIRST.map(|level| findings.count_of(level));
    let title = parsed.feed.title.as_ref().map(|title| title.to_plain().trim().to_owned());
    let title = title.filter(|title| !title.is_empty()).unwrap_or_else(|| name.to_owned());
    let mut report = FeedReport {
        name: name.to_owned(),
        title: title.chars().take(200).collect(),
        verdict: verdict(parsed, counts),
        encoding: parsed.encoding.to_string(),
        entries: parsed.entries.len(),
        is_feed: parsed.is_feed(),
        counts,
        html: String::new(),
    };
    let subject =
        ReportedDocument { parsed, explanation: &explanation, findings: &findings, text: &text, bytes };
    let mut html = Html::default();
    begin(&mut html, &report.title);
    head(&mut html, &report, &subject, headers.content_type());
    html.markup(MAIN);
    findings::write_first(&mut html, &subject);
    write_encoding(&mut html, &report.name, &subject, MediaKind::of(headers));
    findings::write(&mut html, &subject);
    preview::write(&mut html, &subject);
    fields::write(&mut html, &subject);
    entries::write(&mut html, &subject);
    html.markup("</main>");
    end(&mut html);
    report.html = html.finish();
    report
}

/// Begins a page.
fn begin(html: &mut Html, title: &str) {
    html.markup("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"").markup(POLICY).markup("\">");
    html.markup("<title>")
        .text(title)
        .markup(": feed report</title><style>")
        .markup(STYLE)
        .markup("</style></head><body>");
}

/// Ends a page.
fn end(html: &mut Html) {
    html.markup("<footer><p>Written by bozofeed ").markup(env!("CARGO_PKG_VERSION"));
    html.markup(". This page runs nothing and loads nothing.</p></footer></body></html>\n");
}

fn head(html: &mut Html, report: &FeedReport, subject: &ReportedDocument<'_>, content_type: Option<&str>) {
    let ReportedDocument { parsed, bytes, .. } = subject;
    html.markup("<header><p class=\"soft\">Report on a feed</p><h1 dir=\"auto\">")
        .text(&report.title)
        .markup("</h1>");
    html.markup("<p class=\"verdict\">").text(&report.verdict).markup("</p><dl class=\"facts\">");
    let mut fact = |name: &str, value: &str| {
        html.markup("<div>").element("dt", name).markup("<dd>").bdi(value, 80).markup("</dd></div>");
    };
    fact("Document", &format!("{}, {} bytes", report.name, bytes.len()));
    fact("Format", parsed.format.as_str());
    let source = parsed.trail.chosen().map(|chosen| format!("{} ({})", chosen.label, chosen.source));
    fact("Encoding", source.as_deref().unwrap_or("none"));
    fact("Content-Type", content_type.unwrap_or("not known"));
    fact("Entries", &report.entries.to_string());
    html.markup("</dl><ul class=\"counts\">");
    for (level, count) in RuleSeverity::WORST_FIRST.into_iter().zip(report.counts) {
        let plural = if count == 1 { "" } else { "s" };
        html.markup(&format!("<li class=\"{level}\"><b>{count}</b> {level}{plural}</li>"));
    }
    html.markup("</ul></header><nav aria-label=\"Sections\"><ul>");
    for (id, name) in [
        ("first", "What to change first"),
        ("encoding", "Encoding"),
        ("findings", "Findings"),
        ("preview", "Preview"),
        ("fields", "Where values come from"),
        ("entries", "Entries"),
    ] {
        html.markup(&format!("<li><a href=\"#{id}\">{name}</a></li>"));
    }
    html.markup("</ul></nav>");
}

/// Returns a verdict on the readability of the feed, as a sentence.
fn verdict(parsed: &Parsed, [errors, warnings, notes]: [usize; 3]) -> String {
    let (readable, it) = match parsed.entries.len() {
        0 => ("The feed can be read, and has no entries".to_owned(), "it"),
        1 => ("Its one entry can be read".to_owned(), "the feed"),
        count => (format!("All {count} entries can be read"), "the feed"),
    };
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    match &parsed.bozo {
        Some(Bozo::NotAFeed(looks_like)) => {
            format!("This is not a feed: it looks like {}.", looks_like.description())
        }
        Some(Bozo::LimitExceeded { limit }) => {
            format!("The document was read only in part: it exceeds the limit on {}.", limit.description())
        }
        Some(bozo) if bozo.severity() == FaultSeverity::Lossy => {
            format!("{readable}. Some of the content is lost.")
        }
        _ if !parsed.well_formed => {
            format!("{readable}. It took repairs that not every reader makes.")
        }
        _ if errors > 0 => {
            format!("{readable}, but {it} breaks rules of its format ({}).", plural(errors, "error"))
        }
        _ if warnings > 0 => {
            format!("{readable}. Some readers may show them differently ({}).", plural(warnings, "warning"))
        }
        _ if notes > 0 => {
            format!(
                "{readable}. No rule of the format is broken ({} on good practice).",
                plural(notes, "note")
            )
        }
        _ => format!("{readable}, and no rule is broken."),
    }
}

/// Writes the section on the encoding.
fn write_encoding(html: &mut Html, name: &str, subject: &ReportedDocument<'_>, kind: MediaKind) {
    let trail = &subject.parsed.trail;
    let path = trail.path(kind);
    let (path, others): (Vec<_>, Vec<_>) = path.into_iter().partition(|taken| taken.is_taken);
    html.markup("<section id=\"encoding\"><h2>How the encoding was found</h2><p id=\"how\">");
    html.text(&account(trail)).markup("</p><p class=\"soft\">The steps are those of the policy ");
    html.element("b", trail.policy()).markup(
        ". Each step links the section with its rule, and the table below says the same in words.</p>",
    );
    let detection = trail.detection().map(|detection| detection.decision.description().to_owned());
    let end = trail.chosen().map(|chosen| {
        (format!("Read as {}", chosen.label), detection.unwrap_or_else(|| chosen.source.to_string()))
    });
    let size = format!("{} bytes", subject.bytes.len());
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let ends = Terminals { start: (file, &size), end };
    chart::write(html, (&path, trail), &ends, 5, "wide");
    chart::write(html, (&path, trail), &ends, 2, "tall");
    write_steps(html, "The steps", &path, trail);
    // JSON has no encoding declaration.
    let is_json = is_json(&subject.text.text);
    let others: Vec<_> = others
        .into_iter()
        .filter(|other| !(is_json && other.step.source == Source::XmlDeclaration))
        .collect();
    if !others.is_empty() {
        html.markup("<details class=\"aside\"><summary>")
            .show(others.len())
            .markup(" steps that were not taken</summary>");
        write_steps(html, "The steps that were not taken", &others, trail);
        html.markup("</details>");
    }
    bytes::write(html, subject);
    html.markup("</section>");
}

/// Writes a table of steps.
fn write_steps(html: &mut Html, caption: &str, steps: &[StepTaken<'_>], trail: &Trail) {
    html.begin_table(caption, &["step", "result", "rule"]);
    for taken in steps {
        let question = chart::question(taken.step.source);
        html.markup("<tr><td>").markup(question).markup("</td><td>");
        for attempt in &taken.attempts {
            html.element("code", &attempt.label).markup(" ");
            match &attempt.outcome {
                AttemptOutcome::Chosen => html.markup("<b>chosen</b>"),
                AttemptOutcome::ChosenWithDamage(damage) => html.markup("<b>chosen</b>, ").show(damage),
                AttemptOutcome::Refused(refusal) => html.markup("refused: ").show(refusal),
            };
            html.markup("<br>");
        }
        if taken.attempts.is_empty() {
            html.text(&chart::detail(taken, trail));
        }
        html.markup("</td><td><a href=\"")
            .text(taken.step.url)
            .markup("\">")
            .text(taken.step.section)
            .markup("</a></td></tr>");
    }
    html.end_table();
}

/// Describes how the encoding was determined, in a few sentences.
fn account(trail: &Trail) -> String {
    let mut sentences = Vec::new();
    let labels: Vec<_> = trail.evidence().iter().filter(|e| e.source != Source::Detector).collect();
    sentences
        .extend(labels.iter().map(|evidence| format!("Found: {} ({}).", evidence.label, evidence.source)));
    if labels.is_empty() {
        sentences.push("Nothing in the document or its headers names an encoding.".to_owned());
    }
    let is_chosen =
        |label: &str| trail.chosen().is_some_and(|chosen| chosen.label.eq_ignore_ascii_case(label));
    let refused = trail.candidates().iter().filter_map(|attempt| match &attempt.outcome {
        // Another step may have chosen the label that this step rejected.
        AttemptOutcome::Refused(_) if is_chosen(&attempt.label) => None,
        AttemptOutcome::Refused(refusal) => Some(format!("It cannot be {}: {refusal}.", attempt.label)),
        AttemptOutcome::Chosen | AttemptOutcome::ChosenWithDamage(_) => None,
    });
    sentences.extend(refused.take(3));
    sentences
        .extend(trail.detection().iter().map(|detection| format!("The detector was asked: {detection}.")));
    sentences.push(match trail.chosen() {
        Some(chosen) => format!("It was read as {}.", chosen.label),
        None => "It was not read as text.".to_owned(),
    });
    sentences.join(" ")
}

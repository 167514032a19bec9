//! The findings of a document while it is read.

use std::ops::Range;

use super::Rule;
use super::findings::{Finding, Findings};
use super::fixes::{self, SourceText};
use super::rules::HTML_REMOVED;
use crate::cut::beginning;
use crate::json_feed::is_json;
use crate::maps::Set;
use crate::parser::DocumentText;

/// The number of findings of a rule that are kept.
const MOST: usize = 100;

/// The longest value of a finding, in bytes.
pub(super) const LONGEST_VALUE: usize = 200;

/// A finding without its position.
#[derive(Debug)]
pub(super) struct Unlocated {
    pub(super) rule: &'static Rule,
    pub(super) span: Range<usize>,
    pub(super) subject: String,
    pub(super) value: String,
    /// The number of escaped tags from the start of the span to the subject.
    escaped_tags: usize,
}

/// The findings, at most a hundred of each rule.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    kept: Vec<Unlocated>,
    /// The number of findings of each rule, also of those that are not kept.
    counts: Vec<(&'static Rule, usize)>,
    escaped_tags: usize,
    /// The names of elements and attributes of markup that were reported.
    removed: Set<String>,
    /// The offsets of the elements with a finding about a value.
    values: Set<usize>,
}

impl Ledger {
    /// Adds a finding. `subject` is only called if it is kept.
    #[cold]
    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        span: Range<usize>,
        subject: impl FnOnce() -> String,
        value: &str,
    ) {
        let known = self.counts.iter().position(|(known, _)| *known == rule);
        let at = known.unwrap_or_else(|| {
            self.counts.push((rule, 0));
            self.counts.len() - 1
        });
        let Some((_, count)) = self.counts.get_mut(at) else { return };
        *count += 1;
        if *count <= MOST {
            let value = beginning(value.trim(), LONGEST_VALUE).to_owned();
            let escaped_tags = self.escaped_tags;
            self.kept.push(Unlocated { rule, span, subject: subject(), value, escaped_tags });
        }
    }

    /// Adds a finding in markup: of a name that readers remove, only the first.
    pub(super) fn add_once(
        &mut self,
        rule: &'static Rule,
        span: Range<usize>,
        subject: impl FnOnce() -> String,
        value: &str,
    ) {
        if rule.id == HTML_REMOVED.id
            && (self.removed.len() >= MOST || !self.removed.insert(value.to_owned()))
        {
            return;
        }
        self.add(rule, span, subject, value);
    }

    /// Sets the number of escaped tags from the starts of the spans that follow to their subjects.
    pub(super) fn skip_escaped_tags(&mut self, count: usize) {
        self.escaped_tags = count;
    }

    /// Drops the findings of a rule.
    pub(super) fn drop_rule(&mut self, id: &str) {
        self.kept.retain(|finding| finding.rule.id != id);
        self.counts.retain(|(rule, _)| rule.id != id);
    }

    /// Returns whether there is a finding of a rule.
    pub(super) fn has_rule(&self, id: &str) -> bool {
        self.kept.iter().any(|finding| finding.rule.id == id)
    }

    /// Notes that a finding is about a value of the element whose start tag is at `offset`.
    pub(super) fn note_value(&mut self, offset: usize) {
        self.values.insert(offset);
    }

    /// Returns whether there is a finding about a value of the element whose start tag is at `offset`.
    pub(super) fn has_value_finding_at(&self, offset: usize) -> bool {
        self.values.contains(&offset)
    }

    /// Returns the findings in document order. `is_editable`: the document has the bytes of the text, so that it can be mended.
    pub(super) fn into_findings(
        mut self,
        text: &DocumentText<'_>,
        url: Option<&str>,
        is_editable: bool,
    ) -> Findings {
        let mut positions = text.positions();
        for finding in self.kept.iter_mut().filter(|finding| finding.escaped_tags > 0) {
            let start = start_of_escaped_tag(&text.text, finding.span.start, finding.escaped_tags);
            finding.span = start..start;
        }
        self.kept.sort_by_key(|finding| finding.span.start);
        let source = SourceText::new(&text.text, is_json(&text.text), url);
        let located = self.kept.into_iter().map(|finding| {
            let fix = if is_editable { fixes::fix(&source, &finding) } else { None };
            let end = fixes::end_of(&source, &finding);
            let Unlocated { rule, span, subject, value, .. } = finding;
            let position = positions.of(span.start);
            let end = if end > span.start { positions.of(end) } else { position };
            Finding { rule, position, end, subject, value, fix: fix.map(|fix| fixes::in_document(fix, text)) }
        });
        Findings::new(located.collect(), self.counts)
    }
}

/// Returns the offset of an escaped tag after `start`, counted from 1.
fn start_of_escaped_tag(text: &str, start: usize, count: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let is_less_than = |at: &usize| {
        let after = rest.as_bytes().get(at + 1..).unwrap_or_default();
        [&b"lt;"[..], b"#60;", b"#x3c;", b"#x3C;", b"#X3C;"].iter().any(|escape| after.starts_with(escape))
    };
    let found =
        crate::forward::memchr_iter(b'&', rest.as_bytes()).filter(is_less_than).nth(count.saturating_sub(1));
    found.map_or(start, |at| start + at)
}

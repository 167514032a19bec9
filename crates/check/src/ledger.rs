//! The findings of a document during parsing.

use std::ops::Range;
use std::rc::Rc;

use super::Rule;
use super::location::{FindingFacts, FindingLocation, LocatedPart};
use crate::maps::{Map, Set};
use bozofeed_text::cut::beginning;

/// The maximum number of findings for each rule.
const MOST: usize = 100;

/// The maximum number of fixable findings for each rule when a document is fixed, whatever its length.
const MOST_MENDED: usize = 1 << 16;

/// In a longer document, one finding is kept for this number of bytes, which bounds the number of rounds of fixing.
const BYTES_PER_MENDED: usize = 32;

/// Returns the maximum number of fixable findings for each rule when a document of this length is fixed.
pub(super) fn most_mended(length: usize) -> usize {
    MOST_MENDED.max(length / BYTES_PER_MENDED)
}

/// The maximum length of a finding's value in bytes.
pub(super) const LONGEST_VALUE: usize = 200;

/// A finding without its position.
#[derive(Debug)]
pub(super) struct Unlocated {
    pub(super) rule: &'static Rule,
    pub(super) span: Range<usize>,
    pub(super) subject: String,
    pub(super) value: String,
    /// The subject: an element, an attribute or a text, as found by the parser.
    pub(super) part: LocatedPart,
    pub(super) facts: FindingFacts,
    /// The end tag of the element.
    pub(super) end_tag: Option<Range<usize>>,
    /// The siblings that are spelled like their rows; `None` if the parent has not ended.
    pub(super) siblings: Option<Rc<[&'static str]>>,
    /// The number of escaped tags from the start of the span to the subject.
    escaped_tags: usize,
}

/// A rule with its findings.
#[derive(Debug)]
struct CountedRule {
    rule: &'static Rule,
    /// The number of findings, including discarded ones.
    count: usize,
    /// The maximum number of findings to keep.
    most: usize,
}

/// An element that has ended.
#[derive(Debug)]
struct EndedElement {
    /// Its end tag, if it has one.
    tag: Option<Range<usize>>,
    /// Its children that are spelled like their rows.
    children: Rc<[&'static str]>,
}

/// The findings: at most a hundred for each rule, or more if they are fixable.
#[derive(Debug)]
pub(super) struct Ledger {
    kept: Vec<Unlocated>,
    /// The maximum number of findings for fixable rules.
    most_mended: usize,
    /// Returns whether findings of a rule may have changes.
    can_mend: fn(&str) -> bool,
    counts: Vec<CountedRule>,
    escaped_tags: usize,
    /// The names of elements and attributes of markup that were already reported.
    removed: Set<String>,
    /// The offsets of the elements with a finding about a value.
    values: Set<usize>,
    /// The elements with findings and their ancestors, by the offsets of their start tags.
    ended: Map<usize, Option<EndedElement>>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self::keeping(MOST, |_| false)
    }
}

impl Ledger {
    /// Creates a ledger that keeps this number of findings for each fixable rule.
    pub(super) fn keeping(most_mended: usize, can_mend: fn(&str) -> bool) -> Self {
        Self {
            kept: Vec::new(),
            most_mended,
            can_mend,
            counts: Vec::new(),
            escaped_tags: 0,
            removed: Set::new(),
            values: Set::new(),
            ended: Map::new(),
        }
    }

    /// Adds a finding. `subject` is only called if the finding is kept.
    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        span: Range<usize>,
        subject: impl FnOnce() -> String,
        value: &str,
    ) {
        self.add_about(rule, span.into(), FindingFacts::default, subject, value);
    }

    /// Adds a finding about something found by the parser. `facts` and `subject` are only called if the finding is kept.
    #[cold]
    pub(super) fn add_about(
        &mut self,
        rule: &'static Rule,
        location: FindingLocation,
        facts: impl FnOnce() -> FindingFacts,
        subject: impl FnOnce() -> String,
        value: &str,
    ) {
        let known =
            self.counts.iter().position(|counted| std::ptr::eq(counted.rule, rule) || counted.rule == rule);
        let at = known.unwrap_or_else(|| {
            let most = if (self.can_mend)(rule.id) { self.most_mended } else { MOST };
            self.counts.push(CountedRule { rule, count: 0, most });
            self.counts.len() - 1
        });
        let Some(counted) = self.counts.get_mut(at) else { return };
        counted.count += 1;
        if counted.count <= counted.most {
            let FindingLocation { span, part } = location;
            let facts = facts();
            if let LocatedPart::Tag(tag) | LocatedPart::Text(tag, _) = &part {
                self.ended.entry(tag.start).or_default();
                if let Some(parent) = facts.parent_start {
                    self.ended.entry(parent).or_default();
                }
            }
            self.kept.push(Unlocated {
                rule,
                span,
                subject: subject(),
                value: beginning(value.trim(), LONGEST_VALUE).to_owned(),
                part,
                facts,
                end_tag: None,
                siblings: None,
                escaped_tags: self.escaped_tags,
            });
        }
    }

    /// Adds a finding about a name in markup, only once for each name.
    pub(super) fn add_once(
        &mut self,
        rule: &'static Rule,
        span: Range<usize>,
        subject: impl FnOnce() -> String,
        value: &str,
    ) {
        if self.removed.len() < MOST && self.removed.insert(value.to_owned()) {
            self.add(rule, span, subject, value);
        }
    }

    /// Sets the number of escaped tags between the starts of the following spans and their subjects.
    pub(super) fn skip_escaped_tags(&mut self, count: usize) {
        self.escaped_tags = count;
    }

    /// Records the end of the element whose start tag is at `offset`, if there is a finding about it or inside it.
    pub(super) fn note_end(
        &mut self,
        offset: usize,
        tag: Option<Range<usize>>,
        children: impl Iterator<Item = &'static str>,
    ) {
        if !self.ended.is_empty()
            && let Some(known) = self.ended.get_mut(&offset)
        {
            *known = Some(EndedElement { tag, children: children.collect() });
        }
    }

    /// Drops the findings of a rule.
    pub(super) fn drop_rule(&mut self, id: &str) {
        self.kept.retain(|finding| finding.rule.id != id);
        self.counts.retain(|counted| counted.rule.id != id);
    }

    /// Returns whether there is a finding for a rule.
    pub(super) fn has_rule(&self, id: &str) -> bool {
        self.kept.iter().any(|finding| finding.rule.id == id)
    }

    /// Records a finding about a value of the element whose start tag is at `offset`.
    pub(super) fn note_value(&mut self, offset: usize) {
        self.values.insert(offset);
    }

    /// Returns whether there is a finding about a value of the element whose start tag is at `offset`.
    pub(super) fn has_value_finding_at(&self, offset: usize) -> bool {
        self.values.contains(&offset)
    }

    /// Returns the findings in document order, and the number of findings of each rule.
    pub(super) fn in_order(mut self, text: &str) -> (Vec<Unlocated>, Vec<(&'static Rule, usize)>) {
        for finding in &mut self.kept {
            if finding.escaped_tags > 0 {
                let start = start_of_escaped_tag(text, finding.span.start, finding.escaped_tags);
                finding.span = start..start;
            }
            if let LocatedPart::Tag(tag) | LocatedPart::Text(tag, _) = &finding.part {
                let ended = |start: &usize| self.ended.get(start).and_then(Option::as_ref);
                finding.end_tag = ended(&tag.start).and_then(|element| element.tag.clone());
                let around = finding.facts.parent_start.as_ref().and_then(ended);
                finding.siblings = around.map(|element| element.children.clone());
            }
        }
        self.kept.sort_by_key(|finding| finding.span.start);
        let counts = self.counts.into_iter().map(|counted| (counted.rule, counted.count));
        (self.kept, counts.collect())
    }
}

/// Returns the offset of an escaped tag after `start`, counted from 1.
fn start_of_escaped_tag(text: &str, start: usize, count: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let is_less_than = |at: &usize| {
        let after = rest.as_bytes().get(at + 1..).unwrap_or_default();
        [&b"lt;"[..], b"#60;", b"#x3c;", b"#x3C;", b"#X3C;"].iter().any(|escape| after.starts_with(escape))
    };
    let found = memchr::memchr_iter(b'&', rest.as_bytes()).filter(is_less_than).nth(count.saturating_sub(1));
    found.map_or(start, |at| start + at)
}

//! The findings in a document.

use std::fmt;
use std::ops::Deref;

use super::fixes::{Applied, Fix};
use super::profile::Profile;
use super::rules::uris;
use super::{Rule, RuleSection, RuleSeverity, parts, sections};
use bozofeed::Position;

/// A place where a document breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The start of the element, attribute or value.
    pub position: Position,
    /// Its end; equal to its start if it is unknown.
    pub end: Position,
    /// The path to it, as in `XPath` for XML (`rss/channel/item[3]/enclosure/@length`) and in `JSONPath` for JSON
    /// (`$.items[3].id`); empty for the document itself.
    pub subject: String,
    /// The value, verbatim, or the name of the missing item; at most 200 bytes, and empty if there is none.
    pub value: String,
    /// A change of the text that fixes it, if the checker knows one.
    pub fix: Option<Fix>,
    /// Advice, if it depends on the values that the place allows.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) advice: Option<String>,
}

impl Finding {
    /// Returns a message about the broken rule: the rule's summary, and the value.
    ///
    /// ```
    /// let findings = bozofeed_check::Checker::new().check(b"<rss version='2.0'><channel><ttl>soon</ttl></channel></rss>");
    /// assert!(findings.iter().any(|finding| finding.message() == "invalid number: 'soon'"));
    /// ```
    pub fn message(&self) -> String {
        let Self { rule: Rule { summary, .. }, value, .. } = self;
        if value.is_empty() { (*summary).to_owned() } else { format!("{summary}: '{value}'") }
    }

    /// Returns the sections of specifications that state the rule for the format of the document, or an empty list if the rule is only
    /// good practice.
    ///
    /// ```
    /// let findings = bozofeed_check::Checker::new().check(b"<rss version='2.0'><channel/></rss>");
    /// let own = findings.iter().find(|finding| finding.rule.id == "feed-self-missing").unwrap();
    /// assert_eq!(own.rule.section, "RFC 4287 §4.1.1; RSS Profile");
    /// let sections = own.sections();
    /// assert_eq!((sections.len(), sections[0].text), (1, "RSS Profile"));
    /// assert_eq!(sections[0].url.as_deref(), Some("https://www.rssboard.org/rss-profile"));
    /// ```
    pub fn sections(&self) -> Vec<RuleSection> {
        sections::in_format(self.rule, &self.subject)
    }

    /// Returns advice: the effect of its [`Fix`], the item to add if something is missing, or the advice of the rule.
    ///
    /// ```
    /// let findings = bozofeed_check::Checker::new().check(b"<rss version='2.0'><channel><pubDate>2026-11-21</pubDate></channel></rss>");
    /// let date = findings.iter().find(|finding| finding.rule.id == "date-form").unwrap();
    /// assert_eq!(date.advice(), "write `Sat, 21 Nov 2026 00:00:00 +0000`");
    ///
    /// let feed = b"<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>
    /// <itunes:type>daily</itunes:type></channel></rss>";
    /// let findings = bozofeed_check::Checker::new().check(feed);
    /// let word = findings.iter().find(|finding| finding.rule.id == "value/UnknownWord").unwrap();
    /// assert_eq!(word.advice(), "Write one of these words: episodic, serial.");
    /// ```
    pub fn advice(&self) -> &str {
        if let Some(fix) = &self.fix {
            return &fix.description;
        }
        if let Some(advice) = &self.advice {
            return advice;
        }
        let of_value = match self.rule.id {
            "part-missing"
            | "podcast-required-missing"
            | "podcast-recommended-missing"
            | "podcast-enclosure-missing" => parts::advice(&self.subject, &self.value),
            "id-not-normalized" => uris::advice_on_spelling(&self.value),
            _ => None,
        };
        of_value.unwrap_or(self.rule.advice)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.message())
    }
}

/// The findings in a document, in document order: at most a hundred for each rule. Dereferences to a slice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    list: Vec<Finding>,
    counts: Vec<(&'static Rule, usize)>,
}

impl Findings {
    pub(super) fn new(list: Vec<Finding>, counts: Vec<(&'static Rule, usize)>) -> Self {
        Self { list, counts }
    }

    /// Returns the number of places that break a rule, including unlisted ones.
    ///
    /// ```
    /// let items = "<item/>".repeat(500);
    /// let feed = format!("<rss version='2.0'><channel>{items}</channel></rss>");
    /// let findings = bozofeed_check::Checker::new().check(feed.as_bytes());
    /// let missing = findings.iter().find(|finding| finding.rule.id == "entry-title-missing").unwrap();
    /// assert_eq!(findings.count(missing.rule), 500);
    /// assert_eq!(findings.iter().filter(|finding| finding.rule == missing.rule).count(), 100);
    /// ```
    pub fn count(&self, rule: &Rule) -> usize {
        self.counts.iter().filter(|(known, _)| *known == rule).map(|(_, count)| count).sum()
    }

    /// Returns the number of places that break rules of a severity, including unlisted ones.
    pub fn count_of(&self, severity: RuleSeverity) -> usize {
        self.counts.iter().filter(|(rule, _)| rule.severity == severity).map(|(_, count)| count).sum()
    }

    /// Returns the number of unlisted places that break rules.
    pub fn left_out(&self) -> usize {
        let all: usize = self.counts.iter().map(|(_, count)| count).sum();
        all.saturating_sub(self.list.len())
    }

    /// Removes the findings of the rules for which `is_kept` is false.
    pub fn retain_rules(&mut self, mut is_kept: impl FnMut(&Rule) -> bool) {
        self.map_rules(|rule| is_kept(rule).then_some(rule));
    }

    /// Replaces the rules of findings, such as with rules of another severity, or removes the findings.
    ///
    /// ```
    /// use bozofeed_check::RuleSeverity;
    ///
    /// let mut findings = bozofeed_check::Checker::new().check(b"<rss version='2.0'/>");
    /// findings.map_rules(|rule| (rule.severity == RuleSeverity::Error).then_some(rule));
    /// assert!(findings.iter().all(|finding| finding.rule.severity == RuleSeverity::Error));
    /// ```
    pub fn map_rules(&mut self, mut map: impl FnMut(&'static Rule) -> Option<&'static Rule>) {
        self.list.retain_mut(|finding| match map(finding.rule) {
            Some(rule) => {
                finding.rule = rule;
                true
            }
            None => false,
        });
        self.counts.retain_mut(|(rule, _)| match map(rule) {
            Some(other) => {
                *rule = other;
                true
            }
            None => false,
        });
    }

    /// Turns safe changes into suggestions, except the kept ones.
    pub(super) fn keep_safe(&mut self, kept: &[bool]) {
        let fixes = self.list.iter_mut().filter_map(|finding| finding.fix.as_mut());
        for (fix, is_kept) in fixes.filter(|fix| fix.is_safe).zip(kept) {
            fix.is_safe = *is_kept;
        }
    }

    /// Moves or drops the changes.
    pub(super) fn map_fixes(&mut self, map: impl Fn(Fix) -> Option<Fix>) {
        for finding in &mut self.list {
            finding.fix = finding.fix.take().and_then(&map);
        }
    }

    /// Drops the changes for some rules.
    pub(super) fn leave_as_they_are(&mut self, is_of: impl Fn(&str) -> bool) {
        for finding in self.list.iter_mut().filter(|finding| is_of(finding.rule.id)) {
            finding.fix = None;
        }
    }

    /// Removes the findings for which `is_kept` is false.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&Finding) -> bool) {
        let counts = &mut self.counts;
        self.list.retain(|finding| {
            let kept = is_kept(finding);
            if !kept && let Some((_, count)) = counts.iter_mut().find(|(rule, _)| *rule == finding.rule) {
                *count = count.saturating_sub(1);
            }
            kept
        });
    }

    /// Applies some of the changes to the document that was checked. Returns the document and the number of changes, or `None` if there
    /// are none.
    ///
    /// Only one of several overlapping changes is applied, and not all findings are listed: [`Checker::mend`](crate::Checker::mend)
    /// applies all safe changes.
    ///
    /// ```
    /// let feed = b"<rss version='2.0'><channel><title>Ships & tides</title></channel></rss>";
    /// let fixed = bozofeed_check::Checker::new().check(feed).fixed(feed, |fix| fix.is_safe);
    /// let expected = b"<rss version='2.0'><channel><title>Ships &amp; tides</title></channel></rss>";
    /// assert_eq!(fixed, Some((expected.to_vec(), 1)));
    /// ```
    pub fn fixed(
        &self,
        document: &[u8],
        mut is_wanted: impl FnMut(&Fix) -> bool,
    ) -> Option<(Vec<u8>, usize)> {
        let wanted = self.list.iter().filter_map(|finding| finding.fix.as_ref()).filter(|fix| is_wanted(fix));
        let Applied { bytes, fixes, .. } = Applied::of(document, wanted);
        (!fixes.is_empty()).then_some((bytes, fixes.len()))
    }
}

impl Profile {
    /// Returns the findings that keep a feed out of the directory: findings of podcast rules, except notes, errors that make the feed or a
    /// file unreadable, and unmet requirements of the directory. A feed without any is ready.
    pub fn obstacles(self, findings: &[Finding]) -> impl Iterator<Item = &Finding> + use<'_> {
        let requirements = self.requirements();
        findings.iter().filter(move |finding| requirements.are_broken_by(finding.rule, &finding.subject))
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.list
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

//! The state of a check during parsing, and its findings.

use bozofeed::Timestamp;

use super::Rule;
use super::facts::{CheckedNamespaces, EntryFacts, FeedFacts, FutureDates, OpenRdf, PodcastFacts};
use super::ledger::Ledger;
use super::location::{FindingFacts, FindingLocation};
use super::open_elements::{CheckedElements, OpenNode};
use super::schema::{DocumentFormat, ElementRole};
use bozofeed::inspect::TagSpan;
use bozofeed_content::internal::GrowthBudget;

/// The state of a check: the facts available to rules, and the findings that they report.
#[derive(Debug)]
pub(super) struct Walker {
    pub(super) ledger: Ledger,
    pub(super) format: DocumentFormat,
    /// Whether the elements of RSS 2.0 are in a namespace, as in some feeds.
    pub(super) is_in_namespace: bool,
    pub(super) now: Timestamp,
    /// The day of `now` in UTC.
    pub(super) today: jiff::civil::Date,
    pub(super) open: CheckedElements,
    pub(super) feed: FeedFacts,
    pub(super) entry: EntryFacts,
    pub(super) future: FutureDates,
    pub(super) declared: CheckedNamespaces,
    /// Whether the document has iTunes elements.
    pub(super) has_itunes: bool,
    /// The budget for resolved references, with the URL parser.
    pub(super) budget: GrowthBudget,
    /// The root of the document: the first one, if there are several.
    pub(super) root: Option<TagSpan>,
    /// The prefix of the root.
    pub(super) root_prefix: String,
    pub(super) rdf: OpenRdf,
    pub(super) podcast: PodcastFacts,
}

impl Walker {
    pub(super) fn new(now: Timestamp, today: jiff::civil::Date, budget: GrowthBudget) -> Self {
        Self {
            ledger: Ledger::default(),
            format: DocumentFormat::Unknown,
            is_in_namespace: false,
            now,
            today,
            open: CheckedElements::default(),
            feed: FeedFacts::default(),
            entry: EntryFacts::default(),
            future: FutureDates::default(),
            declared: CheckedNamespaces::default(),
            has_itunes: false,
            budget,
            root: None,
            root_prefix: String::new(),
            rdf: OpenRdf::default(),
            podcast: PodcastFacts::default(),
        }
    }

    /// Adds a finding about the innermost element, or one of its attributes.
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        location: impl Into<FindingLocation>,
        attribute: &str,
        value: &str,
    ) {
        self.report_with(rule, location.into(), attribute, value, |facts| facts);
    }

    /// Adds such a finding with further facts about the element.
    pub(super) fn report_with(
        &mut self,
        rule: &'static Rule,
        location: FindingLocation,
        attribute: &str,
        value: &str,
        complete: impl FnOnce(FindingFacts) -> FindingFacts,
    ) {
        let location = match attribute.strip_prefix('@') {
            Some(name) => location.with_attribute(name),
            None => location,
        };
        let facts = || complete(self.open.facts());
        self.ledger.add_about(rule, location, facts, || self.open.path(attribute), value);
    }

    /// Returns the role of the innermost element's parent.
    pub(super) fn parent_role(&self) -> ElementRole {
        self.open.parent().and_then(OpenNode::role).unwrap_or(ElementRole::Other)
    }
}

//! The sink that checks a document against the schema while the parser reads it.

use std::ops::Range;

use bozofeed::Timestamp;

use super::Rule;
use super::fixes::{FindingFacts, Spot};
use super::judge::{EntryFacts, FeedFacts, Judge, StartedElement};
use super::ledger::Ledger;
use super::open_elements::{CheckedElements, NodeContent, OpenNode};
use super::rules::dates::{self, FutureDates};
use super::rules::mojibake::is_mojibake;
use super::rules::namespaces::CheckedNamespaces;
use super::rules::podcasts::PodcastFacts;
use super::rules::rdf::OpenRdf;
use super::rules::{self, TEXT_MOJIBAKE};
use super::schema::{Count, ElementRole, ValueForm};
use bozofeed::inspect::schema::{is_atom, is_xml};
use bozofeed::inspect::{Inspector, Name, RawTag, TagSpan, WrittenText, XmlAttribute};
use bozofeed_content::GrowthBudget;

/// The document's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentFormat {
    Unknown,
    Rss,
    Rdf,
    Atom,
    /// RSS 0.90.
    Rdf090,
    Atom03,
    Cdf,
}

impl DocumentFormat {
    /// Returns whether the elements are those of a version of Atom.
    pub(super) fn is_atom(self) -> bool {
        matches!(self, Self::Atom | Self::Atom03)
    }
}

/// The sink that checks a document.
#[derive(Debug)]
pub(super) struct Walker {
    pub(super) ledger: Ledger,
    pub(super) format: DocumentFormat,
    /// Whether the elements of RSS 2.0 are in a namespace, as those of some feeds are.
    pub(super) is_in_namespace: bool,
    pub(super) now: Timestamp,
    /// The day of `now` in UTC.
    pub(super) today: jiff::civil::Date,
    pub(super) open: CheckedElements,
    pub(super) judges: Vec<Box<dyn Judge>>,
    pub(super) feed: FeedFacts,
    pub(super) entry: EntryFacts,
    pub(super) future: FutureDates,
    pub(super) declared: CheckedNamespaces,
    /// Whether the document has elements of iTunes.
    pub(super) has_itunes: bool,
    /// The meter of what is resolved, with the parser of URLs.
    pub(super) budget: GrowthBudget,
    /// The root of the document: the first, if there are several.
    pub(super) root: Option<TagSpan>,
    /// The prefix of the root.
    pub(super) root_prefix: String,
    pub(super) rdf: OpenRdf,
    pub(super) podcast: PodcastFacts,
}

impl Walker {
    pub(super) fn new(now: Timestamp, budget: GrowthBudget) -> Self {
        Self {
            ledger: Ledger::default(),
            format: DocumentFormat::Unknown,
            is_in_namespace: false,
            now,
            today: dates::day_of(now),
            open: CheckedElements::default(),
            judges: rules::judges(),
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

    /// Adds a finding about the innermost element, or an attribute of it.
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        spot: impl Into<Spot>,
        attribute: &str,
        value: &str,
    ) {
        self.report_with(rule, spot.into(), attribute, value, |facts| facts);
    }

    /// Does the same, with what else is known of the element.
    pub(super) fn report_with(
        &mut self,
        rule: &'static Rule,
        spot: Spot,
        attribute: &str,
        value: &str,
        complete: impl FnOnce(FindingFacts) -> FindingFacts,
    ) {
        let spot = match attribute.strip_prefix('@') {
            Some(name) => spot.with_attribute(name),
            None => spot,
        };
        let facts = || complete(self.open.facts());
        self.ledger.add_about(rule, spot, facts, || self.open.path(attribute), value);
    }

    /// Returns the role of the element around the innermost one.
    pub(super) fn parent_role(&self) -> ElementRole {
        self.open.parent().and_then(OpenNode::role).unwrap_or(ElementRole::Other)
    }

    /// Checks an element that ends.
    fn finish(&mut self, node: &OpenNode) {
        if matches!(node.content, NodeContent::Markup) {
            self.check_text_of_div(node);
        }
        let Some(row) = node.row() else { return };
        self.check_text(node);
        for child in row.children {
            if let Count::One(rule) | Count::Some(rule) = child.count
                && !self.open.has_child(node, child.name)
            {
                let published = self.entry.published.filter(|_| row.role == ElementRole::Entry);
                let complete = |facts| FindingFacts { published, ..facts };
                self.report_with(rule, node.tag.into(), "", child.name, complete);
            }
        }
        self.end_judging(node, row.role);
        match row.role {
            ElementRole::Feed if self.format == DocumentFormat::Rss => self.end_channel_of_podcast(node),
            ElementRole::LiveItem => self.end_live_item(node),
            _ => {}
        }
    }
}

impl Inspector for Walker {
    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        let has_base = attributes.iter().any(|a| is_xml(a.name.namespace) && a.name.local == "base");
        self.open.push(name.qualified, tag, has_base);
        if tag.raw.contains("xmlns") {
            self.check_namespaces(tag);
        }
        let (content, form) = if self.open.is_root() {
            self.root.get_or_insert(TagSpan::from(tag));
            name.prefix.clone_into(&mut self.root_prefix);
            (self.root(name, tag, attributes), ValueForm::None)
        } else {
            self.inner(name, tag, attributes)
        };
        let Some(node) = self.open.last_mut() else { return };
        (node.content, node.form) = (content, form);
        node.is_of_atom = is_atom(name.namespace);
        if let NodeContent::Row(row) = content {
            if row.role == ElementRole::Entry {
                self.begin_entry();
            }
            self.check_attributes(row, name, tag, attributes);
            self.start_judging(&StartedElement { row, tag: TagSpan::from(tag), attributes });
        }
        self.start_rdf(name, attributes, &TagSpan::from(tag).range());
    }

    fn text(&mut self, text: &str, written: &WrittenText) {
        if !text.is_ascii() && is_mojibake(text) {
            let start = written.range.start;
            self.report(&TEXT_MOJIBAKE, start..start + text.len().min(200), "", text);
        }
        let is_read = |node: &OpenNode| match node.content {
            NodeContent::Row(_) => true,
            NodeContent::Markup => self.open.parent().is_some_and(|parent| parent.form == ValueForm::Xhtml),
            NodeContent::Ignored | NodeContent::Foreign => self.reads_rdf(),
            NodeContent::Searched => false,
        };
        if self.open.last().is_some_and(is_read) {
            self.open.add_text(text, written);
        }
    }

    fn end_tag(&mut self, written: Option<Range<usize>>) {
        let Some(node) = self.open.last().cloned() else { return };
        self.finish(&node);
        self.end_podcast(&node);
        self.end_rdf(&node);
        self.ledger.note_end(node.tag.start, written, self.open.spelled_children(&node));
        self.open.pop();
    }
}

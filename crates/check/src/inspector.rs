//! The sink that checks a document against the schema during parsing.

use std::borrow::Cow;
use std::ops::Range;

use super::judge::{Judge, StartedElement};
use super::location::FindingFacts;
use super::open_elements::{NodeContent, OpenNode};
use super::rules::dates::day_of;
use super::rules::elements::rule_without;
use super::rules::mojibake::is_mojibake;
use super::rules::{self, TEXT_MOJIBAKE};
use super::schema::{Count, DocumentFormat, ElementRole, ValueForm};
use super::walker::Walker;
use bozofeed::Timestamp;
use bozofeed::inspect::schema::{is_atom, is_xml};
use bozofeed::inspect::{Inspector, Name, RawTag, TagSpan, WrittenText, XmlAttribute};
use bozofeed_content::internal::GrowthBudget;

/// The sink that checks a document. It passes the parsed parts to the families of rules.
#[derive(Debug)]
pub(super) struct CheckingInspector {
    pub(super) walker: Walker,
    judges: Vec<Box<dyn Judge>>,
}

impl CheckingInspector {
    pub(super) fn new(now: Timestamp, budget: GrowthBudget) -> Self {
        Self { walker: Walker::new(now, day_of(now), budget), judges: rules::judges() }
    }

    /// Checks an element at its end.
    fn finish(&mut self, node: &OpenNode) {
        if matches!(node.content, NodeContent::Markup) {
            self.walker.check_text_of_div(node);
        }
        let Some(row) = node.row() else { return };
        self.walker.check_text(node);
        for child in row.children {
            if let Count::One(part) | Count::Some(part) = child.count
                && !self.walker.open.has_child(node, child.name)
            {
                let published = self.walker.entry.published.filter(|_| row.role == ElementRole::Entry);
                let complete = |facts| FindingFacts { published, ..facts };
                self.walker.report_with(rule_without(part), node.tag.into(), "", child.name, complete);
            }
        }
        self.end_judging(node, row.role);
        match row.role {
            ElementRole::Feed if self.walker.format == DocumentFormat::Rss => {
                self.walker.end_channel_of_podcast(node);
            }
            ElementRole::LiveItem => self.walker.end_live_item(node),
            _ => {}
        }
    }

    /// Lets the families judge an element at its start.
    fn start_judging(&mut self, element: &StartedElement<'_>) {
        let role = element.row.role;
        if role == ElementRole::Other {
            return;
        }
        let walker = &mut self.walker;
        if role == ElementRole::Rss {
            element.value("version").unwrap_or_default().clone_into(&mut walker.feed.version);
        }
        if matches!(role, ElementRole::Rss | ElementRole::Feed)
            && let Some(base) = element.base()
        {
            // References with an unknown base are not resolved.
            walker.feed.base =
                walker.budget.try_resolve(&walker.feed.base, base).map(Cow::into_owned).unwrap_or_default();
        }
        self.with_judges(|judge, walker| {
            if judge.roles().contains(&role) {
                judge.start(walker, element);
            }
        });
    }

    /// Lets the families judge an element at its end.
    fn end_judging(&mut self, node: &OpenNode, role: ElementRole) {
        if role == ElementRole::Other {
            return;
        }
        self.with_judges(|judge, walker| {
            if judge.roles().contains(&role) {
                judge.end(walker, node);
            }
        });
    }

    /// Lets the families judge the document at its end.
    pub(super) fn conclude(&mut self) {
        self.walker.conclude_podcast();
        self.with_judges(|judge, walker| judge.conclude(walker));
        self.walker.conclude_dates();
    }

    fn with_judges(&mut self, mut ask: impl FnMut(&mut dyn Judge, &mut Walker)) {
        for judge in &mut self.judges {
            ask(&mut **judge, &mut self.walker);
        }
    }
}

impl Inspector for CheckingInspector {
    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        let walker = &mut self.walker;
        let has_base = attributes.iter().any(|a| is_xml(a.name.namespace) && a.name.local == "base");
        walker.open.push(name.qualified, tag, has_base);
        if tag.raw.contains("xmlns") {
            walker.check_namespaces(tag);
        }
        let (content, form) = if walker.open.is_root() {
            walker.root.get_or_insert(TagSpan::from(tag));
            name.prefix.clone_into(&mut walker.root_prefix);
            (walker.root(name, tag, attributes), ValueForm::None)
        } else {
            walker.inner(name, tag, attributes)
        };
        let Some(node) = walker.open.last_mut() else { return };
        (node.content, node.form) = (content, form);
        node.is_of_atom = is_atom(name.namespace);
        if let NodeContent::Row(row) = content {
            if row.role == ElementRole::Entry {
                walker.begin_entry();
            }
            walker.check_attributes(row, name, tag, attributes);
            self.start_judging(&StartedElement { row, tag: TagSpan::from(tag), attributes });
        }
        self.walker.start_rdf(name, attributes, &TagSpan::from(tag).range());
    }

    fn text(&mut self, text: &str, written: &WrittenText) {
        let walker = &mut self.walker;
        if !text.is_ascii() && is_mojibake(text) {
            let start = written.range.start;
            walker.report(&TEXT_MOJIBAKE, start..start + text.len().min(200), "", text);
        }
        let is_read = |node: &OpenNode| match node.content {
            NodeContent::Row(_) => true,
            NodeContent::Markup => walker.open.parent().is_some_and(|parent| parent.form == ValueForm::Xhtml),
            NodeContent::Ignored | NodeContent::Foreign => walker.reads_rdf(),
            NodeContent::Searched => false,
        };
        if walker.open.last().is_some_and(is_read) {
            walker.open.add_text(text, written);
        }
    }

    fn end_tag(&mut self, written: Option<Range<usize>>) {
        let Some(node) = self.walker.open.last().cloned() else { return };
        self.finish(&node);
        let walker = &mut self.walker;
        walker.end_podcast(&node);
        walker.end_rdf(&node);
        walker.ledger.note_end(node.tag.start, written, walker.open.spelled_children(&node));
        walker.open.pop();
    }
}

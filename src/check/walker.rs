//! The sink that checks a document against the schema while the parser reads it.

use std::borrow::Cow;
use std::ops::Range;

use crate::budget::Paid;
use crate::date::Timestamp;
use crate::model::Entry;

use super::fixes::{Facts, Spot};
use super::gathered::GatheredScopes;
use super::ledger::Ledger;
use super::open_elements::{CheckedElements, NodeContent, OpenNode};
use super::podcasts::PodcastFacts;
use super::rules::mojibake::is_mojibake;
use super::rules::rdf::OpenRdf;
use super::rules::{
    HTML_REFERENCE, HTML_RELATIVE_REFERENCE, HTML_UNKNOWN_ELEMENT, NAMESPACE_MISSPELT, NAMESPACE_OBSOLETE,
    NAMESPACE_UNKNOWN, TEXT_EMPTY, TEXT_MARKUP, TEXT_MISPLACED, TEXT_MOJIBAKE, URI_NOT_ASCII, VALUE_EMPTY,
    VALUE_WHITE_SPACE, XHTML_DIV_MISSING, XHTML_DIV_REPEATED,
};
use super::schema::{Count, ElementRole, ValueForm};
use super::subjects::FeedFacts;
use super::{Rule, html, namespaces, svg, values};
use crate::content::Sanitizer;
use crate::html::parsed_url::UrlParser;
use crate::markup::lower;
use crate::options::Options;
use crate::statement::{Beginning, Ending, Origin, Sink, Statement, Subject};
use crate::vocabulary::{ValueReader, customary_prefix, is_atom, is_xml};
use crate::xml::{Name, RawTag, TagSpan, WrittenText, XmlAttribute};

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

/// The findings in the markup of a text that are reported.
const MOST_IN_MARKUP: usize = 100;

/// The sink that checks a document.
#[derive(Debug)]
pub(super) struct Walker {
    gathered: GatheredScopes,
    pub(super) ledger: Ledger,
    pub(super) format: DocumentFormat,
    /// Whether the elements of RSS 2.0 are in a namespace, as those of some feeds are.
    pub(super) is_in_namespace: bool,
    pub(super) now: Timestamp,
    /// The day of `now` in UTC.
    today: jiff::civil::Date,
    pub(super) open: CheckedElements,
    pub(super) particulars: FeedFacts,
    /// Whether the document has elements of iTunes.
    pub(super) has_itunes: bool,
    pub(super) urls: UrlParser,
    /// The root of the document.
    pub(super) root: Option<TagSpan>,
    /// The prefix of the root.
    pub(super) root_prefix: String,
    pub(super) rdf: OpenRdf,
    pub(super) podcast: PodcastFacts,
}

impl Walker {
    pub(super) fn new(now: Timestamp) -> Self {
        Self {
            gathered: GatheredScopes::default(),
            ledger: Ledger::default(),
            format: DocumentFormat::Unknown,
            is_in_namespace: false,
            now,
            today: values::day_of(now),
            open: CheckedElements::default(),
            particulars: FeedFacts::default(),
            has_itunes: false,
            urls: UrlParser::new(),
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
        complete: impl FnOnce(Facts) -> Facts,
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

    /// Checks an element of XHTML in a text.
    pub(super) fn check_markup_element(
        &mut self,
        name: &Name<'_>,
        attributes: &[XmlAttribute<'_>],
        tag: TagSpan,
        has_base: bool,
    ) {
        let span = tag.range();
        match customary_prefix(name.namespace) {
            Some("xhtml") => {}
            Some("svg") => {
                if !svg::is_element(&lower(name.local)) {
                    self.report_in_markup(&HTML_UNKNOWN_ELEMENT, span, name.local);
                }
                return;
            }
            _ => return,
        }
        let has = |known: &str| {
            attributes
                .iter()
                .any(|attribute| attribute.name.qualified == known && !attribute.value.trim().is_empty())
        };
        if let Some(rule) = html::rule_of_element(name.local).or_else(|| html::rule_of_image(name.local, has))
        {
            self.report_in_markup(rule, span.clone(), name.local);
        }
        let mut is_found = has_base;
        for XmlAttribute { name: Name { local, .. }, value, .. } in attributes {
            let value = || Cow::Borrowed(&**value);
            html::found_in_attribute(name.local, local, value, 0, &mut is_found, |finding| {
                self.report_in_markup(finding.rule, span.clone(), &finding.value);
            });
        }
    }

    /// Adds a finding in markup.
    fn report_in_markup(&mut self, rule: &'static Rule, span: Range<usize>, value: &str) {
        // In Atom, the base is known (RFC 4287 §2).
        let has_base = self.format.is_atom() && rule == &HTML_RELATIVE_REFERENCE;
        let rule = if has_base { &HTML_REFERENCE } else { rule };
        self.ledger.add_once(rule, span, || self.open.path(""), value);
    }

    fn check_namespaces(&mut self, tag: &RawTag<'_>) {
        for (prefix, uri, start) in namespaces::declarations(tag) {
            self.particulars.note_namespace(uri.trim());
            let spot = || Spot::of_attribute(span_of(tag), start..start + uri.len());
            if namespaces::present_name(uri.trim()).is_some() {
                self.report(&NAMESPACE_OBSOLETE, spot(), "", uri);
            } else if let Some(name) = namespaces::intended(prefix, uri.trim()) {
                let attribute =
                    if prefix.is_empty() { "@xmlns".to_owned() } else { format!("@xmlns:{prefix}") };
                self.report(&NAMESPACE_MISSPELT, spot(), &attribute, uri);
                if let Some(rule) = namespaces::rule_of_prefix(prefix, name) {
                    self.report(rule, spot(), &attribute, prefix);
                }
            } else if let Some(rule) = namespaces::rule_of_prefix(prefix, uri.trim()) {
                self.report(rule, spot(), &format!("@xmlns:{prefix}"), prefix);
            } else if !(prefix.is_empty() && self.open.is_root())
                && namespaces::is_unknown(uri.trim())
                && self.particulars.is_new_namespace(uri.trim())
            {
                self.report(&NAMESPACE_UNKNOWN, start..start + uri.len(), "", uri);
            }
        }
    }

    /// Checks the text of an element that ends.
    fn check_text(&mut self, node: &OpenNode) {
        let text = self.open.text_of(node);
        let value = text.trim();
        if value.is_empty() {
            // An element of a module says nothing then.
            if node.form == ValueForm::Label && node.name.contains(':') && !node.has_elements {
                self.report(&TEXT_EMPTY, node.tag, "", "");
            }
            let may_be_empty =
                matches!(node.form, ValueForm::Any | ValueForm::None | ValueForm::Label | ValueForm::Base64)
                    || node.has_elements;
            if !may_be_empty {
                let is_text = matches!(
                    node.form,
                    ValueForm::Text | ValueForm::Html | ValueForm::AtomText | ValueForm::AtomContent
                ) && node.role() != Some(ElementRole::Id);
                self.report(if is_text { &TEXT_EMPTY } else { &VALUE_EMPTY }, node.tag, "", "");
            }
            return;
        }
        let leading = text.len() - text.trim_start().len();
        let start = self.open.offset_of(node, leading).0;
        let span = start..start + value.len();
        let spot = || self.open.spot_of_text(node, start, value.len());
        if matches!(node.form, ValueForm::None) {
            self.ledger.add(&TEXT_MISPLACED, start..start, || self.open.path(""), value);
            return;
        }
        // RFC 4287 §2 allows no white space around such values; other formats do not say.
        let has_no_space = node.form.is_uri() || matches!(node.form, ValueForm::Date(_) | ValueForm::Email);
        if self.format == DocumentFormat::Atom && has_no_space && value.len() != text.len() {
            let facts = || self.open.facts();
            self.ledger.add_about(&VALUE_WHITE_SPACE, spot(), facts, || self.open.path(""), value);
        }
        let rule = match node.form {
            ValueForm::Date(format) => {
                let date = format.read(value);
                // The day is that of the date's own zone.
                let may_be_ahead = date.is_none_or(|date| date.day >= self.today);
                if may_be_ahead && values::is_in_future(value, self.now) {
                    let is_of_entry = self.open.is_in_entry();
                    self.particulars.add_future(is_of_entry, span.clone(), || self.open.path(""));
                }
                values::rule_of_date(format, date)
            }
            form => values::broken_rule(form, value, &self.urls),
        };
        let rule = rule.or_else(|| self.rule_of_iri(node.form, value));
        if let Some(rule) = rule {
            self.ledger.note_value(node.tag.start);
            self.ledger.add_about(rule, spot(), || self.open.facts(), || self.open.path(""), value);
        }
        if node.form == ValueForm::Xhtml {
            let rule = if node.has_elements { &XHTML_DIV_REPEATED } else { &XHTML_DIV_MISSING };
            self.ledger.add(rule, start..start, || self.open.path(""), value);
        }
        if node.form == ValueForm::Html {
            self.check_markup(node);
        }
    }

    /// Returns the rule that an IRI breaks where a URI is expected: everywhere but in Atom (RFC 4287 §2).
    pub(super) fn rule_of_iri(&self, form: ValueForm, value: &str) -> Option<&'static Rule> {
        let may_be_iri = value.is_ascii()
            || !form.is_uri()
            || self.format.is_atom()
            || self.open.last().is_some_and(|node| node.is_of_atom);
        (!may_be_iri).then_some(&URI_NOT_ASCII)
    }

    /// Checks the text of the `div` of a text of type xhtml: if it has no elements but tags, the markup was escaped.
    fn check_text_of_div(&mut self, node: &OpenNode) {
        let is_of_xhtml = self.open.parent().is_some_and(|parent| parent.form == ValueForm::Xhtml);
        if !is_of_xhtml || node.has_elements {
            return;
        }
        let text = self.open.text_of(node);
        if text.contains('<') && html::has_markup(text) {
            let value = text.trim().to_owned();
            self.report(&TEXT_MARKUP, node.tag, "", &value);
        }
    }

    /// Checks the escaped markup of an element that ends.
    fn check_markup(&mut self, node: &OpenNode) {
        let mut findings = Vec::new();
        html::scan(self.open.text_of(node), node.has_base, |finding| {
            if findings.len() < MOST_IN_MARKUP {
                findings.push(finding);
            }
        });
        for html::MarkupFinding { rule, offset, value } in findings {
            let (start, tags) = self.open.offset_of(node, offset);
            self.ledger.skip_escaped_tags(tags);
            self.report_in_markup(rule, start..start, &value);
            self.ledger.skip_escaped_tags(0);
        }
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
                let published = self.particulars.published_of(row.role);
                let complete = |facts| Facts { published, ..facts };
                self.report_with(rule, node.tag.into(), "", child.name, complete);
            }
        }
        match row.role {
            ElementRole::Feed => self.end_feed(node),
            ElementRole::Entry => self.end_entry(node),
            ElementRole::MediaGroup => self.end_group(node),
            ElementRole::LiveItem => self.end_live_item(node),
            ElementRole::Source
            | ElementRole::ListedItem
            | ElementRole::Rss
            | ElementRole::Enclosure
            | ElementRole::AtomLink
            | ElementRole::Content
            | ElementRole::Id
            | ElementRole::Updated
            | ElementRole::Image
            | ElementRole::Title
            | ElementRole::Page
            | ElementRole::Skipped
            | ElementRole::Other => {}
        }
    }
}

/// Returns the place of a start tag.
pub(super) fn span_of(tag: &RawTag<'_>) -> TagSpan {
    TagSpan::from(tag)
}

impl Sink for Walker {
    fn receives_markup(&self) -> bool {
        true
    }

    /// Findings are about markup as written.
    fn cleaner<'o>(&self, _: &'o Options) -> &'o Sanitizer {
        Sanitizer::OFF
    }

    fn begin(&mut self, _: Paid<Subject>, _: Beginning) {
        self.gathered.begin();
    }

    fn state(&mut self, statement: Paid<Statement>, _: &Origin<'_>) {
        self.gathered.add(statement);
    }

    /// Nothing is kept, but what an entry of the model takes counts: a check ends where reading does.
    fn end(&mut self, subject: Subject, _: Ending<'_>, values: &ValueReader<'_>) -> usize {
        self.gathered.end(subject, values);
        if subject == Subject::Entry { size_of::<Entry>() } else { 0 }
    }

    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        let has_base = attributes.iter().any(|a| is_xml(a.name.namespace) && a.name.local == "base");
        self.open.push(name.qualified, tag, has_base);
        if tag.raw.contains("xmlns") {
            self.check_namespaces(tag);
        }
        let (content, form) = if self.open.is_root() {
            self.root = Some(span_of(tag));
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
                node.entry = Some(self.particulars.begin_entry());
            }
            self.check_attributes(row, name, tag, attributes);
            self.note_attributes(row, tag, attributes);
        }
        self.start_rdf(name, attributes, &span_of(tag).range());
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
        self.note_text(&node);
        self.end_podcast(&node);
        self.end_rdf(&node);
        self.ledger.note_end_tag(node.tag.start, written);
        self.open.pop();
    }
}

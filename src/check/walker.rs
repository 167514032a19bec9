//! The sink that checks a document against the schema while the parser reads it.

use std::fmt::Write as _;
use std::ops::Range;

use crate::date::Timestamp;

use super::ledger::Ledger;
use super::rules::{
    ATTRIBUTE_MISSING, ATTRIBUTE_UNKNOWN, ELEMENT_MISPLACED, ELEMENT_REPEATED, ELEMENT_UNKNOWN,
    HTML_REFERENCE, HTML_RELATIVE_REFERENCE, NAMESPACE_MISSPELT, NAMESPACE_ON_RSS, NAMESPACE_UNKNOWN_FORMAT,
    TEXT_EMPTY, TEXT_HAS_ELEMENTS, TEXT_MOJIBAKE, VALUE_EMPTY, XHTML_DIV_MISSING,
};
use super::schema::{Child, Count, ElementRole, ElementRow, Modules, ValueForm};
use super::subjects::Particulars;
use super::{Rule, formats, html, modules, namespaces, values};
use crate::assemble::Assembler;
use crate::statement::{Beginning, Ending, Origin, Sink, Statement, Subject};
use crate::vocabulary::{ValueReader, customary_prefix, is_atom, is_xml};
use crate::xml::{Name, Namespace, RawTag, XmlAttribute};

/// The document's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Unknown,
    Rss,
    Rdf,
    Atom,
}

/// How the content of an open element is checked.
#[derive(Debug, Clone, Copy)]
enum NodeContent {
    /// Not at all.
    Ignored,
    /// It is markup of XHTML.
    Markup,
    /// By its row.
    Row(&'static ElementRow),
}

/// An open element.
#[derive(Debug)]
pub(super) struct OpenNode {
    content: NodeContent,
    /// The form of its text, which attributes may change.
    pub(super) form: ValueForm,
    /// The offsets of its start tag.
    pub(super) tag: Range<usize>,
    /// The lengths of the stacks when it began.
    name: usize,
    text: usize,
    part: usize,
    seen: usize,
    /// Whether an `xml:base` is in force.
    has_base: bool,
    /// Whether it has elements in it.
    has_elements: bool,
    /// Whether elements within its text were reported.
    is_reported: bool,
    /// Its number among the entries.
    entry: Option<usize>,
}

impl OpenNode {
    /// Returns the role of the element, if it is checked by its row.
    pub(super) fn role(&self) -> Option<ElementRole> {
        match self.content {
            NodeContent::Row(row) => Some(row.role),
            NodeContent::Ignored | NodeContent::Markup => None,
        }
    }
}

/// A run of text in an element.
#[derive(Debug, Clone, Copy)]
struct TextPart {
    /// The offset in the collected text.
    at: usize,
    /// The offset in the document.
    offset: usize,
    /// Whether references in it were resolved.
    is_decoded: bool,
}

/// The sink that checks a document.
#[derive(Debug)]
pub(super) struct Walker {
    pub(super) model: Assembler,
    pub(super) ledger: Ledger,
    pub(super) format: Format,
    pub(super) now: Timestamp,
    nodes: Vec<OpenNode>,
    /// The names of the open elements.
    names: String,
    /// The texts of the open elements.
    texts: String,
    parts: Vec<TextPart>,
    /// The rows that the children of the open elements have met.
    seen: Vec<&'static Child>,
    pub(super) particulars: Particulars,
    has_itunes: bool,
}

impl Walker {
    pub(super) fn new(now: Timestamp) -> Self {
        Self {
            model: Assembler::default(),
            ledger: Ledger::default(),
            format: Format::Unknown,
            now,
            nodes: Vec::new(),
            names: String::new(),
            texts: String::new(),
            parts: Vec::new(),
            seen: Vec::new(),
            particulars: Particulars::default(),
            has_itunes: false,
        }
    }

    /// Adds a finding about the innermost element, or an attribute of it.
    pub(super) fn report(&mut self, rule: &'static Rule, span: Range<usize>, attribute: &str, value: &str) {
        let Self { ledger, nodes, names, .. } = self;
        ledger.add(rule, span, || path(nodes, names, attribute), value);
    }

    /// Returns the names of the open element's children, each once.
    pub(super) fn has_child(&self, node: &OpenNode, name: &str) -> bool {
        self.seen.get(node.seen..).is_some_and(|seen| seen.iter().any(|child| child.name == name))
    }

    fn root(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) -> NodeContent {
        let is_core = name.namespace == Namespace::NONE || customary_prefix(name.namespace) == Some("");
        let default = declarations(tag.raw).find(|(prefix, ..)| prefix.is_empty());
        if is_core && name.local == "rss" {
            self.format = Format::Rss;
            if let Some((_, uri, at)) = default.filter(|(_, uri, _)| !uri.is_empty()) {
                let start = tag.offset + 1 + at;
                self.report(&NAMESPACE_ON_RSS, start..start + uri.len(), "@xmlns", uri);
            }
            return NodeContent::Row(&formats::RSS);
        }
        if customary_prefix(name.namespace) == Some("rdf") && name.local == "RDF" {
            let is_1_0 = declarations(tag.raw).any(|(_, uri, _)| uri == "http://purl.org/rss/1.0/");
            if is_1_0 {
                self.format = Format::Rdf;
                return NodeContent::Row(&formats::RDF);
            }
            return NodeContent::Ignored;
        }
        if name.local != "feed" && name.local != "entry" {
            return NodeContent::Ignored;
        }
        let is_atom_1_0 = is_atom(name.namespace)
            && declarations(tag.raw).any(|(_, uri, _)| {
                uri.to_ascii_lowercase().trim_end_matches('/').ends_with("www.w3.org/2005/atom")
            });
        if is_atom_1_0 {
            self.format = Format::Atom;
            return NodeContent::Row(if name.local == "feed" {
                &formats::ATOM_FEED
            } else {
                &formats::ATOM_ENTRY
            });
        }
        if name.local == "feed" {
            let uri = default.map_or("", |(_, uri, _)| uri);
            let version = attributes.iter().find(|attribute| attribute.name.qualified == "version");
            let value = if uri.is_empty() { version.map_or("", |version| &version.value) } else { uri };
            self.report(&NAMESPACE_UNKNOWN_FORMAT, tag.offset..tag.offset + tag.raw.len() + 1, "", value);
        }
        NodeContent::Ignored
    }

    /// Returns the row of an element, and whether only its case differs from that of the row.
    fn child(&self, row: &'static ElementRow, name: &Name<'_>) -> Option<(&'static Child, bool)> {
        let prefix = self.prefix_in_format(name);
        let is_named = |child: &&Child| match child.name.split_once(':') {
            Some((known, local)) => prefix == Some(known) && local == name.local,
            None => prefix == Some("") && child.name == name.local,
        };
        let own = row.children.iter().find(is_named);
        let module = || {
            let prefix = prefix.filter(|prefix| !prefix.is_empty())?;
            modules::children(prefix, row.modules)?.iter().find(|child| {
                let local = child.name.split_once(':').map_or(child.name, |(_, local)| local);
                local == name.local
            })
        };
        if let Some(child) = own.or_else(|| if row.modules == Modules::None { None } else { module() }) {
            return Some((child, false));
        }
        let in_case = |child: &&Child| prefix == Some("") && child.name.eq_ignore_ascii_case(name.local);
        row.children.iter().find(in_case).map(|child| (child, true))
    }

    /// Returns the prefix by which the tables know a namespace: none for that of the format. `None`: the namespace is unknown.
    fn prefix_in_format(&self, name: &Name<'_>) -> Option<&'static str> {
        let is_plain = name.namespace == Namespace::NONE && name.prefix.is_empty();
        if is_atom(name.namespace) {
            return Some(if self.format == Format::Atom { "" } else { "atom" });
        }
        match customary_prefix(name.namespace) {
            Some("") => Some(if self.format == Format::Atom { "rss" } else { "" }),
            None if is_plain => Some(""),
            other => other,
        }
    }

    /// Returns how an element within another is checked, and the form of its text.
    fn inner(
        &mut self,
        name: &Name<'_>,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) -> (NodeContent, ValueForm) {
        const IGNORED: (NodeContent, ValueForm) = (NodeContent::Ignored, ValueForm::Any);
        let span = tag.offset..tag.offset + tag.raw.len() + 2;
        let Some(parent) = self.nodes.len().checked_sub(2).and_then(|at| self.nodes.get_mut(at)) else {
            return IGNORED;
        };
        let is_first = !std::mem::replace(&mut parent.has_elements, true);
        let (content, form, has_base) = (parent.content, parent.form, parent.has_base);
        let row = match content {
            NodeContent::Ignored => return IGNORED,
            NodeContent::Markup => {
                self.check_markup_element(name, attributes, &span, has_base);
                return (NodeContent::Markup, ValueForm::Any);
            }
            NodeContent::Row(row) => row,
        };
        if form == ValueForm::Xhtml {
            let is_div = name.local == "div" && customary_prefix(name.namespace) == Some("xhtml");
            if is_first && !is_div {
                self.report(&XHTML_DIV_MISSING, span, "", name.qualified);
            }
            return (NodeContent::Markup, ValueForm::Any);
        }
        if let Some((child, differs_in_case)) = self.child(row, name) {
            if differs_in_case {
                self.report(&ELEMENT_UNKNOWN, span.clone(), "", name.qualified);
            }
            self.count(child, span);
            let form = form_with(child.element.form, attributes);
            return (NodeContent::Row(child.element), form);
        }
        let prefix = self.prefix_in_format(name);
        // Text that may be empty belongs to elements whose content is of no concern here.
        let is_text = row.children.is_empty() && !matches!(form, ValueForm::Any | ValueForm::None);
        if is_text {
            let is_reported = self.nodes.len().checked_sub(2).and_then(|at| self.nodes.get_mut(at));
            if is_reported.is_some_and(|parent| !std::mem::replace(&mut parent.is_reported, true)) {
                self.report(&TEXT_HAS_ELEMENTS, span, "", name.qualified);
            }
            return IGNORED;
        }
        let is_of_format = prefix == Some("");
        if is_of_format && (row.modules != Modules::None || !row.children.is_empty()) {
            let rule = if formats::has_element(self.format, name.local) {
                &ELEMENT_MISPLACED
            } else {
                &ELEMENT_UNKNOWN
            };
            self.report(rule, span, "", name.qualified);
        } else if let Some(prefix) = prefix.filter(|_| row.modules != Modules::None) {
            let in_module = |modules| modules::children(prefix, modules);
            if let (Some(feed), Some(entry)) = (in_module(Modules::Feed), in_module(Modules::Entry)) {
                let is_known = feed.iter().chain(entry).any(|child| {
                    child.name.split_once(':').map_or(child.name, |(_, local)| local) == name.local
                });
                self.report(
                    if is_known { &ELEMENT_MISPLACED } else { &ELEMENT_UNKNOWN },
                    span,
                    "",
                    name.qualified,
                );
            }
        }
        IGNORED
    }

    /// Notes a child of the element around the innermost one.
    fn count(&mut self, child: &'static Child, span: Range<usize>) {
        let Some(parent) = self.nodes.len().checked_sub(2).and_then(|at| self.nodes.get(at)) else { return };
        let is_new = !self
            .seen
            .get(parent.seen..)
            .is_some_and(|seen| seen.iter().any(|known| std::ptr::eq(*known, child)));
        match child.count {
            Count::AtMostOne | Count::One(_) if !is_new => {
                self.report(&ELEMENT_REPEATED, span, "", child.name);
            }
            Count::Any | Count::AtMostOne | Count::One(_) | Count::Some(_) => {}
        }
        if is_new {
            self.has_itunes |= child.name.starts_with("itunes:");
            // Nothing was noted for the innermost element yet.
            self.seen.push(child);
            if let Some(node) = self.nodes.last_mut() {
                node.seen = self.seen.len();
            }
        }
    }

    fn check_attributes(
        &mut self,
        row: &'static ElementRow,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) {
        let span = tag.offset..tag.offset + tag.raw.len() + 2;
        for required in row.attributes.iter().filter(|attribute| attribute.is_required) {
            if !attributes.iter().any(|attribute| is_named(&attribute.name, required.name)) {
                self.report(&ATTRIBUTE_MISSING, span.clone(), "", required.name);
            }
        }
        for attribute in attributes {
            let span = attribute.offset..attribute.offset + attribute.name.qualified.len();
            match row.attributes.iter().find(|known| is_named(&attribute.name, known.name)) {
                Some(known) => self.check_attribute(known.form, attribute, span),
                None if is_xml(attribute.name.namespace) => {
                    let form = match attribute.name.local {
                        "lang" => ValueForm::Language,
                        "base" => ValueForm::Reference,
                        _ => continue,
                    };
                    self.check_attribute(form, attribute, span);
                }
                None if attribute.name.prefix.is_empty() && !attribute.name.qualified.starts_with("xml") => {
                    self.report(
                        &ATTRIBUTE_UNKNOWN,
                        span,
                        &format!("@{}", attribute.name.qualified),
                        attribute.name.qualified,
                    );
                }
                None => {}
            }
        }
    }

    fn check_attribute(&mut self, form: ValueForm, attribute: &XmlAttribute<'_>, span: Range<usize>) {
        let value = attribute.value.trim();
        let name = || format!("@{}", attribute.name.qualified);
        if value.is_empty() {
            // An empty base or language is none; an empty reference is the document.
            let may_be_empty = matches!(form, ValueForm::Any | ValueForm::None | ValueForm::Reference)
                || is_xml(attribute.name.namespace);
            if !may_be_empty {
                self.report(&VALUE_EMPTY, span, &name(), "");
            }
        } else if let Some(rule) = values::broken_rule(form, value) {
            self.note_value();
            self.report(rule, span, &name(), value);
        }
    }

    /// Notes that a value of the innermost element breaks a rule, so that a warning about it says nothing new.
    fn note_value(&mut self) {
        if let Some(node) = self.nodes.last() {
            self.ledger.note_value(node.tag.start);
        }
    }

    fn check_markup_element(
        &mut self,
        name: &Name<'_>,
        attributes: &[XmlAttribute<'_>],
        span: &Range<usize>,
        has_base: bool,
    ) {
        if customary_prefix(name.namespace) != Some("xhtml") {
            return;
        }
        if let Some(rule) = html::rule_of_element(name.local) {
            self.report_in_markup(rule, span.clone(), name.local);
        }
        let mut is_found = has_base;
        for attribute in attributes {
            let finding =
                html::of_attribute(name.local, attribute.name.local, &attribute.value, 0, &mut is_found);
            if let Some(html::MarkupFinding { rule, value, .. }) = finding {
                self.report_in_markup(rule, span.clone(), &value);
            }
        }
    }

    /// Adds a finding in markup.
    fn report_in_markup(&mut self, rule: &'static Rule, span: Range<usize>, value: &str) {
        // In Atom, the base is known (RFC 4287 §2).
        let has_base = self.format == Format::Atom && rule == &HTML_RELATIVE_REFERENCE;
        let rule = if has_base { &HTML_REFERENCE } else { rule };
        let Self { ledger, nodes, names, .. } = self;
        ledger.add_once(rule, span, || path(nodes, names, ""), value);
    }

    fn check_namespaces(&mut self, tag: &RawTag<'_>) {
        for (prefix, uri, at) in declarations(tag.raw) {
            if namespaces::intended(prefix, uri.trim()).is_some() {
                let start = tag.offset + 1 + at;
                let attribute =
                    if prefix.is_empty() { "@xmlns".to_owned() } else { format!("@xmlns:{prefix}") };
                self.report(&NAMESPACE_MISSPELT, start..start + uri.len(), &attribute, uri);
            }
        }
    }

    /// Checks the text of an element that ends, and its markup.
    fn check_text(&mut self, node: &OpenNode) {
        let text = self.texts.get(node.text..).unwrap_or_default().to_owned();
        let value = text.trim();
        let leading = text.len() - text.trim_start().len();
        if value.is_empty() {
            let may_be_empty = matches!(node.form, ValueForm::Any | ValueForm::None) || node.has_elements;
            if !may_be_empty {
                let is_text = matches!(
                    node.form,
                    ValueForm::Text | ValueForm::Html | ValueForm::AtomText | ValueForm::AtomContent
                );
                self.report(if is_text { &TEXT_EMPTY } else { &VALUE_EMPTY }, node.tag.clone(), "", "");
            }
            return;
        }
        let start = self.offset_of(node, leading).0;
        let span = start..start + value.len();
        if let Some(rule) = values::broken_rule(node.form, value) {
            self.note_value();
            self.report(rule, span.clone(), "", value);
        }
        if let ValueForm::Date(_) = node.form
            && values::is_in_future(value, self.now)
        {
            self.report_future(span.clone());
        }
        if node.form == ValueForm::Html {
            let mut findings = Vec::new();
            html::scan(&text, node.has_base, |finding| {
                if findings.len() < 100 {
                    findings.push(finding);
                }
            });
            for html::MarkupFinding { rule, offset, value } in findings {
                let (start, tags) = self.offset_of(node, offset);
                self.ledger.skip_escaped_tags(tags);
                self.report_in_markup(rule, start..start, &value);
                self.ledger.skip_escaped_tags(0);
            }
        }
    }

    fn report_future(&mut self, span: Range<usize>) {
        let Self { nodes, names, particulars, .. } = self;
        let is_of_entry = nodes.iter().any(|node| node.entry.is_some());
        particulars.add_future(is_of_entry, span, || path(nodes, names, ""));
    }

    /// Returns the offset in the document of an offset in the text of an element. If references were resolved in between, it is
    /// that of the run of text, with the number of `<` before it.
    fn offset_of(&self, node: &OpenNode, at: usize) -> (usize, usize) {
        let at = node.text + at;
        let parts = self.parts.get(node.part..).unwrap_or_default();
        let index = parts.partition_point(|part| part.at <= at).saturating_sub(1);
        let Some(part) = parts.get(index) else { return (node.tag.end, 0) };
        if !part.is_decoded {
            return (part.offset + (at - part.at), 0);
        }
        let before = self.texts.get(part.at..at).unwrap_or_default();
        let is_blank = before.bytes().all(|b| b.is_ascii_whitespace());
        if is_blank {
            return (part.offset + before.len(), 0);
        }
        (part.offset, memchr::memchr_iter(b'<', before.as_bytes()).count() + 1)
    }

    fn finish(&mut self, node: &OpenNode) {
        let NodeContent::Row(row) = node.content else { return };
        if !matches!(node.form, ValueForm::None) {
            self.check_text(node);
        }
        for child in row.children {
            if let Count::One(rule) | Count::Some(rule) = child.count
                && !self.has_child(node, child.name)
            {
                self.report(rule, node.tag.clone(), "", child.name);
            }
        }
        match row.role {
            ElementRole::Feed => self.end_feed(node),
            ElementRole::Entry => self.end_entry(node),
            ElementRole::Rss
            | ElementRole::Enclosure
            | ElementRole::AtomLink
            | ElementRole::Content
            | ElementRole::Id
            | ElementRole::Updated
            | ElementRole::Other => {}
        }
    }

    /// Returns the text of an element that ends.
    pub(super) fn text_of(&self, node: &OpenNode) -> &str {
        self.texts.get(node.text..).unwrap_or_default().trim()
    }

    /// Returns the path of the innermost element.
    pub(super) fn path(&self) -> String {
        path(&self.nodes, &self.names, "")
    }

    /// Returns whether the innermost element is the root.
    pub(super) fn is_root(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns whether the document has elements of iTunes.
    pub(super) fn uses_itunes(&self) -> bool {
        self.has_itunes
    }

    /// Returns the role of the element around the innermost one.
    pub(super) fn parent_role(&self) -> ElementRole {
        let parent = self.nodes.len().checked_sub(2).and_then(|at| self.nodes.get(at));
        match parent.map(|parent| parent.content) {
            Some(NodeContent::Row(row)) => row.role,
            _ => ElementRole::Other,
        }
    }
}

impl Sink for Walker {
    const RECEIVES_MARKUP: bool = true;

    fn begin(&mut self, subject: Subject, context: Beginning) {
        self.model.begin_scope(subject, context);
    }

    fn state(&mut self, statement: Statement, origin: &Origin<'_>) {
        self.model.state(statement, origin);
    }

    fn end(&mut self, subject: Subject, ending: &Ending<'_>, values: &ValueReader<'_>) {
        self.model.end_scope(subject, ending, values);
    }

    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        let outer = self.nodes.last();
        let has_base = outer.is_some_and(|outer| outer.has_base)
            || attributes.iter().any(|a| is_xml(a.name.namespace) && a.name.local == "base");
        self.nodes.push(OpenNode {
            content: NodeContent::Ignored,
            form: ValueForm::Any,
            tag: tag.offset..tag.offset + tag.raw.len() + 2 + usize::from(tag.empty),
            name: self.names.len(),
            text: self.texts.len(),
            part: self.parts.len(),
            seen: self.seen.len(),
            has_base,
            has_elements: false,
            is_reported: false,
            entry: None,
        });
        self.names.push_str(name.qualified);
        if tag.raw.contains("xmlns") {
            self.check_namespaces(tag);
        }
        let (content, form) = if self.nodes.len() == 1 {
            let content = self.root(name, tag, attributes);
            (content, ValueForm::None)
        } else {
            self.inner(name, tag, attributes)
        };
        let Some(node) = self.nodes.last_mut() else { return };
        node.content = content;
        node.form = form;
        if let NodeContent::Row(row) = content {
            if row.role == ElementRole::Entry {
                node.entry = Some(self.particulars.begin_entry());
            }
            self.check_attributes(row, tag, attributes);
            self.note_attributes(row, tag, attributes);
        }
    }

    fn text(&mut self, text: &str, offset: usize, is_decoded: bool) {
        if !text.is_ascii() && is_mojibake(text) {
            self.report(&TEXT_MOJIBAKE, offset..offset + text.len().min(200), "", text);
        }
        if let Some(OpenNode { content: NodeContent::Row(_), .. }) = self.nodes.last() {
            self.parts.push(TextPart { at: self.texts.len(), offset, is_decoded });
            self.texts.push_str(text);
        }
    }

    fn end_tag(&mut self) {
        let Some(node) = self.take_last() else { return };
        self.finish(&node);
        self.note_text(&node);
        self.nodes.pop();
        self.names.truncate(node.name);
        self.texts.truncate(node.text);
        self.parts.truncate(node.part);
        self.seen.truncate(node.seen);
    }
}

impl Walker {
    /// Returns the innermost element, and leaves one in its place that has the same path.
    fn take_last(&mut self) -> Option<OpenNode> {
        let last = self.nodes.last_mut()?;
        let in_its_place = OpenNode { content: NodeContent::Ignored, tag: last.tag.clone(), ..*last };
        Some(std::mem::replace(last, in_its_place))
    }
}

/// Returns the form of the text of an element with these attributes.
fn form_with(form: ValueForm, attributes: &[XmlAttribute<'_>]) -> ValueForm {
    let value = |name: &str| {
        attributes.iter().find(|a| a.name.qualified == name).map(|attribute| attribute.value.trim())
    };
    match form {
        ValueForm::AtomContent if value("src").is_some() => ValueForm::Any,
        ValueForm::AtomText | ValueForm::AtomContent => match value("type") {
            None | Some("text") => form,
            Some("html") => ValueForm::Html,
            Some("xhtml") => ValueForm::Xhtml,
            Some(_) => ValueForm::Any,
        },
        ValueForm::Guid if value("isPermaLink").is_some_and(|value| value != "true") => ValueForm::Text,
        other => other,
    }
}

/// Returns whether an attribute has a name of the tables, where a prefix is the customary one.
fn is_named(name: &Name<'_>, known: &str) -> bool {
    match known.split_once(':') {
        Some((prefix, local)) => local == name.local && customary_prefix(name.namespace) == Some(prefix),
        None => name.prefix.is_empty() && known == name.local,
    }
}

/// Returns the namespace declarations of a start tag: prefix, name, and the offset of the name in the tag.
fn declarations(tag: &str) -> impl Iterator<Item = (&str, &str, usize)> {
    memchr::memmem::find_iter(tag.as_bytes(), "xmlns").filter_map(move |at| {
        let after = at + "xmlns".len();
        let rest = tag.get(after..)?;
        let (name, value) = rest.split_once('=')?;
        let prefix = name.trim();
        let prefix = prefix.strip_prefix(':').unwrap_or(prefix);
        let is_name = !prefix.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<'));
        let skipped = value.len() - value.trim_start().len();
        let quote = value.trim_start().chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let start = after + name.len() + 1 + skipped + 1;
        let uri = tag.get(start..)?.split(quote).next()?;
        is_name.then_some((prefix, uri, start))
    })
}

/// Returns whether a text was decoded in a wrong encoding before it was published.
fn is_mojibake(text: &str) -> bool {
    /// UTF-8 that was read as windows-1252: the punctuation and the letters that are met most.
    const TWICE: &[&str] =
        &["â€", "Ã©", "Ã¨", "Ã¼", "Ã¶", "Ã¤", "Ã±", "Ã§", "Ã¡", "Ã³", "Ã¥", "Ã¸", "Â\u{A0}", "Ð°", "Ð¾"];
    let has_control = memchr::memchr_iter(0xC2, text.as_bytes())
        .any(|at| text.as_bytes().get(at + 1).is_some_and(|b| *b < 0xA0 && *b != 0x85));
    has_control || text.contains('\u{FFFD}') || TWICE.iter().any(|twice| text.contains(twice))
}

/// The number of names in a path, and the length of each.
const LONGEST_PATH: usize = 8;
const LONGEST_NAME: usize = 64;

/// Returns the path of the innermost element or its attribute, as in an `XPath`: `rss/channel/item[3]/enclosure/@length`.
fn path(nodes: &[OpenNode], names: &str, attribute: &str) -> String {
    let mut path = String::new();
    for (index, node) in nodes.iter().enumerate() {
        if nodes.len() > LONGEST_PATH && (LONGEST_PATH / 2..nodes.len() - LONGEST_PATH / 2).contains(&index) {
            if index == LONGEST_PATH / 2 {
                path.push_str("/…");
            }
            continue;
        }
        let end = nodes.get(index + 1).map_or(names.len(), |next| next.name);
        let name = names.get(node.name..end).unwrap_or_default();
        if index > 0 {
            path.push('/');
        }
        path.extend(name.chars().take(LONGEST_NAME));
        if let Some(entry) = node.entry {
            // Writing to a string does not fail.
            let _ = write!(path, "[{entry}]");
        }
    }
    if !attribute.is_empty() {
        path.push('/');
        path.extend(attribute.chars().take(LONGEST_NAME));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found_with_their_offsets() {
        let tag = "rss version='2.0' xmlns:dc = 'urn:a' xmlns=\"urn:b\" x='xmlns'";
        let found: Vec<_> = declarations(tag).collect();
        let expected = [("dc", "urn:a"), ("", "urn:b")];
        assert_eq!(found, expected.map(|(prefix, uri)| (prefix, uri, tag.find(uri).unwrap())));
    }

    #[test]
    fn text_that_was_decoded_wrongly_is_recognised() {
        let wrong: Vec<_> = [
            ("café – “quoted”", false),
            ("ÃO", false),
            ("é", false),
            ("cafÃ©", true),
            ("itâ€™s", true),
            ("a \u{96} b", true),
            ("a\u{FFFD}", true),
            ("日本語", false),
        ]
        .into_iter()
        .filter(|(text, expected)| is_mojibake(text) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}

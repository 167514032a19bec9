//! What the families make of a document while it is read, and the facts that several of them need.

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::Range;

use super::open_elements::OpenNode;
use super::schema::{ElementRole, ElementRow};
use super::walker::Walker;
use crate::maps::Map;
use bozofeed::Timestamp;
use bozofeed::inspect::schema::is_xml;
use bozofeed::inspect::{TagSpan, XmlAttribute};
use bozofeed_text::html::parsed_url::UrlParser;

/// What a family remembers of a document, and what it judges.
pub(super) trait Judge: Debug {
    /// Returns the roles of the elements that it judges.
    fn roles(&self) -> &'static [ElementRole];

    /// Judges an element that begins. It is the innermost one.
    fn start(&mut self, _: &mut Walker, _: &StartedElement<'_>) {}

    /// Judges an element that ends. It is the innermost one.
    fn end(&mut self, _: &mut Walker, _: &OpenNode) {}

    /// Judges the document, which ends.
    fn conclude(&mut self, _: &mut Walker) {}
}

/// An element that begins, with its attributes.
#[derive(Debug, Clone, Copy)]
pub(super) struct StartedElement<'a> {
    pub(super) row: &'static ElementRow,
    pub(super) tag: TagSpan,
    pub(super) attributes: &'a [XmlAttribute<'a>],
}

impl<'a> StartedElement<'a> {
    /// Returns the value of an attribute with a name as written.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        value(self.attributes, name)
    }

    /// Returns the value of the first attribute with a local name, in any namespace.
    pub(super) fn value_of_local(&self, name: &str) -> Option<&'a str> {
        let found = self.attributes.iter().find(|attribute| attribute.name.local == name);
        found.map(|attribute| attribute.value.trim())
    }

    /// Returns the base that the element has for references in it.
    pub(super) fn base(&self) -> Option<&'a str> {
        let is_base = |a: &&XmlAttribute<'_>| is_xml(a.name.namespace) && a.name.local == "base";
        self.attributes.iter().find(is_base).map(|base| base.value.trim())
    }
}

/// Returns the value of the first attribute with a name as written.
pub(super) fn value<'a>(attributes: &'a [XmlAttribute<'_>], name: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|attribute| attribute.name.qualified == name);
    found.map(|attribute| attribute.value.trim())
}

/// A finding that depends on what follows.
#[derive(Debug)]
pub(super) struct Deferred {
    pub(super) span: Range<usize>,
    pub(super) subject: String,
}

/// The number of findings that are deferred.
pub(super) const MOST: usize = 100;

/// The facts about the feed.
#[derive(Debug, Default)]
pub(super) struct FeedFacts {
    /// The URL from which the document came.
    pub(super) url: Option<String>,
    /// The version of RSS.
    pub(super) version: String,
    /// The base of its references.
    pub(super) base: String,
    /// The URL that it gives as its own, if it gives one.
    pub(super) own_url: Option<String>,
    /// The page of the channel.
    pub(super) page: String,
    /// The number of its entries so far.
    pub(super) entries: usize,
    /// Whether an element of the feed was found after its entries.
    pub(super) has_late_elements: bool,
    /// The ids of the entries, with the dates at which they were updated.
    pub(super) ids: Map<String, String>,
    /// The latest date at which an entry of a feed without a date of its own was updated.
    pub(super) last_update: Option<(Timestamp, String)>,
}

/// The facts about the entry that is open.
#[derive(Debug, Default)]
pub(super) struct EntryFacts {
    /// The types and languages of its alternate links.
    pub(super) alternates: Vec<(String, String)>,
    pub(super) enclosures: usize,
    /// The id and its place.
    pub(super) id: Option<(String, Range<usize>)>,
    pub(super) updated: String,
    /// The place of the date.
    pub(super) updated_at: Range<usize>,
    pub(super) is_permalink: bool,
    /// Its content is elsewhere, or is not text.
    pub(super) needs_summary: bool,
    /// Its content as XHTML beside the elements of the format.
    pub(super) body: Option<Deferred>,
    /// The start tag of its date of publication, and the extent of the date.
    pub(super) published: Option<(TagSpan, (usize, usize))>,
}

impl Walker {
    /// Returns the address that a link of Atom leads to; `None` if the limit on resolved references is exceeded.
    pub(super) fn target(&self, link: &StartedElement<'_>) -> Option<String> {
        let written = link.value("href").unwrap_or_default();
        let href = match link.base() {
            Some(base) => self.budget.try_resolve(base, written)?,
            None => Cow::Borrowed(written),
        };
        self.budget.try_resolve(&self.feed.base, &href).map(Cow::into_owned)
    }

    /// Begins an entry, which is the innermost element.
    pub(super) fn begin_entry(&mut self) {
        self.entry = EntryFacts::default();
        self.feed.entries += 1;
        if let Some(node) = self.open.last_mut() {
            node.entry = Some(self.feed.entries);
        }
    }

    /// Lets the families judge an element that begins.
    pub(super) fn start_judging(&mut self, element: &StartedElement<'_>) {
        let role = element.row.role;
        if role == ElementRole::Other {
            return;
        }
        if role == ElementRole::Rss {
            element.value("version").unwrap_or_default().clone_into(&mut self.feed.version);
        }
        if matches!(role, ElementRole::Rss | ElementRole::Feed)
            && let Some(base) = element.base()
        {
            // References to an unknown base are not resolved.
            self.feed.base =
                self.budget.try_resolve(&self.feed.base, base).map(Cow::into_owned).unwrap_or_default();
        }
        self.with_judges(|judge, walker| {
            if judge.roles().contains(&role) {
                judge.start(walker, element);
            }
        });
    }

    /// Lets the families judge an element that ends.
    pub(super) fn end_judging(&mut self, node: &OpenNode, role: ElementRole) {
        if role == ElementRole::Other {
            return;
        }
        self.with_judges(|judge, walker| {
            if judge.roles().contains(&role) {
                judge.end(walker, node);
            }
        });
    }

    /// Lets the families judge the document, which ends.
    pub(super) fn conclude(&mut self) {
        self.conclude_podcast();
        self.with_judges(|judge, walker| judge.conclude(walker));
        self.conclude_dates();
    }

    fn with_judges(&mut self, mut ask: impl FnMut(&mut dyn Judge, &mut Self)) {
        let mut judges = std::mem::take(&mut self.judges);
        for judge in &mut judges {
            ask(&mut **judge, self);
        }
        self.judges = judges;
    }

    /// Returns the text of an element that ends, without white space around it.
    pub(super) fn trimmed_text(&self, node: &OpenNode) -> String {
        self.open.text_of(node).trim().to_owned()
    }

    /// Returns the place of an element for a finding that depends on what follows.
    pub(super) fn defer(&self, tag: TagSpan) -> Deferred {
        Deferred { span: tag.range(), subject: self.open.path("") }
    }
}

/// Returns whether two URLs are the same, but for a slash at the end and the spelling of the host.
pub(super) fn is_same(one: &str, other: &str, urls: &UrlParser) -> bool {
    match (urls.parse(one), urls.parse(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

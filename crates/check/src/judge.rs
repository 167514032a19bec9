//! The interface between families of rules and the document being parsed.

use std::borrow::Cow;
use std::fmt::Debug;

use super::facts::{Deferred, EntryFacts};
use super::open_elements::OpenNode;
use super::schema::{ElementRole, ElementRow};
use super::walker::Walker;
use bozofeed::inspect::schema::is_xml;
use bozofeed::inspect::{TagSpan, XmlAttribute};
use bozofeed_text::html::parsed_url::UrlParser;

/// The state of a family, and the elements that it judges.
pub(super) trait Judge: Debug {
    /// Returns the roles of the elements that it judges.
    fn roles(&self) -> &'static [ElementRole];

    /// Judges an element at its start. It is the innermost element.
    fn start(&mut self, _: &mut Walker, _: &StartedElement<'_>) {}

    /// Judges an element at its end. It is the innermost element.
    fn end(&mut self, _: &mut Walker, _: &OpenNode) {}

    /// Judges the document at its end.
    fn conclude(&mut self, _: &mut Walker) {}
}

/// The start of an element, with its attributes.
#[derive(Debug, Clone, Copy)]
pub(super) struct StartedElement<'a> {
    pub(super) row: &'static ElementRow,
    pub(super) tag: TagSpan,
    pub(super) attributes: &'a [XmlAttribute<'a>],
}

impl<'a> StartedElement<'a> {
    /// Returns the value of the attribute with this literal name.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        value(self.attributes, name)
    }

    /// Returns the value of the first attribute with this local name, in any namespace.
    pub(super) fn value_of_local(&self, name: &str) -> Option<&'a str> {
        let found = self.attributes.iter().find(|attribute| attribute.name.local == name);
        found.map(|attribute| attribute.value.trim())
    }

    /// Returns the base URL that the element declares for references in it.
    pub(super) fn base(&self) -> Option<&'a str> {
        let is_base = |a: &&XmlAttribute<'_>| is_xml(a.name.namespace) && a.name.local == "base";
        self.attributes.iter().find(is_base).map(|base| base.value.trim())
    }
}

/// Returns the value of the first attribute with this literal name.
pub(super) fn value<'a>(attributes: &'a [XmlAttribute<'_>], name: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|attribute| attribute.name.qualified == name);
    found.map(|attribute| attribute.value.trim())
}

impl Walker {
    /// Returns the target of an Atom link; `None` if the limit on resolved references is exceeded.
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

    /// Returns the text of an element at its end, without surrounding white space.
    pub(super) fn trimmed_text(&self, node: &OpenNode) -> String {
        self.open.text_of(node).trim().to_owned()
    }

    /// Returns the place of an element for a finding that depends on later parts of the document.
    pub(super) fn defer(&self, tag: TagSpan) -> Deferred {
        Deferred { span: tag.range(), subject: self.open.path("") }
    }
}

/// Returns whether two URLs are equal, ignoring a trailing slash and the spelling of the host.
pub(super) fn is_same(one: &str, other: &str, urls: &UrlParser) -> bool {
    match (urls.parse(one), urls.parse(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

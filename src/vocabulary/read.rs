//! Reads the elements of a vocabulary once their feed or entry is complete.

use std::borrow::Cow;

use super::uri::{is_prose, read_uri};
use super::value::{self, Read};
use crate::budget::Paid;
use crate::diagnostics::WarningKind;
use crate::model::geo::Geometry;
use crate::model::{Attributes, Date, Entry, Feed, Link, Person, Str, Text, Typed};
use crate::sink::{CandidateOutcome, FieldChoice, FieldPlace, Tree, ValueReader};
use crate::xml::Namespace;
use bozofeed_content::internal::{MarkupConventions, SanitizeValues as _, Syntax};
use bozofeed_model::internal::cost::Priced;
use bozofeed_text::media_type::{self, DeclaredType, ParsedMediaType};
use bozofeed_text::trim::trim;

/// The feed or entry that the elements describe.
#[derive(Debug)]
pub(crate) enum Described<'m> {
    Feed(&'m mut Feed),
    Entry(&'m mut Entry),
}

impl Described<'_> {
    pub(crate) fn links(&self) -> &[Link] {
        match self {
            Self::Feed(feed) => &feed.links,
            Self::Entry(entry) => &entry.links,
        }
    }

    pub(crate) fn set_geometries(&mut self, places: Vec<Typed<Geometry>>) {
        match self {
            Self::Feed(feed) => feed.set_geometries(places),
            Self::Entry(entry) => entry.set_geometries(places),
        }
    }

    pub(crate) fn authors(&self) -> &[Person] {
        match self {
            Self::Feed(feed) => &feed.authors,
            Self::Entry(entry) => &entry.authors,
        }
    }
}

/// The elements of one namespace among siblings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Elements<'e> {
    trees: &'e [Tree],
    vocabulary: Namespace,
    values: &'e ValueReader<'e>,
}

impl<'e> Elements<'e> {
    pub(crate) fn new(trees: &'e [Tree], vocabulary: Namespace, values: &'e ValueReader<'e>) -> Self {
        Self { trees, vocabulary, values }
    }

    /// Returns the namespace of the elements.
    pub(crate) fn vocabulary(self) -> Namespace {
        self.vocabulary
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Element<'e>> {
        let own = move |tree: &&'e Tree| tree.vocabulary == self.vocabulary;
        self.trees.iter().filter(own).map(move |tree| Element { tree, values: self.values })
    }

    /// Returns the elements with a name, ignoring case.
    pub(crate) fn all(self, name: &str) -> impl Iterator<Item = Element<'e>> {
        self.iter().filter(move |element| element.is(name))
    }

    /// Records that the link of the feed or entry at this position is the value of a field.
    pub(crate) fn note_link(self, field: &'static str, at: usize, choice: FieldChoice) {
        self.values.journal.note_link(field, at, choice);
    }

    /// Offers the URI of the link at this position to a field. It is used if the field has no other value.
    pub(crate) fn offer_link(self, name: &'static str, field: &mut Option<Str>, link: Option<(usize, Str)>) {
        let Some((at, href)) = link else { return };
        let choice = match field {
            None => FieldChoice::Taken,
            // A link is only a hint for a value that an element of the vocabulary states, so any element with a value takes
            // precedence, regardless of its place in the document.
            Some(known) if known.is_empty() => FieldChoice::Replaced(CandidateOutcome::Empty),
            Some(_) => FieldChoice::Lost(CandidateOutcome::LowerRank),
        };
        if choice.is_kept() {
            *field = Some(href);
        }
        self.note_link(name, at, choice);
    }

    /// Returns an attribute of a link, by its lower-cased name.
    pub(crate) fn link_attribute(self, link: &'e Link, name: &str) -> Raw<'e> {
        Raw { text: link.attributes.get(name), tree: None, attribute: None, values: self.values }
    }
}

/// An element that is being read. Each requested part is marked as read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element<'e> {
    tree: &'e Tree,
    values: &'e ValueReader<'e>,
}

impl<'e> Element<'e> {
    pub(crate) fn new(tree: &'e Tree, values: &'e ValueReader<'e>) -> Self {
        Self { tree, values }
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.tree.name.eq_ignore_ascii_case(name)
    }

    pub(crate) fn is_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.is(name))
    }

    pub(crate) fn name(&self) -> &'e str {
        &self.tree.name
    }

    /// Records the decision about the element. `parts` adds the names of the fields between the two of `slot`.
    pub(crate) fn note(
        &self,
        slot: FieldPlace,
        parts: impl FnOnce(&mut Vec<&'static str>),
        choice: FieldChoice,
    ) {
        self.values.note(slot, parts, self.tree, choice);
    }

    /// Returns the child elements of the same vocabulary.
    pub(crate) fn children(&self) -> Elements<'e> {
        self.tree.mark_element();
        Elements::new(&self.tree.children, self.tree.vocabulary, self.values)
    }

    /// Records that no part of the element was used after all, so that the whole element is kept as an extension.
    pub(crate) fn unread(&self) {
        self.tree.unmark();
    }

    /// Records that another element has the field, so that this one is kept as an extension, unless it is empty.
    pub(crate) fn reject(&self) {
        self.tree.unmark();
        // An empty element that lost its field is not worth an extension.
        if self.tree.is_blank() {
            self.tree.mark_element();
        }
    }

    /// Returns the text, or an empty one if there is none.
    pub(crate) fn text(&self) -> Raw<'e> {
        self.tree.mark_text();
        Raw { text: Some(&self.tree.text), tree: Some(self.tree), attribute: None, values: self.values }
    }

    /// Returns an attribute by its name, ignoring case.
    pub(crate) fn attribute(&self, name: &str) -> Raw<'e> {
        let mut all = self.tree.attributes.iter().enumerate();
        let found = all.find(|(_, (known, _))| known.eq_ignore_ascii_case(name));
        if let Some((at, _)) = found {
            self.tree.mark_attribute(at);
        }
        let (attribute, text) = found.map(|(at, (_, value))| (at, value)).unzip();
        Raw { text, tree: Some(self.tree), attribute, values: self.values }
    }

    /// Returns the URI in the text, or in `rdf:resource`.
    pub(crate) fn resource(&self) -> Option<Str> {
        self.text().uri().or_else(|| self.attribute("rdf:resource").uri())
    }

    /// Resolves a URI that is a part of another value in the element.
    pub(crate) fn resolve(&self, reference: &str) -> Option<Str> {
        Raw { text: Some(reference), tree: Some(self.tree), attribute: None, values: self.values }.uri()
    }

    /// Returns the unread attributes.
    pub(crate) fn rest(&self) -> Attributes {
        let mut positions = 0..;
        let is_unread =
            |_: &str, _: &str| positions.next().is_some_and(|at| !self.tree.is_attribute_read(at));
        let rest = self.tree.attributes.filtered(is_unread);
        // They are marked after they were collected: otherwise, `is_attribute_read` would match all of them.
        self.tree.mark_attributes();
        rest
    }

    /// Charges for a value that is to be kept. Returns `None` if the budget does not allow it.
    pub(crate) fn keep<T: Priced>(&self, value: T) -> Option<Paid<T>> {
        self.values.budget.keep_element(value)
    }

    /// Charges for the members of a list, and omits those beyond the limit.
    pub(crate) fn keep_each<T: Priced>(&self, values: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        self.values.keep_each(values)
    }

    /// Returns the text with the type specified by the element. `is_clean` means that the interpreter has read it as a text
    /// construct, and has sanitized its markup.
    pub(crate) fn markup(&self, is_clean: bool) -> Text {
        let written = self.attribute("type");
        let declared = written.text.unwrap_or_default();
        let is_html = ParsedMediaType::parse(declared).is_html();
        self.tree.mark_text();
        let value = if is_html && !is_clean {
            let base = self.values.base_of(Some(self.tree));
            let raw = Cow::Borrowed(self.tree.text.as_str());
            let ValueReader { cleaner, budget, .. } = self.values;
            cleaner.value(raw, Syntax::Html, base, &MarkupConventions::MODEL, budget)
        } else {
            self.tree.text.clone()
        };
        let media_type = match declared {
            _ if is_html && !is_clean => Str::from_static("text/html"),
            _ if declared.contains('/') => {
                written.media_type().unwrap_or_else(|| Str::from_static("text/plain"))
            }
            _ if is_html => Str::from_static("text/html"),
            _ => {
                // A word that Media RSS does not define remains an attribute.
                let is_known = ["", "plain", "text"].iter().any(|word| declared.eq_ignore_ascii_case(word));
                if let Some(at) = written.attribute.filter(|_| !is_known) {
                    self.tree.unmark_attribute(at);
                }
                Str::from_static("text/plain")
            }
        };
        let scope = self.tree.scope.as_ref().or(self.values.scope.as_ref());
        let mut text = Text::new(value, media_type);
        text.scope = scope.and_then(|scope| self.values.budget.inherit(scope));
        text
    }
}

/// The text or an attribute of an element as written, if present.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw<'e> {
    text: Option<&'e str>,
    tree: Option<&'e Tree>,
    /// The position of the attribute, if it is one.
    attribute: Option<usize>,
    values: &'e ValueReader<'e>,
}

impl<'e> Raw<'e> {
    /// Returns this, or `other` if this is absent.
    pub(crate) fn or(self, other: Self) -> Self {
        if self.text.is_some() { self } else { other }
    }

    pub(crate) fn string(self) -> Option<Str> {
        self.text.map(Str::from)
    }

    /// Returns the text, unless it is empty.
    pub(crate) fn filled(self) -> Option<Str> {
        self.text.filter(|text| !text.is_empty()).map(Str::from)
    }

    /// Returns the text as an absolute URI. Returns `None` if it is empty, or if it would run a script.
    pub(crate) fn uri(self) -> Option<Str> {
        let text = self.text.filter(|text| !trim(text).is_empty())?;
        if let (Some(tree), None) = (self.tree, self.attribute)
            // Some feeds write a sentence where a URI is expected. It would be resolved to a nonexistent URL of the site, so the
            // text remains an extension.
            && is_prose(text)
        {
            tree.unmark_text();
            return None;
        }
        let base = if self.values.options.resolve_urls { self.values.base_of(self.tree) } else { "" };
        read_uri(text, base, self.values.budget).map(Str::from)
    }

    /// Returns the text as a normalized media type. The original attribute is also kept if it has parameters, or is not a media
    /// type.
    pub(crate) fn media_type(self) -> Option<Str> {
        let DeclaredType { media_type, has_more } = media_type::declared(self.text?);
        if let (Some(tree), Some(at)) = (self.tree, self.attribute)
            && has_more
        {
            tree.unmark_attribute(at);
        }
        media_type.map(Str::from)
    }

    /// Parses a value of the kind `K`.
    pub(crate) fn typed<K: Read>(self) -> Option<Typed<K::Value>> {
        let warn = |kind, raw: &str| self.values.warn(self.tree, kind, raw);
        Some(value::read_typed::<K>(self.text?, warn))
    }

    /// Parses a value with a function that depends on its context.
    pub(crate) fn typed_by<T>(
        self,
        kind: WarningKind,
        parse: impl FnOnce(&'e ValueReader<'e>, &str) -> Option<T>,
    ) -> Option<Typed<T>> {
        let warn = |kind, raw: &str| self.values.warn(self.tree, kind, raw);
        Some(value::read_with(self.text?, kind, |text| parse(self.values, text), warn))
    }

    /// Returns the text with the type specified by the element.
    pub(crate) fn markup(self) -> Option<Text> {
        let element = Element { tree: self.tree?, values: self.values };
        Some(element.markup(false))
    }

    pub(crate) fn date(self) -> Option<Date> {
        let handlers = &self.values.options.date_handlers;
        Some(value::read_date(handlers, self.text?, |kind, raw| self.values.warn(self.tree, kind, raw)))
    }

    /// Parses words separated by commas, or by white space.
    pub(crate) fn words(self, commas: bool) -> Option<Typed<Vec<Str>>> {
        let between = move |c: char| if commas { c == ',' } else { c.is_whitespace() };
        self.typed_by(WarningKind::UnknownWord, |values, text| {
            let words = text.split(between).map(str::trim).filter(|word| !word.is_empty());
            let words: Vec<_> = values.keep_each(words.map(Str::from)).collect();
            // A list without words is as empty as its element.
            Some(words).filter(|words| !words.is_empty())
        })
    }
}

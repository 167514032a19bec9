//! Reading the elements of a vocabulary when the feed or the entry that they are in is complete.

use std::borrow::Cow;
use std::cell::RefCell;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::tree::Tree;
use super::value;
use crate::budget::Budget;
use crate::content::Cleaner;
use crate::diagnostics::WarningKind;
use crate::model::{Attributes, Date, Entry, Feed, Link, Person, Text, Typed, XmlScope};
use crate::options::Options;
use crate::statement::Sink;
use crate::xml::Namespace;

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

    pub(crate) fn authors(&self) -> &[Person] {
        match self {
            Self::Feed(feed) => &feed.authors,
            Self::Entry(entry) => &entry.authors,
        }
    }
}

/// Reads the values of one scope, and collects warnings.
#[derive(Debug)]
pub(crate) struct ValueReader<'o> {
    pub(crate) options: &'o Options,
    cleaner: &'o Cleaner,
    budget: &'o Budget,
    /// Whether the values are for the dictionary of Universal Feed Parser.
    pub(crate) follows_feedparser: bool,
    /// The language and the base URI in force for the feed or entry.
    pub(crate) scope: Option<Arc<XmlScope>>,
    /// The page of a feed that is RSS, which is the base URI of its links unless there is an `xml:base`.
    page: Option<Arc<str>>,
    /// Values that could not be read, with the offset of their element unless they belong to a link.
    pub(crate) warnings: RefCell<Vec<(Option<usize>, WarningKind, String)>>,
}

impl<'o> ValueReader<'o> {
    pub(crate) fn new<S: Sink>(
        options: &'o Options,
        budget: &'o Budget,
        scope: Option<Arc<XmlScope>>,
    ) -> Self {
        Self {
            options,
            cleaner: S::cleaner(options),
            budget,
            follows_feedparser: S::FOLLOWS_FEEDPARSER,
            scope,
            page: None,
            warnings: RefCell::default(),
        }
    }

    /// Sets the page of the feed.
    pub(crate) fn with_page(self, page: Option<Arc<str>>) -> Self {
        Self { page, ..self }
    }

    /// Pays for the words of a list, and leaves out those beyond the limit.
    pub(crate) fn count_words<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
    ) -> impl Iterator<Item = &'w str> {
        self.budget.count_words(words)
    }

    fn base(&self) -> &str {
        let own = self.scope.as_ref().and_then(|scope| scope.base.as_deref());
        self.page.as_deref().or(own).unwrap_or("")
    }

    fn warn(&self, tree: Option<&Tree>, kind: WarningKind, raw: &str) {
        self.warnings.borrow_mut().push((tree.map(|tree| tree.offset), kind, raw.to_owned()));
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

    /// Returns whether the values are for the dictionary of Universal Feed Parser, which derives fewer of them.
    pub(crate) fn follows_feedparser(self) -> bool {
        self.values.follows_feedparser
    }

    /// Returns the namespace of the elements.
    pub(crate) fn vocabulary(self) -> Namespace {
        self.vocabulary
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Element<'e>> {
        let own = move |tree: &&'e Tree| tree.vocabulary == self.vocabulary;
        self.trees.iter().filter(own).map(move |tree| Element { tree, values: self.values })
    }

    /// Returns the elements of a name, which is compared without regard to case.
    pub(crate) fn all(self, name: &str) -> impl Iterator<Item = Element<'e>> {
        self.iter().filter(move |element| element.is(name))
    }

    /// Reads the elements of a name.
    pub(crate) fn list<T>(self, name: &str, read: impl Fn(&Element<'e>) -> T) -> Vec<T> {
        self.all(name).map(|element| read(&element)).collect()
    }

    /// Returns the first element of a name.
    pub(crate) fn first(self, name: &str) -> Option<Element<'e>> {
        self.all(name).next()
    }

    /// Returns the text of the first element of a name.
    pub(crate) fn text(self, name: &str) -> Raw<'e> {
        match self.first(name) {
            Some(element) => element.text(),
            None => Raw { raw: None, values: self.values },
        }
    }

    /// Returns the texts of the elements of a name.
    pub(crate) fn texts(self, name: &str) -> Vec<String> {
        self.all(name).map(|element| element.string()).collect()
    }

    /// Returns the URI in the text of the first element of a name, or in its `rdf:resource`.
    pub(crate) fn resource(self, name: &str) -> Option<String> {
        self.first(name).and_then(|element| element.resource())
    }

    /// Returns the URIs of the elements of a name, as [`resource`](Self::resource) does.
    pub(crate) fn resources(self, name: &str) -> Vec<String> {
        self.all(name).filter_map(|element| element.resource()).collect()
    }

    /// Returns an attribute of a link, by its lower-cased name.
    pub(crate) fn link_attribute(self, link: &'e Link, name: &str) -> Raw<'e> {
        Raw { raw: link.attributes.get(name).map(|value| (value, None)), values: self.values }
    }
}

/// An element that is being read. Each part that is requested counts as read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element<'e> {
    tree: &'e Tree,
    values: &'e ValueReader<'e>,
}

impl<'e> Element<'e> {
    pub(crate) fn is(&self, name: &str) -> bool {
        self.tree.name.eq_ignore_ascii_case(name)
    }

    pub(crate) fn name(&self) -> &'e str {
        &self.tree.name
    }

    pub(crate) fn children(&self) -> Elements<'e> {
        self.tree.mark_element();
        Elements::new(&self.tree.children, self.tree.vocabulary, self.values)
    }

    /// Returns the text; empty if there is none.
    pub(crate) fn text(&self) -> Raw<'e> {
        self.tree.mark_text();
        Raw { raw: Some((&self.tree.text, Some(self.tree))), values: self.values }
    }

    pub(crate) fn string(&self) -> String {
        self.tree.mark_text();
        self.tree.text.clone()
    }

    /// Returns an attribute by its name, which is compared without regard to case.
    pub(crate) fn attribute(&self, name: &str) -> Raw<'e> {
        let mut all = self.tree.attributes.iter().enumerate();
        let found = all.find(|(_, (known, _))| known.eq_ignore_ascii_case(name));
        let raw = found.map(|(at, (_, value))| {
            self.tree.mark_attribute(at);
            (value, Some(self.tree))
        });
        Raw { raw, values: self.values }
    }

    /// Returns an attribute that holds a URI, resolved. The attribute stays among the [rest](Self::rest) if that changed
    /// it.
    pub(crate) fn uri(&self, name: &str) -> Option<String> {
        let before = self.tree.parts_read();
        let raw = self.attribute(name);
        let uri = raw.uri();
        if uri.as_deref().is_some_and(|uri| !uri.is_empty() && raw.raw.is_none_or(|(raw, _)| raw != uri)) {
            self.tree.restore(before);
        }
        uri
    }

    fn resource(&self) -> Option<String> {
        self.text().filled().or(self.attribute("rdf:resource")).uri()
    }

    /// Resolves a URI that is part of something else in the element.
    pub(crate) fn resolve(&self, reference: &str) -> Option<String> {
        Raw { raw: Some((reference, Some(self.tree))), values: self.values }.uri()
    }

    /// Returns the attributes that were not read.
    pub(crate) fn rest(&self) -> Attributes {
        let unread = |(at, (name, value)): (usize, (&'e str, &'e str))| {
            (!self.tree.is_attribute_read(at)).then_some((name, value))
        };
        let rest = self.tree.attributes.iter().enumerate().filter_map(unread).collect();
        self.tree.mark_attributes();
        rest
    }

    /// Pays for the words of a list, and leaves out those beyond the limit.
    pub(crate) fn count_words<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
    ) -> impl Iterator<Item = &'w str> {
        self.values.count_words(words)
    }

    /// Returns the text with the type that the element gives. `is_clean`: the interpreter has cleaned it already.
    pub(crate) fn markup(&self, is_clean: bool) -> Text {
        let declared = self.attribute("type").raw.map_or("", |(declared, _)| declared.trim());
        let is_html = is_html(declared);
        let cleaner = self.values.cleaner;
        let raw = self.text().raw.map_or("", |(raw, _)| raw);
        let value = if is_html && !is_clean {
            cleaner.clean_within(raw, self.values.base(), self.values.budget)
        } else {
            Cow::Borrowed(raw)
        };
        let media_type = match declared {
            _ if is_clean && declared.contains('/') => Cow::Owned(declared.to_owned()),
            _ if is_html => Cow::Borrowed("text/html"),
            _ => Cow::Borrowed("text/plain"),
        };
        Text {
            value: value.into_owned(),
            is_sanitized: is_html && cleaner.is_active(),
            media_type,
            scope: self.values.budget.inherit(self.values.scope.as_ref()),
            ..Text::default()
        }
    }
}

/// The text or an attribute of an element, as the feed wrote it; or nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw<'e> {
    raw: Option<(&'e str, Option<&'e Tree>)>,
    values: &'e ValueReader<'e>,
}

impl Raw<'_> {
    /// Returns this, or `other` if there is nothing.
    pub(crate) fn or(self, other: Self) -> Self {
        if self.raw.is_some() { self } else { other }
    }

    /// Returns nothing if the text is empty.
    pub(crate) fn filled(self) -> Self {
        Self { raw: self.raw.filter(|(raw, _)| !raw.is_empty()), ..self }
    }

    pub(crate) fn string(self) -> Option<String> {
        self.raw.map(|(raw, _)| raw.to_owned())
    }

    /// Returns the text as a URI, made absolute; `None` for one that would run a script.
    pub(crate) fn uri(self) -> Option<String> {
        let (raw, element) = self.raw?;
        let outer = self.values.base();
        let base = match element.and_then(|element| element.attributes.get("xml:base")) {
            Some(own) => self.values.budget.resolve(outer, own),
            None => Cow::Borrowed(outer),
        };
        let is_resolved = self.values.options.resolve_urls && !raw.trim().is_empty();
        let base = if is_resolved { base.as_ref() } else { "" };
        self.values.budget.resolve_safe(base, raw).map(Cow::into_owned)
    }

    /// Reads a typed value.
    pub(crate) fn typed<T>(
        self,
        kind: WarningKind,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<Typed<T>> {
        let (raw, tree) = self.raw?;
        Some(value::read_typed(raw, kind, parse, |kind, raw| self.values.warn(tree, kind, raw)))
    }

    /// Reads a whole number.
    pub(crate) fn number<T: FromStr>(self) -> Option<Typed<T>> {
        self.typed(WarningKind::UnreadableNumber, value::number)
    }

    /// Reads a number that may have a fraction.
    pub(crate) fn real(self) -> Option<Typed<f64>> {
        self.typed(WarningKind::UnreadableNumber, value::real)
    }

    pub(crate) fn boolean(self) -> Option<Typed<bool>> {
        self.typed(WarningKind::UnreadableBoolean, value::boolean)
    }

    /// Reads hours, minutes and seconds, or seconds alone (Normal Play Time, RFC 2326 §3.6). `now` is a valid time
    /// without a number.
    pub(crate) fn duration(self) -> Option<Typed<Duration>> {
        if let Some((raw, _)) = self.raw
            && raw.trim().eq_ignore_ascii_case("now")
        {
            return Some(Typed { raw: raw.to_owned(), value: None });
        }
        self.typed(WarningKind::UnreadableDuration, |raw| {
            value::duration(raw.strip_prefix("npt:").unwrap_or(raw))
        })
    }

    pub(crate) fn date(self) -> Option<Date> {
        let (raw, tree) = self.raw?;
        let handlers = &self.values.options.date_handlers;
        Some(value::read_date(handlers, raw, |kind, raw| self.values.warn(tree, kind, raw)))
    }

    /// Reads words that are separated by commas, or by white space.
    pub(crate) fn words(self, commas: bool) -> Option<Typed<Vec<String>>> {
        let values = self.values;
        let between = |c: char| if commas { c == ',' } else { c.is_whitespace() };
        let words = |raw: &str| {
            let words = raw.split(between).map(str::trim).filter(|word| !word.is_empty());
            Some(values.count_words(words).map(str::to_owned).collect())
        };
        self.typed(WarningKind::UnknownWord, words)
    }
}

/// Returns whether a media type, or Atom's short name of one, is that of HTML or XHTML.
pub(crate) fn is_html(media_type: &str) -> bool {
    let media_type = media_type.trim();
    ["html", "text/html", "xhtml", "application/xhtml+xml"]
        .iter()
        .any(|html| html.eq_ignore_ascii_case(media_type))
}

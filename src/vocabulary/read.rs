//! Reading the elements of a vocabulary when the feed or the entry that they stand in is complete.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::content::{self, Cleaner};
use crate::date::{self, DateHandler};
use crate::model::{Attributes, Date, Entry, Extension, Feed, InForce, Link, Offset, Text, Typed};
use crate::warning::WarningKind;

/// Who is described.
#[derive(Debug)]
pub(crate) enum Described<'m> {
    Feed(&'m mut Feed),
    Entry(&'m mut Entry),
}

impl Described<'_> {
    pub(crate) fn extensions(&mut self) -> &mut Vec<Extension> {
        match self {
            Self::Feed(feed) => &mut feed.extensions,
            Self::Entry(entry) => &mut entry.extensions,
        }
    }

    pub(crate) fn links(&self) -> &[Link] {
        match self {
            Self::Feed(feed) => &feed.links,
            Self::Entry(entry) => &entry.links,
        }
    }
}

/// What elements are read with, and what there is to say about them.
#[derive(Debug)]
pub(crate) struct Reading<'o> {
    /// The language and the base URI in force for the feed or entry.
    pub(crate) in_force: Option<Arc<InForce>>,
    pub(crate) resolve_urls: bool,
    pub(crate) date_handlers: &'o [DateHandler],
    pub(crate) cleaner: &'o Cleaner,
    /// Values that mean nothing, with the offset of their element if they are an element's.
    pub(crate) warnings: RefCell<Vec<(Option<usize>, WarningKind, String)>>,
}

impl Reading<'_> {
    fn base(&self) -> &str {
        self.in_force.as_ref().and_then(|in_force| in_force.base.as_deref()).unwrap_or("")
    }
}

/// The elements of one namespace among siblings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Elements<'e> {
    trees: &'e [Extension],
    namespace: Option<&'e Arc<str>>,
    reading: &'e Reading<'e>,
}

impl<'e> Elements<'e> {
    pub(super) fn new(
        trees: &'e [Extension],
        namespace: Option<&'e Arc<str>>,
        reading: &'e Reading<'e>,
    ) -> Self {
        // Without a namespace there are no elements, only links.
        Self { trees: if namespace.is_some() { trees } else { &[] }, namespace, reading }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Element<'e>> {
        let own = move |tree: &&'e Extension| tree.namespace.as_ref() == self.namespace;
        self.trees.iter().filter(own).map(move |tree| Element {
            tree,
            reading: self.reading,
            asked: Cell::new(0),
        })
    }

    /// The elements of the same namespace elsewhere.
    pub(super) fn among<'t>(self, trees: &'t [Extension]) -> Elements<'t>
    where
        'e: 't,
    {
        Elements { trees, ..self }
    }

    /// The elements as they are, to be kept as extensions.
    pub(super) fn trees(self) -> impl Iterator<Item = &'e Extension> {
        self.iter().map(|element| element.tree)
    }

    /// Those of a name, in the order of the document. Names are compared without regard to case.
    pub(super) fn all(self, name: &str) -> impl Iterator<Item = Element<'e>> {
        self.iter().filter(move |element| element.is(name))
    }

    /// What those of a name say, in the order of the document.
    pub(super) fn list<T>(self, name: &str, read: impl Fn(&Element<'e>) -> T) -> Vec<T> {
        self.all(name).map(|element| read(&element)).collect()
    }

    /// The first of a name.
    pub(super) fn first(self, name: &str) -> Option<Element<'e>> {
        self.all(name).next()
    }

    /// The text of the first of a name.
    pub(super) fn text(self, name: &str) -> Raw<'e> {
        let raw = self.first(name).map(|element| (element.tree.text.as_str(), Some(element.tree)));
        Raw { raw, reading: self.reading }
    }

    /// The texts of all of a name.
    pub(super) fn texts(self, name: &str) -> Vec<String> {
        self.all(name).map(|element| element.string()).collect()
    }

    /// The URI in the text of the first of a name, or in its `rdf:resource`.
    pub(super) fn resource(self, name: &str) -> Option<String> {
        self.first(name).and_then(|element| element.resource())
    }

    /// The URIs of all of a name, as [`resource`](Self::resource) gives that of the first.
    pub(super) fn resources(self, name: &str) -> Vec<String> {
        self.all(name).filter_map(|element| element.resource()).collect()
    }

    /// An attribute of a link, by its lower-cased name; links belong to no element that is read here.
    pub(super) fn link_attribute(self, link: &'e Link, name: &str) -> Raw<'e> {
        let found = link.attributes().iter().find(|(known, _)| known.as_ref() == name);
        Raw { raw: found.map(|(_, value)| (value.as_str(), None)), reading: self.reading }
    }
}

/// An element that is being read.
#[derive(Debug)]
pub(super) struct Element<'e> {
    tree: &'e Extension,
    reading: &'e Reading<'e>,
    /// The places of the attributes that were asked for, a bit each.
    asked: Cell<u64>,
}

impl<'e> Element<'e> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.tree.name.eq_ignore_ascii_case(name)
    }

    pub(super) fn name(&self) -> &'e str {
        &self.tree.name
    }

    pub(super) fn offset(&self) -> Offset {
        self.tree.offset
    }

    pub(super) fn children(&self) -> Elements<'e> {
        Elements::new(&self.tree.children, self.tree.namespace.as_ref(), self.reading)
    }

    /// Its text; empty where it has none.
    pub(super) fn text(&self) -> Raw<'e> {
        Raw { raw: Some((&self.tree.text, Some(self.tree))), reading: self.reading }
    }

    pub(super) fn string(&self) -> String {
        self.tree.text.clone()
    }

    /// An attribute, by its lower-cased name.
    pub(super) fn attribute(&self, name: &str) -> Raw<'e> {
        let found = self.tree.attributes.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some(at) = found {
            self.asked.set(self.asked.get() | bit(at));
        }
        let value = found
            .and_then(|at| self.tree.attributes.get(at))
            .map(|(_, value)| (value.as_str(), Some(self.tree)));
        Raw { raw: value, reading: self.reading }
    }

    /// An attribute that holds a URI, resolved. As it is written it is one of the [rest](Self::rest) if that changed it.
    pub(super) fn uri(&self, name: &str) -> Option<String> {
        let before = self.asked.get();
        let raw = self.attribute(name);
        let uri = raw.uri();
        if uri.as_deref().is_some_and(|uri| !uri.is_empty() && raw.raw.is_none_or(|(raw, _)| raw != uri)) {
            self.asked.set(before);
        }
        uri
    }

    fn resource(&self) -> Option<String> {
        self.text().filled().or(self.attribute("rdf:resource")).uri()
    }

    /// A URI that is part of something else in the element.
    pub(super) fn resolve(&self, reference: &str) -> Option<String> {
        Raw { raw: Some((reference, Some(self.tree))), reading: self.reading }.uri()
    }

    /// The attributes that nobody asked for.
    pub(super) fn rest(&self) -> Attributes {
        let asked = self.asked.get();
        let attributes = self.tree.attributes.iter().enumerate();
        attributes.filter(|(at, _)| asked & bit(*at) == 0).map(|(_, pair)| pair.clone()).collect()
    }

    /// Its text as the type says that it is. What the builder read as a text construct is `clean` already.
    pub(super) fn markup(&self, clean: bool) -> Text {
        let declared = self.attribute("type").raw.map_or("", |(declared, _)| declared.trim());
        let is_html = is_html(declared);
        let base = self.reading.base();
        let value = if is_html && !clean {
            self.reading.cleaner.clean(&self.tree.text, base)
        } else {
            Cow::Borrowed(self.tree.text.as_str())
        };
        let media_type = match declared {
            _ if clean && declared.contains('/') => Cow::Owned(declared.to_owned()),
            _ if is_html => Cow::Borrowed("text/html"),
            _ => Cow::Borrowed("text/plain"),
        };
        Text {
            value: value.into_owned(),
            media_type,
            in_force: self.reading.in_force.clone(),
            ..Text::default()
        }
    }
}

fn bit(at: usize) -> u64 {
    u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(0)
}

/// A text or an attribute as the feed wrote it, and the element that it is of; or none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw<'e> {
    raw: Option<(&'e str, Option<&'e Extension>)>,
    reading: &'e Reading<'e>,
}

impl Raw<'_> {
    /// This, or where there is none another one.
    pub(super) fn or(self, other: Self) -> Self {
        if self.raw.is_some() { self } else { other }
    }

    /// Nothing where it is empty.
    pub(super) fn filled(self) -> Self {
        Self { raw: self.raw.filter(|(raw, _)| !raw.is_empty()), ..self }
    }

    pub(super) fn string(self) -> Option<String> {
        self.raw.map(|(raw, _)| raw.to_owned())
    }

    /// A URI, made absolute. One that runs code is no URI of a feed.
    pub(super) fn uri(self) -> Option<String> {
        let (raw, element) = self.raw?;
        let outer = self.reading.base();
        let base = match element.and_then(|element| element.attribute("xml:base")) {
            Some(own) => content::resolve(outer, own),
            None => Cow::Borrowed(outer),
        };
        let base = if self.reading.resolve_urls { base.as_ref() } else { "" };
        content::resolve_safe(base, raw).map(Cow::into_owned)
    }

    /// A value with the text that it was read from. Text that means nothing is warned of, but for an empty one.
    pub(super) fn typed<T>(
        self,
        kind: WarningKind,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<Typed<T>> {
        let (raw, element) = self.raw?;
        let typed = Typed::new(raw, |raw| parse(raw.trim()));
        if typed.value.is_none() && !typed.raw.is_empty() {
            let offset = element.map(|element| element.offset);
            self.reading.warnings.borrow_mut().push((offset.map(|offset| offset.0), kind, raw.to_owned()));
        }
        Some(typed)
    }

    /// A whole number.
    pub(super) fn number<T: FromStr>(self) -> Option<Typed<T>> {
        self.typed(WarningKind::UnreadableNumber, |raw| raw.parse().ok())
    }

    /// A number that may have decimals.
    pub(super) fn real(self) -> Option<Typed<f64>> {
        self.typed(WarningKind::UnreadableNumber, |raw| {
            raw.parse().ok().filter(|number: &f64| number.is_finite())
        })
    }

    pub(super) fn boolean(self) -> Option<Typed<bool>> {
        self.typed(WarningKind::UnreadableBoolean, boolean)
    }

    /// Hours, minutes and seconds, or seconds alone (Normal Play Time, RFC 2326 §3.6).
    pub(super) fn duration(self) -> Option<Typed<Duration>> {
        self.typed(WarningKind::UnreadableDuration, |raw| duration(raw.strip_prefix("npt:").unwrap_or(raw)))
    }

    pub(super) fn date(self) -> Option<Date> {
        self.typed(WarningKind::UnreadableDate, |raw| date::parse_with(self.reading.date_handlers, raw))
    }

    /// Words between commas, or between white space.
    pub(super) fn words(self, commas: bool) -> Option<Typed<Vec<String>>> {
        let between = |c: char| if commas { c == ',' } else { c.is_whitespace() };
        let words = |raw: &str| {
            let words = raw.split(between).map(str::trim).filter(|word| !word.is_empty());
            Some(words.map(str::to_owned).collect())
        };
        self.raw.map(|(raw, _)| Typed::new(raw, words))
    }
}

/// Whether a media type, or Atom's short name of it, is one of markup to be read.
pub(crate) fn is_html(media_type: &str) -> bool {
    let media_type = media_type.trim();
    ["html", "text/html", "xhtml", "application/xhtml+xml"]
        .iter()
        .any(|html| html.eq_ignore_ascii_case(media_type))
}

fn boolean(raw: &str) -> Option<bool> {
    match raw.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Whether there is explicit language, in the words of iTunes.
pub(crate) fn explicit(raw: &str) -> Option<bool> {
    match raw.to_ascii_lowercase().as_str() {
        "yes" | "true" | "explicit" => Some(true),
        "no" | "false" | "clean" => Some(false),
        _ => None,
    }
}

/// `1:02:03`, `62:03`, `3723`.
pub(crate) fn duration(raw: &str) -> Option<Duration> {
    let mut seconds = 0_f64;
    let parts: Vec<&str> = raw.trim().split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    for part in parts {
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return None;
        }
        seconds = seconds * 60.0 + part.parse::<f64>().ok()?;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_hours_minutes_and_seconds_or_seconds_alone() {
        for (raw, seconds) in [
            ("1:02:03", Some(3723.0)),
            ("62:03", Some(3723.0)),
            ("3723", Some(3723.0)),
            ("00:00:01.5", Some(1.5)),
            ("", None),
            ("an hour", None),
            ("1:2:3:4", None),
            ("-5", None),
        ] {
            assert_eq!(duration(raw).map(|d| d.as_secs_f64()), seconds, "{raw}");
        }
    }

    #[test]
    fn booleans_are_written_in_several_ways() {
        for (raw, value) in [
            ("yes", Some(true)),
            ("TRUE", Some(true)),
            ("1", Some(true)),
            ("No", Some(false)),
            ("maybe", None),
        ] {
            assert_eq!(boolean(raw), value, "{raw}");
        }
    }
}

//! The result in Universal Feed Parser's own shape: a dictionary, as JSON.
//!
//! [`Parser::dictionary`] returns what Python's `feedparser.parse` returns for the same bytes, under canonical keys only (`summary`,
//! `href`, `id`, `updated`, `rights`; no aliases). `*_parsed` are nine integers in UTC
//! ([`struct_time`]).
//!
//! Markup is sanitized by [`Sanitize::FeedParser`](crate::content::Sanitize::FeedParser) unless another policy is set. Script URLs
//! are left out as in the [model](crate::model#what-is-safe-to-show), other than by Universal Feed Parser.
//!
//! Everything that Universal Feed Parser does differently from the [model](crate::model) is in this module: the
//! dictionary depends on the order of elements, for instance, and the model does not.

mod assembler;
mod conventions;
mod date;
#[cfg(test)]
mod date_cases;
mod exception;
mod extension;
mod lingering;
mod link;
mod media;
mod order;
mod people;
mod place;
mod quirks;
mod text;
mod urljoin;
mod value;

use self::value::IntoValues as _;
use std::borrow::Cow;
use std::sync::LazyLock;

use self::assembler::DictionaryAssembler;
pub(crate) use self::conventions::CONVENTIONS;
pub use self::date::struct_time;
use self::exception::exception;
use self::link::{entry_image, feed_image, links, text_input};
use self::media::chapters;
use self::people::{people, publisher};
use self::quirks::{ExplicitWord, Quirks};
use self::text::{summary, text};
pub use self::value::{Dictionary, Value};
use crate::content;
use crate::diagnostics::{Bozo, Fault, Position};
use crate::encoding::Trail;
use crate::model::chapters::Chapters;
use crate::model::{Attributes, Cloud, Date, Entry, Feed, Generator, Tag, Validity};
use crate::parsed::Parsed;
use crate::vocabulary;
use crate::{Document, Parser};
#[cfg(feature = "serde")]
use serde::ser::{Serialize, SerializeMap as _, Serializer};

impl Parser {
    /// Reads a document into Universal Feed Parser's dictionary. With the feature `serde`, it can be written as JSON, and
    /// becomes a `serde_json::Value`.
    ///
    /// It has four keys that Universal Feed Parser does not have: `well_formed`; `faults`, the broken rules, each with `type`
    /// ([`Violation::name`](crate::Violation::name)), `message`, `severity` and position; `warnings`, the values that could not be
    /// interpreted, each with `type` ([`WarningKind::name`](crate::WarningKind::name)), `message`, `value`, `path` and position;
    /// and `trail`, how the encoding was determined, line by line.
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// use bozofeed::{Document, Parser};
    ///
    /// let feed = b"<rss version='2.0'><channel><item><guid>https://example.org/1</guid></item></channel></rss>";
    /// let document = Document::new(feed).content_type("application/rss+xml; charset=utf-8");
    /// let d = serde_json::Value::from(Parser::new().dictionary(document));
    /// assert_eq!(d["version"], "rss20");
    /// assert_eq!(d["entries"][0]["guidislink"], true);
    /// assert_eq!(d["entries"][0]["link"], "https://example.org/1");
    /// # }
    /// ```
    pub fn dictionary<'a>(&self, document: impl Into<Document<'a>>) -> FeedParserDict {
        FeedParserDict::read(self, &document.into())
    }
}

/// Returns whether Universal Feed Parser takes text of an undeclared type for HTML.
///
/// ```
/// assert!(bozofeed::feedparser::looks_like_html("<b>high</b> tide"));
/// assert!(!bozofeed::feedparser::looks_like_html("tides < winds & waves"));
/// ```
pub fn looks_like_html(text: &str) -> bool {
    content::looks_like_html(text)
}

/// The dictionary of a document, which is built member by member, and entry by entry, when it is read or written.
///
/// As `serde_json::Value`, the dictionary of a dense document takes many times the memory of the model. To write the dictionary,
/// serialize this type; to read it with the types of Python, ask for its members.
///
/// ```
/// use bozofeed::Parser;
/// use bozofeed::feedparser::Value;
///
/// let d = Parser::new().dictionary(b"<rss><channel><title>Tides</title><item><title>Low</title></item></channel></rss>");
/// assert_eq!(d.feed().get("title").and_then(Value::as_str), Some("Tides"));
/// assert_eq!(d.entries().next().unwrap().get("title").and_then(Value::as_str), Some("Low"));
/// ```
///
/// Members of your own go around it with `#[serde(flatten)]`:
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use bozofeed::feedparser::FeedParserDict;
/// use bozofeed::Parser;
///
/// #[derive(serde::Serialize)]
/// struct Fetched {
///     href: &'static str,
///     #[serde(flatten)]
///     dictionary: FeedParserDict,
/// }
///
/// let dictionary = Parser::new().dictionary(b"<rss><channel><title>Tides</title></channel></rss>");
/// let json = serde_json::to_value(Fetched { href: "https://harbour.example/feed", dictionary })?;
/// assert_eq!(json["feed"]["title"], "Tides");
/// assert_eq!(json["href"], "https://harbour.example/feed");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FeedParserDict {
    parsed: Parsed,
    feed: Quirks,
    entries: Vec<Quirks>,
}

impl FeedParserDict {
    fn read(parser: &Parser, document: &Document<'_>) -> Self {
        let budget = parser.budget(document, assembler::PURPOSE);
        let mut assembler = DictionaryAssembler::new(parser.options(), &budget);
        let parsed = parser.run(document, &budget, &mut assembler);
        let DictionaryAssembler { model, feed, mut entries, .. } = assembler;
        let (feed_of_model, entries_of_model) = model.into_parts();
        let bozo = exception(document, &parsed);
        let parsed = Parsed { feed: feed_of_model, entries: entries_of_model, bozo, ..parsed };
        entries.resize_with(parsed.entries.len(), Quirks::default);
        Self { parsed, feed, entries }
    }

    /// Returns the reason why the document is bozo, if it is.
    pub fn bozo(&self) -> Option<&Bozo> {
        self.parsed.bozo.as_ref()
    }

    /// Returns whether the document is well-formed, even if it is labelled wrongly.
    pub fn is_well_formed(&self) -> bool {
        self.parsed.well_formed
    }

    /// Returns how the encoding was determined.
    pub fn trail(&self) -> &Trail {
        &self.parsed.trail
    }

    /// Returns the first hundred faults, in document order.
    pub fn faults(&self) -> &[Fault] {
        &self.parsed.faults
    }

    /// Returns the members before `feed` and `entries`: `bozo`, `bozo_exception`, `encoding`, `version` and `namespaces`.
    pub fn head(&self) -> Dictionary<'_> {
        let parsed = &self.parsed;
        let mut d = Dictionary::default();
        d.insert("bozo", parsed.bozo.is_some());
        if let Some(bozo) = &parsed.bozo {
            d.insert("bozo_exception", Value::Exception(bozo));
        }
        d.insert("encoding", parsed.encoding.as_ref());
        d.insert("version", parsed.version.json_name());
        let namespaces = parsed.namespaces.iter().map(|(prefix, uri)| (prefix.as_str(), uri.as_str()));
        d.insert("namespaces", Value::Attributes(namespaces.into_dictionary()));
        d
    }

    /// Returns the dictionary of the feed.
    pub fn feed(&self) -> Dictionary<'_> {
        feed(&self.parsed.feed, &self.feed)
    }

    /// Returns an iterator that builds the dictionary of each entry when it is reached.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Dictionary<'_>> {
        self.parsed.entries.iter().zip(&self.entries).map(|(of_model, quirks)| entry(of_model, quirks))
    }

    /// Returns the members after `entries`, which Universal Feed Parser does not have: `well_formed`, `faults`, `warnings` and
    /// `trail`.
    pub fn diagnostics(&self) -> Dictionary<'_> {
        let parsed = &self.parsed;
        let place = |d: &mut Dictionary<'_>, position: &Position| {
            let numbers = [("offset", position.offset), ("line", position.line), ("column", position.column)];
            d.extend(numbers.map(|(key, number)| (key, i64::try_from(number).unwrap_or(i64::MAX))));
        };
        let fault = |fault: &Fault| {
            let mut d = Dictionary::with_capacity(6);
            d.insert("type", fault.error.name());
            d.insert("message", fault.error.to_string());
            d.insert("severity", fault.error.severity().to_string());
            place(&mut d, &fault.position);
            d
        };
        let mut d = Dictionary::default();
        d.insert("well_formed", parsed.well_formed);
        d.insert("faults", parsed.faults.iter().map(fault).into_list());
        d.insert(
            "warnings",
            parsed
                .warnings
                .iter()
                .map(|warning| {
                    let mut d = Dictionary::with_capacity(7);
                    d.insert("type", warning.kind.name());
                    d.insert("message", warning.kind.description());
                    d.insert("value", warning.value.as_str());
                    d.insert("path", warning.path.as_str());
                    place(&mut d, &warning.position);
                    d
                })
                .into_list(),
        );
        d.insert("trail", parsed.trail.to_string().lines().map(str::to_owned).into_list());
        d
    }
}

#[cfg(feature = "serde")]
impl Serialize for FeedParserDict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        for (name, value) in self.head().iter() {
            members.serialize_entry(name, value)?;
        }
        members.serialize_entry("feed", &self.feed())?;
        members.serialize_entry("entries", &Entries(self))?;
        for (name, value) in self.diagnostics().iter() {
            members.serialize_entry(name, value)?;
        }
        members.end()
    }
}

#[cfg(feature = "serde")]
impl From<FeedParserDict> for serde_json::Value {
    fn from(dictionary: FeedParserDict) -> Self {
        serde_json::to_value(dictionary).unwrap_or_default()
    }
}

/// The entries of a document, as a list that is built while it is written.
#[cfg(feature = "serde")]
struct Entries<'d>(&'d FeedParserDict);

#[cfg(feature = "serde")]
impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.entries())
    }
}

fn feed<'a>(feed: &'a Feed, quirks: &'a Quirks) -> Dictionary<'a> {
    // Extensions come first, so that none replaces a field.
    let (mut d, offsets) = quirks.extensions.dictionary();
    text(&mut d, "title", feed.title.as_ref());
    // The last subtitle replaces the others.
    text(&mut d, "subtitle", quirks.subtitle.as_deref().or(feed.subtitle.as_ref()));
    text(&mut d, "summary", feed.summary.as_ref());
    // In a feed `content` is one text, which the next one replaces; only entries have a list.
    text(&mut d, "content", feed.content.last());
    // `_end_content` copies a content to `summary` unless there is one.
    if feed.summary.is_none() {
        string(&mut d, "summary", feed.content.first().map(|content| content.value.as_str()));
    }
    text(&mut d, "info", feed.info.as_ref());
    text(&mut d, "rights", feed.rights.as_ref());
    links(&mut d, &feed.links);
    string(&mut d, "link", quirks.page.get().map(AsRef::as_ref));
    identifier(&mut d, quirks);
    string(&mut d, "href", feed.href.as_deref());
    people(&mut d, &quirks.people);
    publisher(&mut d, &quirks.people);
    date(&mut d, "published", feed.published.as_ref());
    date(&mut d, "updated", feed.updated.as_ref());
    date(&mut d, "created", feed.created.as_ref());
    date(&mut d, "expired", quirks.expired.as_deref());
    validity(&mut d, feed.validity());
    tags(&mut d, &feed.tags, quirks.has_tags);
    generator(&mut d, feed.generator.as_ref());
    feed_image(&mut d, feed, quirks);
    string(&mut d, "icon", feed.icon.as_deref());
    string(&mut d, "logo", feed.logo.as_deref());
    string(&mut d, "language", feed.language.as_deref());
    string(&mut d, "ttl", feed.ttl.raw.as_deref());
    cloud(&mut d, feed.cloud.as_deref());
    text_input(&mut d, feed.text_input.as_deref(), quirks.text_input.as_deref());
    string(&mut d, "docs", feed.docs.as_deref());
    string(&mut d, "newlocation", feed.new_location.as_deref());
    quirks.place.iter().for_each(|place| place.show(&mut d));
    itunes(&mut d, quirks);
    d.extend(quirks.media.borrowed());
    quirks.order.sort(&mut d, offsets);
    d
}

fn entry<'a>(entry: &'a Entry, quirks: &'a Quirks) -> Dictionary<'a> {
    let (mut d, offsets) = quirks.extensions.dictionary();
    text(&mut d, "title", entry.title.as_ref());
    links(&mut d, &entry.links);
    string(&mut d, "link", quirks.page.get().map(AsRef::as_ref));
    // `_start_item` takes `rdf:about` for the `id`, and a `guid` replaces it.
    if quirks.id.get().is_none() {
        string(&mut d, "id", quirks.about.as_deref());
    }
    identifier(&mut d, quirks);
    summary(&mut d, &quirks.texts);
    text(&mut d, "subtitle", entry.subtitle());
    people(&mut d, &quirks.people);
    publisher(&mut d, &quirks.people);
    date(&mut d, "published", entry.published.as_ref());
    date(&mut d, "updated", entry.updated.as_ref());
    date(&mut d, "created", entry.created());
    date(&mut d, "expired", entry.expired());
    validity(&mut d, entry.validity());
    tags(&mut d, &entry.tags, quirks.has_tags);
    text(&mut d, "rights", entry.rights());
    if let Some(source) = entry.source() {
        d.insert("source", source_feed(source, quirks.source.as_deref()));
    }
    // Those of the model may be known from a link.
    string(&mut d, "comments", entry.comments().filter(|_| quirks.order.has("comments")));
    string(&mut d, "language", entry.language());
    entry_image(&mut d, entry);
    quirks.place.iter().for_each(|place| place.show(&mut d));
    chapters(&mut d, entry.get::<Chapters>(), quirks.first_chapters);
    itunes(&mut d, quirks);
    d.extend(quirks.media.borrowed());
    quirks.order.sort(&mut d, offsets);
    d
}

/// The quirks of a source, if none are known.
static NO_QUIRKS: LazyLock<Quirks> = LazyLock::new(Quirks::default);

/// RSS's `source` is a URL and a plain title; Atom's is a feed.
fn source_feed<'a>(source: &'a Feed, quirks: Option<&'a Quirks>) -> Dictionary<'a> {
    let quirks = quirks.unwrap_or_else(|| &NO_QUIRKS);
    let mut d = feed(source, quirks);
    if source.href.is_some() || quirks.is_titled_by_text {
        d.remove("title_detail");
    }
    d
}

fn string<'a>(d: &mut Dictionary<'a>, key: &'static str, value: Option<&'a str>) {
    if let Some(value) = value {
        d.insert(key, value);
    }
}

fn identifier<'a>(d: &mut Dictionary<'a>, quirks: &'a Quirks) {
    let (Some(id), Some(id_link)) = (quirks.id.get(), &quirks.id_link) else { return };
    d.insert("id", id.as_ref());
    d.insert("guidislink", id_link.is_link);
    if let Some(link) = id_link.link.as_deref().filter(|_| !d.contains_key("link")) {
        d.insert("link", link);
    }
}

fn date<'a>(d: &mut Dictionary<'a>, key: &'static str, date: Option<&'a Date>) {
    if let Some(date) = date {
        d.insert(key, date.raw.as_str());
        d.insert(
            [key, "_parsed"].concat(),
            date.value.map_or(Value::None, |instant| Value::Time(struct_time(instant))),
        );
    }
}

fn validity<'a>(d: &mut Dictionary<'a>, validity: Option<&'a Validity>) {
    if let Some(validity) = validity {
        d.insert("validity", validity.raw.as_str());
        date(d, "validity_start", validity.start.as_ref());
        date(d, "validity_end", validity.end.as_ref());
    }
}

fn tags<'a>(d: &mut Dictionary<'a>, tags: &'a [Tag], has_tags: bool) {
    if has_tags || !tags.is_empty() {
        let tag = |tag: &'a Tag| -> Dictionary<'a> {
            let members = [
                ("term", tag.term.as_deref()),
                ("scheme", tag.scheme.as_deref()),
                ("label", tag.label.as_deref()),
            ];
            members.into_iter().into_dictionary()
        };
        d.insert("tags", tags.iter().map(tag).into_list());
    }
}

fn generator<'a>(d: &mut Dictionary<'a>, generator: Option<&'a Generator>) {
    // An agent without a name is an extension there.
    if let Some(generator) = generator.filter(|generator| generator.name.is_some()) {
        string(d, "generator", generator.name.as_deref());
        let mut detail = Dictionary::default();
        string(&mut detail, "name", generator.name.as_deref());
        string(&mut detail, "href", generator.uri.as_deref());
        string(&mut detail, "version", generator.version.as_deref());
        d.insert("generator_detail", detail);
    }
}

fn cloud<'a>(d: &mut Dictionary<'a>, cloud: Option<&'a Cloud>) {
    let Some(cloud) = cloud else { return };
    let mut inner = Dictionary::default();
    string(&mut inner, "domain", cloud.domain.as_deref());
    string(&mut inner, "port", cloud.port.raw.as_deref());
    string(&mut inner, "path", cloud.path.as_deref());
    // `cloud` shows the attributes as they are, with names in lower case.
    string(&mut inner, "registerprocedure", cloud.register_procedure.as_deref());
    string(&mut inner, "protocol", cloud.protocol.as_deref());
    d.insert("cloud", inner);
}

fn itunes(d: &mut Dictionary<'_>, quirks: &Quirks) {
    if let Some(explicit) = quirks.explicit {
        let value = match explicit {
            ExplicitWord::Yes => Value::Bool(true),
            ExplicitWord::Clean => Value::Bool(false),
            // `no` as well: Universal Feed Parser knows `yes` and `clean` alone.
            ExplicitWord::Unknown => Value::None,
        };
        d.insert("itunes_explicit", value);
    }
    // An integer, since Python computes `value == 'yes' and 1 or 0`.
    if let Some(block) = quirks.block {
        d.insert("itunes_block", i64::from(block));
    }
}

fn attributes(list: &Attributes) -> Dictionary<'_> {
    let mut d = Dictionary::with_capacity(list.len());
    for (name, value) in list.iter() {
        let key = attribute_key(name);
        // Universal Feed Parser compares these two without regard to case.
        let is_compared = matches!(key.as_ref(), "rel" | "type");
        d.insert(key, if is_compared { lowercase(value) } else { value.into() });
    }
    // One of a namespace that nobody knows is shown under its local name as well. The last one of that name counts.
    let mut before = None;
    for (name, value) in list.iter().rev() {
        let Some((prefix, local)) = name.split_once(':') else { continue };
        // Most have the same prefix as the one before.
        let is_known = match before {
            Some((same, is_known)) if same == prefix => is_known,
            _ => vocabulary::is_well_known(prefix),
        };
        before = Some((prefix, is_known));
        let local = lowercase(local);
        if !is_known && !d.contains_key(&local) {
            d.insert(local, value);
        }
    }
    d
}

/// The name of an attribute in lower case, but for its prefix.
fn attribute_key(name: &str) -> Cow<'_, str> {
    match name.split_once(':') {
        Some((prefix, local)) => match lowercase(local) {
            Cow::Borrowed(_) => name.into(),
            Cow::Owned(local) => format!("{prefix}:{local}").into(),
        },
        None => lowercase(name),
    }
}

fn lowercase(text: &str) -> Cow<'_, str> {
    let is_lowercase = text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
    if is_lowercase { text.into() } else { text.to_lowercase().into() }
}

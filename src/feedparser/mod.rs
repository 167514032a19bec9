//! The result in Universal Feed Parser's own shape: a dictionary, as JSON.
//!
//! [`parse`] returns what Python's `feedparser.parse` returns for the same bytes, under canonical keys only (`summary`,
//! `href`, `id`, `updated`, `rights`; no aliases). `*_parsed` are nine integers in UTC: year, month, day, hour, minute,
//! second, weekday from Monday = 0, day of the year from 1, and 0.
//!
//! Markup is sanitized by [`Sanitize::FeedParser`](crate::Sanitize::FeedParser) unless another policy is set. Script URLs
//! are left out as in the [model](crate::model#what-is-safe-to-show), other than by Universal Feed Parser.
//!
//! Everything that Universal Feed Parser does differently from the [model](crate::model) is in this module: the
//! dictionary depends on the order of elements, for instance, and the model does not.

mod assembler;
mod date;
mod extension;
mod lingering;
mod link;
mod media;
mod people;
mod text;

use std::cell::Cell;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use self::assembler::{DictionaryAssembler, Id, Quirks};
use self::link::{entry_image, feed_image, links, text_input};
use self::media::chapters;
use self::people::{people, publisher};
use self::text::{summary, text};
use crate::Parser;
use crate::content;
use crate::diagnostics::Bozo;
use crate::model::{
    Attributes, Cloud, Coordinates, Date, Entry, Feed, Generator, Geometry, GeometryKind, Itunes, Tag, Typed,
    Validity,
};
use crate::parsed::Parsed;
use crate::vocabulary;

type Dictionary = Map<String, Value>;

/// Reads a document into Universal Feed Parser's dictionary.
///
/// It has four keys that Universal Feed Parser does not have: `well_formed`; `faults`, the broken rules, each with `type`
/// ([`Violation::name`](crate::Violation::name)), `message`, `severity` and position; `warnings`, the values that could not be
/// interpreted, each with `type` ([`WarningKind::name`](crate::WarningKind::name)), `message`, `value`, `path` and position;
/// and `trail`, how the encoding was determined, line by line.
///
/// ```
/// let parser = bozofeed::Parser::new().content_type("application/rss+xml; charset=utf-8");
/// let feed = b"<rss version='2.0'><channel><item><guid>https://example.org/1</guid></item></channel></rss>";
/// let d = bozofeed::feedparser::parse(&parser, feed);
/// assert_eq!(d["version"], "rss20");
/// assert_eq!(d["entries"][0]["guidislink"], true);
/// assert_eq!(d["entries"][0]["link"], "https://example.org/1");
/// ```
pub fn parse(parser: &Parser, bytes: &[u8]) -> Value {
    Document::read(parser, bytes).into()
}

/// A document whose dictionary is built member by member, and entry by entry, when it is written.
///
/// As JSON values, the dictionary of a dense document takes many times the memory of the model. To write the dictionary, use
/// this type; to work with it, use [`parse`].
///
/// ```
/// use bozofeed::{Parser, feedparser::Document};
/// use serde::ser::{SerializeMap, Serializer};
///
/// let document = Document::read(&Parser::new(), b"<rss><channel><title>Tides</title></channel></rss>");
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// let mut members = serializer.serialize_map(None)?;
/// members.serialize_entry("href", "https://harbour.example/feed")?;
/// document.serialize_into(&mut members)?;
/// members.end()?;
///
/// let json = serde_json::from_slice::<serde_json::Value>(&json)?;
/// assert_eq!(json["feed"]["title"], "Tides");
/// assert_eq!(json["href"], "https://harbour.example/feed");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct Document {
    parsed: Parsed,
    feed: Quirks,
    entries: Vec<Quirks>,
}

impl Document {
    /// Reads a document.
    pub fn read(parser: &Parser, bytes: &[u8]) -> Self {
        let budget = parser.budget::<DictionaryAssembler<'_>>(bytes);
        let mut assembler = DictionaryAssembler::new(parser.options(), &budget);
        let parsed = parser.run(bytes, &budget, &mut assembler);
        let DictionaryAssembler { model, feed, mut entries, .. } = assembler;
        let parsed = Parsed { feed: model.feed, entries: model.entries, ..parsed };
        entries.resize_with(parsed.entries.len(), Quirks::default);
        Self { parsed, feed, entries }
    }

    /// Returns the reason why the document is bozo, if it is.
    pub fn bozo(&self) -> Option<&Bozo> {
        self.parsed.bozo.as_ref()
    }

    /// Adds the members of the dictionary to an object that is being serialized.
    ///
    /// # Errors
    ///
    /// Returns an error if the serializer does.
    pub fn serialize_into<M: SerializeMap>(self, members: &mut M) -> Result<(), M::Error> {
        let Self { mut parsed, feed: quirks, entries: entry_quirks } = self;
        let mut all = members_before_entries(&parsed);
        all.insert("feed".into(), Value::Object(feed(&std::mem::take(&mut parsed.feed), quirks)));
        for (name, value) in all {
            members.serialize_entry(&name, &value)?;
        }
        let entries = std::mem::take(&mut parsed.entries).into_iter().zip(entry_quirks);
        let entries = entries.map(|(of_model, quirks)| entry(&of_model, quirks));
        members.serialize_entry("entries", &Once(Cell::new(Some(entries))))?;
        for (name, value) in members_after_entries(&parsed) {
            members.serialize_entry(&name, &value)?;
        }
        Ok(())
    }
}

impl From<Document> for Value {
    fn from(document: Document) -> Self {
        let Document { parsed, feed: quirks, entries: entry_quirks } = document;
        let mut all = members_before_entries(&parsed);
        all.insert("feed".into(), Value::Object(feed(&parsed.feed, quirks)));
        let entries = parsed.entries.iter().zip(entry_quirks);
        all.insert("entries".into(), entries.map(|(e, quirks)| Value::Object(entry(e, quirks))).collect());
        all.extend(members_after_entries(&parsed));
        Value::Object(all)
    }
}

/// A list whose elements are made when it is serialized, which happens once.
struct Once<I>(Cell<Option<I>>);

impl<I: Iterator<Item: Serialize>> Serialize for Once<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

fn members_before_entries(parsed: &Parsed) -> Dictionary {
    let mut all = Dictionary::new();
    all.insert("bozo".into(), parsed.bozo.is_some().into());
    if let Some(bozo) = &parsed.bozo {
        all.insert("bozo_exception".into(), exception(bozo));
    }
    all.insert("encoding".into(), parsed.encoding.as_ref().into());
    all.insert("version".into(), parsed.version.as_str().into());
    let namespaces = parsed.namespaces.iter().map(|(prefix, uri)| (prefix.clone(), uri.as_str().into()));
    all.insert("namespaces".into(), Value::Object(namespaces.collect()));
    all
}

fn members_after_entries(parsed: &Parsed) -> Dictionary {
    let mut all = Dictionary::new();
    all.insert("well_formed".into(), parsed.well_formed.into());
    let fault = |fault: &crate::Fault| {
        json!({
            "type": fault.error.name(),
            "message": fault.error.to_string(),
            "severity": fault.error.severity().to_string(),
            "offset": fault.position.offset,
            "line": fault.position.line,
            "column": fault.position.column,
        })
    };
    all.insert("faults".into(), parsed.faults.iter().map(fault).collect());
    let warning = |warning: &crate::Warning| {
        json!({
            "type": warning.kind.name(),
            "message": warning.kind.to_string(),
            "value": warning.value,
            "path": warning.path,
            "offset": warning.position.offset,
            "line": warning.position.line,
            "column": warning.position.column,
        })
    };
    all.insert("warnings".into(), parsed.warnings.iter().map(warning).collect());
    all.insert("trail".into(), parsed.trail.to_string().lines().map(str::to_owned).collect());
    all
}

fn exception(bozo: &Bozo) -> Value {
    json!({"type": bozo.name(), "message": bozo.to_string(), "severity": bozo.severity().to_string()})
}

fn feed(feed: &Feed, mut quirks: Quirks) -> Dictionary {
    // Extensions come first, so that none replaces a field.
    let mut d = std::mem::take(&mut quirks.extensions).into_dictionary();
    text(&mut d, "title", feed.title.as_ref());
    // The last subtitle replaces the others.
    let of_itunes = feed.itunes.as_deref().and_then(|itunes| itunes.subtitle.as_ref());
    let of_itunes = of_itunes.filter(|_| quirks.itunes_subtitle_is_last);
    text(&mut d, "subtitle", of_itunes.or(feed.subtitle.as_ref()));
    text(&mut d, "summary", feed.summary.as_ref());
    text(&mut d, "content", feed.content.last());
    if feed.summary.is_none() {
        string(&mut d, "summary", feed.content.last().map(|content| content.value.as_str()));
    }
    text(&mut d, "info", feed.info.as_ref());
    text(&mut d, "rights", feed.rights.as_ref());
    links(&mut d, &feed.links);
    string(&mut d, "link", feed.link.as_deref());
    identifier(&mut d, quirks.id.get());
    string(&mut d, "href", feed.href.as_deref());
    people(&mut d, &quirks.people);
    publisher(&mut d, &quirks.people);
    date(&mut d, "published", feed.published.as_ref());
    date(&mut d, "updated", feed.updated.as_ref());
    date(&mut d, "created", feed.created.as_ref());
    validity(&mut d, feed.validity.as_deref());
    tags(&mut d, &feed.tags, quirks.has_tags);
    generator(&mut d, feed.generator.as_ref());
    feed_image(&mut d, feed, &quirks);
    string(&mut d, "icon", feed.icon.as_deref());
    string(&mut d, "logo", feed.logo.as_deref());
    string(&mut d, "language", feed.language.as_deref());
    string(&mut d, "ttl", feed.ttl.as_ref().map(|ttl| ttl.raw.as_str()));
    cloud(&mut d, feed.cloud.as_deref());
    text_input(&mut d, feed.text_input.as_deref(), quirks.text_input.as_deref());
    string(&mut d, "docs", feed.docs.as_deref());
    string(&mut d, "newlocation", feed.new_location.as_deref());
    place(&mut d, &feed.geometries);
    itunes(&mut d, feed.itunes.as_deref(), &quirks, "itunes_type");
    d.extend(quirks.media);
    d
}

fn entry(entry: &Entry, mut quirks: Quirks) -> Dictionary {
    let mut d = std::mem::take(&mut quirks.extensions).into_dictionary();
    text(&mut d, "title", entry.title.as_ref());
    links(&mut d, &entry.links);
    string(&mut d, "link", entry.link.as_deref());
    if quirks.id.get().is_none() {
        string(&mut d, "id", entry.id.as_deref());
    }
    identifier(&mut d, quirks.id.get());
    summary(&mut d, &quirks);
    text(&mut d, "subtitle", entry.subtitle.as_deref());
    people(&mut d, &quirks.people);
    publisher(&mut d, &quirks.people);
    date(&mut d, "published", entry.published.as_ref());
    date(&mut d, "updated", entry.updated.as_ref());
    date(&mut d, "created", entry.created.as_deref());
    date(&mut d, "expired", entry.expired.as_deref());
    validity(&mut d, entry.validity.as_deref());
    tags(&mut d, &entry.tags, quirks.has_tags);
    text(&mut d, "rights", entry.rights.as_deref());
    if let Some(source) = &entry.source {
        let quirks = quirks.source.take().map(|quirks| *quirks).unwrap_or_default();
        d.insert("source".into(), Value::Object(source_feed(source, quirks)));
    }
    string(&mut d, "comments", entry.comments.as_deref());
    string(&mut d, "language", entry.language.as_deref());
    entry_image(&mut d, entry);
    place(&mut d, &entry.geometries);
    chapters(&mut d, entry.chapters.as_deref(), quirks.first_chapters);
    itunes(&mut d, entry.itunes.as_deref(), &quirks, "itunes_episodetype");
    d.extend(quirks.media);
    d
}

/// RSS's `source` is a URL and a plain title; Atom's is a feed.
fn source_feed(source: &Feed, quirks: Quirks) -> Dictionary {
    let mut d = feed(source, quirks);
    if source.href.is_some() {
        d.remove("title_detail");
    }
    d
}

fn string(d: &mut Dictionary, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        d.insert(key.into(), value.into());
    }
}

fn identifier(d: &mut Dictionary, id: Option<&Id>) {
    let Some(id) = id else { return };
    d.insert("id".into(), id.uri.as_ref().into());
    // An identifier is taken for the page if there is no other, unless it says that it is none.
    let may_be_link = id.permalink.unwrap_or(true);
    let may_be_link = may_be_link && !content::is_script_url(&id.uri);
    d.insert("guidislink".into(), (may_be_link && id.is_before_link).into());
    if may_be_link && !d.contains_key("link") {
        d.insert("link".into(), id.uri.as_ref().into());
    }
}

fn date(d: &mut Dictionary, key: &str, date: Option<&Date>) {
    if let Some(date) = date {
        d.insert(key.into(), date.raw.as_str().into());
        d.insert([key, "_parsed"].concat(), struct_time(date));
    }
}

fn struct_time(date: &Date) -> Value {
    let Some(instant) = date.value else {
        return Value::Null;
    };
    let civil = instant.to_zoned(jiff::tz::TimeZone::UTC);
    json!([
        civil.year(),
        civil.month(),
        civil.day(),
        civil.hour(),
        civil.minute(),
        civil.second(),
        civil.weekday().to_monday_zero_offset(),
        civil.day_of_year(),
        0
    ])
}

fn validity(d: &mut Dictionary, validity: Option<&Validity>) {
    if let Some(validity) = validity {
        d.insert("validity".into(), validity.raw.as_str().into());
        date(d, "validity_start", validity.start.as_ref());
        date(d, "validity_end", validity.end.as_ref());
    }
}

fn tags(d: &mut Dictionary, tags: &[Tag], has_tags: bool) {
    if has_tags || !tags.is_empty() {
        let tag = |tag: &Tag| json!({"term": tag.term, "scheme": tag.scheme.as_deref(), "label": tag.label});
        d.insert("tags".into(), tags.iter().map(tag).collect());
    }
}

fn generator(d: &mut Dictionary, generator: Option<&Generator>) {
    // An agent without a name is an extension there.
    if let Some(generator) = generator.filter(|generator| generator.name.is_some()) {
        string(d, "generator", generator.name.as_deref());
        let mut detail = Dictionary::new();
        string(&mut detail, "name", generator.name.as_deref());
        string(&mut detail, "href", generator.uri.as_deref());
        string(&mut detail, "version", generator.version.as_deref());
        d.insert("generator_detail".into(), Value::Object(detail));
    }
}

fn cloud(d: &mut Dictionary, cloud: Option<&Cloud>) {
    let Some(cloud) = cloud else { return };
    let mut inner = Dictionary::new();
    string(&mut inner, "domain", cloud.domain.as_deref());
    string(&mut inner, "port", cloud.port.as_ref().map(|port| port.raw.as_str()));
    string(&mut inner, "path", cloud.path.as_deref());
    string(&mut inner, "registerprocedure", cloud.register_procedure.as_deref());
    string(&mut inner, "protocol", cloud.protocol.as_deref());
    d.insert("cloud".into(), Value::Object(inner));
}

/// The last place counts. Positions are longitude first, as in `GeoJSON` (RFC 7946 §3.1.1).
fn place(d: &mut Dictionary, places: &[Typed<Geometry>]) {
    let Some(place) = places.last() else { return };
    let Some(geometry) = &place.value else {
        d.insert("where".into(), json!({}));
        return;
    };
    let position = |at: &Coordinates| match at.elevation {
        Some(elevation) => json!([at.longitude, at.latitude, elevation]),
        None => json!([at.longitude, at.latitude]),
    };
    let positions: Vec<Value> = geometry.positions.iter().map(position).collect();
    let (kind, coordinates) = match geometry.kind {
        GeometryKind::Point => ("Point", json!(positions.first())),
        GeometryKind::LineString => ("LineString", json!(positions)),
        GeometryKind::Polygon => ("Polygon", json!([positions])),
        GeometryKind::Box => ("Box", json!(positions)),
    };
    d.insert("where".into(), json!({"type": kind, "coordinates": coordinates}));
}

fn itunes(d: &mut Dictionary, itunes: Option<&Itunes>, quirks: &Quirks, kind_key: &str) {
    let Some(itunes) = itunes else { return };
    string(d, "itunes_duration", itunes.duration.as_ref().map(|value| value.raw.as_str()));
    // Universal Feed Parser knows one word for each.
    if let Some(explicit) = &itunes.explicit {
        let value = match explicit.raw.as_str() {
            "yes" if !quirks.explicit_is_padded => Value::Bool(true),
            "clean" if !quirks.explicit_is_padded => Value::Bool(false),
            _ => Value::Null,
        };
        d.insert("itunes_explicit".into(), value);
    }
    if let Some(block) = &itunes.block {
        let blocks = matches!(block.raw.as_str(), "yes" | "Yes") && !quirks.block_is_padded;
        d.insert("itunes_block".into(), i32::from(blocks).into());
    }
    string(d, "itunes_episode", itunes.episode.as_ref().map(|value| value.raw.as_str()));
    string(d, "itunes_season", itunes.season.as_ref().map(|value| value.raw.as_str()));
    string(d, kind_key, itunes.kind.as_deref());
    string(d, "itunes_new-feed-url", itunes.new_feed_url.as_deref());
}

fn attributes(list: &Attributes) -> Value {
    let mut d = Dictionary::new();
    for (name, value) in list.iter() {
        let key = attribute_key(name);
        // Universal Feed Parser compares these two without regard to case.
        let is_compared = matches!(key.as_str(), "rel" | "type");
        let value = if is_compared { value.to_lowercase() } else { value.to_owned() };
        d.insert(key, value.into());
    }
    // One of a namespace that nobody knows is shown under its local name as well. The last one of that name counts.
    for (name, value) in list.iter().rev() {
        if let Some((prefix, local)) = name.split_once(':')
            && !vocabulary::is_well_known(prefix)
        {
            d.entry(local.to_lowercase()).or_insert_with(|| value.into());
        }
    }
    Value::Object(d)
}

/// The name of an attribute in lower case, but for its prefix.
fn attribute_key(name: &str) -> String {
    match name.split_once(':') {
        Some((prefix, local)) => format!("{prefix}:{}", local.to_lowercase()),
        None => name.to_lowercase(),
    }
}

//! JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>) into the same model.
//!
//! Members and items are kept as they are read, so that what stands before a fault is not lost with it; a broken document
//! is mended and read again for what stands behind it.

mod mend;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer as _, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::bozo::{Bozo, LooksLike};
use crate::content::{repair, resolve_safe};
use crate::date;
use crate::encoding::Decoded;
use crate::fault::Position;
use crate::model::{Date, Entry, Extension, Feed, Image, Link, Person, Tag, Text, Typed};
use crate::parsed::Parsed;
use crate::parser::Options;
use crate::version::Version;

/// Whether a text is JSON, as far as its first character tells.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}').starts_with(['{', '['])
}

/// Reads a JSON Feed.
pub(crate) fn read(decoded: &Decoded<'_>, options: &Options) -> Parsed {
    let blank = |c: char| c.is_whitespace() || c == '\u{FEFF}';
    let text = decoded.text.trim_start_matches(blank);
    let start = decoded.text_start + decoded.text.len() - text.len();
    let (mut top, result) = read_top(text);
    let fault = result.err().map(|error| json_fault(&error, text, start));
    let well_formed = serde_json::from_str::<IgnoredAny>(text).is_ok();
    if fault.is_some() {
        let (mended, _) = read_top(&mend::mend(text));
        // A text that the mender makes less of than the parser did is left as it is.
        if mended.items.len() >= top.items.len() && mended.members.len() >= top.members.len() {
            top = mended;
        }
    }
    let version = version(&top);
    let bozo = match (version, fault) {
        (None, _) => Some(Bozo::NotAFeed(LooksLike::Json)),
        (Some(_), Some(fault)) => Some(fault),
        (Some(_), None) => decoded.bozo.clone(),
    };
    let Some(version) = version else {
        return Parsed { bozo, well_formed, ..Parsed::default() };
    };
    let mapper = Mapper { options, language: string(top.members.get("language")) };
    Parsed {
        version,
        bozo,
        well_formed,
        entries: top
            .items
            .into_iter()
            .take(options.limits.entries)
            .filter_map(|item| mapper.entry(item))
            .collect(),
        feed: mapper.feed(top.members),
        ..Parsed::default()
    }
}

/// Reads the top object, as far as it goes.
fn read_top(text: &str) -> (Top, serde_json::Result<()>) {
    let mut top = Top::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let result = deserializer.deserialize_map(TopVisitor(&mut top)).and_then(|()| deserializer.end());
    (top, result)
}

/// The version by its URL (JSON Feed, "version"); a feed without it is known by its items.
fn version(top: &Top) -> Option<Version> {
    let url = top.members.get("version").and_then(Value::as_str).unwrap_or("");
    let number = url.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    let named = url.contains("jsonfeed.org");
    match number {
        "1.1" if named => Some(Version::Json11),
        "1" if named => Some(Version::Json1),
        _ if named || top.has_items => Some(Version::Json11),
        _ => None,
    }
}

fn json_fault(error: &serde_json::Error, text: &str, start: usize) -> Bozo {
    let line_start =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let offset = (line_start + error.column().saturating_sub(1)).min(text.len());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Bozo::Json { message, position: Position::of(text, offset, start) }
}

/// What was read of the top object.
#[derive(Debug, Default)]
struct Top {
    members: Map<String, Value>,
    items: Vec<Value>,
    has_items: bool,
}

struct TopVisitor<'t>(&'t mut Top);

impl<'de> Visitor<'de> for TopVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "items" {
                self.0.has_items = true;
                map.next_value_seed(Items(&mut self.0.items))?;
            } else {
                let value = map.next_value()?;
                self.0.members.entry(key).or_insert(value);
            }
        }
        Ok(())
    }
}

/// The items; each is kept as soon as it is complete.
struct Items<'t>(&'t mut Vec<Value>);

impl<'de> DeserializeSeed<'de> for Items<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Items<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(item) = seq.next_element()? {
            self.0.push(item);
        }
        Ok(())
    }

    /// A single item where a list belongs.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut item = Map::new();
        while let Some((key, value)) = map.next_entry()? {
            item.insert(key, value);
        }
        self.0.push(Value::Object(item));
        Ok(())
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<(), E> {
        Err(E::custom("expected a list of items"))
    }

    fn visit_some<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        IgnoredAny
            .visit_some(deserializer)
            .map(|_| ())
            .map_err(|_| D::Error::custom("expected a list of items"))
    }
}

/// A string, or a number or boolean where a string belongs.
fn string(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(repair(Cow::Borrowed(text)).into_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The elements of a list, or the one value where a list belongs.
fn list(value: Option<Value>) -> Vec<Value> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(values)) => values,
        Some(value) => vec![value],
    }
}

struct Mapper<'o> {
    options: &'o Options,
    /// The feed's language, which an item may replace.
    language: Option<String>,
}

impl Mapper<'_> {
    fn base(&self) -> &str {
        self.options.base_url.as_deref().unwrap_or("")
    }

    fn uri(&self, value: Option<&Value>) -> Option<String> {
        let text = string(value)?;
        let base = if self.options.resolve_urls { self.base() } else { "" };
        resolve_safe(base, &text).map(Cow::into_owned)
    }

    fn text(&self, value: String, media_type: &'static str, language: Option<&str>) -> Text {
        let value = match media_type {
            "text/html" => self.options.cleaner().clean(&value, self.base()).into_owned(),
            _ => value,
        };
        Text {
            value,
            media_type: media_type.into(),
            language: language.map(Arc::from),
            base: self.options.base_url.as_deref().map(Arc::from),
            src: None,
        }
    }

    fn date(&self, value: Option<&Value>) -> Option<Date> {
        string(value).map(|raw| Typed::new(raw, |raw| date::parse_with(&self.options.date_handlers, raw)))
    }

    /// `authors` of 1.1, `author` of 1.0.
    fn authors(&self, object: &mut Map<String, Value>) -> Vec<Person> {
        let authors = list(object.remove("authors"));
        let author = list(object.remove("author"));
        let people = if authors.is_empty() { author } else { authors };
        let person = |value: &Value| match value {
            Value::Object(person) => Some(Person {
                raw: None,
                name: string(person.get("name")),
                email: None,
                uri: self.uri(person.get("url")),
                extensions: Vec::new(),
            }),
            Value::String(name) => Some(Person { raw: None, name: Some(name.clone()), ..Person::default() }),
            _ => None,
        };
        people.iter().filter_map(person).collect()
    }

    fn link(&self, value: Option<&Value>, rel: &'static str, media_type: Option<&str>) -> Option<Link> {
        let href = self.uri(value)?;
        let media_type = media_type.map(str::to_owned);
        Some(Link { href: Some(href), rel: rel.into(), media_type, ..Link::default() })
    }

    fn feed(&self, mut top: Map<String, Value>) -> Feed {
        let language = self.language.as_deref();
        top.remove("version");
        let home = self.link(top.remove("home_page_url").as_ref(), "alternate", Some("text/html"));
        let itself = self.link(top.remove("feed_url").as_ref(), "self", Some("application/feed+json"));
        let next = self.link(top.remove("next_url").as_ref(), "next", Some("application/feed+json"));
        let hubs = list(top.remove("hubs"));
        let hub = |hub: &Value| {
            let mut link = self.link(hub.get("url"), "hub", None)?;
            link.attributes.extend(string(hub.get("type")).map(|kind| ("type".to_owned(), kind)));
            Some(link)
        };
        Feed {
            title: string(top.remove("title").as_ref()).map(|title| self.text(title, "text/plain", language)),
            subtitle: string(top.remove("description").as_ref())
                .map(|text| self.text(text, "text/plain", language)),
            info: string(top.remove("user_comment").as_ref())
                .map(|text| self.text(text, "text/plain", language)),
            link: home.as_ref().and_then(|link| link.href.clone()),
            href: itself.as_ref().and_then(|link| link.href.clone()),
            links: home.into_iter().chain(itself).chain(next).chain(hubs.iter().filter_map(hub)).collect(),
            logo: self.uri(top.remove("icon").as_ref()),
            icon: self.uri(top.remove("favicon").as_ref()),
            language: string(top.remove("language").as_ref()).map(Arc::from),
            authors: self.authors(&mut top),
            extensions: extensions(top),
            ..Feed::default()
        }
    }

    fn entry(&self, item: Value) -> Option<Entry> {
        let Value::Object(mut item) = item else {
            return None;
        };
        let own_language = string(item.remove("language").as_ref());
        let language = own_language.as_deref().or(self.language.as_deref());
        let page = self.link(item.remove("url").as_ref(), "alternate", Some("text/html"));
        let external = self.link(item.remove("external_url").as_ref(), "related", None);
        let attachments = list(item.remove("attachments"));
        let html =
            string(item.remove("content_html").as_ref()).map(|text| self.text(text, "text/html", language));
        let plain =
            string(item.remove("content_text").as_ref()).map(|text| self.text(text, "text/plain", language));
        let image = self
            .uri(item.remove("image").as_ref())
            .or_else(|| self.uri(item.remove("banner_image").as_ref()));
        let tags = list(item.remove("tags"));
        Some(Entry {
            id: string(item.remove("id").as_ref()),
            id_is_permalink: Some(false),
            title: string(item.remove("title").as_ref())
                .map(|title| self.text(title, "text/plain", language)),
            summary: string(item.remove("summary").as_ref())
                .map(|text| self.text(text, "text/plain", language)),
            link: page.as_ref().or(external.as_ref()).and_then(|link| link.href.clone()),
            links: page
                .into_iter()
                .chain(external)
                .chain(attachments.iter().filter_map(|a| self.attachment(a)))
                .collect(),
            content: html.into_iter().chain(plain).collect(),
            published: self.date(item.remove("date_published").as_ref()),
            updated: self.date(item.remove("date_modified").as_ref()),
            authors: self.authors(&mut item),
            tags: tags.iter().filter_map(|tag| string(Some(tag))).map(tag).collect(),
            image: image.map(|href| Box::new(Image { href: Some(href), ..Image::default() })),
            language: own_language.map(Arc::from),
            extensions: extensions(item),
            ..Entry::default()
        })
    }

    fn attachment(&self, attachment: &Value) -> Option<Link> {
        let mut link = self.link(attachment.get("url"), "enclosure", None)?;
        link.media_type = string(attachment.get("mime_type"));
        link.title = string(attachment.get("title"));
        link.length = string(attachment.get("size_in_bytes")).map(Typed::parsed);
        link.guess_type();
        let duration = string(attachment.get("duration_in_seconds"));
        link.attributes.extend(duration.map(|seconds| ("duration".to_owned(), seconds)));
        Some(link)
    }
}

fn tag(term: String) -> Tag {
    Tag { term: Some(term), ..Tag::default() }
}

/// Every member that has no field of its own, as JSON.
fn extensions(object: Map<String, Value>) -> Vec<Extension> {
    let extension = |(name, value): (String, Value)| {
        let text = match value {
            Value::String(text) => text,
            value => value.to_string(),
        };
        Extension { name, text, ..Extension::default() }
    };
    object.into_iter().map(extension).collect()
}

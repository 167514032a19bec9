//! The result in Universal Feed Parser's format: a dictionary, as JSON.
//!
//! [`Parser::dictionary`] returns the result of Python's `feedparser.parse` for the same bytes, under canonical keys only
//! (`summary`, `href`, `id`, `updated`, `rights`; no aliases). `*_parsed` are nine integers in UTC ([`struct_time`]).
//!
//! Markup is sanitized by [`Sanitize::FeedParser`](crate::content::Sanitize::FeedParser) unless another policy is set. Unlike in
//! Universal Feed Parser, script URLs are omitted, as in the [model](crate::model#what-is-safe-to-show).
//!
//! All differences between Universal Feed Parser and the [model](crate::model) are implemented in this module: it has a separate
//! reader for the elements of feeds, in which their order matters.

mod attributes;
mod contents;
mod date;
#[cfg(test)]
mod date_cases;
mod elements;
mod exception;
mod json_feed;
mod links;
mod media;
mod members;
mod people;
mod place;
mod reading;
#[cfg(test)]
mod tests;
mod texts;
mod urljoin;
mod value;

use std::borrow::Cow;

pub use self::date::struct_time;
use self::exception::exception;
use self::reading::DictionaryReader;
use self::urljoin::urljoin;
use self::value::IntoValues as _;
pub use self::value::{Dictionary, Value};
use crate::budget::Purpose;
use crate::diagnostics::{Bozo, Fault, Position};
use crate::encoding::Trail;
use crate::limits::DefaultMemory;
use crate::parsed::Parsed;
use crate::source::DecodedDocument;
use crate::xml::Reader;
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
    /// and `trail`, a line-by-line account of how the encoding was determined.
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

/// Returns whether Universal Feed Parser assumes that text of an undeclared type is HTML.
///
/// ```
/// assert!(bozofeed::feedparser::looks_like_html("<b>high</b> tide"));
/// assert!(!bozofeed::feedparser::looks_like_html("tides < winds & waves"));
/// ```
pub fn looks_like_html(text: &str) -> bool {
    bozofeed_content::internal::looks_like_html(text)
}

/// The dictionary of a document.
///
/// To write it as JSON, serialize this type: as a `serde_json::Value`, the dictionary of a dense document takes many times the
/// memory. To read it with Python's types, use its methods, which borrow strings from it.
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
/// Additional members can be added around it with `#[serde(flatten)]`:
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
    /// Without the feed and the entries.
    parsed: Parsed,
    feed: Dictionary<'static>,
    entries: Vec<Dictionary<'static>>,
}

impl FeedParserDict {
    fn read(parser: &Parser, document: &Document<'_>) -> Self {
        let options = parser.options();
        let budget = parser
            .budget(document, Purpose { resolve: urljoin, memory: DefaultMemory::LARGE, ..Purpose::MODEL });
        let bytes = document.within(options.limits.size);
        // Universal Feed Parser does not read HTML pages.
        let source = DecodedDocument::of(document, bytes, options, &budget, false);
        let scope = document.scope_with_query();
        let (parsed, feed, entries) = json_feed::read(&source, options, &budget).unwrap_or_else(|| {
            let reader = Reader::new(&source.decoded.text, &options.limits);
            let (feed, entries, interpreted) =
                DictionaryReader::new(reader, scope.as_deref(), options, &budget).read();
            (source.finish_xml(interpreted), feed, entries)
        });
        let (parsed, _) = source.into_result(parsed, bytes.0);
        // After the encoding was added to the result, since the exception depends on the attempts to decode the document.
        let bozo = exception(document, &parsed);
        Self { parsed: Parsed { bozo, ..parsed }, feed, entries }
    }

    /// Returns the reason why the document is bozo, if any.
    pub fn bozo(&self) -> Option<&Bozo> {
        self.parsed.bozo.as_ref()
    }

    /// Returns whether the document is well-formed, regardless of its label.
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
        d.insert("version", parsed.format.json_name());
        let namespaces = parsed.namespaces.iter().map(|(prefix, uri)| (prefix.as_str(), uri.as_str()));
        d.insert("namespaces", Value::Attributes(namespaces.into_dictionary()));
        d
    }

    /// Returns the dictionary of the feed.
    pub fn feed(&self) -> Dictionary<'_> {
        self.feed.borrowed()
    }

    /// Returns the dictionaries of the entries, in document order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Dictionary<'_>> {
        self.entries.iter().map(Dictionary::borrowed)
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

/// The entries of a document, as a list.
#[cfg(feature = "serde")]
struct Entries<'d>(&'d FeedParserDict);

#[cfg(feature = "serde")]
impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.entries())
    }
}

/// Returns the canonical key for a key with an older name.
fn canonical(key: Cow<'static, str>) -> Cow<'static, str> {
    // `FeedParserDict.keymap`. If it has a list (`description`), a value is set under the first key.
    const KEYS: [(&str, &str); 13] = [
        ("channel", "feed"),
        ("items", "entries"),
        ("guid", "id"),
        ("date", "updated"),
        ("date_parsed", "updated_parsed"),
        ("description", "summary"),
        ("description_detail", "summary_detail"),
        ("url", "href"),
        ("modified", "updated"),
        ("issued", "published"),
        ("copyright", "rights"),
        ("tagline", "subtitle"),
        ("tagline_detail", "subtitle_detail"),
    ];
    KEYS.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| Cow::Borrowed(*new))
}

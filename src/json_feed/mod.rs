//! Reads JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>) into the common model.
//!
//! `serde_json` checks whether a text is JSON (RFC 8259). If it is not, `mend` repairs it and records the changes with their
//! offsets; the result is read in the same way. A value is a slice of the text (`value`), so its offset is always known. A value of
//! the wrong type is reported, and used if possible (`reading`, `feed`).
//!
//! XML can occur in JSON in two ways: as RSS in JSON (`rss`), and as the elements of an extension object (`elements`). Both are
//! interpreted like the elements of an XML document.
//!
//! `null` for an optional member is a warning, since some programs write all members. For a member that JSON Feed requires, it is a
//! fault.
//!
//! As in the other formats, missing required members (`title`, `items`, `id` of an item) are not reported.

mod elements;
mod feed;
mod mend;
mod path;
mod reading;
mod rss;
mod start;
mod tokens;
mod typed;
mod value;

use std::collections::VecDeque;
use std::sync::Arc;

use self::feed::OpenFeed;
use self::mend::{MendedJson, OffsetMap};
use self::path::Path;
use self::reading::{Object, Reading};
pub(crate) use self::tokens::{JsonToken, JsonTokens};
pub(crate) use self::value::{JsonNode, MOST_MEMBERS};
use crate::budget::Budget;
use crate::diagnostics::{
    Diagnostics, DocumentFindings, JsonError, JsonType, Limit, LooksLike, Position, Positions, WarningKind,
};
use crate::encoding::Decoded;
use crate::format::Format;
use crate::interpret::Interpreted;
use crate::limits::Limits;
use crate::model::{Entry, XmlScope};
use crate::options::Options;
use crate::parsed::Parsed;
use crate::sink::Sink;
use crate::vocabulary::{Feeds, ValueReader};
use crate::xml::Reader;

#[cfg(test)]
pub(crate) use self::reading::ASKED;
pub use self::start::is_json;

/// A text that is read as JSON.
#[derive(Debug)]
pub(crate) struct JsonDocument {
    /// The repaired text, if the original is not JSON.
    mended: Option<String>,
    places: OffsetMap,
    faults: Diagnostics<JsonError>,
    limit: Option<Limit>,
}

impl JsonDocument {
    /// Checks whether a text is JSON, and repairs it if it is not.
    pub(crate) fn of(text: &str, limits: &Limits, budget: &Budget) -> Self {
        // Nearly all documents are JSON. They are not copied, and need no map of offsets.
        if JsonNode::of(text).is_some() {
            let faults = Diagnostics::keeping(limits.diagnostics);
            return Self { mended: None, places: OffsetMap::default(), faults, limit: None };
        }
        let MendedJson { text, places, faults, too_deep, is_cut_off } =
            mend::mend(text, start::start(text).unwrap_or_default(), limits);
        if is_cut_off {
            budget.set_lookahead_exceeded();
        }
        Self { mended: Some(text), places, faults, limit: too_deep.then_some(Limit::Depth) }
    }

    /// Returns the text of a document, repaired if necessary.
    pub(crate) fn text<'t>(&'t self, document: &'t str) -> &'t str {
        self.mended.as_deref().unwrap_or(document)
    }

    /// Returns the offset in the document for an offset in the repaired text.
    pub(crate) fn original(&self, offset: usize) -> usize {
        self.places.original(offset)
    }

    /// Returns the limit at which a part of the document was omitted.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.limit
    }
}

/// Reads a JSON Feed entry by entry: [`begin`](Self::begin), [`read_entry`](Self::read_entry) while it returns true, and
/// [`finish`](Self::finish). RSS in JSON is read at once.
pub(crate) struct JsonReader<'r> {
    reading: Reading<'r>,
    sink: &'r mut (dyn Sink + 'r),
    /// The feed, until its end.
    feed: Option<OpenFeed<'r>>,
    format: Option<Format>,
}

/// Reads the elements of RSS in JSON. The arguments include the language and the base that apply outside the elements.
pub(crate) type ReadElements<'f> =
    dyn for<'n> FnMut(Reader<'n, Feeds>, Option<Arc<XmlScope>>, &mut dyn Sink) -> Interpreted<'n> + 'f;

impl<'r> JsonReader<'r> {
    /// Begins to read a text, and passes its values to `sink`. RSS in JSON is read by `read_elements`.
    pub(crate) fn begin(
        text: &'r str,
        json: &'r JsonDocument,
        scope: Option<Arc<XmlScope>>,
        options: &'r Options,
        budget: &'r Budget,
        sink: &'r mut (dyn Sink + 'r),
        read_elements: &mut ReadElements<'_>,
    ) -> Self {
        let JsonDocument { mended, places, faults, limit } = json;
        let node = match mended {
            Some(mended) => JsonNode::of(mended).unwrap_or(JsonNode { raw: "null", offset: 0 }),
            None => JsonNode::trimmed(text),
        };
        let mut reading = Reading::new(sink, scope, options, budget, text, places, faults.clone());
        reading.limit = *limit;
        let mut reader = Self { reading, sink, feed: None, format: None };
        reader.begin_top(node, read_elements);
        reader
    }

    fn begin_top(&mut self, document: JsonNode<'r>, read_elements: &mut ReadElements<'_>) {
        let Self { reading, sink, .. } = self;
        let object = reading.object(document, Path::Top);
        let mut faults = Diagnostics::default();
        let rss = object
            .as_ref()
            // An object with the items or the version of a JSON Feed is one, regardless of its other members.
            .filter(|top| !is_feed(top))
            .and_then(|top| rss::document(top, reading, &mut faults));
        if let Some(rss) = rss {
            reading.take_over(faults);
            if rss.is_too_deep {
                reading.limit.get_or_insert(Limit::Depth);
            }
            let reader = Reader::of_nodes(&rss, &reading.options.limits);
            let scope = reading.outermost.take();
            let mut interpreted = read_elements(reader, scope, *sink);
            self.format = interpreted.format;
            reading.namespaces = std::mem::take(&mut interpreted.namespaces);
            reading.limit = reading.limit.or(interpreted.limit);
            reading.take_warnings(interpreted.warnings, None);
        } else if let Some(mut top) = object.filter(is_feed) {
            self.format = Some(format(&mut top, reading, document));
            self.feed = Some(reading.begin_feed(top, *sink));
        }
    }

    /// Reads the next item. Returns whether there was one; if not, the feed has ended.
    pub(crate) fn read_entry(&mut self) -> bool {
        if let Some(feed) = &mut self.feed
            && self.reading.next_item(feed, self.sink)
        {
            return true;
        }
        if let Some(feed) = self.feed.take() {
            self.reading.end_feed(feed, self.sink);
        }
        false
    }

    /// Moves the complete entries to `entries`.
    pub(crate) fn take_entries(&mut self, entries: &mut VecDeque<Entry>) {
        // All equal items of a feed are kept, like equal entries in XML, and there is only one feed.
        self.sink.take_entries(entries, false);
    }

    /// Queries the sink about the feed, with the value reader of the feed.
    pub(crate) fn ask<T>(&mut self, question: impl FnOnce(&mut dyn Sink, &ValueReader<'_>) -> T) -> T {
        // Its values are charged once it is complete.
        let budget = self.reading.budget.clone();
        let values = ValueReader::new(self.sink, self.reading.options, &budget, self.reading.scope.clone());
        question(self.sink, &values)
    }

    /// Returns the result without the feed, the entries and the verdict, together with the findings for the verdict.
    pub(crate) fn finish(
        self,
        decoded: &Decoded<'_>,
        positions: &mut Positions<'_>,
    ) -> (Parsed, DocumentFindings<JsonError>) {
        let Reading { faults, warnings, limit, budget, namespaces, .. } = self.reading;
        let warnings = warnings.into_positioned(positions);
        let parsed = Parsed {
            format: self.format.unwrap_or(Format::Unknown),
            namespaces,
            warnings: warnings.map(|(unplaced, position)| unplaced.at(position)).collect(),
            ..Parsed::default()
        };
        let findings = DocumentFindings {
            // RFC 8259 §8.1: it is not allowed, but may be ignored.
            byte_order_mark: (decoded.byte_order_marks > 0)
                .then_some((JsonError::ByteOrderMark, Position::START)),
            faults,
            limit: limit.or_else(|| budget.limit()),
            not_a_feed: (parsed.format == Format::Unknown).then_some(LooksLike::Json),
        };
        (parsed, findings)
    }
}

/// Returns whether an object is a feed: it has the version of a JSON Feed, or items.
fn is_feed(top: &Object<'_, '_>) -> bool {
    top.has("items") || top.get("version").is_some_and(|version| version.raw.contains("jsonfeed.org"))
}

/// Returns the format for the URL in `version` (JSON Feed, "version").
fn format(top: &mut Object<'_, '_>, reading: &mut Reading<'_>, document: JsonNode<'_>) -> Format {
    let Some(value) = top.get("version") else {
        reading.note(document, || JsonError::MissingVersion);
        return Format::Json11;
    };
    let is_string = value.kind() == JsonType::String;
    let url = reading.string(top, "version").unwrap_or_default();
    match url.as_str() {
        "https://jsonfeed.org/version/1.1" => return Format::Json11,
        "https://jsonfeed.org/version/1" => return Format::Json1,
        "http://jsonfeed.org/version/1" | "http://jsonfeed.org/version/1.1" => {
            reading.warn(value, WarningKind::HttpVersion, &url, top.path.member("version"));
        }
        _ if is_string => reading.note(value, || JsonError::UnknownVersion(url.chars().take(100).collect())),
        _ => {}
    }
    let number = url.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    if matches!(number, "1" | "1.0") { Format::Json1 } else { Format::Json11 }
}

#[cfg(test)]
mod tests {
    use crate::{Bozo, Limit, Limits, Parser};

    /// Members and elements without a field are kept as JSON, which other programs read with their own depth limit.
    #[test]
    fn values_that_are_kept_as_json_are_nested_as_deeply_as_elements_at_most() {
        let limits = Limits::default().depth(20);
        let mut wrong = Vec::new();
        for member in ["\"x\":{}", "\"tags\":[\"a\",{}]"] {
            for depth in 0..30 {
                let value = "[".repeat(depth) + "1" + &"]".repeat(depth);
                let item = format!("{{\"id\":\"a\",{}}}", member.replace("{}", &value));
                let feed = format!("{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{item}]}}");
                let parsed = Parser::new().limits(limits).parse(feed.as_bytes());
                let json =
                    parsed.entries[0].extensions().iter().find_map(|extension| extension.json.as_deref());
                let kept = json.unwrap_or_default().matches('[').count();
                // The feed, its items and the item surround it.
                let is_limited = parsed.bozo == Some(Bozo::LimitExceeded { limit: Limit::Depth });
                if kept + 3 > 20 || (depth > 20) && !is_limited {
                    wrong.push((member, depth, kept, parsed.bozo));
                }
            }
        }
        assert_eq!(wrong, []);
    }
}

//! JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>) into the same model.
//!
//! `serde_json` checks whether a text is JSON (RFC 8259). If it is not, `mend` repairs it and records the changes with their
//! offsets; the result is read in the same way. A value is a slice of the text (`value`), so its offset is always known. A
//! value of a wrong type is reported, and used if possible (`reading`, `feed`).
//!
//! XML has two ways into JSON: RSS in JSON (`rss`), and the elements of an extension object (`elements`). Both are written as XML (`xml`),
//! which is interpreted.
//!
//! `null` for an optional member is a warning, since some programs write all members. For one that JSON Feed requires it is a
//! fault.
//!
//! As in the other formats, required members that are missing are not reported (`title`, `items`, `id` of an item).

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
mod xml;

use std::sync::Arc;

use self::mend::{MendedJson, OffsetMap};
use self::path::Path;
use self::reading::{Object, Reading};
#[cfg(feature = "feedparser")]
pub(crate) use self::tokens::{JsonToken, JsonTokens};
pub(crate) use self::value::JsonNode;
use crate::budget::Budget;
use crate::diagnostics::{
    Diagnostics, DocumentFindings, JsonError, JsonType, Limit, LooksLike, Position, Positions, WarningKind,
};
use crate::encoding::Decoded;
use crate::interpret::interpret;
use crate::model::XmlScope;
use crate::options::Options;
use crate::parsed::Parsed;
use crate::statement::Sink;
use crate::version::Version;

#[cfg(test)]
pub(crate) use self::reading::ASKED;
pub(crate) use self::start::is_json;

/// Reads a JSON Feed and passes its statements to `sink`. Returns the result without the feed, the entries and the verdict, and
/// the findings on which the verdict is based.
pub(crate) fn read(
    decoded: &Decoded<'_>,
    scope: Option<Arc<XmlScope>>,
    options: &Options,
    budget: &Budget,
    positions: &mut Positions<'_>,
    sink: &mut dyn Sink,
) -> (Parsed, DocumentFindings<JsonError>) {
    if let Some(document) = JsonNode::of(&decoded.text) {
        return read_value(
            document,
            decoded,
            Reading::new(
                sink,
                scope,
                options,
                budget,
                &decoded.text,
                OffsetMap::default(),
                Diagnostics::keeping(options.limits.diagnostics),
            ),
            positions,
            sink,
        );
    }
    let MendedJson { text, places, faults, too_deep, is_cut_off } =
        mend::mend(&decoded.text, start::start(&decoded.text).unwrap_or_default(), &options.limits);
    let document = JsonNode::of(&text).unwrap_or(JsonNode { raw: "null", offset: 0 });
    let mut reading = Reading::new(sink, scope, options, budget, &decoded.text, places, faults);
    reading.limit = too_deep.then_some(Limit::Depth);
    if is_cut_off {
        budget.set_lookahead_exceeded();
    }
    read_value(document, decoded, reading, positions, sink)
}

fn read_value(
    document: JsonNode<'_>,
    decoded: &Decoded<'_>,
    mut reading: Reading<'_>,
    positions: &mut Positions<'_>,
    sink: &mut dyn Sink,
) -> (Parsed, DocumentFindings<JsonError>) {
    let mut parsed = Parsed::default();
    let object = reading.object(document, Path::Top);
    let mut faults = Diagnostics::default();
    let rss =
        object.as_ref().filter(|top| !is_feed(top)).and_then(|top| rss::document(top, &reading, &mut faults));
    if let Some(rss) = rss {
        reading.take_over(faults);
        if rss.is_too_deep {
            reading.limit.get_or_insert(Limit::Depth);
        }
        let mut interpreted = interpret(
            &rss.text,
            Some(&rss.offsets),
            reading.outermost.take(),
            reading.options,
            reading.budget,
            sink,
        );
        parsed.version = interpreted.version.unwrap_or(Version::Unknown);
        parsed.namespaces = std::mem::take(&mut interpreted.namespaces);
        reading.limit = reading.limit.or(interpreted.limit);
        reading.take_warnings(interpreted, &rss.offsets, None);
    } else if let Some(mut top) = object.filter(is_feed) {
        parsed.version = version(&mut top, &mut reading, document);
        reading.feed(top, sink);
        parsed.namespaces = std::mem::take(&mut reading.namespaces);
    }
    let Reading { faults, warnings, limit, budget, .. } = reading;
    let limit = limit.or_else(|| budget.limit());
    let warnings = warnings.into_positioned(positions);
    parsed.warnings = warnings.map(|(unplaced, position)| unplaced.at(position)).collect();
    let findings = DocumentFindings {
        // RFC 8259 §8.1: it is not allowed, but may be ignored.
        byte_order_mark: (decoded.byte_order_marks > 0)
            .then_some((JsonError::ByteOrderMark, Position::START)),
        faults,
        limit,
        not_a_feed: (parsed.version == Version::Unknown).then_some(LooksLike::Json),
    };
    (parsed, findings)
}

/// Returns whether an object is a feed: it has the version of one, or items.
fn is_feed(top: &Object<'_, '_>) -> bool {
    top.has("items") || top.get("version").is_some_and(|version| version.raw.contains("jsonfeed.org"))
}

/// Returns the version with this URL (JSON Feed, "version").
fn version(top: &mut Object<'_, '_>, reading: &mut Reading<'_>, document: JsonNode<'_>) -> Version {
    let Some(value) = top.get("version") else {
        reading.note(document, || JsonError::MissingVersion);
        return Version::Json11;
    };
    let is_string = value.kind() == JsonType::String;
    let url = reading.string(top, "version").unwrap_or_default();
    match url.as_str() {
        "https://jsonfeed.org/version/1.1" => return Version::Json11,
        "https://jsonfeed.org/version/1" => return Version::Json1,
        "http://jsonfeed.org/version/1" | "http://jsonfeed.org/version/1.1" => {
            reading.warn(value, WarningKind::HttpVersion, &url, top.path.member("version"));
        }
        _ if is_string => reading.note(value, || JsonError::UnknownVersion(url.chars().take(100).collect())),
        _ => {}
    }
    let number = url.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    if matches!(number, "1" | "1.0") { Version::Json1 } else { Version::Json11 }
}

#[cfg(test)]
mod tests {
    use crate::{Bozo, Limit, Limits, Parser};

    /// The members and elements that no field reads are kept as JSON, which others read with a limit of their own.
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
                // The feed, its items and the item are around it.
                let is_limited = parsed.bozo == Some(Bozo::LimitExceeded { limit: Limit::Depth });
                if kept + 3 > 20 || (depth > 20) && !is_limited {
                    wrong.push((member, depth, kept, parsed.bozo));
                }
            }
        }
        assert_eq!(wrong, []);
    }
}

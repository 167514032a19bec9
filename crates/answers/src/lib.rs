//! Answers to questions about documents, as described in the guide `docs::ndjson` of `bozofeed`: a document and a question in JSON in, an
//! answer in JSON out. The command and the C interface both use this crate, so they give the same answers.

#![allow(clippy::missing_errors_doc, reason = "an error is the message of an answer")]

mod conversion;
mod format;
mod panics;
mod question;

use bozofeed::feedparser::FeedParserDict;
use bozofeed::{Document, Parser};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use self::conversion::{Conversion, Converted};
pub use self::format::{OutputFormat, write};
pub use self::panics::catch;
pub use self::question::Question;

/// The reason for refusing a question.
#[derive(Debug)]
pub struct Refusal {
    /// The kind of failure, also used in the tables of `examples/spark`.
    pub failure: &'static str,
    /// The message.
    pub error: String,
}

/// A question that cannot be answered.
impl From<String> for Refusal {
    fn from(error: String) -> Self {
        Self { failure: "Refused", error }
    }
}

impl Refusal {
    /// Returns an answer without a feed.
    pub fn answer(&self, id: Option<&RawValue>) -> Vec<u8> {
        #[derive(Serialize)]
        struct Refused<'a> {
            id: Option<&'a RawValue>,
            error: &'a str,
            failure: &'a str,
        }

        json(&Refused { id, error: &self.error, failure: self.failure }, 0).unwrap_or_default()
    }
}

/// Returns the answer to a question about a document, which already has the URL and the headers of the question, as a line of JSON
/// without a line break. `capacity` is its expected length. The options of the question take precedence over the options of the parser.
pub fn answer(
    parser: &Parser,
    sanitize: bool,
    question: &Question<'_>,
    document: Document<'_>,
    capacity: usize,
) -> Result<Vec<u8>, Refusal> {
    let own = question.parser(parser)?;
    let parser = own.as_ref().unwrap_or(parser);
    let conversion = Conversion::of(question, sanitize)?;
    let converted = conversion.map(|conversion| conversion.convert(parser.parse(&document))).transpose()?;
    let fields = question.headers()?.unwrap_or_default();
    let headers: Map<String, Value> =
        fields.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let answer = Answer {
        id: question.id,
        dictionary: &parser.dictionary(document),
        href: question.text("url")?,
        etag: headers.get("etag"),
        modified: headers.get("last-modified"),
        headers: &headers,
        converted,
    };
    json(&answer, capacity).map_err(|error| error.to_string().into())
}

/// The default maximum size in bytes of a decompressed document, and of a line or a file of the command.
pub const LONGEST: usize = 256 << 20;

/// Decompresses a document: crawlers store bodies as sent, and often without the header for the coding. Without the feature `gzip`, a
/// document stays unchanged. A document of more than `most` bytes is an error.
pub fn decompressed(document: Document<'_>, most: usize) -> Result<Document<'_>, String> {
    #[cfg(feature = "gzip")]
    let decompressed = document.decompressed(most);
    #[cfg(not(feature = "gzip"))]
    let decompressed = Some(document);
    decompressed.ok_or_else(|| format!("more than {most} bytes when decompressed"))
}

/// Writes an answer on one line.
fn json(answer: &impl Serialize, capacity: usize) -> serde_json::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(capacity);
    serde_json::to_writer(&mut out, answer)?;
    // An identifier is copied verbatim, and some readers interpret a carriage return as the end of a line.
    out.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b' ');
    Ok(out)
}

/// The answer to a question.
#[derive(Serialize)]
struct Answer<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    dictionary: &'a FeedParserDict,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<&'a Value>,
    headers: &'a Map<String, Value>,
    #[serde(flatten)]
    converted: Option<Converted>,
}

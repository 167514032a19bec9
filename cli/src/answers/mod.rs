//! Answers to questions about documents, as `src/docs/ndjson.md` describes them. The command and the library in `c` have these sources in
//! common; neither needs what the other one is made of.

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
#[allow(unused_imports, reason = "the command has them as arguments")]
pub(crate) use self::format::{OutputFormat, write};
pub(crate) use self::panics::catch;
pub(crate) use self::question::Question;

/// The reason why a question has no answer.
pub(crate) struct Refusal {
    /// The kind of failure, which the tables of `examples/spark` have as well.
    pub(crate) failure: &'static str,
    pub(crate) error: String,
}

/// A question that cannot be answered.
impl From<String> for Refusal {
    fn from(error: String) -> Self {
        Self { failure: "Refused", error }
    }
}

impl Refusal {
    /// Returns an answer without a feed.
    pub(crate) fn answer(&self, id: Option<&RawValue>) -> Vec<u8> {
        #[derive(Serialize)]
        struct Refused<'a> {
            id: Option<&'a RawValue>,
            error: &'a str,
            failure: &'a str,
        }

        json(&Refused { id, error: &self.error, failure: self.failure }, 0).unwrap_or_default()
    }
}

/// Returns the answer to a question about a document, which has the URL and the headers of the question already, as a line of JSON
/// without its end. It is probably as long as `capacity`. The options of the question come before those of the parser.
pub(crate) fn answer(
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

/// The bytes that a document may have when it is decompressed, and a line or a file of the command, unless something else is asked for.
pub(crate) const LONGEST: usize = 256 << 20;

/// Writes an answer in one line.
fn json(answer: &impl Serialize, capacity: usize) -> serde_json::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(capacity);
    serde_json::to_writer(&mut out, answer)?;
    // An identifier is written as it was, and some readers take a carriage return for the end of a line.
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

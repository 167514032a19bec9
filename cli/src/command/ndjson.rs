//! A filter for pipelines: one question a line, one answer a line, in order.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bozofeed::feedparser::FeedParserDict;
use bozofeed::{Document, Headers, Limits, Parser, ReadError};
use serde_json::{Map, Value, json};

use super::conversion::{Conversion, Converted};
use super::deadline::Deadline;
use super::jobs::{self, Window};
use super::lines::{Line, Lines};
use super::panics::catch;
use crate::arrow::Stream;

/// How many answers may wait for an earlier question that takes long.
const WINDOW: Window = Window { answers: 1024, bytes: 64 << 20 };

/// How much of standard input is read at once.
const BUFFER: usize = 64 << 10;

/// The capacity that a job keeps after a long question.
const KEPT: usize = 1 << 20;

/// The files that a question may name.
#[derive(Clone, Copy)]
pub(crate) struct Files {
    /// The greatest size of a file, and of a line, in bytes.
    pub(crate) longest: usize,
    /// Whether pipes and devices are read, too. Opening or reading one may take forever.
    pub(crate) any: bool,
}

/// Reads the documents of questions.
pub(crate) struct QuestionReader {
    pub(crate) parser: Parser,
    /// The headers of documents whose question has none.
    pub(crate) headers: Headers,
    /// The URL of documents whose question has none.
    pub(crate) url: Option<String>,
    pub(crate) files: Files,
    /// Whether markup is sanitized where it is written.
    pub(crate) sanitize: bool,
    /// The format of the answers, if it is not JSON.
    pub(crate) arrow: Option<Stream>,
}

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

/// Answers every question of standard input; `jobs` of them at the same time, or one for each core if it is 0. Lines of
/// more than `files.longest` bytes are not questions. An answer that takes more than `seconds` is an error.
pub(crate) fn answer_all(reader: QuestionReader, jobs: usize, seconds: Option<u64>) -> io::Result<()> {
    let mut lines = Lines::new(BufReader::with_capacity(BUFFER, io::stdin()), reader.files.longest);
    let next = move |line: &mut Vec<u8>| {
        line.clear();
        line.shrink_to(KEPT);
        loop {
            match lines.next(line)? {
                Line::End => return Ok(false),
                Line::Read if line.trim_ascii().is_empty() => {}
                // A line that is too long is passed on as an empty one. Others are not empty.
                Line::TooLong | Line::Read => return Ok(true),
            }
        }
    };
    let reader = Arc::new(reader);
    if let Some(stream) = &reader.arrow {
        stream.begin(&mut io::stdout())?;
    }
    let answerer = Arc::clone(&reader);
    let answer = move |line: &[u8]| answerer.answer_line(line);
    match seconds {
        None => jobs::answer_all(jobs, WINDOW, next, move |line: &Vec<u8>| answer(line), io::stdout())?,
        Some(seconds) => {
            let deadline = Deadline::new(Duration::from_secs(seconds), answer);
            let refuser = Arc::clone(&reader);
            let answer = move |line: &Vec<u8>| match deadline.answer(line) {
                Ok(Some(answer)) => answer,
                Ok(None) => {
                    refuser.refuse(&id(line), "Timeout", &format!("the answer took more than {seconds} s"))
                }
                Err(error) => refuser.refuse(&id(line), "Crash", &error.to_string()),
            };
            jobs::answer_all(jobs, WINDOW, next, answer, io::stdout())?;
        }
    }
    match &reader.arrow {
        Some(stream) => stream.end(&mut io::stdout()),
        None => Ok(()),
    }
}

/// Returns the identifier of a question that was not answered.
fn id(line: &[u8]) -> Value {
    #[derive(Default, serde::Deserialize)]
    struct Identified {
        #[serde(default)]
        id: Value,
    }

    serde_json::from_slice::<Identified>(line).unwrap_or_default().id
}

impl QuestionReader {
    /// Returns the answer.
    fn answer_line(&self, line: &[u8]) -> Vec<u8> {
        let (id, Refusal { failure, error }) = match serde_json::from_slice::<Value>(line) {
            _ if line.is_empty() => (Value::Null, "the line is too long".to_owned().into()),
            Ok(Value::Object(question)) => {
                let id = question.get("id").cloned().unwrap_or(Value::Null);
                // An answer is about as long as its question.
                match catch(|| self.answer(&question, line.len())) {
                    Ok(Ok(answer)) => return answer,
                    Ok(Err(refusal)) => (id, refusal),
                    Err(panic) => (id, Refusal { failure: "Crash", error: panic }),
                }
            }
            Ok(_) => (Value::Null, "a question is a JSON object".to_owned().into()),
            Err(error) => (Value::Null, error.to_string().into()),
        };
        self.refuse(&id, failure, &error)
    }

    /// Returns an answer without a feed.
    fn refuse(&self, id: &Value, failure: &str, error: &str) -> Vec<u8> {
        if let Some(stream) = &self.arrow {
            return stream.failure(id, failure, error).unwrap_or_default();
        }
        let mut line = json!({"id": id, "error": error, "failure": failure}).to_string().into_bytes();
        line.push(b'\n');
        line
    }

    fn answer(&self, question: &Map<String, Value>, capacity: usize) -> Result<Vec<u8>, Refusal> {
        let document = body(question, self.files)?;
        let size = document.bytes().len();
        let mut document = document.headers(&self.headers);
        let mut headers = Map::new();
        if let Some(Value::Object(given)) = question.get("headers") {
            let fields = given.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
            let fields: Headers = fields.collect();
            headers = fields.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
            document = document.headers(fields);
        }
        let url = question.get("url").and_then(Value::as_str);
        let base = url.or(self.url.as_deref());
        if let Some(base) = base {
            document = document.url(base);
        }
        let conversion = Conversion::of(question)?;
        let answer = if let Some(stream) = &self.arrow {
            if conversion.is_some() {
                return Err("as: tables have no column for it".to_owned().into());
            }
            stream.answer(question, (base, size), &self.parser.parse(document))
        } else {
            let convert =
                |conversion: Conversion| conversion.convert(self.parser.parse(&document), self.sanitize);
            let converted = conversion.map(convert).transpose()?;
            let dictionary = self.parser.dictionary(document);
            json_answer(question, (url, headers), (&dictionary, converted), capacity)
        };
        answer.map_err(|error| error.to_string().into())
    }
}

/// Returns the answer as a line of JSON.
fn json_answer(
    question: &Map<String, Value>,
    (url, headers): (Option<&str>, Map<String, Value>),
    (dictionary, converted): (&FeedParserDict, Option<Converted>),
    capacity: usize,
) -> io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(capacity);
    let answer = Answer {
        id: question.get("id"),
        dictionary,
        href: url,
        etag: headers.get("etag"),
        modified: headers.get("last-modified"),
        headers: &headers,
        converted,
    };
    serde_json::to_writer(&mut out, &answer)?;
    out.push(b'\n');
    Ok(out)
}

/// The answer to a question.
#[derive(serde::Serialize)]
struct Answer<'a> {
    id: Option<&'a Value>,
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

impl Files {
    fn read(self, path: &str) -> Result<Document<'static>, ReadError> {
        let check = |file: &fs::Metadata| {
            let is_read = file.is_file() || self.any && !file.is_dir();
            is_read.then_some(()).ok_or_else(|| io::Error::other("not a regular file"))
        };
        // Merely opening a pipe would wait for somebody who writes into it.
        check(&fs::metadata(path)?)?;
        let file = File::open(path)?;
        check(&file.metadata()?)?;
        Document::read(file, &Limits::default().size(self.longest))
    }
}

fn body(question: &Map<String, Value>, files: Files) -> Result<Document<'_>, String> {
    let text = |key: &str| question.get(key).and_then(Value::as_str);
    if let Some(encoded) = text("body_base64") {
        let bytes = STANDARD.decode(encoded).map_err(|error| format!("body_base64: {error}"))?;
        Ok(bytes.into())
    } else if let Some(body) = text("body") {
        Ok(body.into())
    } else if let Some(path) = text("path") {
        files.read(path).map_err(|error| format!("{path}: {error}"))
    } else {
        Err("a question has body_base64, body or path".to_owned())
    }
}

//! A filter for pipelines: one question a line, one answer a line, in order.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bozofeed::feedparser::FeedParserDict;
use bozofeed::{Document, Headers, Parser};
use serde::ser::{SerializeMap as _, Serializer as _};
use serde_json::{Map, Value, json};

use super::deadline::Deadline;
use super::jobs::{self, Window};
use super::lines::{Line, Lines};
use super::panics::catch;

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
    let answer = move |line: &[u8]| reader.answer_line(line);
    let Some(seconds) = seconds else {
        return jobs::answer_all(jobs, WINDOW, next, move |line: &Vec<u8>| answer(line), io::stdout());
    };
    let deadline = Deadline::new(Duration::from_secs(seconds), answer);
    let answer = move |line: &Vec<u8>| match deadline.answer(line) {
        Ok(Some(answer)) => answer,
        Ok(None) => error_line(&id(line), &format!("the answer took more than {seconds} s")),
        Err(error) => error_line(&id(line), &error.to_string()),
    };
    jobs::answer_all(jobs, WINDOW, next, answer, io::stdout())
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

/// Returns an answer without a feed.
fn error_line(id: &Value, error: &str) -> Vec<u8> {
    let mut line = json!({"id": id, "error": error}).to_string().into_bytes();
    line.push(b'\n');
    line
}

impl QuestionReader {
    /// Returns the answer as a line of JSON.
    fn answer_line(&self, line: &[u8]) -> Vec<u8> {
        let (id, error) = match serde_json::from_slice::<Value>(line) {
            _ if line.is_empty() => (Value::Null, "the line is too long".to_owned()),
            Ok(Value::Object(question)) => {
                let id = question.get("id").cloned().unwrap_or(Value::Null);
                // An answer is about as long as its question.
                let answer = catch(|| self.answer(&question, Vec::with_capacity(line.len())));
                match answer.unwrap_or_else(Err) {
                    Ok(mut answer) => {
                        answer.push(b'\n');
                        return answer;
                    }
                    Err(error) => (id, error),
                }
            }
            Ok(_) => (Value::Null, "a question is a JSON object".to_owned()),
            Err(error) => (Value::Null, error.to_string()),
        };
        error_line(&id, &error)
    }

    /// Adds the answer to `out`.
    fn answer(&self, question: &Map<String, Value>, mut out: Vec<u8>) -> Result<Vec<u8>, String> {
        let bytes = body(question, self.files)?;
        let mut document = Document::new(&bytes).headers(&self.headers);
        let mut headers = Map::new();
        if let Some(Value::Object(given)) = question.get("headers") {
            let fields = given.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
            let fields: Headers = fields.collect();
            headers = fields.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
            document = document.headers(fields);
        }
        let url = question.get("url").and_then(Value::as_str);
        if let Some(url) = url.or(self.url.as_deref()) {
            document = document.url(url);
        }
        let mut response = Map::new();
        if let Some(url) = url {
            response.insert("href".into(), url.into());
        }
        for (header, key) in [("etag", "etag"), ("last-modified", "modified")] {
            if let Some(value) = headers.get(header) {
                response.insert(key.into(), value.clone());
            }
        }
        response.insert("headers".into(), Value::Object(headers));
        let id = question.get("id").unwrap_or(&Value::Null);
        let dictionary = FeedParserDict::read(&self.parser, document);
        write_answer(&mut out, id, &dictionary, &response).map_err(|error| error.to_string())?;
        Ok(out)
    }
}

fn write_answer(
    out: &mut Vec<u8>,
    id: &Value,
    dictionary: &FeedParserDict,
    response: &Map<String, Value>,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut members = serializer.serialize_map(None)?;
    members.serialize_entry("id", id)?;
    dictionary.serialize_into(&mut members)?;
    for (name, value) in response {
        members.serialize_entry(name, value)?;
    }
    members.end()
}

impl Files {
    fn read(self, path: &str) -> io::Result<Vec<u8>> {
        let check = |file: &fs::Metadata| {
            let is_read = file.is_file() || self.any && !file.is_dir();
            is_read.then_some(()).ok_or_else(|| io::Error::other("not a regular file"))
        };
        // Merely opening a pipe would wait for somebody who writes into it.
        check(&fs::metadata(path)?)?;
        let file = File::open(path)?;
        check(&file.metadata()?)?;
        let mut bytes = Vec::new();
        file.take(self.longest.saturating_add(1) as u64).read_to_end(&mut bytes)?;
        if bytes.len() > self.longest {
            return Err(io::Error::other(format!("the file is longer than {} bytes", self.longest)));
        }
        Ok(bytes)
    }
}

fn body(question: &Map<String, Value>, files: Files) -> Result<Vec<u8>, String> {
    let text = |key: &str| question.get(key).and_then(Value::as_str);
    if let Some(encoded) = text("body_base64") {
        STANDARD.decode(encoded).map_err(|error| format!("body_base64: {error}"))
    } else if let Some(body) = text("body") {
        Ok(body.as_bytes().to_vec())
    } else if let Some(path) = text("path") {
        files.read(path).map_err(|error| format!("{path}: {error}"))
    } else {
        Err("a question has body_base64, body or path".to_owned())
    }
}

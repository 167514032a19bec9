//! A filter for pipelines: one question per line, one answer per line, in order.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Write};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bozofeed::{Document, Headers, Limits, Parser, ReadError};
use bozofeed_answers::{self as answers, Question, Refusal, catch, decompressed};
use serde_json::value::RawValue;

use super::deadline::Deadline;
use super::identifier;
use super::jobs::{self, Window};
use super::lines::{Line, Lines};
use super::progress::Progress;
use super::resumed::{Answered, Resumed};
use crate::extension::Stream;

/// The limits on answers that wait for an earlier, slow question.
const WINDOW: Window = Window { answers: 1024, bytes: 64 << 20 };

/// The size of the buffer for standard input.
const BUFFER: usize = 64 << 10;

/// The maximum capacity that a job keeps after a long question.
const KEPT: usize = 1 << 20;

/// The files that questions may refer to.
#[derive(Clone, Copy)]
pub(crate) struct Files {
    /// The maximum size of a file and of a line in bytes.
    pub(crate) longest: usize,
    /// Whether pipes and devices are also read. Opening or reading one may block forever.
    pub(crate) any: bool,
}

/// Parses the documents of questions.
pub(crate) struct QuestionReader {
    pub(crate) parser: Parser,
    /// The headers for documents whose question has none.
    pub(crate) headers: Headers,
    /// The URL for documents whose question has none.
    pub(crate) url: Option<String>,
    pub(crate) files: Files,
    /// Whether markup is sanitized when it is written.
    pub(crate) sanitize: bool,
    /// The output format, if it is not JSON.
    pub(crate) stream: Option<Box<dyn Stream>>,
}

/// A line of the input.
#[derive(Default)]
struct InputLine {
    text: Vec<u8>,
    /// Whether the line was skipped, so that only its identifier is known.
    is_too_long: bool,
    id: Option<Box<RawValue>>,
}

/// Answers every question on standard input, `jobs` of them concurrently, or one for each core if it is 0. Questions that a resumed file
/// already answers are skipped, and lines of more than `files.longest` bytes are rejected. An answer that takes longer than `limit` is an
/// error.
pub(crate) fn answer_all(
    reader: QuestionReader,
    jobs: usize,
    limit: Option<Duration>,
    resumed: Option<Resumed>,
) -> io::Result<()> {
    let is_to_file = resumed.is_some();
    let (output, answered): (Box<dyn Write + Send>, _) = match resumed {
        Some(Resumed { file, answered }) => (Box::new(file), answered),
        None => (Box::new(io::stdout()), Answered::default()),
    };
    let mut lines = Lines::new(BufReader::with_capacity(BUFFER, io::stdin()), reader.files.longest);
    let next = move |line: &mut InputLine| {
        line.text.clear();
        line.text.shrink_to(KEPT);
        line.is_too_long = false;
        loop {
            match lines.next(&mut line.text)? {
                Line::End => return Ok(false),
                Line::Read if line.text.trim_ascii().is_empty() => {}
                Line::Read if answered.has(|| identifier::id(&line.text)) => {}
                Line::Read => return Ok(true),
                Line::TooLong(id) if answered.has(|| id.clone()) => {}
                Line::TooLong(id) => {
                    (line.is_too_long, line.id) = (true, id);
                    return Ok(true);
                }
            }
        }
    };
    let reader = Arc::new(reader);
    if let Some(stream) = &reader.stream {
        stream.begin(&mut io::stdout())?;
    }
    let answer = answerer(&reader, limit);
    let refuser = Arc::clone(&reader);
    let answer = move |line: &InputLine| {
        if line.is_too_long {
            refuser.refuse(line.id.as_deref(), &"the line is too long".to_owned().into())
        } else {
            answer(&line.text)
        }
    };
    jobs::answer_all(jobs, WINDOW, next, answer, output, Progress::of_answers(is_to_file))?;
    match &reader.stream {
        Some(stream) => stream.end(&mut io::stdout()),
        None => Ok(()),
    }
}

/// A function that answers a line.
type Answerer = dyn Fn(&[u8]) -> Vec<u8> + Send + Sync;

/// Returns the function that answers a line, with a time limit if there is one.
fn answerer(reader: &Arc<QuestionReader>, limit: Option<Duration>) -> Box<Answerer> {
    let answerer = Arc::clone(reader);
    let answer = move |line: &[u8]| answerer.answer_line(line);
    let Some(limit) = limit else { return Box::new(answer) };
    let deadline = Deadline::new(limit, answer);
    let refuser = Arc::clone(reader);
    Box::new(move |line| {
        let (failure, error) = match deadline.answer(line) {
            Ok(Some(answer)) => return answer,
            Ok(None) => ("Timeout", format!("the answer took more than {} s", limit.as_secs_f64())),
            Err(error) => ("Crash", error.to_string()),
        };
        refuser.refuse(identifier::id(line).as_deref(), &Refusal { failure, error })
    })
}

impl QuestionReader {
    /// Returns the answer.
    fn answer_line(&self, line: &[u8]) -> Vec<u8> {
        let question = match serde_json::from_slice::<Question<'_>>(line) {
            Ok(question) => question,
            Err(error) => return self.refuse(identifier::id(line).as_deref(), &error.to_string().into()),
        };
        // An answer is about as long as its question.
        match catch(|| self.answer(&question, line.len())) {
            Ok(Ok(answer)) => answer,
            Ok(Err(refusal)) => self.refuse(question.id, &refusal),
            Err(error) => self.refuse(question.id, &Refusal { failure: "Crash", error }),
        }
    }

    /// Returns an answer without a feed.
    fn refuse(&self, id: Option<&RawValue>, refusal: &Refusal) -> Vec<u8> {
        if let Some(stream) = &self.stream {
            return stream.failure(id, refusal.failure, &refusal.error).unwrap_or_default();
        }
        line(refusal.answer(id))
    }

    fn answer(&self, question: &Question<'_>, capacity: usize) -> Result<Vec<u8>, Refusal> {
        let document = body(question, self.files)?;
        let size = document.bytes().len();
        let mut document = document.headers(&self.headers);
        if let Some(headers) = question.headers()? {
            document = document.headers(headers);
        }
        let base = question.text("url")?.or(self.url.as_deref());
        if let Some(base) = base {
            document = document.url(base);
        }
        let Some(stream) = &self.stream else {
            return answers::answer(&self.parser, self.sanitize, question, document, capacity).map(line);
        };
        if question.get("as").is_some() {
            return Err("as: tables have no column for it".to_owned().into());
        }
        let own = question.parser(&self.parser)?;
        let parsed = own.as_ref().unwrap_or(&self.parser).parse(document);
        let answer = stream.answer(question, (base, size), &parsed);
        answer.map_err(|error| error.to_string().into())
    }
}

/// Ends the line of an answer.
fn line(mut answer: Vec<u8>) -> Vec<u8> {
    answer.push(b'\n');
    answer
}

impl Files {
    fn read(self, path: &str) -> Result<Document<'static>, ReadError> {
        let check = |file: &fs::Metadata| {
            let is_read = file.is_file() || self.any && !file.is_dir();
            is_read.then_some(()).ok_or_else(|| io::Error::other("not a regular file"))
        };
        // Opening a pipe would block until someone opens it for writing.
        check(&fs::metadata(path)?)?;
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        check(&metadata)?;
        // A file generated by the system, such as a kernel log, has no size and may be endless.
        let size = if self.any { u64::MAX } else { metadata.len() };
        Document::read(file.take(size), &Limits::default().size(self.longest))
    }
}

fn body<'q>(question: &'q Question<'q>, files: Files) -> Result<Document<'q>, String> {
    if let Some(encoded) = question.text("body_base64")? {
        let bytes = STANDARD.decode(encoded).map_err(|error| format!("body_base64: {error}"))?;
        decompressed(bytes.into(), files.longest).map_err(|error| format!("body_base64: {error}"))
    } else if let Some(body) = question.text("body")? {
        Ok(body.into())
    } else if let Some(path) = question.text("path")? {
        let document = files.read(path).map_err(|error| format!("{path}: {error}"))?;
        decompressed(document, files.longest).map_err(|error| format!("{path}: {error}"))
    } else {
        Err("a question has body_base64, body or path".to_owned())
    }
}

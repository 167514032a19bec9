//! `--arrow`: feeds, entries and faults as an Arrow IPC stream, with a row for each document.

use std::io::{self, Write};

use arrow_ipc::writer::{
    DictionaryTracker, IpcDataGenerator, IpcWriteContext, IpcWriteOptions, StreamWriter, write_message,
};
use bozofeed::{Parsed, Parser};
use bozofeed_arrow::{DocumentKey, FeedTables, TableBuilder};
use serde_json::value::RawValue;

use bozofeed_answers::Question;
use bozofeed_command::source::Input;
use bozofeed_command::{Stream, headings};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = headings::BATCH)]
pub(crate) struct ArrowArguments {
    /// Write an Arrow IPC stream: feeds, entries and faults, a row per document
    #[arg(long, conflicts_with_all = ["json", "feedparser", "explain", "write"])]
    arrow: bool,
}

impl ArrowArguments {
    /// Returns the output format, if it was requested.
    pub(crate) fn answers(&self) -> Option<Answers> {
        self.arrow.then(Answers::default)
    }

    /// Starts to write the rows of files, if requested.
    pub(crate) fn files(&self, out: &mut dyn Write) -> io::Result<Option<Files>> {
        let begin = |answers: Answers| {
            answers.begin(out)?;
            Ok(Files { answers, builder: TableBuilder::new() })
        };
        self.answers().map(begin).transpose()
    }
}

/// Batches of rows in a stream.
#[derive(Default)]
pub(crate) struct Answers {
    options: IpcWriteOptions,
}

impl Answers {
    /// Returns the rows of these tables as one batch.
    fn batch(&self, tables: &FeedTables) -> io::Result<Vec<u8>> {
        let (_, encoded) = IpcDataGenerator::default()
            .encode(
                &tables.by_document(),
                &mut DictionaryTracker::new(true),
                &self.options,
                &mut IpcWriteContext::default(),
            )
            .map_err(io::Error::other)?;
        let mut batch = Vec::with_capacity(encoded.ipc_message.len() + encoded.arrow_data.len() + 16);
        write_message(&mut batch, encoded, &self.options).map_err(io::Error::other)?;
        Ok(batch)
    }
}

impl Stream for Answers {
    /// Writes the schema.
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        let schema = FeedTables::schema_by_document();
        StreamWriter::try_new_with_options(&mut *out, &schema, self.options.clone())
            .map_err(io::Error::other)?;
        out.flush()
    }

    /// Writes the end-of-stream marker (Arrow columnar format, IPC streaming format).
    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&[0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])?;
        out.flush()
    }

    fn answer(
        &self,
        question: &Question<'_>,
        (url, size): (Option<&str>, usize),
        parsed: &Parsed,
    ) -> io::Result<Vec<u8>> {
        let position =
            question.get("position").map(|position| position.as_i64().ok_or("position: not an integer"));
        let position = position.transpose().map_err(io::Error::other)?;
        let name = question.id.and_then(name);
        let source = question.text("source").map_err(io::Error::other)?.unwrap_or_default();
        let mut key = DocumentKey::new(source, position.unwrap_or_default());
        key.document = name.as_deref();
        (key.url, key.bytes) = (url, Some(size));
        key.fetched = question.text("fetched").map_err(io::Error::other)?.and_then(|time| time.parse().ok());
        let mut builder = TableBuilder::new();
        builder.push(&key, parsed);
        self.batch(&builder.finish())
    }

    fn failure(&self, id: Option<&RawValue>, failure: &str, message: &str) -> io::Result<Vec<u8>> {
        let name = id.and_then(name);
        let mut key = DocumentKey::new("", 0);
        key.document = name.as_deref();
        let mut builder = TableBuilder::new();
        builder.push_failure(&key, failure, message);
        self.batch(&builder.finish())
    }
}

/// Returns the identifier of a question as text: the value of a string, or other JSON verbatim.
fn name(id: &RawValue) -> Option<String> {
    let as_written = || id.get().to_owned();
    (id.get() != "null").then(|| serde_json::from_str(id.get()).unwrap_or_else(|_| as_written()))
}

/// Writes the rows of files.
pub(crate) struct Files {
    answers: Answers,
    builder: TableBuilder,
}

impl Files {
    /// Adds the rows of a document.
    pub(crate) fn add(&mut self, out: &mut dyn Write, parser: &Parser, input: &Input) -> io::Result<()> {
        let Some(document) = input.document() else { return Ok(()) };
        let mut key = DocumentKey::new(&input.name, 0);
        key.document = Some(&input.name);
        key.url = Some(input.base.as_str()).filter(|url| !url.is_empty());
        key.bytes = input.bytes.as_ref().map(Vec::len);
        self.builder.push(&key, &parser.parse(document));
        if self.builder.is_full() { self.write(out) } else { Ok(()) }
    }

    /// Adds the row of a source that was not read.
    pub(crate) fn add_failure(&mut self, source: &str, message: &str) {
        let mut key = DocumentKey::new(source, 0);
        key.document = Some(source);
        self.builder.push_failure(&key, "Unreadable", message);
    }

    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.answers.batch(&self.builder.finish())?)
    }

    pub(crate) fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write(out)?;
        self.answers.end(out)
    }
}

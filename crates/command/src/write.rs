//! `--write`: feeds as documents in some format.

use std::borrow::Cow;
use std::io::{self, Write};

use bozofeed::date::{self, Moment};
use bozofeed::write::{Target, WriteError, Writer, Written};
use bozofeed::{Bozo, Parsed, Parser, Timestamp};
use bozofeed_answers::{OutputFormat, write};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::merge::{self, Merged, Origin};
use super::source::Input;
use super::{headings, limits, printable, status_line};

/// The maximum number of spaces for indentation.
const MOST_SPACES: u8 = 16;

/// The default number of spaces for indentation.
const SPACES: u8 = 2;

#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = headings::WRITE)]
pub(crate) struct WriteArguments {
    /// Write the feed as FORMAT: atom, rss, json, or same for its own
    ///
    /// Of several sources, write one feed of all entries, newest first.
    #[arg(long, value_name = "FORMAT", value_parser = format(), hide_possible_values = true)]
    #[arg(conflicts_with_all = ["json", "feedparser", "ndjson", "explain"])]
    write: Option<OutputFormat>,

    /// The URL at which the written feed will be found
    #[arg(long, value_name = "URL", requires = "write", hide_short_help = true)]
    feed_url: Option<String>,

    /// The title of the written feed. By default it is that of the feed; of several sources, their titles
    #[arg(long, value_name = "TEXT", requires = "write", hide_short_help = true)]
    title: Option<String>,

    /// The date of entries without one in a feed without one, such as 2026-11-24T09:00:00Z. Atom requires one
    #[arg(long, value_name = "DATE", requires = "write", hide_short_help = true, value_parser = fallback_date)]
    fallback_date: Option<Timestamp>,

    /// Spaces by which elements or members are indented; 0 writes no line breaks between them
    #[arg(long, value_name = "N", default_value_t = SPACES, requires = "write", hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(..=i64::from(MOST_SPACES)))]
    indent: u8,

    /// Entries to write at most: the first ones, of several sources the newest. There is no limit by default
    #[arg(long, value_name = "N", requires = "write", hide_short_help = true)]
    entries: Option<usize>,

    /// Keep values for which the format has no place, in namespaces that only bozofeed reads
    #[arg(long, requires = "write", hide_short_help = true, conflicts_with = "plain")]
    keep_everything: bool,

    /// Write what readers know, and nothing else, which is the default
    #[arg(long, requires = "write", hide_short_help = true)]
    plain: bool,

    /// The URL of a style sheet by which browsers show RSS and Atom: CSS, or else XSLT
    #[arg(long, value_name = "URL", requires = "write", hide_short_help = true)]
    stylesheet: Option<String>,
}

impl WriteArguments {
    /// Returns the requested output.
    pub(crate) fn start(self, program: &'static str, sanitize: bool, sources: usize) -> Option<Output> {
        let Self {
            write: format,
            feed_url,
            title,
            fallback_date,
            indent,
            entries,
            keep_everything,
            plain: _,
            stylesheet,
        } = self;
        let format = format?;
        let options = WriteOptions {
            format,
            feed_url,
            title,
            fallback_date,
            indent,
            entries,
            sanitize,
            keep_everything,
            stylesheet,
        };
        Some(Output { program, options, is_merged: sources > 1, documents: Vec::new() })
    }
}

/// The options for writing a feed.
#[derive(Debug)]
struct WriteOptions {
    format: OutputFormat,
    feed_url: Option<String>,
    title: Option<String>,
    fallback_date: Option<Timestamp>,
    indent: u8,
    entries: Option<usize>,
    sanitize: bool,
    keep_everything: bool,
    stylesheet: Option<String>,
}

impl WriteOptions {
    /// Returns the document, and the values that could not be written.
    fn write(&self, target: Target, parsed: Parsed) -> Result<(Vec<u8>, Written), WriteError> {
        let mut writer = Writer::new(target)
            .indent(self.indent.into())
            .sanitize(self.sanitize)
            .keep_everything(self.keep_everything);
        if let Some(url) = &self.feed_url {
            writer = writer.feed_url(url);
        }
        if let Some(date) = self.fallback_date {
            writer = writer.fallback_date(date);
        }
        if let Some(most) = self.entries {
            writer = writer.entries(most);
        }
        if let Some(url) = &self.stylesheet {
            writer = writer.stylesheet(url);
        }
        write(&writer, self.title.as_deref(), parsed)
    }
}

/// Parses the formats as argument values.
fn format() -> impl TypedValueParser<Value = OutputFormat> {
    let value = |format: OutputFormat| {
        let help = match format {
            OutputFormat::Atom => "Atom 1.0",
            OutputFormat::Rss => "RSS 2.0",
            OutputFormat::Json => "JSON Feed 1.1",
            OutputFormat::Same => "The format that was read: Atom 1.0, RSS 2.0 or JSON Feed 1.1",
        };
        PossibleValue::new(format.as_str()).help(help)
    };
    PossibleValuesParser::new(OutputFormat::ALL.map(value))
        .try_map(|name| OutputFormat::named(&name).ok_or("no such format"))
}

/// A parsed feed.
struct Document {
    name: String,
    read: merge::Document,
}

/// The feeds to write as one document.
pub(crate) struct Output {
    /// The name of the program.
    program: &'static str,
    options: WriteOptions,
    /// Whether there are several sources. Some may not have been read.
    is_merged: bool,
    documents: Vec<Document>,
}

impl Output {
    /// Adds a document. Returns whether it is a feed. `is_fetched`: it was read from the URL that is its base.
    pub(crate) fn add(&mut self, parser: &Parser, mut input: Input, is_fetched: bool) -> bool {
        let parsed = input.parsed.take();
        let Some(parsed) = parsed.map(|parsed| *parsed).or_else(|| Some(parser.parse(input.document()?)))
        else {
            // Not modified.
            return true;
        };
        if !parsed.is_feed() {
            let reason = parsed.bozo.map(|bozo| bozo.to_string()).unwrap_or_default();
            report(self.program, &input.name, &reason);
            return false;
        }
        // The document that is written would look complete.
        if let Some(Bozo::LimitExceeded { limit }) = &parsed.bozo {
            let advice = limits::advice(*limit).unwrap_or_default();
            report(
                self.program,
                &input.name,
                &format!("some values were not read: limit exceeded: {limit}{advice}"),
            );
        }
        let url = Some(input.base).filter(|_| is_fetched);
        let size = input.bytes.map_or(0, |bytes| bytes.len());
        self.documents.push(Document { name: input.name, read: merge::Document { parsed, url, size } });
        true
    }

    /// Writes the feed, and reports values that could not be written. Returns whether it was written.
    pub(crate) fn finish(self, out: &mut dyn Write) -> io::Result<bool> {
        let Some(first) = self.documents.first() else { return Ok(true) };
        let target = self.options.format.of(first.read.parsed.format);
        let (names, documents): (Vec<_>, Vec<_>) =
            self.documents.into_iter().map(|document| (document.name, document.read)).unzip();
        let (mut parsed, origins) = if self.is_merged {
            let Merged { mut parsed, origins, shortened } = merge::merge(documents);
            for (document, reason) in shortened {
                let name = names.get(document).map_or("", String::as_str);
                report(self.program, name, &format!("source: {}", reason.description()));
            }
            if self.options.feed_url.is_some() {
                // The URL identifies the feed, regardless of the feeds it combines.
                parsed.feed.id = None;
            }
            (parsed, Some(origins))
        } else {
            (documents.into_iter().last().unwrap_or_default().parsed, None)
        };
        let places = Places { names, origins };
        let dated = match (&places.origins, target) {
            (Some(_), Target::Atom) => {
                let first = self.options.entries.unwrap_or(usize::MAX);
                merge::give_dates(&mut parsed, self.options.fallback_date, first)
            }
            _ => Ok(()),
        };
        // Part of a document would look complete, so it is written either completely or not at all.
        match dated.and_then(|()| self.options.write(target, parsed)) {
            Ok((mut document, written)) => {
                report_losses(self.program, &written, &places);
                if !document.ends_with(b"\n") {
                    document.push(b'\n');
                }
                out.write_all(&document)?;
                Ok(true)
            }
            Err(WriteError::MissingDate { entry, identity }) => {
                let (name, entry) = places.of(entry);
                let identity = printable::one_line(&identity, 60);
                let error = WriteError::MissingDate { entry, identity };
                report(self.program, name, &format!("{error} (--fallback-date gives one)"));
                Ok(false)
            }
            Err(WriteError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// The origins of the entries in the input.
struct Places {
    /// The names of the documents.
    names: Vec<String>,
    /// The origin of each entry of a merged feed.
    origins: Option<Vec<Origin>>,
}

impl Places {
    /// Returns the name of an entry's document, and the position of the entry in it. The feed merged from several documents has
    /// no name.
    fn of(&self, entry: Option<usize>) -> (&str, Option<usize>) {
        let name = |document: usize| self.names.get(document).map_or("", String::as_str);
        let Some(origins) = &self.origins else { return (name(0), entry) };
        let origin = entry.and_then(|entry| origins.get(entry));
        origin.map_or(("", entry), |origin| (name(origin.document), Some(origin.entry)))
    }

    /// Returns the name of the document that a path refers to, and the path in it.
    fn of_path<'p>(&self, path: &'p str) -> (&str, Cow<'p, str>) {
        let split = path.strip_prefix("entries[").and_then(|path| path.split_once(']'));
        let entry = split.and_then(|(entry, rest)| Some((entry.parse().ok()?, rest)));
        match (entry, self.of(entry.map(|(entry, _)| entry))) {
            (Some((_, rest)), (name, Some(entry))) => (name, format!("entries[{entry}]{rest}").into()),
            (_, (name, _)) => (name, path.into()),
        }
    }
}

/// Reports the values that could not be written, one per line.
fn report_losses(program: &str, written: &Written, places: &Places) {
    for loss in &written.losses {
        let (name, path) = places.of_path(&loss.path);
        report(program, name, &format!("{path}: {}", loss.reason.description()));
    }
    let more = written.loss_count.saturating_sub(written.losses.len());
    if more > 0 {
        report(program, "", &format!("… and {more} more values that could not be written"));
    }
}

/// Prints a message about a document.
fn report(program: &str, name: &str, message: &str) {
    let message = printable::message(message);
    let _line = status_line::hidden();
    match name {
        "" => eprintln!("{program}: {message}"),
        name => eprintln!("{program}: {}: {message}", printable::message(name)),
    }
}

/// Parses a date in any format that occurs in feeds.
fn fallback_date(text: &str) -> Result<Timestamp, String> {
    date::parse(text).map(Moment::instant).map_err(|error| error.to_string())
}

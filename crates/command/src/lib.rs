//! The command `bozofeed`, without the parts that need more dependencies: a network, rules, tables and projects. A program adds them
//! with an [`Extension`].

#![allow(clippy::disallowed_types, reason = "the systems that it is for have random numbers for maps")]
#![allow(clippy::missing_errors_doc, reason = "an error is a message for whoever called the command")]

mod account;
pub mod claims;
mod deadline;
mod explanation;
mod extension;
mod identifier;
mod jobs;
mod limits;
mod lines;
pub mod merge;
mod ndjson;
pub mod places;
pub mod pretty;
pub mod printable;
mod progress;
mod resumed;
pub mod source;
#[cfg(test)]
mod tests;
mod write;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bozofeed::feedparser::FeedParserDict;
use bozofeed::{Bozo, Document, EncodingPolicy, Headers, Parser, encoding};
use clap::{CommandFactory as _, Parser as _};
pub use extension::{Extension, MOST_FEEDS, OtherDocument, Session, Stream, Watch};
use limits::LimitArgument;
use places::Source;
use resumed::Resumed;
use source::{Input, is_url, open};
use write::WriteArguments;

/// The exit status, for the help text.
const EXIT_STATUS: &str = "Exit status: 0 read (a bozo feed is read, too), 1 could not be opened, fetched or written, 2 wrong usage, \
    3 a document breaks a rule (--check), 4 what a URL led to is not a feed. Of several sources, 1 counts before 3, and 3 before 4.";

/// Returns the description of the command, for the help text.
fn about<E: Extension>() -> String {
    let others = E::other_formats();
    format!(
        "Reads feeds: RSS 0.90 to 2.0, RSS 1.0, Atom, CDF, JSON Feed{others}. Writes Atom, RSS 2.0 and JSON Feed"
    )
}

/// Returns both ways to call the command.
fn usage(name: &str) -> String {
    format!("{name} [OPTIONS] <FILE|URL>...\n       {name} --ndjson [OPTIONS] <QUESTIONS >ANSWERS")
}

#[derive(clap::Parser)]
#[command(name = E::name(), version, about = about::<E>(), long_about = format!("{}.\n\n{EXIT_STATUS}", about::<E>()))]
#[command(override_usage = usage(E::name()))]
struct Arguments<E: Extension + clap::Args> {
    /// Files or URLs to read; - is standard input
    #[arg(required_unless_present_any = E::needing_no_source(), value_name = "FILE|URL")]
    sources: Vec<String>,

    #[command(flatten)]
    output: OutputArguments,

    #[command(flatten)]
    extension: E,

    #[command(flatten)]
    reading: ReadingArguments,
}

#[derive(clap::Args)]
struct OutputArguments {
    /// Print the model as JSON
    #[arg(long, conflicts_with_all = ["feedparser", "ndjson"])]
    json: bool,

    /// Print Universal Feed Parser's dictionary as JSON
    #[arg(long, conflicts_with = "ndjson")]
    feedparser: bool,

    /// Answer questions: one JSON object a line on standard input, one a line on standard output
    #[arg(long, conflicts_with = "sources")]
    ndjson: bool,

    /// Answer this many questions at the same time, 0 for one for each core; answers keep their order
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(requires = "ndjson", conflicts_with_all = ["sources", "explain"])]
    #[arg(value_parser = clap::value_parser!(u16).range(..=512))]
    jobs: u16,

    /// Write the answers at the end of this file, and leave out the questions whose `id` it already has
    #[arg(long, value_name = "FILE", requires = "ndjson", conflicts_with_all = ["sources", "explain"])]
    resume: Option<PathBuf>,

    /// Show how the encoding was determined, and every candidate for each field, or for the one that is named
    #[arg(long, value_name = "FIELD", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["json", "feedparser", "ndjson"])]
    explain: Option<String>,
}

impl OutputArguments {
    /// Returns whether documents are described for people, unless they are written.
    fn is_account(&self) -> bool {
        !self.json && !self.feedparser
    }
}

#[derive(clap::Args)]
struct ReadingArguments {
    #[command(flatten)]
    writing: WriteArguments,

    /// The Content-Type that the server gave
    #[arg(long, value_name = "VALUE")]
    content_type: Option<String>,

    /// A header that the server gave, as NAME: VALUE; may be given more than once
    #[arg(short = 'H', long = "header", value_name = "HEADER", value_parser = header)]
    headers: Vec<(String, String)>,

    /// The URL of the feed, to resolve relative URIs
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,

    /// A limit on what a document may cost, such as entries=100; may be given more than once
    #[arg(long = "limit", value_name = "NAME=NUMBER", value_parser = limits::limit)]
    limits: Vec<LimitArgument>,

    /// Bytes that a question, or the file that it names, may have; a longer one is answered with an error
    #[arg(long, value_name = "BYTES", default_value_t = bozofeed_answers::LONGEST, requires = "ndjson")]
    max_line: usize,

    /// Read files that questions name even if they are not regular files: pipes and devices
    #[arg(long, requires = "ndjson")]
    any_file: bool,

    /// Seconds that the answer to a question may take, such as 60 or 0.5; a later one is an error. There is no limit by default
    #[arg(long, value_name = "SECONDS", requires = "ndjson", value_parser = seconds)]
    seconds: Option<Duration>,

    /// Leave markup as it is
    #[arg(long)]
    no_sanitize: bool,

    /// Leave relative URIs as they are
    #[arg(long)]
    no_resolve: bool,

    /// Remove parameters such as `utm_source` from links and from the URLs in markup
    #[arg(long)]
    remove_tracking: bool,
}

/// Parses `Name: value`.
pub fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("a header is NAME: VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Parses a time greater than zero.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    (!time.is_zero()).then_some(time).ok_or_else(|| "no time is too short".to_owned())
}

impl<E: Extension + clap::Args> Arguments<E> {
    /// `--explain FILE`: a word after `--explain` that is not the name of a field is a source.
    fn with_sources(mut self) -> Self {
        if let Some(word) = &mut self.output.explain
            && !word.is_empty()
            && !bozofeed::explain::is_field(word)
        {
            self.sources.insert(0, std::mem::take(word));
        }
        if self.sources.is_empty() && !self.output.ndjson && !self.extension.is_about_rules() {
            let message = "the following required arguments were not provided:\n  <FILE|URL>...";
            Self::command().error(clap::error::ErrorKind::MissingRequiredArgument, message).exit();
        }
        self
    }
}

impl ReadingArguments {
    /// Returns the headers of the response.
    fn headers(&self) -> Headers {
        let content_type = self.content_type.iter().map(|value| ("content-type", value.as_str()));
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        headers.chain(content_type).collect()
    }

    fn parser(&self) -> Parser {
        let limits = limits::limits(&self.limits);
        let parser = Parser::new().sanitize(!self.no_sanitize).resolve_urls(!self.no_resolve);
        parser.remove_tracking(self.remove_tracking).limits(limits)
    }
}

/// The exit status if documents break rules.
const BROKEN: u8 = 3;

/// The exit status if a URL led to something that is not a feed.
const NOT_A_FEED: u8 = 4;

/// Runs the command line.
pub fn main<E: Extension + clap::Args>() -> ExitCode {
    let Arguments { sources, output, extension, reading } = Arguments::<E>::parse().with_sources();
    Run { program: E::name(), sources, output, extension: &extension, reading }.main()
}

/// A parsed command line.
struct Run<'a> {
    program: &'static str,
    sources: Vec<String>,
    output: OutputArguments,
    extension: &'a dyn Extension,
    reading: ReadingArguments,
}

impl Run<'_> {
    fn main(&self) -> ExitCode {
        let done = if self.extension.is_about_rules() {
            self.extension.print_rules(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        } else if self.output.ndjson {
            self.answer_questions()
        } else {
            print_until_stopped(self)
        };
        match done {
            Ok(status) => status,
            // The reader of the output has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                self.report(&error.to_string());
                ExitCode::FAILURE
            }
        }
    }

    /// Parses a document in another format, if it is not a feed.
    fn other(&self, document: &Document<'_>, bozo: Option<&Bozo>) -> Option<Box<dyn OtherDocument>> {
        matches!(bozo, Some(Bozo::NotAFeed(_))).then(|| self.extension.read_other(document))?
    }

    /// Prints a message.
    fn report(&self, message: &str) {
        eprintln!("{}: {}", self.program, printable::message(message));
    }

    fn answer_questions(&self) -> io::Result<ExitCode> {
        let Self { output, reading, .. } = self;
        let files = ndjson::Files { longest: reading.max_line, any: reading.any_file };
        let (headers, url) = (reading.headers(), reading.base_url.clone());
        let (parser, sanitize, stream) = (reading.parser(), !reading.no_sanitize, self.extension.stream());
        let reader = ndjson::QuestionReader { parser, headers, url, files, sanitize, stream };
        let resumed = match &output.resume {
            Some(_) if reader.stream.is_some() => {
                return Err(io::Error::other("--resume: tables cannot be continued"));
            }
            Some(path) => Some(Resumed::open(path)?),
            None => None,
        };
        match ndjson::answer_all(reader, usize::from(output.jobs), reading.seconds, resumed) {
            // Questions remain unanswered, unlike a summary whose reader has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::FAILURE),
            answered => answered.map(|()| ExitCode::SUCCESS),
        }
    }
}

/// The size of the output buffer in bytes.
const BUFFER: usize = 64 << 10;

/// Prints all sources. With `--watch`, prints them again whenever a file changes.
fn print_until_stopped(run: &Run<'_>) -> io::Result<ExitCode> {
    loop {
        // A file may change while it is being checked.
        let Some(wait) = run.extension.watch(&run.sources)? else { return print_all(run) };
        if let Err(error) = print_all(run) {
            run.report(&error.to_string());
        }
        wait()?;
        println!();
    }
}

/// Prints all sources, and saves the states of the URLs, even if the output fails.
fn print_all(run: &Run<'_>) -> io::Result<ExitCode> {
    let mut out = io::BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let sources = run.extension.sources(&run.sources)?;
    let mut session = run.extension.start(&mut out, run.reading.parser())?;
    let printed = print_sources(run, &sources, &mut out, &mut *session);
    session.save()?;
    printed
}

fn print_sources(
    run: &Run<'_>,
    sources: &[String],
    out: &mut impl Write,
    session: &mut dyn Session,
) -> io::Result<ExitCode> {
    let reading = &run.reading;
    let mut output = reading.writing.clone().start(run.program, !reading.no_sanitize, sources.len());
    let (mut all_read, mut all_feeds) = (true, true);
    for (i, source) in sources.iter().enumerate() {
        let opened = if is_url(source) {
            session.open(source, output.is_none() && run.output.is_account())
        } else {
            open(source, &reading.headers(), reading.base_url.as_deref())
        };
        match opened {
            Ok(input) => {
                if session.take(out, source, &input)? {
                    continue;
                }
                if let Some(output) = &mut output {
                    print_notes(out, run, &input, false)?;
                    let is_feed = output.add(&reading.parser(), input, is_url(source));
                    // A URL that leads to something else is distinguished from a fault in a file.
                    all_feeds &= is_feed;
                    all_read &= is_feed || is_url(source);
                    continue;
                }
                if i > 0 && run.output.is_account() {
                    writeln!(out)?;
                }
                all_feeds &= !is_fetched_page(run, &input);
                print(out, run, &input)?;
            }
            Err(failure) => {
                out.flush()?;
                run.report(&failure.message);
                session.take_failure(source, &failure.message);
                all_feeds &= !failure.is_page;
                all_read &= failure.is_page;
            }
        }
    }
    let is_broken = session.finish(out)?;
    if let Some(output) = output {
        all_read &= output.finish(out)?;
    }
    out.flush()?;
    Ok(match (all_read, all_feeds) {
        (false, _) => ExitCode::FAILURE,
        (true, _) if is_broken => BROKEN.into(),
        (true, false) => NOT_A_FEED.into(),
        (true, true) => ExitCode::SUCCESS,
    })
}

/// Returns whether a URL led to something that is neither a feed nor another supported document.
fn is_fetched_page(run: &Run<'_>, input: &Input) -> bool {
    let (Some(parsed), Some(document)) = (&input.parsed, input.document()) else { return false };
    source::is_page(parsed) && run.other(&document, parsed.bozo.as_ref()).is_none()
}

fn print(out: &mut impl Write, run: &Run<'_>, input: &Input) -> io::Result<()> {
    let output = &run.output;
    let colours = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let is_account = output.is_account();
    let Some(document) = input.document() else {
        // Not modified.
        if is_account {
            writeln!(out, "{}", printable::message(&input.name))?;
        }
        return print_notes(out, run, input, is_account);
    };
    let parser = run.reading.parser();
    if output.feedparser {
        let dictionary = parser.dictionary(&document);
        if let Some(other) = run.other(&document, dictionary.bozo()) {
            other.write_json(out)?;
        } else {
            pretty::write(out, &WithResponse { dictionary: &dictionary, response: &input.response })?;
        }
        return print_notes(out, run, input, is_account);
    }
    let explanation = output.explain.as_ref().map(|field| (field, parser.explain(&document)));
    let read;
    let parsed = match (&explanation, &input.parsed) {
        (Some((_, explanation)), _) => &explanation.parsed,
        (None, Some(fetched)) => fetched,
        (None, None) => {
            read = parser.parse(&document);
            &read
        }
    };
    if let Some(other) = run.other(&document, parsed.bozo.as_ref()) {
        if output.json {
            other.write_json(out)?;
        } else {
            let decoded = encoding::decode(&EncodingPolicy::default(), &document);
            other.print(out, &Source { name: &input.name, decoded: &decoded }, colours)?;
        }
        return print_notes(out, run, input, is_account);
    }
    if output.json {
        pretty::write(out, parsed)?;
    } else {
        // Positions refer to the decoded text.
        let decoded = encoding::decode(&EncodingPolicy::default(), &document);
        let source = Source { name: &input.name, decoded: &decoded };
        account::print(out, run.extension, &source, document.clone(), parsed, colours)?;
    }
    print_notes(out, run, input, is_account)?;
    if let Some((field, explanation)) = &explanation {
        let field = Some(field.as_str()).filter(|field| !field.is_empty());
        explanation::print(out, explanation, field)?;
    }
    Ok(())
}

/// Prints the notes on fetching: after the summary, or separately from other output.
fn print_notes(out: &mut impl Write, run: &Run<'_>, input: &Input, is_account: bool) -> io::Result<()> {
    for (label, note) in &input.notes {
        let note = printable::message(note);
        if is_account {
            writeln!(out, "  {label:<9} {note}")?;
        } else {
            eprintln!("{}: {label}: {note}", run.program);
        }
    }
    Ok(())
}

/// The dictionary of a document, with the members from the response.
#[derive(serde::Serialize)]
struct WithResponse<'a> {
    #[serde(flatten)]
    dictionary: &'a FeedParserDict,
    #[serde(flatten)]
    response: &'a serde_json::Map<String, serde_json::Value>,
}

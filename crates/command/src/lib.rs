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
pub mod status_line;
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
use printable::Colours;
use resumed::Resumed;
use source::{Input, is_url, open};
use write::WriteArguments;

/// The exit status, for the help text.
const EXIT_STATUS: &str = "Exit status: 0 read (a bozo feed is read, too), 1 could not be opened, fetched or written, 2 wrong usage, \
    3 a document breaks a rule (--check), 4 a document is not a feed. Of several sources, 1 counts before 3, and 3 before 4.";

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
    /// Files or URLs to read; - is standard input, the default if something is piped into it
    #[arg(value_name = "FILE|URL")]
    sources: Vec<String>,

    #[command(flatten)]
    output: OutputArguments,

    #[command(flatten)]
    reading: ReadingArguments,

    #[command(flatten)]
    extension: E,

    #[command(flatten)]
    batch: BatchArguments,
}

/// The headings of `--help`.
pub mod headings {
    /// How documents are read and shown.
    pub const READ: &str = "Read";
    /// `--write` and how.
    pub const WRITE: &str = "Write";
    /// `--check` and how.
    pub const CHECK: &str = "Check";
    /// How documents are found and fetched.
    pub const FIND: &str = "Find and fetch";
    /// Many documents at once.
    pub const BATCH: &str = "Batch";
    /// What a document may cost.
    pub const LIMITS: &str = "Limits";
}

#[derive(clap::Args)]
#[command(next_help_heading = headings::READ)]
struct OutputArguments {
    /// Print everything that was read as JSON
    #[arg(long, conflicts_with_all = ["feedparser", "ndjson"])]
    json: bool,

    /// Print Universal Feed Parser's dictionary as JSON
    #[arg(long, conflicts_with = "ndjson")]
    feedparser: bool,

    /// Show the encoding and the candidates for each field, or for FIELD
    ///
    /// How the encoding was determined, and every candidate with its element, line and rank.
    #[arg(long, value_name = "FIELD", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["json", "feedparser", "ndjson"])]
    explain: Option<String>,
}

#[derive(clap::Args)]
#[command(next_help_heading = headings::BATCH)]
struct BatchArguments {
    /// Answer questions: a JSON object per line in, one per line out
    #[arg(long, conflicts_with = "sources")]
    ndjson: bool,

    /// Answer N questions at the same time, 0 for one per core
    ///
    /// The answers keep the order of the questions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(requires = "ndjson", conflicts_with_all = ["sources", "explain"])]
    #[arg(value_parser = clap::value_parser!(u16).range(..=512))]
    jobs: u16,

    /// Write the answers at the end of this file, and leave out the questions whose `id` it already has
    #[arg(long, value_name = "FILE", requires = "ndjson", conflicts_with_all = ["sources", "explain"])]
    #[arg(hide_short_help = true)]
    resume: Option<PathBuf>,

    /// The size limit for a question, and for the file that it names; a longer one is answered with an error
    #[arg(long, value_name = "BYTES", default_value_t = bozofeed_answers::LONGEST, requires = "ndjson")]
    #[arg(hide_short_help = true)]
    max_line: usize,

    /// Also read files that are not regular files, such as pipes and devices, if questions name them
    #[arg(long, requires = "ndjson", hide_short_help = true)]
    any_file: bool,

    /// Seconds that the answer to a question may take, such as 60 or 0.5; a later answer is an error. There is no limit by default
    #[arg(long, value_name = "SECONDS", requires = "ndjson", value_parser = seconds, hide_short_help = true)]
    seconds: Option<Duration>,
}

impl OutputArguments {
    /// Returns whether documents are described for people, unless they are written.
    fn is_account(&self) -> bool {
        !self.json && !self.feedparser
    }
}

#[derive(clap::Args)]
#[command(next_help_heading = headings::READ)]
struct ReadingArguments {
    /// The Content-Type that the server gave
    #[arg(long, value_name = "VALUE", hide_short_help = true)]
    content_type: Option<String>,

    /// A header that the server gave, as NAME: VALUE; may be given more than once
    #[arg(short = 'H', long = "header", value_name = "HEADER", value_parser = header, hide_short_help = true)]
    headers: Vec<(String, String)>,

    /// The URL of the feed, to resolve relative URLs
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,

    /// Leave markup as it is
    #[arg(long)]
    no_sanitize: bool,

    /// Leave relative URLs as they are
    #[arg(long, hide_short_help = true)]
    no_resolve: bool,

    /// Remove parameters such as `utm_source` from links and from the URLs in markup
    #[arg(long, hide_short_help = true)]
    remove_tracking: bool,

    #[command(flatten)]
    writing: WriteArguments,

    /// A limit on what a document may cost, such as entries=100
    ///
    /// May be given more than once. The names are size, depth, entries, memory, memory-per-byte, written, resolved, expansion and
    /// extensions.
    #[arg(long = "limit", value_name = "NAME=NUMBER", value_parser = limits::limit)]
    #[arg(help_heading = headings::LIMITS)]
    limits: Vec<LimitArgument>,
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
    (!time.is_zero()).then_some(time).ok_or_else(|| "must be greater than 0".to_owned())
}

impl<E: Extension + clap::Args> Arguments<E> {
    /// `--explain FILE`: a word after `--explain` that is not the name of a field is a source. Without a source, piped input is read.
    fn with_sources(mut self) -> Self {
        if let Some(word) = &mut self.output.explain
            && !word.is_empty()
            && !bozofeed::explain::is_field(word)
        {
            self.sources.insert(0, std::mem::take(word));
        }
        if self.sources.is_empty() && !self.batch.ndjson && !self.extension.is_about_program() {
            if !source::is_piped() {
                let message = "the following required arguments were not provided:\n  <FILE|URL>...";
                Self::command().error(clap::error::ErrorKind::MissingRequiredArgument, message).exit();
            }
            self.sources.push("-".to_owned());
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

/// The exit status if a document is not a feed.
const NOT_A_FEED: u8 = 4;

/// Runs the command line.
pub fn main<E: Extension + clap::Args>() -> ExitCode {
    let Arguments { sources, output, reading, extension, batch } = Arguments::<E>::parse().with_sources();
    Run { program: E::name(), sources, output, reading, extension: &extension, batch }.main()
}

/// Returns the options of the command, for completions and manuals.
pub fn command_line<E: Extension + clap::Args>() -> clap::Command {
    Arguments::<E>::command()
}

/// A parsed command line.
struct Run<'a> {
    program: &'static str,
    sources: Vec<String>,
    output: OutputArguments,
    reading: ReadingArguments,
    extension: &'a dyn Extension,
    batch: BatchArguments,
}

impl Run<'_> {
    fn main(&self) -> ExitCode {
        let done = if self.extension.is_about_program() {
            self.extension.print_about_program(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        } else if self.batch.ndjson {
            self.answer_questions()
        } else {
            print_until_stopped(self)
        };
        match done {
            Ok(status) => status,
            // The reader of the output has closed it.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                self.report_lines(&error.to_string());
                ExitCode::FAILURE
            }
        }
    }

    /// Parses a document in another format, if it is not a feed.
    fn other(&self, document: &Document<'_>, bozo: Option<&Bozo>) -> Option<Box<dyn OtherDocument>> {
        is_not_a_feed(bozo).then(|| self.extension.read_other(document))?
    }

    /// Prints a message about a document, on one line.
    fn report(&self, message: &str) {
        let _line = status_line::hidden();
        eprintln!("{}: {}", self.program, printable::message(message));
    }

    /// Prints a message that may contain lines of a settings file.
    fn report_lines(&self, message: &str) {
        let lines: Vec<String> = message.lines().map(printable::message).collect();
        let _line = status_line::hidden();
        eprintln!("{}: {}", self.program, lines.join("\n"));
    }

    fn answer_questions(&self) -> io::Result<ExitCode> {
        let Self { reading, batch, .. } = self;
        let files = ndjson::Files { longest: batch.max_line, any: batch.any_file };
        let (headers, url) = (reading.headers(), reading.base_url.clone());
        let (parser, sanitize, stream) = (reading.parser(), !reading.no_sanitize, self.extension.stream());
        let reader = ndjson::QuestionReader { parser, headers, url, files, sanitize, stream };
        let resumed = match &batch.resume {
            Some(_) if reader.stream.is_some() => {
                return Err(io::Error::other("--resume: tables cannot be continued"));
            }
            Some(path) => Some(Resumed::open(path)?),
            None => None,
        };
        match ndjson::answer_all(reader, usize::from(batch.jobs), batch.seconds, resumed) {
            // Unlike a summary that was not read to its end, unanswered questions are a failure.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::FAILURE),
            answered => answered.map(|()| ExitCode::SUCCESS),
        }
    }
}

fn is_not_a_feed(bozo: Option<&Bozo>) -> bool {
    matches!(bozo, Some(Bozo::NotAFeed(_)))
}

/// The size of the output buffer in bytes.
const BUFFER: usize = 64 << 10;

/// Prints all sources. With `--watch`, prints them again whenever a file changes.
fn print_until_stopped(run: &Run<'_>) -> io::Result<ExitCode> {
    status_line::start();
    loop {
        // A file may change while it is being checked.
        let Some(wait) = run.extension.watch(&run.sources)? else { return print_all(run) };
        if let Err(error) = print_all(run) {
            run.report_lines(&error.to_string());
        }
        status_line::show("");
        wait()?;
        println!();
    }
}

/// Prints all sources, and saves the states of the URLs, even if the output fails.
fn print_all(run: &Run<'_>) -> io::Result<ExitCode> {
    let mut out = io::BufWriter::with_capacity(BUFFER, status_line::BesideLine(io::stdout().lock()));
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
            // The HTTP client shows its own progress.
            status_line::show("");
            session.open(source, output.is_none() && run.output.is_account())
        } else {
            // No progress is needed while a document is typed.
            let is_typed = source == "-" && io::stdin().is_terminal();
            let place = format!("{}: {} of {}: {source}", run.program, i + 1, sources.len());
            status_line::show(if is_typed { "" } else { &place });
            let most = limits::most_decompressed(&reading.limits);
            open(source, &reading.headers(), reading.base_url.as_deref(), most)
        };
        match opened {
            Ok(input) => {
                if session.take(out, source, &input)? {
                    continue;
                }
                if let Some(output) = &mut output {
                    print_notes(out, run, &input, false)?;
                    all_feeds &= output.add(&reading.parser(), input, is_url(source));
                    continue;
                }
                if sources.len() > 1 && run.output.is_account() {
                    print_heading(out, &input.name, i == 0)?;
                }
                let path = (sources.len() > 1).then_some(&*input.name);
                all_feeds &= print(out, run, &input, path)?;
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
    status_line::show("");
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

/// Returns whether the output is for people who see colours (<https://no-color.org/>).
fn has_colours() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Prints the name of one of several sources above its account.
fn print_heading(out: &mut impl Write, name: &str, is_first: bool) -> io::Result<()> {
    if !is_first {
        writeln!(out)?;
    }
    let c = Colours::new(has_colours());
    writeln!(out, "{}{}{}:", c.bold, printable::message(name), c.off)
}

/// Prints a document, with its path if there are several. Returns false if it is neither a feed nor another document that the program
/// reads, and the output is not JSON, which says so itself.
fn print(out: &mut impl Write, run: &Run<'_>, input: &Input, path: Option<&str>) -> io::Result<bool> {
    let output = &run.output;
    let colours = has_colours();
    let is_account = output.is_account();
    let Some(document) = input.document() else {
        // Not modified.
        if is_account {
            writeln!(out, "{}", printable::message(&input.name))?;
        }
        print_notes(out, run, input, is_account)?;
        return Ok(true);
    };
    let parser = run.reading.parser();
    if output.feedparser {
        let dictionary = parser.dictionary(&document);
        let other = run.other(&document, dictionary.bozo());
        if let Some(other) = other {
            other.write_json(path, out)?;
        } else {
            let dictionary = WithResponse { dictionary: &dictionary, response: &input.response };
            pretty::write(out, &WithPath { path, document: &dictionary })?;
        }
        print_notes(out, run, input, is_account)?;
        return Ok(true);
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
            other.write_json(path, out)?;
        } else {
            let decoded = encoding::decode(&EncodingPolicy::default(), &document);
            other.print(out, &Source { name: &input.name, decoded: &decoded }, colours)?;
        }
        print_notes(out, run, input, is_account)?;
        return Ok(true);
    }
    if output.json {
        pretty::write(out, &WithPath { path, document: parsed })?;
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
    Ok(output.json || !is_not_a_feed(parsed.bozo.as_ref()))
}

/// Prints the notes on fetching: after the summary, or separately from other output.
fn print_notes(out: &mut impl Write, run: &Run<'_>, input: &Input, is_account: bool) -> io::Result<()> {
    for (label, note) in &input.notes {
        let note = printable::message(note);
        if is_account {
            writeln!(out, "  {label:<9} {note}")?;
        } else {
            let _line = status_line::hidden();
            eprintln!("{}: {label}: {note}", run.program);
        }
    }
    Ok(())
}

/// A document as JSON, with its file or URL if there are several documents.
#[derive(serde::Serialize)]
pub struct WithPath<'a, T> {
    /// The file, the URL, or `-` for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<&'a str>,
    /// The document, whose members follow.
    #[serde(flatten)]
    pub document: &'a T,
}

/// The dictionary of a document, with the members from the response.
#[derive(serde::Serialize)]
struct WithResponse<'a> {
    #[serde(flatten)]
    dictionary: &'a FeedParserDict,
    #[serde(flatten)]
    response: &'a serde_json::Map<String, serde_json::Value>,
}

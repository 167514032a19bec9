//! The options of the command, and what it prints about documents.

pub(crate) mod account;
mod deadline;
mod explanation;
mod identifier;
mod jobs;
mod limits;
mod lines;
mod merge;
mod ndjson;
mod places;
pub(crate) mod pretty;
pub(crate) mod printable;
pub(crate) mod source;
mod subscriptions;
mod write;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use bozofeed::feedparser::FeedParserDict;
use bozofeed::{Bozo, Document, EncodingPolicy, Headers, Parser, encoding, opml};
use clap::{CommandFactory as _, Parser as _};
use limits::LimitArgument;
use places::Source;
use source::{Input, is_url, open};
use write::WriteArguments;

use crate::arrow::{self, ArrowArguments};
use crate::checking::{self, CheckArguments};
use crate::project::ProjectArguments;
use crate::web::{Client, FetchArguments};

/// The name of the program, which begins its messages.
pub(crate) const NAME: &str = env!("CARGO_BIN_NAME");

/// The arguments without which a source is needed. Without the feature `check`, there are no rules to explain.
const NEEDS_NO_SOURCE: &[&str] = checking::NEEDS_NO_SOURCE;

/// Reads feeds: RSS 0.90 to 2.0, RSS 1.0, Atom, CDF, JSON Feed; and lists of feeds in OPML. Writes Atom, RSS 2.0 and JSON Feed.
///
/// Exit status: 0 read (a bozo feed is read, too), 1 could not be opened, fetched or written, 2 wrong usage, 3 a document breaks a rule
/// (--check), 4 what a URL led to is not a feed. Of several sources, 1 counts before 3, and 3 before 4.
#[derive(clap::Parser)]
#[command(name = NAME, version)]
struct Arguments {
    /// Files or URLs to read; - is standard input
    #[arg(required_unless_present_any = NEEDS_NO_SOURCE, value_name = "FILE|URL")]
    sources: Vec<String>,

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

    /// Show how the encoding was determined, and every candidate for each field, or for the one that is named
    #[arg(long, value_name = "FIELD", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["json", "feedparser", "ndjson"])]
    explain: Option<String>,

    #[command(flatten)]
    arrow: ArrowArguments,

    #[command(flatten)]
    checking: CheckArguments,

    #[command(flatten)]
    project: ProjectArguments,

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

    #[command(flatten)]
    fetching: FetchArguments,

    /// A limit on what a document may cost, such as entries=100; may be given more than once
    #[arg(long = "limit", value_name = "NAME=NUMBER", value_parser = limits::limit)]
    limits: Vec<LimitArgument>,

    /// Bytes that a question, or the file that it names, may have; a longer one is answered with an error
    #[arg(long, value_name = "BYTES", default_value_t = crate::answers::LONGEST, requires = "ndjson")]
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

/// `Name: value`
pub(crate) fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("a header is NAME: VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// A time that is not zero.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    (!time.is_zero()).then_some(time).ok_or_else(|| "no time is too short".to_owned())
}

impl Arguments {
    /// `--explain FILE`: a word after `--explain` that is not the name of a field is a source.
    fn with_sources(mut self) -> Self {
        if let Some(word) = &mut self.explain
            && !word.is_empty()
            && !bozofeed::explain::is_field(word)
        {
            self.sources.insert(0, std::mem::take(word));
        }
        if self.sources.is_empty() && !self.ndjson && !self.checking.is_about_rules() {
            let message = "the following required arguments were not provided:\n  <FILE|URL>...";
            Self::command().error(clap::error::ErrorKind::MissingRequiredArgument, message).exit();
        }
        self
    }

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

/// The exit status of a URL that led to something that is not a feed.
const NOT_A_FEED: u8 = 4;

/// Does what the command line says.
pub(crate) fn main() -> ExitCode {
    let arguments = Arguments::parse().with_sources();
    let done = if arguments.checking.is_about_rules() {
        arguments.checking.print_rules(&mut io::stdout().lock()).map(|()| ExitCode::SUCCESS)
    } else if arguments.ndjson {
        let files = ndjson::Files { longest: arguments.max_line, any: arguments.any_file };
        let jobs = usize::from(arguments.jobs);
        let (headers, url) = (arguments.headers(), arguments.base_url.clone());
        let arrow = arguments.arrow.start();
        let (parser, sanitize) = (arguments.parser(), !arguments.no_sanitize);
        let reader = ndjson::QuestionReader { parser, headers, url, files, sanitize, arrow };
        match ndjson::answer_all(reader, jobs, arguments.seconds) {
            // Questions remain without an answer; an account was seen by somebody who has read enough of it.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::FAILURE),
            answered => answered.map(|()| ExitCode::SUCCESS),
        }
    } else {
        print_until_stopped(&arguments)
    };
    match done {
        Ok(status) => status,
        // Whoever reads the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{NAME}: {}", printable::message(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// The number of bytes that are written at once.
const BUFFER: usize = 64 << 10;

/// Prints every source, and with `--watch` again whenever a file changes.
fn print_until_stopped(arguments: &Arguments) -> io::Result<ExitCode> {
    loop {
        if !arguments.project.is_watching() {
            return print_all(arguments);
        }
        // A file may change while it is checked.
        let before = arguments.project.times(&arguments.sources)?;
        let printed = print_all(arguments);
        if let Err(error) = printed {
            eprintln!("{NAME}: {}", printable::message(&error.to_string()));
        }
        arguments.project.wait(&arguments.sources, &before)?;
        println!();
    }
}

/// Prints every source, and stores what is known of the URLs, whatever happens to the output.
fn print_all(arguments: &Arguments) -> io::Result<ExitCode> {
    let mut client = Client::new(arguments.parser(), &arguments.fetching)?;
    let printed = print_sources(arguments, &mut client);
    client.save()?;
    printed
}

fn print_sources(arguments: &Arguments, client: &mut Client) -> io::Result<ExitCode> {
    let mut out = io::BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut check = arguments.checking.start(&arguments.project)?;
    let sources = arguments.project.files(&arguments.sources)?;
    let mut tables =
        arguments.arrow.start().map(|stream| arrow::Files::begin(stream, &mut out)).transpose()?;
    let mut output = arguments.writing.clone().start(!arguments.no_sanitize, sources.len());
    let (mut all_read, mut all_feeds) = (true, true);
    for (i, source) in sources.iter().enumerate() {
        let opened = if is_url(source) {
            client.open(source)
        } else {
            open(source, &arguments.headers(), arguments.base_url.as_deref())
        };
        match opened {
            Ok(input) => {
                if let (Some(check), Some(document)) = (&mut check, input.document()) {
                    check.add(&mut out, &input.name, &arguments.parser(), &document)?;
                    if is_url(source) && check.is_printed() {
                        check.add_server(
                            &mut out,
                            &input.name,
                            &client.problems_of_server(source, &input),
                        )?;
                    }
                    continue;
                }
                if let Some(output) = &mut output {
                    print_notes(&mut out, &input, false)?;
                    let is_feed = output.add(&arguments.parser(), input);
                    // What a URL led to is told apart from what is wrong with a file.
                    all_feeds &= is_feed;
                    all_read &= is_feed || is_url(source);
                    continue;
                }
                if let Some(tables) = &mut tables {
                    tables.add(&mut out, &arguments.parser(), &input)?;
                    continue;
                }
                if i > 0 && !arguments.json && !arguments.feedparser {
                    writeln!(out)?;
                }
                all_feeds &= !is_fetched_page(&input);
                print(&mut out, arguments, &input)?;
            }
            Err(failure) => {
                out.flush()?;
                eprintln!("{NAME}: {}", printable::message(&failure.message));
                if let Some(tables) = &mut tables {
                    tables.add_failure(source, &failure.message);
                }
                all_feeds &= !failure.is_page;
                all_read &= failure.is_page;
            }
        }
    }
    let is_broken = match check {
        Some(check) => check.finish(&mut out)?,
        None => false,
    };
    if let Some(output) = output {
        all_read &= output.finish(&mut out)?;
    }
    if let Some(tables) = tables {
        tables.finish(&mut out)?;
    }
    out.flush()?;
    Ok(match (all_read, all_feeds) {
        (false, _) => ExitCode::FAILURE,
        (true, _) if is_broken => checking::BROKEN.into(),
        (true, false) => NOT_A_FEED.into(),
        (true, true) => ExitCode::SUCCESS,
    })
}

/// Returns whether what a URL led to is neither a feed nor a list of feeds.
fn is_fetched_page(input: &Input) -> bool {
    let (Some(parsed), Some(document)) = (&input.parsed, input.document()) else { return false };
    source::is_page(parsed) && list(&document, parsed.bozo.as_ref()).is_none()
}

fn print(out: &mut impl Write, arguments: &Arguments, input: &Input) -> io::Result<()> {
    let colours = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let is_account = !arguments.json && !arguments.feedparser;
    let Some(document) = input.document() else {
        // Nothing new.
        if is_account {
            writeln!(out, "{}", printable::message(&input.name))?;
        }
        return print_notes(out, input, is_account);
    };
    let parser = arguments.parser();
    if arguments.feedparser {
        let dictionary = parser.dictionary(&document);
        if let Some(list) = list(&document, dictionary.bozo()) {
            pretty::write(out, &list)?;
        } else {
            pretty::write(out, &WithResponse { dictionary: &dictionary, response: &input.response })?;
        }
        return print_notes(out, input, is_account);
    }
    let explanation = arguments.explain.as_ref().map(|field| (field, parser.explain(&document)));
    let read;
    let parsed = match (&explanation, &input.parsed) {
        (Some((_, explanation)), _) => &explanation.parsed,
        (None, Some(fetched)) => fetched,
        (None, None) => {
            read = parser.parse(&document);
            &read
        }
    };
    if let Some(list) = list(&document, parsed.bozo.as_ref()) {
        if arguments.json {
            pretty::write(out, &list)?;
        } else {
            let decoded = encoding::decode(&EncodingPolicy::default(), &document);
            subscriptions::print(out, &input.name, (&list, &decoded), colours)?;
        }
        return print_notes(out, input, is_account);
    }
    if arguments.json {
        pretty::write(out, parsed)?;
    } else {
        // Positions are those of the decoded text.
        let decoded = encoding::decode(&EncodingPolicy::default(), &document);
        let source = Source { name: &input.name, decoded: &decoded };
        account::print(out, &source, document.clone(), parsed, colours)?;
    }
    print_notes(out, input, is_account)?;
    if let Some((field, explanation)) = &explanation {
        let field = Some(field.as_str()).filter(|field| !field.is_empty());
        explanation::print(out, explanation, field)?;
    }
    Ok(())
}

/// Prints what is to be said of fetching: after the account, or beside other output.
fn print_notes(out: &mut impl Write, input: &Input, is_account: bool) -> io::Result<()> {
    for (label, note) in &input.notes {
        let note = printable::message(note);
        if is_account {
            writeln!(out, "  {label:<9} {note}")?;
        } else {
            eprintln!("{NAME}: {label}: {note}");
        }
    }
    Ok(())
}

/// The list of subscriptions that a document is, if it is none of a feed.
fn list(document: &Document<'_>, bozo: Option<&Bozo>) -> Option<opml::Opml> {
    let is_feed = !matches!(bozo, Some(Bozo::NotAFeed(_)));
    (!is_feed).then(|| opml::parse(document))?.into_result().ok()
}

/// The dictionary of a document, and the members that the response adds.
#[derive(serde::Serialize)]
struct WithResponse<'a> {
    #[serde(flatten)]
    dictionary: &'a FeedParserDict,
    #[serde(flatten)]
    response: &'a serde_json::Map<String, serde_json::Value>,
}

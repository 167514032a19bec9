//! Reads feeds and says what is in them and what is wrong with them.
//!
//! `cargo run --release --example parse_feed -- FILE …`; `--help` tells the rest.

mod account;
mod ndjson;
mod places;
mod printable;

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;

use bozofeed::{EncodingPolicy, Headers, Parser, encoding};
use clap::Parser as _;
use places::Document;

/// Reads feeds: RSS 0.90 to 2.0, RSS 1.0, Atom, CDF, JSON Feed.
///
/// Exit status: 0 read (a bozo feed is read, too), 1 could not be opened, 2 wrong usage.
#[derive(clap::Parser)]
#[command(version)]
struct Arguments {
    /// Files to read; - is standard input
    #[arg(required_unless_present = "ndjson", value_name = "FILE")]
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

    /// Show how the encoding was found
    #[arg(long, conflicts_with_all = ["json", "feedparser", "ndjson"])]
    explain: bool,

    /// The Content-Type that the server gave
    #[arg(long, value_name = "VALUE")]
    content_type: Option<String>,

    /// A header that the server gave, as NAME: VALUE; may stand more than once
    #[arg(short = 'H', long = "header", value_name = "HEADER", value_parser = header)]
    headers: Vec<(String, String)>,

    /// Where the feed came from, to resolve relative URIs
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,

    /// Leave markup as it is
    #[arg(long)]
    no_sanitize: bool,

    /// Leave relative URIs as they are
    #[arg(long)]
    no_resolve: bool,
}

/// `Name: value`
fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("a header is NAME: VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl Arguments {
    /// What the server said.
    fn headers(&self) -> Headers {
        let content_type = self.content_type.iter().map(|value| ("content-type", value.as_str()));
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        headers.chain(content_type).collect()
    }

    fn parser(&self) -> Parser {
        let mut parser = Parser::new().sanitize(!self.no_sanitize).resolve_urls(!self.no_resolve);
        parser = parser.headers(self.headers());
        if let Some(url) = &self.base_url {
            parser = parser.base_url(url);
        }
        parser
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = if arguments.ndjson {
        ndjson::answer_all(&arguments.parser(), io::stdin().lock(), io::stdout().lock()).map(|()| true)
    } else {
        print_all(&arguments)
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever reads the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parse_feed: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints every source; tells whether all could be opened.
fn print_all(arguments: &Arguments) -> io::Result<bool> {
    let parser = arguments.parser();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let colours = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut all_read = true;
    for (i, source) in arguments.sources.iter().enumerate() {
        let bytes = match open(source) {
            Ok(bytes) => bytes,
            Err(cause) => {
                out.flush()?;
                eprintln!("parse_feed: {source}: {cause}");
                all_read = false;
                continue;
            }
        };
        if arguments.feedparser {
            print_json(&mut out, &bozofeed::feedparser::parse(&parser, &bytes))?;
            continue;
        }
        let parsed = parser.parse(&bytes);
        if arguments.json {
            print_json(&mut out, &parsed)?;
        } else {
            if i > 0 {
                writeln!(out)?;
            }
            // Positions are those of the decoded text.
            let decoded = encoding::decode(&bytes, &arguments.headers(), &EncodingPolicy::default());
            account::print(&mut out, &Document { name: source, decoded: &decoded }, &parsed, colours)?;
        }
        if arguments.explain {
            for line in parsed.trail.to_string().lines() {
                writeln!(out, "{}", printable::safe(line))?;
            }
        }
    }
    out.flush()?;
    Ok(all_read)
}

fn open(source: &str) -> Result<Vec<u8>, String> {
    if source == "-" {
        let mut bytes = Vec::new();
        return io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes).map_err(|error| error.to_string());
    }
    if source.starts_with("http://") || source.starts_with("https://") {
        return Err(
            "URLs are not fetched yet; fetch it first, or pipe it in: curl … | parse_feed -".to_owned()
        );
    }
    fs::read(source).map_err(|error| error.to_string())
}

fn print_json<T: serde::Serialize>(out: &mut impl Write, value: &T) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

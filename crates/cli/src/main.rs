//! The command `bozofeed`: reads, writes, checks and fetches feeds.
//!
//! The modules here add the network and tables to `bozofeed_command`, which needs neither.

#![allow(clippy::disallowed_types, reason = "the systems that it is for have random numbers for maps")]

mod addresses;
mod arrow;
mod checking;
mod generate;
mod network;
mod pages;
mod policy;
mod project;
mod states;
mod subscriptions;
mod web;

use std::io::{self, Write};
use std::process::ExitCode;

use bozofeed::{Document, Parsed, Parser};
use bozofeed_command::printable::message;
use bozofeed_command::source::{Failure, Input, is_url};
use bozofeed_command::{Extension, OtherDocument, Session, Stream, Watch};

use crate::arrow::ArrowArguments;
use crate::checking::{Check, CheckArguments};
use crate::generate::GenerateArguments;
use crate::project::ProjectArguments;
use crate::web::{Client, FetchArguments};

/// The name of the program, used as the prefix of its messages.
const NAME: &str = env!("CARGO_BIN_NAME");

/// The options added by this program.
#[derive(clap::Args)]
struct Additions {
    #[command(flatten)]
    checking: CheckArguments,

    #[command(flatten)]
    project: ProjectArguments,

    #[command(flatten)]
    fetching: FetchArguments,

    #[command(flatten)]
    arrow: ArrowArguments,

    #[command(flatten)]
    generate: GenerateArguments,
}

impl Extension for Additions {
    fn name() -> &'static str {
        NAME
    }

    fn other_formats() -> &'static str {
        "; and lists of feeds in OPML"
    }

    fn read_other(&self, document: &Document<'_>) -> Option<Box<dyn OtherDocument>> {
        subscriptions::read(document)
    }

    fn is_about_program(&self) -> bool {
        self.checking.is_about_rules() || self.generate.is_asked_for()
    }

    fn print_about_program(&self, mut out: &mut dyn Write) -> io::Result<()> {
        if self.generate.is_asked_for() {
            return self.generate.print(out);
        }
        self.checking.print_rules(&mut out)
    }

    fn sources(&self, arguments: &[String]) -> io::Result<Vec<String>> {
        for (source, url) in arguments.iter().filter_map(|source| Some((source, addresses::url(source)?))) {
            eprintln!("{NAME}: {}", message(&format!("{source}: no such file; trying {url}")));
        }
        self.project.files(arguments)
    }

    fn watch<'a>(&'a self, arguments: &'a [String]) -> io::Result<Option<Watch<'a>>> {
        self.project.watch(arguments)
    }

    fn start(&self, out: &mut dyn Write, parser: Parser) -> io::Result<Box<dyn Session + '_>> {
        let client = Client::new(parser.clone(), &self.fetching)?;
        let check = self.checking.start(&self.project)?;
        let tables = self.arrow.files(out)?;
        Ok(Box::new(Additional { parser, client, check, tables }))
    }

    fn stream(&self) -> Option<Box<dyn Stream>> {
        Some(Box::new(self.arrow.answers()?))
    }

    fn print_page(&self, out: &mut dyn Write, page: Document<'_>, _: &Parsed) -> io::Result<()> {
        pages::print(out, &page)
    }
}

/// The processing of sources besides printing.
struct Additional<'a> {
    parser: Parser,
    client: Client,
    check: Option<Check<'a>>,
    tables: Option<arrow::Files>,
}

impl Session for Additional<'_> {
    fn open(&mut self, url: &str, is_for_people: bool) -> Result<Input, Failure> {
        self.client.open(url, is_for_people && self.check.is_none() && self.tables.is_none())
    }

    fn take(&mut self, mut out: &mut dyn Write, source: &str, input: &Input) -> io::Result<bool> {
        if let (Some(check), Some(document)) = (&mut self.check, input.document()) {
            check.add(&mut out, &input.name, &self.parser, &document)?;
            if is_url(source) && check.is_printed() {
                let problems = self.client.problems_of_server(source, input);
                checking::print_server(&mut out, &input.name, &problems)?;
            }
            return Ok(true);
        }
        let Some(tables) = &mut self.tables else { return Ok(false) };
        tables.add(out, &self.parser, input)?;
        Ok(true)
    }

    fn take_failure(&mut self, source: &str, message: &str) {
        if let Some(tables) = &mut self.tables {
            tables.add_failure(source, message);
        }
    }

    fn finish(&mut self, mut out: &mut dyn Write) -> io::Result<bool> {
        let is_broken = self.check.take().map(|check| check.finish(&mut out)).transpose()?;
        if let Some(tables) = &mut self.tables {
            tables.finish(out)?;
        }
        Ok(is_broken.unwrap_or_default())
    }

    fn save(&self) -> io::Result<()> {
        self.client.save()
    }
}

fn main() -> ExitCode {
    bozofeed_command::main::<Additions>()
}

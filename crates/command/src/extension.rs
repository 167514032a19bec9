//! The interface for programs that extend the command.

use std::io::{self, Write};

use bozofeed::{Document, Parsed, Parser};
use bozofeed_answers::Question;
use serde_json::value::RawValue;

use crate::places::Source;
use crate::printable::message;
use crate::source::{Failure, Input};

/// The maximum number of feeds listed for a page.
pub const MOST_FEEDS: usize = 20;

/// The additions of a program to the command: options, which are its fields, and their effects. By default, there are none.
pub trait Extension {
    /// Returns the name of the program, which begins its messages.
    fn name() -> &'static str
    where
        Self: Sized;

    /// Returns the formats supported by [`read_other`](Self::read_other), to be appended to a list of formats.
    fn other_formats() -> &'static str
    where
        Self: Sized,
    {
        ""
    }

    /// Parses a document in a format other than the feed formats, if the program supports it.
    fn read_other(&self, _: &Document<'_>) -> Option<Box<dyn OtherDocument>> {
        None
    }

    /// Returns whether the options ask about the program, such as its rules, rather than documents.
    fn is_about_program(&self) -> bool {
        false
    }

    /// Prints the requested information about the program.
    fn print_about_program(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Returns the sources denoted by arguments. A folder or a pattern denotes several.
    fn sources(&self, arguments: &[String]) -> io::Result<Vec<String>> {
        Ok(arguments.to_vec())
    }

    /// Returns a function that waits until one of the sources has changed, if they should be read repeatedly.
    fn watch<'a>(&'a self, _arguments: &'a [String]) -> io::Result<Option<Watch<'a>>> {
        Ok(None)
    }

    /// Starts to read sources.
    fn start(&self, _: &mut dyn Write, _: Parser) -> io::Result<Box<dyn Session + '_>> {
        Ok(Box::new(Alone))
    }

    /// Returns the format of answers to questions, if it is not JSON.
    fn stream(&self) -> Option<Box<dyn Stream>> {
        None
    }

    /// Prints the feeds of a page that was opened in place of a feed. By default, prints those found by the parser.
    fn print_page(&self, out: &mut dyn Write, _: Document<'_>, parsed: &Parsed) -> io::Result<()> {
        for href in parsed.feed.links.iter().filter_map(|link| link.href.as_deref()).take(MOST_FEEDS) {
            writeln!(out, "  its feed  {}", message(href))?;
        }
        Ok(())
    }
}

/// A document in a format other than the feed formats, such as a subscription list.
pub trait OtherDocument {
    /// Writes the whole document as JSON, with its path as in [`WithPath`](crate::WithPath).
    fn write_json(&self, path: Option<&str>, out: &mut dyn Write) -> io::Result<()>;

    /// Prints a short summary of it.
    fn print(&self, out: &mut dyn Write, source: &Source<'_>, colours: bool) -> io::Result<()>;
}

/// A function that waits until a source has changed.
pub type Watch<'a> = Box<dyn FnOnce() -> io::Result<()> + 'a>;

/// The processing of the sources of one run, one after the other. By default, URLs are rejected, and documents are printed.
pub trait Session {
    /// Opens a URL. `is_for_people`: the document is described for people, who may pass the URL of a page instead of its feed.
    fn open(&mut self, _: &str, _is_for_people: bool) -> Result<Input, Failure> {
        // The URL may contain a password.
        Err(Failure::new("URL not fetched: install the command with `cargo install bozofeed-cli`".to_owned()))
    }

    /// Processes the document of a source. Returns false if it should be printed.
    fn take(&mut self, _: &mut dyn Write, _source: &str, _: &Input) -> io::Result<bool> {
        Ok(false)
    }

    /// Processes the message about a source that was not read.
    fn take_failure(&mut self, _source: &str, _message: &str) {}

    /// Prints the collected results. Returns whether a document breaks a rule at or above the threshold.
    fn finish(&mut self, _: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }

    /// Saves the states of the URLs.
    fn save(&self) -> io::Result<()> {
        Ok(())
    }
}

/// The command without additions.
struct Alone;

impl Session for Alone {}

/// An output format for answers to questions.
pub trait Stream: Send + Sync {
    /// Writes the start of the output, before all answers.
    fn begin(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the end of the output, after all answers.
    fn end(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Returns the answer to a question about a document with this URL and this number of bytes.
    fn answer(
        &self,
        question: &Question<'_>,
        document: (Option<&str>, usize),
        parsed: &Parsed,
    ) -> io::Result<Vec<u8>>;

    /// Returns the answer to a question that failed.
    fn failure(&self, id: Option<&RawValue>, failure: &str, message: &str) -> io::Result<Vec<u8>>;
}

//! The interface by which a program adds to the command.

use std::io::{self, Write};

use bozofeed::{Document, Parsed, Parser};
use bozofeed_answers::Question;
use serde_json::value::RawValue;

use crate::places::Source;
use crate::printable::message;
use crate::source::{Failure, Input};

/// The number of feeds that are shown of a page.
pub const MOST_FEEDS: usize = 20;

/// The additions of a program to the command: options, which are its fields, and their effects. By default there are none.
pub trait Extension {
    /// Returns the name of the program, which begins its messages.
    fn name() -> &'static str
    where
        Self: Sized;

    /// Returns the options without which a source is needed.
    fn needing_no_source() -> &'static [&'static str]
    where
        Self: Sized,
    {
        &["ndjson", "explain"]
    }

    /// Returns the formats that [`read_other`](Self::read_other) reads, to be appended to a list of formats.
    fn other_formats() -> &'static str
    where
        Self: Sized,
    {
        ""
    }

    /// Returns a document of another format than those of feeds, if it is one that the program reads.
    fn read_other(&self, _: &Document<'_>) -> Option<Box<dyn OtherDocument>> {
        None
    }

    /// Returns whether the options ask about rules, and not about documents.
    fn is_about_rules(&self) -> bool {
        false
    }

    /// Prints what is asked about rules.
    fn print_rules(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Returns the sources that arguments name: more than one if it is a folder or a pattern.
    fn sources(&self, arguments: &[String]) -> io::Result<Vec<String>> {
        Ok(arguments.to_vec())
    }

    /// Returns a function that waits until one of the sources has changed, if they are to be read again and again.
    fn watch<'a>(&'a self, _arguments: &'a [String]) -> io::Result<Option<Watch<'a>>> {
        Ok(None)
    }

    /// Begins to read sources.
    fn start(&self, _: &mut dyn Write, _: Parser) -> io::Result<Box<dyn Session + '_>> {
        Ok(Box::new(Alone))
    }

    /// Returns the format of answers to questions, if it is not JSON.
    fn stream(&self) -> Option<Box<dyn Stream>> {
        None
    }

    /// Prints the feeds of a page that was opened in place of a feed. By default, those that the parser has read.
    fn print_page(&self, out: &mut dyn Write, _: Document<'_>, parsed: &Parsed) -> io::Result<()> {
        for href in parsed.feed.links.iter().filter_map(|link| link.href.as_deref()).take(MOST_FEEDS) {
            writeln!(out, "  its feed  {}", message(href))?;
        }
        Ok(())
    }
}

/// A document of another format than those of feeds, such as a list of subscriptions.
pub trait OtherDocument {
    /// Writes all of it as JSON.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Prints a short account of it.
    fn print(&self, out: &mut dyn Write, source: &Source<'_>, colours: bool) -> io::Result<()>;
}

/// A function that waits until a source has changed.
pub type Watch<'a> = Box<dyn FnOnce() -> io::Result<()> + 'a>;

/// The treatment of the sources of one run, one after the other. By default, URLs are refused, and documents are printed.
pub trait Session {
    /// Opens a URL. `is_for_people`: the document is described to people, who may give the URL of a page for that of its feed.
    fn open(&mut self, _: &str, _is_for_people: bool) -> Result<Input, Failure> {
        // The URL may contain a password.
        Err(Failure::new("URL not fetched: install the command with `cargo install bozofeed-cli`".to_owned()))
    }

    /// Takes the document of a source. Returns false if it is to be printed.
    fn take(&mut self, _: &mut dyn Write, _source: &str, _: &Input) -> io::Result<bool> {
        Ok(false)
    }

    /// Takes the message about a source that was not read.
    fn take_failure(&mut self, _source: &str, _message: &str) {}

    /// Prints what was collected. Returns whether a document breaks a rule that counts.
    fn finish(&mut self, _: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }

    /// Stores what is known of the URLs.
    fn save(&self) -> io::Result<()> {
        Ok(())
    }
}

/// The command without anything else.
struct Alone;

impl Session for Alone {}

/// A format of answers to questions.
pub trait Stream: Send + Sync {
    /// Writes what comes before all answers.
    fn begin(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what comes after all answers.
    fn end(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Returns the answer to a question about a document with this URL and so many bytes.
    fn answer(
        &self,
        question: &Question<'_>,
        document: (Option<&str>, usize),
        parsed: &Parsed,
    ) -> io::Result<Vec<u8>>;

    /// Returns the answer to a question that has none.
    fn failure(&self, id: Option<&RawValue>, failure: &str, message: &str) -> io::Result<Vec<u8>>;
}

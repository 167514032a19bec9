//! The command without discovery: of a page, it knows the feeds that the parser read.

use std::io::{self, Write};

use bozofeed::{Document, Parsed};

use crate::command::account::MOST_FEEDS;
use crate::command::printable::message;

/// Prints the feeds that a page names.
pub(crate) fn print(out: &mut impl Write, _: Document<'_>, parsed: &Parsed) -> io::Result<()> {
    for href in parsed.feed.links.iter().filter_map(|link| link.href.as_deref()).take(MOST_FEEDS) {
        writeln!(out, "  its feed  {}", message(href))?;
    }
    Ok(())
}

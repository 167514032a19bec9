//! The feeds of a page that was opened in place of a feed.

use std::io::{self, Write};

use bozofeed::Document;
use bozofeed_discover::FoundIn;

use bozofeed_command::MOST_FEEDS;
use bozofeed_command::printable::message;

/// Prints the feeds of a page: those that it names, and likely ones.
pub(crate) fn print(out: &mut dyn Write, page: Document<'_>) -> io::Result<()> {
    let found = bozofeed_discover::feeds(page);
    // Places that nothing suggests, and pages that may have a feed, are worth a request, but not a line.
    let found = found.iter().filter(|feed| !matches!(feed.source, FoundIn::WellKnown | FoundIn::Section));
    for feed in found.take(MOST_FEEDS) {
        let href = message(&feed.href);
        if feed.is_named() {
            writeln!(out, "  its feed  {href}")?;
        } else if feed.source == FoundIn::Refresh {
            writeln!(out, "  next page {href}")?;
        } else {
            writeln!(out, "  maybe     {href} ({})", feed.source)?;
        }
    }
    Ok(())
}

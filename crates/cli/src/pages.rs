//! The feeds of a page that was opened in place of a feed.

use std::io::{self, Write};

use bozofeed::Document;
use bozofeed_discover::{FoundFeed, FoundIn};
use bozofeed_polling::without_credentials;

use bozofeed_command::MOST_FEEDS;
use bozofeed_command::printable::message;
use bozofeed_command::source::is_url;

use crate::NAME;

/// Prints the feeds of a page: declared ones, then likely ones.
pub(crate) fn print(out: &mut dyn Write, page: &Document<'_>) -> io::Result<()> {
    let (_, url, _) = Document::from(page).into_parts();
    let found = bozofeed_discover::feeds(page);
    let advice = advice(&found, url.as_deref());
    // Guessed places, and pages that may have a feed, are worth a request, but not a line of output.
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
    writeln!(out, "  to read   {}", message(&advice))
}

/// Returns advice on how to read the feed of a page, given its feeds.
fn advice(found: &[FoundFeed], url: Option<&str>) -> String {
    let named = found.iter().find(|feed| feed.is_named() || feed.source == FoundIn::Anchor);
    match (named.filter(|feed| is_url(&feed.href)), url.filter(|url| is_url(url))) {
        (Some(feed), _) => format!("{NAME} {}", feed.href),
        (None, Some(url)) => format!("{NAME} --discover {}", without_credentials(url)),
        (None, None) => format!("{NAME} URL looks for the feed of the page at a URL"),
    }
}

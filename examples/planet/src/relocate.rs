//! Feeds that have failed for a week are looked up again on the page of their site, which may name their new address.

use std::time::{Duration, Instant};

use bozofeed::Timestamp;
use bozofeed::discover::{self, SearchStep};

use crate::add::{self, Found};
use crate::db::{self, Database, Lost};
use crate::interrupt;
use crate::poll::{self, Client};

/// How long the search may take in one run, before its last request.
const LONGEST: Duration = Duration::from_secs(60);

/// How many requests are made for a feed, with that for the page.
const MOST_REQUESTS: usize = 6;

/// Looks up feeds that have failed for a week, each once a week. One that is found is polled there from the next run on;
/// `planet revive` takes that back. Returns how many were found.
pub(crate) fn look_up(database: &mut Database, client: &Client) -> Result<usize, db::Error> {
    let started = Instant::now();
    let mut found = 0;
    for lost in database.lost(Timestamp::now())? {
        if interrupt::is_requested() || started.elapsed() > LONGEST {
            break;
        }
        database.note_look_up(lost.id, Timestamp::now())?;
        if let Some(url) = search(database, client, &lost)? {
            found += usize::from(database.relocate(lost.id, &url, Timestamp::now())?);
        }
    }
    Ok(found)
}

/// Returns the address of a feed that its page names now. A feed that the page does not name, but that was found at a usual place, must
/// have an entry in common with it.
fn search(database: &Database, client: &Client, lost: &Lost) -> Result<Option<String>, db::Error> {
    let Ok(Found::Page { response, .. }) = add::fetch(client, &lost.site) else { return Ok(None) };
    let mut step = discover::search(&*response);
    for _ in 1..MOST_REQUESTS {
        let SearchStep::Fetch(lookup) = step else { return Ok(None) };
        step = match add::fetch(client, lookup.url()) {
            Ok(Found::Feed(feed)) => {
                let document = poll::document(&feed.parsed, None, &[], Timestamp::now());
                let is_it = lookup.feed().is_named() || database.has_any_entry(lost.id, &document)?;
                if is_it {
                    return Ok(Some(feed.state.url));
                }
                lookup.failed("another feed")
            }
            Ok(Found::Page { response, .. }) => lookup.page(&*response),
            Err(error) => lookup.failed(error.to_string()),
        };
    }
    Ok(None)
}

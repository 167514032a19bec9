//! `planet backfill`: restores entries that a feed no longer has, from its archives and pages (RFC 5005).

use std::time::Duration;

use bozofeed::Timestamp;
use bozofeed_fetch::FetchError;

use crate::db::{Database, Due, Extent, Feed, Keep};
use crate::interrupt;
use crate::poll::{self, Client};
use crate::{Error, db};

const SECOND: Duration = Duration::from_secs(1);

/// The work of `planet backfill`.
#[derive(Debug, Default)]
pub(crate) struct Backfilled {
    pub(crate) documents: usize,
    pub(crate) entries: u64,
    /// The reason why older documents were not fetched, if there may be any.
    pub(crate) end: Option<End>,
}

/// The reason why there may be older documents.
#[derive(Debug)]
pub(crate) enum End {
    /// The limit for the feed's entries is reached.
    Full,
    /// The limit for the number of documents is reached.
    Documents,
    Failed(FetchError),
    Interrupted,
}

/// Walks from a feed to its older documents, and saves their entries like entries of a poll. Each document is saved before the next one
/// is fetched. Existing entries are not changed.
pub(crate) fn backfill(
    database: &mut Database,
    client: &Client,
    feed: &Feed,
    documents: usize,
    keep: &Keep,
) -> Result<Backfilled, Error> {
    let Due { state, .. } = database.due_feed(feed.id)?.ok_or(Error::Retired(feed.id))?;
    let mut backfilled = Backfilled::default();
    // Entries without a date are assumed to be a little older than the oldest one before them in the walk.
    let mut oldest = database.oldest(feed.id)?;
    let archive = client.fetcher.archive(&state.url).request_headers(&state.headers);
    for fetched in archive.max_documents(documents) {
        let fetched = match fetched {
            Ok(fetched) => fetched,
            Err(error) => {
                backfilled.end = Some(End::Failed(error));
                return Ok(backfilled);
            }
        };
        let now = Timestamp::now();
        let mut document = poll::document(&fetched.parsed, None, &[], now);
        let is_feed = backfilled.documents == 0;
        let before = oldest.as_deref().and_then(db::from_text).map(|date| date.saturating_sub(SECOND));
        if let Some(before) = before.filter(|_| !is_feed) {
            for entry in &mut document.entries {
                entry.date.get_or_insert_with(|| db::to_text(before));
            }
        }
        let dates = document.entries.iter().filter_map(|entry| entry.date.as_ref());
        oldest = oldest.into_iter().chain(dates.min().cloned()).min();
        let extent = if is_feed { Extent::New } else { Extent::Old };
        let db::Kept { new, kept } = database.save_archive(feed.id, &document, extent, keep, now)?;
        backfilled.documents += 1;
        backfilled.entries += kept;
        if new > 0 && kept == 0 {
            backfilled.end = Some(End::Full);
            return Ok(backfilled);
        }
        if interrupt::is_requested() {
            backfilled.end = Some(End::Interrupted);
            return Ok(backfilled);
        }
    }
    if backfilled.documents == documents {
        backfilled.end = Some(End::Documents);
    }
    Ok(backfilled)
}

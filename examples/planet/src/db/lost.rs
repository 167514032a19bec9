//! Feeds that have failed for a long time.

use std::time::Duration;

use bozofeed::Timestamp;
use rusqlite::{TransactionBehavior, params};

use super::address::Visibility;
use super::settings::{set_address, with_address};
use super::{Database, Document, Error, to_text};

const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A feed that has failed for a week and has a known site.
#[derive(Debug)]
pub(crate) struct Lost {
    pub(crate) id: i64,
    pub(crate) url: String,
    pub(crate) title: Option<String>,
    pub(crate) site: String,
}

/// A feed that was found on the page of its site. It may be a different feed.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Found {
    pub(crate) id: i64,
    pub(crate) since: String,
    /// Its previous address, in the shown form.
    pub(crate) before: String,
}

/// The reason recorded for the move of a feed that was found again.
pub(super) const FOUND: &str = "found on the page of its site";

/// The time for which the status shows that a feed was found.
const SHOWN: Duration = Duration::from_secs(30 * 24 * 60 * 60);

impl Database {
    /// Returns the feeds that have failed for a week, and were not looked up within the last week.
    pub(crate) fn lost(&self, now: Timestamp) -> Result<Vec<Lost>, Error> {
        let read = || {
            let sql = "SELECT id, url, title, site FROM feeds WHERE retired_at IS NULL AND paused_at IS NULL AND site IS NOT NULL \
                AND outcome IN ('failed', 'not_a_feed') AND failing_since <= ?1 AND (looked_up_at IS NULL OR looked_up_at <= ?1) \
                ORDER BY looked_up_at, failing_since, id";
            let mut select = self.connection.prepare(sql)?;
            let lost = select.query_map([to_text(now.saturating_sub(WEEK))], |row| {
                Ok(Lost { id: row.get(0)?, url: row.get(1)?, title: row.get(2)?, site: row.get(3)? })
            })?;
            lost.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the feeds that were found in the last month on the pages of their sites, and are still polled there.
    pub(crate) fn found(&self, now: Timestamp) -> Result<Vec<Found>, Error> {
        let read = || {
            let sql = "SELECT feed_id, moved_at, moves.url, address FROM moves JOIN feeds ON feeds.id = feed_id \
                WHERE reason = ?1 AND moved_at >= ?2 AND retired_at IS NULL \
                AND moves.id = (SELECT max(id) FROM moves AS last WHERE last.feed_id = feeds.id) ORDER BY moves.id DESC";
            let mut select = self.connection.prepare(sql)?;
            let found = select.query_map(params![FOUND, to_text(now.saturating_sub(SHOWN))], |row| {
                let visible = Visibility::of(row.get::<_, Option<String>>(3)?.as_deref());
                let before = visible.shown(&row.get::<_, String>(2)?);
                Ok(Found { id: row.get(0)?, since: row.get(1)?, before })
            })?;
            found.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Records that a feed was looked up.
    pub(crate) fn note_look_up(&self, feed: i64, now: Timestamp) -> Result<(), Error> {
        let sql = "UPDATE feeds SET looked_up_at = ?2 WHERE id = ?1";
        self.connection
            .execute(sql, params![feed, to_text(now)])
            .map(|_| ())
            .map_err(|error| self.error(error))
    }

    /// Returns whether a feed has any entry of a document.
    pub(crate) fn has_any_entry(&self, feed: i64, document: &Document) -> Result<bool, Error> {
        let sql = "SELECT EXISTS (SELECT 1 FROM entries WHERE feed_id = ?1 AND (identity = ?2 OR link = ?3))";
        let has = || {
            let mut select = self.connection.prepare_cached(sql)?;
            for (entry, source) in document.entries.iter().zip(&document.sources) {
                let identity = source.identity(document.rule);
                if select.query_row(params![feed, identity, entry.link], |row| row.get(0))? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        has().map_err(|error| self.error(error))
    }

    /// Assigns a feed the address where it was found, unless this feed or another one already has it. Returns whether it was
    /// assigned.
    pub(crate) fn relocate(&mut self, feed: i64, url: &str, now: Timestamp) -> Result<bool, Error> {
        let path = self.path.clone();
        let mut relocate = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let sql = "SELECT EXISTS (SELECT 1 FROM feeds WHERE id = ?1 AND url_key <> ?2 AND failing_since IS NOT NULL)";
            let is_elsewhere: bool =
                transaction.query_row(sql, params![feed, super::address::feed_key(url)], |row| row.get(0))?;
            if !is_elsewhere || with_address(&transaction, feed, url)?.is_some() {
                return Ok(false);
            }
            set_address(&transaction, feed, url, FOUND, now)?;
            transaction.commit()?;
            Ok(true)
        };
        relocate().map_err(|source| Error::Sqlite { path, source })
    }
}

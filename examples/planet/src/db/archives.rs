//! Archived entries.

use bozofeed::Timestamp;
use rusqlite::TransactionBehavior;

use super::polls::save_document;
use super::{Database, Document, Error, Extent, Keep, to_text};

/// The number of new entries in an archive, and the number kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    pub(crate) new: u64,
    pub(crate) kept: u64,
}

impl Database {
    /// Returns the date of the oldest entry of a feed.
    pub(crate) fn oldest(&self, feed: i64) -> Result<Option<String>, Error> {
        let sql = "SELECT min(sorted_at) FROM entries WHERE feed_id = ?1";
        self.connection.query_row(sql, [feed], |row| row.get(0)).map_err(|error| self.error(error))
    }

    /// Saves the entries of an old document, within the limits of the feed. Existing entries are not changed: the archive may have an
    /// earlier version.
    pub(crate) fn save_archive(
        &mut self,
        feed: i64,
        document: &Document,
        extent: Extent,
        keep: &Keep,
        now: Timestamp,
    ) -> Result<Kept, Error> {
        let path = self.path.clone();
        let mut save = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let last: i64 =
                transaction.query_row("SELECT coalesce(max(id), 0) FROM entries", (), |row| row.get(0))?;
            let saved = save_document(&transaction, feed, document, extent, keep, &to_text(now))?;
            let sql = "SELECT count(*) FROM entries WHERE feed_id = ?1 AND id > ?2";
            let kept = transaction.query_row(sql, [feed, last], |row| row.get(0))?;
            transaction.commit()?;
            Ok(Kept { new: saved.new, kept })
        };
        save().map_err(|source| Error::Sqlite { path, source })
    }
}

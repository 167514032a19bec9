//! Storage limits, and `planet prune`.
//!
//! The entries of a feed's last document are always kept: otherwise, they would come back as new.

use std::time::Duration;

use bozofeed::Timestamp;
use rusqlite::{Connection, Transaction, params};

use super::{Database, Error, from_text, merging, to_text};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The number of runs to remember.
const RUNS: i64 = 1_000;

/// The limits for each feed.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Keep {
    /// How many entries of a feed are kept; those of its last document always are
    #[arg(id = "keep-entries", long, value_name = "N", default_value_t = 5_000)]
    entries: u32,
    /// How many megabytes of text the entries of a feed may have, and their revisions together
    #[arg(id = "keep-size", long, value_name = "MB", default_value_t = 32)]
    megabytes: u32,
    /// How many earlier revisions of an entry are kept
    #[arg(id = "keep-revisions", long, value_name = "N", default_value_t = 5)]
    revisions: u32,
}

/// The result of `planet prune`.
#[derive(Debug, Clone, Copy, Default, serde::Serialize)]
pub(crate) struct Pruned {
    pub(crate) entries: u64,
    pub(crate) revisions: u64,
    pub(crate) bytes_before: u64,
    pub(crate) bytes_after: u64,
}

/// Removes data above the limits of a feed: the oldest entries that are not in its last document, and the oldest revisions. Returns
/// the number of each.
pub(super) fn limit(
    connection: &Connection,
    feed: i64,
    keep: &Keep,
    now: &str,
) -> rusqlite::Result<(usize, usize)> {
    let bytes = i64::from(keep.megabytes) << 20;
    // Settings of the feed override the options.
    let sql = "SELECT coalesce(keep_entries, ?2), keep_days FROM feeds WHERE id = ?1";
    let (most, days): (u32, Option<u32>) = connection
        .prepare_cached(sql)?
        .query_row(params![feed, keep.entries], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut old = 0;
    if let Some(oldest) = days.and_then(|days| Some(from_text(now)?.saturating_sub(DAY * days))) {
        let sql = "DELETE FROM entries WHERE feed_id = ?1 AND changed_at < ?2 \
            AND id NOT IN (SELECT entry_id FROM present WHERE feed_id = ?1)";
        old = connection.prepare_cached(sql)?.execute(params![feed, to_text(oldest)])?;
    }
    let sql = "SELECT count(*) > ?2 OR coalesce(sum(bytes), 0) > ?3 FROM entries WHERE feed_id = ?1";
    let is_beyond =
        connection.prepare_cached(sql)?.query_row(params![feed, most, bytes], |row| row.get(0))?;
    let entries = if is_beyond { remove_oldest(connection, feed, most, bytes)? } else { 0 };
    let sql = "DELETE FROM revisions WHERE (entry_id, revision) IN (SELECT entry_id, revision FROM (\
            SELECT entry_id, revision, row_number() OVER of_entry AS number, sum(bytes) OVER newest AS total \
            FROM revisions WHERE entry_id IN (SELECT id FROM entries WHERE feed_id = ?1) \
            WINDOW of_entry AS (PARTITION BY entry_id ORDER BY revision DESC), \
            newest AS (ORDER BY replaced_at DESC, entry_id, revision DESC ROWS UNBOUNDED PRECEDING)\
        ) WHERE number > ?2 OR total > ?3)";
    let revisions = connection.prepare_cached(sql)?.execute(params![feed, keep.revisions, bytes])?;
    Ok((old + entries, revisions))
}

/// Removes the oldest entries of a feed with too many entries, or too much text.
fn remove_oldest(connection: &Connection, feed: i64, most: u32, bytes: i64) -> rusqlite::Result<usize> {
    // The entries of the last document are counted first, since they stay; the others follow, newest first, until a limit is
    // reached.
    let sql = "WITH kept AS (SELECT count(*) AS number, coalesce(sum(bytes), 0) AS total FROM entries \
            WHERE id IN (SELECT entry_id FROM present WHERE feed_id = ?1)) \
        DELETE FROM entries WHERE id IN (SELECT id FROM (\
            SELECT id, row_number() OVER newest AS number, sum(bytes) OVER newest AS total FROM entries \
            WHERE feed_id = ?1 AND id NOT IN (SELECT entry_id FROM present WHERE feed_id = ?1) \
            WINDOW newest AS (ORDER BY sorted_at DESC, position, id ROWS UNBOUNDED PRECEDING)\
        ) AS older, kept WHERE older.number + kept.number > ?2 OR older.total + kept.total > ?3)";
    connection.prepare_cached(sql)?.execute(params![feed, most, bytes])
}

/// Records which entries the last document of a feed has.
pub(super) fn set_present(
    transaction: &Transaction<'_>,
    feed: i64,
    entries: impl Iterator<Item = i64>,
) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM present WHERE feed_id = ?1")?.execute([feed])?;
    add_present(transaction, feed, entries)
}

/// Records that the last document of a feed also has these entries.
pub(super) fn add_present(
    transaction: &Transaction<'_>,
    feed: i64,
    entries: impl Iterator<Item = i64>,
) -> rusqlite::Result<()> {
    let mut insert =
        transaction.prepare_cached("INSERT OR IGNORE INTO present (feed_id, entry_id) VALUES (?1, ?2)")?;
    for entry in entries {
        insert.execute([feed, entry])?;
    }
    Ok(())
}

impl Database {
    /// Applies the limits to all feeds, and removes entries that have not changed for this number of days, and revisions replaced
    /// at least as long ago. The entries of each feed's last document remain.
    pub(crate) fn prune(&mut self, keep: &Keep, days: Option<u32>, now: Timestamp) -> Result<Pruned, Error> {
        let bytes_before = self.size()?;
        let mut pruned = Pruned { bytes_before, ..Pruned::default() };
        let mut prune = || {
            let feeds: Vec<i64> = {
                let mut select = self.connection.prepare("SELECT id FROM feeds")?;
                select.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?
            };
            let transaction = self.connection.transaction()?;
            if let Some(days) = days {
                let oldest = now.saturating_sub(DAY * days);
                merging::prune_shelf(&transaction, oldest)?;
                let oldest = to_text(oldest);
                let sql = "DELETE FROM entries WHERE changed_at < ?1 \
                    AND id NOT IN (SELECT entry_id FROM present)";
                pruned.entries += transaction.execute(sql, [&oldest])? as u64;
                let sql = "DELETE FROM revisions WHERE replaced_at < ?1";
                pruned.revisions += transaction.execute(sql, [&oldest])? as u64;
            }
            for feed in feeds {
                let (entries, revisions) = limit(&transaction, feed, keep, &to_text(now))?;
                pruned.entries += entries as u64;
                pruned.revisions += revisions as u64;
            }
            forget_runs(&transaction)?;
            transaction.commit()?;
            self.connection.execute_batch(
                "INSERT INTO entries_search (entries_search) VALUES ('optimize'); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)",
            )
        };
        prune().map_err(|source| Error::Sqlite { path: self.path.clone(), source })?;
        pruned.bytes_after = self.size()?;
        Ok(pruned)
    }
}

/// Removes all but the last runs.
pub(super) fn forget_runs(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - ?1", [RUNS]).map(|_| ())
}

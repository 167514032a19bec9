//! Subscription lists that are followed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bozofeed::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Row, TransactionBehavior, params};

use super::address::feed_key;
use super::feeds::insert;
use super::returning::returned;
use super::{Database, Error, to_text};

/// The interval at which a list is read.
const INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// A list that is followed.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct List {
    pub(crate) id: i64,
    /// A URL or file path, without credentials.
    pub(crate) source: String,
    /// The folder for its feeds.
    pub(crate) folder: Option<String>,
    /// The number of its feeds.
    pub(crate) feeds: u64,
    pub(crate) checked_at: Option<String>,
    pub(crate) failures: u32,
    /// The reason why it was not read, or not completely.
    pub(crate) message: Option<String>,
    /// The source with credentials.
    #[serde(skip)]
    pub(crate) full_source: String,
}

/// A feed in a list.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    pub(crate) url: String,
    pub(crate) title: Option<String>,
    pub(crate) folder: Option<String>,
}

/// The changes made after reading a list.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Synced {
    pub(crate) added: usize,
    pub(crate) removed: usize,
}

const LIST: &str = "SELECT id, source, folder, (SELECT count(DISTINCT url_key) FROM listed WHERE list_id = lists.id), checked_at, \
    failures, message FROM lists";

fn list(row: &Row<'_>) -> rusqlite::Result<List> {
    let full_source: String = row.get(1)?;
    Ok(List {
        id: row.get(0)?,
        source: bozofeed_polling::without_credentials(&full_source),
        folder: row.get(2)?,
        feeds: row.get(3)?,
        checked_at: row.get(4)?,
        failures: row.get(5)?,
        message: row.get(6)?,
        full_source,
    })
}

impl Database {
    /// Returns the lists, in the order in which they were added.
    pub(crate) fn lists(&self) -> Result<Vec<List>, Error> {
        let read = || {
            let mut select = self.connection.prepare(&format!("{LIST} ORDER BY id"))?;
            select.query_map((), list)?.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the lists that are due.
    pub(crate) fn due_lists(&self, now: Timestamp) -> Result<Vec<List>, Error> {
        let read = || {
            let sql = format!("{LIST} WHERE next_check_at IS NULL OR next_check_at <= ?1 ORDER BY id");
            let mut select = self.connection.prepare(&sql)?;
            select.query_map([to_text(now)], list)?.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the list with this number or source.
    pub(crate) fn find_list(&self, name: &str) -> Result<Option<List>, Error> {
        let sql = format!("{LIST} WHERE id = ?1 OR source = ?2");
        let id: Option<i64> = name.parse().ok();
        let found = self.connection.query_row(&sql, params![id, name], list).optional();
        found.map_err(|error| self.error(error))
    }

    /// Follows a list, or changes the folder of a list that is already followed. Its feeds are added when it is
    /// [read](Self::sync_list).
    pub(crate) fn follow(&self, source: &str, folder: Option<&str>, now: Timestamp) -> Result<i64, Error> {
        let sql = "INSERT INTO lists (source, folder, added_at) VALUES (?1, ?2, ?3) \
            ON CONFLICT (source) DO UPDATE SET folder = coalesce(excluded.folder, folder) RETURNING id";
        let id = returned(&self.connection, sql, params![source, folder, to_text(now)]);
        id.map_err(|error| self.error(error))
    }

    /// Stops following a list. Feeds that only it contained are removed; returns their number.
    pub(crate) fn unfollow(&mut self, list: i64) -> Result<usize, Error> {
        let path = self.path.clone();
        let mut unfollow = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let feeds: BTreeSet<i64> = {
                let sql = "SELECT DISTINCT feed_id FROM listed WHERE list_id = ?1 AND feed_id IS NOT NULL";
                let mut select = transaction.prepare(sql)?;
                select.query_map([list], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?
            };
            transaction.execute("DELETE FROM lists WHERE id = ?1", [list])?;
            let removed = remove_unlisted(&transaction, &feeds)?;
            transaction.commit()?;
            Ok(removed)
        };
        unfollow().map_err(|source| Error::Sqlite { path, source })
    }

    /// Adds the feeds of a list. If `is_whole`, feeds that it no longer contains are removed, unless they have another origin. A feed
    /// that was removed by hand stays removed as long as the list contains it.
    pub(crate) fn sync_list(
        &mut self,
        list: i64,
        feeds: &[Listed],
        is_whole: bool,
        message: Option<&str>,
        now: Timestamp,
    ) -> Result<Synced, Error> {
        let path = self.path.clone();
        let mut sync = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut synced = Synced::default();
            let before = listed(&transaction, list)?;
            let mut names = BTreeSet::new();
            for Listed { url, title, folder } in feeds {
                let key = feed_key(url);
                let feed = if let Some(feed) = before.get(&key) {
                    *feed
                } else {
                    let (feed, is_new) = insert(&transaction, url, title.as_deref(), now)?;
                    if is_new {
                        let sql = "UPDATE feeds SET is_own = 0 WHERE id = ?1";
                        transaction.prepare_cached(sql)?.execute([feed])?;
                        synced.added += 1;
                    }
                    Some(feed)
                };
                let folder = folder.as_deref().unwrap_or_default();
                let sql = "INSERT OR IGNORE INTO listed (list_id, url_key, folder, feed_id) VALUES (?1, ?2, ?3, ?4)";
                transaction.prepare_cached(sql)?.execute(params![list, key, folder, feed])?;
                names.insert((key, folder.to_owned()));
            }
            if is_whole {
                synced.removed = remove_left(&transaction, list, &names)?;
            }
            let sql = "UPDATE lists SET checked_at = ?2, next_check_at = ?3, failures = 0, message = ?4 WHERE id = ?1";
            transaction
                .execute(sql, params![list, to_text(now), to_text(now.saturating_add(INTERVAL)), message])?;
            transaction.commit()?;
            Ok(synced)
        };
        sync().map_err(|source| Error::Sqlite { path, source })
    }

    /// Records why a list could not be read. Its feeds are not changed.
    pub(crate) fn note_list_failure(&self, list: i64, message: &str, now: Timestamp) -> Result<(), Error> {
        let sql = "UPDATE lists SET checked_at = ?2, next_check_at = ?3, failures = failures + 1, message = ?4 WHERE id = ?1";
        let next = to_text(now.saturating_add(INTERVAL));
        let noted = self.connection.execute(sql, params![list, to_text(now), next, message]);
        noted.map(|_| ()).map_err(|error| self.error(error))
    }
}

/// Returns the feeds that a list contained when it was last read. `None` means removed by hand.
fn listed(connection: &Connection, list: i64) -> rusqlite::Result<BTreeMap<String, Option<i64>>> {
    let mut select = connection.prepare("SELECT url_key, feed_id FROM listed WHERE list_id = ?1")?;
    select.query_map([list], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Removes the feeds that a list no longer contains; returns their number.
fn remove_left(
    connection: &Connection,
    list: i64,
    names: &BTreeSet<(String, String)>,
) -> rusqlite::Result<usize> {
    let mut left = Vec::new();
    {
        let mut select =
            connection.prepare("SELECT url_key, folder, feed_id FROM listed WHERE list_id = ?1")?;
        let mut rows = select.query([list])?;
        while let Some(row) = rows.next()? {
            let name: (String, String) = (row.get(0)?, row.get(1)?);
            if !names.contains(&name) {
                left.push((name, row.get::<_, Option<i64>>(2)?));
            }
        }
    }
    let mut feeds = BTreeSet::new();
    for ((key, folder), feed) in left {
        let sql = "DELETE FROM listed WHERE list_id = ?1 AND url_key = ?2 AND folder = ?3";
        connection.prepare_cached(sql)?.execute(params![list, key, folder])?;
        feeds.extend(feed);
    }
    remove_unlisted(connection, &feeds)
}

/// Removes those feeds that are in no list and were not added otherwise; returns their number.
fn remove_unlisted(connection: &Connection, feeds: &BTreeSet<i64>) -> rusqlite::Result<usize> {
    let sql = "DELETE FROM feeds WHERE id = ?1 AND NOT is_own AND NOT EXISTS (SELECT 1 FROM listed WHERE feed_id = ?1)";
    let mut removed = 0;
    for feed in feeds {
        removed += connection.prepare_cached(sql)?.execute([feed])?;
    }
    Ok(removed)
}

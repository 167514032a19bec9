//! The outdated parts of the site: triggers in the schema mark them with the time of a clock that each rendering
//! advances.

use std::collections::{BTreeSet, HashSet};

use rusqlite::OptionalExtension as _;

use super::returning::returned;
use super::{Database, Error};

/// The feeds and months that changed after a rendering.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Feeds whose entries changed.
    pub(crate) feeds: HashSet<i64>,
    /// Months of entries that changed: `2026-11`.
    pub(crate) months: BTreeSet<String>,
}

impl Database {
    /// Returns the time of the last change that is visible on the site.
    pub(crate) fn changed_at(&self) -> Result<i64, Error> {
        let changed = self.connection.query_row("SELECT changed FROM clock", (), |row| row.get(0));
        changed.map_err(|error| self.error(error))
    }

    /// Advances the clock, and returns its time: changes from now on are marked with this time or a later one.
    pub(crate) fn tick(&self) -> Result<i64, Error> {
        let now = returned(&self.connection, "UPDATE clock SET now = now + 1 RETURNING now", ());
        now.map_err(|error| self.error(error))
    }

    /// Returns the manifest of the site in a folder.
    pub(crate) fn site(&self, directory: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT manifest FROM sites WHERE directory = ?1";
        let manifest = self.connection.query_row(sql, [directory], |row| row.get(0)).optional();
        manifest.map_err(|error| self.error(error))
    }

    /// Saves the manifest of the site in a folder, or removes it.
    pub(crate) fn save_site(&self, directory: &str, manifest: Option<&str>) -> Result<(), Error> {
        let saved = match manifest {
            Some(manifest) => {
                let sql = "INSERT OR REPLACE INTO sites (directory, manifest) VALUES (?1, ?2)";
                self.connection.execute(sql, [directory, manifest])
            }
            None => self.connection.execute("DELETE FROM sites WHERE directory = ?1", [directory]),
        };
        saved.map(|_| ()).map_err(|error| self.error(error))
    }

    /// Returns a number that changes when another connection writes.
    pub(crate) fn data_version(&self) -> Result<i64, Error> {
        let version = self.connection.pragma_query_value(None, "data_version", |row| row.get(0));
        version.map_err(|error| self.error(error))
    }

    /// Returns the changes at `time` or later.
    pub(crate) fn changes_since(&self, time: i64) -> Result<Changes, Error> {
        let read = || {
            let mut feeds =
                self.connection.prepare_cached("SELECT feed_id FROM changed_feeds WHERE at >= ?1")?;
            let feeds = feeds.query_map([time], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            let mut months =
                self.connection.prepare_cached("SELECT month FROM changed_months WHERE at >= ?1")?;
            let months = months.query_map([time], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            Ok(Changes { feeds, months })
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the months of a feed's entries, and of entries in other feeds with the same identities.
    pub(crate) fn months_of(&self, feed: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT DISTINCT substr(sorted_at, 1, 7) FROM entries WHERE feed_id = ?1";
        self.months(sql, feed)
    }

    /// Returns the months of entries in other feeds that share an identity with an entry of this feed.
    pub(crate) fn months_of_copies(&self, feed: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT DISTINCT substr(other.sorted_at, 1, 7) FROM entries JOIN entries AS other \
            ON other.identity = entries.identity AND other.feed_id <> entries.feed_id WHERE entries.feed_id = ?1";
        self.months(sql, feed)
    }

    /// Returns the months of all visible entries.
    pub(crate) fn all_months(&self) -> Result<Vec<String>, Error> {
        self.months("SELECT DISTINCT substr(sorted_at, 1, 7) FROM entries WHERE ?1 = 0", 0)
    }

    fn months(&self, sql: &str, feed: i64) -> Result<Vec<String>, Error> {
        let read = || {
            let mut select = self.connection.prepare_cached(sql)?;
            select.query_map([feed], |row| row.get(0))?.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.error(error))
    }
}

//! The icons of sites.

use std::time::Duration;

use bozofeed::Timestamp;
use rusqlite::params;

use super::{Database, Error, to_text};

const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The maximum number of sites asked in one run.
const MOST: usize = 50;

impl Database {
    /// Returns some sites of feeds without a picture, that were not asked for their icons in the last month.
    pub(crate) fn sites_without_icon(&self, now: Timestamp) -> Result<Vec<String>, Error> {
        let read = || {
            let sql = "SELECT site FROM feeds WHERE picture IS NULL AND site IS NOT NULL AND hidden_because IS NULL \
                AND retired_at IS NULL AND paused_at IS NULL AND outcome IN ('changed', 'not_modified') \
                AND (icon_asked_at IS NULL OR icon_asked_at <= ?1) \
                GROUP BY site ORDER BY min(icon_asked_at), min(id) LIMIT ?2";
            let mut select = self.connection.prepare(sql)?;
            let sites =
                select.query_map(params![to_text(now.saturating_sub(MONTH)), MOST], |row| row.get(0))?;
            sites.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Records the icon of a site, for all of its feeds. Without an answer, they keep their present icon.
    pub(crate) fn set_icon(&self, site: &str, icon: Option<&str>, now: Timestamp) -> Result<(), Error> {
        let sql = "UPDATE feeds SET icon = coalesce(?2, icon), icon_asked_at = ?3 WHERE site = ?1";
        self.connection
            .execute(sql, params![site, icon, to_text(now)])
            .map(|_| ())
            .map_err(|error| self.error(error))
    }
}

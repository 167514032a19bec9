//! Feeds: subscriptions, and which of them are due.

use bozofeed::Timestamp;
use bozofeed::polling::FeedState;
use bozofeed::polling::schedule::{self, ScheduleOptions};
use rusqlite::{OptionalExtension as _, Row, TransactionBehavior, params};

use super::{BrokenRule, Database, Error, from_text, to_text};

/// A feed, as `list`, `status` and `render` show it.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct Feed {
    pub(crate) id: i64,
    /// Without credentials.
    pub(crate) url: String,
    /// The folders of the lists that it came from: `Sea/Boats`.
    pub(crate) folders: Vec<String>,
    pub(crate) title: Option<String>,
    pub(crate) site: Option<String>,
    pub(crate) picture: Option<String>,
    pub(crate) hub: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) failures: u32,
    pub(crate) polled_at: Option<String>,
    pub(crate) next_poll_at: Option<String>,
    pub(crate) next_poll_reason: String,
    pub(crate) outcome: String,
    pub(crate) status: Option<u16>,
    pub(crate) message: Option<String>,
    pub(crate) bozo: Option<String>,
    /// The rules that the last document breaks.
    pub(crate) findings: Vec<BrokenRule>,
    pub(crate) retired_at: Option<String>,
    pub(crate) entries: u64,
    /// With credentials.
    #[serde(skip)]
    pub(crate) full_url: String,
}

impl Feed {
    /// Returns what to call the feed: its title, else its address.
    pub(crate) fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.url)
    }
}

/// How a feed does: the worst first, as they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Health {
    /// The last poll failed, or could not be saved.
    Failing,
    /// The last document was not well-formed, or breaks rules of its format.
    Faulty,
    Well,
    /// It is no longer polled.
    Retired,
}

/// A feed that is to be polled.
#[derive(Debug, Clone)]
pub(crate) struct Due {
    pub(crate) id: i64,
    pub(crate) state: FeedState,
}

// `failures` of a state that is not an object, or not JSON, would be an error.
const FEEDS: &str = "SELECT id, url, (SELECT json_group_array(folder) FROM folders WHERE feed_id = id), title, site, picture, hub, \
    CASE WHEN json_valid(state) THEN state ->> '$.failures' END, polled_at, next_poll_at, \
    next_poll_reason, outcome, status, message, bozo, retired_at, \
    (SELECT count(*) FROM entries WHERE feed_id = feeds.id), findings, language FROM feeds";

impl Database {
    /// Adds a feed that was not polled yet; `None` if there is one with this address. It is in the folder in either case.
    pub(crate) fn add_feed(
        &self,
        url: &str,
        title: Option<&str>,
        folder: Option<&str>,
        now: Timestamp,
    ) -> Result<Option<i64>, Error> {
        let sql = "INSERT INTO feeds (url, added_url, added_at, title, state, next_poll_at, next_poll_reason) \
            SELECT ?1, ?1, ?2, ?3, json_object('url', ?1), ?2, 'never polled before' \
            WHERE NOT EXISTS (SELECT 1 FROM feeds WHERE url = ?1 OR added_url = ?1) RETURNING id";
        let add = || {
            let mut insert = self.connection.prepare_cached(sql)?;
            let added = insert.query_row(params![url, to_text(now), title], |row| row.get(0)).optional()?;
            if let Some(folder) = folder {
                let sql = "INSERT OR IGNORE INTO folders (feed_id, folder) \
                    SELECT id, ?2 FROM feeds WHERE url = ?1 OR added_url = ?1 ORDER BY id LIMIT 1";
                self.connection.prepare_cached(sql)?.execute(params![url, folder])?;
            }
            Ok(added)
        };
        add().map_err(|error| self.error(error))
    }

    /// Adds feeds all at once; returns how many are new.
    pub(crate) fn add_feeds<'a>(
        &mut self,
        feeds: impl Iterator<Item = (&'a str, Option<&'a str>, Option<String>)>,
        now: Timestamp,
    ) -> Result<usize, Error> {
        let sqlite = |database: &Self, sql| {
            database.connection.execute_batch(sql).map_err(|error| database.error(error))
        };
        sqlite(self, "BEGIN IMMEDIATE")?;
        let mut new = 0;
        for (url, title, folder) in feeds {
            match self.add_feed(url, title, folder.as_deref(), now) {
                Ok(added) => new += usize::from(added.is_some()),
                Err(error) => {
                    let _ = sqlite(self, "ROLLBACK");
                    return Err(error);
                }
            }
        }
        sqlite(self, "COMMIT")?;
        Ok(new)
    }

    /// Removes a feed and its entries. Returns whether there was one.
    pub(crate) fn remove_feed(&self, id: i64) -> Result<bool, Error> {
        let removed = self.connection.execute("DELETE FROM feeds WHERE id = ?1", [id]);
        removed.map(|count| count > 0).map_err(|error| self.error(error))
    }

    /// Returns all feeds, in the order of their names.
    pub(crate) fn feeds(&self) -> Result<Vec<Feed>, Error> {
        let sql = format!("{FEEDS} ORDER BY coalesce(title, url) COLLATE NOCASE, id");
        let read =
            || self.connection.prepare(&sql)?.query_map((), feed)?.collect::<rusqlite::Result<Vec<_>>>();
        read().map_err(|error| self.error(error))
    }

    /// Returns the feed with this number or address.
    pub(crate) fn find_feed(&self, name: &str) -> Result<Option<Feed>, Error> {
        let sql = format!("{FEEDS} WHERE id = ?1 OR url = ?2 OR added_url = ?2 ORDER BY id LIMIT 1");
        let id: Option<i64> = name.parse().ok();
        let found = self.connection.query_row(&sql, params![id, name], feed);
        found.optional().map_err(|error| self.error(error))
    }

    /// Returns the feeds that are due at `now`, or all that are not retired: those that have waited longest first, but after
    /// the others those that failed last time, or took long.
    pub(crate) fn due(&self, now: Timestamp, all: bool) -> Result<Vec<Due>, Error> {
        let sql = "SELECT id, url, state FROM feeds WHERE retired_at IS NULL AND (?1 OR next_poll_at <= ?2) \
            ORDER BY outcome IN ('busy', 'failed', 'not_a_feed'), coalesce(seconds, 0) > 1, next_poll_at, id";
        let read = || {
            self.connection
                .prepare(sql)?
                .query_map(params![all, to_text(now)], due)?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns a feed that is to be polled, due or not; `None` if it is retired.
    pub(crate) fn due_feed(&self, id: i64) -> Result<Option<Due>, Error> {
        let sql = "SELECT id, url, state FROM feeds WHERE id = ?1 AND retired_at IS NULL";
        self.connection.query_row(sql, [id], due).optional().map_err(|error| self.error(error))
    }

    /// Schedules anew the feeds that were polled in the future: the clock was set back. They wait no longer than they would
    /// have if they had been polled now. Returns how many there were.
    pub(crate) fn reschedule_future(&mut self, now: Timestamp) -> Result<usize, Error> {
        let path = self.path.clone();
        let error = |source| Error::Sqlite { path: path.clone(), source };
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(error)?;
        let read = || {
            let sql = "SELECT id, url, state FROM feeds WHERE retired_at IS NULL AND polled_at > ?1";
            let mut feeds = transaction.prepare(sql)?;
            feeds.query_map([to_text(now)], due)?.collect::<rusqlite::Result<Vec<Due>>>()
        };
        let feeds = read().map_err(error)?;
        for Due { id, state } in &feeds {
            let state = shifted(state, now);
            let next = schedule::next_poll(&state, now, &ScheduleOptions::new());
            let sql = "UPDATE feeds SET state = ?2, polled_at = ?3, next_poll_at = ?4, next_poll_reason = ?5 WHERE id = ?1";
            let values = params![
                id,
                serde_json::to_string(&state).unwrap_or_default(),
                state.polled.map(to_text),
                next.at.map(to_text),
                next.reason.to_string()
            ];
            transaction.execute(sql, values).map_err(error)?;
        }
        transaction.commit().map_err(error)?;
        Ok(feeds.len())
    }
}

/// Returns a state with its last poll moved from the future to now, and with it the time that the server asked for.
fn shifted(state: &FeedState, now: Timestamp) -> FeedState {
    let mut state = state.clone();
    let ahead = state.polled.map(|polled| polled.since(now)).unwrap_or_default();
    if !ahead.is_zero() {
        state.polled = Some(now);
        state.retry_at = state.retry_at.map(|retry_at| retry_at.saturating_sub(ahead));
    }
    state
}

fn due(row: &Row<'_>) -> rusqlite::Result<Due> {
    let url: String = row.get(1)?;
    // A state that somebody edited is started anew.
    let state = row.get_ref(2)?.as_bytes_or_null().ok().flatten().unwrap_or_default();
    let mut state: FeedState = serde_json::from_slice(state).unwrap_or_else(|_| FeedState::new(&url));
    state.url = url;
    Ok(Due { id: row.get(0)?, state })
}

fn feed(row: &Row<'_>) -> rusqlite::Result<Feed> {
    let full_url: String = row.get(1)?;
    Ok(Feed {
        id: row.get(0)?,
        url: bozofeed::polling::without_credentials(&full_url),
        folders: serde_json::from_str(&row.get::<_, String>(2)?).unwrap_or_default(),
        title: row.get(3)?,
        site: row.get(4)?,
        picture: row.get(5)?,
        hub: row.get(6)?,
        // Whatever a state that somebody edited says.
        failures: row.get_ref(7)?.as_i64().ok().and_then(|count| count.try_into().ok()).unwrap_or(0),
        polled_at: row.get(8)?,
        next_poll_at: row.get(9)?,
        next_poll_reason: row.get(10)?,
        outcome: row.get(11)?,
        status: row.get(12)?,
        message: row.get(13)?,
        bozo: row.get(14)?,
        retired_at: row.get(15)?,
        entries: row.get(16)?,
        findings: serde_json::from_str(&row.get::<_, String>(17)?).unwrap_or_default(),
        language: row.get(18)?,
        full_url,
    })
}

impl Feed {
    /// Returns how the feed does.
    pub(crate) fn health(&self) -> Health {
        let breaks_rules = self.bozo.is_some() || self.findings.iter().any(BrokenRule::is_error);
        if self.retired_at.is_some() {
            Health::Retired
        } else if self.failures > 0 || self.message.is_some() {
            Health::Failing
        } else if breaks_rules {
            Health::Faulty
        } else {
            Health::Well
        }
    }

    /// Returns whether the feed should have been polled before `now`.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        self.next_poll_at.as_deref().and_then(from_text).is_some_and(|at| at <= now)
    }
}

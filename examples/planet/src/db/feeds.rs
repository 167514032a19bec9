//! Feeds: subscriptions, and their schedule.

use std::time::Duration;

use bozofeed::Timestamp;
use bozofeed_polling::FeedState;
use bozofeed_polling::schedule::{self, ScheduleOptions};
use rusqlite::types::{ToSql, ToSqlOutput};
use rusqlite::{Connection, OptionalExtension as _, Row, TransactionBehavior, params};

use super::address::{Secret, Visibility, feed_key};
use super::returning::returned;
use super::settings::{SETTINGS, Settings, settings};
use super::{BrokenRule, Database, Error, Listed, from_text, to_text};

/// A feed for display in `list`, `status` and `render`.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct Feed {
    pub(crate) id: i64,
    /// The shown form of the address: without credentials and other secrets.
    pub(crate) url: String,
    /// Whether the shown address is incomplete, so that nobody else can use it.
    pub(crate) is_private: bool,
    /// Its folders in the lists that it came from: `Sea/Boats`.
    pub(crate) folders: Vec<String>,
    pub(crate) title: Option<String>,
    pub(crate) site: Option<String>,
    pub(crate) picture: Option<String>,
    pub(crate) hub: Option<String>,
    /// The end of the subscription at the hub, if it delivers new versions.
    pub(crate) pushed_until: Option<String>,
    /// The reason why the hub does not deliver, if it was asked to.
    pub(crate) hub_message: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) failures: u32,
    pub(crate) added_at: String,
    pub(crate) polled_at: Option<String>,
    pub(crate) next_poll_at: Option<String>,
    pub(crate) next_poll_reason: String,
    pub(crate) outcome: String,
    pub(crate) status: Option<u16>,
    pub(crate) message: Option<String>,
    pub(crate) bozo: Option<String>,
    /// The rules broken by the last document.
    pub(crate) findings: Vec<BrokenRule>,
    pub(crate) retired_at: Option<String>,
    pub(crate) paused_at: Option<String>,
    /// The time since which polls fail.
    pub(crate) failing_since: Option<String>,
    /// The feed that it was merged into.
    pub(crate) merged_into: Option<i64>,
    /// The number of its visible entries.
    pub(crate) entries: u64,
    /// Why the feed and its entries are not on the site; `None` if they are.
    pub(crate) hidden_because: Option<String>,
    pub(crate) settings: Settings,
    /// The address with credentials.
    #[serde(skip)]
    pub(crate) full_url: String,
}

impl Feed {
    /// Returns the display name of the feed: the name set by the user, or else its title, or else its address.
    pub(crate) fn name(&self) -> &str {
        self.settings.name.as_deref().or(self.title.as_deref()).unwrap_or(&self.url)
    }

    /// Returns the settings as `planet set` takes them, without the values of header fields.
    pub(crate) fn setting_lines(&self) -> impl Iterator<Item = String> {
        let folders = self.folders.iter().map(|folder| format!("folder={folder}"));
        folders.chain(self.settings.lines())
    }

    /// Returns why the feed is not on the site unless somebody decided so, and how to change that.
    pub(crate) fn hidden_note(&self) -> Option<String> {
        let because = self.hidden_because.as_ref().filter(|_| self.settings.hidden.is_none())?;
        Some(format!("not on the site, since {because}: `planet set {} hidden=no` publishes it", self.id))
    }
}

/// The health of a feed, worst first, which is the order of listings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Health {
    /// The last poll failed, or could not be saved.
    Failing,
    /// The last document was not well-formed, or broke rules of its format.
    Faulty,
    Well,
    /// The user suspended polling.
    Paused,
    /// It is no longer polled.
    Retired,
}

impl Health {
    pub(crate) const ALL: &[Self] = &[Self::Failing, Self::Faulty, Self::Well, Self::Paused, Self::Retired];

    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Faulty => "faulty",
            Self::Well => "well",
            Self::Paused => "paused",
            Self::Retired => "retired",
        }
    }

    /// Returns whether the last poll found a feed.
    pub(crate) fn is_answering(self) -> bool {
        matches!(self, Self::Faulty | Self::Well)
    }
}

/// The stored state of a feed, including the secret that keeps the feed off the site.
pub(super) struct StoredState(String);

impl StoredState {
    pub(super) fn of(state: &FeedState) -> Self {
        #[derive(serde::Serialize)]
        struct WithSecret<'s> {
            #[serde(flatten)]
            state: &'s FeedState,
            #[serde(skip_serializing_if = "Option::is_none")]
            secret: Option<Secret>,
        }
        let secret = Secret::of(state);
        Self(serde_json::to_string(&WithSecret { state, secret }).unwrap_or_default())
    }
}

impl ToSql for StoredState {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

/// A feed that is due.
#[derive(Debug, Clone)]
pub(crate) struct Due {
    pub(crate) id: i64,
    pub(crate) state: FeedState,
    pub(crate) schedule: ScheduleOptions,
}

// A `failures` value in a state that is not an object, or not JSON, would be an error.
fn select(rest: &str) -> String {
    format!(
        "SELECT id, url, (SELECT json_group_array(folder) FROM ( \
            SELECT folder FROM folders WHERE feed_id = feeds.id UNION \
            SELECT folder FROM listed WHERE feed_id = feeds.id AND folder <> '' \
            AND NOT EXISTS (SELECT 1 FROM folders WHERE feed_id = feeds.id))), title, site, coalesce(picture, icon), hub, \
        CASE WHEN json_valid(state) THEN state ->> '$.failures' END, polled_at, next_poll_at, \
        next_poll_reason, outcome, status, message, bozo, retired_at, \
        (SELECT count(*) FROM entries WHERE feed_id = feeds.id) - \
        (SELECT count(*) FROM entries WHERE feed_id = feeds.id AND is_hidden), \
        findings, paused_at, failing_since, merged_into, language, \
        (SELECT max(active_until) FROM hub_subscriptions WHERE feed_id = feeds.id AND ending_since IS NULL), \
        (SELECT max(message) FROM hub_subscriptions WHERE feed_id = feeds.id AND ending_since IS NULL), \
        added_at, hidden_because, {SETTINGS} FROM feeds {rest}"
    )
}

/// The minimum polling interval of a feed whose hub delivers new versions.
const SELDOM: Duration = Duration::from_secs(24 * 60 * 60);

/// The columns of a [`Due`].
const DUE: &str = "SELECT id, url, state, interval, EXISTS (SELECT 1 FROM hub_subscriptions \
    WHERE feed_id = feeds.id AND ending_since IS NULL AND active_until > strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) FROM feeds";

impl Database {
    /// Adds a feed that was not polled yet; `None` if a feed with this address already exists, in any spelling. Either way, the feed
    /// is put into the folder.
    pub(crate) fn add_feed(
        &self,
        url: &str,
        title: Option<&str>,
        folder: Option<&str>,
        now: Timestamp,
    ) -> Result<Option<i64>, Error> {
        let add = || {
            let (id, is_new) = insert(&self.connection, url, title, now)?;
            self.connection.prepare_cached("UPDATE feeds SET is_own = 1 WHERE id = ?1")?.execute([id])?;
            if let Some(folder) = folder {
                let sql = "INSERT OR IGNORE INTO folders (feed_id, folder) VALUES (?1, ?2)";
                self.connection.prepare_cached(sql)?.execute(params![id, folder])?;
            }
            Ok(is_new.then_some(id))
        };
        add().map_err(|error| self.error(error))
    }

    /// Adds feeds in a single transaction; returns the number of new ones.
    pub(crate) fn add_feeds(&mut self, feeds: &[Listed], now: Timestamp) -> Result<usize, Error> {
        let sqlite = |database: &Self, sql| {
            database.connection.execute_batch(sql).map_err(|error| database.error(error))
        };
        sqlite(self, "BEGIN IMMEDIATE")?;
        let mut new = 0;
        for Listed { url, title, folder } in feeds {
            match self.add_feed(url, title.as_deref(), folder.as_deref(), now) {
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

    /// Returns all feeds, sorted by name.
    pub(crate) fn feeds(&self) -> Result<Vec<Feed>, Error> {
        let sql = select("ORDER BY coalesce(name, title, url) COLLATE NOCASE, id");
        let read =
            || self.connection.prepare(&sql)?.query_map((), feed)?.collect::<rusqlite::Result<Vec<_>>>();
        read().map_err(|error| self.error(error))
    }

    /// Returns the feed with this number or address, in any spelling. Active feeds are preferred over retired ones.
    pub(crate) fn find_feed(&self, name: &str) -> Result<Option<Feed>, Error> {
        let sql = select(
            "WHERE id = ?1 OR url_key = ?2 OR added_key = ?2 ORDER BY retired_at IS NOT NULL, id LIMIT 1",
        );
        let id: Option<i64> = name.parse().ok();
        let found = self.connection.query_row(&sql, params![id, feed_key(name)], feed);
        found.optional().map_err(|error| self.error(error))
    }

    /// Returns the feeds that are due at `now`, or all that are neither retired nor paused: longest overdue first, except that feeds
    /// whose last poll failed or was slow come last.
    pub(crate) fn due(&self, now: Timestamp, all: bool) -> Result<Vec<Due>, Error> {
        let sql = format!(
            "{DUE} WHERE retired_at IS NULL AND paused_at IS NULL AND (?1 OR next_poll_at <= ?2) \
             ORDER BY outcome IN ('busy', 'failed', 'not_a_feed'), coalesce(seconds, 0) > 1, next_poll_at, id"
        );
        let read = || {
            self.connection
                .prepare(&sql)?
                .query_map(params![all, to_text(now)], due)?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns a feed for polling, whether it is due or not; `None` if it is retired.
    pub(crate) fn due_feed(&self, id: i64) -> Result<Option<Due>, Error> {
        due_feed(&self.connection, id).map_err(|error| self.error(error))
    }

    /// Reschedules feeds whose last poll is in the future because the clock was set back. They wait no longer than if they had been
    /// polled now. Returns their number.
    pub(crate) fn reschedule_future(&mut self, now: Timestamp) -> Result<usize, Error> {
        let path = self.path.clone();
        let error = |source| Error::Sqlite { path: path.clone(), source };
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(error)?;
        let read = || {
            let sql = format!("{DUE} WHERE retired_at IS NULL AND polled_at > ?1");
            let mut feeds = transaction.prepare(&sql)?;
            feeds.query_map([to_text(now)], due)?.collect::<rusqlite::Result<Vec<Due>>>()
        };
        let feeds = read().map_err(error)?;
        for Due { id, state, schedule } in &feeds {
            let state = shifted(state, now);
            let next = schedule::next_poll(&state, now, schedule);
            let sql = "UPDATE feeds SET state = ?2, polled_at = ?3, next_poll_at = ?4, next_poll_reason = ?5 WHERE id = ?1";
            let values = params![
                id,
                StoredState::of(&state),
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

/// Returns a state with its last poll moved from the future to now, along with the delay requested by the server.
fn shifted(state: &FeedState, now: Timestamp) -> FeedState {
    let mut state = state.clone();
    let ahead = state.polled.map(|polled| polled.since(now)).unwrap_or_default();
    if !ahead.is_zero() {
        state.polled = Some(now);
        state.retry_at = state.retry_at.map(|retry_at| retry_at.saturating_sub(ahead));
    }
    state
}

/// Adds a feed unless one with this address exists; returns its number, and whether it is new. If several feeds had the address, the
/// active one is returned.
pub(super) fn insert(
    connection: &Connection,
    url: &str,
    title: Option<&str>,
    now: Timestamp,
) -> rusqlite::Result<(i64, bool)> {
    let key = feed_key(url);
    let sql = "SELECT id FROM feeds WHERE url_key = ?1 OR added_key = ?1 ORDER BY retired_at IS NOT NULL, id LIMIT 1";
    let known = connection.prepare_cached(sql)?.query_row([&key], |row| row.get(0)).optional()?;
    if let Some(id) = known {
        return Ok((id, false));
    }
    let sql = "INSERT INTO feeds (url, added_url, url_key, added_key, added_at, title, state, next_poll_at, next_poll_reason) \
        VALUES (?1, ?1, ?4, ?4, ?2, ?3, ?5, ?2, 'never polled before') RETURNING id";
    let state = StoredState::of(&FeedState::new(url));
    Ok((returned(connection, sql, params![url, to_text(now), title, key, state])?, true))
}

/// Returns a feed for polling, whether it is due or not; `None` if it is retired.
pub(super) fn due_feed(connection: &Connection, id: i64) -> rusqlite::Result<Option<Due>> {
    let sql = format!("{DUE} WHERE id = ?1 AND retired_at IS NULL");
    connection.query_row(&sql, [id], due).optional()
}

/// Returns the scheduling options of a feed, whose interval may be set in seconds. A feed with deliveries from a hub is only polled
/// for entries that the hub missed.
fn options(interval: Option<u32>, is_pushed: bool) -> ScheduleOptions {
    let options = ScheduleOptions::new();
    let options = if is_pushed { options.min(SELDOM) } else { options };
    match interval {
        Some(seconds) => options.interval(Duration::from_secs(u64::from(seconds))),
        None => options,
    }
}

fn due(row: &Row<'_>) -> rusqlite::Result<Due> {
    Ok(Due { id: row.get(0)?, state: state(row, 1)?, schedule: options(row.get(3)?, row.get(4)?) })
}

/// Reads a state from the columns `url` and `state`.
fn state(row: &Row<'_>, at: usize) -> rusqlite::Result<FeedState> {
    let url: String = row.get(at)?;
    let state = row.get_ref(at + 1)?.as_bytes_or_null().ok().flatten().unwrap_or_default();
    Ok(read_state(&url, state))
}

/// Reads the state of the feed at an address. A state that was edited by hand starts anew if it is invalid.
pub(super) fn read_state(url: &str, stored: &[u8]) -> FeedState {
    let mut state: FeedState = serde_json::from_slice(stored).unwrap_or_else(|_| FeedState::new(url));
    url.clone_into(&mut state.url);
    state
}

/// Returns the state of a feed, active or not.
pub(super) fn state_of(connection: &Connection, feed: i64) -> rusqlite::Result<Option<FeedState>> {
    let sql = "SELECT url, state FROM feeds WHERE id = ?1";
    connection.query_row(sql, [feed], |row| state(row, 0)).optional()
}

fn feed(row: &Row<'_>) -> rusqlite::Result<Feed> {
    let full_url: String = row.get(1)?;
    let settings = settings(row, 26)?;
    let visible = Visibility::of(settings.address.as_deref());
    Ok(Feed {
        id: row.get(0)?,
        is_private: visible.is_private(&full_url),
        url: visible.shown(&full_url),
        folders: serde_json::from_str(&row.get::<_, String>(2)?).unwrap_or_default(),
        title: row.get(3)?,
        site: row.get(4)?,
        picture: row.get(5)?,
        hub: row.get(6)?,
        // Accepts any value, since the state may have been edited by hand.
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
        paused_at: row.get(18)?,
        failing_since: row.get(19)?,
        merged_into: row.get(20)?,
        language: row.get(21)?,
        pushed_until: row.get(22)?,
        hub_message: row.get(23)?,
        added_at: row.get(24)?,
        hidden_because: row.get(25)?,
        settings,
        full_url,
    })
}

impl Feed {
    /// Returns the health of the feed.
    pub(crate) fn health(&self) -> Health {
        let breaks_rules = self.bozo.is_some() || self.findings.iter().any(BrokenRule::is_error);
        if self.retired_at.is_some() {
            Health::Retired
        } else if self.paused_at.is_some() {
            Health::Paused
        } else if self.failures > 0 || self.message.is_some() {
            Health::Failing
        } else if breaks_rules {
            Health::Faulty
        } else {
            Health::Well
        }
    }

    /// Returns the reason for the feed's failure in words that may be published: the message itself may reveal addresses of this
    /// network or errors of the disk.
    pub(crate) fn public_message(&self) -> Option<String> {
        let message = self.message.as_deref()?;
        Some(match (self.outcome.as_str(), self.status) {
            ("merged", _) => message.to_owned(),
            ("not_a_feed", _) => "not a feed".to_owned(),
            ("gone", _) => "gone for good (status 410)".to_owned(),
            ("busy", _) => "the server is busy".to_owned(),
            (_, Some(status)) => format!("the server answered with status {status}"),
            (_, None) => "it cannot be fetched".to_owned(),
        })
    }

    /// Returns whether the feed should have been polled before `now`.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        let next = self.next_poll_at.as_deref().filter(|_| self.paused_at.is_none());
        next.and_then(from_text).is_some_and(|at| at <= now)
    }
}

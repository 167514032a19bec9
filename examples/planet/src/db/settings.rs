//! Settings of feeds in the database.

use bozofeed::Timestamp;
use bozofeed_polling::schedule;
use bozofeed_polling::{FeedState, RequestHeaders};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, TransactionBehavior, params};

use super::address::{feed_key, is_same_origin};
use super::feeds::{StoredState, due_feed, state_of};
use super::{Database, Due, Error, to_text};
use crate::filter::{Filter, Texts};
use crate::settings::{Change, Place, Value};

/// The settings of a feed, without secrets.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Settings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The polling interval in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interval: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) keep_entries: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) keep_days: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) keep: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) drop: Option<String>,
    /// `shown` or `hidden`: whether its address is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) address: Option<String>,
    /// `yes` or `no`: whether the feed and its entries are kept off the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hidden: Option<String>,
    /// The names of the header fields of its requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) headers: Vec<String>,
}

/// The columns of [`Settings`], from `feeds`. The header fields of a state that was edited by hand may be anything.
pub(super) const SETTINGS: &str = "name, interval, keep_entries, keep_days, keep_words, drop_words, \
    address, hidden, (SELECT json_group_array(key ORDER BY key) FROM json_each(CASE WHEN json_valid(state) THEN state ELSE '{}' END, '$.headers'))";

/// Reads [`SETTINGS`], starting at this column.
pub(super) fn settings(row: &Row<'_>, at: usize) -> rusqlite::Result<Settings> {
    Ok(Settings {
        name: row.get(at)?,
        interval: row.get(at + 1)?,
        keep_entries: row.get(at + 2)?,
        keep_days: row.get(at + 3)?,
        keep: row.get(at + 4)?,
        drop: row.get(at + 5)?,
        address: row.get(at + 6)?,
        hidden: row.get(at + 7)?,
        headers: serde_json::from_str(&row.get::<_, String>(at + 8)?).unwrap_or_default(),
    })
}

impl Settings {
    /// Returns the settings in the syntax of `planet set`, without the values of header fields.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let headers = self.headers.iter().map(|name| match name.as_str() {
            "cookie" => "cookie=…".to_owned(),
            name => format!("header={name}: …"),
        });
        self.assignments().chain(headers)
    }

    /// Returns the settings in the syntax of `planet set`, without header fields.
    pub(crate) fn assignments(&self) -> impl Iterator<Item = String> {
        let line = |name: &str, value: Option<String>| value.map(|value| format!("{name}={value}"));
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let interval = self.interval.map(|seconds| match seconds {
            seconds if seconds.is_multiple_of(24 * 60 * 60) => format!("{}d", seconds / (24 * 60 * 60)),
            seconds if seconds.is_multiple_of(60 * 60) => format!("{}h", seconds / (60 * 60)),
            seconds => format!("{}m", seconds / 60),
        });
        let lines = [
            line("name", self.name.clone()),
            line("interval", interval),
            line("keep-entries", number(self.keep_entries)),
            line("keep-days", number(self.keep_days)),
            line("keep", self.keep.clone()),
            line("drop", self.drop.clone()),
            line("address", self.address.clone()),
            line("hidden", self.hidden.clone()),
        ];
        lines.into_iter().flatten()
    }
}

impl Database {
    /// Changes settings of a feed, all or none.
    pub(crate) fn set(&mut self, feed: i64, changes: &[&Change], now: Timestamp) -> Result<(), Error> {
        let path = self.path.clone();
        let error = |source| Error::Sqlite { path: path.clone(), source };
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(error)?;
        for (position, (setting, value)) in changes.iter().enumerate() {
            match setting.place {
                Place::Column(column) => set_column(&transaction, feed, column, value.as_ref()),
                Place::Words(column) => set_column(&transaction, feed, column, value.as_ref())
                    .and_then(|()| choose(&transaction, feed, &shown(&transaction, feed)?, None)),
                Place::Interval => set_column(&transaction, feed, "interval", value.as_ref())
                    .and_then(|()| reschedule(&transaction, feed, now)),
                Place::Folders => {
                    let is_first = changes.iter().position(|(setting, _)| setting.place == Place::Folders)
                        == Some(position);
                    set_folder(&transaction, feed, is_first, value.as_ref())
                }
                Place::Headers | Place::Cookie => {
                    set_header(&transaction, feed, setting.place, value.as_ref())
                }
                Place::Address => match value {
                    Some(Value::Text(url)) => {
                        if let Some(other) = with_address(&transaction, feed, url).map_err(error)? {
                            return Err(Error::SameAddress { feed: other });
                        }
                        set_address(&transaction, feed, url, "set by hand", now)
                    }
                    Some(Value::Number(_) | Value::Header(..)) | None => Ok(()),
                },
            }
            .map_err(error)?;
        }
        transaction.commit().map_err(error)
    }

    /// Pauses or resumes a feed. Returns whether that changes anything.
    pub(crate) fn pause(&self, feed: i64, is_paused: bool, now: Timestamp) -> Result<bool, Error> {
        let sql = "UPDATE feeds SET paused_at = ?2 WHERE id = ?1 AND (paused_at IS NULL) = ?3";
        let paused_at = is_paused.then(|| to_text(now));
        let changed = self.connection.execute(sql, params![feed, paused_at, is_paused]);
        changed.map(|count| count > 0).map_err(|error| self.error(error))
    }
}

fn set_column(
    transaction: &Transaction<'_>,
    feed: i64,
    column: &str,
    value: Option<&Value>,
) -> rusqlite::Result<()> {
    // The name of the column is one of `SETTINGS`.
    let sql = format!("UPDATE feeds SET {column} = ?2 WHERE id = ?1");
    match value {
        Some(Value::Text(text)) => transaction.execute(&sql, params![feed, text]),
        Some(Value::Number(number)) => transaction.execute(&sql, params![feed, number]),
        Some(Value::Header(..)) | None => transaction.execute(&sql, params![feed, None::<&str>]),
    }
    .map(|_| ())
}

fn set_folder(
    transaction: &Transaction<'_>,
    feed: i64,
    is_first: bool,
    value: Option<&Value>,
) -> rusqlite::Result<()> {
    if is_first || value.is_none() {
        transaction.execute("DELETE FROM folders WHERE feed_id = ?1", [feed])?;
    }
    if let Some(Value::Text(folder)) = value {
        let sql = "INSERT OR IGNORE INTO folders (feed_id, folder) VALUES (?1, ?2)";
        transaction.execute(sql, params![feed, folder])?;
    }
    Ok(())
}

fn set_header(
    transaction: &Transaction<'_>,
    feed: i64,
    place: Place,
    value: Option<&Value>,
) -> rusqlite::Result<()> {
    let Some(mut state) = state_of(transaction, feed)? else { return Ok(()) };
    match value {
        // The value was validated with the arguments.
        Some(Value::Header(name, Some(value))) => drop(state.headers.insert(name, value)),
        Some(Value::Header(name, None)) => state.headers.remove(name),
        Some(Value::Text(_) | Value::Number(_)) => {}
        None if place == Place::Cookie => state.headers.remove("cookie"),
        None => {
            let sql = "SELECT value FROM feeds, json_each(state, '$.headers') WHERE feeds.id = ?1 AND key = 'cookie'";
            let cookie: Option<String> = transaction.query_row(sql, [feed], |row| row.get(0)).optional()?;
            state.headers = RequestHeaders::new();
            if let Some(cookie) = cookie {
                drop(state.headers.insert("cookie", &cookie));
            }
        }
    }
    write_state(transaction, feed, &state)
}

/// Saves the state of a feed.
pub(super) fn write_state(connection: &Connection, feed: i64, state: &FeedState) -> rusqlite::Result<()> {
    let sql = "UPDATE feeds SET state = ?2 WHERE id = ?1";
    connection.execute(sql, params![feed, StoredState::of(state)]).map(|_| ())
}

/// Returns another feed with this address.
pub(super) fn with_address(connection: &Connection, feed: i64, url: &str) -> rusqlite::Result<Option<i64>> {
    let mut select = connection.prepare_cached("SELECT id FROM feeds WHERE url_key = ?1 AND id <> ?2")?;
    select.query_row(params![feed_key(url), feed], |row| row.get(0)).optional()
}

/// Assigns a feed an address that no other feed has, and makes it due.
pub(super) fn set_address(
    transaction: &Transaction<'_>,
    feed: i64,
    url: &str,
    reason: &str,
    now: Timestamp,
) -> rusqlite::Result<()> {
    let Some(mut state) = state_of(transaction, feed)? else { return Ok(()) };
    note_move(transaction, feed, &to_text(now), reason)?;
    if !is_same_origin(&state.url, url) {
        // They may be credentials for the old address.
        state.headers = RequestHeaders::new();
    }
    make_due(transaction, feed, state, url, reason, now)
}

/// Records the address that a feed is about to lose.
pub(super) fn note_move(connection: &Connection, feed: i64, now: &str, reason: &str) -> rusqlite::Result<()> {
    let sql = "INSERT INTO moves (feed_id, url, headers, moved_at, reason, title, site, picture) \
        SELECT id, url, state -> '$.headers', ?2, ?3, title, site, picture FROM feeds WHERE id = ?1";
    connection.prepare_cached(sql)?.execute(params![feed, now, reason]).map(|_| ())
}

/// Makes a feed due at an address, whatever the last polls were.
pub(super) fn make_due(
    transaction: &Transaction<'_>,
    feed: i64,
    mut state: FeedState,
    url: &str,
    reason: &str,
    now: Timestamp,
) -> rusqlite::Result<()> {
    state.revive(url, now);
    let sql = "UPDATE feeds SET url = ?2, url_key = ?3, state = ?4, next_poll_at = ?5, next_poll_reason = ?6, \
        retired_at = NULL, merged_into = NULL, failing_since = NULL, message = NULL, \
        outcome = CASE WHEN outcome IN ('gone', 'merged') THEN 'never_polled' ELSE outcome END WHERE id = ?1";
    let values =
        params![feed, state.url, feed_key(&state.url), StoredState::of(&state), to_text(now), reason];
    transaction.execute(sql, values).map(|_| ())
}

/// Reschedules a feed and its subscription, using its present interval.
pub(super) fn reschedule(transaction: &Transaction<'_>, feed: i64, now: Timestamp) -> rusqlite::Result<()> {
    let Some(Due { state, schedule, .. }) = due_feed(transaction, feed)? else { return Ok(()) };
    let next = schedule::next_poll(&state, now, &schedule);
    let sql = "UPDATE feeds SET next_poll_at = ?2, next_poll_reason = ?3 WHERE id = ?1";
    transaction.execute(sql, params![feed, next.at.map(to_text), next.reason.to_string()]).map(|_| ())
}

/// The conditions that select the visible entries of a feed.
pub(super) struct Shown {
    keep: Option<Condition>,
    drop: Option<Condition>,
}

/// A filter, as an index query and as source text.
struct Condition {
    query: String,
    text: String,
}

impl Condition {
    fn of(text: String) -> Self {
        // A filter of an earlier version matches as far as possible.
        let query = Filter::parse(&text).map_or_else(|_| "\"\"".to_owned(), |filter| filter.query());
        Self { query, text }
    }
}

impl Shown {
    /// Returns whether all entries are visible.
    pub(super) fn is_all(&self) -> bool {
        self.keep.is_none() && self.drop.is_none()
    }
}

/// Returns the conditions for the visible entries of a feed.
pub(super) fn shown(connection: &Connection, feed: i64) -> rusqlite::Result<Shown> {
    let mut select = connection.prepare_cached("SELECT keep_words, drop_words FROM feeds WHERE id = ?1")?;
    select.query_row([feed], |row| {
        let condition = |text: Option<String>| text.map(Condition::of);
        Ok(Shown { keep: condition(row.get(0)?), drop: condition(row.get(1)?) })
    })
}

/// Adds the function `filter_matches`, which evaluates those conditions of a filter that the index cannot.
pub(super) fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("filter_matches", 5, flags, |row| {
        // It is compiled once for all rows.
        let filter = row.get_or_create_aux(0, |filter| -> Result<_, std::convert::Infallible> {
            Ok(filter.as_str().ok().and_then(|filter| Filter::parse(filter).ok()))
        })?;
        let Some(filter) = &*filter else { return Ok(false) };
        let text = |at: usize| row.get_raw(at).as_str().unwrap_or_default();
        Ok(filter.matches(&Texts { title: text(1), author: text(2), categories: text(3), text: text(4) }))
    })
}

/// Returns an SQL expression for whether an entry matches a filter. The filter's query and text are parameters with these
/// numbers.
fn matches(query: usize, text: usize) -> String {
    // The index looks up the row in the words' lists, so that other feeds' entries cost nothing.
    format!(
        "(EXISTS (SELECT 1 FROM entries_search WHERE entries_search MATCH ?{query} AND rowid = entries.id) \
         OR filter_matches(?{text}, entries.title, entries.author, entries.categories, entries.text))"
    )
}

/// Updates which entries of a feed are visible: all of them, or one.
pub(super) fn choose(
    connection: &Connection,
    feed: i64,
    shown: &Shown,
    entry: Option<i64>,
) -> rusqlite::Result<()> {
    let (keep, drop) = (matches(3, 4), matches(5, 6));
    let sql = format!(
        "UPDATE entries SET is_hidden = NOT ((?4 IS NULL OR {keep}) AND (?6 IS NULL OR NOT {drop})) \
         WHERE feed_id = ?1 AND (?2 IS NULL OR id = ?2)"
    );
    let parts = |condition: &Option<Condition>| -> (Option<String>, Option<String>) {
        condition.as_ref().map(|Condition { query, text }| (query.clone(), text.clone())).unzip()
    };
    let (keep_query, keep) = parts(&shown.keep);
    let (drop_query, drop) = parts(&shown.drop);
    let values = params![feed, entry, keep_query, keep, drop_query, drop];
    connection.prepare_cached(&sql)?.execute(values).map(|_| ())
}

/// The numbers of a feed's entries that match its filters.
#[derive(Debug, Clone, Copy, Default, serde::Serialize)]
pub(crate) struct Matching {
    pub(crate) entries: u64,
    /// `None` if there is no such filter.
    pub(crate) keep: Option<u64>,
    pub(crate) drop: Option<u64>,
}

impl Database {
    /// Counts the entries of a feed that match its filters.
    pub(crate) fn matching(&self, feed: i64) -> Result<Matching, Error> {
        let count = |condition: &Option<Condition>| {
            let Some(Condition { query, text }) = condition else { return Ok(None) };
            let sql = format!("SELECT count(*) FROM entries WHERE feed_id = ?1 AND {}", matches(2, 3));
            self.connection.query_row(&sql, params![feed, query, text], |row| row.get(0)).map(Some)
        };
        let read = || {
            let shown = shown(&self.connection, feed)?;
            let sql = "SELECT count(*) FROM entries WHERE feed_id = ?1";
            let entries = self.connection.query_row(sql, [feed], |row| row.get(0))?;
            Ok(Matching { entries, keep: count(&shown.keep)?, drop: count(&shown.drop)? })
        };
        read().map_err(|error| self.error(error))
    }
}

//! The matchers of feeds, which tell whether an entry was seen before.

use bozofeed::model;
use bozofeed_polling::matcher::{EntryMatch, Matcher};
use rusqlite::{Connection, OptionalExtension as _, params};

/// Compares the entries of a document with the feed's previous entries, and remembers them. Returns a result for each.
pub(super) fn matched(
    connection: &Connection,
    feed: i64,
    entries: &[model::Entry],
) -> rusqlite::Result<Vec<EntryMatch>> {
    let sql = "SELECT state FROM matchers WHERE feed_id = ?1";
    let stored: Option<String> =
        connection.prepare_cached(sql)?.query_row([feed], |row| row.get(0)).optional()?;
    let known: Option<Matcher> = stored.and_then(|state| serde_json::from_str(&state).ok());
    if known.is_none() {
        // A new matcher reuses the same numbers.
        let sql = "UPDATE entries SET number = NULL WHERE feed_id = ?1 AND number IS NOT NULL";
        connection.prepare_cached(sql)?.execute([feed])?;
    }
    let mut matcher = known.unwrap_or_default();
    let results = matcher.poll(entries);
    let sql = "INSERT INTO matchers (feed_id, state) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET state = excluded.state";
    let state = serde_json::to_string(&matcher).unwrap_or_else(|_| "{}".to_owned());
    connection.prepare_cached(sql)?.execute(params![feed, state])?;
    Ok(results)
}

/// Resets the matcher of a feed, because its entries were replaced. The next poll recognises them by their identities.
pub(super) fn forget(connection: &Connection, feed: i64) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM matchers WHERE feed_id = ?1", [feed]).map(|_| ())
}

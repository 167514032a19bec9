//! Merging and reviving of feeds.

use bozofeed::Timestamp;
use bozofeed_polling::RequestHeaders;
use rusqlite::{OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::feeds::state_of;
use super::polls::{refine, stored_rule};
use super::settings::{make_due, with_address};
use super::{Database, Error, matching, search, to_text};

/// The columns that `shelved_entries` shares with `entries`.
const ROW: &str = "identity, identity_rule, link, title, author, html, text, image, enclosures, published_at, updated_at, \
    sorted_at, position, first_seen_at, changed_at, revision, is_hidden, categories, has_parts";

/// The revisions of an entry, for `shelved_entries`.
const REVISIONS: &str = "(SELECT json_group_array(json_object('revision', revision, 'replaced_at', replaced_at, 'link', link, \
    'title', title, 'author', author, 'html', html, 'enclosures', enclosures)) FROM revisions WHERE entry_id = entries.id)";

/// Entries of feeds that were merged into this one, and that it never published itself, remain theirs alone.
const OWN: &str = "NOT EXISTS (SELECT 1 FROM origins WHERE entry_id = entries.id AND NOT is_shared)";

/// The other feed has it: under its key, or under that key and a hash if one rule is coarser than the other.
const TWIN: &str = "(EXISTS (SELECT 1 FROM entries AS other WHERE other.feed_id = ?2 AND other.identity = entries.identity) \
    OR EXISTS (SELECT 1 FROM entries AS other WHERE other.feed_id = ?2 \
    AND other.identity > entries.identity || '#' AND other.identity < entries.identity || '$' \
    AND length(other.identity) = length(entries.identity) + 33 \
    AND other.link IS entries.link AND other.title IS entries.title AND other.published_at IS entries.published_at) \
    OR EXISTS (SELECT 1 FROM entries AS other WHERE other.feed_id = ?2 \
    AND other.identity = substr(entries.identity, 1, length(entries.identity) - 33) \
    AND substr(entries.identity, -33, 1) = '#' \
    AND other.link IS entries.link AND other.title IS entries.title AND other.published_at IS entries.published_at))";

/// The result of `planet revive`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Revived {
    /// It is polled again at its address; this number of entries came back from another feed.
    Back { entries: u64 },
    /// It is polled at its address before the move; this number of entries from the other address was removed.
    Earlier { url: String, entries: usize },
    /// Nothing changed: it is polled at the only address that it ever had.
    Nothing,
}

/// Gives the entries of a feed to the feed that it moved to, and retires it. Entries in both are stored once. The data to undo this is
/// kept: the origin of each entry, and the feed's own versions of shared entries.
pub(super) fn merge(transaction: &Transaction<'_>, feed: i64, into: i64, now: &str) -> rusqlite::Result<()> {
    refine(transaction, into, stored_rule(transaction, feed)?)?;
    transaction.execute("DELETE FROM present WHERE feed_id = ?1", [feed])?;
    let values = params![feed, into];
    let shelve_own = format!(
        "INSERT OR REPLACE INTO shelved_entries (feed_id, {ROW}, revisions) SELECT feed_id, {ROW}, {REVISIONS} \
         FROM entries WHERE feed_id = ?1 AND {OWN} AND {TWIN}"
    );
    // The columns of `origins` and `entries` have different names, except `feed_id`.
    let shelve_others = format!(
        "INSERT OR REPLACE INTO shelved_entries (feed_id, {ROW}, revisions) SELECT origins.feed_id, {ROW}, {REVISIONS} \
         FROM entries JOIN origins ON origins.entry_id = entries.id WHERE entries.feed_id = ?1 AND {TWIN}"
    );
    let note = format!(
        "INSERT OR IGNORE INTO origins (entry_id, feed_id) SELECT id, feed_id FROM entries \
         WHERE feed_id = ?1 AND {OWN} AND NOT {TWIN}"
    );
    let remove = format!("DELETE FROM entries WHERE feed_id = ?1 AND {TWIN}");
    for sql in [shelve_own, shelve_others, note, remove] {
        transaction.execute(&sql, values)?;
    }
    transaction.execute("UPDATE entries SET feed_id = ?2 WHERE feed_id = ?1", values)?;
    // Lists with the old feed now refer to the new one.
    transaction.execute("UPDATE listed SET feed_id = ?2 WHERE feed_id = ?1", values)?;
    let sql = "UPDATE feeds SET is_own = max(is_own, (SELECT is_own FROM feeds WHERE id = ?1)) WHERE id = ?2";
    transaction.execute(sql, values)?;
    let sql = "UPDATE feeds SET outcome = 'merged', message = 'moved for good to the address of feed ' || ?2, \
        polled_at = ?3, next_poll_at = NULL, next_poll_reason = 'merged with another feed', retired_at = ?3, \
        merged_into = ?2 WHERE id = ?1";
    transaction.execute(sql, params![feed, into, now])?;
    // A feed that was gone returns if another one moves to it.
    let sql = "UPDATE feeds SET retired_at = NULL, next_poll_at = ?2, next_poll_reason = 'another feed moved here', \
        state = json_remove(state, '$.gone') WHERE id = ?1 AND outcome = 'gone'";
    transaction.execute(sql, params![into, now])?;
    Ok(())
}

/// Records that a feed itself published the entries of its last document, whatever their origin.
pub(super) fn note_published(transaction: &Transaction<'_>, feed: i64) -> rusqlite::Result<()> {
    let sql = "UPDATE origins SET is_shared = 1 WHERE NOT is_shared \
        AND entry_id IN (SELECT entry_id FROM present WHERE feed_id = ?1)";
    transaction.prepare_cached(sql)?.execute([feed]).map(|_| ())
}

impl Database {
    /// Resumes polling of a feed. A retired feed returns to its address, with the entries that a merge gave to another feed; a feed that
    /// moved goes back to its previous address. Either is due now.
    pub(crate) fn revive(&mut self, feed: i64, now: Timestamp) -> Result<Revived, Error> {
        let path = self.path.clone();
        let error = |source| Error::Sqlite { path: path.clone(), source };
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(error)?;
        let Some(mut state) = state_of(&transaction, feed).map_err(error)? else {
            return Ok(Revived::Nothing);
        };
        let sql = "SELECT retired_at IS NOT NULL, failures > 0 FROM feeds WHERE id = ?1";
        let (is_retired, is_failing) = transaction
            .query_row(sql, [feed], |row| Ok((row.get::<_, bool>(0)?, row.get::<_, bool>(1)?)))
            .map_err(error)?;
        let revived = if is_retired {
            if let Some(other) = with_address(&transaction, feed, &state.url).map_err(error)? {
                return Err(Error::SameAddress { feed: other });
            }
            let entries = give_back(&transaction, feed).map_err(error)?;
            let url = state.url.clone();
            make_due(&transaction, feed, state, &url, "revived", now).map_err(error)?;
            Revived::Back { entries }
        } else if let Some(Moved { id, url, headers, at: moved_at, is_found }) =
            last_move(&transaction, feed).map_err(error)?
        {
            if let Some(other) = with_address(&transaction, feed, &url).map_err(error)? {
                return Err(Error::SameAddress { feed: other });
            }
            state.headers = headers;
            make_due(&transaction, feed, state, &url, "revived", now).map_err(error)?;
            // A feed that was found may be a different one, so its changes are undone. A feed that moved by itself is the same feed.
            let entries = if is_found { undo(&transaction, feed, id, &moved_at).map_err(error)? } else { 0 };
            transaction.execute("DELETE FROM moves WHERE id = ?1", [id]).map_err(error)?;
            Revived::Earlier { url, entries }
        } else if is_failing {
            let url = state.url.clone();
            make_due(&transaction, feed, state, &url, "revived", now).map_err(error)?;
            Revived::Back { entries: 0 }
        } else {
            Revived::Nothing
        };
        transaction.commit().map_err(error)?;
        Ok(revived)
    }
}

/// A feed's move from an address.
struct Moved {
    id: i64,
    url: String,
    headers: RequestHeaders,
    at: String,
    /// It did not move by itself, but was found on a page.
    is_found: bool,
}

/// Returns the previous address of a feed, with its header fields.
fn last_move(transaction: &Transaction<'_>, feed: i64) -> rusqlite::Result<Option<Moved>> {
    let sql =
        "SELECT id, url, headers, moved_at, reason FROM moves WHERE feed_id = ?1 ORDER BY id DESC LIMIT 1";
    let last = transaction.query_row(sql, [feed], |row| {
        let headers: Option<String> = row.get(2)?;
        let headers = headers.and_then(|headers| serde_json::from_str(&headers).ok()).unwrap_or_default();
        let is_found = row.get::<_, String>(4)? == super::lost::FOUND;
        Ok(Moved { id: row.get(0)?, url: row.get(1)?, headers, at: row.get(3)?, is_found })
    });
    last.optional()
}

/// Undoes the changes since a move: the name of the feed, new entries, and new versions of existing ones. Returns the number of removed
/// entries.
fn undo(transaction: &Transaction<'_>, feed: i64, id: i64, moved_at: &str) -> rusqlite::Result<usize> {
    let sql = "UPDATE feeds SET (title, site, picture) = (SELECT title, site, picture FROM moves WHERE id = ?2) WHERE id = ?1";
    transaction.execute(sql, params![feed, id])?;
    let new = "feed_id = ?1 AND first_seen_at >= ?2";
    matching::forget(transaction, feed)?;
    transaction.execute("DELETE FROM present WHERE feed_id = ?1", [feed])?;
    let removed =
        transaction.execute(&format!("DELETE FROM entries WHERE {new}"), params![feed, moved_at])?;
    // The version replaced by the move is the first revision that was replaced after it.
    let sql = "UPDATE entries SET (link, title, author, html, enclosures, revision, changed_at) = (\
            SELECT link, title, author, html, enclosures, revision, replaced_at FROM revisions \
            WHERE entry_id = entries.id AND replaced_at >= ?2 ORDER BY revision LIMIT 1) \
        WHERE feed_id = ?1 AND EXISTS (SELECT 1 FROM revisions WHERE entry_id = entries.id AND replaced_at >= ?2)";
    transaction.execute(sql, params![feed, moved_at])?;
    let sql = "DELETE FROM revisions WHERE replaced_at >= ?2 AND entry_id IN (SELECT id FROM entries WHERE feed_id = ?1)";
    transaction.execute(sql, params![feed, moved_at])?;
    // Until the next poll, assume that every entry is in the last document.
    let sql = "INSERT OR IGNORE INTO present SELECT feed_id, id FROM entries WHERE feed_id = ?1";
    transaction.execute(sql, [feed])?;
    Ok(removed)
}

/// Returns the entries of a merged feed to it, and returns their number. Entries that the other feed also published are copied.
fn give_back(transaction: &Transaction<'_>, feed: i64) -> rusqlite::Result<u64> {
    // Shared, or also from another merged feed.
    const IS_KEPT: &str = "EXISTS (SELECT 1 FROM origins AS any_origin WHERE any_origin.entry_id = entries.id \
        AND (any_origin.is_shared OR any_origin.feed_id <> ?1))";
    const MINE: &str = "id IN (SELECT entry_id FROM origins WHERE origins.feed_id = ?1)";
    let copy = format!(
        "INSERT OR IGNORE INTO shelved_entries (feed_id, {ROW}, revisions) SELECT ?1, {ROW}, {REVISIONS} FROM entries \
         WHERE {MINE} AND {IS_KEPT}"
    );
    transaction.execute(&copy, [feed])?;
    let sql = format!(
        "DELETE FROM present WHERE entry_id IN (SELECT id FROM entries WHERE {MINE} AND NOT {IS_KEPT})"
    );
    transaction.execute(&sql, [feed])?;
    let give = format!("UPDATE OR IGNORE entries SET feed_id = ?1 WHERE {MINE} AND NOT {IS_KEPT}");
    transaction.execute(&give, [feed])?;
    transaction.execute("DELETE FROM origins WHERE feed_id = ?1", [feed])?;
    matching::forget(transaction, feed)?;
    unshelve(transaction, feed)?;
    // Its own rule may have been coarser than the other feed's, which gave its entries new keys.
    let mut rules = transaction.prepare("SELECT DISTINCT identity_rule FROM entries WHERE feed_id = ?1")?;
    let rules = rules
        .query_map([feed], |row| row.get::<_, String>(0))?
        .filter_map(|rule| rule.map(|rule| rule.parse().ok()).transpose())
        .collect::<rusqlite::Result<Vec<_>>>()?;
    for rule in rules {
        refine(transaction, feed, rule)?;
    }
    // Until the next poll, assume that every entry is in the last document.
    transaction.execute(
        "INSERT OR IGNORE INTO present SELECT feed_id, id FROM entries WHERE feed_id = ?1",
        [feed],
    )?;
    transaction.query_row("SELECT count(*) FROM entries WHERE feed_id = ?1", [feed], |row| row.get(0))
}

/// Restores the shelved entries of a feed, with their revisions.
fn unshelve(transaction: &Transaction<'_>, feed: i64) -> rusqlite::Result<()> {
    let sql = format!(
        "INSERT OR IGNORE INTO entries (feed_id, {ROW}) SELECT feed_id, {ROW} FROM shelved_entries WHERE feed_id = ?1"
    );
    transaction.execute(&sql, [feed])?;
    search::index_new(transaction)?;
    let sql = "INSERT OR IGNORE INTO revisions (entry_id, revision, replaced_at, link, title, author, html, enclosures) \
        SELECT entries.id, old.value ->> 'revision', old.value ->> 'replaced_at', old.value ->> 'link', old.value ->> 'title', \
        old.value ->> 'author', old.value ->> 'html', old.value ->> 'enclosures' \
        FROM shelved_entries JOIN entries USING (feed_id, identity), json_each(shelved_entries.revisions) AS old \
        WHERE shelved_entries.feed_id = ?1";
    transaction.execute(sql, [feed])?;
    transaction.execute("DELETE FROM shelved_entries WHERE feed_id = ?1", [feed]).map(|_| ())
}

/// Removes shelved entries that have not changed since a time.
pub(super) fn prune_shelf(transaction: &Transaction<'_>, oldest: Timestamp) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM shelved_entries WHERE changed_at < ?1", [to_text(oldest)])
}

//! Entries for the pages of the site.

use std::collections::HashSet;

use rusqlite::{Row, Transaction, params};

use super::entries::{COLUMNS, entry};
use super::{Database, Entry, Error};

/// An entry for lists.
#[derive(Debug, Clone)]
pub(crate) struct Headline {
    pub(crate) id: i64,
    pub(crate) feed_id: i64,
    pub(crate) identity: String,
    pub(crate) link: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) sorted_at: String,
    pub(crate) language: Option<String>,
}

/// An entry with the same identity as another one, in any feed.
#[derive(Debug, Clone)]
pub(crate) struct Copy {
    pub(crate) id: i64,
    pub(crate) link: Option<String>,
    /// The address requested for the feed.
    pub(crate) feed_url: String,
}

// An entry without a title is represented by the start of its text.
const HEADLINE: &str = "id, feed_id, identity, link, title, sorted_at, language, \
    CASE WHEN title IS NULL THEN substr(text, 1, 200) END";

/// Returns the first words of a text, in place of a title; `None` if it has none.
pub(crate) fn first_words(text: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() && words.chars().count() + word.chars().count() >= LONGEST {
            words.push('…');
            break;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        // In scripts without spaces, the whole text is one word.
        words.extend(word.chars().take(LONGEST));
    }
    Some(words).filter(|words| !words.is_empty())
}

fn headline(row: &Row<'_>) -> rusqlite::Result<Headline> {
    Ok(Headline {
        id: row.get(0)?,
        feed_id: row.get(1)?,
        identity: row.get(2)?,
        link: row.get(3)?,
        title: match row.get::<_, Option<String>>(4)? {
            Some(title) => Some(title),
            None => row.get::<_, Option<String>>(7)?.as_deref().and_then(first_words),
        },
        sorted_at: row.get(5)?,
        language: row.get(6)?,
    })
}

impl Database {
    /// Makes all reads see the current state of the database, until the result is dropped.
    pub(crate) fn snapshot(&self) -> Result<Transaction<'_>, Error> {
        self.connection.unchecked_transaction().map_err(|error| self.error(error))
    }

    /// Calls a function for each entry, newest first, until it returns `false`.
    pub(crate) fn newest(
        &self,
        mut wants_more: impl FnMut(Headline) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let sql = format!("SELECT {HEADLINE} FROM shown_entries ORDER BY sorted_at DESC, position, id");
        let named = |source| self.error(source);
        let mut entries = self.connection.prepare(&sql).map_err(named)?;
        let mut rows = entries.query(()).map_err(named)?;
        while let Some(row) = rows.next().map_err(named)? {
            if !wants_more(headline(row).map_err(named)?)? {
                break;
            }
        }
        Ok(())
    }

    /// Returns the entries from `start` (inclusive) to `end` (exclusive), newest first.
    pub(crate) fn between(&self, start: &str, end: &str) -> Result<Vec<Headline>, Error> {
        let sql = format!(
            "SELECT {HEADLINE} FROM shown_entries WHERE sorted_at >= ?1 AND sorted_at < ?2 ORDER BY sorted_at DESC, position, id"
        );
        let read = || {
            let mut select = self.connection.prepare_cached(&sql)?;
            select.query_map([start, end], headline)?.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns all entries with an identity, in the order in which they were first seen.
    pub(crate) fn copies(&self, identity: &str) -> Result<Vec<Copy>, Error> {
        let sql = "SELECT entries.id, link, url FROM shown_entries AS entries JOIN feeds ON feeds.id = feed_id WHERE identity = ?1 \
            ORDER BY entries.id";
        let read = || {
            let mut select = self.connection.prepare_cached(sql)?;
            let copies = select.query_map([identity], |row| {
                Ok(Copy { id: row.get(0)?, link: row.get(1)?, feed_url: row.get(2)? })
            })?;
            copies.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the identities shared by several entries.
    pub(crate) fn repeated_identities(&self) -> Result<HashSet<String>, Error> {
        let sql = "SELECT identity FROM entries GROUP BY identity HAVING count(*) > 1";
        let read = || {
            self.connection
                .prepare(sql)?
                .query_map((), |row| row.get(0))?
                .collect::<rusqlite::Result<HashSet<_>>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the entries of a feed, newest first.
    pub(crate) fn headlines_of(&self, feed: i64) -> Result<Vec<Headline>, Error> {
        let sql = format!(
            "SELECT {HEADLINE} FROM shown_entries WHERE feed_id = ?1 ORDER BY sorted_at DESC, position, id"
        );
        let read = || {
            self.connection
                .prepare_cached(&sql)?
                .query_map([feed], headline)?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns an entry.
    pub(crate) fn entry(&self, id: i64) -> Result<Entry, Error> {
        let sql =
            format!("SELECT {COLUMNS} FROM entries JOIN feeds ON feeds.id = feed_id WHERE entries.id = ?1");
        let read = || self.connection.prepare_cached(&sql)?.query_row(params![id], entry);
        read().map_err(|error| self.error(error))
    }

    /// Returns the author of an entry, and the start of its text.
    pub(crate) fn beginning(&self, id: i64, length: usize) -> Result<(Option<String>, String), Error> {
        let sql = "SELECT author, substr(text, 1, ?2) FROM entries WHERE id = ?1";
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let read = || {
            let mut select = self.connection.prepare_cached(sql)?;
            select.query_row(params![id, length], |row| Ok((row.get(0)?, row.get(1)?)))
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the time of the last change of a feed's entries.
    pub(crate) fn last_change_of(&self, feed: i64) -> Result<Option<String>, Error> {
        let sql = "SELECT max(changed_at) FROM entries WHERE feed_id = ?1";
        let last = self
            .connection
            .prepare_cached(sql)
            .and_then(|mut select| select.query_row([feed], |row| row.get(0)));
        last.map_err(|error| self.error(error))
    }

    /// Returns the time of the last change of any entry.
    pub(crate) fn last_change(&self) -> Result<Option<String>, Error> {
        let last = self.connection.query_row("SELECT max(changed_at) FROM entries", (), |row| row.get(0));
        last.map_err(|error| self.error(error))
    }

    /// Returns the number of entries.
    pub(crate) fn entry_count(&self) -> Result<u64, Error> {
        let count = self.connection.query_row("SELECT count(*) FROM entries", (), |row| row.get(0));
        count.map_err(|error| self.error(error))
    }
}

//! Full-text search.

use std::collections::HashSet;
use std::fmt::Write as _;

use bozofeed_polling::without_credentials;
use rusqlite::{Connection, Row, params, params_from_iter};

use super::{Database, Error};
use crate::filter::term;

/// A matching entry.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct Hit {
    pub(crate) title: Option<String>,
    pub(crate) link: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) feed: String,
    pub(crate) sorted_at: String,
    /// The words around the match.
    pub(crate) snippet: String,
}

/// The columns of a [`Hit`], except its snippet.
const COLUMNS: &str = "entries.title, link, entries.author, coalesce(feeds.name, feeds.title), feeds.url, sorted_at, entries.id";

fn hit(row: &Row<'_>, snippet: String) -> rusqlite::Result<(i64, Hit)> {
    let (title, url): (Option<String>, String) = (row.get(3)?, row.get(4)?);
    let hit = Hit {
        title: row.get(0)?,
        link: row.get(1)?,
        author: row.get(2)?,
        feed: title.unwrap_or_else(|| without_credentials(&url)),
        sorted_at: row.get(5)?,
        snippet,
    };
    Ok((row.get(6)?, hit))
}

impl Database {
    /// Returns the entries that contain all words, best match first. In texts without spaces between words, a word matches any
    /// part.
    pub(crate) fn search(&self, words: &[String], limit: u32) -> Result<Vec<Hit>, Error> {
        let words: Vec<&str> = words.iter().flat_map(|words| words.split_whitespace()).collect();
        let read = || {
            let mut hits = self.words(&words, limit)?;
            let known: HashSet<i64> = hits.iter().map(|(id, _)| *id).collect();
            hits.extend(self.parts(&words, limit)?.into_iter().filter(|(id, _)| !known.contains(id)));
            hits.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            Ok(hits.into_iter().map(|(_, hit)| hit).collect())
        };
        read().map_err(|error| self.error(error))
    }

    fn words(&self, words: &[&str], limit: u32) -> rusqlite::Result<Vec<(i64, Hit)>> {
        let sql = format!(
            "SELECT {COLUMNS}, snippet(entries_search, 2, '', '', '…', 16) \
             FROM entries_search JOIN entries ON entries.id = entries_search.rowid JOIN feeds ON feeds.id = feed_id \
             WHERE entries_search MATCH ?1 AND NOT is_hidden \
             ORDER BY bm25(entries_search, 10, 4, 1), sorted_at DESC, entries.id LIMIT ?2"
        );
        let mut select = self.connection.prepare(&sql)?;
        select.query_map(params![query(words), limit], |row| hit(row, row.get(7)?))?.collect()
    }

    /// Returns the entries with all words as parts of their text, newest first.
    fn parts(&self, words: &[&str], limit: u32) -> rusqlite::Result<Vec<(i64, Hit)>> {
        let words: Vec<String> = words
            .iter()
            .filter(|word| word.contains(char::is_alphanumeric))
            .map(|word| word.trim_end_matches('*').to_owned())
            .collect();
        let Some(first) = words.first() else { return Ok(Vec::new()) };
        // The index consists of trigrams. Shorter words are searched for in the texts.
        let (long, short): (Vec<&String>, Vec<&String>) =
            words.iter().partition(|word| word.chars().count() >= TRIGRAM);
        let mut conditions = String::new();
        let mut values: Vec<String> = Vec::new();
        for word in short {
            values.push(word.clone());
            let at = values.len();
            for (start, column) in [("AND (", "title"), ("OR ", "author"), ("OR ", "text")] {
                // Writing to a string does not fail.
                let _ = write!(conditions, " {start}instr(entries.{column}, ?{at})");
            }
            conditions.push(')');
        }
        if !long.is_empty() {
            let terms: Vec<String> = long.into_iter().filter_map(|word| term(word)).collect();
            values.push(terms.join(" "));
            let _ = write!(
                conditions,
                " AND entries.id IN (SELECT rowid FROM entries_parts WHERE entries_parts MATCH ?{})",
                values.len()
            );
        }
        let sql = format!(
            "SELECT {COLUMNS}, text FROM entries JOIN feeds ON feeds.id = feed_id WHERE has_parts AND NOT is_hidden {conditions} \
             ORDER BY sorted_at DESC, entries.id LIMIT {limit}"
        );
        let mut select = self.connection.prepare(&sql)?;
        let hits = select.query_map(params_from_iter(values), |row| {
            let text: String = row.get(7)?;
            hit(row, around(&text, first))
        })?;
        hits.collect()
    }
}

/// Indexes the entries that are not indexed yet: those inserted since the last call.
pub(super) fn index_new(connection: &Connection) -> rusqlite::Result<()> {
    for sql in [
        "INSERT INTO entries_search (rowid, title, author, text) SELECT id, title, author, text \
         FROM unindexed JOIN entries ON entries.id = entry_id ORDER BY entry_id",
        "INSERT INTO entries_parts (rowid, title, author, text) SELECT id, title, author, text \
         FROM unindexed JOIN entries ON entries.id = entry_id WHERE has_parts ORDER BY entry_id",
        "DELETE FROM unindexed",
    ] {
        connection.prepare_cached(sql)?.execute(())?;
    }
    Ok(())
}

/// The length of the index's character sequences.
const TRIGRAM: usize = 3;

/// Returns the characters of a text around a word.
fn around(text: &str, word: &str) -> String {
    const BEFORE: usize = 12;
    const LENGTH: usize = 48;
    let at = text.find(word).unwrap_or(0);
    let (before, after) = text.split_at(at);
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let start: String = before.chars().skip(skipped).collect();
    let end: String = after.chars().take(LENGTH - BEFORE).collect();
    let (first, last) = (if skipped > 0 { "…" } else { "" }, if end.len() < after.len() { "…" } else { "" });
    format!("{first}{start}{end}{last}")
}

/// Returns an FTS5 query for all of the words.
fn query(words: &[&str]) -> String {
    let terms: Vec<String> = words.iter().copied().filter_map(term).collect();
    // FTS5 rejects an empty query; this one matches nothing.
    if terms.is_empty() { NOTHING.to_owned() } else { terms.join(" ") }
}

/// A query that matches nothing.
const NOTHING: &str = "\"\"";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_word_is_an_operator() {
        for (words, expected) in [
            (&["masts"][..], "\"masts\""),
            (&["three", "masts", "cook"], "\"three\" \"masts\" \"cook\""),
            (&["a\"b"], "\"a\"\"b\""),
            (&["harb*"], "\"harb\"*"),
            (&["OR", "NEAR(x", "title:y"], "\"OR\" \"NEAR(x\" \"title:y\""),
            (&["-"], "\"\""),
            (&[], "\"\""),
        ] {
            assert_eq!(query(words), expected);
        }
    }
}

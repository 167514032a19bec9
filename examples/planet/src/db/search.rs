//! Full-text search.

use bozofeed::polling::without_credentials;
use rusqlite::params;

use super::{Database, Error};

/// An entry that matches.
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

impl Database {
    /// Returns the entries that contain all words, the best match first.
    pub(crate) fn search(&self, words: &[String], limit: u32) -> Result<Vec<Hit>, Error> {
        let sql = "SELECT entries.title, link, entries.author, coalesce(feeds.name, feeds.title), feeds.url, sorted_at, \
            snippet(entries_search, 2, '', '', '…', 16) \
            FROM entries_search JOIN entries ON entries.id = entries_search.rowid JOIN feeds ON feeds.id = feed_id \
            WHERE entries_search MATCH ?1 AND NOT is_hidden ORDER BY bm25(entries_search, 10, 4, 1), sorted_at DESC, entries.id LIMIT ?2";
        let read = || {
            let mut select = self.connection.prepare(sql)?;
            let hits = select.query_map(params![query(words), limit], |row| {
                let (title, url): (Option<String>, String) = (row.get(3)?, row.get(4)?);
                Ok(Hit {
                    title: row.get(0)?,
                    link: row.get(1)?,
                    author: row.get(2)?,
                    feed: title.unwrap_or_else(|| without_credentials(&url)),
                    sorted_at: row.get(5)?,
                    snippet: row.get(6)?,
                })
            })?;
            hits.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.error(error))
    }
}

/// Returns the words as a query of FTS5 for all of them.
fn query(words: &[String]) -> String {
    let terms: Vec<String> =
        words.iter().flat_map(|words| words.split_whitespace()).filter_map(term).collect();
    // An empty query is an error for FTS5; this one matches nothing.
    if terms.is_empty() { NOTHING.to_owned() } else { terms.join(" ") }
}

/// Returns words that are separated by commas as a query of FTS5 for any of them.
pub(super) fn any_of(words: &str) -> String {
    let terms = terms(words);
    if terms.is_empty() { NOTHING.to_owned() } else { terms.join(" OR ") }
}

/// A query that matches nothing.
const NOTHING: &str = "\"\"";

/// Returns words that are separated by commas as terms of FTS5; several words between two commas must follow each other.
pub(crate) fn terms(words: &str) -> Vec<String> {
    words.split(',').map(str::trim).filter_map(term).collect()
}

/// Returns a word as a term of FTS5: in quotation marks, so that nothing in it is an operator; a `*` at its end makes it the
/// beginning of a word. `None` if there is nothing in it that the index has.
fn term(word: &str) -> Option<String> {
    if !word.contains(char::is_alphanumeric) {
        return None;
    }
    let (word, is_prefix) = word.strip_suffix('*').map_or((word, false), |word| (word, true));
    Some(format!("\"{}\"{}", word.replace('"', "\"\""), if is_prefix { "*" } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_word_is_an_operator() {
        for (words, expected) in [
            (&["masts"][..], "\"masts\""),
            (&["three masts", "cook"], "\"three\" \"masts\" \"cook\""),
            (&["a\"b"], "\"a\"\"b\""),
            (&["harb*"], "\"harb\"*"),
            (&["OR", "NEAR(x", "title:y"], "\"OR\" \"NEAR(x\" \"title:y\""),
            (&["-"], "\"\""),
            (&[], "\"\""),
        ] {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            assert_eq!(query(&words), expected);
        }
    }

    #[test]
    fn words_between_commas_are_alternatives() {
        for (words, expected) in [
            ("masts", "\"masts\""),
            ("advert*, guest post ,", "\"advert\"* OR \"guest post\""),
            ("a OR \"b", "\"a OR \"\"b\""),
            (", -", "\"\""),
        ] {
            assert_eq!(any_of(words), expected, "{words}");
        }
    }
}

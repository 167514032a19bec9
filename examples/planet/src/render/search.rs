//! The search page, which needs no server: it contains the index, and the site's only script.

use std::collections::{HashMap, HashSet};

use maud::{PreEscaped, html};
use serde_json::{Value, json};

use super::claims::Claims;
use super::layout::Page;
use super::{Site, lists, wording};
use crate::Error;
use crate::db::{Database, Feed};

const SCRIPT: &str = include_str!("search.js");

/// The maximum number of characters of an entry's text that are searched.
const TEXT: usize = 400;

/// The maximum size of the index in bytes: less than 500 KB with the rest of the page.
const BUDGET: usize = 470_000;

/// Returns the page, with the newest entries.
pub(super) fn page(
    database: &Database,
    site: &Site<'_>,
    feeds: &[Feed],
    claims: &Claims<'_>,
) -> Result<String, Error> {
    let mut found = Vec::new();
    database.newest(|headline| {
        if found.len() < site.searchable && !claims.decide(&headline)?.is_hidden {
            found.push(headline);
        }
        Ok(found.len() < site.searchable)
    })?;
    // The names of thousands of feeds without an entry here would take up most of the page.
    let used: HashSet<i64> = found.iter().map(|headline| headline.feed_id).collect();
    let feeds: Vec<&Feed> = feeds.iter().filter(|feed| used.contains(&feed.id)).collect();
    let places: HashMap<i64, usize> =
        feeds.iter().enumerate().map(|(place, feed)| (feed.id, place)).collect();
    let names: Vec<_> = feeds.iter().map(|feed| json!([feed.id, wording::plain_name(feed.name())])).collect();
    let mut fields = Vec::with_capacity(found.len());
    for headline in &found {
        let Some(place) = places.get(&headline.feed_id) else { continue };
        let (author, text) = database.beginning(headline.id, TEXT)?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let day = headline.sorted_at.get(..10).unwrap_or_default();
        let title = wording::title(headline.title.as_deref());
        fields.push((json!([title, headline.link, place, day, author, ""]), text));
    }
    let index = index(&json!(names), fields);
    let words = site.words();
    let [before, archive, after] = words.needs_script;
    let [one, many] = words.entry_forms();
    let body = html! {
        main.list {
            h2.feed { (words.search) }
            p { input #words type="search" autocomplete="off" spellcheck="false" aria-label=(words.query) placeholder=(words.query); }
            noscript { p.none { (before) a href="archive/index.html" { (archive) } (after) } }
            p #count .none aria-live="polite" data-one=(one) data-many=(many) data-first=(words.first_shown) {}
            ul #found .found {}
            // Data, which a browser does not run. A `<` in a text could end the element.
            script #index type="application/json" { (PreEscaped(&index.json)) }
        }
    };
    let as_of = database.last_change()?;
    let page = Page {
        title: Some(words.search),
        root: "",
        path: "search.html",
        feeds: &[],
        script: Some(SCRIPT),
        as_of: as_of.as_deref().unwrap_or(lists::EPOCH),
    };
    let summary = words.searched(index.count);
    Ok(page.write(site, &summary, &body))
}

/// The index, embedded as data in the page.
struct Index {
    json: String,
    /// The number of its entries.
    count: usize,
}

/// Returns the index of entries, whose last field is their text. Texts are shortened until the index is small enough; if that is not
/// sufficient, entries are left out.
fn index(names: &Value, entries: Vec<(Value, String)>) -> Index {
    // A `<` in a text could end the element.
    let written = |value: &Value| value.to_string().replace('<', "\\u003c");
    let names = written(names);
    let mut left = BUDGET.saturating_sub(names.len());
    let mut kept: Vec<(String, String)> = Vec::new();
    for (fields, text) in entries {
        let fields = written(&fields);
        let Some(rest) = left.checked_sub(fields.len() + 1) else { break };
        left = rest;
        kept.push((fields, text));
    }
    let mut json = format!("{{\"feeds\":{names},\"entries\":[");
    let count = kept.len();
    for (at, (fields, text)) in kept.into_iter().enumerate() {
        // Room that an entry does not need is left for the next ones.
        let share = left / (count - at);
        let mut text = text.as_str();
        let mut quoted = written(&json!(text));
        while quoted.len() > share + 2 {
            // A quoted character has at least as many bytes, so this terminates.
            let end = text.len() * share / quoted.len();
            let end = (0..=end).rfind(|end| text.is_char_boundary(*end)).unwrap_or_default();
            text = text.get(..end).unwrap_or_default();
            quoted = written(&json!(text));
        }
        left -= quoted.len() - 2;
        if at > 0 {
            json.push(',');
        }
        json.push_str(fields.strip_suffix("\"\"]").unwrap_or(&fields));
        json.push_str(&quoted);
        json.push(']');
    }
    json.push_str("]}");
    Index { json, count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_not_larger_than_allowed() {
        for (entries, length, is_whole, has_all) in [
            (0, 10, true, true),
            (3, 400, true, true),
            (2_000, 400, false, true),
            (50_000, 400, false, false),
        ] {
            for character in ["a", "<", "潮"] {
                let text = character.repeat(length);
                let all = (0..entries).map(|n| (json!([n, "title", ""]), text.clone())).collect();
                let index = index(&json!([[7, "Tides"]]), all);
                assert!(index.json.len() <= BUDGET + 30, "{}", index.json.len());
                assert_eq!(index.count == entries, has_all, "{}", index.count);
                let data: Value = serde_json::from_str(&index.json).unwrap();
                let found = data["entries"].as_array().unwrap();
                assert_eq!(found.len(), index.count);
                let texts: Vec<&str> = found.iter().map(|entry| entry[2].as_str().unwrap()).collect();
                assert!(!is_whole || texts.iter().all(|found| *found == text));
                assert!(
                    !has_all || texts.iter().all(|found| found.len() > 30),
                    "each has a share of its text"
                );
            }
        }
    }
}

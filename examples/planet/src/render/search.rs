//! The search page, which needs no server: it has the index in it, and the only script of the site.

use std::collections::{HashMap, HashSet};

use maud::{PreEscaped, html};
use serde_json::json;

use super::claims::Claims;
use super::layout::{self, Page};
use super::{Site, lists, wording};
use crate::Error;
use crate::db::{Database, Feed};

const SCRIPT: &str = include_str!("search.js");

/// How many characters of the text of an entry are searched.
const TEXT: usize = 400;

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
    // The names of thousands of feeds without an entry here would be most of the page.
    let used: HashSet<i64> = found.iter().map(|headline| headline.feed_id).collect();
    let feeds: Vec<&Feed> = feeds.iter().filter(|feed| used.contains(&feed.id)).collect();
    let places: HashMap<i64, usize> =
        feeds.iter().enumerate().map(|(place, feed)| (feed.id, place)).collect();
    let mut entries = Vec::with_capacity(found.len());
    for headline in &found {
        let Some(place) = places.get(&headline.feed_id) else { continue };
        let (author, text) = database.beginning(headline.id, TEXT)?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let day = headline.sorted_at.get(..10).unwrap_or_default();
        let title = wording::title(headline.title.as_deref());
        entries.push(json!([title, headline.link, place, day, author, text]));
    }
    let names: Vec<_> = feeds.iter().map(|feed| json!([feed.id, feed.name()])).collect();
    let index = json!({ "feeds": names, "entries": entries }).to_string();
    let body = html! {
        main.list {
            h2.feed { "Search" }
            p { input #words type="search" autocomplete="off" spellcheck="false" aria-label="Words" placeholder="Words"; }
            noscript { p.none { "The search needs JavaScript. The " a href="archive/index.html" { "archive" } " does not." } }
            p #count .none aria-live="polite" {}
            ul #found .found {}
            // Data, which a browser does not run. A `<` of a text could end the element.
            script #index type="application/json" { (PreEscaped(index.replace('<', "\\u003c"))) }
        }
    };
    let as_of = database.last_change()?;
    let page = Page {
        title: Some("Search"),
        root: "",
        path: "search.html",
        feeds: &[],
        script: Some(SCRIPT),
        as_of: as_of.as_deref().unwrap_or(lists::EPOCH),
    };
    let summary =
        format!("The {} are searched", layout::count(found.len(), "newest entry", "newest entries"));
    Ok(page.write(site, &summary, &body))
}

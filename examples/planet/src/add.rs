//! `planet add`: subscribes to a feed, to the feed of a page, or to all feeds of a list.

use std::fs;
use std::path::Path;

use bozofeed::Timestamp;
use bozofeed::discover::{FoundFeed, discover};
use bozofeed::opml::{self, Opml};
use bozofeed::polling::{Exchange, FeedState, FetchOutcome, without_credentials};
use bozofeed::{Document, Version};
use bozofeed_fetch::{FetchError, FetchErrorKind, Fetched};

use crate::db::{self, Database, Keep};
use crate::poll::Client;

/// How many candidates of a page are tried.
const MOST_CANDIDATES: usize = 8;

/// Why a source was not added.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Database(#[from] db::Error),
    #[error("{path}: {source}")]
    File { path: String, source: std::io::Error },
    #[error("{0}: not a list of feeds (OPML); to subscribe to a feed, give its URL")]
    NotAList(String),
    #[error("'{0}' is neither a file nor a URL")]
    NotASource(String),
    #[error("{0}{hint}", hint = hint(.0))]
    Fetch(FetchError),
    #[error("{url}: neither a feed nor a page that has one ({message})")]
    NoFeed { url: String, message: String },
}

/// Returns which option would help.
fn hint(error: &FetchError) -> &'static str {
    let is_forbidden = matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. });
    if is_forbidden { "; --allow-host, --allow-network or --allow-private allows it" } else { "" }
}

/// Adds a source; returns lines that say what was added.
pub(crate) fn add(
    database: &mut Database,
    client: &Client,
    source: &str,
    folder: Option<&str>,
    keep: &Keep,
) -> Result<Vec<String>, Error> {
    if Path::new(source).is_file() {
        let bytes =
            fs::read(source).map_err(|error| Error::File { path: source.to_owned(), source: error })?;
        let list = subscriptions(&bytes).ok_or_else(|| Error::NotAList(source.to_owned()))?;
        return add_list(database, &list, folder);
    }
    let url = address(source).ok_or_else(|| Error::NotASource(source.to_owned()))?;
    if let Some(feed) = database.find_feed(&url)? {
        return Ok(vec![format!("already there, as {}: {}", feed.id, feed.name())]);
    }
    let (state, fetched) = fetch(client, &url)?;
    if is_feed(&fetched) {
        return Ok(vec![add_feed(database, client, state, &fetched, folder, keep)?]);
    }
    if let Some(list) = subscriptions(&fetched) {
        return add_list(database, &list, folder);
    }
    let found = discover(&fetched);
    add_found(database, client, &fetched, &found, folder, keep)
}

/// Returns the URL that a source means; `harbour.example` is a site.
fn address(source: &str) -> Option<String> {
    let has_scheme =
        |scheme: &str| source.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if ["http:", "https:", "feed:"].into_iter().any(has_scheme) {
        return Some(source.to_owned());
    }
    let host = source.split(['/', ':']).next().unwrap_or_default();
    let is_host = host.contains('.') && !host.starts_with('.') && !source.contains(char::is_whitespace);
    (is_host && !source.contains("://")).then(|| format!("https://{source}"))
}

fn fetch(client: &Client, url: &str) -> Result<(FeedState, Fetched), Error> {
    let mut state = FeedState::new(url);
    let fetched = client.fetcher.poll(&mut state).map_err(Error::Fetch)?;
    match fetched.outcome {
        FetchOutcome::Fresh(_) => Ok((state, fetched)),
        _ => match fetched.into_parsed() {
            Err(error) => Err(Error::Fetch(error)),
            Ok(_) => Err(Error::NoFeed { url: without_credentials(url), message: "no document".to_owned() }),
        },
    }
}

fn is_feed(fetched: &Fetched) -> bool {
    matches!(&fetched.outcome, FetchOutcome::Fresh(parsed) if parsed.version != Version::Unknown)
}

/// Adds a feed together with the document that was just fetched.
fn add_feed(
    database: &mut Database,
    client: &Client,
    state: FeedState,
    fetched: &Fetched,
    folder: Option<&str>,
    keep: &Keep,
) -> Result<String, Error> {
    let now = Timestamp::now();
    let url = state.url.clone();
    let Some(id) = database.add_feed(&url, None, folder, now)? else {
        return Ok(format!("already there: {}", without_credentials(&url)));
    };
    if let Some(record) = client.first_record(id, state, fetched) {
        database.save(&record, keep, now)?;
    }
    let added = database.find_feed(&id.to_string())?;
    let name = added.as_ref().map(db::Feed::name).unwrap_or_default();
    let entries = added.as_ref().map_or(0, |feed| feed.entries);
    Ok(format!("added {id}: {name} ({}), {entries} entries", without_credentials(&url)))
}

/// Adds the first candidate of a page that is a feed, and lists the others that the page names.
fn add_found(
    database: &mut Database,
    client: &Client,
    page: &Fetched,
    found: &[FoundFeed],
    folder: Option<&str>,
    keep: &Keep,
) -> Result<Vec<String>, Error> {
    for (at, candidate) in found.iter().enumerate().take(MOST_CANDIDATES) {
        if let Some(feed) = database.find_feed(&candidate.href)? {
            return Ok(vec![format!("already there, as {}: {}", feed.id, feed.name())]);
        }
        let Ok((state, fetched)) = fetch(client, &candidate.href) else { continue };
        if !is_feed(&fetched) {
            continue;
        }
        let mut lines = vec![add_feed(database, client, state, &fetched, folder, keep)?];
        for other in found.iter().skip(at + 1).filter(|other| other.is_named()) {
            let title = other.title.as_deref().unwrap_or("no title");
            lines.push(format!("  the page also has {} ({title})", without_credentials(&other.href)));
        }
        return Ok(lines);
    }
    let message = match &page.outcome {
        FetchOutcome::Fresh(parsed) => parsed.bozo.as_ref().map(ToString::to_string),
        _ => None,
    };
    Err(Error::NoFeed { url: page.url.clone(), message: message.unwrap_or_else(|| "not a feed".to_owned()) })
}

/// Returns the list of subscriptions that a document is.
fn subscriptions<'a>(document: impl Into<Document<'a>>) -> Option<Opml> {
    let list = opml::parse(document);
    let has_feeds = list.subscriptions().next().is_some();
    has_feeds.then_some(list)
}

/// Adds the feeds of a list without asking for them.
fn add_list(database: &mut Database, list: &Opml, folder: Option<&str>) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    let mut feeds = Vec::new();
    for subscription in list.subscriptions() {
        let url = subscription.url;
        if let Err(error) = Exchange::new(&mut FeedState::new(url)) {
            lines.push(format!("left out: {error}"));
            continue;
        }
        let folders = folder.into_iter().chain(subscription.folders.iter().copied());
        let path = short(folders.collect::<Vec<_>>().join("/"));
        let name = Some(subscription.outline.name()).filter(|name| !name.is_empty() && *name != url);
        feeds.push((url, name, Some(path).filter(|path| !path.is_empty())));
    }
    let all = feeds.len();
    let new = database.add_feeds(feeds.into_iter(), Timestamp::now())?;
    lines.push(format!(
        "added {new} feeds of the list, {} were already there; `planet poll` fetches them",
        all - new
    ));
    Ok(lines)
}

/// Cuts the path of a folder, which every feed in it has, to a length that one may have.
fn short(mut path: String) -> String {
    const LONGEST: usize = 500;
    path.truncate((0..=LONGEST.min(path.len())).rfind(|end| path.is_char_boundary(*end)).unwrap_or(0));
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_urls_or_sites() {
        for (source, expected) in [
            ("https://harbour.example/feed", Some("https://harbour.example/feed")),
            ("feed://harbour.example/", Some("feed://harbour.example/")),
            ("HTTP://harbour.example/", Some("HTTP://harbour.example/")),
            ("harbour.example", Some("https://harbour.example")),
            ("harbour.example:8080/tides", Some("https://harbour.example:8080/tides")),
            ("ftp://harbour.example/", None),
            ("harbour", None),
            ("../missing.opml", None),
            ("two words.txt", None),
            ("", None),
        ] {
            assert_eq!(address(source).as_deref(), expected, "{source}");
        }
    }
}

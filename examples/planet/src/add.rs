//! `planet add`: subscribes to a feed, to the feed of a page, or to all feeds of a list.

use std::fs;
use std::path::Path;

use bozofeed::Timestamp;
use bozofeed::{Document, Parsed};
use bozofeed_discover::{self as discover, SearchStep};
use bozofeed_fetch::{FetchError, FetchErrorKind};
use bozofeed_opml::Opml;
use bozofeed_polling::{
    Exchange, Failure, FeedState, FetchOutcome, Received, RequestHeaders, without_credentials,
};

use crate::db::{self, Database, Keep, Listed};
use crate::poll::Client;

/// The reason why a source was not added.
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
    #[error("{url}: {failure}")]
    Answer { url: String, failure: Failure },
    #[error("{url}: neither a feed nor a page that has one ({message})")]
    NoFeed { url: String, message: String },
}

/// Returns the option that would help.
fn hint(error: &FetchError) -> &'static str {
    let is_forbidden =
        matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. } | FetchErrorKind::ForbiddenName);
    if is_forbidden { "; --allow-host, --allow-network or --allow-private allows it" } else { "" }
}

/// How a source is added.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner<'o> {
    pub(crate) folder: Option<&'o str>,
    /// Header fields for the requests to the source, and to its feed if that is at the same origin.
    pub(crate) headers: &'o RequestHeaders,
    pub(crate) keep: &'o Keep,
}

/// Adds a source; returns lines that describe the additions.
pub(crate) fn add(
    database: &mut Database,
    client: &Client,
    source: &str,
    manner: Manner<'_>,
) -> Result<Vec<String>, Error> {
    let Manner { folder, headers, .. } = manner;
    let source = source.trim();
    if Path::new(source).is_file() {
        let bytes =
            fs::read(source).map_err(|error| Error::File { path: source.to_owned(), source: error })?;
        let list = subscriptions(&bytes).ok_or_else(|| Error::NotAList(source.to_owned()))?;
        return add_list(database, &list, folder);
    }
    let url = address(source).ok_or_else(|| Error::NotASource(source.to_owned()))?;
    if let Some(feed) = database.find_feed(&url)? {
        database.add_feed(&url, None, folder, Timestamp::now())?;
        return Ok(vec![format!("already there, as {}: {}", feed.id, feed.name())]);
    }
    let found = match fetch(client, &url, headers) {
        Err(error) => {
            // A server may refuse the page but serve the feed, whose URL the page's URL may reveal.
            let step = discover::search_url(&url).filter(|_| error.is_refusal());
            let added = step.map(|step| add_found(database, client, step, &url, manner)).transpose()?;
            return added.flatten().ok_or(error);
        }
        Ok(found) => found,
    };
    match found {
        Found::Feed(feed) => Ok(vec![add_feed(database, client, feed, manner)?]),
        Found::Page { response, message } => {
            if let Some(list) = subscriptions(&*response) {
                return add_list(database, &list, folder);
            }
            let step = bozofeed_discover::search(&*response);
            let added = add_found(database, client, step, &url, manner)?;
            added.ok_or(Error::NoFeed { url: response.url, message })
        }
    }
}

impl Error {
    /// Returns whether a server refused a page: to programs, to anyone without a login, or in this country.
    fn is_refusal(&self) -> bool {
        matches!(self, Self::Answer { failure, .. } if failure.is_refusal())
    }
}

/// Returns the URL denoted by a source; `harbour.example` is a site.
pub(crate) fn address(source: &str) -> Option<String> {
    let has_scheme =
        |scheme: &str| source.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if ["http:", "https:", "feed:", "feeds:", "rss:", "web+feed:"].into_iter().any(has_scheme) {
        return Some(source.to_owned());
    }
    let host = source.split(['/', ':']).next().unwrap_or_default();
    let is_host = host.contains('.') && !host.starts_with('.') && !source.contains(char::is_whitespace);
    (is_host && !source.contains("://")).then(|| format!("https://{source}"))
}

/// The content at a URL.
pub(crate) enum Found {
    Feed(Box<NewFeed>),
    Page {
        response: Box<Received>,
        /// The reason why it is not a feed.
        message: String,
    },
}

/// A feed that was just fetched.
pub(crate) struct NewFeed {
    pub(crate) state: FeedState,
    pub(crate) parsed: Parsed,
    response: Received,
}

/// Fetches the content at a URL, with these header fields.
pub(crate) fn fetch(client: &Client, url: &str, headers: &RequestHeaders) -> Result<Found, Error> {
    let mut state = FeedState::new(url);
    state.headers.clone_from(headers);
    let polled = client.fetcher.poll(&mut state).map_err(Error::Fetch)?;
    let (message, response) = (polled.outcome.to_string(), polled.response);
    match polled.outcome {
        FetchOutcome::Fresh(parsed) => {
            Ok(Found::Feed(Box::new(NewFeed { state, parsed: *parsed, response })))
        }
        FetchOutcome::NotAFeed(_) | FetchOutcome::NotModified => {
            Ok(Found::Page { response: Box::new(response), message })
        }
        FetchOutcome::Failed(failure) => Err(Error::Answer { url: response.url, failure }),
    }
}

/// Adds a feed together with the document that was just fetched.
fn add_feed(
    database: &mut Database,
    client: &Client,
    feed: Box<NewFeed>,
    Manner { folder, keep, .. }: Manner<'_>,
) -> Result<String, Error> {
    let NewFeed { state, parsed, response } = *feed;
    let now = Timestamp::now();
    let url = state.url.clone();
    let Some(id) = database.add_feed(&url, None, folder, now)? else {
        return Ok(format!("already there: {}", without_credentials(&url)));
    };
    database.save(&client.first_record(id, state, &parsed, &response), keep, now)?;
    let added = database.find_feed(&id.to_string())?;
    let name = added.as_ref().map(db::Feed::name).unwrap_or_default();
    let entries = added.as_ref().map_or(0, |feed| feed.entries);
    let note = added.as_ref().and_then(db::Feed::hidden_note).map(|note| format!("; {note}"));
    let note = note.unwrap_or_default();
    Ok(format!("added {id}: {name} ({}), {entries} entries{note}", without_credentials(&url)))
}

/// Adds the feed found by a search from a source, and lists the other declared feeds and the candidates that are not feeds. Returns `None`
/// if no feed was found.
fn add_found(
    database: &mut Database,
    client: &Client,
    mut step: SearchStep,
    source: &str,
    manner: Manner<'_>,
) -> Result<Option<Vec<String>>, Error> {
    let none = RequestHeaders::new();
    loop {
        let SearchStep::Fetch(lookup) = step else { return Ok(None) };
        if let Some(feed) = database.find_feed(lookup.url())? {
            database.add_feed(lookup.url(), None, manner.folder, Timestamp::now())?;
            return Ok(Some(vec![format!("already there, as {}: {}", feed.id, feed.name())]));
        }
        // They may be credentials.
        let headers = if db::is_same_origin(source, lookup.url()) { manner.headers } else { &none };
        step = match fetch(client, lookup.url(), headers) {
            Ok(Found::Feed(feed)) => {
                let mut lines = vec![add_feed(database, client, feed, manner)?];
                let found = lookup.found();
                for missed in found.missed.iter().filter(|missed| missed.feed.is_named()) {
                    let cause = missed.failure.as_deref().unwrap_or("not a feed");
                    let url = without_credentials(&missed.feed.href);
                    lines.push(format!("  the page names {url}, too: {cause}"));
                }
                for other in found.others {
                    let title = other.title.as_deref().unwrap_or("no title");
                    lines.push(format!("  the page also has {} ({title})", without_credentials(&other.href)));
                }
                return Ok(Some(lines));
            }
            Ok(Found::Page { response, .. }) => lookup.page(&*response),
            Err(Error::Answer { failure, .. }) => lookup.failed(failure.to_string()),
            Err(error) => lookup.failed(error.to_string()),
        };
    }
}

/// Parses a document as a list of subscriptions.
pub(crate) fn subscriptions<'a>(document: impl Into<Document<'a>>) -> Option<Opml> {
    let list = bozofeed_opml::parse(document);
    let has_feeds = list.subscriptions().next().is_some();
    has_feeds.then_some(list)
}

/// Adds the feeds of a list without fetching them.
pub(crate) fn add_list(
    database: &mut Database,
    list: &Opml,
    folder: Option<&str>,
) -> Result<Vec<String>, Error> {
    let (feeds, mut lines) = listed(list, folder);
    let new = database.add_feeds(&feeds, Timestamp::now())?;
    lines.push(format!(
        "added {new} feeds of the list, {} were already there; `planet poll` fetches them",
        feeds.len() - new
    ));
    Ok(lines)
}

/// Returns the feeds of a list, in their folders within `folder`, and a line for each feed that cannot be polled.
pub(crate) fn listed(list: &Opml, folder: Option<&str>) -> (Vec<Listed>, Vec<String>) {
    let mut lines = Vec::new();
    let mut feeds = Vec::new();
    for subscription in list.subscriptions() {
        let url = subscription.url;
        if let Err(error) = Exchange::start(&mut FeedState::new(url), Timestamp::now()) {
            lines.push(format!("left out: {error}"));
            continue;
        }
        // Some programs write folders as categories.
        let category = subscription.outline.categories().next().filter(|_| subscription.folders.is_empty());
        let folders: Vec<_> = folder.into_iter().chain(subscription.folders).chain(category).collect();
        let path = short_path(&folders);
        let title = Some(subscription.outline.name()).filter(|name| !name.is_empty() && *name != url);
        feeds.push(Listed {
            url: url.to_owned(),
            title: title.map(str::to_owned),
            folder: Some(path).filter(|path| !path.is_empty()),
        });
    }
    (feeds, lines)
}

/// Returns the path of a feed in folders, cut to the maximum length. The names are copied first, but the size of the list bounds
/// them.
fn short_path(folders: &[&str]) -> String {
    const LONGEST: usize = 500;
    let path = folders.join("/");
    match (0..=LONGEST).rfind(|end| path.is_char_boundary(*end)) {
        Some(end) if path.len() > LONGEST => path[..end].to_owned(),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_urls_tell_their_feeds() {
        for (url, expected) in [
            ("https://dev.to/anna", Some("https://dev.to/feed/anna")),
            (
                "https://consent.harbour.example/?continue=https%3A%2F%2Fdev.to%2Fanna",
                Some("https://dev.to/feed/anna"),
            ),
            ("https://harbour.example/anna", None),
        ] {
            let feed = discover::search_url(url).map(|step| match step {
                SearchStep::Fetch(lookup) => lookup.url().to_owned(),
                SearchStep::End(_) => String::new(),
            });
            assert_eq!(feed.as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn a_path_is_joined_up_to_its_limit() {
        let long = "a".repeat(499);
        for (folders, expected) in [
            (vec![], String::new()),
            (vec!["sea", "", "tides"], "sea//tides".to_owned()),
            (vec![&long, "b"], format!("{long}/")),
            (vec![&long[1..], "\u{e9}", "b"], format!("{}/", &long[1..])),
        ] {
            assert_eq!(short_path(&folders), expected);
        }
    }

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

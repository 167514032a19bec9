//! Finds new addresses of feeds that have failed for a week, on the page of their site.

use std::time::{Duration, Instant};

use bozofeed::Timestamp;
use bozofeed_discover::SearchStep;
use bozofeed_polling::RequestHeaders;
use url::Url;

use crate::add::{self, Found};
use crate::db::{self, Database, Lost};
use crate::interrupt;
use crate::poll::{self, Client};

/// The time limit for one run. No request starts after it.
const LONGEST: Duration = Duration::from_secs(60);

/// The maximum number of requests for each feed, including the one for the page.
const MOST_REQUESTS: usize = 6;

/// Looks up feeds that have failed for a week, at most once a week. A feed that is found is polled at its new address from the next run
/// on; `planet revive` undoes this. Returns the number of feeds found.
pub(crate) fn look_up(database: &mut Database, client: &Client) -> Result<usize, db::Error> {
    let started = Instant::now();
    let mut found = 0;
    for lost in database.lost(Timestamp::now())? {
        if interrupt::is_requested() || started.elapsed() > LONGEST {
            break;
        }
        database.note_look_up(lost.id, Timestamp::now())?;
        if let Some(url) = search(database, client, &lost)? {
            found += usize::from(database.relocate(lost.id, &url, Timestamp::now())?);
        }
    }
    Ok(found)
}

/// Returns the new address of a feed, as declared by its page. The new feed must have something in common with the lost one: a page also
/// declares feeds of comments, news or other languages.
fn search(database: &Database, client: &Client, lost: &Lost) -> Result<Option<String>, db::Error> {
    // The feed's header fields may contain credentials, so they are not sent.
    let headers = RequestHeaders::new();
    let Ok(Found::Page { response, .. }) = add::fetch(client, &lost.site, &headers) else { return Ok(None) };
    let mut step = bozofeed_discover::search(&*response);
    for _ in 1..MOST_REQUESTS {
        let SearchStep::Fetch(lookup) = step else { return Ok(None) };
        step = match add::fetch(client, lookup.url(), &headers) {
            Ok(Found::Feed(feed)) => {
                let document = poll::document(&feed.parsed, None, &[], Timestamp::now());
                let is_it = has_title(lost, document.about.title.as_deref())
                    || has_path(lost, &feed.state.url)
                    || database.has_any_entry(lost.id, &document)?;
                if is_it {
                    return Ok(Some(feed.state.url));
                }
                lookup.failed("another feed")
            }
            Ok(Found::Page { response, .. }) => lookup.page(&*response),
            Err(error) => lookup.failed(error.to_string()),
        };
    }
    Ok(None)
}

/// Returns whether a title equals the lost feed's, ignoring white space and case.
fn has_title(lost: &Lost, title: Option<&str>) -> bool {
    let plain = |title: &str| title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let (known, found) = (lost.title.as_deref().map(plain), title.map(plain));
    known.is_some_and(|known| !known.is_empty() && found == Some(known))
}

/// Returns whether an address has the path of the lost feed. On another host, the path must have at least two parts, since many feeds have
/// the path `/feed`.
fn has_path(lost: &Lost, url: &str) -> bool {
    let (Ok(known), Ok(found)) = (Url::parse(&lost.url), Url::parse(url)) else { return false };
    let plain = |url: &Url| url.path().trim_end_matches('/').to_owned();
    let (path, names) = (plain(&known), plain(&known).split('/').filter(|name| !name.is_empty()).count());
    path == plain(&found) && known.query() == found.query() && (names > 1 || known.host() == found.host())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_has_its_title_or_its_path() {
        let lost = |url: &str| Lost {
            id: 1,
            url: url.to_owned(),
            title: Some("Tides  of the harbour".to_owned()),
            site: String::new(),
        };
        let mut wrong = Vec::new();
        for (url, found, title, expected) in [
            ("https://h.example/a.xml", "https://h.example/b.xml", Some("tides of the Harbour "), true),
            ("https://h.example/a.xml", "https://h.example/b.xml", Some("Comments on tides"), false),
            ("https://h.example/a.xml", "https://h.example/b.xml", None, false),
            ("http://h.example:8080/feed", "https://h.example/feed/", None, true),
            ("https://h.example/feed", "https://i.example/feed", None, false),
            ("https://h.example/blog/feed", "https://i.example/blog/feed", None, true),
            ("https://h.example/blog/feed?a=1", "https://i.example/blog/feed?a=2", None, false),
            ("https://h.example/", "https://i.example/", None, false),
        ] {
            let lost = lost(url);
            if (has_title(&lost, title) || has_path(&lost, found)) != expected {
                wrong.push((url, found, title));
            }
        }
        assert_eq!(wrong, []);
    }
}

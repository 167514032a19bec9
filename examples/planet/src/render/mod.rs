//! `planet render`: the site. It depends only on the database.

mod claims;
mod entry;
mod excerpt;
mod files;
mod health;
mod iri;
mod layout;
mod lists;
mod manifest;
mod markup;
mod page;
mod search;
mod site;
mod style;
mod syndication;
mod wording;
mod words;

use std::collections::HashMap;
use std::path::Path;

use crate::Error;
use crate::db::{Database, Entry, Feed};
use crate::subscriptions::{self, Addresses};

use claims::Claims;
use files::Folder;
use syndication::SiteFeed;

pub(crate) use files::{create_directory, write_file};
pub(crate) use site::{CustomSheet, Site, SiteUrl};

/// The minimum number of entries from one feed on the first page, unless the option is set.
const PER_FEED: usize = 10;

/// The feeds, and the entries of the first page.
struct Content {
    feeds: Vec<Feed>,
    /// Newest first.
    entries: Vec<Shown>,
}

/// An entry of the first page.
struct Shown {
    entry: Entry,
    /// Whether its identity is also its identifier in the site's feed.
    owns_identity: bool,
}

impl Content {
    /// Selects the newest entries, limiting the number from one feed, which might otherwise fill the page.
    fn read(database: &Database, site: &Site<'_>, claims: &Claims<'_>) -> Result<Self, Error> {
        let mut feeds = database.feeds()?;
        feeds.retain(|feed| feed.hidden_because.is_none());
        let count = feeds.iter().filter(|feed| feed.entries > 0).count();
        let share = site.entries.div_ceil(count.max(1)).max(PER_FEED);
        let most = site.per_feed.unwrap_or(share);
        let mut of_feed: HashMap<i64, usize> = HashMap::new();
        let mut entries = Vec::new();
        database.newest(|headline| {
            let count = of_feed.entry(headline.feed_id).or_default();
            if entries.len() < site.entries && *count < most {
                let standing = claims.decide(&headline)?;
                if !standing.is_hidden {
                    *count += 1;
                    let entry = database.entry(headline.id)?;
                    entries.push(Shown { entry, owns_identity: standing.owns_identity });
                }
            }
            Ok(entries.len() < site.entries)
        })?;
        Ok(Self { feeds, entries })
    }

    /// Returns the feeds by their numbers.
    fn by_id(&self) -> HashMap<i64, &Feed> {
        self.feeds.iter().map(|feed| (feed.id, feed)).collect()
    }

    /// Returns the time of the last change visible on the first page.
    fn changed_at(&self) -> &str {
        let entries = self.entries.iter().map(|shown| shown.entry.changed_at.as_str());
        let polls = self.feeds.iter().filter_map(|feed| feed.polled_at.as_deref());
        entries.max().or(polls.max()).unwrap_or(lists::EPOCH)
    }
}

/// Writes the changed parts of the site, each file atomically. Pages of feeds and months that no longer exist are removed.
pub(crate) fn render(database: &Database, site: &Site<'_>, directory: &Path) -> Result<(), Error> {
    files::create_directory(directory)?;
    let Some(mut plan) = manifest::plan(database, site, directory)? else { return Ok(()) };
    // Excludes anything that a poll writes meanwhile.
    let snapshot = database.snapshot()?;
    let claims = Claims::new(database, plan.is_whole)?;
    let content = Content::read(database, site, &claims)?;
    plan.complete(database, &content.feeds, directory)?;
    let opml = subscriptions::opml(site.title, &content.feeds, Addresses::Public).to_xml();
    write_file(&directory.join("opml.xml"), opml.as_bytes())?;
    let feed = SiteFeed::new(site, &content);
    for file in &syndication::FILES {
        write_file(&directory.join(file.name), &feed.write(file)?)?;
    }

    let mut feeds = Folder::create(&directory.join("feeds"))?;
    lists::feeds(database, site, &content.feeds, &mut plan, &mut feeds)?;
    feeds.remove_others()?;
    let mut archive = Folder::create(&directory.join("archive"))?;
    lists::archive(database, site, &content.by_id(), &claims, &mut plan, &mut archive)?;
    archive.remove_others()?;

    let run = database.last_run()?;
    let first = health::pages(site, &content, run.as_ref(), &directory.join("health"))?;
    write_file(&directory.join("health.html"), first.as_bytes())?;
    let search = search::page(database, site, &content.feeds, &claims)?;
    write_file(&directory.join("search.html"), search.as_bytes())?;
    write_file(&directory.join("index.html"), page::page(site, &content).as_bytes())?;
    drop(snapshot);
    plan.next.write(database, directory);
    Ok(())
}

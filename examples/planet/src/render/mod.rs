//! `planet render`: a site of three files. The output depends on the database alone.

mod atom;
mod entry;
mod excerpt;
mod files;
mod iri;
mod page;
mod style;

use std::collections::HashMap;
use std::path::Path;

use crate::Error;
use crate::db::{Database, Entry, Feed};
use crate::subscriptions;

pub(crate) use files::write_file;

/// The title and the address of the site.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'s> {
    pub(crate) title: &'s str,
    pub(crate) url: Option<&'s str>,
    /// How many entries are shown.
    pub(crate) entries: usize,
}

/// The feeds and entries that the site shows.
struct Content {
    feeds: Vec<Feed>,
    /// Newest first.
    entries: Vec<Entry>,
}

impl Content {
    fn read(database: &Database, most: usize) -> Result<Self, Error> {
        let mut entries = Vec::new();
        database.newest(|entry| {
            // An entry that several feeds carry is shown once: as the one that was there first, so that no feed can replace
            // an entry of another.
            if entries.len() < most && (entry.is_first || !iri::is_absolute(&entry.identity)) {
                entries.push(entry);
            }
            entries.len() < most
        })?;
        Ok(Self { feeds: database.feeds()?, entries })
    }

    /// Returns the feeds by their numbers.
    fn by_id(&self) -> HashMap<i64, &Feed> {
        self.feeds.iter().map(|feed| (feed.id, feed)).collect()
    }

    /// Returns the time of the last change that the site shows.
    fn changed_at(&self) -> &str {
        let entries = self.entries.iter().map(|entry| entry.changed_at.as_str());
        let polls = self.feeds.iter().filter_map(|feed| feed.polled_at.as_deref());
        entries.max().or(polls.max()).unwrap_or("1970-01-01T00:00:00Z")
    }
}

/// Writes `index.html`, `atom.xml` and `opml.xml`, each of them whole or not at all.
pub(crate) fn render(database: &Database, site: &Site<'_>, directory: &Path) -> Result<(), Error> {
    let content = Content::read(database, site.entries)?;
    let opml = subscriptions::opml(site.title, &content.feeds, false).to_xml();
    files::create_directory(directory)?;
    write_file(&directory.join("opml.xml"), opml.as_bytes())?;
    write_file(&directory.join("atom.xml"), &atom::feed(site, &content)?)?;
    write_file(&directory.join("index.html"), page::page(site, &content).as_bytes())
}

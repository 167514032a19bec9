//! The files of a site, recorded so that only changed files are rewritten.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use super::{Site, lists};
use crate::Error;
use crate::db::{self, Database, Feed};

/// The site as last written.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Manifest {
    /// A hash of the options and the program.
    options: u64,
    /// The time of the database's clock: anything marked with this time or a later one is outdated.
    at: i64,
    /// For each feed, a hash of its visible properties, and the number of its pages.
    feeds: HashMap<i64, (u64, usize)>,
    /// For each month, the number of entries.
    pub(super) months: BTreeMap<String, usize>,
}

/// The parts of the site that must be written.
pub(super) struct Plan {
    /// Whether to write everything.
    pub(super) is_whole: bool,
    pub(super) feeds: HashSet<i64>,
    pub(super) months: BTreeSet<String>,
    pub(super) next: Manifest,
}

impl Manifest {
    /// Saves the manifest, after everything else is written. If this fails, everything is rewritten next time.
    pub(super) fn write(&self, database: &Database, directory: &Path) {
        let manifest = serde_json::to_string(self).unwrap_or_default();
        let _ = database.save_site(&key(directory), Some(&manifest));
    }

    /// Records the pages of a feed.
    pub(super) fn note(&mut self, feed: &Feed, pages: usize) {
        self.feeds.insert(feed.id, (shown(feed), pages));
    }

    /// Returns the number of a feed's pages.
    pub(super) fn pages(&self, feed: i64) -> usize {
        self.feeds.get(&feed).map_or(0, |(_, pages)| *pages)
    }
}

/// Returns a hash of the feed's properties that are shown on its entries' pages, or that determine whether its entries are shown.
fn shown(feed: &Feed) -> u64 {
    let mut hash = DefaultHasher::new();
    (feed.name(), &feed.url, &feed.full_url, &feed.site, &feed.picture, &feed.language).hash(&mut hash);
    (feed.is_private, feed.public_message(), feed.hidden_because.is_some()).hash(&mut hash);
    hash.finish()
}

/// Returns the full path of a folder.
fn key(directory: &Path) -> String {
    let full = std::fs::canonicalize(directory);
    full.as_deref().unwrap_or(directory).to_string_lossy().into_owned()
}

/// Returns a hash of everything that the site depends on, except the database.
fn options(site: &Site<'_>) -> u64 {
    let mut hash = DefaultHasher::new();
    format!("{site:?} {}", env!("CARGO_PKG_VERSION")).hash(&mut hash);
    // A program that was rebuilt may write different pages.
    let program = std::env::current_exe().and_then(std::fs::metadata);
    let program = program.ok().and_then(|file| Some((file.len(), file.modified().ok()?)));
    program.hash(&mut hash);
    hash.finish()
}

/// Returns the parts of a site that must be written; `None` if nothing changed. Changes from now on are marked for the next time.
pub(super) fn plan(database: &Database, site: &Site<'_>, directory: &Path) -> Result<Option<Plan>, Error> {
    let options = options(site);
    let key = key(directory);
    let old: Option<Manifest> =
        database.site(&key)?.and_then(|manifest| serde_json::from_str(&manifest).ok());
    let old = old.filter(|old| old.options == options);
    // The user may have removed the site.
    let old = old.filter(|_| directory.join("index.html").exists());
    if let Some(old) = &old
        && database.changed_at()? < old.at
    {
        return Ok(None);
    }
    // The site is about to change, perhaps only partly. If the database is not writable, everything is rewritten next time.
    let at = database.save_site(&key, None).and_then(|()| database.tick()).unwrap_or(i64::MIN);
    Ok(Some(match old {
        Some(old) => {
            let db::Changes { feeds, months } = database.changes_since(old.at)?;
            let months = months.iter().map(|month| lists::page_of(month).to_owned()).collect();
            Plan { is_whole: false, feeds, months, next: Manifest { options, at, ..old } }
        }
        None => Plan {
            is_whole: true,
            feeds: HashSet::new(),
            months: BTreeSet::new(),
            next: Manifest { options, at, ..Manifest::default() },
        },
    }))
}

impl Plan {
    /// Completes the plan with the feeds' own changes. Called within the snapshot that is written.
    pub(super) fn complete(
        &mut self,
        database: &Database,
        feeds: &[Feed],
        directory: &Path,
    ) -> Result<(), Error> {
        let ids: HashSet<i64> = feeds.iter().map(|feed| feed.id).collect();
        if self.is_whole {
            self.feeds = ids;
            self.months =
                database.all_months()?.iter().map(|month| lists::page_of(month).to_owned()).collect();
            return Ok(());
        }
        let mut months: Vec<String> = Vec::new();
        for feed in self.feeds.iter().filter(|feed| ids.contains(feed)) {
            months.extend(database.months_of_copies(*feed)?);
        }
        let known = |feed: &Feed| self.next.feeds.get(&feed.id).map(|(shown, _)| *shown);
        let changed: Vec<i64> =
            feeds.iter().filter(|feed| known(feed) != Some(shown(feed))).map(|feed| feed.id).collect();
        // Removed and hidden feeds are not in the list.
        let gone: Vec<i64> = self.next.feeds.keys().copied().filter(|feed| !ids.contains(feed)).collect();
        for feed in changed.iter().chain(&gone) {
            months.extend(database.months_of(*feed)?);
            months.extend(database.months_of_copies(*feed)?);
        }
        self.next.feeds.retain(|feed, _| ids.contains(feed));
        self.months.extend(months.iter().map(|month| lists::page_of(month).to_owned()));
        self.feeds.extend(changed);
        self.feeds.retain(|feed| ids.contains(feed));
        // Pages that were removed by hand.
        let folder = directory.join("feeds");
        let missing = |feed: &&Feed| !folder.join(format!("{}.html", feed.id)).exists();
        self.feeds.extend(feeds.iter().filter(missing).map(|feed| feed.id));
        let folder = directory.join("archive");
        let missing = |month: &&String| !folder.join(format!("{month}.html")).exists();
        self.months.extend(self.next.months.keys().filter(missing).cloned());
        Ok(())
    }
}

//! `planet follow`: subscription lists whose changes are followed.

use std::fs;
use std::io::Write;
use std::path::Path;

use bozofeed::{FaultSeverity, Timestamp};
use bozofeed_opml::Opml;
use bozofeed_polling::RequestHeaders;

use crate::add::{self, Found};
use crate::db::{self, Database, List, Synced};
use crate::list::minute;
use crate::poll::Client;
use crate::printable::printable;
use crate::{Error, add::Error as AddError};

/// Follows a list, reads it, and returns a line that summarizes the changes.
pub(crate) fn follow(
    database: &mut Database,
    client: &Client,
    source: &str,
    folder: Option<&str>,
) -> Result<String, AddError> {
    let source = full(source.trim())?;
    let list = read(client, &source)?;
    let id = database.follow(&source, folder, Timestamp::now())?;
    let followed = database.find_list(&id.to_string())?.ok_or(AddError::NotAList(source))?;
    let Synced { added, removed } = sync(database, &followed, &list)?;
    Ok(format!(
        "following {}: {added} feeds added, {removed} removed; `planet poll` fetches them",
        followed.source
    ))
}

/// Reads the lists that are due. After a failure, the feeds of a list are not changed, and `status`
/// shows the reason.
pub(crate) fn read_due(database: &mut Database, client: &Client) -> Result<(), db::Error> {
    let now = Timestamp::now();
    for followed in database.due_lists(now)? {
        match read(client, &followed.full_source) {
            Ok(list) => drop(sync(database, &followed, &list)?),
            Err(error) => database.note_list_failure(followed.id, &error.to_string(), now)?,
        }
    }
    Ok(())
}

/// Returns the stored form of a source: the full path of a file, or a URL.
fn full(source: &str) -> Result<String, AddError> {
    if Path::new(source).is_file() {
        let error = |error| AddError::File { path: source.to_owned(), source: error };
        return Ok(fs::canonicalize(source).map_err(error)?.to_string_lossy().into_owned());
    }
    add::address(source).ok_or_else(|| AddError::NotASource(source.to_owned()))
}

/// Reads a list.
fn read(client: &Client, source: &str) -> Result<Opml, AddError> {
    let is_url = add::address(source).is_some() && !Path::new(source).is_absolute();
    let list = if is_url {
        match add::fetch(client, source, &RequestHeaders::new())? {
            Found::Feed(_) => None,
            Found::Page { response, .. } => add::subscriptions(&*response),
        }
    } else {
        let error = |error| AddError::File { path: source.to_owned(), source: error };
        add::subscriptions(&fs::read(source).map_err(error)?)
    };
    // A list without feeds is more likely a mistake than a wish to unsubscribe from everything.
    list.ok_or_else(|| AddError::NotAList(source.to_owned()))
}

/// The maximum number of feeds taken from a list: its author has power over this planet.
const MOST_FEEDS: usize = 5_000;

pub(crate) fn sync(database: &mut Database, followed: &List, list: &Opml) -> Result<Synced, db::Error> {
    let (mut feeds, left_out) = add::listed(list, followed.folder.as_deref());
    if feeds.len() > MOST_FEEDS {
        let message = format!(
            "only the first {MOST_FEEDS} of {} feeds are followed, and none are removed",
            feeds.len()
        );
        feeds.truncate(MOST_FEEDS);
        return database.sync_list(followed.id, &feeds, false, Some(&message), Timestamp::now());
    }
    // A truncated list does not tell which feeds it no longer contains.
    let broken = list.bozo.as_ref().filter(|bozo| bozo.severity() > FaultSeverity::Benign);
    let message = match broken {
        Some(bozo) => Some(format!("no feeds are removed since the list is broken: {bozo}")),
        None => left_out.first().cloned(),
    };
    database.sync_list(followed.id, &feeds, broken.is_none(), message.as_deref(), Timestamp::now())
}

/// Prints the lists.
pub(crate) fn print(lists: &[List], is_json: bool, out: &mut impl Write) -> Result<(), Error> {
    for list in lists {
        if is_json {
            serde_json::to_writer(&mut *out, list).map_err(std::io::Error::from)?;
            writeln!(out)?;
            continue;
        }
        let folder = list.folder.as_ref().map(|folder| format!(", in {folder}")).unwrap_or_default();
        writeln!(
            out,
            "{:>5}  {}  ({} feeds{})",
            list.id,
            printable(&list.source),
            list.feeds,
            printable(&folder)
        )?;
        let checked = list
            .checked_at
            .as_deref()
            .map_or_else(|| "never read".to_owned(), |at| format!("read {}", minute(at)));
        let message = list.message.as_ref().map(|message| format!("; {message}")).unwrap_or_default();
        writeln!(out, "       {checked}{}", printable(&message))?;
    }
    Ok(())
}

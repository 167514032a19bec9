//! A planet: collects the entries of many feeds in one SQLite file, and writes them as one site.

mod add;
mod cli;
mod db;
mod interrupt;
mod language;
mod list;
mod network;
mod poll;
mod printable;
mod prune;
mod render;
mod report;
mod search;
mod status;
mod subscriptions;

use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use bozofeed::Timestamp;
use bozofeed::polling::hosts::HostOptions;
use clap::Parser as _;

use cli::{Arguments, Command};
use db::{Database, Due, Keep};
use network::Network;
use poll::Pace;
use printable::printable;
use report::Report;

/// Why a command did not do all of its work.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Database(#[from] db::Error),
    #[error("{path}: {source}")]
    File { path: String, source: io::Error },
    #[error("no feed '{0}': `planet list` shows their numbers and addresses")]
    NoSuchFeed(String),
    #[error("feed {0} is retired: `planet status` says why")]
    Retired(i64),
    #[error("{count} of {due} feeds could not be saved, and will be asked again: {message}")]
    Unsaved { count: u64, due: u64, message: String },
    #[error("the run ended after {polled} of {due} feeds, since nothing can be written: {message}")]
    Stopped { polled: u64, due: u64, message: String },
    #[error("{0} of the sources could not be added")]
    NotAdded(usize),
    #[error("another run is polling these feeds")]
    Running,
    #[error("interrupted")]
    Interrupted,
    /// The reader of standard output went away, as `head` does.
    #[error("broken pipe")]
    BrokenPipe,
}

impl From<io::Error> for Error {
    fn from(source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::File { path: "standard output".to_owned(), source },
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) | Err(Error::BrokenPipe) => ExitCode::SUCCESS,
        Err(Error::Interrupted) => ExitCode::from(interrupt::STATUS),
        Err(error) => {
            eprintln!("planet: {}", printable(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let path = &arguments.db;
    match &arguments.command {
        Command::Add { sources, folder, network, keep } => {
            add_all(path, sources, folder.as_deref(), network, keep)
        }
        Command::Poll { feeds, all, jobs, pause, json, verbose, network, keep } => {
            let mut database = Database::open(path)?;
            let _lock = lock(path)?;
            let due = due(&mut database, feeds, *all)?;
            let report = Report::new(due.len(), *json, *verbose);
            let pace = Pace {
                jobs: usize::from(*jobs),
                hosts: HostOptions::new().min_pause(*pause),
                // Whoever names a feed wants to see it now.
                is_impatient: !feeds.is_empty(),
            };
            poll(&mut database, network, due, pace, keep, report)
        }
        Command::Prune { days, json, keep } => {
            let mut database = Database::open(path)?;
            let _lock = lock(path)?;
            let pruned = database.prune(keep, *days, Timestamp::now())?;
            prune::print(&pruned, *json, &mut io::stdout().lock())
        }
        Command::Render { directory, title, url, lang, css, entries, per_feed, searchable } => {
            let sheet = css.as_deref().map(render::CustomSheet::read).transpose()?;
            let site = render::Site {
                title,
                url: url.as_ref(),
                language: lang.as_ref(),
                sheet: sheet.as_ref(),
                entries: *entries,
                per_feed: *per_feed,
                searchable: *searchable,
            };
            render::render(&Database::open(path)?, &site, directory)
        }
        Command::List { json } => list::print(&Database::open(path)?, *json, &mut io::stdout().lock()),
        Command::Status { json } => {
            status::print(&Database::open(path)?, Timestamp::now(), *json, &mut io::stdout().lock())
        }
        Command::Search { words, limit, json } => {
            search::print(&Database::open(path)?, words, *limit, *json, &mut io::stdout().lock())
        }
        Command::Export { file, credentials } => {
            export(&Database::open(path)?, file.as_deref(), *credentials)
        }
        Command::Remove { feeds } => remove(&Database::open(path)?, feeds),
    }
}

fn add_all(
    path: &Path,
    sources: &[String],
    folder: Option<&str>,
    network: &Network,
    keep: &Keep,
) -> Result<(), Error> {
    let mut database = Database::create(path)?;
    let client = network.client();
    let mut failures = 0;
    for source in sources {
        match add::add(&mut database, &client, source, folder, keep) {
            Ok(lines) => lines.iter().for_each(|line| println!("{}", printable(line))),
            Err(add::Error::Database(error)) => return Err(error.into()),
            Err(error) => {
                eprintln!("planet: {}", printable(&error.to_string()));
                failures += 1;
            }
        }
    }
    if failures > 0 { Err(Error::NotAdded(failures)) } else { Ok(()) }
}

/// Makes sure that no other run polls the same feeds, as long as the file is open. The lock ends with the process.
fn lock(database: &Path) -> Result<File, Error> {
    let mut path = database.as_os_str().to_owned();
    path.push(".lock");
    let error = |source| Error::File { path: path.to_string_lossy().into_owned(), source };
    let file = File::create(&path).map_err(error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Running),
        Err(TryLockError::Error(source)) => Err(error(source)),
    }
}

/// Returns the feeds to poll: those that are named, or those that are due.
fn due(database: &mut Database, names: &[String], all: bool) -> Result<Vec<Due>, Error> {
    let now = Timestamp::now();
    if names.is_empty() {
        // If this cannot be written, the feeds wait until it can be.
        if let Err(error) = database.reschedule_future(now) {
            eprintln!("planet: {}", printable(&error.to_string()));
        }
        return Ok(database.due(now, all)?);
    }
    let mut due: Vec<Due> = Vec::new();
    for name in names {
        let feed = database.find_feed(name)?.ok_or_else(|| Error::NoSuchFeed(name.clone()))?;
        if due.iter().all(|known| known.id != feed.id) {
            due.push(database.due_feed(feed.id)?.ok_or(Error::Retired(feed.id))?);
        }
    }
    Ok(due)
}

fn poll(
    database: &mut Database,
    network: &Network,
    due: Vec<Due>,
    pace: Pace,
    keep: &Keep,
    mut report: Report,
) -> Result<(), Error> {
    interrupt::watch();
    let summary = poll::run(database, &network.client(), due, pace, keep, &mut report);
    if let Some(message) = summary.stopped {
        return Err(Error::Stopped { polled: summary.counts.polled, due: summary.due, message });
    }
    if summary.counts.unsaved > 0 {
        let message = summary.counts.message.unwrap_or_default();
        return Err(Error::Unsaved { count: summary.counts.unsaved, due: summary.due, message });
    }
    if summary.counts.interrupted { Err(Error::Interrupted) } else { Ok(()) }
}

fn export(database: &Database, file: Option<&Path>, with_credentials: bool) -> Result<(), Error> {
    let list = subscriptions::opml("Planet", &database.feeds()?, with_credentials).to_xml();
    match file {
        None => Ok(io::stdout().lock().write_all(list.as_bytes())?),
        Some(file) => render::write_file(file, list.as_bytes()),
    }
}

fn remove(database: &Database, names: &[String]) -> Result<(), Error> {
    for name in names {
        let feed = database.find_feed(name)?.ok_or_else(|| Error::NoSuchFeed(name.clone()))?;
        if database.remove_feed(feed.id)? {
            println!("removed {}: {}", feed.id, printable(feed.name()));
        }
    }
    Ok(())
}

//! A planet: collects the entries of many feeds in one SQLite file, and publishes them as one site.

mod add;
mod backfill;
mod cjk;
mod cli;
#[cfg(test)]
mod cost;
mod db;
mod filter;
mod follow;
mod icons;
mod interrupt;
mod language;
mod list;
mod metrics;
mod network;
mod poll;
mod printable;
mod prune;
mod relocate;
mod render;
mod report;
mod running;
mod search;
mod serve;
mod settings;
mod status;
mod subscriptions;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use bozofeed::Timestamp;
use bozofeed_polling::without_credentials;
use clap::Parser as _;

use add::Manner;
use cli::{Arguments, Command};
use db::{Database, Due, Keep, Revived};
use network::Network;
use poll::Pace;
use printable::printable;
use report::Report;
use running::Lock;
use status::{Status, Thresholds};
use subscriptions::Addresses;

/// The reason why a command did not do all of its work.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Database(#[from] db::Error),
    #[error("{path}: {source}")]
    File { path: String, source: io::Error },
    #[error("no feed '{0}': `planet list` shows their numbers and addresses")]
    NoSuchFeed(String),
    #[error("feed {0} is retired: `planet status` says why, and `planet revive {0}` brings it back")]
    Retired(i64),
    #[error("feed {0} is paused: `planet resume {0}` ends that")]
    Paused(i64),
    #[error("{count} of {due} feeds could not be saved, and will be asked again: {message}")]
    Unsaved { count: u64, due: u64, message: String },
    #[error("the run ended after {polled} of {due} feeds, since nothing can be written: {message}")]
    Stopped { polled: u64, due: u64, message: String },
    #[error("nothing was asked for, since nothing can be written: {0}")]
    Unwritable(db::Error),
    #[error("no list '{0}': `planet follow` shows their numbers and addresses")]
    NoSuchList(String),
    #[error(transparent)]
    Source(Box<add::Error>),
    #[error(transparent)]
    Fetch(#[from] bozofeed_fetch::FetchError),
    #[error("there may be more than {0} documents; --documents asks for more")]
    MoreDocuments(usize),
    #[error("{0} of the sources could not be added")]
    NotAdded(usize),
    #[error("{0} lines could not be applied")]
    NotRestored(usize),
    #[error("another run is polling these feeds")]
    Running,
    #[error("interrupted")]
    Interrupted,
    /// Problems that were already printed.
    #[error("there are problems")]
    Problems,
    /// Standard output was closed, as `head` does.
    #[error("broken pipe")]
    BrokenPipe,
}

/// The exit status of `planet status --check` if there are problems.
const PROBLEMS: u8 = 3;

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
        Err(Error::Problems) => ExitCode::from(PROBLEMS),
        Err(error) => {
            eprintln!("planet: {}", printable(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let path = &arguments.db;
    match &arguments.command {
        Command::Add { sources, folder, headers, network, keep } => {
            let headers = &settings::headers(headers);
            add_all(path, sources, network, Manner { folder: folder.as_deref(), headers, keep })
        }
        Command::Backfill { feed, documents, network, keep } => {
            backfill(&mut Database::open(path)?, network, feed, *documents, keep)
        }
        Command::Follow { source: None, json, .. } => {
            follow::print(&Database::open(path)?.lists()?, *json, &mut io::stdout().lock())
        }
        Command::Follow { source: Some(source), folder, network, .. } => {
            let mut database = Database::create(path)?;
            database.probe().map_err(Error::Unwritable)?;
            let followed = follow::follow(&mut database, &network.client(), source, folder.as_deref());
            let line = followed.map_err(|error| Error::Source(Box::new(error)))?;
            println!("{}", printable(&line));
            Ok(())
        }
        Command::Unfollow { lists } => unfollow(&mut Database::open(path)?, lists),
        Command::Poll { feeds, all, pace, json, verbose, network, keep } => {
            let mut run = Lock::begin(path)?;
            let mut database = run.writable(|| Database::open(path))?;
            if feeds.is_empty() {
                read_lists(&mut database, network);
            }
            let due = due(&mut database, feeds, *all)?;
            let report = Report::new(due.len(), *json, *verbose);
            // A user who names a feed wants to see it now.
            poll(&mut database, &mut run, network, due, pace.pace(!feeds.is_empty()), keep, report)?;
            if feeds.is_empty() {
                look_up(&mut database, network, pace.icons);
            }
            Ok(())
        }
        Command::Prune { days, json, keep } => {
            let mut database = Database::open(path)?;
            let _lock = Lock::take(path)?;
            let pruned = database.prune(keep, *days, Timestamp::now())?;
            prune::print(&pruned, *json, &mut io::stdout().lock())
        }
        Command::Render { directory, site } => {
            let sheet = site.sheet()?;
            render::render(&Database::open(path)?, &site.site(sheet.as_ref()), directory)
        }
        Command::Serve { directory, listen, every, site, pace, network, keep } => {
            let sheet = site.sheet()?;
            serve::serve(&serve::Service {
                database: path,
                directory,
                listen: *listen,
                every: *every,
                network,
                pace: pace.pace(false),
                icons: pace.icons,
                keep,
                site: site.site(sheet.as_ref()),
            })
        }
        Command::List { json } => list::print(&Database::open(path)?, *json, &mut io::stdout().lock()),
        Command::Status { json, metrics, check, max_age, max_failing, silent } => {
            let mut out = io::stdout().lock();
            let read = || Status::read(&Database::open(path)?, *silent, Timestamp::now());
            let status = match read() {
                // On a full disk, even reading may fail.
                Err(Error::Database(error)) if *check && error.is_storage() => {
                    return check_status(&[format!("nothing can be written: {error}")], &mut out);
                }
                status => status?,
            };
            let thresholds = Thresholds { max_age: *max_age, max_failing: *max_failing };
            if *check {
                return check_status(&status.problems(&thresholds), &mut out);
            }
            if *metrics {
                return Ok(out.write_all(metrics::text(&status).as_bytes())?);
            }
            status::print(&status, *json, &mut out)
        }
        Command::Search { words, limit, json } => {
            search::print(&Database::open(path)?, words, *limit, *json, &mut io::stdout().lock())
        }
        Command::Export { file, credentials, settings } => {
            export(&Database::open(path)?, file.as_deref(), *credentials, *settings)
        }
        Command::Set { from: Some(file), .. } => restore(path, file),
        Command::Set { feed, settings, json, from: None } => {
            // Without a file, the feed is required.
            let feed = feed.as_deref().unwrap_or_default();
            settings::set(path, feed, settings, *json, &mut io::stdout().lock())
        }
        Command::Unset { feed, settings, json } => {
            settings::set(path, feed, settings, *json, &mut io::stdout().lock())
        }
        Command::Pause { feeds } => pause(&Database::open(path)?, feeds, true),
        Command::Resume { feeds } => pause(&Database::open(path)?, feeds, false),
        Command::Revive { feeds } => revive(path, feeds),
        Command::Remove { feeds } => remove(&Database::open(path)?, feeds),
    }
}

fn add_all(path: &Path, sources: &[String], network: &Network, manner: Manner<'_>) -> Result<(), Error> {
    let mut database = Database::create(path)?;
    database.probe().map_err(Error::Unwritable)?;
    let client = network.client();
    let mut failures = 0;
    for source in sources {
        match add::add(&mut database, &client, source, manner) {
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

/// Reads the followed lists. If this fails, feeds are polled anyway.
fn read_lists(database: &mut Database, network: &Network) {
    if let Err(error) = follow::read_due(database, &network.client()) {
        eprintln!("planet: {}", printable(&error.to_string()));
    }
}

/// Looks for new addresses of long-failing feeds, and for site icons if enabled.
fn look_up(database: &mut Database, network: &Network, with_icons: bool) {
    let client = network.client();
    let done = relocate::look_up(database, &client)
        .and_then(|_| if with_icons { icons::look_up(database, &client) } else { Ok(()) });
    if let Err(error) = done {
        eprintln!("planet: {}", printable(&error.to_string()));
    }
}

/// Prints the problems.
fn check_status(problems: &[String], out: &mut impl Write) -> Result<(), Error> {
    for problem in problems {
        writeln!(out, "{}", printable(problem))?;
    }
    if problems.is_empty() { Ok(()) } else { Err(Error::Problems) }
}

/// Returns the feeds to poll: the given ones, or all due feeds.
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
            if feed.paused_at.is_some() {
                return Err(Error::Paused(feed.id));
            }
            due.push(database.due_feed(feed.id)?.ok_or(Error::Retired(feed.id))?);
        }
    }
    Ok(due)
}

fn poll(
    database: &mut Database,
    run: &mut running::Run,
    network: &Network,
    due: Vec<Due>,
    pace: Pace,
    keep: &Keep,
    mut report: Report,
) -> Result<(), Error> {
    interrupt::watch();
    let summary = poll::run(database, &network.client(), due, pace, keep, &mut report);
    if summary.is_recorded {
        run.end();
    } else {
        run.fail(summary.counts.message.as_deref().unwrap_or("it could not be saved"));
    }
    if let Some(message) = summary.stopped {
        return Err(Error::Stopped { polled: summary.counts.polled, due: summary.due, message });
    }
    if summary.counts.unsaved > 0 {
        let message = summary.counts.message.unwrap_or_default();
        return Err(Error::Unsaved { count: summary.counts.unsaved, due: summary.due, message });
    }
    if summary.counts.interrupted { Err(Error::Interrupted) } else { Ok(()) }
}

fn backfill(
    database: &mut Database,
    network: &Network,
    name: &str,
    documents: usize,
    keep: &Keep,
) -> Result<(), Error> {
    let feed = database.find_feed(name)?.ok_or_else(|| Error::NoSuchFeed(name.to_owned()))?;
    database.probe().map_err(Error::Unwritable)?;
    interrupt::watch();
    let done = backfill::backfill(database, &network.client(), &feed, documents, keep)?;
    let is_full = matches!(done.end, Some(backfill::End::Full));
    println!(
        "{}: {} entries of {} documents{}",
        printable(feed.name()),
        done.entries,
        done.documents,
        if is_full { "; as much as is kept" } else { "" }
    );
    match done.end {
        None | Some(backfill::End::Full) => Ok(()),
        Some(backfill::End::Documents) => Err(Error::MoreDocuments(documents)),
        Some(backfill::End::Failed(error)) => Err(Error::Fetch(error)),
        Some(backfill::End::Interrupted) => Err(Error::Interrupted),
    }
}

fn unfollow(database: &mut Database, names: &[String]) -> Result<(), Error> {
    for name in names {
        // In its given or stored form.
        let full = std::fs::canonicalize(name).map(|path| path.to_string_lossy().into_owned());
        let list = match (database.find_list(name)?, full) {
            (Some(list), _) => list,
            (None, Ok(full)) => database.find_list(&full)?.ok_or_else(|| Error::NoSuchList(name.clone()))?,
            (None, Err(_)) => return Err(Error::NoSuchList(name.clone())),
        };
        let removed = database.unfollow(list.id)?;
        println!("no longer following {}: {removed} feeds removed", printable(&list.source));
    }
    Ok(())
}

/// Writes the subscriptions, or the settings of feeds.
fn export(
    database: &Database,
    file: Option<&Path>,
    with_credentials: bool,
    is_of_settings: bool,
) -> Result<(), Error> {
    let text = if is_of_settings {
        settings::export(database, with_credentials)?
    } else {
        let addresses = if with_credentials { Addresses::Full } else { Addresses::Shown };
        subscriptions::opml("Planet", &database.feeds()?, addresses).to_xml()
    };
    match file {
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
        Some(file) => render::write_file(file, text.as_bytes()),
    }
}

/// Applies the settings in a file.
fn restore(path: &Path, file: &Path) -> Result<(), Error> {
    let failures = settings::restore(path, file)?;
    for failure in &failures {
        eprintln!("planet: {}: {}", file.display(), printable(failure));
    }
    if failures.is_empty() { Ok(()) } else { Err(Error::NotRestored(failures.len())) }
}

fn pause(database: &Database, names: &[String], is_paused: bool) -> Result<(), Error> {
    let word = if is_paused { "paused" } else { "resumed" };
    for name in names {
        let feed = database.find_feed(name)?.ok_or_else(|| Error::NoSuchFeed(name.clone()))?;
        let is_new = database.pause(feed.id, is_paused, Timestamp::now())?;
        println!(
            "{} {}: {}",
            if is_new { word } else { "nothing to do for" },
            feed.id,
            printable(feed.name())
        );
    }
    Ok(())
}

fn revive(path: &Path, names: &[String]) -> Result<(), Error> {
    let mut database = Database::open(path)?;
    let _lock = Lock::take(path)?;
    for name in names {
        let feed = database.find_feed(name)?.ok_or_else(|| Error::NoSuchFeed(name.clone()))?;
        let revived = database.revive(feed.id, Timestamp::now())?;
        let name = printable(feed.name());
        match revived {
            Revived::Back { entries: 0 } => println!("revived {}: {name}", feed.id),
            Revived::Back { entries } => println!("revived {}: {name}, {entries} entries", feed.id),
            Revived::Earlier { url, entries } => {
                let at = printable(&without_credentials(&url));
                match entries {
                    0 => println!("revived {}: {name}, at {at}", feed.id),
                    _ => println!(
                        "revived {}: {name}, at {at}; {entries} entries of the other address removed",
                        feed.id
                    ),
                }
            }
            Revived::Nothing => println!("nothing to do for {}: {name}", feed.id),
        }
    }
    Ok(())
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

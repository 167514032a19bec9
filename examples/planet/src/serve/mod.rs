//! `planet serve`: polls, writes the site and serves it, all the time; hubs announce new versions of feeds (WebSub).
//!
//! Three threads: this one polls and renders; one asks hubs for subscriptions; one answers requests, with a few more for those of
//! hubs, which need the database.

mod callback;
mod files;
mod http;
mod hubs;

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bozofeed::Timestamp;

use crate::db::{Database, Keep};
use crate::network::Network;
use crate::poll::Pace;
use crate::printable::printable;
use crate::render::{self, Site};
use crate::report::Report;
use crate::running::Lock;
use crate::{Error, due, interrupt, look_up, read_lists};

use callback::Callbacks;

/// How often this thread looks whether there is something to do.
const TICK: Duration = Duration::from_millis(200);

/// The shortest time between two sites that are written since a hub sent something.
const RENDER_PAUSE: Duration = Duration::from_secs(10);

/// The folder of the callbacks in the site.
const CALLBACKS: &str = "websub/";

/// The options of `planet serve`.
pub(crate) struct Service<'s> {
    pub(crate) database: &'s Path,
    /// The folder of the site.
    pub(crate) directory: &'s Path,
    pub(crate) listen: SocketAddr,
    /// The time between two runs.
    pub(crate) every: Duration,
    pub(crate) network: &'s Network,
    pub(crate) pace: Pace,
    pub(crate) keep: &'s Keep,
    pub(crate) site: Site<'s>,
}

/// Serves until the process is interrupted.
pub(crate) fn serve(service: &Service<'_>) -> Result<(), Error> {
    let mut database = Database::create(service.database)?;
    render::create_directory(service.directory)?;
    let error = |source| Error::File { path: format!("{}", service.listen), source };
    let listener = TcpListener::bind(service.listen).map_err(error)?;
    let address = listener.local_addr().map_err(error)?;
    interrupt::watch();
    let (delivered, deliveries) = mpsc::channel();
    let client = service.network.client();
    let start = service.site.url.map(|url| url.file(CALLBACKS));
    let callbacks = Callbacks {
        database: service.database.to_owned(),
        parser: client.parser.clone(),
        keep: *service.keep,
        max_body: service.network.max_body(),
        delivered,
    };
    let server = http::Server {
        root: PathBuf::from(service.directory),
        callbacks: start.is_some().then(|| Arc::new(callbacks)),
    };
    let serving = http::start(listener, server).map_err(error)?;
    println!("serving {} at http://{address}/", service.directory.display());
    if let Some(start) = start {
        let path = service.database.to_owned();
        thread::spawn(move || hubs::keep(&path, &client.fetcher, &start));
    }
    run(&mut database, service, &deliveries);
    serving.stop();
    Ok(())
}

/// Polls and renders until the process is interrupted.
fn run(database: &mut Database, service: &Service<'_>, deliveries: &Receiver<()>) {
    let mut next_poll = Instant::now();
    let mut next_render = Instant::now();
    let mut is_stale = true;
    while !interrupt::is_requested() {
        if next_poll <= Instant::now() {
            if let Err(error) = poll(database, service) {
                log(&error.to_string());
            }
            next_poll = Instant::now() + service.every;
            (is_stale, next_render) = (true, Instant::now());
        }
        if is_stale && next_render <= Instant::now() {
            if let Err(error) = render::render(database, &service.site, service.directory) {
                log(&error.to_string());
            }
            (is_stale, next_render) = (false, Instant::now() + RENDER_PAUSE);
        }
        match deliveries.recv_timeout(TICK) {
            Ok(()) => is_stale = true,
            Err(RecvTimeoutError::Timeout) => {}
            // There are no callbacks.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(TICK),
        }
    }
}

/// Polls the feeds that are due.
fn poll(database: &mut Database, service: &Service<'_>) -> Result<(), Error> {
    let mut run = Lock::begin(service.database)?;
    run.writable(|| Ok(&*database))?;
    read_lists(database, service.network);
    let due = due(database, &[], false)?;
    let report = Report::new(due.len(), false, false);
    match crate::poll(database, &mut run, service.network, due, service.pace.clone(), service.keep, report) {
        Err(Error::Interrupted) => Ok(()),
        Ok(()) => {
            look_up(database, service.network);
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Writes a line to standard error, with the time.
fn log(line: &str) {
    eprintln!("{} {}", crate::db::to_text(Timestamp::now()), printable(line));
}

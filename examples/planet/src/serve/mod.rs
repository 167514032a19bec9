//! `planet serve`: continuously polls feeds, writes the site and serves it; hubs announce new versions of feeds (WebSub).
//!
//! There are four threads: this one polls; one renders changes, even while slow servers are pending; one requests subscriptions from
//! hubs; one answers requests, with a few more for hub requests that need the database.

mod callback;
mod files;
mod http;
mod hubs;

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
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

/// The interval at which this thread checks for work.
const TICK: Duration = Duration::from_millis(200);

/// The minimum pause between two renderings. It grows with the rendering time.
const RENDER_PAUSE: Duration = Duration::from_secs(2);

/// The ratio of the pause to the rendering time before it.
const RENDER_SHARE: u32 = 4;

/// The folder of the site for callbacks.
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
    /// Whether to ask sites for their icons.
    pub(crate) icons: bool,
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
    let client = service.network.client();
    let start = service.site.url.map(|url| url.file(CALLBACKS));
    let callbacks = Callbacks {
        database: service.database.to_owned(),
        parser: client.parser.clone(),
        keep: *service.keep,
        max_body: service.network.max_body(),
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
    thread::scope(|scope| {
        scope.spawn(|| keep_rendered(service));
        run(&mut database, service);
    });
    serving.stop();
    Ok(())
}

/// Polls until the process is interrupted.
fn run(database: &mut Database, service: &Service<'_>) {
    let mut next = Instant::now();
    while !interrupt::is_requested() {
        if next <= Instant::now() {
            if let Err(error) = poll(database, service) {
                log(&error.to_string());
            }
            next = Instant::now() + service.every;
        }
        thread::sleep(TICK);
    }
}

/// Renders the site whenever the database changes, until the process is interrupted. Failures are retried.
fn keep_rendered(service: &Service<'_>) {
    let mut next = Instant::now();
    let mut database = None;
    let mut written = None;
    while !interrupt::is_requested() {
        if next <= Instant::now() {
            let started = Instant::now();
            match rendered(service, &mut database, written) {
                Ok(version) => written = Some(version),
                Err(error) => {
                    log(&error.to_string());
                    (database, written) = (None, None);
                }
            }
            next = Instant::now() + (started.elapsed() * RENDER_SHARE).max(RENDER_PAUSE);
        }
        thread::sleep(TICK);
    }
}

/// Renders the site if another connection has changed the database since the rendered version. Returns the version now rendered.
fn rendered(service: &Service<'_>, open: &mut Option<Database>, written: Option<i64>) -> Result<i64, Error> {
    let database = match open {
        Some(database) => database,
        None => open.insert(Database::open(service.database)?),
    };
    let version = database.data_version()?;
    if written != Some(version) {
        render::render(database, &service.site, service.directory)?;
    }
    Ok(version)
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
            look_up(database, service.network, service.icons);
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Writes a line to standard error, with the time.
fn log(line: &str) {
    eprintln!("{} {}", crate::db::to_text(Timestamp::now()), printable(line));
}

//! Requests to hubs: new subscriptions, renewals and cancellations.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use bozofeed::Timestamp;
use bozofeed_fetch::Fetcher;
use bozofeed_polling::websub::{HubSecret, HubStep};
use url::Url;

use super::log;
use crate::db::{self, Database, HubTask, Secrets};
use crate::interrupt;

/// The interval at which the thread checks for new requests.
const TICK: Duration = Duration::from_secs(2);

/// The number of hubs asked concurrently.
const WORKERS: usize = 8;

/// The maximum time for consecutive requests to one hub. The rest is postponed, as after a failure.
const LONGEST_TURN: Duration = Duration::from_secs(60);

/// The maximum pause between two requests to a hub; otherwise, it is as long as the last response took.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Maintains the subscriptions until the process is interrupted. `callbacks` is the prefix of all callback URLs.
pub(super) fn keep(path: &Path, fetcher: &Fetcher, callbacks: &str) {
    let mut watch = None;
    while !interrupt::is_requested() {
        let tasks = match &mut watch {
            None => Watch::open(path).map(|open| watch.insert(open)),
            Some(watch) => Ok(watch),
        };
        match tasks.and_then(|watch| watch.tasks(callbacks, Timestamp::now())) {
            Ok(tasks) => ask_all(path, fetcher, tasks),
            Err(error) => {
                log(&error.to_string());
                watch = None;
            }
        }
        thread::sleep(TICK);
    }
}

/// The database, with the time of the next request. Reading thousands of subscriptions every other second would dominate the work of the
/// process.
struct Watch {
    database: Database,
    /// The time of the clock when they were last read.
    read_at: Option<i64>,
    /// The time when the first of them is due.
    next: Option<Timestamp>,
}

impl Watch {
    fn open(path: &Path) -> Result<Self, db::Error> {
        Ok(Self { database: Database::open(path)?, read_at: None, next: None })
    }

    /// Returns the requests that are due at hubs.
    fn tasks(&mut self, callbacks: &str, now: Timestamp) -> Result<Vec<HubTask>, db::Error> {
        let clock = self.database.hub_clock()?;
        if self.read_at == Some(clock) && self.next.is_none_or(|next| next > now) {
            return Ok(Vec::new());
        }
        let tasks = self.database.hub_tasks(callbacks, now, secrets)?;
        // The changes made by these requests need no second check. Any change before this point is already in the list, or advances the
        // clock afterwards.
        self.read_at = self.database.hub_clock().ok().filter(|after| tasks.is_empty() && *after == clock);
        self.next = self.database.next_hub_task()?;
        Ok(tasks)
    }
}

/// Returns random secrets; `None` if the system has no randomness.
fn secrets() -> Option<Secrets> {
    let mut bytes = [0; 48];
    getrandom::fill(&mut bytes).ok()?;
    let (token, secret) = bytes.split_at(16);
    Some(Secrets { token: BASE64.encode(token), secret: HubSecret::new(&BASE64.encode(secret)).ok()? })
}

/// Asks hubs, each one request at a time, so that no hub delays another.
fn ask_all(path: &Path, fetcher: &Fetcher, tasks: Vec<HubTask>) {
    if tasks.is_empty() {
        return;
    }
    let mut hosts: BTreeMap<String, Vec<HubTask>> = BTreeMap::new();
    for task in tasks {
        let host = Url::parse(&task.hub).ok().and_then(|url| url.host_str().map(str::to_owned));
        hosts.entry(host.unwrap_or_default()).or_default().push(task);
    }
    let workers = hosts.len().min(WORKERS);
    let hosts = Mutex::new(hosts);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let next = hosts.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
                    let Some((_, tasks)) = next else { break };
                    ask_hub(path, fetcher, tasks);
                }
            });
        }
    });
}

fn ask_hub(path: &Path, fetcher: &Fetcher, tasks: Vec<HubTask>) {
    let started = Instant::now();
    let mut failure: Option<String> = None;
    for task in tasks {
        if interrupt::is_requested() {
            return;
        }
        if started.elapsed() > LONGEST_TURN {
            failure.get_or_insert_with(|| "the hub is slow".to_owned());
        }
        let HubTask { token, hub, topic, request, is_end } = task;
        // A hub that does not answer in time would delay the others.
        let message = failure.clone().or_else(|| {
            let asked = Instant::now();
            let message = match fetcher.ask_hub(request) {
                Ok(HubStep::Accepted) => None,
                Ok(step) => Some(step.to_string()),
                Err(error) => {
                    failure = Some(error.to_string());
                    failure.clone()
                }
            };
            thread::sleep(asked.elapsed().min(LONGEST_PAUSE));
            message
        });
        let verb = if is_end { "unsubscribing from" } else { "subscribing to" };
        let Some(message) = message else {
            log(&format!("{verb} {topic} at {hub}"));
            continue;
        };
        log(&format!("{verb} {topic} at {hub}: {message}"));
        let noted = Database::open(path).and_then(|database| database.note_hub_failure(&token, &message));
        if let Err(error) = noted {
            log(&error.to_string());
        }
    }
}

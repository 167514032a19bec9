//! `planet poll`: asks feeds that are due whether they have changed.
//!
//! Workers make requests and parse documents; a single thread owns the database and saves the results. A feed's state and entries
//! are saved together, so that the run can be stopped at any point.

mod document;
mod hosts;
mod worker;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bozofeed::Timestamp;
use bozofeed_polling::hosts::{HostOptions, HostQueue, HostState, HostWait};

use crate::db::{self, Counts, Database, Due, Keep, Record, Saved};
use crate::interrupt;
use crate::report::Report;

pub(crate) use document::document;
pub(crate) use worker::Client;

use hosts::Hosts;
use worker::{Event, Polling};

/// The interval at which the run checks for an interrupt.
const TICK: Duration = Duration::from_millis(100);

/// The number of consecutive failed writes after which the run ends. More requests would be impolite, since their results would have
/// to be requested again.
const MOST_UNSAVED: u32 = 3;

/// The concurrency and politeness of a run.
#[derive(Debug, Clone)]
pub(crate) struct Pace {
    /// The number of workers, not counting those held up by slow servers.
    pub(crate) jobs: usize,
    pub(crate) hosts: HostOptions,
    /// Whether to ignore the waiting times that hosts request.
    pub(crate) is_impatient: bool,
}

/// A run, as summarized in its report.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) due: u64,
    pub(crate) counts: Counts,
    pub(crate) not_modified: u64,
    /// Feeds that were postponed because their host could not be asked.
    pub(crate) put_off: u64,
    pub(crate) bytes: u64,
    pub(crate) parsing: Duration,
    pub(crate) elapsed: Duration,
    /// Whether the database recorded the end of the run.
    pub(crate) is_recorded: bool,
    /// The reason why the run ended early: nothing can be written.
    pub(crate) stopped: Option<String>,
}

/// Polls feeds and saves the results.
pub(crate) fn run(
    database: &mut Database,
    client: &Client,
    due: Vec<Due>,
    pace: Pace,
    keep: &Keep,
    report: &mut Report,
) -> Summary {
    let started = Instant::now();
    let run = write(database, |database| database.start_run(due.len(), Timestamp::now()));
    let mut summary = Summary { due: due.len() as u64, ..Summary::default() };
    if let Err(error) = &run {
        // The start of the run could not be recorded. If another process was writing, the results may still be saved later.
        summary.counts.message = Some(error.to_string());
        if error.is_storage() {
            summary.stopped = Some(error.to_string());
            report.finish(&summary);
            return summary;
        }
    }
    let mut unsaved_in_a_row = 0;
    let urls: HashMap<i64, String> = due.iter().map(|due| (due.id, due.state.url.clone())).collect();
    let states = if pace.is_impatient { Vec::new() } else { database.hosts().unwrap_or_default() };
    let (hosts, events) = start(client, due, states, pace);
    loop {
        match events.recv_timeout(TICK) {
            Ok(Event::PutOff(feeds, wait)) => put_off(database, &feeds, wait, &mut summary, report),
            Ok(Event::Polled(record)) => {
                let is_saved = save(database, &record, &urls, keep, &mut summary, report);
                unsaved_in_a_row = if is_saved { 0 } else { unsaved_in_a_row + 1 };
                if unsaved_in_a_row == MOST_UNSAVED {
                    // Pending requests end, and their feeds are also postponed.
                    hosts.stop();
                    summary.stopped.clone_from(&summary.counts.message);
                }
            }
            Err(RecvTimeoutError::Timeout) => report.tick(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if interrupt::is_requested() {
            // Results that have arrived are saved. Pending requests are abandoned, and their feeds remain due.
            hosts.stop();
            summary.counts.interrupted = true;
            while let Ok(event) = events.try_recv() {
                match event {
                    Event::Polled(record) => {
                        save(database, &record, &urls, keep, &mut summary, report);
                    }
                    Event::PutOff(feeds, wait) => put_off(database, &feeds, wait, &mut summary, report),
                }
            }
            break;
        }
    }
    // Without this, the next run would have to learn the limits of the hosts again.
    let now = Timestamp::now();
    let _ = write(database, |database| database.save_hosts(&hosts.states(now), now));
    summary.elapsed = started.elapsed();
    if let Ok(run) = run {
        // If this cannot be written either, `status` shows a run without an end.
        match write(database, |database| database.finish_run(run, &summary.counts, Timestamp::now())) {
            Ok(()) => summary.is_recorded = true,
            Err(error) => {
                summary.counts.message.get_or_insert_with(|| error.to_string());
            }
        }
    }
    report.finish(&summary);
    summary
}

/// Starts the workers. They are not joined, since a request may take long after the run was interrupted.
fn start(
    client: &Client,
    due: Vec<Due>,
    states: Vec<HostState>,
    pace: Pace,
) -> (Arc<Hosts<Polling>>, Receiver<Event>) {
    let jobs = pace.jobs.clamp(1, due.len().max(1));
    let mut queue = HostQueue::new(pace.hosts);
    for state in states {
        queue.restore(state);
    }
    for due in due {
        let url = due.state.url.clone();
        queue.push(&url, Polling::from(due));
    }
    let hosts = Arc::new(Hosts::new(queue, jobs));
    // A worker waits if the database cannot keep up, so that memory remains bounded.
    let (sender, events) = mpsc::sync_channel(jobs);
    let (client, starter) = (client.clone(), Arc::clone(&hosts));
    thread::spawn(move || {
        while let Some(missing) = starter.missing_workers() {
            for _ in 0..missing {
                let (client, hosts, sender) = (client.clone(), Arc::clone(&starter), sender.clone());
                thread::spawn(move || worker::work(&client, &hosts, |event| sender.send(event).is_ok()));
            }
        }
    });
    (hosts, events)
}

/// Postpones feeds whose host cannot be asked now. This is not a failure.
fn put_off(
    database: &mut Database,
    feeds: &[i64],
    wait: HostWait,
    summary: &mut Summary,
    report: &mut Report,
) {
    if let Err(error) = write(database, |database| database.put_off(feeds, wait)) {
        // They remain due, and the host's state is saved later.
        summary.counts.message.get_or_insert_with(|| error.to_string());
    }
    summary.put_off += feeds.len() as u64;
    report.put_off(feeds, wait);
}

/// Saves the result of a poll. Returns `false` if the disk does not accept it; the feed is then postponed, if that can be written.
fn save(
    database: &mut Database,
    record: &Record,
    urls: &HashMap<i64, String>,
    keep: &Keep,
    summary: &mut Summary,
    report: &mut Report,
) -> bool {
    let saved = write(database, |database| database.save(record, keep, Timestamp::now()));
    let full = saved.as_ref().err().filter(|error| error.is_storage());
    if let Some(error) = full {
        let message = format!("the result could not be saved: {error}");
        // If this cannot be written either, the run ends soon.
        let _ = write(database, |database| database.back_off(record.feed, &message, Timestamp::now()));
    }
    let is_full = full.is_some();
    let counts = &mut summary.counts;
    counts.polled += 1;
    counts.failed += u64::from(record.outcome.is_failure());
    summary.not_modified += u64::from(record.outcome == db::PollOutcome::NotModified);
    summary.bytes += record.bytes;
    summary.parsing += record.parsing;
    let saved = match saved {
        Ok(Saved { new, changed }) => {
            counts.new_entries += new;
            counts.changed_entries += changed;
            Ok(Saved { new, changed })
        }
        Err(error) => {
            counts.unsaved += 1;
            counts.message = Some(error.to_string());
            Err(error)
        }
    };
    let url = urls.get(&record.feed).map(String::as_str).unwrap_or_default();
    report.feed(url, record, &saved);
    !is_full
}

/// Writes, waiting while another process does, but not repeatedly.
fn write<T>(
    database: &mut Database,
    write: impl FnOnce(&mut Database) -> Result<T, db::Error>,
) -> Result<T, db::Error> {
    let result = write(database);
    database.set_patience(!result.as_ref().is_err_and(db::Error::is_busy));
    result
}

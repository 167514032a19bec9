//! `planet poll`: asks the feeds that are due whether they changed.
//!
//! Workers make requests and read documents; one thread, which has the database, saves the results. A feed's state and
//! its entries are saved together, so that the run may end at any point.

mod document;
mod hosts;
mod worker;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bozofeed::Timestamp;

use crate::db::{self, Counts, Database, Due, Keep, Record, Saved};
use crate::interrupt;
use crate::report::Report;

pub(crate) use worker::Client;

use hosts::Hosts;

/// How often the run looks whether it was interrupted.
const TICK: Duration = Duration::from_millis(100);

/// After how many results in a row that the disk did not take the run ends. To ask for more would be impolite, since they would have
/// to be asked for again.
const MOST_UNSAVED: u32 = 3;

/// A run, as its report sums it up.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) due: u64,
    pub(crate) counts: Counts,
    pub(crate) not_modified: u64,
    pub(crate) bytes: u64,
    pub(crate) parsing: Duration,
    pub(crate) elapsed: Duration,
    /// Why the run ended early: nothing can be written.
    pub(crate) stopped: Option<String>,
}

/// Polls feeds with `jobs` workers, and saves the results.
pub(crate) fn run(
    database: &mut Database,
    client: &Client,
    due: Vec<Due>,
    jobs: usize,
    keep: &Keep,
    report: &mut Report,
) -> Summary {
    let started = Instant::now();
    let run = write(database, |database| database.start_run(due.len(), Timestamp::now()));
    let mut summary = Summary { due: due.len() as u64, ..Summary::default() };
    if let Err(error) = &run {
        // It could not be written down that there is a run. If another process was writing, perhaps its results can be.
        summary.counts.message = Some(error.to_string());
        if error.is_storage() {
            summary.stopped = Some(error.to_string());
            report.finish(&summary);
            return summary;
        }
    }
    let mut unsaved_in_a_row = 0;
    let urls: HashMap<i64, String> = due.iter().map(|due| (due.id, due.state.url.clone())).collect();
    let (hosts, records) = start(client, due, jobs);
    loop {
        match records.recv_timeout(TICK) {
            Ok(record) => {
                let is_saved = save(database, &record, &urls, keep, &mut summary, report);
                unsaved_in_a_row = if is_saved { 0 } else { unsaved_in_a_row + 1 };
                if unsaved_in_a_row == MOST_UNSAVED {
                    // Requests that are under way end, and are put off as well.
                    hosts.stop();
                    summary.stopped.clone_from(&summary.counts.message);
                }
            }
            Err(RecvTimeoutError::Timeout) => report.tick(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if interrupt::is_requested() {
            // Results that arrived are saved. Requests that are under way are given up, and their feeds remain due.
            hosts.stop();
            summary.counts.interrupted = true;
            while let Ok(record) = records.try_recv() {
                save(database, &record, &urls, keep, &mut summary, report);
            }
            break;
        }
    }
    summary.elapsed = started.elapsed();
    if let Ok(run) = run {
        // If this cannot be written either, `status` shows a run without an end.
        if let Err(error) =
            write(database, |database| database.finish_run(run, &summary.counts, Timestamp::now()))
        {
            summary.counts.message.get_or_insert_with(|| error.to_string());
        }
    }
    report.finish(&summary);
    summary
}

/// Starts the workers. They are not waited for, since a request may take long after the run was interrupted.
fn start(client: &Client, due: Vec<Due>, jobs: usize) -> (Arc<Hosts<Due>>, Receiver<Record>) {
    let jobs = jobs.clamp(1, due.len().max(1));
    let hosts = Arc::new(Hosts::new(due.into_iter().map(|due| (due.state.url.clone(), due))));
    // A worker waits if the database does not keep up, so that memory remains bounded.
    let (sender, records) = mpsc::sync_channel(jobs);
    for _ in 0..jobs {
        let (client, hosts, sender) = (client.clone(), Arc::clone(&hosts), sender.clone());
        thread::spawn(move || worker::work(&client, &hosts, |record| sender.send(record).is_ok()));
    }
    (hosts, records)
}

/// Saves the result of a poll. Returns `false` if the disk does not take it; then the feed is put off, if that can be written.
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

/// Writes, and waits while another process does, but not again and again.
fn write<T>(
    database: &mut Database,
    write: impl FnOnce(&mut Database) -> Result<T, db::Error>,
) -> Result<T, db::Error> {
    let result = write(database);
    database.set_patience(!result.as_ref().is_err_and(db::Error::is_busy));
    result
}

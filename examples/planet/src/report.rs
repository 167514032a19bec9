//! The output of `planet poll`: a progress bar for people, JSON lines for machines.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use bozofeed_polling::hosts::HostWait;
use bozofeed_polling::without_credentials;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde_json::json;

use crate::db::{self, Record, Saved, to_text};
use crate::poll::Summary;
use crate::printable::printable;

/// Shows the progress of a run.
pub(crate) struct Report {
    bar: ProgressBar,
    is_json: bool,
    is_verbose: bool,
    is_terminal: bool,
    /// The number of feeds that could not be saved.
    unsaved: usize,
}

/// The maximum number of unsaved feeds that are listed. There may be thousands, all for the same reason.
const NAMED: usize = 5;

impl Report {
    /// Creates a report for a run with this number of feeds. The bar is on standard error, and only if that is a
    /// terminal.
    pub(crate) fn new(feeds: usize, is_json: bool, is_verbose: bool) -> Self {
        let bar = if is_json { ProgressBar::hidden() } else { ProgressBar::new(feeds as u64) };
        let template = "{bar:28} {pos}/{len} feeds, {rate}, {eta} left  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
                // The bar is redrawn anyway.
                let _ = write!(out, "{:.1}/s", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate).progress_chars("━╸ "));
        }
        Self { bar, is_json, is_verbose, is_terminal: io::stdout().is_terminal(), unsaved: 0 }
    }

    /// Redraws the bar: time passes even if nothing happens.
    pub(crate) fn tick(&self) {
        self.bar.tick();
    }

    /// Reports one feed that was polled.
    pub(crate) fn feed(&mut self, url: &str, record: &Record, saved: &Result<Saved, db::Error>) {
        let url = without_credentials(url);
        let unsaved = saved.as_ref().err().map(ToString::to_string);
        if self.is_json {
            let Saved { new, changed } = saved.as_ref().copied().unwrap_or_default();
            print_json(&json!({
                "event": "feed",
                "id": record.feed,
                "url": url,
                "outcome": record.outcome,
                "status": record.status,
                "message": record.message,
                "new_entries": new,
                "changed_entries": changed,
                "bytes": record.bytes,
                "milliseconds": milliseconds(record.elapsed),
                "next_poll_at": record.next.at.map(to_text),
                "next_poll_reason": record.next.reason.to_string(),
                "unsaved": unsaved,
            }));
        }
        self.bar.set_message(printable(&url));
        self.bar.inc(1);
        let line = match (unsaved, &record.message) {
            (Some(error), _) => {
                self.unsaved += 1;
                let is_named = self.unsaved <= NAMED || self.is_verbose;
                is_named.then(|| format!("planet: {url}: not saved: {error}"))
            }
            (None, Some(message)) => self.is_verbose.then(|| format!("{url}: {message}")),
            (None, None) => self.is_verbose.then(|| format!("{url}: {}", describe(record, saved))),
        };
        if let Some(line) = line {
            self.bar.suspend(|| eprintln!("{}", printable(&line)));
        }
    }

    /// Reports feeds that were postponed because their host cannot be asked now.
    pub(crate) fn put_off(&self, feeds: &[i64], wait: HostWait) {
        let until = to_text(wait.until);
        if self.is_json {
            let reason = wait.reason.to_string();
            print_json(&json!({ "event": "put_off", "feeds": feeds, "until": until, "reason": reason }));
        }
        self.bar.inc(feeds.len() as u64);
        if self.is_verbose {
            self.bar.suspend(|| eprintln!("{} feeds put off until {until}: {}", feeds.len(), wait.reason));
        }
    }

    /// Prints a summary of the run.
    pub(crate) fn finish(&self, summary: &Summary) {
        self.bar.finish_and_clear();
        let counts = &summary.counts;
        if self.is_json {
            print_json(&json!({
                "event": "run",
                "due": summary.due,
                "polled": counts.polled,
                "not_modified": summary.not_modified,
                "put_off": summary.put_off,
                "failed": counts.failed,
                "unsaved": counts.unsaved,
                "new_entries": counts.new_entries,
                "changed_entries": counts.changed_entries,
                "bytes": summary.bytes,
                "milliseconds": milliseconds(summary.elapsed),
                "parsing_milliseconds": milliseconds(summary.parsing),
                "interrupted": counts.interrupted,
                "message": counts.message,
                "stopped": summary.stopped,
            }));
        } else if self.is_terminal || self.is_verbose {
            println!("{}", sentence(summary));
        }
    }
}

/// `12 feeds polled in 3.4 s: 40 new entries, 2 changed; 7 not modified, 1 failed`
fn sentence(summary: &Summary) -> String {
    let counts = &summary.counts;
    let mut sentence = format!(
        "{} of {} feeds polled in {:.1} s: {} new entries, {} changed; {} not modified, {} failed",
        counts.polled,
        summary.due,
        summary.elapsed.as_secs_f32(),
        counts.new_entries,
        counts.changed_entries,
        summary.not_modified,
        counts.failed
    );
    if summary.put_off > 0 {
        // Writing to a string does not fail.
        let _ = write!(sentence, ", {} put off at the wish of their hosts", summary.put_off);
    }
    if counts.unsaved > 0 {
        // Writing to a string does not fail.
        let _ = write!(sentence, ", {} not saved", counts.unsaved);
    }
    if counts.interrupted {
        sentence.push_str("; interrupted");
    }
    sentence
}

fn describe(record: &Record, saved: &Result<Saved, db::Error>) -> String {
    let Saved { new, changed } = saved.as_ref().copied().unwrap_or_default();
    match record.outcome {
        db::PollOutcome::NotModified => "not modified".to_owned(),
        _ => format!("{new} new entries, {changed} changed"),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Prints one line. If the reader is gone, the run continues.
pub(crate) fn print_json(value: &serde_json::Value) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{value}");
    let _ = out.flush();
}

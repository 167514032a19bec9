//! `planet status`.

use std::io::Write;
use std::time::Duration;

use bozofeed::Timestamp;
use serde_json::json;

use crate::Error;
use crate::db::{self, BrokenRule, Database, Feed, Found, Health, List, Run, Silent, from_text};
use crate::list::minute;
use crate::printable::printable;
use crate::running::{self, Attempt, LastAttempt};

/// The maximum number of broken rules that are printed for each feed.
const MOST_RULES: usize = 3;

/// The state of the feeds and of the last run.
pub(crate) struct Status {
    pub(crate) feeds: Vec<Feed>,
    pub(crate) due: usize,
    /// The number of feeds in each state.
    pub(crate) health: Vec<(Health, usize)>,
    pub(crate) silent: Vec<Silent>,
    /// Feeds that were found on the pages of their sites.
    found: Vec<Found>,
    pub(crate) lists: Vec<List>,
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
    pub(crate) run: Option<Run>,
    last: LastAttempt,
    /// The reason why the database is not writable.
    pub(crate) unwritable: Option<String>,
    now: Timestamp,
}

/// Thresholds for monitoring.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thresholds {
    /// The maximum time since the start of the last run.
    pub(crate) max_age: Duration,
    /// The maximum percentage of failing feeds.
    pub(crate) max_failing: u8,
}

impl Status {
    /// Reads the status. A feed counts as silent after `factor` times its usual interval.
    pub(crate) fn read(database: &Database, factor: u32, now: Timestamp) -> Result<Self, Error> {
        let feeds = database.feeds()?;
        let count = |health: &Health| feeds.iter().filter(|feed| feed.health() == *health).count();
        Ok(Self {
            due: feeds.iter().filter(|feed| feed.is_due(now)).count(),
            health: Health::ALL.iter().map(|health| (*health, count(health))).collect(),
            silent: database.silent(&feeds, factor, now)?,
            found: database.found(now)?,
            lists: database.lists()?,
            entries: database.entry_count()?,
            bytes: database.size()?,
            // The order matters: a run that starts meanwhile counts as running, and one that ends is known.
            last: running::last_attempt(database.path()),
            run: database.last_run()?,
            unwritable: database.probe().err().filter(db::Error::is_storage).map(|error| error.to_string()),
            feeds,
            now,
        })
    }

    fn of(&self, health: Health) -> Vec<&Feed> {
        self.feeds.iter().filter(|feed| feed.health() == health).collect()
    }

    /// Returns whether a hub delivers new versions of a feed.
    pub(crate) fn is_pushed(&self, feed: &Feed) -> bool {
        let until = feed.pushed_until.as_deref().and_then(from_text);
        feed.hub.is_some() && until.is_some_and(|until| self.now < until)
    }

    /// Returns whether the last run is neither finished nor running: it was killed, or could not write.
    fn is_broken_off(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.finished_at.is_none()) && !self.last.is_running
    }

    /// Returns the last attempted run if the database does not know about it, because nothing could be
    /// written.
    fn unknown_attempt(&self) -> Option<&Attempt> {
        let known = self.run.as_ref().map(|run| run.started_at.as_str());
        let attempt = self.last.attempt.as_ref().filter(|_| !self.last.is_running)?;
        // The format of times is sortable.
        known.is_none_or(|known| known < attempt.started_at.as_str()).then_some(attempt)
    }

    /// Returns the reason if the last run failed, in whole or in part.
    pub(crate) fn run_problem(&self) -> Option<String> {
        if let Some(Attempt { started_at, message }) = self.unknown_attempt() {
            let why = message.as_deref().unwrap_or("it was killed, or could not write");
            return Some(format!("the run of {} saved nothing: {why}", minute(started_at)));
        }
        let run = self.run.as_ref()?;
        if self.is_broken_off() {
            let note = self.last.attempt.as_ref().and_then(|attempt| attempt.message.as_deref());
            let why = note.unwrap_or("it was killed, or could not write");
            return Some(format!("the last run, of {}, did not finish: {why}", minute(&run.started_at)));
        }
        let message = run.counts.message.as_deref();
        match run.counts.unsaved {
            0 => message.map(str::to_owned),
            count => Some(format!(
                "{count} feeds of the last run could not be saved: {}",
                message.unwrap_or("for an unknown reason")
            )),
        }
    }

    /// Returns the problems that need attention.
    pub(crate) fn problems(&self, thresholds: &Thresholds) -> Vec<String> {
        let mut problems = Vec::new();
        let Thresholds { max_age, max_failing } = thresholds;
        match &self.run {
            None => problems.push("there was no run yet".to_owned()),
            Some(run) => {
                let started = from_text(&run.started_at);
                if started.is_none_or(|started| self.now.since(started) > *max_age) {
                    problems.push(format!("the last run began {}", minute(&run.started_at)));
                }
            }
        }
        problems.extend(self.run_problem());
        problems.extend(self.unwritable.as_ref().map(|why| format!("nothing can be written: {why}")));
        let failing = self.of(Health::Failing).len();
        let polled = failing + self.of(Health::Faulty).len() + self.of(Health::Well).len();
        if failing * 100 > polled * usize::from(*max_failing) {
            problems.push(format!("{failing} of {polled} feeds fail"));
        }
        let unread = self.lists.iter().filter(|list| list.failures > 0);
        problems.extend(unread.map(|list| format!("the list {} cannot be read", list.source)));
        problems
    }
}

/// Prints the result of the last run, and the feeds with problems.
pub(crate) fn print(status: &Status, is_json: bool, out: &mut impl Write) -> Result<(), Error> {
    let Status { feeds, due, silent, lists, entries, bytes, run, .. } = status;
    let [retired, failing, faulty] =
        [Health::Retired, Health::Failing, Health::Faulty].map(|health| status.of(health));
    let bozo = faulty.iter().filter(|feed| feed.bozo.is_some()).count();
    if is_json {
        let status = json!({
            "feeds": feeds.len(),
            "due": due,
            "failing": failing,
            "retired": retired,
            "silent": silent,
            "found": status.found,
            "bozo": bozo,
            "faulty": faulty,
            "lists": lists,
            "entries": entries,
            "database_bytes": bytes,
            "last_run": run,
            "problem": status.run_problem(),
            "unwritable": status.unwritable,
        });
        writeln!(out, "{status}")?;
        return Ok(());
    }
    let megabytes = bytes / 1_000_000;
    writeln!(
        out,
        "feeds      {}: {due} due, {} failing, {} silent, {} retired",
        feeds.len(),
        failing.len(),
        silent.len(),
        retired.len()
    )?;
    writeln!(out, "entries    {entries}, {megabytes} MB on disk")?;
    print_run(run.as_ref(), out)?;
    // The message of a finished run is part of its line.
    if let Some(problem) =
        status.run_problem().filter(|_| status.unknown_attempt().is_some() || status.is_broken_off())
    {
        writeln!(out, "problem    {}", printable(&problem))?;
    }
    if let Some(why) = &status.unwritable {
        writeln!(out, "problem    nothing can be written: {}", printable(why))?;
    }
    for feed in failing {
        let times = if feed.failures == 1 { "once".to_owned() } else { format!("{} times", feed.failures) };
        print_feed("failing", feed, &format!("failed {times}"), out)?;
        if let Some(next) = &feed.next_poll_at {
            writeln!(out, "           next poll {}", minute(next))?;
        }
    }
    for Silent { id, name, url, since } in silent {
        writeln!(out, "{:<10} {id}: {} ({})", "silent", printable(name), printable(url))?;
        match since {
            Some(since) => writeln!(out, "           the newest entry is of {}", minute(since))?,
            None => writeln!(out, "           it has no entries")?,
        }
    }
    for Found { id, since, before } in &status.found {
        let Some(feed) = feeds.iter().find(|feed| feed.id == *id) else { continue };
        writeln!(out, "{:<10} {id}: {} ({})", "found", printable(feed.name()), printable(&feed.url))?;
        writeln!(out, "           since {}, before at {}", minute(since), printable(before))?;
        writeln!(out, "           if it is another feed, `planet revive {id}` takes that back")?;
    }
    for list in lists.iter().filter(|list| list.message.is_some()) {
        writeln!(out, "{:<10} {}: {}", "list", list.id, printable(&list.source))?;
        writeln!(out, "           {}", printable(list.message.as_deref().unwrap_or_default()))?;
    }
    for feed in retired {
        let since = feed.retired_at.as_deref().map(minute).unwrap_or_default();
        print_feed("retired", feed, &format!("since {since}"), out)?;
    }
    for feed in faulty {
        match &feed.bozo {
            Some(bozo) => print_feed("bozo", feed, bozo, out)?,
            None => print_feed("faulty", feed, "breaks rules of its format", out)?,
        }
        for broken in feed.findings.iter().take(MOST_RULES) {
            let BrokenRule { rule, severity, message, .. } = broken;
            let line = format!("{severity}: {message}, {} [{rule}]", broken.place());
            writeln!(out, "           {}", printable(&line))?;
        }
        if let Some(more @ 1..) = feed.findings.len().checked_sub(MOST_RULES) {
            writeln!(out, "           and {more} more")?;
        }
    }
    Ok(())
}

fn print_run(run: Option<&Run>, out: &mut impl Write) -> Result<(), Error> {
    let Some(run) = run else {
        writeln!(out, "last run   none")?;
        return Ok(());
    };
    let started = minute(&run.started_at);
    let counts = &run.counts;
    if run.finished_at.is_none() {
        writeln!(out, "last run   {started}: {} feeds due; it has not ended", run.due)?;
        return Ok(());
    }
    let end = if counts.interrupted { "; interrupted" } else { "" };
    writeln!(
        out,
        "last run   {started}: {} of {} feeds polled, {} failed, {} not saved, {} new entries, {} changed{end}",
        counts.polled, run.due, counts.failed, counts.unsaved, counts.new_entries, counts.changed_entries
    )?;
    if let Some(message) = &counts.message {
        writeln!(out, "           {}", printable(message))?;
    }
    Ok(())
}

fn print_feed(label: &str, feed: &Feed, what: &str, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "{label:<10} {}: {} ({})", feed.id, printable(feed.name()), printable(&feed.url))?;
    let what = feed.message.as_ref().map_or_else(|| what.to_owned(), |message| format!("{what}: {message}"));
    writeln!(out, "           {}", printable(&what))?;
    Ok(())
}

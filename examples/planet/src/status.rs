//! `planet status`.

use std::io::Write;

use bozofeed::Timestamp;
use serde_json::json;

use crate::Error;
use crate::db::{BrokenRule, Database, Feed, Health, Run};
use crate::list::minute;
use crate::printable::printable;

/// How many of the rules that a feed breaks are printed.
const MOST_RULES: usize = 3;

/// Prints how the last run went, and which feeds have problems.
pub(crate) fn print(
    database: &Database,
    now: Timestamp,
    is_json: bool,
    out: &mut impl Write,
) -> Result<(), Error> {
    let feeds = database.feeds()?;
    let (entries, size, run) = (database.entry_count()?, database.size()?, database.last_run()?);
    let due = feeds.iter().filter(|feed| feed.is_due(now)).count();
    let [retired, failing, faulty] = [Health::Retired, Health::Failing, Health::Faulty]
        .map(|health| feeds.iter().filter(|feed| feed.health() == health).collect::<Vec<_>>());
    let bozo = faulty.iter().filter(|feed| feed.bozo.is_some()).count();
    if is_json {
        let status = json!({
            "feeds": feeds.len(),
            "due": due,
            "failing": failing,
            "retired": retired,
            "bozo": bozo,
            "faulty": faulty,
            "entries": entries,
            "database_bytes": size,
            "last_run": run,
        });
        writeln!(out, "{status}")?;
        return Ok(());
    }
    let megabytes = size / 1_000_000;
    writeln!(
        out,
        "feeds      {}: {due} due, {} failing, {} retired",
        feeds.len(),
        failing.len(),
        retired.len()
    )?;
    writeln!(out, "entries    {entries}, {megabytes} MB on disk")?;
    print_run(run.as_ref(), out)?;
    for feed in failing {
        let times = if feed.failures == 1 { "once".to_owned() } else { format!("{} times", feed.failures) };
        print_feed("failing", feed, &format!("failed {times}"), out)?;
        if let Some(next) = &feed.next_poll_at {
            writeln!(out, "           next poll {}", minute(next))?;
        }
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
        writeln!(
            out,
            "last run   {started}: {} feeds due; no end: it is running, was killed, or could not write",
            run.due
        )?;
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

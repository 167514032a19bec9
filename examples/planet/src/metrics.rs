//! `planet status --metrics`: the text format of Prometheus (version 0.0.4).

use std::fmt::{Display, Write as _};

use crate::db::from_text;
use crate::status::Status;

/// A family of metrics, all of type gauge.
struct Family<'t> {
    text: &'t mut String,
    name: &'static str,
}

impl Family<'_> {
    /// Adds a value. Labels are written verbatim, so they must not contain quotes.
    fn value(&mut self, label: Option<(&str, &str)>, value: impl Display) -> &mut Self {
        // Writing to a string does not fail.
        let _ = match label {
            None => writeln!(self.text, "{} {value}", self.name),
            Some((label, of)) => writeln!(self.text, "{}{{{label}=\"{of}\"}} {value}", self.name),
        };
        self
    }
}

fn family<'t>(text: &'t mut String, name: &'static str, help: &str) -> Family<'t> {
    // Writing to a string does not fail.
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge");
    Family { text, name }
}

/// Formats the status as metrics.
pub(crate) fn text(status: &Status) -> String {
    let mut text = String::new();
    let state = |state| Some(("state", state));
    let mut feeds = family(&mut text, "planet_feeds", "Feeds, by their state.");
    for (health, count) in &status.health {
        feeds.value(state(health.name()), count);
    }
    family(&mut text, "planet_feeds_due", "Feeds that should have been polled by now.")
        .value(None, status.due);
    family(&mut text, "planet_feeds_silent", "Feeds without a new entry for much longer than usual.")
        .value(None, status.silent.len());
    family(&mut text, "planet_entries", "Entries.").value(None, status.entries);
    family(&mut text, "planet_database_bytes", "The size of the database.").value(None, status.bytes);
    let active = status.feeds.iter().filter(|feed| status.is_pushed(feed)).count();
    let hubs = status.feeds.iter().filter(|feed| feed.hub.is_some()).count();
    family(&mut text, "planet_hub_feeds", "Feeds that name a hub, by whether it sends new versions.")
        .value(Some(("subscribed", "yes")), active)
        .value(Some(("subscribed", "no")), hubs - active);
    let failing = status.lists.iter().filter(|list| list.failures > 0).count();
    family(&mut text, "planet_lists", "Lists that are followed, by whether the last one was read.")
        .value(state("read"), status.lists.len() - failing)
        .value(state("failing"), failing);
    family(&mut text, "planet_database_writable", "Whether the database can be written.")
        .value(None, u8::from(status.unwritable.is_none()));
    family(
        &mut text,
        "planet_last_run_failed",
        "Whether the last run did not finish, or could not save what it received.",
    )
    .value(None, u8::from(status.run_problem().is_some()));
    let Some(run) = &status.run else { return text };
    let seconds = |time: &str| from_text(time).map_or(0, bozofeed::Timestamp::seconds);
    family(&mut text, "planet_last_run_start_timestamp_seconds", "When the last run began.")
        .value(None, seconds(&run.started_at));
    if let Some(finished_at) = &run.finished_at {
        family(&mut text, "planet_last_run_end_timestamp_seconds", "When the last run ended.")
            .value(None, seconds(finished_at));
    }
    let counts = &run.counts;
    family(&mut text, "planet_last_run_feeds", "Feeds of the last run.")
        .value(state("due"), run.due)
        .value(state("polled"), counts.polled)
        .value(state("failed"), counts.failed)
        .value(state("unsaved"), counts.unsaved);
    family(&mut text, "planet_last_run_entries", "Entries of the last run.")
        .value(state("new"), counts.new_entries)
        .value(state("changed"), counts.changed_entries);
    text
}

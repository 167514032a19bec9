//! `planet list`.

use std::io::Write;

use crate::Error;
use crate::db::Database;
use crate::printable::{cut, printable};

/// Prints the feeds: two lines each, or one JSON object each.
pub(crate) fn print(database: &Database, is_json: bool, out: &mut impl Write) -> Result<(), Error> {
    for feed in database.feeds()? {
        if is_json {
            serde_json::to_writer(&mut *out, &feed).map_err(std::io::Error::from)?;
            writeln!(out)?;
            continue;
        }
        let next = match (&feed.retired_at, &feed.paused_at, &feed.next_poll_at) {
            (Some(at), _, _) => format!("retired {}", minute(at)),
            (None, Some(at), _) => format!("paused {}", minute(at)),
            (None, None, Some(at)) => format!("next poll {}, {}", minute(at), feed.next_poll_reason),
            (None, None, None) => "not scheduled".to_owned(),
        };
        let entries =
            if feed.entries == 1 { "1 entry".to_owned() } else { format!("{} entries", feed.entries) };
        writeln!(out, "{:>5}  {}  ({})", feed.id, cut(feed.name(), 70), entries)?;
        writeln!(out, "       {}", printable(&feed.url))?;
        writeln!(out, "       {}; {next}", feed.outcome.replace('_', " "))?;
        if let Some(hub) = &feed.hub {
            let until =
                feed.pushed_until.as_deref().map(|until| format!("; subscribed until {}", minute(until)));
            let message = feed.hub_message.as_deref().map(|message| format!("; {message}"));
            let state = until.into_iter().chain(message).collect::<String>();
            writeln!(out, "       WebSub hub {}", printable(&format!("{hub}{state}")))?;
        }
        for line in feed.setting_lines().chain(feed.hidden_note()) {
            writeln!(out, "       {}", printable(&line))?;
        }
    }
    Ok(())
}

/// Formats a time of the database to the minute: `2026-11-22 08:15 UTC`.
pub(crate) fn minute(time: &str) -> String {
    match time.get(..16) {
        Some(minute) => format!("{} UTC", minute.replace('T', " ")),
        None => time.to_owned(),
    }
}

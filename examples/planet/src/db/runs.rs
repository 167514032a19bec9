//! Runs of `planet poll`, for `planet status`.

use bozofeed::Timestamp;
use rusqlite::{OptionalExtension as _, params};

use super::returning::returned;
use super::{Database, Error, prune, to_text};

/// The work done by a run so far.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub(crate) struct Counts {
    pub(crate) polled: u64,
    pub(crate) failed: u64,
    /// Feeds that were polled but could not be saved.
    pub(crate) unsaved: u64,
    pub(crate) new_entries: u64,
    pub(crate) changed_entries: u64,
    pub(crate) interrupted: bool,
    /// The reason why feeds could not be saved.
    pub(crate) message: Option<String>,
}

/// A run.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct Run {
    pub(crate) started_at: String,
    /// `None` if it is still running, was killed, or could not write.
    pub(crate) finished_at: Option<String>,
    pub(crate) due: u64,
    #[serde(flatten)]
    pub(crate) counts: Counts,
}

impl Database {
    /// Records the start of a run, and returns its number.
    pub(crate) fn start_run(&self, due: usize, now: Timestamp) -> Result<i64, Error> {
        prune::forget_runs(&self.connection).map_err(|error| self.error(error))?;
        let sql = "INSERT INTO runs (started_at, due) VALUES (?1, ?2) RETURNING id";
        let due = i64::try_from(due).unwrap_or(i64::MAX);
        let id = returned(&self.connection, sql, params![to_text(now), due]);
        id.map_err(|error| self.error(error))
    }

    /// Records the end of a run.
    pub(crate) fn finish_run(&self, id: i64, counts: &Counts, now: Timestamp) -> Result<(), Error> {
        let sql = "UPDATE runs SET finished_at = ?2, polled = ?3, failed = ?4, unsaved = ?5, new_entries = ?6, \
            changed_entries = ?7, interrupted = ?8, message = ?9 WHERE id = ?1";
        let values = params![
            id,
            to_text(now),
            counts.polled,
            counts.failed,
            counts.unsaved,
            counts.new_entries,
            counts.changed_entries,
            counts.interrupted,
            counts.message
        ];
        self.connection.execute(sql, values).map(|_| ()).map_err(|error| self.error(error))
    }

    /// Returns the last run.
    pub(crate) fn last_run(&self) -> Result<Option<Run>, Error> {
        let sql = "SELECT started_at, finished_at, due, polled, failed, unsaved, new_entries, changed_entries, interrupted, \
            message FROM runs ORDER BY id DESC LIMIT 1";
        let run = self.connection.query_row(sql, (), |row| {
            let counts = Counts {
                polled: row.get(3)?,
                failed: row.get(4)?,
                unsaved: row.get(5)?,
                new_entries: row.get(6)?,
                changed_entries: row.get(7)?,
                interrupted: row.get(8)?,
                message: row.get(9)?,
            };
            Ok(Run { started_at: row.get(0)?, finished_at: row.get(1)?, due: row.get(2)?, counts })
        });
        run.optional().map_err(|error| self.error(error))
    }
}

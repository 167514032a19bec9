//! Hosts: the limits of their servers, and the feeds that wait for them.

use bozofeed::Timestamp;
use bozofeed_polling::hosts::{HostState, HostWait};
use rusqlite::params;

use super::{Database, Error, to_text};

impl Database {
    /// Returns the stored states of hosts.
    pub(crate) fn hosts(&self) -> Result<Vec<HostState>, Error> {
        let read = || {
            let mut select = self.connection.prepare("SELECT state FROM hosts")?;
            let states = select.query_map((), |row| row.get::<_, String>(0))?;
            // A state that was edited by hand is dropped if it is invalid.
            let states = states.map(|state| Ok(serde_json::from_str(&state?).ok()));
            states.filter_map(Result::transpose).collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Replaces the stored states of hosts.
    pub(crate) fn save_hosts(&mut self, states: &[HostState], now: Timestamp) -> Result<(), Error> {
        let path = self.path.clone();
        let mut save = || {
            let transaction = self.connection.transaction()?;
            transaction.execute("DELETE FROM hosts", ())?;
            let sql = "INSERT OR REPLACE INTO hosts (host, state, seen_at) VALUES (?1, ?2, ?3)";
            for state in states {
                let text = serde_json::to_string(state).unwrap_or_default();
                transaction.prepare_cached(sql)?.execute(params![state.host, text, to_text(now)])?;
            }
            transaction.commit()
        };
        save().map_err(|source| Error::Sqlite { path, source })
    }

    /// Postpones feeds until their host may be asked again. This is not a failure.
    pub(crate) fn put_off(&mut self, feeds: &[i64], wait: HostWait) -> Result<(), Error> {
        let path = self.path.clone();
        let mut save = || {
            let transaction = self.connection.transaction()?;
            let sql = "UPDATE feeds SET next_poll_at = ?2, next_poll_reason = ?3 WHERE id = ?1 AND retired_at IS NULL";
            for feed in feeds {
                let values = params![feed, to_text(wait.until), wait.reason.to_string()];
                transaction.prepare_cached(sql)?.execute(values)?;
            }
            transaction.commit()
        };
        save().map_err(|source| Error::Sqlite { path, source })
    }
}

//! The lock for runs of `planet poll`, and a record of the last one that needs no free disk space.

use std::borrow::Borrow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use bozofeed::Timestamp;

use crate::Error;
use crate::db::{self, Database, to_text};

/// The size of a record in bytes: each overwrites the previous one, which works even on a full disk.
const NOTE: usize = 1024;

/// A run that the database may not know about, because nothing could be written.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Attempt {
    pub(crate) started_at: String,
    /// The reason why it could not save its work.
    #[serde(default)]
    pub(crate) message: Option<String>,
}

/// Prevents other runs from polling the same feeds while it exists. The lock ends with the process.
pub(crate) struct Lock(File);

fn path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

impl Lock {
    pub(crate) fn take(database: &Path) -> Result<Self, Error> {
        let path = path(database);
        let error = |source| Error::File { path: path.to_string_lossy().into_owned(), source };
        // The record of an earlier run is kept.
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = options.map_err(error)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(Error::Running),
            Err(TryLockError::Error(source)) => Err(error(source)),
        }
    }

    /// Acquires the lock for a run, and records its start.
    pub(crate) fn begin(database: &Path) -> Result<Run, Error> {
        if !database.exists() {
            return Err(db::Error::Missing { path: database.to_owned() }.into());
        }
        let mut run = Run {
            lock: Self::take(database)?,
            attempt: Attempt { started_at: to_text(Timestamp::now()), message: None },
        };
        run.note();
        Ok(run)
    }

    fn write(&mut self, mut note: Vec<u8>) -> io::Result<()> {
        note.resize(NOTE, b' ');
        self.0.seek(SeekFrom::Start(0))?;
        self.0.write_all(&note)
    }
}

/// A run that holds the lock.
pub(crate) struct Run {
    lock: Lock,
    attempt: Attempt,
}

impl Run {
    /// Opens the database with this function, and returns it if it is writable: otherwise, responses could not be saved.
    pub(crate) fn writable<D: Borrow<Database>>(
        &mut self,
        open: impl FnOnce() -> Result<D, db::Error>,
    ) -> Result<D, Error> {
        let opened = open().and_then(|database| match database.borrow().probe() {
            // Another process is writing, perhaps only briefly.
            Err(error) if !error.is_busy() => Err(error),
            _ => Ok(database),
        });
        opened.map_err(|error| {
            self.fail(&error.to_string());
            if error.is_storage() { Error::Unwritable(error) } else { error.into() }
        })
    }

    /// Records that the database knows about the run.
    pub(crate) fn end(&mut self) {
        let _ = self.lock.write(Vec::new());
    }

    /// Records why the run could not save its work.
    pub(crate) fn fail(&mut self, message: &str) {
        // JSON may need six bytes for a character.
        self.attempt.message = Some(message.chars().take(NOTE / 8).collect());
        self.note();
    }

    fn note(&mut self) {
        // On a disk without room even for the first record, `status` notices that it cannot write.
        let _ = serde_json::to_vec(&self.attempt).map(|note| self.lock.write(note));
    }
}

/// The last attempted run, and whether it is still active.
#[derive(Debug, Clone, Default)]
pub(crate) struct LastAttempt {
    pub(crate) attempt: Option<Attempt>,
    pub(crate) is_running: bool,
}

/// Returns the last attempted run, without writing anything.
pub(crate) fn last_attempt(database: &Path) -> LastAttempt {
    let Ok(mut file) = File::open(path(database)) else { return LastAttempt::default() };
    let is_running = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let mut note = String::new();
    let _ = io::Read::by_ref(&mut file).take(NOTE as u64).read_to_string(&mut note);
    LastAttempt { attempt: serde_json::from_str(&note).ok(), is_running }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_of_any_text_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("planet.db");
        let mut wrong = Vec::new();
        for message in
            [None, Some("disk full"), Some(&*"\u{1}".repeat(5000)), Some(&*"潮".repeat(5000)), Some("")]
        {
            let started_at = "2026-11-22T08:15:00Z".to_owned();
            let mut run =
                Run { lock: Lock::take(&database).unwrap(), attempt: Attempt { started_at, message: None } };
            run.note();
            if let Some(message) = message {
                run.fail(message);
            }
            assert!(last_attempt(&database).is_running);
            let expected = run.attempt.clone();
            drop(run);
            let last = last_attempt(&database);
            if last.is_running || last.attempt.as_ref() != Some(&expected) {
                wrong.push(format!("{last:?}"));
            }
        }
        assert_eq!(wrong, [] as [String; 0]);
    }
}

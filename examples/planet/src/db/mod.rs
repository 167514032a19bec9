//! The database: one SQLite file, whose tables are described in `schema/`.

mod address;
mod archives;
mod changes;
mod entries;
mod feeds;
mod file;
mod hosts;
mod hubs;
mod icons;
mod lists;
mod lost;
mod matching;
mod merging;
mod pages;
mod polls;
mod prune;
mod returning;
mod runs;
mod schema;
mod search;
mod settings;
mod silence;
mod time;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

pub(crate) use address::is_same_origin;
pub(crate) use archives::Kept;
pub(crate) use changes::Changes;
pub(crate) use entries::{Enclosure, Entry, NewEntry};
pub(crate) use feeds::{Due, Feed, Health};
pub(crate) use hubs::{Delivered, HubTask, Secrets};
pub(crate) use lists::{List, Listed, Synced};
pub(crate) use lost::{Found, Lost};
pub(crate) use merging::Revived;
pub(crate) use pages::{Headline, first_words};
pub(crate) use polls::{BrokenRule, Document, Extent, FeedFacts, PollOutcome, Record, Saved};
pub(crate) use prune::{Keep, Pruned};
pub(crate) use runs::{Counts, Run};
pub(crate) use settings::Matching;
pub(crate) use silence::Silent;
pub(crate) use time::{from_text, to_text};

/// The time that a command waits for another writer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The time that it waits if the last wait failed.
const SHORT_TIMEOUT: Duration = Duration::from_millis(200);

/// The database could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The file does not exist.
    #[error("{} does not exist; `planet add` creates it", path.display())]
    Missing { path: PathBuf },
    /// A later version of this program changed its tables.
    #[error("{} was written by a newer planet (schema {found}, this one knows {known})", path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    /// It belongs to another program.
    #[error("{} is a database of another program", path.display())]
    Foreign { path: PathBuf },
    /// It is a file of another kind.
    #[error("{} is not a database of a planet", path.display())]
    NotADatabase { path: PathBuf },
    /// The file could not be created or read.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    /// Another feed has the address.
    #[error("feed {feed} has this address")]
    SameAddress { feed: i64 },
    /// An error of SQLite.
    #[error("{}: {source}", path.display())]
    Sqlite { path: PathBuf, source: rusqlite::Error },
}

/// An open database.
pub(crate) struct Database {
    connection: Connection,
    path: PathBuf,
}

impl Database {
    /// Opens a database, and creates it if it does not exist.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        file::create(path)?;
        Self::open(path)
    }

    /// Opens an existing database.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        if !path.exists() {
            return Err(Error::Missing { path: path.to_owned() });
        }
        if !file::is_database(path)? {
            return Err(Error::NotADatabase { path: path.to_owned() });
        }
        let error = |source| Error::Sqlite { path: path.to_owned(), source };
        let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = Connection::open_with_flags(path, flags).map_err(error)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(error)?;
        // This comes first, so that a foreign file is not changed.
        match schema::version(&connection).map_err(error)? {
            schema::Version::Current => prepare(&connection).map_err(error)?,
            schema::Version::Older => {
                prepare(&connection).map_err(error)?;
                file::protect(path)?;
                schema::migrate(&mut connection).map_err(error)?;
            }
            schema::Version::Newer { found, known } => {
                return Err(Error::Newer { path: path.to_owned(), found, known });
            }
            schema::Version::Foreign => return Err(Error::Foreign { path: path.to_owned() }),
        }
        settings::add_functions(&connection).map_err(error)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Sets how long the next write waits for another process. After a failed wait, the timeout is short, so that a process
    /// that never stops writing does not delay a run at each of many feeds.
    pub(crate) fn set_patience(&self, is_patient: bool) {
        // SQLite accepts any timeout.
        let _ = self.connection.busy_timeout(if is_patient { BUSY_TIMEOUT } else { SHORT_TIMEOUT });
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the path of the file to an error.
    fn error(&self, source: rusqlite::Error) -> Error {
        Error::Sqlite { path: self.path.clone(), source }
    }

    /// Writes one page without changing anything, so that a run that could not save responses makes no requests.
    pub(crate) fn probe(&self) -> Result<(), Error> {
        let probe = || {
            let version: i64 = self.connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            self.connection.pragma_update(None, "user_version", version)
        };
        probe().map_err(|error| self.error(error))
    }

    /// Returns the size of the database's pages in bytes.
    pub(crate) fn size(&self) -> Result<u64, Error> {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        self.connection.query_row(sql, (), |row| row.get(0)).map_err(|error| self.error(error))
    }
}

/// The maximum number of cached statements: more than a poll uses.
const STATEMENTS: usize = 100;

/// Sets the options that SQLite does not store. A write-ahead log allows reading during a write; committed data survives a
/// crash of the process at any point.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Otherwise, a statement whose plan depends on its values is prepared again each time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // Pages changed by every poll, such as index pages, are copied into the database once for many polls: 16 MB.
    connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -16_000)
}

impl Error {
    /// Returns whether another process is writing, so that the same write may succeed later.
    pub(crate) fn is_busy(&self) -> bool {
        match self {
            Self::Sqlite { source, .. } => matches!(
                source.sqlite_error_code(),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
            ),
            Self::Missing { .. }
            | Self::Newer { .. }
            | Self::Foreign { .. }
            | Self::NotADatabase { .. }
            | Self::SameAddress { .. }
            | Self::File { .. } => false,
        }
    }

    /// Returns whether writing is impossible or limited: the disk is full, broken or read-only.
    pub(crate) fn is_storage(&self) -> bool {
        match self {
            Self::Sqlite { source, .. } => matches!(
                source.sqlite_error_code(),
                Some(
                    ErrorCode::DiskFull
                        | ErrorCode::SystemIoFailure
                        | ErrorCode::ReadOnly
                        | ErrorCode::CannotOpen
                        | ErrorCode::DatabaseCorrupt
                )
            ),
            Self::File { .. } => true,
            Self::Missing { .. }
            | Self::Newer { .. }
            | Self::Foreign { .. }
            | Self::NotADatabase { .. }
            | Self::SameAddress { .. } => false,
        }
    }
}

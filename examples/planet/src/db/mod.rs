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

/// How long a command waits for another that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long it waits if the last wait was in vain.
const SHORT_TIMEOUT: Duration = Duration::from_millis(200);

/// The database could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// There is none.
    #[error("{} does not exist; `planet add` creates it", path.display())]
    Missing { path: PathBuf },
    /// A later version of this program changed its tables.
    #[error("{} was written by a newer planet (schema {found}, this one knows {known})", path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    /// Another program wrote it.
    #[error("{} is a database of another program", path.display())]
    Foreign { path: PathBuf },
    /// The file could not be created.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    /// Another feed has the address.
    #[error("feed {feed} has this address")]
    SameAddress { feed: i64 },
    /// A message of SQLite.
    #[error("{}: {source}", path.display())]
    Sqlite { path: PathBuf, source: rusqlite::Error },
}

/// An open database.
pub(crate) struct Database {
    connection: Connection,
    path: PathBuf,
}

impl Database {
    /// Opens a database, and creates it if there is none.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        file::create(path)?;
        Self::open(path)
    }

    /// Opens a database that exists.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        if !path.exists() {
            return Err(Error::Missing { path: path.to_owned() });
        }
        let error = |source| Error::Sqlite { path: path.to_owned(), source };
        let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = Connection::open_with_flags(path, flags).map_err(error)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(error)?;
        // A file that is not ours is left as it is, so this comes first.
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

    /// Sets how long the next write waits for another process: not long after a wait that was in vain, so that a process that
    /// never stops writing does not hold up a run of many feeds at each of them.
    pub(crate) fn set_patience(&self, is_patient: bool) {
        // SQLite does not refuse a timeout.
        let _ = self.connection.busy_timeout(if is_patient { BUSY_TIMEOUT } else { SHORT_TIMEOUT });
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Names the file in an error.
    fn error(&self, source: rusqlite::Error) -> Error {
        Error::Sqlite { path: self.path.clone(), source }
    }

    /// Writes one page that changes nothing, so that a run that could not keep what it receives asks for nothing.
    pub(crate) fn probe(&self) -> Result<(), Error> {
        let probe = || {
            let version: i64 = self.connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            self.connection.pragma_update(None, "user_version", version)
        };
        probe().map_err(|error| self.error(error))
    }

    /// Returns the number of bytes that the pages of the database take.
    pub(crate) fn size(&self) -> Result<u64, Error> {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        self.connection.query_row(sql, (), |row| row.get(0)).map_err(|error| self.error(error))
    }
}

/// How many prepared statements are kept: more than a poll has.
const STATEMENTS: usize = 100;

/// Sets what SQLite does not remember. A write-ahead log lets others read during a write; what was committed survives the
/// end of the process at any point.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Otherwise a statement whose plan depends on its values is prepared again each time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // Pages that every poll changes, such as those of the indexes, are copied into the database once for many polls: 16 MB.
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
            | Self::SameAddress { .. }
            | Self::File { .. } => false,
        }
    }

    /// Returns whether nothing can be written, or not as much: the disk is full, broken or read-only.
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
            Self::Missing { .. } | Self::Newer { .. } | Self::Foreign { .. } | Self::SameAddress { .. } => {
                false
            }
        }
    }
}

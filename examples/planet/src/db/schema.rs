//! The tables and their migrations. `PRAGMA user_version` is the number of applied migrations.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, TransactionBehavior};

use super::address::feed_key;
use super::feeds::{StoredState, read_state};

/// The migrations, in order. Never change a published one: add another.
const MIGRATIONS: &[&str] = &[
    include_str!("../../schema/1.sql"),
    include_str!("../../schema/2.sql"),
    include_str!("../../schema/3.sql"),
    include_str!("../../schema/4.sql"),
    include_str!("../../schema/5.sql"),
    include_str!("../../schema/6.sql"),
    include_str!("../../schema/7.sql"),
    include_str!("../../schema/8.sql"),
    include_str!("../../schema/9.sql"),
];

/// `PRAGMA application_id` of a planet, since schema 2: "plnt".
const APPLICATION: i64 = 0x706C_6E74;

/// The tables of schema 1, which had no application ID.
const FIRST_TABLES: [&str; 5] = ["entries", "entries_search", "feeds", "revisions", "runs"];

/// The state of a database, relative to this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// All migrations are applied.
    Current,
    /// Some migrations are missing: all of them, for an empty file.
    Older,
    /// It was written by a newer version of this program.
    Newer { found: i64, known: i64 },
    /// It belongs to another program.
    Foreign,
}

/// Returns the origin of a database, without writing anything.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<Version> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let (application, found) = (number("application_id")?, number("user_version")?);
    let tables =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'";
    let tables: Vec<String> =
        connection.prepare(tables)?.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    let has_first = FIRST_TABLES.iter().all(|table| tables.iter().any(|name| name == table));
    Ok(match (application, found) {
        (0, 0) if tables.is_empty() => Version::Older,
        (0, 1) if has_first => Version::Older,
        (APPLICATION, found) if found == known => Version::Current,
        (APPLICATION, found) if found > known => Version::Newer { found, known },
        (APPLICATION, 1..) => Version::Older,
        _ => Version::Foreign,
    })
}

/// Applies the missing migrations, all or none.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("feed_key", 1, flags, |row| Ok(feed_key(&row.get::<String>(0)?)))?;
    connection.create_scalar_function("with_secret", 2, flags, |row| {
        let (url, state) = (row.get::<String>(0)?, row.get::<String>(1)?);
        Ok(StoredState::of(&read_state(&url, state.as_bytes())))
    })?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let done: usize = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for sql in MIGRATIONS.iter().skip(done) {
        transaction.execute_batch(sql)?;
    }
    transaction.pragma_update(None, "user_version", done.max(MIGRATIONS.len()))?;
    transaction.commit()
}

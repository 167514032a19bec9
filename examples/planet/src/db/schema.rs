//! The tables, and their migrations. `PRAGMA user_version` is the number of migrations that were applied.

use rusqlite::{Connection, TransactionBehavior};

/// One migration after another. A published one never changes: add another.
const MIGRATIONS: &[&str] = &[include_str!("../../schema/1.sql")];

/// The version of a database next to that of this program.
pub(super) enum Version {
    /// All migrations are applied.
    Current,
    /// A newer program wrote it.
    Newer { found: i64, known: i64 },
}

/// Applies the migrations that a database lacks, all or none.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<Version> {
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    let mut found = version(connection)?;
    if found < known {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have been faster.
        found = version(&transaction)?;
        for sql in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or_default()) {
            transaction.execute_batch(sql)?;
        }
        transaction.pragma_update(None, "user_version", found.max(known))?;
        transaction.commit()?;
    }
    Ok(if found > known { Version::Newer { found, known } } else { Version::Current })
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

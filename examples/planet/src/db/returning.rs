//! Statements that write data and return a value.

use rusqlite::types::FromSql;
use rusqlite::{Connection, Params};

/// Executes a statement with `RETURNING`, and returns the first column of its only row.
///
/// A statement outside a transaction commits when it is stepped past its last row. `query_row` does not do that, so it would report
/// success even if the disk is full: every statement with `RETURNING` must use this function.
pub(super) fn returned<T: FromSql>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> rusqlite::Result<T> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let value = rows.next()?.ok_or(rusqlite::Error::QueryReturnedNoRows)?.get(0)?;
    while rows.next()?.is_some() {}
    Ok(value)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_commit_that_fails_is_an_error() {
        // A dangling reference fails when the transaction ends, and only then.
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let schema = "CREATE TABLE one (id INTEGER PRIMARY KEY, of INTEGER REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED)";
        connection.execute_batch(schema).unwrap();
        connection.pragma_update(None, "foreign_keys", true).unwrap();
        let insert = "INSERT INTO one (of) VALUES (?1) RETURNING id";
        let id = super::returned::<i64>(&connection, insert, [7]);
        assert!(id.is_err(), "{id:?}");
        assert_eq!(super::returned::<i64>(&connection, insert, [None::<i64>]), Ok(1));
    }

    #[test]
    fn no_other_function_returns_what_it_writes() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/db");
        let mut wrong = Vec::new();
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let (statements, calls) = (text.matches("RETURNING ").count(), text.matches("returned(").count());
            if statements != calls && !path.ends_with("returning.rs") {
                wrong.push(format!("{}: {statements} statements, {calls} calls", path.display()));
            }
        }
        assert_eq!(wrong, [] as [String; 0]);
    }
}

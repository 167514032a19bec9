//! The database file. It contains the credentials of feeds, so nobody else may read it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

use super::Error;

/// Creates an empty file that only its owner may read, unless it exists. SQLite gives its other files the same permissions.
pub(super) fn create(path: &Path) -> Result<(), Error> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(named(path, error)),
        _ => Ok(()),
    }
}

/// Returns whether a file is an SQLite database, or empty, as before the first table. SQLite itself treats a file of a few bytes as
/// empty, and would overwrite it.
pub(super) fn is_database(path: &Path) -> Result<bool, Error> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut start = Vec::new();
    let file = File::open(path).map_err(|error| named(path, error))?;
    file.take(MAGIC.len() as u64).read_to_end(&mut start).map_err(|error| named(path, error))?;
    Ok(start.is_empty() || start == MAGIC)
}

/// Revokes read permission for others: files created by an earlier version have it.
pub(super) fn protect(path: &Path) -> Result<(), Error> {
    #[cfg(unix)]
    for suffix in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt as _;
        let mut file = path.as_os_str().to_owned();
        file.push(suffix);
        match std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(named(Path::new(&file), error));
            }
            _ => {}
        }
    }
    Ok(())
}

fn named(path: &Path, source: io::Error) -> Error {
    Error::File { path: path.to_owned(), source }
}

//! The database file. It contains the credentials of feeds, so nobody else may read it.

use std::fs::OpenOptions;
use std::io;
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

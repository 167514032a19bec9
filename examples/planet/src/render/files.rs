//! Files that are replaced as a whole.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use crate::Error;

pub(super) fn create_directory(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| named(path, error))
}

/// Writes a file next to the old one, and then replaces it: a reader sees one of them, never a part.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = Path::new(&name);
    let write = || {
        let mut file = File::create(new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(new, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(new);
        named(path, error)
    })
}

fn named(path: &Path, source: io::Error) -> Error {
    Error::File { path: path.display().to_string(), source }
}

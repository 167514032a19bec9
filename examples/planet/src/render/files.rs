//! Files that are replaced atomically.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::Error;

/// Creates a folder, unless it exists.
pub(crate) fn create_directory(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| named(path, error))
}

/// A folder of pages. It may contain pages of an earlier site.
pub(super) struct Folder {
    path: PathBuf,
    written: HashSet<String>,
}

impl Folder {
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        create_directory(path)?;
        Ok(Self { path: path.to_owned(), written: HashSet::new() })
    }

    pub(super) fn write(&mut self, name: &str, page: &str) -> Result<(), Error> {
        // A page lost in a power failure is rewritten by the next `render`: there may be thousands.
        replace(&self.path.join(name), page.as_bytes(), false)?;
        self.written.insert(name.to_owned());
        Ok(())
    }

    /// Keeps an existing page that is up to date.
    pub(super) fn keep(&mut self, name: String) {
        self.written.insert(name);
    }

    /// Removes pages that were not written: `7.html`, `2026-11-2.html`. Other files are left alone.
    pub(super) fn remove_others(&self) -> Result<(), Error> {
        let is_ours = |name: &str| {
            let list = name.strip_suffix(".html").unwrap_or_default();
            !list.is_empty() && list.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        };
        for file in fs::read_dir(&self.path).map_err(|error| named(&self.path, error))?.map_while(Result::ok)
        {
            let name = file.file_name();
            let Some(name) = name.to_str().filter(|name| is_ours(name)) else { continue };
            if !self.written.contains(name) {
                fs::remove_file(file.path()).map_err(|error| named(&file.path(), error))?;
            }
        }
        Ok(())
    }
}

/// Writes a new file, and then replaces the old one with it: a reader sees one of them, never a part. A file that already has
/// these bytes is not touched.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, bytes, true)
}

/// Replaces a file; `is_durable` waits until it is on the disk.
fn replace(path: &Path, bytes: &[u8], is_durable: bool) -> Result<(), Error> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = Path::new(&name);
    let write = || {
        let mut file = File::create(new)?;
        file.write_all(bytes)?;
        if is_durable {
            file.sync_all()?;
        }
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

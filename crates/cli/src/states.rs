//! The file of `--fetch-state`: the state of each URL, as a JSON object.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use bozofeed_polling::FeedState;

/// The states of fetched URLs.
#[derive(Debug, Default)]
pub(crate) struct States {
    file: Option<PathBuf>,
    /// By original URL.
    known: BTreeMap<String, FeedState>,
    /// The states from this run.
    changed: BTreeMap<String, FeedState>,
}

impl States {
    /// Reads the file, which need not exist.
    pub(crate) fn load(file: Option<&Path>) -> io::Result<Self> {
        let Some(file) = file else { return Ok(Self::default()) };
        let states = read(file).map_err(|error| named(file, &error))?;
        Ok(Self { file: Some(file.to_owned()), known: states, changed: BTreeMap::new() })
    }

    /// Returns the state of a URL.
    pub(crate) fn of(&self, url: &str) -> FeedState {
        let state = self.changed.get(url).or_else(|| self.known.get(url));
        state.cloned().unwrap_or_else(|| FeedState::new(url))
    }

    pub(crate) fn set(&mut self, url: &str, state: FeedState) {
        self.changed.insert(url.to_owned(), state);
    }

    /// Writes the states from this run to the file, merged with those written by other commands in the
    /// meantime.
    pub(crate) fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        // A symbolic link is kept.
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        self.merge_into(&file).map_err(|error| named(&file, &error))
    }

    fn merge_into(&self, file: &Path) -> io::Result<()> {
        if self.changed.is_empty() {
            return Ok(());
        }
        let _lock = lock(&beside(file, ".lock"))?;
        let mut states = read(file)?;
        for (url, state) in &self.changed {
            // Another command may have fetched the same URL later.
            if states.get(url).is_none_or(|known| known.polled <= state.polled) {
                states.insert(url.clone(), state.clone());
            }
        }
        let new = beside(file, ".new");
        let written = write(&new, &serde_json::to_vec_pretty(&states)?).and_then(|()| fs::rename(&new, file));
        if written.is_err() {
            let _ = fs::remove_file(&new);
        }
        written
    }
}

fn read(file: &Path) -> io::Result<BTreeMap<String, FeedState>> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    if bytes.trim_ascii().is_empty() {
        return Ok(BTreeMap::new());
    }
    serde_json::from_slice(&bytes).map_err(|error| io::Error::other(format!("damaged ({error})")))
}

/// Writes a file that only its owner can read, since URLs may contain passwords.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // The leftover file of a killed command may have other permissions.
    let _ = fs::remove_file(file);
    let mut new = private(OpenOptions::new().write(true).create_new(true)).open(file)?;
    new.write_all(bytes)?;
    new.sync_all()
}

/// Waits for the lock of a file, which is released when the value is dropped or the process ends.
fn lock(file: &Path) -> io::Result<File> {
    let lock = private(OpenOptions::new().write(true).create(true).truncate(false)).open(file)?;
    lock.lock()?;
    Ok(lock)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Returns the path of a file with a suffix added to its name.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.to_owned().into_os_string();
    path.push(ending);
    path.into()
}

fn named(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("state file {}: {error}", file.display()))
}

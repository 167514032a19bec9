//! The file of `--fetch-state`: the state of each URL, as one JSON object.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bozofeed::http::State;

/// The states of the URLs that were fetched.
#[derive(Debug, Default)]
pub(crate) struct States {
    file: Option<PathBuf>,
    /// By the URL as it was given.
    states: BTreeMap<String, State>,
}

impl States {
    /// Reads the file; there need not be one yet.
    pub(crate) fn load(file: Option<&Path>) -> io::Result<Self> {
        let Some(file) = file else { return Ok(Self::default()) };
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(named(file, &error)),
        };
        let states = if bytes.trim_ascii().is_empty() {
            BTreeMap::new()
        } else {
            serde_json::from_slice(&bytes).map_err(|error| named(file, &error.into()))?
        };
        Ok(Self { file: Some(file.to_owned()), states })
    }

    /// Returns the state of a URL.
    pub(crate) fn of(&self, url: &str) -> State {
        self.states.get(url).cloned().unwrap_or_else(|| State::new(url))
    }

    pub(crate) fn set(&mut self, url: &str, state: State) {
        self.states.insert(url.to_owned(), state);
    }

    /// Writes the file, in one piece.
    pub(crate) fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut written = file.clone().into_os_string();
        written.push(".new");
        let bytes = serde_json::to_vec_pretty(&self.states).map_err(io::Error::from)?;
        fs::write(&written, bytes)
            .and_then(|()| fs::rename(&written, file))
            .map_err(|error| named(file, &error))
    }
}

fn named(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

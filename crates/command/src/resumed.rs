//! A file of answers that is continued.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::Path;

use serde_json::value::RawValue;

use super::identifier;

/// The beginning of every answer.
const START: &[u8] = b"{\"id\":";

/// A file of answers, positioned at its end, and the questions that it answers.
pub(crate) struct Resumed {
    pub(crate) file: File,
    pub(crate) answered: Answered,
}

/// The identifiers of answered questions, verbatim.
#[derive(Default)]
pub(crate) struct Answered(HashSet<Box<str>>);

impl Resumed {
    /// Opens or creates a file. A truncated last answer is removed. A file that contains anything except answers is rejected.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        Self::read(path).map_err(named)
    }

    fn read(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut answered = HashSet::new();
        let mut lines = BufReader::new(&file);
        let (mut line, mut end) = (Vec::new(), 0);
        for number in 1.. {
            line.clear();
            let length = lines.read_until(b'\n', &mut line)?;
            let begins = line.iter().zip(START).all(|(byte, expected)| byte == expected);
            if !begins {
                return Err(io::Error::other(format!("line {number} is not an answer")));
            }
            if !line.ends_with(b"\n") {
                break;
            }
            end += length as u64;
            // All questions without an identifier have null.
            let id = identifier::id(&line).filter(|id| id.get() != "null");
            answered.extend(id.map(Box::<str>::from));
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { file, answered: Answered(answered) })
    }
}

impl Answered {
    /// Returns whether a question was answered. `id` is only called if there are answers.
    pub(crate) fn has(&self, id: impl FnOnce() -> Option<Box<RawValue>>) -> bool {
        !self.0.is_empty() && id().is_some_and(|id| self.0.contains(id.get()))
    }
}

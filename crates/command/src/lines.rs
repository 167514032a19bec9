//! Lines of bounded length.

use std::io::{self, BufRead};

use serde_json::value::RawValue;

use super::identifier::IdFinder;

/// The byte order mark that some programs write at the start of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The result of reading a line.
#[derive(Debug)]
pub(crate) enum Line {
    /// The line was read, without its line feed.
    Read,
    /// The line is longer than the limit. It was skipped, except for its identifier.
    TooLong(Option<Box<RawValue>>),
    /// There are no more lines.
    End,
}

/// Reads lines. A byte order mark before the first one is ignored.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    longest: usize,
    is_first: bool,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of lines of up to `longest` bytes.
    pub(crate) fn new(input: R, longest: usize) -> Self {
        Self { input, longest, is_first: true }
    }

    /// Reads the next line into `line`, replacing its content.
    pub(crate) fn next(&mut self, line: &mut Vec<u8>) -> io::Result<Line> {
        line.clear();
        let mut is_end = true;
        let mut too_long: Option<IdFinder> = None;
        loop {
            let read = match self.input.fill_buf() {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if read.is_empty() {
                break;
            }
            is_end = false;
            #[allow(clippy::disallowed_methods, reason = "only the bytes up to the line feed are consumed")]
            let feed = memchr::memchr(b'\n', read);
            let part = &read[..feed.unwrap_or(read.len())];
            if too_long.is_none() && part.len() > self.longest.saturating_sub(line.len()) {
                let mut finder = IdFinder::default();
                finder.push(&std::mem::take(line));
                too_long = Some(finder);
            }
            match &mut too_long {
                Some(finder) => finder.push(part),
                None => line.extend_from_slice(part),
            }
            let consumed = part.len() + usize::from(feed.is_some());
            self.input.consume(consumed);
            if feed.is_some() {
                break;
            }
        }
        if std::mem::take(&mut self.is_first) && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(match too_long {
            _ if is_end => Line::End,
            Some(finder) => Line::TooLong(finder.finish()),
            None => Line::Read,
        })
    }
}

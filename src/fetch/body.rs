//! The body of a response, as it is transferred.

use std::io::Read;
use std::time::{Duration, Instant};

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The URL, without credentials.
    pub url: &'a str,
    /// How many bytes of the body were received.
    pub received: u64,
    /// How many there will be, if the server said.
    pub total: Option<u64>,
    /// How long the poll has been going on.
    pub elapsed: Duration,
}

/// Reads a body that is at most `limit` bytes long; `None` if it is longer.
pub(super) fn read(
    mut body: ureq::Body,
    limit: u64,
    started: Instant,
    url: &str,
    on_progress: Option<&dyn Fn(&Progress<'_>)>,
) -> Result<Option<Vec<u8>>, ureq::Error> {
    let total = body.content_length();
    if total.is_some_and(|total| total > limit) {
        return Ok(None);
    }
    // One byte more, so that a body of just this size is none too many.
    let mut reader = body.with_config().limit(limit.saturating_add(1)).reader();
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = reader.read(&mut buffer).map_err(ureq::Error::from)?;
        if count == 0 {
            return Ok(Some(bytes));
        }
        bytes.extend(buffer.get(..count).unwrap_or_default());
        let received = bytes.len() as u64;
        if received > limit {
            return Ok(None);
        }
        if let Some(on_progress) = on_progress {
            on_progress(&Progress { url, received, total, elapsed: started.elapsed() });
        }
    }
}

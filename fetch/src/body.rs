//! The body of a response, as it is transferred.

use std::io::Read;
use std::time::{Duration, Instant};

/// The progress of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The URL, without credentials.
    pub url: &'a str,
    /// The number of bytes of the body that were received.
    pub received: u64,
    /// The total number of bytes, if the server gives it.
    pub total: Option<u64>,
    /// The time since the start of the poll.
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
    // One more byte, so that a body of exactly this size is allowed.
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

//! Receiving the body of a response.

use std::io::Read;
use std::time::Duration;

use super::clock::RequestClock;
use bozofeed_polling::ResponseBody;

/// The progress of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The URL, without credentials.
    pub url: &'a str,
    /// The number of bytes received so far, including the bytes from before a resumed download.
    pub received: u64,
    /// The total number of bytes, if known.
    pub total: Option<u64>,
    /// The time spent on the poll so far, not including the time between its requests.
    pub elapsed: Duration,
}

/// Receives a body. Returns `false` if it is larger than `limit`, or than the limit of `to`.
pub(super) fn receive(
    mut body: ureq::Body,
    to: &mut ResponseBody,
    limit: u64,
    clock: &RequestClock,
    url: &str,
    on_progress: Option<&dyn Fn(&Progress<'_>)>,
) -> Result<bool, ureq::Error> {
    let total = body.content_length();
    if total.is_some_and(|total| total > limit) {
        return Ok(false);
    }
    // One more byte, to tell a body of exactly this size from a larger one.
    let mut reader = body.with_config().limit(limit.saturating_add(1)).reader();
    let mut buffer = [0; 16 * 1024];
    let mut received = 0;
    loop {
        let count = reader.read(&mut buffer).map_err(ureq::Error::from)?;
        if count == 0 {
            return Ok(true);
        }
        if to.push(buffer.get(..count).unwrap_or_default()).is_err() {
            return Ok(false);
        }
        received += count as u64;
        if let Some(on_progress) = on_progress {
            on_progress(&Progress { url, received, total, elapsed: clock.elapsed() });
        }
    }
}

//! Downloads of what is not a feed.

use std::io::{Read as _, Write};
use std::sync::Arc;
use std::time::Instant;

use http::header::{ACCEPT, ACCEPT_ENCODING, HeaderMap, HeaderValue};
use http::{Response, StatusCode};

use super::fetched::without_document;
use super::fetcher::invalid_url;
use super::request::RequestTimes;
use super::{FetchError, FetchErrorKind, Fetcher, Progress};
use bozofeed::Timestamp;
use bozofeed::polling::{Exchange, FeedState, FetchOutcome};

/// The result of [`Fetcher::download`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Download {
    /// The URL of the response, after redirects, without credentials.
    pub url: String,
    /// The headers of the response.
    pub headers: HeaderMap,
    /// The number of bytes that were received and written.
    pub received: u64,
}

/// Follows redirects, and copies the body of the response.
pub(super) fn download(fetcher: &Fetcher, url: &str, to: &mut dyn Write) -> Result<Download, FetchError> {
    // Anything may be sent, as it is: what is written is what the server has.
    let fields =
        [(ACCEPT, HeaderValue::from_static("*/*")), (ACCEPT_ENCODING, HeaderValue::from_static("identity"))];
    let started = Instant::now();
    let mut state = FeedState::new(url);
    let mut exchange = Exchange::new(&mut state).map_err(invalid_url)?.max_redirects(fetcher.max_redirects);
    loop {
        let response = fetcher.open_with(&exchange, &fields, RequestTimes::each_part(fetcher.timeout))?;
        let (parts, body) = response.into_parts();
        let url = exchange.url().to_owned();
        if matches!(parts.status, StatusCode::OK | StatusCode::NON_AUTHORITATIVE_INFORMATION) {
            let received = copy(fetcher, &url, body, started, to)?;
            return Ok(Download { url, headers: parts.headers, received });
        }
        let response = Response::from_parts(parts, "");
        let outcome = exchange.receive(&response, &fetcher.parser, Timestamp::now());
        if !matches!(outcome, FetchOutcome::Moved { .. }) {
            return Err(FetchError::new(&url, without_document(&outcome)));
        }
    }
}

fn copy(
    fetcher: &Fetcher,
    url: &str,
    mut body: ureq::Body,
    started: Instant,
    to: &mut dyn Write,
) -> Result<u64, FetchError> {
    let total = body.content_length();
    let mut reader = body.with_config().limit(u64::MAX).reader();
    let mut buffer = [0; 16 * 1024];
    let mut received = 0;
    loop {
        let count = reader.read(&mut buffer).map_err(|error| fetcher.error(url, error.into()))?;
        let part = buffer.get(..count).unwrap_or_default();
        let written = if part.is_empty() { to.flush() } else { to.write_all(part) };
        written.map_err(|error| {
            FetchError::new(url, FetchErrorKind::Write(error.kind())).with_source(Arc::new(error))
        })?;
        if part.is_empty() {
            return Ok(received);
        }
        received += count as u64;
        if let Some(on_progress) = &fetcher.on_progress {
            on_progress(&Progress { url, received, total, elapsed: started.elapsed() });
        }
    }
}

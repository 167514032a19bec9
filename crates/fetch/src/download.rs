//! Downloads of files other than feeds.

use std::io::{self, Read as _, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bozofeed_polling::{Failure, FeedState, FetchOutcome, Step};
use http::header::{ACCEPT, ACCEPT_ENCODING, Entry, HeaderMap, HeaderValue, IF_RANGE, RANGE, SET_COOKIE};
use http::{Response, StatusCode, response};

use super::clock::RequestTimes;
use super::partial::{Answer, Part, PartialFile};
use super::{FetchError, FetchErrorKind, Fetcher, Progress};
use bozofeed::Timestamp;

/// The result of [`Fetcher::download`] and [`Fetcher::download_file`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Download {
    /// The URL of the response, after redirects, without credentials.
    pub url: String,
    /// The headers of the response.
    pub headers: HeaderMap,
    /// The number of bytes that this call received and wrote.
    pub received: u64,
    /// The number of bytes from earlier calls. The sum of this and `received` is the size of the file.
    pub resumed_from: u64,
}

impl Fetcher {
    /// Fetches a file other than a feed, such as an enclosure, and writes it as it arrives, with the same protections.
    /// [`download_file`](Self::download_file) writes to a file, and resumes interrupted downloads.
    ///
    /// The timeout applies to each read, not to the whole download. The size limit is [`max_download`](Self::max_download), since
    /// episodes of podcasts are larger than feeds.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 5\r\n\r\nwaves")?;
    /// let mut file = Vec::new();
    /// let download = Fetcher::new().allow_private_addresses(true).download(&url, &mut file)?;
    /// assert_eq!((&file[..], download.received), (&b"waves"[..], 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if it was not completely received and written.
    pub fn download(&self, url: &str, to: &mut dyn Write) -> Result<Download, FetchError> {
        download(self, url, to)
    }

    /// Downloads into a file, like [`download`](Self::download). The next call with the same URL and path resumes an interrupted
    /// download.
    ///
    /// While the download is incomplete, the file is named `NAME.part`, next to `NAME.part.from`, which identifies its source; then
    /// it replaces any file at `path`. The rest is only appended if the server confirms with a strong validator (`ETag`,
    /// `Last-Modified`) that it still has the same file, and states the file's length. Otherwise the download starts again.
    ///
    /// Two calls must not write the same file at the same time.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nETag: \"7\"\r\nContent-Length: 5\r\n\r\nwaves")?;
    /// let path = std::env::temp_dir().join(format!("waves-{}.mp3", std::process::id()));
    /// let download = Fetcher::new().allow_private_addresses(true).download_file(&url, &path)?;
    /// assert_eq!((download.resumed_from, download.received), (0, 5));
    /// assert_eq!(std::fs::read(&path)?, b"waves");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if it was not completely received and written. The received part is kept for the next call.
    pub fn download_file(&self, url: &str, path: impl AsRef<Path>) -> Result<Download, FetchError> {
        download_file(self, url, path.as_ref())
    }
}

/// Copies the body of the response.
fn download(fetcher: &Fetcher, url: &str, to: &mut dyn Write) -> Result<Download, FetchError> {
    let response = Opened::open(fetcher, url, None)?;
    match response.head.status {
        StatusCode::OK | StatusCode::NON_AUTHORITATIVE_INFORMATION => response.copy(fetcher, to, 0),
        _ => Err(response.unusable()),
    }
}

/// Copies the body of the response, or the rest of it, into a file.
fn download_file(fetcher: &Fetcher, url: &str, path: &Path) -> Result<Download, FetchError> {
    let file = PartialFile::new(url, path);
    let mut part = file.part();
    loop {
        let response = Opened::open(fetcher, url, part.as_ref())?;
        let failed = |error| write_error(&response.url, error);
        let download = match Answer::of(part.as_ref(), response.head.status, &response.head.headers) {
            Answer::Whole => {
                let mut to = file.create(&response.head.headers).map_err(failed)?;
                response.copy(fetcher, &mut to, 0)?
            }
            Answer::Rest { offset, total } => {
                let mut to = file.append().map_err(failed)?;
                let download = response.copy(fetcher, &mut to, offset)?;
                let size = offset.saturating_add(download.received);
                if total != size {
                    // The rest of a part, which the next call requests.
                    let kind = FetchErrorKind::Connection(io::ErrorKind::UnexpectedEof);
                    return Err(FetchError::new(&download.url, kind));
                }
                download
            }
            Answer::Nothing { offset } => response.nothing(offset),
            // Without a range, the response must be the whole file or an error.
            Answer::Another if part.take().is_some() => continue,
            Answer::Another => return Err(response.unusable()),
        };
        file.complete().map_err(|error| write_error(&download.url, error))?;
        return Ok(download);
    }
}

fn write_error(url: &str, error: io::Error) -> FetchError {
    FetchError::new(url, FetchErrorKind::Write(error.kind())).with_source(Arc::new(error))
}

/// A response whose body has not been received yet.
struct Opened {
    url: String,
    head: response::Parts,
    body: ureq::Body,
    started: Instant,
}

impl Opened {
    /// Makes requests until a response is not a redirect. Returns responses that can have a body, and responses to a request for the
    /// rest of a file.
    fn open(fetcher: &Fetcher, url: &str, part: Option<&Part>) -> Result<Self, FetchError> {
        let started = Instant::now();
        let mut state = FeedState::new(url);
        let mut exchange = fetcher.start(&mut state)?.default_headers(&fetcher.headers);
        loop {
            let mut request = exchange.request();
            let headers = request.headers_mut();
            // Any type and no coding: the file is written exactly as the server has it.
            headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
            headers.remove(RANGE);
            headers.remove(IF_RANGE);
            if let Some(part) = part {
                headers.extend(part.request_headers());
            }
            let url = exchange.url().to_owned();
            let response = fetcher.open(&url, request, RequestTimes::each_part(fetcher.timeout))?;
            let (mut head, body): (_, ureq::Body) = Response::into_parts(response);
            // Cookies are hidden in debug output.
            if let Entry::Occupied(mut cookies) = head.headers.entry(SET_COOKIE) {
                cookies.iter_mut().for_each(|cookie| cookie.set_sensitive(true));
            }
            if part.is_some() && head.status == StatusCode::RANGE_NOT_SATISFIABLE {
                return Ok(Self { url, head, body, started });
            }
            match exchange.receive(head.status, &head.headers, Timestamp::now()) {
                Step::Request(next) => exchange = next,
                Step::Body(_) => return Ok(Self { url, head, body, started }),
                Step::Done(finished) => {
                    let polled = finished.record(&mut state);
                    let failure = match polled.outcome {
                        FetchOutcome::Failed(failure) => failure,
                        // Responses without a body are failures, since the request was not conditional.
                        FetchOutcome::Fresh(_) | FetchOutcome::NotAFeed(_) | FetchOutcome::NotModified => {
                            Failure::UnexpectedNotModified
                        }
                    };
                    let error = FetchError::new(&url, FetchErrorKind::Failed(failure));
                    return Err(error.with_status(polled.response.status));
                }
            }
        }
    }

    /// Returns the error for a response without the file.
    fn unusable(&self) -> FetchError {
        let status = self.head.status.as_u16();
        FetchError::new(&self.url, FetchErrorKind::Failed(Failure::Status { status })).with_status(status)
    }

    /// Returns the download of a file that was already complete.
    fn nothing(self, offset: u64) -> Download {
        Download { url: self.url, headers: self.head.headers, received: 0, resumed_from: offset }
    }

    /// Copies the body, which starts at `offset` of the file.
    fn copy(self, fetcher: &Fetcher, to: &mut dyn Write, offset: u64) -> Result<Download, FetchError> {
        let Self { url, head, mut body, started } = self;
        let total = body.content_length().map(|length| length.saturating_add(offset));
        let limit = fetcher.max_download;
        let too_large = || FetchError::new(&url, FetchErrorKind::TooLarge { limit, decompressed: false });
        if total.is_some_and(|total| total > limit) {
            return Err(too_large());
        }
        let mut reader = body.with_config().limit(u64::MAX).reader();
        let mut buffer = [0; 16 * 1024];
        let mut received = 0;
        loop {
            let count = reader.read(&mut buffer).map_err(|error| fetcher.error(&url, error.into()))?;
            let part = buffer.get(..count).unwrap_or_default();
            if offset.saturating_add(received).saturating_add(count as u64) > limit {
                return Err(too_large());
            }
            let written = if part.is_empty() { to.flush() } else { to.write_all(part) };
            written.map_err(|error| write_error(&url, error))?;
            if part.is_empty() {
                return Ok(Download { url, headers: head.headers, received, resumed_from: offset });
            }
            received += count as u64;
            if let Some(on_progress) = &fetcher.on_progress {
                let received = offset.saturating_add(received);
                on_progress(&Progress { url: &url, received, total, elapsed: started.elapsed() });
            }
        }
    }
}

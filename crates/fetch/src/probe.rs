//! Probes of a server with requests that feeds do not need: for a head, and for a part of a file.

use std::io::Read as _;

use bozofeed::Timestamp;
use bozofeed_polling::{Failure, FeedState, Step};
use http::header::{ACCEPT, ACCEPT_ENCODING, HeaderMap, HeaderValue, RANGE};
use http::{Method, Request, Response};

use super::clock::RequestTimes;
use super::{FetchError, FetchErrorKind, Fetcher};

/// The result of [`Fetcher::probe`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Probe {
    /// The URL of the responses, after redirects, without credentials.
    pub url: String,
    /// The status of the response to HEAD.
    pub head_status: u16,
    /// The headers of that response.
    pub headers: HeaderMap,
    /// The status of the response to a request for the first byte: 206 if the server sends parts of the file.
    pub range_status: u16,
}

impl Probe {
    /// Returns whether the server answers HEAD, which podcast directories send before they fetch an episode.
    pub fn answers_head(&self) -> bool {
        (200..300).contains(&self.head_status)
    }

    /// Returns whether the server sends parts of the file, which players need for seeking (RFC 9110 §14).
    pub fn sends_ranges(&self) -> bool {
        self.range_status == 206
    }
}

impl Fetcher {
    /// Requests the head of a file and its first byte, to find out whether players can seek in it.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 5\r\n\r\nwaves")?;
    /// let probe = Fetcher::new().allow_private_addresses(true).probe(&url)?;
    /// assert!(probe.answers_head() && !probe.sends_ranges());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if the URL is unusable, or no response was received. An error status, such as 405, is not an error here.
    pub fn probe(&self, url: &str) -> Result<Probe, FetchError> {
        probe(self, url)
    }

    /// Receives at most this many bytes from the start of a file that is not a feed: enough to find the size of a picture, for
    /// example.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\n\r\nwaves")?;
    /// assert_eq!(Fetcher::new().allow_private_addresses(true).beginning(&url, 4)?, b"wave");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if the file was not received.
    pub fn beginning(&self, url: &str, most: u32) -> Result<Vec<u8>, FetchError> {
        beginning(self, url, most)
    }
}

/// Makes both requests.
fn probe(fetcher: &Fetcher, url: &str) -> Result<Probe, FetchError> {
    let (url, head) = ask(fetcher, url, |request| *request.method_mut() = Method::HEAD)?;
    let (_, range) = ask(fetcher, &url, |request| {
        request.headers_mut().insert(RANGE, HeaderValue::from_static("bytes=0-0"));
    })?;
    let (head_status, headers) = (head.status().as_u16(), head.headers().clone());
    Ok(Probe { url, head_status, headers, range_status: range.status().as_u16() })
}

/// Receives the first bytes of a file. If the server sends all of it, the connection is closed early.
fn beginning(fetcher: &Fetcher, url: &str, most: u32) -> Result<Vec<u8>, FetchError> {
    let range = format!("bytes=0-{}", most.saturating_sub(1));
    let range = HeaderValue::try_from(range).unwrap_or(HeaderValue::from_static("bytes=0-"));
    let (url, response) = ask(fetcher, url, |request| {
        request.headers_mut().insert(RANGE, range.clone());
    })?;
    let status = response.status();
    if !status.is_success() {
        let failed = FetchErrorKind::Failed(Failure::Status { status: status.as_u16() });
        return Err(FetchError::new(&url, failed).with_status(status.as_u16()));
    }
    let mut bytes = Vec::new();
    let mut reader = response.into_body().into_reader().take(most.into());
    reader.read_to_end(&mut bytes).map_err(|error| fetcher.error(&url, error.into()))?;
    Ok(bytes)
}

/// Makes requests until a response is not a redirect.
fn ask(
    fetcher: &Fetcher,
    url: &str,
    prepare: impl Fn(&mut Request<()>),
) -> Result<(String, Response<ureq::Body>), FetchError> {
    let mut state = FeedState::new(url);
    let mut exchange = fetcher.start(&mut state)?.default_headers(&fetcher.headers);
    loop {
        let mut request = exchange.request();
        request.headers_mut().insert(ACCEPT, HeaderValue::from_static("*/*"));
        request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        prepare(&mut request);
        let url = exchange.url().to_owned();
        let response = fetcher.open(&url, request, RequestTimes::each_part(fetcher.timeout))?;
        match exchange.receive(response.status(), response.headers(), Timestamp::now()) {
            Step::Request(next) => exchange = next,
            Step::Body(_) | Step::Done(_) => return Ok((url, response)),
        }
    }
}

//! The behaviour of a server with requests that feeds do not need: for the head of a response, and for a part of it.

use bozofeed::Timestamp;
use bozofeed_polling::{FeedState, Step};
use http::header::{ACCEPT, ACCEPT_ENCODING, HeaderMap, HeaderValue, RANGE};
use http::{Method, Request, StatusCode};

use super::request::RequestTimes;
use super::{FetchError, Fetcher};

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

    /// Returns whether the server sends parts of the file, which players need to seek (RFC 9110 §14).
    pub fn sends_ranges(&self) -> bool {
        self.range_status == 206
    }
}

/// Asks twice.
pub(super) fn probe(fetcher: &Fetcher, url: &str) -> Result<Probe, FetchError> {
    let (url, head, headers) = ask(fetcher, url, |request| *request.method_mut() = Method::HEAD)?;
    let (_, range, _) = ask(fetcher, &url, |request| {
        request.headers_mut().insert(RANGE, HeaderValue::from_static("bytes=0-0"));
    })?;
    Ok(Probe { url, head_status: head.as_u16(), headers, range_status: range.as_u16() })
}

/// Makes requests until one is answered without a redirect. Bodies are not received.
fn ask(
    fetcher: &Fetcher,
    url: &str,
    prepare: impl Fn(&mut Request<()>),
) -> Result<(String, StatusCode, HeaderMap), FetchError> {
    let mut state = FeedState::new(url);
    let mut exchange = fetcher.start(&mut state)?.default_headers(&fetcher.headers);
    loop {
        let mut request = exchange.request();
        request.headers_mut().insert(ACCEPT, HeaderValue::from_static("*/*"));
        request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        prepare(&mut request);
        let url = exchange.url().to_owned();
        let response = fetcher.open(&url, request, RequestTimes::each_part(fetcher.timeout))?;
        let (status, headers) = (response.status(), response.headers().clone());
        match exchange.receive(status, &headers, Timestamp::now()) {
            Step::Request(next) => exchange = next,
            Step::Body(_) | Step::Done(_) => return Ok((url, status, headers)),
        }
    }
}

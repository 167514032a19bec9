//! One poll of a feed: its requests, redirects and final response.

use ::http::header::{ACCEPT as ACCEPT_FIELD, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use ::http::{Request, Response, StatusCode};

use super::freshness::freshness;
use super::retry_after::retry_after;
use super::target::RequestTarget;
use super::{Failure, FeedState, FetchOutcome, Fingerprint, UrlError, Validators};
use crate::{Document, Headers, Parser, Timestamp};

/// The default number of redirects that are followed.
pub const MAX_REDIRECTS: usize = 10;

/// The `Accept` field: the media types of feeds, then XML and JSON, then anything.
pub const ACCEPT: &str = "application/atom+xml, application/rss+xml, application/feed+json, \
     application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1";

/// A redirect that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Redirect {
    /// The status code: 301, 302, 303, 307 or 308.
    pub status: u16,
    /// The target, without credentials.
    pub to: String,
}

impl Redirect {
    /// Returns whether the redirect is permanent, so that the old URL should not be requested again (301, 308).
    pub fn is_permanent(&self) -> bool {
        matches!(self.status, 301 | 308)
    }
}

/// One poll of a feed: the requests to make, and the meaning of their responses. It keeps its [`FeedState`] up to date.
///
/// Send [`request`](Self::request) with a client that follows no redirects, give the response to
/// [`receive`](Self::receive), and repeat while the outcome is [`FetchOutcome::Moved`]. The [module](super) has an example.
#[derive(Debug)]
pub struct Exchange<'s> {
    state: &'s mut FeedState,
    target: RequestTarget,
    redirects: Vec<Redirect>,
    visited: Vec<String>,
    max_redirects: usize,
    moved: bool,
}

impl<'s> Exchange<'s> {
    /// Starts a poll of the feed at [`FeedState::url`].
    ///
    /// ```
    /// use bozofeed::polling::{Exchange, FeedState};
    ///
    /// assert!(Exchange::new(&mut FeedState::new("https://harbour.example/tides.rss")).is_ok());
    /// assert!(Exchange::new(&mut FeedState::new("mailto:ada@harbour.example")).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// [`UrlError`] if that is not an http or https URL.
    pub fn new(state: &'s mut FeedState) -> Result<Self, UrlError> {
        let target = RequestTarget::parse(&state.url)?;
        let visited = vec![target.url().to_owned()];
        let redirects = Vec::new();
        Ok(Self { state, target, redirects, visited, max_redirects: MAX_REDIRECTS, moved: false })
    }

    /// Sets the number of redirects that are followed. [`MAX_REDIRECTS`] by default.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed::polling::{Exchange, Failure, FetchOutcome, FeedState};
    ///
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let mut exchange = Exchange::new(&mut state)?.max_redirects(0);
    /// let response = http::Response::builder().status(302).header("location", "/elsewhere").body("")?;
    /// let outcome = exchange.receive(&response, &Parser::new(), bozofeed::Timestamp::now());
    /// assert_eq!(outcome, FetchOutcome::Failed(Failure::TooManyRedirects { limit: 0 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_redirects(self, limit: usize) -> Self {
        Self { max_redirects: limit, ..self }
    }

    /// Returns the URL of the next request, without credentials and fragment.
    ///
    /// ```
    /// use bozofeed::polling::{Exchange, FeedState};
    ///
    /// let mut state = FeedState::new("feed://ada:secret@harbour.example/tides.rss#top");
    /// assert_eq!(Exchange::new(&mut state)?.url(), "http://harbour.example/tides.rss");
    /// # Ok::<(), bozofeed::polling::UrlError>(())
    /// ```
    pub fn url(&self) -> &str {
        self.target.url()
    }

    /// Returns the next request: a GET with `Accept`, with the validators of the last response if they came from this
    /// URL, and with credentials if the URL has any. The client adds `Host`, `User-Agent` and `Accept-Encoding`.
    ///
    /// ```
    /// use bozofeed::polling::{ACCEPT, Exchange, FeedState};
    ///
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let request = Exchange::new(&mut state)?.request();
    /// assert_eq!(request.uri(), "https://harbour.example/tides.rss");
    /// assert_eq!(request.headers()["accept"], ACCEPT);
    /// # Ok::<(), bozofeed::polling::UrlError>(())
    /// ```
    pub fn request(&self) -> Request<()> {
        let mut request = Request::new(());
        *request.uri_mut() = self.target.uri().clone();
        let headers = request.headers_mut();
        headers.insert(ACCEPT_FIELD, HeaderValue::from_static(ACCEPT));
        if self.is_conditional() {
            headers.extend(self.state.validators.request_headers());
        }
        if let Some(authorization) = self.target.authorization() {
            headers.insert(AUTHORIZATION, authorization.clone());
        }
        request
    }

    /// Returns whether the request has validators. Those of another URL could match by coincidence, and would reveal to its
    /// server which URL was requested before.
    fn is_conditional(&self) -> bool {
        !self.state.validators.is_empty() && self.state.received_from.as_deref() == Some(self.url())
    }

    /// Returns the redirects so far.
    pub fn redirects(&self) -> &[Redirect] {
        &self.redirects
    }

    /// Returns whether the feed moved for good: every redirect was permanent, and led to a feed. [`FeedState::url`] is the new
    /// URL then.
    pub fn is_moved(&self) -> bool {
        self.moved
    }

    /// Processes the response to the last [`request`](Self::request). The body must be without content coding; it is only
    /// used if the status is 200, 203, 206 or 226. `parser` reads the feed, with the headers and the URL of the response.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed::polling::{Exchange, FetchOutcome, FeedState};
    ///
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let response = http::Response::builder().status(410).body("")?;
    /// let outcome = Exchange::new(&mut state)?.receive(&response, &Parser::new(), bozofeed::Timestamp::now());
    /// assert_eq!(outcome, FetchOutcome::Gone);
    /// assert!(state.gone);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn receive(
        &mut self,
        response: &Response<impl AsRef<[u8]>>,
        parser: &Parser,
        now: Timestamp,
    ) -> FetchOutcome {
        let headers = response.headers();
        let wait = retry_after(headers, now);
        let status = response.status();
        match status {
            status if has_document(status) => {
                let is_whole = !matches!(status, StatusCode::PARTIAL_CONTENT | StatusCode::IM_USED);
                self.receive_body(headers, response.body().as_ref(), is_whole, parser, now)
            }
            StatusCode::NOT_MODIFIED if self.is_conditional() => {
                // Fields that are not repeated keep their values (RFC 9111 §4.3.4).
                self.state.validators.update(headers);
                self.state.freshness = freshness(headers, now).or(self.state.freshness);
                self.succeed(now);
                FetchOutcome::NotModified
            }
            StatusCode::NOT_MODIFIED => self.fail(Failure::UnexpectedNotModified, now),
            StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT => match self.redirect(status.as_u16(), headers) {
                Ok(outcome) => outcome,
                Err(failure) => self.fail(failure, now),
            },
            // After a temporary redirect, it is not the address of the feed that is gone.
            StatusCode::GONE if self.is_permanent() => {
                self.state.fail(now, None);
                self.state.gone = true;
                FetchOutcome::Gone
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                self.state.fail(now, wait);
                FetchOutcome::Retry { after: wait }
            }
            _ => {
                self.state.fail(now, wait);
                FetchOutcome::Failed(Failure::Status { status: status.as_u16() })
            }
        }
    }

    /// Records that there was no complete response.
    pub fn interrupted(&mut self, now: Timestamp) {
        self.state.fail(now, None);
    }

    fn receive_body(
        &mut self,
        headers: &HeaderMap,
        body: &[u8],
        is_whole: bool,
        parser: &Parser,
        now: Timestamp,
    ) -> FetchOutcome {
        let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let fingerprint = Fingerprint::of(content_type, body);
        if self.state.fingerprint == Some(fingerprint) {
            self.accept(headers, is_whole, fingerprint, now);
            return FetchOutcome::NotModified;
        }
        let document = Document::new(body).headers(Headers::from(headers)).url(self.url());
        let parsed = Box::new(parser.parse(document));
        if parsed.is_feed() {
            self.accept(headers, is_whole, fingerprint, now);
            self.state.hints.update(&parsed, now);
            self.state.changed = Some(now);
        } else {
            // The validators stay those of the last feed: those of an error page must not be sent with the next request.
            self.state.fail(now, None);
        }
        FetchOutcome::Fresh(parsed)
    }

    /// Records a feed that was received. The validators of a part of it would keep the rest from ever being sent.
    fn accept(&mut self, headers: &HeaderMap, is_whole: bool, fingerprint: Fingerprint, now: Timestamp) {
        self.state.validators = if is_whole { Validators::of(headers) } else { Validators::default() };
        self.state.received_from = Some(self.url().to_owned());
        self.state.fingerprint = Some(fingerprint);
        self.state.freshness = freshness(headers, now);
        self.succeed(now);
    }

    fn redirect(&mut self, status: u16, headers: &HeaderMap) -> Result<FetchOutcome, Failure> {
        let location = headers.get(LOCATION).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let location = location.filter(|location| !location.trim().is_empty());
        let location = location.ok_or(Failure::MissingLocation { status })?;
        let target = self.target.redirect(&location).map_err(Failure::UnusableLocation)?;
        let to = target.url().to_owned();
        if self.visited.contains(&to) {
            return Err(Failure::RedirectLoop { url: to });
        }
        if self.redirects.len() >= self.max_redirects {
            return Err(Failure::TooManyRedirects { limit: self.max_redirects });
        }
        self.target = target;
        self.visited.push(to.clone());
        self.redirects.push(Redirect { status, to: to.clone() });
        Ok(FetchOutcome::Moved { to, permanent: self.is_permanent() })
    }

    /// Returns whether no redirect so far was temporary.
    fn is_permanent(&self) -> bool {
        self.redirects.iter().all(Redirect::is_permanent)
    }

    fn succeed(&mut self, now: Timestamp) {
        self.state.succeed(now);
        if !self.redirects.is_empty() && self.is_permanent() {
            self.state.url = self.target.to_stored();
            self.moved = true;
        }
    }

    fn fail(&mut self, failure: Failure, now: Timestamp) -> FetchOutcome {
        self.state.fail(now, None);
        FetchOutcome::Failed(failure)
    }
}

/// Returns whether a response with this status has a document in its body. Some servers answer with 206 or 226 though no part
/// and no difference was requested.
pub fn has_document(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::OK
            | StatusCode::NON_AUTHORITATIVE_INFORMATION
            | StatusCode::PARTIAL_CONTENT
            | StatusCode::IM_USED
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{DIGITS, LETTERS, check, list, pieces, text};

    /// Returns the outcome of a response to a conditional request for `https://harbour.example/tides`, and the state after it.
    fn outcome(status: u16, fields: &[(&'static str, &[u8])]) -> (FetchOutcome, FeedState) {
        outcome_of(status, fields, "<rss version='2.0'><channel/></rss>")
    }

    fn outcome_of(
        status: u16,
        fields: &[(&'static str, &[u8])],
        body: &'static str,
    ) -> (FetchOutcome, FeedState) {
        let mut state = FeedState::new("https://harbour.example/tides");
        state.received_from = Some(state.url.clone());
        state.validators.etag = Some(HeaderValue::from_static("\"1\""));
        let mut response = Response::new(body.as_bytes());
        *response.status_mut() = StatusCode::from_u16(status).unwrap();
        for (name, value) in fields {
            response.headers_mut().append(*name, HeaderValue::from_bytes(value).unwrap());
        }
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let outcome = Exchange::new(&mut state).unwrap().receive(&response, &Parser::new(), now);
        (outcome, state)
    }

    #[test]
    fn each_status_has_its_outcome() {
        let moved = |permanent| FetchOutcome::Moved { to: "https://harbour.example/b".to_owned(), permanent };
        let failed = |status| FetchOutcome::Failed(Failure::Status { status });
        let to = &[("location", &b"/b"[..])][..];
        let wait = &[("retry-after", &b"90"[..])][..];
        let after = Some(std::time::Duration::from_secs(90));
        for (status, fields, expected, failures) in [
            (301, to, moved(true), 0),
            (302, to, moved(false), 0),
            (303, to, moved(false), 0),
            (307, to, moved(false), 0),
            (308, to, moved(true), 0),
            (300, to, failed(300), 1),
            (304, &[], FetchOutcome::NotModified, 0),
            (404, wait, failed(404), 1),
            (410, &[], FetchOutcome::Gone, 1),
            (429, wait, FetchOutcome::Retry { after }, 1),
            (429, &[], FetchOutcome::Retry { after: None }, 1),
            (503, wait, FetchOutcome::Retry { after }, 1),
        ] {
            let (outcome, state) = outcome(status, fields);
            assert_eq!((outcome, state.failures), (expected, failures), "{status}");
            assert!(!state.validators.is_empty(), "{status}");
        }
        for status in [200, 203, 206, 226] {
            let (fresh, state) = outcome(status, &[("etag", b"\"2\"")]);
            assert!(matches!(fresh, FetchOutcome::Fresh(_)), "{status}");
            assert_eq!(state.validators.is_empty(), matches!(status, 206 | 226), "{status}");
        }
    }

    #[test]
    fn whatever_is_read_as_a_feed_is_polled_as_one() {
        let wrong: Vec<_> = [
            ("<rss version='2.0'><channel/></rss>", true),
            ("<channel><item><title>a</title></item></channel>", true),
            ("<Channel xmlns='http://purl.org/net/rss1.1#'><title>a</title></Channel>", true),
            ("<feed xmlns='urn:unknown'><entry><title>a</title></entry></feed>", true),
            ("<redirect><newLocation>https://harbour.example/b</newLocation></redirect>", true),
            ("{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": []}", true),
            ("<html><body><p>Not found</p></body></html>", false),
            ("Not found", false),
            ("", false),
        ]
        .into_iter()
        .filter(|(body, is_feed)| {
            let (outcome, state) = outcome_of(200, &[("etag", b"\"2\"")], body);
            let FetchOutcome::Fresh(parsed) = outcome else { return true };
            let is_accepted = state.failures == 0 && state.fingerprint.is_some();
            let has_new_validators = state.validators.etag == Some(HeaderValue::from_static("\"2\""));
            [parsed.is_feed(), is_accepted, has_new_validators] != [*is_feed; 3]
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn no_response_panics() {
        const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        check(256, |u| {
            let status = u.int_in_range(100..=999)?;
            let location = list(u, 0..=20, |u| u.int_in_range(b' '..=b'~'))?;
            let wait = text(u, 0..=30, &[DIGITS, UPPER, LETTERS, ",: -"])?;
            let cache = list(u, 0..=3, |u| {
                let directive = pieces(u, 0..=1, &["max-age", "no-cache", "s-maxage", "private"])?;
                let (start, end) = (u.choose(&["", "=", "=\""])?, u.choose(&["", "\""])?);
                let argument = if start.is_empty() { String::new() } else { text(u, 0..=25, &[DIGITS])? };
                Ok(directive + start + &argument + end + &text(u, 0..=2, &[",; "])?)
            })?;
            let weekday = if u.arbitrary()? {
                text(u, 1..=1, &[UPPER])? + &text(u, 2..=2, &[LETTERS])? + ", "
            } else {
                pieces(u, 0..=1, &["Sat, "])?
            };
            let (day, year) = (text(u, 1..=4, &[DIGITS])?, text(u, 1..=6, &[DIGITS])?);
            let date = format!("{weekday}{day} Nov {year} {} GMT", text(u, 0..=9, &[DIGITS, ":"])?);
            let fields = [
                ("location", &*location),
                ("retry-after", wait.as_bytes()),
                ("cache-control", &cache.concat().into_bytes()),
                ("expires", date.as_bytes()),
                ("date", date.as_bytes()),
                ("age", wait.as_bytes()),
            ];
            let (outcome, state) = outcome(status, &fields);
            let is_success = matches!(
                outcome,
                FetchOutcome::Fresh(_) | FetchOutcome::NotModified | FetchOutcome::Moved { .. }
            );
            assert_eq!(state.failures == 0, is_success, "{status} {fields:?}");
            assert_eq!(&state.url, "https://harbour.example/tides", "{status} {fields:?}");
            Ok(())
        });
    }
}

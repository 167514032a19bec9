//! One poll of a feed: its requests, redirects and responses.

use std::time::Duration;

use ::http::header::{ACCEPT, AUTHORIZATION, COOKIE, HeaderMap, HeaderValue, LOCATION};
use ::http::{Request, StatusCode};

use super::body::{Finished, MAX_BODY, ResponseBody};
use super::freshness::freshness;
use super::hosts::HostReply;
use super::outcome::{Failure, FetchOutcome, Polled, Received, Redirect};
use super::retry_after::retry_after;
use super::target::{RequestTarget, without_userinfo};
use super::{
    Cookies, FailedMove, FeedState, Fingerprint, RequestHeaders, UrlError, Validators, hints, walls,
    without_credentials,
};
use bozofeed::{Parsed, Timestamp};

/// The default limit for the number of redirects.
const MAX_REDIRECTS: usize = 10;

/// The media types of feeds, then XML and JSON, then anything else.
const MEDIA_TYPES: HeaderValue = HeaderValue::from_static(
    "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, \
     application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1",
);

/// One poll of a feed: the requests to make, and the meaning of their responses.
///
/// [`start`](Self::start) a poll, make a GET request for [`url`](Self::url) with [`headers`](Self::headers) and a client that follows
/// no redirects, and pass the head of the response to [`receive`](Self::receive), which returns the next [`Step`]. The
/// [module](super) has an example.
///
/// It borrows nothing, so it can be kept during a request, and moved between threads.
#[derive(Debug)]
#[must_use = "no request is made yet"]
pub struct Exchange {
    /// The state before the poll, which is updated to the state after it.
    state: FeedState,
    target: RequestTarget,
    default_headers: RequestHeaders,
    redirects: Vec<Redirect>,
    visited: Vec<String>,
    /// The cookies set by redirects.
    cookies: Cookies,
    /// Whether a redirect led to another origin.
    left_origin: bool,
    started: Timestamp,
    /// The time that the requests took.
    spent: Duration,
    max_redirects: usize,
    max_body: u64,
    /// The part of the last response that concerns its host.
    pub(super) host_reply: HostReply,
    /// The results at addresses from which the feed announced a move: the first and the last of them.
    announced_by: Vec<Finished>,
}

/// The next step of a poll. There will be no other variants.
#[derive(Debug)]
#[must_use = "the poll is not finished"]
#[allow(clippy::large_enum_variant, reason = "a step is taken apart at once")]
pub enum Step {
    /// Make a request: the first one, a redirect, or a check of an announced address.
    Request(Exchange),
    /// Receive the body, and [`finish`](ResponseBody::finish) the poll.
    Body(ResponseBody),
    /// [Record](Finished::record) the result. The body of the response is not needed.
    Done(Finished),
}

impl Step {
    /// Returns the part of the last response that concerns its host, for [`HostQueue::release`](super::hosts::HostQueue::release).
    ///
    /// ```
    /// use bozofeed_polling::hosts::HostReply;
    /// use bozofeed_polling::{Exchange, FeedState};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let exchange = Exchange::start(&mut FeedState::new("https://harbour.example/tides.rss"), now)?;
    /// let (status, headers) = (StatusCode::TOO_MANY_REQUESTS, HeaderMap::new());
    /// let step = exchange.receive(status, &headers, now);
    /// assert_eq!(step.host_reply(), HostReply::new(status, &headers, now));
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    pub fn host_reply(&self) -> HostReply {
        match self {
            Self::Request(exchange) => exchange.host_reply,
            Self::Body(body) => body.host_reply(),
            Self::Done(finished) => finished.host_reply,
        }
    }
}

/// The head of a response, and its body if one was received.
#[derive(Debug)]
pub(super) struct ResponseHead {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    pub(super) transferred: u64,
}

impl Exchange {
    /// Starts a poll of the feed at [`FeedState::url`].
    ///
    /// The poll is recorded in `state` as a failure, until [`Finished::record`] replaces it. If the exchange is dropped because no
    /// complete response arrived, or because the program crashed, there is nothing else to do.
    ///
    /// ```
    /// use bozofeed::Timestamp;
    /// use bozofeed_polling::{Exchange, FeedState};
    ///
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// assert!(Exchange::start(&mut state, Timestamp::now()).is_ok());
    /// assert_eq!(state.failures, 1);
    /// assert!(Exchange::start(&mut FeedState::new("mailto:ada@harbour.example"), Timestamp::now()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// [`UrlError`] if the URL is not an http or https URL.
    pub fn start(state: &mut FeedState, now: Timestamp) -> Result<Self, UrlError> {
        let before = state.clone();
        state.fail(now, None);
        let target = RequestTarget::parse(&before.url)?;
        Ok(Self {
            visited: vec![target.url().to_owned()],
            state: before,
            target,
            default_headers: RequestHeaders::new(),
            redirects: Vec::new(),
            cookies: Cookies::default(),
            left_origin: false,
            started: now,
            spent: Duration::ZERO,
            max_redirects: MAX_REDIRECTS,
            max_body: MAX_BODY,
            host_reply: HostReply::none(),
            announced_by: Vec::new(),
        })
    }

    /// Sets the maximum number of redirects. Ten by default.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState, Step};
    /// use http::{HeaderMap, HeaderValue, StatusCode};
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let exchange = Exchange::start(&mut state, now)?.max_redirects(0);
    /// let headers = HeaderMap::from_iter([(http::header::LOCATION, HeaderValue::from_static("/elsewhere"))]);
    /// let Step::Done(finished) = exchange.receive(StatusCode::FOUND, &headers, now) else { panic!() };
    /// assert_eq!(finished.record(&mut state).outcome.to_string(), "more than 0 redirects");
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    pub fn max_redirects(self, limit: usize) -> Self {
        Self { max_redirects: limit, ..self }
    }

    /// Sets the size limit for the body of the response, in bytes, as passed to [`ResponseBody::push`]. [`MAX_BODY`] by default.
    pub fn max_body(self, bytes: u64) -> Self {
        Self { max_body: bytes, ..self }
    }

    /// Sets header fields for each request. [`FeedState::headers`] take precedence. There are none by default.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState, RequestHeaders};
    ///
    /// let mut headers = RequestHeaders::new();
    /// headers.insert("Accept-Language", "de")?;
    /// headers.insert("Cookie", "a=b")?;
    /// let mut state = FeedState::new("https://harbour.example/tides.rss").header("Cookie", "session=7")?;
    /// let exchange = Exchange::start(&mut state, bozofeed::Timestamp::now())?.default_headers(&headers);
    /// assert_eq!(exchange.headers()["accept-language"], "de");
    /// assert_eq!(exchange.headers()["cookie"], "session=7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn default_headers(self, headers: &RequestHeaders) -> Self {
        Self { default_headers: headers.clone(), ..self }
    }

    /// Returns the URL of the next request, without credentials and fragment.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState};
    ///
    /// let mut state = FeedState::new("feed://ada:secret@harbour.example/tides.rss#top");
    /// let exchange = Exchange::start(&mut state, bozofeed::Timestamp::now())?;
    /// assert_eq!(exchange.url(), "http://harbour.example/tides.rss");
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    pub fn url(&self) -> &str {
        self.target.url()
    }

    /// Returns the header fields of the next request: `Accept`; the validators of the last response if it came from this URL;
    /// `Authorization` if the URL has credentials; the application's fields, only a few of them for another origin (see
    /// [`RequestHeaders`]); and the cookies that redirects of this poll set for the URL, which are forgotten when the poll ends. The
    /// client adds `Host`, `User-Agent` and `Accept-Encoding`.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState};
    ///
    /// let mut state = FeedState::new("https://ada:secret@harbour.example/tides.rss");
    /// let headers = Exchange::start(&mut state, bozofeed::Timestamp::now())?.headers();
    /// assert!(headers["accept"].to_str()?.starts_with("application/atom+xml"));
    /// assert_eq!(headers["authorization"], "Basic YWRhOnNlY3JldA==");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, MEDIA_TYPES);
        // Each of these overrides the ones before: the fields of all feeds, the credentials in the URL, the fields of this feed.
        self.allowed(&self.default_headers).apply(&mut headers);
        if let Some(authorization) = self.target.authorization() {
            headers.insert(AUTHORIZATION, authorization.clone());
        }
        self.allowed(&self.state.headers).apply(&mut headers);
        if self.is_conditional() {
            headers.extend(self.state.validators.request_headers());
        }
        let given = headers.get(COOKIE).and_then(|given| given.to_str().ok());
        if let Some(mut cookies) =
            self.cookies.with(given, &self.target).and_then(|field| HeaderValue::from_str(&field).ok())
        {
            cookies.set_sensitive(true);
            headers.insert(COOKIE, cookies);
        }
        headers
    }

    /// Returns the next request, with [`url`](Self::url) and [`headers`](Self::headers), for clients that use the types of the `http`
    /// crate.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState};
    ///
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let request = Exchange::start(&mut state, bozofeed::Timestamp::now())?.request();
    /// assert_eq!(request.uri(), "https://harbour.example/tides.rss");
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    pub fn request(&self) -> Request<()> {
        let mut request = Request::new(());
        *request.uri_mut() = self.target.uri().clone();
        *request.headers_mut() = self.headers();
        request
    }

    /// Returns whether the request has validators. Validators of another URL could match by coincidence, and would reveal that URL to
    /// the server.
    fn is_conditional(&self) -> bool {
        !self.state.validators.is_empty() && self.state.received_from.as_deref() == Some(self.url())
    }

    /// Returns the total time of the poll's requests, as [reported](Self::spend) by the client. To limit the time of a whole poll,
    /// subtract it from the limit before each request. Time between two requests, such as waiting for the next host, is not included.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Adds the time that a request took, up to the head of its response. [`ResponseBody::spend`] adds the time of the body.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState, Step};
    /// use http::{HeaderMap, HeaderValue, StatusCode};
    /// use std::time::Duration;
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let mut exchange = Exchange::start(&mut state, now)?;
    /// exchange.spend(Duration::from_secs(20));
    /// let headers = HeaderMap::from_iter([(http::header::LOCATION, HeaderValue::from_static("/elsewhere"))]);
    /// let Step::Request(next) = exchange.receive(StatusCode::FOUND, &headers, now) else { panic!() };
    /// // 40 seconds of the minute are left for the next request.
    /// assert_eq!(Duration::from_secs(60) - next.spent(), Duration::from_secs(40));
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }

    /// Processes the head of the response to the request.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, Failure, FeedState, FetchOutcome, Step};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let exchange = Exchange::start(&mut state, now)?;
    /// let Step::Done(finished) = exchange.receive(StatusCode::GONE, &HeaderMap::new(), now) else { panic!() };
    /// assert_eq!(finished.record(&mut state).outcome, FetchOutcome::Failed(Failure::Gone));
    /// assert!(state.gone);
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    pub fn receive(mut self, status: StatusCode, headers: &HeaderMap, now: Timestamp) -> Step {
        self.host_reply = HostReply::new(status, headers, now);
        let head = ResponseHead { status, headers: headers.clone(), body: Vec::new(), transferred: 0 };
        let firewall = walls::of_response(status, headers);
        let failure = match status {
            status if firewall.is_none() && has_document(status) => {
                return Step::Body(ResponseBody::new(self, head));
            }
            StatusCode::NOT_MODIFIED if self.is_conditional() => {
                // Fields that a 304 does not repeat keep their values (RFC 9111 §4.3.4).
                self.state.validators.update(headers);
                self.state.freshness = freshness(headers, now).or(self.state.freshness);
                self.state.succeed(now);
                return self.unchanged(head, now);
            }
            StatusCode::NOT_MODIFIED => Failure::UnexpectedNotModified,
            StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT => match self.redirect(status.as_u16(), headers, now) {
                Ok(()) => return Step::Request(self),
                Err(failure) => failure,
            },
            // After a temporary redirect, the feed's own address is not gone.
            StatusCode::GONE if self.is_permanent() => Failure::Gone,
            status if firewall.is_some() => {
                Failure::Blocked { firewall: firewall.unwrap_or_default(), status: status.as_u16() }
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                Failure::Busy { after: retry_after(headers, now) }
            }
            _ => Failure::Status { status: status.as_u16() },
        };
        Step::Done(self.fail(head, FetchOutcome::Failed(failure), now))
    }

    fn redirect(&mut self, status: u16, headers: &HeaderMap, now: Timestamp) -> Result<(), Failure> {
        if self.cookies.receive(&self.target, headers, now) {
            // With a new cookie, the same URL may give another response. The number of redirects is still limited.
            self.visited.clear();
        }
        let location = headers.get(LOCATION).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let location = location.filter(|location| !location.trim().is_empty());
        let location = location.ok_or(Failure::MissingLocation { status })?;
        let target = self.target.redirect(&location).map_err(Failure::UnusableLocation)?;
        if self.visited.iter().any(|url| url == target.url()) {
            return Err(Failure::RedirectLoop { url: without_credentials(target.url()) });
        }
        if self.redirects.len() >= self.max_redirects {
            return Err(Failure::TooManyRedirects { limit: self.max_redirects });
        }
        self.go_to(target, status);
        Ok(())
    }

    /// Makes `target` the URL of the next request. `status` is the status of the response that names it.
    fn go_to(&mut self, target: RequestTarget, status: u16) {
        // A redirect back to the first origin changes nothing: another server chose its URL.
        self.left_origin |= !self.target.may_share_credentials_with(&target);
        let to = target.url().to_owned();
        self.target = target;
        self.visited.push(to.clone());
        self.redirects.push(Redirect { status, to });
    }

    /// Gives up the poll, because the request got no complete response.
    ///
    /// If the feed [announced](bozofeed::model::Feed::new_url) the address that does not answer, returns the result of the poll: the
    /// document with the announcement. Otherwise returns `None`; the poll has failed, and is already recorded as a failure.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed_polling::{Exchange, FeedState, FetchOutcome, Step};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let exchange = Exchange::start(&mut state, now)?;
    /// let Step::Body(mut body) = exchange.receive(StatusCode::OK, &HeaderMap::new(), now) else { panic!() };
    /// body.push(b"<rss><channel><newLocation>https://island.example/</newLocation></channel></rss>")?;
    /// let Step::Request(next) = body.finish(&Parser::new(), now) else { panic!() };
    /// assert_eq!(next.url(), "https://island.example/");
    /// // The host does not exist.
    /// let polled = next.give_up(now).expect("the first document").record(&mut state);
    /// assert!(matches!(polled.outcome, FetchOutcome::Fresh(_)));
    /// assert_eq!(state.url, "https://harbour.example/tides.rss");
    ///
    /// assert!(Exchange::start(&mut state, now)?.give_up(now).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn give_up(mut self, now: Timestamp) -> Option<Finished> {
        self.last_feed(now)
    }

    /// Returns the result at the last address that announced a move, if any.
    fn last_feed(&mut self, now: Timestamp) -> Option<Finished> {
        let mut finished = self.announced_by.pop()?;
        finished.polled.response.elapsed = now.since(self.started);
        finished.host_reply = self.host_reply;
        Some(finished)
    }

    /// Returns the header fields that may be sent to the current URL.
    fn allowed(&self, headers: &RequestHeaders) -> RequestHeaders {
        let mut headers = headers.clone();
        if self.left_origin {
            headers.leave_origin();
        }
        headers
    }

    /// Returns whether no redirect so far was temporary.
    fn is_permanent(&self) -> bool {
        self.redirects.iter().all(Redirect::is_permanent)
    }

    pub(super) fn body_limit(&self) -> u64 {
        self.max_body
    }

    /// Returns whether the last feed had this fingerprint.
    pub(super) fn has_feed(&self, fingerprint: Fingerprint) -> bool {
        self.state.fingerprint == Some(fingerprint)
    }

    /// Continues with a new version of the feed.
    pub(super) fn fresh(
        mut self,
        head: ResponseHead,
        fingerprint: Fingerprint,
        parsed: Box<Parsed>,
        now: Timestamp,
    ) -> Step {
        let to = hints::announced(&parsed).and_then(|url| self.target.announced(url));
        // Before this document is accepted: if the feed moved, the poll continues at the new address as if this document had not been
        // received.
        let before = to.is_some().then(|| self.state.clone());
        self.accept(&head, fingerprint, now);
        self.state.hints.update(&parsed, now);
        self.state.changed = Some(now);
        // No move is announced now, so a later announcement is tried at once.
        if to.is_none() {
            self.state.failed_move = None;
        }
        self.end_or_move(head, FetchOutcome::Fresh(parsed), to.zip(before), now)
    }

    /// Continues with an unchanged feed, whose state is up to date.
    pub(super) fn unchanged(self, head: ResponseHead, now: Timestamp) -> Step {
        // There may be a feed at the announced address by now. `failed_move` is only set if there was none.
        let to = self.state.failed_move.as_ref().and_then(|failed| self.target.announced(&failed.to));
        let before = to.is_some().then(|| self.state.clone());
        self.end_or_move(head, FetchOutcome::NotModified, to.zip(before), now)
    }

    /// Ends the poll with a feed, or continues at the address that the feed announced. `to` has that address, and the feed's state
    /// before this response.
    fn end_or_move(
        mut self,
        head: ResponseHead,
        outcome: FetchOutcome,
        to: Option<(RequestTarget, FeedState)>,
        now: Timestamp,
    ) -> Step {
        let failed = self.state.failed_move.take();
        let is_deferred = |to: &RequestTarget| failed.as_ref().is_some_and(|failed| failed.defers(to, now));
        let Some((to, before)) = to.filter(|(to, _)| !is_deferred(to)) else {
            self.state.failed_move = failed;
            return Step::Done(self.finish(head, outcome, now));
        };
        // It counts as failed until a feed is found.
        self.state.failed_move = Some(FailedMove::new(&to, now, failed.as_ref()));
        let is_circle = self.visited.iter().any(|url| to.is_spelling_of(url));
        if is_circle && let Some(mut first) = self.announced_by.drain(..).next() {
            // Addresses that announce each other are contradictory. The feed stays where it was.
            first.host_reply = self.host_reply;
            return Step::Done(first);
        }
        if is_circle || self.redirects.len() >= self.max_redirects {
            return Step::Done(self.finish(head, outcome, now));
        }
        let status = head.status.as_u16();
        let mut next = Self {
            state: FeedState { failed_move: None, ..before },
            target: self.target.clone(),
            default_headers: std::mem::take(&mut self.default_headers),
            redirects: self.redirects.clone(),
            visited: std::mem::take(&mut self.visited),
            cookies: std::mem::take(&mut self.cookies),
            announced_by: std::mem::take(&mut self.announced_by),
            ..self
        };
        next.go_to(to, status);
        // Documents may be large, so only the first and the last are kept.
        next.announced_by.truncate(1);
        next.announced_by.push(self.finish(head, outcome, now));
        Step::Request(next)
    }

    /// Records a feed that was received. Validators of a partial response are dropped: with them, the rest would never be sent.
    pub(super) fn accept(&mut self, head: &ResponseHead, fingerprint: Fingerprint, now: Timestamp) {
        let is_whole = !matches!(head.status, StatusCode::PARTIAL_CONTENT | StatusCode::IM_USED);
        self.state.validators = if is_whole { Validators::of(&head.headers) } else { Validators::default() };
        self.state.received_from = Some(self.url().to_owned());
        self.state.fingerprint = Some(fingerprint);
        self.state.freshness = freshness(&head.headers, now);
        self.state.succeed(now);
    }
    /// Ends the poll with a response that is not a feed.
    pub(super) fn fail(mut self, head: ResponseHead, outcome: FetchOutcome, now: Timestamp) -> Finished {
        if let Some(finished) = self.last_feed(now) {
            return finished;
        }
        // The validators of the last feed are kept. The next request must not send those from an error page.
        let wait = match &outcome {
            FetchOutcome::Failed(Failure::Busy { after }) => *after,
            // Other errors may also have the field.
            FetchOutcome::Failed(Failure::Status { .. }) => retry_after(&head.headers, now),
            _ => None,
        };
        self.state.gone |= outcome == FetchOutcome::Failed(Failure::Gone);
        self.state.fail(now, wait);
        self.finish(head, outcome, now)
    }

    /// Ends the poll, whose state is up to date except for the URL.
    fn finish(mut self, head: ResponseHead, outcome: FetchOutcome, now: Timestamp) -> Finished {
        let started_url = self.state.url.clone();
        let is_success = matches!(outcome, FetchOutcome::Fresh(_) | FetchOutcome::NotModified);
        let moved = is_success && !self.redirects.is_empty() && self.is_permanent();
        if moved {
            // The next poll starts there, with the fields that may be sent there.
            self.state.headers = self.allowed(&self.state.headers);
            self.state.url = self.target.to_stored();
        }
        let response = Received {
            url: self.target.url().to_owned(),
            status: head.status.as_u16(),
            headers: head.headers,
            body: head.body,
            transferred: head.transferred,
            redirects: self.redirects,
            elapsed: now.since(self.started),
        };
        let moved_from = moved.then(|| without_userinfo(&started_url));
        let polled = Polled { outcome, moved_from, response };
        Finished { state: self.state, started_url, host_reply: self.host_reply, polled }
    }
}

/// Returns whether the body of a response with this status may be a document: the status is successful, and does not rule out a body.
/// Some servers answer with 201, or with 206 or 226 although no range and no delta was requested, and firewalls with 202 and a page.
fn has_document(status: StatusCode) -> bool {
    status.is_success() && !matches!(status, StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TooLarge;
    use bozofeed::Parser;
    use bozofeed_testing::{DIGITS, LETTERS, check, list, pieces, text};

    /// Returns the result of a response, which has `body` if one is needed. `None` if another request follows.
    fn done(step: Step, body: &str) -> Option<Finished> {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        match step {
            Step::Request(_) => None,
            Step::Done(finished) => Some(finished),
            Step::Body(mut response) => {
                // `finish` reports a body that is too large.
                let _ = response.push(body.as_bytes());
                match response.finish(&Parser::new(), now) {
                    Step::Done(finished) => Some(finished),
                    Step::Request(_) | Step::Body(_) => None,
                }
            }
        }
    }

    /// Returns the outcome of a response to a conditional request for `https://harbour.example/tides`, and the state after it. `None`
    /// for a redirect that is followed.
    fn outcome(status: u16, fields: &[(&'static str, &[u8])]) -> (Option<FetchOutcome>, FeedState) {
        outcome_of(status, fields, "<rss version='2.0'><channel/></rss>")
    }

    fn outcome_of(
        status: u16,
        fields: &[(&'static str, &[u8])],
        body: &'static str,
    ) -> (Option<FetchOutcome>, FeedState) {
        let mut state = FeedState::new("https://harbour.example/tides");
        state.received_from = Some(state.url.clone());
        state.validators.etag = Some(HeaderValue::from_static("\"1\""));
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            headers.append(*name, HeaderValue::from_bytes(value).unwrap());
        }
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let exchange = Exchange::start(&mut state, now).unwrap();
        let step = exchange.receive(StatusCode::from_u16(status).unwrap(), &headers, now);
        let Some(finished) = done(step, body) else { return (None, state) };
        let polled = finished.record(&mut state);
        (Some(polled.outcome), state)
    }

    #[test]
    fn the_state_of_another_feed_is_left_as_it_is() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let mut state = FeedState::new("https://harbour.example/tides");
        for url in ["https://harbour.example/tides", "https://harbour.example/ships"] {
            let exchange = Exchange::start(&mut state, now).unwrap();
            let Step::Done(finished) = exchange.receive(StatusCode::GONE, &HeaderMap::new(), now) else {
                panic!()
            };
            let mut other = FeedState::new(url);
            finished.record(&mut other);
            assert_eq!((other.url.as_str(), other.gone), (url, url == state.url));
        }
    }

    #[test]
    fn each_status_has_its_outcome() {
        let failed = |status| Some(FetchOutcome::Failed(Failure::Status { status }));
        let to = &[("location", &b"/b"[..])][..];
        let wait = &[("retry-after", &b"90"[..])][..];
        let after = Some(Duration::from_secs(90));
        let busy = |after| Some(FetchOutcome::Failed(Failure::Busy { after }));
        let wrong: Vec<_> = [
            (301, to, None, 1),
            (302, to, None, 1),
            (303, to, None, 1),
            (307, to, None, 1),
            (308, to, None, 1),
            (300, to, failed(300), 1),
            (304, &[], Some(FetchOutcome::NotModified), 0),
            (204, &[], failed(204), 1),
            (404, wait, failed(404), 1),
            (410, &[], Some(FetchOutcome::Failed(Failure::Gone)), 1),
            (429, wait, busy(after), 1),
            (429, &[], busy(None), 1),
            (503, wait, busy(after), 1),
        ]
        .into_iter()
        .filter_map(|(status, fields, expected, failures)| {
            let (outcome, state) = outcome(status, fields);
            let is_right = outcome == expected && state.failures == failures && !state.validators.is_empty();
            (!is_right).then_some((status, outcome, state))
        })
        .collect();
        assert_eq!(wrong, []);
        for status in [200, 201, 203, 206, 226, 299] {
            let (fresh, state) = outcome(status, &[("etag", b"\"2\"")]);
            assert!(matches!(fresh, Some(FetchOutcome::Fresh(_))), "{status}");
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
            ("{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": []}", true),
            ("<html><body><p>Not found</p></body></html>", false),
            ("Not found", false),
            ("", false),
        ]
        .into_iter()
        .filter(|(body, is_feed)| {
            let (outcome, state) = outcome_of(200, &[("etag", b"\"2\"")], body);
            let (is_fresh, parsed) = match outcome {
                Some(FetchOutcome::Fresh(parsed)) => (true, parsed),
                Some(FetchOutcome::NotAFeed(parsed)) => (false, parsed),
                _ => return true,
            };
            let is_accepted = state.failures == 0 && state.fingerprint.is_some();
            let has_new_validators = state.validators.etag == Some(HeaderValue::from_static("\"2\""));
            [parsed.is_feed(), is_fresh, is_accepted, has_new_validators] != [*is_feed; 4]
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_poll_can_move_between_threads() {
        fn is_movable<T: Send + 'static>() {}
        is_movable::<Exchange>();
        is_movable::<Step>();
        is_movable::<Polled>();
    }

    #[test]
    fn a_poll_without_a_response_is_a_failure() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let (_, before) = outcome(200, &[("etag", b"\"2\"")]);
        let wrong: Vec<_> = ["https://harbour.example/tides", "ftp://harbour.example/tides"]
            .into_iter()
            .filter(|url| {
                let mut state = FeedState { url: (*url).to_owned(), ..before.clone() };
                for _ in 0..3 {
                    drop(Exchange::start(&mut state, now));
                }
                state
                    != FeedState { failures: 3, polled: Some(now), url: (*url).to_owned(), ..before.clone() }
            })
            .collect();
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn a_body_that_is_too_large_is_not_parsed() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let feed = b"<rss version='2.0'><channel/></rss>";
        for (limit, is_feed) in [(u64::MAX, true), (35, true), (34, false), (0, false)] {
            let mut state = FeedState::new("https://harbour.example/tides");
            let exchange = Exchange::start(&mut state, now).unwrap().max_body(limit);
            let Step::Body(mut body) = exchange.receive(StatusCode::OK, &HeaderMap::new(), now) else {
                panic!()
            };
            let pushed = feed.iter().filter(|byte| body.push(&[**byte]).is_ok()).count();
            let outcome = done(Step::Body(body), "").unwrap().record(&mut state).outcome;
            assert_eq!(pushed as u64, limit.min(35));
            assert_eq!(matches!(outcome, FetchOutcome::Fresh(_)), is_feed, "{limit}");
            assert_eq!(state.failures == 0, is_feed, "{limit}");
        }
    }

    #[test]
    fn a_decoded_body_is_parsed() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let mut state = FeedState::new("https://harbour.example/tides");
        let exchange = Exchange::start(&mut state, now).unwrap();
        let Step::Body(mut body) = exchange.receive(StatusCode::OK, &HeaderMap::new(), now) else { panic!() };
        body.push(b">/ssr<").unwrap();
        let reversed = |bytes: Vec<u8>| Ok::<_, TooLarge>(bytes.into_iter().rev().chain(*b" ").collect());
        body.decode(reversed).unwrap();
        let polled = done(Step::Body(body), "").unwrap().record(&mut state);
        assert_eq!((&polled.response.body[..], polled.response.transferred), (&b"<rss/> "[..], 6));
    }

    const SOUTH: &str = "https://harbour.example/south";
    const NORTH: &str = "https://harbour.example/north";

    /// A server's response: its status and body, or no response at all.
    type Answer<'a> = Option<(u16, &'a str)>;

    /// Polls the feed at `SOUTH` from servers that answer by URL. Returns the requested URLs, the outcome, and the stored URL.
    fn poll_of(
        state: &mut FeedState,
        now: Timestamp,
        servers: &[(&str, Answer<'_>)],
    ) -> (String, String, String) {
        let mut step = Step::Request(Exchange::start(state, now).unwrap());
        let mut asked = Vec::new();
        loop {
            step = match step {
                Step::Request(exchange) => {
                    asked.push(exchange.url().rsplit_once('/').unwrap().1.to_owned());
                    let answer = servers.iter().find(|(url, _)| *url == exchange.url());
                    match answer.and_then(|(_, answer)| *answer) {
                        None => match exchange.give_up(now) {
                            Some(finished) => Step::Done(finished),
                            None => return (asked.join(" "), "no response".to_owned(), state.url.clone()),
                        },
                        Some((status, body)) => {
                            let location =
                                HeaderValue::from_str(body).unwrap_or(HeaderValue::from_static(""));
                            let headers = HeaderMap::from_iter([(LOCATION, location)]);
                            let status = StatusCode::from_u16(status).unwrap();
                            match exchange.receive(status, &headers, now) {
                                Step::Body(mut response) => {
                                    response.push(body.as_bytes()).unwrap();
                                    Step::Body(response)
                                }
                                step => step,
                            }
                        }
                    }
                }
                Step::Body(response) => response.finish(&Parser::new(), now),
                Step::Done(finished) => {
                    let outcome = finished.record(state).outcome;
                    let title = match &outcome {
                        FetchOutcome::Fresh(parsed) => {
                            parsed.feed.title_text().unwrap_or_default().into_owned()
                        }
                        outcome => outcome.to_string(),
                    };
                    return (asked.join(" "), title, state.url.clone());
                }
            };
        }
    }

    #[test]
    fn an_announced_move_is_followed_if_a_feed_is_there() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let announcing = |title: &str, to: &str| {
            format!(
                "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>{title}</title>\
                 <itunes:new-feed-url>{to}</itunes:new-feed-url></channel></rss>"
            )
        };
        let (south, north) =
            (announcing("South", NORTH), "<rss><channel><title>North</title></channel></rss>");
        let redirect = format!("<redirect><newLocation>{NORTH}</newLocation></redirect>");
        let in_channel =
            format!("<rss><channel><title>South</title><newLocation>{NORTH}</newLocation></channel></rss>");
        let (back, itself) =
            (announcing("North", SOUTH), announcing("South", "HTTPS://harbour.example:443/./south#x"));
        let (script, plain) =
            (announcing("South", "javascript:x"), announcing("South", "http://harbour.example/north"));
        let wrong: Vec<_> = [
            ("a feed", &south, Some((200, north)), "south north", "North", NORTH),
            ("newLocation in a channel", &in_channel, Some((200, north)), "south north", "North", NORTH),
            ("a redirect as a document", &redirect, Some((200, north)), "south north", "North", NORTH),
            ("https is kept", &plain, Some((200, north)), "south north", "North", NORTH),
            ("a page", &south, Some((200, "<html><p>Sold</p></html>")), "south north", "South", SOUTH),
            ("404", &south, Some((404, "")), "south north", "South", SOUTH),
            ("410", &south, Some((410, "")), "south north", "South", SOUTH),
            ("429", &south, Some((429, "")), "south north", "South", SOUTH),
            ("no response", &south, None, "south north", "South", SOUTH),
            ("a redirect back", &south, Some((301, SOUTH)), "south north", "South", SOUTH),
            ("each names the other", &south, Some((200, &*back)), "south north", "South", SOUTH),
            ("itself", &itself, None, "south", "South", SOUTH),
            ("a script", &script, None, "south", "South", SOUTH),
        ]
        .into_iter()
        .filter_map(|(case, first, second, asked, title, url)| {
            let mut state = FeedState::new(SOUTH);
            let found = poll_of(&mut state, now, &[(SOUTH, Some((200, first))), (NORTH, second)]);
            let expected = (asked.to_owned(), title.to_owned(), url.to_owned());
            (found != expected || state.gone || state.failures != 0).then_some((case, found))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_move_has_the_address_that_is_left() {
        const FEED: &str = "<rss><channel/></rss>";
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let wrong: Vec<_> = [
            (SOUTH, 301, Some(SOUTH)),
            (SOUTH, 308, Some(SOUTH)),
            (SOUTH, 302, None),
            ("https://ada:s3cret@harbour.example/south", 301, Some(SOUTH)),
            ("feed:https://harbour.example/south", 301, Some("feed:https://harbour.example/south")),
        ]
        .into_iter()
        .map(|(from, status, expected)| {
            let mut state = FeedState::new(from);
            let headers = HeaderMap::from_iter([(LOCATION, HeaderValue::from_static(NORTH))]);
            let status = StatusCode::from_u16(status).unwrap();
            let step = Exchange::start(&mut state, now).unwrap().receive(status, &headers, now);
            let Step::Request(exchange) = step else { panic!() };
            let step = exchange.receive(StatusCode::OK, &HeaderMap::new(), now);
            let polled = done(step, FEED).unwrap().record(&mut state);
            (from, status, polled.moved_from, expected)
        })
        .filter(|(_, _, found, expected)| found.as_deref() != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_failed_move_is_tried_again_after_a_day() {
        let start: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let hours = |hours: u64| start.saturating_add(Duration::from_secs(hours * 60 * 60));
        let south =
            format!("<rss><channel><title>South</title><newLocation>{NORTH}</newLocation></channel></rss>");
        let servers = [(SOUTH, Some((200, &*south))), (NORTH, Some((404, "")))];
        let mut state = FeedState::new(SOUTH);
        let asked = [0, 1, 23, 24, 25, 71, 72, 100].map(|hour| poll_of(&mut state, hours(hour), &servers).0);
        assert_eq!(
            asked,
            ["south north", "south", "south", "south north", "south", "south", "south north", "south"]
        );
        // The feed has the same bytes, and the new address finally has a feed.
        let servers =
            [servers[0], (NORTH, Some((200, "<rss><channel><title>North</title></channel></rss>")))];
        assert_eq!(
            poll_of(&mut state, hours(1000), &servers),
            ("south north".into(), "North".into(), NORTH.into())
        );
        assert_eq!(poll_of(&mut state, hours(1001), &servers).0, "north");
    }

    #[test]
    fn a_revived_feed_stays_where_it_is() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let south =
            format!("<rss><channel><title>South</title><newLocation>{NORTH}</newLocation></channel></rss>");
        let servers = [
            (SOUTH, Some((200, &*south))),
            (NORTH, Some((200, "<rss><channel><title>North</title></channel></rss>"))),
        ];
        let mut state = FeedState::new(SOUTH);
        poll_of(&mut state, now, &servers);
        assert_eq!(state.url, NORTH);
        state.revive(SOUTH, now);
        assert_eq!(poll_of(&mut state, now, &servers), ("south".into(), "South".into(), SOUTH.into()));
    }

    /// Follows permanent redirects. Returns the names of the header fields in each request and in the next poll, and the stored URL.
    fn headers_along(from: &str, locations: &[&'static str]) -> (Vec<Vec<String>>, String) {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let mut defaults = RequestHeaders::new();
        for (name, value) in [("Accept-Language", "de"), ("X-Client", "1"), ("Cookie", "client=1")] {
            defaults.insert(name, value).unwrap();
        }
        let mut state =
            FeedState::new(from).header("Cookie", "feed=1").unwrap().header("Pragma", "x").unwrap();
        let names = |exchange: &Exchange| {
            let mut names: Vec<_> = exchange.headers().keys().map(ToString::to_string).collect();
            names.retain(|name| !name.starts_with("accept"));
            names.sort_unstable();
            names
        };
        let mut exchange = Exchange::start(&mut state, now).unwrap().default_headers(&defaults);
        assert_eq!(exchange.headers()["cookie"], "feed=1");
        let mut sent = vec![names(&exchange)];
        for location in locations {
            let headers = HeaderMap::from_iter([(LOCATION, HeaderValue::from_static(location))]);
            let Step::Request(next) = exchange.receive(StatusCode::MOVED_PERMANENTLY, &headers, now) else {
                panic!("{location}")
            };
            assert_eq!(next.headers()["accept-language"], "de");
            sent.push(names(&next));
            exchange = next;
        }
        let step = exchange.receive(StatusCode::OK, &HeaderMap::new(), now);
        done(step, "<rss version='2.0'><channel/></rss>").unwrap().record(&mut state);
        sent.push(names(&Exchange::start(&mut state, now).unwrap()));
        (sent, state.url)
    }

    #[test]
    fn header_fields_stay_within_their_origin() {
        let all = ["cookie", "pragma", "x-client"];
        let wrong: Vec<_> = [
            // The fields of each request, and of the feed in the next poll.
            (&["/b"][..], vec![&all[..], &all, &["cookie", "pragma"]]),
            (&["https://harbour.example/b"], vec![&all, &all, &["cookie", "pragma"]]),
            (&["http://lighthouse.example/"], vec![&all, &["pragma"], &["pragma"]]),
            (&["http://harbour.example:8080/"], vec![&all, &["pragma"], &["pragma"]]),
            (
                &["//lighthouse.example/", "http://harbour.example/b"],
                vec![&all, &["pragma"], &["pragma"], &["pragma"]],
            ),
            (
                &["http://ben:s3cret@lighthouse.example/"],
                vec![&all, &["authorization", "pragma"], &["authorization", "pragma"]],
            ),
        ]
        .into_iter()
        .filter_map(|(locations, expected)| {
            let (sent, url) = headers_along("http://harbour.example/a", locations);
            (sent != expected).then_some((locations, sent, url))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn credentials_are_not_shown() {
        let now = "2026-11-21T12:00:00Z".parse().unwrap();
        let mut state =
            FeedState::new("https://anna:s3cret@harbour.example/a").header("X-Key", "s3cret").unwrap();
        let exchange = Exchange::start(&mut state, now).unwrap().default_headers(&state.headers);
        let shown = format!("{state:?} {exchange:?} {:?}", exchange.request());
        assert!(!shown.contains("s3cret"), "{shown}");
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
            let is_success = matches!(outcome, Some(FetchOutcome::Fresh(_) | FetchOutcome::NotModified));
            assert_eq!(state.failures == 0, is_success, "{status} {fields:?}");
            assert_eq!(&state.url, "https://harbour.example/tides", "{status} {fields:?}");
            Ok(())
        });
    }
}

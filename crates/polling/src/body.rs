//! The body of a response, and the end of a poll.

use std::fmt;
use std::time::Duration;

use ::http::header::CONTENT_TYPE;

use super::exchange::{Exchange, ResponseHead, Step};
use super::hosts::HostReply;
use super::outcome::{Failure, FetchOutcome, Polled, TooLarge};
use super::{FeedState, Fingerprint, walls};
use bozofeed::{Document, Headers, Parser, Timestamp};

/// The default size limit for the transferred body of a response: 32 MiB. It is meant for clients that decompress bodies
/// themselves; others only know the decompressed size.
pub const MAX_TRANSFER: u64 = 32 << 20;

/// The default size limit for the decompressed body of a response: 64 MiB.
pub const MAX_BODY: u64 = 64 << 20;

/// A response whose body may be a feed. [`push`](Self::push) each part as it arrives, then [`finish`](Self::finish).
///
/// It can be moved to another thread, so that parsing does not block an executor. The [module](super) has an example.
#[must_use = "the poll is not finished"]
pub struct ResponseBody {
    exchange: Exchange,
    head: ResponseHead,
    bytes: Vec<u8>,
    /// The size before decoding, if the body was decoded.
    transferred: Option<u64>,
    too_large: Option<TooLarge>,
}

impl ResponseBody {
    pub(super) fn new(exchange: Exchange, head: ResponseHead) -> Self {
        Self { exchange, head, bytes: Vec::new(), transferred: None, too_large: None }
    }

    pub(super) fn host_reply(&self) -> HostReply {
        self.exchange.host_reply
    }

    /// Appends a part of the body.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed_polling::{Exchange, Failure, FeedState, FetchOutcome, Step};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let exchange = Exchange::start(&mut state, now)?.max_body(10);
    /// let Step::Body(mut body) = exchange.receive(StatusCode::OK, &HeaderMap::new(), now) else { panic!() };
    /// assert!(body.push(b"<rss>").is_ok());
    /// assert!(body.push(b"<channel>").is_err());
    /// let Step::Done(finished) = body.finish(&Parser::new(), now) else { panic!() };
    /// let polled = finished.record(&mut state);
    /// assert_eq!(polled.outcome.to_string(), "the response exceeds 10 bytes");
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the body exceeds the [limit](Exchange::max_body). Nothing more need be received then;
    /// [`finish`](Self::finish) returns [`Failure::TooLarge`].
    pub fn push(&mut self, part: &[u8]) -> Result<(), TooLarge> {
        let limit = self.exchange.body_limit();
        let size = (self.bytes.len() as u64).saturating_add(part.len() as u64);
        if self.too_large.is_none() && size > limit {
            self.too_large = Some(TooLarge { limit });
            // The rest is not received, and part of a feed must not be mistaken for the whole.
            self.bytes = Vec::new();
        }
        if let Some(error) = self.too_large {
            return Err(error);
        }
        self.bytes.extend_from_slice(part);
        Ok(())
    }

    /// Adds the time taken to receive the body, like [`Exchange::spend`].
    pub fn spend(&mut self, time: Duration) {
        self.exchange.spend(time);
    }

    /// Replaces the body with the result of `decode`, for clients that do not remove the content coding (`gzip`, `br`) themselves.
    /// [`Received::transferred`](super::Received::transferred) keeps the size before decoding. `decode` must limit the size of its
    /// result itself; [`MAX_BODY`] is a good limit.
    ///
    /// # Errors
    ///
    /// The error of `decode`. In this case, [give up](Self::give_up) the poll: the body is lost.
    pub fn decode<E>(&mut self, decode: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, E>) -> Result<(), E> {
        if self.too_large.is_none() {
            self.transferred.get_or_insert(self.bytes.len() as u64);
            self.bytes = decode(std::mem::take(&mut self.bytes))?;
        }
        Ok(())
    }

    /// Parses the body, which must be complete and have no content coding. The headers and the URL of the response are also passed
    /// to `parser`.
    ///
    /// The next step is usually [`Step::Done`]. If the feed [announces](bozofeed::model::Feed::new_url) a new address, it is
    /// [`Step::Request`], to make sure that there is a feed; if there is none, the poll ends with this document.
    ///
    /// This takes as long as parsing does, unless the body is the same as last time. In an asynchronous program, call it where
    /// blocking is allowed, such as in `spawn_blocking`.
    pub fn finish(self, parser: &Parser, now: Timestamp) -> Step {
        let Self { mut exchange, mut head, bytes, transferred, too_large } = self;
        if let Some(error) = too_large {
            return Step::Done(exchange.fail(head, FetchOutcome::Failed(Failure::TooLarge(error)), now));
        }
        head.transferred = transferred.unwrap_or(bytes.len() as u64);
        head.body = bytes;
        let content_type = head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let fingerprint = Fingerprint::of(content_type, &head.body);
        if exchange.has_feed(fingerprint) {
            // New validators may come with the same bytes.
            exchange.accept(&head, fingerprint, now);
            return exchange.unchanged(head, now);
        }
        let document =
            Document::new(&head.body).headers(head.headers.iter().collect::<Headers>()).url(exchange.url());
        let parsed = Box::new(parser.parse(document));
        if parsed.is_feed() {
            exchange.fresh(head, fingerprint, parsed, now)
        } else {
            // Not earlier, since a feed may quote a firewall's page.
            let outcome = match walls::of_page(&head.body) {
                Some(firewall) => {
                    FetchOutcome::Failed(Failure::Blocked { firewall, status: head.status.as_u16() })
                }
                None => FetchOutcome::NotAFeed(parsed),
            };
            Step::Done(exchange.fail(head, outcome, now))
        }
    }

    /// Gives up the poll, because the rest of the body does not arrive or its content coding is malformed. See
    /// [`Exchange::give_up`].
    pub fn give_up(self, now: Timestamp) -> Option<Finished> {
        self.exchange.give_up(now)
    }
}

/// Shows the size of the body instead of its bytes.
impl fmt::Debug for ResponseBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseBody")
            .field("exchange", &self.exchange)
            .field("received", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

/// A poll that is finished, but not yet recorded in the feed's state.
///
/// [`record`](Self::record) is the only way to get the result, so that no poll goes unrecorded.
#[derive(Debug)]
#[must_use = "the poll is not recorded"]
pub struct Finished {
    pub(super) state: FeedState,
    /// The URL of the state when the poll was started.
    pub(super) started_url: String,
    /// The part of the last response that concerns its host.
    pub(super) host_reply: HostReply,
    pub(super) polled: Polled,
}

impl Finished {
    /// Replaces the feed's state with the state after the poll, and returns the result. Store the state, whatever the result is.
    ///
    /// A state whose URL differs from the one at the start of the poll is not changed: it belongs to another feed, or the
    /// subscription was edited in the meantime.
    pub fn record(self, state: &mut FeedState) -> Polled {
        if state.url == self.started_url {
            *state = self.state;
        }
        self.polled
    }
}

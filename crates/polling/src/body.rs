//! The body of a response, and the end of a poll.

use std::fmt;
use std::time::Duration;

use ::http::header::CONTENT_TYPE;

use super::exchange::{Exchange, ResponseHead, Step};
use super::hosts::HostReply;
use super::outcome::{Failure, FetchOutcome, Polled, TooLarge};
use super::{FeedState, Fingerprint, walls};
use bozofeed::{Document, Headers, Parser, Timestamp};

/// The default size limit for the body of a response as it is transferred: 32 MiB. It is that of a client that decompresses bodies
/// itself; others only know the decompressed size.
pub const MAX_TRANSFER: u64 = 32 << 20;

/// The default size limit for the body of a response, decompressed: 64 MiB.
pub const MAX_BODY: u64 = 64 << 20;

/// A response whose body may be a feed: [`push`](Self::push) what is received, then [`finish`](Self::finish).
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
            // The rest is not received, and a part of a feed must not be taken for the feed.
            self.bytes = Vec::new();
        }
        if let Some(error) = self.too_large {
            return Err(error);
        }
        self.bytes.extend_from_slice(part);
        Ok(())
    }

    /// Adds the time that it took to receive the body, like [`Exchange::spend`].
    pub fn spend(&mut self, time: Duration) {
        self.exchange.spend(time);
    }

    /// Replaces the body by what `decode` makes of it: for clients that do not remove the content coding (`gzip`, `br`) themselves.
    /// [`Received::transferred`](super::Received::transferred) is the size before. `decode` is responsible for the size of its
    /// result; [`MAX_BODY`] is a good limit.
    ///
    /// # Errors
    ///
    /// That of `decode`. [Give up](Self::give_up) the poll then: the body is lost.
    pub fn decode<E>(&mut self, decode: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, E>) -> Result<(), E> {
        if self.too_large.is_none() {
            self.transferred.get_or_insert(self.bytes.len() as u64);
            self.bytes = decode(std::mem::take(&mut self.bytes))?;
        }
        Ok(())
    }

    /// Parses the body, which must be complete and without content coding. `parser` gets the headers and the URL of the response,
    /// too.
    ///
    /// The next step is usually [`Step::Done`]. If the feed [announces](bozofeed::model::Feed::new_url) that it is at another address now, it is
    /// [`Step::Request`], since a feed must be there; otherwise the poll ends with this document.
    ///
    /// This takes as long as parsing does, unless the body is that of the last feed. In an asynchronous program, call it on a
    /// thread where that does not matter, such as by `spawn_blocking`.
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
            // The same bytes may come with new validators.
            exchange.accept(&head, fingerprint, now);
            return exchange.unchanged(head, now);
        }
        let document =
            Document::new(&head.body).headers(head.headers.iter().collect::<Headers>()).url(exchange.url());
        let parsed = Box::new(parser.parse(document));
        if parsed.is_feed() {
            exchange.fresh(head, fingerprint, parsed, now)
        } else {
            // Only now, since a feed may quote the page of a firewall.
            let outcome = match walls::of_page(&head.body) {
                Some(firewall) => {
                    FetchOutcome::Failed(Failure::Blocked { firewall, status: head.status.as_u16() })
                }
                None => FetchOutcome::NotAFeed(parsed),
            };
            Step::Done(exchange.fail(head, outcome, now))
        }
    }

    /// Gives up the poll, since the rest of the body does not come or its content coding is broken. See
    /// [`Exchange::give_up`].
    pub fn give_up(self, now: Timestamp) -> Option<Finished> {
        self.exchange.give_up(now)
    }
}

/// The size of the body instead of its bytes.
impl fmt::Debug for ResponseBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseBody")
            .field("exchange", &self.exchange)
            .field("received", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

/// A poll that is finished, but not yet recorded in the state of the feed.
///
/// [`record`](Self::record) is the only way to the result, so that no poll is forgotten.
#[derive(Debug)]
#[must_use = "the poll is not recorded"]
pub struct Finished {
    pub(super) state: FeedState,
    /// The URL of the state when the poll was started.
    pub(super) started_url: String,
    /// The last response, as far as it concerns its host.
    pub(super) host_reply: HostReply,
    pub(super) polled: Polled,
}

impl Finished {
    /// Replaces the state of the feed by that after the poll, and returns the result of the poll. Store the state, whatever the
    /// result is.
    ///
    /// A state that has another URL than at the start of the poll, because it is that of another feed or because the subscription
    /// was edited meanwhile, is left as it is.
    pub fn record(self, state: &mut FeedState) -> Polled {
        if state.url == self.started_url {
            *state = self.state;
        }
        self.polled
    }
}

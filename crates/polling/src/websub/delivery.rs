//! Content distribution (§7): a version of the feed sent by a hub.

use std::fmt;
use std::time::Duration;

use ::http::HeaderMap;
use ::http::header::{CONTENT_ENCODING, CONTENT_TYPE};

use crate::fingerprint::Fingerprint;
use crate::{FeedState, FetchOutcome, Polled, Received};
use bozofeed::{Document, Headers, Parsed, Parser, Timestamp};

/// A version of the feed that a hub sent, with a valid signature. [Read](Self::read) it.
#[must_use = "it is not read yet"]
pub struct Delivery {
    pub(super) topic: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

/// A version of the feed that a hub sent, parsed. [Record](Self::record) it in the feed's state to get the result.
#[derive(Debug)]
#[must_use = "the result is not recorded"]
pub struct ReadDelivery {
    parsed: Box<Parsed>,
    fingerprint: Fingerprint,
    response: Received,
}

impl Delivery {
    /// Returns the header fields with which the hub sent it.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the body as the hub sent and signed it, with its content coding (`Content-Encoding`).
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// Replaces the body with its decoded form. The signature covers the encoded form, and this crate does not decode it.
    pub fn with_decoded_body(mut self, body: Vec<u8>) -> Self {
        self.headers.remove(CONTENT_ENCODING);
        self.body = body;
        self
    }

    /// Parses the document. Its relative URLs are resolved against the topic.
    ///
    /// This takes as long as parsing does. The feed's state is not needed, so it need not be locked in the meantime.
    pub fn read(self, parser: &Parser) -> ReadDelivery {
        let Self { topic, headers, body } = self;
        let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let fingerprint = Fingerprint::of(content_type, &body);
        let document = Document::new(&body).headers(headers.iter().collect::<Headers>()).url(&topic);
        let parsed = Box::new(parser.parse(document));
        let response = Received {
            url: topic,
            status: 200,
            headers,
            transferred: body.len() as u64,
            body,
            redirects: Vec::new(),
            elapsed: Duration::ZERO,
        };
        ReadDelivery { parsed, fingerprint, response }
    }
}

impl ReadDelivery {
    /// Records the delivery in the feed's state, and returns the result, like a poll. Store the state.
    ///
    /// The entries are treated like those of a poll, but a missing entry is not gone: some hubs only send changed entries. The
    /// parts of the state about polls, such as validators and failures, are not changed, and a delivery that is not a feed
    /// changes nothing. An announced move is left to the next poll. The outcome is never [`Failed`](FetchOutcome::Failed).
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed_polling::FeedState;
    /// use bozofeed_polling::websub::{HubSecret, HubSubscription};
    /// use http::{HeaderMap, HeaderName, HeaderValue};
    ///
    /// let secret = HubSecret::new("9c1d2e7f40b8a356")?;
    /// let (topic, hub) = ("https://harbour.example/tides", "https://hub.example/");
    /// let subscription = HubSubscription::new(topic, hub, "https://planet.example/websub/5f0c8e", secret)?;
    /// let signature = HeaderValue::from_static("sha1=b35d773afb09701b7cff74162a023cb195ef2f24");
    /// let headers = HeaderMap::from_iter([(HeaderName::from_static("x-hub-signature"), signature)]);
    ///
    /// let mut state = FeedState::new("https://harbour.example/tides");
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// for outcome in ["new version with 1 entry", "not modified"] {
    ///     let delivery = subscription.accept(&headers, b"<rss><channel><item/></channel></rss>".to_vec())?;
    ///     assert_eq!(delivery.read(&Parser::new()).record(&mut state, now).outcome.to_string(), outcome);
    /// }
    /// assert_eq!((state.changed, state.polled), (Some(now), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record(self, state: &mut FeedState, now: Timestamp) -> Polled {
        let Self { parsed, fingerprint, response } = self;
        let outcome = if !parsed.is_feed() {
            FetchOutcome::NotAFeed(parsed)
        } else if state.fingerprint == Some(fingerprint) {
            FetchOutcome::NotModified
        } else {
            state.fingerprint = Some(fingerprint);
            state.changed = Some(now);
            state.hints.add(&parsed, now);
            FetchOutcome::Fresh(parsed)
        };
        Polled { outcome, moved_from: None, response }
    }
}

/// Shows the size of the body instead of its bytes.
impl fmt::Debug for Delivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delivery")
            .field("topic", &self.topic)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

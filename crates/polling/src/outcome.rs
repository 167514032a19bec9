//! The result of a poll.

use std::fmt;
use std::time::Duration;

use ::http::header::{HeaderMap, LOCATION, SET_COOKIE};

use bozofeed::{Document, Headers, Parsed, WebLink};

/// The outcome of a poll. There will be no other variants.
///
/// ```
/// use bozofeed_polling::FetchOutcome;
///
/// fn store(outcome: FetchOutcome) {
///     match outcome {
///         FetchOutcome::Fresh(feed) => println!("{} entries", feed.entries.len()),
///         FetchOutcome::NotModified => {}
///         // The stored feed is not changed.
///         outcome @ (FetchOutcome::NotAFeed(_) | FetchOutcome::Failed(_)) => println!("{outcome}"),
///     }
/// }
/// # store(FetchOutcome::NotModified);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum FetchOutcome {
    /// The feed changed, or was received for the first time. The document [is a feed](Parsed::is_feed), in whatever state.
    Fresh(Box<Parsed>),
    /// The feed has not changed: 304, or the same body again.
    NotModified,
    /// A document that is not a feed, such as a login page. [`Parsed::bozo`] has the reason: [`NotAFeed`](bozofeed::Bozo::NotAFeed), or
    /// [`LimitExceeded`](bozofeed::Bozo::LimitExceeded) if a limit was reached before a feed was found. The poll counts as a failure, and
    /// the next request is conditional on the last feed, not on this document.
    NotAFeed(Box<Parsed>),
    /// The server sent no document.
    Failed(Failure),
}

/// A message such as `not modified`.
impl fmt::Display for FetchOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fresh(parsed) => match parsed.entries.len() {
                1 => f.write_str("new version with 1 entry"),
                count => write!(f, "new version with {count} entries"),
            },
            Self::NotModified => f.write_str("not modified"),
            Self::NotAFeed(parsed) => match &parsed.bozo {
                Some(bozo) => bozo.fmt(f),
                None => f.write_str("not a feed"),
            },
            Self::Failed(failure) => failure.fmt(f),
        }
    }
}

/// The reason why a server sent no document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The feed is gone for good (410): do not request it again. After a temporary redirect, 410 is a
    /// [`Status`](Self::Status), since only the temporary address is gone.
    #[error("gone for good (status 410)")]
    Gone,
    /// The server is busy (429, 503).
    #[error("the server is busy{}", after.map(|after| format!("; ask again in {} s", after.as_secs())).unwrap_or_default())]
    Busy {
        /// The time to wait, if the server gives it (`Retry-After`). Otherwise [`schedule`](super::schedule) backs off.
        after: Option<Duration>,
    },
    /// A firewall answered instead of the server, because the client is not a browser: a challenge, a CAPTCHA or a refusal. The feed
    /// itself is fine; its publisher can exempt it from the check. Ask no more often than after any other failure.
    #[error("blocked by a firewall ({firewall}, status {status})")]
    Blocked {
        /// The name of the firewall, for people.
        firewall: &'static str,
        /// The status code: 403 and 503, but also 200 and 202.
        status: u16,
    },
    /// Another status without a document: 404, 500, and also 204.
    #[error("{}", answered(*status))]
    Status {
        /// The status code.
        status: u16,
    },
    /// A redirect without a usable `Location` field.
    #[error("redirect without a location (status {status})")]
    MissingLocation {
        /// The status code.
        status: u16,
    },
    /// A redirect to a URL that is not `http:` or `https:`.
    #[error("redirect to an unusable URL: {0}")]
    UnusableLocation(super::UrlError),
    /// A redirect to a URL that was requested before.
    #[error("redirect loop at '{url}'")]
    RedirectLoop {
        /// The URL without its credentials.
        url: String,
    },
    /// Too many redirects in a row.
    #[error("more than {limit} redirects")]
    TooManyRedirects {
        /// The number of redirects that are followed.
        limit: usize,
    },
    /// 304 for a request that was not conditional.
    #[error("status 304 for an unconditional request")]
    UnexpectedNotModified,
    /// The body is larger than the limit: see [`ResponseBody::push`](super::ResponseBody::push).
    #[error(transparent)]
    TooLarge(TooLarge),
}

/// Returns the message for a status without a document.
fn answered(status: u16) -> String {
    match status {
        407 => "the proxy needs credentials (status 407)".to_owned(),
        status => format!("the server answered with status {status}"),
    }
}

/// The error for a body that is larger than its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the response exceeds {limit} bytes")]
#[non_exhaustive]
pub struct TooLarge {
    /// The limit in bytes.
    pub limit: u64,
}

/// A redirect that was followed, or a move that the feed [announced](bozofeed::model::Feed::new_url).
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Redirect {
    /// The status code of the response with the redirect (301, 302, 303, 307 or 308) or of the feed: 200, or 304 if it is unchanged.
    pub status: u16,
    /// The target, without credentials.
    pub to: String,
}

/// Hides secrets.
impl fmt::Debug for Redirect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { status, to } = self;
        f.debug_struct("Redirect")
            .field("status", status)
            .field("to", &super::without_credentials(to))
            .finish()
    }
}

impl Failure {
    /// Returns whether the server refuses the document to this client, but perhaps not to others: a firewall, or a status such as 401, 403
    /// or 451. The refused page may have a feed.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Blocked { .. } | Self::Status { status: 401 | 402 | 403 | 405 | 406 | 451 })
    }
}

impl Redirect {
    /// Returns whether the redirect is permanent, so that the old URL should not be requested again: 301, 308, and moves announced by the
    /// feed.
    pub fn is_permanent(&self) -> bool {
        !matches!(self.status, 302 | 303 | 307)
    }
}

/// A message such as `301 permanently to https://harbour.example/tides.rss`.
impl fmt::Display for Redirect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            status @ (301 | 308) => write!(f, "{status} permanently to {}", self.to),
            status @ (302 | 303 | 307) => write!(f, "{status} temporarily to {}", self.to),
            _ => write!(f, "announced by the feed: {}", self.to),
        }
    }
}

/// The result of a poll.
#[derive(Clone)]
#[non_exhaustive]
pub struct Polled {
    /// The outcome of the poll.
    pub outcome: FetchOutcome,
    /// The URL of the feed before this poll, without credentials, if the feed moved permanently: every redirect was permanent or announced
    /// by the feed, and a feed was found. The [`FeedState`](super::FeedState) then has the new URL. `None` if it did not move.
    pub moved_from: Option<String>,
    /// The response that was received last.
    pub response: Received,
}

/// Hides secrets.
impl fmt::Debug for Polled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { outcome, moved_from, response } = self;
        f.debug_struct("Polled")
            .field("outcome", outcome)
            .field("moved_from", &moved_from.as_deref().map(super::without_credentials))
            .field("response", response)
            .finish()
    }
}

/// A received response: its status, headers and body, and the redirects that led to it.
///
/// It can be converted to a [`Document`], for example to look for feeds in a page.
#[derive(Clone)]
#[non_exhaustive]
pub struct Received {
    /// The URL, after redirects, without credentials.
    pub url: String,
    /// The status code.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, without content coding. Empty if the status rules out a feed (unsuccessful, 204 or 205).
    pub body: Vec<u8>,
    /// The number of transferred bytes. Smaller than `body` if it was compressed and the client reports it.
    pub transferred: u64,
    /// The redirects that were followed.
    pub redirects: Vec<Redirect>,
    /// The duration of the poll.
    pub elapsed: Duration,
}

impl Received {
    /// Returns the links of the `Link` fields (RFC 8288): `self`, `hub` (of `WebSub`), `next`, `alternate` and others. Targets are
    /// resolved against the URL.
    ///
    /// ```
    /// use bozofeed_polling::{Exchange, FeedState, Step};
    /// use http::{HeaderMap, HeaderValue, StatusCode};
    ///
    /// let now = bozofeed::Timestamp::now();
    /// let mut state = FeedState::new("https://harbour.example/tides");
    /// let mut headers = HeaderMap::new();
    /// headers.insert("link", HeaderValue::from_static("</hub>; rel=hub, </tides?page=2>; rel=\"next\""));
    /// let Step::Done(finished) = Exchange::start(&mut state, now)?.receive(StatusCode::NOT_FOUND, &headers, now) else { panic!() };
    /// let links = finished.record(&mut state).response.links();
    /// assert_eq!(links[0].href, "https://harbour.example/hub");
    /// assert!(links[1].has_rel("next"));
    /// # Ok::<(), bozofeed_polling::UrlError>(())
    /// ```
    pub fn links(&self) -> Vec<WebLink> {
        WebLink::of_headers(&self.headers.iter().collect(), &self.url)
    }
}

/// Shows the size of the body instead of its bytes, and the headers without credentials.
impl fmt::Debug for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut headers = self.headers.clone();
        for (name, value) in &mut headers {
            // The target of a redirect may contain credentials.
            let is_secret =
                || value.as_bytes().contains(&b'@') || value.to_str().is_ok_and(super::has_secret);
            if *name == SET_COOKIE || (*name == LOCATION && is_secret()) {
                value.set_sensitive(true);
            }
        }
        f.debug_struct("Received")
            .field("url", &super::without_credentials(&self.url))
            .field("status", &self.status)
            .field("headers", &headers)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .field("transferred", &self.transferred)
            .field("redirects", &self.redirects)
            .field("elapsed", &self.elapsed)
            .finish()
    }
}

/// The body, with the URL and the headers of the response.
impl<'a> From<&'a Received> for Document<'a> {
    fn from(response: &'a Received) -> Self {
        Self::new(&response.body).url(&response.url).headers(response.headers.iter().collect::<Headers>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_have_messages() {
        let of = |document: &str| Box::new(bozofeed::parse(document.as_bytes()));
        let wrong: Vec<_> = [
            (FetchOutcome::Fresh(of("<rss><channel><item/></channel></rss>")), "new version with 1 entry"),
            (FetchOutcome::Fresh(of("<rss><channel/></rss>")), "new version with 0 entries"),
            (FetchOutcome::NotModified, "not modified"),
            (FetchOutcome::NotAFeed(of("<html/>")), "not a feed (looks like an HTML page)"),
            (FetchOutcome::Failed(Failure::Gone), "gone for good (status 410)"),
            (FetchOutcome::Failed(Failure::Busy { after: None }), "the server is busy"),
            (
                FetchOutcome::Failed(Failure::Busy { after: Some(Duration::from_secs(90)) }),
                "the server is busy; ask again in 90 s",
            ),
            (FetchOutcome::Failed(Failure::Status { status: 404 }), "the server answered with status 404"),
            (
                FetchOutcome::Failed(Failure::Status { status: 407 }),
                "the proxy needs credentials (status 407)",
            ),
            (FetchOutcome::Failed(Failure::TooLarge(TooLarge { limit: 9 })), "the response exceeds 9 bytes"),
        ]
        .into_iter()
        .filter(|(outcome, expected)| outcome.to_string() != *expected)
        .map(|(outcome, _)| outcome.to_string())
        .collect();
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn redirects_have_messages() {
        let redirect = |status| Redirect { status, to: "https://harbour.example/b".to_owned() }.to_string();
        assert_eq!(redirect(308), "308 permanently to https://harbour.example/b");
        assert_eq!(redirect(303), "303 temporarily to https://harbour.example/b");
        assert_eq!(redirect(200), "announced by the feed: https://harbour.example/b");
    }

    #[test]
    fn credentials_in_headers_are_not_shown() {
        let fields = [(LOCATION, "https://ada:s3cret@harbour.example/"), (SET_COOKIE, "id=s3cret")];
        let headers = fields.map(|(name, value)| (name, ::http::HeaderValue::from_static(value)));
        let response = Received {
            url: String::new(),
            status: 302,
            headers: headers.into_iter().collect(),
            body: Vec::new(),
            transferred: 0,
            redirects: Vec::new(),
            elapsed: Duration::ZERO,
        };
        let shown = format!("{response:?}");
        assert!(shown.contains("location") && !shown.contains("s3cret"), "{shown}");
        assert_eq!(response.headers[SET_COOKIE], "id=s3cret");
    }
}

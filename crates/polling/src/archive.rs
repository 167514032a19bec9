//! The older documents of a feed: pages and archives (RFC 5005).

use std::collections::BTreeSet;

use super::canonical::canonical_url;
use super::target::RequestTarget;
use super::{Received, RequestHeaders};
use bozofeed::Parsed;
use bozofeed::model::Str;
use bozofeed::model::paging::Paging;

/// The default limit for the number of documents.
const MAX_DOCUMENTS: usize = 1_000;

/// A walk from a feed to its older documents, without I/O: its archives (RFC 5005 §4) or further pages (§3), newest first. A complete feed
/// (§2) has no older documents.
///
/// [`take`](Self::take) the URL of the next document, fetch it like any other feed, and pass it to [`add`](Self::add); otherwise the walk
/// ends. Each document is requested only once, even if the documents link to each other in a circle.
///
/// ```
/// use bozofeed::Parser;
/// use bozofeed_polling::{ArchiveWalk, Exchange, FeedState, FetchOutcome, Step};
/// use http::{HeaderMap, StatusCode};
///
/// /// Returns a document that links the one before it.
/// fn document(url: &str) -> String {
///     let older = match url {
///         "https://harbour.example/tides" => "<link rel='prev-archive' href='/2025'/>",
///         "https://harbour.example/2025" => "<link rel='prev-archive' href='/2024'/>",
///         _ => "",
///     };
///     format!("<feed xmlns='http://www.w3.org/2005/Atom'>{older}</feed>")
/// }
///
/// let now = bozofeed::Timestamp::now();
/// let mut walk = ArchiveWalk::new("https://harbour.example/tides");
/// let mut visited = Vec::new();
/// while let Some(url) = walk.take() {
///     let mut state = FeedState::new(&url);
///     let step = Exchange::start(&mut state, now)?.receive(StatusCode::OK, &HeaderMap::new(), now);
///     let Step::Body(mut body) = step else { panic!() };
///     body.push(document(&url).as_bytes())?;
///     let Step::Done(finished) = body.finish(&Parser::new(), now) else { panic!() };
///     let polled = finished.record(&mut state);
///     if let FetchOutcome::Fresh(feed) = &polled.outcome {
///         walk.add(feed, &polled.response);
///     }
///     visited.push(url);
/// }
/// assert_eq!(
///     visited,
///     ["https://harbour.example/tides", "https://harbour.example/2025", "https://harbour.example/2024"]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArchiveWalk {
    /// The URL of the current or next document, with its credentials.
    url: String,
    is_taken: bool,
    /// The header fields that may be sent with its request.
    headers: RequestHeaders,
    visited: BTreeSet<String>,
    left: usize,
}

impl ArchiveWalk {
    /// Starts at the feed itself.
    pub fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            is_taken: false,
            headers: RequestHeaders::new(),
            visited: BTreeSet::new(),
            left: MAX_DOCUMENTS,
        }
    }

    /// Sets the maximum number of documents, including the feed itself. 1,000 by default.
    ///
    /// ```
    /// use bozofeed_polling::ArchiveWalk;
    ///
    /// let mut walk = ArchiveWalk::new("https://harbour.example/tides").max_documents(0);
    /// assert_eq!(walk.take(), None);
    /// ```
    #[must_use]
    pub fn max_documents(self, limit: usize) -> Self {
        Self { left: limit, ..self }
    }

    /// Sets header fields for the requests, usually the [fields of the feed's state](super::FeedState::headers). There are none by default.
    #[must_use]
    pub fn request_headers(self, headers: &RequestHeaders) -> Self {
        Self { headers: headers.clone(), ..self }
    }

    /// Returns the header fields that may be sent to the current URL. Once a document of another origin was visited, only a few of them are
    /// left.
    ///
    /// ```
    /// use bozofeed_polling::{ArchiveWalk, FeedState};
    ///
    /// let feed = FeedState::new("https://harbour.example/tides").header("Cookie", "a=b")?;
    /// let mut walk = ArchiveWalk::new(&feed.url).request_headers(&feed.headers);
    /// let mut state = FeedState::new(&walk.take().unwrap_or_default());
    /// state.headers = walk.headers().clone();
    /// assert_eq!(state, feed);
    /// # Ok::<(), bozofeed_polling::InvalidHeader>(())
    /// ```
    pub fn headers(&self) -> &RequestHeaders {
        &self.headers
    }

    /// Returns the URL of the next document. `None` if there is none, or if the last one was not [added](Self::add).
    pub fn take(&mut self) -> Option<String> {
        if self.is_taken || self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.is_taken = true;
        self.visited.insert(key(&self.url));
        Some(self.url.clone())
    }

    /// Adds the document that was fetched last, and follows its link to an older one, in the feed or in the response: the previous archive
    /// (`prev-archive`), or else the next page (`next`).
    ///
    /// Credentials in the URL of the feed are only sent to its own origin.
    pub fn add(&mut self, parsed: &Parsed, response: &Received) {
        // After a redirect, a document also counts as visited at its own URL.
        self.visited.insert(key(&response.url));
        let paging = parsed.feed.get::<Paging>();
        if paging.is_some_and(|paging| paging.complete) {
            return;
        }
        let links = response.links();
        let of_response =
            |relation: &str| links.iter().find(|link| link.has_rel(relation)).map(|link| &*link.href);
        let of_feed = |link: fn(&Paging) -> Option<&Str>| paging.and_then(link).map(|url| &**url);
        let older = of_feed(|paging| paging.prev_archive.as_ref())
            .or_else(|| of_response("prev-archive"))
            .or_else(|| of_feed(|paging| paging.next.as_ref()))
            .or_else(|| of_response("next"));
        let Ok(last) = RequestTarget::parse(&self.url) else { return };
        let Some(to) = older.and_then(|older| last.redirect(older).ok()) else { return };
        // Otherwise the URL stays taken, which ends the walk: a document in a circle of links is not requested again.
        if !self.visited.contains(&key(to.url())) {
            if !last.may_share_credentials_with(&to) {
                self.headers.leave_origin();
            }
            (self.url, self.is_taken) = (to.to_stored(), false);
        }
    }
}

/// Returns a key that is the same for all spellings of a URL, with or without credentials.
fn key(url: &str) -> String {
    let url = super::target::without_userinfo(url);
    canonical_url(&url).unwrap_or(url)
}

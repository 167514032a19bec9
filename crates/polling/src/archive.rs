//! The older documents of a feed: pages and archives (RFC 5005).

use std::collections::BTreeSet;

use super::canonical::canonical_url;
use super::target::RequestTarget;
use super::{Received, RequestHeaders};
use bozofeed::Parsed;
use bozofeed::model::Str;
use bozofeed::model::paging::Paging;

/// The default number of documents.
const MAX_DOCUMENTS: usize = 1_000;

/// A walk from a feed to its older documents, without I/O: the archives of a feed (RFC 5005 §4) or its further pages (§3), newest
/// first. Nothing is older than a complete feed (§2).
///
/// [`take`](Self::take) the URL of the next document, fetch it as any other feed, and give it to [`add`](Self::add): a walk in which that
/// is forgotten ends. Each document is asked for once, however the documents link each other.
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
    /// The URL of the document that was taken last, or is next, with its credentials.
    url: String,
    is_taken: bool,
    /// The header fields that may be sent to it.
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

    /// Sets the number of documents, with the feed itself. 1,000 by default.
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

    /// Sets header fields for the requests, such as those of the [state](super::FeedState::headers) of the feed. There are none by default.
    #[must_use]
    pub fn request_headers(self, headers: &RequestHeaders) -> Self {
        Self { headers: headers.clone(), ..self }
    }

    /// Returns the header fields that may be sent to the URL that was taken last. After a document of another origin, that is a few of
    /// those that were set.
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

    /// Returns the URL of the next document; `None` if there is none, or if the last one was not [added](Self::add).
    pub fn take(&mut self) -> Option<String> {
        if self.is_taken || self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.is_taken = true;
        self.visited.insert(key(&self.url));
        Some(self.url.clone())
    }

    /// Adds the document that was fetched last, which says what is older: the archive before it (`prev-archive`), or else the next page
    /// (`next`), by a link of the feed or of the response.
    ///
    /// Credentials in the URL of the feed are only sent to its own origin.
    pub fn add(&mut self, parsed: &Parsed, response: &Received) {
        // After a redirect, a document is known by its own URL as well.
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
        // Otherwise the URL stays taken, which ends the walk: documents that link each other in a circle are not asked for again.
        if !self.visited.contains(&key(to.url())) {
            if !last.may_share_credentials_with(&to) {
                self.headers.leave_origin();
            }
            (self.url, self.is_taken) = (to.to_stored(), false);
        }
    }
}

/// Returns the same key for all spellings of a URL, with and without credentials.
fn key(url: &str) -> String {
    let url = super::target::without_userinfo(url);
    canonical_url(&url).unwrap_or(url)
}

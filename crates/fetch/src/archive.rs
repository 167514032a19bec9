//! The older documents of a feed.

use std::thread;
use std::time::{Duration, Instant};

use bozofeed_polling::{ArchiveWalk, FeedState, RequestHeaders};

use super::{FetchError, Fetched, Fetcher};

/// The longest pause between two requests.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The documents of a feed with archives or pages, newest first, including the feed itself. See [`Fetcher::archive`].
#[derive(Debug)]
pub struct Archive<'f> {
    fetcher: &'f Fetcher,
    walk: ArchiveWalk,
    pause: Duration,
}

impl Fetcher {
    /// Returns an iterator over a feed and its older documents: its archives (RFC 5005 §4), or else its further pages (§3). Each is
    /// fetched once, with the protections of [`fetch`](Self::fetch), even if the documents link to each other in a circle. At most
    /// 1,000 documents are fetched. Between two of them, there is a pause as long as the response took, up to a second.
    ///
    /// The iterator ends after the oldest document, or after an error.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true);
    /// let documents: Vec<_> = fetcher.archive(&url).collect::<Result<_, _>>()?;
    /// assert_eq!(documents.len(), 1, "it has no archive");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn archive(&self, url: &str) -> Archive<'_> {
        Archive { fetcher: self, walk: ArchiveWalk::new(url), pause: Duration::ZERO }
    }
}

impl Archive<'_> {
    /// Sets the maximum number of documents, including the feed itself. 1,000 by default.
    ///
    /// ```
    /// let fetcher = bozofeed_fetch::Fetcher::new();
    /// assert_eq!(fetcher.archive("https://harbour.example/tides").max_documents(0).count(), 0);
    /// ```
    #[must_use]
    pub fn max_documents(self, limit: usize) -> Self {
        Self { walk: self.walk.max_documents(limit), ..self }
    }

    /// Sets header fields for the requests, usually the [fields of the feed's state](bozofeed_polling::FeedState::headers). Fields
    /// that may be credentials are not sent to another origin. There are none by default.
    ///
    /// ```no_run
    /// use bozofeed_fetch::Fetcher;
    /// use bozofeed_fetch::polling::FeedState;
    ///
    /// let state = FeedState::new("https://harbour.example/tides").header("Cookie", "a=b")?;
    /// let fetcher = Fetcher::new();
    /// for document in fetcher.archive(&state.url).request_headers(&state.headers) {
    ///     println!("{} entries", document?.parsed.entries.len());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn request_headers(self, headers: &RequestHeaders) -> Self {
        Self { walk: self.walk.request_headers(headers), ..self }
    }
}

impl Iterator for Archive<'_> {
    type Item = Result<Fetched, FetchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let url = self.walk.take()?;
        thread::sleep(self.pause);
        let started = Instant::now();
        let mut state = FeedState::new(&url);
        state.headers = self.walk.headers().clone();
        let fetched = self.fetcher.poll(&mut state).and_then(Fetched::of);
        self.pause = started.elapsed().min(LONGEST_PAUSE);
        if let Ok(fetched) = &fetched {
            self.walk.add(&fetched.parsed, &fetched.response);
        }
        Some(fetched)
    }
}

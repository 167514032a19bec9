//! Conditional requests, responses and polling schedules, without a client and without I/O. Requests and responses are those
//! of the `http` crate.
//!
//! Use this module with the HTTP client that you already have. A [`FeedState`] is stored with each feed between two polls; an
//! [`Exchange`] is one poll: it makes the requests, follows their redirects, and turns each response into an [`FetchOutcome`].
//! [`schedule`] tells when to poll next, and why.
//!
//! ```
//! use bozofeed::Parser;
//! use bozofeed::polling::{Exchange, FetchOutcome, FeedState};
//! use http::{Request, Response};
//!
//! /// The client of your choice, which follows no redirects itself.
//! fn send(request: &Request<()>) -> Response<Vec<u8>> {
//!     if request.headers().get("if-none-match").is_some_and(|tag| tag == "\"tide-7\"") {
//!         return Response::builder().status(304).body(Vec::new()).unwrap();
//!     }
//!     let feed = "<rss version='2.0'><channel><title>Tides</title></channel></rss>";
//!     Response::builder().header("ETag", "\"tide-7\"").body(feed.into()).unwrap()
//! }
//!
//! fn poll(state: &mut FeedState) -> Result<FetchOutcome, bozofeed::polling::UrlError> {
//!     let mut exchange = Exchange::new(state)?;
//!     loop {
//!         let response = send(&exchange.request());
//!         match exchange.receive(&response, &Parser::new(), bozofeed::Timestamp::now()) {
//!             FetchOutcome::Moved { .. } => {}
//!             outcome => return Ok(outcome),
//!         }
//!     }
//! }
//!
//! let mut state = FeedState::new("https://harbour.example/tides.rss");
//! assert!(matches!(poll(&mut state)?, FetchOutcome::Fresh(_)));
//! assert!(matches!(poll(&mut state)?, FetchOutcome::NotModified));
//! # Ok::<(), bozofeed::polling::UrlError>(())
//! ```

#[cfg(feature = "serde")]
mod durations;
mod exchange;
mod fingerprint;
mod freshness;
mod hints;
mod links;
mod outcome;
mod retry_after;
pub mod schedule;
mod state;
mod target;
mod validators;

pub use exchange::{ACCEPT, Exchange, MAX_REDIRECTS, Redirect, has_document};
pub use fingerprint::Fingerprint;
pub use hints::Hints;
pub use links::links;
pub use outcome::{Failure, FetchOutcome};
pub use state::FeedState;
pub use target::{UrlError, without_credentials};
pub use validators::Validators;

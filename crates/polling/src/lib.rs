//! Polls feeds politely: conditional requests, responses and schedules, without a client and without I/O. Requests and responses have
//! the types of the [`http`] crate; [`bozofeed`] parses the documents.
//!
//! Use this crate with the HTTP client that you already have; `bozofeed-fetch` is a client based on it. Store a [`FeedState`] with each
//! feed between two polls. An [`Exchange`] is one poll: it makes the requests, follows redirects, and turns the last response into a
//! [`FetchOutcome`]. [`schedule`] returns the time of the next poll, and its reason; [`matcher`] detects the new entries of a document.
//!
//! Each [`Step`] of a poll consumes the previous one, and the result is only returned together with the new state, so no step can be
//! forgotten. The head of a response is processed before its body is received, the body is received up to a limit, and
//! parsing is a separate call, which an asynchronous program makes on another thread
//! ([recipe](#how-do-i-fetch-feeds-in-an-asynchronous-program)).
//!
//! ```
//! use bozofeed_polling::{Exchange, FeedState, FetchOutcome, Step, UrlError};
//! use bozofeed::{Parser, Timestamp};
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
//! fn poll(state: &mut FeedState) -> Result<FetchOutcome, UrlError> {
//!     let mut step = Step::Request(Exchange::start(state, Timestamp::now())?);
//!     loop {
//!         step = match step {
//!             Step::Request(exchange) => {
//!                 let response = send(&exchange.request());
//!                 let mut step = exchange.receive(response.status(), response.headers(), Timestamp::now());
//!                 if let Step::Body(body) = &mut step {
//!                     // If there is too much of it, `finish` says so.
//!                     let _ = body.push(response.body());
//!                 }
//!                 step
//!             }
//!             Step::Body(body) => body.finish(&Parser::new(), Timestamp::now()),
//!             Step::Done(finished) => return Ok(finished.record(state).outcome),
//!         };
//!     }
//! }
//!
//! let mut state = FeedState::new("https://harbour.example/tides.rss");
//! assert!(matches!(poll(&mut state)?, FetchOutcome::Fresh(_)));
//! assert!(matches!(poll(&mut state)?, FetchOutcome::NotModified));
//! # Ok::<(), UrlError>(())
//! ```
//!
//! A poll ends without a complete response if the host does not answer or the body is cut off: then call
//! [`Exchange::give_up`] or [`ResponseBody::give_up`].
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `serde` | yes | `Serialize` and `Deserialize` for states and results |
//! | `websub` | no | subscriptions to hubs that report changes of a feed (`websub`), with `hmac`, `sha1` and `sha2` |
//!
//! The minimum Rust version is 1.88.
//!
//! # Cookbook
//!
#![cfg_attr(feature = "websub", doc = include_str!("cookbook.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod announced;
mod archive;
mod body;
mod canonical;
mod cookies;
#[cfg(feature = "serde")]
mod durations;
mod exchange;
mod fingerprint;
mod freshness;
mod hints;
pub mod hosts;
pub mod matcher;
mod outcome;
mod request_headers;
mod retry_after;
pub mod schedule;
mod secrets;
mod state;
mod target;
mod validators;
mod walls;
#[cfg(feature = "websub")]
pub mod websub;

use announced::FailedMove;
use cookies::Cookies;
use fingerprint::Fingerprint;
use hints::Hints;
use validators::Validators;

pub use archive::ArchiveWalk;
pub use body::{Finished, MAX_BODY, MAX_TRANSFER, ResponseBody};
pub use canonical::canonical_url;
pub use exchange::{Exchange, Step};
pub use outcome::{Failure, FetchOutcome, Polled, Received, Redirect, TooLarge};
pub use request_headers::{InvalidHeader, RequestHeaders};
pub use state::FeedState;
pub use target::{UrlError, has_secret, without_credentials};

/// The README's example is also a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

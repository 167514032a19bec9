//! `WebSub` (W3C recommendation of 23 January 2018): a hub tells a subscriber when a feed changes. No I/O and no clock.
//!
//! [`WebSubLinks`] has the hub and the topic that a feed names (§4). A [`HubSubscription`] is stored with the feed: it makes the requests
//! to subscribe, renew and unsubscribe (§5.1), answers the hub's verification of intent (§5.3), and checks the signatures of deliveries
//! (§7, §8). A [`Delivery`] is read like the result of a poll.
//!
//! A subscription always has a [`HubSecret`], so that only the hub can send a version of the feed; anything not signed with it is a
//! [`RejectedDelivery`]. Only recent requests are confirmed.
//!
//! ```
//! use bozofeed::Parser;
//! use bozofeed_polling::websub::{HubSecret, HubStep, HubSubscription, WebSubLinks};
//! use bozofeed_polling::{Exchange, FeedState, FetchOutcome, Step};
//! use http::{HeaderMap, HeaderValue, StatusCode};
//!
//! // A poll finds the hub.
//! let now = "2026-11-21T12:00:00Z".parse()?;
//! let mut state = FeedState::new("https://harbour.example/tides");
//! let headers = HeaderMap::from_iter([(
//!     http::header::LINK,
//!     HeaderValue::from_static("<https://hub.example/>; rel=hub, <https://harbour.example/tides>; rel=self"),
//! )]);
//! let step = Exchange::start(&mut state, now)?.receive(StatusCode::OK, &headers, now);
//! let Step::Body(mut body) = step else { panic!() };
//! body.push(b"<rss version='2.0'><channel><title>Tides</title></channel></rss>")?;
//! let Step::Done(finished) = body.finish(&Parser::new(), now) else { panic!() };
//! let polled = finished.record(&mut state);
//! let FetchOutcome::Fresh(feed) = &polled.outcome else { panic!() };
//! let links = WebSubLinks::of(feed, &polled.response).expect("a hub and a topic");
//!
//! // The subscriber asks it for a subscription. In a real program, the last part of the callback URL and the secret are random.
//! let secret = HubSecret::new("9c1d2e7f40b8a356")?;
//! let callback = "https://planet.example/websub/5f0c8e";
//! let mut subscription = HubSubscription::new(&links.topic, &links.hubs[0], callback, secret)?;
//! let request = subscription.subscribe(now)?;
//! assert_eq!(request.url(), "https://hub.example/");
//! let step = request.receive(StatusCode::ACCEPTED, &HeaderMap::new(), b"");
//! assert!(matches!(step, HubStep::Accepted));
//!
//! // The hub makes a GET request to the callback with this query, and the response repeats the challenge.
//! let query = "hub.mode=subscribe&hub.topic=https%3A%2F%2Fharbour.example%2Ftides&hub.challenge=k7&hub.lease_seconds=864000";
//! let verification = subscription.verify(query, now);
//! assert_eq!((verification.status(), verification.body()), (StatusCode::OK, "k7"));
//! assert!(subscription.is_active(now));
//!
//! // Then it makes POST requests with new versions of the feed.
//! let body = "<rss version='2.0'><channel><item><title>High</title></item></channel></rss>";
//! let signature = "sha256=054cfeb711b5028382f69140c0bbfb6cea19c3b4bdf9ec1bd4c6614cbb6cc1b5";
//! let headers = HeaderMap::from_iter([(
//!     http::HeaderName::from_static("x-hub-signature"),
//!     HeaderValue::from_static(signature),
//! )]);
//! let delivery = subscription.accept(&headers, body.into())?;
//! let polled = delivery.read(&Parser::new()).record(&mut state, now);
//! let FetchOutcome::Fresh(feed) = polled.outcome else { panic!() };
//! assert_eq!(feed.entries.len(), 1);
//! assert!(subscription.accept(&headers, b"<rss/>".to_vec()).is_err(), "the signature is that of another body");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod delivery;
mod links;
mod request;
mod signature;
mod subscription;

pub use delivery::{Delivery, ReadDelivery};
pub use links::WebSubLinks;
pub use request::{HubRequest, HubStep};
pub use signature::{HubSecret, InvalidSecret, RejectedDelivery};
pub use subscription::{HubSubscription, Verification};

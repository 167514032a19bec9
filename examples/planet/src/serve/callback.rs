//! Requests from hubs to the callbacks.

use std::path::PathBuf;

use bozofeed::{Parser, Timestamp};
use bozofeed_fetch::decoded;
use bozofeed_polling::websub::Verification;
use hyper::StatusCode;
use hyper::header::{CONTENT_ENCODING, HeaderMap};

use url::Url;

use super::log;
use crate::db::{self, Database, Delivered, Keep, Saved};
use crate::poll;

/// Answers hubs, using the database.
pub(super) struct Callbacks {
    pub(super) database: PathBuf,
    pub(super) parser: Parser,
    pub(super) keep: Keep,
    /// The maximum size of a delivery in bytes.
    pub(super) max_body: usize,
}

/// The answer to a hub.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: String,
}

impl From<StatusCode> for Answer {
    fn from(status: StatusCode) -> Self {
        Self { status, body: String::new() }
    }
}

impl Callbacks {
    /// Returns the host of the hub of a callback; `None` if the callback belongs to no feed. Its deliveries are not
    /// received.
    pub(super) fn hub(&self, token: &str) -> Result<Option<String>, StatusCode> {
        let found = Database::open(&self.database).and_then(|database| database.subscription(token));
        let found = found.map_err(|error| unavailable(&error))?.filter(|row| row.feed.is_some());
        Ok(found.map(|row| {
            let hub = Url::parse(row.subscription.hub()).ok();
            hub.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
        }))
    }

    /// Answers a hub's verification of a request.
    pub(super) fn verify(&self, token: &str, query: &str) -> Answer {
        let verified = Database::open(&self.database)
            .and_then(|mut database| database.verify(token, query, Timestamp::now()));
        let verification = match verified {
            Ok(verification) => verification,
            Err(error) => return unavailable(&error).into(),
        };
        if let Verification::Denied { reason } = &verification {
            log(&format!("a hub denied a subscription: {}", reason.as_deref().unwrap_or("no reason")));
        }
        Answer { status: verification.status(), body: verification.body().to_owned() }
    }

    /// Saves a delivery. The hub only gets a success response once it is saved, since it retries otherwise.
    pub(super) fn deliver(&self, token: &str, headers: &HeaderMap, body: Vec<u8>) -> Answer {
        match self.save(token, headers, body) {
            Ok(status) => status.into(),
            Err(error) => unavailable(&error).into(),
        }
    }

    fn save(&self, token: &str, headers: &HeaderMap, body: Vec<u8>) -> Result<StatusCode, db::Error> {
        let mut database = Database::open(&self.database)?;
        let Some(row) = database.subscription(token)? else { return Ok(StatusCode::GONE) };
        let Some(feed) = row.feed else { return Ok(StatusCode::GONE) };
        let delivery = match row.subscription.accept(headers, body) {
            Ok(delivery) => delivery,
            Err(error) => {
                log(&format!("ignored a delivery for feed {feed}: {error}"));
                return Ok(StatusCode::ACCEPTED);
            }
        };
        // The signature covers the encoded body.
        let coding = delivery
            .headers()
            .get(CONTENT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let Some(body) = decoded(delivery.body().to_vec(), coding, self.max_body as u64) else {
            log(&format!("ignored a delivery for feed {feed}: it cannot be decompressed, or is too large"));
            return Ok(StatusCode::ACCEPTED);
        };
        let read = delivery.with_decoded_body(body).read(&self.parser);
        let now = Timestamp::now();
        let document = |parsed: &_| poll::document(parsed, None, &[], now);
        match database.save_delivery(feed, read, document, &self.keep, now)? {
            Delivered::Saved(Saved { new, changed }) => {
                log(&format!("delivery for feed {feed}: {new} new entries, {changed} changed"));
            }
            Delivered::NotModified | Delivered::Unwanted => {}
            Delivered::NotAFeed => log(&format!("ignored a delivery for feed {feed}: not a feed")),
        }
        Ok(StatusCode::ACCEPTED)
    }
}

/// Tells the hub to try again.
fn unavailable(error: &db::Error) -> StatusCode {
    log(&error.to_string());
    StatusCode::SERVICE_UNAVAILABLE
}

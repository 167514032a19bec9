//! Polls feeds with `reqwest` and `tokio`.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use bozofeed::{Parser, Timestamp};
use bozofeed_polling::{Exchange, FeedState, FetchOutcome, Step};
use tokio::task::spawn_blocking;

/// Returns a client for [`poll`]. It must not follow redirects itself: the exchange does, since permanent ones change the state.
///
/// Unlike the client of `bozofeed-fetch`, it also connects to private addresses. Do not let strangers choose its URLs.
///
/// # Errors
///
/// [`reqwest::Error`] if TLS is not available.
pub fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder()
        .user_agent("harbour-reader/2.1 (+https://harbour.example/reader)")
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_secs(60))
        .build()
}

/// Asks whether a feed has changed, and fetches it if so.
///
/// # Errors
///
/// For example, the error of the client. In this case, the failure is recorded in the state.
pub async fn poll(
    client: &reqwest::Client,
    parser: &Arc<Parser>,
    state: &mut FeedState,
) -> Result<FetchOutcome, Box<dyn Error + Send + Sync>> {
    let mut step = Step::Request(Exchange::start(state, Timestamp::now())?);
    loop {
        step = match step {
            Step::Request(exchange) => {
                match client.get(exchange.url()).headers(exchange.headers()).send().await {
                    Ok(response) => receive(exchange, response).await?,
                    Err(error) => Step::Done(exchange.give_up(Timestamp::now()).ok_or(error)?),
                }
            }
            Step::Body(body) => {
                let parser = Arc::clone(parser);
                spawn_blocking(move || body.finish(&parser, Timestamp::now())).await?
            }
            Step::Done(finished) => return Ok(finished.record(state).outcome),
        };
    }
}

/// Receives a response, with its body if that may be a feed.
async fn receive(exchange: Exchange, mut response: reqwest::Response) -> Result<Step, reqwest::Error> {
    let mut body = match exchange.receive(response.status(), response.headers(), Timestamp::now()) {
        Step::Body(body) => body,
        step => return Ok(step),
    };
    loop {
        match response.chunk().await {
            Ok(Some(part)) if body.push(&part).is_ok() => {}
            // The body is complete or too large; `finish` finds out which.
            Ok(_) => return Ok(Step::Body(body)),
            Err(error) => return Ok(Step::Done(body.give_up(Timestamp::now()).ok_or(error)?)),
        }
    }
}

//! Polls feeds with `reqwest` and `tokio`.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use bozofeed::polling::{Exchange, FeedState, FetchOutcome, Step};
use bozofeed::{Parser, Timestamp};
use tokio::task::spawn_blocking;

/// Returns a client for [`poll`]. It must not follow redirects itself: the exchange does, since permanent ones change the state.
///
/// Unlike the client of `bozofeed-fetch`, it connects to private addresses as well. Do not let strangers choose its URLs.
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

/// Asks whether a feed changed, and fetches it if it did.
///
/// # Errors
///
/// That of the client, for example. The state says that the poll failed then.
pub async fn poll(
    client: &reqwest::Client,
    parser: &Arc<Parser>,
    state: &mut FeedState,
) -> Result<FetchOutcome, Box<dyn Error + Send + Sync>> {
    let mut exchange = Exchange::start(state, Timestamp::now())?;
    let finished = loop {
        let mut response = client.get(exchange.url()).headers(exchange.headers()).send().await?;
        match exchange.receive(response.status(), response.headers(), Timestamp::now()) {
            Step::Request(next) => exchange = next,
            Step::Done(finished) => break finished,
            Step::Body(mut body) => {
                while let Some(part) = response.chunk().await? {
                    body.push(&part)?;
                }
                let parser = Arc::clone(parser);
                break spawn_blocking(move || body.finish(&parser, Timestamp::now())).await?;
            }
        }
    };
    Ok(finished.record(state).outcome)
}

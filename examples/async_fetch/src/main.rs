//! Prints the titles of feeds, which are fetched concurrently:
//! `cargo run -- https://example.org/feed …`

use std::error::Error;
use std::sync::Arc;

use async_fetch::{client, poll};
use bozofeed::Parser;
use bozofeed_polling::{FeedState, FetchOutcome};
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    // An error means that a provider is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (client, parser) = (client()?, Arc::new(Parser::new()));
    let mut polls = JoinSet::new();
    for url in std::env::args().skip(1) {
        let (client, parser) = (client.clone(), Arc::clone(&parser));
        polls.spawn(async move {
            // A program that runs repeatedly would store the state.
            let mut state = FeedState::new(&url);
            (poll(&client, &parser, &mut state).await, url)
        });
    }
    while let Some(poll) = polls.join_next().await {
        match poll? {
            (Ok(FetchOutcome::Fresh(feed)), url) => {
                println!("{url}: {}", feed.feed.title_text().unwrap_or_default());
            }
            (Ok(outcome), url) => println!("{url}: {outcome}"),
            (Err(error), url) => eprintln!("{url}: {error}"),
        }
    }
    Ok(())
}

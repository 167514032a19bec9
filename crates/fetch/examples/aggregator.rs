//! Prints the new entries of feeds, each of them once:
//! `cargo run -p bozofeed-fetch --example aggregator -- https://example.org/feed …`

use std::collections::HashSet;
use std::time::Duration;

use bozofeed_fetch::Fetcher;
use bozofeed_fetch::bozofeed::Timestamp;
use bozofeed_fetch::polling::schedule::{ScheduleOptions, next_poll};
use bozofeed_fetch::polling::{FeedState, FetchOutcome, without_credentials};

fn main() {
    let (fetcher, options) = (Fetcher::new(), ScheduleOptions::new());
    let mut feeds: Vec<FeedState> = std::env::args().skip(1).map(|url| FeedState::new(&url)).collect();
    let mut known = HashSet::new();
    loop {
        let now = Timestamp::now();
        for feed in feeds.iter_mut().filter(|feed| next_poll(feed, now, &options).is_due(now)) {
            match fetcher.poll(feed).map(|polled| polled.outcome) {
                Ok(FetchOutcome::Fresh(parsed)) => {
                    let rule = parsed.identity_rule();
                    for entry in &parsed.entries {
                        if known.insert((feed.url.clone(), entry.identity(rule).into_owned())) {
                            println!("{}", entry.title_text().unwrap_or_default());
                        }
                    }
                }
                Ok(FetchOutcome::NotModified) => {}
                Ok(outcome) => eprintln!("{}: {outcome}", without_credentials(&feed.url)),
                Err(error) => eprintln!("{error}"),
            }
        }
        std::thread::sleep(Duration::from_secs(60));
    }
}

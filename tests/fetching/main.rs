//! The client against a server of this machine: every rule of good behaviour, and every way in which a server misbehaves.

#![allow(clippy::similar_names, reason = "fetchers fetch what is fetched")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper of tests may fail as a test does"
)]

mod command;
mod faults;
mod many;
mod politeness;
mod security;
mod server;
mod tls;

use std::time::Duration;

use bozofeed::fetch::Fetcher;

/// Returns a fetcher that may connect to this machine, and waits for nothing long.
fn fetcher() -> Fetcher {
    Fetcher::new().allow_private_addresses(true).timeout(Duration::from_secs(10))
}

//! Tests the client against servers on this machine: rules of good behaviour, and misbehaving servers.

#![allow(clippy::similar_names, reason = "fetchers fetch what is fetched")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper of tests may fail as a test does"
)]

mod archives;
mod command;
#[path = "../common/command.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod common;
mod downloads;
mod faults;
mod headers;
mod many;
mod politeness;
mod proxies;
mod security;
mod server;
mod tls;

use std::time::Duration;

use bozofeed_fetch::Fetcher;

/// Returns a fetcher that may connect to this machine, with short timeouts.
fn fetcher() -> Fetcher {
    Fetcher::new().proxy(None).allow_private_addresses(true).timeout(Duration::from_secs(10))
}

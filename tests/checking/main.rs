//! The tests of the rules for feeds.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper of tests may fail as a test does"
)]

mod edits;
mod mutations;
mod reports;
mod sha256;

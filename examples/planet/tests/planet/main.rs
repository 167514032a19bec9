//! Tests of the command against local servers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::format_collect,
    clippy::format_push_string,
    reason = "a test helper may fail like a test"
)]

mod adding;
mod backfill;
mod browser;
mod fairness;
mod faults;
mod following;
mod keeping;
mod killing;
mod monitoring;
mod pages;
mod planet;
mod polling;
mod rendering;
mod reviving;
mod server;
mod serving;
mod settings;
mod websub;

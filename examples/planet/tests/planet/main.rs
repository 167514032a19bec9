//! The command against servers of this machine.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::format_collect,
    clippy::format_push_string,
    reason = "a helper of tests may fail as a test does"
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

//! The tests of the rules for feeds.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper of tests may fail as a test does"
)]

mod classes;
mod command;
#[path = "../common/command.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod common;
mod edits;
mod fixes;
mod mending;
#[path = "../common/mutants.rs"]
#[allow(unreachable_pub, reason = "other tests share it")]
mod mutants;
mod mutations;
mod project;
mod reports;
#[path = "../common/table.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod table;
mod values;
mod writing;

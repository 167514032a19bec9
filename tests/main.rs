//! The tests of the public interface and of the command.
//!
//! They form one program, since each program must be linked with the crate. `cargo test NAME` runs the tests in the file `NAME.rs`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a helper of tests may fail as a test does"
)]

mod common;
#[path = "../benches/damage/mod.rs"]
mod damage;
#[path = "cost/generator.rs"]
#[allow(dead_code, reason = "the tests of cost use the rest")]
mod generator;
#[path = "cost/inheritance.rs"]
mod inheritance;
#[path = "../benches/leaves/mod.rs"]
#[allow(dead_code, reason = "the measure uses the rest")]
mod leaves;
#[path = "cost/outgoing.rs"]
mod outgoing;
#[path = "cost/shapes.rs"]
#[allow(dead_code, reason = "the tests of cost use the rest")]
mod shapes;
#[path = "cost/structure.rs"]
mod structure;

mod bad_input;
mod character_references;
mod circles;
mod claims;
mod command;
mod content;
mod conventions;
mod dictionary;
mod encoding_damage;
mod encoding_detection;
mod encoding_policies;
mod encoding_properties;
mod encoding_sniffing;
mod entries;
mod explain;
mod fixtures;
mod flatness;
mod guides;
mod identity;
mod limits;
mod metamorphic;
mod model;
mod mutants;
mod names;
mod ndjson;
mod order;
mod packages;
mod precedence;
mod properties;
mod reading;
mod reports;
mod round_trip;
mod safety;
mod script_urls;
mod suite;
mod tree;
mod write;

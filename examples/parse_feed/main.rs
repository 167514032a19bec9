//! Parses feeds, and shows their content and their faults.
//!
//! `cargo run --example parse_feed -- FILE …`; `--help` lists the options. This is the command `bozofeed` (the package in `crates/cli`)
//! without the parts that need more dependencies: the network, checks, discovery and Arrow tables.

use std::process::ExitCode;

use bozofeed_command::Extension;

/// The command without further options.
#[derive(clap::Args)]
struct Nothing {}

impl Extension for Nothing {
    fn name() -> &'static str {
        env!("CARGO_BIN_NAME")
    }
}

fn main() -> ExitCode {
    bozofeed_command::main::<Nothing>()
}

//! Reads feeds and says what is in them and what is wrong with them.
//!
//! `cargo run --example parse_feed -- FILE …`; `--help` lists the options. These are the sources of the command `bozofeed`
//! (the package in `cli`) without what needs more dependencies: the network, checks, discovery and Arrow tables.

#![allow(clippy::disallowed_types, reason = "the systems that it is for have random numbers for maps")]

#[path = "no_checking.rs"]
mod checking;
#[path = "../../cli/src/command/mod.rs"]
mod command;

#[path = "../../cli/src/answers/mod.rs"]
mod answers;
#[path = "no_arrow.rs"]
mod arrow;
#[path = "no_gzip.rs"]
mod gzip;
#[path = "no_pages.rs"]
mod pages;
#[path = "no_project.rs"]
mod project;
#[path = "no_web.rs"]
mod web;

fn main() -> std::process::ExitCode {
    command::main()
}

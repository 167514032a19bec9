//! The command `bozofeed`: reads, writes, checks and fetches feeds.
//!
//! `command` needs neither a network nor tables, and is also the example `parse_feed` of the library, which builds in a fraction
//! of the time. The other modules are what the example lacks: there, modules with the same names refuse their options.

#![allow(clippy::disallowed_types, reason = "the systems that it is for have random numbers for maps")]

mod answers;
mod arrow;
mod checking;
mod command;
mod gzip;
mod network;
mod pages;
mod project;
mod states;
mod web;

fn main() -> std::process::ExitCode {
    command::main()
}

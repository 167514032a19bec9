//! The command without a client: it opens files, and refuses URLs.

use std::io;

use bozofeed::Parser;

use crate::command::source::{Failure, Input};

/// No options: there is nothing to fetch.
#[derive(clap::Args)]
pub(crate) struct FetchArguments {}

/// Fetches nothing.
pub(crate) struct Client;

impl Client {
    #[allow(clippy::unnecessary_wraps, reason = "the client that fetches reads files")]
    pub(crate) fn new(_: Parser, _: &FetchArguments) -> io::Result<Self> {
        Ok(Self)
    }

    #[allow(clippy::unused_self, reason = "the client that fetches has a state")]
    pub(crate) fn open(&mut self, _: &str) -> Result<Input, Failure> {
        // The URL may contain a password.
        Err(Failure::new("URL not fetched: install the command with `cargo install bozofeed-cli`".to_owned()))
    }

    #[allow(clippy::unused_self, reason = "the client that fetches asks the server")]
    pub(crate) fn problems_of_server(&mut self, _: &str, _: &Input) -> Vec<String> {
        Vec::new()
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the client that fetches has a state")]
    pub(crate) fn save(&self) -> io::Result<()> {
        Ok(())
    }
}

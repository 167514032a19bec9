//! The command without the feature `fetch`: it opens files, and refuses URLs.

use std::io;

use bozofeed::Parser;

use super::source::{Failure, Input, is_url};

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
    pub(crate) fn open(&mut self, url: &str) -> Result<Input, Failure> {
        let cause = "not fetched: build the command with `--features fetch` to read URLs";
        Err(Failure::new(format!("{}: {cause}", shown(url))))
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the client that fetches has a state")]
    pub(crate) fn save(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a source as it may be shown: of a URL, nothing, since it may contain a password.
pub(crate) fn shown(source: &str) -> &str {
    if is_url(source) { "the URL" } else { source }
}

//! The command without tables.

use std::convert::Infallible;
use std::io::{self, Write};

use bozofeed::{Parsed, Parser};
use serde_json::value::RawValue;

use crate::answers::Question;
use crate::command::source::Input;

#[derive(Debug, clap::Args)]
pub(crate) struct ArrowArguments {}

/// A stream, which cannot be asked for.
pub(crate) struct Stream(Infallible);

impl ArrowArguments {
    #[allow(clippy::unused_self, reason = "the command with tables needs it")]
    pub(crate) fn start(&self) -> Option<Stream> {
        None
    }
}

impl Stream {
    pub(crate) fn begin(&self, _: &mut impl Write) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn end(&self, _: &mut impl Write) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn answer(
        &self,
        _: &Question<'_>,
        _: (Option<&str>, usize),
        _: &Parsed,
    ) -> io::Result<Vec<u8>> {
        match self.0 {}
    }

    pub(crate) fn failure(&self, _: Option<&RawValue>, _: &str, _: &str) -> io::Result<Vec<u8>> {
        match self.0 {}
    }
}

/// The rows of files, which cannot be asked for.
pub(crate) struct Files(Stream);

impl Files {
    #[allow(clippy::needless_pass_by_value, reason = "the command with tables consumes it")]
    pub(crate) fn begin(stream: Stream, _: &mut impl Write) -> io::Result<Self> {
        match stream.0 {}
    }

    pub(crate) fn add(&mut self, _: &mut impl Write, _: &Parser, _: &Input) -> io::Result<()> {
        match self.0.0 {}
    }

    pub(crate) fn add_failure(&mut self, _: &str, _: &str) {
        match self.0.0 {}
    }

    pub(crate) fn finish(self, _: &mut impl Write) -> io::Result<()> {
        match self.0.0 {}
    }
}

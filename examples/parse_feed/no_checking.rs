//! The example has no rules: only the command checks.

use std::convert::Infallible;
use std::io::{self, Write};

use bozofeed::{Document, Parser};

use crate::project::ProjectArguments;

pub(crate) const BROKEN: u8 = 3;

/// The arguments without which a source is needed.
pub(crate) const NEEDS_NO_SOURCE: &[&str] = &["ndjson", "explain"];

/// The settings of a project: none.
#[derive(Debug, Default)]
pub(crate) struct Policy {}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {}

/// A check, which cannot be asked for.
pub(crate) struct Check(Infallible);

impl CheckArguments {
    #[allow(clippy::unused_self, reason = "the module of the command needs it")]
    pub(crate) fn is_about_rules(&self) -> bool {
        false
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the module of the command needs it")]
    pub(crate) fn print_rules(&self, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the module of the command needs it")]
    pub(crate) fn start(&self, _: &ProjectArguments) -> io::Result<Option<Check>> {
        Ok(None)
    }
}

impl Check {
    pub(crate) fn add(
        &mut self,
        _: &mut impl Write,
        _: &str,
        _: &Parser,
        _: &Document<'_>,
    ) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn is_printed(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn add_server(&self, _: &mut impl Write, _: &str, _: &[String]) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn finish(self, _: &mut impl Write) -> io::Result<bool> {
        match self.0 {}
    }
}

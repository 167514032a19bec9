//! The command without projects: files are named one by one, and there are no settings.

use std::io;

use crate::checking::Policy;

/// The times at which files were changed. This command knows none.
pub(crate) struct FileTimes;

#[derive(Debug, clap::Args)]
pub(crate) struct ProjectArguments {}

impl ProjectArguments {
    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the command with projects needs it")]
    #[allow(dead_code, reason = "only a check has a policy")]
    pub(crate) fn policy(&self) -> io::Result<Policy> {
        Ok(Policy::default())
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the command with projects needs it")]
    pub(crate) fn files(&self, sources: &[String]) -> io::Result<Vec<String>> {
        Ok(sources.to_vec())
    }

    #[allow(clippy::unused_self, reason = "the command with projects needs it")]
    pub(crate) fn is_watching(&self) -> bool {
        false
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the command with projects needs it")]
    pub(crate) fn times(&self, _: &[String]) -> io::Result<FileTimes> {
        Ok(FileTimes)
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the command with projects needs it")]
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the command with projects needs it")]
    pub(crate) fn wait(&self, _: &[String], _: &FileTimes) -> io::Result<()> {
        Ok(())
    }
}

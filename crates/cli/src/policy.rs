//! Severity thresholds, and the settings of a project.

use std::fmt;
use std::path::PathBuf;

use bozofeed_check::{Profile, RuleSeverity};

/// The least severity that makes a check fail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Threshold {
    #[default]
    Error,
    Warning,
    Note,
    Never,
}

impl Threshold {
    /// Returns the threshold with a name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        clap::ValueEnum::from_str(name, false).ok()
    }

    /// Returns whether findings with a severity make a check fail.
    pub(crate) fn includes(self, severity: RuleSeverity) -> bool {
        match self {
            Self::Error => severity >= RuleSeverity::Error,
            Self::Warning => severity >= RuleSeverity::Warning,
            Self::Note => true,
            Self::Never => false,
        }
    }
}

/// A severity as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    /// Returns the level with a name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        clap::ValueEnum::from_str(name, false).ok()
    }

    pub(crate) fn severity(self) -> RuleSeverity {
        match self {
            Self::Error => RuleSeverity::Error,
            Self::Warning => RuleSeverity::Warning,
            Self::Note => RuleSeverity::Note,
        }
    }
}

/// The settings of a project. Command-line options take precedence.
#[derive(Debug, Default)]
pub(crate) struct Policy {
    pub(crate) fail_on: Option<Threshold>,
    pub(crate) min_severity: Option<Level>,
    pub(crate) profile: Option<Profile>,
    /// A file of known findings.
    pub(crate) baseline: Option<PathBuf>,
    /// Rules that may be broken; `*` for all.
    pub(crate) allowed: Vec<String>,
    /// Overridden severities of rules; `None` if a rule may be broken.
    pub(crate) severities: Vec<(String, Option<Level>)>,
    pub(crate) paths: Vec<PathPolicy>,
}

/// Rules that are allowed in some files.
pub(crate) struct PathPolicy {
    /// Returns whether the policy applies to a file.
    pub(crate) is_of: Box<dyn Fn(&str) -> bool>,
    pub(crate) allowed: Vec<String>,
}

impl fmt::Debug for PathPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PathPolicy").field("allowed", &self.allowed).finish_non_exhaustive()
    }
}

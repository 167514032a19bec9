//! How much of the content a fault cost.

use std::fmt;

/// How much of the content a fault cost. Greater means worse.
///
/// ```
/// use bozofeed::Severity;
///
/// assert!(Severity::Benign < Severity::Mended && Severity::Mended < Severity::Lossy);
/// let parsed = bozofeed::parse(b"<rss><channel><title>1 < 2</title><link>https://a.example/");
/// assert_eq!(parsed.faults.iter().map(|fault| fault.error.severity()).max(), Some(Severity::Lossy));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Severity {
    /// A label was wrong; the content is intact.
    Benign,
    /// The structure was repaired; no content is known to be missing.
    Mended,
    /// Some content is missing or could not be read.
    Lossy,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Benign => "benign",
            Self::Mended => "mended",
            Self::Lossy => "lossy",
        })
    }
}

//! The amount of content lost to a fault.

use bozofeed_text::named;

/// The amount of content lost to a fault. Greater means worse.
///
/// ```
/// use bozofeed::FaultSeverity;
///
/// assert!(FaultSeverity::Benign < FaultSeverity::Mended && FaultSeverity::Mended < FaultSeverity::Lossy);
/// let parsed = bozofeed::parse(b"<rss><channel><title>1 < 2</title><link>https://a.example/");
/// assert_eq!(parsed.faults.iter().map(|fault| fault.error.severity()).max(), Some(FaultSeverity::Lossy));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FaultSeverity {
    /// A label was wrong; the content is intact.
    Benign,
    /// The structure was repaired; no content is known to be missing.
    Mended,
    /// Some content is missing or could not be read.
    Lossy,
}

named! {
    FaultSeverity: "severity" {
        Benign => "benign",
        Mended => "mended",
        Lossy => "lossy",
    }
}

//! The encoding rules that a document can break.

use super::fault_severity::FaultSeverity;
use super::rule::faults;

faults! {
/// A broken rule about encodings, with its section.
pub(crate) enum EncodingError "encoding" {
    /// A byte sequence that is malformed in the encoding in which the document was read (XML 1.0 §4.3.3, RFC 8259 §8.1). It becomes
    /// U+FFFD, unless it has an obvious meaning: a byte of windows-1252 between well-formed text, or a character that was encoded as
    /// two surrogates.
    MalformedSequence {
        /// The bytes in hexadecimal, separated by spaces, at most eight of them.
        bytes: String,
        /// Whether the sequence became U+FFFD.
        is_lost: bool,
    } = Lossy, "malformed byte sequence {bytes}" | "malformed byte sequence", "XML 1.0 §4.3.3", "Encode all of the document in the encoding that it declares, and cut texts between characters.";
}
}

impl EncodingError {
    /// Returns whether a document with the fault is not well-formed: XML 1.0 §4.3.3 makes a malformed sequence a fatal error.
    #[allow(clippy::unused_self, reason = "faults of JSON decide by what they are")]
    pub(crate) fn is_syntax(&self) -> bool {
        true
    }

    /// Returns how much content the fault cost.
    pub(crate) fn severity(&self) -> FaultSeverity {
        match self {
            Self::MalformedSequence { is_lost: false, .. } => FaultSeverity::Mended,
            Self::MalformedSequence { is_lost: true, .. } => self.usual_severity(),
        }
    }
}

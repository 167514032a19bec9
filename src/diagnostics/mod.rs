//! Faults, warnings and the verdict on a document.
//!
//! The decoder, the XML reader and the JSON reader report their findings as [`Violation`]s at byte offsets, collected in
//! [`Diagnostics`]. [`DocumentFindings::verdict`] turns them into line numbers, [`Bozo`] and `well_formed`, by the same rules for
//! all formats.

mod collection;
mod encoding_error;
mod fault_severity;
mod json_error;
mod position;
mod rule;
mod rules;
mod verdict;
mod well_formedness;

mod bozo;
pub(crate) mod fault;
mod warning;

pub use self::bozo::{Bozo, Limit, LooksLike};
pub use self::fault::{Fault, Violation};
pub use self::fault_severity::FaultSeverity;
pub(crate) use self::json_error::JsonError;
pub use self::json_error::JsonType;
pub use self::position::{Position, Positions};
pub use self::rule::{Rule, RuleSeverity};
pub use self::rules::rules_of_the_parser;
pub use self::warning::{Warning, WarningKind};
pub(crate) use self::well_formedness::WellFormednessError;

pub(crate) use self::collection::{Diagnostic, Diagnostics, KEPT, beginning};
pub(crate) use self::verdict::{DocumentFindings, EncodingFindings, Verdict};
pub(crate) use self::warning::Unplaced;

/// The faults of an XML document.
pub(crate) type XmlFaults = Diagnostics<WellFormednessError>;

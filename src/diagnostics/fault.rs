//! Faults: the rules that a document breaks, with their positions.

use std::fmt;

use super::encoding_error::EncodingError;
use super::json_error::JsonError;
use super::position::Position;
use super::severity::Severity;
use super::well_formedness::WellFormednessError;

/// A rule of XML, JSON or encodings that a document breaks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Violation {
    /// A rule of XML.
    #[error(transparent)]
    Xml(#[from] WellFormednessError),
    /// A rule of JSON or of JSON Feed.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A rule of encodings.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

impl Violation {
    /// Returns the name of the variant, as a stable identifier of the rule.
    ///
    /// ```
    /// let parsed = bozofeed::parse(b"<rss version='2.0'><channel><title>AT&T</title></channel></rss>");
    /// assert_eq!(parsed.faults[0].error.name(), "BareAmpersand");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Self::Xml(error) => error.name(),
            Self::Json(error) => error.name(),
            Self::Encoding(error) => error.name(),
        }
    }

    /// Returns the rule as `check` has it.
    #[cfg(feature = "check")]
    pub(crate) fn rule(&self) -> Option<&'static super::Rule> {
        let rules = match self {
            Self::Xml(_) => WellFormednessError::RULES,
            Self::Json(_) => JsonError::RULES,
            Self::Encoding(_) => EncodingError::RULES,
        };
        rules.iter().find(|rule| rule.id.split_once('/').is_some_and(|(_, name)| name == self.name()))
    }

    /// Returns whether the rule is part of the grammar of XML or JSON, so that the document is not well-formed.
    pub(super) fn breaks_grammar(&self) -> bool {
        match self {
            Self::Xml(_) | Self::Encoding(_) => true,
            Self::Json(error) => error.is_syntax(),
        }
    }

    /// Returns how much content the fault cost.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Xml(error) => error.severity(),
            Self::Json(error) => error.severity(),
            Self::Encoding(error) => error.severity(),
        }
    }
}

/// A broken rule and its position.
///
/// ```
/// let parsed = bozofeed::parse(b"<rss version='2.0'>\n<channel><title>AT&T</title></channel></rss>");
/// let fault = &parsed.faults[0];
/// assert_eq!((fault.position.line, fault.position.column), (2, 19));
/// assert_eq!(fault.to_string(), "line 2, column 19: unescaped '&'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Fault {
    /// The rule.
    pub error: Violation,
    /// The position at which the document breaks it.
    pub position: Position,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.error)
    }
}

//! Faults: the rules that a document breaks, with their positions.

use std::fmt;

use super::encoding_error::EncodingError;
use super::fault_severity::FaultSeverity;
use super::json_error::JsonError;
use super::position::Position;
use super::well_formedness::WellFormednessError;

/// A rule of XML, JSON or encodings that a document breaks. [The guide](crate::docs::bozo) lists all rules by their names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[error(transparent)]
pub struct Violation(pub(crate) BrokenRule);

/// The rule, by its format.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub(crate) enum BrokenRule {
    /// A rule of XML.
    #[error(transparent)]
    Xml(WellFormednessError),
    /// A rule of JSON or of JSON Feed.
    #[error(transparent)]
    Json(JsonError),
    /// A rule of encodings.
    #[error(transparent)]
    Encoding(EncodingError),
}

impl From<WellFormednessError> for Violation {
    fn from(error: WellFormednessError) -> Self {
        Self(BrokenRule::Xml(error))
    }
}

impl From<JsonError> for Violation {
    fn from(error: JsonError) -> Self {
        Self(BrokenRule::Json(error))
    }
}

impl From<EncodingError> for Violation {
    fn from(error: EncodingError) -> Self {
        Self(BrokenRule::Encoding(error))
    }
}

impl Violation {
    /// Returns the stable name of the rule.
    ///
    /// ```
    /// let parsed = bozofeed::parse(b"<rss version='2.0'><channel><title>AT&T</title></channel></rss>");
    /// assert_eq!(parsed.faults[0].error.name(), "BareAmpersand");
    /// ```
    pub fn name(&self) -> &'static str {
        match &self.0 {
            BrokenRule::Xml(error) => error.name(),
            BrokenRule::Json(error) => error.name(),
            BrokenRule::Encoding(error) => error.name(),
        }
    }

    /// Returns the rule, with advice for the publisher.
    pub fn rule(&self) -> Option<&'static super::Rule> {
        let rules = match &self.0 {
            BrokenRule::Xml(_) => WellFormednessError::RULES,
            BrokenRule::Json(_) => JsonError::RULES,
            BrokenRule::Encoding(_) => EncodingError::RULES,
        };
        rules.iter().find(|rule| rule.id.split_once('/').is_some_and(|(_, name)| name == self.name()))
    }

    /// Returns the part of the document that the message quotes, or an empty string if it quotes nothing.
    pub fn quoted(&self) -> String {
        let value = match &self.0 {
            BrokenRule::Xml(error) => error.to_string(),
            BrokenRule::Json(error) => error.to_string(),
            BrokenRule::Encoding(EncodingError::MalformedSequence { bytes, .. }) => return bytes.clone(),
        };
        // The last quote, since the text of the document may itself contain quotes.
        let inside = value.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\''));
        let is_fixed = self.rule().is_some_and(|rule| rule.summary == value);
        inside.filter(|_| !is_fixed).map_or_else(String::new, |(inside, _)| inside.to_owned())
    }

    /// Returns whether the rule is part of the grammar of XML or JSON, so that the document is not well-formed.
    pub fn breaks_grammar(&self) -> bool {
        match &self.0 {
            BrokenRule::Xml(error) => error.is_syntax(),
            BrokenRule::Json(error) => error.is_syntax(),
            BrokenRule::Encoding(error) => error.is_syntax(),
        }
    }

    /// Returns how much content the fault cost. A fault is lossy if content was dropped, or if it shows that the document may be
    /// truncated.
    pub fn severity(&self) -> FaultSeverity {
        match &self.0 {
            BrokenRule::Xml(error) => error.severity(),
            BrokenRule::Json(error) => error.severity(),
            BrokenRule::Encoding(error) => error.severity(),
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
    /// The position of the violation.
    pub position: Position,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.error)
    }
}

//! The rules of JSON and JSON Feed that a document can break.

use std::fmt;

use super::collection::Shorten;
use super::severity::Severity;

/// A rule of JSON (RFC 8259) or of JSON Feed 1.1 that a document breaks, with its section.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum JsonError {
    /// A byte order mark (RFC 8259 §8.1: must not be added, may be ignored). It is ignored.
    #[error("unexpected byte order mark")]
    ByteOrderMark,
    /// The document ends inside a value (RFC 8259 §2), so it was truncated.
    #[error("document ends inside {0}")]
    CutOff(JsonType),
    /// An object or array without its closing bracket (RFC 8259 §4, §5).
    #[error("missing closing bracket of {0}")]
    Unclosed(JsonType),
    /// An object or array without its opening bracket (RFC 8259 §4, §5).
    #[error("missing opening bracket of {0}")]
    Unopened(JsonType),
    /// A closing bracket without an opening one, or before the end of its value (RFC 8259 §2). It is ignored.
    #[error("unexpected '{0}'")]
    StrayBracket(char),
    /// A comma before a closing bracket (RFC 8259 §4, §5).
    #[error("trailing comma")]
    TrailingComma,
    /// A comma without a value before it (RFC 8259 §4, §5).
    #[error("unexpected comma")]
    StrayComma,
    /// Two values or members without a comma between them (RFC 8259 §4, §5).
    #[error("missing comma")]
    MissingComma,
    /// A name without a colon after it (RFC 8259 §4).
    #[error("missing colon")]
    MissingColon,
    /// A name without a value (RFC 8259 §4). The value is taken to be null.
    #[error("missing value")]
    MissingValue,
    /// A value without a name in an object (RFC 8259 §4).
    #[error("missing name")]
    MissingName,
    /// A name without quotes (RFC 8259 §4).
    #[error("unquoted name '{0}'")]
    UnquotedName(String),
    /// A repeated name (RFC 8259 §4). The last value is used, as in most readers of JSON, and the others are kept as
    /// extensions; of arrays, all are used.
    #[error("duplicate name '{0}'")]
    DuplicateName(String),
    /// A word that is neither a literal nor a number (RFC 8259 §3, §6). `NaN` and the like are read as null, others as
    /// strings.
    #[error("invalid literal '{0}'")]
    InvalidLiteral(String),
    /// A string in single quotes (RFC 8259 §7).
    #[error("string in single quotes")]
    SingleQuotes,
    /// A string without its closing quote (RFC 8259 §7).
    #[error("unclosed string")]
    UnclosedString,
    /// An unescaped quote in a string (RFC 8259 §7).
    #[error("unescaped quote in a string")]
    UnescapedQuote,
    /// An unescaped control character in a string (RFC 8259 §7). It is dropped unless it is a tab or ends a line.
    #[error("unescaped control character U+{0:04X}")]
    ControlCharacter(u32),
    /// A backslash that does not begin an escape (RFC 8259 §7). It is kept as text.
    #[error("invalid escape")]
    InvalidEscape,
    /// An escaped surrogate without its other half (RFC 8259 §8.2). It is replaced by U+FFFD.
    #[error("lone surrogate U+{0:04X}")]
    LoneSurrogate(u16),
    /// A comment, which JSON does not have.
    #[error("comment in JSON")]
    Comment,
    /// A character that is not part of a value (RFC 8259 §2). It is ignored.
    #[error("unexpected character {0:?}")]
    UnexpectedCharacter(char),
    /// Data before the start of the document (RFC 8259 §2). It is ignored.
    #[error("unexpected data before the document")]
    LeadingContent,
    /// Data after the end of the document (RFC 8259 §2). It is ignored.
    #[error("unexpected data after the document")]
    TrailingContent,
    /// A value whose type is not the one that JSON Feed specifies.
    #[error("{path}: expected {expected}, found {found}")]
    WrongType {
        /// The path to the value: `$.items[3].id`.
        path: String,
        /// The type that JSON Feed specifies.
        expected: JsonType,
        /// The type of the value.
        found: JsonType,
        /// Whether the value was used nevertheless. If not, it is kept as an extension.
        read: bool,
    },
    /// No `version` (JSON Feed, "version"). The feed was recognized by its items.
    #[error("missing version")]
    MissingVersion,
    /// A `version` that is not the URL of a version of JSON Feed (JSON Feed, "version"). The feed is read as 1.1.
    #[error("unknown version '{0}'")]
    UnknownVersion(String),
}

impl JsonError {
    /// Returns the name of the variant, as a stable identifier of the rule.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ByteOrderMark => "ByteOrderMark",
            Self::CutOff(_) => "CutOff",
            Self::Unclosed(_) => "Unclosed",
            Self::Unopened(_) => "Unopened",
            Self::StrayBracket(_) => "StrayBracket",
            Self::TrailingComma => "TrailingComma",
            Self::StrayComma => "StrayComma",
            Self::MissingComma => "MissingComma",
            Self::MissingColon => "MissingColon",
            Self::MissingValue => "MissingValue",
            Self::MissingName => "MissingName",
            Self::UnquotedName(_) => "UnquotedName",
            Self::DuplicateName(_) => "DuplicateName",
            Self::InvalidLiteral(_) => "InvalidLiteral",
            Self::SingleQuotes => "SingleQuotes",
            Self::UnclosedString => "UnclosedString",
            Self::UnescapedQuote => "UnescapedQuote",
            Self::ControlCharacter(_) => "ControlCharacter",
            Self::InvalidEscape => "InvalidEscape",
            Self::LoneSurrogate(_) => "LoneSurrogate",
            Self::Comment => "Comment",
            Self::UnexpectedCharacter(_) => "UnexpectedCharacter",
            Self::LeadingContent => "LeadingContent",
            Self::TrailingContent => "TrailingContent",
            Self::WrongType { .. } => "WrongType",
            Self::MissingVersion => "MissingVersion",
            Self::UnknownVersion(_) => "UnknownVersion",
        }
    }

    /// Returns whether the rule is part of the grammar of JSON (RFC 8259 §2), not of JSON Feed.
    pub fn is_syntax(&self) -> bool {
        match self {
            Self::ByteOrderMark
            | Self::DuplicateName(_)
            | Self::LoneSurrogate(_)
            | Self::WrongType { .. }
            | Self::MissingVersion
            | Self::UnknownVersion(_) => false,
            Self::CutOff(_)
            | Self::Unclosed(_)
            | Self::Unopened(_)
            | Self::StrayBracket(_)
            | Self::TrailingComma
            | Self::StrayComma
            | Self::MissingComma
            | Self::MissingColon
            | Self::MissingValue
            | Self::MissingName
            | Self::UnquotedName(_)
            | Self::InvalidLiteral(_)
            | Self::SingleQuotes
            | Self::UnclosedString
            | Self::UnescapedQuote
            | Self::ControlCharacter(_)
            | Self::InvalidEscape
            | Self::Comment
            | Self::UnexpectedCharacter(_)
            | Self::LeadingContent
            | Self::TrailingContent => true,
        }
    }

    /// Returns how much content the fault cost.
    pub fn severity(&self) -> Severity {
        match self {
            Self::ByteOrderMark => Severity::Benign,
            Self::CutOff(_)
            | Self::MissingValue
            | Self::MissingName
            | Self::LoneSurrogate(_)
            | Self::UnexpectedCharacter(_)
            | Self::LeadingContent
            | Self::TrailingContent
            | Self::WrongType { read: false, .. } => Severity::Lossy,
            Self::ControlCharacter(control) => {
                if matches!(control, 0x9 | 0xA | 0xD) {
                    Severity::Mended
                } else {
                    Severity::Lossy
                }
            }
            Self::Unclosed(_)
            | Self::Unopened(_)
            | Self::StrayBracket(_)
            | Self::TrailingComma
            | Self::StrayComma
            | Self::MissingComma
            | Self::MissingColon
            | Self::UnquotedName(_)
            | Self::DuplicateName(_)
            | Self::InvalidLiteral(_)
            | Self::SingleQuotes
            | Self::UnclosedString
            | Self::UnescapedQuote
            | Self::InvalidEscape
            | Self::Comment
            | Self::WrongType { read: true, .. }
            | Self::MissingVersion
            | Self::UnknownVersion(_) => Severity::Mended,
        }
    }
}

/// The type of a JSON value (RFC 8259 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum JsonType {
    /// `{…}` (§4).
    Object,
    /// `[…]` (§5).
    Array,
    /// `"…"` (§7).
    String,
    /// A number (§6).
    Number,
    /// `true` or `false` (§3).
    Boolean,
    /// `null` (§3).
    Null,
}

impl fmt::Display for JsonType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        })
    }
}

impl Shorten for JsonError {
    fn shorten(&mut self, mut cut: impl FnMut(&mut String)) {
        match self {
            Self::UnquotedName(text)
            | Self::DuplicateName(text)
            | Self::InvalidLiteral(text)
            | Self::UnknownVersion(text) => cut(text),
            Self::WrongType { path, .. } => cut(path),
            Self::CutOff(_)
            | Self::Unclosed(_)
            | Self::Unopened(_)
            | Self::StrayBracket(_)
            | Self::ControlCharacter(_)
            | Self::LoneSurrogate(_)
            | Self::UnexpectedCharacter(_)
            | Self::ByteOrderMark
            | Self::TrailingComma
            | Self::StrayComma
            | Self::MissingComma
            | Self::MissingColon
            | Self::MissingValue
            | Self::MissingName
            | Self::SingleQuotes
            | Self::UnclosedString
            | Self::UnescapedQuote
            | Self::InvalidEscape
            | Self::Comment
            | Self::LeadingContent
            | Self::TrailingContent
            | Self::MissingVersion => {}
        }
    }
}

//! What is wrong in a JSON document, one rule at a time.

use std::fmt;

use crate::fault::Severity;

/// A rule of JSON (RFC 8259) or of JSON Feed 1.1 that a document breaks; the section stands behind each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub enum JsonError {
    /// A byte order mark (RFC 8259 §8.1: must not be added, may be ignored). It is ignored.
    #[error("a byte order mark")]
    ByteOrderMark,
    /// The document ends within a value (RFC 8259 §2): it was cut off.
    #[error("the document ends within {0}")]
    CutOff(JsonType),
    /// An object or an array that is not closed where it must end (RFC 8259 §4, §5).
    #[error("{0} is not closed")]
    Unclosed(JsonType),
    /// An object or an array that is closed, but was not opened (RFC 8259 §4, §5).
    #[error("{0} is not opened")]
    Unopened(JsonType),
    /// A bracket that closes nothing, or closes too early (RFC 8259 §2). It is ignored.
    #[error("a '{0}' that closes nothing")]
    StrayBracket(char),
    /// A comma before a closing bracket (RFC 8259 §4, §5).
    #[error("a comma with nothing behind it")]
    TrailingComma,
    /// A comma with nothing before it (RFC 8259 §4, §5).
    #[error("a comma with nothing before it")]
    StrayComma,
    /// Two values or members without a comma between them (RFC 8259 §4, §5).
    #[error("a comma is missing")]
    MissingComma,
    /// A name without a colon behind it (RFC 8259 §4).
    #[error("the colon is missing")]
    MissingColon,
    /// A name without a value (RFC 8259 §4). It counts as null.
    #[error("the value is missing")]
    MissingValue,
    /// A value without a name in an object (RFC 8259 §4).
    #[error("the name is missing")]
    MissingName,
    /// A name without quotes (RFC 8259 §4).
    #[error("the name '{0}' is not quoted")]
    UnquotedName(String),
    /// A name that stands twice (RFC 8259 §4). The last counts, as in most readers of JSON, and
    /// the others are extensions; of arrays all count.
    #[error("the name '{0}' stands twice")]
    DuplicateName(String),
    /// A word that is no literal and no number (RFC 8259 §3, §6). `NaN` and the like count as null, others as strings.
    #[error("'{0}' is no value")]
    InvalidLiteral(String),
    /// A string in single quotes (RFC 8259 §7).
    #[error("a string in single quotes")]
    SingleQuotes,
    /// A string without its closing quote (RFC 8259 §7).
    #[error("the string is not closed")]
    UnclosedString,
    /// A quote within a string (RFC 8259 §7).
    #[error("a quote that is not escaped")]
    UnescapedQuote,
    /// A control character within a string (RFC 8259 §7).
    #[error("the control character U+{0:04X} is not escaped")]
    ControlCharacter(u32),
    /// A backslash that escapes nothing (RFC 8259 §7). It stays.
    #[error("a backslash that escapes nothing")]
    InvalidEscape,
    /// An escaped half of a surrogate pair (RFC 8259 §8.2). It is replaced by U+FFFD.
    #[error("the surrogate U+{0:04X} is alone")]
    LoneSurrogate(u16),
    /// A comment. JSON has none.
    #[error("a comment is not allowed in JSON")]
    Comment,
    /// A character that belongs to nothing (RFC 8259 §2). It is ignored.
    #[error("the character {0:?} is not allowed here")]
    UnexpectedCharacter(char),
    /// Something before the start of the document (RFC 8259 §2). It is ignored.
    #[error("something stands before the document")]
    LeadingContent,
    /// Something behind the end of the document (RFC 8259 §2). It is ignored.
    #[error("the document goes on behind its end")]
    TrailingContent,
    /// A value of another type than JSON Feed gives it.
    #[error("{path} is {found} where {expected} belongs")]
    WrongType {
        /// The value: `$.items[3].id`.
        path: String,
        /// The type that JSON Feed gives it.
        expected: JsonType,
        /// The type that it has.
        found: JsonType,
        /// Whether it was read all the same. What was not is kept as an extension.
        read: bool,
    },
    /// No `version` at all (JSON Feed, "version"). The feed is known by its items.
    #[error("the version is missing")]
    MissingVersion,
    /// A `version` that is the URL of none (JSON Feed, "version"). The feed is read as 1.1.
    #[error("'{0}' is no version of JSON Feed")]
    UnknownVersion(String),
}

impl JsonError {
    /// The variant's name, for those who tell faults apart by text.
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

    /// Whether JSON's own grammar is broken (RFC 8259 §2), not only what JSON Feed says of the values.
    pub fn is_syntax(&self) -> bool {
        !matches!(
            self,
            Self::ByteOrderMark
                | Self::DuplicateName(_)
                | Self::LoneSurrogate(_)
                | Self::WrongType { .. }
                | Self::MissingVersion
                | Self::UnknownVersion(_)
        )
    }

    /// Whether mending it cost content.
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
            | Self::ControlCharacter(_)
            | Self::InvalidEscape
            | Self::Comment
            | Self::WrongType { .. }
            | Self::MissingVersion
            | Self::UnknownVersion(_) => Severity::Mended,
        }
    }
}

/// What a JSON value can be (RFC 8259 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
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

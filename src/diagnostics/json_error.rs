//! The rules of JSON and JSON Feed that a document can break.

use super::fault_severity::FaultSeverity;
use super::rule::faults;

faults! {
/// A rule of JSON (RFC 8259) or of JSON Feed 1.1 that a document breaks, with its section.
pub(crate) enum JsonError "json" {
    /// A byte order mark (RFC 8259 §8.1: must not be added, may be ignored). It is ignored.
    ByteOrderMark = Benign, "unexpected byte order mark", "RFC 8259 §8.1", "Remove the byte order mark.";
    /// The document ends inside a value (RFC 8259 §2), so it was truncated.
    CutOff(JsonType) = Lossy, "document ends inside {}" by description | "the document ends within a value", "RFC 8259 §2", "Publish the whole document.";
    /// An object or array without its closing bracket (RFC 8259 §4, §5).
    Unclosed(JsonType) = Mended, "missing closing bracket of {}" by description | "missing closing bracket", "RFC 8259 §4", "Add the bracket.";
    /// An object or array without its opening bracket (RFC 8259 §4, §5).
    Unopened(JsonType) = Mended, "missing opening bracket of {}" by description | "missing opening bracket", "RFC 8259 §4", "Add the bracket.";
    /// A closing bracket without an opening one, or before the end of its value (RFC 8259 §2). It is ignored.
    StrayBracket(char) = Mended, "unexpected '{0}'" | "unexpected bracket", "RFC 8259 §2", "Remove the bracket.";
    /// A comma before a closing bracket (RFC 8259 §4, §5).
    TrailingComma = Mended, "trailing comma", "RFC 8259 §4", "Remove the comma.";
    /// A comma without a value before it (RFC 8259 §4, §5).
    StrayComma = Mended, "unexpected comma", "RFC 8259 §4", "Remove the comma.";
    /// Two values or members without a comma between them (RFC 8259 §4, §5).
    MissingComma = Mended, "missing comma", "RFC 8259 §4", "Add the comma.";
    /// A name without a colon after it (RFC 8259 §4).
    MissingColon = Mended, "missing colon", "RFC 8259 §4", "Add the colon.";
    /// A name without a value (RFC 8259 §4). The value is assumed to be null.
    MissingValue = Lossy, "missing value", "RFC 8259 §4", "Add the value.";
    /// A value without a name in an object (RFC 8259 §4).
    MissingName = Lossy, "missing name", "RFC 8259 §4", "Add the name.";
    /// A name without quotes (RFC 8259 §4).
    UnquotedName(String) = Mended, "unquoted name '{0}'" | "unquoted name", "RFC 8259 §4", "Enclose the name in double quotes.";
    /// A repeated name (RFC 8259 §4). As in most JSON parsers, the last value is used; the others are kept as extensions. If the
    /// values are arrays, all are used.
    DuplicateName(String) = Mended, "duplicate name '{0}'" | "duplicate name", "RFC 8259 §4", "Keep one of the members.";
    /// A word that is neither a literal nor a number (RFC 8259 §3, §6). `NaN` and similar words are read as null, others as
    /// strings.
    InvalidLiteral(String) = Mended, "invalid literal '{0}'" | "invalid literal", "RFC 8259 §3", "Write true, false, null, or a number.";
    /// A string in single quotes (RFC 8259 §7).
    SingleQuotes = Mended, "string in single quotes", "RFC 8259 §7", "Use double quotes.";
    /// A string without its closing quote (RFC 8259 §7).
    UnclosedString = Mended, "unclosed string", "RFC 8259 §7", "Add the closing quote.";
    /// An unescaped quote in a string (RFC 8259 §7).
    UnescapedQuote = Mended, "unescaped quote in a string", "RFC 8259 §7", "Write a backslash before the quote.";
    /// An unescaped control character in a string (RFC 8259 §7). It is dropped unless it is a tab or a line break.
    ControlCharacter(u32) = Lossy, "unescaped control character U+{0:04X}" | "unescaped control character", "RFC 8259 §7", "Escape the character.";
    /// A backslash that does not begin an escape (RFC 8259 §7). It is kept as text.
    InvalidEscape = Mended, "invalid escape", "RFC 8259 §7", "Escape the backslash.";
    /// An escaped surrogate without its other half (RFC 8259 §8.2). It is replaced by U+FFFD.
    LoneSurrogate(u16) = Lossy, "lone surrogate U+{0:04X}" | "lone surrogate", "RFC 8259 §8.2", "Escape both halves of the pair, or write the character itself.";
    /// A comment, which JSON does not allow.
    Comment = Mended, "comment in JSON", "RFC 8259 §2", "Remove the comment.";
    /// A character that is not part of a value (RFC 8259 §2). It is ignored.
    UnexpectedCharacter(char) = Lossy, "unexpected character {0:?}" | "unexpected character", "RFC 8259 §2", "Remove the character.";
    /// Data before the start of the document (RFC 8259 §2). It is ignored.
    LeadingContent = Lossy, "unexpected data before the document", "RFC 8259 §2", "Remove the data.";
    /// Data after the end of the document (RFC 8259 §2). It is ignored.
    TrailingContent = Lossy, "unexpected data after the document", "RFC 8259 §2", "Remove the data.";
    /// A value of a type other than the one that JSON Feed specifies.
    WrongType {
        /// The path to the value: `$.items[3].id`.
        path: String,
        /// The type that JSON Feed specifies.
        expected: JsonType,
        /// The type of the value.
        found: JsonType,
        /// Whether the value was used nevertheless. If not, it is kept as an extension, unless it is part of an XML element.
        read: bool,
    } = Mended, "{path}: expected {}, found {}" with (.expected.description(), .found.description()) | "value of a wrong type", "JSON Feed", "Write a value of the type that JSON Feed specifies.";
    /// No `version` (JSON Feed, "version"). The feed was recognized by its items.
    MissingVersion = Mended, "missing version", "JSON Feed, version", "Add the version with the URL of JSON Feed 1.1.";
    /// A `version` that is not the URL of a version of JSON Feed (JSON Feed, "version"). The feed is read as 1.1.
    UnknownVersion(String) = Mended, "unknown version '{0}'" | "unknown version", "JSON Feed, version", "Write the URL of a version of JSON Feed.";
}
}

impl JsonError {
    /// Returns whether the rule is part of the grammar of JSON (RFC 8259 §2), not of JSON Feed.
    pub(crate) fn is_syntax(&self) -> bool {
        // RFC 8259 warns of duplicate names (§4), byte order marks (§8.1) and lone surrogates (§8.2). However, its grammar allows
        // the names and the surrogates, and parsers may ignore the marks.
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

    /// Returns how much content the fault cost.
    pub(crate) fn severity(&self) -> FaultSeverity {
        match self {
            // The value was not used.
            Self::WrongType { read: false, .. } => FaultSeverity::Lossy,
            // White space remains.
            Self::ControlCharacter(0x9 | 0xA | 0xD) => FaultSeverity::Mended,
            _ => self.usual_severity(),
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

impl JsonType {
    /// Returns the type with its article, for messages.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        }
    }
}

impl super::collection::Diagnostic for JsonType {
    fn shorten(&mut self, _: impl FnMut(&mut String)) {}
}

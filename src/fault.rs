//! What is wrong in a document, one fault at a time, and where it stands.

use std::fmt;

use crate::json_error::JsonError;

/// How much of the content a fault cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Severity {
    /// A label was wrong; the content is intact.
    Benign,
    /// The structure was repaired; nothing is known to be missing.
    Mended,
    /// Something is missing or could not be read.
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

/// A rule of XML 1.0 (Fifth Edition) or Namespaces in XML 1.0 that a document breaks; the section stands behind each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub enum WellFormednessError {
    /// A character outside the production `Char` (§2.2). It is dropped.
    #[error("the character U+{0:04X} is not allowed in XML")]
    ForbiddenCharacter(u32),
    /// A reference to a character outside the production `Char` (§4.1, WFC: Legal Character). It stays as written.
    #[error("the reference '{0}' is to no legal character")]
    ForbiddenReference(String),
    /// An ampersand that begins no reference (§2.4). It is text.
    #[error("an ampersand that begins no reference")]
    BareAmpersand,
    /// A reference that ends without a semicolon (§4.1).
    #[error("the reference '&{0}' has no semicolon")]
    UnclosedReference(String),
    /// A reference to an entity that is not declared (§4.1, WFC: Entity Declared). HTML's entities are read all the same.
    #[error("the entity '{0}' is not declared")]
    UndefinedEntity(String),
    /// A reference to an entity that refers to itself, directly or not (§4.1, WFC: No Recursion). It stays as written.
    #[error("the entity '{0}' refers to itself")]
    RecursiveEntity(String),
    /// A reference to an unparsed entity, or in an attribute value to an external one (§4.1, WFC: Parsed Entity; §3.1,
    /// WFC: No External Entity References). It stays as written.
    #[error("the entity '{0}' may not be referred to here")]
    ForbiddenEntity(String),
    /// A reference to an entity whose replacement text is not well-formed where it is included (§4.3.2, §3.1). Its text
    /// is read all the same.
    #[error("the replacement text of the entity '{0}' is not well-formed here")]
    MalformedEntity(String),
    /// A `<` that begins no markup (§2.4). It is text.
    #[error("a '<' that begins no markup")]
    StrayLessThan,
    /// `]]>` in text (§2.4).
    #[error("']]>' is not allowed in text")]
    CdataEndInText,
    /// A CDATA section without its `]]>` (§2.7).
    #[error("the CDATA section is not closed")]
    UnclosedCdata,
    /// A comment without its `-->` (§2.5).
    #[error("the comment is not closed")]
    UnclosedComment,
    /// `--` inside a comment (§2.5).
    #[error("'--' is not allowed in a comment")]
    DoubleHyphenInComment,
    /// A processing instruction without its `?>` (§2.6).
    #[error("the processing instruction is not closed")]
    UnclosedProcessingInstruction,
    /// A processing instruction without a target that is a name, or with the reserved target `xml` (§2.6).
    #[error("the processing instruction has no legal target")]
    InvalidTarget,
    /// An XML declaration anywhere but at the very start (§2.8).
    #[error("the XML declaration is not at the start of the document")]
    MisplacedXmlDeclaration,
    /// An XML declaration that the production `XMLDecl` does not allow (§2.8).
    #[error("the XML declaration is malformed")]
    MalformedXmlDeclaration,
    /// A document type declaration after the root element began, or a second one (§2.8).
    #[error("the document type declaration is not in the prolog")]
    MisplacedDoctype,
    /// A document type declaration that the production `doctypedecl` does not allow (§2.8).
    #[error("the document type declaration is malformed")]
    MalformedDoctype,
    /// `<!` that begins no comment, CDATA section or document type declaration.
    #[error("a markup declaration is not allowed here")]
    MisplacedDeclaration,
    /// A name that the production `Name` (§2.3), or `QName` of the namespaces specification, does not allow.
    #[error("'{0}' is not a legal name")]
    InvalidName(String),
    /// A tag without its `>` (§3.1).
    #[error("the tag of '{0}' is not closed")]
    UnclosedTag(String),
    /// Something in a tag that is no attribute (§3.1).
    #[error("the tag of '{0}' is malformed")]
    MalformedTag(String),
    /// No white space between two attributes (§3.1).
    #[error("white space is missing before the attribute '{0}'")]
    MissingSpace(String),
    /// An attribute without a value (§3.1). It counts as empty.
    #[error("the attribute '{0}' has no value")]
    MissingAttributeValue(String),
    /// An attribute value without quotes (§3.1).
    #[error("the value of the attribute '{0}' is not quoted")]
    UnquotedAttributeValue(String),
    /// An attribute value without its closing quote (§3.1). It ends where its tag ends.
    #[error("the value of the attribute '{0}' is not closed")]
    UnclosedAttributeValue(String),
    /// A `<` in an attribute value (§3.1, WFC: No < in Attribute Values).
    #[error("'<' is not allowed in the value of the attribute '{0}'")]
    LessThanInAttributeValue(String),
    /// An attribute that stands twice in a tag, by name or by namespace (§3.1, WFC: Unique Att Spec). The first counts.
    #[error("the attribute '{0}' stands twice")]
    DuplicateAttribute(String),
    /// A prefix that no namespace declaration binds (Namespaces §5). Known prefixes keep their meaning.
    #[error("the prefix '{0}' is not bound to a namespace")]
    UnboundPrefix(String),
    /// A declaration of a reserved prefix or namespace (Namespaces §3).
    #[error("the prefix '{0}' or its namespace is reserved")]
    ReservedPrefix(String),
    /// A prefix bound to no namespace (Namespaces §2.2).
    #[error("the prefix '{0}' is bound to an empty namespace name")]
    EmptyNamespaceName(String),
    /// A namespace name with a space in it, which no URI reference has (Namespaces §2). White space around it is no part of
    /// it.
    #[error("the namespace name '{0}' is no URI reference")]
    InvalidNamespaceName(String),
    /// An end tag whose name is not the open element's (§3, WFC: Element Type Match).
    #[error("the end tag '{found}' stands where '{expected}' is open")]
    MismatchedEndTag {
        /// The open element's name.
        expected: String,
        /// The end tag's name.
        found: String,
    },
    /// An end tag of which no element is open (§3). It is ignored.
    #[error("the end tag '{0}' closes nothing")]
    StrayEndTag(String),
    /// An entry without its start tag (§3). It begins with the first of its elements.
    #[error("the start tag of '{0}' is missing")]
    MissingStartTag(String),
    /// An element without its end tag (§3).
    #[error("the element '{0}' is not closed")]
    UnclosedElement(String),
    /// The document ends within an element that holds no others of the feed (§3): it was cut off.
    #[error("the document ends within '{0}'")]
    CutOff(String),
    /// Text outside the root element (§2.1).
    #[error("text outside the root element")]
    TextOutsideRoot,
    /// A second root element (§2.1).
    #[error("'{0}' stands behind the root element")]
    SecondRoot(String),
    /// No root element (§2.1).
    #[error("there is no root element")]
    NoRoot,
}

impl WellFormednessError {
    /// The variant's name, for those who tell faults apart by text.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ForbiddenCharacter(_) => "ForbiddenCharacter",
            Self::ForbiddenReference(_) => "ForbiddenReference",
            Self::BareAmpersand => "BareAmpersand",
            Self::UnclosedReference(_) => "UnclosedReference",
            Self::UndefinedEntity(_) => "UndefinedEntity",
            Self::RecursiveEntity(_) => "RecursiveEntity",
            Self::ForbiddenEntity(_) => "ForbiddenEntity",
            Self::MalformedEntity(_) => "MalformedEntity",
            Self::StrayLessThan => "StrayLessThan",
            Self::CdataEndInText => "CdataEndInText",
            Self::UnclosedCdata => "UnclosedCdata",
            Self::UnclosedComment => "UnclosedComment",
            Self::DoubleHyphenInComment => "DoubleHyphenInComment",
            Self::UnclosedProcessingInstruction => "UnclosedProcessingInstruction",
            Self::InvalidTarget => "InvalidTarget",
            Self::MisplacedXmlDeclaration => "MisplacedXmlDeclaration",
            Self::MalformedXmlDeclaration => "MalformedXmlDeclaration",
            Self::MisplacedDoctype => "MisplacedDoctype",
            Self::MalformedDoctype => "MalformedDoctype",
            Self::MisplacedDeclaration => "MisplacedDeclaration",
            Self::InvalidName(_) => "InvalidName",
            Self::UnclosedTag(_) => "UnclosedTag",
            Self::MalformedTag(_) => "MalformedTag",
            Self::MissingSpace(_) => "MissingSpace",
            Self::MissingAttributeValue(_) => "MissingAttributeValue",
            Self::UnquotedAttributeValue(_) => "UnquotedAttributeValue",
            Self::UnclosedAttributeValue(_) => "UnclosedAttributeValue",
            Self::LessThanInAttributeValue(_) => "LessThanInAttributeValue",
            Self::DuplicateAttribute(_) => "DuplicateAttribute",
            Self::UnboundPrefix(_) => "UnboundPrefix",
            Self::ReservedPrefix(_) => "ReservedPrefix",
            Self::EmptyNamespaceName(_) => "EmptyNamespaceName",
            Self::InvalidNamespaceName(_) => "InvalidNamespaceName",
            Self::MismatchedEndTag { .. } => "MismatchedEndTag",
            Self::StrayEndTag(_) => "StrayEndTag",
            Self::MissingStartTag(_) => "MissingStartTag",
            Self::UnclosedElement(_) => "UnclosedElement",
            Self::CutOff(_) => "CutOff",
            Self::TextOutsideRoot => "TextOutsideRoot",
            Self::SecondRoot(_) => "SecondRoot",
            Self::NoRoot => "NoRoot",
        }
    }

    /// Whether mending it cost content: an element or a section that never ends may be a document that was cut.
    pub fn severity(&self) -> Severity {
        match self {
            Self::ForbiddenCharacter(_)
            | Self::UnclosedCdata
            | Self::UnclosedComment
            | Self::UnclosedProcessingInstruction
            | Self::UnclosedTag(_)
            | Self::CutOff(_)
            | Self::NoRoot => Severity::Lossy,
            _ => Severity::Mended,
        }
    }
}

/// The rule that a document breaks, of XML or of JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum Violation {
    /// A rule of XML.
    #[error(transparent)]
    Xml(#[from] WellFormednessError),
    /// A rule of JSON or of JSON Feed.
    #[error(transparent)]
    Json(#[from] JsonError),
}

impl Violation {
    /// The variant's name, for those who tell faults apart by text.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Xml(error) => error.name(),
            Self::Json(error) => error.name(),
        }
    }

    /// Whether mending it cost content.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Xml(error) => error.severity(),
            Self::Json(error) => error.severity(),
        }
    }
}

/// A place in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Position {
    /// Bytes from the start of the document. Where the document is not UTF-8: bytes of the decoded, UTF-8 text.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Position {
    /// The start of the document.
    pub(crate) const START: Self = Self { offset: 0, line: 1, column: 1 };
}

/// Finds the positions of offsets that never decrease, in one walk over the text.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    bytes: &'t [u8],
    /// Bytes of the document before the text.
    start: usize,
    line: usize,
    line_start: usize,
    at: usize,
}

impl<'t> Lines<'t> {
    /// `start`: bytes of the document before the text.
    pub(crate) fn new(text: &'t str, start: usize) -> Self {
        Self { bytes: text.as_bytes(), start, line: 1, line_start: 0, at: 0 }
    }

    /// The position of the byte at `offset` of the text, which is not before the one that was asked for last.
    pub(crate) fn position(&mut self, offset: usize) -> Position {
        let offset = offset.clamp(self.at, self.bytes.len().max(self.at));
        for newline in memchr::memchr_iter(b'\n', self.bytes.get(self.at..offset).unwrap_or_default()) {
            self.line += 1;
            self.line_start = self.at + newline + 1;
        }
        self.at = offset;
        // A character is counted at its first byte, so an offset inside one is no trouble.
        let before = self.bytes.get(self.line_start..offset).unwrap_or_default();
        let column = 1 + before.iter().filter(|&&b| b & 0xC0 != 0x80).count();
        Position { offset: offset + self.start, line: self.line, column }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One thing that is wrong with the document, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub error: Violation,
    /// Where it stands.
    pub position: Position,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.error)
    }
}

/// The malformed sequences of a text that was read all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Damage {
    /// How many there are; in UTF-8: bytes.
    pub count: usize,
    /// Bytes from the start of the document to the first.
    pub offset: usize,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.count == 1 { "" } else { "s" };
        write!(f, "{} malformed sequence{plural}, the first at byte {}", self.count, self.offset)
    }
}

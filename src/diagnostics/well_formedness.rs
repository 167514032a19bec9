//! The rules of XML that a document can break.

use super::collection::Shorten;
use super::severity::Severity;

/// A rule of XML 1.0 (Fifth Edition) or Namespaces in XML 1.0 that a document breaks, with its section.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum WellFormednessError {
    /// A character outside the production `Char` (§2.2). It is dropped.
    #[error("invalid character U+{0:04X}")]
    ForbiddenCharacter(u32),
    /// A reference to a character outside the production `Char` (§4.1, WFC: Legal Character). It is kept as text.
    #[error("reference '{0}' to an invalid character")]
    ForbiddenReference(String),
    /// An ampersand that does not begin a reference (§2.4). It is kept as text.
    #[error("unescaped '&'")]
    BareAmpersand,
    /// A reference without its semicolon (§4.1).
    #[error("missing ';' after reference '&{0}'")]
    UnclosedReference(String),
    /// A reference to an undeclared entity (§4.1, WFC: Entity Declared). Entities of HTML are resolved nevertheless.
    #[error("undefined entity '{0}'")]
    UndefinedEntity(String),
    /// A reference to an entity that contains itself, directly or indirectly (§4.1, WFC: No Recursion). It is kept as
    /// text.
    #[error("recursive entity '{0}'")]
    RecursiveEntity(String),
    /// A reference to an unparsed entity, or in an attribute value to an external one (§4.1, WFC: Parsed Entity; §3.1,
    /// WFC: No External Entity References). It is kept as text.
    #[error("entity '{0}' must not be referenced here")]
    ForbiddenEntity(String),
    /// A reference to an entity whose replacement text is not well-formed in that place (§4.3.2, §3.1). The text is
    /// included nevertheless.
    #[error("replacement text of entity '{0}' is not well-formed here")]
    MalformedEntity(String),
    /// A `<` that does not begin markup (§2.4). It is kept as text.
    #[error("unescaped '<'")]
    StrayLessThan,
    /// `]]>` in text (§2.4).
    #[error("']]>' in text")]
    CdataEndInText,
    /// A CDATA section without its `]]>` (§2.7).
    #[error("unclosed CDATA section")]
    UnclosedCdata,
    /// A comment without its `-->` (§2.5).
    #[error("unclosed comment")]
    UnclosedComment,
    /// `--` in a comment (§2.5).
    #[error("'--' in a comment")]
    DoubleHyphenInComment,
    /// A processing instruction without its `?>` (§2.6).
    #[error("unclosed processing instruction")]
    UnclosedProcessingInstruction,
    /// A processing instruction whose target is not a name, or is the reserved target `xml` (§2.6).
    #[error("invalid target of processing instruction")]
    InvalidTarget,
    /// An XML declaration that is not at the start of the document (§2.8).
    #[error("XML declaration not at the start of the document")]
    MisplacedXmlDeclaration,
    /// An XML declaration that does not match the production `XMLDecl` (§2.8).
    #[error("malformed XML declaration")]
    MalformedXmlDeclaration,
    /// A document type declaration after the start of the root element, or a second one (§2.8).
    #[error("document type declaration outside the prolog")]
    MisplacedDoctype,
    /// A document type declaration that does not match the production `doctypedecl` (§2.8).
    #[error("malformed document type declaration")]
    MalformedDoctype,
    /// `<!` that does not begin a comment, CDATA section or document type declaration.
    #[error("unexpected markup declaration")]
    MisplacedDeclaration,
    /// A name that does not match the production `Name` (§2.3), or `QName` of Namespaces in XML.
    #[error("invalid name '{0}'")]
    InvalidName(String),
    /// A tag without its `>` (§3.1).
    #[error("unclosed tag '{0}'")]
    UnclosedTag(String),
    /// A tag with content that is not an attribute, or with a misspelt name (§3.1).
    #[error("malformed tag '{0}'")]
    MalformedTag(String),
    /// An attribute without white space before it (§3.1).
    #[error("missing white space before attribute '{0}'")]
    MissingSpace(String),
    /// An attribute without a value (§3.1). The value is taken to be empty.
    #[error("missing value of attribute '{0}'")]
    MissingAttributeValue(String),
    /// An attribute value without quotes (§3.1).
    #[error("unquoted value of attribute '{0}'")]
    UnquotedAttributeValue(String),
    /// An attribute value without its closing quote (§3.1). It ends at the end of the tag.
    #[error("unclosed value of attribute '{0}'")]
    UnclosedAttributeValue(String),
    /// A `<` in an attribute value (§3.1, WFC: No < in Attribute Values).
    #[error("unescaped '<' in attribute '{0}'")]
    LessThanInAttributeValue(String),
    /// An attribute that a tag repeats, by qualified or by expanded name (§3.1, WFC: Unique Att Spec). The first one is
    /// kept.
    #[error("duplicate attribute '{0}'")]
    DuplicateAttribute(String),
    /// An undeclared prefix (Namespaces §5). Well-known prefixes keep their usual meaning.
    #[error("unbound prefix '{0}'")]
    UnboundPrefix(String),
    /// A declaration of a reserved prefix or namespace (Namespaces §3).
    #[error("reserved prefix or namespace in the declaration of prefix '{0}'")]
    ReservedPrefix(String),
    /// A declaration of a prefix with an empty namespace name (Namespaces §2.2).
    #[error("empty namespace name for prefix '{0}'")]
    EmptyNamespaceName(String),
    /// A namespace name that contains a space, and so is not a URI reference (Namespaces §2). Surrounding white space
    /// is ignored.
    #[error("invalid namespace name '{0}'")]
    InvalidNamespaceName(String),
    /// An end tag whose name is not that of the innermost open element (§3, WFC: Element Type Match).
    #[error("mismatched end tag '{found}', expected '{expected}'")]
    MismatchedEndTag {
        /// The name of the innermost open element.
        expected: String,
        /// The name in the end tag.
        found: String,
    },
    /// An end tag that does not close an open element (§3). It is ignored.
    #[error("unexpected end tag '{0}'")]
    StrayEndTag(String),
    /// An element without its start tag (§3). It is opened before its first content.
    #[error("missing start tag '{0}'")]
    MissingStartTag(String),
    /// An element without its end tag (§3).
    #[error("unclosed element '{0}'")]
    UnclosedElement(String),
    /// The document ends inside an element whose content is text (§3), so it was truncated.
    #[error("document ends inside element '{0}'")]
    CutOff(String),
    /// Text outside the root element (§2.1). It is ignored.
    #[error("text outside the root element")]
    TextOutsideRoot,
    /// A second root element (§2.1).
    #[error("unexpected element '{0}' after the root element")]
    SecondRoot(String),
    /// The document has no root element (§2.1).
    #[error("missing root element")]
    NoRoot,
}

impl WellFormednessError {
    /// Returns the name of the variant, as a stable identifier of the rule.
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

    /// Returns how much content the fault cost.
    ///
    /// A fault is lossy if content was dropped, or if it shows that the document may be truncated.
    pub fn severity(&self) -> Severity {
        match self {
            Self::ForbiddenCharacter(_)
            | Self::UnclosedCdata
            | Self::UnclosedComment
            | Self::UnclosedProcessingInstruction
            | Self::UnclosedTag(_)
            | Self::CutOff(_)
            | Self::NoRoot => Severity::Lossy,
            Self::ForbiddenReference(_)
            | Self::BareAmpersand
            | Self::UnclosedReference(_)
            | Self::UndefinedEntity(_)
            | Self::RecursiveEntity(_)
            | Self::ForbiddenEntity(_)
            | Self::MalformedEntity(_)
            | Self::StrayLessThan
            | Self::CdataEndInText
            | Self::DoubleHyphenInComment
            | Self::InvalidTarget
            | Self::MisplacedXmlDeclaration
            | Self::MalformedXmlDeclaration
            | Self::MisplacedDoctype
            | Self::MalformedDoctype
            | Self::MisplacedDeclaration
            | Self::InvalidName(_)
            | Self::MalformedTag(_)
            | Self::MissingSpace(_)
            | Self::MissingAttributeValue(_)
            | Self::UnquotedAttributeValue(_)
            | Self::UnclosedAttributeValue(_)
            | Self::LessThanInAttributeValue(_)
            | Self::DuplicateAttribute(_)
            | Self::UnboundPrefix(_)
            | Self::ReservedPrefix(_)
            | Self::EmptyNamespaceName(_)
            | Self::InvalidNamespaceName(_)
            | Self::MismatchedEndTag { .. }
            | Self::StrayEndTag(_)
            | Self::MissingStartTag(_)
            | Self::UnclosedElement(_)
            | Self::TextOutsideRoot
            | Self::SecondRoot(_) => Severity::Mended,
        }
    }
}

impl Shorten for WellFormednessError {
    fn shorten(&mut self, mut cut: impl FnMut(&mut String)) {
        match self {
            Self::ForbiddenReference(text)
            | Self::UnclosedReference(text)
            | Self::UndefinedEntity(text)
            | Self::RecursiveEntity(text)
            | Self::ForbiddenEntity(text)
            | Self::MalformedEntity(text)
            | Self::InvalidName(text)
            | Self::UnclosedTag(text)
            | Self::MalformedTag(text)
            | Self::MissingSpace(text)
            | Self::MissingAttributeValue(text)
            | Self::UnquotedAttributeValue(text)
            | Self::UnclosedAttributeValue(text)
            | Self::LessThanInAttributeValue(text)
            | Self::DuplicateAttribute(text)
            | Self::UnboundPrefix(text)
            | Self::ReservedPrefix(text)
            | Self::EmptyNamespaceName(text)
            | Self::InvalidNamespaceName(text)
            | Self::StrayEndTag(text)
            | Self::MissingStartTag(text)
            | Self::UnclosedElement(text)
            | Self::CutOff(text)
            | Self::SecondRoot(text) => cut(text),
            Self::MismatchedEndTag { expected, found } => {
                cut(expected);
                cut(found);
            }
            Self::ForbiddenCharacter(_)
            | Self::BareAmpersand
            | Self::StrayLessThan
            | Self::CdataEndInText
            | Self::UnclosedCdata
            | Self::UnclosedComment
            | Self::DoubleHyphenInComment
            | Self::UnclosedProcessingInstruction
            | Self::InvalidTarget
            | Self::MisplacedXmlDeclaration
            | Self::MalformedXmlDeclaration
            | Self::MisplacedDoctype
            | Self::MalformedDoctype
            | Self::MisplacedDeclaration
            | Self::TextOutsideRoot
            | Self::NoRoot => {}
        }
    }
}

//! The XML rules that a document can break.

use super::fault_severity::FaultSeverity;
use super::rule::faults;

faults! {
/// A rule of XML 1.0 (Fifth Edition) or Namespaces in XML 1.0 that a document breaks, with its section.
pub(crate) enum WellFormednessError "xml" {
    /// A character outside the production `Char` (§2.2). It is dropped.
    ForbiddenCharacter(u32) = Lossy, "invalid character U+{0:04X}" | "invalid character", "XML 1.0 §2.2", "Remove the character.";
    /// A reference to a character outside the production `Char` (§4.1, WFC: Legal Character). It is kept as text.
    ForbiddenReference(String) = Mended, "reference '{0}' to an invalid character" | "reference to an invalid character", "XML 1.0 §4.1", "Remove the reference.";
    /// An ampersand that does not begin a reference (§2.4). It is kept as text.
    BareAmpersand = Mended, "unescaped '&'", "XML 1.0 §2.4", "Write &amp; for each ampersand, in addresses too.";
    /// A reference without its semicolon (§4.1).
    UnclosedReference(String) = Mended, "missing ';' after reference '&{0}'" | "missing ';' after a reference", "XML 1.0 §4.1", "Add the semicolon, or write &amp; for the ampersand.";
    /// A reference to an undeclared entity (§4.1, WFC: Entity Declared). HTML entities are resolved nevertheless.
    UndefinedEntity(String) = Mended, "undefined entity '{0}'" | "undefined entity", "XML 1.0 §4.1", "Write the character itself, or a numeric reference.";
    /// A reference to an entity that contains itself, directly or indirectly (§4.1, WFC: No Recursion). It is kept as
    /// text.
    RecursiveEntity(String) = Mended, "recursive entity '{0}'" | "recursive entity", "XML 1.0 §4.1", "Remove the entity from its own declaration.";
    /// A reference to an unparsed entity, or in an attribute value to an external one (§4.1, WFC: Parsed Entity; §3.1,
    /// WFC: No External Entity References). It is kept as text.
    ForbiddenEntity(String) = Mended, "entity '{0}' must not be referenced here" | "entity that must not be referenced here", "XML 1.0 §4.1", "Write the text itself.";
    /// A reference to an entity whose replacement text is not well-formed in that place (§4.3.2, §3.1). The text is
    /// included nevertheless.
    MalformedEntity(String) = Mended, "replacement text of entity '{0}' is not well-formed here" | "entity whose text is not well-formed here", "XML 1.0 §4.3.2", "Correct the declaration of the entity.";
    /// A `<` that does not begin markup (§2.4). It is kept as text.
    StrayLessThan = Mended, "unescaped '<'", "XML 1.0 §2.4", "Write &lt; for each less-than sign.";
    /// `]]>` in text (§2.4).
    CdataEndInText = Mended, "']]>' in text", "XML 1.0 §2.4", "Write ]]&gt; in text.";
    /// A CDATA section without its `]]>` (§2.7).
    UnclosedCdata = Lossy, "unclosed CDATA section", "XML 1.0 §2.7", "End the section with ]]>.";
    /// A comment without its `-->` (§2.5).
    UnclosedComment = Lossy, "unclosed comment", "XML 1.0 §2.5", "End the comment with -->.";
    /// `--` in a comment (§2.5).
    DoubleHyphenInComment = Mended, "'--' in a comment", "XML 1.0 §2.5", "Remove the hyphens.";
    /// A processing instruction without its `?>` (§2.6).
    UnclosedProcessingInstruction = Lossy, "unclosed processing instruction", "XML 1.0 §2.6", "End the instruction with ?>.";
    /// A processing instruction whose target is not a name, or is the reserved target `xml` (§2.6).
    InvalidTarget = Mended, "invalid target of processing instruction", "XML 1.0 §2.6", "Correct the target.";
    /// An XML declaration that is not at the start of the document (§2.8).
    MisplacedXmlDeclaration = Mended, "XML declaration not at the start of the document", "XML 1.0 §2.8", "Remove everything before the declaration, blank lines too.";
    /// An XML declaration that does not match the production `XMLDecl` (§2.8).
    MalformedXmlDeclaration = Mended, "malformed XML declaration", "XML 1.0 §2.8", "Write <?xml version=\"1.0\" encoding=\"utf-8\"?>.";
    /// A document type declaration after the start of the root element, or a second one (§2.8).
    MisplacedDoctype = Mended, "document type declaration outside the prolog", "XML 1.0 §2.8", "Remove the declaration.";
    /// A document type declaration that does not match the production `doctypedecl` (§2.8).
    MalformedDoctype = Mended, "malformed document type declaration", "XML 1.0 §2.8", "Remove the declaration.";
    /// `<!` that does not begin a comment, CDATA section or document type declaration.
    MisplacedDeclaration = Mended, "unexpected markup declaration", "XML 1.0 §2.4", "Remove it, or write &lt; for its first character.";
    /// A name that does not match the production `Name` (§2.3), or `QName` of Namespaces in XML.
    InvalidName(String) = Mended, "invalid name '{0}'" | "invalid name", "XML 1.0 §2.3", "Correct the name.";
    /// A tag without its `>` (§3.1).
    UnclosedTag(String) = Lossy, "unclosed tag '{0}'" | "unclosed tag", "XML 1.0 §3.1", "End the tag with >.";
    /// A tag with content that is not an attribute, or with a misspelt name (§3.1).
    MalformedTag(String) = Mended, "malformed tag '{0}'" | "malformed tag", "XML 1.0 §3.1", "Correct the tag.";
    /// An attribute without white space before it (§3.1).
    MissingSpace(String) = Mended, "missing white space before attribute '{0}'" | "missing white space before an attribute", "XML 1.0 §3.1", "Separate attributes by a space.";
    /// An attribute without a value (§3.1). The value is assumed to be empty.
    MissingAttributeValue(String) = Mended, "missing value of attribute '{0}'" | "missing value of an attribute", "XML 1.0 §3.1", "Add the value.";
    /// An attribute value without quotes (§3.1).
    UnquotedAttributeValue(String) = Mended, "unquoted value of attribute '{0}'" | "unquoted value of an attribute", "XML 1.0 §3.1", "Enclose the value in quotes.";
    /// An attribute value without its closing quote (§3.1). It ends at the end of the tag.
    UnclosedAttributeValue(String) = Mended, "unclosed value of attribute '{0}'" | "unclosed value of an attribute", "XML 1.0 §3.1", "Add the closing quote.";
    /// A `<` in an attribute value (§3.1, WFC: No < in Attribute Values).
    LessThanInAttributeValue(String) = Mended, "unescaped '<' in attribute '{0}'" | "unescaped '<' in an attribute", "XML 1.0 §3.1", "Write &lt; in the value.";
    /// An attribute repeated in a tag, by qualified or by expanded name (§3.1, WFC: Unique Att Spec). The first one is kept.
    DuplicateAttribute(String) = Mended, "duplicate attribute '{0}'" | "duplicate attribute", "XML 1.0 §3.1", "Keep one of the attributes.";
    /// An undeclared prefix (Namespaces §5). Well-known prefixes keep their usual meaning.
    UnboundPrefix(String) = Mended, "unbound prefix '{0}'" | "unbound prefix", "Namespaces in XML §5", "Declare the prefix on the root element.";
    /// A declaration of a reserved prefix or namespace (Namespaces §3).
    ReservedPrefix(String) = Mended, "reserved prefix or namespace in the declaration of prefix '{0}'" | "declaration of a reserved prefix or namespace", "Namespaces in XML §3", "Use another prefix.";
    /// A declaration of a prefix with an empty namespace name (Namespaces §2.2).
    EmptyNamespaceName(String) = Mended, "empty namespace name for prefix '{0}'" | "empty namespace name", "Namespaces in XML §2.2", "Declare the name of the namespace.";
    /// A namespace name that contains a space, and so is not a URI reference (Namespaces §2). Surrounding white space
    /// is ignored.
    InvalidNamespaceName(String) = Mended, "invalid namespace name '{0}'" | "invalid namespace name", "Namespaces in XML §2", "Declare the name of the namespace without spaces.";
    /// An end tag whose name is not that of the innermost open element (§3, WFC: Element Type Match).
    MismatchedEndTag {
        /// The name of the innermost open element.
        expected: String,
        /// The name in the end tag.
        found: String,
    } = Mended, "mismatched end tag '{found}', expected '{expected}'" | "mismatched end tag", "XML 1.0 §3", "Close elements in the reverse order of their start tags.";
    /// An end tag that does not close an open element (§3). It is ignored.
    StrayEndTag(String) = Mended, "unexpected end tag '{0}'" | "unexpected end tag", "XML 1.0 §3", "Remove the end tag.";
    /// An element without its start tag (§3). It is opened before its first content.
    MissingStartTag(String) = Mended, "missing start tag '{0}'" | "missing start tag", "XML 1.0 §3", "Add the start tag.";
    /// An element without its end tag (§3).
    UnclosedElement(String) = Mended, "unclosed element '{0}'" | "unclosed element", "XML 1.0 §3", "Add the end tag.";
    /// The document ends inside an element whose content is text (§3), so it was truncated.
    CutOff(String) = Lossy, "document ends inside element '{0}'" | "the document ends within an element", "XML 1.0 §3", "Publish the whole document.";
    /// Text outside the root element (§2.1). It is ignored.
    TextOutsideRoot = Mended, "text outside the root element", "XML 1.0 §2.1", "Remove the text: it is often a message of the program that wrote the feed.";
    /// A second root element (§2.1).
    SecondRoot(String) = Mended, "unexpected element '{0}' after the root element" | "a second root element", "XML 1.0 §2.1", "Publish one document.";
    /// The document has no root element (§2.1).
    NoRoot = Lossy, "missing root element", "XML 1.0 §2.1", "Publish a feed.";
}
}

impl WellFormednessError {
    /// Returns whether a document with the fault is not well-formed. This applies to all XML faults.
    #[allow(clippy::unused_self, reason = "faults of JSON decide by what they are")]
    pub(crate) fn is_syntax(&self) -> bool {
        true
    }

    /// Returns how much content the fault cost.
    ///
    /// A fault is lossy if content was dropped, or if it shows that the document may be truncated.
    pub(crate) fn severity(&self) -> FaultSeverity {
        self.usual_severity()
    }
}

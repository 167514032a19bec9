//! The rules whose findings are the faults and warnings of the parser, under their names.

use super::Rule;
use super::rules::{OTHER, rule_table};
use crate::diagnostics::{Violation, WarningKind};

/// Returns the rule that a fault breaks.
pub(super) fn of_fault(error: &Violation) -> &'static Rule {
    let rules = match error {
        Violation::Xml(_) => XML,
        Violation::Json(_) => JSON,
    };
    named(rules, error.name())
}

/// Returns the rule that a warning is about.
pub(super) fn of_warning(kind: WarningKind) -> &'static Rule {
    named(VALUE, kind.name())
}

/// Returns the rules for faults and warnings.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    XML.iter().chain(JSON).chain(VALUE).copied()
}

/// Returns the rule with a name after the slash.
fn named(rules: &'static [&'static Rule], name: &str) -> &'static Rule {
    let is_named = |rule: &&&Rule| rule.id.split_once('/').is_some_and(|(_, own)| own == name);
    rules.iter().find(is_named).copied().unwrap_or(&OTHER)
}

rule_table! { XML:
    XML_FORBIDDEN_CHARACTER = "xml/ForbiddenCharacter", Error, "invalid character", "Remove the character.", "XML 1.0 §2.2";
    XML_FORBIDDEN_REFERENCE = "xml/ForbiddenReference", Error, "reference to an invalid character", "Remove the reference.", "XML 1.0 §4.1";
    XML_BARE_AMPERSAND = "xml/BareAmpersand", Error, "unescaped '&'", "Write &amp; for each ampersand, in addresses too.", "XML 1.0 §2.4";
    XML_UNCLOSED_REFERENCE = "xml/UnclosedReference", Error, "missing ';' after a reference", "Add the semicolon, or write &amp; for the ampersand.", "XML 1.0 §4.1";
    XML_UNDEFINED_ENTITY = "xml/UndefinedEntity", Error, "undefined entity", "Write the character itself, or a numeric reference.", "XML 1.0 §4.1";
    XML_RECURSIVE_ENTITY = "xml/RecursiveEntity", Error, "recursive entity", "Remove the entity from its own declaration.", "XML 1.0 §4.1";
    XML_FORBIDDEN_ENTITY = "xml/ForbiddenEntity", Error, "entity that must not be referenced here", "Write the text itself.", "XML 1.0 §4.1";
    XML_MALFORMED_ENTITY = "xml/MalformedEntity", Error, "entity whose text is not well-formed here", "Correct the declaration of the entity.", "XML 1.0 §4.3.2";
    XML_STRAY_LESS_THAN = "xml/StrayLessThan", Error, "unescaped '<'", "Write &lt; for each less-than sign.", "XML 1.0 §2.4";
    XML_CDATA_END_IN_TEXT = "xml/CdataEndInText", Error, "']]>' in text", "Write ]]&gt; in text.", "XML 1.0 §2.4";
    XML_UNCLOSED_CDATA = "xml/UnclosedCdata", Error, "unclosed CDATA section", "End the section with ]]>.", "XML 1.0 §2.7";
    XML_UNCLOSED_COMMENT = "xml/UnclosedComment", Error, "unclosed comment", "End the comment with -->.", "XML 1.0 §2.5";
    XML_DOUBLE_HYPHEN_IN_COMMENT = "xml/DoubleHyphenInComment", Error, "'--' in a comment", "Remove the hyphens.", "XML 1.0 §2.5";
    XML_UNCLOSED_PROCESSING_INSTRUCTION = "xml/UnclosedProcessingInstruction", Error, "unclosed processing instruction", "End the instruction with ?>.", "XML 1.0 §2.6";
    XML_INVALID_TARGET = "xml/InvalidTarget", Error, "invalid target of a processing instruction", "Correct the target.", "XML 1.0 §2.6";
    XML_MISPLACED_XML_DECLARATION = "xml/MisplacedXmlDeclaration", Error, "XML declaration not at the start", "Remove everything before the declaration, blank lines too.", "XML 1.0 §2.8";
    XML_MALFORMED_XML_DECLARATION = "xml/MalformedXmlDeclaration", Error, "malformed XML declaration", "Write <?xml version=\"1.0\" encoding=\"utf-8\"?>.", "XML 1.0 §2.8";
    XML_MISPLACED_DOCTYPE = "xml/MisplacedDoctype", Error, "document type declaration outside the prolog", "Remove the declaration.", "XML 1.0 §2.8";
    XML_MALFORMED_DOCTYPE = "xml/MalformedDoctype", Error, "malformed document type declaration", "Remove the declaration.", "XML 1.0 §2.8";
    XML_MISPLACED_DECLARATION = "xml/MisplacedDeclaration", Error, "unexpected markup declaration", "Remove it, or write &lt; for its first character.", "XML 1.0 §2.4";
    XML_INVALID_NAME = "xml/InvalidName", Error, "invalid name", "Correct the name.", "XML 1.0 §2.3";
    XML_UNCLOSED_TAG = "xml/UnclosedTag", Error, "unclosed tag", "End the tag with >.", "XML 1.0 §3.1";
    XML_MALFORMED_TAG = "xml/MalformedTag", Error, "malformed tag", "Correct the tag.", "XML 1.0 §3.1";
    XML_MISSING_SPACE = "xml/MissingSpace", Error, "missing white space before an attribute", "Separate attributes by a space.", "XML 1.0 §3.1";
    XML_MISSING_ATTRIBUTE_VALUE = "xml/MissingAttributeValue", Error, "missing value of an attribute", "Add the value.", "XML 1.0 §3.1";
    XML_UNQUOTED_ATTRIBUTE_VALUE = "xml/UnquotedAttributeValue", Error, "unquoted value of an attribute", "Enclose the value in quotes.", "XML 1.0 §3.1";
    XML_UNCLOSED_ATTRIBUTE_VALUE = "xml/UnclosedAttributeValue", Error, "unclosed value of an attribute", "Add the closing quote.", "XML 1.0 §3.1";
    XML_LESS_THAN_IN_ATTRIBUTE_VALUE = "xml/LessThanInAttributeValue", Error, "unescaped '<' in an attribute", "Write &lt; in the value.", "XML 1.0 §3.1";
    XML_DUPLICATE_ATTRIBUTE = "xml/DuplicateAttribute", Error, "duplicate attribute", "Keep one of the attributes.", "XML 1.0 §3.1";
    XML_UNBOUND_PREFIX = "xml/UnboundPrefix", Error, "unbound prefix", "Declare the prefix on the root element.", "Namespaces in XML §5";
    XML_RESERVED_PREFIX = "xml/ReservedPrefix", Error, "declaration of a reserved prefix or namespace", "Use another prefix.", "Namespaces in XML §3";
    XML_EMPTY_NAMESPACE_NAME = "xml/EmptyNamespaceName", Error, "empty namespace name", "Declare the name of the namespace.", "Namespaces in XML §2.2";
    XML_INVALID_NAMESPACE_NAME = "xml/InvalidNamespaceName", Error, "invalid namespace name", "Declare the name of the namespace without spaces.", "Namespaces in XML §2";
    XML_MISMATCHED_END_TAG = "xml/MismatchedEndTag", Error, "mismatched end tag", "Close elements in the reverse order of their start tags.", "XML 1.0 §3";
    XML_STRAY_END_TAG = "xml/StrayEndTag", Error, "unexpected end tag", "Remove the end tag.", "XML 1.0 §3";
    XML_MISSING_START_TAG = "xml/MissingStartTag", Error, "missing start tag", "Add the start tag.", "XML 1.0 §3";
    XML_UNCLOSED_ELEMENT = "xml/UnclosedElement", Error, "unclosed element", "Add the end tag.", "XML 1.0 §3";
    XML_CUT_OFF = "xml/CutOff", Error, "the document ends within an element", "Publish the whole document.", "XML 1.0 §3";
    XML_TEXT_OUTSIDE_ROOT = "xml/TextOutsideRoot", Error, "text outside the root element", "Remove the text: it is often a message of the program that wrote the feed.", "XML 1.0 §2.1";
    XML_SECOND_ROOT = "xml/SecondRoot", Error, "a second root element", "Publish one document.", "XML 1.0 §2.1";
    XML_NO_ROOT = "xml/NoRoot", Error, "missing root element", "Publish a feed.", "XML 1.0 §2.1";
}

rule_table! { JSON:
    JSON_BYTE_ORDER_MARK = "json/ByteOrderMark", Warning, "unexpected byte order mark", "Remove the byte order mark.", "RFC 8259 §8.1";
    JSON_CUT_OFF = "json/CutOff", Error, "the document ends within a value", "Publish the whole document.", "RFC 8259 §2";
    JSON_UNCLOSED = "json/Unclosed", Error, "missing closing bracket", "Add the bracket.", "RFC 8259 §4";
    JSON_UNOPENED = "json/Unopened", Error, "missing opening bracket", "Add the bracket.", "RFC 8259 §4";
    JSON_STRAY_BRACKET = "json/StrayBracket", Error, "unexpected bracket", "Remove the bracket.", "RFC 8259 §2";
    JSON_TRAILING_COMMA = "json/TrailingComma", Error, "trailing comma", "Remove the comma.", "RFC 8259 §4";
    JSON_STRAY_COMMA = "json/StrayComma", Error, "unexpected comma", "Remove the comma.", "RFC 8259 §4";
    JSON_MISSING_COMMA = "json/MissingComma", Error, "missing comma", "Add the comma.", "RFC 8259 §4";
    JSON_MISSING_COLON = "json/MissingColon", Error, "missing colon", "Add the colon.", "RFC 8259 §4";
    JSON_MISSING_VALUE = "json/MissingValue", Error, "missing value", "Add the value.", "RFC 8259 §4";
    JSON_MISSING_NAME = "json/MissingName", Error, "missing name", "Add the name.", "RFC 8259 §4";
    JSON_UNQUOTED_NAME = "json/UnquotedName", Error, "unquoted name", "Enclose the name in double quotes.", "RFC 8259 §4";
    JSON_DUPLICATE_NAME = "json/DuplicateName", Error, "duplicate name", "Keep one of the members.", "RFC 8259 §4";
    JSON_INVALID_LITERAL = "json/InvalidLiteral", Error, "invalid literal", "Write true, false, null, or a number.", "RFC 8259 §3";
    JSON_SINGLE_QUOTES = "json/SingleQuotes", Error, "string in single quotes", "Use double quotes.", "RFC 8259 §7";
    JSON_UNCLOSED_STRING = "json/UnclosedString", Error, "unclosed string", "Add the closing quote.", "RFC 8259 §7";
    JSON_UNESCAPED_QUOTE = "json/UnescapedQuote", Error, "unescaped quote in a string", "Write a backslash before the quote.", "RFC 8259 §7";
    JSON_CONTROL_CHARACTER = "json/ControlCharacter", Error, "unescaped control character", "Escape the character.", "RFC 8259 §7";
    JSON_INVALID_ESCAPE = "json/InvalidEscape", Error, "invalid escape", "Escape the backslash.", "RFC 8259 §7";
    JSON_LONE_SURROGATE = "json/LoneSurrogate", Error, "lone surrogate", "Escape both halves of the pair, or write the character itself.", "RFC 8259 §8.2";
    JSON_COMMENT = "json/Comment", Error, "comment in JSON", "Remove the comment.", "RFC 8259 §2";
    JSON_UNEXPECTED_CHARACTER = "json/UnexpectedCharacter", Error, "unexpected character", "Remove the character.", "RFC 8259 §2";
    JSON_LEADING_CONTENT = "json/LeadingContent", Error, "unexpected data before the document", "Remove the data.", "RFC 8259 §2";
    JSON_TRAILING_CONTENT = "json/TrailingContent", Error, "unexpected data after the document", "Remove the data.", "RFC 8259 §2";
    JSON_WRONG_TYPE = "json/WrongType", Error, "value of a wrong type", "Write a value of the type that JSON Feed specifies.", "JSON Feed";
    JSON_MISSING_VERSION = "json/MissingVersion", Error, "missing version", "Add the version with the URL of JSON Feed 1.1.", "JSON Feed, version";
    JSON_UNKNOWN_VERSION = "json/UnknownVersion", Error, "unknown version", "Write the URL of a version of JSON Feed.", "JSON Feed, version";
}

rule_table! { VALUE:
    UNREADABLE_DATE = "value/UnreadableDate", Error, "invalid date", "Write RFC 822 in RSS and RFC 3339 elsewhere.", "RSS 2.0; RFC 4287 §3.3";
    UNREADABLE_LENGTH = "value/UnreadableLength", Error, "invalid length", "Write the number of bytes.", "RSS 2.0, enclosure; RFC 4287 §4.2.7.6";
    UNREADABLE_NUMBER = "value/UnreadableNumber", Error, "invalid number", "Write a number in digits, within the range that is allowed.", "";
    UNREADABLE_BOOLEAN = "value/UnreadableBoolean", Error, "invalid boolean", "Write true or false.", "";
    UNREADABLE_DURATION = "value/UnreadableDuration", Error, "invalid duration", "Write seconds, or HH:MM:SS.", "";
    UNREADABLE_PLACE = "value/UnreadablePlace", Error, "invalid coordinates", "Write latitude and longitude in decimal degrees.", "GeoRSS; RFC 5870";
    UNKNOWN_ZONE = "value/UnknownZone", Warning, "unknown time zone", "Write the offset from UTC, such as +0100.", "RFC 822 §5.1";
    UNKNOWN_WORD = "value/UnknownWord", Error, "unknown keyword", "Use one of the words that the vocabulary defines.", "";
    NULL_MEMBER = "value/NullMember", Note, "null instead of a missing member", "Leave the member out.", "JSON Feed";
    HTTP_VERSION = "value/HttpVersion", Warning, "version with 'http:' instead of 'https:'", "Write https: in the version.", "JSON Feed, version";
    TOO_LONG = "value/TooLong", Warning, "an inherited value that is too long", "Shorten the language, the base or the namespace name.", "RFC 5646 §4.4";
    DOUBLE_ENCODING = "value/DoubleEncoding", Warning, "text that was encoded twice", "Encode the text as UTF-8 once.", "";
    RELATIVE_LINK = "value/RelativeLink", Warning, "relative link without a base URI", "Write the whole address.", "RFC 3986 §5.1";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{JsonError, WellFormednessError};

    /// Returns the names that a function of a source file gives to variants.
    fn names(source: &'static str) -> Vec<&'static str> {
        let quoted =
            source.lines().filter_map(|line| line.trim().strip_prefix("Self::")?.split_once("=> \""));
        quoted
            .filter_map(|(_, name)| name.strip_suffix("\","))
            .filter(|name| name.starts_with(char::is_uppercase))
            .collect()
    }

    #[test]
    fn each_fault_and_each_warning_has_a_rule_of_its_name() {
        let mut missing = Vec::new();
        for (rules, source) in [
            (XML, include_str!("../diagnostics/well_formedness.rs")),
            (JSON, include_str!("../diagnostics/json_error.rs")),
            (VALUE, include_str!("../diagnostics/warning.rs")),
        ] {
            let names = names(source);
            assert_eq!(names.len(), rules.len(), "{}", rules[0].id);
            missing.extend(names.into_iter().filter(|name| named(rules, name) == &OTHER));
        }
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn a_fault_has_the_rule_of_its_name() {
        assert_eq!(of_fault(&WellFormednessError::BareAmpersand.into()).id, "xml/BareAmpersand");
        assert_eq!(of_fault(&JsonError::TrailingComma.into()).id, "json/TrailingComma");
        assert_eq!(of_warning(WarningKind::UnknownZone).id, "value/UnknownZone");
    }
}

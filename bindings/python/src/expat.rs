//! The messages of expat, which programs use to recognize the exceptions of Python's XML parser.

use bozofeed::{Position, Violation};

/// Returns the message of an error, prefixed with expat's message unless it already begins with it.
pub(crate) fn message(error: &Violation, position: &Position) -> String {
    let (ours, expats) = (error.to_string(), expats(error, position));
    if ours.starts_with(expats) { ours } else { format!("{expats}: {ours}") }
}

/// Returns expat's message for such an error.
fn expats(error: &Violation, position: &Position) -> &'static str {
    match error.name() {
        "ForbiddenReference" => "reference to invalid character number",
        "UndefinedEntity" => "undefined entity",
        "RecursiveEntity" => "recursive entity reference",
        "UnclosedCdata" => "unclosed CDATA section",
        "UnclosedComment" | "UnclosedProcessingInstruction" | "UnclosedTag" | "UnclosedAttributeValue" => {
            "unclosed token"
        }
        "MisplacedXmlDeclaration" => "XML or text declaration not at start of entity",
        "MalformedXmlDeclaration" => "XML declaration not well-formed",
        "MalformedDoctype" => "syntax error",
        "DuplicateAttribute" => "duplicate attribute",
        "UnboundPrefix" => "unbound prefix",
        "EmptyNamespaceName" => "must not undeclare prefix",
        "MismatchedEndTag" | "StrayEndTag" | "MissingStartTag" | "UnclosedElement" => "mismatched tag",
        "CutOff" | "NoRoot" => "no element found",
        "TextOutsideRoot" if (position.line, position.column) == (1, 1) => "syntax error",
        "TextOutsideRoot" | "SecondRoot" => "junk after document element",
        _ => "not well-formed (invalid token)",
    }
}

//! The messages of expat, by which programs recognize the exceptions of Python's XML parser.

use bozofeed::{Position, WellFormednessError};

/// Returns the message of an error: that of expat first, unless ours begins with it.
pub(crate) fn message(error: &WellFormednessError, position: &Position) -> String {
    let (ours, expats) = (error.to_string(), expats(error, position));
    if ours.starts_with(expats) { ours } else { format!("{expats}: {ours}") }
}

/// Returns what expat says of such an error.
fn expats(error: &WellFormednessError, position: &Position) -> &'static str {
    use WellFormednessError as Error;
    match error {
        Error::ForbiddenReference(_) => "reference to invalid character number",
        Error::UndefinedEntity(_) => "undefined entity",
        Error::RecursiveEntity(_) => "recursive entity reference",
        Error::UnclosedCdata => "unclosed CDATA section",
        Error::UnclosedComment
        | Error::UnclosedProcessingInstruction
        | Error::UnclosedTag(_)
        | Error::UnclosedAttributeValue(_) => "unclosed token",
        Error::MisplacedXmlDeclaration => "XML or text declaration not at start of entity",
        Error::MalformedXmlDeclaration => "XML declaration not well-formed",
        Error::MalformedDoctype => "syntax error",
        Error::DuplicateAttribute(_) => "duplicate attribute",
        Error::UnboundPrefix(_) => "unbound prefix",
        Error::EmptyNamespaceName(_) => "must not undeclare prefix",
        Error::MismatchedEndTag { .. }
        | Error::StrayEndTag(_)
        | Error::MissingStartTag(_)
        | Error::UnclosedElement(_) => "mismatched tag",
        Error::CutOff(_) | Error::NoRoot => "no element found",
        Error::TextOutsideRoot if (position.line, position.column) == (1, 1) => "syntax error",
        Error::TextOutsideRoot | Error::SecondRoot(_) => "junk after document element",
        _ => "not well-formed (invalid token)",
    }
}

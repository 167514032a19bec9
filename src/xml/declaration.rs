//! The XML declaration (XML 1.0 §2.8).

use super::chars::{is_blank, trim_space_start};

/// The XML declaration, without the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct XmlDeclaration {
    /// Whether no external declarations affect the document (§2.9).
    pub(super) standalone: bool,
}

/// Parses the content of `<?xml …?>`. Returns `None` if it does not match the production
/// `XMLDecl ::= '<?xml' VersionInfo EncodingDecl? SDDecl? S? '?>'`.
pub(super) fn read(content: &str) -> Option<XmlDeclaration> {
    let mut rest = content.strip_prefix("xml")?;
    let version = pseudo_attribute(&mut rest, "version")?;
    // The order is fixed (§2.8), so each is looked for once. A pseudo-attribute in the wrong place stays in `rest`, which is
    // then not blank.
    let encoding = pseudo_attribute(&mut rest, "encoding");
    let standalone = pseudo_attribute(&mut rest, "standalone");
    let is_right = version.bytes().all(is_version_character)
        && encoding.is_none_or(is_encoding_name)
        // SDDecl ::= S 'standalone' Eq (("'" ('yes' | 'no') "'") | ('"' ('yes' | 'no') '"')) (§2.9)
        && standalone.is_none_or(|value| matches!(value, "yes" | "no"))
        && is_blank(rest);
    is_right.then_some(XmlDeclaration { standalone: standalone == Some("yes") })
}

/// `VersionNum ::= ([a-zA-Z0-9_.:] | '-')+` (XML 1.0, First Edition, §2.8), without the colon, as expat does. Later editions
/// allow only `1.0`, or `1.` and digits. Documents of all versions are read as XML 1.0.
fn is_version_character(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-')
}

/// `EncName ::= [A-Za-z] ([A-Za-z0-9._] | '-')*` (§4.3.3)
///
/// A digit is also allowed at the start, since `437` and others are registered labels.
fn is_encoding_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

/// `S name Eq ("'" value "'" | '"' value '"')`. Advances `rest` only if it matches.
fn pseudo_attribute<'a>(rest: &mut &'a str, name: &str) -> Option<&'a str> {
    let inside = trim_space_start(rest);
    if inside.len() == rest.len() {
        return None;
    }
    let equals = trim_space_start(inside.strip_prefix(name)?);
    let quoted = trim_space_start(equals.strip_prefix('=')?);
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, after) = quoted[1..].split_once(quote)?;
    *rest = after;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_production_is_matched_as_by_expat() {
        for (content, is) in [
            ("xml version='1.0'", true),
            ("xml version = \"1.1\"\nencoding='utf-8' standalone=\"no\" ", true),
            ("xml version='1.0' standalone='yes'", true),
            ("xml", false),
            ("xml encoding='utf-8'", false),
            ("xml version='2.0'", true),
            ("xml version='.0'", true),
            ("xml version=' 1.0'", false),
            ("xml version='1:0'", false),
            ("xml version='1.0'encoding='utf-8'", false),
            ("xml version='1.0' standalone='yes' encoding='utf-8'", false),
            ("xml version='1.0' encoding='-8'", false),
            ("xml version='1.0' standalone='maybe'", false),
            ("xml version=1.0", false),
        ] {
            assert_eq!(read(content).is_some(), is, "{content}");
        }
    }
}

//! The XML declaration (XML 1.0 §2.8).

use super::chars::is_space;

/// What an XML declaration says, beside the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct XmlDeclaration {
    /// Nothing outside of the document declares anything that matters (§2.9).
    pub(super) standalone: bool,
}

/// Reads the inside of `<?xml …?>` by the production
/// `XMLDecl ::= '<?xml' VersionInfo EncodingDecl? SDDecl? S? '?>'`; nothing if it is malformed.
pub(super) fn read(content: &str) -> Option<XmlDeclaration> {
    let mut rest = content.strip_prefix("xml")?;
    let version = pseudo_attribute(&mut rest, "version")?;
    let encoding = pseudo_attribute(&mut rest, "encoding");
    let standalone = pseudo_attribute(&mut rest, "standalone");
    let is_right = version.bytes().all(is_version_character)
        && encoding.is_none_or(is_encoding_name)
        && standalone.is_none_or(|value| matches!(value, "yes" | "no"))
        && rest.bytes().all(is_space);
    is_right.then_some(XmlDeclaration { standalone: standalone == Some("yes") })
}

/// `VersionNum ::= ([a-zA-Z0-9_.:] | '-')+` (XML 1.0, First Edition, §2.8), as Expat reads it: without the colon, and of any
/// length. Later editions allow `1.0` alone or `1.` and digits; a document of another version is read as one of 1.0.
fn is_version_character(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-')
}

/// `EncName ::= [A-Za-z] ([A-Za-z0-9._] | '-')*` (§4.3.3)
///
/// A digit may begin it as well: `437` and its like are registered labels, and an encoding that is found is no fault.
fn is_encoding_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

/// `S name Eq ("'" value "'" | '"' value '"')`; if it is not what follows, nothing is used up.
fn pseudo_attribute<'a>(rest: &mut &'a str, name: &str) -> Option<&'a str> {
    let inside = rest.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8));
    if inside.len() == rest.len() {
        return None;
    }
    let space = |c: char| c.is_ascii() && is_space(c as u8);
    let quoted =
        inside.strip_prefix(name)?.trim_start_matches(space).strip_prefix('=')?.trim_start_matches(space);
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, behind) = quoted[1..].split_once(quote)?;
    *rest = behind;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_production_is_followed_as_expat_does() {
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

//! Escaping of text for markup.

/// The characters that end text or an attribute value in quotes, or begin a reference.
pub const MARKS: &[char] = &['&', '<', '>', '"', '\''];

/// Appends text, and escapes each of `&`, `<`, `>`, `"` and `'` that is in `marks`.
pub fn escape(text: &str, marks: &[char], out: &mut String) {
    let mut rest = text;
    while let Some((before, after)) = rest.find(marks).and_then(|at| rest.split_at_checked(at)) {
        out.push_str(before);
        out.push_str(match after.as_bytes().first() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'\'') => "&#39;",
            _ => "&quot;",
        });
        rest = after.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// Escapes text so that a parser returns the same text, in content and in attributes (XML 1.0 §2.4, §3.3.3). Characters that XML forbids
/// are left out.
pub fn escape_xml(text: &str, xml: &mut String) {
    for c in text.chars() {
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\t' => xml.push_str("&#9;"),
            '\n' => xml.push_str("&#10;"),
            '\r' => xml.push_str("&#13;"),
            // Not a `Char` (§2.2).
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            c => xml.push(c),
        }
    }
}

/// Returns whether any XML parser accepts a name: a `Name` of ASCII characters (XML 1.0 §2.3) whose prefix, if any, is followed by
/// a local part.
pub fn is_portable_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':'))
        && !name.ends_with(':')
}

//! Character classes and names (XML 1.0 §2.2, §2.3).

use super::name_chars::{LETTER, OTHER, contains};

pub(super) use bozofeed_text::xml_chars::is_xml_char as is_char;

/// Returns whether a byte is white space: `S ::= (#x20 | #x9 | #xD | #xA)+` (§2.3)
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// `Letter | '_' | ':'`, the first character of `Name ::= (Letter | '_' | ':') (NameChar)*` (§2.3 of the Fourth Edition)
pub(super) fn is_name_start(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z') || !c.is_ascii() && contains(LETTER, c)
}

/// `NameChar ::= Letter | Digit | '.' | '-' | '_' | ':' | CombiningChar | Extender` (§2.3 of the Fourth Edition)
pub(super) fn is_name_char(c: char) -> bool {
    is_name_start(c) || matches!(c, '-' | '.' | '0'..='9') || !c.is_ascii() && contains(OTHER, c)
}

/// `Name ::= (Letter | '_' | ':') (NameChar)*` (§2.3 of the Fourth Edition)
pub(crate) fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    // The first byte is checked separately, since digits, `-` and `.` are name characters that do not begin a
    // name.
    match bytes.first() {
        Some(b) if b.is_ascii_alphabetic() || *b == b'_' || *b == b':' => {}
        Some(b) if !b.is_ascii() => return is_name_by_char(name),
        Some(_) | None => return false,
    }
    for b in bytes {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b':' => {}
            0x80.. => return is_name_by_char(name),
            _ => return false,
        }
    }
    true
}

fn is_name_by_char(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(is_name_start) && chars.all(is_name_char)
}

/// Returns the length of the text before the next `<` or `>`, and whether it is a `>`. A tag whose quotes are ignored ends
/// there.
pub(super) fn scan_to_bracket(text: &str) -> (usize, bool) {
    match bozofeed_text::forward::memchr2(b'<', b'>', text.as_bytes()) {
        Some(at) => (at, text.as_bytes().get(at) == Some(&b'>')),
        None => (text.len(), false),
    }
}

/// Classes of bytes in ASCII names.
mod class {
    /// `Letter | '_'`
    pub(super) const START: u8 = 1;
    /// Any other `NameChar` except the colon.
    pub(super) const INNER: u8 = 2;
    pub(super) const COLON: u8 = 3;
    /// Bytes that end a name in a tag: `S` and the bytes that may close the tag.
    pub(super) const END: u8 = 4;
    /// Bytes of non-ASCII characters, and ASCII characters that are not allowed in names.
    pub(super) const OTHER: u8 = 0;
}

static CLASSES: [u8; 256] = {
    let mut classes = [class::OTHER; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => class::START,
            b'0'..=b'9' | b'-' | b'.' => class::INNER,
            b':' => class::COLON,
            // `?` ends the target of an instruction without content: `<?a?>`.
            b' ' | b'\t' | b'\r' | b'\n' | b'/' | b'>' | b'?' => class::END,
            _ => class::OTHER,
        };
        byte += 1;
    }
    classes
};

/// Returns whether a byte ends a name in a tag.
pub(super) fn ends_name(b: u8) -> bool {
    CLASSES[usize::from(b)] == class::END
}

/// The result of a single pass over a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScannedName {
    pub(super) length: usize,
    /// The offset of the first colon.
    pub(super) colon: Option<usize>,
    /// Whether the name is an ASCII `QName`. The pass ends at the first byte that is not part of one, so that other names
    /// must be checked by character.
    pub(super) is_plain: bool,
}

/// Scans the name at the start of the content of a tag.
pub(super) fn scan_name(inside: &[u8]) -> ScannedName {
    let class_at = |at: usize| inside.get(at).map_or(class::END, |b| CLASSES[usize::from(*b)]);
    let mut is_plain = class_at(0) == class::START;
    let (mut length, mut colon) = (0, None);
    for b in inside {
        match CLASSES[usize::from(*b)] {
            class::START | class::INNER => {}
            class::COLON => {
                // Namespaces §4: there is at most one colon, with an `NCName` on either side, so `a:b:c`,
                // `a:1` and `a:` are not plain.
                is_plain &= colon.is_none() && class_at(length + 1) == class::START;
                colon = colon.or(Some(length));
            }
            class::END => break,
            _ => return ScannedName { length, colon, is_plain: false },
        }
        length += 1;
    }
    ScannedName { length, colon, is_plain }
}

/// An ASCII `QName`.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainName {
    pub(super) length: usize,
    /// The offset of the colon.
    pub(super) colon: Option<usize>,
}

/// Scans the name at the start of an attribute, if it is an ASCII `QName` followed by `=`.
pub(super) fn scan_attribute_name(rest: &[u8]) -> Option<PlainName> {
    let class_at = |at: usize| rest.get(at).map_or(class::OTHER, |b| CLASSES[usize::from(*b)]);
    let mut colon = None;
    if class_at(0) != class::START {
        return None;
    }
    for (at, b) in rest.iter().enumerate() {
        match CLASSES[usize::from(*b)] {
            class::START | class::INNER => {}
            class::COLON if colon.is_none() && class_at(at + 1) == class::START => colon = Some(at),
            // A name with white space before its `=` takes the general path.
            _ => return (*b == b'=').then_some(PlainName { length: at, colon }),
        }
    }
    None
}

/// `QName ::= (Prefix ':')? LocalPart` (Namespaces in XML 1.0 §4)
pub(crate) fn is_qualified_name(name: &str) -> bool {
    is_name(name)
        && match name.split_once(':') {
            None => true,
            Some((prefix, local)) => {
                !prefix.is_empty() && !local.contains(':') && local.chars().next().is_some_and(is_name_start)
            }
        }
}

/// Returns the length of the name at the start of the content of a tag: everything up to white space or the end of the tag.
pub(super) fn name_length(content: &str) -> usize {
    content.bytes().position(ends_name).unwrap_or(content.len())
}

/// Returns the longest sequence of name characters at the start of `text`.
pub(super) fn leading_name(text: &str) -> &str {
    &text[..text.find(|c| !is_name_char(c)).unwrap_or(text.len())]
}

/// Returns whether `text` consists of white space.
pub(super) fn is_blank(text: &str) -> bool {
    text.bytes().all(is_space)
}

/// Returns `text` without white space at its start.
pub(super) fn trim_space_start(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\r', '\n'])
}

/// Returns `text` without white space at its end.
pub(super) fn trim_space_end(text: &str) -> &str {
    let spaces = text.bytes().rev().take_while(|b| is_space(*b)).count();
    text.get(..text.len() - spaces).unwrap_or_default()
}

/// Returns the offset of the first `]]>` at or after `from`, or `usize::MAX`.
pub(super) fn find_cdata_end(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let found = bozofeed_text::forward::memchr_iter(b']', rest)
        .find(|at| rest.get(at + 1..).is_some_and(|rest| rest.starts_with(b"]>")));
    found.map_or(usize::MAX, |at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_productions() {
        for (name, is, qualified) in [
            ("title", true, true),
            ("dc:title", true, true),
            ("_x-1.y", true, true),
            ("élan", true, true),
            ("x\u{B7}", true, true),
            (":x", true, false),
            ("x:", true, false),
            ("a:b:c", true, false),
            ("a:1", true, false),
            ("1a", false, false),
            ("-a", false, false),
            ("", false, false),
            ("a b", false, false),
            ("a\u{D7}", false, false),
        ] {
            assert_eq!((is_name(name), is_qualified_name(name)), (is, qualified), "{name:?}");
            let scanned = scan_name(name.as_bytes());
            let is_plain = scanned.is_plain && scanned.length == name.len();
            assert_eq!(is_plain, qualified && name.is_ascii(), "{name:?}");
        }
    }
}

//! Guesses whether text of undeclared type is HTML.

use super::allowlist::is_html_element;
use bozofeed_text::forward::{memchr_iter, memchr2_iter};
use bozofeed_text::html::entities::named;

/// Returns whether the number of a character reference (`65` or `x41`) is that of a character allowed in markup.
fn names_a_character(number: &str) -> bool {
    let hexadecimal = number.strip_prefix(['x', 'X']);
    let code = hexadecimal.map_or_else(|| number.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok());
    code.and_then(char::from_u32).is_some_and(|c| c >= ' ' || c.is_ascii_whitespace())
}

/// Returns whether text of undeclared type is HTML, by the rule of Universal Feed Parser: it contains an end tag or a
/// character reference, all its tags are HTML elements, and all its named references are HTML's.
pub fn looks_like_html(text: &str) -> bool {
    let mut evidence = false;
    for at in memchr2_iter(b'<', b'&', text.as_bytes()) {
        let rest = text.get(at + 1..).unwrap_or_default();
        if text.as_bytes().get(at) == Some(&b'<') {
            let (name, closes) = rest.strip_prefix('/').map_or((rest, false), |rest| (rest, true));
            let (name, after) = word(name);
            if !name.is_empty() && !is_html_element(name) {
                return false;
            }
            evidence |= closes && !name.is_empty() && after.starts_with('>');
        } else {
            match ReferenceKind::of(rest) {
                ReferenceKind::Known => evidence = true,
                ReferenceKind::Unknown => return false,
                ReferenceKind::Invalid | ReferenceKind::None => {}
            }
        }
    }
    evidence
}

/// Returns whether text has character references, all of them known.
#[inline]
pub fn has_references(text: &str) -> bool {
    let mut evidence = false;
    for at in memchr_iter(b'&', text.as_bytes()) {
        match ReferenceKind::of(text.get(at + 1..).unwrap_or_default()) {
            ReferenceKind::Known => evidence = true,
            ReferenceKind::Unknown | ReferenceKind::Invalid => return false,
            ReferenceKind::None => {}
        }
    }
    evidence
}

/// The kind of character reference after an ampersand.
pub(super) enum ReferenceKind {
    /// A reference with a semicolon to an existing character.
    Known,
    /// A name with a semicolon that HTML does not define.
    Unknown,
    /// A number with a semicolon that is not a character allowed in markup.
    Invalid,
    None,
}

impl ReferenceKind {
    /// Returns the kind of reference at the start of `rest`, the text after an ampersand.
    pub(super) fn of(rest: &str) -> Self {
        if let Some(number) = rest.strip_prefix('#') {
            let (name, after) = word(number);
            return match names_a_character(name) {
                _ if !after.starts_with(';') => Self::None,
                true => Self::Known,
                false => Self::Invalid,
            };
        }
        let (name, after) = word(rest);
        match rest.get(..=name.len()) {
            Some(reference) if !name.is_empty() && after.starts_with(';') => {
                if named(reference).is_some() {
                    Self::Known
                } else {
                    Self::Unknown
                }
            }
            _ => Self::None,
        }
    }
}

fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::looks_like_html;

    #[test]
    fn text_with_an_end_tag_or_a_reference_is_html() {
        for (text, expected) in [
            ("<b>x</b>", true),
            ("a < b", false),
            ("a & b", false),
            ("a &amp; b", true),
            ("<br>", false),
            ("</p>", true),
            ("<foo>x</foo>", false),
            ("&eacute;", true),
            ("&nope;", false),
            ("&#233;", true),
            ("&#xe9;", true),
            ("AT&T", false),
            ("<p>unclosed", false),
            ("<P>x</P>", true),
            ("<mailto:a@b>", false),
            ("<script>x</script>", false),
            ("<b >x</b >", false),
            ("<p>x</p><3", false),
            ("<b></b>< p>", true),
            ("<b></b>&copy", true),
            ("<b></b>&bogus;", false),
            ("<b x=\"<y>\"></b>", false),
            ("", false),
        ] {
            assert_eq!(looks_like_html(text), expected, "{text:?}");
        }
    }
}

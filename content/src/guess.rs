//! The guess whether text of undeclared type is HTML.

use super::allowlist::{is_foreign_element, is_html_element, is_shown_element};
use crate::forward::{memchr_iter, memchr2, memchr2_iter};
use crate::html::entities::named;
use crate::markup::kind_of;

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
            match reference_kind(rest) {
                ReferenceKind::Known => evidence = true,
                ReferenceKind::Unknown => return false,
                ReferenceKind::Invalid | ReferenceKind::None => {}
            }
        }
    }
    evidence
}

/// Returns whether text of undeclared type is HTML: it contains a tag or a character reference, all its tags are those of HTML
/// elements, or of SVG and `MathML` after an `svg` or `math`, and all its named references are HTML's.
pub fn has_html(text: &str) -> bool {
    let mut evidence = false;
    let mut is_foreign = false;
    for at in memchr2_iter(b'<', b'&', text.as_bytes()) {
        let (before, rest) = text.split_at_checked(at).unwrap_or_default();
        if let Some(rest) = rest.strip_prefix('<') {
            let (name, closes) = rest.strip_prefix('/').map_or((rest, false), |name| (name, true));
            // HTML Standard 13.2.5.8: a tag has a letter first, and its name ends at white space, a slash or `>`.
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                continue;
            }
            let end = name.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '<'));
            let (name, after) = name.split_at_checked(end.unwrap_or(name.len())).unwrap_or((name, ""));
            let is_root = ["math", "svg"].iter().any(|root| name.eq_ignore_ascii_case(root));
            is_foreign |= is_root;
            let is_known = is_root || is_html_name(name) || is_foreign && is_foreign_element(name);
            if !is_known {
                return false;
            }
            let is_complete = memchr2(b'<', b'>', after.as_bytes())
                .is_some_and(|end| after.as_bytes().get(end) == Some(&b'>'));
            evidence |= is_complete && (closes || !is_type_parameter(before, name));
        } else if let Some(reference) = rest.strip_prefix('&') {
            match reference_kind(reference) {
                ReferenceKind::Known => evidence = true,
                ReferenceKind::Unknown => return false,
                ReferenceKind::Invalid | ReferenceKind::None => {}
            }
        }
    }
    evidence
}

/// Returns whether an element is one of HTML, or one that a policy shows.
fn is_html_name(name: &str) -> bool {
    kind_of(name).is_some() || is_shown_element(name)
}

/// Returns whether a tag looks like the parameter of a type in a programming language: `Iterator<I>`.
fn is_type_parameter(before: &str, name: &str) -> bool {
    matches!(name.as_bytes(), [b'A'..=b'Z']) && before.ends_with(char::is_alphanumeric)
}

/// Returns whether text has character references, and none that are not known.
#[inline]
pub fn has_references(text: &str) -> bool {
    let mut evidence = false;
    for at in memchr_iter(b'&', text.as_bytes()) {
        match reference_kind(text.get(at + 1..).unwrap_or_default()) {
            ReferenceKind::Known => evidence = true,
            ReferenceKind::Unknown | ReferenceKind::Invalid => return false,
            ReferenceKind::None => {}
        }
    }
    evidence
}

/// The reference that text after an ampersand may be.
enum ReferenceKind {
    /// One with a semicolon, to a character.
    Known,
    /// A name with a semicolon that HTML does not have.
    Unknown,
    /// A number with a semicolon that no character of markup has.
    Invalid,
    None,
}

fn reference_kind(rest: &str) -> ReferenceKind {
    if let Some(number) = rest.strip_prefix('#') {
        let (name, after) = word(number);
        return match names_a_character(name) {
            _ if !after.starts_with(';') => ReferenceKind::None,
            true => ReferenceKind::Known,
            false => ReferenceKind::Invalid,
        };
    }
    let (name, after) = word(rest);
    match rest.get(..=name.len()) {
        Some(reference) if !name.is_empty() && after.starts_with(';') => {
            if named(reference).is_some() {
                ReferenceKind::Known
            } else {
                ReferenceKind::Unknown
            }
        }
        _ => ReferenceKind::None,
    }
}

fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::{has_html, looks_like_html};
    use crate::Allowlist;
    use crate::markup::KINDS;

    #[test]
    fn a_tag_of_html_or_a_reference_makes_text_html() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("Fog<br/>rain", true),
            ("Fog<br>rain", true),
            ("<ruby>港<rt>みなと</rt></ruby>", true),
            ("a <mark>b</mark>", true),
            ("<b>Fog", true),
            ("Fog</b>", true),
            ("<B\nclass='x'>Fog", true),
            ("a<wbr>b", true),
            ("<math><mi>x</mi></math>", true),
            ("<svg><path d='M0 0'/></svg>", true),
            ("<img src=x alt='a>b'>", true),
            ("<b>x</b> <3", true),
            ("a &amp; b", true),
            ("&eacute;", true),
            ("<script>x</script>", true),
            ("<mi>x</mi>", false),
            ("<path>", false),
            ("<foo>x</foo>", false),
            ("<b>x</b> <foo>", false),
            ("<b>x</b> &bogus;", false),
            ("a < b", false),
            ("a <b", false),
            ("a <b <c", false),
            ("a<1>b", false),
            ("AT&T", false),
            ("<anna@h.example>", false),
            ("<a@h.example>", false),
            ("<https://h.example/>", false),
            ("Vec<u8>", false),
            ("Iterator<I>", false),
            ("Map<String, I>", false),
            ("<>", false),
            ("</>", false),
            ("<!-- x -->", false),
            ("", false),
        ] {
            if has_html(text) != expected {
                wrong.push(text);
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    /// What the sanitizer knows is markup wherever it stands.
    #[test]
    fn every_element_of_the_sanitizer_is_html() {
        let lists = [Allowlist::reader(), Allowlist::feedparser()];
        let mut names: Vec<&str> = KINDS.iter().flat_map(|(_, names)| *names).copied().collect();
        names.extend(lists.iter().flat_map(|lists| &lists.elements).map(String::as_str));
        let forms = |name: &str| {
            let start = format!("a <{name}> b");
            [
                format!("<{name}/>"),
                format!("</{name}>"),
                format!("<{name} x='y'>"),
                start.to_uppercase(),
                start,
            ]
        };
        let missed: Vec<_> =
            names.iter().flat_map(|name| forms(name)).filter(|text| !has_html(text)).collect();
        assert_eq!(missed, [""; 0]);
        let foreign = lists.iter().flat_map(|lists| lists.svg_elements.iter().chain(&lists.mathml_elements));
        let missed: Vec<_> =
            foreign.filter(|name| !has_html(&format!("<svg><{name}>x</{name}></svg>"))).collect();
        assert_eq!(missed, [""; 0]);
    }

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

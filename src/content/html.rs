//! What HTML says about plain values: does a text look like HTML, and what are its character references?

use super::lists::is_html_element;
use memchr::{memchr, memchr2_iter};
use quick_xml::escape::resolve_html5_entity;
use std::borrow::Cow;

/// Whether a text whose type nobody declared is HTML, as Universal Feed Parser guesses it: it closes an element or
/// has a character reference, every tag in it is an element of HTML, every named reference is one of HTML's.
pub(crate) fn looks_like_html(text: &str) -> bool {
    let mut evidence = false;
    for at in memchr2_iter(b'<', b'&', text.as_bytes()) {
        let rest = text.get(at + 1..).unwrap_or_default();
        if text.as_bytes().get(at) == Some(&b'<') {
            let (name, closes) = rest.strip_prefix('/').map_or((rest, false), |rest| (rest, true));
            let (name, after) = word(name);
            if !name.is_empty() && !is_html_element(&name.to_ascii_lowercase()) {
                return false;
            }
            evidence |= closes && !name.is_empty() && after.starts_with('>');
        } else if let Some(number) = rest.strip_prefix('#') {
            let (name, after) = word(number);
            evidence |= !name.is_empty() && after.starts_with(';');
        } else {
            let (name, after) = word(rest);
            if !name.is_empty() && after.starts_with(';') {
                if resolve_html5_entity(name).is_none() {
                    return false;
                }
                evidence = true;
            }
        }
    }
    evidence
}

fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

/// HTML character references within a plain text, replaced by what they stand for. What is no reference stays.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    decode(text, false)
}

/// HTML character references of data, or of an attribute's value (HTML Standard 13.2.5.73, where an ambiguous one
/// without its semicolon stays as it is).
pub(super) fn decode(text: &str, in_attribute: bool) -> Cow<'_, str> {
    let Some(first) = memchr(b'&', text.as_bytes()) else { return Cow::Borrowed(text) };
    let (head, mut rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len());
    out.push_str(head);
    while let Some(after) = rest.strip_prefix('&') {
        let (value, length) = reference(after, in_attribute);
        match value {
            Reference::Character(c) => out.push(c),
            Reference::Text(text) => out.push_str(text),
            Reference::None => out.push('&'),
        }
        let after = after.get(length..).unwrap_or_default();
        let (plain, next) = after.split_at(memchr(b'&', after.as_bytes()).unwrap_or(after.len()));
        out.push_str(plain);
        rest = next;
    }
    Cow::Owned(out)
}

/// What a character reference stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Reference {
    Character(char),
    Text(&'static str),
    None,
}

/// The reference that follows an ampersand, and how many bytes of it are used. HTML Standard 13.2.5.72 to .80.
pub(super) fn reference(after: &str, in_attribute: bool) -> (Reference, usize) {
    if let Some(number) = after.strip_prefix('#') {
        return numeric(number).map_or((Reference::None, 0), |(c, used)| (Reference::Character(c), used + 1));
    }
    let bytes = after.as_bytes();
    // The longest name has 31 letters: `CounterClockwiseContourIntegral`.
    let run = bytes.iter().take(32).take_while(|b| b.is_ascii_alphanumeric()).count();
    let Some(name) = after.get(..run).filter(|name| !name.is_empty()) else { return (Reference::None, 0) };
    if bytes.get(run) == Some(&b';')
        && let Some(text) = resolve_html5_entity(name)
    {
        return (Reference::Text(text), run + 1);
    }
    let Some(legacy) = (2..=run.min(6)).rev().filter_map(|n| name.get(..n)).find(|name| is_legacy(name)) else {
        return (Reference::None, 0);
    };
    let next = bytes.get(legacy.len());
    if in_attribute && next.is_some_and(|&b| b == b'=' || b.is_ascii_alphanumeric()) {
        return (Reference::None, 0);
    }
    resolve_html5_entity(legacy).map_or((Reference::None, 0), |text| (Reference::Text(text), legacy.len()))
}

fn numeric(number: &str) -> Option<(char, usize)> {
    let (digits, radix, prefix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 1),
        None => (number, 10, 0),
    };
    let mut value: u32 = 0;
    let mut used = 0;
    for digit in digits.chars().map_while(|c| c.to_digit(radix)) {
        value = value.saturating_mul(radix).saturating_add(digit);
        used += 1;
    }
    if used == 0 {
        return None;
    }
    let semicolon = usize::from(digits.as_bytes().get(used) == Some(&b';'));
    let character = match value {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => super::repair::windows_1252(value).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    Some((character, prefix + used + semicolon))
}

/// The names that HTML reads without their semicolon (HTML Standard 13.5), sorted.
#[rustfmt::skip]
static LEGACY: &[&str] = &[
    "AElig", "AMP", "Aacute", "Acirc", "Agrave", "Aring", "Atilde", "Auml", "COPY", "Ccedil", "ETH", "Eacute",
    "Ecirc", "Egrave", "Euml", "GT", "Iacute", "Icirc", "Igrave", "Iuml", "LT", "Ntilde", "Oacute", "Ocirc",
    "Ograve", "Oslash", "Otilde", "Ouml", "QUOT", "REG", "THORN", "Uacute", "Ucirc", "Ugrave", "Uuml", "Yacute",
    "aacute", "acirc", "acute", "aelig", "agrave", "amp", "aring", "atilde", "auml", "brvbar", "ccedil", "cedil",
    "cent", "copy", "curren", "deg", "divide", "eacute", "ecirc", "egrave", "eth", "euml", "frac12", "frac14",
    "frac34", "gt", "iacute", "icirc", "iexcl", "igrave", "iquest", "iuml", "laquo", "lt", "macr", "micro",
    "middot", "nbsp", "not", "ntilde", "oacute", "ocirc", "ograve", "ordf", "ordm", "oslash", "otilde", "ouml",
    "para", "plusmn", "pound", "quot", "raquo", "reg", "sect", "shy", "sup1", "sup2", "sup3", "szlig", "thorn",
    "times", "uacute", "ucirc", "ugrave", "uml", "uuml", "yacute", "yen", "yuml",
];

fn is_legacy(name: &str) -> bool {
    LEGACY.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{LEGACY, decode, looks_like_html, unescape};
    use quick_xml::escape::resolve_html5_entity;

    #[test]
    fn a_text_is_html_when_it_closes_an_element_or_has_a_reference() {
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

    #[test]
    fn references_stand_for_their_characters() {
        for (text, data, attribute) in [
            ("plain", "plain", "plain"),
            ("&amp;&lt;&#65;&#x42;", "&<AB", "&<AB"),
            ("&copy x", "© x", "© x"),
            ("&copyx", "©x", "&copyx"),
            ("&copy=1", "©=1", "&copy=1"),
            ("a&b=c&d", "a&b=c&d", "a&b=c&d"),
            ("&notit;", "¬it;", "&notit;"),
            ("&notin;", "∉", "∉"),
            ("&#150;", "–", "–"),
            ("&#0;", "\u{FFFD}", "\u{FFFD}"),
            ("&#xD800;", "\u{FFFD}", "\u{FFFD}"),
            ("&#99999999999;", "\u{FFFD}", "\u{FFFD}"),
            ("&#39 ", "' ", "' "),
            ("&#;&#x;&;&", "&#;&#x;&;&", "&#;&#x;&;&"),
            ("&AElig", "Æ", "Æ"),
        ] {
            assert_eq!(unescape(text), data, "{text:?} as data");
            assert_eq!(decode(text, true), attribute, "{text:?} in an attribute");
        }
    }

    #[test]
    fn the_legacy_names_are_sorted_and_known() {
        assert!(LEGACY.is_sorted());
        assert_eq!(LEGACY.len(), 106);
        assert!(LEGACY.iter().all(|name| resolve_html5_entity(name).is_some()));
    }
}

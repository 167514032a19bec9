//! What HTML says about plain values: does a text look like HTML, and what are its character references?

use super::lists::is_html_element;
use markup5ever::data::NAMED_ENTITIES;
use memchr::{memchr, memchr_iter, memchr2_iter};
use std::borrow::Cow;

/// Whether the number of a character reference, `65` or `x41`, is one of a character that markup may hold.
fn names_a_character(number: &str) -> bool {
    let hexadecimal = number.strip_prefix(['x', 'X']);
    let code = hexadecimal.map_or_else(|| number.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok());
    code.and_then(char::from_u32).is_some_and(|c| c >= ' ' || c.is_ascii_whitespace())
}

/// Whether a text whose type nobody declared is HTML, as Universal Feed Parser guesses it: it closes an element or
/// has a character reference, every tag in it is an element of HTML, every named reference is one of HTML's.
pub(crate) fn looks_like_html(text: &str) -> bool {
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
        } else if let Some(number) = rest.strip_prefix('#') {
            let (name, after) = word(number);
            evidence |= names_a_character(name) && after.starts_with(';');
        } else {
            let (name, after) = word(rest);
            if !name.is_empty() && after.starts_with(';') {
                if rest.get(..=name.len()).and_then(named).is_none() {
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
    let is_reference =
        |&at: &usize| text.get(at + 1..).is_some_and(|after| reference(after, in_attribute).0.is_some());
    let Some(first) = memchr_iter(b'&', text.as_bytes()).find(is_reference) else {
        return Cow::Borrowed(text);
    };
    let (head, mut rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len());
    out.push_str(head);
    while let Some(after) = rest.strip_prefix('&') {
        let (value, length) = reference(after, in_attribute);
        match value {
            Some((first, second)) => {
                out.push(first);
                out.extend(second);
            }
            None => out.push('&'),
        }
        let after = after.get(length..).unwrap_or_default();
        let (plain, next) = after.split_at(memchr(b'&', after.as_bytes()).unwrap_or(after.len()));
        out.push_str(plain);
        rest = next;
    }
    Cow::Owned(out)
}

/// What a character reference stands for: one character or two.
pub(super) type Characters = (char, Option<char>);

/// The reference that follows an ampersand, and how many bytes of it are used. HTML Standard 13.2.5.72 to .80.
pub(super) fn reference(after: &str, in_attribute: bool) -> (Option<Characters>, usize) {
    if let Some(number) = after.strip_prefix('#') {
        return numeric(number).map_or((None, 0), |(c, used)| (Some((c, None)), used + 1));
    }
    let bytes = after.as_bytes();
    let run = bytes.iter().take(LONGEST_NAME + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
    if bytes.get(run) == Some(&b';')
        && let Some(characters) = after.get(..=run).and_then(named)
    {
        return (Some(characters), run + 1);
    }
    // Some names may stand without their semicolon, even in front of more letters; the longest counts.
    for length in (2..=run.min(LONGEST_BARE_NAME)).rev() {
        let Some(characters) = after.get(..length).and_then(named) else {
            continue;
        };
        let next = bytes.get(length);
        if in_attribute && next.is_some_and(|&b| b == b'=' || b.is_ascii_alphanumeric()) {
            return (None, 0);
        }
        return (Some(characters), length);
    }
    (None, 0)
}

/// The letters of `CounterClockwiseContourIntegral`.
const LONGEST_NAME: usize = 31;

/// The letters of `yacute`.
const LONGEST_BARE_NAME: usize = 6;

/// What a name of HTML Standard 13.5 stands for, with its semicolon if it needs one.
fn named(name: &str) -> Option<Characters> {
    let &(first, second) = NAMED_ENTITIES.get(name)?;
    // The table has the beginnings of the names too, which stand for nothing.
    let first = char::from_u32(first).filter(|&c| c != '\0')?;
    Some((first, char::from_u32(second).filter(|&c| c != '\0')))
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

#[cfg(test)]
mod tests {
    use super::{LONGEST_BARE_NAME, LONGEST_NAME, decode, looks_like_html, named, unescape};
    use markup5ever::data::NAMED_ENTITIES;
    use std::borrow::Cow;

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
    fn text_without_references_is_not_copied() {
        for text in ["plain", "a&b=c&d", "AT&T & co"] {
            assert!(matches!(decode(text, true), Cow::Borrowed(_)), "{text:?}");
        }
    }

    #[test]
    fn every_name_stands_for_itself_alone() {
        let names: Vec<_> = NAMED_ENTITIES.keys().filter(|name| named(name).is_some()).collect();
        assert_eq!(names.len(), 2231);
        for name in names {
            let longest = if name.ends_with(';') { LONGEST_NAME + 1 } else { LONGEST_BARE_NAME };
            assert!(name.len() <= longest, "{name}");
            let (first, second) = named(name).unwrap();
            let expected: String = [Some(first), second].into_iter().flatten().collect();
            assert_eq!(unescape(&format!("&{name}")), expected, "{name}");
        }
    }

    #[test]
    fn names_stand_for_what_html_says() {
        for (name, expected) in [
            ("alpha;", "α"),
            ("Amacr;", "Ā"),
            ("quot;", "\""),
            ("Backslash;", "∖"),
            ("acE;", "∾\u{333}"),
            ("CounterClockwiseContourIntegral;", "∳"),
        ] {
            assert_eq!(unescape(&format!("&{name}")), expected, "{name}");
        }
    }
}

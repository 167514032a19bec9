//! Character references in text and in attribute values.

use super::characters::windows_1252;
use super::entities::{self, Characters, named};
use crate::forward::{memchr, memchr_iter};
use std::borrow::Cow;

/// Replaces the HTML character references of a plain text by their characters, like an HTML parser: with or without a semicolon, and the
/// numbers from 128 to 159 as windows-1252. It is the inverse of [`escape`](super::escape::escape).
///
/// ```
/// use bozofeed_text::html::references::unescape;
///
/// assert_eq!(unescape("Tides &amp; times &#151; 3 &lt 4"), "Tides & times \u{2014} 3 < 4");
/// ```
pub fn unescape(text: &str) -> Cow<'_, str> {
    decode(text, false)
}

/// Returns the characters of a named reference: `nbsp;`.
pub fn named_reference(name: &str) -> Option<String> {
    entities::named(name).map(|(first, second)| std::iter::once(first).chain(second).collect())
}

/// Replaces the HTML character references of text or of an attribute value. In an attribute, an ambiguous reference without a semicolon
/// is kept (HTML Standard 13.2.5.73).
pub fn decode(text: &str, in_attribute: bool) -> Cow<'_, str> {
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

/// Parses a reference from the text after `&`; returns its characters and its length (HTML Standard 13.2.5.72 to .80).
pub fn reference(after: &str, in_attribute: bool) -> (Option<Characters>, usize) {
    if let Some(number) = after.strip_prefix('#') {
        return numeric(number).map_or((None, 0), |(c, used)| (Some((c, None)), used + 1));
    }
    let bytes = after.as_bytes();
    let run = bytes.iter().take(LONGEST_NAME + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
    // The whole name is tried before its prefixes: `&notin;` is one character, although `&not` is also valid.
    if bytes.get(run) == Some(&b';')
        && let Some(characters) = after.get(..=run).and_then(named)
    {
        return (Some(characters), run + 1);
    }
    // Some names are valid without a semicolon, even if letters follow; the longest one is used.
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

/// Returns the normal form of a numeric reference: hexadecimal digits in lower case, windows-1252 numbers as the intended character, and
/// quotes unescaped. `None` if it stays as written.
pub fn normalized_reference(number: &str) -> Option<String> {
    match number {
        "34" => return Some("\"".to_owned()),
        "39" => return Some("'".to_owned()),
        _ => {}
    }
    let hexadecimal = number.strip_prefix(['x', 'X']);
    let code =
        hexadecimal.map_or_else(|| number.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok())?;
    match windows_1252(code) {
        Some(meant) if u32::from(meant) != code => Some(format!("&#x{:x};", u32::from(meant))),
        _ => hexadecimal.map(|digits| format!("&#x{};", digits.to_ascii_lowercase())),
    }
}

/// The length of `CounterClockwiseContourIntegral`.
pub const LONGEST_NAME: usize = 31;

/// The length of `yacute`.
const LONGEST_BARE_NAME: usize = 6;

fn numeric(number: &str) -> Option<(char, usize)> {
    let (digits, radix, prefix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 1),
        None => (number, 10, 0),
    };
    let mut value: u32 = 0;
    let mut used = 0;
    for digit in digits.bytes().map_while(|b| char::from(b).to_digit(radix)) {
        // Saturated, so that a number with any number of digits is still too large, rather than wrapping around.
        value = value.saturating_mul(radix).saturating_add(digit);
        used += 1;
    }
    if used == 0 {
        return None;
    }
    let semicolon = usize::from(digits.as_bytes().get(used) == Some(&b';'));
    let character = match value {
        0 => char::REPLACEMENT_CHARACTER,
        // HTML Standard 13.2.5.80: numbers of C1 controls are read as windows-1252 bytes.
        0x80..=0x9F => windows_1252(value).unwrap_or(char::REPLACEMENT_CHARACTER),
        // A surrogate, or a number that is too large (HTML Standard 13.2.5.80).
        _ => char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    Some((character, prefix + used + semicolon))
}

#[cfg(test)]
mod tests {
    use super::{decode, unescape};
    use std::borrow::Cow;

    #[test]
    fn references_are_replaced_by_their_characters() {
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
    fn names_of_every_length_are_known() {
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

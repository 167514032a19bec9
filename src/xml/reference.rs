//! The syntax of references (XML 1.0 §4.1).

use super::chars::{is_char, is_name};
use bozofeed_text::html::entities as html_entities;
use bozofeed_text::html::references::LONGEST_NAME;

/// `Reference ::= EntityRef | CharRef` (§4.1)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference<'t> {
    /// `CharRef ::= '&#' [0-9]+ ';' | '&#x' [0-9a-fA-F]+ ';'`
    Character(char),
    /// `EntityRef ::= '&' Name ';'`
    Entity(&'t str),
}

/// Parses a reference from the text after `&`. Returns it and its length.
pub(super) fn parse(text: &str) -> Option<(Reference<'_>, usize)> {
    let length = body_length(text);
    let body = text.get(..length)?;
    if text.as_bytes().get(length) != Some(&b';') {
        return None;
    }
    let reference = match body.strip_prefix('#') {
        // The `x` must be in lower case. `Decoder::ampersand` also reads `&#X41;`, with a fault.
        Some(number) if !number.starts_with('X') => Reference::Character(character(number)?),
        None if is_name(body) => Reference::Entity(body),
        Some(_) | None => return None,
    };
    Some((reference, length + 1))
}

/// Returns the length of the text between the `&` and the `;` of a possible reference.
pub(super) fn body_length(text: &str) -> usize {
    let inside = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'#' | b'_' | b'-' | b'.' | b':' | 0x80..);
    text.bytes().position(|b| !inside(b)).unwrap_or(text.len())
}

/// Returns the character of a predefined entity (§4.6).
pub(super) fn predefined(name: &str) -> Option<char> {
    quick_xml::escape::resolve_xml_entity(name).and_then(|value| value.chars().next())
}

/// Returns the character with a number as written in a reference (`65`, `x41`), if it is a `Char` (WFC: Legal Character).
pub(super) fn character(number: &str) -> Option<char> {
    let hexadecimal = number.strip_prefix('x').or_else(|| number.strip_prefix('X'));
    let (digits, radix) = hexadecimal.map_or((number, 10), |digits| (digits, 16));
    if digits.is_empty() || !digits.bytes().all(|b| (b as char).is_digit(radix)) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32).filter(|c| is_char(*c))
}

/// Returns the characters of an entity of HTML.
pub(super) fn html_entity(name: &str) -> Option<(char, Option<char>)> {
    let mut reference = [b';'; LONGEST_NAME + 1];
    reference.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
    html_entities::resolve(std::str::from_utf8(reference.get(..=name.len())?).ok()?)
}

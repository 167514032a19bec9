//! References (XML 1.0 §4.1) and the values that hold them.

use std::borrow::Cow;

use super::chars::{is_char, is_name};
use super::entity::{Entities, Form, Refusal};
use super::noted::Faults;
use crate::fault::WellFormednessError as Error;
use crate::html::entities as html_entities;

/// `Reference ::= EntityRef | CharRef` (§4.1)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference<'t> {
    /// `CharRef ::= '&#' [0-9]+ ';' | '&#x' [0-9a-fA-F]+ ';'`
    Character(char),
    /// `EntityRef ::= '&' Name ';'`
    Entity(&'t str),
}

/// Reads the reference of which `behind` is all behind its ampersand, and how many bytes of that it takes.
pub(super) fn parse(behind: &str) -> Option<(Reference<'_>, usize)> {
    let length = body_length(behind);
    let body = behind.get(..length)?;
    if behind.as_bytes().get(length) != Some(&b';') {
        return None;
    }
    let reference = match body.strip_prefix('#') {
        Some(number) if !number.starts_with('X') => Reference::Character(character(number)?),
        None if is_name(body) => Reference::Entity(body),
        Some(_) | None => return None,
    };
    Some((reference, length + 1))
}

/// The length of what may be a reference's inside.
fn body_length(behind: &str) -> usize {
    let inside = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'#' | b'_' | b'-' | b'.' | b':' | 0x80..);
    behind.bytes().position(|b| !inside(b)).unwrap_or(behind.len())
}

/// The predefined entities (§4.6).
pub(super) fn predefined(name: &str) -> Option<char> {
    quick_xml::escape::resolve_xml_entity(name).and_then(|value| value.chars().next())
}

/// The character of a character reference's number: `65`, `x41`; nothing if it is no legal one (WFC: Legal Character).
fn character(number: &str) -> Option<char> {
    let hexadecimal = number.strip_prefix('x').or_else(|| number.strip_prefix('X'));
    let (digits, radix) = hexadecimal.map_or((number, 10), |digits| (digits, 16));
    if digits.is_empty() || !digits.bytes().all(|b| (b as char).is_digit(radix)) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32).filter(|c| is_char(*c))
}

/// Whether the value is character data or an attribute's, where white space is turned into spaces (§3.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text,
    Attribute,
}

/// What a value's references are resolved by, and where faults go.
pub(super) struct Decoding<'r> {
    pub(super) place: Place,
    /// Whether the value holds neither line ends to be normalized nor forbidden characters, so that its place makes no
    /// difference.
    pub(super) plain: bool,
    pub(super) entities: &'r Entities,
    pub(super) faults: &'r mut Faults,
}

impl Decoding<'_> {
    /// Appends text without references as it is, or by the rules of its place.
    fn push(&self, text: &str, out: &mut String) {
        if self.plain {
            out.push_str(text);
        } else {
            push_characters(text, self.place, out);
        }
    }

    /// Resolves the references in `raw`, which stands at `offset`, and appends the value to `out`. What is no reference is
    /// text.
    pub(super) fn decode(&mut self, raw: &str, offset: usize, out: &mut String) {
        out.reserve(raw.len());
        let bytes = raw.as_bytes();
        let mut at = 0;
        while let Some(found) = memchr::memchr(b'&', &bytes[at..]) {
            let ampersand = at + found;
            self.push(&raw[at..ampersand], out);
            // Escaped markup is made of these.
            let common = match &bytes[ampersand + 1..] {
                [b'l', b't', b';', ..] => Some(('<', 3)),
                [b'g', b't', b';', ..] => Some(('>', 3)),
                [b'a', b'm', b'p', b';', ..] => Some(('&', 4)),
                [b'q', b'u', b'o', b't', b';', ..] => Some(('"', 5)),
                [..] => None,
            };
            at = ampersand + 1;
            at += if let Some((value, length)) = common {
                out.push(value);
                length
            } else {
                self.reference(&raw[at..], offset + ampersand, out)
            };
        }
        self.push(&raw[at..], out);
    }

    /// Reads what stands behind an ampersand; returns how many bytes of it were used up.
    fn reference(&mut self, behind: &str, offset: usize, out: &mut String) -> usize {
        match parse(behind) {
            Some((Reference::Character(c), length)) => {
                out.push(c);
                length
            }
            Some((Reference::Entity(name), length)) => {
                if let Some(c) = predefined(name) {
                    out.push(c);
                    length
                } else if self.entity(name, offset, out) {
                    length
                } else {
                    out.push('&');
                    0
                }
            }
            None => self.no_reference(behind, offset, out),
        }
    }

    /// Includes an entity, or the character of HTML that it is named for; tells whether it could.
    fn entity(&mut self, name: &str, offset: usize, out: &mut String) -> bool {
        let form = match self.place {
            Place::Text => Form::Text,
            Place::Attribute => Form::Attribute,
        };
        let error: fn(String) -> Error = match self.entities.include(name, form, offset, out) {
            Ok(well_formed) => {
                if !well_formed {
                    self.faults.add(offset, || Error::MalformedEntity(name.to_owned()));
                }
                return true;
            }
            Err(Refusal::Undeclared) => {
                // Namespaces §7: no entity has a colon in its name.
                if self.entities.is_complete() || name.contains(':') {
                    self.faults.add(offset, || Error::UndefinedEntity(name.to_owned()));
                }
                let character = resolve_html(name);
                if let Some((first, second)) = character {
                    out.push(first);
                    out.extend(second);
                }
                return character.is_some();
            }
            Err(Refusal::External | Refusal::TooLong) => return false,
            Err(Refusal::Recursive) => Error::RecursiveEntity,
            Err(Refusal::Forbidden) => Error::ForbiddenEntity,
        };
        // What was not read may have declared it otherwise (§5.1).
        if !self.entities.is_beyond_parameters() {
            self.faults.add(offset, || error(name.to_owned()));
        }
        false
    }

    /// The ampersand is text, whatever was meant; what stands behind it is read on its own.
    #[cold]
    fn no_reference(&mut self, behind: &str, offset: usize, out: &mut String) -> usize {
        let length = body_length(behind);
        let body = &behind[..length];
        let closed = behind.as_bytes().get(length) == Some(&b';');
        if let Some(number) = body.strip_prefix('#')
            && closed
        {
            self.faults.add(offset, || Error::ForbiddenReference(format!("&{body};")));
            // `&#X41;` is none of XML's, but plainly meant (§4.1: `'&#x'`).
            if let Some(c) = character(number) {
                out.push(c);
                return length + 1;
            }
        } else if !closed
            && (body.starts_with('#') || resolve_html(body).is_some() || predefined(body).is_some())
        {
            self.faults.add(offset, || Error::UnclosedReference(body.to_owned()));
        } else {
            self.faults.add(offset, || Error::BareAmpersand);
        }
        out.push('&');
        0
    }
}

/// The longest name of an entity of HTML.
const LONGEST_OF_HTML: usize = 32;

/// The characters that HTML names so.
fn resolve_html(name: &str) -> Option<(char, Option<char>)> {
    let mut reference = [b';'; LONGEST_OF_HTML + 1];
    reference.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
    html_entities::resolve(std::str::from_utf8(reference.get(..=name.len())?).ok()?)
}

/// Appends text without references: forbidden characters are dropped, line ends normalized (§2.11).
pub(super) fn push_characters(text: &str, place: Place, out: &mut String) {
    let mut rest = text;
    while let Some(at) =
        rest.find(|c: char| c < ' ' && (c != '\n' || place == Place::Attribute) || c >= '\u{FFFE}')
    {
        out.push_str(&rest[..at]);
        let Some(c) = rest[at..].chars().next() else { break };
        let behind = &rest[at + c.len_utf8()..];
        match (c, place) {
            ('\r', _) if behind.starts_with('\n') => {}
            ('\t' | '\n' | '\r', Place::Attribute) => out.push(' '),
            ('\r', Place::Text) => out.push('\n'),
            _ if is_char(c) => out.push(c),
            _ => {}
        }
        rest = behind;
    }
    out.push_str(rest);
}

/// An attribute's value, normalized (§3.3.3).
pub(super) fn attribute_value<'a>(
    raw: &'a str,
    offset: usize,
    entities: &Entities,
    faults: &mut Faults,
) -> Cow<'a, str> {
    if raw.bytes().all(|b| b >= b' ' && b != b'&' && b != 0xEF) {
        return Cow::Borrowed(raw);
    }
    let mut value = String::new();
    let plain = raw.bytes().all(|b| b >= b' ' && b != 0xEF);
    Decoding { place: Place::Attribute, plain, entities, faults }.decode(raw, offset, &mut value);
    Cow::Owned(value)
}

#[cfg(test)]
mod tests {
    use super::super::entity::Definition;
    use super::*;

    fn decoded(raw: &str) -> (String, Vec<String>) {
        let mut faults = Faults::default();
        let mut entities = Entities::new(100, false);
        for (name, literal) in [("me", "M&#233;"), ("twice", "&me;&me;"), ("bold", "<b>"), ("self", "&self;")]
        {
            entities.declare(name, Definition::internal(literal).expect("an entity value"));
        }
        let mut out = String::new();
        Decoding { place: Place::Text, plain: false, entities: &entities, faults: &mut faults }
            .decode(raw, 0, &mut out);
        let faults = faults.into_positioned(raw, 0).map(|(error, _)| error.to_string()).collect();
        (out, faults)
    }

    #[test]
    fn references_are_resolved_and_what_is_none_is_text() {
        let zeros = format!("&#{}65;", "0".repeat(100));
        let long = format!("&{};", "x".repeat(100));
        for (raw, value, faults) in [
            ("a &lt;b&gt; &amp; &quot;c&quot; &apos;", "a <b> & \"c\" '", 0),
            ("&#65;&#x42;&#xe9;", "ABé", 0),
            (&zeros, "A", 0),
            ("&me; &twice;", "Mé MéMé", 0),
            ("&bold;", "", 0),
            ("&self;", "&self;", 1),
            ("AT&T", "AT&T", 1),
            ("a && b & c", "a && b & c", 3),
            ("?a=1&b=2", "?a=1&b=2", 1),
            ("&nbsp;&eacute;&hellip;", "\u{A0}é…", 3),
            ("&bogus;", "&bogus;", 1),
            (&long, &long, 1),
            ("&#; &#xZZ; &#99999999; &#0; &#xD800;", "&#; &#xZZ; &#99999999; &#0; &#xD800;", 5),
            ("&#X41;", "A", 1),
            ("a\r\nb\rc\u{B}d", "a\nb\ncd", 0),
            ("&", "&", 1),
        ] {
            let (out, found) = decoded(raw);
            assert_eq!(out, value, "{raw:?}");
            assert_eq!(found.len(), faults, "{raw:?}: {found:?}");
        }
    }

    #[test]
    fn white_space_in_an_attribute_value_is_a_space() {
        let mut faults = Faults::default();
        let value = attribute_value("a\tb\r\nc&#10;d", 0, &Entities::default(), &mut faults);
        assert_eq!(value, "a b c\nd");
        assert_eq!(faults.count(), 0);
    }
}

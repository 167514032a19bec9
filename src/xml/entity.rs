//! References (XML 1.0 §4.1) and the values that hold them.

use std::borrow::Cow;
use std::cell::Cell;

use super::chars::{is_char, is_name};
use super::noted::Faults;
use crate::fault::WellFormednessError as Error;
use crate::html_entities;

/// The general entities that the internal subset declares.
#[derive(Debug, Default)]
pub(crate) struct Entities<'a> {
    /// How many bytes may still come of references: many uses of a long value would grow, too.
    budget: Cell<usize>,
    declared: Vec<(&'a str, Option<String>)>,
    /// An external subset or a parameter entity may declare more, so an unknown one is no fault (§4.1, WFC: Entity Declared).
    pub(super) open_ended: bool,
}

/// What is known of an entity.
enum Declared<'e> {
    As(&'e str),
    /// Its value is not used.
    Unused,
    Nowhere,
}

/// How many times the document's own length may come of its entities.
const GROWTH: usize = 4;

/// More declarations than any feed has; the rest is not kept.
const MOST_ENTITIES: usize = 512;

impl<'a> Entities<'a> {
    /// For a document of `length` bytes.
    pub(super) fn new(length: usize) -> Self {
        Self { budget: Cell::new(length.saturating_mul(GROWTH)), ..Self::default() }
    }

    /// Takes the length of a value from the budget; tells whether there was room for it.
    fn spend(&self, length: usize) -> bool {
        let left = self.budget.get().checked_sub(length);
        self.budget.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Declares an internal general entity; the first declaration of a name counts (§4.2).
    ///
    /// Only plain text and character references make a value, so no entity can grow: any other is known by name alone.
    pub(super) fn declare(&mut self, name: &'a str, literal: &str) {
        if self.declared.len() < MOST_ENTITIES && !self.declared.iter().any(|(n, _)| *n == name) {
            self.declared.push((name, plain_value(literal)));
        }
    }

    /// Declares an entity whose value this reader does not use: an external or unparsed one.
    pub(super) fn declare_unused(&mut self, name: &'a str) {
        if self.declared.len() < MOST_ENTITIES && !self.declared.iter().any(|(n, _)| *n == name) {
            self.declared.push((name, None));
        }
    }

    fn get(&self, name: &str) -> Declared<'_> {
        match self.declared.iter().find(|(n, _)| *n == name) {
            Some((_, Some(value))) => Declared::As(value),
            Some((_, None)) => Declared::Unused,
            None => Declared::Nowhere,
        }
    }
}

/// The replacement text of an entity that is plain text, its character references resolved (§4.4.5, §4.5).
fn plain_value(literal: &str) -> Option<String> {
    let once = resolve_characters(literal)?;
    // `<!ENTITY amp "&#38;#38;">`: the replacement text is itself a character reference.
    let twice = if once.contains('&') { resolve_characters(&once)? } else { once };
    let markup =
        twice.contains('<') && literal.contains('<') || twice.contains('&') && !literal.contains("#38");
    (!markup).then_some(twice)
}

/// Resolves the character references of `literal`; nothing if it holds any other reference.
fn resolve_characters(literal: &str) -> Option<String> {
    let mut value = String::with_capacity(literal.len());
    let mut rest = literal;
    while let Some((before, from)) = rest.split_once('&') {
        value.push_str(before);
        let (body, behind) = from.split_once(';')?;
        value.push(character(body.strip_prefix('#')?)?);
        rest = behind;
    }
    value.push_str(rest);
    Some(value)
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
///
/// Where text holds neither line ends to be normalized nor forbidden characters, its place makes no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text,
    Attribute,
}

/// Appends text without references as it is, or by the rules of its place.
fn push(text: &str, place: Option<Place>, out: &mut String) {
    match place {
        Some(place) => push_characters(text, place, out),
        None => out.push_str(text),
    }
}

/// Resolves the references in `raw`, which stands at `offset`, and appends the value to `out`. What is no reference is text.
pub(super) fn decode(
    raw: &str,
    offset: usize,
    place: Option<Place>,
    entities: &Entities<'_>,
    faults: &mut Faults,
    out: &mut String,
) {
    out.reserve(raw.len());
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'&', &bytes[at..]) {
        let ampersand = at + found;
        push(&raw[at..ampersand], place, out);
        // Escaped markup is made of these.
        let (value, length) = match &bytes[ampersand + 1..] {
            [b'l', b't', b';', ..] => ('<', 3),
            [b'g', b't', b';', ..] => ('>', 3),
            [b'a', b'm', b'p', b';', ..] => ('&', 4),
            [b'q', b'u', b'o', b't', b';', ..] => ('"', 5),
            _ => {
                at = ampersand
                    + 1
                    + reference(&raw[ampersand + 1..], offset + ampersand, entities, faults, out);
                continue;
            }
        };
        out.push(value);
        at = ampersand + 1 + length;
    }
    push(&raw[at..], place, out);
}

/// The longest name of an entity that is looked for.
const LONGEST_NAME: usize = 64;

/// Reads what stands behind an ampersand; returns how many bytes of it were used up.
fn reference(
    rest: &str,
    offset: usize,
    entities: &Entities<'_>,
    faults: &mut Faults,
    out: &mut String,
) -> usize {
    let bytes = rest.as_bytes();
    let length = bytes
        .iter()
        .take(LONGEST_NAME)
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'#' | b'_' | b'-' | b'.' | b':' | 0x80..)))
        .unwrap_or(bytes.len().min(LONGEST_NAME));
    let Some(body) = rest.get(..length) else {
        return bare_ampersand(offset, faults, out);
    };
    if bytes.get(length) != Some(&b';') {
        let is_reference = body.starts_with('#') || html_entities::resolve(&[body, ";"].concat()).is_some();
        if !is_reference {
            return bare_ampersand(offset, faults, out);
        }
        faults.add(offset, || Error::UnclosedReference(body.to_owned()));
        out.push('&');
        return 0;
    }
    if let Some(number) = body.strip_prefix('#') {
        // `&#X41;` is none of XML's, but plainly meant (§4.1: `'&#x'`).
        if let Some(c) = character(number) {
            if number.starts_with('X') {
                faults.add(offset, || Error::ForbiddenReference(format!("&{body};")));
            }
            out.push(c);
            return length + 1;
        }
        faults.add(offset, || Error::ForbiddenReference(format!("&{body};")));
        out.push('&');
        return 0;
    }
    if let Some(value) = quick_xml::escape::resolve_xml_entity(body) {
        out.push_str(value);
        return length + 1;
    }
    match entities.get(body) {
        Declared::As(value) if entities.spend(value.len()) => {
            out.push_str(value);
            return length + 1;
        }
        Declared::As(_) | Declared::Unused => {
            out.push('&');
            return 0;
        }
        Declared::Nowhere => {}
    }
    if !is_name(body) {
        return bare_ampersand(offset, faults, out);
    }
    if !entities.open_ended {
        faults.add(offset, || Error::UndefinedEntity(body.to_owned()));
    }
    if let Some((first, second)) = rest.get(..=length).and_then(html_entities::resolve) {
        out.push(first);
        out.extend(second);
        return length + 1;
    }
    out.push('&');
    0
}

fn bare_ampersand(offset: usize, faults: &mut Faults, out: &mut String) -> usize {
    faults.add(offset, || Error::BareAmpersand);
    out.push('&');
    0
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
    entities: &Entities<'_>,
    faults: &mut Faults,
) -> Cow<'a, str> {
    if raw.bytes().all(|b| b >= b' ' && b != b'&' && b != 0xEF) {
        return Cow::Borrowed(raw);
    }
    let mut value = String::new();
    let place = raw.bytes().any(|b| b < b' ' || b == 0xEF).then_some(Place::Attribute);
    decode(raw, offset, place, entities, faults, &mut value);
    Cow::Owned(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(raw: &str) -> (String, Vec<String>) {
        let mut faults = Faults::default();
        let mut entities = Entities::new(100);
        entities.declare("me", "M&#233;");
        entities.declare("grow", "&me;&me;");
        entities.declare("bold", "<b>");
        entities.declare("less", "&#38;#60;");
        let mut out = String::new();
        decode(raw, 0, Some(Place::Text), &entities, &mut faults, &mut out);
        let faults = faults.into_positioned(raw, 0).map(|(error, _)| error.to_string()).collect();
        (out, faults)
    }

    #[test]
    fn references_are_resolved_and_what_is_none_is_text() {
        for (raw, value, faults) in [
            ("a &lt;b&gt; &amp; &quot;c&quot; &apos;", "a <b> & \"c\" '", 0),
            ("&#65;&#x42;&#xe9;", "ABé", 0),
            ("&me; &less;", "Mé <", 0),
            ("&grow; &bold;", "&grow; &bold;", 0),
            ("AT&T", "AT&T", 1),
            ("a && b & c", "a && b & c", 3),
            ("?a=1&b=2", "?a=1&b=2", 1),
            ("&nbsp;&eacute;&hellip;", "\u{A0}é…", 3),
            ("&bogus;", "&bogus;", 1),
            ("&#; &#xZZ; &#99999999; &#0; &#xD800;", "&#; &#xZZ; &#99999999; &#0; &#xD800;", 5),
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

//! Values: text and attribute values with their references resolved (XML 1.0 §2.11, §3.3.3, §4.4).

use std::borrow::Cow;

use super::attribute_syntax::ValueFacts;
use super::chars::{is_char, is_space};
use super::entity::{Entities, EntityRefusal, Inclusion};
use super::reference::{Reference, body_length, character, html_entity, parse, predefined};
use crate::diagnostics::{WellFormednessError as Error, XmlFaults};
use bozofeed_text::delimiters::{find_ampersand, find_ampersand_or_return};
use bozofeed_text::html::references;

/// The place of a value: in an attribute, white space is replaced by spaces (§3.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text,
    Attribute,
}

/// The characters of a value that may have to be replaced or dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Normalize {
    /// There are none.
    Nothing,
    /// Line ends in text (§2.11): carriage returns.
    LineEnds,
    /// White space, and characters that are not allowed.
    Everything,
}

/// Decodes values: resolves references, normalizes line ends and reports faults.
pub(super) struct Decoder<'r> {
    pub(super) place: Place,
    pub(super) normalize: Normalize,
    pub(super) entities: &'r Entities,
    pub(super) faults: &'r mut XmlFaults,
}

impl Decoder<'_> {
    /// Appends text that does not contain references.
    fn push(&self, text: &str, out: &mut String) {
        match self.normalize {
            Normalize::Nothing | Normalize::LineEnds => out.push_str(text),
            Normalize::Everything => push_characters(text, self.place, out),
        }
    }

    /// Returns the offset of the first `&` at or after `from`, or of the first carriage return if those are replaced.
    #[inline]
    fn find_special(&self, bytes: &[u8], from: usize) -> Option<usize> {
        match self.normalize {
            Normalize::LineEnds => find_ampersand_or_return(bytes, from),
            Normalize::Nothing | Normalize::Everything => find_ampersand(bytes, from),
        }
    }

    /// Decodes `raw`, which is at `offset` in the document, and appends the value to `out`. An `&` that does not begin a
    /// reference is kept as text.
    pub(super) fn decode(&mut self, raw: &str, offset: usize, out: &mut String) {
        out.reserve(raw.len());
        let bytes = raw.as_bytes();
        let mut at = 0;
        while let Some(special) = self.find_special(bytes, at) {
            self.push(&raw[at..special], out);
            // §2.11: `\r\n` and a lone `\r` are both read as `\n`.
            if bytes[special] == b'\r' {
                at = special + 1;
                if bytes.get(at) != Some(&b'\n') {
                    out.push('\n');
                }
                continue;
            }
            // These references make up most of escaped markup. Their values agree with `predefined`, but need no search for the
            // end of the reference.
            let common = match &bytes[special + 1..] {
                [b'l', b't', b';', ..] => Some(('<', 3)),
                [b'g', b't', b';', ..] => Some(('>', 3)),
                [b'a', b'm', b'p', b';', ..] => Some(('&', 4)),
                [b'q', b'u', b'o', b't', b';', ..] => Some(('"', 5)),
                [..] => None,
            };
            at = special + 1;
            at += if let Some((value, length)) = common {
                out.push(value);
                length
            } else {
                self.reference(raw, special, offset, out)
            };
        }
        self.push(&raw[at..], out);
    }

    /// Decodes a reference from the text after the `&` at `at`. Returns the number of bytes consumed. `start` is the offset of
    /// `raw` in the document.
    fn reference(&mut self, raw: &str, at: usize, start: usize, out: &mut String) -> usize {
        let (text, offset) = (&raw[at + 1..], start + at);
        match parse(text) {
            Some((Reference::Character(c), length)) => {
                out.push(c);
                length
            }
            Some((Reference::Entity(name), length)) => {
                // Declarations of predefined entities need not be looked up: they must not change the meaning (§4.6).
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
            None => self.ampersand(&raw[..at], text, offset, out),
        }
    }

    /// Includes an entity of the document or of HTML. Returns whether it was included.
    fn entity(&mut self, name: &str, offset: usize, out: &mut String) -> bool {
        let inclusion = match self.place {
            Place::Text => Inclusion::Text,
            Place::Attribute => Inclusion::Attribute,
        };
        let error: fn(String) -> Error = match self.entities.include(name, inclusion, offset, out) {
            Ok(well_formed) => {
                if !well_formed {
                    self.faults.add(offset, || Error::MalformedEntity(name.to_owned()));
                }
                return true;
            }
            Err(EntityRefusal::Undeclared) => {
                // Namespaces §7: entity names do not contain colons.
                if self.entities.is_complete() || name.contains(':') {
                    self.faults.add(offset, || Error::UndefinedEntity(name.to_owned()));
                }
                // Many feeds have `&nbsp;` without a declaration.
                let character = html_entity(name);
                if let Some((first, second)) = character {
                    out.push(first);
                    out.extend(second);
                }
                return character.is_some();
            }
            // Neither is a fault of the document: external entities need not be read (§4.4.3), and limits are reported
            // separately.
            Err(EntityRefusal::External | EntityRefusal::TooLong) => return false,
            Err(EntityRefusal::Recursive) => Error::RecursiveEntity,
            Err(EntityRefusal::Forbidden) => Error::ForbiddenEntity,
        };
        // A declaration that was not read may come first and differ (§5.1).
        if !self.entities.is_beyond_parameters() {
            self.faults.add(offset, || error(name.to_owned()));
        }
        false
    }

    /// Reads an `&` that does not begin a well-formed reference, after the text `before`: as HTML does, or as text. Returns the
    /// number of bytes consumed after it.
    #[cold]
    fn ampersand(&mut self, before: &str, text: &str, offset: usize, out: &mut String) -> usize {
        let length = body_length(text);
        let body = &text[..length];
        let closed = text.as_bytes().get(length) == Some(&b';');
        if let Some(number) = body.strip_prefix('#')
            && closed
        {
            self.faults.add(offset, || Error::ForbiddenReference(format!("&{body};")));
            // `&#X41;`: XML has only `&#x41;` (§4.1).
            // The character is still used: HTML allows the capital, and nothing else can be meant.
            if let Some(c) = character(number) {
                out.push(c);
                return length + 1;
            }
        } else if let (Some((first, second)), length) =
            references::reference(text, self.place == Place::Attribute)
            && is_char(first)
            && !text[..length].ends_with(';')
            && !text[length..].starts_with('=')
            && !ends_with_url(before)
        {
            self.faults.add(offset, || Error::UnclosedReference(text[..length].to_owned()));
            out.push(first);
            out.extend(second);
            return length;
        } else if !closed
            && (body.starts_with('#') || html_entity(body).is_some() || predefined(body).is_some())
        {
            self.faults.add(offset, || Error::UnclosedReference(body.to_owned()));
        } else {
            self.faults.add(offset, || Error::BareAmpersand);
        }
        out.push('&');
        0
    }
}

/// Returns whether a text ends inside a possible URL, whose parameters are not references (`?a=1&copy=2`).
fn ends_with_url(text: &str) -> bool {
    /// The search is limited to these bytes, so that many references in one word take linear time.
    const NEAR: usize = 256;
    let near = &text.as_bytes()[text.len().saturating_sub(NEAR)..];
    let word = near.rsplit(|b| is_space(*b)).next().unwrap_or_default();
    word.starts_with(b"/")
        || word.iter().any(|b| matches!(b, b'=' | b'?'))
        || word.windows(3).any(|part| part == b"://")
}

/// Appends text that contains neither references nor invalid characters. Normalizes line ends (§2.11).
pub(super) fn push_lines(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = bozofeed_text::forward::memchr(b'\r', rest.as_bytes()) {
        let (line, end) = rest.split_at(at);
        out.push_str(line);
        rest = &end[1..];
        if !rest.starts_with('\n') {
            out.push('\n');
        }
    }
    out.push_str(rest);
}

/// Appends text that does not contain references. Drops invalid characters and normalizes line ends (§2.11).
pub(super) fn push_characters(text: &str, place: Place, out: &mut String) {
    let bytes = text.as_bytes();
    let is_special = |b: &u8| *b < b' ' && (*b != b'\n' || place == Place::Attribute) || *b == 0xEF;
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(is_special)) {
        let special = at + found;
        let (replacement, length) = match &bytes[special..] {
            // Line ends are normalized before the white space of attribute values (§2.11), so this makes a single space
            // there.
            [b'\r', b'\n', ..] => (None, 1),
            [b'\t' | b'\n' | b'\r', ..] if place == Place::Attribute => (Some(' '), 1),
            [b'\r', ..] => (Some('\n'), 1),
            [b'\t', ..] => {
                at = special + 1;
                continue;
            }
            // U+FFFE and U+FFFF
            [0xEF, 0xBF, 0xBE | 0xBF, ..] => (None, 3),
            // The other characters from U+F000 on.
            [0xEF, ..] => {
                at = special + 3;
                continue;
            }
            // The other controls are not a `Char` (§2.2).
            [..] => (None, 1),
        };
        out.push_str(&text[copied..special]);
        out.extend(replacement);
        copied = special + length;
        at = copied;
    }
    out.push_str(&text[copied..]);
}

/// Returns the normalized value of an attribute (§3.3.3).
pub(super) fn attribute_value<'a>(
    raw: &'a str,
    offset: usize,
    entities: &Entities,
    faults: &mut XmlFaults,
) -> Cow<'a, str> {
    if ValueFacts::of(raw).is_plain {
        return Cow::Borrowed(raw);
    }
    let mut value = String::with_capacity(raw.len());
    // If there is no white space to replace and no character to drop, the text between references is the value. For 0xEF, see
    // `ValueFacts::of`.
    let is_plain = raw.bytes().all(|b| b >= b' ' && b != 0xEF);
    let normalize = if is_plain { Normalize::Nothing } else { Normalize::Everything };
    Decoder { place: Place::Attribute, normalize, entities, faults }.decode(raw, offset, &mut value);
    Cow::Owned(value)
}

/// Returns markup with the document's entities included, so that it can be used outside of the document.
pub(super) fn expand_markup<'m>(entities: &Entities, markup: &'m str, is_tag: bool) -> Cow<'m, str> {
    if entities.is_empty() || bozofeed_text::forward::memchr(b'&', markup.as_bytes()).is_none() {
        return Cow::Borrowed(markup);
    }
    let inclusion = if is_tag { Inclusion::Attribute } else { Inclusion::Markup };
    let mut out = String::with_capacity(markup.len());
    let mut included = String::new();
    let mut rest = markup;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        rest = after;
        included.clear();
        if let Some((Reference::Entity(name), length)) = parse(after)
            // The markup is parsed again, so `&lt;` must stay a reference.
            && predefined(name).is_none()
            && entities.include(name, inclusion, 0, &mut included).is_ok()
        {
            if is_tag {
                // A quote or `<` of the replacement text must not end the value or the tag, which are parsed again.
                escape_into(&included, &mut out);
            } else {
                out.push_str(&included);
            }
            rest = after.get(length..).unwrap_or("");
        } else {
            out.push('&');
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Appends text, escaped for an attribute value in either kind of quotes.
fn escape_into(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entity::Definition;
    use super::*;
    use crate::diagnostics::Positions;

    fn decoded(raw: &str) -> (String, Vec<String>) {
        let mut faults = XmlFaults::default();
        let mut entities = Entities::new(100, false);
        for (name, literal) in [("me", "M&#233;"), ("twice", "&me;&me;"), ("bold", "<b>"), ("self", "&self;")]
        {
            entities.declare(name, Definition::internal(literal).expect("an entity value"));
        }
        let mut out = String::new();
        Decoder {
            place: Place::Text,
            normalize: Normalize::Everything,
            entities: &entities,
            faults: &mut faults,
        }
        .decode(raw, 0, &mut out);
        let faults =
            faults.into_positioned(&mut Positions::new(raw, 0)).map(|(error, _)| error.to_string()).collect();
        (out, faults)
    }

    #[test]
    fn line_ends_are_normalized_among_references() {
        for (raw, expected) in [
            ("a\r\nb\rc\r\r\nd\n\r", "a\nb\nc\n\nd\n\n"),
            ("a\r&lt;\r\n&amp;\r", "a\n<\n&\n"),
            ("\r&#13;\n", "\n\r\n"),
            ("&\r\n", "&\n"),
            ("", ""),
        ] {
            for normalize in [Normalize::LineEnds, Normalize::Everything] {
                let mut faults = XmlFaults::default();
                let mut out = String::new();
                let entities = Entities::new(100, false);
                Decoder { place: Place::Text, normalize, entities: &entities, faults: &mut faults }
                    .decode(raw, 0, &mut out);
                assert_eq!(out, expected, "{raw:?} {normalize:?}");
            }
            let mut lines = String::new();
            if !raw.contains('&') {
                push_lines(raw, &mut lines);
                assert_eq!(lines, expected, "{raw:?}");
            }
        }
    }

    #[test]
    fn references_are_resolved_and_other_ampersands_are_kept() {
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
            // HTML Standard 13.2.5.73, except in URLs.
            ("First &amp the &lt b &copy 2026", "First & the < b © 2026", 3),
            ("it&#39s caf&eacute au, AT&ampT", "it's café au, AT&T", 3),
            ("&#150 &#xe9", "– é", 2),
            ("x &hellip y, R&D, Q&A &", "x &hellip y, R&D, Q&A &", 4),
            ("https://h.example/a&copy &amp b", "https://h.example/a&copy & b", 2),
            ("/p?a=1&copy=2&reg &para=1", "/p?a=1&copy=2&reg &para=1", 3),
            ("/p&copy", "/p&copy", 1),
        ] {
            let (out, found) = decoded(raw);
            assert_eq!(out, value, "{raw:?}");
            assert_eq!(found.len(), faults, "{raw:?}: {found:?}");
        }
    }

    #[test]
    fn white_space_in_an_attribute_value_is_a_space() {
        let mut faults = XmlFaults::default();
        let value = attribute_value("a\tb\r\nc&#10;d", 0, &Entities::default(), &mut faults);
        assert_eq!(value, "a b c\nd");
        assert_eq!(faults.count(), 0);
    }
}

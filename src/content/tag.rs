//! Tags and their attributes (HTML Standard 13.2.5.6 to 13.2.5.40).

use crate::delimiters::{find_below, find_in_value};
use crate::html::characters::escape_length;
use memchr::memchr;
use smallvec::SmallVec;
use std::borrow::Cow;

/// An attribute as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MarkupAttribute<'a> {
    /// The name, in any case.
    pub(super) name: &'a str,
    /// The value without quotes, with its references unresolved. Empty without a value.
    pub(super) value: &'a str,
    /// Whether the attribute has a value.
    pub(super) has_value: bool,
    /// The form of the value.
    pub(super) form: Form,
    /// The offsets of the attribute in the text.
    pub(super) span: (usize, usize),
}

/// The parts of a value that a serializer would write differently (HTML Standard 13.3). No-break spaces are not considered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// None; the value has no references.
    Plain,
    /// None; all references are `&amp;`.
    Ampersands,
    /// None; all references are those of characters that are escaped.
    Escapes,
    /// Some, or the value is not in double quotes directly after `=`.
    Other,
}

/// The attributes of a tag.
pub(super) type Written<'a> = SmallVec<[MarkupAttribute<'a>; 8]>;

/// A start or an end tag.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MarkupTag<'a> {
    /// The name, in any case.
    pub(super) name: &'a str,
    /// Whether it is an end tag.
    pub(super) is_end: bool,
    /// The offset after its `>`.
    pub(super) end: usize,
    /// Whether it ends with `/>`.
    pub(super) is_self_closing: bool,
}

impl<'a> MarkupTag<'a> {
    /// Parses the tag at `at` and puts its attributes into `attributes`. Returns `None` if no tag starts there, or if it
    /// does not end.
    pub(super) fn read(text: &'a str, at: usize, attributes: &mut Written<'a>) -> Option<Self> {
        attributes.clear();
        let bytes = text.as_bytes();
        let is_end = bytes.get(at + 1) == Some(&b'/');
        let start = at + 1 + usize::from(is_end);
        if !bytes.get(start)?.is_ascii_alphabetic() {
            return None;
        }
        let name_end = until(bytes, start, SPACE | SLASH | END)?;
        let name = text.get(start..name_end)?;
        if bytes.get(name_end) == Some(&b'>') {
            return Some(Self { name, is_end, end: name_end + 1, is_self_closing: false });
        }
        let mut at = name_end;
        loop {
            let from = at;
            at = until(bytes, at, !(SPACE | SLASH))?;
            if bytes.get(at) == Some(&b'>') {
                let is_self_closing = bytes.get(from..at).is_some_and(|between| between.ends_with(b"/"));
                return Some(Self { name, is_end, end: at + 1, is_self_closing });
            }
            let attribute = MarkupAttribute::read(text, at)?;
            at = attribute.span.1;
            attributes.push(attribute);
        }
    }
}

impl<'a> MarkupAttribute<'a> {
    fn read(text: &'a str, start: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        // A name may start with `=`.
        let name_end = end_of_name(bytes, start + 1)?;
        let name = text.get(start..name_end)?;
        if let [b'=', b'"', ..] = bytes.get(name_end..)? {
            let value_start = name_end + "=\"".len();
            let (value_end, form) = Form::read(bytes, value_start)?;
            let value = text.get(value_start..value_end)?;
            return Some(Self { name, value, has_value: true, form, span: (start, value_end + 1) });
        }
        let equals = until(bytes, name_end, !SPACE)?;
        if bytes.get(equals) != Some(&b'=') {
            return Some(Self {
                name,
                value: "",
                has_value: false,
                form: Form::Other,
                span: (start, name_end),
            });
        }
        let value_start = until(bytes, equals + 1, !SPACE)?;
        let (from, to, end) = match bytes.get(value_start)? {
            b'>' => (value_start, value_start, value_start),
            &quote @ (b'"' | b'\'') => {
                let close = value_start + 1 + memchr(quote, bytes.get(value_start + 1..)?)?;
                (value_start + 1, close, close + 1)
            }
            _ => {
                let end = until(bytes, value_start, SPACE | END)?;
                (value_start, end, end)
            }
        };
        Some(Self {
            name,
            value: text.get(from..to)?,
            has_value: true,
            form: Form::Other,
            span: (start, end),
        })
    }
}

impl Form {
    /// Returns where the value that starts at `from` ends, and its form.
    fn read(bytes: &[u8], from: usize) -> Option<(usize, Self)> {
        let mut form = Self::Plain;
        let mut at = from;
        loop {
            at = find_in_value(bytes, at)?;
            form = match bytes.get(at..)? {
                [b'"', ..] => return Some((at, form)),
                [b'&', b'a', b'm', b'p', b';', ..] if matches!(form, Self::Plain | Self::Ampersands) => {
                    Self::Ampersands
                }
                [b'&', after @ ..]
                    if form != Self::Other
                        && (after.starts_with(b"quot;") || escape_length(after).is_some()) =>
                {
                    Self::Escapes
                }
                _ => Self::Other,
            };
            at += 1;
        }
    }
}

/// HTML's ASCII white space.
const SPACE: u8 = 1;
/// `/`
const SLASH: u8 = 1 << 1;
/// `>`
const END: u8 = 1 << 2;
/// `=`
const EQUALS: u8 = 1 << 3;
/// Any other byte.
const OTHER: u8 = 1 << 4;

/// The class of each byte in a tag.
static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    classes[b'\t' as usize] = SPACE;
    classes[b'\n' as usize] = SPACE;
    classes[b'\x0C' as usize] = SPACE;
    classes[b'\r' as usize] = SPACE;
    classes[b' ' as usize] = SPACE;
    classes[b'/' as usize] = SLASH;
    classes[b'>' as usize] = END;
    classes[b'=' as usize] = EQUALS;
    classes
};

/// Returns the offset of the first byte at or after `at` that belongs to one of these classes.
#[inline]
fn until(bytes: &[u8], at: usize, classes: u8) -> Option<usize> {
    bytes.get(at..)?.iter().position(|&b| CLASSES[usize::from(b)] & classes != 0).map(|n| at + n)
}

/// Returns the offset of the first byte at or after `at` that ends the name of an attribute.
#[inline]
fn end_of_name(bytes: &[u8], mut at: usize) -> Option<usize> {
    // A letter is greater than all that ends a name.
    while let Some(found) = find_below(b'A', bytes, at) {
        if CLASSES[usize::from(*bytes.get(found)?)] != OTHER {
            return Some(found);
        }
        at = found + 1;
    }
    None
}

/// Returns a name in lower case.
pub(super) fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use super::{MarkupTag, Written};

    #[test]
    fn tags_are_parsed_as_by_html() {
        for (text, expected) in [
            ("<p>", Some("p")),
            ("</P >", Some("/P")),
            ("<br/>x", Some("br")),
            ("<a href=x/y>", Some("a href=x/y")),
            ("<a href = 'x>y' b>", Some("a href=x>y b=")),
            ("<a/b=\"c\"d>", Some("a b=c d=")),
            ("<a =x=y>", Some("a =x=y")),
            ("<a b=>", Some("a b=")),
            ("<a b='>", None),
            ("<p", None),
            ("<1>", None),
            ("< p>", None),
            ("</>", None),
        ] {
            let mut attributes = Written::new();
            let read = MarkupTag::read(text, 0, &mut attributes).map(|tag| {
                let told =
                    attributes.iter().map(|attribute| format!("{}={}", attribute.name, attribute.value));
                let slash = if tag.is_end { "/" } else { "" };
                [format!("{slash}{}", tag.name)].into_iter().chain(told).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(read.as_deref(), expected, "{text:?}");
        }
    }
}

//! Attributes of tags (HTML Standard 13.2.5.32 to 13.2.5.39).

use crate::delimiters::{find_below, find_in_value};
use crate::forward::memchr;
use crate::html::characters::escape_length;
use crate::scan::look;
use smallvec::SmallVec;

/// An attribute as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkupAttribute<'a> {
    /// The name, in any case.
    pub name: &'a str,
    /// The value without quotes, with its references unresolved. Empty if there is none.
    pub value: &'a str,
    /// Whether the attribute has a value.
    pub has_value: bool,
    /// The form of the value.
    pub form: Form,
    /// The offsets of the attribute in the text.
    pub span: (usize, usize),
}

/// The parts of a value that a serializer would write differently (HTML Standard 13.3). No-break spaces are not considered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// None; the value has no references.
    Plain,
    /// None; all references are `&amp;`.
    Ampersands,
    /// None; all references are to characters that are escaped anyway.
    Escapes,
    /// Some, or the value is not in double quotes directly after `=`.
    Other,
}

/// The attributes of a tag.
pub type WrittenAttributes<'a> = SmallVec<[MarkupAttribute<'a>; 8]>;

impl<'a> MarkupAttribute<'a> {
    /// Returns an attribute with an unclosed quote in its value.
    pub(super) fn with_quote(name: &'a str, value: &'a str, span: (usize, usize)) -> Self {
        Self { name: name.trim_ascii(), value: value.trim_ascii(), has_value: true, form: Form::Other, span }
    }

    /// Returns the offset of the value in the text. Only a quote may follow it in the attribute.
    pub fn value_start(&self, text: &str) -> usize {
        let end = self.span.1;
        let is_quoted = !text.get(..end).unwrap_or_default().ends_with(self.value);
        end.saturating_sub(self.value.len() + usize::from(is_quoted))
    }

    /// Parses the attribute at `start`. Returns `None` if it is unclosed.
    pub(super) fn read(text: &'a str, start: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        // A name may start with `=` (HTML Standard 13.2.5.32).
        let name_end = end_of_name(bytes, start + 1)?;
        let name = text.get(start..name_end)?;
        // Nearly all attributes have this form, the only one that a serializer writes.
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
            // `<a href=>`: the value is missing (HTML Standard 13.2.5.35).
            b'>' => (value_start, value_start, value_start),
            &quote @ (b'"' | b'\'') => {
                let close = value_start + 1 + memchr(quote, bytes.get(value_start + 1..)?)?;
                (value_start + 1, close, close + 1)
            }
            _ => {
                // A slash is part of an unquoted value (HTML Standard 13.2.5.38).
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
    /// Returns the end of the value that starts at `from`, and its form.
    fn read(bytes: &[u8], from: usize) -> Option<(usize, Self)> {
        let mut form = Self::Plain;
        let mut at = from;
        loop {
            at = find_in_value(bytes, at)?;
            form = match bytes.get(at..)? {
                [b'"', ..] => return Some((at, form)),
                // Before the arm for all escapes, which includes this one: a value whose references are all `&amp;` is `Ampersands`.
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

/// ASCII white space in HTML.
pub(super) const SPACE: u8 = 1;
/// `/`
pub(super) const SLASH: u8 = 1 << 1;
/// `>`
pub(super) const END: u8 = 1 << 2;
/// `=`
const EQUALS: u8 = 1 << 3;
/// Any other byte.
pub(super) const OTHER: u8 = 1 << 4;

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

/// Returns the class of a byte.
#[inline]
pub(super) fn class(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

/// Returns the offset of the first byte at or after `at` that belongs to one of these classes.
#[inline]
pub(super) fn until(bytes: &[u8], at: usize, classes: u8) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let found = rest.iter().position(|&b| CLASSES[usize::from(b)] & classes != 0);
    look(found.unwrap_or(rest.len()));
    found.map(|n| at + n)
}

/// Returns the offset of the first byte at or after `at` that ends the name of an attribute.
#[inline]
fn end_of_name(bytes: &[u8], mut at: usize) -> Option<usize> {
    // Letters are greater than all bytes that end a name.
    while let Some(found) = find_below(b'A', bytes, at) {
        if class(*bytes.get(found)?) != OTHER {
            return Some(found);
        }
        at = found + 1;
    }
    None
}

//! JSON values with their offsets: slices of the text, which are parsed on demand.
//!
//! A value is a [`RawValue`] of `serde_json`, a slice of the text whose start is the offset. Only values that the model needs
//! are built, nesting does not use the stack, and numbers keep their digits.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;

use serde::Deserializer as _;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::mend::escape;
use crate::cost::Priced;
use crate::diagnostics::Diagnostics;
use crate::diagnostics::{JsonError, JsonType};
use crate::html::url_names::shows_text;

/// A value in a JSON text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JsonNode<'a> {
    /// The value as written, trimmed.
    pub(crate) raw: &'a str,
    /// The offset of the value in the text.
    pub(crate) offset: usize,
}

impl Priced for JsonNode<'_> {
    /// It is kept as it is written.
    fn heap(&self) -> usize {
        self.raw.len()
    }

    fn written(&self) -> usize {
        self.raw.len()
    }
}

impl<'a> JsonNode<'a> {
    /// Returns the value of a whole text; `None` if the text is not JSON (RFC 8259 §2).
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        let raw: &RawValue = serde_json::from_str(text).ok()?;
        Some(Self { raw: text, offset: 0 }.part(raw))
    }

    /// Returns a part of this value.
    fn part(&self, part: &'a RawValue) -> Self {
        let raw = part.get();
        Self { raw, offset: self.offset + (raw.as_ptr().addr() - self.raw.as_ptr().addr()) }
    }

    pub(crate) fn kind(&self) -> JsonType {
        match self.raw.as_bytes().first() {
            Some(b'{') => JsonType::Object,
            Some(b'[') => JsonType::Array,
            Some(b'"') => JsonType::String,
            Some(b't' | b'f') => JsonType::Boolean,
            Some(b'n') | None => JsonType::Null,
            Some(_) => JsonType::Number,
        }
    }

    /// Returns whether it is null, or a string, an object or an array with nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        let inner = self.raw.get(1..self.raw.len().saturating_sub(1)).unwrap_or_default();
        match self.kind() {
            JsonType::Null => true,
            JsonType::String | JsonType::Object | JsonType::Array => inner.trim().is_empty(),
            JsonType::Number | JsonType::Boolean => false,
        }
    }

    /// Returns the text of a string, or another value as written. Lone surrogates (RFC 8259 §8.2) are reported.
    pub(crate) fn text(&self, faults: &mut Diagnostics<JsonError>) -> Cow<'a, str> {
        let Some(inside) = self.raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) else {
            return Cow::Borrowed(self.raw);
        };
        if !inside.contains('\\') {
            return Cow::Borrowed(inside);
        }
        if let Ok(text) = serde_json::from_str::<String>(self.raw) {
            return Cow::Owned(text);
        }
        let mut whole = String::with_capacity(self.raw.len() + 2);
        whole.push('"');
        // Quotes in the string are escaped, since the text is JSON.
        escape(inside, self.offset + 1, &mut whole, faults);
        whole.push('"');
        Cow::Owned(serde_json::from_str(&whole).unwrap_or_default())
    }

    /// Returns the value as written, without the strings in it that are script URLs. `name` is that of the member.
    pub(super) fn without_script_urls(&self, name: &str) -> Cow<'a, str> {
        let mut shown = String::new();
        let (mut copied, mut at) = (0, 0);
        let mut member = Cow::Borrowed(name);
        while let Some(start) =
            crate::forward::memchr(b'"', self.raw.as_bytes().get(at..).unwrap_or_default())
        {
            let start = at + start;
            let Some(length) = string_length(self.raw.get(start..).unwrap_or_default()) else { break };
            at = start + length;
            let string =
                Self { raw: self.raw.get(start..at).unwrap_or_default(), offset: self.offset + start };
            let is_name = self.raw.get(at..).is_some_and(|rest| rest.trim_start().starts_with(':'));
            let text = string.text(&mut Diagnostics::default());
            if is_name {
                member = Cow::Owned(text.into_owned());
            } else if !shows_text(&member, &text) {
                shown.push_str(self.raw.get(copied..start).unwrap_or_default());
                shown.push_str("\"\"");
                copied = at;
            }
        }
        if copied == 0 {
            return Cow::Borrowed(self.raw);
        }
        shown.push_str(self.raw.get(copied..).unwrap_or_default());
        Cow::Owned(shown)
    }

    /// Returns the members of an object, or nothing for other values.
    pub(crate) fn members(&self, faults: &mut Diagnostics<JsonError>) -> Vec<(Cow<'a, str>, Self)> {
        let mut members = Vec::new();
        let visitor = Members(|name, value| members.push((self.part(name).text(faults), self.part(value))));
        // This cannot fail, since the text is JSON.
        let _ = serde_json::Deserializer::from_str(self.raw).deserialize_map(visitor);
        members
    }

    /// Calls a function for each element of an array. Other values have none.
    pub(crate) fn elements(&self, mut take: impl FnMut(usize, Self) -> ControlFlow<()>) {
        let mut index = 0;
        let visitor = ElementsVisitor(|value: &'a RawValue| {
            let flow = take(index, self.part(value));
            index += 1;
            flow
        });
        // Stopping early is not an error.
        let _ = serde_json::Deserializer::from_str(self.raw).deserialize_seq(visitor);
    }

    /// Returns whether arrays and objects are nested at most `deepest` levels deep.
    pub(crate) fn is_nested_within(&self, deepest: usize) -> bool {
        let bytes = self.raw.as_bytes();
        let (mut at, mut depth) = (0, 0_usize);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'{' | b'[' => {
                    depth += 1;
                    if depth > deepest {
                        return false;
                    }
                }
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    // Skip to the quote that ends the string.
                    at += 1;
                    while let Some(found) =
                        bytes.get(at..).and_then(|rest| crate::forward::memchr2(b'"', b'\\', rest))
                    {
                        at += found;
                        if bytes.get(at) == Some(&b'"') {
                            break;
                        }
                        at += 2;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        true
    }
}

/// Returns the length of a string with its quotes, which begins the text.
fn string_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        at += crate::forward::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

struct Members<F>(F);

impl<'de, F: FnMut(&'de RawValue, &'de RawValue)> Visitor<'de> for Members<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, value)) = map.next_entry()? {
            (self.0)(name, value);
        }
        Ok(())
    }
}

struct ElementsVisitor<F>(F);

impl<'de, F: FnMut(&'de RawValue) -> ControlFlow<()>> Visitor<'de> for ElementsVisitor<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        while let Some(value) = elements.next_element()? {
            if (self.0)(value).is_break() {
                break;
            }
        }
        Ok(())
    }
}

//! JSON values that know where they stand: parts of the text, taken apart when they are asked for.
//!
//! `serde_json` does it: a value is a [`RawValue`], a slice of the text, and its offset is where that slice begins. Nothing is
//! built that the model has no use for, nesting costs no stack, and numbers keep their digits.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;

use serde::Deserializer as _;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::mend::escape;
use crate::diagnostics::Diagnostics;
use crate::diagnostics::{JsonError, JsonType};

/// A value in a text that is JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'a> {
    /// The value as it is written, without white space around it.
    pub(super) raw: &'a str,
    /// Where it begins in the text.
    pub(super) offset: usize,
}

impl<'a> Value<'a> {
    /// The value that is the whole text; `None` if the text is no JSON (RFC 8259 §2).
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let raw: &RawValue = serde_json::from_str(text).ok()?;
        Some(Self { raw: text, offset: 0 }.part(raw))
    }

    /// A part of this value.
    fn part(&self, part: &'a RawValue) -> Self {
        let raw = part.get();
        Self { raw, offset: self.offset + (raw.as_ptr().addr() - self.raw.as_ptr().addr()) }
    }

    pub(super) fn kind(&self) -> JsonType {
        match self.raw.as_bytes().first() {
            Some(b'{') => JsonType::Object,
            Some(b'[') => JsonType::Array,
            Some(b'"') => JsonType::String,
            Some(b't' | b'f') => JsonType::Boolean,
            Some(b'n') | None => JsonType::Null,
            Some(_) => JsonType::Number,
        }
    }

    /// The text of a string, else the value as it is written. Halves of characters (RFC 8259 §8.2) are noted.
    pub(super) fn text(&self, faults: &mut Diagnostics<JsonError>) -> Cow<'a, str> {
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
        // A quote within is escaped, as the text is JSON.
        escape(inside, self.offset + 1, &mut whole, faults);
        whole.push('"');
        Cow::Owned(serde_json::from_str(&whole).unwrap_or_default())
    }

    /// The members of an object; none of another value.
    pub(super) fn members(&self, faults: &mut Diagnostics<JsonError>) -> Vec<(Cow<'a, str>, Self)> {
        let mut members = Vec::new();
        let visitor = Members(|name, value| members.push((self.part(name).text(faults), self.part(value))));
        // The text is JSON, so nothing fails.
        let _ = serde_json::Deserializer::from_str(self.raw).deserialize_map(visitor);
        members
    }

    /// Takes the elements of an array one after the other; another value has none.
    pub(super) fn elements(&self, mut take: impl FnMut(usize, Self) -> ControlFlow<()>) {
        let mut index = 0;
        let visitor = ElementsVisitor(|value: &'a RawValue| {
            let flow = take(index, self.part(value));
            index += 1;
            flow
        });
        // It is no error to stop early.
        let _ = serde_json::Deserializer::from_str(self.raw).deserialize_seq(visitor);
    }

    /// Whether arrays and objects stand in one another in it, more than `deepest` of them.
    pub(super) fn is_deeper_than(&self, deepest: usize) -> bool {
        let bytes = self.raw.as_bytes();
        let (mut at, mut depth) = (0, 0_usize);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'{' | b'[' => {
                    depth += 1;
                    if depth > deepest {
                        return true;
                    }
                }
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    // To the quote that ends the string.
                    at += 1;
                    while let Some(found) =
                        bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
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
        false
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

//! JSON values with their offsets: slices of the text, which are parsed on demand.
//!
//! `serde_json` checks the text once. After that, a value is a slice of the text whose start is the offset. Only values that the
//! model needs are built, nesting does not use the stack, and numbers keep their digits.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::mend::escape;
use super::tokens::{JsonToken, JsonTokens, KnownEnds};
use crate::budget::Budget;
use crate::diagnostics::Diagnostics;
use crate::diagnostics::{JsonError, JsonType};
use bozofeed_model::internal::cost::Priced;
use bozofeed_text::html::url_names::shows_text;

/// The maximum number of members read from an object, since they are listed before they are charged.
pub(crate) const MOST_MEMBERS: usize = 1 << 16;

/// A value in a JSON text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JsonNode<'a> {
    /// The value as written, trimmed.
    pub(crate) raw: &'a str,
    /// The offset of the value in the text.
    pub(crate) offset: usize,
}

impl Priced for JsonNode<'_> {
    /// The value is kept as written.
    fn heap(&self) -> usize {
        self.raw.len()
    }

    fn written(&self) -> usize {
        self.raw.len()
    }
}

impl<'a> JsonNode<'a> {
    /// Parses a whole text as a value. Returns `None` if the text is not JSON (RFC 8259 §2).
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        // `RawValue` is not used: its `serde_json` feature would be enabled for the whole application.
        serde_json::from_str::<IgnoredAny>(text).ok()?;
        Some(Self::trimmed(text))
    }

    /// Returns the value of a whole text that is known to be JSON.
    pub(super) fn trimmed(text: &'a str) -> Self {
        let raw = text.trim_start();
        Self { raw: raw.trim_end(), offset: text.len() - raw.len() }
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

    /// Returns whether it is null, or an empty string, object or array.
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
        // A string without a backslash contains no escapes (RFC 8259 §7), and is borrowed.
        if !inside.contains('\\') {
            return Cow::Borrowed(inside);
        }
        // This fails only for lone surrogates: the grammar allows them, but a `String` does not.
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

    /// Returns the value as written, except that script URLs in its strings are removed. `name` is the name of the member.
    pub(crate) fn without_script_urls(&self, name: &str) -> Cow<'a, str> {
        let mut shown = String::new();
        let mut copied = 0;
        let mut member = Cow::Borrowed(name);
        let mut tokens = JsonTokens::new(self.raw);
        while let Some((token, raw)) = tokens.next() {
            if token != JsonToken::String {
                continue;
            }
            let at = tokens.offset();
            let start = at - raw.len();
            let string = Self { raw, offset: self.offset + start };
            let text = string.text(&mut Diagnostics::default());
            if tokens.is_name() {
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

    /// Returns the members of an object, one at a time, or nothing for other values. Faults in their names are not recorded.
    pub(crate) fn members(&self) -> impl Iterator<Item = (Cow<'a, str>, Self)> + use<'a> {
        let mut parts = (self.kind() == JsonType::Object).then(|| self.parts(None));
        std::iter::from_fn(move || {
            let parts = parts.as_mut()?;
            let (name, value) = (parts.next()?, parts.next()?);
            Some((name.text(&mut Diagnostics::default()), value))
        })
    }

    /// Returns the member of an object with this name. Of several, the last one is returned, as in most JSON parsers (RFC 8259 §4).
    pub(crate) fn member(&self, name: &str) -> Option<Self> {
        self.members().filter(|(known, _)| known == name).last().map(|(_, value)| value)
    }

    /// Returns the members of an object as a list. `ends` holds their ends, if known. Excess members are omitted, and the budget
    /// records it.
    pub(super) fn listed_members(
        &self,
        ends: Option<&KnownEnds>,
        budget: &Budget,
        faults: &mut Diagnostics<JsonError>,
    ) -> Vec<(Cow<'a, str>, Self)> {
        let mut members = Vec::new();
        if self.kind() == JsonType::Object {
            let mut parts = self.parts(ends);
            while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
                if members.len() == MOST_MEMBERS {
                    budget.note_left_out();
                    break;
                }
                members.push((name.text(faults), value));
            }
        }
        members
    }

    /// Returns the elements of an array, one at a time, or nothing for other values.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Self> + use<'a> {
        (self.kind() == JsonType::Array).then(|| self.parts(None)).into_iter().flatten()
    }

    /// Returns the names and values of an object, or the elements of an array. `ends` holds their ends, if known.
    pub(super) fn parts<'e>(&self, ends: Option<&'e KnownEnds>) -> JsonParts<'a, 'e> {
        let mut tokens = JsonTokens::new(self.raw);
        tokens.next();
        JsonParts { tokens, outer: self.offset, ends }
    }

    /// Returns whether arrays and objects are nested at most `deepest` levels deep.
    pub(crate) fn is_nested_within(&self, deepest: usize) -> bool {
        if !matches!(self.kind(), JsonType::Object | JsonType::Array) {
            return true;
        }
        let mut depth = 0_usize;
        JsonTokens::new(self.raw).all(|(token, _)| {
            match token {
                JsonToken::Open => depth += 1,
                JsonToken::Close => depth = depth.saturating_sub(1),
                JsonToken::String | JsonToken::Literal => {}
            }
            depth <= deepest
        })
    }
}

/// The names and values of an object, or the elements of an array.
#[derive(Debug)]
pub(super) struct JsonParts<'a, 'e> {
    tokens: JsonTokens<'a>,
    /// The offset of the object or the array.
    outer: usize,
    ends: Option<&'e KnownEnds>,
}

impl<'a> Iterator for JsonParts<'a, '_> {
    type Item = JsonNode<'a>;

    fn next(&mut self) -> Option<JsonNode<'a>> {
        let (outer, ends) = (self.outer, self.ends);
        let raw = self.tokens.value(|start| Some(ends?.end_of(outer + start)? - outer))?;
        Some(JsonNode { raw, offset: self.outer + self.tokens.offset() - raw.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_elements_know_their_places() {
        let text = " {\"a\" : [ 1 ,{\"b\":\"\\u00e9\"}, [ ] ] ,\"c\":null} ";
        let top = JsonNode::of(text).unwrap();
        let members: Vec<_> = top.members().collect();
        let mut found: Vec<_> = members.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        found.extend(members[0].1.elements().enumerate().map(|(index, value)| (index.to_string(), value)));
        for (name, value) in &found {
            assert_eq!(text.get(value.offset..value.offset + value.raw.len()), Some(value.raw), "{name}");
        }
        let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.raw)).collect();
        let expected = [
            ("a", "[ 1 ,{\"b\":\"\\u00e9\"}, [ ] ]"),
            ("c", "null"),
            ("0", "1"),
            ("1", "{\"b\":\"\\u00e9\"}"),
            ("2", "[ ]"),
        ];
        assert_eq!(found, expected);
        assert!(members[0].1.members().next().is_none());
        assert!(members[1].1.elements().next().is_none());
    }

    #[test]
    fn only_json_is_read() {
        let wrong: Vec<_> = [
            ("{}", true),
            (" [1e999, -0, \"\\ud800\"]\n", true),
            ("", false),
            ("{} {}", false),
            ("[1,]", false),
            ("{\"a\" 1}", false),
            ("\u{feff}{}", false),
            ("\u{a0}1", false),
            ("\"\t\"", false),
            ("01", false),
        ]
        .into_iter()
        .filter(|(text, is_json)| JsonNode::of(text).is_some() != *is_json)
        .collect();
        assert_eq!(wrong, []);
    }
}

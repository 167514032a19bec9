//! Numbers, `true`, `false`, `null`, and other words in place of them.

use serde::de::IgnoredAny;

use super::words::word_length;
use super::{Before, Mender, OpenContainer, strings};
use crate::diagnostics::JsonError;

/// Null, and numbers that JSON does not support, as written by Python (`NaN`, `Infinity`, `None`), JavaScript (`undefined`) and
/// Ruby (`nil`).
const NULLS: &[&str] = &[
    "nan", "-nan", "+nan", "infinity", "-infinity", "+infinity", "inf", "-inf", "undefined", "none", "nil",
    "null",
];

/// Longer words are truncated in messages.
const SHOWN: usize = 40;

fn shown(word: &str) -> String {
    word.chars().take(SHOWN).collect()
}

impl Mender<'_> {
    pub(super) fn literal(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = word_length(rest.as_bytes());
        let word = rest.get(..length).unwrap_or_default();
        if self.open.last() == Some(&OpenContainer::Array) && self.is_colon_next(self.at + length) {
            self.find_place_for_name(self.at);
            if self.too_deep {
                return;
            }
        }
        if self.wants_name() {
            return self.bare_name(word);
        }
        let at = self.at;
        // `01`, `+1` and `.5` are not numbers in JSON (RFC 8259 §6).
        if serde_json::from_str::<IgnoredAny>(word).is_ok() {
            self.make_room(at);
            self.out.push_str(word);
            self.at += length;
        } else {
            self.bare_value(word, rest);
        }
        self.before = Before::Value;
    }

    /// Handles names without quotes: `{name: …}`, `{name": …}`. A word without a colon after it is not a name.
    fn bare_name(&mut self, word: &str) {
        let at = self.at;
        let mut end = at + word.len();
        if self.byte(end) == Some(b'"') && self.is_colon_next(end + 1) {
            end += 1;
        }
        self.at = end;
        if !self.is_colon_next(end) {
            return self.note(at, || JsonError::MissingName);
        }
        self.note(at, || JsonError::UnquotedName(shown(word)));
        self.has_bare_names = true;
        self.make_room(at);
        strings::push_quoted(word, &mut self.out);
        self.before = Before::Name;
    }

    /// Handles a word that is not a JSON value: null, a boolean, or a string up to the next comma, bracket, quote or line break.
    fn bare_value(&mut self, word: &str, rest: &str) {
        let at = self.at;
        // No meaningful word is that long.
        let lower = if word.len() <= SHOWN { word.to_ascii_lowercase() } else { String::new() };
        let meant = match lower.as_str() {
            "true" => Some("true"),
            "false" => Some("false"),
            // The document is cut off inside the word.
            start
                if word.len() == rest.len()
                    && ["true", "false", "null"].iter().any(|l| l.starts_with(start)) =>
            {
                Some("null")
            }
            other => NULLS.contains(&other).then_some("null"),
        };
        let text = if meant.is_some() { word } else { self.text_without_quotes(rest) };
        self.note(at, || JsonError::InvalidLiteral(shown(text)));
        self.make_room(at);
        // At least one byte, so that each token advances.
        self.at += text.len().max(1);
        match meant {
            Some(meant) => self.out.push_str(meant),
            None => strings::push_quoted(text, &mut self.out),
        }
        if meant.is_none() && self.byte(self.at) == Some(b'"') && self.ends_here(self.at) {
            // The opening quote is missing.
            self.at += 1;
        }
    }

    /// Returns the start of `rest` up to the end of a string without quotes.
    fn text_without_quotes<'t>(&self, rest: &'t str) -> &'t str {
        let in_array = self.open.last() == Some(&OpenContainer::Array);
        let ends = |b: u8| matches!(b, b',' | b'}' | b']' | b'"' | b'\n' | b'\r') || (in_array && b == b'{');
        let end = rest.bytes().position(ends).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default().trim_end()
    }
}

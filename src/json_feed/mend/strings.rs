//! Strings: their ends and their content (RFC 8259 §7).

use super::lookahead::STEPS;
use super::words::{is_word, word_length};
use super::{Before, Mender, OpenContainer};
use crate::diagnostics::Diagnostics;
use crate::diagnostics::JsonError;

/// The end of a string.
struct End {
    /// The offset of the end of its content.
    content: usize,
    /// The offset of the text after it.
    next: usize,
    /// Whether the text ends inside the string.
    cut: bool,
}

impl Mender<'_> {
    pub(super) fn string(&mut self, quote: u8) {
        let at = self.at;
        if self.open.last() == Some(&OpenContainer::Array) && self.is_name(at) {
            self.find_place_for_name(at);
            if self.too_deep {
                return;
            }
        }
        let is_name = self.wants_name();
        if quote == b'\'' {
            self.note(at, || JsonError::SingleQuotes);
        }
        let End { content: end, next, cut } =
            if is_name { self.end_of_name(quote) } else { self.end_of_string(quote) };
        self.at = next;
        self.cut = cut;
        if is_name && cut {
            // It is not a name.
            return;
        }
        self.make_room(at);
        self.before = if is_name { Before::Name } else { Before::Value };
        self.out.push('"');
        let content = self.text.get(at + 1..end).unwrap_or_default();
        escape(content, at + 1, &mut self.out, &mut self.faults);
        self.out.push('"');
    }

    /// Returns the offset of the first unescaped quote at or after `from`.
    pub(super) fn next_quote(&self, quote: u8, from: usize) -> Option<usize> {
        Some(from + unescaped(quote, self.text.as_bytes().get(from..)?)?)
    }

    /// Returns the offset of the first unescaped quote at or after `from`, if it is within the allowance.
    pub(super) fn quote_ahead(&self, quote: u8, mut from: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        loop {
            from = self.scan.find_either(bytes, from, quote, b'\\')?;
            if bytes.get(from) == Some(&quote) {
                return Some(from);
            }
            // An escaped character does not end the string.
            from += 2;
            if !self.scan.pay(STEPS) {
                return None;
            }
        }
    }

    fn end_of_name(&mut self, quote: u8) -> End {
        let start = self.at + 1;
        let ahead = self.quote_ahead(quote, start);
        // Once the allowance is spent, the name ends at the next quote, regardless of the text after it.
        let is_followed = ahead.is_none() && self.scan.is_exhausted();
        let found = if is_followed { self.next_quote(quote, start) } else { ahead };
        let Some(end) = found else {
            return End { content: self.text.len(), next: self.text.len(), cut: true };
        };
        // A name without its closing quote ends before the next quote.
        if !is_followed
            && !self.is_colon_next(end + 1)
            && let Some(length) = unclosed_name(self.text.get(start..end).unwrap_or_default())
        {
            let end = start + length;
            self.note(end, || JsonError::UnclosedString);
            return End { content: end, next: end, cut: false };
        }
        End { content: end, next: end + 1, cut: false }
    }

    fn end_of_string(&mut self, quote: u8) -> End {
        let start = self.at + 1;
        let mut from = start;
        while let Some(at) = self.next_quote(quote, from) {
            // The common case comes first. Only a quote that cannot end the string may open the next name; if neither holds, it is
            // part of the text.
            if self.ends_here(at) {
                return End { content: at, next: at + 1, cut: false };
            }
            if let Some(end) = self.end_before_name(start, at) {
                self.note(end, || JsonError::UnclosedString);
                return End { content: end, next: end, cut: false };
            }
            self.note(at, || JsonError::UnescapedQuote);
            from = at + 1;
        }
        let end = self.text.len();
        // The brackets that close all open values are not part of the string.
        let content = self.before_structure(start, end);
        let closers = self.text.bytes().skip(content).filter(|b| matches!(b, b'}' | b']')).count();
        if closers == self.open.len() && closers > 0 {
            self.note(content, || JsonError::UnclosedString);
            return End { content, next: content, cut: false };
        }
        End { content: end, next: end, cut: true }
    }

    /// Returns whether a string can end with the quote at `at`, judging by the following text.
    pub(super) fn ends_here(&self, at: usize) -> bool {
        let in_object = self.open.last() == Some(&OpenContainer::Object);
        let next = self.behind_space(at + 1);
        match self.byte(next) {
            None | Some(b'}' | b']') => true,
            Some(b',') => match self.byte(self.behind_space(next + 1)) {
                None | Some(b'"' | b'\'' | b'{' | b'}' | b'[' | b']' | b',') => true,
                Some(b'/') => self.is_comment(self.behind_space(next + 1)),
                Some(byte) if in_object => is_word(byte) && self.is_bare_name(self.behind_space(next + 1)),
                Some(byte) => is_word(byte),
            },
            // A comma is missing. `""Title"` is a name or a text with a doubled opening quote, not an empty string before another
            // one.
            Some(b'"') if in_object => (next > at + 1 || at > self.at + 1) && self.is_name(next),
            Some(b'"') => next > at + 1,
            Some(b'{' | b'[') => !in_object,
            Some(b'/') => self.is_comment(next),
            Some(_) => self.has_bare_names && in_object && next > at + 1 && self.is_bare_name(next),
        }
    }

    /// Returns whether a word at `at` is followed by a colon, possibly after a closing quote.
    fn is_bare_name(&self, at: usize) -> bool {
        let length = word_length(self.text.as_bytes().get(at..).unwrap_or_default());
        let end = at + length + usize::from(self.byte(at + length) == Some(b'"'));
        length > 0 && self.is_colon_next(end)
    }

    /// Returns the end of the string that begins at `start` if the quote at `at` opens the name of another member.
    fn end_before_name(&self, start: usize, at: usize) -> Option<usize> {
        let before = self.text.as_bytes().get(start..at)?;
        let spaces = before.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
        let (before, spaces) = before.split_at(before.len() - spaces);
        let opens = matches!(before.last(), Some(b'{' | b',')) || spaces.contains(&b'\n');
        (opens && self.is_name(at)).then(|| self.before_structure(start, at))
    }

    /// Returns the start of the brackets, commas and spaces before `end`, but at least `start`.
    fn before_structure(&self, start: usize, end: usize) -> usize {
        let inside = self.text.as_bytes().get(start..end).unwrap_or_default();
        let is_structure = |b: &&u8| matches!(b, b'{' | b'}' | b'[' | b']' | b',') || b.is_ascii_whitespace();
        end - inside.iter().rev().take_while(is_structure).count()
    }
}

/// Returns the length of a name before the next quote, which opens a value or is part of it: `name: `, `name: [{`, `name: 1, `.
fn unclosed_name(text: &str) -> Option<usize> {
    let word = word_length(text.as_bytes());
    if word > 0 && text.as_bytes().get(word) == Some(&b':') {
        return Some(word);
    }
    let opening = |c: char| matches!(c, '{' | '[') || c.is_ascii_whitespace();
    text.trim_end_matches(opening).strip_suffix(':').map(str::len)
}

/// Returns the offset of the next unescaped quote.
pub(super) fn unescaped(quote: u8, bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += bozofeed_text::forward::memchr2(quote, b'\\', bytes.get(at..)?)?;
        if bytes.get(at) == Some(&quote) {
            return Some(at);
        }
        at += 2;
    }
}

/// Writes a text as a string.
pub(super) fn push_quoted(text: &str, out: &mut String) {
    out.push('"');
    escape(text, 0, out, &mut Diagnostics::default());
    out.push('"');
}

/// Writes the content of a string at `offset`. Characters are escaped where necessary, and backslashes that do not begin an escape
/// are kept as text.
pub(in crate::json_feed) fn escape(
    content: &str,
    offset: usize,
    out: &mut String,
    faults: &mut Diagnostics<JsonError>,
) {
    let mut at = 0;
    while let Some(rest) = content.get(at..) {
        let Some(found) = rest.find(|c: char| c < ' ' || matches!(c, '\\' | '"')) else {
            out.push_str(rest);
            return;
        };
        out.push_str(rest.get(..found).unwrap_or_default());
        at += found;
        let tail = content.as_bytes().get(at..).unwrap_or_default();
        let length = match tail {
            [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            // JavaScript escapes it, but JSON does not (RFC 8259 §7): the backslash is dropped.
            [b'\\', b'\'', ..] => {
                faults.add(offset + at, || JsonError::InvalidEscape);
                at += 1;
                continue;
            }
            [b'\\', b'u', ..] => match (unit(tail), tail.get(6..).and_then(unit)) {
                (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
                // A lone surrogate is not a character.
                (Some(half @ 0xD800..=0xDFFF), _) => {
                    faults.add(offset + at, || JsonError::LoneSurrogate(half));
                    out.push('\u{FFFD}');
                    at += 6;
                    continue;
                }
                (Some(_), _) => 6,
                (None, _) => 1,
            },
            _ => 1,
        };
        match tail.first() {
            Some(b'\\') if length == 1 => {
                faults.add(offset + at, || JsonError::InvalidEscape);
                out.push_str("\\\\");
            }
            Some(b'\\') => out.push_str(content.get(at..at + length).unwrap_or_default()),
            // The fault was recorded when the end of the string was determined.
            Some(b'"') => out.push_str("\\\""),
            Some(&control) => {
                faults.add(offset + at, || JsonError::ControlCharacter(u32::from(control)));
                // Other control characters are not allowed in text (XML 1.0 §2.2).
                match control {
                    b'\t' => out.push_str("\\t"),
                    b'\n' => out.push_str("\\n"),
                    b'\r' => out.push_str("\\r"),
                    _ => {}
                }
            }
            None => {}
        }
        at += length;
    }
}

/// Returns the UTF-16 code unit of `\uXXXX`.
fn unit(escape: &[u8]) -> Option<u16> {
    let digits = escape.strip_prefix(b"\\u")?.get(..4)?;
    let digits = std::str::from_utf8(digits).ok().filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

//! JSON that is broken, made whole: what a person would still read in it.
//!
//! One pass over the text, token by token. Strings keep their raw control characters (escaped), numbers that JSON does
//! not know become null, commas that separate nothing go and those that are missing come, and what was open at the end
//! is closed (RFC 8259 tells what should have been).

use std::fmt::Write as _;

/// What is open, and what it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    List,
    Object,
}

/// What stands before the place that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The start, or an opening bracket.
    Opening,
    Comma,
    /// A member's name, without its colon.
    Name,
    Colon,
    Value,
}

/// More nesting than the parser behind will take is not kept.
const DEEPEST: usize = 100;

#[derive(Debug)]
struct Mender<'a> {
    text: &'a str,
    at: usize,
    out: String,
    open: Vec<Open>,
    before: Before,
}

/// A text that is JSON, whatever `text` is.
pub(super) fn mend(text: &str) -> String {
    let mut mender = Mender {
        text,
        at: 0,
        out: String::with_capacity(text.len() + 16),
        open: Vec::new(),
        before: Before::Opening,
    };
    while mender.token() {}
    mender.close_all();
    mender.out
}

impl Mender<'_> {
    /// Copies one token; tells whether there may be another one.
    fn token(&mut self) -> bool {
        let Some(byte) = self.text.as_bytes().get(self.at).copied() else { return false };
        match byte {
            b'"' => self.string(),
            b'{' => self.opening(Open::Object, '{'),
            b'[' => self.opening(Open::List, '['),
            b'}' => self.closing(Open::Object),
            b']' => self.closing(Open::List),
            b',' => {
                // It is written where a value follows.
                if self.before == Before::Value {
                    self.before = Before::Comma;
                }
                self.at += 1;
            }
            b':' => {
                if self.before == Before::Name {
                    self.out.push(':');
                    self.before = Before::Colon;
                }
                self.at += 1;
            }
            _ if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.') => self.literal(),
            _ => self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8),
        }
        // Behind the end of the outermost value there is nothing.
        !(self.open.is_empty() && self.before == Before::Value)
    }

    /// What must stand before a value or a name, so that it may stand here; tells whether it is a name.
    fn make_room(&mut self, is_string: bool) -> Option<bool> {
        let in_object = self.open.last() == Some(&Open::Object);
        match self.before {
            Before::Name => {
                self.out.push(':');
                return Some(false);
            }
            Before::Colon => return Some(false),
            Before::Comma | Before::Value => {
                if in_object && !is_string {
                    return None;
                }
                self.out.push(',');
            }
            Before::Opening if in_object && !is_string => return None,
            Before::Opening => {}
        }
        Some(in_object)
    }

    fn opening(&mut self, open: Open, bracket: char) {
        self.at += 1;
        if self.open.len() >= DEEPEST || self.make_room(false).is_none() {
            // What it holds is read in its place.
            return;
        }
        self.out.push(bracket);
        self.open.push(open);
        self.before = Before::Opening;
    }

    /// A closing bracket closes what it plainly means, and all that is open within.
    fn closing(&mut self, open: Open) {
        self.at += 1;
        if let Some(index) = self.open.iter().rposition(|o| *o == open) {
            while self.open.len() > index {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        match self.before {
            Before::Name => self.out.push_str(":null"),
            Before::Colon => self.out.push_str("null"),
            Before::Opening | Before::Comma | Before::Value => {}
        }
        if let Some(open) = self.open.pop() {
            self.out.push(if open == Open::Object { '}' } else { ']' });
        }
        self.before = Before::Value;
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
        if self.out.is_empty() {
            self.out.push_str("null");
        }
    }

    /// A string; one that never ends does so at the end of the text.
    fn string(&mut self) {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[end..]) {
            end += found;
            if bytes[end] == b'"' {
                break;
            }
            end = (end + 2).min(bytes.len());
        }
        let closed = bytes.get(end) == Some(&b'"');
        let end = if closed { end } else { bytes.len() };
        self.at = end + usize::from(closed);
        let would_be_name =
            self.open.last() == Some(&Open::Object) && !matches!(self.before, Before::Name | Before::Colon);
        if would_be_name && !closed {
            // The name was cut, so it names nothing.
            return;
        }
        let Some(is_name) = self.make_room(true) else { return };
        self.before = if is_name { Before::Name } else { Before::Value };
        let content = self.text.get(start..end).unwrap_or_default();
        self.out.push('"');
        escape(content, &mut self.out);
        self.out.push('"');
    }

    /// `true`, `false`, `null` and numbers; anything else is null.
    fn literal(&mut self) {
        let rest = &self.text[self.at..];
        let end = rest.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.')));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        let is_json = serde_json::from_str::<serde_json::Value>(word).is_ok();
        if self.make_room(false).is_some() {
            self.out.push_str(if is_json { word } else { "null" });
            self.before = Before::Value;
        }
    }
}

/// The inside of a string: control characters are escaped, and backslashes that escape nothing are meant as they are.
fn escape(content: &str, out: &mut String) {
    let mut rest = content;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '\\') {
        out.push_str(&rest[..at]);
        let tail = &rest.as_bytes()[at..];
        let length = match tail {
            [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            [b'\\', b'u', ..] => match (unit(tail), tail.get(6..).and_then(unit)) {
                (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
                // Half a character is none.
                (Some(0xD800..=0xDFFF), _) => {
                    out.push('\u{FFFD}');
                    rest = &rest[at + 6..];
                    continue;
                }
                (Some(_), _) => 6,
                (None, _) => 1,
            },
            _ => 1,
        };
        match tail.first() {
            Some(b'\\') if length == 1 => out.push_str("\\\\"),
            Some(b'\\') => out.push_str(&rest[at..at + length]),
            // Writing to a string does not fail.
            Some(control) => drop(write!(out, "\\u{control:04x}")),
            None => {}
        }
        rest = &rest[at + length..];
    }
    out.push_str(rest);
}

/// The UTF-16 unit of a `\uXXXX`.
fn unit(escape: &[u8]) -> Option<u16> {
    let digits = escape.strip_prefix(b"\\u")?.get(..4)?;
    let digits = std::str::from_utf8(digits).ok().filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_would_read_is_kept() {
        for (broken, whole) in [
            (r#"{"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":[1,2"#, r#"{"a":[1,2]}"#),
            (r#"{"a":"cut off"#, r#"{"a":"cut off"}"#),
            (r#"{"a"#, "{}"),
            (r#"{"a":1,"b"#, r#"{"a":1}"#),
            (r#"{"a""#, r#"{"a":null}"#),
            (r#"{"a":"#, r#"{"a":null}"#),
            (r#"{"a":[1,],}"#, r#"{"a":[1]}"#),
            (r#"{"a":NaN,"b":-Infinity,"c":undefined}"#, r#"{"a":null,"b":null,"c":null}"#),
            (r#"{"a":1 "b":2}"#, r#"{"a":1,"b":2}"#),
            (r#"{"a":[1 2}"#, r#"{"a":[1,2]}"#),
            (r#"{"a":"\q\u12"}"#, r#"{"a":"\\q\\u12"}"#),
            (
                r#"{"a":"\ud800","b":"\ud83d\ude00\udc00"}"#,
                "{\"a\":\"\u{FFFD}\",\"b\":\"\\ud83d\\ude00\u{FFFD}\"}",
            ),
            (r#"{"a":1} rubbish"#, r#"{"a":1}"#),
            (r#"{"a":1}}"#, r#"{"a":1}"#),
            (r#"{5,"a":true}"#, r#"{"a":true}"#),
            ("{\"a\":\"x\ny\tz\"}", r#"{"a":"x\u000ay\u0009z"}"#),
            ("", "null"),
            ("{", "{}"),
            ("{\"a\\", "{}"),
        ] {
            assert_eq!(mend(broken), whole, "{broken}");
            assert!(serde_json::from_str::<serde_json::Value>(&mend(broken)).is_ok(), "{broken}");
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_the_text_is_the_answer_is_json(text in r#"[\[\]{}:,"\\aud8c1 \u{1}\n-]{0,40}"#) {
            let whole = mend(&text);
            proptest::prop_assert!(serde_json::from_str::<serde_json::Value>(&whole).is_ok(), "{} gives {}", text, whole);
        }
    }
}

//! Repairs malformed JSON, so that it is read as a person would read it.
//!
//! There is one pass over the text, token by token. Well-formed parts are copied; faults are recorded with their positions
//! and repaired. The lookahead is one token, except to choose between two repairs (`lookahead`), which a [`Scan`] charges.
//! Therefore time is linear in the length of the text.

mod brackets;
mod literals;
mod lookahead;
mod strings;
mod words;

pub(super) use strings::escape;

use crate::diagnostics::Diagnostics;
use crate::diagnostics::{JsonError, JsonType};
use crate::limits::Limits;
use bozofeed_text::scan::Scan;

/// The kind of an open value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OpenContainer {
    Array,
    Object,
}

impl OpenContainer {
    fn opening(self) -> char {
        match self {
            Self::Array => '[',
            Self::Object => '{',
        }
    }

    fn closing(self) -> char {
        match self {
            Self::Array => ']',
            Self::Object => '}',
        }
    }
}

impl From<OpenContainer> for JsonType {
    fn from(open: OpenContainer) -> Self {
        match open {
            OpenContainer::Array => Self::Array,
            OpenContainer::Object => Self::Object,
        }
    }
}

/// The token before the current position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The start of the document, or an opening bracket.
    Opening,
    /// A comma, and its offset.
    Comma(usize),
    /// The name of a member, without its colon.
    Name,
    Colon,
    Value,
}

/// Repaired JSON, with the original offsets of its parts and the faults.
#[derive(Debug)]
pub(super) struct MendedJson {
    pub(super) text: String,
    pub(super) places: OffsetMap,
    pub(super) faults: Diagnostics<JsonError>,
    /// Whether the text exceeds the limit on depth. If so, it ends there.
    pub(super) too_deep: bool,
    /// Whether a search was cut off, so that a worse repair may have been chosen.
    pub(super) is_cut_off: bool,
}

/// Maps offsets in the repaired text to offsets in the original one.
#[derive(Debug, Default)]
pub(super) struct OffsetMap(Vec<(u32, u32)>);

impl OffsetMap {
    /// Records that the repaired text starting at `mended` corresponds to the original text starting at `original`, up to the next
    /// entry. Offsets beyond 4 GiB are not recorded.
    fn add(&mut self, mended: usize, original: usize) {
        let (Ok(mended), Ok(original)) = (u32::try_from(mended), u32::try_from(original)) else { return };
        // An entry is only needed where the distance between the two texts changes.
        if self.0.last().is_none_or(|(m, o)| mended.wrapping_sub(*m) != original.wrapping_sub(*o)) {
            self.0.push((mended, original));
        }
    }

    /// Returns the offset in the original text, which is the same if nothing was repaired.
    pub(super) fn original(&self, offset: usize) -> usize {
        // The offsets were added while the text was written, so they are in order.
        let index = self.0.partition_point(|(mended, _)| *mended as usize <= offset);
        let before = index.checked_sub(1).and_then(|index| self.0.get(index));
        before.map_or(offset, |(mended, original)| *original as usize + offset - *mended as usize)
    }
}

#[derive(Debug)]
struct Mender<'a> {
    text: &'a str,
    at: usize,
    out: String,
    open: Vec<OpenContainer>,
    /// The indices into `open` of the arrays, and of the objects.
    arrays: Vec<usize>,
    objects: Vec<usize>,
    /// The offset in `out` of the last closed value.
    last_closed: usize,
    /// The offsets in `out` of the open values.
    starts: Vec<usize>,
    scan: Scan,
    before: Before,
    places: OffsetMap,
    faults: Diagnostics<JsonError>,
    /// Whether the text ended inside a string.
    cut: bool,
    /// Whether there are names without quotes.
    has_bare_names: bool,
    /// The maximum number of arrays and objects that may be open at the same time.
    deepest: usize,
    too_deep: bool,
}

/// Repairs a text whose document begins at `start`. Arrays and objects are nested at most `deepest` levels deep.
pub(super) fn mend(text: &str, start: usize, limits: &Limits) -> MendedJson {
    let mut mender = Mender {
        text,
        at: 0,
        out: String::with_capacity(text.len() + 16),
        open: Vec::new(),
        arrays: Vec::new(),
        objects: Vec::new(),
        last_closed: 0,
        starts: Vec::new(),
        scan: Scan::new(text.len()),
        before: Before::Opening,
        places: OffsetMap::default(),
        faults: Diagnostics::keeping(limits.diagnostics),
        cut: false,
        has_bare_names: false,
        deepest: limits.depth,
        too_deep: false,
    };
    mender.skip_to(start);
    while !mender.too_deep && mender.token() {}
    mender.close_all();
    let Mender { out, places, faults, too_deep, scan, .. } = mender;
    MendedJson { text: out, places, faults, too_deep, is_cut_off: scan.is_exhausted() }
}

impl Mender<'_> {
    /// Skips the text before the start of the document.
    fn skip_to(&mut self, start: usize) {
        self.at = self.behind_space(self.at);
        while self.at < start {
            if self.is_comment(self.at) {
                self.comment();
                if self.at >= self.text.len() {
                    // An unclosed comment does not contain the document.
                    self.at = start;
                }
            } else if self.text.get(self.at..).is_some_and(|rest| rest.starts_with('\u{FEFF}')) {
                self.unexpected();
            } else {
                self.note(self.at, || JsonError::LeadingContent);
                self.at = start;
            }
            self.at = self.behind_space(self.at);
        }
    }

    /// Copies one token. Returns whether there may be another.
    fn token(&mut self) -> bool {
        self.at = self.behind_space(self.at);
        let Some(byte) = self.byte(self.at) else { return false };
        if self.open.is_empty() && self.before == Before::Value && !self.reopen_top() {
            self.note(self.at, || JsonError::TrailingContent);
            return false;
        }
        match byte {
            // `"title"": "Tides"`: the closing quote of a name is doubled. Otherwise, the second quote would
            // open a value.
            b'"' if self.before == Before::Name && self.is_colon_next(self.at + 1) => self.unexpected(),
            b'"' | b'\'' => self.string(byte),
            b'{' => self.opening(OpenContainer::Object),
            b'[' => self.opening(OpenContainer::Array),
            b'}' => self.closing(OpenContainer::Object),
            b']' => self.closing(OpenContainer::Array),
            b',' => {
                // It is written once a value follows, since JSON has no trailing commas.
                match self.before {
                    Before::Value => {}
                    Before::Name | Before::Colon => {
                        self.note(self.at, || JsonError::MissingValue);
                        self.fill_value();
                    }
                    Before::Opening | Before::Comma(_) => self.note(self.at, || JsonError::StrayComma),
                }
                if matches!(self.before, Before::Value | Before::Name | Before::Colon) {
                    self.before = Before::Comma(self.at);
                }
                self.at += 1;
            }
            b':' if self.before == Before::Name => {
                self.out.push(':');
                self.before = Before::Colon;
                self.at += 1;
            }
            b'/' if self.is_comment(self.at) => self.comment(),
            _ if words::is_word(byte) => self.literal(),
            _ => self.unexpected(),
        }
        true
    }

    #[cold]
    fn note(&mut self, offset: usize, error: impl FnOnce() -> JsonError) {
        self.faults.add(offset, error);
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Returns the first byte at or after `at` that is not white space (RFC 8259 §2).
    fn behind_space(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r')).count()
    }

    fn is_colon_next(&self, at: usize) -> bool {
        self.byte(self.behind_space(at)) == Some(b':')
    }

    fn is_comment(&self, at: usize) -> bool {
        self.byte(at) == Some(b'/') && matches!(self.byte(at + 1), Some(b'/' | b'*'))
    }

    /// Skips a comment: `// …` to the end of the line, or `/* … */`.
    fn comment(&mut self) {
        self.note(self.at, || JsonError::Comment);
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = if rest.starts_with(b"//") {
            bozofeed_text::forward::memchr(b'\n', rest)
        } else {
            bozofeed_text::forward::memmem::find(rest, b"*/").map(|end| end + 2)
        };
        self.at += length.unwrap_or(rest.len());
    }

    fn unexpected(&mut self) {
        let c = self.text.get(self.at..).and_then(|rest| rest.chars().next()).unwrap_or('\0');
        self.note(self.at, || match c {
            '\u{FEFF}' => JsonError::ByteOrderMark,
            c => JsonError::UnexpectedCharacter(c),
        });
        self.at += c.len_utf8();
    }

    /// Returns whether the next token should be a name.
    fn wants_name(&self) -> bool {
        self.open.last() == Some(&OpenContainer::Object)
            && matches!(self.before, Before::Opening | Before::Comma(_) | Before::Value)
    }

    /// Writes a missing comma or colon before a name or a value at `at`, and records the offset.
    fn make_room(&mut self, at: usize) {
        match self.before {
            Before::Name => {
                self.note(at, || JsonError::MissingColon);
                self.out.push(':');
            }
            Before::Value => {
                self.note(at, || JsonError::MissingComma);
                self.out.push(',');
            }
            Before::Comma(_) => self.out.push(','),
            Before::Opening | Before::Colon => {}
        }
        self.places.add(self.out.len(), at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Positions;
    use bozofeed_testing::{Result, Unstructured, check, list, text};

    /// Returns the repaired text, and the faults with their offsets.
    fn mended(broken: &str) -> (String, String) {
        let MendedJson { text, faults, .. } = mend(broken, 0, &Limits::default().depth(500));
        let mut positions = Positions::new(broken, 0);
        let faults: Vec<String> = faults
            .into_positioned(&mut positions)
            .map(|(error, position)| format!("{}@{}", error.name(), position.offset))
            .collect();
        (text, faults.join(" "))
    }

    #[test]
    fn what_a_person_would_read_is_kept() {
        for (broken, whole, faults) in [
            (r#"{"a":1}"#, r#"{"a":1}"#, ""),
            (r#" {"a" : [ ] , "b" : -1.5e3 } "#, r#"{"a":[],"b":-1.5e3}"#, ""),
            // Cut off.
            (r#"{"a":[1,2"#, r#"{"a":[1,2]}"#, "CutOff@9"),
            (r#"{"a":"cut off"#, r#"{"a":"cut off"}"#, "CutOff@13"),
            (r#"{"a"#, "{}", "CutOff@3"),
            (r#"{"a":1,"b"#, r#"{"a":1}"#, "CutOff@9"),
            (r#"{"a""#, r#"{"a":null}"#, "CutOff@4"),
            (r#"{"a":"#, r#"{"a":null}"#, "CutOff@5"),
            (r#"{"a":1,"#, r#"{"a":1}"#, "CutOff@7"),
            (r#"{"a":tru"#, r#"{"a":null}"#, "InvalidLiteral@5 CutOff@8"),
            ("{\"a\\", "{}", "CutOff@4"),
            ("{", "{}", "CutOff@1"),
            ("", "null", ""),
            // Commas and colons.
            (r#"{"a":[1,],}"#, r#"{"a":[1]}"#, "TrailingComma@7 TrailingComma@9"),
            (r#"{"a":[,1,,2]}"#, r#"{"a":[1,2]}"#, "StrayComma@6 StrayComma@9"),
            (r#"{"a":1 "b":2}"#, r#"{"a":1,"b":2}"#, "MissingComma@7"),
            (r#"{"a":"x" "b":2}"#, r#"{"a":"x","b":2}"#, "MissingComma@9"),
            (r#"[{"a":1} {"b":2}]"#, r#"[{"a":1},{"b":2}]"#, "MissingComma@9"),
            (r#"{"a" 1}"#, r#"{"a":1}"#, "MissingColon@5"),
            (r#"{"a":,"b":1}"#, r#"{"a":null,"b":1}"#, "MissingValue@5"),
            (r#"{"a","b":1}"#, r#"{"a":null,"b":1}"#, "MissingValue@4"),
            // Brackets.
            (r#"{"a":[1 2}"#, r#"{"a":[1,2]}"#, "MissingComma@8 Unclosed@9"),
            (r#"{"a":1} rubbish"#, r#"{"a":1}"#, "TrailingContent@8"),
            (r#"{"a":1}}"#, r#"{"a":1}"#, "TrailingContent@7"),
            (r#"{"a":[{"b":1}},{"b":2}]}"#, r#"{"a":[{"b":1},{"b":2}]}"#, "StrayBracket@13"),
            (r#"{"a":[{"b":1}],{"b":2}]}"#, r#"{"a":[{"b":1},{"b":2}]}"#, "StrayBracket@15"),
            (r#"{"a":[],{"b":2}]}"#, r#"{"a":[{"b":2}]}"#, "StrayBracket@8"),
            (r#"{"a":[{"b":1,{"b":2}]}"#, r#"{"a":[{"b":1},{"b":2}]}"#, "Unclosed@13"),
            (r#"{"a":[{"b":1],"c":2}"#, r#"{"a":[{"b":1}],"c":2}"#, "Unclosed@12"),
            (r#"{"a":[{"b":[1},{"b":2}]}"#, r#"{"a":[{"b":[1]},{"b":2}]}"#, "Unclosed@13"),
            (r#"{"a":1,{"b":2},"c":3}"#, r#"{"a":1,"":{"b":2},"c":3}"#, "MissingName@7"),
            (r#"{"a":1]}"#, r#"{"a":1}"#, "StrayBracket@6"),
            // A name in an array.
            (r#"{"a":[{"n":1},"b":[{"c":1}]}"#, r#"{"a":[{"n":1}],"b":[{"c":1}]}"#, "Unclosed@14"),
            (r#"{"a":["x","b":"y"}"#, r#"{"a":["x"],"b":"y"}"#, "Unclosed@10"),
            (r#"{"a":[{"b":["x","c":1},{"b":[]}]}"#, r#"{"a":[{"b":["x"],"c":1},{"b":[]}]}"#, "Unclosed@16"),
            (r#"{"a":[{"b":1},"b":2},{"b":3}]}"#, r#"{"a":[{"b":1},{"b":2},{"b":3}]}"#, "Unopened@14"),
            (r#"{"a":["b":2},{"b":3}]}"#, r#"{"a":[{"b":2},{"b":3}]}"#, "Unopened@6"),
            (r#"{"a":[{"b":1},"c":2},{"b":3}]}"#, r#"{"a":[{"b":1,"c":2},{"b":3}]}"#, "StrayBracket@14"),
            (r#"{"a":[{},"c":2},{"b":3}]}"#, r#"{"a":[{"c":2},{"b":3}]}"#, "StrayBracket@9"),
            (r#"["a\":b",{"c":}]"#, r#"["a\":b",{"c":null}]"#, "MissingValue@14"),
            (
                r#"{"a":[{"b":1,"c":2},"c":3},{"b":4}]}"#,
                r#"{"a":[{"b":1,"c":2},{"c":3},{"b":4}]}"#,
                "Unopened@20",
            ),
            (
                r"{a:[{b:1},b:2},{b:3}]}",
                r#"{"a":[{"b":1},{"b":2},{"b":3}]}"#,
                "UnquotedName@1 UnquotedName@5 Unopened@10 UnquotedName@10 UnquotedName@16",
            ),
            // A repeated opening bracket.
            (
                r#"{{"a":[[{"b":1}],"c":2}"#,
                r#"{"a":[{"b":1}],"c":2}"#,
                "UnexpectedCharacter@1 UnexpectedCharacter@7",
            ),
            (r#"{"a":[[1,2],[3,4]],}"#, r#"{"a":[[1,2],[3,4]]}"#, "TrailingComma@18"),
            // A closing bracket that comes too early.
            (r#"{"a":[{"b":1],"c":2},{"b":3}]}"#, r#"{"a":[{"b":1,"c":2},{"b":3}]}"#, "StrayBracket@12"),
            (r#"{"a":[{"b":1}]},{"b":2}]}"#, r#"{"a":[{"b":1},{"b":2}]}"#, "StrayBracket@15 StrayBracket@16"),
            (r#"{"a":1},"b":2}"#, r#"{"a":1,"b":2}"#, "StrayBracket@7"),
            (r#"{"a":1},{"b":2}"#, r#"{"a":1}"#, "TrailingContent@7"),
        ] {
            assert_eq!(mended(broken), (whole.to_owned(), faults.to_owned()), "{broken}");
            assert!(serde_json::from_str::<serde_json::Value>(whole).is_ok(), "{broken}");
        }
    }

    #[test]
    fn strings_and_literals_are_read_as_they_were_meant() {
        for (broken, whole, faults) in [
            (
                r#"{"a":NaN,"b":-Infinity,"c":undefined}"#,
                r#"{"a":null,"b":null,"c":null}"#,
                "InvalidLiteral@5 InvalidLiteral@13 InvalidLiteral@27",
            ),
            (
                r#"{"a":True,"b":False,"c":None}"#,
                r#"{"a":true,"b":false,"c":null}"#,
                "InvalidLiteral@5 InvalidLiteral@14 InvalidLiteral@24",
            ),
            (r#"{"a":007,"b":+1}"#, r#"{"a":"007","b":"+1"}"#, "InvalidLiteral@5 InvalidLiteral@13"),
            (
                r#"{"a":2023-03-01T08:15:00Z,"b":1}"#,
                r#"{"a":"2023-03-01T08:15:00Z","b":1}"#,
                "InvalidLiteral@5",
            ),
            (r#"{5,"a":true}"#, r#"{"a":true}"#, "MissingName@1 StrayComma@2"),
            (
                r#"{a: 1, 'b': 'it"s'}"#,
                r#"{"a":1,"b":"it\"s"}"#,
                "UnquotedName@1 SingleQuotes@7 SingleQuotes@12",
            ),
            // Strings.
            (r#"{"a":"x",b":"y"}"#, r#"{"a":"x","b":"y"}"#, "UnquotedName@9"),
            (r#"{"a"":"x"}"#, r#"{"a":"x"}"#, "UnexpectedCharacter@4"),
            (r#"{"a: 1,"b":"y"}"#, r#"{"a":1,"b":"y"}"#, "UnclosedString@3"),
            (r#"{a:"x" b:"y"}"#, r#"{"a":"x","b":"y"}"#, "UnquotedName@1 UnquotedName@7 MissingComma@7"),
            (r#"{"a":"x"b: y","b":1}"#, r#"{"a":"x\"b: y","b":1}"#, "UnescapedQuote@7"),
            (r#"{"a":"\q\u12"}"#, r#"{"a":"\\q\\u12"}"#, "InvalidEscape@6 InvalidEscape@8"),
            (
                r#"{"a":"\ud800","b":"\ud83d\ude00\udc00"}"#,
                "{\"a\":\"\u{FFFD}\",\"b\":\"\\ud83d\\ude00\u{FFFD}\"}",
                "LoneSurrogate@6 LoneSurrogate@31",
            ),
            ("{\"a\":\"x\ny\tz\"}", r#"{"a":"x\ny\tz"}"#, "ControlCharacter@7 ControlCharacter@9"),
            ("{\"a\":\"x\u{1}y\"}", r#"{"a":"xy"}"#, "ControlCharacter@7"),
            (
                r#"{"a":"he said "hi" to me","b":1}"#,
                r#"{"a":"he said \"hi\" to me","b":1}"#,
                "UnescapedQuote@14 UnescapedQuote@17",
            ),
            (r#"[{"a":"One},{"a":"Two"}]"#, r#"[{"a":"One"},{"a":"Two"}]"#, "UnclosedString@10"),
            ("{\"a\":\"One,\n \"b\":\"Two\"}", r#"{"a":"One","b":"Two"}"#, "UnclosedString@9"),
            ("{\"a\":\"One\n \"b\":\"Two\"}", r#"{"a":"One","b":"Two"}"#, "UnclosedString@9 MissingComma@11"),
            (r#"{"a":[{"b":"One}]}"#, r#"{"a":[{"b":"One"}]}"#, "UnclosedString@15"),
            (r#"{"a:[{"b":1}],"c":2}"#, r#"{"a":[{"b":1}],"c":2}"#, "UnclosedString@3"),
            (r#"{"a":"x""b":"y"}"#, r#"{"a":"x","b":"y"}"#, "MissingComma@8"),
            (
                r#"{"a":[@ x {"b":1}]}"#,
                r#"{"a":["x",{"b":1}]}"#,
                "UnexpectedCharacter@6 InvalidLiteral@8 MissingComma@10",
            ),
            (r#"{"a: "x"}"#, r#"{"a":"x"}"#, "UnclosedString@3"),
            // Comments and other text.
            ("{// one\n\"a\":/* two */1}", r#"{"a":1}"#, "Comment@1 Comment@12"),
            ("{/* never closed", "{}", "Comment@1 CutOff@16"),
            ("\u{FEFF}{\"a\":1;}", r#"{"a":1}"#, "ByteOrderMark@0 UnexpectedCharacter@9"),
        ] {
            assert_eq!(mended(broken), (whole.to_owned(), faults.to_owned()), "{broken}");
            assert!(serde_json::from_str::<serde_json::Value>(whole).is_ok(), "{broken}");
        }
    }

    #[test]
    fn every_part_of_the_mended_text_knows_where_it_stood() {
        let broken = "{'a' 1,, \"b\":[NaN 2,], c: \"d\te\"}";
        let MendedJson { text, places, .. } = mend(broken, 0, &Limits::default().depth(500));
        assert_eq!(text, r#"{"a":1,"b":[null,2],"c":"d\te"}"#);
        for (part, original) in
            [("\"a\"", "'a'"), ("1", "1"), ("[", "["), ("null", "NaN"), ("2", "2"), ("\"d", "\"d")]
        {
            assert_eq!(text.find(part).map(|at| places.original(at)), broken.find(original), "{part}");
        }
    }

    #[test]
    fn whatever_the_text_is_the_answer_is_json() {
        check(256, |u| {
            let text = text(u, 0..=40, &["[]{}:,\"'/*\\aud8c1 é\u{1}\n-"])?;
            let whole = mend(&text, 0, &Limits::default().depth(10)).text;
            let read = serde_json::from_str::<serde_json::Value>(&whole);
            assert!(read.is_ok(), "{text} gives {whole}");
            Ok(())
        });
    }

    #[test]
    fn what_is_json_already_stays_what_it_is() {
        check(256, |u| {
            let value = serde_json::Value::Array(list(u, 0..=5, |u| json(u, 4))?);
            let text = value.to_string();
            let MendedJson { text: whole, faults, .. } = mend(&text, 0, &Limits::default().depth(500));
            assert_eq!(serde_json::from_str::<serde_json::Value>(&whole).ok(), Some(value));
            assert_eq!(faults.count(), 0, "{text}");
            Ok(())
        });
    }

    /// Returns a value with at most `depth` nested arrays and objects.
    fn json(u: &mut Unstructured<'_>, depth: usize) -> Result<serde_json::Value> {
        let inner = |u: &mut Unstructured<'_>| json(u, depth - 1);
        Ok(match u.int_in_range(0..=if depth == 0 { 3 } else { 7 })? {
            0 => serde_json::Value::Null,
            1 => u.arbitrary::<bool>()?.into(),
            2 => u.arbitrary::<i64>()?.into(),
            3 => text(u, 0..=8, &["a{}[]\",:\\ \n/'é"])?.into(),
            4 | 5 => list(u, 0..=5, inner)?.into(),
            _ => {
                let member = |u: &mut Unstructured<'_>| Ok((text(u, 0..=4, &["a{}\",:\\ '"])?, inner(u)?));
                serde_json::Value::Object(list(u, 0..=5, member)?.into_iter().collect())
            }
        })
    }
}

//! JSON values for output.

use std::borrow::Cow;

use super::loss::LossReason;
use crate::diagnostics::Diagnostics;
use crate::json_feed::{JsonNode, JsonToken, JsonTokens};
use bozofeed_text::html::url_names::shows_text;
use bozofeed_text::maps::{Map, Set};

/// A value that all JSON parsers interpret in the same way (RFC 8259 §4, §6, §8.2, §9). Only this module creates it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct StrictJson<'v>(Cow<'v, str>);

impl<'v> StrictJson<'v> {
    pub(super) fn boolean(value: bool) -> Self {
        Self(Cow::Borrowed(if value { "true" } else { "false" }))
    }

    /// Returns a number, or `None` if it is not valid JSON or overflows a double.
    pub(super) fn number(text: impl Into<Cow<'v, str>>) -> Option<Self> {
        let text = text.into();
        let is_number = is_finite(&text)
            // Only numbers end with a digit in JSON.
            && text.ends_with(|c: char| c.is_ascii_digit())
            && JsonNode::of(&text).is_some();
        is_number.then_some(Self(text))
    }

    /// Returns the value of the member `name`, and the reasons why parts of it were lost.
    ///
    /// - Lone surrogates become U+FFFD.
    /// - The last of several members with the same name is kept, as in most parsers.
    /// - Script URLs become empty strings, and numbers that overflow a double become `null`.
    ///
    /// # Errors
    ///
    /// The value is not JSON, or is nested too deeply for other parsers.
    pub(super) fn member(name: &str, text: &str) -> Result<(Self, Vec<LossReason>), LossReason> {
        /// Some parsers accept at most 128 levels in a whole document.
        const DEEPEST: usize = 96;
        let node = JsonNode::of(text).ok_or(LossReason::Name)?;
        if !node.is_nested_within(DEEPEST) {
            return Err(LossReason::NoPlace);
        }
        let repeated = repeated_names(node);
        let mut written: Vec<u8> = Vec::with_capacity(node.raw.len());
        let mut reasons = Vec::new();
        let mut lose = |reason| {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        };
        // The names of the open members, each with the number of surrounding objects and arrays.
        let mut names: Vec<(usize, Cow<'_, str>)> = vec![(0, Cow::Borrowed(name))];
        let mut depth = 0_usize;
        let mut tokens = JsonTokens::new(node.raw);
        while let Some((token, raw)) = tokens.next() {
            if token == JsonToken::Close {
                depth = depth.saturating_sub(1);
                names.truncate(names.iter().rposition(|(outer, _)| *outer <= depth).map_or(0, |at| at + 1));
                written.extend_from_slice(raw.as_bytes());
                continue;
            }
            let is_name = token == JsonToken::String && tokens.is_name();
            if is_name && repeated.contains(&(tokens.offset() - raw.len())) {
                tokens.value(|_| None);
                lose(LossReason::Name);
                continue;
            }
            if !matches!(written.last(), None | Some(b'{' | b'[' | b':')) {
                written.push(b',');
            }
            match token {
                JsonToken::Open => {
                    depth += 1;
                    written.extend_from_slice(raw.as_bytes());
                }
                JsonToken::String => {
                    let string = text_of(raw);
                    if is_name {
                        push_string(&mut written, &string);
                        written.push(b':');
                        if names.last().is_some_and(|(outer, _)| *outer == depth) {
                            names.pop();
                        }
                        names.push((depth, string));
                    } else if names.last().is_none_or(|(_, name)| shows_text(name, &string)) {
                        push_string(&mut written, &string);
                    } else {
                        lose(LossReason::ScriptUrl);
                        push_string(&mut written, "");
                    }
                }
                JsonToken::Literal if matches!(raw, "true" | "false" | "null") || is_finite(raw) => {
                    written.extend_from_slice(raw.as_bytes());
                }
                JsonToken::Literal => {
                    lose(LossReason::Unreadable);
                    written.extend_from_slice(b"null");
                }
                JsonToken::Close => {}
            }
        }
        let written = String::from_utf8(written).map_err(|_| LossReason::Unreadable)?;
        Ok((Self(Cow::Owned(written)), reasons))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the offsets of member names that are repeated later in the same object.
fn repeated_names(node: JsonNode<'_>) -> Set<usize> {
    let mut repeated = Set::new();
    let mut open: Vec<Map<Cow<'_, str>, usize>> = Vec::new();
    let mut tokens = JsonTokens::new(node.raw);
    while let Some((token, raw)) = tokens.next() {
        match token {
            JsonToken::Open => open.push(Map::new()),
            JsonToken::Close => {
                open.pop();
            }
            JsonToken::String if tokens.is_name() => {
                let names = open.last_mut();
                let before = names.and_then(|names| names.insert(text_of(raw), tokens.offset() - raw.len()));
                repeated.extend(before);
            }
            JsonToken::String | JsonToken::Literal => {}
        }
    }
    repeated
}

/// Returns the text of a string.
fn text_of(raw: &str) -> Cow<'_, str> {
    JsonNode { raw, offset: 0 }.text(&mut Diagnostics::default())
}

fn is_finite(number: &str) -> bool {
    number.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Appends a JSON string.
pub(super) fn push_string(to: &mut Vec<u8>, text: &str) {
    // Writing to a vector never fails.
    let _ = serde_json::to_writer(to, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    type Written = Result<(&'static str, &'static [LossReason]), LossReason>;

    #[test]
    fn members_are_written_from_their_values() {
        use LossReason::{Name, ScriptUrl, Unreadable};
        let deep = "[".repeat(97) + &"]".repeat(97);
        let table: &[(&str, Written)] = &[
            ("null", Ok(("null", &[]))),
            (" [ 1.10 , -0 , 1E5,true,\n{} , [] ] ", Ok(("[1.10,-0,1E5,true,{},[]]", &[]))),
            (r#"{"a" : {"b": [{"c" :1}, "d"]}, "e":"f"}"#, Ok((r#"{"a":{"b":[{"c":1},"d"]},"e":"f"}"#, &[]))),
            (r#""\ud800 \u00e9 \ud83d\ude00 \udc00\/""#, Ok(("\"\u{FFFD} é \u{1F600} \u{FFFD}/\"", &[]))),
            (r#"{"\ud800":1,"\udbff":2}"#, Ok(("{\"\u{FFFD}\":2}", &[Name]))),
            (r#"{"a":1,"b":2,"\u0061":3}"#, Ok((r#"{"b":2,"a":3}"#, &[Name]))),
            (r#"[{"a":{"a":1,"a":[]},"a":[{"b":1,"b":{}}]}]"#, Ok((r#"[{"a":[{"b":{}}]}]"#, &[Name]))),
            (r#"{"a":1,"a":{"a":1}}"#, Ok((r#"{"a":{"a":1}}"#, &[Name]))),
            ("[1e999,-1e999,1e308]", Ok(("[null,null,1e308]", &[Unreadable]))),
            (&"9".repeat(400), Ok(("null", &[Unreadable]))),
            ("1e-999", Ok(("1e-999", &[]))),
            (
                r#"{"url":["javascript:a()",{"x":1},"javascript: b"],"x":"javascript: c"}"#,
                Ok((r#"{"url":["",{"x":1},""],"x":"javascript: c"}"#, &[ScriptUrl])),
            ),
            (r#""{\"a\":,}""#, Ok((r#""{\"a\":,}""#, &[]))),
            ("[", Err(Name)),
            ("", Err(Name)),
            (&deep, Err(LossReason::NoPlace)),
        ];
        let wrong: Vec<_> = table
            .iter()
            .map(|(text, expected)| (text, StrictJson::member("x", text), expected))
            .filter(|(_, found, expected)| {
                found.as_ref().map(|(value, lost)| (value.as_str(), &**lost)).map_err(|reason| *reason)
                    != **expected
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        // Writing the output again does not change it.
        for (again, _) in table.iter().filter_map(|(_, expected)| expected.ok()) {
            let found = StrictJson::member("x", again);
            assert_eq!(found.as_ref().map(|(value, lost)| (value.as_str(), lost.len())), Ok((again, 0)));
        }
    }

    #[test]
    fn numbers_are_finite() {
        for (text, is_number) in [
            ("1", true),
            ("-1.50e3", true),
            ("1e999", false),
            ("01", false),
            ("1.", false),
            ("NaN", false),
            ("inf", false),
            (" 1", false),
            ("", false),
            ("\"1", false),
        ] {
            assert_eq!(StrictJson::number(text).is_some(), is_number, "{text}");
        }
    }
}

//! The tokens of a text that is known to be JSON.

/// A JSON token. Commas and colons are not tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonToken {
    /// The start of an object or array.
    Open,
    /// The end of an object or array.
    Close,
    /// A string: a name or a value.
    String,
    /// A number, a boolean or `null`.
    Literal,
}

/// Returns the tokens of a JSON text, each with its slice of the text, in one pass and without a stack.
///
/// Nothing is checked: text that is not JSON yields arbitrary tokens.
#[derive(Debug, Clone)]
pub(crate) struct JsonTokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> JsonTokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the offset after the last token.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Returns whether the last token, a string, is the name of a member.
    pub(crate) fn is_name(&self) -> bool {
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        rest.iter().find(|byte| !is_space(byte)) == Some(&b':')
    }

    /// Skips the rest of the last opened object or array.
    fn close(&mut self) {
        let mut depth = 1_usize;
        for (token, _) in self {
            match token {
                JsonToken::Open => depth += 1,
                JsonToken::Close => depth -= 1,
                JsonToken::String | JsonToken::Literal => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Returns the next value as written, or `None` at the end of the surrounding object or array. `end_of` returns the offset
    /// after an object or array that starts at the given offset, if it is known.
    pub(crate) fn value(&mut self, end_of: impl Fn(usize) -> Option<usize>) -> Option<&'a str> {
        let (token, written) = self.next()?;
        match token {
            JsonToken::String | JsonToken::Literal => Some(written),
            JsonToken::Open => {
                let start = self.at - written.len();
                match end_of(start) {
                    Some(end) => self.at = end,
                    None => self.close(),
                }
                self.text.get(start..self.at)
            }
            JsonToken::Close => None,
        }
    }
}

/// The ends of the long objects and arrays in a JSON text, so that the ends of nested ones are not searched again at each level.
#[derive(Debug)]
pub(super) struct KnownEnds(Vec<(usize, usize)>);

impl KnownEnds {
    /// Searches a JSON text, which starts at `outer` in the document.
    pub(super) fn new(text: &str, outer: usize) -> Self {
        /// Skipping shorter values is as fast as looking up their ends.
        const LONG: usize = 128;
        let mut ends: Vec<(usize, usize)> = Vec::new();
        // The open values: their offsets, and the number of ends found before them.
        let mut open = Vec::new();
        let mut tokens = JsonTokens::new(text);
        while let Some((token, _)) = tokens.next() {
            let after = outer + tokens.at;
            match token {
                JsonToken::Open => {
                    open.push((after - 1, ends.len()));
                    ends.push((after - 1, 0));
                }
                JsonToken::Close => {
                    if let Some((start, place)) = open.pop() {
                        if after - start < LONG {
                            // The values inside are shorter.
                            ends.truncate(place);
                        } else if let Some(entry) = ends.get_mut(place) {
                            entry.1 = after;
                        }
                    }
                }
                JsonToken::String | JsonToken::Literal => {}
            }
        }
        Self(ends)
    }

    /// Returns the offset after the object or array that starts at an offset, if it is long.
    pub(super) fn end_of(&self, start: usize) -> Option<usize> {
        let place = self.0.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        self.0.get(place).map(|(_, end)| *end).filter(|end| *end > start)
    }
}

impl<'a> Iterator for JsonTokens<'a> {
    type Item = (JsonToken, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let is_between = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b',' | b':');
        let start = self.at + bytes.get(self.at..)?.iter().position(|byte| !is_between(byte))?;
        let rest = bytes.get(start..)?;
        let (token, length) = match rest.first()? {
            b'{' | b'[' => (JsonToken::Open, 1),
            b'}' | b']' => (JsonToken::Close, 1),
            b'"' => (JsonToken::String, string_length(rest)),
            _ => {
                let is_end = |byte: &u8| is_between(byte) || matches!(byte, b'}' | b']');
                (JsonToken::Literal, rest.iter().position(is_end).unwrap_or(rest.len()))
            }
        };
        self.at = start + length;
        Some((token, self.text.get(start..self.at)?))
    }
}

/// Returns the length of the string at the start of a text, including its quotes.
fn string_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = text.get(at..).and_then(|rest| bozofeed_text::forward::memchr2(b'"', b'\\', rest))
    {
        at += found;
        if text.get(at) == Some(&b'"') {
            return at + 1;
        }
        at += 2;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_divided_into_tokens() {
        let written = |text| JsonTokens::new(text).map(|(_, written)| written).collect::<Vec<_>>();
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("", &[][..]),
            (" null ", &["null"]),
            ("-1.5e+3", &["-1.5e+3"]),
            (r#"{"a\"" : [1,true, "b\\" ]}"#, &["{", r#""a\"""#, "[", "1", "true", r#""b\\""#, "]", "}"]),
            ("[\n\t[],{}\r]", &["[", "[", "]", "{", "}", "]"]),
            (r#"["[{,:}]"]"#, &["[", r#""[{,:}]""#, "]"]),
            // Not JSON.
            (r#""a"#, &[r#""a"#]),
            (r#""a\"#, &[r#""a\"#]),
            ("\u{e9}\u{e9}]x", &["\u{e9}\u{e9}", "]", "x"]),
        ] {
            if written(text) != expected {
                wrong.push((text, written(text)));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn values_are_slices() {
        let mut tokens = JsonTokens::new(r#"[ 1 , {"a": [2, "]"]} ,"x"] , 3"#);
        tokens.next();
        let values: Vec<_> = std::iter::from_fn(|| tokens.value(|_| None)).collect();
        assert_eq!(values, ["1", r#"{"a": [2, "]"]}"#, "\"x\""]);
        assert_eq!(tokens.offset(), 27);
    }

    #[test]
    fn the_ends_of_long_values_are_known() {
        let long = format!("[\"{}]\"]", "x".repeat(200));
        let text = format!("{{\"a\": [1, {{}}], \"b\": {long}, \"c\": [[{long}], []]}}");
        let ends = KnownEnds::new(&text, 10);
        let first = text.find(&long).unwrap_or_default();
        let second = text.rfind(&long).unwrap_or_default();
        for (start, expected) in [
            (0, Some(text.len())),
            (text.find("[1").unwrap_or_default(), None),
            (first, Some(first + long.len())),
            (second, Some(second + long.len())),
            (second - 1, Some(second + long.len() + 1)),
            (1, None),
            (text.len(), None),
        ] {
            assert_eq!(ends.end_of(start + 10), expected.map(|end| end + 10), "{start}");
        }
    }
}

//! The tokens of a style: simple ones are read here, the others by cssparser.

use crate::html::characters::is_space;
use cssparser::{ParseError, Parser, Token};

/// Functions that are kept if their arguments are whole numbers.
static FUNCTIONS: &[&str] = &["rgb"];

/// The tokens of CSS Syntax 4 that may be kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Part {
    Space,
    Colon,
    Semicolon,
    Comma,
    Exclamation,
    Mark,
    Keyword,
    Number,
    Hash,
    Quoted,
    Url,
    /// Whole numbers in parentheses.
    Numbers {
        count: usize,
        is_function: bool,
    },
    /// Any other token.
    Other,
}

/// The rest of a style, as an iterator of tokens.
pub(super) struct Tokens<'i> {
    pub(super) rest: &'i str,
}

impl<'i> Tokens<'i> {
    /// Returns the next token except white space.
    pub(super) fn next_but_space(&mut self) -> Option<(Part, &'i str)> {
        loop {
            let token = self.next()?;
            if token.0 != Part::Space {
                return Some(token);
            }
        }
    }

    /// Returns the next token or function and its text, or `None` at the end.
    pub(super) fn next(&mut self) -> Option<(Part, &'i str)> {
        let (part, written) = plain_token(self.rest).or_else(|| token(self.rest))?;
        self.rest = self.rest.get(written.len()..)?;
        Some((part, written))
    }
}

/// Returns the first token if it is simple: a delimiter, white space, a colour, a number, or letters and digits with single
/// hyphens, followed by a character that cannot belong to it.
fn plain_token(css: &str) -> Option<(Part, &str)> {
    let bytes = css.as_bytes();
    let run = |from: usize, is_of_it: fn(&u8) -> bool| {
        from + bytes.get(from..).unwrap_or_default().iter().take_while(|b| is_of_it(b)).count()
    };
    let (part, length) = match bytes {
        [b':', ..] => return css.get(..1).map(|mark| (Part::Colon, mark)),
        [b';', ..] => return css.get(..1).map(|mark| (Part::Semicolon, mark)),
        [b',', ..] => return css.get(..1).map(|mark| (Part::Comma, mark)),
        [b, ..] if is_space(*b) => {
            let length = run(0, |b| is_space(*b));
            return css.get(..length).map(|space| (Part::Space, space));
        }
        [b, ..] if b.is_ascii_alphabetic() => {
            let mut length = run(0, u8::is_ascii_alphanumeric);
            while let Some([b'-', after, ..]) = bytes.get(length..)
                && after.is_ascii_alphanumeric()
            {
                length = run(length + 1, u8::is_ascii_alphanumeric);
            }
            (Part::Keyword, length)
        }
        [b'#', after, ..] if after.is_ascii_alphanumeric() => (Part::Hash, run(1, u8::is_ascii_alphanumeric)),
        [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => {
            let mut length = run(0, u8::is_ascii_digit);
            if let Some([b'.', b'0'..=b'9', ..]) = bytes.get(length..) {
                length = run(length + 1, u8::is_ascii_digit);
            }
            let is_percentage = bytes.get(length) == Some(&b'%');
            (Part::Number, if is_percentage { length + 1 } else { run(length, u8::is_ascii_alphabetic) })
        }
        _ => return None,
    };
    let ends = bytes.get(length).is_none_or(|&b| is_space(b) || matches!(b, b':' | b';' | b',' | b'!'));
    css.get(..length).filter(|_| ends).map(|written| (part, written))
}

/// Returns the first token or function, parsed by cssparser.
fn token(css: &str) -> Option<(Part, &str)> {
    let css = &mut Parser::new(css);
    let start = css.position();
    let part = match css.next_including_whitespace_and_comments().ok()? {
        Token::WhiteSpace(_) => Part::Space,
        Token::Colon => Part::Colon,
        Token::Semicolon => Part::Semicolon,
        Token::Comma => Part::Comma,
        Token::Delim('!') => Part::Exclamation,
        Token::Delim('.' | '#' | '%') => Part::Mark,
        Token::Ident(_) => Part::Keyword,
        Token::Number { .. } | Token::Percentage { .. } | Token::Dimension { .. } => Part::Number,
        Token::Hash(_) | Token::IDHash(_) => Part::Hash,
        Token::QuotedString(_) => Part::Quoted,
        Token::UnquotedUrl(_) => Part::Url,
        Token::Function(name) if name.eq_ignore_ascii_case("url") => quoted_url(css),
        Token::Function(name) if FUNCTIONS.iter().any(|known| name.eq_ignore_ascii_case(known)) => {
            numbers(css, true)
        }
        Token::ParenthesisBlock => numbers(css, false),
        _ => Part::Other,
    };
    let written = css.slice_from(start);
    let is_so_written = match part {
        Part::Keyword | Part::Number | Part::Hash => is_word(written),
        Part::Quoted => {
            let words = written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
            let is_of_words = |c: char| c.is_alphanumeric() || c.is_whitespace() || c == '_';
            words.is_some_and(|words| !words.is_empty() && words.chars().all(is_of_words))
        }
        Part::Url | Part::Numbers { .. } => written.ends_with(')'),
        _ => true,
    };
    Some((if is_so_written { part } else { Part::Other }, written))
}

/// Returns whether a token only has letters, digits, single hyphens and the characters of numbers and colours: no escapes
/// and no signs.
fn is_word(written: &str) -> bool {
    let bytes = written.as_bytes();
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    bytes.iter().enumerate().all(|(at, &b)| match b {
        b'-' => at > 0 && is_letter(at - 1) && is_letter(at + 1),
        b'.' | b'#' | b'%' => true,
        _ => b.is_ascii_alphanumeric(),
    })
}

/// Reads the arguments of a `url(` with a quoted URL.
fn quoted_url(css: &mut Parser<'_>) -> Part {
    let url = css.parse_nested_block(|css| css.expect_string_cloned().map_err(ParseError::<()>::from));
    if url.is_ok() { Part::Url } else { Part::Other }
}

/// Reads parentheses that may contain whole numbers.
fn numbers(css: &mut Parser<'_>, is_function: bool) -> Part {
    let count = css.parse_nested_block(|css| {
        let mut count = 1;
        let mut is_empty = true;
        while let Ok(token) = css.next_including_whitespace_and_comments() {
            is_empty = false;
            match token {
                Token::Comma => count += 1,
                Token::WhiteSpace(_) | Token::Number { has_sign: false, int_value: Some(_), .. } => {}
                _ => return Err(ParseError::<()>::unexpected_token()),
            }
        }
        if is_empty { Err(ParseError::unexpected_token()) } else { Ok(count) }
    });
    count.map_or(Part::Other, |count| Part::Numbers { count, is_function })
}

#[cfg(test)]
pub(super) mod tests {
    use super::{plain_token, token};
    use crate::testing::{DIGITS, LETTERS, Result, Unstructured, check, pieces, text};

    #[rustfmt::skip]
    const TOKENS: &[&str] = &[
        "color", "COLOR", "margin-left", "position", "-moz-x", "--x", ":", ":", ":", ";", ";", " ", "\n",
        "red", "auto", "0", "5px", "-5px", ".5em", "1e3", "100%", "#fff", "#", "rgb(1,2,3)", "rgb(", ")",
        "(1)", "url(x)", "url(", "url('x')", "'A b'", "'", "\"", "!", "important", ",", "/", "/*", "*/", "\\",
        "\\65 ", "{", "}", "@x", "<!--", "-->", "expression(", "\u{e9}", "\u{a0}", "-", "+",
    ];

    /// Returns simple and other tokens of styles.
    pub(in super::super) fn styles(u: &mut Unstructured<'_>) -> Result<String> {
        match u.int_in_range(0..=2)? {
            0 => pieces(u, 0..=16, TOKENS),
            1 => text(u, 0..=20, &[LETTERS, DIGITS, ":;()", " '#!-"]),
            _ => text(u, 0..=12, &["abcdeE012.%#;: -"]),
        }
    }

    #[test]
    fn plain_tokens_are_those_of_a_css_parser() {
        check(2000, |u| {
            let style = styles(u)?;
            let mut css = &*style;
            while let Some((part, written)) = token(css) {
                if let Some(plain) = plain_token(css) {
                    assert_eq!(plain, (part, written), "{css:?} in {style:?}");
                }
                css = css.get(written.len()..).unwrap_or_default();
            }
            Ok(())
        });
    }
}

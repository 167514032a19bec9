//! The tokens of a style (CSS Syntax 4). A token that a browser might interpret differently is [`Part::Other`].

use bozofeed_text::html::characters::is_space;

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
    // Before any other character, such as `(`, `-` or an escape, the token may be a part of a longer one.
    let ends = bytes.get(length).is_none_or(|&b| is_space(b) || matches!(b, b':' | b';' | b',' | b'!'));
    css.get(..length).filter(|_| ends).map(|written| (part, written))
}

/// Returns the first token or function that is not simple.
fn token(css: &str) -> Option<(Part, &str)> {
    let first = css.chars().next()?;
    let (part, length) = match first {
        '!' => (Part::Exclamation, 1),
        '.' | '#' | '%' => (Part::Mark, 1),
        '\'' => quoted(css),
        '(' => numbers(css, 0, false),
        _ if first.is_ascii_alphanumeric() => word(css),
        _ => (Part::Other, first.len_utf8()),
    };
    css.get(..length).map(|written| (part, written))
}

/// Reads a word before a token that is not simple, or a function.
fn word(css: &str) -> (Part, usize) {
    let end = css.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(css.len());
    let name = css.get(..end).unwrap_or_default();
    if !css.get(end..).is_some_and(|rest| rest.starts_with('(')) {
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        let is_simple = !(name.contains("--") || name.ends_with('-') || is_number && name.contains('-'));
        let part = if is_number { Part::Number } else { Part::Keyword };
        return (if is_simple { part } else { Part::Other }, end);
    }
    if name.eq_ignore_ascii_case("url") {
        url(css, end)
    } else if FUNCTIONS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        numbers(css, end, true)
    } else {
        (Part::Other, end)
    }
}

/// Reads a string of letters, digits and white space in single quotes.
fn quoted(css: &str) -> (Part, usize) {
    let Some(text) = css.get(1..).and_then(|rest| rest.split_once('\'')).map(|(text, _)| text) else {
        return (Part::Other, 1);
    };
    let is_of_words = |c: char| c.is_alphanumeric() || c == '_' || c.is_whitespace() && !c.is_control();
    let part = if !text.is_empty() && text.chars().all(is_of_words) { Part::Quoted } else { Part::Other };
    (part, text.len() + "''".len())
}

/// Reads the parentheses of a `url`, which is removed.
fn url(css: &str, open: usize) -> (Part, usize) {
    let rest = css.get(open + 1..).unwrap_or_default();
    let inner = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let start = css.len() - inner.len();
    let end = match inner.chars().next() {
        Some(quote @ ('"' | '\'')) => inner
            .get(1..)
            .and_then(|url| url.split_once(quote))
            // A line feed makes a bad-string token, and an escape may hide a quote (CSS Syntax §4.3.5).
            .filter(|(url, _)| !url.contains(['\\', '\n']))
            .and_then(|(url, after)| {
                let after_space = after.trim_start_matches(|c: char| c.is_ascii_whitespace());
                after_space.starts_with(')').then(|| url.len() + 2 + after.len() - after_space.len())
            }),
        // Without quotes, these characters make a bad-url token, which ends elsewhere (CSS Syntax §4.3.6).
        _ => inner.find(')').filter(|&end| {
            let url = inner.get(..end).unwrap_or_default().trim_end();
            !url.contains(|c: char| {
                c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '(' | '\\')
            })
        }),
    };
    end.map_or((Part::Other, open), |end| (Part::Url, start + end + 1))
}

/// Reads parentheses at `open` that contain whole numbers.
fn numbers(css: &str, open: usize, is_function: bool) -> (Part, usize) {
    let rest = css.get(open + 1..).unwrap_or_default();
    let Some((inner, _)) = rest.split_once(')') else { return (Part::Other, css.len()) };
    let is_listed = |c: char| c.is_ascii_digit() || c == ',' || c.is_ascii_whitespace();
    let length = open + inner.len() + "()".len();
    if inner.is_empty() || !inner.chars().all(is_listed) {
        return (Part::Other, length);
    }
    (Part::Numbers { count: inner.matches(',').count() + 1, is_function }, length)
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Part, Tokens};
    use bozofeed_testing::{DIGITS, LETTERS, Result, Unstructured, check, pieces, text};

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
    fn tokens_are_those_that_a_browser_finds() {
        use Part::{
            Colon, Comma, Exclamation, Hash, Keyword, Mark, Number, Numbers, Other, Quoted, Semicolon, Space,
            Url,
        };
        const ONE: Part = Numbers { count: 1, is_function: false };
        const RGB: Part = Numbers { count: 3, is_function: true };
        let rows: &[(&str, &[(Part, &str)])] = &[
            ("", &[]),
            ("a:b;", &[(Keyword, "a"), (Colon, ":"), (Keyword, "b"), (Semicolon, ";")]),
            (" \t\na,", &[(Space, " \t\n"), (Keyword, "a"), (Comma, ",")]),
            ("a!b", &[(Keyword, "a"), (Exclamation, "!"), (Keyword, "b")]),
            ("a-b-2c", &[(Keyword, "a-b-2c")]),
            ("a--b", &[(Other, "a--b")]),
            ("a-", &[(Other, "a-")]),
            ("-a", &[(Other, "-"), (Keyword, "a")]),
            ("--a", &[(Other, "-"), (Other, "-"), (Keyword, "a")]),
            ("a.b", &[(Keyword, "a"), (Mark, "."), (Keyword, "b")]),
            ("1px", &[(Number, "1px")]),
            ("1.5em", &[(Number, "1.5em")]),
            (".5", &[(Number, ".5")]),
            ("..5 ", &[(Mark, "."), (Number, ".5"), (Space, " ")]),
            ("1.a ", &[(Number, "1"), (Mark, "."), (Keyword, "a"), (Space, " ")]),
            ("12 %", &[(Number, "12"), (Space, " "), (Mark, "%")]),
            ("50%", &[(Number, "50%")]),
            ("50%a", &[(Number, "50"), (Mark, "%"), (Keyword, "a")]),
            ("1.", &[(Number, "1"), (Mark, ".")]),
            ("1-2", &[(Other, "1-2")]),
            ("1px/2", &[(Number, "1px"), (Other, "/"), (Number, "2")]),
            ("#fff", &[(Hash, "#fff")]),
            ("# a", &[(Mark, "#"), (Space, " "), (Keyword, "a")]),
            ("#-f", &[(Mark, "#"), (Other, "-"), (Keyword, "f")]),
            ("#a/", &[(Mark, "#"), (Keyword, "a"), (Other, "/")]),
            ("'A b_1'", &[(Quoted, "'A b_1'")]),
            ("'\u{e9}'", &[(Quoted, "'\u{e9}'")]),
            ("''", &[(Other, "''")]),
            ("'a\\'", &[(Other, "'a\\'")]),
            ("'a\nb'", &[(Other, "'a\nb'")]),
            ("'a;b'c", &[(Other, "'a;b'"), (Keyword, "c")]),
            ("'a", &[(Other, "'"), (Keyword, "a")]),
            ("(1)", &[(ONE, "(1)")]),
            ("()", &[(Other, "()")]),
            ("(a)b", &[(Other, "(a)"), (Keyword, "b")]),
            ("(1", &[(Other, "(1")]),
            ("rgb(1, 2,3)", &[(RGB, "rgb(1, 2,3)")]),
            ("RGB(1,2,3)a", &[(RGB, "RGB(1,2,3)"), (Keyword, "a")]),
            ("rgb(url(x))", &[(Other, "rgb(url(x)"), (Other, ")")]),
            ("calc(1)", &[(Other, "calc"), (ONE, "(1)")]),
            ("expression(a)", &[(Other, "expression"), (Other, "(a)")]),
            ("url(a)", &[(Url, "url(a)")]),
            ("URL( a )b", &[(Url, "URL( a )"), (Keyword, "b")]),
            ("url('a) b' )", &[(Url, "url('a) b' )")]),
            ("url( \"a\")", &[(Url, "url( \"a\")")]),
            ("url('a' b)", &[(Other, "url"), (Other, "('a' b)")]),
            ("url('a\\')", &[(Other, "url"), (Other, "('a\\')")]),
            ("url('a\n')", &[(Other, "url"), (Other, "('a\n')")]),
            ("url(a b)", &[(Other, "url"), (Other, "(a b)")]),
            ("url(a(b)", &[(Other, "url"), (Other, "(a(b)")]),
            ("url(a\\)", &[(Other, "url"), (Other, "(a\\)")]),
            ("url(a'b)", &[(Other, "url"), (Other, "(a'b)")]),
            ("url(a\u{7f})", &[(Other, "url"), (Other, "(a\u{7f})")]),
            ("url(a", &[(Other, "url"), (Other, "(a")]),
            ("u\\rl(a)", &[(Keyword, "u"), (Other, "\\"), (Other, "rl"), (Other, "(a)")]),
            ("\u{e9}", &[(Other, "\u{e9}")]),
        ];
        let wrong: Vec<_> = rows
            .iter()
            .map(|(style, expected)| {
                let mut css = Tokens { rest: style };
                (expected, std::iter::from_fn(|| css.next()).collect::<Vec<_>>())
            })
            .filter(|(expected, found)| **expected != found)
            .collect();
        assert_eq!(wrong, []);
        assert_eq!(Tokens { rest: " \n a" }.next_but_space(), Some((Keyword, "a")));
        assert_eq!(Tokens { rest: " " }.next_but_space(), None);
    }

    #[test]
    fn tokens_tile_the_style() {
        check(2000, |u| {
            let style = styles(u)?;
            let mut css = Tokens { rest: &style };
            let mut tokens = String::new();
            while let Some((part, written)) = css.next() {
                assert!(!written.is_empty(), "{part:?} in {style:?}");
                tokens.push_str(written);
            }
            assert_eq!(tokens, style);
            Ok(())
        });
    }
}

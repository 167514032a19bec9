//! Tables in text files, included by `include_str!` and parsed by the compiler: a row per line, with columns separated by a space.
//!
//! A damaged file fails the build. There is no work at run time.
//!
//! The compiler interprets this code, and calls are the most expensive part: the loops over bytes contain none.

/// Returns the number of rows.
pub const fn count(text: &str) -> usize {
    let (bytes, length) = (text.as_bytes(), text.len());
    let (mut lines, mut at) = (0, 0);
    while at < length {
        if bytes[at] == b'\n' {
            lines += 1;
        }
        at += 1;
    }
    lines
}

/// Returns the rows: the first column, and the others.
///
/// # Panics
///
/// If the text has more rows than `COUNT`, or no line break at its end. The rows are constants, so this is a compile error.
pub const fn rows<const COUNT: usize>(text: &'static str) -> [(&'static str, &'static str); COUNT] {
    let mut rows = [("", ""); COUNT];
    let (mut rest, mut row) = (text, 0);
    while row < COUNT {
        let line;
        (line, rest) = split(rest, b'\n');
        rows[row] = split(line, b' ');
        row += 1;
    }
    assert!(rest.is_empty(), "the file has more rows, or no line break at its end");
    rows
}

/// Splits `text` at the first `separator`, which must be ASCII and is removed. Without one, the second part is empty.
pub const fn split(text: &'static str, separator: u8) -> (&'static str, &'static str) {
    let (bytes, length) = (text.as_bytes(), text.len());
    let mut at = 0;
    while at < length && bytes[at] != separator {
        at += 1;
    }
    let (before, rest) = text.split_at(at);
    (before, if rest.is_empty() { rest } else { rest.split_at(1).1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_row() {
        const FILE: &str = "a b c\n\nd \ne\n";
        const ROWS: [(&str, &str); count(FILE)] = rows(FILE);
        assert_eq!(ROWS, [("a", "b c"), ("", ""), ("d", ""), ("e", "")]);
    }

    #[test]
    fn text_is_split_at_the_first_separator() {
        for (text, parts) in [("", ("", "")), ("a", ("a", "")), (" a", ("", "a")), ("ä b c", ("ä", "b c"))]
        {
            assert_eq!(split(text, b' '), parts, "{text}");
        }
    }
}

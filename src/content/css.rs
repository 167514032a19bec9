//! The `style` attribute, kept to what Universal Feed Parser lets through.
//!
//! Its rule is stricter than a CSS parser's: the whole attribute goes unless it is a plain list of declarations in
//! an alphabet without escapes, comments, strings in double quotes, blocks, at-rules, slashes, or functions other
//! than of plain numbers. What is left has one reading, in every parser.

use std::borrow::Cow;

/// Families of properties whose every member may stay, if all its values are keywords of the list, numbers or
/// colours.
static FAMILIES: &[&str] = &["background", "border", "margin", "padding"];

/// Keywords that the families may have.
#[rustfmt::skip]
static KEYWORDS: &[&str] = &[
    "!important", "aqua", "auto", "black", "block", "blue", "bold", "both", "bottom", "brown", "center", "collapse",
    "dashed", "dotted", "fuchsia", "gray", "green", "italic", "left", "lime", "maroon", "medium", "navy", "none",
    "normal", "nowrap", "olive", "pointer", "purple", "red", "right", "silver", "solid", "teal", "top",
    "transparent", "underline", "white", "yellow",
];

/// What may follow a number, or stand alone behind a space; a comma counts as a unit.
static UNITS: &[&str] = &["", "cm", "em", "ex", "in", "mm", "pc", "pt", "px", "%", ","];

/// The declarations of `style` that may stay, each as `name: value;`, or `None` when none may.
pub(super) fn filter(style: &str, is_listed: impl Fn(&str) -> bool) -> Option<String> {
    let style = without_urls(style);
    let mut out = String::new();
    let mut declarations = style.split(';').map(|d| d.trim_start_matches(is_space)).peekable();
    while let Some(declaration) = declarations.next() {
        if declaration.is_empty() && declarations.peek().is_none() {
            break;
        }
        let (name, value) = declaration.split_once(':')?;
        let name = name.trim_end_matches(is_space);
        if !is_name(name) || !is_plain(value) {
            return None;
        }
        let value = value.trim_start_matches(is_space);
        let lower = name.to_ascii_lowercase();
        if value.is_empty() || !(is_listed(&lower) || is_of_a_family(&lower) && has_family_values(value)) {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(name);
        out.push_str(": ");
        out.push_str(value);
        out.push(';');
    }
    (!out.is_empty()).then_some(out)
}

fn is_space(c: char) -> bool {
    c.is_whitespace()
}

/// `url(…)` is taken out, and the declaration judged without it.
fn without_urls(style: &str) -> Cow<'_, str> {
    if !style.contains("url") {
        return Cow::Borrowed(style);
    }
    let mut out = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("url") {
        let url = after.trim_start_matches(is_space).strip_prefix('(').and_then(|inner| {
            let (url, after) = inner.split_once(')')?;
            let url = url.trim_matches(is_space);
            (!url.is_empty() && !url.contains(is_space)).then_some(after)
        });
        out.push_str(before);
        if let Some(after) = url {
            out.push(' ');
            rest = after.trim_start_matches(is_space);
        } else {
            out.push_str("url");
            rest = after;
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Letters and digits, in parts joined by single hyphens.
fn is_name(name: &str) -> bool {
    name.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Words, numbers, colours and their punctuation; single-quoted words; numbers in parentheses. A word and a
/// parenthesis make a function, and the only one to stay is `rgb`.
fn is_plain(value: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let mut at = 0;
    loop {
        let (before, rest) = value.split_at_checked(at).unwrap_or((value, ""));
        let Some(c) = rest.chars().next() else { return true };
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let (close, is_inner): (char, fn(char) -> bool) = match c {
            '-' if is_letter(before.chars().next_back()) && is_letter(after.chars().next()) => {
                at += 1;
                continue;
            }
            ',' | '#' | '%' | '.' | '!' | 'a'..='z' | 'A'..='Z' | '0'..='9' => {
                at += 1;
                continue;
            }
            _ if is_space(c) => {
                at += c.len_utf8();
                continue;
            }
            '(' if matches!(last_word(before), "" | "rgb") => {
                (')', |c| c.is_ascii_digit() || c == ',' || is_space(c))
            }
            '\'' => ('\'', |c| c.is_alphanumeric() || c == '_' || is_space(c)),
            _ => return false,
        };
        match after.split_once(close) {
            Some((inner, _)) if !inner.is_empty() && inner.chars().all(is_inner) => at += inner.len() + 2,
            _ => return false,
        }
    }
}

fn last_word(text: &str) -> &str {
    let end = text.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '-').len();
    text.get(end..).unwrap_or_default()
}

fn is_of_a_family(name: &str) -> bool {
    FAMILIES.contains(&name.split_once('-').map_or(name, |(family, _)| family))
}

fn has_family_values(value: &str) -> bool {
    let mut rest = value.trim_matches(is_space);
    while !rest.is_empty() {
        let end = rest.find(is_space).unwrap_or(rest.len());
        let (word, after) = match rest.strip_prefix("rgb(").and_then(|inner| inner.find(')')) {
            Some(close) => rest.split_at(close + "rgb()".len()),
            None => rest.split_at(end),
        };
        let is_known = KEYWORDS.binary_search(&word).is_ok() || is_colour(word) || is_number(word);
        if !is_known {
            return false;
        }
        rest = after.trim_start_matches(is_space);
    }
    true
}

fn is_colour(word: &str) -> bool {
    match word.strip_prefix('#') {
        Some(digits) => digits.bytes().all(|b| b.is_ascii_hexdigit()),
        None => word
            .strip_prefix("rgb(")
            .and_then(|inner| inner.strip_suffix(')'))
            .is_some_and(|inner| inner.split(',').count() == 3),
    }
}

/// A number of at most four digits and two decimals, with or without a unit.
fn is_number(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (_, rest) = word.split_at(digits);
    let (decimals, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let decimals = rest.bytes().take_while(u8::is_ascii_digit).count();
            (decimals, rest.split_at(decimals).1)
        }
        None => (0, rest),
    };
    digits <= 4 && decimals <= 2 && UNITS.contains(&rest)
}

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, filter};

    #[test]
    fn declarations_are_kept_by_property_and_value() {
        let is_listed = |name: &str| matches!(name, "color" | "width" | "font-family" | "text-indent");
        for (style, expected) in [
            ("color: red", Some("color: red;")),
            ("COLOR:RED", Some("COLOR: RED;")),
            ("color: red; foo: bar; margin:0", Some("color: red; margin: 0;")),
            ("color:  red  ;", Some("color: red  ;")),
            ("width: 1px;\nmargin-left:\n2px", Some("width: 1px; margin-left: 2px;")),
            ("border: 1px solid rgb(1, 2, 3)", Some("border: 1px solid rgb(1, 2, 3);")),
            ("margin: 5px !important", Some("margin: 5px !important;")),
            ("font-family: 'A B', c", Some("font-family: 'A B', c;")),
            ("color: rgb(1, 2, 3)", Some("color: rgb(1, 2, 3);")),
            ("background: url(x) red", Some("background: red;")),
            ("color: red; behavior: url(x)", Some("color: red;")),
            ("background: url(x)", None),
            ("margin: 99999em", None),
            ("margin: -5px", None),
            ("border: thin solid", None),
            ("width: expression(alert(1))", None),
            ("width: expression(1)", None),
            ("color: re\\64", None),
            ("color: /**/red", None),
            ("color: \"x\"", None),
            ("color: red; @import x", None),
            ("color: red;;", None),
            ("color", None),
            ("color: url(a b)", None),
            ("color: a:b", None),
            ("color: red}", None),
            ("font: 12px/14px Arial", None),
            ("position: absolute", None),
            ("", None),
        ] {
            assert_eq!(filter(style, is_listed).as_deref(), expected, "{style:?}");
        }
    }

    #[test]
    fn the_keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }
}

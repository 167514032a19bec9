//! Tags, as the tokenizer of the HTML Standard reads them (13.2.5.6 to 13.2.5.40).

use memchr::memchr;
use std::borrow::Cow;

/// One attribute as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Attribute<'a> {
    /// The name, in any case.
    pub(super) name: &'a str,
    /// The value without its quotes, its references not yet replaced; empty when there is none.
    pub(super) value: &'a str,
    /// Whether there is one.
    pub(super) has_value: bool,
    /// Where the attribute begins and ends in the text.
    pub(super) span: (usize, usize),
}

/// A start or an end tag.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tag<'a> {
    /// The name, in any case.
    pub(super) name: &'a str,
    /// Whether it begins with `</`.
    pub(super) is_end: bool,
    /// The offset behind its `>`.
    pub(super) end: usize,
    /// Whether it ends with `/>`.
    pub(super) is_self_closing: bool,
}

impl<'a> Tag<'a> {
    /// The tag whose `<` is at `at`; its attributes go to `attributes`. `None` where no tag begins, or the text
    /// ends within it.
    pub(super) fn read(text: &'a str, at: usize, attributes: &mut Vec<Attribute<'a>>) -> Option<Self> {
        attributes.clear();
        let bytes = text.as_bytes();
        let is_end = bytes.get(at + 1) == Some(&b'/');
        let start = at + 1 + usize::from(is_end);
        if !bytes.get(start)?.is_ascii_alphabetic() {
            return None;
        }
        let name_end = until(bytes, start, |b| is_space(b) || b == b'/' || b == b'>')?;
        let name = text.get(start..name_end)?;
        let mut at = name_end;
        loop {
            let from = at;
            at = until(bytes, at, |b| !is_space(b) && b != b'/')?;
            if bytes.get(at) == Some(&b'>') {
                let is_self_closing = bytes.get(from..at).is_some_and(|between| between.ends_with(b"/"));
                return Some(Self { name, is_end, end: at + 1, is_self_closing });
            }
            let attribute = Attribute::read(text, at)?;
            at = attribute.span.1;
            attributes.push(attribute);
        }
    }
}

impl<'a> Attribute<'a> {
    fn read(text: &'a str, start: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        // A name may begin with `=`.
        let name_end = until(bytes, start + 1, |b| is_space(b) || matches!(b, b'/' | b'>' | b'='))?;
        let name = text.get(start..name_end)?;
        let equals = until(bytes, name_end, |b| !is_space(b))?;
        if bytes.get(equals) != Some(&b'=') {
            return Some(Self { name, value: "", has_value: false, span: (start, name_end) });
        }
        let value_start = until(bytes, equals + 1, |b| !is_space(b))?;
        let (from, to, end) = match bytes.get(value_start)? {
            b'>' => (value_start, value_start, value_start),
            &quote @ (b'"' | b'\'') => {
                let close = value_start + 1 + memchr(quote, bytes.get(value_start + 1..)?)?;
                (value_start + 1, close, close + 1)
            }
            _ => {
                let end = until(bytes, value_start, |b| is_space(b) || b == b'>')?;
                (value_start, end, end)
            }
        };
        Some(Self { name, value: text.get(from..to)?, has_value: true, span: (start, end) })
    }
}

/// The offset of the first byte at or behind `at` that `is_stop`.
fn until(bytes: &[u8], at: usize, is_stop: impl Fn(u8) -> bool) -> Option<usize> {
    bytes.get(at..)?.iter().position(|&b| is_stop(b)).map(|n| at + n)
}

/// HTML's ASCII white space.
pub(super) fn is_space(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// A name in lower case, as the tokenizer gives it.
pub(super) fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn tags_are_read_as_html_reads_them() {
        for (text, expected) in [
            ("<p>", Some("p")),
            ("</P >", Some("/P")),
            ("<br/>x", Some("br")),
            ("<a href=x/y>", Some("a href=x/y")),
            ("<a href = 'x>y' b>", Some("a href=x>y b=")),
            ("<a/b=\"c\"d>", Some("a b=c d=")),
            ("<a =x=y>", Some("a =x=y")),
            ("<a b=>", Some("a b=")),
            ("<a b='>", None),
            ("<p", None),
            ("<1>", None),
            ("< p>", None),
            ("</>", None),
        ] {
            let mut attributes = Vec::new();
            let read = Tag::read(text, 0, &mut attributes).map(|tag| {
                let told =
                    attributes.iter().map(|attribute| format!("{}={}", attribute.name, attribute.value));
                let slash = if tag.is_end { "/" } else { "" };
                [format!("{slash}{}", tag.name)].into_iter().chain(told).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(read.as_deref(), expected, "{text:?}");
        }
    }
}

//! Tags, and the ends of other constructs (HTML Standard 13.2.5.6 to 13.2.5.53).

use super::attributes::{END, SLASH, SPACE};
use super::attributes::{MarkupAttribute, WrittenAttributes, until};
use super::{Kind, kind_of};
use crate::forward::{memchr, memchr_iter, memmem};
use std::borrow::Cow;

/// The name of a tag.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TagName<'a> {
    /// The name, in any case.
    pub name: &'a str,
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The offset after the name.
    pub end: usize,
    /// Whether the tag is read like an SGML parser does: see [`TagName::as_sgml`].
    is_sgml: bool,
}

/// A start or an end tag.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkupTag<'a> {
    /// The name, in any case.
    pub name: &'a str,
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The offset after its `>`.
    pub end: usize,
    /// Whether it ends with `/>`, and the slash is not part of an unquoted value.
    pub is_self_closing: bool,
}

impl<'a> TagName<'a> {
    /// Parses the start of a tag at the `<` at `at`. Returns `None` if no tag starts there, or if the text ends.
    #[inline]
    pub fn read(text: &'a str, at: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        let is_end = bytes.get(at + 1) == Some(&b'/');
        let start = at + 1 + usize::from(is_end);
        // HTML Standard 13.2.5.6, 13.2.5.7: a tag name starts with a letter.
        if !bytes.get(start)?.is_ascii_alphabetic() {
            return None;
        }
        let end = until(bytes, start, SPACE | SLASH | END)?;
        Some(Self { name: text.get(start..end)?, is_end, end, is_sgml: false })
    }

    /// Returns the start of the tag as read by Universal Feed Parser's SGML parser: the name only contains letters, digits and a few
    /// other characters, and an attribute with an unclosed quote has the quote in its value.
    #[must_use]
    pub fn as_sgml(self) -> Self {
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b':');
        let length = self.name.bytes().take_while(is_part).count();
        let name = self.name.get(..length).unwrap_or_default();
        Self { name, end: self.end - (self.name.len() - length), is_sgml: true, ..self }
    }

    /// Parses the rest of the tag, and passes each attribute to `keep`. Returns `None` if it is unclosed. A tag takes time in proportion
    /// to its length, and memory only for the attributes that `keep` stores.
    #[inline]
    pub fn rest(&self, text: &'a str, mut keep: impl FnMut(MarkupAttribute<'a>)) -> Option<MarkupTag<'a>> {
        let (name, is_end) = (self.name, self.is_end);
        let bytes = text.as_bytes();
        let mut at = self.end;
        if bytes.get(at) == Some(&b'>') {
            return Some(MarkupTag { name, is_end, end: at + 1, is_self_closing: false });
        }
        loop {
            let from = at;
            // A slash that is not before the `>` is treated as white space (HTML Standard 13.2.5.40).
            at = until(bytes, at, !(SPACE | SLASH))?;
            if bytes.get(at) == Some(&b'>') {
                let is_self_closing = bytes.get(from..at).is_some_and(|between| between.ends_with(b"/"));
                return Some(MarkupTag { name, is_end, end: at + 1, is_self_closing });
            }
            if let Some(attribute) = MarkupAttribute::read(text, at) {
                at = attribute.span.1;
                keep(attribute);
            } else {
                // An unclosed quote would hide the rest: the value ends with the tag, and is dropped.
                let end = at + 1 + memchr(b'>', bytes.get(at..)?)?;
                let quotes = has_open_quote(bytes.get(at..end)?, bytes.get(end..)?);
                if self.is_sgml
                    && quotes
                    && let Some((name, value)) = text.get(at..end - 1)?.split_once('=')
                {
                    keep(MarkupAttribute::with_quote(name, value, (at, end - 1)));
                }
                return quotes.then_some(MarkupTag { name, is_end, end, is_self_closing: false });
            }
        }
    }
}

/// Returns whether a start or end tag of an HTML element starts at the `<` at `at`.
pub fn is_tag_at(markup: &str, at: usize) -> bool {
    kind_at(markup, at).is_some()
}

/// Returns the kind of the HTML element whose start or end tag starts at the `<` at `at`. It reads at most the length of an element name,
/// so that it can be called for every `<`.
pub fn kind_at(markup: &str, at: usize) -> Option<Kind> {
    /// Longer than any HTML name.
    const LONGEST: usize = 32;
    let bytes = markup.as_bytes();
    let start = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'/'));
    let near = bytes.get(..bytes.len().min(start + LONGEST))?;
    kind_of(markup.get(start..until(near, start, SPACE | SLASH | END)?)?)
}

/// Returns whether the last quote in `tag` is not closed in `after`. The rest is searched at most once for each kind of quote: if it is
/// found, there are no more tags, and otherwise no other tag asks for it.
fn has_open_quote(tag: &[u8], after: &[u8]) -> bool {
    [b'"', b'\'']
        .iter()
        .any(|&quote| memchr_iter(quote, tag).count() % 2 == 1 && memchr(quote, after).is_none())
}

impl<'a> MarkupTag<'a> {
    /// Parses the tag at `at` and puts its attributes into `attributes`, but no more than tags of XML have. Returns `None` if no tag
    /// starts there, or if it is unclosed.
    pub fn read(text: &'a str, at: usize, attributes: &mut WrittenAttributes<'a>) -> Option<Self> {
        /// The largest number of attributes: they are listed before anything is paid for.
        const MOST: usize = 1 << 16;
        attributes.clear();
        TagName::read(text, at)?.rest(text, |attribute| {
            if attributes.len() < MOST {
                attributes.push(attribute);
            }
        })
    }
}

/// Returns a name in lower case.
pub fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// The start of a CDATA section, which only foreign content may have (HTML Standard 13.2.5.42).
pub const CDATA: &str = "<![CDATA[";

/// Returns the offset after the next `delimiter`, or the end of the text.
pub fn end_of(markup: &str, at: usize, delimiter: &[u8]) -> usize {
    let rest = markup.as_bytes().get(at..).unwrap_or_default();
    memmem::find(rest, delimiter).map_or(markup.len(), |found| at + found + delimiter.len())
}

/// Returns where to continue after a `<` that does not start a complete tag (HTML Standard 13.2.5.6, .7, .41, .42).
pub fn end_of_non_tag(markup: &str, start: usize) -> usize {
    let rest = markup.get(start..).unwrap_or_default();
    match rest.as_bytes() {
        // Before `<!`, which also begins a comment, and ends at the first `>`.
        [b'<', b'!', b'-', b'-', ..] => end_of_comment(markup, start).map_or(markup.len(), |(_, end)| end),
        // The input ends within a tag, and a browser drops the tag (eof-in-tag).
        [b'<', b'/', b, ..] if b.is_ascii_alphabetic() => markup.len(),
        [b'<', b'!' | b'?' | b'/', ..] => end_of(markup, start, b">"),
        [b'<', b, ..] if b.is_ascii_alphabetic() => markup.len(),
        _ => start + 1,
    }
}

/// Returns the offsets of the end of the text and of the end of the comment at `start` (HTML Standard 13.2.5.43 to .52). `None` if it is
/// unclosed.
pub fn end_of_comment(markup: &str, start: usize) -> Option<(usize, usize)> {
    let from = start + "<!--".len();
    let rest = markup.as_bytes().get(from..)?;
    memchr_iter(b'>', rest).find_map(|at| {
        let before = rest.get(..at)?;
        let text = match before {
            // `<!-->` and `<!--->` are empty comments (HTML Standard 13.2.5.43, 13.2.5.44).
            b"" | b"-" => 0,
            _ => before.strip_suffix(b"--").or_else(|| before.strip_suffix(b"--!"))?.len(),
        };
        Some((from + text, from + at + 1))
    })
}

/// Returns the assumed end of an unclosed comment, so that the text after it is kept: the first `>` after another `--`, as in SGML (ISO
/// 8879 §10.3), or the end of the text.
pub fn end_of_open_comment(markup: &str, start: usize) -> usize {
    let dashes = end_of(markup, start + "<!--".len(), b"--");
    end_of(markup, dashes, b">")
}

/// Returns whether a text that starts with `<!` is not a comment, a conditional comment, or a closed document type. HTML reads it as a
/// comment, or as a type that hides the rest. `last_end` is the offset of the last `>`, relative to the `<`.
pub fn is_text_declaration(rest: &str, last_end: Option<usize>) -> bool {
    let Some(declaration) = rest.strip_prefix("<!") else {
        return false;
    };
    let is_type = declaration.get(..7).is_some_and(|name| name.eq_ignore_ascii_case("doctype"));
    let is_conditional = declaration.starts_with('[') && !rest.starts_with(CDATA);
    !(is_type && last_end.is_some() || declaration.starts_with("--") || is_conditional)
}

/// Returns the offset after the tag at `at`; the end of the text if there is none, or if it is unclosed.
pub fn end_of_tag(text: &str, at: usize) -> usize {
    TagName::read(text, at).and_then(|name| name.rest(text, |_| {})).map_or(text.len(), |tag| tag.end)
}

#[cfg(test)]
mod tests {
    use super::{MarkupTag, WrittenAttributes};

    #[test]
    fn tags_are_parsed_as_by_html() {
        for (text, expected) in [
            ("<p>", Some("p")),
            ("</P >", Some("/P")),
            ("<br/>x", Some("br")),
            ("<a href=x/y>", Some("a href=x/y")),
            ("<a href = 'x>y' b>", Some("a href=x>y b=")),
            ("<a/b=\"c\"d>", Some("a b=c d=")),
            ("<a =x=y>", Some("a =x=y")),
            ("<a b=>", Some("a b=")),
            ("<a c b='>x", Some("a c=")),
            ("<a b='x", None),
            ("<a b='x> y='>'", Some("a b=x> y=")),
            ("<p", None),
            ("<1>", None),
            ("< p>", None),
            ("</>", None),
        ] {
            let mut attributes = WrittenAttributes::new();
            let read = MarkupTag::read(text, 0, &mut attributes).map(|tag| {
                let described =
                    attributes.iter().map(|attribute| format!("{}={}", attribute.name, attribute.value));
                let slash = if tag.is_end { "/" } else { "" };
                [format!("{slash}{}", tag.name)].into_iter().chain(described).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(read.as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn attributes_that_are_not_kept_take_no_memory() {
        let text = format!("<img {}src=x>", "a ".repeat(100_000));
        let mut last = "";
        let tag = super::TagName::read(&text, 0).and_then(|name| name.rest(&text, |a| last = a.name));
        assert_eq!((tag.map(|tag| tag.end), last), (Some(text.len()), "src"));
    }
}

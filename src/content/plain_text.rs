//! Conversion of markup to plain text.

use crate::html::references::unescape;
use memchr::{memchr, memchr3, memmem};
use std::borrow::Cow;

/// Returns the text of HTML: tags, comments, scripts and styles are removed, character references are resolved, and white
/// space is collapsed and trimmed (CSS Text 3 §4.1.1). Tags of block elements count as white space.
pub(crate) fn plain_text(markup: &str) -> Cow<'_, str> {
    let is_plain = memchr3(b'<', b'&', b'\n', markup.as_bytes()).is_none()
        && !markup.contains("  ")
        && !markup.contains(['\t', '\r', '\x0C']);
    if is_plain {
        return Cow::Borrowed(markup.trim_matches(' '));
    }
    let mut out = Collapsed::default();
    let mut rest = markup;
    while let Some(at) = memchr(b'<', rest.as_bytes()) {
        let (text, tag) = rest.split_at(at);
        out.push(&unescape(text));
        rest = if let Some(Skipped { length, is_gap }) = Skipped::of(tag) {
            out.in_gap |= is_gap;
            tag.get(length..).unwrap_or_default()
        } else {
            out.push("<");
            tag.get(1..).unwrap_or_default()
        };
    }
    out.push(&unescape(rest));
    Cow::Owned(out.text)
}

/// Text in which runs of white space are collapsed, without any at its ends.
#[derive(Default)]
struct Collapsed {
    text: String,
    in_gap: bool,
}

impl Collapsed {
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_ascii_whitespace() {
                self.in_gap = true;
                continue;
            }
            if std::mem::take(&mut self.in_gap) && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push(c);
        }
    }
}

/// A tag, comment or declaration that is skipped.
struct Skipped {
    length: usize,
    /// Whether it separates the words around it.
    is_gap: bool,
}

impl Skipped {
    /// Returns what starts at a `<`, or `None` if the `<` is text (HTML Standard 13.2.5.6).
    fn of(tag: &str) -> Option<Self> {
        let end_of = |found: Option<usize>, of: &str| found.map_or(tag.len(), |at| at + of.len());
        if tag.starts_with("<!--") {
            // `<!-->` is a comment, too.
            let end = memmem::find(tag.get(2..)?.as_bytes(), b"-->").map(|at| at + 2);
            return Some(Self { length: end_of(end, "-->"), is_gap: false });
        }
        if tag.starts_with("<!") || tag.starts_with("<?") {
            return Some(Self { length: end_of(memchr(b'>', tag.as_bytes()), ">"), is_gap: false });
        }
        let after = tag.get(1..)?;
        let named = after.strip_prefix('/').unwrap_or(after);
        if !named.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let end = named.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
        let name = named.get(..end.unwrap_or(named.len()))?.to_ascii_lowercase();
        let length = tag_length(tag);
        if named.len() == after.len() && matches!(name.as_str(), "script" | "style") {
            return Some(Self { length: length + raw_length(tag.get(length..)?, &name), is_gap: false });
        }
        Some(Self { length, is_gap: !is_inline(&name) })
    }
}

/// Returns the length of a tag up to the first `>` outside quotes (HTML Standard 13.2.5.32 to .39).
fn tag_length(tag: &str) -> usize {
    let (mut quote, mut before) = (None, b' ');
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (Some(open), byte) if byte == open => quote = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    tag.len()
}

/// Returns the length of a script or style sheet before its end tag.
fn raw_length(content: &str, name: &str) -> usize {
    let bytes = content.as_bytes();
    let is_end = |at: &usize| {
        let found = bytes.get(at + 2..at + 2 + name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
    };
    memmem::find_iter(bytes, b"</").find(is_end).unwrap_or(bytes.len())
}

/// Returns whether an element is inline (HTML Standard 15.3.4).
fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "acronym"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "img"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "q"
            | "s"
            | "samp"
            | "script"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "style"
            | "sub"
            | "sup"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::plain_text;
    use proptest::prelude::*;

    #[test]
    fn tags_are_removed_and_references_resolved() {
        for (markup, expected) in [
            ("", ""),
            ("Masts", "Masts"),
            (" Masts and sails ", "Masts and sails"),
            ("Masts \n\t and  sails", "Masts and sails"),
            ("The crew&#8217;s &amp; &eacute;", "The crew’s & é"),
            ("&lt;b&gt;", "<b>"),
            ("&amp;amp;", "&amp;"),
            ("<b>Ma</b>sts", "Masts"),
            ("<p>Masts</p><p>sails</p>", "Masts sails"),
            ("Masts<br/>sails", "Masts sails"),
            ("<LI>a<LI>b", "a b"),
            ("<a title=\"x > y\">z</a>", "z"),
            ("<a title= 'x > y'>z</a>", "z"),
            ("it<b x'>'s</b>", "it's"),
            ("a<!-- <b> -->b", "ab"),
            ("a<!-->b", "ab"),
            ("a<!-- b", "a"),
            ("<!DOCTYPE html>a<?x y?>b", "ab"),
            ("a<script>if (a < b) {}</script>b", "ab"),
            ("a<style>b</STYLE >c", "ac"),
            ("a<script>b", "a"),
            ("1 < 2 > 1 <3 <", "1 < 2 > 1 <3 <"),
            ("a <b", "a"),
            ("a <b c='", "a"),
            ("</", "</"),
            ("a\u{A0} &nbsp;b", "a\u{A0} \u{A0}b"),
        ] {
            assert_eq!(plain_text(markup), expected, "{markup:?}");
        }
    }

    proptest! {
        #[test]
        fn white_space_is_collapsed_whatever_the_markup(markup in "[<>/!\\-&a-c;='\" \n]{0,40}") {
            let text = plain_text(&markup);
            prop_assert!(!text.contains("  ") && !text.contains('\n'), "{text:?}");
            prop_assert_eq!(text.trim_matches(' '), &*text);
        }
    }
}

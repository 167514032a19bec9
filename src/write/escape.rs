//! Escaping for XML, and for text that readers treat as HTML.

use std::borrow::Cow;

use bozofeed_content::internal::looks_like_html;
use bozofeed_text::forward::memchr_iter;
use bozofeed_text::html::escape::{MARKS, escape};

/// The bytes that must be escaped in text, or that begin a character that may have to be.
const ESCAPED: [bool; 256] = {
    let mut escaped = [false; 256];
    let mut control = 0;
    while control < b' ' as usize {
        escaped[control] = true;
        control += 1;
    }
    escaped[b'\t' as usize] = false;
    escaped[b'\n' as usize] = false;
    escaped[b'&' as usize] = true;
    escaped[b'<' as usize] = true;
    escaped[b'>' as usize] = true;
    // U+FFFE and U+FFFF.
    escaped[0xEF] = true;
    escaped
};

/// Escapes text so that XML parsers restore it exactly (XML 1.0 §2.4, §2.11, §3.3.3). Characters that XML forbids become U+FFFD:
/// if they were removed, the surrounding text could change its meaning.
pub(super) fn escape_xml(text: &str, is_attribute: bool, xml: &mut Vec<u8>) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        let is_of_attribute = is_attribute && matches!(byte, b'"' | b'\t' | b'\n');
        if !ESCAPED[usize::from(byte)] && !is_of_attribute {
            continue;
        }
        let (escaped, length) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' => ("&quot;", 1),
            b'\t' => ("&#9;", 1),
            b'\n' => ("&#10;", 1),
            b'\r' => ("&#13;", 1),
            // All characters from U+F000 to U+FFFF begin with this byte, and nearly all of them are allowed.
            0xEF if !text.get(at..).is_some_and(|rest| rest.starts_with(['\u{FFFE}', '\u{FFFF}'])) => {
                continue;
            }
            0xEF => ("\u{FFFD}", 3),
            _ => ("\u{FFFD}", 1),
        };
        xml.extend(text.as_bytes().get(done..at).unwrap_or_default());
        xml.extend(escaped.as_bytes());
        done = at + length;
    }
    xml.extend(text.as_bytes().get(done..).unwrap_or_default());
}

/// Escapes text for readers that may treat it as HTML.
///
/// RSS does not specify whether a title is HTML (<https://www.rssboard.org/rss-profile>, "Character Data"), and readers differ. So
/// text is left unchanged only if no HTML parser finds a tag or a comment in it, and if it does not otherwise look like HTML.
pub(super) fn shown_by_html(text: &str) -> Cow<'_, str> {
    if !has_markup(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + text.len() / 8);
    escape(text, MARKS, &mut shown);
    Cow::Owned(shown)
}

/// Returns whether a reader may treat a text as HTML.
pub(super) fn has_markup(text: &str) -> bool {
    // A tag, an end tag or a comment (HTML Standard 13.2.5.6).
    let begins_tag =
        |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
    memchr_iter(b'<', text.as_bytes()).any(|at| text.get(at + 1..).is_some_and(begins_tag))
        || looks_like_html(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_if_html_would_be_something_else() {
        let same =
            ["", "a < b", "a <1> b", "AT&T", "R&D;", "a & b", "a <", "&", "<>", "a > b", "&#;", "&copy 2026"];
        let escaped = [
            ("<img src=x onerror=x()>", "&lt;img src=x onerror=x()&gt;"),
            ("<b", "&lt;b"),
            ("a</p", "a&lt;/p"),
            ("<!-- a", "&lt;!-- a"),
            ("<?php", "&lt;?php"),
            ("&lt;b>", "&amp;lt;b&gt;"),
            ("&copy; 2026", "&amp;copy; 2026"),
            ("&#60;script>", "&amp;#60;script&gt;"),
            ("a & b &amp; c", "a &amp; b &amp;amp; c"),
        ];
        let wrong: Vec<_> = same
            .into_iter()
            .map(|text| (text, text))
            .chain(escaped)
            .map(|(text, expected)| (text, shown_by_html(text), expected))
            .filter(|(_, found, expected)| found != expected)
            .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn characters_that_xml_lacks_are_replaced() {
        for (text, in_text, in_attribute) in [
            ("a<b>&\"'", "a&lt;b&gt;&amp;\"'", "a&lt;b&gt;&amp;&quot;'"),
            ("a\tb\nc\rd", "a\tb\nc&#13;d", "a&#9;b&#10;c&#13;d"),
            (
                "\0\u{1F}\u{FFFE}\u{FFFF}",
                "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
                "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            ),
            ("\u{FFFD}\u{F000}", "\u{FFFD}\u{F000}", "\u{FFFD}\u{F000}"),
        ] {
            let escaped = |is_attribute| {
                let mut xml = Vec::new();
                escape_xml(text, is_attribute, &mut xml);
                String::from_utf8(xml).expect("characters stay whole")
            };
            assert_eq!(
                (escaped(false).as_str(), escaped(true).as_str()),
                (in_text, in_attribute),
                "{text:?}"
            );
        }
    }
}

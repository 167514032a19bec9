//! The ends of the parts of markup that are not tags, by the HTML Standard's tokenizer.

use super::tag::{MarkupTag, Written};
use crate::html::characters::is_space;
use memchr::{memchr, memchr_iter, memmem};

/// Returns whether an element has neither content nor an end tag.
pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Returns whether the content of an element is text even if it looks like markup (HTML Standard 13.2.5.2 to .5).
pub(super) fn is_raw_text(name: &str) -> bool {
    matches!(
        name,
        "iframe" | "noembed" | "noframes" | "plaintext" | "script" | "style" | "textarea" | "title" | "xmp"
    )
}

/// The start of a CDATA section, which foreign content may have (HTML Standard 13.2.5.42).
#[cfg(feature = "sanitize")]
pub(super) const CDATA: &str = "<![CDATA[";

/// Returns the offset after the next `delimiter`, or the end of the text.
pub(super) fn end_of(markup: &str, at: usize, delimiter: &[u8]) -> usize {
    let rest = markup.as_bytes().get(at..).unwrap_or_default();
    memmem::find(rest, delimiter).map_or(markup.len(), |found| at + found + delimiter.len())
}

/// Reads the next complete tag at or after `at`. Returns its offset and the tag.
pub(super) fn next_tag<'a>(
    markup: &'a str,
    mut at: usize,
    attributes: &mut Written<'a>,
) -> Option<(usize, MarkupTag<'a>)> {
    while let Some(found) = markup.as_bytes().get(at..).and_then(|rest| memchr(b'<', rest)) {
        let start = at + found;
        if let Some(tag) = MarkupTag::read(markup, start, attributes) {
            return Some((start, tag));
        }
        at = end_of_non_tag(markup, start);
    }
    None
}

/// Returns where to continue after a `<` that does not start a complete tag (HTML Standard 13.2.5.6, .7, .41, .42).
pub(super) fn end_of_non_tag(markup: &str, start: usize) -> usize {
    let rest = markup.get(start..).unwrap_or_default();
    match rest.as_bytes() {
        [b'<', b'!', b'-', b'-', b'>', ..] => start + "<!-->".len(),
        [b'<', b'!', b'-', b'-', b'-', b'>', ..] => start + "<!--->".len(),
        [b'<', b'!', b'-', b'-', ..] => {
            let text = start + "<!--".len();
            let rest = markup.as_bytes().get(text..).unwrap_or_default();
            let ends =
                |&at: &usize| rest.get(..at).is_some_and(|s| s.ends_with(b"--") || s.ends_with(b"--!"));
            memchr_iter(b'>', rest).find(ends).map_or(markup.len(), |at| text + at + 1)
        }
        [b'<', b'/', b, ..] if b.is_ascii_alphabetic() => markup.len(),
        [b'<', b'!' | b'?' | b'/', ..] => end_of(markup, start, b">"),
        [b'<', b, ..] if b.is_ascii_alphabetic() => markup.len(),
        _ => start + 1,
    }
}

/// Returns the offset of the end tag that closes a raw text element, or the end of the text (HTML Standard 13.2.5.14).
pub(super) fn end_of_raw_text(markup: &str, at: usize, name: &str) -> usize {
    let bytes = markup.as_bytes();
    let rest = bytes.get(at..).unwrap_or_default();
    if name == "plaintext" {
        return markup.len();
    }
    memmem::find_iter(rest, b"</")
        .map(|found| at + found)
        .find(|&found| {
            let from = found + "</".len();
            let closes =
                bytes.get(from..from + name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()));
            closes && bytes.get(from + name.len()).is_none_or(|&b| is_space(b) || matches!(b, b'/' | b'>'))
        })
        .unwrap_or(markup.len())
}

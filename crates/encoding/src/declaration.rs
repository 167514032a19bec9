//! The encoding declaration of the XML declaration (XML 1.0 §4.3.3), read in the encoding family.

use std::borrow::Cow;

use super::family::EncodingFamily;
use super::label;

/// The number of characters that are searched.
const LIMIT: usize = 1024;

/// The start of a feed. A later declaration is part of quoted text.
const FEEDS: &[&[u8]] = &[b"<rss", b"<feed", b"<rdf:RDF", b"<channel", b"<![CDATA["];

/// The encoding declared by a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DeclaredEncoding {
    /// The label as written, trimmed.
    pub(super) label: Cow<'static, str>,
    /// The offset of the label, in characters.
    pub(super) at: usize,
}

/// Returns the label in the XML declaration at the start of `bytes`, which may follow white space or other text.
///
/// Pseudo-attributes may be in any order and any case, in single or double quotes, with white space around `=`.
pub(super) fn find(bytes: &[u8], family: EncodingFamily) -> Option<DeclaredEncoding> {
    if family == EncodingFamily::Ascii {
        return find_in_ascii(bytes.get(..LIMIT).unwrap_or(bytes));
    }
    let mut buffer = [0; LIMIT];
    let mut length = 0;
    for (slot, c) in buffer.iter_mut().zip(family.ascii(bytes)) {
        *slot = c;
        length += 1;
        // The characters after the declaration may be in any encoding of the family, so they must not be read
        // as ASCII.
        if c == b'>' {
            break;
        }
    }
    find_in_ascii(buffer.get(..length)?)
}

fn find_in_ascii(head: &[u8]) -> Option<DeclaredEncoding> {
    let start = head.iter().position(|c| !is_space(*c))?;
    let is_here = |at: usize| {
        let rest = head.get(at..).unwrap_or_default();
        let is_name = rest.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"<?xml"));
        is_name && rest.get(5).copied().is_some_and(is_space)
    };
    // Servers and scripts may have written text before the declaration, which is still used.
    let begins_feed =
        |at: &usize| FEEDS.iter().any(|feed| head.get(*at..).is_some_and(|tag| tag.starts_with(feed)));
    let mut tags = bozofeed_text::forward::memchr_iter(b'<', head).take_while(|at| !begins_feed(at));
    let start = if is_here(start) { start } else { tags.find(|at| is_here(*at))? };
    let end = bozofeed_text::forward::memchr(b'>', head.get(start..)?).map_or(head.len(), |end| start + end);
    pseudo_attribute(head.get(..end)?, start + 5, b"encoding")
}

/// Returns the non-empty value of a pseudo-attribute that starts at or after `at`.
fn pseudo_attribute(head: &[u8], mut at: usize, wanted: &[u8]) -> Option<DeclaredEncoding> {
    loop {
        let name_start = at + head.get(at..)?.iter().position(|c| !is_space(*c))?;
        let name_end = name_start + head.get(name_start..)?.iter().position(|&c| is_space(c) || c == b'=')?;
        let equals = name_end + head.get(name_end..)?.iter().position(|c| !is_space(*c))?;
        if head.get(equals) != Some(&b'=') {
            // A word that is not a pseudo-attribute.
            at = equals.max(name_start + 1);
            continue;
        }
        let value = equals + 1 + head.get(equals + 1..)?.iter().position(|c| !is_space(*c))?;
        let quote = *head.get(value)?;
        let (value_start, value_end) = if quote == b'"' || quote == b'\'' {
            let start = value + 1;
            (start, start + bozofeed_text::forward::memchr(quote, head.get(start..)?)?)
        } else {
            let rest = head.get(value..)?;
            (value, value + rest.iter().position(|&c| is_space(c) || c == b'?').unwrap_or(rest.len()))
        };
        if head.get(name_start..name_end)?.eq_ignore_ascii_case(wanted) {
            let label = String::from_utf8_lossy(head.get(value_start..value_end)?);
            let label = label.trim();
            return (!label.is_empty())
                .then(|| DeclaredEncoding { label: label::kept(label), at: value_start });
        }
        at = value_end + usize::from(quote == b'"' || quote == b'\'');
    }
}

pub(super) fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t' | b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_is_found_however_the_declaration_is_written() {
        for (text, label, at) in [
            ("<?xml version=\"1.0\" encoding=\"utf-8\"?>", "utf-8", 30),
            ("<?xml version='1.0' encoding='KOI8-R'?>", "KOI8-R", 30),
            ("<?xml encoding = \"a\" version=\"1.0\"?>", "a", 18),
            ("<?XML VERSION=\"1.0\" ENCODING=\"A\"?>", "A", 30),
            ("<?xml version=\"1.0\" standalone=\"yes\" encoding=\" a \"?>", "a", 47),
            ("<?xml version=\"1.0\" rubbish encoding=\"a\"?>", "a", 38),
            ("<?xml version=\"1.0\" encoding=a?>", "a", 29),
            ("<b>Warning</b>: x\n<?xml version='1.0' encoding='a'?>", "a", 48),
            ("\n <?xml\tversion=\"1.0\"\nencoding=\"a\"?>", "a", 32),
        ] {
            let found = find(text.as_bytes(), EncodingFamily::Ascii);
            assert_eq!(found, Some(DeclaredEncoding { label: label.into(), at }), "{text}");
        }
    }

    #[test]
    fn what_is_no_declaration_of_an_encoding_is_none() {
        for text in [
            "",
            "<?xml",
            "<?xml version=\"1.0\"?><a encoding=\"x\"/>",
            "<?xml version=\"1.0\" encoding=\"\"?>",
            "<?xml version=\"1.0\" encoding=\"x",
            "<?xml-stylesheet encoding=\"x\"?>",
            "<rss encoding=\"x\">",
            "<rss><title>&lt;![CDATA[</title><b><?xml version='1.0' encoding='x'?>",
            "<x><![CDATA[<?xml version='1.0' encoding='x'?>]]></x>",
        ] {
            assert_eq!(find(text.as_bytes(), EncodingFamily::Ascii), None, "{text}");
        }
    }

    #[test]
    fn the_declaration_is_read_in_its_family() {
        let text = "<?xml version=\"1.0\" encoding='x'?>";
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(find(&le, EncodingFamily::Utf16Le).map(|found| found.label).as_deref(), Some("x"));
        let ebcdic = b"\x4C\x6F\xA7\x94\x93\x40\x85\x95\x83\x96\x84\x89\x95\x87\x7E\xFC\x83\x97\xFC\x6F\x6E";
        assert_eq!(find(ebcdic, EncodingFamily::Ebcdic).map(|found| found.label).as_deref(), Some("cp"));
    }
}

//! HTML's `meta` elements: the prescan of HTML §13.2.3.2, limited to the needs of web pages with feeds and XHTML.

use super::declaration::DeclaredEncoding;
use super::{label, media_type};
use bozofeed_text::markup::{MarkupAttribute, Pieces};

/// The number of bytes that are searched.
// HTML §13.2.3.2: the prescan is over the first 1024 bytes.
const LIMIT: usize = 1024;

/// Root elements of feeds, where HTML is quoted text, and of feed lists.
const FEEDS: [&str; 5] = ["rss", "feed", "rdf:rdf", "channel", "opml"];

/// The maximum length of the tags that identify an HTML document.
const LONGEST: usize = "</channel>".len();

/// Returns the start of a document as text of the same length, with non-ASCII characters masked.
fn head(bytes: &[u8]) -> String {
    let head = bytes.get(..LIMIT).unwrap_or(bytes).iter();
    let hidden = head.map(|&b| if b.is_ascii() { b } else { 0x7F }).collect();
    // They are ASCII now. Collecting characters takes many times as long.
    String::from_utf8(hidden).unwrap_or_default()
}

/// Returns whether the bytes begin like an HTML document, optionally after an XML declaration, a comment or a DOCTYPE.
pub fn is_html(bytes: &[u8]) -> bool {
    const DOCTYPE: &[u8] = b"<!doctype html";
    let ends_name = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'/' | b'>');
    let head = bytes.get(..LIMIT).unwrap_or(bytes);
    let begins = bozofeed_text::forward::memchr_iter(b'<', head).find_map(|at| {
        let tag = head.get(at..)?;
        if let Some((declaration, after)) = tag.split_at_checked(DOCTYPE.len())
            && declaration.eq_ignore_ascii_case(DOCTYPE)
        {
            return after.first().is_none_or(ends_name).then_some(true);
        }
        // A longer name is none of those. A name ends at a space, `/` or `>`, so each `<` of `<b<b<b` would read the rest.
        let inside = tag.get("<".len()..tag.len().min(LONGEST))?;
        let name = inside.strip_prefix(b"/").unwrap_or(inside);
        let name = name.get(..name.iter().position(ends_name)?)?;
        let is_one_of =
            |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        if is_one_of(&["html", "head", "body"]) {
            return Some(true);
        }
        is_one_of(&FEEDS).then_some(false)
    });
    begins == Some(true)
}

/// Returns the encoding of the first `meta` element with one.
pub(super) fn find(bytes: &[u8]) -> Option<DeclaredEncoding> {
    let head = head(bytes);
    let mut pieces = Pieces::new(&head);
    while let Some(tag) = pieces.next_tag() {
        if !tag.is_end && tag.name.eq_ignore_ascii_case("meta") {
            let found = encoding_of(&head, &pieces.attributes);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Returns the encoding in attributes: `charset`, or `content` together with `http-equiv`.
fn encoding_of(head: &str, attributes: &[MarkupAttribute<'_>]) -> Option<DeclaredEncoding> {
    let (mut http_equiv, mut content) = (false, None);
    for attribute in attributes {
        let MarkupAttribute { name, value, .. } = attribute;
        let start = attribute.value_start(head);
        // `charset` takes precedence over `content`, whatever their order (HTML §13.2.3.2).
        if name.eq_ignore_ascii_case("charset") && !value.trim().is_empty() {
            return Some(DeclaredEncoding { label: label::kept(value.trim()), at: start });
        } else if name.eq_ignore_ascii_case("http-equiv") {
            http_equiv = value.trim().eq_ignore_ascii_case("content-type");
        } else if name.eq_ignore_ascii_case("content") {
            content = media_type::charsets(value).next().map(|label| {
                let within = value.find(label).unwrap_or_default();
                DeclaredEncoding { label: label::kept(label), at: start + within }
            });
        }
    }
    content.filter(|_| http_equiv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meta_elements_name_the_encoding() {
        for (text, label) in [
            ("<html><head><meta charset=koi8-r>", Some("koi8-r")),
            ("<META CHARSET = 'a' />", Some("a")),
            ("<meta name=x content=y><meta charset=\"a\"/>", Some("a")),
            ("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=a\">", Some("a")),
            ("<meta content='text/html;charset=a' http-equiv=content-type>", Some("a")),
            ("<meta content='text/html;charset=a'>", None),
            ("<!-- <meta charset=a> --><meta charset=b>", Some("b")),
            ("<metadata charset=a>", None),
            ("<meta charset=>", None),
            ("<meta charset", None),
            ("", None),
        ] {
            assert_eq!(find(text.as_bytes()).map(|found| found.label).as_deref(), label, "{text}");
        }
    }

    #[test]
    fn html_is_told_from_feeds() {
        for (text, html) in [
            ("<!DOCTYPE html><title>", true),
            ("<?xml version='1.0'?>\n<html xmlns='x'>", true),
            ("<rss><channel>", false),
            ("<htmlish>", false),
            ("<BODY>", true),
            ("<opml><head></head><body>", false),
            ("<rss><channel><description><![CDATA[<html><head><meta charset=a>", false),
            ("<b>Warning</b><html>", true),
            ("<b<b<html>", true),
            ("<b></html>", true),
            ("</channel><html>", false),
            ("</channels><html>", true),
            ("<html", false),
        ] {
            assert_eq!(is_html(text.as_bytes()), html, "{text}");
        }
    }
}

//! HTML's `meta` elements: the prescan of HTML §13.2.3.2, as far as web pages with feeds and XHTML need it.

use super::declaration::{DeclaredEncoding, is_space};
use super::{label, media_type};

/// The number of bytes that are searched.
const LIMIT: usize = 1024;

/// Elements of feeds, in which HTML is quoted text.
const FEEDS: [&[u8]; 4] = [b"rss", b"feed", b"rdf:rdf", b"channel"];

/// Returns whether the bytes begin like an HTML document, perhaps after an XML declaration, a comment or a DOCTYPE.
pub(super) fn is_html(bytes: &[u8]) -> bool {
    let head = bytes.get(..LIMIT).unwrap_or(bytes);
    let begins = memchr::memchr_iter(b'<', head).find_map(|at| {
        let name = head.get(at + 1..)?;
        match name.first()? {
            b'h' | b'H' => {
                (starts_with_name(name, b"html") || starts_with_name(name, b"head")).then_some(true)
            }
            b'!' => starts_with_name(name, b"!doctype html").then_some(true),
            _ => FEEDS.iter().any(|feed| starts_with_name(name, feed)).then_some(false),
        }
    });
    begins == Some(true)
}

/// Returns the encoding of the first `meta` element that names one.
pub(super) fn find(bytes: &[u8]) -> Option<DeclaredEncoding> {
    let head = bytes.get(..LIMIT).unwrap_or(bytes);
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'<', head.get(at..)?) {
        let name = at + open + 1;
        let rest = head.get(name..)?;
        if rest.starts_with(b"!--") {
            at = name + memchr::memmem::find(rest, b"-->")?;
        } else if starts_with_name(rest, b"meta") {
            let end = memchr::memchr(b'>', rest)?;
            if let Some(found) = encoding_of(head, name + 4, name + end) {
                return Some(found);
            }
            at = name + end;
        } else {
            at = name;
        }
    }
    None
}

fn starts_with_name(text: &[u8], name: &[u8]) -> bool {
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && text.get(name.len()).is_none_or(|&c| is_space(c) || c == b'/' || c == b'>')
}

/// Returns the encoding that the attributes between `at` and `end` name: `charset`, or `content` together with `http-equiv`.
fn encoding_of(head: &[u8], at: usize, end: usize) -> Option<DeclaredEncoding> {
    let (mut http_equiv, mut content) = (false, None);
    let mut attributes = MetaAttributes { head: head.get(..end)?, at };
    while let Some((name, start, value)) = attributes.next() {
        let text = std::str::from_utf8(value).unwrap_or_default();
        if name.eq_ignore_ascii_case(b"charset") && !text.trim().is_empty() {
            return Some(DeclaredEncoding { label: label::kept(text.trim()), at: start });
        } else if name.eq_ignore_ascii_case(b"http-equiv") {
            http_equiv = text.trim().eq_ignore_ascii_case("content-type");
        } else if name.eq_ignore_ascii_case(b"content") {
            content = media_type::charsets(text).next().map(|label| {
                let within = memchr::memmem::find(value, label.as_bytes()).unwrap_or_default();
                DeclaredEncoding { label: label::kept(label), at: start + within }
            });
        }
    }
    content.filter(|_| http_equiv)
}

/// An iterator over the attributes of a tag: name, offset of the value, value.
struct MetaAttributes<'a> {
    head: &'a [u8],
    at: usize,
}

impl<'a> MetaAttributes<'a> {
    fn next(&mut self) -> Option<(&'a [u8], usize, &'a [u8])> {
        let head = self.head;
        let skip =
            |from: usize| Some(from + head.get(from..)?.iter().position(|&c| !is_space(c) && c != b'/')?);
        let name_start = skip(self.at)?;
        let rest = head.get(name_start..)?;
        let name_end = name_start + rest.iter().position(|&c| is_space(c) || c == b'=').unwrap_or(rest.len());
        let name = head.get(name_start..name_end)?;
        self.at = name_end.max(name_start + 1);
        let Some(equals) = skip(name_end).filter(|&at| head.get(at) == Some(&b'=')) else {
            return Some((name, name_end, &[]));
        };
        let Some(value) = skip(equals + 1) else {
            self.at = head.len();
            return Some((name, head.len(), &[]));
        };
        let quote = head.get(value).copied().filter(|quote| matches!(quote, b'"' | b'\''));
        let start = value + usize::from(quote.is_some());
        let rest = head.get(start..)?;
        let length = match quote {
            Some(quote) => memchr::memchr(quote, rest),
            None => rest.iter().position(|&c| is_space(c)),
        };
        let end = start + length.unwrap_or(rest.len());
        self.at = end + 1;
        Some((name, start, head.get(start..end)?))
    }
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
            ("<rss><channel><description><![CDATA[<html><head><meta charset=a>", false),
            ("<b>Warning</b><html>", true),
        ] {
            assert_eq!(is_html(text.as_bytes()), html, "{text}");
        }
    }
}

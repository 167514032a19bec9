//! The tags of an HTML page, one after the other, as a browser's tokenizer finds them (HTML Standard 13.2.5).

use std::borrow::Cow;

use memchr::{memchr, memmem};

use crate::html::references::decode;
use crate::markup::{MarkupTag, Written};

/// A tag of a page.
#[derive(Debug)]
pub(crate) struct PageTag<'a> {
    /// The name, in any case.
    pub(crate) name: &'a str,
    /// Whether it is an end tag.
    pub(crate) is_end: bool,
    /// The offset of its `<`.
    pub(crate) start: usize,
    /// The offset after its `>`.
    pub(crate) end: usize,
    attributes: Written<'a>,
}

impl<'a> PageTag<'a> {
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the value of an attribute with its character references resolved. Of duplicates the first counts.
    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let found = self.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
        Some(decode(found.value, true))
    }
}

/// Iterates over the tags of a page. Comments, declarations and the content of scripts and the like contain no tags.
///
/// Every byte is looked at a bounded number of times: a construct without an end is the end of the page.
#[derive(Debug)]
pub(crate) struct PageTags<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> PageTags<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the offset after what ends with `end`, looked for from `from` on.
    fn after(&self, from: usize, end: &str) -> Option<usize> {
        let rest = self.text.as_bytes().get(from..)?;
        memmem::find(rest, end.as_bytes()).map(|found| from + found + end.len())
    }

    /// Returns the offset of the end tag of an element without markup in it.
    fn raw_text_end(&self, from: usize, name: &str) -> Option<usize> {
        let bytes = self.text.as_bytes().get(from..)?;
        let is_end = |at: &usize| {
            let after = bytes.get(at + 2..).unwrap_or_default();
            after.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
                && after.get(name.len()).is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'))
        };
        memmem::find_iter(bytes, b"</").find(is_end).map(|at| from + at)
    }

    fn skip_to(&mut self, at: Option<usize>) {
        self.at = at.unwrap_or(self.text.len());
    }
}

impl<'a> Iterator for PageTags<'a> {
    type Item = PageTag<'a>;

    fn next(&mut self) -> Option<PageTag<'a>> {
        loop {
            let bytes = self.text.as_bytes();
            let start = self.at + memchr(b'<', bytes.get(self.at..)?)?;
            match bytes.get(start + 1..)? {
                // `<!-->` is a comment, too.
                [b'!', b'-', b'-', ..] => self.skip_to(self.after(start + 2, "-->")),
                [b'/', b'a'..=b'z' | b'A'..=b'Z', ..] | [b'a'..=b'z' | b'A'..=b'Z', ..] => {
                    let mut attributes = Written::new();
                    let Some(tag) = MarkupTag::read(self.text, start, &mut attributes) else {
                        // The page ends within the tag, which is dropped (13.2.5.8).
                        self.skip_to(None);
                        return None;
                    };
                    self.at = tag.end;
                    if !tag.is_end && has_raw_text(tag.name) {
                        self.skip_to(self.raw_text_end(tag.end, tag.name));
                    }
                    let MarkupTag { name, is_end, end, .. } = tag;
                    return Some(PageTag { name, is_end, start, end, attributes });
                }
                [b'!' | b'?' | b'/', ..] => self.skip_to(self.after(start, ">")),
                _ => self.at = start + 1,
            }
        }
    }
}

/// Elements whose content is text up to their end tag (HTML Standard 13.2.6), where scripts do not run.
fn has_raw_text(name: &str) -> bool {
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"]
        .iter()
        .any(|raw| name.eq_ignore_ascii_case(raw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_where_a_browser_finds_them() {
        for (page, expected) in [
            ("<p>a</p>", "p /p"),
            ("a<b c=d>", "b"),
            ("<!-- <a> --><b>", "b"),
            ("<!--><a>--><b>", "a b"),
            ("<!-- <a>", ""),
            ("<!doctype html '<a>'><b>", "b"),
            ("<?php <a> ?><b>", "b"),
            ("<script>'<a>'</script><b>", "script /script b"),
            ("<SCRIPT>'</scripts><a>'</Script ><b>", "SCRIPT /Script b"),
            ("<script><a>", "script"),
            ("<title><a></title><b>", "title /title b"),
            ("<a title='<b>'>", "a"),
            ("<a <b>", "a"),
            ("<a href='x><b>", "a b"),
            ("<a href='x", ""),
            ("1 < 2 <a>", "a"),
            ("</ a><b>", "b"),
            ("<", ""),
            ("<a", ""),
        ] {
            let name = |tag: PageTag<'_>| format!("{}{}", if tag.is_end { "/" } else { "" }, tag.name);
            let found: Vec<_> = PageTags::new(page).map(name).collect();
            assert_eq!(found.join(" "), expected, "{page}");
        }
    }

    #[test]
    fn attributes_are_decoded() {
        let page = "<LINK href=/a?b&amp;c=1&copy=2 TITLE='Tides &amp; winds' title=two empty>";
        let tag = PageTags::new(page).next().unwrap();
        assert_eq!(tag.attribute("href").as_deref(), Some("/a?b&c=1&copy=2"));
        assert_eq!(tag.attribute("title").as_deref(), Some("Tides & winds"));
        assert_eq!(tag.attribute("empty").as_deref(), Some(""));
        assert_eq!(tag.attribute("rel"), None);
    }
}

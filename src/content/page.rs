//! The tags of an HTML page.

use std::borrow::Cow;

use crate::html::references::decode;
use crate::markup::{MarkupTag, Pieces, WrittenAttributes};

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
    attributes: WrittenAttributes<'a>,
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

    /// Iterates over the names and values of the attributes, as written.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.attributes.iter().map(|attribute| (attribute.name, attribute.value))
    }
}

/// Iterates over the tags of a page. Comments, declarations and the content of scripts and the like contain no tags.
#[derive(Debug)]
pub(crate) struct PageTags<'a>(Pieces<'a>);

impl<'a> PageTags<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self(Pieces::new(text))
    }
}

impl<'a> Iterator for PageTags<'a> {
    type Item = PageTag<'a>;

    fn next(&mut self) -> Option<PageTag<'a>> {
        let MarkupTag { name, is_end, end, .. } = self.0.next_tag()?;
        let attributes = std::mem::take(&mut self.0.attributes);
        Some(PageTag { name, is_end, start: self.0.start, end, attributes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! The tags of an HTML page.

use std::borrow::Cow;

use crate::WebLink;
use bozofeed_text::html::references::decode;
use bozofeed_text::markup::{MarkupTag, Pieces, WrittenAttributes};
use bozofeed_text::media_type::normalized;

/// A tag of a page.
#[derive(Debug)]
#[non_exhaustive]
pub struct PageTag<'a> {
    /// The name, as written.
    pub name: &'a str,
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The offset of its `<`.
    pub start: usize,
    /// The offset after its `>`.
    pub end: usize,
    attributes: WrittenAttributes<'a>,
}

impl<'a> PageTag<'a> {
    /// Returns whether the element has this name. Case does not matter.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the value of an attribute with its character references resolved. Of duplicates the first counts.
    pub fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let found = self.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
        Some(decode(found.value, true))
    }

    /// Iterates over the names and values of the attributes, as written.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.attributes.iter().map(|attribute| (attribute.name, attribute.value))
    }

    /// Returns the link that the start tag of a `link`, `a` or `area` element makes. Its target is as written.
    pub fn link(&self) -> Option<WebLink> {
        let is_link = !self.is_end && ["link", "a", "area"].iter().any(|name| self.is(name));
        let get = |name: &str| {
            let value = self.attribute(name).filter(|_| is_link)?;
            Some(value.trim().to_owned())
        };
        Some(WebLink {
            href: get("href").filter(|href| !href.is_empty())?,
            rel: get("rel").unwrap_or_default(),
            media_type: get("type")
                .filter(|text| !text.is_empty())
                .map(|text| normalized(&text).into_owned()),
            title: get("title").filter(|title| !title.is_empty()),
            hreflang: get("hreflang"),
            media: get("media"),
            anchor: None,
        })
    }
}

/// Iterates over the tags of a page. Comments, declarations and the content of scripts and the like contain no tags.
#[derive(Debug)]
pub struct PageTags<'a>(Pieces<'a>);

impl<'a> PageTags<'a> {
    /// Returns the tags of a page.
    pub fn new(text: &'a str) -> Self {
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

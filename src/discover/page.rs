//! Collects the elements of an HTML page that matter for discovery. Only this file of the module decodes and scans.

use std::borrow::Cow;

use url::Url;

use crate::Headers;
use crate::content::{PageTag, PageTags};
use crate::encoding::{self, EncodingPolicy};

/// How many links, anchors and resources of a page are kept.
const MOST: usize = 10_000;

/// Nothing is resolved against a longer base URL.
const LONGEST_BASE: usize = 8000;

/// How many bytes a base adds to the URLs of a page. Beyond it, only absolute URLs are found.
const MOST_RESOLVED: usize = 4 << 20;

/// The elements of a page that matter for discovery.
#[derive(Debug, Default)]
pub(super) struct PageElements {
    /// `link` elements, and `a` elements with a type, in order.
    pub(super) links: Vec<PageLink>,
    /// `a` elements, in order.
    pub(super) anchors: Vec<Anchor>,
    /// The names and contents of `meta` elements.
    pub(super) metas: Vec<(String, String)>,
    /// The URLs of scripts, images and `link`s, resolved.
    pub(super) resources: Vec<String>,
}

/// A `link` element, or an `a` element with a type.
#[derive(Debug, Clone)]
pub(super) struct PageLink {
    /// The target, resolved.
    pub(super) href: String,
    pub(super) rel: String,
    pub(super) media_type: Option<String>,
    pub(super) title: Option<String>,
}

/// An `a` element.
#[derive(Debug)]
pub(super) struct Anchor {
    /// The target, resolved.
    pub(super) href: String,
    pub(super) text: String,
}

impl PageElements {
    pub(super) fn read(html: &[u8], headers: &Headers, base: &str) -> Self {
        let decoded = encoding::decode(html, &as_page(headers), &EncodingPolicy::ENCODING_STANDARD);
        let mut page = Self::default();
        let mut document_base = None;
        // An anchor whose text is still to come.
        let mut open: Option<(String, usize)> = None;
        for tag in PageTags::new(&decoded.text) {
            if tag.is("a") || tag.is("area") {
                if let Some((href, from)) = open.take() {
                    page.add_anchor(href, decoded.text.get(from..tag.start).unwrap_or_default());
                }
                if let Some(href) = tag.attribute("href").filter(|_| !tag.is_end) {
                    if tag.attribute("type").is_some() {
                        page.add_link(&tag);
                    }
                    open = Some((href.trim().to_owned(), tag.end));
                }
            } else if tag.is_end {
            } else if tag.is("link") {
                page.add_link(&tag);
            } else if tag.is("base") {
                // The first one with `href` counts (HTML Standard 4.2.3).
                document_base =
                    document_base.or_else(|| tag.attribute("href").map(|href| href.trim().to_owned()));
            } else if tag.is("meta") {
                page.add_meta(&tag);
            } else if let Some(src) = tag.attribute("src") {
                push(&mut page.resources, src.trim().to_owned());
            }
        }
        if let Some((href, from)) = open {
            page.add_anchor(href, decoded.text.get(from..).unwrap_or_default());
        }
        let base = document_base.and_then(|href| web_base(base, &href)).unwrap_or_else(|| base.to_owned());
        page.resolve(&base);
        page
    }

    fn add_link(&mut self, tag: &PageTag<'_>) {
        let get = |name: &str| tag.attribute(name).map(|value| value.trim().to_owned());
        let Some(href) = get("href").filter(|href| !href.is_empty()) else { return };
        let rel = get("rel").unwrap_or_default();
        let title = get("title").filter(|title| !title.is_empty());
        push(&mut self.links, PageLink { href, rel, media_type: get("type"), title });
    }

    fn add_anchor(&mut self, href: String, markup: &str) {
        /// The text of an anchor that never ends is not its title.
        const LONGEST: usize = 2000;
        let end = (0..=LONGEST.min(markup.len())).rfind(|end| markup.is_char_boundary(*end));
        let text = end
            .and_then(|end| markup.get(..end))
            .map(crate::html::plain_text::plain_text)
            .unwrap_or_default();
        push(&mut self.anchors, Anchor { href, text: text.into_owned() });
    }

    fn add_meta(&mut self, tag: &PageTag<'_>) {
        let name = ["name", "property", "itemprop"].iter().find_map(|name| tag.attribute(name));
        if let (Some(name), Some(content)) = (name, tag.attribute("content")) {
            push(&mut self.metas, (name.trim().to_ascii_lowercase(), content.trim().to_owned()));
        }
    }

    fn resolve(&mut self, base: &str) {
        let links = self.links.iter_mut().map(|link| &mut link.href);
        let anchors = self.anchors.iter_mut().map(|anchor| &mut anchor.href);
        let base = Url::parse(base).ok().filter(|base| base.as_str().len() <= LONGEST_BASE);
        // Each URL that is resolved against a base is as long as that (RFC 9110 §4.1).
        let length = base.as_ref().map_or(0, |base| base.as_str().len());
        let mut left = MOST_RESOLVED;
        for href in links.chain(anchors).chain(&mut self.resources) {
            left = left.saturating_sub(length);
            let resolved = match &base {
                Some(base) if left > 0 => base.join(href),
                Some(_) | None => Url::parse(href),
            };
            if let Ok(mut resolved) = resolved {
                // A fragment does not make another feed.
                resolved.set_fragment(None);
                *href = resolved.into();
            }
        }
    }

    /// Returns the content of a `meta` element.
    pub(super) fn meta(&self, name: &str) -> Option<&str> {
        self.metas.iter().find(|(known, _)| known == name).map(|(_, content)| content.as_str())
    }
}

/// Returns the headers of a page: a document without a media type is HTML.
fn as_page(headers: &Headers) -> Cow<'_, Headers> {
    if headers.content_type().is_some() {
        return Cow::Borrowed(headers);
    }
    let mut headers = headers.clone();
    headers.insert("content-type", "text/html");
    Cow::Owned(headers)
}

/// Returns the base URL that a `base` element gives, unless it is one that the HTML Standard forbids (4.2.3).
fn web_base(document: &str, href: &str) -> Option<String> {
    let base = match Url::parse(document) {
        Ok(document) => document.join(href).ok()?,
        Err(_) => Url::parse(href).ok()?,
    };
    matches!(base.scheme(), "http" | "https").then(|| base.into())
}

fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MOST {
        list.push(item);
    }
}

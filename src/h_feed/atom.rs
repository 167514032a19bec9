//! Items as Atom elements.

use std::borrow::Cow;

use super::classes::Property;
use super::item_values::{ItemAuthor, ItemValues, Prose};
use crate::xml::Nodes;

/// The data of a page outside of its items.
#[derive(Debug, Default)]
pub(super) struct PageHead<'a> {
    /// The content of the first `title`.
    pub(super) title: Option<String>,
    /// The URL of the page.
    pub(super) url: Option<&'a str>,
    /// The URL of the first `link` to the canonical page.
    pub(super) canonical: Option<Cow<'a, str>>,
    /// The URL of the first `base` with one.
    pub(super) base: Option<String>,
    pub(super) language: Option<String>,
}

/// Returns a feed with its entries.
pub(super) fn feed(feed: &ItemValues<'_>, page: &PageHead<'_>, entries: Nodes) -> Nodes {
    let PageHead { title, url, canonical, base, language } = page;
    let mut nodes = Nodes::of(0);
    nodes.begin("feed", feed.offset);
    nodes.attribute("xmlns", "http://www.w3.org/2005/Atom");
    nodes.attribute("xmlns:media", "http://search.yahoo.com/mrss/");
    nodes.attribute("xmlns:thr", "http://purl.org/syndication/thread/1.0");
    if let Some(base) = base {
        nodes.attribute("xml:base", base);
    }
    if let Some(language) = feed.language.as_ref().or(language.as_ref()) {
        nodes.attribute("xml:lang", language);
    }
    // The URL of the document has no query, so the address in the page itself takes precedence.
    let page = canonical.as_deref().or(*url);
    add_common(feed, feed.name.as_deref().or(title.as_deref()), page, &mut nodes);
    if let Some(summary) = &feed.summary {
        add_prose("subtitle", summary, feed.offset, &mut nodes);
    }
    // `u-photo` is the picture of an h-feed; `u-featured` is a property of entries that some feeds also have.
    if let Some(photo) = feed.url(Property::Photo).or(feed.url(Property::Featured)) {
        nodes.element("logo", feed.offset, &[], photo);
    }
    let mut nodes = entries.within(nodes);
    nodes.end();
    nodes
}

/// Adds an entry.
pub(super) fn add_entry(entry: &ItemValues<'_>, nodes: &mut Nodes) {
    let offset = entry.offset;
    nodes.begin("entry", offset);
    if let Some(language) = &entry.language {
        nodes.attribute("xml:lang", language);
    }
    add_common(entry, entry.name.as_deref(), None, nodes);
    if let Some(published) = &entry.published {
        nodes.element("published", offset, &[], published);
    }
    if let Some(summary) = &entry.summary {
        add_prose("summary", summary, offset, nodes);
    }
    if let Some(content) = &entry.content {
        add_prose("content", content, offset, nodes);
    }
    for (property, url) in &entry.urls {
        match property {
            Property::Photo => {
                nodes.element("media:content", offset, &[("url", url), ("medium", "image")], "");
            }
            Property::Featured => nodes.element("media:thumbnail", offset, &[("url", url)], ""),
            Property::Audio => {
                nodes.element("media:content", offset, &[("url", url), ("medium", "audio")], "");
            }
            Property::Video => {
                nodes.element("media:content", offset, &[("url", url), ("medium", "video")], "");
            }
            Property::InReplyTo => {
                nodes.element("thr:in-reply-to", offset, &[("ref", url), ("href", url)], "");
            }
            Property::About => nodes.element("link", offset, &[("rel", "related"), ("href", url)], ""),
            Property::Syndication => {
                nodes.element("link", offset, &[("rel", "syndication"), ("href", url)], "");
            }
            _ => {}
        }
    }
    nodes.end();
}

/// Adds the elements common to feeds and entries. `page` is the URL for an item without one.
fn add_common(values: &ItemValues<'_>, title: Option<&str>, page: Option<&str>, nodes: &mut Nodes) {
    let offset = values.offset;
    if let Some(id) = values.uid.as_ref().filter(|id| !id.is_empty()) {
        nodes.element("id", offset, &[], id);
    }
    if let Some(title) = title {
        nodes.element("title", offset, &[], title);
    }
    if let Some(url) = values.url(Property::Url).map(|url| &**url).or(page) {
        nodes.element("link", offset, &[("href", url)], "");
    }
    if let Some(updated) = &values.updated {
        nodes.element("updated", offset, &[], updated);
    }
    for ItemAuthor { name, url, email } in &values.authors {
        nodes.begin("author", offset);
        let parts = [("name", name), ("uri", url), ("email", email)];
        for (part, text) in parts.into_iter().filter_map(|(part, text)| Some((part, text.as_ref()?))) {
            nodes.element(part, offset, &[], text);
        }
        nodes.end();
    }
    for category in &values.categories {
        nodes.element("category", offset, &[("term", category)], "");
    }
}

fn add_prose(name: &str, prose: &Prose<'_>, offset: usize, nodes: &mut Nodes) {
    match prose {
        Prose::Text(text) => nodes.element(name, offset, &[("type", "text")], text),
        Prose::Markup(markup) => nodes.element(name, offset, &[("type", "html")], markup),
    }
}

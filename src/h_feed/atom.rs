//! Items as elements of Atom.

use super::classes::Property;
use super::items::{ItemAuthor, ItemValues, Page, Prose};
use crate::interpret::WrittenXml;

impl Page<'_> {
    /// Returns the page as a document.
    pub(super) fn into_atom(self) -> WrittenXml {
        let Self { mut entries, feed, title, url, base, language, .. } = self;
        let feed = feed.unwrap_or_default();
        let mut head = WrittenXml::default();
        head.open_tag("feed", feed.offset);
        head.attribute("xmlns", "http://www.w3.org/2005/Atom");
        head.attribute("xmlns:media", "http://search.yahoo.com/mrss/");
        head.attribute("xmlns:thr", "http://purl.org/syndication/thread/1.0");
        if let Some(base) = base {
            head.attribute("xml:base", &base);
        }
        if let Some(language) = feed.language.as_ref().or(language.as_ref()) {
            head.attribute("xml:lang", language);
        }
        head.close_tag("");
        write_common(&feed, feed.name.as_deref().or(title.as_deref()), url, &mut head);
        if let Some(summary) = &feed.summary {
            write_prose("subtitle", summary, feed.offset, &mut head);
        }
        if let Some(photo) = feed.url(Property::Photo).or(feed.url(Property::Featured)) {
            head.element("logo", feed.offset, &[], photo);
        }
        entries.prepend(&head.text);
        entries.end("feed");
        entries
    }
}

/// Writes an entry.
pub(super) fn write_entry(entry: &ItemValues<'_>, xml: &mut WrittenXml) {
    let offset = entry.offset;
    xml.open_tag("entry", offset);
    if let Some(language) = &entry.language {
        xml.attribute("xml:lang", language);
    }
    xml.close_tag("");
    write_common(entry, entry.name.as_deref(), None, xml);
    if let Some(published) = &entry.published {
        xml.element("published", offset, &[], published);
    }
    if let Some(summary) = &entry.summary {
        write_prose("summary", summary, offset, xml);
    }
    if let Some(content) = &entry.content {
        write_prose("content", content, offset, xml);
    }
    for (property, url) in &entry.urls {
        match property {
            Property::Photo => xml.element("media:content", offset, &[("url", url), ("medium", "image")], ""),
            Property::Featured => xml.element("media:thumbnail", offset, &[("url", url)], ""),
            Property::Audio => xml.element("media:content", offset, &[("url", url), ("medium", "audio")], ""),
            Property::Video => xml.element("media:content", offset, &[("url", url), ("medium", "video")], ""),
            Property::InReplyTo => {
                xml.element("thr:in-reply-to", offset, &[("ref", url), ("href", url)], "");
            }
            Property::About => xml.element("link", offset, &[("rel", "related"), ("href", url)], ""),
            Property::Syndication => {
                xml.element("link", offset, &[("rel", "syndication"), ("href", url)], "");
            }
            _ => {}
        }
    }
    xml.end("entry");
}

/// Writes what feeds and entries have. `page` is the URL of those that do not have their own.
fn write_common(values: &ItemValues<'_>, title: Option<&str>, page: Option<&str>, xml: &mut WrittenXml) {
    let offset = values.offset;
    if let Some(id) = values.uid.as_ref().filter(|id| !id.is_empty()) {
        xml.element("id", offset, &[], id);
    }
    if let Some(title) = title {
        xml.element("title", offset, &[], title);
    }
    if let Some(url) = values.url(Property::Url).map(|url| &**url).or(page) {
        xml.element("link", offset, &[("href", url)], "");
    }
    if let Some(updated) = &values.updated {
        xml.element("updated", offset, &[], updated);
    }
    for ItemAuthor { name, url, email } in &values.authors {
        xml.open_tag("author", offset);
        xml.close_tag("");
        let parts = [("name", name), ("uri", url), ("email", email)];
        for (part, text) in parts.into_iter().filter_map(|(part, text)| Some((part, text.as_ref()?))) {
            xml.element(part, offset, &[], text);
        }
        xml.end("author");
    }
    for category in &values.categories {
        xml.element("category", offset, &[("term", category)], "");
    }
}

fn write_prose(name: &str, prose: &Prose<'_>, offset: usize, xml: &mut WrittenXml) {
    match prose {
        Prose::Text(text) => xml.element(name, offset, &[("type", "text")], text),
        Prose::Markup(markup) => xml.element(name, offset, &[("type", "html")], markup),
    }
}

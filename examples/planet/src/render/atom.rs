//! The site's own feed (RFC 4287).

use std::collections::HashMap;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use sha2::{Digest as _, Sha256};

use super::iri::id_of;
use super::{Content, Shown, Site, pictures};
use crate::Error;
use crate::db::Feed;

const ATOM: &str = "http://www.w3.org/2005/Atom";

/// Returns the document.
pub(super) fn feed(site: &Site<'_>, content: &Content) -> Result<Vec<u8>, Error> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    write(&mut xml, site, content).map_err(|source| Error::File { path: "atom.xml".to_owned(), source })?;
    let mut bytes = xml.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn write<W: Write>(xml: &mut Writer<W>, site: &Site<'_>, content: &Content) -> io::Result<()> {
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let feeds = content.by_id();
    xml.create_element("feed").with_attribute(("xmlns", ATOM)).write_inner_content(|xml| {
        text(xml, "id", &site_id(site))?;
        text(xml, "title", site.title)?;
        text(xml, "updated", content.changed_at())?;
        xml.create_element("generator")
            .with_attribute(("version", env!("CARGO_PKG_VERSION")))
            .write_text_content(BytesText::new("planet"))?;
        if let Some(url) = site.url {
            link(xml, &[("rel", "alternate"), ("type", "text/html"), ("href", url)])?;
            let own = url::Url::parse(url).and_then(|url| url.join("atom.xml"));
            if let Ok(own) = own {
                link(xml, &[("rel", "self"), ("type", "application/atom+xml"), ("href", own.as_str())])?;
            }
        }
        for shown in &content.entries {
            write_entry(xml, shown, &feeds)?;
        }
        Ok(())
    })?;
    Ok(())
}

fn write_entry<W: Write>(xml: &mut Writer<W>, shown: &Shown, feeds: &HashMap<i64, &Feed>) -> io::Result<()> {
    let entry = &shown.entry;
    let Some(feed) = feeds.get(&entry.feed_id) else { return Ok(()) };
    // A date in the future counts as the moment at which it was seen.
    let known = |time: &Option<String>| {
        let time = time.as_deref().filter(|time| is_date(time))?;
        Some(if time > entry.changed_at.as_str() { entry.changed_at.clone() } else { time.to_owned() })
    };
    let published = known(&entry.published_at);
    let updated = known(&entry.updated_at).or_else(|| published.clone());
    xml.create_element("entry").write_inner_content(|xml| {
        text(xml, "id", &id_of(entry, shown.owns_identity))?;
        text(xml, "title", entry.title.as_deref().unwrap_or("(no title)"))?;
        text(xml, "updated", updated.as_deref().unwrap_or(&entry.sorted_at))?;
        if let Some(published) = &published {
            text(xml, "published", published)?;
        }
        xml.create_element("author")
            .write_inner_content(|xml| text(xml, "name", entry.author.as_deref().unwrap_or(feed.name())))?;
        if let Some(href) = &entry.link {
            link(xml, &[("rel", "alternate"), ("href", href)])?;
        }
        for enclosure in &entry.enclosures {
            let length = enclosure.length.map(|length| length.to_string());
            let mut attributes = vec![("rel", "enclosure"), ("href", enclosure.url.as_str())];
            attributes.extend(
                enclosure.media_type.as_deref().filter(|name| is_media_type(name)).map(|name| ("type", name)),
            );
            attributes.extend(length.as_deref().map(|length| ("length", length)));
            link(xml, &attributes)?;
        }
        xml.create_element("source").write_inner_content(|xml| {
            text(xml, "id", &feed.url)?;
            text(xml, "title", feed.name())?;
            text(xml, "updated", &entry.changed_at)?;
            link(xml, &[("rel", "self"), ("href", &feed.url)])?;
            if let Some(site) = &feed.site {
                link(xml, &[("rel", "alternate"), ("href", site)])?;
            }
            Ok(())
        })?;
        // Removing a character comes before sanitizing, since it can complete what has to be removed.
        let html = pictures::clean(&xml_chars(&entry.html), "user-content-");
        xml.create_element("content")
            .with_attribute(("type", "html"))
            .write_text_content(BytesText::new(&html))?;
        Ok(())
    })?;
    Ok(())
}

fn text<W: Write>(xml: &mut Writer<W>, name: &str, text: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(&xml_chars(text))).map(|_| ())
}

fn link<W: Write>(xml: &mut Writer<W>, attributes: &[(&str, &str)]) -> io::Result<()> {
    let attributes: Vec<(&str, String)> =
        attributes.iter().map(|(name, value)| (*name, xml_chars(value))).collect();
    let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
    xml.create_element("link").with_attributes(attributes).write_empty().map(|_| ())
}

/// Returns a text without the characters that XML does not have (XML 1.0 §2.2).
fn xml_chars(text: &str) -> String {
    let is_char = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
    text.chars().filter(is_char).collect()
}

/// Returns whether a time is one of RFC 3339, whose years have four digits.
fn is_date(time: &str) -> bool {
    time.bytes().take(4).all(|b| b.is_ascii_digit())
}

/// Returns whether a text has the form of a media type (RFC 4287 §4.2.7.3).
fn is_media_type(text: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b))
    };
    text.split_once('/').is_some_and(|(kind, name)| is_name(kind) && is_name(name))
}

/// Returns the identifier of the feed: its address, else a UUID that depends on the title alone (RFC 9562 §5.8).
fn site_id(site: &Site<'_>) -> String {
    if let Some(url) = site.url {
        return url.to_owned();
    }
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(Sha256::digest(site.title.as_bytes())).for_each(|(byte, digest)| *byte = digest);
    let value = u128::from_be_bytes(bytes);
    let value = value & !(0xF << 76) & !(0x3 << 62) | 0x8 << 76 | 0x2 << 62;
    let hex = format!("{value:032x}");
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    format!("urn:uuid:{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
}

//! The site's own feed, in each format.

use std::borrow::Cow;
use std::collections::HashMap;

use bozofeed::Timestamp;
use bozofeed::content::Sanitize;
use bozofeed::model::{self, Generator, Link, Person, Text, Typed};
use bozofeed::write::{Target, Writer};
use sha2::{Digest as _, Sha256};

use super::iri::id_of;
use super::{Content, Shown, Site, SiteUrl, markup};
use crate::Error;
use crate::db::{Feed, first_words};

/// A file with the feed.
pub(super) struct FeedFile {
    pub(super) name: &'static str,
    pub(super) target: Target,
    /// Its name on the pages.
    pub(super) label: &'static str,
}

/// The files with the feed.
pub(super) const FILES: [FeedFile; 3] = [
    FeedFile { name: "atom.xml", target: Target::Atom, label: "Atom" },
    FeedFile { name: "rss.xml", target: Target::Rss, label: "RSS" },
    FeedFile { name: "feed.json", target: Target::Json, label: "JSON Feed" },
];

/// The feed, and the entries of the first page.
pub(super) struct SiteFeed<'s> {
    url: Option<&'s SiteUrl>,
    feed: model::Feed,
    entries: Vec<model::Entry>,
}

impl<'s> SiteFeed<'s> {
    pub(super) fn new(site: &Site<'s>, content: &Content) -> Self {
        let mut feed = model::Feed::default();
        feed.id = Some(site_id(site).into());
        feed.title = Some(Text::plain(site.title));
        feed.updated = date(content.changed_at()).map(Into::into).unwrap_or_default();
        let mut generator = Generator::default();
        generator.name = Some("planet".into());
        generator.version = Some(env!("CARGO_PKG_VERSION").into());
        feed.set_generator(Some(generator));
        feed.link = site.url.map(|url| url.as_str().into());
        feed.links.extend(site.url.map(|url| link("alternate", url.as_str())));
        feed.set_language(site.language.map(|language| language.as_str().into()));
        let feeds = content.by_id();
        let entries = content.entries.iter().filter_map(|shown| entry(shown, &feeds)).collect();
        Self { url: site.url, feed, entries }
    }

    /// Returns the content of a file.
    pub(super) fn write(&self, file: &FeedFile) -> Result<Vec<u8>, Error> {
        // `markup` has already sanitized the markup.
        let mut writer = Writer::new(file.target).sanitize(Sanitize::Off);
        let own = self.url.map(|url| url.file(file.name));
        if let Some(own) = own {
            writer = writer.feed_url(own);
        }
        let entries = self.entries.iter().map(|entry| {
            // RSS readers use no other date.
            if file.target == Target::Rss && entry.published.is_absent() {
                let mut dated = entry.clone();
                dated.published.clone_from(&entry.updated);
                return Cow::Owned(dated);
            }
            Cow::Borrowed(entry)
        });
        let mut document = Vec::new();
        let written = writer.write_feed(&self.feed, entries, &mut document);
        written.map_err(|error| Error::File {
            path: file.name.to_owned(),
            source: std::io::Error::other(error),
        })?;
        Ok(document)
    }
}

/// Returns an entry of the first page.
fn entry(shown: &Shown, feeds: &HashMap<i64, &Feed>) -> Option<model::Entry> {
    let entry = &shown.entry;
    let feed = feeds.get(&entry.feed_id)?;
    // A date in the future is replaced by the time when the entry was first seen.
    let known = |time: &Option<String>| {
        let time = time.as_deref().filter(|time| is_date(time))?;
        date(if time > entry.changed_at.as_str() { &entry.changed_at } else { time })
    };
    let mut written = model::Entry::default();
    written.id = Some(id_of(entry, shown.owns_identity).into());
    written.id_is_permalink = Some(false);
    // Some readers show an entry without a title as empty.
    let title = entry.title.clone().or_else(|| first_words(&entry.text));
    written.title = Some(Text::plain(title.as_deref().unwrap_or(feed.name())));
    let published = known(&entry.published_at);
    let updated = known(&entry.updated_at).or(published);
    written.published = published.map(Into::into).unwrap_or_default();
    written.updated = updated.or_else(|| date(&entry.sorted_at)).map(Into::into).unwrap_or_default();
    let mut author = Person::default();
    author.name = Some(entry.author.as_deref().unwrap_or(feed.name()).into());
    written.authors.push(author);
    written.link = entry.link.as_deref().map(Into::into);
    written.links.extend(entry.link.as_deref().map(|href| link("alternate", href)));
    written.links.extend(entry.enclosures.iter().map(|enclosure| {
        let mut link = link("enclosure", &enclosure.url);
        let media_type = enclosure.media_type.as_deref().filter(|name| is_media_type(name));
        link.media_type = media_type.map(Into::into);
        let length = enclosure.length.map(|length| Typed::new(length.to_string(), |_| Some(length)));
        link.set_length(length.unwrap_or_default());
        link
    }));
    written.set_source(Some(source(feed, &entry.changed_at)));
    written.content.push(Text::html(markup::for_feed(&entry.html)));
    Some(written)
}

/// Returns the original feed of an entry.
fn source(feed: &Feed, changed_at: &str) -> model::Feed {
    let mut source = model::Feed::default();
    source.id = Some(feed.url.as_str().into());
    source.title = Some(Text::plain(feed.name()));
    source.updated = date(changed_at).map(Into::into).unwrap_or_default();
    source.link = feed.site.as_deref().map(Into::into);
    if !feed.is_private {
        source.links.push(link("self", &feed.url));
    }
    source.links.extend(feed.site.as_deref().map(|site| link("alternate", site)));
    source
}

fn link(rel: &'static str, href: &str) -> Link {
    let mut link = Link::default();
    link.rel = rel.into();
    link.href = Some(href.into());
    link
}

fn date(time: &str) -> Option<Timestamp> {
    time.parse().ok()
}

/// Returns whether a time conforms to RFC 3339, where years have four digits.
fn is_date(time: &str) -> bool {
    time.bytes().take(4).all(|b| b.is_ascii_digit())
}

/// Returns whether a text has the syntax of a media type (RFC 4287 §4.2.7.3).
fn is_media_type(text: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b))
    };
    text.split_once('/').is_some_and(|(kind, name)| is_name(kind) && is_name(name))
}

/// Returns the identifier of the feed: its address, or else a UUID derived from the title (RFC 9562 §5.8).
fn site_id(site: &Site<'_>) -> String {
    if let Some(url) = site.url {
        return url.as_str().to_owned();
    }
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(Sha256::digest(site.title.as_bytes())).for_each(|(byte, digest)| *byte = digest);
    let value = u128::from_be_bytes(bytes);
    let value = value & !(0xF << 76) & !(0x3 << 62) | 0x8 << 76 | 0x2 << 62;
    let hex = format!("{value:032x}");
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    format!("urn:uuid:{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
}

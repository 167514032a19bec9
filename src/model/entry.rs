//! One entry of a feed.

use std::sync::Arc;

use super::plain::plain;
use super::{
    Arxiv, Chapters, CommentApi, Date, Event, Extension, Feed, Geometry, GooglePlay, Image, Itunes, Link,
    Media, Person, Pingback, Podcast, Prism, Publishing, RawVoice, Slash, SourceNamespace, Tag, Text,
    Threading, Trackback, Typed, Validity, YouTube,
};

plain! {
    /// An entry: `item` of RSS and CDF, `entry` of Atom, an item of a JSON Feed.
    pub struct Entry {
        /// The title.
        pub title: Option<Text>,
        /// The page of the entry, resolved.
        pub link: Option<Arc<str>>,
        /// The page of the entry before a service replaced the link (`feedburner:origLink`), resolved.
        pub original_link: Option<Arc<str>>,
        /// The enclosure before a service replaced its link (`feedburner:origEnclosureLink`), resolved.
        pub original_enclosure_link: Option<Arc<str>>,
        /// Every link, in document order. Those with the relation `enclosure` are the enclosures.
        pub links: Vec<Link>,
        /// The identifier, as the feed gave it: Atom `id`, RSS `guid`, else `rdf:about`, else `dc:identifier`. It is not resolved: if the feed
        /// moves, it stays the same.
        pub id: Option<Arc<str>>,
        /// Whether the identifier is also the page of the entry: RSS `guid` without `isPermaLink="false"`. `None` if the
        /// format does not say.
        pub id_is_permalink: Option<bool>,
        /// The summary: RSS `description`, Atom `summary`, else `dc:description`, `itunes:summary`, `media:description`.
        /// `None` if there is only content.
        pub summary: Option<Text>,
        /// `itunes:subtitle`, or `subtitle`.
        pub subtitle: Option<Box<Text>>,
        /// The contents, each with its type, in document order: Atom `content`, `content:encoded`, `xhtml:body`, `xhtml:div`.
        pub content: Vec<Text>,
        /// The authors: `author`, `dc:creator`, `itunes:author`.
        pub authors: Vec<Person>,
        /// The contributors.
        pub contributors: Vec<Person>,
        /// The publisher (`dc:publisher`).
        pub publisher: Option<Box<Person>>,
        /// The date of publication: `pubDate`, `published`, `issued`.
        pub published: Option<Date>,
        /// The date of the last change: `updated`, `modified`, `dc:date`.
        pub updated: Option<Date>,
        /// The date of creation (Atom 0.3 `created`, `dcterms:created`).
        pub created: Option<Box<Date>>,
        /// The date on which the entry expires (RSS 0.93 `expirationDate`).
        pub expired: Option<Box<Date>>,
        /// The period in which the entry is valid (`dcterms:valid`).
        pub validity: Option<Box<Validity>>,
        /// The categories.
        pub tags: Vec<Tag>,
        /// The rights.
        pub rights: Option<Box<Text>>,
        /// The feed from which the entry was copied (RFC 4287 §4.2.11, RSS `source`).
        pub source: Option<Box<Feed>>,
        /// The page of the comments, resolved: RSS `comments`, else a link with the relation `replies` (RFC 4685 §4).
        pub comments: Option<Arc<str>>,
        /// The language: `xml:lang` of the entry, `dc:language`.
        pub language: Option<Arc<str>>,
        /// The image.
        pub image: Option<Box<Image>>,
        /// An image to be shown at the top of the entry (JSON Feed `banner_image`).
        pub banner_image: Option<Box<Image>>,
        /// The places that the entry is about, in document order. The point of `geo:lat` and `geo:long` has no raw text.
        pub geometries: Vec<Typed<Geometry>>,
        /// The chapters (Podlove Simple Chapters).
        pub chapters: Option<Box<Chapters>>,
        /// The iTunes vocabulary.
        pub itunes: Option<Box<Itunes>>,
        /// The Media RSS vocabulary.
        pub media: Option<Box<Media>>,
        /// The podcast namespace.
        pub podcast: Option<Box<Podcast>>,
        /// The entries that this one answers, and its answers (RFC 4685).
        pub threading: Option<Box<Threading>>,
        /// The event module.
        pub event: Option<Box<Event>>,
        /// The Slash module.
        pub slash: Option<Box<Slash>>,
        /// The URLs for sending and reading comments (`wfw`).
        pub comment_api: Option<Box<CommentApi>>,
        /// `TrackBack`.
        pub trackback: Option<Box<Trackback>>,
        /// Pingback.
        pub pingback: Option<Box<Pingback>>,
        /// The Atom Publishing Protocol.
        pub publishing: Option<Box<Publishing>>,
        /// PRISM.
        pub prism: Option<Box<Prism>>,
        /// arXiv.
        pub arxiv: Option<Box<Arxiv>>,
        /// `YouTube`.
        pub youtube: Option<Box<YouTube>>,
        /// Google Play.
        pub google_play: Option<Box<GooglePlay>>,
        /// `RawVoice`.
        pub rawvoice: Option<Box<RawVoice>>,
        /// The `source` namespace.
        pub source_namespace: Option<Box<SourceNamespace>>,
        /// The elements that no vocabulary knows, in document order.
        pub extensions: Vec<Extension>,
    }
}

impl Entry {
    /// Returns the enclosures: the links with the relation `enclosure` (RFC 4287 §4.2.7.2, RSS 2.0 `enclosure`).
    pub fn enclosures(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.rel == "enclosure")
    }

    /// Returns the URIs of the licenses: the links with the relation `license` (`creativeCommons:license`, RFC 4946).
    pub fn licenses(&self) -> impl Iterator<Item = &str> {
        self.links.iter().filter(|link| link.rel == "license").filter_map(|link| link.href.as_deref())
    }
}

//! One entry of a feed.

use std::sync::Arc;
use std::time::Duration;

use super::{
    Arxiv, Chapters, CommentApi, Date, Extension, Feed, Geometry, GooglePlay, Image, Link, Media, Person,
    Pingback, Podcast, Prism, Publishing, RawVoice, Slash, SourceNamespace, Tag, Text, Threading, Trackback,
    Typed, Validity, YouTube,
};

/// An entry: `item` of RSS and CDF, `entry` of Atom, an item of a JSON Feed.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Entry {
    /// The title.
    pub title: Option<Text>,
    /// The page of the entry, resolved.
    pub link: Option<Arc<str>>,
    /// Every link, in the order of the document; those with the relation `enclosure` are the enclosures.
    pub links: Vec<Link>,
    /// The identifier, as the feed gave it: Atom `id`, RSS `guid`, `rdf:about`.
    pub id: Option<String>,
    /// Whether the identifier is also the entry's page: RSS `guid` without `isPermaLink="false"`. `None` where the
    /// format does not say.
    pub id_is_permalink: Option<bool>,
    /// The summary: RSS `description`, Atom `summary`, else `dc:description`, `itunes:summary`, `media:description`. `None`
    /// where there is content alone.
    pub summary: Option<Text>,
    /// `itunes:subtitle`.
    pub subtitle: Option<Box<Text>>,
    /// The contents, each with its type: Atom `content`, `content:encoded`, `xhtml:body`, in the order of the document, and
    /// behind them what other summaries say that differ from [`summary`](Self::summary).
    pub content: Vec<Text>,
    /// The authors: `author`, `dc:creator`, `itunes:author`.
    pub authors: Vec<Person>,
    /// The contributors.
    pub contributors: Vec<Person>,
    /// The publisher (`dc:publisher`).
    pub publisher: Option<Box<Person>>,
    /// When it was published: `pubDate`, `published`, `issued`.
    pub published: Option<Date>,
    /// When it last changed: `updated`, `modified`, `dc:date`.
    pub updated: Option<Date>,
    /// When it was made (Atom 0.3 `created`, `dcterms:created`).
    pub created: Option<Box<Date>>,
    /// When it is over (RSS 0.93 `expirationDate`).
    pub expired: Option<Box<Date>>,
    /// From when to when it is valid (`dcterms:valid`).
    pub validity: Option<Box<Validity>>,
    /// The categories.
    pub tags: Vec<Tag>,
    /// The rights.
    pub rights: Option<Box<Text>>,
    /// The feed that it came from (RFC 4287 §4.2.11, RSS `source`).
    pub source: Option<Box<Feed>>,
    /// The page of its comments, resolved (RSS `comments`).
    pub comments: Option<String>,
    /// The language.
    pub language: Option<Arc<str>>,
    /// Its image.
    pub image: Option<Box<Image>>,
    /// An image to be shown at its top (JSON Feed `banner_image`).
    pub banner_image: Option<Box<Image>>,
    /// The places that it is about, in the order of the document; the point of `geo:lat` and `geo:long` has no raw text.
    pub geometries: Vec<Typed<Geometry>>,
    /// Its chapters (Podlove Simple Chapters).
    pub chapters: Option<Box<Chapters>>,
    /// What the iTunes vocabulary says.
    pub itunes: Option<Box<Itunes>>,
    /// What the Media RSS vocabulary says.
    pub media: Option<Box<Media>>,
    /// What the podcast namespace says.
    pub podcast: Option<Box<Podcast>>,
    /// What it answers, and what answers it (RFC 4685).
    pub threading: Option<Box<Threading>>,
    /// What the Slash module says.
    pub slash: Option<Box<Slash>>,
    /// Where comments are sent and read (`wfw`).
    pub comment_api: Option<Box<CommentApi>>,
    /// `TrackBack`.
    pub trackback: Option<Box<Trackback>>,
    /// Pingback.
    pub pingback: Option<Box<Pingback>>,
    /// What the Atom Publishing Protocol says.
    pub publishing: Option<Box<Publishing>>,
    /// What PRISM says.
    pub prism: Option<Box<Prism>>,
    /// What arXiv says.
    pub arxiv: Option<Box<Arxiv>>,
    /// What `YouTube` says.
    pub youtube: Option<Box<YouTube>>,
    /// What Google Play's namespace says.
    pub google_play: Option<Box<GooglePlay>>,
    /// What `RawVoice`'s namespace says.
    pub rawvoice: Option<Box<RawVoice>>,
    /// What the `source` namespace says.
    pub source_namespace: Option<Box<SourceNamespace>>,
    /// Every other element.
    pub extensions: Vec<Extension>,
    /// Whether the element of the identifier stood before any link: Universal Feed Parser's `guidislink` depends on it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) id_before_link: Option<bool>,
    /// In which order summaries and contents came, where there are several summaries.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) arrivals: Option<Box<Arrivals>>,
}

/// In which order an entry's summaries and contents came: Universal Feed Parser's answer depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Arrivals {
    /// 0 for the summary, n for the nth content; and whether it is a summary.
    pub(crate) order: Vec<(usize, bool)>,
}

impl Arrivals {
    /// How many of the entry's contents are no summaries; they come first.
    pub(crate) fn contents(&self) -> usize {
        self.order.iter().filter(|(_, is_summary)| !is_summary).count()
    }
}

impl Entry {
    /// The enclosures: the links with the relation `enclosure` (RFC 4287 §4.2.7.2, RSS 2.0 `enclosure`).
    pub fn enclosures(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.rel == "enclosure")
    }

    /// The licenses: the links with the relation `license` (`creativeCommons:license`, RFC 4946).
    pub fn licenses(&self) -> impl Iterator<Item = &str> {
        self.links.iter().filter(|link| link.rel == "license").filter_map(|link| link.href.as_deref())
    }
}

/// What the iTunes vocabulary says of a feed or an episode.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Itunes {
    /// How long the episode takes: `1:02:03`, `62:03` or seconds.
    pub duration: Option<Typed<Duration>>,
    /// Whether it holds explicit language: `yes`, `true` or `explicit`; `no`, `false` or `clean`.
    pub explicit: Option<Typed<bool>>,
    /// Whether it is to be kept out of the directory.
    pub block: Option<Typed<bool>>,
    /// The number of the episode.
    pub episode: Option<Typed<u32>>,
    /// The number of the season.
    pub season: Option<Typed<u32>>,
    /// The title without what stands in other fields, such as the number of the episode (`itunes:title`).
    pub title: Option<String>,
    /// Where it stands among the episodes, if not where its date says (`itunes:order`).
    pub order: Option<Typed<u32>>,
    /// Whether it has captions (`itunes:isClosedCaptioned`).
    pub is_closed_captioned: Option<Typed<bool>>,
    /// Whether no more episodes will come (`itunes:complete`).
    pub complete: Option<Typed<bool>>,
    /// `full`, `trailer` or `bonus`; for a feed, `episodic` or `serial`.
    pub kind: Option<String>,
    /// `itunes:image`, resolved; it is the image as well where there is no other.
    pub image: Option<Arc<str>>,
    /// `itunes:subtitle`; it is the subtitle as well where there is no other.
    pub subtitle: Option<Text>,
    /// Where the podcast has moved (`itunes:new-feed-url`), resolved.
    pub new_feed_url: Option<String>,
    /// Whom to ask about the podcast (`itunes:owner`).
    pub owner: Option<Person>,
    /// How many authors stood before the owner: Universal Feed Parser takes what its elements say for the author's too.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) authors_before_owner: usize,
    /// Whether the owner's address stood before the name.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) owner_begins_with_email: bool,
    /// Whether white space stood around the text of `explicit`, which Universal Feed Parser then does not know.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) explicit_is_padded: bool,
    /// The same of `block`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) block_is_padded: bool,
}

//! One entry of a feed.

use std::sync::Arc;
use std::time::Duration;

use super::{Date, Extension, Feed, Image, Link, Media, Person, Podcast, Seldom, Tag, Text, Typed};

/// An entry: `item` of RSS and CDF, `entry` of Atom, an item of a JSON Feed.
///
/// What few entries say is asked for by methods, so that it takes no room in the many that do not say it.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Entry {
    /// The title.
    pub title: Option<Text>,
    /// The page of the entry, resolved.
    pub link: Option<Arc<str>>,
    /// Every link, in the order of the document; those with the relation `enclosure` are the enclosures.
    pub links: Vec<Link>,
    /// The identifier, as the feed gave it: Atom `id`, RSS `guid`, `rdf:about`.
    pub id: Option<Arc<str>>,
    /// Whether the identifier is also the entry's page: RSS `guid` without `isPermaLink="false"`. `None` where the
    /// format does not say.
    pub id_is_permalink: Option<bool>,
    /// The summary: RSS `description`, Atom `summary`, else `dc:description`, `itunes:summary`, `media:description`. `None`
    /// where there is content alone.
    pub summary: Option<Text>,
    /// The contents, each with its type: Atom `content`, `content:encoded`, `xhtml:body`, in the order of the document, and
    /// behind them what other summaries say that differ from [`summary`](Self::summary).
    pub content: Vec<Text>,
    /// The authors: `author`, `dc:creator`, `itunes:author`.
    pub authors: Vec<Person>,
    /// When it was published: `pubDate`, `published`, `issued`.
    pub published: Option<Date>,
    /// When it last changed: `updated`, `modified`, `dc:date`.
    pub updated: Option<Date>,
    /// The categories.
    pub tags: Vec<Tag>,
    /// The feed that it came from (RFC 4287 §4.2.11, RSS `source`).
    pub source: Option<Box<Feed>>,
    /// Its image.
    pub image: Option<Box<Image>>,
    /// What the iTunes vocabulary says.
    pub itunes: Option<Box<Itunes>>,
    /// What the Media RSS vocabulary says.
    pub media: Option<Box<Media>>,
    /// What the podcast namespace says.
    pub podcast: Option<Box<Podcast>>,
    /// Every other element.
    pub extensions: Vec<Extension>,
    /// Whether the element of the identifier stood before any link: Universal Feed Parser's `guidislink` depends on it.
    pub(crate) id_before_link: Option<bool>,
    /// What few entries say.
    pub(crate) seldom: Option<Box<Seldom>>,
}

#[cfg(feature = "serde")]
impl serde::Serialize for Entry {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        // Each field by its name, so that none is forgotten.
        let Self {
            title,
            link,
            links,
            id,
            id_is_permalink,
            summary,
            content,
            authors,
            published,
            updated,
            tags,
            source,
            image,
            itunes,
            media,
            podcast,
            extensions,
            id_before_link: _,
            seldom: _,
        } = self;
        let mut entry = serializer.serialize_struct("Entry", 41)?;
        entry.serialize_field("title", title)?;
        entry.serialize_field("link", link)?;
        entry.serialize_field("links", links)?;
        entry.serialize_field("id", id)?;
        entry.serialize_field("id_is_permalink", id_is_permalink)?;
        entry.serialize_field("summary", summary)?;
        entry.serialize_field("subtitle", &self.subtitle())?;
        entry.serialize_field("content", content)?;
        entry.serialize_field("authors", authors)?;
        entry.serialize_field("contributors", &self.contributors())?;
        entry.serialize_field("publisher", &self.publisher())?;
        entry.serialize_field("published", published)?;
        entry.serialize_field("updated", updated)?;
        entry.serialize_field("created", &self.created())?;
        entry.serialize_field("expired", &self.expired())?;
        entry.serialize_field("validity", &self.validity())?;
        entry.serialize_field("tags", tags)?;
        entry.serialize_field("rights", &self.rights())?;
        entry.serialize_field("source", source)?;
        entry.serialize_field("comments", &self.comments())?;
        entry.serialize_field("language", &self.language())?;
        entry.serialize_field("image", image)?;
        entry.serialize_field("banner_image", &self.banner_image())?;
        entry.serialize_field("geometries", &self.geometries())?;
        entry.serialize_field("chapters", &self.chapters())?;
        entry.serialize_field("itunes", itunes)?;
        entry.serialize_field("media", media)?;
        entry.serialize_field("podcast", podcast)?;
        entry.serialize_field("threading", &self.threading())?;
        entry.serialize_field("slash", &self.slash())?;
        entry.serialize_field("comment_api", &self.comment_api())?;
        entry.serialize_field("trackback", &self.trackback())?;
        entry.serialize_field("pingback", &self.pingback())?;
        entry.serialize_field("publishing", &self.publishing())?;
        entry.serialize_field("prism", &self.prism())?;
        entry.serialize_field("arxiv", &self.arxiv())?;
        entry.serialize_field("youtube", &self.youtube())?;
        entry.serialize_field("google_play", &self.google_play())?;
        entry.serialize_field("rawvoice", &self.rawvoice())?;
        entry.serialize_field("source_namespace", &self.source_namespace())?;
        entry.serialize_field("extensions", extensions)?;
        entry.end()
    }
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

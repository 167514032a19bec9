//! What a scope has said so far. A feed, an entry, a source, an image and a text input all fill the same draft.

use std::sync::Arc;

use crate::model::{
    Chapters, Cloud, Date, Entry, Extension, Feed, Generator, Geometry, GeometryKind, Image, Itunes, Link,
    Media, Person, Tag, Text, TextInput, Typed, Validity,
};

/// A field that several elements can fill: the best of them wins, whatever came first.
#[derive(Debug, Clone)]
pub(super) struct Slot<T> {
    value: Option<T>,
    standing: Standing,
}

/// How good a candidate is: first by what the element is, then by how close to the scope it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    pub(super) rank: Rank,
    /// The depth, negated: an element within another one says less than the other's siblings.
    closeness: i32,
}

/// What the element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// A vocabulary's stand-in: `media:title`, `itunes:summary`.
    StandIn,
    /// The format's own.
    Own,
}

impl Standing {
    pub(super) fn new(rank: Rank, depth: usize) -> Self {
        Self { rank, closeness: i32::try_from(depth).map_or(i32::MIN, |depth| -depth) }
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self { value: None, standing: Standing { rank: Rank::StandIn, closeness: i32::MIN } }
    }
}

impl<T> Slot<T> {
    /// Takes a value that is better than the one there is, or as good: the last of equals wins.
    pub(super) fn offer(&mut self, value: T, standing: Standing) {
        if self.value.is_none() || standing >= self.standing {
            *self = Self { value: Some(value), standing };
        }
    }

    /// Takes a value that is better than the one there is: the first of equals wins.
    pub(super) fn offer_first(&mut self, value: T, standing: Standing) {
        if self.value.is_none() || standing > self.standing {
            *self = Self { value: Some(value), standing };
        }
    }

    pub(super) fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    pub(super) fn take(self) -> Option<T> {
        self.value
    }
}

#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) title: Slot<Text>,
    /// RSS `description`, Atom `summary`.
    pub(super) summary: Slot<Text>,
    /// Atom `subtitle`; in a feed also RSS `description`.
    pub(super) subtitle: Slot<Text>,
    pub(super) info: Option<Text>,
    pub(super) rights: Option<Text>,
    pub(super) content: Vec<Text>,
    pub(super) link: Option<String>,
    pub(super) links: Vec<Link>,
    pub(super) id: Slot<String>,
    pub(super) permalink: Option<bool>,
    pub(super) id_before_link: Option<bool>,
    pub(super) authors: Vec<Person>,
    pub(super) contributors: Vec<Person>,
    pub(super) publisher: Option<Person>,
    pub(super) published: Slot<Date>,
    pub(super) updated: Slot<Date>,
    pub(super) created: Slot<Date>,
    pub(super) expired: Slot<Date>,
    pub(super) validity: Option<Box<Validity>>,
    pub(super) tags: Vec<Tag>,
    pub(super) generator: Option<Generator>,
    pub(super) error_reports_to: Option<String>,
    pub(super) image: Option<Box<Image>>,
    pub(super) icon: Option<String>,
    pub(super) logo: Option<String>,
    pub(super) language: Option<Arc<str>>,
    pub(super) ttl: Option<Typed<u64>>,
    pub(super) cloud: Option<Box<Cloud>>,
    pub(super) text_input: Option<Box<TextInput>>,
    pub(super) docs: Option<String>,
    pub(super) new_location: Option<String>,
    pub(super) comments: Option<String>,
    pub(super) source: Option<Box<Feed>>,
    /// `name` of a text input.
    pub(super) name: Option<String>,
    /// `url` of an image.
    pub(super) href: Option<String>,
    pub(super) width: Option<Typed<u32>>,
    pub(super) height: Option<Typed<u32>>,
    pub(super) geometry: Option<Box<Typed<Geometry>>>,
    /// What the place around is, and how its positions are written.
    pub(super) place: Option<GeometryKind>,
    pub(super) dimensions: Option<usize>,
    pub(super) longitude_first: bool,
    /// `geo:lat` and `geo:long`.
    pub(super) latitude: Option<f64>,
    pub(super) longitude: Option<f64>,
    pub(super) chapters: Option<Chapters>,
    pub(super) itunes: Option<Box<Itunes>>,
    pub(super) media: Option<Box<Media>>,
    pub(super) extensions: Vec<Extension>,
}

impl Draft {
    pub(super) fn itunes(&mut self) -> &mut Itunes {
        self.itunes.get_or_insert_default()
    }

    pub(super) fn media(&mut self) -> &mut Media {
        self.media.get_or_insert_default()
    }

    pub(super) fn into_feed(self) -> Feed {
        Feed {
            title: self.title.take(),
            subtitle: self.subtitle.take(),
            summary: self.summary.take(),
            href: self.href,
            info: self.info,
            link: self.link,
            links: self.links,
            id: self.id.take(),
            authors: self.authors,
            contributors: self.contributors,
            publisher: self.publisher,
            published: self.published.take(),
            updated: self.updated.take(),
            created: self.created.take(),
            validity: self.validity,
            tags: self.tags,
            rights: self.rights,
            generator: self.generator,
            error_reports_to: self.error_reports_to,
            image: self.image,
            icon: self.icon,
            logo: self.logo,
            language: self.language,
            ttl: self.ttl,
            cloud: self.cloud,
            text_input: self.text_input,
            docs: self.docs,
            new_location: self.new_location,
            geometry: self.geometry,
            itunes: self.itunes,
            media: self.media,
            extensions: self.extensions,
            id_before_link: self.id_before_link,
        }
    }

    pub(super) fn into_entry(self) -> Entry {
        Entry {
            title: self.title.take(),
            link: self.link,
            links: self.links,
            id: self.id.take(),
            id_is_permalink: self.permalink,
            summary: self.summary.take(),
            subtitle: self.subtitle.take(),
            content: self.content,
            authors: self.authors,
            contributors: self.contributors,
            publisher: self.publisher,
            published: self.published.take(),
            updated: self.updated.take(),
            created: self.created.take(),
            expired: self.expired.take(),
            validity: self.validity,
            tags: self.tags,
            rights: self.rights,
            source: self.source,
            comments: self.comments,
            language: self.language,
            image: self.image,
            geometry: self.geometry,
            chapters: self.chapters,
            itunes: self.itunes,
            media: self.media,
            extensions: self.extensions,
            id_before_link: self.id_before_link,
        }
    }

    pub(super) fn into_image(self) -> Image {
        Image {
            href: self.href,
            title: self.title.take(),
            link: self.link,
            links: self.links,
            width: self.width,
            height: self.height,
            description: self.subtitle.take().or(self.summary.take()),
            extensions: self.extensions,
        }
    }

    pub(super) fn into_text_input(self) -> TextInput {
        TextInput {
            title: self.title.take(),
            description: self.subtitle.take().or(self.summary.take()),
            name: self.name,
            link: self.link,
            links: self.links,
            extensions: self.extensions,
        }
    }
}

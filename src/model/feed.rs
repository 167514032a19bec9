//! The feed itself.

use std::sync::Arc;

use super::{
    Attributes, BlogChannel, Date, Extension, Geometry, GooglePlay, Itunes, Link, Media, OpenSearch, Paging,
    Person, Podcast, Prism, RawVoice, SourceNamespace, Spotify, Syndication, Tag, Text, Typed, Validity,
    YouTube,
};

/// A feed: `channel` of RSS, `feed` of Atom, `Channel` of CDF, or the top of a JSON Feed.
///
/// It is also what `atom:source` (RFC 4287 §4.2.11) holds.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Feed {
    /// The title.
    pub title: Option<Text>,
    /// What the feed is about: RSS `description`, Atom `subtitle`, Atom 0.3 `tagline`.
    pub subtitle: Option<Text>,
    /// A longer text about the feed: `itunes:summary`, Atom `summary`.
    pub summary: Option<Text>,
    /// Contents, which only entries should have, in the order of the document: `content:encoded` in a channel.
    pub content: Vec<Text>,
    /// What is to be said of the feed as such, to those who look at it: Atom 0.3 `info`, JSON Feed `user_comment`.
    pub info: Option<Text>,
    /// The page that the feed belongs to, resolved.
    pub link: Option<Arc<str>>,
    /// Where the feed itself is, if a `source` of RSS or `feed_url` of a JSON Feed says so, resolved.
    pub href: Option<Arc<str>>,
    /// Every link, in the order of the document. Of an HTML page, which is no feed: those to the feeds that it names
    /// (`<link rel="alternate" type="application/rss+xml">`).
    pub links: Vec<Link>,
    /// The identifier, as the feed gave it: Atom `id`, else the RDF subject of an RSS 1.0 channel (`rdf:about`).
    pub id: Option<Arc<str>>,
    /// The authors: `author`, `managingEditor`, `dc:creator`, `itunes:author`.
    pub authors: Vec<Person>,
    /// The contributors.
    pub contributors: Vec<Person>,
    /// The publisher (`dc:publisher`).
    pub publisher: Option<Box<Person>>,
    /// Who is responsible for technical issues (RSS `webMaster`). The owner of a podcast is in [`Itunes::owner`].
    pub web_master: Option<Box<Person>>,
    /// When it was published.
    pub published: Option<Date>,
    /// When it last changed: `updated`, `lastBuildDate`, `dc:date`, `modified`.
    pub updated: Option<Date>,
    /// When it was made (Atom 0.3 `created`, `dcterms:created`).
    pub created: Option<Date>,
    /// From when to when it is valid (`dcterms:valid`).
    pub validity: Option<Box<Validity>>,
    /// The categories.
    pub tags: Vec<Tag>,
    /// The rights: RSS `copyright`, Atom `rights`, `dc:rights`.
    pub rights: Option<Text>,
    /// The program that made the feed.
    pub generator: Option<Generator>,
    /// Where to report errors (`admin:errorReportsTo`).
    pub error_reports_to: Option<String>,
    /// The image: RSS `image`, else `itunes:image`.
    pub image: Option<Box<Image>>,
    /// A small picture: Atom `icon`, JSON Feed `favicon`, resolved.
    pub icon: Option<String>,
    /// A large picture: Atom `logo`, JSON Feed `icon`, resolved.
    pub logo: Option<String>,
    /// The language.
    pub language: Option<Arc<str>>,
    /// How long it may be kept before it is fetched again, in minutes (RSS 2.0 `ttl`).
    pub ttl: Option<Typed<u64>>,
    /// Where to ask for notifications (RSS 2.0 `cloud`).
    pub cloud: Option<Box<Cloud>>,
    /// A text box to be shown with the feed (RSS `textInput`).
    pub text_input: Option<Box<TextInput>>,
    /// A URI of the format's documentation (RSS `docs`).
    pub docs: Option<String>,
    /// Whether it is finished and will never change again (JSON Feed `expired`).
    pub expired: Option<Typed<bool>>,
    /// Where the feed has moved (`newLocation`).
    pub new_location: Option<String>,
    /// The places that it is about, in the order of the document; the point of `geo:lat` and `geo:long` has no raw text.
    pub geometries: Vec<Typed<Geometry>>,
    /// What the iTunes vocabulary says.
    pub itunes: Option<Box<Itunes>>,
    /// What the Media RSS vocabulary says.
    pub media: Option<Box<Media>>,
    /// What the podcast namespace says.
    pub podcast: Option<Box<Podcast>>,
    /// How often it changes (`sy`).
    pub syndication: Option<Box<Syndication>>,
    /// The parts that it comes in (RFC 5005).
    pub paging: Option<Box<Paging>>,
    /// What `OpenSearch` says.
    pub open_search: Option<Box<OpenSearch>>,
    /// What PRISM says.
    pub prism: Option<Box<Prism>>,
    /// What `YouTube` says.
    pub youtube: Option<Box<YouTube>>,
    /// What Google Play's namespace says.
    pub google_play: Option<Box<GooglePlay>>,
    /// What Spotify's namespace says.
    pub spotify: Option<Box<Spotify>>,
    /// What `RawVoice`'s namespace says.
    pub rawvoice: Option<Box<RawVoice>>,
    /// What the `source` namespace says.
    pub source_namespace: Option<Box<SourceNamespace>>,
    /// What the author reads (`blogChannel`).
    pub blog_channel: Option<Box<BlogChannel>>,
    /// Every other element.
    pub extensions: Vec<Extension>,
    /// As in [`Entry`](super::Entry).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) id_before_link: Option<bool>,
    /// What iTunes' elements replace in Universal Feed Parser's dictionary, because they came last.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) itunes_came_last: ItunesCameLast,
}

/// Which of iTunes' elements came behind the format's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ItunesCameLast {
    pub(crate) image: bool,
    pub(crate) subtitle: bool,
}

/// The program that made the feed (RFC 4287 §4.2.4, RSS `generator`, `admin:generatorAgent`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Generator {
    /// Its name.
    pub name: Option<String>,
    /// Its URI, resolved.
    pub uri: Option<String>,
    /// Its version.
    pub version: Option<String>,
}

/// An image with what belongs to it (RSS 2.0 `image`).
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Image {
    /// Where the image is, resolved.
    pub href: Option<Arc<str>>,
    /// Its title.
    pub title: Option<Text>,
    /// The page that it leads to, resolved.
    pub link: Option<Arc<str>>,
    /// Its links, in the order of the document.
    pub links: Vec<Link>,
    /// The width in pixels.
    pub width: Option<Typed<u32>>,
    /// The height in pixels.
    pub height: Option<Typed<u32>>,
    /// What it shows.
    pub description: Option<Text>,
    /// Every other element in it.
    pub extensions: Vec<Extension>,
    /// Whether it stood outside of the channel, as in RSS 1.0.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) is_outside: bool,
}

/// A text box (RSS 2.0 `textInput`).
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TextInput {
    /// The label of its button.
    pub title: Option<Text>,
    /// What it is for.
    pub description: Option<Text>,
    /// The name of the field.
    pub name: Option<String>,
    /// Where it is sent, resolved.
    pub link: Option<Arc<str>>,
    /// Its links, in the order of the document.
    pub links: Vec<Link>,
    /// Every other element in it.
    pub extensions: Vec<Extension>,
    /// Whether it stood outside of the channel, as in RSS 1.0.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) is_outside: bool,
}

/// Where to ask for notifications (RSS 2.0 `cloud`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Cloud {
    /// The host.
    pub domain: Option<String>,
    /// The port.
    pub port: Option<Typed<u16>>,
    /// The path.
    pub path: Option<String>,
    /// The procedure to call.
    pub register_procedure: Option<String>,
    /// `xml-rpc`, `soap` or `http-post`.
    pub protocol: Option<String>,
    /// Every other attribute, by its lower-cased name.
    pub attributes: Attributes,
}

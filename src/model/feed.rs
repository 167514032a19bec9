//! The feed itself.

use std::sync::Arc;

use super::plain::plain;
use super::{
    Attributes, BlogChannel, Date, Extension, Geometry, GooglePlay, Itunes, Link, Media, OpenSearch, Paging,
    Person, Podcast, Prism, RawVoice, SourceNamespace, Spotify, Syndication, Tag, Text, Typed, Validity,
    YouTube,
};

plain! {
    /// A feed: `channel` of RSS, `feed` of Atom, `Channel` of CDF, or the top of a JSON Feed.
    ///
    /// It is also what `atom:source` (RFC 4287 §4.2.11) holds.
    pub struct Feed {
        /// The title.
        pub title: Option<Text>,
        /// The subject of the feed: RSS `description`, Atom `subtitle`, Atom 0.3 `tagline`.
        pub subtitle: Option<Text>,
        /// A longer text about the feed: `itunes:summary`, Atom `summary`.
        pub summary: Option<Text>,
        /// Contents, in document order: `content:encoded` in a channel, where it does not belong.
        pub content: Vec<Text>,
        /// A human-readable note about the feed file: Atom 0.3 `info`, JSON Feed `user_comment`.
        pub info: Option<Text>,
        /// The page that the feed belongs to, resolved.
        pub link: Option<Arc<str>>,
        /// The URL of the feed itself, resolved: `url` of a `source` of RSS, `feed_url` of a JSON Feed.
        pub href: Option<Arc<str>>,
        /// Every link, in document order. Of an HTML page: the links to its feeds
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
        /// The person responsible for technical issues (RSS `webMaster`). The owner of a podcast is in [`Itunes::owner`].
        pub web_master: Option<Box<Person>>,
        /// The date of publication.
        pub published: Option<Date>,
        /// The date of the last change: `updated`, `lastBuildDate`, `dc:date`, `modified`.
        pub updated: Option<Date>,
        /// The date of creation (Atom 0.3 `created`, `dcterms:created`).
        pub created: Option<Date>,
        /// The period in which the feed is valid (`dcterms:valid`).
        pub validity: Option<Box<Validity>>,
        /// The categories.
        pub tags: Vec<Tag>,
        /// The rights: RSS `copyright`, Atom `rights`, `dc:rights`.
        pub rights: Option<Text>,
        /// The program that made the feed.
        pub generator: Option<Generator>,
        /// The address for error reports (`admin:errorReportsTo`).
        pub error_reports_to: Option<String>,
        /// The image: RSS `image`, else `itunes:image`.
        pub image: Option<Box<Image>>,
        /// A small picture: Atom `icon`, JSON Feed `favicon`, resolved.
        pub icon: Option<String>,
        /// A large picture: Atom `logo`, JSON Feed `icon`, resolved.
        pub logo: Option<String>,
        /// The language.
        pub language: Option<Arc<str>>,
        /// How long the feed may be cached, in minutes (RSS 2.0 `ttl`).
        pub ttl: Option<Typed<u64>>,
        /// The hours of the day, in GMT, in which the feed does not change (RSS `skipHours`).
        pub skip_hours: Vec<Typed<u8>>,
        /// The days of the week on which the feed does not change, by their English names (RSS `skipDays`).
        pub skip_days: Vec<String>,
        /// The PICS rating (RSS `rating`).
        pub rating: Option<String>,
        /// The service that sends notifications of changes (RSS 2.0 `cloud`).
        pub cloud: Option<Box<Cloud>>,
        /// A text box to be shown with the feed (RSS `textInput`).
        pub text_input: Option<Box<TextInput>>,
        /// A URI of the format's documentation (RSS `docs`).
        pub docs: Option<String>,
        /// Whether the feed is finished and will not change again (JSON Feed `expired`).
        pub expired: Option<Typed<bool>>,
        /// The new URL of the feed (`newLocation`).
        pub new_location: Option<String>,
        /// The places that the feed is about, in document order; the point of `geo:lat` and `geo:long` has no raw text.
        pub geometries: Vec<Typed<Geometry>>,
        /// The iTunes vocabulary.
        pub itunes: Option<Box<Itunes>>,
        /// The Media RSS vocabulary.
        pub media: Option<Box<Media>>,
        /// The podcast namespace.
        pub podcast: Option<Box<Podcast>>,
        /// How often the feed changes (the `sy` module).
        pub syndication: Option<Box<Syndication>>,
        /// Paging and archives (RFC 5005).
        pub paging: Option<Box<Paging>>,
        /// `OpenSearch`.
        pub open_search: Option<Box<OpenSearch>>,
        /// PRISM.
        pub prism: Option<Box<Prism>>,
        /// `YouTube`.
        pub youtube: Option<Box<YouTube>>,
        /// Google Play.
        pub google_play: Option<Box<GooglePlay>>,
        /// Spotify.
        pub spotify: Option<Box<Spotify>>,
        /// `RawVoice`.
        pub rawvoice: Option<Box<RawVoice>>,
        /// The `source` namespace.
        pub source_namespace: Option<Box<SourceNamespace>>,
        /// The `blogChannel` module.
        pub blog_channel: Option<Box<BlogChannel>>,
        /// The elements that no vocabulary knows, in document order.
        pub extensions: Vec<Extension>,
    }
}

plain! {
    /// The program that made the feed (RFC 4287 §4.2.4, RSS `generator`, `admin:generatorAgent`).
    pub struct Generator {
        /// Its name.
        pub name: Option<String>,
        /// Its URI, resolved.
        pub uri: Option<String>,
        /// Its version.
        pub version: Option<String>,
    }
}

plain! {
    /// An image (RSS 2.0 `image`).
    pub struct Image {
        /// The URL of the image, resolved.
        pub href: Option<Arc<str>>,
        /// Its title.
        pub title: Option<Text>,
        /// The page that the image links to, resolved.
        pub link: Option<Arc<str>>,
        /// Its links, in document order.
        pub links: Vec<Link>,
        /// The width in pixels.
        pub width: Option<Typed<u32>>,
        /// The height in pixels.
        pub height: Option<Typed<u32>>,
        /// The description.
        pub description: Option<Text>,
        /// The other elements in it.
        pub extensions: Vec<Extension>,
    }
}

plain! {
    /// A text box (RSS 2.0 `textInput`).
    pub struct TextInput {
        /// The label of its button.
        pub title: Option<Text>,
        /// The purpose.
        pub description: Option<Text>,
        /// The name of the field.
        pub name: Option<String>,
        /// The URL that the text is sent to, resolved.
        pub link: Option<Arc<str>>,
        /// Its links, in document order.
        pub links: Vec<Link>,
        /// The other elements in it.
        pub extensions: Vec<Extension>,
    }
}

plain! {
    /// The service that sends notifications of changes (RSS 2.0 `cloud`).
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
}

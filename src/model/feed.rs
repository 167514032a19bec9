//! The feed itself.

use super::blog_channel::BlogChannel;
use super::geo::Geometry;
use super::google_play::GooglePlay;
use super::itunes::Itunes;
use super::media::Media;
use super::open_search::OpenSearch;
use super::paging::Paging;
use super::plain::{plain, plain_with_rare, rare_reference, rare_type, rare_value};
use super::podcast::Podcast;
use super::prism::Prism;
use super::rawvoice::RawVoice;
use super::source_namespace::SourceNamespace;
use super::spotify::Spotify;
use super::syndication::Syndication;
use super::youtube::YouTube;
use super::{Attributes, Date, Extension, Link, Person, Str, Tag, Text, Typed, Validity};

plain_with_rare! {
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
        pub link: Option<Str>,
        /// The URL of the feed itself, resolved: `url` of a `source` of RSS, `feed_url` of a JSON Feed.
        pub href: Option<Str>,
        /// Every link, in document order. Of an HTML page: the links to its feeds
        /// (`<link rel="alternate" type="application/rss+xml">`).
        pub links: Vec<Link>,
        /// The identifier, as the feed gave it: Atom `id`, else the RDF subject of an RSS 1.0 channel (`rdf:about`).
        pub id: Option<Str>,
        /// The authors: `author`, `managingEditor`, `dc:creator`, `itunes:author`.
        pub authors: Vec<Person>,
        /// The date of publication.
        pub published: Option<Date>,
        /// The date of the last change: `updated`, `lastBuildDate`, `dc:date`, `modified`.
        pub updated: Option<Date>,
        /// The date of creation (Atom 0.3 `created`, `dcterms:created`).
        pub created: Option<Date>,
        /// The categories.
        pub tags: Vec<Tag>,
        /// The rights: RSS `copyright`, Atom `rights`, `dc:rights`.
        pub rights: Option<Text>,
        /// The program that made the feed.
        pub generator: Option<Generator>,
        /// The address for error reports (`admin:errorReportsTo`).
        pub error_reports_to: Option<Str>,
        /// The image: RSS `image`, else `itunes:image`.
        pub image: Option<Box<Image>>,
        /// A small picture: Atom `icon`, JSON Feed `favicon`, resolved.
        pub icon: Option<Str>,
        /// A large picture: Atom `logo`, JSON Feed `icon`, resolved.
        pub logo: Option<Str>,
        /// The language.
        pub language: Option<Str>,
        /// How long the feed may be cached, in minutes (RSS 2.0 `ttl`).
        pub ttl: Typed<u64>,
        /// The hours of the day, in GMT, in which the feed does not change (RSS `skipHours`).
        pub skip_hours: Vec<Typed<u8>>,
        /// The days of the week on which the feed does not change, by their English names (RSS `skipDays`).
        pub skip_days: Vec<Str>,
        /// The PICS rating (RSS `rating`).
        pub rating: Option<Str>,
        /// The service that sends notifications of changes (RSS 2.0 `cloud`).
        pub cloud: Option<Box<Cloud>>,
        /// A text box to be shown with the feed (RSS `textInput`).
        pub text_input: Option<Box<TextInput>>,
        /// A URI of the format's documentation (RSS `docs`).
        pub docs: Option<Str>,
        /// Whether the feed is finished and will not change again (JSON Feed `expired`).
        pub expired: Typed<bool>,
        /// The new URL of the feed (`newLocation`).
        pub new_location: Option<Str>,
    }

    rare struct RareOfFeed {
        /// Returns the contributors.
        contributors: list(Person),
        /// Returns the publisher (`dc:publisher`).
        publisher: boxed(Person),
        /// Returns the person responsible for technical issues (RSS `webMaster`). The owner of a podcast is in [`Itunes::owner`].
        web_master: boxed(Person),
        /// Returns the period in which the feed is valid (`dcterms:valid`).
        validity: boxed(Validity),
        /// Returns the places that the feed is about, in document order; the point of `geo:lat` and `geo:long` has no raw text.
        geometries: list(Typed<Geometry>),
        /// Returns the iTunes vocabulary.
        itunes: boxed(Itunes),
        /// Returns the Media RSS vocabulary.
        media: boxed(Media),
        /// Returns the podcast namespace.
        podcast: boxed(Podcast),
        /// Returns how often the feed changes (the `sy` module).
        syndication: boxed(Syndication),
        /// Returns the pages and archives (RFC 5005).
        paging: boxed(Paging),
        /// Returns the values of `OpenSearch`.
        open_search: boxed(OpenSearch),
        /// Returns the values of PRISM.
        prism: boxed(Prism),
        /// Returns the values of `YouTube`.
        youtube: boxed(YouTube),
        /// Returns the values of Google Play.
        google_play: boxed(GooglePlay),
        /// Returns the values of Spotify.
        spotify: boxed(Spotify),
        /// Returns the values of `RawVoice`.
        rawvoice: boxed(RawVoice),
        /// Returns the `source` namespace.
        source_namespace: boxed(SourceNamespace),
        /// Returns the `blogChannel` module.
        blog_channel: boxed(BlogChannel),
        /// Returns the elements that no vocabulary knows, in document order.
        extensions: list(Extension),
    }
}

plain! {
    /// The program that made the feed (RFC 4287 §4.2.4, RSS `generator`, `admin:generatorAgent`).
    pub struct Generator {
        /// Its name.
        pub name: Option<Str>,
        /// Its URI, resolved.
        pub uri: Option<Str>,
        /// Its version.
        pub version: Option<Str>,
    }
}

plain! {
    /// An image (RSS 2.0 `image`).
    pub struct Image {
        /// The URL of the image, resolved.
        pub href: Option<Str>,
        /// Its title.
        pub title: Option<Text>,
        /// The page that the image links to, resolved.
        pub link: Option<Str>,
        /// Its links, in document order.
        pub links: Vec<Link>,
        /// The width in pixels.
        pub width: Typed<u32>,
        /// The height in pixels.
        pub height: Typed<u32>,
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
        pub name: Option<Str>,
        /// The URL that the text is sent to, resolved.
        pub link: Option<Str>,
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
        pub domain: Option<Str>,
        /// The port.
        pub port: Typed<u16>,
        /// The path.
        pub path: Option<Str>,
        /// The procedure to call.
        pub register_procedure: Option<Str>,
        /// `xml-rpc`, `soap` or `http-post`.
        pub protocol: Option<Str>,
        /// Every other attribute, by its lower-cased name.
        pub attributes: Attributes,
    }
}

//! The feed itself.

use super::blog_channel::BlogChannel;
use super::geo::Geometry;
use super::google_play::GooglePlay;
use super::itunes::Itunes;
use super::media::Media;
use super::open_search::OpenSearch;
use super::paging::Paging;
use super::plain::{
    plain, plain_with_rare, rare_kept, rare_methods, rare_owned, rare_reference, rare_slot, rare_type,
    rare_value,
};
use super::podcast::Podcast;
use super::prism::Prism;
use super::rawvoice::RawVoice;
use super::source_namespace::SourceNamespace;
use super::spotify::Spotify;
use super::syndication::Syndication;
use super::torznab::{Newznab, Torznab};
use super::webfeeds::WebFeeds;
use super::youtube::YouTube;
use super::{Attributes, Date, Extension, Link, Period, Person, Str, Tag, Text, Typed};
use bozofeed_date::Moment;

plain_with_rare! {
    /// A feed: `channel` of RSS, `feed` of Atom, `Channel` of CDF, or the top of a JSON Feed.
    ///
    /// It has the same fields as an [`Entry`](super::Entry): the title, the texts, the page and the links, the identifier, the authors,
    /// the dates of publication and change, and the categories. Everything else is returned by a method.
    ///
    /// It is also the type of `atom:source` (RFC 4287 §4.2.11).
    pub struct Feed with floats {
        /// The title.
        pub title: Option<Text>,
        /// A longer text about the feed: `itunes:summary`, Atom `summary`.
        pub summary: Option<Text>,
        /// Contents, in document order: `content:encoded` in a channel, although it is not allowed there.
        pub content: Vec<Text>,
        /// The page that the feed belongs to, resolved.
        pub link: Option<Str>,
        /// All links, in document order. For an HTML page: the links to its feeds (`<link rel="alternate" type="application/rss+xml">`).
        pub links: Vec<Link>,
        /// The identifier, as written: Atom `id`, else the RDF subject of an RSS 1.0 channel (`rdf:about`).
        pub id: Option<Str>,
        /// The authors: `author`, `managingEditor`, `dc:creator`, `itunes:author`.
        pub authors: Vec<Person>,
        /// The date of publication.
        pub published: Date,
        /// The date of the last change: `updated`, `lastBuildDate`, `dc:date`, `modified`.
        pub updated: Date,
        /// The categories.
        pub tags: Vec<Tag>,
    }

    rare struct RareOfFeed {
        /// Returns the description of the feed: RSS `description`, Atom `subtitle`, Atom 0.3 `tagline`.
        subtitle / set_subtitle: boxed(Text),
        /// Returns a human-readable note about the feed file: Atom 0.3 `info`, JSON Feed `user_comment`.
        info / set_info: boxed(Text),
        /// Returns the URL of the feed itself, resolved: `url` of a `source` of RSS, `feed_url` of a JSON Feed.
        href / set_href: shared(Str),
        /// Returns the date of creation (Atom 0.3 `created`, `dcterms:created`).
        created / set_created: typed(Moment),
        /// Returns the rights: RSS `copyright`, Atom `rights`, `dc:rights`.
        rights / set_rights: boxed(Text),
        /// Returns the program that generated the feed.
        generator / set_generator: boxed(Generator),
        /// Returns the address for error reports (`admin:errorReportsTo`).
        error_reports_to / set_error_reports_to: shared(Str),
        /// Returns the image: RSS `image`, else `itunes:image`.
        image / set_image: boxed(Image),
        /// Returns a small picture: Atom `icon`, JSON Feed `favicon`, resolved.
        icon / set_icon: shared(Str),
        /// Returns a large picture: Atom `logo`, JSON Feed `icon`, resolved.
        logo / set_logo: shared(Str),
        /// Returns the language.
        language / set_language: shared(Str),
        /// Returns the number of minutes that the feed may be cached (RSS 2.0 `ttl`).
        ttl / set_ttl: typed(u64),
        /// Returns the hours of the day, in GMT, in which the feed does not change (RSS `skipHours`).
        skip_hours / set_skip_hours: list(Typed<u8>),
        /// Returns the days of the week on which the feed does not change, by their English names (RSS `skipDays`).
        skip_days / set_skip_days: list(Str),
        /// Returns the PICS rating (RSS `rating`).
        rating / set_rating: shared(Str),
        /// Returns the service that sends notifications of changes (RSS 2.0 `cloud`).
        cloud / set_cloud: boxed(Cloud),
        /// Returns a text box to show with the feed (RSS `textInput`).
        text_input / set_text_input: boxed(TextInput),
        /// Returns a URI of the format's documentation (RSS `docs`).
        docs / set_docs: shared(Str),
        /// Returns whether the feed is finished and will not change again (JSON Feed `expired`).
        expired / set_expired: typed(bool),
        /// Returns the new URL of the feed (`newLocation`).
        new_location / set_new_location: shared(Str),
        /// Returns the contributors.
        contributors / set_contributors: list(Person),
        /// Returns the publisher (`dc:publisher`).
        publisher / set_publisher: boxed(Person),
        /// Returns the person responsible for technical issues (RSS `webMaster`). The owner of a podcast is in [`Itunes::owner`].
        web_master / set_web_master: boxed(Person),
        /// Returns the period in which the feed is valid (`dcterms:valid`).
        validity / set_validity: typed(Period),
        /// Returns the places that the feed is about, in document order; the point of `geo:lat` and `geo:long` has no raw text.
        geometries / set_geometries: list(Typed<Geometry>),
        itunes: vocabulary(Itunes),
        media: vocabulary(Media),
        podcast: vocabulary(Podcast),
        syndication: vocabulary(Syndication),
        paging: vocabulary(Paging),
        open_search: vocabulary(OpenSearch),
        prism: vocabulary(Prism),
        youtube: vocabulary(YouTube),
        google_play: vocabulary(GooglePlay),
        spotify: vocabulary(Spotify),
        rawvoice: vocabulary(RawVoice),
        source_namespace: vocabulary(SourceNamespace),
        torznab: vocabulary(Torznab),
        newznab: vocabulary(Newznab),
        webfeeds: vocabulary(WebFeeds),
        blog_channel: vocabulary(BlogChannel),
        /// Returns the elements of unknown vocabularies, in document order.
        extensions / set_extensions: list(Extension),
    }
}

plain! {
    /// The program that generated the feed (RFC 4287 §4.2.4, RSS `generator`, `admin:generatorAgent`).
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

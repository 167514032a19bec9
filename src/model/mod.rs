//! What a feed says: one set of types for every format.
//!
//! Absent is not empty: a field is `None` where the feed said nothing, and holds an empty value where it said an empty thing.
//!
//! Where several elements can fill a field, the best of them does, whatever came first: one that says something before an
//! empty one, the format's own before Dublin Core's, Dublin Core's before iTunes' and Media RSS's, and one directly in the
//! entry before one within another element. Of equals the last counts, of titles the first.
//!
//! # What is safe to show
//!
//! A [`Text`] of the type `text/html` or `application/xhtml+xml` is markup, and sanitized. All else is plain text and *not*
//! HTML: texts of any other type, names, terms, identifiers, links, the values of [`Extension`]s. A `<` in it is a `<`, so
//! escape it before you put it into a page.
//!
//! A link of which following would run code (`javascript:` …, see [`runs_code`](crate::content::runs_code)) is dropped,
//! wherever it stands. Identifiers and extensions are what the feed said, word for word: they are no links.

mod chapters;
#[cfg(any(feature = "chrono", feature = "time"))]
mod convert;
mod discussion;
mod entry;
mod event;
mod extension;
mod feed;
mod identity;
mod itunes;
#[cfg(feature = "serde")]
mod json;
mod media_rss;
mod place;
mod plain;
mod platforms;
mod podcast;
mod publication;
mod reading;
mod text;
mod typed;

pub use chapters::{Chapter, Chapters};
pub use discussion::{CommentApi, InReplyTo, Pingback, Replies, Slash, Threading, Trackback};
pub use entry::Entry;
pub use event::Event;
pub use extension::{Attributes, Extension};
pub use feed::{Cloud, Feed, Generator, Image, TextInput};
pub(crate) use identity::tell_apart;
pub use itunes::Itunes;
pub use media_rss::{
    Community, Copyright, Credit, Embed, Hash, Media, MediaCategory, MediaContent, MediaDetails, MediaGroup,
    MediaLicense, MediaLocation, MediaMember, MediaStatus, MediaText, PeerLink, Player, Price, Rating,
    Restriction, Scene, StarRating, Statistics, SubTitle, Thumbnail, WeightedTag,
};
pub use place::{Coordinates, Geometry, GeometryKind};
pub use platforms::{
    Account, Archive, BlogChannel, Donate, GooglePlay, Metamark, RawVoice, RawVoiceAlternate,
    SourceNamespace, Spotify, YouTube,
};
pub use podcast::{
    AlternateEnclosure, Block, Chat, ContentLink, EnclosureSource, Episode, Funding, Integrity, LiveItem,
    Locked, Podcast, PodcastChapters, PodcastImage, PodcastLicense, PodcastLocation, PodcastPerson,
    PodcastValue, RemoteItem, Season, SocialInteract, Soundbite, Trailer, Transcript, Txt, UpdateFrequency,
    ValueRecipient, ValueTimeSplit,
};
pub use publication::{
    Arxiv, OpenSearch, OpenSearchQuery, Paging, Prism, Publishing, Syndication, UpdatePeriod,
};
pub use reading::MediaType;
pub use text::{Link, Person, Tag, Text, XmlScope};
pub use typed::{Date, Typed, Validity};

//! The content of a feed: one set of types for every format.
//!
//! Absent is not empty: a field is `None` if the feed does not have the element, and holds an empty value if the element is
//! empty. A [`Typed`] value that the feed does not have has no `raw`.
//!
//! Strings are `String`; those that a feed shares among its values (languages, bases, pages, names of elements) are `Arc<str>`,
//! and those that are usually known words (media types, relations) are `Cow<'static, str>`.
//!
//! If several elements can fill a field, the best candidate does, in whatever order they come: a value comes before an empty
//! one, an element of the format before Dublin Core, Dublin Core before iTunes and Media RSS, and an element directly in the
//! entry before one within another element. Of equal candidates the last one counts, of titles the first.
//! [`explain`](crate::explain) shows all candidates.
//!
//! # What is safe to show
//!
//! A [`Text`] of the type `text/html` or `application/xhtml+xml` is markup, and sanitized if
//! [`Text::is_sanitized`] says so; [`Text::to_html`] is safe in any case. Everything else is plain text and *not* HTML: texts of any other type, names, terms, identifiers,
//! links, the values of [`Extension`]s. [Escape](crate::content::escape()) it before you put it into a page.
//!
//! A URL that would run a script if it were followed (`javascript:` …, see
//! [`is_script_url`](crate::content::is_script_url)) is dropped from every field. It is also dropped from elements and
//! attributes without a field: an attribute whose value is a script URL, unless its name says that it is text (`title`,
//! `text`, `label` …); the text of an element, or of a member of a JSON Feed, whose name says that it is a URL (`url`,
//! `href`, `origLink` …).
//!
//! Identifiers, namespace names and other texts are not links: they are kept as written, and so is
//! [`Extension::json`], the source of a member.

mod article;
mod chapters;
#[cfg(any(feature = "chrono04", feature = "jiff", feature = "time03"))]
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
pub(crate) mod plain;
mod platforms;
mod podcast;
pub(crate) mod price;
mod publication;
mod reading;
mod text;
mod typed;

pub use chapters::{Chapter, Chapters};
pub use discussion::{CommentApi, InReplyTo, Pingback, Replies, Slash, Threading, Trackback};
pub use entry::Entry;
pub(crate) use entry::RareOfEntry;
pub use event::Event;
pub use extension::{Attributes, Extension};
pub(crate) use feed::RareOfFeed;
pub use feed::{Cloud, Feed, Generator, Image, TextInput};
pub use identity::IdentityRule;
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
    AlternateEnclosure, Chat, ContentLink, EnclosureSource, Episode, Funding, Integrity, LiveItem, Locked,
    Podcast, PodcastBlock, PodcastChapters, PodcastImage, PodcastLicense, PodcastLocation, PodcastPerson,
    PodcastTxt, PodcastValue, RemoteItem, Season, SocialInteract, Soundbite, Trailer, Transcript,
    UpdateFrequency, ValueRecipient, ValueTimeSplit,
};
pub use publication::{
    Arxiv, OpenSearch, OpenSearchQuery, Paging, Prism, Publishing, Syndication, UpdatePeriod,
};
pub use reading::MediaType;
pub use text::{Link, Person, Tag, Text, XmlScope};
pub use typed::{Date, Typed, Validity};

pub use crate::content::text_value::TextValue;

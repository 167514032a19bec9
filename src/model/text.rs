//! Texts, links, people and tags.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use super::{Extension, Typed};

/// A text with its type: a text construct (RFC 4287 §3.1), content (§4.1.3), or an element of RSS that may hold markup.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Text {
    /// The text. Markup is sanitized and its relative URIs are resolved, unless the parser was told otherwise.
    pub value: String,
    /// Its media type: `text/plain`, `text/html`, `application/xhtml+xml`, or what the feed said (RFC 4287 §3.1.1, §4.1.3.1).
    ///
    /// Text of the type `text/plain` is not HTML: escape it before you show it as such.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub media_type: Cow<'static, str>,
    /// The language in force (`xml:lang`, XML 1.0 §2.12).
    pub language: Option<Arc<str>>,
    /// The base URI in force (`xml:base`), against which relative URIs were resolved.
    pub base: Option<Arc<str>>,
    /// Where the content is, if it is not here (RFC 4287 §4.1.3.2).
    pub src: Option<Box<str>>,
    /// Where no base is in force, the one that was last: Universal Feed Parser does not let go of it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) lingering_base: Option<Arc<str>>,
}

/// A link to another resource: `atom:link` (RFC 4287 §4.2.7), or an element of RSS that holds a URI, enclosures included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Link {
    /// The URI, resolved. `None` where the feed gave none, or one that would run code.
    pub href: Option<String>,
    /// What the resource is to the feed or entry; `alternate` where the feed does not say.
    pub rel: Cow<'static, str>,
    /// The media type that the feed gives. `None` where it gives none.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub media_type: Option<String>,
    /// What an enclosure without a type probably is, by the ending of its URI (`.mp3`): a guess, not the feed's word.
    /// `None` where the feed gives a type, and without the feature `mime_guess`.
    pub guessed_type: Option<&'static str>,
    /// The language of the resource (RFC 4287 §4.2.7.4).
    pub hreflang: Option<String>,
    /// A title for the link (RFC 4287 §4.2.7.5).
    pub title: Option<String>,
    /// The size of the resource in bytes.
    pub length: Option<Box<Typed<u64>>>,
    /// How long the resource takes to play: `duration` of an enclosure, JSON Feed `duration_in_seconds`.
    pub duration: Option<Box<Typed<Duration>>>,
    /// Every other attribute, by its lower-cased name.
    pub attributes: Vec<(String, String)>,
    /// What else a JSON Feed says of the attachment or hub.
    pub extensions: Vec<Extension>,
}

/// A person or other author (RFC 4287 §3.2), or what an element of RSS or Dublin Core says of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Person {
    /// The text of the element, where it holds text: `me@example.org (Name)`.
    pub raw: Option<String>,
    /// The name, without the address.
    pub name: Option<String>,
    /// The e-mail address.
    pub email: Option<String>,
    /// A URI of the person's, resolved.
    pub uri: Option<String>,
    /// Where a picture of the person is, resolved (JSON Feed `avatar`).
    pub avatar: Option<String>,
    /// Every other element within the person's, or member of a JSON Feed's.
    pub extensions: Vec<Extension>,
}

/// A category (RFC 4287 §4.2.2, RSS 2.0 `category`, `dc:subject` …).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Tag {
    /// The category itself.
    pub term: Option<String>,
    /// The scheme that it belongs to.
    pub scheme: Option<String>,
    /// A label for people.
    pub label: Option<String>,
}

impl Text {
    /// Whether it is HTML or XHTML, which the parser has sanitized; any other text is to be escaped before it is shown
    /// as such.
    pub fn is_markup(&self) -> bool {
        matches!(self.media_type.as_ref(), "text/html" | "application/xhtml+xml")
    }
}

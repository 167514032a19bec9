//! Texts, links, people and tags.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use super::{Attributes, Extension, Typed};

/// A text with its type: a text construct (RFC 4287 §3.1), content (§4.1.3), or an element of RSS that may hold markup.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Text {
    /// The text. Markup is sanitized and its relative URIs are resolved, unless the parser was told otherwise.
    pub value: String,
    /// Its media type: `text/plain`, `text/html`, `application/xhtml+xml`, or what the feed said (RFC 4287 §3.1.1, §4.1.3.1).
    ///
    /// Text of the type `text/plain` is not HTML: escape it before you show it as such.
    pub media_type: Cow<'static, str>,
    /// Few have one, and a pointer to it is smaller than it.
    pub(crate) src: Option<Box<Src>>,
    /// Most texts of a feed share one.
    pub(crate) in_force: Option<Arc<InForce>>,
}

/// Where content is that is not here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Src(pub(crate) Box<str>);

/// What the elements around a text say for all that stands in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct InForce {
    /// `xml:lang`.
    pub(crate) language: Option<Arc<str>>,
    /// `xml:base`.
    pub(crate) base: Option<Arc<str>>,
    /// Where no base is in force, the one that was last: Universal Feed Parser does not let go of it.
    pub(crate) lingering_base: Option<Arc<str>>,
}

impl InForce {
    /// To be shared by all texts for which it is in force; nothing where nothing is.
    pub(crate) fn shared(language: Option<Arc<str>>, base: Option<Arc<str>>) -> Option<Arc<Self>> {
        (language.is_some() || base.is_some())
            .then(|| Arc::new(Self { language, base, lingering_base: None }))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        // Each field by its name, so that none is forgotten.
        let Self { value, media_type, src: _, in_force: _ } = self;
        let mut text = serializer.serialize_struct("Text", 5)?;
        text.serialize_field("value", value)?;
        text.serialize_field("type", media_type)?;
        text.serialize_field("language", &self.language())?;
        text.serialize_field("base", &self.base())?;
        text.serialize_field("src", &self.src())?;
        text.end()
    }
}

/// A link to another resource: `atom:link` (RFC 4287 §4.2.7), or an element of RSS that holds a URI, enclosures included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Link {
    /// The URI, resolved. `None` where the feed gave none, or one that would run code.
    ///
    /// The page of a feed or entry is shared with its `link`.
    pub href: Option<Arc<str>>,
    /// What the resource is to the feed or entry; `alternate` where the feed does not say.
    pub rel: Cow<'static, str>,
    /// The media type that the feed gives. `None` where it gives none.
    pub media_type: Option<Cow<'static, str>>,
    /// The language of the resource (RFC 4287 §4.2.7.4).
    pub hreflang: Option<Box<str>>,
    /// A title for the link (RFC 4287 §4.2.7.5).
    pub title: Option<Box<str>>,
    /// The size of the resource in bytes.
    pub length: Option<Box<Typed<u64>>>,
    /// How long the resource takes to play: `duration` of an enclosure, JSON Feed `duration_in_seconds`.
    pub duration: Option<Box<Typed<Duration>>>,
    /// Most links say nothing else.
    pub(crate) others: Option<Box<Others>>,
}

/// What a link says that it has no field for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Others {
    pub(crate) attributes: Attributes,
    pub(crate) extensions: Vec<Extension>,
}

impl Link {
    /// Every other attribute, by its lower-cased name.
    pub fn attributes(&self) -> &[(Arc<str>, String)] {
        self.others.as_ref().map_or(&[], |others| &others.attributes)
    }

    /// What else a JSON Feed says of the attachment or hub.
    pub fn extensions(&self) -> &[Extension] {
        self.others.as_ref().map_or(&[], |others| &others.extensions)
    }

    pub(crate) fn others(&mut self) -> &mut Others {
        self.others.get_or_insert_default()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Link {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        // Each field by its name, so that none is forgotten.
        let Self { href, rel, media_type, hreflang, title, length, duration, others: _ } = self;
        let mut link = serializer.serialize_struct("Link", 10)?;
        link.serialize_field("href", href)?;
        link.serialize_field("rel", rel)?;
        link.serialize_field("type", media_type)?;
        link.serialize_field("guessed_type", &self.guessed_type())?;
        link.serialize_field("hreflang", hreflang)?;
        link.serialize_field("title", title)?;
        link.serialize_field("length", length)?;
        link.serialize_field("duration", duration)?;
        link.serialize_field("attributes", self.attributes())?;
        link.serialize_field("extensions", self.extensions())?;
        link.end()
    }
}

/// A person or other author (RFC 4287 §3.2), or what an element of RSS or Dublin Core says of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Person {
    /// The text of the element, where it holds text: `me@example.org (Name)`.
    pub raw: Option<Arc<str>>,
    /// The name, without the address. Where it is all of `raw` it is shared.
    pub name: Option<Arc<str>>,
    /// The e-mail address.
    pub email: Option<Box<str>>,
    /// A URI of the person's, resolved.
    pub uri: Option<Box<str>>,
    /// Where a picture of the person is, resolved (JSON Feed `avatar`).
    pub avatar: Option<Box<str>>,
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
    pub scheme: Option<Arc<str>>,
    /// A label for people.
    pub label: Option<Box<str>>,
}

impl Text {
    /// The language in force (`xml:lang`, XML 1.0 §2.12).
    pub fn language(&self) -> Option<&str> {
        self.in_force.as_ref()?.language.as_deref()
    }

    /// The base URI in force (`xml:base`), against which relative URIs were resolved.
    pub fn base(&self) -> Option<&str> {
        self.in_force.as_ref()?.base.as_deref()
    }

    /// Where the content is, if it is not here (RFC 4287 §4.1.3.2).
    pub fn src(&self) -> Option<&str> {
        self.src.as_ref().map(|src| &*src.0)
    }

    /// Whether it is HTML or XHTML, which the parser has sanitized; any other text is to be escaped before it is shown
    /// as such.
    pub fn is_markup(&self) -> bool {
        matches!(self.media_type.as_ref(), "text/html" | "application/xhtml+xml")
    }
}

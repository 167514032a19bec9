//! The columns of the schema: for each element, the form of its text, its attributes and its children.

use bozofeed_date::DateFormat;

/// The form that a specification prescribes for a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ValueForm {
    /// Without text.
    None,
    /// Any text, or none.
    Any,
    /// Text that is not empty.
    Text,
    /// Text that is not empty and has no markup.
    Plain,
    /// Text that has no markup, or none.
    Label,
    /// Text of Media RSS, whose `type` says whether it is markup.
    TypedText,
    /// Markup, escaped.
    Html,
    /// A text construct of Atom, whose `type` says what it is.
    AtomText,
    /// `content` of Atom, whose `type` says what it is.
    AtomContent,
    /// Content of Atom 0.3, whose `mode` says what it is.
    Construct,
    /// Elements of XHTML in a `div`.
    Xhtml,
    /// The `type` of `content` of Atom.
    ContentType,
    /// An absolute URI.
    Uri,
    /// A URI reference, which may be relative.
    Reference,
    Date(DateFormat),
    /// A date in any form that can be read.
    AnyDate,
    /// An address and perhaps a name, as RSS has them.
    Person,
    /// An address alone.
    Email,
    Language,
    MediaType,
    /// A number without a sign, within limits.
    Number(u64, u64),
    /// A number with or without a sign.
    Integer,
    /// A decimal number within limits.
    Decimal(f64, f64),
    /// A number of bytes.
    Length,
    /// One of some words, in any case.
    Words(&'static [&'static str]),
    /// A boolean, written as one of some words.
    Boolean(&'static [&'static str]),
    /// Seconds, `MM:SS` or `HH:MM:SS`.
    Duration,
    /// Pairs of latitude and longitude, at least this many.
    Points(usize),
    /// A latitude and a longitude with a comma between them.
    CommaPoint,
    /// Numbers separated by commas.
    Numbers,
    /// `guid` of RSS.
    Guid,
    /// `id` of Atom.
    Id,
    /// A width or height, at most this many pixels.
    Pixels(u64),
    /// A time in a medium: seconds, `MM:SS` or `HH:MM:SS`, with a fraction.
    PlayTime,
    /// The version of RSS.
    Version,
    /// An address of HTTP.
    HttpUri,
    /// The address of an image.
    ImageUri,
    /// An hour of `skipHours`.
    Hour,
    /// A category of podcasts, and one within it.
    PodcastCategory,
    PodcastSubcategory,
    /// A subtitle of iTunes: plain text of at most 255 characters.
    Subtitle,
    /// A summary of iTunes: at most 4,000 characters.
    Summary,
    /// Points, the last of them equal to the first.
    Polygon,
    /// Base64.
    Base64,
    /// A UUID.
    Uuid,
    /// A rating of the Internet Content Rating Association.
    Icra,
    /// Words in lower case.
    LowerCase,
    /// A rating of Media RSS: a word that its scheme defines.
    Rating,
    /// The subject of a restriction of Media RSS, which depends on its type.
    Restriction,
    /// The digest of a file, whose `algo` names the algorithm.
    Digest,
    /// Absolute URIs with spaces between them, or one of the words `all` and `none`.
    Uris,
    /// So many hexadecimal digits.
    Hexadecimal(usize),
    /// Codes of countries, or one of the words `all` and `none`.
    Countries,
}

impl ValueForm {
    /// Returns whether an element with this form says something by its text alone.
    pub(super) fn is_of_text(self) -> bool {
        !matches!(self, Self::None | Self::Any)
    }

    /// Returns whether the value is a URI or a reference to one.
    pub(super) fn is_uri(self) -> bool {
        matches!(self, Self::Uri | Self::Reference | Self::HttpUri | Self::ImageUri | Self::Id)
    }
}

/// The document's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentFormat {
    Unknown,
    Rss,
    Rdf,
    Atom,
    /// RSS 0.90.
    Rdf090,
    Atom03,
    Cdf,
}

impl DocumentFormat {
    /// Returns whether the elements are those of a version of Atom.
    pub(super) fn is_atom(self) -> bool {
        matches!(self, Self::Atom | Self::Atom03)
    }
}

/// Returns whether a name of the tables is a local name after a prefix, or without one.
pub(super) fn is_named(known: &str, prefix: &str, local: &str) -> bool {
    known.strip_suffix(local).is_some_and(|rest| rest.strip_suffix(':').unwrap_or(rest) == prefix)
}

/// An attribute of an element.
#[derive(Debug)]
pub(super) struct AttributeRow {
    pub(super) name: &'static str,
    pub(super) form: ValueForm,
    pub(super) is_required: bool,
}

/// A part that an element must have. The rules say what is wrong without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequiredPart {
    FeedTitle,
    FeedLink,
    FeedDescription,
    FeedId,
    FeedUpdated,
    /// The list of items of RSS 1.0.
    FeedItems,
    EntryTitle,
    EntryLink,
    EntryId,
    EntryUpdated,
    /// A part of `source` of Atom.
    OfSource,
    /// The address of the owner of a podcast.
    OwnerEmail,
    /// A part of any other element.
    Other,
}

/// How many elements of a name there may be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Count {
    Any,
    AtMostOne,
    /// Exactly one.
    One(RequiredPart),
    /// At least one.
    Some(RequiredPart),
}

/// An element within another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    /// The name, with the customary prefix of its namespace unless that is the format's.
    pub(super) name: &'static str,
    pub(super) element: &'static ElementRow,
    pub(super) count: Count,
    /// An element that says the same in another vocabulary.
    pub(super) twin: Option<&'static str>,
}

impl Child {
    /// Returns the child with an element of another vocabulary that says the same.
    pub(super) const fn beside(self, twin: &'static str) -> Self {
        Self { twin: Some(twin), ..self }
    }

    /// Returns whether the element has a name in the namespace of this customary prefix, which is empty for that of the format.
    pub(super) fn is_named(&self, prefix: &str, local: &str) -> bool {
        is_named(self.name, prefix, local)
    }
}

/// The role of an element in a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementRole {
    /// The root of RSS 2.0.
    Rss,
    Feed,
    Entry,
    Enclosure,
    AtomLink,
    /// `content` of Atom.
    Content,
    /// `id` or `guid`.
    Id,
    /// `updated` of Atom.
    Updated,
    /// `published` of Atom.
    Published,
    /// `source` of Atom.
    Source,
    /// `liveItem` of the podcast namespace.
    LiveItem,
    /// `group` of Media RSS.
    MediaGroup,
    /// `content` of Media RSS.
    Medium,
    /// A member of the list of items of RSS 1.0.
    ListedItem,
    /// The image of a channel.
    Image,
    /// The title of a channel or its image.
    Title,
    /// The page of a channel or its image.
    Page,
    /// A member of `skipHours` or `skipDays`.
    Skipped,
    Other,
}

/// The elements of other vocabularies that an element may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modules {
    None,
    Feed,
    Entry,
    /// Those of Media RSS alone.
    Media,
}

impl Modules {
    /// Returns whether elements of the module with a customary prefix may be among them.
    pub(super) fn include(self, prefix: &str) -> bool {
        match self {
            Self::None => false,
            Self::Feed | Self::Entry => true,
            Self::Media => prefix == "media",
        }
    }
}

/// An element of a format or a module.
#[derive(Debug, Clone, Copy)]
pub(super) struct ElementRow {
    pub(super) form: ValueForm,
    pub(super) attributes: &'static [AttributeRow],
    /// Whether others are of no concern here.
    pub(super) has_other_attributes: bool,
    pub(super) children: &'static [Child],
    pub(super) modules: Modules,
    pub(super) role: ElementRole,
}

impl ElementRow {
    /// Returns an element with text.
    pub(super) const fn text(form: ValueForm) -> Self {
        Self {
            form,
            attributes: &[],
            has_other_attributes: false,
            children: &[],
            modules: Modules::None,
            role: ElementRole::Other,
        }
    }

    /// Returns an element with other elements.
    pub(super) const fn group(children: &'static [Child]) -> Self {
        Self { children, ..Self::text(ValueForm::None) }
    }

    pub(super) const fn with(self, attributes: &'static [AttributeRow]) -> Self {
        Self { attributes, ..self }
    }

    pub(super) const fn role(self, role: ElementRole) -> Self {
        Self { role, ..self }
    }

    pub(super) const fn modules(self, modules: Modules) -> Self {
        Self { modules, ..self }
    }
}

/// Returns a child that may be repeated.
pub(super) const fn any(name: &'static str, element: &'static ElementRow) -> Child {
    Child { name, element, count: Count::Any, twin: None }
}

/// Returns a child that may be left out and must not be repeated.
pub(super) const fn once(name: &'static str, element: &'static ElementRow) -> Child {
    Child { name, element, count: Count::AtMostOne, twin: None }
}

/// Returns a child that is required and must not be repeated.
pub(super) const fn one(name: &'static str, element: &'static ElementRow, part: RequiredPart) -> Child {
    Child { name, element, count: Count::One(part), twin: None }
}

/// Returns a child that is required and may be repeated.
pub(super) const fn some(name: &'static str, element: &'static ElementRow, part: RequiredPart) -> Child {
    Child { name, element, count: Count::Some(part), twin: None }
}

/// Returns an attribute that may be left out.
pub(super) const fn may(name: &'static str, form: ValueForm) -> AttributeRow {
    AttributeRow { name, form, is_required: false }
}

/// Returns an attribute that is required.
pub(super) const fn must(name: &'static str, form: ValueForm) -> AttributeRow {
    AttributeRow { name, form, is_required: true }
}

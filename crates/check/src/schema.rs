//! The columns of the schema: for each element, the form of its text, its attributes and its children.

use bozofeed_date::DateFormat;

/// The form that a specification requires for a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ValueForm {
    /// No text.
    None,
    /// Any text, possibly empty.
    Any,
    /// Text that is not empty.
    Text,
    /// Text that is not empty and contains no markup.
    Plain,
    /// Text that contains no markup, possibly empty.
    Label,
    /// Text of Media RSS, whose `type` states whether it is markup.
    TypedText,
    /// Escaped markup.
    Html,
    /// An Atom text construct, whose `type` determines its form.
    AtomText,
    /// Atom `content`, whose `type` determines its form.
    AtomContent,
    /// Atom 0.3 content, whose `mode` determines its form.
    Construct,
    /// XHTML elements in a `div`.
    Xhtml,
    /// The `type` of Atom `content`.
    ContentType,
    /// An absolute URI.
    Uri,
    /// A URI reference, which may be relative.
    Reference,
    Date(DateFormat),
    /// A date in any supported form.
    AnyDate,
    /// An address, optionally with a name, as in RSS.
    Person,
    /// Only an address.
    Email,
    Language,
    MediaType,
    /// An unsigned number within limits.
    Number(u64, u64),
    /// A number with an optional sign.
    Integer,
    /// A decimal number within limits.
    Decimal(f64, f64),
    /// A number of bytes.
    Length,
    /// One of the words, in any case.
    Words(&'static [&'static str]),
    /// A boolean, written as one of the words.
    Boolean(&'static [&'static str]),
    /// Seconds, `MM:SS` or `HH:MM:SS`.
    Duration,
    /// Pairs of latitude and longitude, at least this many.
    Points(usize),
    /// A latitude and a longitude, separated by a comma.
    CommaPoint,
    /// Numbers separated by commas.
    Numbers,
    /// An RSS `guid`.
    Guid,
    /// An Atom `id`.
    Id,
    /// A width or height, at most this many pixels.
    Pixels(u64),
    /// A time in a medium: seconds, `MM:SS` or `HH:MM:SS`, with an optional fraction.
    PlayTime,
    /// The version of RSS.
    Version,
    /// An HTTP address.
    HttpUri,
    /// The address of an image.
    ImageUri,
    /// An hour in `skipHours`.
    Hour,
    /// A podcast category, and a subcategory.
    PodcastCategory,
    PodcastSubcategory,
    /// An iTunes subtitle: plain text of at most 255 characters.
    Subtitle,
    /// An iTunes summary: at most 4,000 characters.
    Summary,
    /// Points whose last equals the first.
    Polygon,
    /// Base64.
    Base64,
    /// A UUID.
    Uuid,
    /// A rating of the Internet Content Rating Association.
    Icra,
    /// Words in lower case.
    LowerCase,
    /// A rating in Media RSS: a word defined by its scheme.
    Rating,
    /// The subject of a Media RSS restriction, which depends on its type.
    Restriction,
    /// The digest of a file. `algo` is the algorithm.
    Digest,
    /// Absolute URIs separated by spaces, or one of the words `all` and `none`.
    Uris,
    /// This number of hexadecimal digits.
    Hexadecimal(usize),
    /// Country codes, or one of the words `all` and `none`.
    Countries,
}

impl ValueForm {
    /// Returns whether an element with this form is meaningful by its text alone.
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
    /// Returns whether the elements belong to a version of Atom.
    pub(super) fn is_atom(self) -> bool {
        matches!(self, Self::Atom | Self::Atom03)
    }
}

/// Returns whether a name from the tables equals a local name after a prefix, or without one.
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

/// A part that an element must have. It determines the rule that is broken without it.
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
    /// A part of Atom `source`.
    OfSource,
    /// The address of the owner of a podcast.
    OwnerEmail,
    /// A part of any other element.
    Other,
}

/// The allowed number of elements with a name.
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
    /// The name, with the customary prefix of its namespace unless that is the format's own.
    pub(super) name: &'static str,
    pub(super) element: &'static ElementRow,
    pub(super) count: Count,
    /// An element of another vocabulary with the same meaning.
    pub(super) twin: Option<&'static str>,
}

impl Child {
    /// Returns the child with a twin: an element of another vocabulary with the same meaning.
    pub(super) const fn beside(self, twin: &'static str) -> Self {
        Self { twin: Some(twin), ..self }
    }

    /// Returns whether the element has this name in the namespace of this customary prefix, which is empty for the format's
    /// own.
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
    /// Atom `content`.
    Content,
    /// `id` or `guid`.
    Id,
    /// Atom `updated`.
    Updated,
    /// Atom `published`.
    Published,
    /// Atom `source`.
    Source,
    /// `liveItem` in the podcast namespace.
    LiveItem,
    /// Media RSS `group`.
    MediaGroup,
    /// Media RSS `content`.
    Medium,
    /// A member of the list of items in RSS 1.0.
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
    /// Only Media RSS.
    Media,
}

impl Modules {
    /// Returns whether elements of the module with this customary prefix are included.
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
    /// Whether other attributes are ignored here.
    pub(super) has_other_attributes: bool,
    pub(super) children: &'static [Child],
    pub(super) modules: Modules,
    pub(super) role: ElementRole,
}

impl ElementRow {
    /// Creates an element with text.
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

    /// Creates an element with child elements.
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

/// Creates a child that may be repeated.
pub(super) const fn any(name: &'static str, element: &'static ElementRow) -> Child {
    Child { name, element, count: Count::Any, twin: None }
}

/// Creates an optional child that must not be repeated.
pub(super) const fn once(name: &'static str, element: &'static ElementRow) -> Child {
    Child { name, element, count: Count::AtMostOne, twin: None }
}

/// Creates a required child that must not be repeated.
pub(super) const fn one(name: &'static str, element: &'static ElementRow, part: RequiredPart) -> Child {
    Child { name, element, count: Count::One(part), twin: None }
}

/// Creates a required child that may be repeated.
pub(super) const fn some(name: &'static str, element: &'static ElementRow, part: RequiredPart) -> Child {
    Child { name, element, count: Count::Some(part), twin: None }
}

/// Creates an optional attribute.
pub(super) const fn may(name: &'static str, form: ValueForm) -> AttributeRow {
    AttributeRow { name, form, is_required: false }
}

/// Creates a required attribute.
pub(super) const fn must(name: &'static str, form: ValueForm) -> AttributeRow {
    AttributeRow { name, form, is_required: true }
}

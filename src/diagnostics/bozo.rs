//! `Bozo`, the exception that describes how a feed broke the rules.

use bozofeed_encoding::{Damage, EncodingException};
use bozofeed_text::named;

use super::fault::Violation;
use super::fault_severity::FaultSeverity;
use super::position::Position;

/// The way in which a feed broke the rules: the equivalent of Universal Feed Parser's `bozo_exception`.
///
/// [`name`](Bozo::name) returns the name of the exception there. A feed with a `Bozo` was still read; see
/// [`severity`](Bozo::severity). The [guide](crate::docs::bozo) describes each exception.
///
/// ```
/// use bozofeed::{Bozo, LooksLike};
///
/// let parsed = bozofeed::parse(b"<html><body>Not found</body></html>");
/// assert_eq!(parsed.bozo, Some(Bozo::NotAFeed(LooksLike::Html)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Bozo {
    /// The document is not in the encoding determined according to RFC 3023 §8 and XML 1.0 Appendix F. Another one was used.
    #[error("{}", override_message(declared, used, *damage))]
    CharacterEncodingOverride {
        /// The label of the determined encoding, in lower case.
        declared: String,
        /// The label of the encoding that was used.
        used: String,
        /// The sequences that are malformed even in that encoding, if any.
        damage: Option<Damage>,
    },
    /// The document could not be decoded in any of the encodings tried. It was decoded with replacement characters.
    #[error("document encoding unknown, tried {} and nothing worked", tried.join(", "))]
    CharacterEncodingUnknown {
        /// The labels that were tried, in order.
        tried: Vec<String>,
    },
    /// The HTTP headers have no Content-Type, or one that is not an XML or JSON media type (RFC 3023 §3).
    #[error("{}", match content_type { Some(t) => format!("{t} is not an XML media type"), None => "no Content-type specified".to_owned() })]
    NonXMLContentType {
        /// The media type without its parameters.
        content_type: Option<String>,
    },
    /// A prefix is not declared (Namespaces in XML 1.0 §5). Well-known prefixes keep their usual meaning.
    #[error("unbound prefix '{prefix}'")]
    UndeclaredNamespace {
        /// The prefix, without the colon.
        prefix: String,
        /// The start of the name with that prefix.
        position: Position,
    },
    /// The document is not well-formed XML.
    #[error("{error} at {position}")]
    NotWellFormed {
        /// The first rule that it breaks.
        error: Violation,
        /// The position of the violation.
        position: Position,
    },
    /// The document is not well-formed JSON, or it breaks a rule of JSON Feed.
    #[error("{error} at {position}")]
    Json {
        /// The first rule that it breaks.
        error: Violation,
        /// The position of the violation.
        position: Position,
    },
    /// The document exceeds one of the [`Limits`](crate::Limits). The part before the limit is kept.
    #[error("limit exceeded: {}", limit.description())]
    LimitExceeded {
        /// The limit.
        limit: Limit,
    },
    /// The input is not a feed.
    #[error("not a feed (looks like {})", .0.description())]
    NotAFeed(LooksLike),
    /// The input is not a list of subscriptions, where `bozofeed_opml::parse` expects one.
    #[error("not a list of subscriptions (looks like {})", .0.description())]
    NotOpml(LooksLike),
}

impl From<EncodingException> for Bozo {
    fn from(exception: EncodingException) -> Self {
        match exception {
            EncodingException::CharacterEncodingOverride { declared, used, damage } => {
                Self::CharacterEncodingOverride { declared, used, damage }
            }
            EncodingException::CharacterEncodingUnknown { tried } => Self::CharacterEncodingUnknown { tried },
            EncodingException::NonXMLContentType { content_type } => Self::NonXMLContentType { content_type },
            // `NotText`: the decoder has no other exception, and gets one only together with this crate.
            _ => Self::NotAFeed(LooksLike::Binary),
        }
    }
}

impl Bozo {
    /// Returns the name of the exception: Universal Feed Parser's name, if it has an equivalent.
    ///
    /// ```
    /// let parsed = bozofeed::parse(b"<rss version='2.0'><channel><title>AT&T</title></channel></rss>");
    /// assert_eq!(parsed.bozo.unwrap().name(), "SAXParseException");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Self::CharacterEncodingOverride { .. } => "CharacterEncodingOverride",
            Self::CharacterEncodingUnknown { .. } => "CharacterEncodingUnknown",
            Self::NonXMLContentType { .. } => "NonXMLContentType",
            Self::UndeclaredNamespace { .. } => "UndeclaredNamespace",
            Self::NotWellFormed { .. } => "SAXParseException",
            Self::Json { .. } => "JsonError",
            Self::LimitExceeded { .. } => "LimitExceeded",
            Self::NotAFeed(_) => "NotAFeed",
            Self::NotOpml(_) => "NotOpml",
        }
    }

    /// Returns how much content was lost.
    ///
    /// ```
    /// use bozofeed::FaultSeverity;
    ///
    /// let severity = |document: &[u8]| bozofeed::parse(document).bozo.unwrap().severity();
    /// assert_eq!(severity(b"<rss version='2.0'><channel><title>AT&T</title></channel></rss>"), FaultSeverity::Mended);
    /// assert_eq!(severity(b"<rss version='2.0'><channel><title>AT"), FaultSeverity::Lossy);
    /// ```
    pub fn severity(&self) -> FaultSeverity {
        match self {
            Self::CharacterEncodingOverride { damage: None, .. } | Self::NonXMLContentType { .. } => {
                FaultSeverity::Benign
            }
            Self::CharacterEncodingOverride { .. } | Self::UndeclaredNamespace { .. } => {
                FaultSeverity::Mended
            }
            Self::NotWellFormed { error, .. } | Self::Json { error, .. } => error.severity(),
            Self::CharacterEncodingUnknown { .. }
            | Self::LimitExceeded { .. }
            | Self::NotAFeed(_)
            | Self::NotOpml(_) => FaultSeverity::Lossy,
        }
    }
}

/// One of the [`Limits`](crate::Limits).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::size`](crate::Limits::size)
    Size,
    /// [`Limits::depth`](crate::Limits::depth)
    Depth,
    /// [`Limits::entries`](crate::Limits::entries)
    Entries,
    /// [`Limits::memory`](crate::Limits::memory)
    Memory,
    /// [`Limits::written`](crate::Limits::written)
    Written,
    /// The limit on the depth of markup, or on the formatting elements that are reopened in misnested markup
    Markup,
    /// [`Limits::resolved`](crate::Limits::resolved)
    Resolved,
    /// [`Limits::expansion`](crate::Limits::expansion)
    Expansion,
    /// [`Limits::extensions`](crate::Limits::extensions)
    Extensions,
    /// The limit on lookahead to determine the intended structure: 64 steps per byte of the document
    Lookahead,
}

named! {
    Limit: "limit" {
        Size => "size",
        Depth => "depth",
        Entries => "entries",
        Memory => "memory",
        Written => "written",
        Markup => "markup",
        Resolved => "resolved",
        Expansion => "expansion",
        Extensions => "extensions",
        Lookahead => "lookahead",
    }
}

impl Limit {
    /// Returns the limited quantity, for messages.
    ///
    /// ```
    /// assert_eq!(bozofeed::Limit::Written.description(), "written bytes");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Depth => "depth",
            Self::Entries => "entries",
            Self::Memory => "memory",
            Self::Written => "written bytes",
            Self::Markup => "markup",
            Self::Resolved => "resolved references",
            Self::Expansion => "entity expansion",
            Self::Extensions => "extension depth",
            Self::Lookahead => "lookahead",
        }
    }
}

/// The kind of input that was found instead of a feed or a list of subscriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LooksLike {
    /// An empty document, or only white space.
    Empty,
    /// An HTML page.
    Html,
    /// JSON, but not a JSON Feed.
    Json,
    /// XML, but not a feed.
    Xml,
    /// An image, an archive or other binary data.
    Binary,
    /// Text of another kind.
    Other,
}

named! {
    LooksLike: "kind of input" {
        Empty => "empty",
        Html => "html",
        Json => "json",
        Xml => "xml",
        Binary => "binary",
        Other => "other",
    }
}

impl LooksLike {
    /// Returns the kind in words, for messages.
    ///
    /// ```
    /// assert_eq!(bozofeed::LooksLike::Html.description(), "an HTML page");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Self::Empty => "an empty document",
            Self::Html => "an HTML page",
            Self::Json => "another kind of JSON",
            Self::Xml => "another kind of XML",
            Self::Binary => "binary data",
            Self::Other => "another kind of text",
        }
    }
}

/// In most cases, a damaged document is parsed in the encoding that it declares.
fn override_message(declared: &str, used: &str, damage: Option<Damage>) -> String {
    let parsed = if declared == used { String::new() } else { format!(", but parsed as {used}") };
    let damage = damage.map(|damage| format!(", {damage}")).unwrap_or_default();
    format!("document declared as {declared}{parsed}{damage}")
}

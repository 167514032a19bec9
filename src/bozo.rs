//! The typed exceptions: how a feed broke the rules.

use std::fmt;

use crate::fault::{Damage, Position, Severity, WellFormednessError};
use crate::json_error::JsonError;

/// How a feed broke the rules: the exception that Universal Feed Parser would set as `bozo_exception`.
///
/// [`name`](Bozo::name) gives its name there. A feed with a `Bozo` was still read; see [`severity`](Bozo::severity).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Bozo {
    /// The bytes are not in the encoding that the rules give them (RFC 3023 §8, XML 1.0 Appendix F); another one was used.
    #[error("document declared as {declared}, but parsed as {used}{}", damage.map(|d| format!(" with {d}")).unwrap_or_default())]
    CharacterEncodingOverride {
        /// The label that the rules choose, lower-cased.
        declared: String,
        /// The label of the encoding that was used.
        used: String,
        /// The places that do not decode in that encoding either, and were read one by one.
        damage: Option<Damage>,
    },
    /// The bytes decode in no encoding that was tried; the text was read lossily.
    #[error("document encoding unknown, tried {} and nothing worked", tried.join(", "))]
    CharacterEncodingUnknown {
        /// Every label that was tried, in order.
        tried: Vec<String>,
    },
    /// The Content-Type is absent from headers that are there, or names no XML or JSON media type (RFC 3023 §3).
    #[error("{}", match content_type { Some(t) => format!("{t} is not an XML media type"), None => "no Content-type specified".to_owned() })]
    NonXMLContentType {
        /// The media type as the server gave it, without parameters.
        content_type: Option<String>,
    },
    /// A prefix is used that no namespace declaration binds (Namespaces in XML 1.0 §5). Known prefixes keep their meaning.
    #[error("prefix '{prefix}' is not bound to a namespace")]
    UndeclaredNamespace {
        /// The prefix, without its colon.
        prefix: String,
        /// Where the name that uses it begins.
        position: Position,
    },
    /// The document is not well-formed XML.
    #[error("{error} at {position}")]
    NotWellFormed {
        /// Which rule it breaks.
        error: WellFormednessError,
        /// Where it breaks it.
        position: Position,
    },
    /// The document is not well-formed JSON, or its values are not those of a JSON Feed.
    #[error("{error} at {position}")]
    Json {
        /// Which rule it breaks.
        error: JsonError,
        /// Where it breaks it.
        position: Position,
    },
    /// A limit of [`Limits`](crate::Limits) was reached; what was read until there is kept.
    #[error("the limit on {limit} was reached")]
    LimitExceeded {
        /// Which limit.
        limit: Limit,
    },
    /// No feed can be recognised in the bytes.
    #[error("this is no feed: it looks like {0}")]
    NotAFeed(LooksLike),
}

impl Bozo {
    /// The exception's name, as Universal Feed Parser spells it where it has one.
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
        }
    }

    /// How much it cost: whether the content is intact, mended, or partly lost.
    pub fn severity(&self) -> Severity {
        match self {
            Self::CharacterEncodingOverride { damage: None, .. } | Self::NonXMLContentType { .. } => {
                Severity::Benign
            }
            Self::CharacterEncodingOverride { .. } | Self::UndeclaredNamespace { .. } => Severity::Mended,
            Self::NotWellFormed { error, .. } => error.severity(),
            Self::Json { error, .. } => error.severity(),
            Self::CharacterEncodingUnknown { .. } | Self::LimitExceeded { .. } | Self::NotAFeed(_) => {
                Severity::Lossy
            }
        }
    }
}

/// The limits that [`Limits`](crate::Limits) sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Limit {
    /// Bytes of input.
    Size,
    /// Elements open at once.
    Depth,
    /// Entries in a feed.
    Entries,
    /// Bytes that the document's own entities add to it.
    Expansion,
    /// Extensions within one another.
    Extensions,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "size",
            Self::Depth => "depth",
            Self::Entries => "entries",
            Self::Expansion => "entity expansion",
            Self::Extensions => "extensions within one another",
        })
    }
}

/// What bytes that hold no feed look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum LooksLike {
    /// No bytes, or white space only.
    Empty,
    /// An HTML page.
    Html,
    /// JSON that is no JSON Feed.
    Json,
    /// XML that is no feed.
    Xml,
    /// An image, an archive or other data that is no text.
    Binary,
    /// Text of another kind.
    Other,
}

impl fmt::Display for LooksLike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "nothing at all",
            Self::Html => "an HTML page",
            Self::Json => "JSON that is no JSON Feed",
            Self::Xml => "XML that is no feed",
            Self::Binary => "binary data",
            Self::Other => "text that is no feed",
        })
    }
}

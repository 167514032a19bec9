//! What a feed says that means nothing, though it breaks no rule of its format's grammar.

use std::fmt;

use crate::fault::Position;

/// A value that could not be understood. It never makes a feed bozo, and the value's text is kept in the model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Warning {
    /// What is the matter.
    pub kind: WarningKind,
    /// The value.
    pub value: String,
    /// The names of the elements down to the one that holds it: `rss/channel/item/pubDate`; in JSON, the names of the
    /// members and the numbers of the elements: `$.items[3].date_published`.
    pub path: String,
    /// Where that element, or that value, begins.
    pub position: Position,
}

/// What is the matter with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum WarningKind {
    /// A date in no form that is known.
    UnreadableDate,
    /// The length of a link that is no number of bytes (RFC 4287 §4.2.7.6, RSS 2.0 `enclosure`, JSON Feed `size_in_bytes`).
    UnreadableLength,
    /// A number that is none, where a vocabulary asks for one.
    UnreadableNumber,
    /// A value that is neither yes nor no, where a vocabulary asks for one of them.
    UnreadableBoolean,
    /// A time or a length of time in no form that is known.
    UnreadableDuration,
    /// Coordinates that are no place on Earth (RFC 5870).
    UnreadablePlace,
    /// A time zone that is not known; the date was read as UTC.
    UnknownZone,
    /// A word that is none of those that a vocabulary lists.
    UnknownWord,
    /// A relative link where there is no base URI to resolve it against (RFC 3986 §5.1).
    RelativeLink,
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnreadableDate => "an unreadable date",
            Self::UnreadableLength => "a length that is no number",
            Self::UnreadableNumber => "an unreadable number",
            Self::UnreadableBoolean => "neither yes nor no",
            Self::UnreadableDuration => "an unreadable duration",
            Self::UnreadablePlace => "an unreadable place",
            Self::UnknownZone => "unknown time zone",
            Self::UnknownWord => "an unknown word",
            Self::RelativeLink => "a relative link without a base",
        })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} '{}'", self.position, self.path, self.kind, self.value)
    }
}

/// A warning whose place is an offset still.
#[derive(Debug)]
pub(crate) struct Unplaced {
    pub(crate) kind: WarningKind,
    pub(crate) value: String,
    pub(crate) path: String,
}

impl Unplaced {
    pub(crate) fn at(self, position: Position) -> Warning {
        let Self { kind, value, path } = self;
        Warning { kind, value, path, position }
    }
}

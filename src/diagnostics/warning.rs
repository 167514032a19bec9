//! Warnings: values that could not be interpreted, although the document may be well-formed.

use std::fmt;

use super::collection::{Shorten, beginning};
use super::position::Position;

/// A value that could not be interpreted. Warnings never make a feed bozo, and the text of the value is kept in the model.
///
/// ```
/// let parsed = bozofeed::parse(b"<rss version='2.0'><channel><pubDate>soon</pubDate></channel></rss>");
/// let warning = &parsed.warnings[0];
/// assert_eq!((warning.path.as_str(), warning.value.as_str()), ("rss/channel/pubDate", "soon"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Warning {
    /// The kind of problem.
    pub kind: WarningKind,
    /// The value as written, up to 1,000 bytes.
    pub value: String,
    /// The path to the value: element names for XML (`rss/channel/item/pubDate`), member names and indices for JSON
    /// (`$.items[3].date_published`).
    pub path: String,
    /// The start of the element (XML) or of the value (JSON).
    pub position: Position,
}

/// The kind of problem with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum WarningKind {
    /// A date in an unknown form.
    UnreadableDate,
    /// The length of a link is not a number of bytes (RFC 4287 §4.2.7.6, RSS 2.0 `enclosure`, JSON Feed `size_in_bytes`).
    UnreadableLength,
    /// A value that should be a number and is not.
    UnreadableNumber,
    /// A value that should be a boolean and is neither true nor false.
    UnreadableBoolean,
    /// A time or duration in an unknown form.
    UnreadableDuration,
    /// Coordinates that do not denote a place on Earth (RFC 5870).
    UnreadablePlace,
    /// A date with an unknown time zone; it was read as UTC.
    UnknownZone,
    /// A keyword that the vocabulary does not define.
    UnknownWord,
    /// A member of a JSON Feed that is `null` instead of missing.
    NullMember,
    /// The version of a JSON Feed is written with `http:` instead of `https:`.
    HttpVersion,
    /// A language of more than 64 bytes (`xml:lang`, RFC 5646 §4.4), a base URI of more than 2,048 bytes (`xml:base`), or a
    /// namespace name of more than 1,024 bytes. It would be repeated with everything in its element, and is ignored.
    TooLong,
    /// Text that was encoded twice (`cafÃ©` for `café`), and was decoded: nothing in the document was encoded only once.
    DoubleEncoding,
    /// A relative link without a base URI to resolve it against (RFC 3986 §5.1).
    RelativeLink,
}

impl WarningKind {
    /// Returns the name of the variant, as a stable identifier of the problem.
    ///
    /// ```
    /// let parsed = bozofeed::parse(b"<rss version='2.0'><channel><pubDate>soon</pubDate></channel></rss>");
    /// assert_eq!(parsed.warnings[0].kind.name(), "UnreadableDate");
    /// assert_eq!(parsed.warnings[0].kind.to_string(), "invalid date");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::UnreadableDate => "UnreadableDate",
            Self::UnreadableLength => "UnreadableLength",
            Self::UnreadableNumber => "UnreadableNumber",
            Self::UnreadableBoolean => "UnreadableBoolean",
            Self::UnreadableDuration => "UnreadableDuration",
            Self::UnreadablePlace => "UnreadablePlace",
            Self::UnknownZone => "UnknownZone",
            Self::UnknownWord => "UnknownWord",
            Self::NullMember => "NullMember",
            Self::HttpVersion => "HttpVersion",
            Self::TooLong => "TooLong",
            Self::DoubleEncoding => "DoubleEncoding",
            Self::RelativeLink => "RelativeLink",
        }
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnreadableDate => "invalid date",
            Self::UnreadableLength => "invalid length",
            Self::UnreadableNumber => "invalid number",
            Self::UnreadableBoolean => "invalid boolean",
            Self::UnreadableDuration => "invalid duration",
            Self::UnreadablePlace => "invalid coordinates",
            Self::UnknownZone => "unknown time zone",
            Self::UnknownWord => "unknown keyword",
            Self::NullMember => "null instead of a missing member",
            Self::HttpVersion => "version with 'http:' instead of 'https:'",
            Self::TooLong => "inherited value is too long",
            Self::DoubleEncoding => "text that was encoded twice",
            Self::RelativeLink => "relative link without a base URI",
        })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} '{}'", self.position, self.path, self.kind, self.value)
    }
}

/// A warning without its position, to be kept in [`Diagnostics`](super::Diagnostics).
#[derive(Debug)]
pub(crate) struct Unplaced {
    pub(crate) kind: WarningKind,
    pub(crate) value: String,
    pub(crate) path: String,
}

impl Unplaced {
    pub(crate) fn new(kind: WarningKind, value: &str, path: String) -> Self {
        Self { kind, value: beginning(value).to_owned(), path }
    }

    /// Returns the warning at `position`.
    pub(crate) fn at(self, position: Position) -> Warning {
        let Self { kind, value, path } = self;
        Warning { kind, value, path, position }
    }
}

impl Shorten for Unplaced {
    fn shorten(&mut self, mut cut: impl FnMut(&mut String)) {
        cut(&mut self.value);
        cut(&mut self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::WarningKind;

    #[test]
    fn the_name_of_a_kind_is_that_of_its_variant() {
        for kind in [
            WarningKind::UnreadableDate,
            WarningKind::UnreadableLength,
            WarningKind::UnreadableNumber,
            WarningKind::UnreadableBoolean,
            WarningKind::UnreadableDuration,
            WarningKind::UnreadablePlace,
            WarningKind::UnknownZone,
            WarningKind::UnknownWord,
            WarningKind::NullMember,
            WarningKind::HttpVersion,
            WarningKind::TooLong,
            WarningKind::DoubleEncoding,
            WarningKind::RelativeLink,
        ] {
            assert_eq!(kind.name(), format!("{kind:?}"));
        }
    }
}

//! Warnings: values that could not be interpreted, although the document may be well-formed.

use std::fmt;

use super::collection::{Diagnostic, beginning};
use super::position::Position;
use super::rule::warnings;

/// A value that could not be interpreted. Warnings never make a feed bozo, and the text of the value is kept in the model.
///
/// ```
/// let parsed = bozofeed::parse(b"<rss version='2.0'><channel><pubDate>soon</pubDate></channel></rss>");
/// let warning = &parsed.warnings[0];
/// assert_eq!((warning.path.as_str(), warning.value.as_str()), ("rss/channel/pubDate", "soon"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Warning {
    /// The kind of problem.
    pub kind: WarningKind,
    /// The value as written, up to 1,000 bytes.
    pub value: String,
    /// The path to the value: element names for XML (`rss/channel/item/pubDate`), member names and indices for JSON
    /// (`$.items[3].date_published`), and both for XML elements in JSON (`$.items[3]._bozofeed/itunes:duration`).
    pub path: String,
    /// The start of the element (XML) or of the value (JSON).
    pub position: Position,
}

warnings! {
/// The kind of problem with a value.
pub enum WarningKind {
    /// A date in an unknown format.
    UnreadableDate "unreadable_date" = Error, "invalid date", "RSS 2.0; RFC 4287 §3.3", "Write a date such as Sat, 21 Nov 2020 09:30:00 GMT in RSS, and such as 2020-11-21T09:30:00Z elsewhere.";
    /// The length of a link that is not a number of bytes (RFC 4287 §4.2.7.6, RSS 2.0 `enclosure`, JSON Feed `size_in_bytes`).
    UnreadableLength "unreadable_length" = Error, "invalid length", "RSS 2.0, enclosure; RFC 4287 §4.2.7.6", "Write the number of bytes in digits, without a unit.";
    /// A value that should be a number but is not.
    UnreadableNumber "unreadable_number" = Error, "invalid number", "", "Write a number in digits, within the range that is allowed.";
    /// A value that should be a boolean but is neither true nor false.
    UnreadableBoolean "unreadable_boolean" = Error, "invalid boolean", "", "Write true or false.";
    /// A time or duration in an unknown format.
    UnreadableDuration "unreadable_duration" = Error, "invalid duration", "", "Write seconds, or HH:MM:SS, such as 24:10.";
    /// Coordinates that do not denote a place on Earth (RFC 5870).
    UnreadablePlace "unreadable_place" = Error, "invalid coordinates", "GeoRSS; RFC 5870", "Write latitude and longitude in decimal degrees, such as 53.55 9.99: up to 90 and 180.";
    /// A date with an unknown time zone. It was read as UTC.
    UnknownZone "unknown_zone" = Warning, "unknown time zone", "RFC 822 §5.1", "Write the offset from UTC, such as +0100.";
    /// A keyword that the vocabulary does not define.
    UnknownWord "unknown_word" = Error, "unknown keyword", "", "Use one of the words that the vocabulary defines.";
    /// A member of a JSON Feed that is `null` instead of missing.
    NullMember "null_member" = Note, "null instead of a missing member", "JSON Feed", "Leave the member out.";
    /// The version of a JSON Feed is written with `http:` instead of `https:`.
    HttpVersion "http_version" = Warning, "version with 'http:' instead of 'https:'", "JSON Feed, version", "Write https: in the version.";
    /// A language of more than 64 bytes (`xml:lang`, RFC 5646 §4.4), a base URI of more than 2,048 bytes (`xml:base`), or a
    /// namespace name of more than 1,024 bytes. It is ignored, since it would be repeated for everything inside its element.
    TooLong "too_long" = Warning, "an inherited value that is too long", "RFC 5646 §4.4", "Shorten the language, the base or the namespace name.";
    /// Text that was encoded twice (`cafÃ©` for `café`) and has been decoded: no part of the document was encoded only once.
    DoubleEncoding "double_encoding" = Warning, "text that was encoded twice", "", "Encode the text as UTF-8 once.";
    /// A relative link without a base URI to resolve it against (RFC 3986 §5.1).
    RelativeLink "relative_link" = Warning, "relative link without a base URI", "RFC 3986 §5.1", "Write the whole address.";
    /// An empty entry inside another one. It is ignored.
    EmptyEntry "empty_entry" = Warning, "empty entry within an entry", "", "Remove the empty element.";
    /// A URL that would run a script ([`is_script_url`](crate::content::is_script_url)) in a list of subscriptions. It is omitted.
    /// In a feed, it is instead a finding of `bozofeed-check` (`uri-dangerous`).
    ScriptUrl "script_url" = Warning, "URL that runs a script", "", "Link a page or a feed.";
}
}

impl Warning {
    /// Returns a warning about a value of a document that is read by another crate. Long values and paths are truncated.
    pub fn new(kind: WarningKind, value: &str, path: &str, position: Position) -> Self {
        Self { kind, value: beginning(value).to_owned(), path: beginning(path).to_owned(), position }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} '{}'", self.position, self.path, self.kind.description(), self.value)
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

impl Diagnostic for Unplaced {
    fn shorten(&mut self, mut cut: impl FnMut(&mut String)) {
        cut(&mut self.value);
        cut(&mut self.path);
    }
}
